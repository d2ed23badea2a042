"""How a set of tiles looks: its colours, its print, its bodies and its wear."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from engine.qwirkle.tile import SIXTH_COLOURS, Colour
from models.synthesis import colour as light
from models.synthesis.shapes import Proportions

Hsv = tuple[float, float, float]

COMMON_COLOURS: Mapping[Colour, Hsv] = {
    Colour.RED: (176.0, 0.88, 0.82),
    Colour.ORANGE: (8.0, 0.88, 0.90),
    Colour.YELLOW: (29.0, 0.90, 0.88),
    Colour.GREEN: (68.0, 0.90, 0.52),
    Colour.BLUE: (106.0, 0.90, 0.82),
    Colour.PURPLE: (124.0, 0.66, 0.66),
    Colour.WHITE: (90.0, 0.03, 0.93),
}
"""The colours of the common boxes as sRGB hue (OpenCV's steps of two degrees), saturation and value."""


@dataclass(frozen=True)
class Letters:
    """The letter tiles of another game that lie beside.

    Args:
        body: their colour as sRGB hue, saturation and value.
        ink: the colour of the letters.
        thickness: of a tile, in its sides.
        scale: the height of a letter as a share of the tile's side, times two.
        bold: how fat the letters are.
    """

    body: Hsv = (18.0, 0.3, 0.9)
    ink: Hsv = (10.0, 0.2, 0.1)
    thickness: float = 0.25
    scale: float = 1.0
    bold: int = 1


@dataclass(frozen=True)
class Look:
    """One set of tiles.

    Args:
        paint: the colours of the print as sRGB hue, saturation and value.
        proportions: how the shapes are drawn.
        body: the colour of the bodies.
        thickness: of a tile, in sides.
        rounding: the radius of the top face's corners, in sides.
        edge: brightness of the worn edges around a face, 0 to 1.
        grain: contrast of the grain that shows on the bodies, 0 to 1.
        wear: share of the print that has rubbed off, 0 to 0.3.
        misprint: standard deviation of the print's place on the face, in sides.
        mistwist: standard deviation of the print's turn on the face, in radians.
        scratches: how many scratches cross a print in the mean.
        mottle: contrast of the paint's own blotches.
        outline: brightness of a thin white line around the print, as some boxes have; 0 for none.
        haze: how much of the room the faces mirror in the mean, 0 to 1.
        haze_spread: how unequally they do: 0 all alike, 1 few tiles very much.
        letters: pieces of another game.
    """

    paint: Mapping[Colour, Hsv] = field(default_factory=lambda: dict(COMMON_COLOURS))
    proportions: Proportions = field(default_factory=Proportions)
    body: Hsv = (110.0, 0.08, 0.13)
    thickness: float = 0.48
    rounding: float = 0.03
    edge: float = 0.15
    grain: float = 0.3
    wear: float = 0.02
    misprint: float = 0.01
    mistwist: float = 0.01
    scratches: float = 0.1
    mottle: float = 0.02
    outline: float = 0.0
    haze: float = 0.01
    haze_spread: float = 0.5
    letters: Letters = field(default_factory=Letters)

    def colour(self, name: Colour) -> light.Light:
        """(3,) float32 linear BGR of the paint of one colour."""
        return light.hsv(*self.paint[name])


@dataclass(frozen=True)
class LookRanges:
    """How far sets differ; (low, high) unless said otherwise."""

    hue_red: tuple[float, float] = (172.0, 181.0)
    red_to_orange: tuple[float, float] = (6.0, 15.0)
    """Measured sets lie 5 to 10 hue steps apart in the photo, where a warm light has drawn them together."""
    hue_yellow: tuple[float, float] = (22.0, 33.0)
    hue_green: tuple[float, float] = (46.0, 86.0)
    """From yellow-green to blue-green."""
    hue_blue: tuple[float, float] = (99.0, 114.0)
    blue_to_purple: tuple[float, float] = (11.0, 34.0)
    """Measured sets lie 12 hue steps apart."""
    saturation: tuple[float, float] = (0.8, 1.0)
    washed: tuple[float, float] = (0.5, 0.8)
    """The saturation of sets with faded print."""
    washed_share: float = 0.12


def random_look(rng: np.random.Generator, ranges: LookRanges = LookRanges()) -> tuple[Look, Colour]:
    """A set as some maker might print it, and its sixth colour."""
    sixth = SIXTH_COLOURS[rng.integers(2)]
    return (
        Look(
            paint=_paint(rng, ranges),
            proportions=_proportions(rng),
            body=_body(rng),
            thickness=rng.uniform(0.35, 0.6),
            rounding=rng.uniform(0.0, 0.09),
            edge=rng.uniform(0.0, 0.5) ** 1.5,
            grain=rng.uniform(0.0, 0.65) ** 1.5,
            wear=max(0.0, rng.normal(0.0, 0.06)),
            misprint=rng.uniform(0.0, 0.025),
            mistwist=rng.uniform(0.0, 0.04),
            scratches=rng.exponential(0.4) if rng.random() < 0.5 else 0.0,
            mottle=rng.uniform(0.0, 0.12) ** 1.2,
            outline=rng.uniform(0.3, 0.9) if rng.random() < 0.08 else 0.0,
            haze=rng.uniform(0.0, 0.015) if rng.random() < 0.75 else rng.uniform(0.015, 0.08),
            haze_spread=rng.uniform(0.0, 1.0),
            letters=_letters(rng),
        ),
        sixth,
    )


def _paint(rng: np.random.Generator, ranges: LookRanges) -> dict[Colour, Hsv]:
    low, high = ranges.washed if rng.random() < ranges.washed_share else ranges.saturation
    red = rng.uniform(*ranges.hue_red)
    blue = rng.uniform(*ranges.hue_blue)

    def shade(hue: float, value: tuple[float, float], saturation: float = 1.0) -> Hsv:
        return hue, rng.uniform(low, high) * saturation, rng.uniform(*value)

    return {
        Colour.RED: shade(red, (0.62, 0.9)),
        Colour.ORANGE: shade(red + rng.uniform(*ranges.red_to_orange), (0.78, 1.0)),
        Colour.YELLOW: shade(rng.uniform(*ranges.hue_yellow), (0.72, 1.0)),
        Colour.GREEN: shade(rng.uniform(*ranges.hue_green), (0.36, 0.75)),
        Colour.BLUE: shade(blue, (0.55, 0.92)),
        Colour.PURPLE: shade(blue + rng.uniform(*ranges.blue_to_purple), (0.42, 0.78), 0.8),
        Colour.WHITE: (rng.uniform(0.0, 180.0), rng.uniform(0.0, 0.07), rng.uniform(0.84, 1.0)),
    }


def _body(rng: np.random.Generator) -> Hsv:
    tint = rng.uniform(0.0, 0.15) if rng.random() < 0.88 else rng.uniform(0.15, 0.4)
    return rng.uniform(0.0, 180.0), tint, float(np.clip(rng.normal(0.115, 0.045), 0.03, 0.27))


def _letters(rng: np.random.Generator) -> Letters:
    if rng.random() < 0.2:
        body, ink = (rng.uniform(0, 180), rng.uniform(0, 0.3), rng.uniform(0.05, 0.25)), rng.uniform(0.6, 1.0)
    else:
        body, ink = (rng.uniform(8, 30), rng.uniform(0.0, 0.6), rng.uniform(0.55, 1.0)), rng.uniform(0.0, 0.5)
    saturation = rng.uniform(0.5, 1.0) if rng.random() < 0.5 else 0.1
    return Letters(
        body=body,
        ink=(rng.uniform(0, 180), saturation, ink),
        thickness=rng.uniform(0.15, 0.5),
        scale=rng.uniform(0.8, 1.5),
        bold=int(rng.integers(0, 4)),
    )


def _proportions(rng: np.random.Generator) -> Proportions:
    fill = rng.normal(1.0, 0.07)
    lobe = rng.uniform(0.11, 0.165)
    points = 8 if rng.random() < 0.95 else int(rng.integers(6, 8))
    return Proportions(
        circle_radius=float(np.clip(0.40 * fill * rng.normal(1.0, 0.05), 0.26, 0.46)),
        square_half=float(np.clip(0.32 * fill * rng.normal(1.0, 0.07), 0.24, 0.41)),
        diamond_half=float(np.clip(0.42 * fill * rng.normal(1.0, 0.06), 0.31, 0.48)),
        clover_reach=float(np.clip(0.42 * fill * rng.normal(1.0, 0.06), 0.31, 0.47)),
        clover_lobe=lobe,
        clover_neck=lobe * rng.uniform(0.45, 1.0),
        star_reach=float(np.clip(0.53 * fill * rng.normal(1.0, 0.06), 0.40, 0.62)),
        star_waist=rng.uniform(0.10, 0.20),
        star_bend=rng.uniform(0.0, 0.35),
        burst_points=points,
        burst_reach=float(np.clip(0.41 * fill * rng.normal(1.0, 0.06), 0.31, 0.47)),
        burst_diagonal=rng.uniform(0.88, 1.06),
        burst_waist=rng.uniform(0.12, 0.25),
    )
