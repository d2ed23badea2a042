"""Fits a lens to views of a flat board whose corners are known; knows no image.

A fit is only as good as what it has seen: views in every part of the picture tell the distortion there, and views
slanted to several sides tell the focal length. Where they are missing, the fit is refused and says what to add.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from calibration.lens import Floats, Lens


@dataclass(frozen=True)
class FitConfig:
    """When a fit is believed.

    Args:
        views: so many at least: each gives a few equations more than the six unknowns of where the board lay.
        points: of a view, at least; with fewer, where the board lay is hardly told.
        error: of the corners in pixels (root mean square), at most: sharp pictures of a flat board stay below a third.
        turn: degrees between the two most different slants of the board, at least.
        focal_doubt: the standard error of the focal length as a share of it, at most.
        cells: into so many columns and rows the picture is parted to see where the board was.
    """

    views: int = 10
    points: int = 8
    error: float = 1.0
    turn: float = 20.0
    focal_doubt: float = 0.01
    cells: int = 5


@dataclass(frozen=True, eq=False)
class BoardView:
    """The corners of the board that one picture shows.

    Args:
        board: (N, 2) float64: where they lie on the board, in any unit.
        picture: (N, 2) float64: where they lie on the picture, in pixels.

    Raises:
        ValueError: if these don't go together.
    """

    board: Floats
    picture: Floats

    def __post_init__(self) -> None:
        if self.board.shape != self.picture.shape or self.board.ndim != 2 or self.board.shape[1] != 2:
            raise ValueError(f"expected twice (N, 2), got {self.board.shape} and {self.picture.shape}")

    @classmethod
    def none(cls) -> BoardView:
        """A picture on which nothing of the board is seen."""
        return cls(np.empty((0, 2)), np.empty((0, 2)))

    def __len__(self) -> int:
        return len(self.board)

    @property
    def flat(self) -> bool:
        """Whether the corners span an area, rather than lying on one line."""
        return len(self) > 2 and int(np.linalg.matrix_rank(self.board - self.board.mean(axis=0))) == 2


@dataclass(frozen=True, eq=False)
class Coverage:
    """In which cells of the picture the board was seen.

    Args:
        seen: (rows, columns) bool.
    """

    seen: NDArray[np.bool_]

    @property
    def share(self) -> float:
        """Of the cells, in how many."""
        return float(self.seen.mean())

    @property
    def missing(self) -> tuple[str, ...]:
        """The parts of the picture in less than half of which the board was seen, from the top left."""
        ends = (slice(None, 1), slice(1, -1), slice(-1, None))
        return tuple(
            _part(row, column)
            for row, rows in enumerate(ends)
            for column, columns in enumerate(ends)
            if self.seen[rows, columns].mean() < 0.5
        )


@dataclass(frozen=True, eq=False)
class LensFit:
    """A lens and how well it agrees with the views.

    Args:
        lens: what was fitted.
        views: those that tell something, from which it was fitted.
        residuals: of each of these, from where the lens puts the corners to where they were seen: (N, 2) pixels.
        focal_doubt: the standard error of the focal length as a share of it.
    """

    lens: Lens
    views: tuple[BoardView, ...]
    residuals: tuple[Floats, ...]
    focal_doubt: float

    @cached_property
    def errors(self) -> tuple[float, ...]:
        """Of each view, how far off the corners are, in pixels (root mean square)."""
        return tuple(float(np.sqrt((residual**2).sum(axis=1).mean())) for residual in self.residuals)


def usable(view: BoardView, config: FitConfig | None = None) -> bool:
    """Whether enough of the board is seen for the view to tell something."""
    return len(view) >= (config or FitConfig()).points and view.flat


def coverage(views: Sequence[BoardView], size: tuple[int, int], config: FitConfig | None = None) -> Coverage:
    """Where the board was seen on pictures of a width and height in pixels."""
    cells = (config or FitConfig()).cells
    seen = np.zeros((cells, cells), np.bool_)
    for view in views:
        columns, rows = np.clip((view.picture + 0.5) / size * cells, 0, cells - 1).astype(np.intp).T
        seen[rows, columns] = True
    return Coverage(seen)


def fit_lens(views: Sequence[BoardView], size: tuple[int, int], config: FitConfig | None = None) -> LensFit:
    """Fits a lens.

    Args:
        views: of the board, on pictures of one camera; those that tell nothing are passed over.
        size: of the pictures, width and height in pixels.
        config: when the fit is believed.

    Raises:
        CalibrationError: if the views can't tell the lens; it says which are missing.
    """
    config = config or FitConfig()
    used = [view for view in views if usable(view, config)]
    if len(used) < config.views:
        raise CalibrationError("lens_few_views", count=len(used), needed=config.views)
    if missing := coverage(used, size, config).missing:
        raise CalibrationError("lens_not_covered", parts=", ".join(missing))
    try:
        fit, turn = _fitted(used, size)
    except (cv2.error, ValueError) as error:  # OpenCV's where a view has no plane, ours where the lens folds over
        raise CalibrationError("lens_unsound") from error
    if fit.lens.error > config.error:
        worst = int(np.argmax(fit.errors))
        raise CalibrationError(
            "lens_inexact",
            error=fit.lens.error,
            limit=config.error,
            worst=1 + [view is fit.views[worst] for view in views].index(True),
            worst_error=fit.errors[worst],
        )
    if turn < config.turn or fit.focal_doubt > config.focal_doubt:
        raise CalibrationError("lens_same_angle")
    return fit


def _fitted(views: Sequence[BoardView], size: tuple[int, int]) -> tuple[LensFit, float]:
    """The lens, and the degrees between the two most different slants of the board."""
    boards = [np.column_stack([view.board, np.zeros(len(view))]).astype(np.float32)[:, None] for view in views]
    pictures = [view.picture.astype(np.float32)[:, None] for view in views]
    error, matrix, distortion, turns, shifts, doubts, *_ = cv2.calibrateCameraExtended(
        boards, pictures, size, np.eye(3), np.zeros(5)
    )
    residuals = tuple(
        view.picture - cv2.projectPoints(board, turn, shift, matrix, distortion)[0].reshape(-1, 2)
        for view, board, turn, shift in zip(views, boards, turns, shifts, strict=True)
    )
    k1, k2, p1, p2, k3 = map(float, distortion.ravel()[:5])
    lens = Lens(
        *size,
        focal=(float(matrix[0, 0]), float(matrix[1, 1])),
        middle=(float(matrix[0, 2]), float(matrix[1, 2])),
        distortion=(k1, k2, p1, p2, k3),
        error=float(error),
        views=len(views),
    )
    focal_doubt = float((doubts.ravel()[:2] / lens.focal).max())
    return LensFit(lens, tuple(views), residuals, focal_doubt), _largest_angle(
        [_normal(np.asarray(turn, np.float64)) for turn in turns]
    )


def _normal(turn: Floats) -> Floats:
    """What the board's upright axis becomes by a turn as OpenCV tells it."""
    return np.asarray(cv2.Rodrigues(turn)[0][:, 2], np.float64)


def _largest_angle(normals: Sequence[Floats]) -> float:
    cosines = [float(one @ other) for one, other in combinations(normals, 2)]
    return float(np.degrees(np.arccos(np.clip(min(cosines), -1, 1))))


def _part(row: int, column: int) -> str:
    """What a part of the picture is called, by its third of the height and of the width."""
    if row == column == 1:
        return "the middle"
    return " ".join(filter(None, ("the", ("top", "", "bottom")[row], ("left", "", "right")[column])))
