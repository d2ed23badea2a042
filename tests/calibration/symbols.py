"""Symbols made of numbers by chance, for tests."""

from __future__ import annotations

import numpy as np

from calibration.shapes import LEAST, NETWORK, SHAPES, SYMBOL_NUMBERS, ShapeFit, fit_shapes
from calibration.view import Floats

LOOKS = 8


def looks(named: tuple[str, ...], seed: int = 1, network: bool = True, wander: float = 0.1) -> Floats:
    """Symbols whose numbers are own ones of each shape, and wander from look to look."""
    chance = np.random.default_rng(seed)
    own = np.random.default_rng(0).normal(size=(len(SHAPES), SYMBOL_NUMBERS))
    index = [SHAPES.index(name) for name in named]
    seen = own[index][:, None] + chance.normal(0, wander, (len(named), LOOKS, SYMBOL_NUMBERS))
    right = np.eye(len(SHAPES))[index] if network else np.full((len(named), len(SHAPES)), 1 / 6)
    seen[..., -NETWORK:] = np.log(right + LEAST)[:, None]
    return np.asarray(seen)


def fitted(named: tuple[str, ...] = SHAPES, network: bool = True) -> ShapeFit:
    return fit_shapes(looks(named, network=network), named)
