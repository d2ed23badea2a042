"""A session at a table of Qwixx: settled dice and sheets in, advice out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game import ENGLISH, UNLIMITED, Budget, Reason, Refusal
from engine.qwixx.advice import Suggestion, View, advise
from engine.qwixx.events import Preset
from engine.qwixx.roll import Roll
from engine.qwixx.settle import DiceTable, SheetTable
from engine.qwixx.sheet import Sheet

ENGLISH.update(
    {
        "no_sheet": "no score sheet is known: write it, such as R:3,4 Y: G:12 B: P:1, or take a photo that "
        "shows the whole of it from nearer by",
        "which_sheet": "{count} score sheets were found: show yours alone, or write it, such as R:3,4 Y: G:12 B: P:1",
    }
)


@dataclass(frozen=True)
class Advice:
    """What to mark.

    Args:
        view: the player's sheet, the roll and all else that the advice goes by.
        suggestions: what the player may decide, the best first.
    """

    view: View
    suggestions: Sequence[Suggestion]


def advice(
    sheet: Sheet,
    roll: Roll,
    *,
    others: Sequence[Sheet] = (),
    active: bool = True,
    players: int = 2,
    preset: Preset = Preset.GAMERULES,
    waits: int | None = None,
    budget: Budget = UNLIMITED,
) -> Advice:
    """What a player should mark; for the arguments see `View` and `advise`.

    Raises:
        Refusal: if the game is over, or the numbers can't be those of a game.
    """
    view = View(sheet, roll, tuple(others), active=active, players=players, preset=preset, waits=waits)
    return Advice(view, advise(view, budget))


def only_sheet(tables: Sequence[SheetTable], refusals: Sequence[Reason] = ()) -> SheetTable:
    """The player's sheet on a photo.

    Args:
        tables: the sheets on it.
        refusals: why further sheets can't be read.

    Raises:
        Refusal: if there is none, or nobody can tell which it is.
    """
    if not tables:
        raise Refusal(refusals[0].code if refusals else "no_sheet")
    if len(tables) > 1:
        raise Refusal("which_sheet", count=len(tables))
    return tables[0]


def roll_of(dice: DiceTable) -> Roll:
    """The roll on a photo.

    Raises:
        Refusal: if the dice are none; it says why.
    """
    if dice.roll is None:
        for problem in dice.problems:
            raise Refusal(problem.reason.code, **problem.reason.params)
        raise Refusal("no_dice")
    return dice.roll
