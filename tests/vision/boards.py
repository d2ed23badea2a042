"""Pictures of the calibration board, rendered through lenses that are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import Floats, Lens
from vision.charuco import COLUMNS, ROWS, SQUARE_MM, board_picture
from vision.icc import Pixels

MARGIN = 15
"""Of white paper around the board, in millimetres."""
PIXELS = 4
"""A millimetre of the printed board: about as many as there are rays, so that edges are not jagged."""
FINER = 2
"""So many rays across and down make a pixel."""
STEPS = 30
"""Until a ray's direction is known to a thousandth of a pixel."""
ON_PAPER = np.array([[PIXELS, 0, MARGIN * PIXELS - 0.5], [0, PIXELS, MARGIN * PIXELS - 0.5], [0, 0, 1]], np.float64)
"""From millimetres on the board to pixels of the printed sheet."""


@dataclass(frozen=True)
class Pose:
    """Where the board lies before the camera.

    Args:
        at: where the board's middle is seen, as shares of the picture's width and height.
        width: of the board as a share of the picture's width.
        tilt: degrees by which it is slanted away from the camera, about its own horizontal axis,
        pan: and about its vertical one.
        roll: degrees by which it is turned in its own plane.
    """

    at: tuple[float, float]
    width: float
    tilt: float = 0.0
    pan: float = 0.0
    roll: float = 0.0


POSES = (
    Pose((0.20, 0.30), 0.36, 25, 0, 3),
    Pose((0.80, 0.30), 0.36, -5, -28, 92),
    Pose((0.22, 0.72), 0.36, -25, 10, 180),
    Pose((0.80, 0.72), 0.36, 10, 30, -88),
    Pose((0.50, 0.50), 0.50, 32, 5, 10),
    Pose((0.50, 0.30), 0.42, 0, 30, 95),
    Pose((0.50, 0.75), 0.42, -30, -15, -80),
    Pose((0.12, 0.50), 0.36, -8, -30, 4),
    Pose((0.88, 0.50), 0.36, 20, 20, 185),
    Pose((0.13, 0.14), 0.34, 10, -20, 60),
    Pose((0.87, 0.14), 0.34, -20, 15, 30),
    Pose((0.13, 0.86), 0.34, 20, 20, -30),
    Pose((0.87, 0.86), 0.34, -20, -10, 130),
    Pose((0.50, 0.50), 0.70, -20, 20, 45),
    Pose((0.50, 0.50), 0.95, 15, -15, 90),
    Pose((0.50, 0.50), 0.90, -15, 15, -85),
)
"""As a careful person holds the board: in every part of the picture, slanted to every side."""


