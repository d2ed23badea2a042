"""A game of Qwirkle on the server: its course, and that no view is told another's hand."""

from __future__ import annotations

import csv
from typing import Any

import pytest

from engine.game import Game
from engine.games import GAMES

from .phones import Phone, refusal

HANDS = ["Rc Rs Rd Oc Yb Gx", "Bc Bs Bd Of Yx Gb"]
FIRST = "Rc@0,0 Rs@1,0 Rd@2,0"


def dealt(phone: Phone) -> dict[str, Any]:
    """A game in which both hands are hidden, and the first player opens."""
    phone.begins("qwirkle", "Ann", "Bob")
    phone.event("draw", player=0, count=6)
    phone.event("draw", player=1, count=6)
    return phone.event("open", player=0)


def told(phone: Phone) -> Phone:
    """A game in which both have told their hands; gives Bob's phone."""
    phone.begins("qwirkle", "Ann", "Bob")
    phone.sits(0)
    phone.event("draw", player=0, count=6, tiles=HANDS[0])
    bob = phone.other()
    bob.sits(1)
    bob.event("draw", player=1, count=6, tiles=HANDS[1])
    phone.looks()
    return bob


def test_a_move_is_told_with_its_lines_and_points(phone: Phone) -> None:
    assert dealt(phone)["deciders"] == [0]
    state = phone.event("play", player=0, move=FIRST)
    (turn,) = state["turns"]
    assert (turn["at"], turn["player"], turn["kind"], turn["move"]) == (4, 0, "add", FIRST)
    assert turn["points"] == 3
    assert [[tile["tile"] for tile in line["tiles"]] for line in turn["lines"]] == [["Rc", "Rs", "Rd"]]
    assert turn["totals"] == [3, 0]
    assert [player["score"] for player in state["players"]] == [3, 0]
    assert (state["turn"], state["owed"], state["bag"], len(state["board"])) == (1, [3, 0], 96, 3)
    assert state["deciders"] == []  # tiles have still to be drawn
    assert phone.looks() == state


def test_steps_go_back_forth_and_far_back(phone: Phone) -> None:
    assert not dealt(phone)["can_redo"]
    phone.event("play", player=0, move=FIRST)
    state = phone.does("/undo")
    assert (state["turns"], state["can_redo"], state["version"]) == ([], True, 6)
    assert len(phone.does("/redo")["turns"]) == 1
    state = phone.does("/correct", at=4, event={"event": "play", "player": 0, "move": "Rc@0,0 Rs@1,0"})
    assert state["turns"][0]["points"] == 2
    assert refusal(phone.tries("/correct", at=9, event={"event": "open", "player": 1})) == (422, "wish_malformed")
    assert refusal(phone.tries("/correct", at=3, event={"event": "open", "player": 1})) == (422, "correction_breaks")


def test_steps_reach_back_to_the_start_and_forth_again(phone: Phone) -> None:
    dealt(phone)
    last = state = phone.event("play", player=0, move=FIRST)
    while state["can_undo"]:
        state = phone.does("/undo")
    assert (state["owed"], state["board"], state["events"]) == ([6, 6], [], 1)
    assert refusal(phone.tries("/undo")) == (422, "nothing_to_undo")
    while state["can_redo"]:
        state = phone.does("/redo")
    assert (state["turns"], state["board"]) == (last["turns"], last["board"])
    assert refusal(phone.tries("/redo")) == (422, "nothing_to_redo")


def test_a_decision_of_one_is_a_move_at_once(phone: Phone) -> None:
    dealt(phone)
    assert refusal(phone.tries("/decisions", player=1, decision=FIRST)) == (422, "not_your_turn")
    assert refusal(phone.tries("/decisions", player=0, decision="Rc@0,0 Bs@1,0")) == (422, "mixed_made")
    state = phone.does("/decisions", player=0, decision=FIRST)
    assert (state["turns"][0]["points"], state["decided"]) == (3, [])


def test_a_game_goes_on_from_a_table_in_play(phone: Phone) -> None:
    board = [{"col": 0, "row": 0, "tile": "Rc"}, {"col": 1, "row": 0, "tile": "Rs"}]
    more = {"sixth": "white", "board": board, "scores": [17, 4], "turn": 1, "hands": [6, 5]}
    state = phone.begins("qwirkle", "Ann", "Bob", **more)
    assert [player["score"] for player in state["players"]] == [17, 4]
    assert (state["turn"], state["sixth"], state["owed"], len(state["board"])) == (1, "white", [6, 5], 2)
    phone.event("draw", player=0, count=6)
    phone.event("draw", player=1, count=5)
    assert phone.event("play", player=1, move="Rd@2,0")["turns"][0]["totals"] == [17, 7]


