"""Rendered pictures of a board by a camera that stands over the table, for tests and measures."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from engine.qwirkle.tile import Colour
from models.synthesis import colour
from models.synthesis.camera import Camera
from models.synthesis.layout import Layout, Surface, grow_board, laid, moved
from models.synthesis.lighting import Lighting
from models.synthesis.look import Look
from models.synthesis.scene import Scene
from models.synthesis.sensor import Sensor
from models.synthesis.surface import Wood, planked
from models.synthesis.table import render

WIDTH, HEIGHT = 960, 540


@dataclass(frozen=True)
class Stand:
    """Where a camera stands.

    Args:
        tilt: degrees off straight above.
        side: of a tile in the picture's middle, in pixels.
        azimuth: degrees; from which side it looks.
        shift: where the table's origin appears, in pixels from the middle.
    """

    tilt: float = 15.0
    side: float = 48.0
    azimuth: float = 20.0
    shift: tuple[float, float] = (0.0, 0.0)

    def sees(self, tiles: int = 24, board: int = 1, noise: int = 1) -> Scene:
        """A picture of a board of so many tiles; the same number gives the same board."""
        chance = np.random.default_rng([board, 1])
        pieces = laid(chance, grow_board(chance, tiles, Colour.PURPLE), 0.02, 0.015, 0.1)
        x, y = (float(np.mean([getattr(piece, way) for piece in pieces])) for way in "xy")
        wood = planked(chance, Wood(colour.hsv(12, 0.5, 0.8), planks=5, uneven=0.06), side=1024)
        layout = Layout(Surface(wood, span=15.0, turn=0.02), tuple(moved(pieces, -x, -y, 0.0)))
        focal = 1.1 * WIDTH
        sensor = Sensor(exposure=1.05, blur=0.6, shot=0.012, read=0.002, smear=0.0, quality=0)
        tilt, azimuth = math.radians(self.tilt), math.radians(self.azimuth)
        camera = Camera(WIDTH, HEIGHT, focal, focal / self.side, tilt, azimuth, shift=self.shift, sensor=sensor)
        return render(layout, camera, Lighting(), Look(), np.random.default_rng([board, noise]))
