"""Finds face-down tiles in a black block that lies alone, by the faint seams between them.

Where no other tile tells the size, the block must: its tiles are equal squares, so its outline allows few grids, and
of these the right one has a seam on each of its lines. Keyboards and other black things with a grid are left to the
classifier.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Floats


@dataclass(frozen=True)
class SeamConfig:
    """Thresholds of cutting a block along its seams.

    Args:
        work_side: the picture's longer side in pixels while blocks are looked for.
        black: a body's channels lie below this in a balanced picture.
        least: pixels along the shorter side of a block at that size; in fewer no seam shows.
        corner: an outline may leave its four sides by so much of its length: tiles lie a little crooked.
        rectangular: so much of its four sides' area a block must fill.
        tile: pixels to which a tile's side is brought at most while seams are looked for.
        tile_least: pixels of a tile's side there in which its edges still stand apart from its grain.
        most: tiles along the longer side.
        flattest: a tile of the grid may be so flat: from 61 degrees off straight above a square is.
        near: so far from its line, in sides, a seam may lie.
        clear: a seam must stand out from the block's own grain by this factor, on average over the lines.
        rival: of grids with seams nearly as clear as the clearest, by this share, the finest is taken: half its lines
            would do for the coarser one too.
    """

    work_side: int = 1000
    black: int = 75
    least: int = 30
    corner: float = 0.03
    rectangular: float = 0.9
    tile: int = 40
    tile_least: int = 14
    most: int = 10
    flattest: float = 0.48
    near: float = 0.08
    clear: float = 2.5
    rival: float = 0.8


def seamed_tiles(image: NDArray[np.uint8], config: SeamConfig = SeamConfig()) -> Floats:
    """Places of face-down tiles in black blocks that lie alone.

    Args:
        image: (H, W, 3) uint8 BGR, balanced.
        config: the thresholds.

    Returns:
        (K, 4, 2) float64: corners in pixels, clockwise.
    """
    scale = min(1.0, config.work_side / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found = [
        cells(block, grid)
        for block in blocks(np.asarray(small, dtype=np.uint8), config, scale)
        if (grid := grid_of(straightened(image, block, config), config)) is not None
    ]
    return np.concatenate(found) if found else np.empty((0, 4, 2))


def blocks(small: NDArray[np.uint8], config: SeamConfig, scale: float) -> list[Floats]:
    """The black rectangles of a shrunken picture, seen from any side: (4, 2) corners each, the longer side first.

    The corners are in pixels of the picture as it was before it was shrunk by ``scale``.
    """
    black = np.asarray(small.max(axis=2) < config.black, dtype=np.uint8) * 255
    mask = cv2.morphologyEx(black, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    height, width = mask.shape
    found = []
    for contour in contours:
        hull = cv2.convexHull(contour)
        outline = cv2.approxPolyDP(hull, config.corner * cv2.arcLength(hull, True), True).reshape(-1, 2)
        if len(outline) != 4 or cv2.contourArea(contour) < config.rectangular * cv2.contourArea(outline):
            continue
        left, top, across, down = cv2.boundingRect(contour)
        if left <= 0 or top <= 0 or left + across >= width or top + down >= height:
            continue
        corners = outline.astype(np.float64)
        x, y = corners.T
        if np.dot(x, np.roll(y, -1)) < np.dot(y, np.roll(x, -1)):
            corners = corners[::-1]
        sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
        if sides.min() < config.least:
            continue
        if sides[0] + sides[2] < sides[1] + sides[3]:
            corners = np.roll(corners, -1, axis=0)
        found.append((corners + 0.5) / scale - 0.5)
    return found


def straightened(image: NDArray[np.uint8], block: Floats, config: SeamConfig) -> Floats:
    """The block as an upright rectangle of grey values with its uneven light taken out, the longer side across."""
    across, down = float(np.linalg.norm(block[1] - block[0])), float(np.linalg.norm(block[2] - block[1]))
    shrink = min(1.0, config.tile * config.most / across)
    size = (int(across * shrink), int(down * shrink))
    target = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], dtype=np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(block.astype(np.float32), target)
    grey = cv2.cvtColor(cv2.warpPerspective(image, matrix, size, flags=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    flat = grey.astype(np.float64)
    flat -= cv2.GaussianBlur(flat, (0, 0), 8)
    return np.asarray(flat / (np.sqrt(cv2.GaussianBlur(flat**2, (0, 0), 16)) + 1), dtype=np.float64)


def grid_of(flat: Floats, config: SeamConfig) -> tuple[int, int] | None:
    """How many tiles lie along the longer and the shorter side, or None where no grid has clear seams."""
    height, width = flat.shape
    across, down = seams(flat), seams(flat.T)
    clear: dict[tuple[int, int], float] = {}
    grids = ((columns, rows) for columns in range(1, config.most + 1) for rows in range(1, config.most + 1))
    for columns, rows in grids:
        wide, high = width / columns, height / rows
        if columns * rows < 2 or min(wide, high) < max(config.tile_least, config.flattest * max(wide, high)):
            continue
        lines = [*lines_of(across, columns, config), *lines_of(down, rows, config)]
        clear[columns, rows] = float(np.mean(lines))
    if not clear or max(clear.values()) < config.clear:
        return None
    return max(grid for grid, value in clear.items() if value >= max(config.rival * max(clear.values()), config.clear))


def seams(flat: Floats) -> Floats:
    """How much each column looks like a seam, in units of the block's own grain: (W,) float64."""
    ridge = np.abs(2 * flat - np.roll(flat, 3, axis=1) - np.roll(flat, -3, axis=1)) / 2
    profile = ridge.mean(axis=0)
    return np.asarray(profile / (np.median(profile) + 1e-9))


def lines_of(profile: Floats, count: int, config: SeamConfig) -> list[float]:
    """The strongest seam near each inner line of so many equal tiles."""
    side = len(profile) / count
    reach = max(1, round(config.near * side))
    middles = [round(side * line) for line in range(1, count)]
    return [float(profile[middle - reach : middle + reach + 1].max()) for middle in middles]


def cells(block: Floats, grid: tuple[int, int]) -> Floats:
    """The corners of a block's tiles: (columns * rows, 4, 2)."""
    columns, rows = grid
    flat = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(flat, block.astype(np.float32))
    first = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float64)
    squares = np.stack([first + np.array([column, row]) for row in range(rows) for column in range(columns)])
    return np.asarray(cv2.perspectiveTransform(squares, matrix), dtype=np.float64)
