"""The points still to come as a sum over pairs of rows: 3306 numbers in the place of 2.7 million.

A sheet has two pairs of rows that run the same way and four pairs of a rising and a falling row. By symmetry one number
for each pair of row states serves for either of the first and one for any of the second.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.qwixx.expectation import Floats
from engine.qwixx.states import CLOSED, FIRST, PAIR, PAIRS, SECOND

SAME, ACROSS = 0, PAIRS
"""Where the pairs that run the same way begin among the numbers, and where those that run opposite ways do."""
NUMBERS = 2 * PAIRS
PAIRS_OF_ROWS = 6

CLOSED_ROWS = (FIRST == CLOSED).astype(np.int64) + (SECOND == CLOSED)
OVER = CLOSED_ROWS[:, None] + CLOSED_ROWS >= 2
"""(1653, 1653): whether two rows are closed, by the pair of the rising rows and that of the falling ones."""


def numbers_of(states: Sequence[int]) -> tuple[int, ...]:
    """Which of the 3306 numbers add up to the value of four row states, from the top of the sheet."""
    red, yellow, green, blue = states
    across = (PAIR[rising, falling] for rising in (red, yellow) for falling in (green, blue))
    return (SAME + int(PAIR[red, yellow]), SAME + int(PAIR[green, blue]), *(ACROSS + int(pair) for pair in across))


def expanded(numbers: Floats) -> Floats:
    """The (1653, 1653) values of all sheets from (3306,) numbers; 0 where the game is over."""
    same, across = numbers[SAME:ACROSS], numbers[ACROSS:]
    values = same[:, None] + same
    for rising in (FIRST, SECOND):
        for falling in (FIRST, SECOND):
            values += across[PAIR[rising[:, None], falling]]
    values[OVER] = 0
    return values


def add_equations(weights: Floats, values: Floats, normal: Floats, right: Floats) -> None:
    """Adds up the normal equations of weighted least squares; plain arithmetic, compiled by `compiled`.

    Args:
        weights: (1653, 1653) of the sheets.
        values: (k, 1653, 1653) what the sums shall be near, for k fits at once.
        normal: (3306, 3306) added to.
        right: (3306, k) added to.
    """
    numbers = np.empty(PAIRS_OF_ROWS, np.int64)
    for rising in range(PAIRS):
        for falling in range(PAIRS):
            weight = weights[rising, falling]
            if weight == 0:
                continue
            numbers[0], numbers[1] = SAME + rising, SAME + falling
            numbers[2] = ACROSS + PAIR[FIRST[rising], FIRST[falling]]
            numbers[3] = ACROSS + PAIR[FIRST[rising], SECOND[falling]]
            numbers[4] = ACROSS + PAIR[SECOND[rising], FIRST[falling]]
            numbers[5] = ACROSS + PAIR[SECOND[rising], SECOND[falling]]
            for one in numbers:
                for other in numbers:
                    normal[one, other] += weight
                for fit in range(len(values)):
                    right[one, fit] += weight * values[fit, rising, falling]
