"""Rendered sets of tiles that no network was trained on, for tests and measures."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.qwirkle.tile import Colour, Shape, Tile
from models.synthesis import colour
from models.synthesis.camera import Camera
from models.synthesis.layout import Layout, Piece, Surface, grow_board, laid, moved
from models.synthesis.lighting import Lighting
from models.synthesis.look import Hsv, Look
from models.synthesis.scene import Kind, Scene
from models.synthesis.sensor import Sensor
from models.synthesis.shapes import Proportions
from models.synthesis.surface import Wood, planked
from models.synthesis.table import render

COLOURS = (Colour.RED, Colour.ORANGE, Colour.YELLOW, Colour.GREEN, Colour.BLUE, Colour.PURPLE)
PITCH = 1.7
"""From one tile that is laid out to the next, in sides."""
MUTED: Mapping[Colour, Hsv] = {
    Colour.RED: (165.0, 0.55, 0.9),
    Colour.ORANGE: (12.0, 0.6, 0.45),
    Colour.YELLOW: (35.0, 0.8, 0.75),
    Colour.GREEN: (88.0, 0.8, 0.6),
    Colour.BLUE: (112.0, 0.5, 0.35),
    Colour.PURPLE: (140.0, 0.35, 0.8),
}
"""Pink, brown, lime, teal, slate and lilac, called by the game's names."""
PASTEL: Mapping[Colour, Hsv] = {
    Colour.RED: (175.0, 0.4, 0.9),
    Colour.ORANGE: (10.0, 0.45, 0.95),
    Colour.YELLOW: (28.0, 0.5, 0.95),
    Colour.GREEN: (60.0, 0.4, 0.8),
    Colour.BLUE: (105.0, 0.4, 0.9),
    Colour.PURPLE: (135.0, 0.35, 0.8),
}
DEEP: Mapping[Colour, Hsv] = {
    Colour.RED: (176.0, 0.8, 0.6),
    Colour.ORANGE: (150.0, 0.7, 0.5),
    Colour.YELLOW: (60.0, 0.9, 0.35),
    Colour.GREEN: (85.0, 0.9, 0.4),
    Colour.BLUE: (110.0, 0.9, 0.5),
    Colour.PURPLE: (0.0, 0.0, 0.1),
}


@dataclass(frozen=True)
class OddSet:
    """A set and the table on which it lies.

    Args:
        look: of the tiles.
        light_bodies: whether the bodies are lighter than the print.
        tables: how light the tables are, as the value of their colour: the first where it is laid out.
    """

    look: Look
    light_bodies: bool = False
    tables: Sequence[float] = field(default=(0.8, 0.35))


SETS: Mapping[str, OddSet] = {
    "six points": OddSet(
        Look(MUTED, Proportions(burst_points=6, burst_diagonal=1.0, burst_waist=0.24, burst_reach=0.4, star_waist=0.14))
    ),
    "five points": OddSet(
        Look(PASTEL, Proportions(burst_points=5, burst_waist=0.2, star_turn=math.pi / 4, star_waist=0.18, star_bend=0))
    ),
    "three points": OddSet(
        Look(
            PASTEL,
            Proportions(
                burst_points=3,
                burst_waist=0.2,
                burst_reach=0.45,
                star_reach=0.5,
                star_waist=0.3,
                star_turn=math.pi / 4,
                clover_lobe=0.2,
                clover_neck=0.2,
                clover_reach=0.4,
            ),
        )
    ),
    "thin symbols": OddSet(
        Look(
            MUTED,
            Proportions(
                circle_radius=0.27,
                square_half=0.22,
                diamond_half=0.3,
                clover_reach=0.3,
                clover_lobe=0.09,
                clover_neck=0.06,
                star_reach=0.38,
                star_waist=0.07,
                star_bend=0.35,
                burst_points=6,
                burst_reach=0.32,
                burst_waist=0.08,
            ),
        )
    ),
    "grey bodies": OddSet(Look(MUTED, body=(20.0, 0.1, 0.4))),
    "white bodies": OddSet(
        Look({**MUTED, Colour.YELLOW: (28.0, 0.95, 0.8)}, body=(20.0, 0.03, 0.92)), light_bodies=True
    ),
    "wooden bodies": OddSet(Look(DEEP, body=(14.0, 0.4, 0.8)), light_bodies=True, tables=(0.35, 0.25)),
}


