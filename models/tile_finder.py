"""The network that finds where tiles lie: a heat of centres, and at each centre the tile's pose."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.heat import STRIDE, maps_of
from models.loader import Model, load

FLATTEST = 0.8
"""The skew of a tile seen at 84 degrees from straight above; at 1 it would be a line without a face."""
CLASSES = ("up", "down")
"""A heat for tiles that show their face, and one for those that hide it."""


@dataclass(frozen=True, eq=False)
class Hits:
    """What the finder saw in one picture.

    Args:
        poses: (N, 7) float64 as in `models.tile_pose`, in pixels of the picture.
        scores: (N, 2) float64, the heat of each of `CLASSES` at the centre, 0 to 1.
    """

    poses: NDArray[np.float64]
    scores: NDArray[np.float64]


class TileFinder:
    """Finds tiles of about 10 to 40 pixels in a balanced picture.

    Raises:
        ModelError: if the model can't be opened.
    """

    def __init__(self, model: Model | None = None) -> None:
        self.model = model or load("tile_finder", CLASSES)

    def find(self, image: NDArray[np.uint8], threshold: float) -> Hits:
        """The peaks of the heat above ``threshold`` in a balanced picture, (H, W, 3) uint8 BGR."""
        return peaks(maps_of(self.model, image), threshold)


def peaks(maps: NDArray[np.float32], threshold: float) -> Hits:
    """Reads the network's output, (2 + 7, h, w): heats that are zero but at their peaks, and pose maps."""
    heat = maps[: len(CLASSES)]
    rows, cols = np.nonzero(heat.max(axis=0) >= threshold)
    values = maps[:, rows, cols].T.astype(np.float64)
    poses = values[:, len(CLASSES) :].copy()
    poses[:, 0] = (cols + 0.5 + poses[:, 0]) * STRIDE - 0.5
    poses[:, 1] = (rows + 0.5 + poses[:, 1]) * STRIDE - 0.5
    skew = np.hypot(poses[:, 5], poses[:, 6])
    poses[:, 5:] *= np.minimum(1, FLATTEST / np.maximum(skew, FLATTEST))[:, None]
    return Hits(poses, values[:, : len(CLASSES)])
