"""Pictures in other light."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray


def toned(image: NDArray[np.uint8], gain: NDArray[np.float64], gamma: float) -> NDArray[np.uint8]:
    """A picture, (H, W, 3) uint8, whose values, 0 to 1, are raised to ``gamma`` and multiplied by ``gain`` (3,)."""
    table = np.clip(gain * (np.arange(256)[:, None] / 255) ** gamma, 0, 1) * 255
    return np.asarray(cv2.LUT(image, table.astype(np.uint8).reshape(1, 256, 3)), dtype=np.uint8)


def relit(image: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """The picture with each channel's contrast and brightness changed a little."""
    return toned(image, rng.normal(1, 0.06, 3), np.exp(rng.normal(0, 0.12)))
