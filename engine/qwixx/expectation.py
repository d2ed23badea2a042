"""What a state of a sheet is worth, given what every state after it is worth.

Plain functions on plain arrays, compiled by `compiled`. A sheet is four row states; `after_turn` is a (1653, 1653)
table of the points still to come after the own turn, by the pairs of the rising and of the falling rows, for the same
number of penalties. Nothing here runs over the 6^6 rolls: once the white dice are given, each coloured die offers the
best of its own marks independently of the others, so the expectation of the best follows from their sorted values.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.qwixx.sheet import PENALTY
from engine.qwixx.states import AFTER, CLOSED, EARNED, FIRST, LAST, PAIR, POSITIONS, RISING_ROWS, ROWS, SECOND

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]

NEVER = -1e9
"""The value of what is not legal."""
SUM_CHANCES = np.array([1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1], dtype=np.float64) / 36
"""(11,): how likely the two white dice show the sums 2 to 12."""


def worth(sheet: Integers, after: Floats) -> float:
    """The points still to come after a decision that led to this sheet (four row states)."""
    return float(after[PAIR[sheet[0], sheet[1]], PAIR[sheet[2], sheet[3]]])


def offer_colours(sheet: Integers, earned: float, after: Floats, offers: Floats) -> None:
    """Raises `offers`, by row and sum, to what a colour action is worth on a sheet, with what was earned before it."""
    for row in range(ROWS):
        state = sheet[row]
        for total in range(POSITIONS):
            position = total if row < RISING_ROWS else LAST - total
            marked = AFTER[state, position]
            if marked >= 0:
                sheet[row] = marked
                value = earned + EARNED[state, position] + worth(sheet, after)
                offers[row, total] = max(offers[row, total], value)
        sheet[row] = state


def offer_white_after_colour(sheet: Integers, white: int, after: Floats, offers: Floats) -> None:
    """Raises `offers` to what it is worth to mark a row in the colour action, then further right in the white one."""
    for row in range(ROWS):
        state = sheet[row]
        white_position = white if row < RISING_ROWS else LAST - white
        for position in range(white_position):
            marked = AFTER[state, position]
            if marked >= 0 and AFTER[marked, white_position] >= 0:
                sheet[row] = AFTER[marked, white_position]
                value = EARNED[state, position] + EARNED[marked, white_position] + worth(sheet, after)
                total = position if row < RISING_ROWS else LAST - position
                offers[row, total] = max(offers[row, total], value)
        sheet[row] = state


def expected_best(floor: float, values: Floats, dice: Integers, count: int) -> float:
    """The expected best of a floor and of what four independent dice offer.

    Args:
        floor: what is had in any case.
        values: what single faces offer, all above the floor, each face once; sorted by this function.
        dice: the die of each value, 0 to 3.
        count: how many values there are.
    """
    for at in range(1, count):  # insertion, the best first
        value, die = values[at], dice[at]
        to = at
        while to > 0 and values[to - 1] < value:
            values[to], dice[to] = values[to - 1], dice[to - 1]
            to -= 1
        values[to], dice[to] = value, die
    faces = np.full(ROWS, 6)  # of each die, those that offer no more than the value looked at
    below = 1.0
    expected = 0.0
    for at in range(count):
        faces[dice[at]] -= 1
        now = faces[0] * faces[1] * faces[2] * faces[3] / 1296
        expected += values[at] * (below - now)
        below = now
        if below == 0:
            break
    return expected + floor * below


def own_turn(
    rising: int,
    falling: int,
    after: Floats,
    nothing: float,
    either_order: bool,
    finishes: bool,
    sheet: Integers,
    offers: Floats,
    values: Floats,
    dice: Integers,
) -> float:
    """The points still to come before the own roll.

    Args:
        rising: the pair of red and yellow.
        falling: the pair of green and blue.
        after: (1653, 1653) points still to come after the turn.
        nothing: what it is worth to mark nothing in the turn: the penalty and the points still to come after it.
        either_order: whether the colour action may come first.
        finishes: whether the colour action is still taken when the white one closes the second row.
        sheet: (4,) integers to work with.
        offers: (4, 11) floats to work with.
        values: (24,) floats to work with.
        dice: (24,) integers to work with.
    """
    sheet[0], sheet[1], sheet[2], sheet[3] = FIRST[rising], SECOND[rising], FIRST[falling], SECOND[falling]
    closed = 0
    for row in range(ROWS):
        closed += sheet[row] == CLOSED
    expected = 0.0
    for white in range(POSITIONS):
        offers[:] = NEVER
        floor = nothing
        offer_colours(sheet, 0.0, after, offers)
        for row in range(ROWS):
            state = sheet[row]
            position = white if row < RISING_ROWS else LAST - white
            marked = AFTER[state, position]
            if marked < 0:
                continue
            sheet[row] = marked
            floor = max(floor, EARNED[state, position] + worth(sheet, after))
            if finishes or closed + (marked == CLOSED) < 2:
                offer_colours(sheet, EARNED[state, position], after, offers)
            sheet[row] = state
        if either_order:
            offer_white_after_colour(sheet, white, after, offers)
        for low in range(max(1, white - 4), (white + 2) // 2 + 1):
            high = white + 2 - low
            count = 0
            for row in range(ROWS):
                for face in range(6):
                    value = max(offers[row, low + face - 1], offers[row, high + face - 1])
                    if value > floor:
                        values[count], dice[count] = value, row
                        count += 1
            chance = 1 / 36 if low == high else 2 / 36
            expected += chance * expected_best(floor, values, dice, count)
    return expected


def others_roll(rising: int, falling: int, after: Floats, sheet: Integers) -> float:
    """The points still to come before another player's white dice, given a table of those after them."""
    sheet[0], sheet[1], sheet[2], sheet[3] = FIRST[rising], SECOND[rising], FIRST[falling], SECOND[falling]
    expected = 0.0
    for white in range(POSITIONS):
        best = float(after[rising, falling])
        for row in range(ROWS):
            state = sheet[row]
            position = white if row < RISING_ROWS else LAST - white
            marked = AFTER[state, position]
            if marked >= 0:
                sheet[row] = marked
                best = max(best, EARNED[state, position] + worth(sheet, after))
                sheet[row] = state
        expected += SUM_CHANCES[white] * best
    return expected


def solve_states(
    rising: Integers, falling: Integers, before: Floats, after_penalty: Floats, either_order: bool, finishes: bool
) -> None:
    """Solves states of which all that come after them are solved, and those with the directions swapped.

    Args:
        rising: (n,) pairs of the rising rows.
        falling: (n,) pairs of the falling rows.
        before: (players, 1653, 1653) the points still to come before so many rolls of others and then the own one;
            filled for these states.
        after_penalty: (1653, 1653) the points still to come after the turn with one penalty more.
        either_order: whether the colour action may come first.
        finishes: whether the colour action is still taken when the white one closes the second row.
    """
    sheet, offers = np.empty(ROWS, np.int64), np.empty((ROWS, POSITIONS))
    values, dice = np.empty(ROWS * 6), np.empty(ROWS * 6, np.int64)
    last = len(before) - 1
    for at in range(len(rising)):
        one, other = rising[at], falling[at]
        nothing = PENALTY + after_penalty[one, other]
        before[0, one, other] = own_turn(
            one, other, before[last], nothing, either_order, finishes, sheet, offers, values, dice
        )
        before[0, other, one] = before[0, one, other]
        for wait in range(1, last + 1):
            before[wait, one, other] = others_roll(one, other, before[wait - 1], sheet)
            before[wait, other, one] = before[wait, one, other]
