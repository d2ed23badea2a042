"""The network that finds the fields of Qwixx sheets: a heat for each kind, and at each centre the sheet's own axes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.qwixx.sheet import Row
from models.heat import STRIDE, maps_of
from models.loader import Model, load

AXIS_UNIT = 20.0
"""Pixels to one unit of the axes, so that they are learned as numbers near one."""
KINDS = (*(row.word for row in Row), "lock", "box", "other")
"""A cell of each row, a lock, a box for penalties, or a field of another edition's sheet."""
LOCK, BOX, OTHER = (KINDS.index(name) for name in ("lock", "box", "other"))
CLASSES = KINDS
VALUES = 6
"""At each centre: its offset from the heat's cell, the ways to the row's next field and to the next row."""


@dataclass(frozen=True, eq=False)
class Fields:
    """What the finder saw in one picture.

    Args:
        places: (N, 2) float64, the centres, x and y in pixels of the picture.
        axes: (N, 2, 2) float64, the way from each to the next cell of its row, and to the next row, in pixels.
        scores: (N, 7) float64, the heat of each of `KINDS` at the centre, 0 to 1.
    """

    places: NDArray[np.float64]
    axes: NDArray[np.float64]
    scores: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.places)

    def __getitem__(self, keep: NDArray[np.bool_] | NDArray[np.int64]) -> Fields:
        return Fields(self.places[keep], self.axes[keep], self.scores[keep])

    @property
    def kinds(self) -> NDArray[np.int64]:
        """(N,) the hottest of `KINDS` at each."""
        return np.asarray(self.scores.argmax(axis=1))


class SheetFinder:
    """Finds the fields of sheets whose cells are about 8 to 40 pixels apart in a balanced picture.

    Raises:
        ModelError: if the model can't be opened.
    """

    def __init__(self, model: Model | None = None) -> None:
        self.model = model or load("sheet_finder", CLASSES)

    def find(self, image: NDArray[np.uint8], threshold: float) -> Fields:
        """The peaks of the heat above ``threshold`` in a balanced picture, (H, W, 3) uint8 BGR."""
        return peaks(maps_of(self.model, image), threshold)


def peaks(maps: NDArray[np.float32], threshold: float) -> Fields:
    """Reads the network's output, (7 + 6, h, w): heats that are zero but at their peaks, and the values."""
    rows, cols = np.nonzero(maps[: len(KINDS)].max(axis=0) >= threshold)
    at = maps[:, rows, cols].T.astype(np.float64)
    values = at[:, len(KINDS) :]
    places = (np.stack([cols, rows], axis=1) + 0.5 + values[:, :2]) * STRIDE - 0.5
    return Fields(places, values[:, 2:].reshape(-1, 2, 2) * AXIS_UNIT, at[:, : len(KINDS)])
