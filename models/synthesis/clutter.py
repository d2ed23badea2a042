"""What a table holds beside the tiles: flat sheets, things that stand, and hands."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.synthesis.camera import Camera
from models.synthesis.canvas import Canvas, Region, cover
from models.synthesis.filters import blurred, threefold

Floats = NDArray[np.float64]
Light = NDArray[np.float32]

_SHRINK = 1.5
"""A picture shown smaller than this is smoothed first, or its lines would flicker into dots."""


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
        if not camera.ahead(self.corners):
            return
        corners = camera.project(np.column_stack([self.corners, np.zeros(4)]))
        region = canvas.region(corners)
        if not region.empty:
            canvas.paint(region, cover(region, [corners]), _laid(self.picture, corners, region))


@dataclass(frozen=True, eq=False)
class Solid:
    """An upright prism: a die, a book, a phone, a coin, a cup.

    Args:
        foot: (N, 2) its convex outline, in tile sides, clockwise.
        height: how high it is, in tile sides.
        side: (3,) linear BGR of its sides.
        top: (3,) linear BGR of its top, or a picture (h, w, 3) where the foot has four corners.
        inset: how large a smaller copy of the outline on its top is (a cup's hollow, a coin's rim); 0 for none.
        inset_colour: (3,) linear BGR of that.
    """

    foot: Floats
    height: float
    side: Light
    top: Light
    inset: float = 0.0
    inset_colour: Light | None = None

    def depth(self, camera: Camera) -> float:
        """How far from the camera it is, in tile sides."""
        x, y = self.foot.mean(axis=0).tolist()
        return camera.distance_to(x, y, self.height / 2)

    def paint(self, canvas: Canvas, camera: Camera) -> None:
        """Paints it where the camera sees it."""
        count = len(self.foot)
        top = camera.project(np.column_stack([self.foot, np.full(count, self.height)]))
        bottom = camera.project(np.column_stack([self.foot, np.zeros(count)]))
        region = canvas.region(np.concatenate([top, bottom]))
        if region.empty:
            return
        hull = cv2.convexHull(np.concatenate([top, bottom]).astype(np.float32)).reshape(-1, 2).astype(np.float64)
        canvas.paint(region, cover(region, [hull]), self.side)
        face = self.top if self.top.ndim == 1 else _laid(self.top, top, region)
        canvas.paint(region, cover(region, [top]), face)
        if self.inset and self.inset_colour is not None:
            middle = top.mean(axis=0)
            canvas.paint(region, cover(region, [middle + (top - middle) * self.inset]), self.inset_colour)


@dataclass(frozen=True, eq=False)
class Hand:
    """An arm, a palm and fingers over the table, as the picture shows them.

    Args:
        limbs: (start, stop, width, colour) of each rounded limb, in pixels, the lowest first; colours linear BGR.
        shadow: (2,) by how many pixels the hand's shadow is displaced.
        darkness: share of the light that the shadow takes.
    """

    limbs: tuple[tuple[Floats, Floats, float, Light], ...]
    shadow: Floats
    darkness: float

    def shade(self, canvas: Canvas) -> None:
        """Darkens what lies in the hand's shadow."""
        widest = max(width for _, _, width, _ in self.limbs)
        whole = canvas.whole
        mask = cover(whole, [_capsule(start, stop, width / 2) + self.shadow for start, stop, width, _ in self.limbs])
        small = cv2.resize(mask, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        soft = blurred(np.asarray(small, np.float32), max(widest / 12, 0.5))
        canvas.dim(whole, np.asarray(cv2.resize(soft, whole.size), np.float32), 1 - self.darkness)

    def paint(self, canvas: Canvas) -> None:
        """Paints the limbs, rounded, over all else."""
        for start, stop, width, paint in self.limbs:
            outline = _capsule(start, stop, width / 2)
            region = canvas.region(outline)
            if region.empty:
                continue
            shape = cover(region, [outline])
            rounded = blurred(shape, max(width / 6, 0.5))
            canvas.paint(region, shape, paint * threefold(np.float32(0.3) + np.float32(0.7) * rounded))


def _laid(picture: Light, corners: Floats, region: Region) -> Light:
    """A picture as it appears in a region of the canvas, with its corners at (4, 2) pixels."""
    height, width = picture.shape[:2]
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)
    matrix = region.shift @ cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    shrink = np.sqrt(width * height / max(cv2.contourArea(corners.astype(np.float32)), 1.0))
    if shrink > _SHRINK:
        picture = blurred(picture, 0.4 * shrink)
    return np.asarray(cv2.warpPerspective(picture, matrix, region.size, borderMode=cv2.BORDER_REPLICATE), np.float32)


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
