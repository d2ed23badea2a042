"""Letters and digits as masks, for all that is printed or written on a table."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Mask = NDArray[np.uint8]

GLYPH = 64
"""The side of a glyph's mask in pixels."""


@lru_cache(maxsize=512)
def glyph(text: str, bold: int = 0) -> Mask:
    """(GLYPH, GLYPH) uint8: a short text in the middle of a square, as high as half the square.

    Args:
        text: one to three characters.
        bold: pixels by which every stroke is widened.
    """
    return line(text, GLYPH // 2, bold, (GLYPH, GLYPH))


@lru_cache(maxsize=512)
def line(text: str, height: int, bold: int, size: tuple[int, int]) -> Mask:
    """(size[1], size[0]) uint8: a text of a height in pixels in the middle of a rectangle (width, height)."""
    image = Image.new("L", size)
    font = ImageFont.load_default(size=height * 1.3)
    middle = (size[0] / 2, size[1] / 2)
    ImageDraw.Draw(image).text(middle, text, fill=255, font=font, anchor="mm", stroke_width=bold)
    mask = np.array(image)
    mask.setflags(write=False)
    return mask
