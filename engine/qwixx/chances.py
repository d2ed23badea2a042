"""The chance to win with each choice in a turn, where all sheets are known: what `foresight` says, for `advice`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.qwixx import foresight
from engine.qwixx.contest import (
    COLOUR_FIRST,
    COLOUR_MARK,
    COLOUR_THEN_WHITE,
    EITHER_ORDER,
    MOST_PLANS,
    ONLY_COLOUR,
    ONLY_WHITE,
    WHITE_MARK,
    WHITE_THEN_COLOUR,
    Sheets,
    Turn,
)
from engine.qwixx.events import Preset
from engine.qwixx.expectation import Floats, Integers
from engine.qwixx.foresight import ranking
from engine.qwixx.marks import Action, Mark
from engine.qwixx.roll import PIPS, Roll
from engine.qwixx.sheet import Row, Sheet
from engine.qwixx.states import CLOSED, POSITIONS, row_state
from engine.qwixx.winning import learned

VIEWER = 0
"""The seat of who wants to know."""

DUE = {
    (Action.WHITE, Action.COLOUR): WHITE_THEN_COLOUR,
    (Action.COLOUR, Action.WHITE): COLOUR_THEN_WHITE,
    (Action.WHITE,): ONLY_WHITE,
    (Action.COLOUR,): ONLY_COLOUR,
}
"""The actions that are still to come in a turn, as `contest` counts them."""


_weigh: Callable[..., int] = foresight.weigh
"""Run by Python it takes 5 to 10 milliseconds, and 25 at most."""


def warm() -> None:
    """Makes every later look some ten times faster, by compiling what does it or loading what was compiled before.

    Takes half a minute the first time on a machine, so run it in a background thread. It may run in several threads and
    processes at once.
    """
    global _weigh  # noqa: PLW0603 - whether this process has the compiled function is no part of any game
    from engine.qwixx import compiled_contest  # numba takes half a second to import

    _weigh = compiled_contest.weigh


@dataclass(frozen=True, eq=False)
class Position:
    """A turn of a game as numbers, the player whose choices are wanted being the first.

    Args:
        sheets: everybody's.
        turn: the turn.
        preset: the reading of the rules.
    """

    sheets: Sheets
    turn: Turn
    preset: Preset

    @classmethod
    def of(
        cls,
        sheets: Sequence[Sheet],
        roll: Roll,
        *,
        turn: int,
        actions: tuple[Action, ...],
        marked: bool,
        preset: Preset,
    ) -> Position:
        """The numbers of sheets and dice; a row without a die is closed for everybody.

        Args:
            sheets: everybody's, in their order from the player.
            roll: the dice that are in play.
            turn: the active player.
            actions: those still to come; none if the order is not settled.
            marked: whether the active player has marked anything in this turn.
            preset: the reading of the rules.
        """
        rows = [[CLOSED if roll.coloured[row] is None else row_state(sheet, row) for row in Row] for sheet in sheets]
        dice = np.array([*roll.white, *(value or PIPS[0] for value in roll.coloured)], np.int64)
        publisher = preset == Preset.PUBLISHER
        due = DUE.get(actions, WHITE_THEN_COLOUR if publisher else EITHER_ORDER)
        return cls(
            Sheets(
                np.array(rows, np.int64),
                np.array([sheet.total for sheet in sheets], np.int64),
                np.array([sheet.penalties for sheet in sheets], np.int64),
            ),
            Turn(turn, dice, due, marked, publisher),
            preset,
        )


@dataclass(frozen=True)
class Prospect:
    """What a choice leads to.

    Args:
        chance: to win, over all that the others likely do, a shared win counting in part.
        final: the own final score to be expected.
        lead: by how much the own score is above the best other one if the others do what is likeliest.
        colour_first: whether the colour action comes first, where the player has the say and it matters.
        rank: what choices are ranked by: the chance, and by the lead where that is the same.
    """

    chance: float
    final: float
    lead: float
    colour_first: bool
    rank: float


Marks = tuple[Mark | None, Mark | None]
"""What is marked in the white and in the colour action."""


def prospects(position: Position) -> dict[Marks, Prospect]:
    """What all that the player may mark in the rest of the turn leads to."""
    plans, foreseen = appraised(position)
    found: dict[Marks, Prospect] = {}
    for plan, columns in zip(plans.tolist(), foreseen, strict=True):
        marks = mark_of(plan[WHITE_MARK]), mark_of(plan[COLOUR_MARK])
        chance, final, lead = columns.tolist()
        rank = ranking(columns)
        if marks not in found or rank > found[marks].rank:
            found[marks] = Prospect(chance, final, lead, bool(plan[COLOUR_FIRST]), rank)
    return found


def mark_of(number: int) -> Mark | None:
    """A mark of `contest`."""
    if number < 0:
        return None
    row = Row(number // POSITIONS)
    return Mark(row, row.numbers[number % POSITIONS])


def appraised(position: Position) -> tuple[Integers, Floats]:
    """All plans of the player and what is foreseen of them, in the columns of `foresight`."""
    plans, foreseen = np.zeros((MOST_PLANS, 3), np.int64), np.zeros((MOST_PLANS, 3))
    know = learned(position.preset, len(position.sheets.rows))
    count = _weigh(position.sheets, position.turn, VIEWER, know, plans, foreseen)
    return plans[:count], foreseen[:count]
