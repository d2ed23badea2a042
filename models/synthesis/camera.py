"""A pinhole camera above the table."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from models.synthesis.sensor import Sensor

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """Looks at the table's origin from above.

    The table's plane has x to the right and y downwards as seen from above, in tile sides; heights above it are
    positive. Pixels count from the middle of the first one.

    Args:
        width: of the picture in pixels.
        height: of the picture in pixels.
        focal: focal length in pixels.
        distance: from the table's origin in tile sides.
        tilt: radians away from looking straight down.
        azimuth: radians; from which side the tilted camera looks.
        roll: radians; how the camera is turned about its own axis.
        shift: where the table's origin appears, in pixels from the picture's middle.
        distortion: share of its distance from the middle by which the lens pulls a corner of the picture inwards.
        sensor: what it does to the light.
    """

    width: int
    height: int
    focal: float
    distance: float
    tilt: float = 0.0
    azimuth: float = 0.0
    roll: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)
    distortion: float = 0.0
    sensor: Sensor = field(default_factory=Sensor)

    @cached_property
    def matrix(self) -> Floats:
        """(3, 4) float64: from (x, y, height, 1) on the table to homogeneous pixels."""
        rotation = _about_z(self.roll) @ _about_x(-self.tilt) @ _about_z(self.azimuth)
        intrinsic = np.array(
            [
                [self.focal, 0.0, (self.width - 1) / 2 + self.shift[0]],
                [0.0, self.focal, (self.height - 1) / 2 + self.shift[1]],
                [0.0, 0.0, 1.0],
            ]
        )
        pose = np.column_stack([rotation * [1.0, 1.0, -1.0], [0.0, 0.0, self.distance]])
        return np.asarray(intrinsic @ pose)

    @cached_property
    def position(self) -> Floats:
        """(3,) float64: where the camera is: x, y and height in tile sides."""
        rotation = _about_z(self.roll) @ _about_x(-self.tilt) @ _about_z(self.azimuth)
        return np.asarray(rotation.T @ [0.0, 0.0, -self.distance] * [1.0, 1.0, -1.0])

    def distance_to(self, x: float, y: float, height: float) -> float:
        """How far a point of the table's space is from the camera, in tile sides."""
        return math.dist(self.position.tolist(), (x, y, height))

    def ahead(self, points: Floats) -> bool:
        """Whether all points (N, 2) of the table's plane lie well before the camera."""
        return bool(self.lie_ahead(points[None])[0])

    def lie_ahead(self, outlines: Floats) -> NDArray[np.bool_]:
        """(M,) bool: `ahead` for each of many outlines (M, N, 2)."""
        depths = outlines @ self.matrix[2, :2] + self.matrix[2, 3]
        return np.asarray(depths.min(axis=1) > _NEAREST * self.distance)

    def project(self, points: Floats) -> Floats:
        """Where points (N, 3) of the table's space appear: (N, 2) pixels."""
        image = points @ self.matrix[:, :3].T + self.matrix[:, 3]
        return np.asarray(image[:, :2] / image[:, 2:])

    @cached_property
    def bending(self) -> tuple[NDArray[np.float32], NDArray[np.float32]] | None:
        """Where each pixel of the photo is found in the straight picture, x and y (H, W); None for a straight lens.

        The picture is scaled so that the photo is filled.
        """
        if self.distortion == 0.0:
            return None
        middle, reach = self._optics
        x = (np.arange(self.width, dtype=np.float32) - np.float32(middle[0]))[None, :]
        y = (np.arange(self.height, dtype=np.float32) - np.float32(middle[1]))[:, None]
        scale = (1 + (x * x + y * y) * np.float32(self.distortion / reach**2)) / np.float32(self._fit)
        return np.asarray(x * scale + middle[0], np.float32), np.asarray(y * scale + middle[1], np.float32)

    def bent(self, pixels: Floats) -> Floats:
        """Where the lens shows what `project` puts at the pixels (N, 2)."""
        if self.distortion == 0.0:
            return pixels
        middle, reach = self._optics
        straight = (pixels - middle) * self._fit
        found = straight
        for _ in range(_BEND_STEPS):
            squared = (found * found).sum(axis=1, keepdims=True) / reach**2
            found = straight / (1 + self.distortion * squared)
        return np.asarray(found + middle)

    @property
    def _fit(self) -> float:
        return 1 + max(self.distortion, 0.0)

    @property
    def _optics(self) -> tuple[Floats, float]:
        middle = np.array([(self.width - 1) / 2, (self.height - 1) / 2])
        return middle, float(np.linalg.norm(middle))

    def plane(self, height: float = 0.0) -> Floats:
        """(3, 3) float64: the homography from (x, y) at a height above the table to pixels."""
        return np.asarray(self.planes(np.array([height]))[0])

    def planes(self, heights: Floats) -> Floats:
        """(N, 3, 3) float64: the homography of each of the heights (N,) above the table."""
        homographies = np.empty((len(heights), 3, 3))
        homographies[:, :, :2] = self.matrix[:, :2]
        homographies[:, :, 2] = self.matrix[:, 2] * heights[:, None] + self.matrix[:, 3]
        return homographies

    def ground(self, pixels: Floats) -> Floats:
        """Which points of the table's plane appear at the pixels (N, 2): (N, 2) in tile sides."""
        rays = np.column_stack([pixels, np.ones(len(pixels))]) @ np.linalg.inv(self.plane()).T
        return np.asarray(rays[:, :2] / rays[:, 2:])


_BEND_STEPS = 12
"""Fixed-point steps that undo the bend to a thousandth of a pixel for the mild distortions of real lenses."""
_NEAREST = 0.15
"""Nothing nearer is shown, as a share of the camera's distance: it would fill the picture."""


def _about_z(angle: float) -> Floats:
    cos, sin = math.cos(angle), math.sin(angle)
    return np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])


def _about_x(angle: float) -> Floats:
    cos, sin = math.cos(angle), math.sin(angle)
    return np.array([[1.0, 0.0, 0.0], [0.0, cos, -sin], [0.0, sin, cos]])
