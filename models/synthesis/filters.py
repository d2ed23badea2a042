"""Noise, and the smoothing of float pictures."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

Light = NDArray[np.float32]


def threefold(grey: Light) -> Light:
    """(H, W, 3) of (H, W): much faster to compute with than a view that repeats it."""
    return np.asarray(cv2.merge([grey, grey, grey]), np.float32)


def blurred(field: Light, sigma: float, sigma_y: float | None = None) -> Light:
    """A Gaussian blur of (H, W) or (H, W, C) float32; standard deviations in pixels across and down."""
    return np.asarray(cv2.GaussianBlur(field, (0, 0), sigma, sigmaY=sigma if sigma_y is None else sigma_y), np.float32)


def speckle(rng: np.random.Generator, shape: tuple[int, ...]) -> Light:
    """Noise without structure: float32 of mean 0 and variance 1.

    Each value is the sum of two random bytes, which is close enough to a normal distribution and ten times as fast.
    """
    pair = np.frombuffer(rng.bytes(2 * math.prod(shape)), np.uint8).reshape(2, *shape)
    total = np.add(pair[0], pair[1], dtype=np.float32)
    total -= np.float32(255)
    total *= np.float32(math.sqrt(6 / (256**2 - 1)))
    return np.asarray(total)
