"""The network that reads one tile: is it one, does it show its face, which colour, which shape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.qwirkle.tile import Colour, Shape
from models.loader import Model, load

CROP = 48
"""Pixels a side of what the network sees."""
FACE = 36
"""Pixels a side of the tile's top face within the crop: the rest shows where the tile ends."""
KINDS = ("up", "down", "letter", "none")
"""A face, a hidden face, a letter tile of another game, or no tile at all."""
CLASSES = (*KINDS, *(colour.word for colour in Colour), *(shape.word for shape in Shape))
_FIRST_COLOUR = len(KINDS)
_FIRST_SHAPE = len(KINDS) + len(Colour)


@dataclass(frozen=True, eq=False)
class Names:
    """What the classifier makes of N crops; every row of each array sums to one.

    Args:
        kinds: (N, 4) float64, of `KINDS`.
        colours: (N, 7) float64, of `Colour`, given that the face is up.
        shapes: (N, 6) float64, of `Shape`, given the same.
    """

    kinds: NDArray[np.float64]
    colours: NDArray[np.float64]
    shapes: NDArray[np.float64]


class TileClassifier:
    """Reads rectified crops of tiles.

    Raises:
        ModelError: if the model can't be opened.
    """

    def __init__(self, model: Model | None = None) -> None:
        self.model = model or load("tile_classifier", CLASSES)

    def classify(self, crops: NDArray[np.uint8]) -> Names:
        """The names of crops, (N, CROP, CROP, 3) uint8 BGR, as `rectify` makes them."""
        if not len(crops):
            return Names(np.empty((0, len(KINDS))), np.empty((0, len(Colour))), np.empty((0, len(Shape))))
        (chances,) = self.model.run(crops)
        kinds, colours, shapes = np.split(chances.astype(np.float64), (_FIRST_COLOUR, _FIRST_SHAPE), axis=1)
        return Names(kinds, colours, shapes)


def rectify(levels: Sequence[NDArray[np.uint8]], corners: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Cuts tiles out, each turned upright and square in the middle of its crop.

    Args:
        levels: of a balanced picture, BGR, as `models.pyramid` gives them.
        corners: (N, 4, 2) float64 in pixels of the first level, clockwise from the top left.

    Returns:
        (N, CROP, CROP, 3) uint8 BGR. What lies outside the picture repeats its edge.
    """
    crops = np.empty((len(corners), CROP, CROP, 3), dtype=np.uint8)
    margin = (CROP - FACE) / 2
    face = np.array([[0, 0], [FACE, 0], [FACE, FACE], [0, FACE]], dtype=np.float32) + margin - 0.5
    full_width, full_height = levels[0].shape[1], levels[0].shape[0]
    for crop, quad in zip(crops, corners, strict=True):
        side = np.sqrt(abs(_area(quad)))
        # The level on which the face is just larger than in the crop: neither invented nor skipped pixels.
        level = int(np.clip(np.floor(np.log2(max(side, 1) / FACE)), 0, len(levels) - 1))
        picture = levels[level]
        scale = np.array([picture.shape[1] / full_width, picture.shape[0] / full_height])
        there = ((quad + 0.5) * scale - 0.5).astype(np.float32)
        homography = cv2.getPerspectiveTransform(face, there)
        cv2.warpPerspective(
            picture,
            homography,
            (CROP, CROP),
            dst=crop,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return crops


def _area(quad: NDArray[np.float64]) -> float:
    """The signed area of a quadrilateral, by the shoelace formula."""
    x, y = quad.T
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2
