"""What a rendered table is: the picture, and where each tile lies in it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from engine.qwirkle.tile import Tile


class Kind(Enum):
    """What a square piece on the table is."""

    UP = "up"
    """A Qwirkle tile that shows its face."""
    DOWN = "down"
    """A Qwirkle tile lying face down."""
    LETTER = "letter"
    """A letter or number tile of another game: no Qwirkle tile."""


@dataclass(frozen=True, eq=False)
class RenderedTile:
    """Where a piece lies in the picture, exactly.

    Args:
        corners: (4, 2) float64, x and y in pixels (the middle of the first pixel is 0, 0) of the top face's corners in
            the order of the piece's own face: top left, top right, bottom right, bottom left, which is clockwise in
            the picture. A corner may lie outside the picture.
        kind: what the piece is.
        tile: its colour and shape; None unless ``kind`` is `Kind.UP`.
        visible: the share of the top face that is inside the picture and that nothing hides, 0 to 1.
        cut: whether the picture's edge cuts the top face.
    """

    corners: NDArray[np.float64]
    kind: Kind
    tile: Tile | None
    visible: float
    cut: bool

    @property
    def centre(self) -> NDArray[np.float64]:
        """(2,) float64: the middle of the top face, x and y in pixels."""
        return np.asarray(self.corners.mean(axis=0))

    @property
    def size(self) -> float:
        """The mean side of the top face in pixels."""
        return float(np.linalg.norm(self.corners - np.roll(self.corners, 1, axis=0), axis=1).mean())


@dataclass(frozen=True, eq=False)
class Scene:
    """A rendered table and its truth.

    Args:
        image: (H, W, 3) uint8, BGR.
        tiles: every piece of which some of the top face's area lies inside the picture, hidden ones included.
    """

    image: NDArray[np.uint8]
    tiles: tuple[RenderedTile, ...]
