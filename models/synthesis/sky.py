"""What shiny things mirror: the room above the table, with its lamps and windows."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Light = NDArray[np.float32]
Vectors = NDArray[np.float32]

_SHARPEST = 0.02
"""The width of a mirrored lamp's edge, as a sine, on a surface without any roughness."""


@dataclass(frozen=True, eq=False)
class Lamp:
    """A light that shows in mirroring surfaces.

    Args:
        towards: (3,) where it is, seen from the table; of length 1, heights counting upwards.
        shape: "disc", "window", "tube" or "ring".
        size: its half width as a tangent.
        glow: (3,) linear BGR of its surface; a white table in full light is 1.
    """

    towards: Light
    shape: str
    size: float
    glow: Light

    def seen(self, rays: Vectors, rough: float) -> NDArray[np.float32]:
        """How much of it shows along rays (3, N): (N,) float32, 0 to 1, weaker and wider on rough surfaces."""
        across, along = _frame(self.towards)
        depth = self.towards @ rays
        ahead = np.maximum(depth, np.float32(1e-3))
        x, y = np.abs(across @ rays) / ahead, np.abs(along @ rays) / ahead
        if self.shape == "disc":
            beyond = np.hypot(x, y) - np.float32(self.size)
        elif self.shape == "ring":
            beyond = np.abs(np.hypot(x, y) - np.float32(self.size)) - np.float32(self.size / 4)
        elif self.shape == "tube":
            beyond = np.maximum(x - np.float32(self.size / 5), y - np.float32(4 * self.size))
        else:
            bar = np.float32(self.size / 12) - np.minimum(x, y)
            beyond = np.maximum(np.maximum(x, y) - np.float32(self.size), bar)
        width = np.float32(_SHARPEST + rough)
        weaker = np.float32(1 / (1 + (rough / max(self.size, 0.02)) ** 2))
        shown = np.clip(np.float32(0.5) - beyond / width, 0, 1) * weaker
        return np.asarray(np.where(depth > 0, shown * shown * (3 - 2 * shown), 0), np.float32)


@dataclass(frozen=True, eq=False)
class Sky:
    """The room as dice mirror it.

    Args:
        zenith: (3,) linear BGR straight above.
        horizon: (3,) at the height of the table.
        table: (3,) what the table sends upwards.
        lamps: what shines.
    """

    zenith: Light
    horizon: Light
    table: Light
    lamps: tuple[Lamp, ...] = ()

    def along(self, rays: Vectors, rough: float) -> Vectors:
        """(3, N) the light that comes along rays (3, N) of length 1, mirrored by a surface of a roughness."""
        height = rays[2]
        share = np.clip(height / np.float32(0.15 + rough) * np.float32(0.5) + np.float32(0.5), 0, 1)
        above = self.horizon[:, None] + (self.zenith - self.horizon)[:, None] * np.maximum(height, 0)
        light = self.table[:, None] + (above - self.table[:, None]) * share
        for lamp in self.lamps:
            light += lamp.glow[:, None] * lamp.seen(rays, rough)
        return np.asarray(light, np.float32)


def _frame(towards: Light) -> tuple[Light, Light]:
    """Two directions at right angles to one and to each other."""
    x, y, _ = towards.tolist()
    length = math.hypot(x, y)
    across = np.array([1.0, 0.0, 0.0] if length < 1e-3 else [-y / length, x / length, 0.0], np.float32)
    return across, np.asarray(np.cross(towards, across), np.float32)
