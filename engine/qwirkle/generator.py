"""From a board and a hand to its moves: runs `search` as Python at first, and compiled once `warm` is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.qwirkle import search
from engine.qwirkle.moves import Cell, Move, Placement
from engine.qwirkle.search import COUNT, EMPTY, FIRST, MARGIN, POINTS, RECORD, STACK
from engine.qwirkle.tile import Tile

Integers = NDArray[np.int64]

ROOM = 2048
"""Moves for which room is made at first; few positions have more."""
EVERY = 2**31
"""More moves than any position has."""

_compiled: Callable[..., int] | None = None


def warm() -> None:
    """Makes every later search fast, by compiling it or loading what was compiled before.

    Takes some seconds the first time on a machine, so run it in a background thread; until it is done, searches run as
    Python, some hundred times slower. It may run in several threads and processes at once.
    """
    global _compiled  # noqa: PLW0603 - whether this process has the compiled search is no part of any game
    from engine.qwirkle import compiled  # numba takes half a second to import: only who warms pays for it

    _compiled = compiled.find_moves


def is_warm() -> bool:
    """Whether searches run compiled."""
    return _compiled is not None


class Window:
    """A board as the search takes it: the cells around its tiles, row after row."""

    def __init__(self, tiles: Mapping[Cell, Tile]) -> None:
        columns, rows = zip(*tiles, strict=True) if tiles else ((0,), (0,))
        self.left, self.top = min(columns) - MARGIN, min(rows) - MARGIN
        self.width, self.height = max(columns) + MARGIN + 1 - self.left, max(rows) + MARGIN + 1 - self.top
        self.first = EMPTY if tiles else -self.top * self.width - self.left
        self.cells: Integers = np.full(self.width * self.height, EMPTY, np.int64)
        for (x, y), tile in tiles.items():
            self.cells[(y - self.top) * self.width + x - self.left] = tile.number

    @cached_property
    def cells_listed(self) -> list[int]:
        """The cells for the search in Python, which is faster over a list."""
        return list(map(int, self.cells))

    def cell(self, at: int) -> Cell:
        """Column and row of a place in the window."""
        y, x = divmod(at, self.width)
        return x + self.left, y + self.top


class Found:
    """The moves that a search found, turned into objects one by one as they are asked for.

    Args:
        window: where the search was.
        kinds: the different tiles of the hand, by which the records name their tiles.
        records: flat, `search.RECORD` integers a move.
        count: the number of moves.
    """

    def __init__(self, window: Window, kinds: Sequence[Tile], records: Sequence[int] | Integers, count: int) -> None:
        self._window, self._kinds, self._records, self._count = window, kinds, records, count

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[tuple[Move, int]]:
        for base in range(0, self._count * RECORD, RECORD):
            record: Any = self._records[base : base + RECORD]
            record = record if isinstance(record, list) else record.tolist()
            ends = range(FIRST, FIRST + 2 * record[COUNT], 2)
            placements = tuple(Placement(*self._window.cell(record[i]), self._kinds[record[i + 1]]) for i in ends)
            yield Move(placements), record[POINTS]


def find(window: Window, hand: Sequence[Tile], enough: int = EVERY) -> Found:
    """The different ways to add tiles of a hand, with the points of their lines.

    Args:
        window: the board.
        hand: the tiles; equal ones give one move.
        enough: stop when so many are found.
    """
    kinds = sorted(set(hand))
    room = min(ROOM, enough)
    while True:
        records, found = _search(window, [tile.number for tile in kinds], room, enough)
        if found <= room:
            return Found(window, kinds, records, found)
        room = found


def _search(window: Window, kinds: list[int], room: int, enough: int) -> tuple[Any, int]:
    size = room * RECORD
    if _compiled is not None:
        records = np.empty(size, np.int64)
        stack = np.empty(STACK, np.int64)
        hand = np.array(kinds, np.int64)
        return records, _compiled(window.cells, window.width, window.first, hand, stack, records, enough)
    listed = [0] * size
    return listed, search.find_moves(
        window.cells_listed, window.width, window.first, kinds, [0] * STACK, listed, enough
    )
