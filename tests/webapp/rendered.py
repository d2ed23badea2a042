"""Rendered tables and a reader that knows them, for tests that need no model."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from engine.qwirkle.tile import Colour, Shape, Tile
from models.synthesis.demo import DemoTable
from tests.vision.rolls import Dice, Sheets
from vision.grid import SQUARE
from vision.photo import Photo
from vision.read import FindsDice, FindsSheets, FindsTiles, Reader
from vision.reading import TileSeen

SURE = 0.999
"""The probability of what was rendered; the rest is shared by all other names."""


def tile_seen(tile: Tile, corners: object, colour: float = SURE, shape: float = SURE) -> TileSeen:
    """A tile as a good classifier sees it."""
    return TileSeen(
        corners=np.asarray(corners, np.float64),
        face_up=0.999,
        colours=_chances(len(Colour), tile.colour, colour),
        shapes=_chances(len(Shape), tile.shape, shape),
    )


def _chances(count: int, index: int, chance: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    chances = np.full(count, (1 - chance) / (count - 1))
    chances[index] = chance
    return chances


def laid(
    tiles: Mapping[tuple[int, int], Tile], side: float = 60.0, at: tuple[float, float] = (200, 200)
) -> list[TileSeen]:
    """Tiles on cells, seen straight from above."""
    return [tile_seen(tile, np.array(at) + side * (np.array(cell) + SQUARE)) for cell, tile in tiles.items()]


class Truth:
    """Finds what it is told to, photo after photo, the last again and again; nothing on a black photo."""

    def __init__(self, *photos: list[TileSeen]) -> None:
        self.photos = list(photos)

    def read(self, photo: Photo) -> tuple[tuple[TileSeen, ...], dict[str, float]]:
        stages = {"find": 0.0, "classify": 0.0}
        if not photo.image.any():
            return (), stages
        return tuple(self.photos.pop(0) if len(self.photos) > 1 else self.photos[0]), stages


def truth_of(table: DemoTable) -> Truth:
    """Finds the tiles of a rendered table."""
    return Truth([tile_seen(tile.tile, upright(tile.corners)) for tile in table.scene.tiles if tile.tile])


def upright(
    corners: np.ndarray[tuple[int, int], np.dtype[np.float64]],
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Corners in the order of the tile turned by less than 45 degrees from upright."""
    side = corners[1] - corners[0]
    turns = round(np.arctan2(side[1], side[0]) / (np.pi / 2))
    return np.roll(corners, turns, axis=0)


def reader(tiles: FindsTiles | None = None, dice: FindsDice | None = None, sheets: FindsSheets | None = None) -> Reader:
    """A reader that needs no model: it finds what it is told, and nothing else."""
    return Reader(tiles or Truth([]), dice or Dice([]), sheets or Sheets([]))


def jpeg(image: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> bytes:
    """A picture as the bytes of a photo."""
    return bytes(cv2.imencode(".jpg", image)[1])
