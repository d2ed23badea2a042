"""Two boards in a row: what was done between them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from engine.qwirkle.board import Board
from engine.qwirkle.moves import Cell, Move, Placement
from engine.qwirkle.tile import Tile

FEW_TILES = 3
"""Boards of so few tiles agree by chance too easily: besides most names, all of their cells must."""


@dataclass(frozen=True)
class Change:
    """What makes one board into the next.

    Args:
        move: the tiles that were added; a pass if none.
        removed: the tiles that lay before on cells that are free now.
        changed: the tiles that lie where another lay before, each with that other, as when a tile was misread.
    """

    move: Move
    removed: tuple[Placement, ...] = ()
    changed: tuple[tuple[Placement, Tile], ...] = ()

    @property
    def only_adds(self) -> bool:
        """Whether all that lay before lies there still, as in a turn."""
        return not self.removed and not self.changed


def compare(before: Board, after: Board) -> Change:
    """What was done between two boards in the same frame of cells (see `aligned`)."""
    return Change(
        Move(tuple(placement for placement in after.placements if placement.cell not in before)),
        tuple(placement for placement in before.placements if placement.cell not in after),
        tuple(
            (placement, before[placement.cell])
            for placement in after.placements
            if before.get(placement.cell, placement.tile) != placement.tile
        ),
    )


@dataclass(frozen=True)
class Frame:
    """From the cells of one reading of a table to those of another: clockwise quarter turns, then a shift."""

    quarters: int
    dx: int
    dy: int

    def __call__(self, cell: Cell) -> Cell:
        """The same cell in the other's numbers."""
        x, y = cell
        for _ in range(self.quarters % 4):
            x, y = -y, x
        return x + self.dx, y + self.dy


def alignment(before: Board, after: Board, may_turn: bool = True) -> Frame | None:
    """From the cells of the later board to those of the earlier, so that most tiles agree.

    Two readings of one table number their cells from different corners, and a camera may have been turned between them.
    Of several ways that agree equally well, the one that turns and shifts least is taken. On boards of different tables
    a few tiles agree by chance, so more than half of the smaller board must; if it is of `FEW_TILES`, none may lie
    where the other is free.

    Args:
        before: the earlier board.
        after: the later board.
        may_turn: whether it may be turned.

    Returns:
        None if too few tiles agree for both to show one table.
    """
    ways = []
    for quarters in range(4 if may_turn else 1):
        turned = after.turned(quarters)
        votes = Counter(
            (old.x - new.x, old.y - new.y)
            for old in before.placements
            for new in turned.placements
            if old.tile == new.tile
        )
        ways += [(agreeing, -quarters, -abs(dx) - abs(dy), dx, dy) for (dx, dy), agreeing in votes.items()]
    if not ways:
        return None
    agreeing, quarters, _, dx, dy = max(ways)
    frame = Frame(-quarters, dx, dy)
    smaller = min(len(before), len(after))
    covered = len(before.keys() & after.moved(frame).keys())
    if 2 * agreeing <= smaller or (smaller <= FEW_TILES and covered < smaller):
        return None
    return frame


def aligned(before: Board, after: Board, may_turn: bool = True) -> Board:
    """The later board in the frame of the earlier, as `alignment` finds it; as it is where that finds none."""
    frame = alignment(before, after, may_turn)
    return after.moved(frame) if frame else after
