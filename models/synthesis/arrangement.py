"""How tiles come to lie on a table: boards, hands, piles, packed blocks, strays, by chance."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.qwirkle.tile import Colour, Tile, box
from models.synthesis import clutter, colour, pictures
from models.synthesis.camera import Camera
from models.synthesis.layout import Cell, Piece, grow_board, laid, moved
from models.synthesis.scene import Kind

Floats = NDArray[np.float64]

_TOUCHING, _DIAGONAL = 0.98, 1.42
"""Squares whose middles are nearer than this share of their mean side overlap; farther than the second, never."""
_TOUCH = 0.01
"""Tiles may overlap by this area, in squares of their side: hands push them together."""
_SYMBOLS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


@dataclass(frozen=True)
class Habits:
    """How often what lies on a table, and how neatly.

    Args:
        most: the largest number of pieces that a table is planned with.
        printed_board: share of tables with a printed board of cells under the tiles.
        groups: relative shares of the kinds of groups.
        down: share of face-down tiles in groups that may have them.
        gap: the largest mean gap between neighbours in tile sides.
        crooked: standard deviation of the turn of single tiles in radians, itself spread so.
        drift: the largest wandering of a line over ten tiles, in tile sides.
        rack: share of rows with a rack behind them.
    """

    most: int = 75
    printed_board: float = 0.12
    groups: Mapping[str, float] = field(
        default_factory=lambda: {
            "board": 0.30,
            "row": 0.14,
            "cluster": 0.12,
            "packed": 0.08,
            "ring": 0.05,
            "chain": 0.04,
            "loose": 0.19,
            "letters": 0.08,
        }
    )
    down: float = 0.15
    gap: float = 0.1
    crooked: float = 0.03
    drift: float = 0.8
    rack: float = 0.2


@dataclass
class Arrangement:
    """What has been laid so far; pieces never overlap."""

    pieces: list[Piece] = field(default_factory=list)
    sheets: list[clutter.Sheet] = field(default_factory=list)
    solids: list[clutter.Solid] = field(default_factory=list)

    def add(self, group: list[Piece]) -> None:
        """Lays those pieces of a group that find a free place; the group's own pieces may touch each other."""
        self.pieces += [piece for piece in group if self.free(piece.x, piece.y, piece.size, piece.turn)]

    def free(self, x: float, y: float, size: float, turn: float) -> bool:
        """Whether a square lies on no piece and no solid."""
        square = None
        for other in self.pieces:
            distance = math.hypot(other.x - x, other.y - y)
            reach = (other.size + size) / 2
            if distance < _TOUCHING * reach:
                return False
            if distance < _DIAGONAL * reach:
                square = clutter.rectangle(x, y, size, size, turn) if square is None else square
                if _overlap(square, clutter.rectangle(other.x, other.y, other.size, other.size, other.turn)):
                    return False
        return self.solids == [] or self.clear(clutter.rectangle(x, y, size, size, turn), pieces=False)

    def clear(self, outline: Floats, pieces: bool = True) -> bool:
        """Whether a convex outline (N, 2) lies on no solid and, if asked, on no piece."""
        squares = [clutter.rectangle(p.x, p.y, p.size, p.size, p.turn) for p in self.pieces] if pieces else []
        return not any(_overlap(outline, other) for other in [*squares, *(solid.foot for solid in self.solids)])


def _overlap(outline: Floats, other: Floats) -> bool:
    """Whether two convex outlines overlap by more than a touch."""
    area, _ = cv2.intersectConvexConvex(outline.astype(np.float32), other.astype(np.float32))
    return area > _TOUCH


