"""A row as the value of a game needs it: one of 57 states, and what a mark makes of it.

What a row still earns depends on how far its marks reach and how many there are, not on which numbers they are. By
positions (0 to 10, see `Row.position`) rising and falling rows are alike: the falling ones only see every sum mirrored.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.qwixx.sheet import MARKS_BEFORE_LAST, RISING, Row, Sheet, row_points

POSITIONS: Final = len(RISING)
LAST: Final = POSITIONS - 1
"""The position that locks the row."""
ROWS: Final = len(Row)
RISING_ROWS: Final = sum(row.rises for row in Row)
"""The rows before this one rise, the others fall."""

OPEN: Final = ((0, 0), *((passed, count) for passed in range(1, POSITIONS) for count in range(1, passed + 1)))
"""The open states as (passed, count): how many positions are marked or passed over, and how many marks there are."""
STATE_OF: Final = {state: index for index, state in enumerate(OPEN)}
CLOSED: Final = len(OPEN)
"""A closed row, whoever closed it: nothing more comes of it."""
STATES: Final = CLOSED + 1
NO_STATE: Final = -1


def _marked(passed: int, count: int, position: int) -> tuple[int, int]:
    """The state after a mark and what the mark earns; `NO_STATE` where it is not legal."""
    if position < passed or (position == LAST and count < MARKS_BEFORE_LAST):
        return NO_STATE, 0
    if position == LAST:  # the lock counts as one more mark
        return CLOSED, row_points(count + 2) - row_points(count)
    return STATE_OF[position + 1, count + 1], row_points(count + 1) - row_points(count)


_MARKED = np.array(
    [[_marked(*state, position) for position in range(POSITIONS)] for state in OPEN] + [[(NO_STATE, 0)] * POSITIONS]
)
AFTER: Final[NDArray[np.int64]] = np.ascontiguousarray(_MARKED[..., 0])
"""(57, 11): the state after a mark, by state and position; `NO_STATE` where it is not legal."""
EARNED: Final[NDArray[np.float64]] = _MARKED[..., 1].astype(np.float64)
"""(57, 11): the points that the mark earns at once."""
PASSED: Final[NDArray[np.int64]] = np.array([passed for passed, _ in OPEN] + [POSITIONS])
"""(57,): grows with every mark."""

_PAIRS = tuple(combinations_with_replacement(range(STATES), 2))
PAIRS: Final = len(_PAIRS)
"""The 1653 pairs of row states in any order, for red and yellow are alike, and so are green and blue."""
FIRST: Final[NDArray[np.int64]] = np.array([first for first, _ in _PAIRS])
SECOND: Final[NDArray[np.int64]] = np.array([second for _, second in _PAIRS])
"""(1653,): the two states of each pair."""
PAIR: Final[NDArray[np.int64]] = np.zeros((STATES, STATES), dtype=np.int64)
"""(57, 57): the pair of two states."""
PAIR[FIRST, SECOND] = PAIR[SECOND, FIRST] = np.arange(PAIRS)


def row_state(sheet: Sheet, row: Row) -> int:
    """The state of a row that nobody else has closed, also if the sheet breaks the rules."""
    if row in sheet.locks or row.last in sheet.rows[row]:
        return CLOSED
    return STATE_OF[sheet.passed(row), len(sheet.rows[row])]
