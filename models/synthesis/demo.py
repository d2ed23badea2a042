"""Tables to look at: a Qwirkle game in its middle with a hand of six beside it, and a roll of Qwixx dice."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from engine.qwirkle.tile import COPIES, HAND_SIZE, Colour, Tile, box
from engine.qwixx.roll import DieColour, Roll
from engine.qwixx.sheet import Row
from models.synthesis import clutter, colour
from models.synthesis.camera import Camera
from models.synthesis.dice_look import NAMED
from models.synthesis.dice_scene import DiceScene, DiceTable, render_dice
from models.synthesis.die import Die, DieLook, Material, Pips, lying, standing
from models.synthesis.die_form import Form
from models.synthesis.layout import Cell, Layout, Piece, Surface, grow_board, laid, moved
from models.synthesis.lighting import Lighting
from models.synthesis.look import Look
from models.synthesis.scene import Scene
from models.synthesis.sensor import Sensor
from models.synthesis.sky import Lamp, Sky
from models.synthesis.surface import Wood, planked
from models.synthesis.table import render

WIDTH, HEIGHT = 1600, 1200
ROLL = Roll((3, 5), (4, 6, 2, 1))
"""What the demo's dice show unless told otherwise."""
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
    return DemoTable(
        render(layout, _phone(92, 14), _light(), Look(wear=0.006, scratches=0.02), rng), board, hand, _SIXTH
    )


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


def _phone(side: float, tilt: float) -> Camera:
    """A phone that shows pieces of so many pixels a side, so many degrees off straight above."""
    return Camera(
        width=WIDTH,
        height=HEIGHT,
        focal=1500.0,
        distance=1500.0 / side,
        tilt=math.radians(tilt),
        sensor=Sensor(exposure=1.05, blur=0.7, shot=0.006, read=0.001, sharpen=0.4, vignette=0.12, quality=0),
    )


def _light() -> Lighting:
    return Lighting(azimuth=0.9, slope=0.5, shadow=0.5, softness=0.12, contact=0.55, falloff=0.25, falloff_azimuth=0.8)


@dataclass(frozen=True, eq=False)
class DemoRoll:
    """Rendered dice and what is true of them.

    Args:
        scene: the picture, `WIDTH` by `HEIGHT`, and the dice in it.
        roll: what they show.
    """

    scene: DiceScene
    roll: Roll


def demo_roll(
    roll: Roll = ROLL, seed: int = 1, bodies: Mapping[DieColour, colour.Light] = MappingProxyType({})
) -> DemoRoll:
    """The dice of a roll on a wooden table, seen by a phone; equal arguments give equal pictures.

    Args:
        roll: what the dice show.
        seed: of every chance.
        bodies: the colours of dice that have others than the common ones, with white pips.
    """
    rng = np.random.default_rng(seed)
    planks = planked(rng, Wood(colour.hsv(14, 0.45, 0.62), planks=4, uneven=0.05), side=1536)
    values = [(DieColour.WHITE, value) for value in roll.white]
    values += [(DieColour.of(row), value) for row in Row if (value := roll.coloured[row]) is not None]
    dice = tuple(
        _thrown(rng, name, value, place, bodies.get(name))
        for (name, value), place in zip(values, _PLACES, strict=False)
    )
    table = DiceTable(Surface(planks, span=13.0, turn=0.05), dice, _sky(), solids=(_eraser(),))
    return DemoRoll(render_dice(table, _phone(130, 32), _light(), rng), roll)


_PLACES = ((-2.3, -0.6), (-0.4, 0.9), (0.7, -1.2), (2.1, 0.3), (-1.3, 2.3), (1.7, 2.2))
"""Where the dice come to rest, in die sides."""


def _thrown(
    rng: np.random.Generator, name: DieColour, value: int, place: tuple[float, float], body: colour.Light | None
) -> Die:
    ink = white = colour.hsv(24, 0.05, 0.94)
    if body is None:
        body, ink = (white, colour.hsv(0, 0, 0.04)) if name is DieColour.WHITE else (_body(name), white)
    look = DieLook(name, Form(radius=0.14, ball=0.78), Pips(hollow=0.7), Material(body, body, ink, rough=0.03))
    return standing(look, *place, lying(look.faces.index(value), rng.uniform(0, 2 * math.pi)))


def _body(name: DieColour) -> colour.Light:
    """The middle of all that carries a colour's name."""
    hue, saturation, value = (sum(span) / 2 for span in NAMED[name][0])
    return colour.hsv(hue, saturation, value)


def _sky() -> Sky:
    grey, window = np.full(3, 0.45, np.float32), np.array([0.45, -0.35, 0.82], np.float32)
    return Sky(grey, grey * np.float32(0.6), colour.hsv(14, 0.45, 0.5), (Lamp(window, "window", 0.25, grey * 9),))


def _eraser() -> clutter.Solid:
    rubber = colour.hsv(110, 0.5, 0.75)
    return clutter.Solid(clutter.rectangle(4.4, -1.8, 2.2, 0.9, 0.5), 0.5, rubber * np.float32(0.6), rubber)
