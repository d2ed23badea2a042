"""The one door in: a photo goes in, a reading comes out."""

from __future__ import annotations

import time
from typing import Protocol

from vision.dice import DiceReader
from vision.grid import place_tiles
from vision.photo import Photo
from vision.reading import DieSeen, Reading, SheetSeen, TileSeen, parted
from vision.sheet import SheetReader
from vision.tiles import TileReader
from vision.view import still_holds


class FindsTiles(Protocol):
    """What finds and names the tiles of a photo, such as `TileReader`."""

    def read(self, photo: Photo) -> tuple[tuple[TileSeen, ...], dict[str, float]]:
        """The tiles, in pixels of the photo in full resolution, and the seconds of every stage."""


class FindsDice(Protocol):
    """What finds and reads the dice of a photo."""

    def read(self, photo: Photo) -> tuple[tuple[DieSeen, ...], dict[str, float]]:
        """The dice, in pixels of the photo in full resolution, and the seconds of every stage."""


class FindsSheets(Protocol):
    """What finds and reads the score sheets of a photo."""

    def read(self, photo: Photo) -> tuple[tuple[SheetSeen, ...], dict[str, float]]:
        """The sheets, in pixels of the photo in full resolution, and the seconds of every stage."""


class Reader:
    """Reads photos; its models are opened once.

    Args:
        tiles: finds and names tiles; the models that Kibitz ships unless told otherwise.
        dice: finds and reads dice,
        sheets: and score sheets.

    Raises:
        ModelError: if a model can't be opened.
    """

    def __init__(
        self, tiles: FindsTiles | None = None, dice: FindsDice | None = None, sheets: FindsSheets | None = None
    ) -> None:
        self._tiles = tiles or TileReader()
        self._dice, self._sheets = dice or DiceReader(), sheets or SheetReader()

    def read(self, photo: Photo, game: str = "auto") -> Reading:
        """What is on a photo. The reading's seconds count from the photo's bytes on.

        Args:
            photo: what is read.
            game: what is looked for: ``qwirkle`` (tiles), ``qwixx`` (dice and sheets), or ``auto`` (all of it).
        """
        started = time.perf_counter()
        tiles, stages = self._tiles.read(photo) if game != "qwixx" else ((), {})
        before = time.perf_counter()
        places = place_tiles(tiles)
        seconds = {"load": photo.seconds, **stages, "place": time.perf_counter() - before}
        found: tuple[DieSeen, ...] = ()
        sheets: tuple[SheetSeen, ...] = ()
        if game != "qwirkle":
            found, stages = self._dice.read(photo)
            seconds |= {f"dice_{stage}": taken for stage, taken in stages.items()}
            sheets, stages = self._sheets.read(photo)
            seconds |= {f"sheets_{stage}": taken for stage, taken in stages.items()}
        seconds["total"] = photo.seconds + time.perf_counter() - started
        lost = game != "qwixx" and not still_holds(photo, tiles)
        dice, unsure = parted(found)
        return Reading(photo.width, photo.height, tiles, places, dice, sheets, seconds, lost, unsure)
