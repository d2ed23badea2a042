"""Draws how a standing camera sees the table: a net of squares as large as tiles, laid over its picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.view import View
from vision.overlay import FOUND, Canvas
from vision.reading import Floats
from vision.view import ViewConfig

LEAST = ViewConfig().least
"""Pixels: where a tile is smaller, nothing can be read, and its squares aren't drawn."""


@dataclass(frozen=True, eq=False)
class Net:
    """The squares of the table, as far as tiles could be read there.

    Args:
        view: in pixels of the photo in full resolution.
    """

    view: View

    def annotate(self, canvas: Canvas) -> None:
        """Draws on the canvas."""
        width, height = self.view.width, self.view.height
        across, down = np.meshgrid(np.linspace(0, width - 1, 33), np.linspace(0, height - 1, 33))
        places = np.stack([across, down], axis=-1)
        there = self.view.to_table(places[self.view.sides(places) >= LEAST])
        if not len(there):
            return
        low, high = np.floor(there.min(axis=0)).astype(int), np.ceil(there.max(axis=0)).astype(int)
        for way in (0, 1):
            for at in range(low[way], high[way] + 1):
                along = np.arange(low[1 - way], high[1 - way] + 1, dtype=np.float64)
                line = np.column_stack([np.full(len(along), at), along])
                self._draw(canvas, line if way == 0 else line[:, ::-1])

    def _draw(self, canvas: Canvas, line: Floats) -> None:
        """One line of the net, piece by piece, where it is seen."""
        seen = self.view.to_picture(line)
        limits = np.array([self.view.width, self.view.height])
        inside = ((seen > -limits) & (seen < 2 * limits)).all(axis=1) & (self.view.sides(seen) >= LEAST)
        for start, stop, both in zip(seen[:-1], seen[1:], inside[:-1] & inside[1:], strict=True):
            if both:
                canvas.stroke(np.array([start, stop]), FOUND, 0.001 * float(limits.max()), closed=False)
