"""What players write on score sheets: crosses, ticks, scribbles, circles and figures, with pens of every kind.

Lengths are in column pitches of the sheet, as in `models.synthesis.score_sheet`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from models.synthesis import colour
from models.synthesis.filters import blurred, speckle, threefold

Floats = NDArray[np.float64]
Light = NDArray[np.float32]
Range = tuple[float, float]
Stroke = Callable[[np.random.Generator, "Hand"], list[Floats]]

_FINE = 2
"""Sub-pixels a side in which strokes are drawn."""
_BITS = 4


class Mark(IntEnum):
    """What stands in a cell."""

    EMPTY = 0
    MARKED = 1
    DOUBT = 2
    """Something is drawn that is no clear mark: blacked out, half a stroke."""


@dataclass(frozen=True)
class PenKind:
    """A kind of pen.

    Args:
        width: of its strokes.
        cover: how much of the paper a stroke covers.
        hue: of the ink, in OpenCV's steps of two degrees.
        saturation: of the ink.
        value: of the ink.
        grain: how rough a stroke is, 0 to 1.
        glazing: whether the print shows through, as with felt-tips.
    """

    width: Range
    cover: Range
    hue: Range = (0.0, 180.0)
    saturation: Range = (0.0, 0.3)
    value: Range = (0.05, 0.2)
    grain: Range = (0.0, 0.1)
    glazing: bool = False

    def pen(self, rng: np.random.Generator) -> Pen:
        """One pen of this kind."""
        ink = colour.hsv(rng.uniform(*self.hue), rng.uniform(*self.saturation), rng.uniform(*self.value))
        return Pen(ink, rng.uniform(*self.width), rng.uniform(*self.cover), rng.uniform(*self.grain), self.glazing)


@dataclass(frozen=True, eq=False)
class Pen:
    """A pen: its ink is (3,) linear BGR, the rest as in `PenKind`."""

    ink: Light
    width: float
    cover: float
    grain: float
    glazing: bool

    def contrast(self, pitch: float) -> float:
        """By how much a stroke darkens white paper that is seen at so many pixels to a column pitch, 0 to 1."""
        return self.cover * min(1.0, self.width * pitch) * (1 - float(self.ink.mean()))


@dataclass(frozen=True)
class Hand:
    """How somebody draws.

    Args:
        reach: half the extent of a mark; cells end at half a pitch.
        crooked: standard deviation of where strokes start and end.
        bend: standard deviation of a stroke's bend, as a share of its length.
        tremor: standard deviation of the ripple along a stroke.
        offset: where marks lie from the cells' middles.
    """

    reach: float = 0.45
    crooked: float = 0.06
    bend: float = 0.06
    tremor: float = 0.0
    offset: tuple[float, float] = (0.0, 0.0)


def stroke(rng: np.random.Generator, hand: Hand, start: Floats, stop: Floats) -> Floats:
    """(16, 2) a bent line from about one point to about another."""
    a, b = start + rng.normal(0, hand.crooked, 2), stop + rng.normal(0, hand.crooked, 2)
    along = b - a
    middle = (a + b) / 2 + np.array([-along[1], along[0]]) * rng.normal(0, 2 * hand.bend)
    t = np.linspace(0, 1, 16)[:, None]
    line = a * (1 - t) ** 2 + middle * 2 * t * (1 - t) + b * t**2
    if hand.tremor > 0:
        phase = rng.uniform(0, 6, 2)
        line += hand.tremor * np.sin(t * rng.uniform(8, 20, 2) + phase)
    return np.asarray(line)


def cross(rng: np.random.Generator, hand: Hand) -> list[Floats]:
    """Two strokes, sometimes in one go."""
    r = hand.reach
    wide, high = r * rng.uniform(0.75, 1.15), r * rng.uniform(0.75, 1.15)
    first = stroke(rng, hand, np.array([-wide, -high]), np.array([wide, high]))
    second = stroke(rng, hand, np.array([wide, -high]), np.array([-wide, high]))
    if rng.random() < 0.15:
        return [np.concatenate([first, second[::-1]])]
    return [first, second]


def tick(rng: np.random.Generator, hand: Hand) -> list[Floats]:
    """A short stroke down and a long one up."""
    r = hand.reach
    low = np.array([rng.uniform(-0.35, 0.1) * r, r * rng.uniform(0.5, 1.0)])
    short = stroke(rng, hand, low - [r * rng.uniform(0.4, 0.8), r * rng.uniform(0.4, 0.9)], low)
    far = low + np.array([r * rng.uniform(0.8, 1.5), -r * rng.uniform(1.2, 2.0)])
    return [np.concatenate([short, stroke(rng, hand, short[-1], far)])]


def circle(rng: np.random.Generator, hand: Hand) -> list[Floats]:
    """Once around the number and a little more."""
    start = rng.uniform(0, 2 * np.pi)
    turn = np.linspace(start, start + 2 * np.pi * rng.uniform(0.95, 1.2), 32)
    wide, high = np.clip(hand.reach * rng.uniform(0.85, 1.1, 2), 0.34, 0.6)
    swell = 1 + rng.normal(0, 0.08) * np.linspace(-1, 1, 32) + hand.tremor * np.sin(5 * turn)
    middle = rng.normal(0, hand.crooked / 2, 2)
    return [np.stack([wide * np.cos(turn) * swell, high * np.sin(turn) * swell], axis=1) + middle]


def scribble(rng: np.random.Generator, hand: Hand) -> list[Floats]:
    """A zigzag over the cell through which the number still shows."""
    return [_zigzag(rng, hand, int(rng.integers(4, 8)), hand.reach * rng.uniform(0.7, 1.0))]


def blackout(rng: np.random.Generator, hand: Hand) -> list[Floats]:
    """Zigzags so close that hardly anything of the number shows."""
    return [_zigzag(rng, hand, int(rng.integers(14, 20)), rng.uniform(0.36, 0.48)) for _ in range(3)]


def half_stroke(rng: np.random.Generator, hand: Hand) -> list[Floats]:
    """A single stroke, or the start of one."""
    angle, length = rng.uniform(0, np.pi), rng.uniform(0.3, 0.95)
    along = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    middle = rng.uniform(-0.16, 0.16, 2)
    return [stroke(rng, hand, middle - along, middle + along)]


def _zigzag(rng: np.random.Generator, hand: Hand, turns: int, reach: float) -> Floats:
    t = np.linspace(-1, 1, turns * 2)
    side = reach * np.where(np.arange(turns * 2) % 2, 1, -1) * rng.uniform(0.8, 1.05, turns * 2)
    points = np.stack([t * reach, side], axis=1) + rng.normal(0, hand.crooked / 3, (turns * 2, 2))
    angle = rng.uniform(0, 2 * np.pi)
    return np.asarray(points @ np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]))


CLEAR: Mapping[Stroke, float] = {cross: 0.6, scribble: 0.13, circle: 0.12, tick: 0.15}
"""How marks are drawn, and how often it is somebody's habit."""
UNCLEAR: Sequence[Stroke] = (blackout, half_stroke)

