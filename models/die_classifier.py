"""The network that reads one die: is it one that was rolled, which colour has it, which value shows its top face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.qwixx.roll import DieColour
from models.loader import Model, load

CROP = 64
"""Pixels a side of what the network sees."""
DIE = 46
"""The longer side of the die's box within the crop, in pixels: the rest shows on what it lies."""
KINDS = ("rolled", "not rolled", "none")
"""A die that lies on the table, one that is held, leans or is only a picture, or no die at all."""
FACES = 6
CLASSES = (*KINDS, *(colour.name.lower() for colour in DieColour), *(str(value) for value in range(1, FACES + 1)))
_FIRST_COLOUR = len(KINDS)
_FIRST_VALUE = len(KINDS) + len(DieColour)


@dataclass(frozen=True, eq=False)
class DieNames:
    """What the classifier makes of N crops; every row of each array sums to one.

    Args:
        kinds: (N, 3) float64, of `KINDS`.
        colours: (N, 6) float64, of `DieColour`, given that there is a die.
        values: (N, 6) float64, of the values 1 to 6, given the same.
    """

    kinds: NDArray[np.float64]
    colours: NDArray[np.float64]
    values: NDArray[np.float64]

    def __getitem__(self, keep: NDArray[np.bool_] | NDArray[np.int64]) -> DieNames:
        return DieNames(self.kinds[keep], self.colours[keep], self.values[keep])


class DieClassifier:
    """Reads crops of dice.

    Raises:
        ModelError: if the model can't be opened.
    """

    def __init__(self, model: Model | None = None) -> None:
        self.model = model or load("die_classifier", CLASSES)

    def classify(self, crops: NDArray[np.uint8]) -> DieNames:
        """The names of crops, (N, CROP, CROP, 3) uint8 BGR, as `cut_out` makes them."""
        if not len(crops):
            return DieNames(np.empty((0, len(KINDS))), np.empty((0, len(DieColour))), np.empty((0, FACES)))
        (chances,) = self.model.run(crops)
        kinds, colours, values = np.split(chances.astype(np.float64), (_FIRST_COLOUR, _FIRST_VALUE), axis=1)
        return DieNames(kinds, colours, values)


def cut_out(
    levels: Sequence[NDArray[np.uint8]], boxes: NDArray[np.float64], turns: NDArray[np.float64] | None = None
) -> NDArray[np.uint8]:
    """Cuts dice out. They stay upright: what is up in the picture tells the top face from a side.

    Args:
        levels: of a balanced picture, BGR, as `models.pyramid` gives them.
        boxes: (N, 4) float64, left, top, width and height in pixels of the first level.
        turns: (N,) float64, radians by which each crop is turned on purpose; none if left out.

    Returns:
        (N, CROP, CROP, 3) uint8 BGR. What lies outside the picture repeats its edge.
    """
    crops = np.empty((len(boxes), CROP, CROP, 3), dtype=np.uint8)
    turns = np.zeros(len(boxes)) if turns is None else turns
    for crop, (left, top, width, height), scale, turn in zip(crops, boxes, _scales(boxes), turns, strict=True):
        # The level on which the die is just larger than in the crop: neither invented nor skipped pixels.
        level = int(np.clip(np.floor(np.log2(scale)), 0, len(levels) - 1))
        shrink = np.array(levels[level].shape[1::-1]) / levels[0].shape[1::-1]
        centre = (np.array([left + width / 2, top + height / 2]) + 0.5) * shrink - 0.5
        cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
        linear = shrink[:, None] * np.array([[cos, -sin], [sin, cos]])
        onto = np.column_stack([linear, centre - linear @ np.full(2, (CROP - 1) / 2)])
        cv2.warpAffine(
            levels[level],
            onto,
            (CROP, CROP),
            dst=crop,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return crops


def in_crops(
    points: NDArray[np.float64], boxes: NDArray[np.float64], turns: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """(N, M, 2) where points (N, M, 2) of the picture are in the crops that `cut_out` makes of the same boxes."""
    turns = np.zeros(len(boxes)) if turns is None else turns
    away = points - (boxes[:, :2] + boxes[:, 2:] / 2)[:, None]
    cos, sin = np.cos(turns)[:, None], np.sin(turns)[:, None]
    turned = np.stack([cos * away[..., 0] + sin * away[..., 1], cos * away[..., 1] - sin * away[..., 0]], axis=2)
    return np.asarray(turned / _scales(boxes)[:, None, None] + (CROP - 1) / 2)


def _scales(boxes: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N,) pixels of the picture to a pixel of each box's crop."""
    return np.asarray(boxes[:, 2:].max(axis=1, initial=1.0) / DIE)
