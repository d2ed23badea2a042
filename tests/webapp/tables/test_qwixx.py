"""A game of Qwixx on the server: white marks stay hidden until all have decided."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask

from engine.game import Budget, Game, IllegalMove
from engine.games import GAMES
from webapp.tables import qwixx

from .phones import Phone, refusal

ROLL = "W3 W4 R5 Y4 G1 B6"


def rolled(phone: Phone) -> None:
    phone.begins("qwixx", "Ann", "Bob", rules="publisher", turn=0)
    phone.event("throw", roll=ROLL)


def test_white_marks_stay_hidden_until_all_have_decided(phone: Phone) -> None:
    rolled(phone)
    ann, bob = phone.other(), phone.other()
    ann.sits(0)
    bob.sits(1)
    state = bob.does("/decisions", player=1, decision="B7")
    assert (state["version"], state["decided"], state["decisions"]) == (2, [1], {"1": "B7"})
    seen = ann.asks().get_json()
    code = seen.pop("code")  # of which the same letters may be part by chance
    assert "B7" in seen.pop("legal")["1"]  # what Bob may decide is plain to see, what he has decided is not
    assert "B7" not in json.dumps(seen)
    assert (seen["decided"], seen["decisions"]) == ([1], {})
    assert "B7" not in phone.asks("/log").get_data(as_text=True).replace(code, "")
    state = ann.does("/decisions", player=0, decision="red 7")
    (turn,) = state["turns"]
    assert (turn["at"], turn["player"], turn["roll"]["white"]) == (1, 0, [3, 4])
    marks = [{"player": 0, "mark": "R7"}, {"player": 1, "mark": "B7"}]
    assert turn["actions"] == [{"at": 2, "action": "white", "marks": marks}]
    assert [sheet["sheet"] for sheet in state["sheets"]] == ["R:7 Y: G: B: P:0", "R: Y: G: B:7 P:0"]
    assert (state["decided"], state["action"], state["deciders"]) == ([], "colour", [0])


def test_phones_that_decide_at_the_same_time_are_not_in_each_others_way(phone: Phone) -> None:
    rolled(phone)
    ann, bob = phone.other(), phone.other()
    ann.does("/decisions", player=0, decision="--")
    bob.does("/decisions", player=1, decision="--")
    assert len(phone.looks()["turns"][0]["actions"]) == 1


def test_a_decision_may_be_changed_while_others_think(phone: Phone) -> None:
    rolled(phone)
    phone.does("/decisions", player=1, decision="B7")
    phone.does("/decisions", player=1, decision="--")
    state = phone.does("/decisions", player=0, decision="Y7")
    assert [mark["mark"] for mark in state["turns"][0]["actions"][0]["marks"]] == ["Y7", "--"]


def test_only_the_own_phone_decides_for_a_seat_that_is_taken(phone: Phone) -> None:
    rolled(phone)
    bob = phone.other()
    bob.sits(1)
    assert refusal(phone.tries("/decisions", player=1, decision="B7")) == (403, "not_your_seat")
    assert phone.looks()["decided"] == []
    # A phone whose battery is empty stops no game: everybody's marks can be told at once.
    assert len(phone.event("act", marks=["R7", "--"])["turns"][0]["actions"]) == 1


def test_a_mark_that_the_dice_do_not_give_is_refused_before_the_others_decide(phone: Phone) -> None:
    rolled(phone)
    assert refusal(phone.tries("/decisions", player=1, decision="B8")) == (422, "not_rolled")
    assert refusal(phone.tries("/decisions", player=1, decision="white"))[0] == 422
    assert refusal(phone.tries("/decisions", player=1, decision="Q7")) == (422, "invalid_mark")
    assert refusal(phone.tries("/decisions", player=2, decision="--")) == (422, "wish_malformed")
    assert refusal(phone.tries("/decisions", player=1, decision=7)) == (422, "wish_malformed")
    assert phone.looks()["decided"] == []


def test_undo_brings_back_the_choice(phone: Phone) -> None:
    rolled(phone)
    phone.does("/decisions", player=0, decision="R7")
    phone.does("/decisions", player=1, decision="--")
    state = phone.does("/undo")
    assert (state["deciders"], state["decided"], state["can_redo"]) == ([0, 1], [], True)


def test_who_marks_nothing_in_the_own_turn_gets_a_penalty(phone: Phone) -> None:
    rolled(phone)
    phone.event("act", marks=["--", "R7"])
    (turn,) = phone.does("/decisions", player=0, decision="--")["turns"]
    assert (turn["penalty"], turn["totals"]) == (True, [-5, 1])
    text = phone.asks("/notation").get_data(as_text=True)
    assert text == "W3 W4 R5 Y4 G1 B6, white: -- R7, colour: --\n"
    assert phone.asks("/scores.csv").get_data(as_text=True).splitlines()[1].endswith("-5,-5,1")


def test_the_active_player_says_which_action_comes_first(phone: Phone) -> None:
    phone.begins("qwixx", "Ann", "Bob", turn=1)
    assert phone.event("throw", roll=ROLL)["declaring"]
    assert refusal(phone.tries("/decisions", player=0, decision="colour")) == (422, "not_your_turn")
    assert phone.does("/decisions", player=1, decision="colour")["action"] == "colour"


def test_a_game_goes_on_from_sheets_and_ends(phone: Phone) -> None:
    sheets = ["R:2,3,4,5,6 Y: G: B: P:3", "R: Y: G: B: P:0"]
    state = phone.begins("qwixx", "Ann", "Bob", sheets=sheets, closed=["blue"], turn=0, rules="publisher")
    assert ([sheet["sheet"] for sheet in state["sheets"]], state["closed"]) == (sheets, ["blue"])
    phone.event("throw", roll="W6 W6 R5 Y4 G1")
    state = phone.does("/events", event={"event": "act", "marks": ["R12", "--"]})
    assert (state["closed"], state["outcome"]) == (["red", "blue"], {"winners": [0], "scores": [13, 0]})
    assert refusal(phone.tries("/events", event={"event": "throw", "roll": ROLL})) == (422, "game_over")
    # A misread end can be mended.
    state = phone.does("/correct", at=2, event={"event": "act", "marks": ["--", "--"]})
    assert (state["closed"], state["outcome"], state["deciders"]) == (["blue"], None, [0])


def test_a_whole_turn_is_corrected_at_once(phone: Phone) -> None:
    rolled(phone)
    phone.event("act", marks=["R7", "--"])
    phone.event("act", marks=["--"])
    events = [{"event": "throw", "roll": "W3 W5 R5 Y4 G1 B6"}, {"event": "act", "marks": ["R8", "Y8"]}]
    assert refusal(phone.tries("/correct", at=1, event=events[0])) == (422, "correction_breaks")
    state = phone.does("/correct", at=1, events=events)
    assert [sheet["sheet"] for sheet in state["sheets"]] == ["R:8 Y: G: B: P:0", "R: Y:8 G: B: P:0"]
    assert phone.asks("/log").get_json()["log"][-1] == {
        "event": "correct",
        "at": 1,
        "by": events[0],
        "more": events[1:],
    }
    assert refusal(phone.tries("/correct", at=3, events=events)) == (422, "no_such_event")
    assert refusal(phone.tries("/correct", at=1, events=[*events, 7])) == (422, "invalid_event")
    assert refusal(phone.tries("/correct", at=1, events=events * 5)) == (422, "wish_malformed")


def test_the_log_can_be_played_again(phone: Phone) -> None:
    rolled(phone)
    phone.event("act", marks=["R7", "B7"])
    phone.does("/undo")
    exported = json.loads(phone.asks("/log").get_data())
    assert exported["log"][-1] == {"event": "undo"}
    assert Game.from_json(GAMES["qwixx"], exported["log"]).state.roll is not None


def test_the_state_tells_what_each_may_decide(phone: Phone) -> None:
    state = phone.begins("qwixx", "Ann", "Bob", turn=0)
    assert state["legal"] == {}
    assert phone.event("throw", roll=ROLL)["legal"] == {"0": ["white", "colour"]}
    state = phone.does("/decisions", player=0, decision="white")
    assert state["legal"] == {str(player): ["--", "R7", "Y7", "G7", "B7"] for player in range(2)}
    state = phone.event("act", marks=["B7", "R7"])
    assert (state["legal"], state["marked"]) == ({"0": ["--", "R8", "R9", "Y7", "Y8", "G4", "G5"]}, True)
    assert [sheet["score"]["total"] for sheet in state["sheets"]] == [1, 1]


def test_hints_are_for_active_and_passive_players_alike(phone: Phone) -> None:
    phone.begins("qwixx", "Ann", "Bob", turn=0)
    phone.event("throw", roll=ROLL)
    active, passive = (hinted(phone, player) for player in range(2))
    assert (active["player"], active["active"], active["choices"][0]["first"]) == (0, True, "white")
    assert (passive["player"], passive["active"]) == (1, False)
    assert {choice["choice"] for choice in passive["choices"]} == {"--", "R7", "Y7", "G7", "B7"}
    assert len(hinted(phone, 0, 3)["choices"]) == 3
    phone.does("/decisions", player=0, decision="colour")
    phone.does("/decisions", player=0, decision="B9")
    assert {choice["white"] and choice["white"]["row"] for choice in hinted(phone, 0)["choices"]} == {
        None,
        *("red", "yellow", "green", "blue"),
    }
    assert not any(choice["penalty"] for choice in hinted(phone, 0)["choices"])


def test_who_has_nothing_to_decide_gets_no_hint(phone: Phone) -> None:
    phone.begins("qwixx", "Ann", "Bob", turn=0, rules="publisher")
    with pytest.raises(IllegalMove, match="nothing to decide"):
        hinted(phone, 0)
    phone.event("throw", roll=ROLL)
    phone.event("act", marks=["R7", "--"])
    with pytest.raises(IllegalMove, match="nothing to decide"):
        hinted(phone, 1)


def hinted(phone: Phone, player: int, count: int = 50) -> dict[str, Any]:
    """What a player is told at the phone's table."""
    app: Flask = phone.app
    keeper = app.extensions["tables"]
    with app.test_request_context():
        return qwixx.hints(keeper.game(keeper.tables.get(phone.code)), player, count, Budget(samples=0))
