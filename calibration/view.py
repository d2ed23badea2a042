"""How a camera that stands still sees the table: the plane on which the tiles' faces lie, and its fit.

A plane is told from tiles alone: on it they are all squares of the same size, however they are turned. Or from the
calibration board, of which every corner's place is known; a tile's size must be told then.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from calibration.fit import BoardView, usable
from calibration.lens import SAME_FORM, SIDES

Floats = NDArray[np.float64]


CROOKED = 5.0
"""Degrees: tiles that are turned against each other by less are meant to lie parallel."""


@dataclass(frozen=True)
class ViewFitConfig:
    """When a view is believed. Lengths are in sides of a tile.

    Args:
        tiles: so many at least: how the size changes over the picture is told by tiles far apart.
        spread: of the tiles' middles, along the shorter way, at least, as a standard deviation.
        error: of the tiles' corners (root mean square), at most: a finder is off by some hundredths.
        board_error: of the board's corners: it is much flatter than tiles are alike.
        loose: a corner off by more than this hardly counts.
    """

    tiles: int = 6
    spread: float = 0.4
    error: float = 0.1
    board_error: float = 0.05
    loose: float = 0.05


@dataclass(frozen=True)
class View:
    """The table as a camera that stands still sees it.

    Args:
        width: of the camera's pictures in pixels, upright and straight,
        height: and their height.
        onto_table: the homography from their pixels to the table, row by row: nine numbers. On the table a tile's face
            is a square of side one; most tiles lie parallel to its axes.
        error: how far the tiles' corners were off, in sides (root mean square).
        seen: from so many tiles or corners of the board it is known.

    Raises:
        ValueError: if no camera sees a table so, or a number is none.
    """

    width: int
    height: int
    onto_table: tuple[float, ...]
    error: float = 0.0
    seen: int = 0

    def __post_init__(self) -> None:
        least, most = SIDES
        if not all(least <= side <= most for side in (self.width, self.height)) or self.error < 0 or self.seen < 0:
            raise ValueError("no picture has such sides, or a number is negative that can't be")
        if len(self.onto_table) != 9 or not np.isfinite([*self.onto_table, self.error]).all():
            raise ValueError("a homography has nine numbers")
        middle = np.array([[(self.width - 1) / 2, (self.height - 1) / 2, 1.0]])
        if abs(np.linalg.det(self.matrix)) < 1e-15 or (middle @ self.matrix.T)[0, 2] <= 0:
            raise ValueError("no camera sees a table so")

    @property
    def matrix(self) -> Floats:
        """(3, 3) float64: from pixels to the table."""
        return np.array(self.onto_table).reshape(3, 3)

    def at(self, width: int, height: int) -> View:
        """The same view in smaller or larger pictures of the same form, in pixels.

        Raises:
            CalibrationError: if the form is another.
        """
        across, down = width / self.width, height / self.height
        if abs(across / down - 1) > SAME_FORM:
            raise CalibrationError(
                "view_other_shape", width=self.width, height=self.height, given_width=width, given_height=height
            )
        shrink = np.array([[1 / across, 0, 0.5 / across - 0.5], [0, 1 / down, 0.5 / down - 0.5], [0, 0, 1]])
        return replace(self, width=width, height=height, onto_table=_told(self.matrix @ shrink))

    def to_table(self, points: Floats) -> Floats:
        """(..., 2) points of the picture in pixels, on the table in sides."""
        return _through(self.matrix, points)

    def to_picture(self, points: Floats) -> Floats:
        """(..., 2) points on the table in sides, in pixels of the picture."""
        return _through(np.asarray(np.linalg.inv(self.matrix), np.float64), points)

    def sides(self, points: Floats) -> Floats:
        """(...) how many pixels of the picture the side of a tile takes at points (..., 2) of it; 0 beyond the horizon.

        It is the root of the face's area.
        """
        depths = points @ self.matrix[2, :2] + self.matrix[2, 2]
        area = np.maximum(depths, 0.0) ** 3 / abs(float(np.linalg.det(self.matrix)))
        return np.asarray(np.sqrt(area))


def view_of_tiles(corners: Floats, size: tuple[int, int], config: ViewFitConfig | None = None) -> View:
    """Fits the view to tiles.

    Args:
        corners: (N, 4, 2) float64: the corners of the tiles' faces in pixels, clockwise.
        size: of the picture, width and height in pixels.
        config: when the fit is believed.

    Raises:
        CalibrationError: if the tiles don't tell it.
    """
    config = config or ViewFitConfig()
    if len(corners) < config.tiles:
        raise CalibrationError("view_few_tiles", count=len(corners), needed=config.tiles)
    view = _squared(np.asarray(corners, np.float64), size, config)
    if np.linalg.eigvalsh(np.cov(view.to_table(corners.mean(axis=1)).T))[0] < config.spread**2:
        raise CalibrationError("view_in_a_line")
    if view.error > config.error:
        raise CalibrationError("view_inexact", error=view.error, limit=config.error)
    return view


def view_of_board(board: BoardView, size: tuple[int, int], tile: float, config: ViewFitConfig | None = None) -> View:
    """Fits the view to the calibration board, which lies on the table.

    Args:
        board: what is seen of it.
        size: of the picture, width and height in pixels.
        tile: the side of a tile's face in the unit in which the board's corners are told.
        config: when the fit is believed.

    Raises:
        CalibrationError: if the board doesn't tell it.
    """
    import cv2

    config = config or ViewFitConfig()
    if not usable(board):
        raise CalibrationError("view_no_board", count=len(board))
    matrix, _ = cv2.findHomography(board.picture, board.board / tile)
    if matrix is None:
        raise CalibrationError("view_no_board", count=len(board))
    view = _view(np.asarray(matrix, np.float64), size, len(board))
    off = view.to_table(board.picture) - board.board / tile
    error = float(np.sqrt((off**2).sum(axis=1).mean()))
    if error > config.board_error:
        raise CalibrationError("view_inexact", error=error, limit=config.board_error)
    return replace(view, error=error)


def _squared(corners: Floats, size: tuple[int, int], config: ViewFitConfig) -> View:
    """The view in which the tiles are as nearly squares of side one as can be."""
    from scipy.optimize import least_squares  # takes a while to load, which only fitting is worth

    centres = corners.mean(axis=1)
    middle = np.median(centres, axis=0)
    sides = np.sqrt(np.abs(_areas(corners)))
    scale = float(np.median(sides))
    places = (corners - middle) / scale

    def matrix(told: Floats) -> Floats:
        """From places to the table. The axes' turn is free, so that of the affine part a triangle is enough."""
        across, down, shear, tilt_x, tilt_y = told
        return np.array([[np.exp(across), 0.0, 0.0], [shear, np.exp(down), 0.0], [tilt_x, tilt_y, 1.0]])

    def misfits(told: Floats) -> Floats:
        return _misfits(_through(matrix(told), places)).ravel()

    best = least_squares(misfits, _guess(places), loss="soft_l1", f_scale=config.loose).x
    upright = _upright(_through(matrix(best), places))
    to_places = np.array([[1 / scale, 0, -middle[0] / scale], [0, 1 / scale, -middle[1] / scale], [0, 0, 1]])
    view = _view(upright @ matrix(best) @ to_places, size, len(corners))
    error = float(np.sqrt((_misfits(view.to_table(corners)) ** 2).sum(axis=2).mean()))
    return replace(view, error=error)


