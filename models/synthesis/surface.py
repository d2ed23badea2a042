"""What the table is covered with, as square textures that repeat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.synthesis import colour as light
from models.synthesis.filters import speckle

Light = NDArray[np.float32]

TEXTURE = 384
"""The side of a texture in pixels."""
_PIECES = 4
"""How many pieces a plank has in one repeat of the texture."""


def noise(
    rng: np.random.Generator, cells: Sequence[tuple[int, int]], weights: Sequence[float], side: int = TEXTURE
) -> Light:
    """(side, side) float32 of mean 0: smooth random fields of (rows, columns) cells, weighted and added."""
    field = np.zeros((side, side), np.float32)
    for (rows, cols), weight in zip(cells, weights, strict=True):
        grid = speckle(rng, (rows, cols)) * np.float32(weight)
        field += cv2.resize(grid, (side, side), interpolation=cv2.INTER_LINEAR)
    return field


def _shaded(base: Light, field: Light) -> Light:
    return np.asarray(base * np.maximum(1.0 + field, 0.02)[..., None], np.float32)


def plain(rng: np.random.Generator) -> Light:
    """One colour, from white to black, with hardly a structure."""
    value = rng.choice([rng.uniform(0.8, 1.0), rng.uniform(0.02, 0.2), rng.uniform(0.2, 0.8)], p=[0.45, 0.25, 0.3])
    base = light.hsv(rng.uniform(0, 180), rng.uniform(0, 1) ** 4, value)
    return _shaded(base, noise(rng, [(4, 4), (64, 64), (384, 384)], rng.uniform(0, 0.03, 3).tolist()))


@dataclass(frozen=True)
class Wood:
    """A table of planks.

    Args:
        base: linear BGR.
        planks: how many lie side by side in one repeat of the texture.
        uneven: standard deviation of the planks' brightness.
        grain: contrast of the grain.
        flecks: contrast of the short dark pores along the grain.
        seam: darkness of the joints.
    """

    base: Light
    planks: int = 6
    uneven: float = 0.08
    grain: float = 1.0
    flecks: float = 0.15
    seam: float = 0.25


def planked(rng: np.random.Generator, wood: Wood, side: int = TEXTURE) -> Light:
    """(side, side, 3) float32 linear BGR: planks that lie along x, each of several pieces."""
    fine = side * 3 // 4
    field = noise(rng, [(48, 3), (fine // 2, 8), (fine, fine // 8)], [0.06, 0.05, 0.05], side) * np.float32(wood.grain)
    pores = np.minimum(noise(rng, [(fine, fine // 12)], [1.0], side) + np.float32(1.2), 0)
    field += np.float32(wood.flecks) * pores
    rows = np.arange(side) * wood.planks // side
    pieces = np.arange(side) * _PIECES // side
    shade = rng.normal(0.0, wood.uneven, (wood.planks, _PIECES)).astype(np.float32)
    for plank, start in enumerate(rng.integers(0, side, wood.planks).tolist()):
        first, last = np.searchsorted(rows, [plank, plank + 1])
        rolled = np.roll(field[first:last], start, axis=1) + shade[plank][np.roll(pieces, start)]
        rolled[:, np.roll(pieces, start) != np.roll(pieces, start + 1)] -= np.float32(wood.seam)
        rolled[-1] -= np.float32(wood.seam)
        field[first:last] = rolled
    return _shaded(wood.base, field)


def wood(rng: np.random.Generator) -> Light:
    """A wooden table of any kind."""
    kind = Wood(
        base=light.hsv(rng.uniform(4, 18), rng.uniform(0.2, 0.65), rng.uniform(0.15, 0.95)),
        planks=int(rng.integers(2, 12)),
        uneven=rng.uniform(0.02, 0.15),
        grain=rng.uniform(0.4, 1.6),
        flecks=rng.uniform(0.0, 0.3),
        seam=rng.uniform(0.0, 0.5),
    )
    return planked(rng, kind)


def cloth(rng: np.random.Generator) -> Light:
    """Woven cloth in stripes or checks of two or three colours."""
    colours = [light.hsv(rng.uniform(0, 180), rng.uniform(0, 0.9), rng.uniform(0.2, 1.0)) for _ in range(3)]
    period = TEXTURE // int(rng.integers(2, 16))
    phase = np.arange(TEXTURE) % period / period
    across = (phase < rng.uniform(0.2, 0.8)).astype(np.float32)
    down = across if rng.random() < 0.6 else np.zeros(TEXTURE, np.float32)
    mix = (across[None, :] + down[:, None])[..., None] / 2
    texture = colours[0] * (1 - mix) + colours[1] * mix
    weave = noise(rng, [(384, 96), (96, 384), (5, 5)], [0.08, 0.08, 0.04])
    return np.asarray(texture * np.maximum(1 + weave, 0.02)[..., None], np.float32)


def felt(rng: np.random.Generator) -> Light:
    """Felt or carpet: one colour, rough."""
    base = light.hsv(rng.uniform(0, 180), rng.uniform(0.0, 0.95) ** 1.5, rng.uniform(0.08, 0.85))
    strength = rng.uniform(0.05, 0.3)
    return _shaded(base, noise(rng, [(384, 384), (128, 128), (12, 12)], [strength, strength / 2, 0.04]))


def marble(rng: np.random.Generator) -> Light:
    """Veins on stone."""
    base = light.hsv(rng.uniform(0, 180), rng.uniform(0, 0.25), rng.choice([0.9, 0.5, 0.15]) * rng.uniform(0.8, 1.1))
    flow = noise(rng, [(4, 4), (8, 8), (24, 24), (96, 96)], [1.0, 0.6, 0.25, 0.08])
    veins = np.exp(-np.abs(flow) * rng.uniform(4, 14)) * rng.choice([-0.5, 0.6])
    return _shaded(base, veins + 0.04 * flow)


def printed(rng: np.random.Generator) -> Light:
    """A tablecloth or wrapping with coloured shapes printed all over."""
    base = light.hsv(rng.uniform(0, 180), rng.uniform(0, 0.5), rng.uniform(0.4, 1.0))
    texture = np.ascontiguousarray(np.broadcast_to(base, (TEXTURE, TEXTURE, 3)))
    for _ in range(int(rng.integers(15, 90))):
        paint = light.hsv(rng.uniform(0, 180), rng.uniform(0.2, 1), rng.uniform(0.2, 1)).tolist()
        centre, radius = rng.integers(0, TEXTURE, 2), rng.uniform(4, 26)
        corners = int(rng.integers(3, 9))
        angles = np.linspace(0, 2 * np.pi, corners, endpoint=False) + rng.uniform(0, 6)
        radii = radius * rng.uniform(0.4, 1.0, corners)
        polygon = centre + np.stack([radii * np.cos(angles), radii * np.sin(angles)], axis=1)
        if rng.random() < 0.4:
            cv2.circle(texture, centre.tolist(), int(radius), paint, -1 if rng.random() < 0.6 else 2)
        else:
            cv2.fillPoly(texture, [polygon.astype(np.int32)], paint)
    return texture


SURFACES: tuple[tuple[Callable[[np.random.Generator], Light], float], ...] = (
    (plain, 0.36),
    (wood, 0.3),
    (cloth, 0.09),
    (felt, 0.09),
    (marble, 0.08),
    (printed, 0.08),
)
"""What tables are covered with, and how often."""


def random_surface(rng: np.random.Generator, backgrounds: Sequence[NDArray[np.uint8]] = ()) -> Light:
    """(N, M, 3) float32 linear BGR: a texture, or a part of one of the photos."""
    if backgrounds and rng.random() < 0.5:
        return _part(rng, backgrounds[int(rng.integers(len(backgrounds)))])
    makers, shares = zip(*SURFACES, strict=True)
    return np.asarray(makers[rng.choice(len(makers), p=np.array(shares) / sum(shares))](rng))


def _part(rng: np.random.Generator, photo: NDArray[np.uint8]) -> Light:
    """A square part of a photo, mirrored to both sides so that it repeats without a seam."""
    side = int(min(photo.shape[:2]) * rng.uniform(0.3, 1.0))
    top, left = (int(rng.integers(0, size - side + 1)) for size in photo.shape[:2])
    part = cv2.resize(photo[top : top + side, left : left + side], (TEXTURE, TEXTURE), interpolation=cv2.INTER_AREA)
    tile = light.decode(np.asarray(part, np.uint8)) * np.float32(rng.uniform(0.5, 1.2))
    wide = np.concatenate([tile, tile[:, ::-1]], axis=1)
    return np.concatenate([wide, wide[::-1]], axis=0)
