"""Samples of colours by calculation alone, in lights that are known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from calibration.colours import COMMON
from calibration.light import TILE_COLOURS, Bgr, ColourSample, as_bgr

NEUTRAL = (1.0, 1.0, 1.0)
LIGHTS: dict[str, Bgr] = {
    "neutral": NEUTRAL,
    "warm": (0.35, 0.95, 1.6),
    "sodium": (0.1, 0.8, 1.8),
    "blue": (2.4, 0.9, 0.4),
}
SIX = TILE_COLOURS[:5] + TILE_COLOURS[6:]
"""The colours of a newer box."""


def samples(
    names: Sequence[str] = SIX * 3, light: Bgr = NEUTRAL, wander: float = 0.05, seed: int = 1, body: bool = True
) -> list[ColourSample]:
    """A sample of each name in a light, in a shade of its own, and each channel off a little."""
    rng = np.random.default_rng(seed)
    found = []
    for name in names:
        shade, off = rng.uniform(0.3, 1.0), np.exp(rng.normal(0, wander, 3))
        face = as_bgr(np.array(COMMON[name]) * light * shade * off)
        black = as_bgr(0.01 * np.array(light) * shade * np.exp(rng.normal(0, wander, 3)))
        found.append(ColourSample(name, face, black if body else None))
    return found
