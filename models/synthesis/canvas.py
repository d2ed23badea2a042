"""The picture while it is painted: linear light, with the piece that each pixel shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Light = NDArray[np.float32]

_FINE = 4
"""Sub-pixels a side, by which the cover of an edge pixel is counted."""
_FRACTION_BITS = 4


class Region(NamedTuple):
    """A rectangle of the picture, in pixels; stop is exclusive."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def slices(self) -> tuple[slice, slice]:
        """Rows and columns, to index an image."""
        return slice(self.top, self.bottom), slice(self.left, self.right)

    @property
    def empty(self) -> bool:
        """Whether no pixel lies in it."""
        return self.right <= self.left or self.bottom <= self.top


class Canvas:
    """What is painted so far.

    Args:
        light: (H, W, 3) float32 linear BGR; painted on in place.

    Attributes:
        owner: (H, W) int32, the number of the piece whose top face a pixel shows most of; 0 for anything else.
    """

    def __init__(self, light: Light) -> None:
        self.light = light
        self.height, self.width = light.shape[:2]
        self.owner = np.zeros(light.shape[:2], np.int32)

    def region(self, points: Floats, margin: float = 1.0) -> Region:
        """The part of the picture that polygons with the points (N, 2) may touch."""
        low, high = points.min(axis=0) - margin, points.max(axis=0) + margin
        return Region(
            int(min(max(low[0], 0), self.width)),
            int(min(max(low[1], 0), self.height)),
            int(max(min(high[0] + 1, self.width), 0)),
            int(max(min(high[1] + 1, self.height), 0)),
        )

    def paint(self, region: Region, cover: Light, colour: Light, owner: int = 0) -> None:
        """Lays a colour, (3,) or (h, w, 3), over a region, where ``cover`` (h, w) says how much."""
        rows, cols = region.slices
        view = self.light[rows, cols]
        view += (colour - view) * cover[..., None]
        self.owner[rows, cols][cover > 0.5] = owner


def cover(region: Region, polygons: Sequence[Floats]) -> Light:
    """How much of each pixel the union of polygons (N, 2) covers: (h, w) float32, 0 to 1."""
    mask = _fine_mask(region)
    for polygon in polygons:
        cv2.fillPoly(mask, [_fixed(region, polygon)], 255, lineType=cv2.LINE_8, shift=_FRACTION_BITS)
    return _coarse(region, mask)


def stroke(region: Region, polygon: Floats, width: float) -> Light:
    """The cover of a closed line of a width in pixels: (h, w) float32, 0 to 1."""
    mask = _fine_mask(region)
    points = _fixed(region, polygon)
    thickness = max(1, round(width * _FINE))
    cv2.polylines(mask, [points], True, 255, thickness, lineType=cv2.LINE_8, shift=_FRACTION_BITS)
    return _coarse(region, mask)


def _fine_mask(region: Region) -> NDArray[np.uint8]:
    return np.zeros(((region.bottom - region.top) * _FINE, (region.right - region.left) * _FINE), np.uint8)


def _fixed(region: Region, polygon: Floats) -> NDArray[np.int32]:
    fine = (polygon - [region.left - 0.5, region.top - 0.5]) * _FINE - 0.5
    return np.rint(np.clip(fine, -4000, 30000) * (1 << _FRACTION_BITS)).astype(np.int32)


def _coarse(region: Region, mask: NDArray[np.uint8]) -> Light:
    size = (region.right - region.left, region.bottom - region.top)
    return cv2.resize(mask, size, interpolation=cv2.INTER_AREA).astype(np.float32) / np.float32(255)
