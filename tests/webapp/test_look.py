"""One look: what the engine is told of a reading, and how long it all took."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.qwirkle.settle import Place
from engine.qwirkle.tile import Tile
from engine.qwixx.sheet import Row
from tests.vision.rolls import die_seen, roll
from tests.vision.tables import ByHand, Laid, reading_of
from vision.photo import PhotoError
from vision.reading import Reading
from webapp.look import look, settled, settled_dice

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


def dice_read(sure: str, unsure: str) -> Reading:
    """Dice side by side, and others to the left of them that may be none."""
    others = (replace(die_seen(die), chance=0.5, unsure=True) for die in roll(unsure, x=40.0))
    return Reading(640, 480, dice=tuple(map(die_seen, roll(sure, x=200.0))), unsure_dice=tuple(others))


def test_what_the_roll_lacks_joins_the_dice_in_its_place() -> None:
    reading, table = settled_dice(dice_read("W1 W2 Y4 G5 B6", "R3"))
    assert str(table.roll) == "W1 W2 R3 Y4 G5 B6"
    assert [die.doubted for die in table.dice] == [True] + [False] * 5
    assert [die.unsure for die in reading.dice] == [True] + [False] * 5
    assert not reading.unsure_dice


@pytest.mark.parametrize(
    ("sure", "unsure"),
    [
        ("W1 W2 R3 Y4 G5 B6", "R3"),
        ("W1 W2", "R3"),
        ("Y1 Y2 Y3", "W1"),
        ("W1 R2 Y3", "W4 B5"),
        ("W1 W2 Y3 G4", "G4"),
        ("", "W1 W2 R3"),
    ],
)
def test_what_no_roll_lacks_is_no_die(sure: str, unsure: str) -> None:
    reading, table = settled_dice(dice_read(sure, unsure))
    assert len(reading.dice) == len(table.dice) == len(sure.split())


def test_a_die_whose_row_is_closed_is_not_looked_for() -> None:
    assert len(settled_dice(dice_read("W1 W2 Y4 G5 B6", "R3"), [Row.RED])[0].dice) == 5


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
