"""The outlines of the six shapes, as makers print them, in the coordinates of a tile's face.

A face reaches from -0.5 to 0.5 in x (to the right) and y (downwards).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.qwirkle.tile import Shape

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Proportions:
    """How a maker draws the shapes; lengths are shares of the tile's side. The defaults are the common box's."""

    circle_radius: float = 0.405
    square_half: float = 0.315
    diamond_half: float = 0.435
    clover_reach: float = 0.435
    clover_lobe: float = 0.14
    """The radius of a lobe's round end."""
    clover_neck: float = 0.115
    """Half the width of a lobe where the four meet: less than the lobe's radius gives petals, as much gives a cross."""
    star_reach: float = 0.53
    """From the middle to a point; the points lie on the face's diagonals."""
    star_waist: float = 0.16
    """From the middle to the dent between two points."""
    star_bend: float = 0.15
    """How far the sides bow inwards: 0 is straight."""
    star_turn: float = 0.0
    """Radians by which the star is turned from pointing at the face's corners."""
    burst_points: int = 8
    burst_reach: float = 0.42
    burst_diagonal: float = 0.94
    """The length of every second ray as a share of the first."""
    burst_waist: float = 0.18


@lru_cache(maxsize=64)
def outline(shape: Shape, proportions: Proportions) -> tuple[Points, ...]:
    """The polygons whose union is the shape.

    Returns:
        Polygons, each (N, 2) float64, in the coordinates of the face; shared between calls, so not to be written to.
    """
    p = proportions
    match shape:
        case Shape.CIRCLE:
            return (_circle(0.0, 0.0, p.circle_radius),)
        case Shape.SQUARE:
            return (p.square_half * _CORNERS,)
        case Shape.DIAMOND:
            return (p.diamond_half * _AXES,)
        case Shape.CLOVER:
            return _clover(p.clover_reach, p.clover_lobe, p.clover_neck)
        case Shape.STAR:
            return (_star(p.star_reach, p.star_waist, p.star_bend, p.star_turn),)
        case Shape.STARBURST:
            return (_burst(p.burst_points, p.burst_reach, p.burst_diagonal, p.burst_waist),)


_CORNERS = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
_AXES = np.array([[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])
_SMOOTH = np.linspace(0.0, 2.0 * np.pi, 40, endpoint=False)


def _polar(angles: Points, radii: Points | float) -> Points:
    return np.stack([radii * np.sin(angles), -radii * np.cos(angles)], axis=1)


def _circle(x: float, y: float, radius: float) -> Points:
    return np.array([x, y]) + _polar(_SMOOTH, radius)


def _clover(reach: float, lobe: float, neck: float) -> tuple[Points, ...]:
    """Four round-ended lobes; each flares from the neck in the middle to its round end."""
    arc = np.linspace(-0.5 * np.pi, 0.5 * np.pi, 15)
    end = _polar(arc, lobe) + np.array([0.0, lobe - reach])
    petal = np.concatenate([[[-neck, 0.0]], [[-neck, -neck]], end, [[neck, -neck]], [[neck, 0.0]]])
    quarter = np.array([[0.0, 1.0], [-1.0, 0.0]])
    petals = [petal]
    for _ in range(3):
        petals.append(petals[-1] @ quarter)
    return tuple(petals)


def _star(reach: float, waist: float, bend: float, turn: float) -> Points:
    """Four points joined by sides that bow inwards, each a quadratic Bezier curve."""
    tips = _polar(np.pi / 4 + turn + np.arange(4) * np.pi / 2, reach)
    dents = _polar(np.pi / 2 + turn + np.arange(4) * np.pi / 2, waist)
    t = np.linspace(0.0, 1.0, 6, endpoint=False)[:, None]
    parts = []
    for tip, dent, following in zip(tips, dents, np.roll(tips, -1, axis=0), strict=True):
        for start, stop in ((tip, dent), (dent, following)):
            middle = (start + stop) / 2 * (1.0 - bend)
            parts.append((1 - t) ** 2 * start + 2 * t * (1 - t) * middle + t**2 * stop)
    return np.concatenate(parts)


def _burst(points: int, reach: float, diagonal: float, waist: float) -> Points:
    angles = np.arange(2 * points) * np.pi / points
    radii = np.full(2 * points, waist)
    radii[0::2] = reach
    if points % 2 == 0:
        radii[2::4] = reach * diagonal
    return _polar(angles, radii)
