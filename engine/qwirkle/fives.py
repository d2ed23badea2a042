"""Lines of five: the cells where a single tile would complete a qwirkle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.qwirkle.board import Board
from engine.qwirkle.lines import Line
from engine.qwirkle.moves import Cell, Move, Placement
from engine.qwirkle.search import EMPTY, joined, run
from engine.qwirkle.tile import LINE_LIMIT, TILES, Tile


@dataclass(frozen=True)
class Five:
    """A line that one tile would complete.

    Args:
        line: the five tiles; the free cell lies at an end or between them.
        cell: where the tile goes. A line with two free ends is given once for each.
        fitting: the tiles that may lie on the cell by its row and its column; maybe none.
    """

    line: Line
    cell: Cell
    fitting: tuple[Tile, ...]


class Fives:
    """The lines of five on a board, now and after any move.

    Args:
        board: the board now.
    """

    def __init__(self, board: Board) -> None:
        self._window = board.window
        self._cells = board.window.cells_listed.copy()
        self._width = board.window.width
        free = board.window.free_beside_tiles
        self._now = {at: found for at in free if (found := tuple(self._at(at)))}

    def now(self) -> tuple[Five, ...]:
        """Those on the board."""
        return tuple(five for found in self._now.values() for five in found)

    def after(self, move: Move) -> tuple[Five, ...]:
        """Those on the board after a legal move."""
        added = [self._window.at(placement.cell) for placement in move.placements]
        for at, placement in zip(added, move.placements, strict=True):
            self._cells[at] = placement.tile.number
        changed = {at: tuple(self._at(at)) for at in self._ends(added)}
        for at in added:
            self._cells[at] = EMPTY
        left = {at: found for at, found in self._now.items() if at not in added} | changed
        return tuple(five for found in left.values() for five in found)

    def _ends(self, added: Iterable[int]) -> set[int]:
        """The free cells at the ends of the lines through these cells: no others see the new tiles."""
        steps = (1, -1, self._width, -self._width)
        return {at + step * (1 + run(self._cells, at, step)[2]) for at in added for step in steps}

    def _at(self, at: int) -> Iterator[Five]:
        ways = [(run(self._cells, at, -step), run(self._cells, at, step)) for step in (1, self._width)]
        if all(before[2] + after[2] != LINE_LIMIT - 1 for before, after in ways):
            return
        fitting = -1
        for before, after in ways:
            fitting &= joined(before[0], after[1], after[0])
        tiles = tuple(tile for tile in TILES if fitting >> tile.number & 1)
        for (before, after), step in zip(ways, (1, self._width), strict=True):
            if before[2] + after[2] == LINE_LIMIT - 1:
                places = (at + place * step for place in (*range(-before[2], 0), *range(1, after[2] + 1)))
                line = Line(tuple(self._placement(place) for place in places))
                yield Five(line, self._window.cell(at), tiles)

    def _placement(self, at: int) -> Placement:
        return Placement(*self._window.cell(at), TILES[self._cells[at]])
