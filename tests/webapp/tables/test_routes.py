"""Games on the server, through Flask's own client: nothing is lost, and nobody sees another's hand."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.game import Game
from engine.qwirkle.game import QWIRKLE

from .conftest import Opened

AT = "/api/v1/tables"
TILES = {0: "Rc Rs Rd Gf Yx Bb", 1: "Oc Os Gb Yf Px Pb"}


def told(response: TestResponse, status: int = 200) -> dict[str, Any]:
    assert response.status_code == status, response.get_data(as_text=True)
    body: dict[str, Any] = response.get_json()
    return body


def refused(response: TestResponse) -> tuple[int, str]:
    assert response.content_type == "application/problem+json"
    body = response.get_json()
    assert len(body["detail"]) > 12
    assert "{" not in body["detail"]
    return response.status_code, body["code"]


class Phone:
    """A phone at a table that follows its state."""

    def __init__(self, client: FlaskClient, code: str, version: int) -> None:
        self.client, self.code, self.version = client, code, version
        self.tokens: list[str] = []

    @property
    def headers(self) -> dict[str, str]:
        return {"Kibitz-Seat": ",".join(self.tokens)}

    def send(self, what: str, **fields: Any) -> TestResponse:
        body = {"version": self.version, **fields}
        return self.client.post(f"{AT}/{self.code}/{what}", json=body, headers=self.headers)

    def does(self, what: str, **fields: Any) -> dict[str, Any]:
        state = told(self.send(what, **fields))
        self.version = state["version"]
        return state

    def happens(self, event: str, **fields: Any) -> dict[str, Any]:
        return self.does("events", event={"event": event, **fields})

    def sits(self, player: int) -> None:
        self.tokens.append(told(self.send("seats", player=player))["token"])

    def sees(self, what: str = "") -> TestResponse:
        return self.client.get(f"{AT}/{self.code}{what}", headers=self.headers)

    def looks(self) -> dict[str, Any]:
        state = told(self.sees())
        self.version = state["version"]
        return state


def begun(client: FlaskClient, **fields: Any) -> Phone:
    state = told(client.post(AT, json={"game": "qwirkle", "players": ["Ann", "Ben"], **fields}), 201)
    return Phone(client, state["code"], state["version"])


def beside(phone: Phone) -> Phone:
    return Phone(phone.client, phone.code, phone.version)


@pytest.fixture
def hidden(client: FlaskClient) -> Phone:
    """A table of Qwirkle where nobody tells a hand, and Ann begins."""
    phone = begun(client, turn=0)
    for player in (0, 1):
        phone.happens("draw", player=player, count=6)
    return phone


@pytest.fixture
def dealt(client: FlaskClient) -> tuple[Phone, Phone]:
    """Ann's and Ben's phones, which know their own hands."""
    ann = begun(client, turn=0)
    ben = beside(ann)
    for player, phone in enumerate((ann, ben)):
        phone.sits(player)
        phone.looks()
        phone.happens("draw", player=player, count=6, tiles=TILES[player])
    ann.looks()
    return ann, ben


def test_a_game_is_begun_played_and_found_again(hidden: Phone, opened: Opened) -> None:
    state = hidden.happens("play", player=0, move="Rc@0,0 Rs@1,0 Rd@2,0")
    assert [player["score"] for player in state["players"]] == [3, 0]
    assert (state["turn"], state["bag"], state["owed"], state["deciders"]) == (1, 96, [3, 0], [])
    (turn,) = state["turns"]
    assert (turn["at"], turn["player"], turn["kind"], turn["points"]) == (3, 0, "add", 3)
    assert [(len(line["tiles"]), line["points"]) for line in turn["lines"]] == [(3, 3)]
    again = opened().test_client()
    assert told(again.get(f"{AT}/{hidden.code.lower()}")) == state
    (listed,) = told(again.get(AT))["tables"]
    assert (listed["code"], listed["game"], listed["players"]) == (hidden.code, "qwirkle", state["players"])


def test_a_game_may_begin_in_its_middle(client: FlaskClient) -> None:
    board = [{"col": x, "row": 0, "tile": tile} for x, tile in enumerate(("Rc", "Rs"))]
    phone = begun(client, sixth="white", board=board, scores=[12, 7], turn=1)
    state = phone.looks()
    assert [player["score"] for player in state["players"]] == [12, 7]
    assert (state["sixth"], state["turn"], len(state["board"]), state["turns"]) == ("white", 1, 2, [])


def test_a_stale_version_is_told_the_present_state_and_changes_nothing(hidden: Phone) -> None:
    late = beside(hidden)
    state = hidden.happens("play", player=0, move="Rc@0,0")
    answer = late.send("events", event={"event": "play", "player": 0, "move": "Gc@0,0"})
    assert refused(answer) == (409, "table_stale")
    assert answer.get_json()["state"] == state == hidden.looks()
    assert refused(late.send("undo")) == (409, "table_stale")


def test_undo_redo_and_correct_reach_back_to_the_start(hidden: Phone) -> None:
    hidden.happens("play", player=0, move="Rc@0,0 Rs@1,0")
    state = hidden.does("correct", at=3, event={"event": "play", "player": 0, "move": "Rc@0,0 Rx@1,0"})
    assert [tile["tile"] for tile in state["board"]] == ["Rc", "Rx"]
    for _ in range(4):
        state = hidden.does("undo")
    assert (state["can_undo"], state["can_redo"], state["owed"], state["board"]) == (False, True, [6, 6], [])
    assert refused(hidden.send("undo")) == (422, "nothing_to_undo")
    for _ in range(4):
        state = hidden.does("redo")
    assert (state["can_redo"], [tile["tile"] for tile in state["board"]]) == (False, ["Rc", "Rx"])
    assert refused(hidden.send("redo")) == (422, "nothing_to_redo")


def test_a_correction_that_breaks_what_came_later_is_refused(hidden: Phone) -> None:
    hidden.happens("play", player=0, move="Rc@0,0")
    hidden.happens("draw", player=0, count=1)
    hidden.happens("play", player=1, move="Rs@1,0")
    answer = hidden.send("correct", at=3, event={"event": "play", "player": 0, "move": "Gc@0,0"})
    assert refused(answer) == (422, "correction_breaks")


def test_no_view_tells_the_hand_of_another(dealt: tuple[Phone, Phone]) -> None:
    ann, ben = dealt
    ann.happens("play", player=0, move="Rc@0,0 Rs@1,0 Rd@2,0")
    ann.happens("draw", player=0, count=3, tiles="Gs")
    ben.looks()
    ben.happens("swap", player=1, count=2, tiles="Px Pb")
    for phone, own, secret in (
        (ann, "Bb", "Yf"),
        (ben, "Yf", "Bb"),
        (beside(ann), None, "Bb"),
        (beside(ann), None, "Px"),
    ):
        state = phone.looks()
        hands = str([state["hands"], state["turns"]])
        assert secret not in hands
        assert own is None or own in hands
        assert [hand["count"] for hand in state["hands"]] == [6, 4]
        for export in ("/log", "/notation", "/scores.csv"):
            text = phone.sees(export).get_data(as_text=True)
            assert secret not in text, export
    unseen = {tile["tile"]: tile["count"] for tile in beside(ann).looks()["unseen"]}
    assert (unseen["Rc"], unseen["Bb"], unseen["Yf"]) == (2, 3, 3)
    (swap,) = [turn for turn in ann.looks()["turns"] if turn["kind"] == "swap"]
    assert (swap["move"], swap["swapped"]) == ("-? -?", 2)


def test_who_does_not_sit_there_tells_no_hand_and_is_told_none_by_a_refusal(dealt: tuple[Phone, Phone]) -> None:
    ann, ben = dealt
    answer = ben.send("events", event={"event": "tell", "player": 0, "tiles": "Rc"})
    assert answer.status_code in (403, 409)
    ben.looks()
    assert refused(ben.send("events", event={"event": "tell", "player": 0, "tiles": "Rc"})) == (403, "not_your_seat")
    played = {"event": "play", "player": 0, "move": "Oc@0,0"}
    assert refused(ben.send("events", event=played)) == (422, "hand_forbids")
    assert refused(ann.send("events", event=played)) == (422, "not_in_hand")


def test_a_seat_is_taken_once_and_may_be_left(client: FlaskClient) -> None:
    ann = begun(client)
    ann.sits(0)
    other = beside(ann)
    assert refused(other.send("seats", player=0)) == (409, "seat_taken")
    at = f"{AT}/{ann.code}/seats/0"
    assert refused(client.delete(at)) == (403, "not_your_seat")
    assert told(client.delete(at, headers=ann.headers))["players"][0]["seat_taken"] is False
    other.sits(0)


@pytest.fixture
def rolled(client: FlaskClient) -> tuple[Phone, Phone]:
    """A table of Qwixx after a roll, white action first."""
    ann = begun(client, game="qwixx", rules="publisher", turn=0)
    ann.happens("throw", roll="W3 W4 R5 Y4 G1 B6")
    ben = beside(ann)
    ann.sits(0)
    ben.sits(1)
    return ann, ben


def test_white_marks_stay_hidden_until_all_have_decided(rolled: tuple[Phone, Phone]) -> None:
    ann, ben = rolled
    state = ann.does("decisions", player=0, decision="R7")
    assert (state["decided"], state["decisions"], state["version"]) == ([0], {"0": "R7"}, 2)
    seen = ben.looks()
    assert (seen["decided"], seen["decisions"], seen["turns"][0]["actions"]) == ([0], {}, [])
    assert "R7" not in ben.sees().get_data(as_text=True) + ben.sees("/log").get_data(as_text=True)
    ann.does("decisions", player=0, decision="Y7")
    state = ben.does("decisions", player=1, decision="--")
    assert (state["decided"], state["version"], state["action"]) == ([], 3, "colour")
    (action,) = state["turns"][0]["actions"]
    assert action["marks"] == [{"player": 0, "mark": "Y7"}, {"player": 1, "mark": "--"}]
    ann.looks()
    state = ann.does("decisions", player=0, decision="R8")
    assert (state["turn"], state["deciders"], [player["score"] for player in state["players"]]) == (1, [], [2, 0])


def test_nobody_decides_for_another_or_against_the_rules(rolled: tuple[Phone, Phone]) -> None:
    ann, ben = rolled
    assert refused(ben.send("decisions", player=0, decision="--")) == (403, "not_your_seat")
    assert refused(ben.send("decisions", player=1, decision="R6")) == (422, "not_rolled")
    assert refused(ben.send("decisions", player=1, decision="pink")) == (422, "invalid_mark")
    assert ann.looks()["decided"] == []


def test_a_decision_is_gone_when_the_roll_is_corrected(rolled: tuple[Phone, Phone]) -> None:
    ann, ben = rolled
    ann.does("decisions", player=0, decision="R7")
    state = ben.does("correct", at=1, event={"event": "throw", "roll": "W3 W3 R5 Y4 G1 B6"})
    assert (state["decided"], state["roll"]["white"]) == ([], [3, 3])


def test_exports_are_told_as_files(hidden: Phone) -> None:
    hidden.happens("play", player=0, move="Rc@0,0 Rs@1,0")
    log = told(hidden.sees("/log"))
    assert Game.from_json(QWIRKLE, log["log"]).state.scores == (2, 0)
    assert hidden.sees("/scores.csv").get_data(as_text=True).splitlines() == [
        "turn,player,move,points,Ann,Ben",
        '1,Ann,"Rc@0,0 Rs@1,0",2,2,0',
    ]
    assert hidden.sees("/notation").get_data(as_text=True) == "Rc@0,0 Rs@1,0\n"


def test_no_name_is_a_formula_of_a_spreadsheet(client: FlaskClient) -> None:
    phone = begun(client, players=["=1+1", "Ben"])
    assert "'=1+1,Ben" in phone.sees("/scores.csv").get_data(as_text=True)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "chess"}, "wish_malformed"),
        ({"players": ["Ann"]}, "names_count"),
        ({"players": ["Ann", "Ann"]}, "names_alike"),
        ({"players": ["Ann", "B" * 31]}, "name_wrong"),
        ({"players": ["Ann", 7]}, "name_wrong"),
        ({"players": "Ann"}, "names_count"),
        ({"sixth": "pink"}, "wish_malformed"),
        ({"scores": [1]}, "wish_malformed"),
        ({"turn": 2}, "wish_malformed"),
        ({"hands": [7, 7]}, "wish_malformed"),
        ({"board": [{"col": 0, "row": 0, "tile": "Rc"}]}, "start_turn"),
        ({"game": "qwixx", "rules": "mine"}, "wish_malformed"),
        ({"game": "qwixx", "sheets": ["R:1"]}, "invalid_sheet"),
    ],
)
def test_a_game_that_cannot_begin_is_refused_in_words(client: FlaskClient, fields: dict[str, Any], code: str) -> None:
    answer = client.post(AT, json={"game": "qwirkle", "players": ["Ann", "Ben"], **fields})
    assert refused(answer) == (422, code)
    assert told(client.get(AT)) == {"tables": []}


@pytest.mark.parametrize(
    "event",
    [
        None,
        7,
        [],
        {},
        {"event": "undo"},
        {"event": []},
        {"event": "draw", "player": "0", "count": 1},
        {"event": "play"},
    ],
)
def test_an_event_that_cannot_be_read_is_refused_in_words(hidden: Phone, event: Any) -> None:
    status, code = refused(hidden.send("events", event=event))
    assert (status, code in ("invalid_event", "unknown_event")) == (422, True)


def test_what_is_not_there_or_too_large_is_refused_in_words(client: FlaskClient) -> None:
    assert refused(client.get(f"{AT}/NOBODY")) == (404, "table_unknown")
    assert refused(client.post(f"{AT}/NOBODY/undo", json={"version": 1})) == (404, "table_unknown")
    assert refused(client.post(AT, data=b" " * 40_000))[0] == 413
    phone = begun(client)
    assert refused(phone.client.post(f"{AT}/{phone.code}/undo", json={})) == (422, "wish_malformed")


def test_a_table_is_deleted_as_it_was_seen(hidden: Phone) -> None:
    at = f"{AT}/{hidden.code}"
    assert refused(hidden.client.delete(at, json={"version": 1})) == (409, "table_stale")
    assert told(hidden.client.delete(at, json={"version": hidden.version})) == {}
    assert refused(hidden.sees()) == (404, "table_unknown")
    assert hidden.client.get(AT).headers["Cache-Control"] == "no-store"
