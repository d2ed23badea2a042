"""A board as text for a terminal."""

from __future__ import annotations

from collections.abc import Collection

import click

from engine.qwirkle.board import Board
from engine.qwirkle.moves import Cell
from engine.qwirkle.tile import Colour, Shape, Tile

INKS: dict[Colour, int] = {
    Colour.RED: 160,
    Colour.ORANGE: 208,
    Colour.YELLOW: 184,
    Colour.GREEN: 34,
    Colour.BLUE: 33,
    Colour.PURPLE: 134,
    Colour.WHITE: 231,
}
"""The colours of tiles in the 256 of a terminal. The letters say the same: no colour is needed to read a board."""
GROUND = 234
LEGEND = "\n".join(", ".join(f"{kind.letter} {kind.word}" for kind in kinds) for kinds in (tuple(Colour), tuple(Shape)))
"""What the letters mean."""


def drawn(board: Board, marked: Collection[Cell] = ()) -> str:
    """A board with the numbers of its columns and rows; marked tiles stand in brackets.

    For a terminal: `click.echo` takes the colours out where there is none.
    """
    if not board:
        return "  (no tile)"
    (left, top), (right, bottom) = board.corners
    columns = range(left, right + 1)
    lines = ["".join([f"{'':4}", *(f"{column:>3} " for column in columns)])]
    lines += [
        "".join([f"{row:>3} ", *(_cell(board.get((column, row)), (column, row) in marked) for column in columns)])
        for row in range(top, bottom + 1)
    ]
    return "\n".join(line.rstrip() for line in lines)


def _cell(tile: Tile | None, marked: bool) -> str:
    if tile is None:
        return "  . "
    name = click.style(str(tile), fg=INKS[tile.colour], bg=GROUND, bold=True)
    return f"[{name}]" if marked else f" {name} "
