"""Draws what a light was fitted from: the colours of the samples in the a/b plane, and where each name's lie.

To the right is red, to the left green, up yellow, down blue; grey is in the middle. A dot is a sample, as it looks in
balanced light; with a ring, a person put it right. An ellipse holds nearly nine of ten pieces of its colour; it is
faint where no sample showed that colour. The line to the middle starts where the camera saw grey.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.light import Bgr, Floats, Light, Palette, lab
from models.srgb import to_srgb
from vision.icc import Pixels
from vision.overlay import BGR, DARK, DOUBT, LIGHT, Annotator, Canvas, overlay
from vision.photo import Photo

GROUND = 60
"""The level of the grey on which all is drawn."""
SIDE = 900
"""Of the drawing of one kind of piece, in pixels."""
REACH = 115.0
"""The largest a and b that are shown."""
SHOWN = 0.75
"""The brightest channel of a dot, in linear light."""
TEXT = 13.0
"""The height of capitals, in pixels."""
FAINT: BGR = (150, 150, 150)
ROUND = np.stack(
    [np.cos(np.linspace(0, 2 * np.pi, 72, endpoint=False)), np.sin(np.linspace(0, 2 * np.pi, 72, endpoint=False))],
    axis=1,
)
"""(72, 2) points of a circle."""
TWO_DEVIATIONS = 2.0
"""So large ellipses are."""


@dataclass(frozen=True, eq=False)
class Plane:
    """The a/b plane of one kind of piece on the picture.

    Args:
        palette: what is drawn.
        gains: of the light.
        title: what is written above.
        left: where it begins on the picture, in pixels.
    """

    palette: Palette
    gains: Bgr
    title: str
    left: float

    def annotate(self, canvas: Canvas) -> None:
        """Draws on the canvas."""
        self._axes(canvas)
        names = []
        for name, mean, spread in zip(self.palette.names, self.palette.means, self.palette.spreads, strict=True):
            told = name in self.palette.sampled
            root = np.linalg.cholesky(np.array(spread).reshape(3, 3)[1:, 1:])
            ring = self._at(mean[1:] + TWO_DEVIATIONS * ROUND @ root.T)
            canvas.stroke(ring, LIGHT if told else FAINT, 2 if told else 0.5)
            above = np.array([ring[:, 0].mean(), ring[:, 1].min() - 16])
            names.append((name if told else f"{name}?", above, LIGHT if told else FAINT))
        for sample in self.palette.samples:
            balanced = np.array([sample.face]) * self.gains
            place = self._at(lab(balanced)[:, 1:])
            if sample.taught:
                canvas.fill(place + 12 * ROUND, DOUBT)
            canvas.fill(place + 8 * ROUND, DARK)
            canvas.fill(place + 7 * ROUND, shown(balanced[0]))
        for text, middle, colour in names:
            canvas.write(text, middle, TEXT, colour)
        canvas.write(self.title, np.array([self.left + 0.1 * SIDE, 2 * TEXT]), TEXT, LIGHT)

    def _axes(self, canvas: Canvas) -> None:
        """The axes of the plane, and the way from where the camera saw grey to where it is."""
        for way, ends in (((1.0, 0.0), ("+a", "-a")), ((0.0, 1.0), ("+b", "-b"))):
            both = np.array([way, np.negative(way)])
            canvas.stroke(self._at(0.9 * REACH * both), FAINT, 1, closed=False)
            for end, place in zip(ends, self._at(0.95 * REACH * both), strict=True):
                canvas.write(end, place, TEXT, FAINT)
        grey = np.clip(lab(1 / np.array([self.gains]))[0, 1:], -0.9 * REACH, 0.9 * REACH)
        canvas.stroke(self._at(np.array([grey, (0.0, 0.0)])), DOUBT, 2, closed=False)
        beside = np.array([0.0, 1.6 * TEXT]) * (-1 if grey[1] > 0 else 1)
        canvas.write("grey as taken", self._at(grey) + beside, TEXT, DOUBT)

    def _at(self, places: Floats) -> Floats:
        """Where places (..., 2) of the plane are on the picture."""
        return np.asarray(np.array([self.left + SIDE / 2, SIDE / 2]) + places * (1.0, -1.0) * (SIDE / 2 / REACH))


def shown(light: Floats) -> BGR:
    """Linear light (3,) as a colour that is bright enough to be told."""
    blue, green, red = np.rint(255 * to_srgb(light * SHOWN / max(float(light.max()), 1e-9))).tolist()
    return int(blue), int(green), int(red)


def light_picture(light: Light) -> Pixels:
    """A picture of a light's palettes, side by side: (H, W, 3) uint8, BGR."""
    kinds = [(light.tiles, "tiles"), (light.dice, "dice")]
    told = [(palette, kind) for palette, kind in kinds if palette is not None]
    planes: Sequence[Annotator] = [
        Plane(palette, light.gains, f"{len(palette.samples)} {kind}", SIDE * number)
        for number, (palette, kind) in enumerate(told)
    ]
    return overlay(Photo.of(np.full((SIDE, SIDE * max(len(told), 1), 3), GROUND, np.uint8)), planes)