_FIGURES: Mapping[str, list[list[tuple[float, float]]]] = {
    "0": [[(0.5, 0), (0.1, 0.3), (0.1, 0.8), (0.5, 1), (0.9, 0.7), (0.8, 0.2), (0.5, 0)]],
    "1": [[(0.2, 0.3), (0.6, 0), (0.6, 1)]],
    "2": [[(0.1, 0.2), (0.5, 0), (0.9, 0.25), (0.1, 1), (0.95, 1)]],
    "3": [[(0.1, 0.05), (0.8, 0.1), (0.4, 0.45), (0.85, 0.75), (0.1, 1)]],
    "4": [[(0.6, 0), (0.05, 0.65), (0.95, 0.65)], [(0.65, 0.35), (0.65, 1)]],
    "5": [[(0.9, 0), (0.2, 0), (0.2, 0.45), (0.85, 0.6), (0.7, 0.95), (0.1, 1)]],
    "6": [[(0.8, 0), (0.2, 0.5), (0.3, 1), (0.85, 0.8), (0.6, 0.5), (0.2, 0.7)]],
    "7": [[(0.05, 0), (0.95, 0), (0.4, 1)]],
    "8": [[(0.8, 0.15), (0.3, 0.05), (0.8, 0.75), (0.4, 1), (0.15, 0.75), (0.8, 0.15)]],
    "9": [[(0.8, 0.25), (0.3, 0.4), (0.3, 0.05), (0.8, 0.1), (0.7, 1)]],
}


def written(rng: np.random.Generator, number: int, height: float) -> list[Floats]:
    """A number as people write it, about its middle."""
    text = str(number)
    width = 0.55 * height
    strokes = []
    for index, figure in enumerate(text):
        x = (index - len(text) / 2) * width * 1.25
        for points in _FIGURES[figure]:
            shape = np.array(points) * [width, height] + [x, -height / 2]
            strokes.append(shape + rng.normal(0, 0.04 * height, shape.shape))
    return strokes


def draw(
    picture: Light, pitch: float, origin: Floats, pen: Pen, strokes: Sequence[Floats], rng: np.random.Generator
) -> NDArray[np.float32]:
    """Draws strokes (N, 2), given in column pitches, on a picture (H, W, 3) of linear BGR in place.

    Returns:
        (H, W) how much of the paper the ink covers, 0 to 1.
    """
    if not strokes:
        return np.zeros(picture.shape[:2], np.float32)
    mask = np.zeros((picture.shape[0] * _FINE, picture.shape[1] * _FINE), np.uint8)
    unit = pitch * _FINE
    for points in strokes:
        fixed = np.rint(((points - origin) * unit - 0.5) * (1 << _BITS)).astype(np.int32)
        width = max(1, round(unit * pen.width * rng.uniform(0.85, 1.15)))
        cv2.polylines(mask, [fixed], False, 255, width, cv2.LINE_AA, shift=_BITS)
    size = picture.shape[1::-1]
    ink = np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.float32) * np.float32(pen.cover / 255)
    if unit * pen.width < 1:
        ink *= np.float32(unit * pen.width)
    if pen.grain > 0.15:
        paper = np.asarray(speckle(rng, picture.shape[:2]), np.float32)
        ink *= np.clip(1 - np.float32(pen.grain) * (blurred(paper, 0.7) * 2 + 0.3), 0, 1)
    share = threefold(ink)
    if pen.glazing:
        picture *= 1 - share * (1 - pen.ink)
    else:
        picture += share * (pen.ink - picture)
    return ink


def random_hand(rng: np.random.Generator, tremor: Range) -> Hand:
    """How some player draws."""
    return Hand(
        reach=float(np.clip(rng.normal(0.43, 0.1), 0.24, 0.72)),
        crooked=rng.uniform(0.02, 0.09),
        bend=rng.uniform(0.01, 0.12),
        tremor=rng.uniform(*tremor),
        offset=(rng.normal(0, 0.03), rng.normal(0, 0.03)),
    )
