"""The network that judges one field of a score sheet: is it empty, is it marked, or can't that be said.

A field is shown beside another with the same print (red 5 beside yellow 5, lock beside lock, box beside box), so that
what is printed, and the light that lies on it, need not be known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.qwixx.sheet import PENALTIES, RISING, Row
from models.loader import Model, load

CROP = 40
"""Pixels a side of each of the two pictures that the network sees, side by side."""
SPAN = (1.6, 1.22)
"""What a picture shows, in pitches along the row and in pitches of the rows: the field and its neighbours' edges."""
BOX_SPAN = (0.88, 0.67)
"""The same for a box for penalties, which is smaller."""
STATES = ("empty", "marked", "doubt")
EMPTY, MARKED, DOUBT = range(3)
NUMBERS = (*(str(number) for number in RISING), "none")
"""What is printed in the field; none for locks and boxes."""
CLASSES = (*STATES, *NUMBERS)


def _alike() -> NDArray[np.int64]:
    cells = [[*row.numbers, None] for row in Row]
    wide = len(RISING) + 1
    likes = [
        [other * wide + cells[other].index(number) for other in (row ^ way for way in (1, 2, 3))]
        for row in Row
        for number in cells[row]
    ]
    boxes = [[len(Row) * wide + (box ^ way) for way in (1, 2, 3)] for box in range(PENALTIES)]
    return np.array([*likes, *boxes])


ALIKE = _alike()
"""(52, 3) int64: of a sheet's fields, row by row with its lock and then the boxes, the others with the same print.

The first is in the row that counts the same way: of such pairs the classifier learned most."""


@dataclass(frozen=True, eq=False)
class Judgements:
    """What the classifier makes of N fields; every row of each array sums to one.

    Args:
        states: (N, 3) float64, of `STATES`.
        numbers: (N, 12) float64, of `NUMBERS`.
    """

    states: NDArray[np.float64]
    numbers: NDArray[np.float64]


class MarkClassifier:
    """Judges fields.

    Raises:
        ModelError: if the model can't be opened.
    """

    def __init__(self, model: Model | None = None) -> None:
        self.model = model or load("mark_classifier", CLASSES)

    def judge(self, fields: NDArray[np.uint8], beside: NDArray[np.uint8]) -> Judgements:
        """Judges fields, each with one of its likes: both (N, CROP, CROP, 3) uint8 BGR, balanced."""
        if not len(fields):
            return Judgements(np.empty((0, len(STATES))), np.empty((0, len(NUMBERS))))
        (chances,) = self.model.run(np.concatenate([fields, beside], axis=2))
        states, numbers = np.split(chances.astype(np.float64), (len(STATES),), axis=1)
        return Judgements(states, numbers)


def outlines(
    places: NDArray[np.float64], axes: NDArray[np.float64], span: tuple[float, float] = SPAN
) -> NDArray[np.float64]:
    """(N, 4, 2) float64: the corners of what a picture of each field shows, from its printed top left clockwise.

    Args:
        places: (N, 2) the middles of the fields, in pixels.
        axes: (N, 2, 2) at each the way to the next field of the row, and to the next row.
        span: what is shown, along both.
    """
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2 * span
    return np.asarray(places[:, None] + np.einsum("cs,nsd->ncd", signs, axes))


def cut_out(levels: Sequence[NDArray[np.uint8]], corners: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Cuts quadrangles out, each upright.

    Args:
        levels: the picture, its half, its quarter, …, BGR, as `models.pyramid` gives them.
        corners: (N, 4, 2) float64 in pixels of the first level.

    Returns:
        (N, CROP, CROP, 3) uint8 BGR. What lies outside the picture repeats its edge.
    """
    crops = np.empty((len(corners), CROP, CROP, 3), dtype=np.uint8)
    target = np.array([[0, 0], [CROP, 0], [CROP, CROP], [0, CROP]], dtype=np.float32) - np.float32(0.5)
    full = np.array([levels[0].shape[1], levels[0].shape[0]])
    for crop, quad in zip(crops, corners, strict=True):
        side = np.sqrt(abs(cv2.contourArea(quad.astype(np.float32))))
        level = int(np.clip(np.floor(np.log2(max(side, 1) / CROP)), 0, len(levels) - 1))
        picture = levels[level]
        scale = np.array([picture.shape[1], picture.shape[0]]) / full
        there = ((quad + 0.5) * scale - 0.5).astype(np.float32)
        cv2.warpPerspective(
            picture,
            cv2.getPerspectiveTransform(target, there),
            (CROP, CROP),
            dst=crop,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return crops
