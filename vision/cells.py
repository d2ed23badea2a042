"""Where the cells of a group lie in the photo, also those on which no tile lies yet."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.qwirkle.settle import Place
from vision.grid import SQUARE
from vision.reading import Floats

NEAR = 1.0
"""In cells: how soon a tile's say over a cell fades with its distance; lines drift and the view narrows."""

STEPS = 24
"""A point is looked for cell by cell, and not farther than this from the nearest tile."""


class Cells:
    """The cells of one group, told from the tiles that lie in it.

    Around every cell the tiles nearby, the nearest most of all, say how the grid lies there: the affine map that fits
    their centres and corners best in least squares.

    Args:
        corners: (N, 4, 2) float64, the tiles' corners in pixels, in the order of `TileSeen`.
        places: where each of them lies; all in one group.

    Raises:
        ValueError: if there is no tile.
    """

    def __init__(self, corners: Floats, places: Sequence[Place]) -> None:
        if not len(corners):
            raise ValueError("no tile to tell the cells from")
        self._grid = np.array([(place.col, place.row) for place in places], dtype=np.float64)
        self._corners = _turned_alike(corners, self._grid)

    @property
    def middles(self) -> Floats:
        """(N, 2) float64: the middles of the tiles that lie in the group, in pixels."""
        return np.asarray(self._corners.mean(axis=1))

    def at(self, point: Floats) -> tuple[tuple[int, int], float]:
        """The cell in which a point lies, (2,) float64 in pixels.

        Returns:
            Its column and row, and how far the point is from its middle along the farther axis, in sides: beyond 0.5
            if the cells don't reach that far in the picture.
        """
        nearest = np.linalg.norm(self._corners.mean(axis=1) - point, axis=1).argmin()
        cell = self._grid[nearest]
        for _ in range(STEPS):
            quad = self.corners(*cell)
            axes = np.stack([quad[1] + quad[2] - quad[0] - quad[3], quad[2] + quad[3] - quad[0] - quad[1]], axis=1) / 2
            away = np.linalg.solve(axes, point - quad.mean(axis=0))
            if not np.round(away).any():
                break
            cell = cell + np.clip(np.round(away), -1, 1)
        col, row = cell.astype(int).tolist()
        return (col, row), float(np.abs(away).max())

    def corners(self, col: float, row: float) -> Floats:
        """(4, 2) float64: the corners of a cell in pixels, from the group's top left and on clockwise."""
        cell = np.array([col, row], dtype=np.float64)
        away = np.linalg.norm(self._grid - cell, axis=1)
        weights = np.exp(-0.5 * ((away - away.min()) / NEAR) ** 2)
        known = np.concatenate([self._grid[:, None], self._grid[:, None] + SQUARE], axis=1).reshape(-1, 2)
        seen = np.concatenate([self._corners.mean(axis=1, keepdims=True), self._corners], axis=1).reshape(-1, 2)
        root = np.sqrt(np.repeat(weights, 5))[:, None]
        fit, *_ = np.linalg.lstsq(root * _with_one(known - cell), root * seen, rcond=None)
        return np.asarray(_with_one(SQUARE) @ fit)


def _with_one(points: Floats) -> Floats:
    return np.concatenate([points, np.ones((len(points), 1))], axis=1)


def _turned_alike(corners: Floats, grid: Floats) -> Floats:
    """The corners of every tile, begun at the grid's top left: by itself a tile at 45 degrees may begin at another."""
    steps = grid[None] - grid[:, None]
    ways = corners.mean(axis=1)[None] - corners.mean(axis=1)[:, None]
    right, down = (ways[(steps == step).all(axis=2)] for step in ((1.0, 0.0), (0.0, 1.0)))
    if not len(right) and not len(down):
        return corners
    turns = np.stack([np.roll(corners, -turn, axis=1) for turn in range(4)])
    fit = np.zeros(turns.shape[:2])
    for known, following in ((right, 1), (down, 3)):
        if len(known):
            sides = turns[:, :, following] - turns[:, :, 0]
            fit += sides @ known.mean(axis=0) / np.linalg.norm(sides, axis=2) / np.linalg.norm(known.mean(axis=0))
    best: Floats = turns[fit.argmax(axis=0), np.arange(len(corners))]
    return best
