"""Smoothing of float pictures, with the types that OpenCV's own stubs lose."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Light = NDArray[np.float32]


def blurred(field: Light, sigma: float, sigma_y: float | None = None) -> Light:
    """A Gaussian blur of (H, W) or (H, W, C) float32; standard deviations in pixels across and down."""
    return np.asarray(cv2.GaussianBlur(field, (0, 0), sigma, sigmaY=sigma if sigma_y is None else sigma_y), np.float32)
