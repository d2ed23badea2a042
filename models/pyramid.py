"""A picture at its own size, at half of it, at a quarter, …: pieces are cut out of the level that fits them best."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

LEAST = 96
"""A picture of fewer pixels on its shorter side is not halved: a piece and its surroundings take up so many."""


def pyramid(image: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    """The picture, (H, W, 3) uint8, its half, its quarter and so on."""
    levels = [image]
    while min(levels[-1].shape[:2]) >= LEAST:
        height, width = levels[-1].shape[:2]
        smaller = cv2.resize(levels[-1], (width // 2, height // 2), interpolation=cv2.INTER_AREA)
        levels.append(np.asarray(smaller, dtype=np.uint8))
    return levels
