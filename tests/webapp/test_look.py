"""One look: what the engine is told of a reading, and how long it all took."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.qwirkle.settle import Place
from engine.qwirkle.tile import Tile
from tests.vision.tables import ByHand, Laid, reading_of
from vision.photo import PhotoError
from webapp.look import look, settled

from .rendered import reader

LAID = [
    Laid("red circle", 320, 240, place=Place(0, 0, 0)),
    Laid("red star", 360, 240, place=Place(0, 1, 0)),
    Laid("face-down", 100, 100, place=Place(1, 0, 0)),
]


def test_sure_tiles_settle_as_they_were_seen() -> None:
    table = settled(reading_of(LAID))
    assert [tile.tile for tile in table.tiles] == [Tile.parse("Rc"), Tile.parse("Rx"), None]
    assert [tile.face for tile in table.tiles] == ["up", "up", "down"]
    assert not any(tile.doubted for tile in table.tiles)


def test_nothing_seen_is_an_empty_table() -> None:
    assert tuple(settled(reading_of([])).tiles) == ()


def test_a_look_goes_from_the_bytes_to_the_table(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    cv2.imwrite(str(path), np.full((480, 640, 3), 128, np.uint8))
    reading = reader(ByHand(LAID))
    for source in (path, str(path), path.read_bytes()):
        seen = look(source, reading)
        assert (seen.photo.width, seen.reading.width, len(seen.table.tiles)) == (640, 640, 3)
        assert seen.reading.seconds["total"] >= seen.reading.seconds["load"] + seen.reading.seconds["settle"]
    with pytest.raises(PhotoError):
        look(tmp_path, reading)