def arrange(rng: np.random.Generator, camera: Camera, sixth: Colour, habits: Habits = Habits()) -> Arrangement:
    """Tiles, and what they lie on or lean at, in view of a camera.

    Args:
        rng: the source of chance.
        camera: only places that it sees are chosen.
        sixth: the set's sixth colour.
        habits: what is likely.
    """
    arrangement = Arrangement()
    hand = _Layer(rng, box(sixth), sixth, habits)
    budget = int(rng.integers(6, habits.most))
    if rng.random() < habits.printed_board:
        _lay_printed_board(arrangement, hand, budget)
        budget //= 4
    names, shares = list(habits.groups), np.array(list(habits.groups.values()))
    while budget > 0:
        name = names[rng.choice(len(names), p=shares / shares.sum())]
        group = hand.group(name, budget)
        budget -= len(group)
        x, y = somewhere(rng, camera, 0.3 if not arrangement.pieces else 0.9)
        turn = hand.turn()
        arrangement.add(moved(group, x, y, turn))
        if name == "row" and rng.random() < habits.rack:
            rack = _rack(rng, x, y, turn)
            if arrangement.clear(rack.foot):
                arrangement.solids.append(rack)
    return arrangement


def somewhere(rng: np.random.Generator, camera: Camera, spread: float) -> tuple[float, float]:
    """A place on the table, evenly over that part of the picture: 1 is all of it, 0 its middle."""
    size = np.array([camera.width, camera.height])
    for _ in range(8):
        pixel = size / 2 + rng.uniform(-0.5, 0.5, 2) * spread * size
        place = camera.ground(pixel[None])
        if camera.ahead(place) and np.linalg.norm(place) < 2 * camera.distance:
            return float(place[0, 0]), float(place[0, 1])
    return 0.0, 0.0


class _Layer:
    """Makes groups of pieces about the origin."""

    def __init__(self, rng: np.random.Generator, tiles: tuple[Tile, ...], sixth: Colour, habits: Habits) -> None:
        self.rng, self.tiles, self.sixth, self.habits = rng, tiles, sixth, habits
        self.neat = rng.random()
        self.letter_size = rng.uniform(0.75, 1.25)
        self.makers: dict[str, Callable[[int], list[Piece]]] = {
            "board": self._board,
            "row": self._row,
            "cluster": self._cluster,
            "packed": self._packed,
            "ring": self._ring,
            "chain": self._chain,
            "loose": self._loose,
            "letters": self._letters,
        }

    def group(self, name: str, most: int) -> list[Piece]:
        """A group of that kind, of about as many pieces at most."""
        return self.makers[name](most)

    def turn(self) -> float:
        """How a group is turned: mostly along the table's sides, some by 45 degrees, some anyhow."""
        chance = self.rng.random()
        if chance < 0.5:
            return self.rng.normal(0, 0.08)
        return math.pi / 4 + self.rng.normal(0, 0.06) if chance < 0.64 else self.rng.uniform(0, 2 * math.pi)

    def lay(self, board: Mapping[Cell, Tile | None]) -> list[Piece]:
        """The tiles of a board, laid as neatly as this table's players do."""
        habits, sloppy = self.habits, self.neat * self.rng.uniform(0.3, 1.2)
        gap = habits.gap * self.rng.random() ** 2 * sloppy
        return laid(self.rng, board, gap, abs(self.rng.normal(0, habits.crooked)) * sloppy, habits.drift * sloppy)

    def _any(self, down: float) -> Tile | None:
        return None if self.rng.random() < down else self.tiles[self.rng.integers(36)]

    def _board(self, most: int) -> list[Piece]:
        return self.lay(grow_board(self.rng, int(self.rng.integers(2, max(most, 3) + 1)), self.sixth))

    def _row(self, most: int) -> list[Piece]:
        down = self.habits.down if self.rng.random() < 0.3 else 0.0
        return self.lay({(col, 0): self._any(down) for col in range(min(int(self.rng.integers(2, 7)), most + 1))})

    def _cluster(self, most: int) -> list[Piece]:
        """Tiles that touch in any order, against all rules."""
        cells = grow_board(self.rng, int(self.rng.integers(2, min(most + 3, 16))), self.sixth)
        return self.lay({cell: self._any(self.habits.down) for cell in cells})

    def _packed(self, most: int) -> list[Piece]:
        """A block packed without gaps, mostly face down."""
        columns, rows = self.rng.integers(1, 6, 2).tolist()
        up = self.rng.random() < 0.2
        cells = [(col, row) for col in range(columns) for row in range(rows)][: most + 2]
        board = {cell: self._any(0.3 if up else 0.97) for cell in cells}
        return laid(self.rng, board, 0.02 * self.rng.random() ** 2, 0.01 * self.rng.random(), 0.1)

    def _ring(self, most: int) -> list[Piece]:
        """A loose pile, each tile turned its own way."""
        pile = Arrangement()
        spread = self.rng.uniform(0.9, 2.2)
        for _ in range(2 * min(most, 14)):
            x, y = self.rng.normal(0, spread, 2).tolist()
            pile.add([self._piece(x, y, self.rng.uniform(0, 2 * math.pi))])
        return pile.pieces

    def _chain(self, most: int) -> list[Piece]:
        """Tiles that touch at their corners."""
        column, cells = 0, []
        for row in range(min(int(self.rng.integers(2, 7)), most + 1)):
            cells.append((column, row))
            column += int(self.rng.choice([-1, 1]))
        return self.lay({cell: self._any(self.habits.down) for cell in cells})

    def _loose(self, most: int) -> list[Piece]:
        return [self._piece(0, 0, self.rng.uniform(0, 2 * math.pi))]

    def _piece(self, x: float, y: float, turn: float) -> Piece:
        tile = self._any(0.25)
        return Piece(x, y, turn, Kind.DOWN if tile is None else Kind.UP, tile)

    def _letters(self, most: int) -> list[Piece]:
        size, step = self.letter_size, self.letter_size * self.rng.uniform(1.0, 1.15)
        return [
            Piece(col * step, 0, self.rng.normal(0, 0.03), Kind.LETTER, size=size, text=self._symbol())
            for col in range(min(int(self.rng.integers(1, 7)), most + 1))
        ]

    def _symbol(self) -> str:
        return _SYMBOLS[self.rng.integers(len(_SYMBOLS))]


