"""White balance and exposure of a whole photo: the first thing that happens to every picture a network sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.srgb import LIGHT_OF_BYTE, to_srgb


@dataclass(frozen=True)
class BalanceConfig:
    """How a photo is balanced.

    Args:
        sample_side: the photo is judged on a thumbnail of at most this many pixels a side: more tells no more.
        norm: the power of the shades-of-grey mean; 1 is the grey world, infinity the brightest pixel.
        clipped: a pixel with a channel above this has lost its colour and says nothing of the lamp.
        black: a pixel whose channels all lie below this is noise rather than light.
        cast_limit: no channel is scaled against another by more than this: lamps go no further, tables do.
        white_share: this share of the pixels may lie above the new white.
        white: the linear light that the pixel at `white_share` is brought to.
        gain_limits: how far a photo may be darkened or lit up.
    """

    sample_side: int = 104
    norm: float = 6.0
    clipped: int = 250
    black: int = 6
    cast_limit: float = 2.6
    white_share: float = 0.03
    white: float = 0.82
    gain_limits: tuple[float, float] = (0.6, 60.0)


def gains(
    image: NDArray[np.uint8], config: BalanceConfig = BalanceConfig(), known: Sequence[float] | None = None
) -> NDArray[np.float64]:
    """What each channel's light is to be multiplied by: (3,) float64 in the order BGR.

    The cast is estimated by shades of grey (Finlayson and Trezzi, 2004) over the pixels that are neither clipped nor
    black; the exposure from the brightest pixels after that.

    Args:
        image: (H, W, 3) uint8 BGR.
        config: how it is done.
        known: what takes the cast of the light away, in the order BGR, if that is known. What the table adds to it is
            estimated all the same, so that the picture looks as it would in neutral light.
    """
    pixels = thumbnail(image, config).reshape(-1, 3)
    first = np.ones(3) if known is None else np.asarray(known, np.float64)
    light = LIGHT_OF_BYTE[pixels] * first
    brightest = pixels.max(axis=1)
    telling = light[(brightest < config.clipped) & (brightest > config.black)]
    cast = np.ones(3)
    if len(telling):
        grey = np.mean(telling**config.norm, axis=0) ** (1 / config.norm)
        cast = np.exp(np.log(np.maximum(grey, 1e-6)).mean()) / np.maximum(grey, 1e-6)
        limit = np.sqrt(config.cast_limit)
        cast = np.clip(cast, 1 / limit, limit)
    white = float(np.quantile((light * cast).max(axis=1), 1 - config.white_share))
    exposure = np.clip(config.white / max(white, 1e-6), *config.gain_limits)
    return np.asarray(first * cast * exposure)


def thumbnail(image: NDArray[np.uint8], config: BalanceConfig = BalanceConfig()) -> NDArray[np.uint8]:
    """The small copy, (h, w, 3), by which a photo (H, W, 3) is judged; that of a thumbnail is itself."""
    sides = image.shape[:2]
    step = max(1, min(max(sides) // config.sample_side, *sides))  # of a long strip something must be left
    return np.asarray(cv2.resize(image, None, fx=1 / step, fy=1 / step, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def balance(
    image: NDArray[np.uint8], config: BalanceConfig = BalanceConfig(), known: Sequence[float] | None = None
) -> NDArray[np.uint8]:
    """The photo as a neutral lamp of full strength would have shown it; for the arguments see `gains`."""
    return multiplied(image, gains(image, config, known))


def multiplied(image: NDArray[np.uint8], factors: NDArray[np.float64]) -> NDArray[np.uint8]:
    """The photo with so many times the light.

    Args:
        image: (H, W, 3) uint8 BGR.
        factors: (3,) float64 in the same order.

    Returns:
        A new picture of the same shape, dtype and order.
    """
    table = to_srgb(np.clip(LIGHT_OF_BYTE[:, None] * factors, 0, 1))
    lookup = np.rint(table * 255).astype(np.uint8).reshape(1, 256, 3)
    return np.asarray(cv2.LUT(image, lookup), dtype=np.uint8)
