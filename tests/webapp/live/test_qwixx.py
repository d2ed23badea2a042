"""Rolls of Qwixx that a phone's camera sees."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.vision.rolls import Lying, roll
from tests.webapp.tables.conftest import Opened
from tests.webapp.tables.phones import refusal

from .tables import Table, codes

FIRST, SECOND = "W3 W4 R5 Y4 G1 B6", "W1 W4 R2 Y2 G3 B5"


def passes(dice: Table) -> None:
    """Nobody marks anything, so the turn goes on."""
    dice.phone.looks()
    dice.phone.event("act", marks=["--", "--"])
    dice.phone.event("act", marks=["--"])


def thrown(dice: Table) -> list[str]:
    log = dice.phone.asks("/log").get_json()["log"]
    return [entry["roll"] for entry in log if entry["event"] == "throw"]


def text(look: dict[str, Any]) -> str | None:
    return str(look["proposal"]["text"]) if look["proposal"] else None


def test_dice_that_lie_still_become_the_roll(dice: Table) -> None:
    look = dice.rolls(roll(FIRST))
    proposal = look["proposal"]
    assert (proposal["player"], proposal["text"], proposal["turn"]) == ("Ann", FIRST, None)
    assert proposal["roll"] == {"white": [3, 4], "red": 5, "yellow": 4, "green": 1, "blue": 6}
    assert {piece["colour"] for piece in look["pieces"]} == {"white", "red", "yellow", "green", "blue"}
    assert dice.waits(3)["proposal"] is None
    assert thrown(dice) == [FIRST]


def test_dice_that_lie_there_from_the_turn_before_are_no_roll(dice: Table) -> None:
    dice.rolls(roll(FIRST), seconds=5)
    passes(dice)
    assert dice.stirs(8)["proposal"] is None
    assert text(dice.rolls(roll(SECOND))) == SECOND
    dice.waits(3)
    assert thrown(dice) == [FIRST, SECOND]


def test_the_same_numbers_elsewhere_are_a_roll_but_a_knocked_camera_is_none(dice: Table) -> None:
    dice.rolls(roll(FIRST), seconds=5)
    passes(dice)
    assert dice.rolls(roll(FIRST, x=160, y=130), seconds=5)["proposal"] is None
    elsewhere = roll(FIRST)
    elsewhere[0] = replace(elsewhere[0], y=300)
    assert text(dice.rolls(elsewhere)) == FIRST


def test_dice_that_were_rolled_before_all_had_marked_are_proposed_once_they_have(dice: Table) -> None:
    dice.rolls(roll(FIRST), seconds=5)
    assert dice.rolls(roll(SECOND), seconds=5)["proposal"] is None
    passes(dice)
    assert text(dice.frame()) == SECOND


def test_a_roll_that_was_tapped_is_that_of_the_dice_that_lie_there(dice: Table) -> None:
    dice.rolls(roll(FIRST))
    dice.phone.looks()
    dice.phone.event("throw", roll=FIRST)
    passes(dice)
    assert dice.waits(5)["proposal"] is None
    assert thrown(dice) == [FIRST]


def test_dice_that_lay_there_when_the_camera_came_wait_for_a_tap(opened: Opened) -> None:
    table = Table(opened())
    table.phone.begins("qwixx", "Ann", "Ben", turn=0, rules="publisher")
    look = table.rolls(roll(FIRST), seconds=8)
    assert (text(look), look["proposal"]["confirms_in"]) == (FIRST, None)
    assert table.rolls(roll(SECOND))["proposal"]["confirms_in"] is not None


def test_a_roll_that_was_undone_is_not_taken_again_while_its_dice_lie_there(dice: Table) -> None:
    dice.rolls(roll(FIRST), seconds=5)
    dice.phone.looks()
    dice.phone.does("/undo")
    assert dice.stirs(6)["proposal"] is None
    assert text(dice.rolls(roll(SECOND))) == SECOND


def test_a_roll_that_could_not_be_written_is_proposed_again(dice: Table) -> None:
    dice.rolls(roll(FIRST), seconds=3)
    live = dice.app.extensions["live"].known(dice.phone.code)
    (news,) = live.following.follows.tick(dice.now + 9)
    assert news.roll is not None
    live.following.recorded(live.following.after(news).undo())
    assert text(dice.frame()) == FIRST


def test_a_roll_lacks_no_die_that_is_in_play(dice: Table) -> None:
    assert dice.rolls(roll(FIRST)[:-1], seconds=6)["proposal"] is None
    held = [*roll(FIRST)[:-1], Lying("B6", 500, 300, in_play=False)]
    assert dice.rolls(held, seconds=6)["proposal"] is None
    assert text(dice.rolls(roll(FIRST))) == FIRST


def test_a_doubtful_die_waits_for_a_tap(dice: Table) -> None:
    doubtful = roll(FIRST)
    doubtful[2] = replace(doubtful[2], sure=0.6)
    look = dice.rolls(doubtful, seconds=8)
    assert (text(look), look["proposal"]["confirms_in"]) == (FIRST, None)
    assert thrown(dice) == []
    dice.confirms()
    assert thrown(dice) == [FIRST]


def test_a_roll_that_is_not_so_is_proposed_no_more(dice: Table) -> None:
    dice.rolls(roll(FIRST))
    assert dice.does("/dismiss")["proposal"] is None
    assert dice.stirs(6)["proposal"] is None
    assert text(dice.rolls(roll(SECOND))) == SECOND


def test_a_photo_of_the_dice_proposes_the_roll(dice: Table) -> None:
    dice.lies.roll(roll(FIRST))
    look = dice.photographs(dice.board)
    assert (text(look), look["proposal"]["confirms_in"]) == (FIRST, None)
    dice.confirms()
    assert thrown(dice) == [FIRST]
    assert refusal(dice.asks("/fix", cell=[0, 0], tile=None)) == (422, "fix_rolls")
    assert codes(dice.looks()["differs"]) == []
