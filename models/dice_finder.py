"""The network that finds where dice are: a heat of their centres, and at each centre the die's box and its top face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.heat import STRIDE, maps_of
from models.loader import Model, load

SIZE_UNIT = 30.0
"""The length in pixels whose logarithm is counted as zero."""
CLASSES = ("die",)
"""One heat, for dice of every colour, rolled or not."""
VALUES = 7
"""At each centre: the way to the box's middle (2) in cells, the logarithms of its width and height, the way from there
to the middle of the top face (2) in units of the box's width and height, and the logarithm of that face's side."""


@dataclass(frozen=True, eq=False)
class DiceHits:
    """What the finder saw in one picture, in its pixels.

    Args:
        boxes: (N, 4) float64, left, top, width and height around the whole die.
        tops: (N, 3) float64, x and y of the middle of the top face and its mean side.
        scores: (N,) float64, the heat at the centre, 0 to 1.
    """

    boxes: NDArray[np.float64]
    tops: NDArray[np.float64]
    scores: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.scores)

    def __getitem__(self, keep: NDArray[np.bool_] | NDArray[np.int64]) -> DiceHits:
        return DiceHits(self.boxes[keep], self.tops[keep], self.scores[keep])

    @classmethod
    def together(cls, parts: Sequence[DiceHits]) -> DiceHits:
        """The hits of several parts."""
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("boxes", "tops", "scores")))

    def scaled(self, factor: NDArray[np.float64] | float) -> DiceHits:
        """The same in a picture of so many times the size, across and down."""
        across, down = np.broadcast_to(factor, 2)
        boxes = self.boxes * [across, down, across, down]
        tops = self.tops * [across, down, (across + down) / 2]
        shift = np.array([across, down]) / 2 - 0.5
        boxes[:, :2] += shift
        tops[:, :2] += shift
        return DiceHits(boxes, tops, self.scores)

    @property
    def centres(self) -> NDArray[np.float64]:
        """(N, 2) float64: the middles of the boxes."""
        return self.boxes[:, :2] + self.boxes[:, 2:] / 2

    @property
    def sides(self) -> NDArray[np.float64]:
        """(N,) float64: the sides of squares as large as the boxes."""
        return np.asarray(np.sqrt(self.boxes[:, 2] * self.boxes[:, 3]))


class DiceFinder:
    """Finds dice whose boxes are about 14 to 64 pixels wide in a balanced picture.

    Raises:
        ModelError: if the model can't be opened.
    """

    def __init__(self, model: Model | None = None) -> None:
        self.model = model or load("dice_finder", CLASSES)

    def find(self, image: NDArray[np.uint8], threshold: float) -> DiceHits:
        """The peaks of the heat above ``threshold`` in a balanced picture, (H, W, 3) uint8 BGR."""
        return peaks(maps_of(self.model, image), threshold)


def peaks(maps: NDArray[np.float32], threshold: float) -> DiceHits:
    """Reads the network's output, (1 + 7, h, w): a heat that is zero but at its peaks, and the values' maps."""
    rows, cols = np.nonzero(maps[0] >= threshold)
    found = maps[:, rows, cols].astype(np.float64)
    centres = (np.stack([cols, rows]) + 0.5 + found[1:3]) * STRIDE - 0.5
    sizes = SIZE_UNIT * np.exp(found[3:5])
    tops = np.concatenate([centres + found[5:7] * sizes, SIZE_UNIT * np.exp(found[7:8])])
    return DiceHits(np.concatenate([centres - sizes / 2, sizes]).T, tops.T, found[0])
