"""The light over the table: where it falls, what it leaves in shadow, and where it glares."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.synthesis.camera import Camera

Floats = NDArray[np.float64]
Light = NDArray[np.float32]

_COARSE = 32
"""The light changes slowly: it is computed on a grid of so many points a side and enlarged."""
_CREASE = 0.12
"""How far from a piece's foot its crease darkens the table: a standard deviation in tile sides."""
_SHADE = 0.4
"""How much of the room's colour shows in a full shadow."""


@dataclass(frozen=True)
class Lighting:
    """One main light and what the room scatters.

    Args:
        azimuth: radians; towards which side shadows fall, clockwise from x.
        slope: length of a shadow as a multiple of the height.
        shadow: share of the light that a shadow takes away.
        softness: standard deviation of a shadow's edge, in tile sides.
        contact: darkness of the crease where a piece meets the table.
        colour: linear BGR factors of the light next to the lamp.
        far_colour: the same on the far side, where another lamp or a window may be.
        shade_colour: linear BGR factors of the light in the shadows.
        falloff: how much darker the far side is than the side next to the lamp, 0 to 1.
        falloff_azimuth: radians; towards which side it gets darker.
        spot: brightness of a mirrored lamp on the table, 0 for none.
        spot_at: its place as shares of the picture's width and height.
        spot_size: its standard deviation as a share of the picture's width.
    """

    azimuth: float = 0.8
    slope: float = 0.5
    shadow: float = 0.45
    softness: float = 0.12
    contact: float = 0.5
    colour: tuple[float, float, float] = (1.0, 1.0, 1.0)
    far_colour: tuple[float, float, float] = (1.0, 1.0, 1.0)
    shade_colour: tuple[float, float, float] = (1.0, 1.0, 1.0)
    falloff: float = 0.15
    falloff_azimuth: float = 0.5
    spot: float = 0.0
    spot_at: tuple[float, float] = (0.5, 0.5)
    spot_size: float = 0.2

    @property
    def cast(self) -> Floats:
        """(2,) float64: where the shadow of a point of height 1 falls from the point's foot."""
        return self.slope * np.array([math.cos(self.azimuth), math.sin(self.azimuth)])

    def field(self, camera: Camera) -> Light:
        """(H, W, 3) float32: how bright a white table would look, without shadows."""
        x, y = np.meshgrid(np.linspace(-1, 1, _COARSE), np.linspace(-1, 1, _COARSE))
        along = x * math.cos(self.falloff_azimuth) + y * math.sin(self.falloff_azimuth)
        far = (0.5 + along / 2.83)[..., None]
        grid = (1.0 - self.falloff * far) * (np.array(self.colour) * (1 - far) + np.array(self.far_colour) * far)
        size = (camera.width, camera.height)
        return np.asarray(cv2.resize(grid.astype(np.float32), size, interpolation=cv2.INTER_LINEAR))

    def glare(self, camera: Camera) -> Light:
        """(H, W) float32: the light of the mirrored lamp."""
        x = np.exp(-0.5 * ((np.arange(camera.width) / camera.width - self.spot_at[0]) / self.spot_size) ** 2)
        aspect = camera.height / camera.width
        y = (np.arange(camera.height) / camera.height - self.spot_at[1]) * aspect
        return np.asarray(self.spot * np.exp(-0.5 * (y / self.spot_size) ** 2)[:, None] * x, np.float32)


def shadows(lighting: Lighting, camera: Camera, feet: Sequence[Floats], heights: Sequence[float]) -> Light:
    """How much of the light reaches the table: (H, W, 3) float32, 0 to 1.

    Args:
        lighting: the light.
        camera: who looks.
        feet: outlines (N, 2) of what stands on the table, in tile sides.
        heights: how high each reaches.
    """
    thrown = [np.concatenate([foot, foot + lighting.cast * height]) for foot, height in zip(feet, heights, strict=True)]
    return cast_shadows(lighting, camera, thrown, feet)


def cast_shadows(lighting: Lighting, camera: Camera, thrown: Sequence[Floats], feet: Sequence[Floats]) -> Light:
    """How much of the light reaches the table: (H, W, 3) float32, 0 to 1.

    Args:
        lighting: the light.
        camera: who looks.
        thrown: points (N, 2) on the table, in tile sides, about which each shadow is the convex hull.
        feet: convex outlines (N, 2) of what touches the table.
    """
    size = ((camera.width + 1) // 2, (camera.height + 1) // 2)
    shaded = np.zeros(size[::-1], np.uint8)
    creased = np.zeros_like(shaded)
    for points in thrown:
        _fill(shaded, camera, cv2.convexHull(points.astype(np.float32)).reshape(-1, 2).astype(np.float64))
    for foot in feet:
        _fill(creased, camera, foot)
    side = camera.focal / camera.distance / 2
    dark = _soft(shaded, lighting.softness * side) * np.float32(lighting.shadow)
    open_sky = 1 - _soft(creased, _CREASE * side) * np.float32(lighting.contact)
    # The room's own colour shows most where the lamp does not reach.
    share = 1 - (1 - _SHADE * (np.array(lighting.shade_colour, np.float32) - 1)) * dark[..., None]
    reached = np.asarray(share * open_sky[..., None], np.float32)
    return np.asarray(cv2.resize(reached, (camera.width, camera.height), interpolation=cv2.INTER_LINEAR), np.float32)


def _fill(mask: NDArray[np.uint8], camera: Camera, outline: Floats) -> None:
    """Fills an outline on the table in a mask of half the picture's size."""
    points = camera.project(np.column_stack([outline, np.zeros(len(outline))])) / 2 - 0.25
    cv2.fillConvexPoly(mask, np.rint(np.clip(points, -4000, 30000) * 8).astype(np.int32), 255, shift=3)


def _soft(mask: NDArray[np.uint8], sigma: float) -> Light:
    """(h, w) float32, 0 to 1: a mask with soft edges."""
    if sigma > 4:
        small = cv2.resize(mask, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(small, (0, 0), sigma / 2)
        mask = np.asarray(cv2.resize(soft, mask.shape[::-1], interpolation=cv2.INTER_LINEAR), np.uint8)
    elif sigma > 0.25:
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma), np.uint8)
    return np.asarray(mask * np.float32(1 / 255), np.float32)