def laid_out(name: str, seed: int = 5, side: float = 80.0) -> Scene:
    """A photo of one tile of each kind of a set, a row for each colour of `COLOURS`, in the order of `Shape`."""
    chance = np.random.default_rng(seed)
    pieces = [
        Piece(
            (column - 2.5) * PITCH + chance.normal(0, 0.08),
            (row - 2.5) * PITCH + chance.normal(0, 0.08),
            chance.normal(0, 0.06),
            Kind.UP,
            Tile(paint, shape),
        )
        for row, paint in enumerate(COLOURS)
        for column, shape in enumerate(Shape)
    ]
    camera = _camera(chance, 1600, 1200, side, tilt=5.0)
    return _photo(chance, SETS[name], pieces, camera, SETS[name].tables[0])


def in_play(name: str, tilt: float, side: float, table: int = 0, seed: int = 9, cast: float = 0.15) -> Scene:
    """A photo of a board of a set from so many degrees off straight above.

    The lamp stands elsewhere, and its light differs by so much in each channel, as a logarithm's standard deviation.
    """
    chance = np.random.default_rng([seed, round(tilt)])
    pieces = laid(chance, grow_board(chance, 30, Colour.PURPLE), 0.04, 0.03, 0.1)
    x, y = (float(np.mean([getattr(piece, way) for piece in pieces])) for way in "xy")
    blue, green, red = np.exp(chance.normal(0, cast, 3)).tolist()
    camera = _camera(chance, 1280, 960, side, tilt, (blue, green, red))
    around = moved(pieces, -x, -y, 0.0)
    return _photo(chance, SETS[name], moved(around, 0, 0, chance.uniform(0, 6)), camera, SETS[name].tables[table])


def _camera(
    chance: np.random.Generator,
    width: int,
    height: int,
    side: float,
    tilt: float,
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0),
) -> Camera:
    focal = 1.1 * width
    sensor = Sensor(exposure=1.0, cast=cast, blur=0.6, shot=0.012, quality=92)
    azimuth = 0.0 if tilt < 10 else chance.uniform(0, 2 * math.pi)
    return Camera(
        width, height, focal, focal / side, math.radians(tilt), azimuth, roll=chance.normal(0, 0.08), sensor=sensor
    )


def _photo(chance: np.random.Generator, odd: OddSet, pieces: list[Piece], camera: Camera, table: float) -> Scene:
    wood = planked(chance, Wood(colour.hsv(12, 0.4, table), planks=5, uneven=0.06), side=1024)
    light = Lighting(
        azimuth=chance.uniform(0, 6),
        slope=chance.uniform(0.2, 0.9),
        shadow=chance.uniform(0.2, 0.6),
        falloff=chance.uniform(0, 0.4),
        falloff_azimuth=chance.uniform(0, 6),
    )
    layout = Layout(Surface(wood, span=15.0, turn=chance.uniform(0, 3)), tuple(pieces))
    return render(layout, camera, light, odd.look, chance)


def paired(scene: Scene, centres: NDArray[np.float64]) -> list[tuple[Tile, int | None]]:
    """Each tile that the scene shows whole, with which of the centres (N, 2) it was found at, if at any."""
    pairs: list[tuple[Tile, int | None]] = []
    for tile in scene.tiles:
        if tile.tile is None or tile.cut or tile.visible < 0.8:
            continue
        side = float(np.linalg.norm(tile.corners[1] - tile.corners[0]))
        far = np.linalg.norm(centres.reshape(-1, 2) - tile.corners.mean(axis=0), axis=1)
        near = len(far) > 0 and far.min() < 0.4 * side
        pairs.append((tile.tile, int(far.argmin()) if near else None))
    return pairs
