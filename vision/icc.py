"""Brings the colours of a photo to sRGB, which everything after it takes for granted."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageCms

Pixels = NDArray[np.uint8]

SAME = 3
"""Two 8 bit values this close look alike: the sRGB profiles that cameras embed differ from each other by less."""
STRIP = 256
"""Rows converted at a time: little enough to stay in the cache, enough to keep two cores busy."""
_STEPS = np.linspace(0, 255, 6).astype(np.uint8)
_SAMPLES = np.stack(np.meshgrid(_STEPS, _STEPS, _STEPS), axis=-1).reshape(-1, 6, 3)
"""(36, 6, 3) uint8: colours spread over the whole cube, to try a profile on."""


def to_srgb(colours: Pixels, mode: str, profile: bytes | None) -> Pixels:
    """The colours of a picture in sRGB.

    Args:
        colours: uint8, contiguous; of shape (H, W) for mode ``L``, (H, W, 3) for ``RGB``, (H, W, 4) for ``CMYK`` (255
            is all the ink).
        mode: one of these.
        profile: the ICC profile that came with them. One that is damaged, or made for another kind of picture, is
            passed over: colours a little off are better than no photo.

    Returns:
        (H, W, 3) uint8, blue, green, red.
    """
    transform = _transform(mode, profile) if profile else None
    if mode != "CMYK" and transform is None:
        code = cv2.COLOR_GRAY2BGR if mode == "L" else cv2.COLOR_RGB2BGR
        return np.asarray(cv2.cvtColor(colours, code), np.uint8)
    converted = np.empty((*colours.shape[:2], 3), np.uint8)

    def convert(top: int) -> None:
        strip = _converted(colours[top : top + STRIP], mode, transform)
        cv2.cvtColor(strip, cv2.COLOR_RGB2BGR, dst=converted[top : top + STRIP])

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(convert, range(0, len(colours), STRIP)))
    return converted


def _transform(mode: str, profile: bytes) -> ImageCms.ImageCmsTransform | None:
    """What turns ``mode`` into RGB in sRGB; None where that changes nothing, as with most profiles of cameras."""
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        transform = ImageCms.buildTransform(source, ImageCms.createProfile("sRGB"), mode, "RGB")
    except (ImageCms.PyCMSError, OSError, TypeError, ValueError):
        return None
    if mode == "RGB" and np.abs(_converted(_SAMPLES, mode, transform).astype(int) - _SAMPLES).max() <= SAME:
        return None
    return transform


def _converted(colours: Pixels, mode: str, transform: ImageCms.ImageCmsTransform | None) -> Pixels:
    """(H, W, 3) uint8 RGB."""
    height, width = colours.shape[:2]
    image = Image.frombuffer(mode, (width, height), colours.tobytes(), "raw", mode, 0, 1)
    # Pillow's own formula serves CMYK without a profile; None would come only from a transform in place.
    converted = ImageCms.applyTransform(image, transform) if transform else image.convert("RGB")
    return np.asarray(cast(Image.Image, converted))
