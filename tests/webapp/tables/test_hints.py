"""Hints at a table: whose hand they go by, and that they tell nobody anything of another's."""

from __future__ import annotations

from typing import Any

import pytest

from engine.qwirkle.view import View

from .phones import Phone, refusal
from .test_qwirkle import FIRST, HANDS, dealt, told

ROLL = "W3 W4 R5 Y4 G1 B6"


def hinted(phone: Phone, **wish: Any) -> dict[str, Any]:
    answer = phone.asks("/hints", "POST", **wish)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    advice: dict[str, Any] = answer.get_json()
    return advice


def test_who_has_the_seat_is_advised_by_the_hand_that_the_table_knows(phone: Phone) -> None:
    bob = told(phone)
    advice = hinted(phone, player=0, count=2)
    assert (advice["player"], advice["found"]) == (0, 1)
    assert {tile["tile"] for tile in advice["moves"][0]["tiles"]} == {"Rc", "Rs", "Rd"}
    phone.event("play", player=0, move=FIRST)
    ahead = hinted(bob, player=1, count=50)
    assert {tile["tile"] for tile in ahead["hand"]} == set(HANDS[1].split())
    assert len(hinted(bob, player=1, count=1)["moves"]) == 1
    assert ahead["moves"][0]["reasons"][0]["message"].startswith("makes a line")


def test_nobody_is_advised_by_the_hand_of_another(phone: Phone) -> None:
    bob = told(phone)
    for asking in (bob, phone.other()):
        assert refusal(asking.asks("/hints", "POST", player=0)) == (403, "not_your_seat")
    guess = hinted(bob, player=0, hand=HANDS[0])  # a guess is not told to be right or wrong
    assert len(guess["hand"]) == 6
    equal = hinted(bob, player=0, hand="Rc Rc Rc")
    assert [tile["tile"] for tile in equal["hand"]] == ["Rc"] * 3


OTHERS = ["Rc Rs Rd Oc Yb Gx", "Gx Gs Rb Yc Ps Pd", ""]
"""What Ann may hold, or keep for herself, while all else at the table is the same."""


def held(phone: Phone, hand: str) -> Phone:
    """A game in which Ann holds this, and has swapped tiles that only she knows; gives Bob's phone."""
    phone.begins("qwirkle", "Ann", "Bob", board=[{"col": 0, "row": 0, "tile": "Rf"}], turn=0)
    phone.sits(0)
    phone.event("draw", player=0, count=6, **({"tiles": hand} if hand else {}))
    bob = phone.other()
    bob.sits(1)
    bob.event("draw", player=1, count=6, tiles=HANDS[1])
    phone.looks()
    phone.event("swap", player=0, count=2, **({"tiles": " ".join(hand.split()[:2])} if hand else {}))
    phone.event("draw", player=0, count=2)
    bob.looks()
    return bob


def test_no_question_tells_what_another_holds(phone: Phone) -> None:
    """Whatever Ann holds, Bob is answered the same: for his own hints, guesses in her name, tries, all he sees."""
    answers = []
    for hand in OTHERS:
        bob = held(Phone(phone.app), hand)
        wishes: list[dict[str, Any]] = [{"player": 1}, *({"player": 0, "hand": guess} for guess in OTHERS)]
        asked = [bob.asks("/hints", "POST", **wish) for wish in wishes]
        tried = [bob.asks("/tries", "POST", move=f"{tile}@1,0") for tile in ("Rc", "Rs", "Rb", "Gx")]
        seen = {**bob.looks(), **dict.fromkeys(("code", "created", "changed"))}
        log = bob.asks("/log").get_json()["log"]
        for entry in log:
            entry.pop("told", None)  # how many she has told is all that differs
        answers.append(([one.get_json() for one in (*asked, *tried)], seen, log, bob.asks("/notation").get_data()))
    assert answers[1:] == answers[:-1]
    assert answers[0][0][0]["moves"]


def test_what_is_thought_about_another_s_hand_is_its_size(phone: Phone) -> None:
    views = []
    for hand in OTHERS:
        bob = held(Phone(phone.app), hand)
        keeper = phone.app.extensions["tables"]
        views.append(View.of_state(keeper.game(keeper.tables.get(bob.code)).state, 1))
    assert views[1:] == views[:-1]
    assert views[0].others == (6,)


