"""Draws how a standing camera sees the table: a net of squares as large as tiles, laid over its picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from calibration.view import View
from vision.overlay import FOUND, Canvas
from vision.reading import Floats
from vision.view import ViewConfig

LEAST = ViewConfig().least
"""Pixels: where a tile is smaller, nothing can be read, and its squares aren't drawn."""
ACROSS = 33
"""In so many places along each side of the picture it is asked whether that is so."""
MOST = 500
"""Squares one way: no photo shows more that can be read, and of a view with made-up numbers nothing is drawn."""


@dataclass(frozen=True, eq=False)
class Net:
    """The squares of the table, as far as tiles could be read there.

    Args:
        view: in pixels of the photo in full resolution.
    """

    view: View

    def annotate(self, canvas: Canvas) -> None:
        """Draws on the canvas."""
        width = 0.001 * max(self.view.width, self.view.height)
        for line in net(self.view):
            canvas.stroke(line, FOUND, width, closed=False)


def net(view: View) -> Iterator[Floats]:
    """The lines of such a net as far as they are seen: (N, 2) pixels of the picture each, a point a square."""
    limits = np.array([view.width, view.height])
    across, down = np.meshgrid(*(np.linspace(0, side - 1, ACROSS) for side in limits))
    places = np.stack([across, down], axis=-1)
    there = view.to_table(places[view.sides(places) >= LEAST])
    if not len(there) or np.ptp(there, axis=0).max() > MOST:
        return
    low, high = np.floor(there.min(axis=0)).astype(int), np.ceil(there.max(axis=0)).astype(int)
    for way in (0, 1):
        along = np.arange(low[1 - way], high[1 - way] + 1, dtype=np.float64)
        for at in range(low[way], high[way] + 1):
            line = np.column_stack([np.full(len(along), at), along])
            seen = view.to_picture(line if way == 0 else line[:, ::-1])
            inside = ((seen > -limits) & (seen < 2 * limits)).all(axis=1) & (view.sides(seen) >= LEAST)
            if inside.sum() > 1:
                yield seen[inside]
