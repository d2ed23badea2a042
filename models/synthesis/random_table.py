"""Tables as they come: every choice of layout, set, light and camera by chance."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.qwirkle.tile import Colour, Tile, box
from models.synthesis import clutter, colour
from models.synthesis.camera import Camera
from models.synthesis.layout import Layout, Piece, Surface, grow_board, laid, moved
from models.synthesis.lighting import Lighting
from models.synthesis.look import random_look
from models.synthesis.scene import Kind, Scene
from models.synthesis.sensor import Sensor
from models.synthesis.surface import random_surface
from models.synthesis.table import render


def random_scene(
    rng: np.random.Generator,
    width: int,
    height: int,
    tile_size: tuple[float, float],
    backgrounds: Sequence[NDArray[np.uint8]] = (),
) -> Scene:
    """A table of which everything is left to chance.

    Args:
        rng: the only source of chance.
        width: of the picture in pixels.
        height: of the picture in pixels.
        tile_size: the range of the tiles' mean side in pixels; log-uniform.
        backgrounds: photos, (H, W, 3) uint8 BGR, used as tables.

    Returns:
        The scene; equal generator states and arguments give equal scenes.
    """
    side = math.exp(rng.uniform(math.log(tile_size[0]), math.log(tile_size[1])))
    look, sixth = random_look(rng)
    camera = _camera(rng, width, height, side)
    reach = width / side / 2
    groups = _groups(rng, reach, sixth)
    surface = Surface(random_surface(rng, backgrounds), math.exp(rng.uniform(1.5, 3.6)), rng.uniform(0, 2 * math.pi))
    layout = Layout(
        surface,
        tuple(groups),
        sheets=_sheets(rng, reach),
        solids=_solids(rng, reach, groups),
        hands=_hands(rng, width, height, side),
    )
    return render(layout, camera, _lighting(rng), look, rng)


def _camera(rng: np.random.Generator, width: int, height: int, side: float) -> Camera:
    tilt = math.radians(rng.choice([rng.uniform(0, 12), rng.uniform(0, 45), rng.uniform(40, 65)], p=[0.35, 0.3, 0.35]))
    field = math.radians(rng.uniform(20, 70)) if tilt < math.radians(35) else math.radians(rng.uniform(15, 45))
    focal = width / 2 / math.tan(field / 2)
    return Camera(
        width=width,
        height=height,
        focal=focal,
        distance=focal / side * (1 + math.cos(tilt)) / 2,
        tilt=tilt,
        azimuth=rng.uniform(0, 2 * math.pi),
        roll=rng.uniform(0, 2 * math.pi) if rng.random() < 0.3 else rng.normal(0, 0.1),
        shift=(rng.normal(0, 0.05) * width, rng.normal(0, 0.05) * height),
        sensor=_sensor(rng, side),
    )


def _sensor(rng: np.random.Generator, side: float) -> Sensor:
    dim = rng.random() < 0.2
    exposure = math.exp(rng.uniform(math.log(0.05), math.log(0.5))) if dim else math.exp(rng.normal(0.0, 0.3))
    kelvin = math.exp(rng.normal(math.log(6500), 0.12 if rng.random() < 0.6 else 0.35))
    blue, green, red = (colour.white(float(np.clip(kelvin, 2500, 9000))) / colour.white(6500)).tolist()
    return Sensor(
        exposure=exposure,
        cast=(blue, green * math.exp(rng.normal(0, 0.03)), red),
        blur=min(abs(rng.normal(0.35, 0.4)), 0.09 * side),
        motion=rng.uniform(1, 0.25 * side) if rng.random() < 0.12 else 0.0,
        motion_angle=rng.uniform(0, math.pi),
        shot=math.exp(rng.uniform(math.log(0.003), math.log(0.06))),
        read=math.exp(rng.uniform(math.log(0.0005), math.log(0.008))) * min(1.0, exposure * 2),
        noise_size=rng.uniform(0.0, 1.0),
        smear=rng.uniform(0.0, 1.3),
        sharpen=max(0.0, rng.normal(0.4, 0.6)),
        vignette=rng.uniform(0, 0.4),
        gamma=math.exp(rng.normal(0, 0.12)),
        saturation=math.exp(rng.normal(0, 0.12)),
        quality=int(rng.uniform(25, 98)) if rng.random() < 0.85 else 0,
        subsample=bool(rng.random() < 0.7),
    )


def _lighting(rng: np.random.Generator) -> Lighting:
    return Lighting(
        azimuth=rng.uniform(0, 2 * math.pi),
        slope=rng.uniform(0.0, 1.2),
        shadow=rng.uniform(0.0, 0.8),
        softness=math.exp(rng.uniform(math.log(0.02), math.log(0.5))),
        contact=rng.uniform(0.2, 0.8),
        falloff=rng.uniform(0, 0.4) if rng.random() < 0.7 else rng.uniform(0.4, 0.9),
        falloff_azimuth=rng.uniform(0, 2 * math.pi),
        spot=rng.uniform(0.1, 1.5) if rng.random() < 0.15 else 0.0,
        spot_at=(rng.uniform(0, 1), rng.uniform(0, 1)),
        spot_size=rng.uniform(0.03, 0.3),
    )


def _groups(rng: np.random.Generator, reach: float, sixth: Colour) -> list[Piece]:
    """Boards, rows, packed blocks and loose pieces, none on top of another."""
    pieces: list[Piece] = []
    budget = int(rng.integers(6, 60))
    while budget > 0:
        group = _group(rng, min(budget, 60), sixth)
        budget -= max(len(group), 1)
        spread = reach * (0.35 if not pieces else 0.95)
        x, y = rng.uniform(-spread, spread, 2).tolist()
        group = moved(group, x, y, _turn(rng))
        pieces += [piece for piece in group if _free(piece, pieces)]
    return pieces


def _turn(rng: np.random.Generator) -> float:
    kind = rng.random()
    if kind < 0.5:
        return rng.normal(0, 0.08)
    return math.pi / 4 + rng.normal(0, 0.05) if kind < 0.62 else rng.uniform(0, 2 * math.pi)


def _free(piece: Piece, others: list[Piece]) -> bool:
    return all((p.x - piece.x) ** 2 + (p.y - piece.y) ** 2 > (0.75 * (p.size + piece.size)) ** 2 for p in others)


def _group(rng: np.random.Generator, most: int, sixth: Colour) -> list[Piece]:
    tiles = box(sixth)
    crooked = abs(rng.normal(0, 0.03))
    gap, drift = rng.uniform(0, 0.1) * rng.random(), rng.uniform(0, 0.8)
    kind = rng.choice(["board", "cluster", "row", "packed", "loose", "letters"], p=[0.4, 0.12, 0.13, 0.07, 0.2, 0.08])
    board: dict[tuple[int, int], Tile | None] = {}
    if kind == "board":
        board = dict(grow_board(rng, int(rng.integers(2, max(most, 3) + 1)), sixth))
    elif kind == "row":
        board = {(col, 0): _any(rng, tiles, 0.1) for col in range(int(rng.integers(2, 7)))}
    elif kind == "packed":
        board = {(c, r): None for c in range(int(rng.integers(1, 6))) for r in range(int(rng.integers(1, 5)))}
    elif kind == "cluster":
        cells = grow_board(rng, int(rng.integers(2, 16)), sixth)
        board = {cell: _any(rng, tiles, 0.15) for cell in cells}
    elif kind == "loose":
        return [_loose(rng, tiles)]
    else:
        text = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
        return [
            Piece(col * 1.02, 0, rng.normal(0, 0.03), Kind.LETTER, text=text[rng.integers(len(text))])
            for col in range(int(rng.integers(1, 6)))
        ]
    return laid(rng, board, gap, crooked, drift)


def _any(rng: np.random.Generator, tiles: tuple[Tile, ...], down: float) -> Tile | None:
    return None if rng.random() < down else tiles[rng.integers(len(tiles))]


def _loose(rng: np.random.Generator, tiles: tuple[Tile, ...]) -> Piece:
    tile = _any(rng, tiles, 0.25)
    return Piece(0, 0, rng.uniform(0, 2 * math.pi), Kind.DOWN if tile is None else Kind.UP, tile)


def _sheets(rng: np.random.Generator, reach: float) -> tuple[clutter.Sheet, ...]:
    sheets = []
    if rng.random() < 0.12:
        cells = 2 * int(rng.integers(4, 9))
        lines = colour.srgb(rng.uniform(40, 80), rng.uniform(0.3, 1), rng.uniform(0.2, 0.7))
        ground = colour.srgb(rng.uniform(30, 80), rng.uniform(0, 0.15), rng.uniform(0.75, 1))
        accents = [(colour.srgb(rng.uniform(0, 180), 0.8, 0.9), str(rng.integers(1, 4))) for _ in range(2)]
        picture = clutter.board_picture(cells, lines, ground, accents, rng)
        sheets.append(clutter.Sheet(picture, clutter.rectangle(0, 0, cells * 1.04, cells * 1.04, _turn(rng))))
    while rng.random() < 0.4:
        x, y = rng.uniform(-reach, reach, 2)
        paint = colour.hsv(rng.uniform(0, 180), rng.uniform(0, 1), rng.uniform(0.1, 1))
        picture = np.ascontiguousarray(np.broadcast_to(paint, (24, 24, 3)))
        corners = clutter.rectangle(x, y, rng.uniform(0.5, 6), rng.uniform(0.5, 6), rng.uniform(0, 6))
        sheets.append(clutter.Sheet(picture, corners))
    return tuple(sheets)


def _solids(rng: np.random.Generator, reach: float, pieces: list[Piece]) -> tuple[clutter.Solid, ...]:
    solids = []
    while rng.random() < 0.6:
        x, y = rng.uniform(-reach, reach, 2)
        radius = rng.uniform(0.2, 1.2)
        if any((p.x - x) ** 2 + (p.y - y) ** 2 < (radius + 0.75) ** 2 for p in pieces):
            continue
        top = colour.hsv(rng.uniform(0, 180), rng.uniform(0, 1), rng.uniform(0.05, 1))
        foot = clutter.polygon(x, y, radius, int(rng.choice([4, 4, 16, 16, 6])), rng.uniform(0, 6))
        solids.append(clutter.Solid(foot, rng.uniform(0.1, 1.2), top * np.float32(rng.uniform(0.4, 0.9)), top))
    return tuple(solids)


def _hands(rng: np.random.Generator, width: int, height: int, side: float) -> tuple[clutter.Hand, ...]:
    if rng.random() > 0.12:
        return ()
    skin = colour.hsv(rng.uniform(5, 14), rng.uniform(0.25, 0.6), rng.uniform(0.25, 0.95))
    tip = rng.uniform(0, 1, 2) * [width, height]
    angle = rng.uniform(0, 2 * math.pi)
    bones = []
    for finger in range(int(rng.integers(1, 5))):
        start = tip + rng.normal(0, 0.3, 2) * side + finger * side * 0.8 * np.array([-math.sin(angle), math.cos(angle)])
        bones.append([start, start + max(width, height) * np.array([math.cos(angle), math.sin(angle)])])
    return (clutter.Hand(np.array(bones), side * rng.uniform(0.6, 0.95), skin),)
