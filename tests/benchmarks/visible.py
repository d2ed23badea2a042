"""What shows on a rendered photo: what makes a difference to it, beside the same photo rendered without."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.balance import balance

VISIBLE = 16.0
"""A difference of so many of 255 levels shows: of what makes less, nothing was seen by eye."""
COVERED = 0.05
"""The share of a field or a pip's surroundings that differs so much at least: by JPEG alone, single pixels do."""


def difference(image: NDArray[np.uint8], other: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(H, W) by how many levels two photos differ once their light is balanced; in one pixel alone it is noise."""
    apart = abs(balance(image).astype(np.float32) - balance(other).astype(np.float32))
    return np.asarray(cv2.blur(apart, (3, 3)).max(axis=2), np.float32)


def shows(apart: NDArray[np.float32], places: NDArray[np.float64], radius: float) -> NDArray[np.bool_]:
    """Whether what lies at places makes a visible difference.

    Args:
        apart: (H, W), see `difference`.
        places: (..., 2) in pixels.
        radius: how far about each place is looked, in pixels.

    Returns:
        (...) one answer for each place; false outside the picture.
    """
    reach = max(1, round(radius))
    share = cv2.blur((apart > VISIBLE).astype(np.float32), (2 * reach + 1, 2 * reach + 1))
    at = np.rint(places).astype(np.int64)
    inside = ((at >= 0) & (at < share.shape[::-1])).all(axis=-1)
    x, y = np.moveaxis(np.where(inside[..., None], at, 0), -1, 0)
    return np.asarray(inside & (share[y, x] > COVERED))
