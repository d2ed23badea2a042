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


@dataclass(frozen=True)
class Lighting:
    """One main light and what the room scatters.

    Args:
        azimuth: radians; towards which side shadows fall, clockwise from x.
        slope: length of a shadow as a multiple of the height.
        shadow: share of the light that a shadow takes away.
        softness: standard deviation of a shadow's edge, in tile sides.
        contact: darkness of the crease where a piece meets the table.
        colour: linear BGR factors of the light.
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
        strength = 1.0 - self.falloff * (0.5 + along / 2.83)
        grid = strength[..., None] * np.array(self.colour)
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
    thrown = np.zeros((camera.height, camera.width), np.uint8)
    creased = np.zeros_like(thrown)
    for foot, height in zip(feet, heights, strict=True):
        reach = np.concatenate([foot, foot + lighting.cast * height])
        _fill(thrown, camera, cv2.convexHull(reach.astype(np.float32)).reshape(-1, 2).astype(np.float64))
        _fill(creased, camera, foot)
    side = camera.focal / camera.distance
    dark = _soft(thrown, lighting.softness * side) * np.float32(lighting.shadow / 255)
    crease = _soft(creased, 0.12 * side) * np.float32(lighting.contact / 255)
    tinted = 1.0 - dark[..., None] * (1.0 - 0.25 * (np.array(lighting.shade_colour, np.float32) - 1.0))
    return np.asarray(tinted * (1.0 - crease)[..., None], np.float32)


def _fill(mask: NDArray[np.uint8], camera: Camera, outline: Floats) -> None:
    points = camera.project(np.column_stack([outline, np.zeros(len(outline))]))
    cv2.fillConvexPoly(mask, np.rint(np.clip(points, -4000, 30000) * 8).astype(np.int32), 255, shift=3)


def _soft(mask: NDArray[np.uint8], sigma: float) -> Light:
    if sigma < 0.4:
        return mask.astype(np.float32)
    shrink = 2 if sigma > 3 else 1
    small = cv2.resize(mask, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA) if shrink > 1 else mask
    soft = cv2.GaussianBlur(small, (0, 0), sigma / shrink)
    return cv2.resize(soft, mask.shape[::-1], interpolation=cv2.INTER_LINEAR).astype(np.float32)