def test_a_hand_is_told_to_its_owner_alone(phone: Phone) -> None:
    bob = told(phone)
    stranger = phone.other()
    for view, shown in ((phone, [0]), (bob, [1]), (stranger, [])):
        state = view.looks()
        assert [hand["count"] for hand in state["hands"]] == [6, 6]
        assert [player for player, hand in enumerate(state["hands"]) if hand["tiles"] is not None] == shown
        assert sum(tile["count"] for tile in state["unseen"]) == 108 - 6 * len(shown)
    (hand,) = (hand["tiles"] for hand in phone.looks()["hands"] if hand["tiles"])
    assert sorted(tile["tile"] for tile in hand) == sorted(HANDS[0].split())
    guess = phone.other()
    guess.tokens = ["", "x" * 32]
    assert all(hand["tiles"] is None for hand in guess.looks()["hands"])


def test_no_answer_to_another_holds_a_tile_of_a_hand(phone: Phone) -> None:
    bob = told(phone)
    move = {"event": "play", "player": 0, "move": "Rs@1,0 Rd@2,0"}
    answers = [
        bob.asks("/log"),
        bob.asks("/scores.csv"),
        bob.asks("/notation"),
        bob.tries("/events", event=move),  # fewer tiles than Ann's largest set
        bob.tries("/events", event={"event": "tell", "player": 0, "tiles": "Wb"}),
        bob.tries("/events", event={"event": "stuck"}),
        bob.tries("/undo", version=1),
    ]
    for answer in answers:
        text = answer.get_data(as_text=True)
        assert not any(f'"{tile}"' in text for tile in ("Rc Rs Rd Oc Yb Gx",))
        assert "Rc Rs" not in text
        assert "size" not in text
    assert refusal(answers[3]) == (422, "hand_forbids")
    assert refusal(answers[4]) == (403, "not_your_seat")
    entries = answers[0].get_json()["log"]
    assert entries[1] == {"event": "draw", "player": 0, "count": 6, "told": 6}
    assert entries[2]["tiles"] == HANDS[1]


def test_a_swap_tells_others_how_many_tiles_alone(phone: Phone) -> None:
    bob = told(phone)
    phone.event("play", player=0, move=FIRST)
    phone.event("draw", player=0, count=3)
    bob.looks()
    bob.event("swap", player=1, count=2, tiles="Of Yx")
    phone.looks()
    (_, seen), (_, own) = phone.looks()["turns"], bob.looks()["turns"]
    assert (seen["kind"], seen["swapped"], seen["move"]) == ("swap", 2, "-? -?")
    assert own["move"] == "-Of -Yx"
    assert phone.asks("/log").get_json()["log"][-1] == {"event": "swap", "player": 1, "count": 2, "told": 2}


def test_nobody_tells_the_hand_of_a_seat_that_is_not_theirs(phone: Phone) -> None:
    phone.begins("qwirkle", "Ann", "Bob")
    draw = {"event": "draw", "player": 0, "count": 6, "tiles": HANDS[0]}
    assert refusal(phone.tries("/events", event=draw)) == (403, "not_your_seat")
    phone.event("draw", player=0, count=6)
    phone.other().sits(0)
    assert refusal(phone.tries("/correct", at=1, event=draw)) == (403, "not_your_seat")
    assert refusal(phone.asks("/seats", "POST", player=0)) == (409, "seat_taken")


def test_of_two_phones_one_is_told_what_the_other_did(phone: Phone) -> None:
    dealt(phone)
    late = phone.other()
    state = phone.event("play", player=0, move=FIRST)
    answer = late.tries("/events", event={"event": "play", "player": 0, "move": "Rc@0,0"})
    assert refusal(answer) == (409, "table_stale")
    assert answer.get_json()["state"] == state
    assert phone.looks() == state
    for way, fields in (("/undo", {}), ("/redo", {}), ("/decisions", {"player": 0, "decision": "--"})):
        assert refusal(late.tries(way, **fields)) == (409, "table_stale")


