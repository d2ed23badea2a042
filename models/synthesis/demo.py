"""A table to look at: a game in its middle on a wooden table, with a hand of six beside it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from engine.qwirkle.tile import COPIES, HAND_SIZE, Colour, Tile, box
from models.synthesis import clutter, colour
from models.synthesis.camera import Camera
from models.synthesis.layout import Cell, Layout, Piece, Surface, grow_board, laid, moved
from models.synthesis.lighting import Lighting
from models.synthesis.look import Look
from models.synthesis.scene import Scene
from models.synthesis.sensor import Sensor
from models.synthesis.surface import Wood, planked
from models.synthesis.table import render

WIDTH, HEIGHT = 1600, 1200
_SIXTH = Colour.WHITE
_SPAN = 11.5, 6.5
"""The columns and rows for which the table has room, in tile sides."""


@dataclass(frozen=True, eq=False)
class DemoTable:
    """A rendered game and what is true of it.

    Args:
        scene: the picture, `WIDTH` by `HEIGHT`, and the tiles in it.
        board: the tiles of the board by (column, row), rows growing downwards in the picture.
        hand: the tiles of the hand, from left to right.
        sixth: the sixth colour of the set.
    """

    scene: Scene
    board: dict[Cell, Tile]
    hand: tuple[Tile, ...]
    sixth: Colour


def demo_table(seed: int = 1, tiles: int = 30) -> DemoTable:
    """A legal board of about so many tiles, seen by a phone; equal arguments give equal tables.

    Args:
        seed: of every chance.
        tiles: on the board.
    """
    rng = np.random.default_rng(seed)
    board = _board(rng, tiles)
    hand = _hand(rng, board)
    layout = Layout(
        Surface(planked(rng, Wood(colour.hsv(12, 0.50, 0.80), planks=5, uneven=0.06), side=1536), span=15.0, turn=0.02),
        tuple(_pieces(rng, board, hand)),
        solids=(_mug(), _pencil()),
    )
    return DemoTable(render(layout, _camera(), _light(), Look(wear=0.006, scratches=0.02), rng), board, hand, _SIXTH)


def _board(rng: np.random.Generator, tiles: int) -> dict[Cell, Tile]:
    """The first board grown that fits on the table."""
    while True:
        board = grow_board(rng, tiles, _SIXTH)
        cells = np.array(list(board))
        if (np.ptp(cells, axis=0) < _SPAN).all():
            return board


def _hand(rng: np.random.Generator, board: dict[Cell, Tile]) -> tuple[Tile, ...]:
    bag = [tile for tile in box(_SIXTH) for _ in range(COPIES - list(board.values()).count(tile))]
    return tuple(bag[index] for index in rng.choice(len(bag), HAND_SIZE, replace=False))


def _pieces(rng: np.random.Generator, board: dict[Cell, Tile], hand: tuple[Tile, ...]) -> list[Piece]:
    cells = np.array(list(board))
    x, y = (-(cells.min(axis=0) + cells.max(axis=0)) / 2).tolist()
    on_board = moved(laid(rng, board, 0.012, 0.012, 0.15), x, y - 1.3, 0.0)
    row = {(column, 0): tile for column, tile in enumerate(hand)}
    return [*on_board, *moved(laid(rng, row, 0.03, 0.02, 0.1), -(HAND_SIZE - 1) / 2, 4.2, -0.03)]


def _mug() -> clutter.Solid:
    china, coffee = colour.hsv(105, 0.25, 0.92), colour.hsv(9, 0.75, 0.25)
    return clutter.Solid(clutter.polygon(-7.2, -5.0, 1.5, 48, 0.0), 1.6, china * np.float32(0.6), china, 0.88, coffee)


def _pencil() -> clutter.Solid:
    paint = colour.hsv(24, 0.75, 0.85)
    return clutter.Solid(clutter.rectangle(6.6, 3.6, 0.22, 4.2, 0.35), 0.2, paint * np.float32(0.6), paint)


def _camera() -> Camera:
    return Camera(
        width=WIDTH,
        height=HEIGHT,
        focal=1500.0,
        distance=1500.0 / 92,
        tilt=math.radians(14),
        sensor=Sensor(exposure=1.05, blur=0.7, shot=0.006, read=0.001, sharpen=0.4, vignette=0.12, quality=0),
    )


def _light() -> Lighting:
    return Lighting(azimuth=0.9, slope=0.5, shadow=0.5, softness=0.12, contact=0.55, falloff=0.25, falloff_azimuth=0.8)
