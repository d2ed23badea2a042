"""The door into vision: stages put together, with a finder made by hand."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.tables import ByHand, Laid
from vision.photo import Photo
from vision.read import Reader

LAID = [Laid("red circle", 100, 100), Laid("red star", 140, 100), Laid("blue star", 400, 300)]


def test_tiles_are_placed_and_every_stage_is_timed() -> None:
    photo = Photo(np.ones((240, 320, 3), np.uint8), 2.0, 640, 480, seconds=0.125)
    reading = Reader(ByHand(LAID)).read(photo)
    assert (reading.width, reading.height) == (640, 480)
    first, second, third = reading.places
    assert (second.group, second.col - first.col, second.row - first.row) == (first.group, 1, 0)
    assert third.group != first.group
    assert reading.seconds.keys() == {"load", "find", "classify", "place", "total"}
    assert (reading.seconds["load"], reading.seconds["find"]) == (0.125, 0.25)
    assert reading.seconds["total"] == pytest.approx(0.125, abs=0.1)


def test_a_photo_without_tiles_gives_an_empty_reading() -> None:
    reading = Reader(ByHand([])).read(Photo.of(np.zeros((48, 64, 3), np.uint8)))
    assert (reading.tiles, reading.places) == ((), ())
