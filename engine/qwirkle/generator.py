"""From a board and a hand to its moves: runs `search` as Python at first, and compiled once `warm` is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property

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
    Python, some thirty times slower. It may run in several threads and processes at once.
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
        columns: tuple[int, ...]
        rows: tuple[int, ...]
        columns, rows = zip(*tiles, strict=True) if tiles else ((0,), (0,))
        self.left, self.top = min(columns) - MARGIN, min(rows) - MARGIN
        self.width, self.height = max(columns) + MARGIN + 1 - self.left, max(rows) + MARGIN + 1 - self.top
        self.first = EMPTY if tiles else self.at((0, 0))
        self.cells: Integers = np.full(self.width * self.height, EMPTY, np.int64)
        places = [self.at(cell) for cell in tiles]
        self.cells[places] = [tile.number for tile in tiles.values()]

    @cached_property
    def cells_listed(self) -> list[int]:
        """The cells for the search in Python, which is faster over a list."""
        return list(map(int, self.cells))

    @property
    def free_beside_tiles(self) -> list[int]:
        """The places of the free cells beside tiles."""
        tiles = np.flatnonzero(self.cells != EMPTY)
        beside = np.concatenate([tiles + step for step in (-self.width, -1, 1, self.width)])
        places: list[int] = np.unique(beside[self.cells[beside] == EMPTY]).tolist()
        return places

    def at(self, cell: Cell) -> int:
        """The place of a cell in the window."""
        x, y = cell
        return (y - self.top) * self.width + x - self.left

    def cell(self, at: int) -> Cell:
        """Column and row of a place in the window."""
        y, x = divmod(at, self.width)
        return x + self.left, y + self.top


class Found:
    """The moves that a search found, turned into objects one by one as they are asked for.

    Args:
        window: where the search was.
        kinds: the different tiles of the hand, by which the records name their tiles.
        records: (count, `search.RECORD`) int64, a move a row.
    """

    def __init__(self, window: Window, kinds: Sequence[Tile], records: Integers) -> None:
        self._window, self._kinds, self._records = window, kinds, records

    def __len__(self) -> int:
        return len(self._records)

    def __iter__(self) -> Iterator[tuple[Move, int]]:
        return (self._move(record) for record in self._records.tolist())

    def __getitem__(self, index: int) -> tuple[Move, int]:
        return self._move(self._records[index].tolist())

    @property
    def points(self) -> Integers:
        """(count,) int64: what the lines of each move earn."""
        return self._records[:, POINTS]

    @property
    def sizes(self) -> Integers:
        """(count,) int64: how many tiles each move adds."""
        return self._records[:, COUNT]

    def best(self) -> tuple[Move, int]:
        """The first of the moves with the most points.

        Raises:
            ValueError: if there is no move.
        """
        return self[int(self.points.argmax())]

    def _move(self, record: list[int]) -> tuple[Move, int]:
        tiles = range(FIRST, FIRST + 2 * record[COUNT], 2)
        placements = [Placement(*self._window.cell(record[at]), self._kinds[record[at + 1]]) for at in tiles]
        return Move(tuple(placements)), record[POINTS]


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
            return Found(window, kinds, records[:found])
        room = found


def _search(window: Window, kinds: list[int], room: int, enough: int) -> tuple[Integers, int]:
    """As many moves as there is room for, and how many there are."""
    if _compiled is not None:
        records = np.empty(room * RECORD, np.int64)
        stack, hand = np.empty(STACK, np.int64), np.array(kinds, np.int64)
        found = _compiled(window.cells, window.width, window.first, hand, stack, records, enough)
        return records.reshape(room, RECORD), found
    listed, cells = [0] * (room * RECORD), window.cells_listed
    found = search.find_moves(cells, window.width, window.first, kinds, [0] * STACK, listed, enough)
    return np.array(listed[: min(found, room) * RECORD], np.int64).reshape(-1, RECORD), found
