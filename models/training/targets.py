"""Where a piece shows on the maps that a finder learns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.heat import STRIDE

Floats = NDArray[np.float64]
HEAT_SPREAD = 0.3
"""The heat's standard deviation in half sides of a piece: the centre of one that touches it is 2 half sides away."""


@dataclass(frozen=True, eq=False)
class Surroundings:
    """The cells of a map around the centre of a piece.

    Args:
        rows: those of the map,
        cols: and these.
        dx: (h, w) float64, the way from the centre to the middle of each cell in pixels, to the right,
        dy: and downwards.
        u: (h, w) float64, the same in the piece's half axes, along the first
        v: and the second.
        heat: (h, w) float32, one at the cell of the centre and falling off around it.
    """

    rows: slice
    cols: slice
    dx: Floats
    dy: Floats
    u: Floats
    v: Floats
    heat: NDArray[np.float32]

    @property
    def within(self) -> NDArray[np.bool_]:
        """(h, w) bool: which cells lie within the piece."""
        return np.asarray(np.maximum(abs(self.u), abs(self.v)) < 1)


def around(centre: Floats, a: Floats, b: Floats, cells: int) -> Surroundings | None:
    """The cells around a piece of a map of ``cells`` a side; None if it lies outside.

    The heat falls off in units of the piece's own axes, so that neighbours stay apart at every tilt.

    Args:
        centre: (2,) x and y in pixels.
        a: (2,) half of its first axis in pixels,
        b: and of its second.
        cells: see above.
    """
    reach = int(np.ceil(1.2 * max(np.hypot(*a), np.hypot(*b)) / STRIDE)) + 1
    col, row = (round(float(value + 0.5) / STRIDE - 0.5) for value in centre)
    rows, cols = (slice(*np.clip([at - reach, at + reach + 1], 0, cells)) for at in (row, col))
    y, x = np.mgrid[rows, cols]
    if x.size == 0:
        return None
    dx, dy = (x + 0.5) * STRIDE - 0.5 - centre[0], (y + 0.5) * STRIDE - 0.5 - centre[1]
    determinant = a[0] * b[1] - a[1] * b[0]
    u, v = (dx * b[1] - dy * b[0]) / determinant, (dy * a[0] - dx * a[1]) / determinant
    heat = np.exp(-(u**2 + v**2) / (2 * HEAT_SPREAD**2)).astype(np.float32)
    heat[(x == col) & (y == row)] = 1.0
    return Surroundings(rows, cols, dx, dy, u, v, heat)
