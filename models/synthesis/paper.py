"""Paper on the table: bent, worn, and half in a shadow."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.synthesis.camera import Camera
from models.synthesis.canvas import Canvas, Region, cover
from models.synthesis.filters import blurred, speckle, threefold

Floats = NDArray[np.float64]
Light = NDArray[np.float32]

_STEP = 8
"""The bend is worked out at every so many pixels, and in between it is a straight line."""
_ROUNDS = 6
"""Steps of the search for the point of the paper that a pixel shows; each brings it several times nearer."""


@dataclass(frozen=True, eq=False)
class Bend:
    """How a paper stands up from the table: waves along one direction, and a corner that curls.

    Args:
        height: of the waves, as a share of the paper's width.
        turn: radians, the direction along which they run.
        waves: how many of them.
        phase: radians.
        corner: which corner curls, as signs of x and y.
        curl: how high it stands, as a share of the width.
        fold: where on the way from the middle to the corner, 0 to 1, the curl begins.
    """

    height: float = 0.0
    turn: float = 0.0
    waves: float = 0.5
    phase: float = 0.0
    corner: tuple[int, int] = (1, 1)
    curl: float = 0.0
    fold: float = 0.6

    def rise(self, places: Floats) -> Floats:
        """(N,) the height at places (N, 2), which are from -0.5 to 0.5 across the paper, in widths of it."""
        along = places @ np.array([np.cos(self.turn), np.sin(self.turn)])
        wave = self.height * (1 + np.sin(2 * np.pi * self.waves * along + self.phase)) / 2
        towards = (places * self.corner).sum(axis=1) / (0.5 + 0.5)
        curl = self.curl * (np.maximum(towards - self.fold, 0) / (1 - self.fold)) ** 2
        return np.asarray(wave + curl)


FLAT = Bend()


@dataclass(frozen=True, eq=False)
class Paper:
    """A printed page on the table.

    Args:
        picture: (h, w, 3) float32 linear BGR.
        place: (3, 3) float64, a similarity from the page's own plane to the table.
        pitch: pixels of the picture to a unit of the page's plane.
        origin: (2,) the page's top left corner in that plane.
        bend: how it stands up.
        shine: how much lighter a slope towards the lamp is than the flat page.
    """

    picture: Light
    place: Floats
    pitch: float
    origin: Floats
    bend: Bend = FLAT
    shine: tuple[float, float] = (0.0, 0.0)

    @property
    def size(self) -> Floats:
        """(2,) float64: width and height in units of the page."""
        return np.array(self.picture.shape[1::-1]) / self.pitch

    def outline(self, points: int = 12) -> Floats:
        """(4 * points, 2) float64: its edge in units of the page."""
        t = np.linspace(0, 1, points, endpoint=False)
        zero, one = np.zeros(points), np.ones(points)
        edge = np.concatenate([np.c_[t, zero], np.c_[one, t], np.c_[1 - t, one], np.c_[zero, 1 - t]])
        return np.asarray(edge * self.size + self.origin)

    def heights(self, points: Floats) -> Floats:
        """(N,) float64: how high points of the page (N, 2) stand above the table, in the table's unit."""
        places = (points - self.origin) / self.size - 0.5
        scale = float(np.sqrt(np.linalg.det(self.place[:2, :2])))
        return np.asarray(self.bend.rise(places) * self.size[0] * scale)

    def seen(self, camera: Camera, points: Floats) -> Floats:
        """Where the picture, without the lens's bend, shows points of the page: (N, 2) pixels."""
        table = points @ self.place[:2, :2].T + self.place[:2, 2]
        return np.asarray(camera.project(np.column_stack([table, self.heights(points)])))

    def paint(self, canvas: Canvas, camera: Camera) -> None:
        """Paints it where the camera sees it."""
        outline = self.outline()
        if not camera.ahead(outline @ self.place[:2, :2].T + self.place[:2, 2]):
            return
        corners = self.seen(camera, outline)
        region = canvas.region(corners)
        if region.empty:
            return
        x, y = self.sources(camera, region)
        shrink = np.sqrt(self.picture.shape[0] * self.picture.shape[1] / max(_area(corners), 1.0))
        picture = self.shaded()
        if shrink > 1.2:
            picture = blurred(picture, 0.4 * float(shrink))
        laid = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        canvas.paint(region, cover(region, [corners]), np.asarray(laid, np.float32))

    def sources(self, camera: Camera, region: Region) -> tuple[Light, Light]:
        """Which pixel of the page's picture each pixel of a region shows: x and y, each (h, w) float32.

        A point that stands above the table hides what lies behind it as seen from the camera: it shows where its ray
        meets the table. So the search goes back from there, on a coarse grid.
        """
        width, height = region.size
        across = np.arange(0, width + _STEP, _STEP, dtype=np.float64)
        down = np.arange(0, height + _STEP, _STEP, dtype=np.float64)
        grid = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2) + np.array([region.left, region.top])
        ground = camera.ground(grid)
        inverse = np.linalg.inv(self.place)
        eye = camera.position
        points = ground @ inverse[:2, :2].T + inverse[:2, 2]
        for _ in range(_ROUNDS):
            limited = np.clip(points, self.origin - 1, self.origin + self.size + 1)
            rise = self.heights(limited)[:, None]
            # The ray from the eye through the ground point, where it is as high as the paper there.
            back = ground + (eye[:2] - ground) * rise / eye[2]
            points = back @ inverse[:2, :2].T + inverse[:2, 2]
        pixels = ((points - self.origin) * self.pitch - 0.5).astype(np.float32).reshape(len(down), len(across), 2)
        # The grid's points are pixels 0, 8, 16, …: enlarged about their middles, cut to the region.
        scale = np.array([[1 / _STEP, 0, 0], [0, 1 / _STEP, 0]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        full = cv2.warpAffine(pixels, scale, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return np.ascontiguousarray(full[..., 0]), np.ascontiguousarray(full[..., 1])

    def shaded(self) -> Light:
        """The picture, lighter where the page slopes towards the lamp."""
        if self.shine == (0.0, 0.0) or (self.bend.height == 0 and self.bend.curl == 0):
            return self.picture
        steps = 24
        grid = np.stack(np.meshgrid(np.linspace(-0.5, 0.5, steps), np.linspace(-0.5, 0.5, steps)), axis=-1)
        rise = self.bend.rise(grid.reshape(-1, 2)).reshape(steps, steps)
        down, across = np.gradient(rise, 1 / (steps - 1))
        light = np.clip(1 - self.shine[0] * across - self.shine[1] * down, 0.5, 1.3).astype(np.float32)
        return self.picture * threefold(np.asarray(cv2.resize(light, self.picture.shape[1::-1]), np.float32))


@dataclass(frozen=True, eq=False)
class Shade:
    """The shadow of something out of view, on all that lies flat.

    Args:
        outlines: (N, 2) each, on the table.
        softness: standard deviation of its edge, in the table's unit.
        factor: (3,) what is left of the light, BGR.
    """

    outlines: tuple[Floats, ...]
    softness: float
    factor: Light

    def paint(self, canvas: Canvas, camera: Camera) -> None:
        """Darkens what it falls on."""
        seen = [
            camera.project(np.column_stack([outline, np.zeros(len(outline))]))
            for outline in self.outlines
            if camera.ahead(outline)
        ]
        if not seen:
            return
        whole = canvas.whole
        mask = cover(whole, [np.clip(outline, -4000, 8000) for outline in seen])
        small = cv2.resize(mask, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        soft = blurred(np.asarray(small, np.float32), max(0.3, self.softness * camera.focal / camera.distance / 4))
        canvas.dim(whole, np.asarray(cv2.resize(soft, whole.size), np.float32), self.factor)


def worn(picture: Light, rng: np.random.Generator, wear: float) -> Light:
    """Paper that has been used: blotches, a fold or two, and dirt; ``wear`` is 0 to 1."""
    height, width = picture.shape[:2]
    coarse = speckle(rng, (6, 8)) * np.float32(0.05 * wear) + 1
    blotches = np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)
    result = picture * threefold(blotches)
    result *= threefold(1 + speckle(rng, (height, width)) * np.float32(0.03 * rng.random()))
    folds = np.zeros((height, width), np.float32)
    for _ in range(int(rng.poisson(1.2 * wear))):
        start, stop = np.rint(rng.uniform(-0.2, 1.2, (2, 2)) * [width, height]).astype(int).tolist()
        cv2.line(folds, start, stop, float(rng.choice([-1.0, 1.0])), int(rng.integers(1, 4)))
    return np.asarray(result * threefold(1 + np.float32(0.25 * wear) * blurred(folds, 0.8)), np.float32)


def _area(outline: Floats) -> float:
    return abs(float(cv2.contourArea(outline.astype(np.float32))))