def _guess(places: Floats) -> Floats:
    """Where the fit begins: the tiles' mean form, and how their size changes from place to place."""
    right = (places[:, 1] + places[:, 2] - places[:, 0] - places[:, 3]) / 2
    down = (places[:, 2] + places[:, 3] - places[:, 0] - places[:, 1]) / 2
    axes = np.stack([right, down], axis=2)
    form = np.linalg.inv(np.linalg.cholesky(np.median(axes @ axes.transpose(0, 2, 1), axis=0)))
    design = np.column_stack([np.ones(len(places)), places.mean(axis=1)])
    pull = np.diag([0.0, 1.0, 1.0])
    line = np.linalg.solve(design.T @ design + pull, design.T @ np.cbrt(np.abs(_areas(places))))
    return np.array([np.log(form[0, 0]), np.log(form[1, 1]), form[1, 0], *(line[1:] / line[0])])


def _misfits(quads: Floats) -> Floats:
    """From each corner (N, 4, 2) on the table to that of the square of side one that fits the tile best."""
    square = np.array([-0.5 - 0.5j, 0.5 - 0.5j, 0.5 + 0.5j, -0.5 + 0.5j])
    points = quads[..., 0] + 1j * quads[..., 1]
    away = points - points.mean(axis=1, keepdims=True)
    turn = (away * square.conj()).sum(axis=1, keepdims=True)
    off = away - square * turn / np.maximum(np.abs(turn), 1e-9)
    return np.asarray(np.stack([off.real, off.imag], axis=2), np.float64)


def _upright(quads: Floats) -> Floats:
    """(3, 3) the turn after which most of the tiles (N, 4, 2) lie parallel to the axes."""
    points = quads[..., 0] + 1j * quads[..., 1]
    right = points[:, 1] + points[:, 2] - points[:, 0] - points[:, 3]
    fourfold = (right / np.maximum(np.abs(right), 1e-9)) ** 4
    # The turn that the most tiles nearly have: the mean of them all would lie between those of two groups.
    near = np.abs(np.angle(fourfold[:, None] / fourfold[None])) < np.radians(4 * CROOKED)
    best = fourfold[near[near.sum(axis=1).argmax()]].mean()
    turn = -np.angle(best) / 4
    cos, sin = np.cos(turn), np.sin(turn)
    return np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])


def _view(matrix: Floats, size: tuple[int, int], seen: int) -> View:
    """The view of a homography of either sign.

    Raises:
        CalibrationError: if no camera sees a table so.
    """
    width, height = size
    sign = np.sign(matrix[2] @ [(width - 1) / 2, (height - 1) / 2, 1.0])
    try:
        return View(width, height, _told(sign * matrix / np.abs(matrix).max()), seen=seen)
    except ValueError as error:
        raise CalibrationError("view_unsound") from error


def _through(matrix: Floats, points: Floats) -> Floats:
    homogeneous = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(homogeneous[..., :2] / homogeneous[..., 2:])


def _areas(quads: Floats) -> Floats:
    """(N,) the signed areas of quadrangles (N, 4, 2): half the cross product of the diagonals."""
    one, other = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    return np.asarray(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]) / 2


def _told(matrix: Floats) -> tuple[float, ...]:
    return tuple(float(number) for number in matrix.ravel())
