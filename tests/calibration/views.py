"""Views of a board by calculation alone, through lenses that are known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from calibration.fit import BoardView
from calibration.lens import Lens

LENSES = {
    "phone": Lens(960, 720, (757.5, 757.5), (484.5, 354.8), (0.06, -0.12, 0.0006, -0.0004, 0.05)),
    "webcam": Lens(960, 540, (720.0, 721.5), (466.5, 278.3), (-0.12, 0.06, -0.0008, 0.0005, 0.0)),
    "wide": Lens(960, 720, (660.0, 660.0), (491.3, 352.5), (-0.30, 0.11, 0.0004, 0.0003, -0.018)),
    "pincushion": Lens(960, 720, (975.0, 972.0), (471.0, 369.0), (0.18, -0.10, 0.0, 0.0005, 0.0)),
}
GRID = np.stack(np.meshgrid(np.arange(1.0, 6), np.arange(1.0, 8)), axis=-1).reshape(-1, 2) * 30
MIDDLE = np.array([90.0, 120.0])


class Slant(NamedTuple):
    """Where the board's middle is seen, as shares of the picture, how far it is away, and degrees about x, y and z."""

    x: float
    y: float
    distance: float = 420.0
    tilt: float = 0.0
    pan: float = 0.0
    roll: float = 0.0


AROUND = [
    Slant(x, y, 420.0, tilt, pan, 40.0 * number)
    for number, (x, y, tilt, pan) in enumerate(
        [
            (0.15, 0.2, 25, 0), (0.5, 0.2, 0, -28), (0.85, 0.2, -25, 10),
            (0.15, 0.5, 10, 30), (0.5, 0.5, 32, 5), (0.85, 0.5, 0, 30),
            (0.15, 0.8, -30, -15), (0.5, 0.8, -8, -30), (0.85, 0.8, 20, 20),
            (0.1, 0.1, 10, -20), (0.9, 0.9, -20, 15), (0.9, 0.1, 20, 20), (0.1, 0.9, -20, -10),
        ]
    )
]  # fmt: skip
"""In every part of the picture, slanted to every side."""


def view(lens: Lens, slant: Slant, rng: np.random.Generator, noise: float = 0.05) -> BoardView:
    """What a picture shows of the board; what lies outside is not seen."""
    turn, *others = (
        cv2.Rodrigues(np.radians(np.array(axis, np.float64)))[0]
        for axis in ([slant.tilt, 0, 0], [0, slant.pan, 0], [0, 0, slant.roll])
    )
    for other in others:
        turn = turn @ other
    seen = (np.array([slant.x, slant.y]) * (lens.width, lens.height) - lens.middle) / lens.focal
    shift = np.append(seen, 1.0) * slant.distance - turn @ np.append(MIDDLE, 0.0)
    board = np.column_stack([GRID, np.zeros(len(GRID))])
    shown, _ = cv2.projectPoints(board, cv2.Rodrigues(turn)[0], shift, lens.matrix, np.array(lens.distortion))
    points = shown.reshape(-1, 2) + rng.normal(0, noise, (len(GRID), 2))
    inside = ((points >= 0) & (points <= (lens.width - 1, lens.height - 1))).all(axis=1)
    return BoardView(GRID[inside], points[inside])


def views(lens: Lens, slants: Sequence[Slant] = AROUND, noise: float = 0.05) -> list[BoardView]:
    """What pictures show of the board, one after the other."""
    rng = np.random.default_rng(7)
    return [view(lens, slant, rng, noise) for slant in slants]