class Bench:
    """Takes pictures through a lens.

    Args:
        lens: what the camera has.
        noise: standard deviation of the pixels, in levels.
        blur: standard deviation of the sharpness, in pixels.
    """

    def __init__(self, lens: Lens, noise: float = 2.0, blur: float = 0.6) -> None:
        self.lens, self._noise, self._blur = lens, noise, blur

    @cached_property
    def _rays(self) -> NDArray[np.float32]:
        """The directions of all rays, x and y at depth 1: (H, W, 2)."""
        lens = self.lens
        x = (np.arange(lens.width * FINER) + 0.5) / FINER - 0.5
        y = (np.arange(lens.height * FINER) + 0.5) / FINER - 0.5
        shown = (np.stack(np.meshgrid(x, y), axis=-1) - lens.middle) / lens.focal
        k1, k2, p1, p2, k3 = lens.distortion
        seen = shown = shown.astype(np.float32)
        for _ in range(STEPS):
            u, v = seen[..., 0], seen[..., 1]
            squared = u * u + v * v
            bent = np.stack(
                [2 * p1 * u * v + p2 * (squared + 2 * u * u), p1 * (squared + 2 * v * v) + 2 * p2 * u * v], -1
            )
            seen = (shown - bent) / (1 + squared * (k1 + squared * (k2 + squared * k3)))[..., None]
        return seen

    @cached_property
    def _paper(self) -> Pixels:
        board, margin = board_picture(PIXELS), MARGIN * PIXELS
        light, dark = 235, 25
        inked = np.where(board > 0, light, dark).astype(np.uint8)
        return np.asarray(cv2.copyMakeBorder(inked, *(margin,) * 4, cv2.BORDER_CONSTANT, value=light), np.uint8)

    def place(self, pose: Pose) -> tuple[Floats, Floats]:
        """The board's turn (3, 3), and where its first corner is, (3,), in millimetres before the camera."""
        lens = self.lens
        tilt, pan, roll = np.radians([pose.tilt, pose.pan, pose.roll])
        parts = ([tilt, 0, 0], [0, pan, 0], [0, 0, roll])
        first, second, third = (cv2.Rodrigues(np.array(part, np.float64))[0] for part in parts)
        turn = first @ second @ third
        depth = lens.focal[0] * COLUMNS * SQUARE_MM / (pose.width * lens.width)
        middle = np.array(pose.at) * (lens.width, lens.height)
        away = np.append((middle - lens.middle) / lens.focal, 1.0) * depth
        return turn, away - turn @ (np.array([COLUMNS, ROWS, 0.0]) * SQUARE_MM / 2)

    def picture(self, pose: Pose, rng: np.random.Generator) -> Pixels:
        """What the camera takes: (H, W, 3) uint8."""
        turn, shift = self.place(pose)
        plane = np.column_stack([turn[:, :2], shift])
        on_paper = cv2.perspectiveTransform(self._rays, ON_PAPER @ np.linalg.inv(plane))
        fine = cv2.remap(self._paper, on_paper, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=110)  # type: ignore[call-overload]
        light = np.linspace(0.75, 1.0, self.lens.width)[None] * np.linspace(1.0, 0.85, self.lens.height)[:, None]
        grey = cv2.resize(fine, (self.lens.width, self.lens.height), interpolation=cv2.INTER_AREA) * light
        grey = cv2.GaussianBlur(grey, (0, 0), self._blur) + rng.normal(0, self._noise, grey.shape)
        return np.asarray(cv2.cvtColor(np.clip(grey, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR), np.uint8)

    def pictures(self, poses: Sequence[Pose] = POSES, seed: int = 1) -> Iterator[Pixels]:
        """What the camera takes of one pose after the other."""
        rng = np.random.default_rng(seed)
        for pose in poses:
            yield self.picture(pose, rng)


def worst_bend(true: Lens, fitted: Lens) -> float:
    """How far at most a point of the straight picture lies from where a pinhole would show it, in pixels.

    The pinhole is the one that suits best: lines that are straight for one are straight for all. How near it is to the
    true camera, the focal length tells.
    """
    points, seen = _straight(true, fitted)
    pinhole = seen * true.focal[0]
    homography, _ = cv2.findHomography(pinhole, points)
    shown = cv2.perspectiveTransform(pinhole[:, None], homography)[:, 0]
    return float(np.linalg.norm(points - shown, axis=1).max())


def worst_miss(true: Lens, fitted: Lens) -> float:
    """The same for the very pinhole that the fitted lens says it is: its focal length and its middle count in full."""
    points, seen = _straight(true, fitted)
    shown = seen @ fitted.straight[:2, :2].T + fitted.straight[:2, 2]
    return float(np.linalg.norm(points - shown, axis=1).max())


def _straight(true: Lens, fitted: Lens) -> tuple[Floats, Floats]:
    """Points of the whole straight picture, (N, 2), and the true directions of what is shown there, (N, 2)."""
    x, y = np.meshgrid(np.linspace(0, true.width - 1, 65), np.linspace(0, true.height - 1, 49))
    points = np.column_stack([x.ravel(), y.ravel()])
    criteria = (cv2.TERM_CRITERIA_COUNT, 200, 0.0)
    shown, optics = fitted.bend(points)[:, None], np.array(true.distortion)
    seen = cv2.undistortPoints(shown, true.matrix, optics, R=None, P=None, criteria=criteria)
    return points, np.asarray(seen.reshape(-1, 2), np.float64)
