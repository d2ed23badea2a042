"""Draws on a photo what was read, and what to play.

Annotators are separate objects; each draws one kind of thing, and any of them go together:

    overlay(photo, [Outlines(reading, table), Names(reading, table), DieNames(reading, dice), Faults(missed)])

Every stroke has a dark seam and every letter a plate, so that they stand out on any table, and nothing is told by
colour alone. The annotators of each game stand in `qwirkle_overlay` and `qwixx_overlay`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.grid import SQUARE
from vision.icc import Pixels
from vision.photo import Photo
from vision.reading import Floats

BGR = tuple[int, int, int]

DARK: BGR = (24, 20, 20)
LIGHT: BGR = (255, 255, 255)
FOUND: BGR = (255, 225, 110)
DOUBT: BGR = (60, 190, 255)
ADVICE: BGR = (110, 255, 110)
FAULT: BGR = (90, 80, 255)
RED: BGR = (60, 50, 235)
YELLOW: BGR = (60, 225, 250)
GREEN: BGR = (80, 190, 60)
BLUE: BGR = (240, 140, 40)
"""How the colours that both games have are drawn on dark ground: brighter than they are, and far from each other."""

SUBPIXELS = 4
"""Bits of a pixel's fraction in which `cv2` takes positions."""
BOLD = 800
CAPITAL = 0.73
"""The height of a capital as a share of the font's size."""
PLATE = 0.28
"""A plate's height as a share of the tile's side: the letter can be read and the tile still be seen."""
HEADER = 0.35
"""How far above a tile's middle its plate lies, as a share of the side."""
LEGIBLE = 12.0
"""No plate is lower than this many pixels of the picture."""


class Canvas:
    """A copy of a photo to draw on; positions and lengths are in pixels of the photo in full resolution."""

    def __init__(self, photo: Photo) -> None:
        self.image: Pixels = photo.image.copy()
        self._scale, self._on_image = photo.scale, photo.on_image
        self._font = cv2.FontFace("sans")

    def shows(self, points: Floats) -> NDArray[np.bool_]:
        """Which of the points, (N, 2), lie on the picture: (N,)."""
        height, width = self.image.shape[:2]
        on_image = self._on_image(points)
        return np.asarray(((on_image >= 0) & (on_image < (width, height))).all(axis=1))

    def legible(self, height: float) -> float:
        """The height, or the least that can be read."""
        return max(height, LEGIBLE * self._scale)

    def fill(self, corners: Floats, colour: BGR, opacity: float = 1.0) -> None:
        """Fills a polygon, (N, 2)."""
        points = self._points(corners)
        left, top, width, height = cv2.boundingRect(points >> SUBPIXELS)
        part = self.image[max(top, 0) : max(top + height + 1, 0), max(left, 0) : max(left + width + 1, 0)]
        if not part.size:
            return
        filled = part.copy()
        offset = np.array([max(left, 0), max(top, 0)], np.int32) << SUBPIXELS
        cv2.fillPoly(filled, [points - offset], colour, cv2.LINE_AA, SUBPIXELS)
        part[:] = cv2.addWeighted(filled, opacity, part, 1 - opacity, 0)

    def stroke(self, points: Floats, colour: BGR, width: float, closed: bool = True) -> None:
        """Draws through points, (N, 2), with a dark seam on both sides, which shows on any ground."""
        inner = max(1, round(width / self._scale))
        for ink, thickness in ((DARK, inner + 2 * max(1, inner // 2)), (colour, inner)):
            cv2.polylines(self.image, [self._points(points)], closed, ink, thickness, cv2.LINE_AA, SUBPIXELS)

    def dashes(self, corners: Floats, colour: BGR, width: float, count: int) -> None:
        """Draws a closed line with so many dashes a side; at the corners they meet."""
        for start, stop in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            for ends in np.linspace(0, 1, 2 * count).reshape(-1, 2, 1):
                self.stroke(start + ends * (stop - start), colour, width, closed=False)

    def write(self, text: str, middle: Floats, height: float, colour: BGR) -> None:
        """Writes around a point; ``height`` is that of a capital."""
        size = max(1, round(height / self._scale / CAPITAL))
        x, y = self._on_image(middle)
        width = cv2.getTextSize((0, 0), text, (0, 0), self._font, size, BOLD)[2]
        cv2.putText(
            self.image, text, (round(x - width / 2), round(y + size * CAPITAL / 2)), colour, self._font, size, BOLD
        )

    def _points(self, points: Floats) -> NDArray[np.int32]:
        return np.round(self._on_image(points) * (1 << SUBPIXELS)).astype(np.int32)


class Annotator(Protocol):
    """Something that draws on a photo."""

    def annotate(self, canvas: Canvas) -> None:
        """Draws on the canvas."""


def overlay(photo: Photo, annotators: Iterable[Annotator]) -> Pixels:
    """The photo with everything on it that the annotators draw, the first below.

    Returns:
        (H, W, 3) uint8, BGR, of the size of ``photo.image``, which stays as it is.
    """
    canvas = Canvas(photo)
    for annotator in annotators:
        annotator.annotate(canvas)
    return canvas.image


@dataclass(frozen=True, eq=False)
class Faults:
    """Where a reading differs from the labels.

    Args:
        missed: labels for which nothing was found: a dashed frame, the name below.
        wrong: labels that were read as something else: a thick frame, the right name below.
        false: corners, (4, 2), of what was found where there is nothing: crossed out.
    """

    missed: Sequence[tuple[Floats, str]] = ()
    wrong: Sequence[tuple[Floats, str]] = ()
    false: Sequence[Floats] = ()

    def annotate(self, canvas: Canvas) -> None:
        """Draws on the canvas."""
        for corners, _ in self.missed:
            canvas.dashes(corners, FAULT, 0.05 * side_of(corners), count=3)
        for corners, _ in self.wrong:
            canvas.stroke(corners, FAULT, 0.1 * side_of(corners))
        for corners, name in (*self.missed, *self.wrong):
            write_below(canvas, name, corners, LIGHT)
        for corners in self.false:
            for diagonal in (corners[::2], corners[1::2]):
                canvas.stroke(diagonal, FAULT, 0.07 * side_of(corners), closed=False)


def side_of(corners: Floats) -> float:
    """The mean side of a four-cornered thing, (4, 2)."""
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def write_below(canvas: Canvas, text: str, corners: Floats, colour: BGR) -> None:
    """Writes onto the lower part of a tile, (4, 2)."""
    side = side_of(corners)
    write(canvas, text, corners.mean(axis=0) + np.array([0.0, HEADER * side]), side, colour)


def write(canvas: Canvas, text: str, middle: Floats, side: float, colour: BGR, rim: BGR | None = None) -> None:
    """Writes on a plate around a point, as large as goes with tiles of a side."""
    height = canvas.legible(PLATE * side)
    ground(canvas, middle, 0.65 * height * (len(text) + 0.5), height, rim)
    canvas.write(text, middle, 0.66 * height, colour)


def ground(canvas: Canvas, middle: Floats, width: float, height: float, rim: BGR | None) -> None:
    """Draws the empty plate."""
    corners = middle + SQUARE * (width, height)
    canvas.fill(corners, DARK)
    if rim:
        canvas.stroke(corners, rim, 0.06 * height)
