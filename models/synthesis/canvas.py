"""The picture while it is painted: linear light, with the piece that each pixel shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from models.synthesis.filters import threefold

Floats = NDArray[np.float64]
Light = NDArray[np.float32]
Mask = NDArray[np.uint8]

_FINE = 4
"""Sub-pixels a side, by which the cover of an edge pixel is counted."""
_FRACTION_BITS = 4
_SUBPIXELS = _FINE << _FRACTION_BITS
"""The units a pixel of OpenCV's fixed-point coordinates on a fine mask."""


class Region(NamedTuple):
    """A rectangle of the picture, in pixels; right and bottom are exclusive."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def slices(self) -> tuple[slice, slice]:
        """Rows and columns, to index an image."""
        return slice(self.top, self.bottom), slice(self.left, self.right)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.right - self.left, self.bottom - self.top

    @property
    def empty(self) -> bool:
        """Whether no pixel lies in it."""
        return self.right <= self.left or self.bottom <= self.top

    @property
    def shift(self) -> Floats:
        """(3, 3) float64: from pixels of the picture to pixels of the region."""
        return np.array([[1.0, 0.0, -self.left], [0.0, 1.0, -self.top], [0.0, 0.0, 1.0]])


class Canvas:
    """What is painted so far.

    Args:
        light: (H, W, 3) float32 linear BGR; painted on in place.

    Attributes:
        owner: (H, W) int32, the number of the piece whose top face a pixel mostly shows; 0 for anything else.
    """

    def __init__(self, light: Light) -> None:
        self.light = light
        self.height, self.width = light.shape[:2]
        self.owner = np.zeros(light.shape[:2], np.int32)

    @property
    def whole(self) -> Region:
        """The region that is the whole picture."""
        return Region(0, 0, self.width, self.height)

    def region(self, points: Floats, margin: float = 1.0) -> Region:
        """The part of the picture that polygons with the points (N, 2) may touch."""
        left, top = (points.min(axis=0) - margin).tolist()
        right, bottom = (points.max(axis=0) + margin + 1).tolist()
        return Region(
            int(min(max(left, 0), self.width)),
            int(min(max(top, 0), self.height)),
            int(max(min(right, self.width), 0)),
            int(max(min(bottom, self.height), 0)),
        )

    def paint(self, region: Region, cover: Light, colour: Light, owner: int = 0) -> None:
        """Lays a colour, (3,) or (h, w, 3), over a region, where ``cover`` (h, w) says how much."""
        rows, cols = region.slices
        view = self.light[rows, cols]
        change = colour - view
        change *= threefold(cover)
        view += change
        self.owner[rows, cols][cover > 0.5] = owner

    def dim(self, region: Region, cover: Light, factor: float | Light) -> None:
        """Darkens a region to ``factor`` where ``cover`` (h, w) is 1."""
        self.light[region.slices] *= 1 - threefold(cover) * (1 - np.asarray(factor, np.float32))

    def bend(self, x: Light, y: Light) -> None:
        """Replaces each pixel by what was at (x, y), each (H, W)."""
        self.light = np.asarray(cv2.remap(self.light, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
        owner = cv2.remap(self.owner.astype(np.float32), x, y, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
        self.owner = np.asarray(owner, np.int32)


class Brush:
    """Masks finer than the picture, to count how much of each pixel polygons cover.

    Args:
        region: the part of the picture it works on.
        layers: how many masks there are.
    """

    def __init__(self, region: Region, layers: int = 1) -> None:
        self.region = region
        self.masks: Mask = np.zeros((layers, region.size[1] * _FINE, region.size[0] * _FINE), np.uint8)
        self._origin = (np.array(region[:2]) - 0.5) * _SUBPIXELS + (1 << _FRACTION_BITS) / 2

    def fill(self, polygon: Floats, value: int = 255, layer: int = 0) -> None:
        """Fills a polygon (N, 2) given in pixels of the picture."""
        cv2.fillPoly(self.masks[layer], [self._fixed(polygon)], value, lineType=cv2.LINE_8, shift=_FRACTION_BITS)

    def stroke(self, points: Floats, width: float, value: int = 255, layer: int = 0) -> None:
        """Draws an open line through points (N, 2), of a width in pixels."""
        thickness = max(1, round(width * _FINE))
        fixed = [self._fixed(points)]
        cv2.polylines(self.masks[layer], fixed, False, value, thickness, lineType=cv2.LINE_8, shift=_FRACTION_BITS)

    def covers(self) -> Light:
        """(layers, h, w) float32, 0 to 1: the mean of each pixel."""
        width, height = self.region.size
        stacked = self.masks.reshape(-1, width * _FINE)
        coarse = cv2.resize(stacked, (width, len(self.masks) * height), interpolation=cv2.INTER_AREA)
        return np.asarray(coarse * np.float32(1 / 255), np.float32).reshape(-1, height, width)

    def _fixed(self, polygon: Floats) -> NDArray[np.int32]:
        return np.rint(polygon * _SUBPIXELS - self._origin).astype(np.int32)


def cover(region: Region, polygons: Sequence[Floats]) -> Light:
    """How much of each pixel the union of polygons (N, 2) covers: (h, w) float32, 0 to 1."""
    brush = Brush(region)
    for polygon in polygons:
        brush.fill(polygon)
    return np.asarray(brush.covers()[0])