def test_hints_for_qwixx_look_at_no_decision_that_is_hidden(phone: Phone) -> None:
    phone.begins("qwixx", "Ann", "Bob", turn=0, rules="publisher")
    phone.event("throw", roll=ROLL)
    before = phone.asks("/hints", "POST", player=0).get_json()
    phone.does("/decisions", player=1, decision="R7")
    assert phone.asks("/hints", "POST", player=0).get_json() == before


def test_a_hand_that_is_told_for_a_hint_is_kept_nowhere(phone: Phone) -> None:
    dealt(phone)
    before = phone.looks()
    phone.sits(0)
    advice = hinted(phone, player=0, hand=["Gc", "Gs", "red circle"])
    assert advice["moves"][0]["points"] == 2
    after = phone.looks()
    assert after["hands"][0] == {"count": 6, "tiles": []}
    assert after["version"] == before["version"]
    assert refusal(phone.asks("/hints", "POST", player=0)) == (422, "no_hand")


def test_hints_know_that_the_bag_is_empty_and_when_the_game_is_over(phone: Phone) -> None:
    phone.begins("qwirkle", "Ann", "Bob")
    rest = {"board": "Rc@0,0", "turn": 0, "hands": [1, 1], "lost": 105}
    phone.does("/correct", at=0, event={"event": "start", "players": ["Ann", "Bob"], **rest})
    (best, *_) = hinted(phone, player=0, hand="Rs")["moves"]
    assert (best["points"], best["bonus"]) == (8, 6)
    for player in range(2):
        phone.event("draw", player=player, count=1)
    phone.event("play", player=0, move="Rs@1,0")
    assert refusal(phone.asks("/hints", "POST", player=1, hand="Rd")) == (422, "game_over")


def test_moves_tell_where_they_lie_in_a_picture(phone: Phone) -> None:
    dealt(phone)
    phone.event("play", player=0, move=FIRST)
    square = [[0, 0], [100, 0], [100, 100], [0, 100]]
    seen = [
        {"col": col, "row": 0, "tile": f"R{shape}", "corners": [[x + 100 * col, y] for x, y in square]}
        for col, shape in enumerate("csd")
    ]
    advice = hinted(phone, player=1, hand="Rf", seen=seen, count=50)
    (right,) = (move for move in advice["moves"] if move["move"] == "Rf@3,0")
    corners = right["tiles"][0]["corners"]
    assert [[round(at) for at in corner] for corner in corners] == [[300, 0], [400, 0], [400, 100], [300, 100]]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"hand": "Rc"}, "wish_malformed"),
        ({"player": 2, "hand": "Rc"}, "wish_malformed"),
        ({"player": 0, "hand": "Qq"}, "invalid_tile_at"),
        ({"player": 0, "hand": ["x" * 200]}, "invalid_tile"),
        ({"player": 0, "hand": 7}, "wish_malformed"),
        ({"player": 0, "hand": ""}, "no_hand"),
        ({"player": 0, "hand": "Rc", "count": 0}, "wish_malformed"),
        ({"player": 0, "hand": "Rc", "count": 10**9}, "wish_malformed"),
        ({"player": 0, "hand": "Rc", "seen": "all"}, "wish_malformed"),
        ({"player": 0, "hand": "Wc"}, "not_in_box"),
    ],
)
def test_a_wish_that_cannot_be_granted_is_refused_in_words(phone: Phone, wish: dict[str, Any], code: str) -> None:
    dealt(phone)
    assert refusal(phone.asks("/hints", "POST", **wish)) == (422, code)


def test_qwixx_advises_all_who_decide(phone: Phone) -> None:
    phone.begins("qwixx", "Ann", "Bob", turn=0)
    assert refusal(phone.asks("/hints", "POST", player=0)) == (422, "nothing_to_decide")
    phone.event("throw", roll=ROLL)
    assert [hinted(phone, player=player, count=1)["active"] for player in range(2)] == [True, False]