def _lay_printed_board(arrangement: Arrangement, hand: _Layer, budget: int) -> None:
    """A board with printed cells, and groups of tiles on its cells."""
    rng = hand.rng
    cells, pitch, turn = 2 * int(rng.integers(4, 9)), rng.uniform(1.01, 1.08), hand.turn()
    side = cells * pitch
    picture = pictures.grid_board(rng, cells)
    arrangement.sheets.append(clutter.Sheet(picture, clutter.rectangle(0, 0, side, side, turn)))
    board: dict[Cell, Tile | None] = {}
    while budget > 0:
        corner = rng.integers(0, cells, 2).tolist()
        grown = grow_board(rng, int(rng.integers(3, 16)), hand.sixth)
        board |= {(col + corner[0], row + corner[1]): tile for (col, row), tile in grown.items()}
        budget -= len(grown)
    inside = {cell: tile for cell, tile in board.items() if min(cell) >= 0 and max(cell) < cells}
    pieces = laid(rng, inside, pitch - 1, 0.02 * rng.random(), 0.05)
    middle = (cells - 1) / 2 * pitch
    arrangement.add(moved(moved(pieces, -middle, -middle, 0.0), 0.0, 0.0, turn))


def _rack(rng: np.random.Generator, x: float, y: float, turn: float) -> clutter.Solid:
    """A low bar behind a row of tiles."""
    width, depth = rng.uniform(5, 8), rng.uniform(0.2, 0.6)
    ahead = 0.55 + depth / 2
    foot = clutter.rectangle(
        x + 2 * math.cos(turn) + ahead * math.sin(turn),
        y + 2 * math.sin(turn) - ahead * math.cos(turn),
        width,
        depth,
        turn,
    )
    paint = colour.hsv(rng.uniform(5, 25), rng.uniform(0, 0.7), rng.uniform(0.1, 0.9))
    return clutter.Solid(foot, rng.uniform(0.2, 0.8), paint * np.float32(0.6), paint)
