"""Brings the colours of a photo to sRGB, which everything after it takes for granted."""

from __future__ import annotations

import io
from typing import cast

import numpy as np
from PIL import Image, ImageCms

_SAME = 3
"""Two 8 bit values this close look alike: the sRGB profiles that cameras embed differ from each other by less."""
_STEPS = np.linspace(0, 255, 6).astype(np.uint8)
_SAMPLES = np.stack(np.meshgrid(_STEPS, _STEPS, _STEPS), axis=-1).reshape(1, -1, 3)
"""(1, 216, 3) uint8: colours spread over the whole cube, to try a profile on."""


def to_srgb(image: Image.Image, profile: bytes | None) -> Image.Image:
    """The image with its colours in sRGB.

    Args:
        image: of mode ``L``, ``RGB`` or ``CMYK``. It may be changed in place.
        profile: the ICC profile that came with it. One that is damaged, or made for another kind of image, is
            passed over: colours a little off are better than no photo.

    Returns:
        An image of mode ``RGB``.
    """
    transform = _transform(image.mode, profile) if profile else None
    if transform is None:
        return image.convert("RGB")
    if image.mode != "RGB":
        return _applied(image, transform)
    if _changes_colours(transform):
        ImageCms.applyTransform(image, transform, inPlace=True)
    return image


def _transform(mode: str, profile: bytes) -> ImageCms.ImageCmsTransform | None:
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        return ImageCms.buildTransform(source, ImageCms.createProfile("sRGB"), mode, "RGB")
    except (ImageCms.PyCMSError, OSError, TypeError, ValueError):
        return None


def _applied(image: Image.Image, transform: ImageCms.ImageCmsTransform) -> Image.Image:
    return cast(Image.Image, ImageCms.applyTransform(image, transform))  # None comes only where it works in place


def _changes_colours(transform: ImageCms.ImageCmsTransform) -> bool:
    """Whether the transform of RGB to sRGB does more than round: most embedded profiles are sRGB itself."""
    converted = _applied(Image.fromarray(_SAMPLES), transform)
    return bool(np.abs(np.asarray(converted, np.int16) - _SAMPLES).max() > _SAME)
