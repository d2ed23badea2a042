"""What dice lie on: tables and floors of every kind, and trays with walls."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.synthesis import colour, surface
from models.synthesis.camera import Camera
from models.synthesis.canvas import Brush, Canvas, cover
from models.synthesis.filters import blurred, speckle
from models.synthesis.lighting import Lighting
from models.synthesis.surface import TEXTURE, noise

Floats = NDArray[np.float64]
Light = NDArray[np.float32]

_SEAM = 0.06
"""How wide the rim of a tray is, in die sides."""


def carpet(rng: np.random.Generator) -> Light:
    """Flecks of several colours, as on woven or printed carpets."""
    flecks = blurred(speckle(rng, (TEXTURE, TEXTURE, 3)), rng.uniform(0.8, 2.5))
    flecks /= flecks.std()
    drift = noise(rng, [(3, 3), (10, 10)], [0.5, 0.25])[..., None]
    colours = [colour.hsv(rng.uniform(0, 180), rng.uniform(0.1, 0.8), rng.uniform(0.08, 0.75)) for _ in range(3)]
    shares = np.exp(np.float32(rng.uniform(0.8, 2.0)) * (flecks + drift * np.array([1, -1, 0], np.float32)))
    shares /= shares.sum(axis=2, keepdims=True)
    return np.asarray(shares @ np.array(colours), np.float32)


def ceramic(rng: np.random.Generator) -> Light:
    """Square tiles with joints."""
    count = int(rng.integers(2, 9))
    base = colour.hsv(rng.uniform(0, 180), rng.uniform(0, 0.4), rng.uniform(0.3, 0.95))
    shades = cv2.resize(speckle(rng, (count, count)), (TEXTURE, TEXTURE), interpolation=cv2.INTER_NEAREST)
    place = np.arange(TEXTURE) * count % TEXTURE < max(2 * count, 6)
    joints = (place[:, None] | place[None, :]).astype(np.float32)
    field = np.float32(0.04) * shades + noise(rng, [(24, 24), (384, 384)], [0.05, 0.03])
    field += joints * np.float32(rng.uniform(-0.6, 0.3))
    return np.asarray(base * np.maximum(1 + field, 0.02)[..., None], np.float32)


def cork(rng: np.random.Generator) -> Light:
    """Crumbs pressed together."""
    base = colour.hsv(rng.uniform(10, 16), rng.uniform(0.4, 0.65), rng.uniform(0.5, 0.85))
    crumbs = blurred(speckle(rng, (TEXTURE, TEXTURE)), 2.5)
    dark = np.minimum(crumbs / crumbs.std() + np.float32(1.0), 0)
    return np.asarray(
        base * np.maximum(1 + 0.35 * dark + noise(rng, [(384, 384)], [0.06]), 0.05)[..., None], np.float32
    )


def leather(rng: np.random.Generator) -> Light:
    """Fine wrinkles on one dark colour."""
    base = colour.hsv(rng.uniform(0, 180), rng.uniform(0.1, 0.8), rng.uniform(0.08, 0.5))
    grain = blurred(speckle(rng, (TEXTURE, TEXTURE)), 1.8)
    wrinkles = np.abs(grain / grain.std()) * np.float32(0.3)
    return np.asarray(base * (np.float32(0.75) + np.minimum(wrinkles, 0.5))[..., None], np.float32)


SURFACES: Mapping[str, Callable[[np.random.Generator], Light]] = {
    "plain": surface.plain,
    "wood": surface.wood,
    "felt": surface.felt,
    "carpet": carpet,
    "cloth": surface.cloth,
    "marble": surface.marble,
    "printed": surface.printed,
    "ceramic": ceramic,
    "cork": cork,
    "leather": leather,
}
"""Textures by the names that `Families.surfaces` gives."""


@dataclass(frozen=True, eq=False)
class Tray:
    """A tray of cloth or wood with walls that lean outwards; lengths in die sides.

    Args:
        floor: (N, 2) the outline of its floor, clockwise as seen from above.
        rim: (N, 3) the walls' upper edge.
        texture: (h, w, 3) float32 linear BGR of the floor; it repeats.
        span: the width of one repeat.
        wall: (3,) linear BGR of the walls.
        edge: (3,) of their upper edge.
    """

    floor: Floats
    rim: Floats
    texture: Light
    span: float
    wall: Light
    edge: Light

    def thrown(self, cast: Floats) -> list[Floats]:
        """The outlines of the walls' shadows; ``cast`` as in `Lighting.cast`."""
        tips = self.rim[:, :2] + self.rim[:, 2:] * cast
        return [
            np.concatenate([self.floor[[i, j]], tips[[i, j]]])
            for i, j in zip(range(len(tips)), [*range(1, len(tips)), 0], strict=True)
        ]

    def paint_floor(self, canvas: Canvas, camera: Camera, seen: Light) -> None:
        """Lays the floor, which as a table of its own would look like ``seen`` (H, W, 3)."""
        outline = camera.project(np.column_stack([self.floor, np.zeros(len(self.floor))]))
        region = canvas.region(outline)
        if not region.empty:
            canvas.paint(region, cover(region, [outline]), seen[region.slices])

    def paint_walls(self, canvas: Canvas, camera: Camera, light: Lighting, before: bool) -> None:
        """Paints the walls whose inner side is seen, or those (``before``) that stand before the dice."""
        foot = np.column_stack([self.floor, np.zeros(len(self.floor))])
        lamp = np.array([*(-light.cast), 1.0])
        lamp /= np.linalg.norm(lamp)
        for index in range(len(foot)):
            quad = np.array([foot[index], foot[index - 1], self.rim[index - 1], self.rim[index]])
            normal = np.cross(quad[1] - quad[0], quad[3] - quad[0])
            normal /= np.linalg.norm(normal)
            if normal[2] < 0:
                normal = -normal
            hidden = float(normal @ (camera.position - quad.mean(axis=0))) < 0
            if hidden != before:
                continue
            pixels = camera.project(quad)
            region = canvas.region(pixels)
            if region.empty:
                continue
            inner = -normal if before else normal
            lit = (1 - light.shadow) * (0.5 + 0.5 * inner[2]) + light.shadow * max(float(inner @ lamp), 0.0) / lamp[2]
            brush = Brush(region, layers=2)
            brush.fill(pixels)
            width = _SEAM * camera.focal / camera.distance
            brush.stroke(pixels[2:], width, layer=1)
            wall, edge = brush.covers()
            canvas.paint(region, wall, np.asarray(self.wall * np.float32(lit), np.float32))
            canvas.paint(region, edge, self.edge)


