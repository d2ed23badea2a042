"""One look at a table: from a photo's bytes to the settled position."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from engine.qwirkle.board import Board
from engine.qwirkle.settle import Observation, Table, settle
from vision.evaluate import Read
from vision.photo import Photo, read_photo
from vision.read import Reader
from vision.reading import Reading


@dataclass(frozen=True, eq=False)
class Look:
    """A photo, what vision saw on it, and the most probable position."""

    photo: Photo
    reading: Reading
    table: Table


def look(source: bytes | str | os.PathLike[str], reader: Reader, known: Board | None = None) -> Look:
    """Reads a photo and weighs in the rules.

    Args:
        source: the photo's content, or where it lies.
        reader: what reads it.
        known: the board of the game so far.

    Raises:
        PhotoError: if the photo can't be read.
    """
    photo = read_photo(source)
    reading = reader.read(photo)
    started = time.perf_counter()
    table = settled(reading, known)
    taken = time.perf_counter() - started
    seconds = {**reading.seconds, "settle": taken, "total": reading.seconds["total"] + taken}
    return Look(photo, replace(reading, seconds=seconds), table)


def settled(reading: Reading, known: Board | None = None) -> Table:
    """The most probable position of what was seen."""
    middle = np.array([reading.width, reading.height]) / 2
    longest = float(np.hypot(*middle))
    observations = [
        Observation(
            place=place,
            face_up=tile.face_up,
            names=tile.names,
            middle=float(np.hypot(*(tile.centre - middle))) / longest,
            cut=tile.cut,
        )
        for tile, place in zip(reading.tiles, reading.places, strict=True)
    ]
    return settle(observations, known=known)


def reads(reader: Reader) -> Read:
    """What `vision.evaluate` measures: the whole way from a path to the settled position."""

    def read(path: Path) -> tuple[Reading, Table]:
        seen = look(path, reader)
        return seen.reading, seen.table

    return read
