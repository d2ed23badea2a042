"""What else lies about on a table, by chance: papers, cards, dice, cups, phones, keyboards, hands."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.synthesis import colour, pictures
from models.synthesis.arrangement import Arrangement, somewhere
from models.synthesis.camera import Camera
from models.synthesis.clutter import Hand, Sheet, Solid, polygon, rectangle
from models.synthesis.look import Look

Light = NDArray[np.float32]


@dataclass(frozen=True)
class Disorder:
    """How much lies about.

    Args:
        sheets: chance of one more flat thing, again and again.
        solids: chance of one more standing thing, again and again.
        lid: share of tables with a printed box lid, whose pictures of tiles are none.
        hand: share of tables with a hand in the picture.
    """

    sheets: float = 0.4
    solids: float = 0.6
    lid: float = 0.03
    hand: float = 0.13


def add_sheets(
    arrangement: Arrangement, rng: np.random.Generator, camera: Camera, look: Look, disorder: Disorder
) -> None:
    """Lays flat things, which may lie under the tiles."""
    makers: list[tuple[Callable[[np.random.Generator], Light], float, float]] = [
        (pictures.card, 1.6, 1.4),
        (pictures.paper, 5.0, 1.33),
        (pictures.book, 4.0, 1.4),
        (pictures.screen, 2.0, 1.8),
        (_patch, 2.0, 1.0),
    ]
    while rng.random() < disorder.sheets:
        make, width, aspect = makers[int(rng.integers(len(makers)))]
        width *= math.exp(rng.normal(0, 0.4))
        arrangement.sheets.append(_sheet(rng, camera, make(rng), width, width * aspect))
    if rng.random() < disorder.lid:
        side = rng.uniform(5, 12)
        arrangement.sheets.append(_sheet(rng, camera, pictures.box_lid(rng, look.paint), side, side))


def _sheet(rng: np.random.Generator, camera: Camera, picture: Light, width: float, height: float) -> Sheet:
    x, y = somewhere(rng, camera, 1.1)
    return Sheet(picture, rectangle(x, y, width, height, rng.uniform(0, 2 * math.pi)))


def _patch(rng: np.random.Generator) -> Light:
    return np.ascontiguousarray(np.broadcast_to(_paint(rng), (8, 8, 3)))


def _paint(rng: np.random.Generator) -> Light:
    value = rng.uniform(0.03, 1)
    return colour.hsv(rng.uniform(0, 180), rng.uniform(0, 1), value)


def add_solids(arrangement: Arrangement, rng: np.random.Generator, camera: Camera, disorder: Disorder) -> None:
    """Puts standing things where no piece lies."""
    makers = [_die, *THINGS]
    while rng.random() < disorder.solids:
        x, y = somewhere(rng, camera, 1.1)
        solid = makers[int(rng.integers(len(makers)))](rng, x, y)
        if camera.ahead(solid.foot) and arrangement.clear(solid.foot):
            arrangement.solids.append(solid)


def _die(rng: np.random.Generator, x: float, y: float) -> Solid:
    face, side = pictures.die_face(rng), rng.uniform(0.3, 0.7)
    return Solid(rectangle(x, y, side, side, rng.uniform(0, 6)), side, face[0, 0] * np.float32(0.6), face)


def _coin(rng: np.random.Generator, x: float, y: float) -> Solid:
    metal = colour.hsv(rng.uniform(8, 24), rng.uniform(0, 0.8), rng.uniform(0.3, 0.95))
    foot = polygon(x, y, rng.uniform(0.2, 0.6), 24, 0.0)
    return Solid(
        foot, rng.uniform(0.04, 0.15), metal * 0.5, metal, rng.uniform(0.6, 0.9), metal * rng.uniform(0.6, 1.2)
    )


def _cup(rng: np.random.Generator, x: float, y: float) -> Solid:
    china = _paint(rng)
    foot = polygon(x, y, rng.uniform(0.8, 2.2), 32, 0.0)
    drink = colour.hsv(rng.uniform(0, 30), rng.uniform(0, 1), rng.uniform(0.05, 0.9))
    return Solid(foot, rng.uniform(0.5, 2.5), china * np.float32(0.6), china, rng.uniform(0.75, 0.95), drink)


def _pen(rng: np.random.Generator, x: float, y: float) -> Solid:
    ink, width = _paint(rng), rng.uniform(0.15, 0.35)
    foot = rectangle(x, y, rng.uniform(3, 6), width, rng.uniform(0, 6))
    return Solid(foot, width, ink * np.float32(0.6), ink)


def _phone(rng: np.random.Generator, x: float, y: float) -> Solid:
    width = rng.uniform(1.8, 3)
    foot = rectangle(x, y, width, 1.9 * width, rng.uniform(0, 6))
    return Solid(foot, rng.uniform(0.15, 0.4), colour.hsv(0, 0, rng.uniform(0.05, 0.5)), pictures.screen(rng))


def _keyboard(rng: np.random.Generator, x: float, y: float) -> Solid:
    width = rng.uniform(5, 12)
    foot = rectangle(x, y, width, width * 0.42, rng.uniform(0, 6))
    return Solid(foot, rng.uniform(0.1, 0.5), colour.hsv(0, 0, rng.uniform(0.05, 0.5)), pictures.keyboard(rng))


def _lump(rng: np.random.Generator, x: float, y: float) -> Solid:
    """Any convex block of one colour: a meeple lying, a cap, a wedge, a bag."""
    corners = int(rng.integers(3, 10))
    foot = polygon(x, y, math.exp(rng.uniform(math.log(0.15), math.log(2.0))), corners, rng.uniform(0, 6))
    foot = (foot - [x, y]) * rng.uniform(0.5, 1.0, 2) + [x, y]
    paint = _paint(rng)
    return Solid(foot, rng.uniform(0.1, 1.0), paint * np.float32(rng.uniform(0.3, 0.9)), paint)


def _square(rng: np.random.Generator, x: float, y: float) -> Solid:
    """A dark rectangle, or a square of another size than the tiles, with or without something coloured on it."""
    side = rng.uniform(0.3, 0.65) if rng.random() < 0.5 else rng.uniform(1.5, 3.0)
    dark = colour.hsv(rng.uniform(0, 180), rng.uniform(0, 0.3), rng.uniform(0.03, 0.3))
    inset, paint = (rng.uniform(0.3, 0.9), _paint(rng)) if rng.random() < 0.4 else (0.0, None)
    foot = rectangle(x, y, side, side * rng.uniform(0.6, 1.0), rng.uniform(0, 6))
    return Solid(foot, rng.uniform(0.05, 0.8), dark * np.float32(0.6), dark, inset, paint)


THINGS: tuple[Callable[[np.random.Generator, float, float], Solid], ...] = (
    _coin,
    _cup,
    _pen,
    _phone,
    _keyboard,
    _lump,
    _lump,
    _square,
)
"""What stands on any table, made about a place (x, y); no dice."""


def random_hand(rng: np.random.Generator, camera: Camera, side: float) -> Hand:
    """An arm that reaches into the picture from outside, of a size that fits tiles of ``side`` pixels."""
    size = np.array([camera.width, camera.height], np.float64)
    tip = rng.uniform(0.1, 0.9, 2) * size
    angle = rng.uniform(0, 2 * math.pi)
    along = np.array([math.cos(angle), math.sin(angle)])
    across = np.array([-along[1], along[0]])
    finger = side * rng.uniform(0.55, 0.95)
    skin = colour.hsv(rng.uniform(4, 14), rng.uniform(0.25, 0.65), rng.uniform(0.2, 0.98))
    palm = tip + along * finger * rng.uniform(4.0, 6.0)
    elbow = palm + along * float(size.sum())
    limbs = [(palm + along * finger * 3, elbow, finger * 4.2, _paint(rng) if rng.random() < 0.6 else skin)]
    limbs.append((palm, palm + along * finger * 4, finger * 4.0, skin))
    for index in range(int(rng.integers(1, 5))):
        offset = (index - 1.5) * finger * rng.uniform(0.9, 1.2)
        end = tip + across * offset + along * finger * abs(rng.normal(0, 1.2))
        shade = skin * np.float32(rng.uniform(0.85, 1.1))
        limbs.append((end, palm + across * offset, finger, shade))
    return Hand(tuple(limbs), rng.normal(0, 0.8, 2) * side, rng.uniform(0.1, 0.6))
