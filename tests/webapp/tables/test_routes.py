"""Games on the server, through Flask's own client: nothing is lost, and nobody sees another's hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.game import Game
from engine.qwirkle.game import QWIRKLE

from .conftest import Opened
from .phones import TABLES, Phone, refusal

TILES = {0: "Rc Rs Rd Gf Yx Bb", 1: "Oc Os Gb Yf Px Pb"}


def told(response: TestResponse, status: int = 200) -> dict[str, Any]:
    assert response.status_code == status, response.get_data(as_text=True)
    body: dict[str, Any] = response.get_json()
    return body


def begun(phone: Phone, game: str = "qwirkle", players: Sequence[str] = ("Ann", "Ben"), **fields: Any) -> Phone:
    phone.begins(game, *players, **fields)
    return phone


@pytest.fixture
def hidden(phone: Phone) -> Phone:
    """A table of Qwirkle where nobody tells a hand, and Ann begins."""
    begun(phone, turn=0)
    for player in (0, 1):
        phone.event("draw", player=player, count=6)
    return phone


@pytest.fixture
def dealt(phone: Phone) -> tuple[Phone, Phone]:
    """Ann's and Ben's phones, which know their own hands."""
    ann = begun(phone, turn=0)
    ben = ann.other()
    for player, phone in enumerate((ann, ben)):
        phone.sits(player)
        phone.looks()
        phone.event("draw", player=player, count=6, tiles=TILES[player])
    ann.looks()
    return ann, ben


def test_a_game_is_begun_played_and_found_again(hidden: Phone, opened: Opened) -> None:
    state = hidden.event("play", player=0, move="Rc@0,0 Rs@1,0 Rd@2,0")
    assert [player["score"] for player in state["players"]] == [3, 0]
    assert (state["turn"], state["bag"], state["owed"], state["deciders"]) == (1, 96, [3, 0], [])
    (turn,) = state["turns"]
    assert (turn["at"], turn["player"], turn["kind"], turn["points"]) == (3, 0, "add", 3)
    assert [(len(line["tiles"]), line["points"]) for line in turn["lines"]] == [(3, 3)]
    again = opened().test_client()
    assert told(again.get(f"{TABLES}/{hidden.code.lower()}")) == state
    (listed,) = told(again.get(TABLES))["tables"]
    assert (listed["code"], listed["game"], listed["players"]) == (hidden.code, "qwirkle", state["players"])


def test_a_game_may_begin_in_its_middle(phone: Phone) -> None:
    board = [{"col": x, "row": 0, "tile": tile} for x, tile in enumerate(("Rc", "Rs"))]
    begun(phone, sixth="white", board=board, scores=[12, 7], turn=1)
    state = phone.looks()
    assert [player["score"] for player in state["players"]] == [12, 7]
    assert (state["sixth"], state["turn"], len(state["board"]), state["turns"]) == ("white", 1, 2, [])


def test_a_stale_version_is_told_the_present_state_and_changes_nothing(hidden: Phone) -> None:
    late = hidden.other()
    state = hidden.event("play", player=0, move="Rc@0,0")
    answer = late.tries("/events", event={"event": "play", "player": 0, "move": "Gc@0,0"})
    assert refusal(answer) == (409, "table_stale")
    assert answer.get_json()["state"] == state == hidden.looks()
    assert refusal(late.tries("/undo")) == (409, "table_stale")


def test_undo_redo_and_correct_reach_back_to_the_start(hidden: Phone) -> None:
    hidden.event("play", player=0, move="Rc@0,0 Rs@1,0")
    state = hidden.does("/correct", at=3, event={"event": "play", "player": 0, "move": "Rc@0,0 Rx@1,0"})
    assert [tile["tile"] for tile in state["board"]] == ["Rc", "Rx"]
    for _ in range(4):
        state = hidden.does("/undo")
    assert (state["can_undo"], state["can_redo"], state["owed"], state["board"]) == (False, True, [6, 6], [])
    assert refusal(hidden.tries("/undo")) == (422, "nothing_to_undo")
    for _ in range(4):
        state = hidden.does("/redo")
    assert (state["can_redo"], [tile["tile"] for tile in state["board"]]) == (False, ["Rc", "Rx"])
    assert refusal(hidden.tries("/redo")) == (422, "nothing_to_redo")


def test_a_correction_that_breaks_what_came_later_is_refusal(hidden: Phone) -> None:
    hidden.event("play", player=0, move="Rc@0,0")
    hidden.event("draw", player=0, count=1)
    hidden.event("play", player=1, move="Rs@1,0")
    answer = hidden.tries("/correct", at=3, event={"event": "play", "player": 0, "move": "Gc@0,0"})
    assert refusal(answer) == (422, "correction_breaks")


def test_no_view_tells_the_hand_of_another(dealt: tuple[Phone, Phone]) -> None:
    ann, ben = dealt
    ann.event("play", player=0, move="Rc@0,0 Rs@1,0 Rd@2,0")
    ann.event("draw", player=0, count=3, tiles="Gs")
    ben.looks()
    ben.event("swap", player=1, count=2, tiles="Px Pb")
    for phone, own, secret in (
        (ann, "Bb", "Yf"),
        (ben, "Yf", "Bb"),
        (ann.other(), None, "Bb"),
        (ann.other(), None, "Px"),
    ):
        state = phone.looks()
        hands = str([state["hands"], state["turns"]])
        assert secret not in hands
        assert own is None or own in hands
        assert [hand["count"] for hand in state["hands"]] == [6, 4]
        for export in ("/log", "/notation", "/scores.csv"):
            text = phone.asks(export).get_data(as_text=True)
            assert secret not in text, export
    unseen = {tile["tile"]: tile["count"] for tile in ann.other().looks()["unseen"]}
    assert (unseen["Rc"], unseen["Bb"], unseen["Yf"]) == (2, 3, 3)
    (swap,) = [turn for turn in ann.looks()["turns"] if turn["kind"] == "swap"]
    assert (swap["move"], swap["swapped"]) == ("-? -?", 2)


def test_who_does_not_sit_there_tells_no_hand_and_is_told_none_by_a_refusal(dealt: tuple[Phone, Phone]) -> None:
    ann, ben = dealt
    answer = ben.tries("/events", event={"event": "tell", "player": 0, "tiles": "Rc"})
    assert answer.status_code in (403, 409)
    ben.looks()
    assert refusal(ben.tries("/events", event={"event": "tell", "player": 0, "tiles": "Rc"})) == (403, "not_your_seat")
    played = {"event": "play", "player": 0, "move": "Oc@0,0"}
    assert refusal(ben.tries("/events", event=played)) == (422, "hand_forbids")
    assert refusal(ann.tries("/events", event=played)) == (422, "not_in_hand")


def test_a_seat_is_taken_once_and_may_be_left(phone: Phone) -> None:
    ann = begun(phone)
    ann.sits(0)
    other = ann.other()
    assert refusal(other.tries("/seats", player=0)) == (409, "seat_taken")
    assert refusal(other.asks("/seats/0", "DELETE")) == (403, "not_your_seat")
    assert told(ann.asks("/seats/0", "DELETE"))["players"][0]["seat_taken"] is False
    other.sits(0)


@pytest.fixture
def rolled(phone: Phone) -> tuple[Phone, Phone]:
    """A table of Qwixx after a roll, white action first."""
    ann = begun(phone, game="qwixx", rules="publisher", turn=0)
    ann.event("throw", roll="W3 W4 R5 Y4 G1 B6")
    ben = ann.other()
    ann.sits(0)
    ben.sits(1)
    return ann, ben


def test_white_marks_stay_hidden_until_all_have_decided(rolled: tuple[Phone, Phone]) -> None:
    ann, ben = rolled
    state = ann.does("/decisions", player=0, decision="R7")
    assert (state["decided"], state["decisions"], state["version"]) == ([0], {"0": "R7"}, 2)
    seen = ben.looks()
    assert (seen["decided"], seen["decisions"], seen["turns"][0]["actions"]) == ([0], {}, [])
    everybody_may = seen.pop("legal")
    assert everybody_may["0"] == everybody_may["1"]
    assert "R7" not in str(seen) + ben.asks("/log").get_data(as_text=True)
    ann.does("/decisions", player=0, decision="Y7")
    state = ben.does("/decisions", player=1, decision="--")
    assert (state["decided"], state["version"], state["action"]) == ([], 3, "colour")
    (action,) = state["turns"][0]["actions"]
    assert action["marks"] == [{"player": 0, "mark": "Y7"}, {"player": 1, "mark": "--"}]
    ann.looks()
    state = ann.does("/decisions", player=0, decision="R8")
    assert (state["turn"], state["deciders"], [player["score"] for player in state["players"]]) == (1, [], [2, 0])


def test_nobody_decides_for_another_or_against_the_rules(rolled: tuple[Phone, Phone]) -> None:
    ann, ben = rolled
    assert refusal(ben.tries("/decisions", player=0, decision="--")) == (403, "not_your_seat")
    assert refusal(ben.tries("/decisions", player=1, decision="R6")) == (422, "not_rolled")
    assert refusal(ben.tries("/decisions", player=1, decision="pink")) == (422, "invalid_mark")
    assert ann.looks()["decided"] == []


def test_a_decision_is_gone_when_the_roll_is_corrected(rolled: tuple[Phone, Phone]) -> None:
    ann, ben = rolled
    ann.does("/decisions", player=0, decision="R7")
    state = ben.does("/correct", at=1, event={"event": "throw", "roll": "W3 W3 R5 Y4 G1 B6"})
    assert (state["decided"], state["roll"]["white"]) == ([], [3, 3])


def test_exports_are_told_as_files(hidden: Phone) -> None:
    hidden.event("play", player=0, move="Rc@0,0 Rs@1,0")
    log = told(hidden.asks("/log"))
    assert Game.from_json(QWIRKLE, log["log"]).state.scores == (2, 0)
    assert hidden.asks("/scores.csv").get_data(as_text=True).splitlines() == [
        "turn,player,move,points,Ann,Ben",
        '1,Ann,"Rc@0,0 Rs@1,0",2,2,0',
    ]
    assert hidden.asks("/notation").get_data(as_text=True) == "Rc@0,0 Rs@1,0\n"


@pytest.mark.parametrize("name", ["مهین\u200cدخت", "शर्\u200dमा", "👩\u200d👩\u200d👧 Mama"])
def test_names_of_all_scripts_are_kept_with_what_joins_them(phone: Phone, name: str) -> None:
    begun(phone, players=[name, "Ben"])
    assert phone.asks().get_json()["players"][0]["name"] == name


def test_no_name_is_a_formula_of_a_spreadsheet(phone: Phone) -> None:
    begun(phone, players=["=1+1", "Ben"])
    assert "'=1+1,Ben" in phone.asks("/scores.csv").get_data(as_text=True)


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
    answer = client.post(TABLES, json={"game": "qwirkle", "players": ["Ann", "Ben"], **fields})
    assert refusal(answer) == (422, code)
    assert told(client.get(TABLES)) == {"tables": []}


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
    status, code = refusal(hidden.tries("/events", event=event))
    assert (status, code in ("invalid_event", "unknown_event")) == (422, True)


def test_what_is_not_there_or_too_large_is_refused_in_words(client: FlaskClient, phone: Phone) -> None:
    assert refusal(client.get(f"{TABLES}/NOBODY")) == (404, "table_unknown")
    assert refusal(client.post(f"{TABLES}/NOBODY/undo", json={"version": 1})) == (404, "table_unknown")
    assert refusal(client.post(TABLES, data=b" " * 40_000))[0] == 413
    begun(phone)
    assert refusal(client.post(f"{TABLES}/{phone.code}/undo", json={})) == (422, "wish_malformed")


def test_a_table_is_deleted_as_it_was_seen(hidden: Phone) -> None:
    assert refusal(hidden.asks(method="DELETE", version=1)) == (409, "table_stale")
    assert told(hidden.asks(method="DELETE", version=hidden.version)) == {}
    assert refusal(hidden.asks()) == (404, "table_unknown")
    assert hidden.app.test_client().get(TABLES).headers["Cache-Control"] == "no-store"
