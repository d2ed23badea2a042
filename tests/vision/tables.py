"""Readings and tables made by hand, for tests that need no model."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from engine.qwirkle.settle import Place, Role, Settled, Table
from engine.qwirkle.tile import Colour, Shape, Tile
from vision.grid import SQUARE
from vision.photo import Photo
from vision.reading import Reading, TileSeen

HERE = Place(0, 0, 0)


@dataclass(frozen=True)
class Laid:
    """A tile on a photo, upright: what it is (``face-down`` or a name), its middle, its side and where it lies."""

    name: str
    x: float
    y: float
    side: float = 40.0
    place: Place = HERE
    cut: bool = False
    doubted: bool = False
    role: Role = "board"

    @property
    def tile(self) -> Tile | None:
        return None if self.name == "face-down" else Tile.parse(self.name)


def seen(laid: Laid) -> TileSeen:
    colour, shape = laid.tile or (Colour.RED, Shape.CIRCLE)
    return TileSeen(
        corners=np.array([laid.x, laid.y]) + laid.side * SQUARE,
        face_up=1.0 if laid.tile else 0.0,
        colours=np.eye(len(Colour))[colour],
        shapes=np.eye(len(Shape))[shape],
        cut=laid.cut,
    )


def reading_of(tiles: Iterable[Laid], width: int = 640, height: int = 480) -> Reading:
    tiles = tuple(tiles)
    return Reading(width, height, tuple(map(seen, tiles)), tuple(laid.place for laid in tiles), seconds={"total": 0.1})


def table_of(tiles: Iterable[Laid]) -> Table:
    return Table(
        tiles=tuple(
            Settled(laid.tile, "up" if laid.tile else "down", 0.9, (), laid.doubted, laid.role) for laid in tiles
        ),
        sixth=Colour.WHITE,
        problems=(),
    )


class ByHand:
    """Finds the same tiles on every photo; none on a black one."""

    def __init__(self, laid: Iterable[Laid]) -> None:
        self.tiles = tuple(map(seen, laid))

    def read(self, photo: Photo) -> tuple[tuple[TileSeen, ...], dict[str, float]]:
        return self.tiles if photo.image.any() else (), {"find": 0.25, "classify": 0.5}
