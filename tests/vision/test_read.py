"""The door into vision: stages put together, with a finder made by hand."""

from __future__ import annotations

import numpy as np

from tests.vision.tables import ByHand, Laid
from vision.photo import Photo
from vision.read import Reader

LAID = [Laid("red circle", 100, 100), Laid("red star", 140, 100), Laid("blue star", 400, 300)]


def test_tiles_are_placed_and_every_stage_is_timed() -> None:
    photo = Photo(np.ones((240, 320, 3), np.uint8), 2.0, 640, 480, seconds=0.125)
    reading = Reader(ByHand(LAID)).read(photo, "qwirkle")
    assert (reading.width, reading.height) == (640, 480)
    first, second, third = reading.places
    assert (second.group, second.col - first.col, second.row - first.row) == (first.group, 1, 0)
    assert third.group != first.group
    assert reading.seconds.keys() == {"load", "find", "classify", "place", "total"}
    assert (reading.seconds["load"], reading.seconds["find"]) == (0.125, 0.25)
    assert reading.seconds["total"] >= 0.125


def test_only_what_a_game_is_played_with_is_looked_for() -> None:
    photo = Photo.of(np.full((240, 320, 3), 90, np.uint8))
    reader = Reader(ByHand(LAID))
    stages = {game: reader.read(photo, game).seconds.keys() for game in ("auto", "qwirkle", "qwixx")}
    assert {"find", "dice_find", "sheets_find"} <= stages["auto"]
    assert not {"dice_find", "sheets_find"} & stages["qwirkle"]
    assert "find" not in stages["qwixx"]
    assert reader.read(photo, "qwixx").tiles == ()


def test_a_photo_without_tiles_gives_an_empty_reading() -> None:
    reading = Reader(ByHand([])).read(Photo.of(np.zeros((48, 64, 3), np.uint8)))
    assert (reading.tiles, reading.places, reading.dice, reading.sheets) == ((), (), (), ())
