"""A camera's lens: where it shows things, and how its pictures are made straight.

A lens belongs to the picture as the camera stores it, before anything is turned upright. Pixels count from the middle
of the first one. The straight picture is as large as the photo, has square pixels and shows nothing that the photo
doesn't: where a lens bulges, something is lost at its corners.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]

SAME_FORM = 0.01
"""Widths over heights that differ by less are the same form: halving an odd number of pixels changes it a little."""
SOUND = 0.1
"""A point of the picture's edge that is made straight and bent again must come back to within so many pixels."""
EDGE = 65
"""So many points tell the course of an edge."""
STEPS = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 200, 1e-10)
"""When the steps that make a point straight end: wide lenses need more than OpenCV's five."""
SIDES = (16, 32_767)
"""How few and how many pixels a side may have; the latter is what `cv2.remap` can do."""


@dataclass(frozen=True)
class Lens:
    """Where a camera shows what lies in a direction, by OpenCV's model of radial and tangential distortion.

    Args:
        width, height: of the pictures in pixels.
        focal: the focal length in widths and in heights of a pixel.
        middle: where the camera's axis meets the picture, x and y in pixels.
        distortion: k1, k2, p1, p2 and k3.
        error: how far off the corners of the board were when this was fitted, in pixels (root mean square).
        views: of the board, from which it was fitted.

    Raises:
        ValueError: if no lens can be so.
    """

    width: int
    height: int
    focal: tuple[float, float]
    middle: tuple[float, float]
    distortion: tuple[float, float, float, float, float]
    error: float = 0.0
    views: int = 0

    def __post_init__(self) -> None:
        numbers = (*self.focal, *self.middle, *self.distortion, self.error)
        least, most = SIDES
        if not all(least <= side <= most for side in (self.width, self.height)) or not np.isfinite(numbers).all():
            raise ValueError("no picture has such sides, or a number is none")
        if min(self.focal) <= 0 or self.error < 0 or self.views < 0:
            raise ValueError("a number is negative that can't be")
        edge = np.concatenate(self._edges)
        with np.errstate(all="ignore"):
            sound = np.abs(self._bent(self._directions(edge)) - edge).max() < SOUND
        (left, top), (right, bottom) = self._window
        if not sound or right <= left or bottom <= top:
            raise ValueError("the picture folds over")

    @property
    def matrix(self) -> Floats:
        """(3, 3) float64: from directions to pixels, but for the distortion."""
        (fx, fy), (cx, cy) = self.focal, self.middle
        return np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])

    @cached_property
    def straight(self) -> Floats:
        """(3, 3) float64: from directions to pixels of the straight picture."""
        (left, top), (right, bottom) = self._window
        focal = max((self.width - 1) / (right - left), (self.height - 1) / (bottom - top))
        x = (self.width - 1) / 2 - focal * (left + right) / 2
        y = (self.height - 1) / 2 - focal * (top + bottom) / 2
        return np.array([[focal, 0.0, x], [0.0, focal, y], [0.0, 0.0, 1.0]])

    def at(self, width: int, height: int) -> Lens:
        """The same lens for smaller or larger pictures of the same form, in pixels.

        Raises:
            CalibrationError: if the form is another.
        """
        across, down = width / self.width, height / self.height
        if abs(across / down - 1) > SAME_FORM:
            raise CalibrationError(
                "lens_other_shape", width=self.width, height=self.height, given_width=width, given_height=height
            )
        if across == down == 1:
            return self
        (fx, fy), (cx, cy) = self.focal, self.middle
        return replace(
            self,
            width=width,
            height=height,
            focal=(fx * across, fy * down),
            middle=((cx + 0.5) * across - 0.5, (cy + 0.5) * down - 0.5),
            error=self.error * across,
        )

    @property
    def transposed(self) -> Lens:
        """The lens of the picture whose rows and columns have changed places."""
        k1, k2, p1, p2, k3 = self.distortion
        return replace(
            self,
            width=self.height,
            height=self.width,
            focal=self.focal[::-1],
            middle=self.middle[::-1],
            distortion=(k1, k2, p2, p1, k3),
        )

    def flipped(self, axis: int) -> Lens:
        """The lens of the picture flipped as `cv2.flip` does: 0 upside down, 1 left to right, -1 both."""
        (cx, cy), (k1, k2, p1, p2, k3) = self.middle, self.distortion
        if axis != 0:
            cx, p2 = self.width - 1 - cx, -p2
        if axis != 1:
            cy, p1 = self.height - 1 - cy, -p1
        return replace(self, middle=(cx, cy), distortion=(k1, k2, p1, p2, k3))

    def straighten(self, points: Floats) -> Floats:
        """Where points (N, 2) of the photo lie in the straight picture: (N, 2) float64 pixels."""
        return self._directions(points) @ self.straight[:2, :2].T + self.straight[:2, 2]

    def bend(self, points: Floats) -> Floats:
        """Where points (N, 2) of the straight picture lie in the photo: (N, 2) float64 pixels."""
        focal = self.straight[0, 0]
        return self._bent((np.asarray(points, np.float64).reshape(-1, 2) - self.straight[:2, 2]) / focal)

    def undistorted(self, image: Pixels) -> Pixels:
        """The straight picture of a photo in whatever size: (H, W, 3) uint8 in, the same out.

        Raises:
            CalibrationError: if the photo has another form.
        """
        height, width = image.shape[:2]
        x, y = _maps(self.at(width, height))
        return np.asarray(cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)

    @cached_property
    def _edges(self) -> tuple[Floats, Floats, Floats, Floats]:
        """Points (N, 2) along the left, the upper, the right and the lower edge."""
        right, bottom = self.width - 1.0, self.height - 1.0
        along = np.linspace(0, 1, EDGE)
        return (
            np.column_stack([0 * along, bottom * along]),
            np.column_stack([right * along, 0 * along]),
            np.column_stack([0 * along + right, bottom * along]),
            np.column_stack([right * along, 0 * along + bottom]),
        )

    @cached_property
    def _window(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """From where to where directions are seen in every row and column: left and top, right and bottom."""
        left, top, right, bottom = (self._directions(edge) for edge in self._edges)
        return (left[:, 0].max(), top[:, 1].max()), (right[:, 0].min(), bottom[:, 1].min())

    def _directions(self, points: Floats) -> Floats:
        """The directions (N, 2), x and y at depth 1, in which points (N, 2) of the photo lie."""
        found = cv2.undistortPoints(
            np.asarray(points, np.float64).reshape(-1, 1, 2),
            self.matrix,
            np.array(self.distortion),
            R=None,
            P=None,
            criteria=STEPS,
        )
        return np.asarray(found, np.float64).reshape(-1, 2)

    def _bent(self, directions: Floats) -> Floats:
        """Where the photo shows directions (N, 2): (N, 2) pixels."""
        ahead = np.column_stack([directions, np.ones(len(directions))])
        shown, _ = cv2.projectPoints(ahead, np.zeros(3), np.zeros(3), self.matrix, np.array(self.distortion))
        return np.asarray(shown, np.float64).reshape(-1, 2)


@lru_cache(maxsize=2)
def _maps(lens: Lens) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    """Where each pixel of the straight picture is found in the photo, in the form that `cv2.remap` is fastest with.

    The last two are kept, for pictures come in a row from one camera; those of 12 megapixels take 72 MB.
    """
    size = (lens.width, lens.height)
    x, y = cv2.initUndistortRectifyMap(
        lens.matrix, np.array(lens.distortion), np.eye(3), lens.straight, size, cv2.CV_16SC2
    )
    return np.asarray(x, np.int16), np.asarray(y, np.uint16)