def random_tray(rng: np.random.Generator, textures: tuple[str, ...], inner: float, x: float, y: float) -> Tray:
    """A tray with so much room about a place: ``inner`` is its floor's inner radius in die sides."""
    corners = int(rng.choice([4, 4, 6, 6, 6, 8, 24]))
    turn = rng.uniform(0, 2 * math.pi)
    angles = turn + np.arange(corners) * 2 * math.pi / corners
    radius = inner / math.cos(math.pi / corners)
    stretch = rng.uniform(1.0, 1.5) if corners == 4 else 1.0
    around = np.stack([np.cos(angles), np.sin(angles)], axis=1) * [stretch, 1.0]
    height, lean = inner * rng.uniform(0.12, 0.45), rng.uniform(0.0, 0.6)
    outer = around * (radius + height * lean) + np.array([x, y])
    hue, saturation, value = rng.uniform(0, 180), rng.uniform(0.0, 0.95), rng.uniform(0.08, 0.75)
    if rng.random() < 0.6:
        base = colour.hsv(hue, saturation, value)
        strength = rng.uniform(0.03, 0.2)
        rough = noise(rng, [(384, 384), (96, 96), (8, 8)], [strength, strength, 0.05])
        texture = np.asarray(base * np.maximum(1 + rough, 0.02)[..., None], np.float32)
        wall = base * np.float32(rng.uniform(0.8, 1.2))
    else:
        texture = SURFACES[str(rng.choice(textures))](rng)
        wall = np.asarray(texture.mean(axis=(0, 1)) * rng.uniform(0.4, 1.2), np.float32)
    edge = np.asarray(wall * rng.uniform(0.5, 1.8), np.float32)
    rim = np.column_stack([outer, np.full(corners, height)])
    return Tray(around * radius + [x, y], rim, texture, math.exp(rng.uniform(1.5, 3.2)), wall, edge)
