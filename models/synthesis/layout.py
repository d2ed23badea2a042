"""What lies where on the table, before any picture: pieces in the plane, in units of a tile's side."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.qwirkle.tile import COPIES, Colour, Tile, box
from models.synthesis.camera import Camera
from models.synthesis.canvas import Canvas
from models.synthesis.clutter import Hand, Solid
from models.synthesis.scene import Kind

Cell = tuple[int, int]


@dataclass(frozen=True)
class Piece:
    """A square piece on the table.

    Args:
        x: the middle, to the right, in tile sides.
        y: the middle, downwards as seen from above.
        turn: radians by which its face is turned clockwise.
        kind: what it is.
        tile: colour and shape where its face is up.
        size: its side; 1 for the tiles of the set.
        text: what is printed on a letter tile.
    """

    x: float
    y: float
    turn: float
    kind: Kind
    tile: Tile | None = None
    size: float = 1.0
    text: str = ""


class Flat(Protocol):
    """What lies flat on the table, such as `models.synthesis.clutter.Sheet`."""

    def paint(self, canvas: Canvas, camera: Camera) -> None:
        """Paints it where the camera sees it."""


@dataclass(frozen=True, eq=False)
class Surface:
    """What covers the table.

    Args:
        texture: (N, M, 3) float32 linear BGR; it repeats.
        span: the width of one repeat in tile sides.
        turn: radians by which it is turned.
    """

    texture: NDArray[np.float32]
    span: float = 12.0
    turn: float = 0.0


@dataclass(frozen=True, eq=False)
class Room:
    """What shows beyond the table's edges.

    Args:
        picture: (h, w, 3) float32 linear BGR; it fills the photo.
        edges: for each edge the side to which the table ends there (radians) and how far from the table's origin,
            in tile sides.
        rim: how wide the table's own side shows at an edge, in pixels.
        rim_colour: (3,) linear BGR of that.
    """

    picture: NDArray[np.float32]
    edges: tuple[tuple[float, float], ...]
    rim: float
    rim_colour: NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Layout:
    """All that is on the table, from the surface up.

    Args:
        surface: the table itself.
        room: what is beyond its edges; None where the table is endless.
        pieces: the tiles, and square pieces of other games.
        sheets: flat printed things below all else.
        solids: things that stand on the table.
        hands: what is above everything.
    """

    surface: Surface
    pieces: tuple[Piece, ...]
    room: Room | None = None
    sheets: tuple[Flat, ...] = ()
    solids: tuple[Solid, ...] = ()
    hands: tuple[Hand, ...] = ()


def moved(pieces: Iterable[Piece], x: float, y: float, turn: float) -> list[Piece]:
    """The pieces turned about the origin, clockwise by ``turn`` radians, and then shifted."""
    cos, sin = math.cos(turn), math.sin(turn)
    return [replace(p, x=cos * p.x - sin * p.y + x, y=sin * p.x + cos * p.y + y, turn=p.turn + turn) for p in pieces]


def grow_board(rng: np.random.Generator, count: int, sixth: Colour) -> dict[Cell, Tile]:
    """A legal board, grown tile by tile at random places.

    Returns:
        Up to ``count`` tiles by cell (column, row), around the cell (0, 0); no more of one kind than a box holds.
    """
    tiles = box(sixth)
    board: dict[Cell, Tile] = {(0, 0): tiles[rng.integers(36)]}
    left = dict.fromkeys(tiles, COPIES)
    left[board[0, 0]] -= 1
    frontier = set(_neighbours((0, 0)))
    line_bias, sparse = rng.uniform(0.0, 0.9), rng.uniform(0.5, 1.0)
    last = (0, 0)
    while len(board) < count and frontier:
        near = [cell for cell in _neighbours(last) if cell in frontier]
        ordered = near if near and rng.random() < line_bias else sorted(frontier)
        cell = ordered[rng.integers(len(ordered))]
        lines = [_line(board, cell, step) for step in ((1, 0), (0, 1))]
        frontier.discard(cell)
        if all(lines) and rng.random() < sparse:
            continue
        drawn = (tiles[index] for index in rng.permutation(36))
        tile = next((tile for tile in drawn if left[tile] and all(_continues(line, tile) for line in lines)), None)
        if tile is not None:
            board[cell] = tile
            left[tile] -= 1
            frontier.update(n for n in _neighbours(cell) if n not in board)
            last = cell
    return board


def laid(
    rng: np.random.Generator, board: Mapping[Cell, Tile | None], gap: float, crooked: float, drift: float
) -> list[Piece]:
    """Pieces on the cells of a board as hands lay them.

    Args:
        rng: the source of chance.
        board: tiles by cell; None lies face down.
        gap: the mean distance between neighbours, in tile sides.
        crooked: standard deviation of a tile's own turn, in radians.
        drift: how far the lines wander off the grid, in tile sides over ten tiles.
    """
    waves = rng.normal(0.0, 1.0, (2, 2)) * [[0.0, 1.0], [1.0, 0.0]] * drift / 10
    pieces = []
    for (col, row), tile in board.items():
        pitch = 1.0 + gap
        slide = waves @ [col, row] + rng.normal(0.0, gap * 0.35 + 0.004, 2)
        kind = Kind.UP if tile is not None else Kind.DOWN
        turn = rng.normal(0.0, crooked) + int(rng.integers(4)) * math.pi / 2
        pieces.append(Piece(col * pitch + slide[0], row * pitch + slide[1], turn, kind, tile))
    return pieces


def _neighbours(cell: Cell) -> Iterator[Cell]:
    col, row = cell
    yield from ((col + 1, row), (col - 1, row), (col, row + 1), (col, row - 1))


def _line(board: dict[Cell, Tile], cell: Cell, step: Cell) -> list[Tile]:
    line = []
    for sign in (1, -1):
        col, row = cell[0] + sign * step[0], cell[1] + sign * step[1]
        while (col, row) in board:
            line.append(board[col, row])
            col, row = col + sign * step[0], row + sign * step[1]
    return line


def _continues(line: list[Tile], tile: Tile) -> bool:
    if tile in line or len(set(line)) < len(line):
        return False
    return all(t.colour == tile.colour for t in line) or all(t.shape == tile.shape for t in line)
