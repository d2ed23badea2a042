"""Games played with a table of values: rolls of real dice and every decision they allow, one by one.

Knows nothing of how the table was made, so what such games earn on average confirms it. Plain functions on plain
arrays, compiled by `compiled`.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.qwixx.expectation import Floats, Integers
from engine.qwixx.sheet import PENALTIES, PENALTY
from engine.qwixx.states import AFTER, CLOSED, EARNED, LAST, PAIR, RISING_ROWS, ROWS

Table: TypeAlias = NDArray[np.float32]
"""Points still to come by penalties, pair of rising rows and pair of falling rows; an axis more before: by rolls of
others to come before the own one."""
Counts: TypeAlias = NDArray[np.int32]


def closed_rows(sheet: Integers) -> int:
    """How many of four row states are closed."""
    closed = 0
    for row in range(ROWS):
        if sheet[row] == CLOSED:
            closed += 1
    return closed


def position_of(row: int, total: int) -> int:
    """The position of a sum of two dice in a row."""
    return total - 2 if row < RISING_ROWS else LAST + 2 - total


def consider(sheet: Integers, penalties: int, points: float, after: Table, best: Floats, chosen: Integers) -> None:
    """Chooses a decision if it is the best so far.

    Args:
        sheet: the row states that it leads to.
        penalties: and those it leads to.
        points: of the sheet then.
        after: the points still to come.
        best: the value and the points of the best so far.
        chosen: the row states and the penalties that the best so far leads to.
    """
    value = points
    if penalties < PENALTIES and closed_rows(sheet) < 2:
        value += after[penalties, PAIR[sheet[0], sheet[1]], PAIR[sheet[2], sheet[3]]]
    if value > best[0]:
        best[0], best[1] = value, points
        chosen[:ROWS] = sheet
        chosen[ROWS] = penalties


def consider_white(
    sheet: Integers, total: int, penalties: int, points: float, after: Table, best: Floats, chosen: Integers
) -> None:
    """Considers every mark with the white dice."""
    for row in range(ROWS):
        state, position = sheet[row], position_of(row, total)
        if AFTER[state, position] >= 0:
            sheet[row] = AFTER[state, position]
            consider(sheet, penalties, points + EARNED[state, position], after, best, chosen)
            sheet[row] = state


def consider_colours(
    sheet: Integers, roll: Integers, penalties: int, points: float, after: Table, best: Floats, chosen: Integers
) -> None:
    """Considers every mark with a white and a coloured die."""
    for row in range(ROWS):
        for white in range(2):
            state, position = sheet[row], position_of(row, roll[white] + roll[2 + row])
            if AFTER[state, position] >= 0:
                sheet[row] = AFTER[state, position]
                consider(sheet, penalties, points + EARNED[state, position], after, best, chosen)
                sheet[row] = state


def consider_turn(
    sheet: Integers,
    roll: Integers,
    penalties: int,
    points: float,
    either_order: bool,
    finishes: bool,
    after: Table,
    best: Floats,
    chosen: Integers,
) -> None:
    """Considers everything that the active player may do."""
    total = roll[0] + roll[1]
    consider(sheet, penalties + 1, points + PENALTY, after, best, chosen)
    consider_white(sheet, total, penalties, points, after, best, chosen)
    consider_colours(sheet, roll, penalties, points, after, best, chosen)
    for row in range(ROWS):
        state, position = sheet[row], position_of(row, total)
        if AFTER[state, position] >= 0:
            sheet[row] = AFTER[state, position]
            if finishes or closed_rows(sheet) < 2:
                consider_colours(sheet, roll, penalties, points + EARNED[state, position], after, best, chosen)
            sheet[row] = state
        for white in range(2 if either_order else 0):
            position = position_of(row, roll[white] + roll[2 + row])
            if AFTER[state, position] >= 0:
                sheet[row] = AFTER[state, position]
                if finishes or closed_rows(sheet) < 2:
                    consider_white(sheet, total, penalties, points + EARNED[state, position], after, best, chosen)
                sheet[row] = state


def play_games(
    before: Table, waits: int, either_order: bool, finishes: bool, scores: Integers, seed: int, visits: Counts
) -> None:
    """Plays games to the end, nobody else ending any.

    Args:
        before: (players, 4, 1653, 1653) points still to come before so many rolls of others and then the own one.
        waits: rolls of others before the first own one.
        either_order: whether the colour action may come first.
        finishes: whether the second action is still taken when the first closes the second row.
        scores: (n,) filled with the final scores.
        seed: of the dice.
        visits: (4, 1653, 1653) counts the sheets that rolls of any player found; empty to count none.
    """
    np.random.seed(seed)  # noqa: NPY002 - the only generator that numba can seed; it is its thread's own
    sheet, chosen, best = np.zeros(ROWS, np.int64), np.zeros(ROWS + 1, np.int64), np.zeros(2)
    for game in range(len(scores)):
        chosen[:], best[:] = 0, 0.0
        to_wait = waits
        while chosen[ROWS] < PENALTIES and closed_rows(chosen) < 2:
            sheet[:] = chosen[:ROWS]
            penalties, points = chosen[ROWS], best[1]
            if len(visits):
                visits[penalties, PAIR[sheet[0], sheet[1]], PAIR[sheet[2], sheet[3]]] += 1
            roll = np.random.randint(1, 7, 2 + ROWS)  # noqa: NPY002
            best[0] = -np.inf
            if to_wait:
                after = before[to_wait - 1]
                consider(sheet, penalties, points, after, best, chosen)
                consider_white(sheet, roll[0] + roll[1], penalties, points, after, best, chosen)
            else:
                after = before[-1]
                consider_turn(sheet, roll, penalties, points, either_order, finishes, after, best, chosen)
            to_wait = to_wait - 1 if to_wait else len(before) - 1
        scores[game] = round(best[1])
