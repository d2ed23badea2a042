"""The one door in: a photo goes in, a reading comes out."""

from __future__ import annotations

import time
from typing import Protocol

from vision.grid import place_tiles
from vision.photo import Photo
from vision.reading import Reading, TileSeen
from vision.tiles import TileReader


class FindsTiles(Protocol):
    """What finds and names the tiles of a photo, such as `TileReader`."""

    def read(self, photo: Photo) -> tuple[tuple[TileSeen, ...], dict[str, float]]:
        """The tiles, in pixels of the photo in full resolution, and the seconds of every stage."""


class Reader:
    """Reads photos; its models are opened once.

    Args:
        tiles: finds and names tiles; the models that Kibitz ships unless told otherwise.

    Raises:
        ModelError: if a model can't be opened.
    """

    def __init__(self, tiles: FindsTiles | None = None) -> None:
        self._tiles = tiles or TileReader()

    def read(self, photo: Photo) -> Reading:
        """What is on a photo. The reading's seconds count from the photo's bytes on."""
        started = time.perf_counter()
        tiles, stages = self._tiles.read(photo)
        found = time.perf_counter()
        places = place_tiles(tiles)
        done = time.perf_counter()
        seconds = {"load": photo.seconds, **stages, "place": done - found, "total": photo.seconds + done - started}
        return Reading(photo.width, photo.height, tiles, places, seconds=seconds)