def test_the_exports_tell_the_game(phone: Phone) -> None:
    dealt(phone)
    phone.event("play", player=0, move=FIRST)
    exported = phone.asks("/log").get_json()
    game = Game.from_json(GAMES[exported["game"]], exported["log"])
    assert GAMES["qwirkle"].scores(game.state) == (3, 0)
    assert phone.asks("/notation").get_data(as_text=True) == f"{FIRST}\n"
    rows = list(csv.reader(phone.asks("/scores.csv").get_data(as_text=True).splitlines()))
    assert rows == [["turn", "player", "move", "points", "Ann", "Bob"], ["1", "Ann", FIRST, "3", "3", "0"]]


def test_no_name_becomes_a_formula(phone: Phone) -> None:
    phone.begins("qwirkle", "=1+1", "Bob")
    assert "'=1+1" in phone.asks("/scores.csv").get_data(as_text=True)


@pytest.mark.parametrize(
    "event",
    [
        None,
        7,
        [],
        {},
        {"event": []},
        {"event": "dance"},
        {"event": "draw"},
        {"event": "draw", "player": "0", "count": 6},
        {"event": "draw", "player": 0, "count": 6, "tiles": 5},
        {"event": "play", "player": 0, "move": "Rc@9999999999,0"},
        {"event": "play", "player": 0, "move": "x" * 9000},
        {"event": "start", "players": ["Ann"]},
        {"event": "undo"},
    ],
)
def test_an_event_that_cannot_be_read_is_refused_in_words(phone: Phone, event: Any) -> None:
    before = phone.begins("qwirkle", "Ann", "Bob")
    assert refusal(phone.tries("/events", event=event))[0] == 422
    assert phone.looks() == before


def test_a_corrected_beginning_keeps_its_seats(phone: Phone) -> None:
    phone.begins("qwirkle", "Ann", "Bob")
    state = phone.does("/correct", at=0, event={"event": "start", "players": ["Anne", "Bob"]})
    assert state["players"][0]["name"] == "Anne"
    told: list[list[str]] = [["Ann"], ["Ann", "Bob", "Cem"], ["Ann", "Ann"], ["Ann", "\x00"], ["Ann", " Bob"]]
    for players in told:
        renamed = {"event": "start", "players": players}
        assert refusal(phone.tries("/correct", at=0, event=renamed))[0] == 422
    event = {"event": "start", "players": ["Ann", "Bob"], "scores": [10**30, 0]}
    assert refusal(phone.tries("/correct", at=0, event=event)) == (422, "wish_malformed")


def test_a_move_is_tried_without_being_written(phone: Phone) -> None:
    state = dealt(phone)
    assert state["start"] == {"event": "start", "players": ["Ann", "Bob"]}
    trial = phone.asks("/tries", "POST", move=FIRST).get_json()
    assert (trial["points"], trial["bonus"], len(trial["lines"]), len(trial["tiles"])) == (3, 0, 1, 3)
    phone.event("play", player=0, move=FIRST)
    assert phone.asks("/tries", "POST", move="Gd@2,1").get_json()["points"] == 2
    assert phone.asks("/tries", "POST", move="Rc@0,0", at=4).get_json()["points"] == 1
    assert len(phone.looks()["turns"]) == 1


def test_a_try_that_is_not_legal_says_why(phone: Phone) -> None:
    dealt(phone)
    phone.event("play", player=0, move=FIRST)
    for move, code in (
        ("Rc@3,0", "duplicate_made"),
        ("Bx@3,0", "mixed_made"),
        ("Rf@9,9", "not_touching"),
        ("Rf@0,0", "cell_taken"),
        ("-Rf", "no_placement"),
        ("Wd@2,1", "not_in_box"),
        ("Rf@x", "invalid_placement"),
        (7, "wish_malformed"),
    ):
        assert refusal(phone.asks("/tries", "POST", move=move)) == (422, code)
    assert refusal(phone.asks("/tries", "POST", move="Rf@3,0", at=99)) == (422, "wish_malformed")
    phone.begins("qwixx", "Ann", "Bob")
    assert refusal(phone.asks("/tries", "POST", move="Rf@3,0")) == (422, "wish_malformed")


def test_a_try_tells_nothing_of_a_hand(phone: Phone) -> None:
    bob = told(phone)
    held, not_held = (bob.asks("/tries", "POST", move=f"{tile}@0,0") for tile in ("Rc", "Pb"))
    assert held.status_code == not_held.status_code == 200
    assert held.get_json()["points"] == not_held.get_json()["points"]
