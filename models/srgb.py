"""The curve between sRGB values and linear light (IEC 61966-2-1)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def to_linear(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """SRGB values in 0..1 as linear light in 0..1."""
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def to_srgb(light: NDArray[np.float64]) -> NDArray[np.float64]:
    """Linear light in 0..1 as sRGB values in 0..1."""
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * np.maximum(light, 0.0031308) ** (1 / 2.4) - 0.055)


LIGHT_OF_BYTE: NDArray[np.float64] = to_linear(np.arange(256) / 255)
"""(256,) float64: linear light by sRGB byte."""
