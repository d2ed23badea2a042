"""Draws what a lens was fitted from: where on the picture the board was seen, and how far off its corners are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.fit import BoardView, Coverage, LensFit
from vision.grid import SQUARE
from vision.icc import Pixels
from vision.overlay import DOUBT, FAULT, FOUND, LIGHT, Annotator, Canvas, overlay
from vision.photo import Photo

GROUND = 70
"""The level of the grey on which all is drawn."""
LONGER_SIDE = 1600
"""Of the drawing, in pixels."""
TIMES = 100
"""So much longer than they are, residuals are drawn."""


@dataclass(frozen=True, eq=False)
class Cells:
    """The cells of the picture: those in which the board was seen are light, the others are framed with dashes."""

    coverage: Coverage
    size: tuple[int, int]

    def annotate(self, canvas: Canvas) -> None:
        """Draws on the canvas."""
        rows, columns = self.coverage.seen.shape
        side = np.array(self.size) / (columns, rows)
        for row, column in np.ndindex(rows, columns):
            corners = (np.array([column, row]) + 0.5 + 0.94 * SQUARE) * side - 0.5
            if self.coverage.seen[row, column]:
                canvas.fill(corners, FOUND, 0.22)
            else:
                canvas.dashes(corners, FAULT, 0.004 * max(self.size), count=7)


@dataclass(frozen=True, eq=False)
class Corners:
    """The corners of the board as they were seen, a dot each."""

    views: Sequence[BoardView]
    size: tuple[int, int]

    def annotate(self, canvas: Canvas) -> None:
        """Draws on the canvas."""
        for view in self.views:
            for corner in view.picture:
                canvas.fill(corner + 0.004 * max(self.size) * SQUARE, LIGHT)


@dataclass(frozen=True, eq=False)
class Residuals:
    """From each corner a line to where the lens leaves it, much longer than it is, and in words how much."""

    fit: LensFit

    def annotate(self, canvas: Canvas) -> None:
        """Draws on the canvas."""
        lens = self.fit.lens
        size = max(lens.width, lens.height)
        times = TIMES * size / LONGER_SIDE
        for view, residual in zip(self.fit.views, self.fit.residuals, strict=True):
            for corner, off in zip(view.picture, residual, strict=True):
                canvas.stroke(np.array([corner, corner - times * off]), DOUBT, 0.001 * size, closed=False)
        text = f"{lens.error:.2f} pixels off on average, drawn {times:.0f} times as long"
        canvas.write(text, np.array([lens.width / 2, lens.height - 0.03 * size]), 0.014 * size, LIGHT)


def fit_picture(
    views: Sequence[BoardView], covered: Coverage, size: tuple[int, int], fit: LensFit | None = None
) -> Pixels:
    """A picture of the views and, where there is one, of the fit.

    Args:
        views: what was seen of the board.
        covered: the same by cells.
        size: width and height of the camera's pictures, in pixels.
        fit: None where it was refused.

    Returns:
        (H, W, 3) uint8, BGR.
    """
    scale = max(size) / LONGER_SIDE
    width, height = (round(side / scale) for side in size)
    ground = Photo(np.full((height, width, 3), GROUND, np.uint8), scale, *size)
    annotators: list[Annotator] = [Cells(covered, size), Corners(views, size)]
    return overlay(ground, [*annotators, *([Residuals(fit)] if fit else [])])
