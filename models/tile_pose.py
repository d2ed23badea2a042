"""A tile's pose as numbers that don't change when the tile is given a quarter turn.

A square has no upright, so a network can't say which corner comes first. Let ``a`` and ``b`` be the vectors from the
centre to the middles of the right and the bottom side, as complex numbers x + iy. A quarter turn renames them to ``b``
and ``-a``. With ``p = (a - ib) / 2`` and ``q = (a + ib) / 2`` it multiplies ``p`` by i and ``q`` by -i; so ``|p|`` (the
size), ``p**4`` (the turn) and ``s = q p / |p|**2`` (the skew, 0 for a square seen straight from above) stay as they
are, and from them ``a = p + s conj(p)`` and ``b = i (p - s conj(p))`` come back, up to quarter turns.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
SIZE_UNIT = 20.0
"""The side in pixels whose logarithmic size is zero."""
PARAMETERS = 7
"""Of a pose: centre x and y, logarithmic size, turn (2) and skew (2)."""


def encode(corners: Floats) -> Floats:
    """The poses of tiles.

    Args:
        corners: (N, 4, 2) float64, in pixels, clockwise in the picture from any corner.

    Returns:
        (N, 7) float64: centre x, y in pixels; log of the side over `SIZE_UNIT`; cosine and sine of four times the
        turn; skew, real and imaginary.
    """
    points = corners[..., 0] + 1j * corners[..., 1]
    top_left, top_right, bottom_right, bottom_left = points.T
    a = (top_right + bottom_right - top_left - bottom_left) / 4
    b = (bottom_left + bottom_right - top_left - top_right) / 4
    p, q = (a - 1j * b) / 2, (a + 1j * b) / 2
    length = np.maximum(np.abs(p), 1e-9)
    centre, turn, skew = points.mean(axis=-1), (p / length) ** 4, q * p / length**2
    return np.stack(
        [centre.real, centre.imag, np.log(2 * length / SIZE_UNIT), turn.real, turn.imag, skew.real, skew.imag], axis=-1
    )


def decode(poses: Floats) -> Floats:
    """The corners of tiles, (N, 4, 2) float64, from their poses, (N, 7) as `encode` gives them.

    The first corner is the top left of the tile turned by at most 45 degrees from upright.
    """
    centre = poses[:, 0] + 1j * poses[:, 1]
    length = np.exp(poses[:, 2]) * SIZE_UNIT / 2
    p = length * np.exp(1j * np.arctan2(poses[:, 4], poses[:, 3]) / 4)
    q = (poses[:, 5] + 1j * poses[:, 6]) * np.conj(p)
    a, b = p + q, 1j * (p - q)
    points = np.stack([centre - a - b, centre + a - b, centre + a + b, centre - a + b], axis=-1)
    return np.stack([points.real, points.imag], axis=-1)
