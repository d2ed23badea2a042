"""What lies on a table beside the tiles, and is none: paper, printed boards, dice, cups, hands."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.synthesis import colour
from models.synthesis.camera import Camera
from models.synthesis.canvas import Canvas, cover
from models.synthesis.filters import blurred

Floats = NDArray[np.float64]
Light = NDArray[np.float32]
Bytes = tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class Sheet:
    """A flat picture on the table: paper, a card, a printed board.

    Args:
        picture: (h, w, 3) float32 linear BGR.
        corners: (4, 2) where its corners lie, from its top left clockwise, in tile sides.
    """

    picture: Light
    corners: Floats

    def paint(self, canvas: Canvas, camera: Camera) -> None:
        """Paints it where the camera sees it."""
        if not _ahead(camera, self.corners):
            return
        corners = camera.project(np.column_stack([self.corners, np.zeros(4)]))
        region = canvas.region(corners)
        if region.empty:
            return
        height, width = self.picture.shape[:2]
        source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
        target = (corners - [region.left, region.top]).astype(np.float32)
        size = (region.right - region.left, region.bottom - region.top)
        matrix = cv2.getPerspectiveTransform(source, target)
        seen = np.asarray(cv2.warpPerspective(self.picture, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.float32)
        canvas.paint(region, cover(region, [corners]), seen)


@dataclass(frozen=True, eq=False)
class Solid:
    """An upright prism: a die, a book, a phone, a coin, a cup.

    Args:
        foot: (N, 2) its convex outline, in tile sides.
        height: how high it is, in tile sides.
        side: (3,) linear BGR of its sides.
        top: (3,) linear BGR of its top.
    """

    foot: Floats
    height: float
    side: Light
    top: Light

    def depth(self, camera: Camera) -> float:
        """How far from the camera it stands."""
        return float(np.linalg.norm(camera.position - [*self.foot.mean(axis=0), self.height / 2]))

    def paint(self, canvas: Canvas, camera: Camera) -> None:
        """Paints it where the camera sees it."""
        if not _ahead(camera, self.foot):
            return
        count = len(self.foot)
        top = camera.project(np.column_stack([self.foot, np.full(count, self.height)]))
        bottom = camera.project(np.column_stack([self.foot, np.zeros(count)]))
        region = canvas.region(np.concatenate([top, bottom]))
        if region.empty:
            return
        hull = cv2.convexHull(np.concatenate([top, bottom]).astype(np.float32)).reshape(-1, 2).astype(np.float64)
        canvas.paint(region, cover(region, [hull]), self.side)
        canvas.paint(region, cover(region, [top]), self.top)


@dataclass(frozen=True, eq=False)
class Hand:
    """Fingers over the table, as the picture shows them.

    Args:
        bones: (N, 2, 2) each finger's ends, in pixels.
        width: of a finger in pixels.
        skin: (3,) linear BGR.
    """

    bones: Floats
    width: float
    skin: Light

    def paint(self, canvas: Canvas, camera: Camera) -> None:
        """Paints the fingers, rounded, over all else."""
        del camera
        for start, stop in self.bones:
            finger = _capsule(start, stop, self.width / 2)
            region = canvas.region(finger)
            if region.empty:
                continue
            shape = cover(region, [finger])
            round_off = blurred(shape, max(self.width / 6, 0.5))
            canvas.paint(region, shape, self.skin * (0.35 + 0.65 * round_off[..., None]))


Thing = Sheet | Solid | Hand


def _ahead(camera: Camera, points: Floats) -> bool:
    depths = np.column_stack([points, np.zeros(len(points)), np.ones(len(points))]) @ camera.matrix[2]
    return bool((depths > 0.1 * camera.distance).all())


def _capsule(start: Floats, stop: Floats, radius: float) -> Floats:
    angle = math.atan2(*(stop - start)[::-1])
    arc = np.linspace(angle - math.pi / 2, angle + math.pi / 2, 9)
    cap = radius * np.stack([np.cos(arc), np.sin(arc)], axis=1)
    return np.concatenate([stop + cap, start - cap])


def polygon(x: float, y: float, radius: float, corners: int, turn: float) -> Floats:
    """(N, 2) a regular outline about a point."""
    angles = turn + np.arange(corners) * 2 * math.pi / corners
    return np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles)], axis=1)


def rectangle(x: float, y: float, width: float, height: float, turn: float) -> Floats:
    """(4, 2) the corners of a turned rectangle about a point, from its top left clockwise."""
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [width / 2, height / 2]
    cos, sin = math.cos(turn), math.sin(turn)
    return np.asarray(half @ np.array([[cos, sin], [-sin, cos]]) + [x, y])


def board_picture(
    cells: int, lines: Bytes, ground: Bytes, accents: Sequence[tuple[Bytes, str]], rng: np.random.Generator
) -> Light:
    """A printed board of square cells, 32 pixels each: lines, some outlined cells with a digit, faint large shapes."""
    side = 32
    picture = np.full((cells * side, cells * side, 3), ground, np.uint8)
    for _ in range(cells):
        tint = (np.array(ground) * rng.uniform(0.8, 0.98, 3)).tolist()
        centre = rng.integers(0, cells * side, 2).tolist()
        cv2.circle(picture, centre, int(rng.uniform(0.3, 1.2) * side), tint, -1, cv2.LINE_AA)
    for index in range(cells + 1):
        width = 3 if index % (cells // 2) == 0 else 1
        cv2.line(picture, (index * side, 0), (index * side, cells * side), lines, width)
        cv2.line(picture, (0, index * side), (cells * side, index * side), lines, width)
    for _ in range(cells * cells // 6):
        paint, text = accents[int(rng.integers(len(accents)))]
        x, y = (rng.integers(0, cells, 2) * side).tolist()
        cv2.rectangle(picture, (x + 2, y + 2), (x + side - 3, y + side - 3), paint, 3)
        cv2.putText(picture, text, (x + 9, y + 23), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (50, 50, 210), 2, cv2.LINE_AA)
    return colour.decode(picture)
