"""A table that is followed by a camera whose view of it is known, and which is knocked."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask

from calibration.lens import Lens
from calibration.profile import Profile
from calibration.shelf import Shelf
from calibration.view import View, view_of_tiles
from engine.qwirkle.board import Board
from models.synthesis.scene import Scene
from tests.calibration.views import LENSES
from tests.vision.standing import HEIGHT, WIDTH, Stand
from tests.webapp.rendered import reader
from tests.webapp.tables.conftest import Opened
from vision.icc import Pixels
from vision.photo import Photo
from vision.read import Reader
from vision.reading import Floats, Reading, TileSeen
from webapp.assistant.live import at_once
from webapp.live.lives import Lives
from webapp.sight import Sight

from .tables import FindsDice, Lies, Table, codes

SIZE = 640, 480
SIDE = 60.0
ABOVE = View(*SIZE, (1 / SIDE, 0.0, 0.0, 0.0, 1 / SIDE, 0.0, 0.0, 0.0, 1.0))
"""The table from straight above, as the tiles of these tests are laid."""
BOARD = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0 Rx@3,0 Bc@0,1 Gc@0,2")
LARGER = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0 Rx@3,0 Bc@0,1 Gc@0,2 Yc@0,3")
FEW = Board.parse("Rc@0,0 Rs@1,0 Bc@0,1")


class OverWood(Table):
    """Its pictures show a table with a grain, and a hand over it where something stirs."""

    def __init__(self, app: Flask) -> None:
        super().__init__(app)
        self.size, self.profile = SIZE[::-1], "stand"
        self.slid, self.hand = 0, False

    def picture(self) -> Pixels:
        height, width = self.size
        coarse = np.random.default_rng(1).integers(40, 200, (30, 40, 3), dtype=np.uint8)
        grain = np.asarray(cv2.resize(coarse, (width + 40, height), interpolation=cv2.INTER_LINEAR), np.uint8)
        picture = grain[:, self.slid : self.slid + width] + self.rng.integers(0, 5, (height, width, 3), dtype=np.uint8)
        if self.hand:
            picture[:, width // 3 : 2 * width // 3] = 20
        return picture

    def stirs(self, seconds: float = 2.5) -> dict[str, Any]:
        self.hand = True
        self.waits(0.5)
        self.hand = False
        return self.waits(seconds)


@pytest.fixture
def table(opened: Opened) -> OverWood:
    table = OverWood(opened())
    table.phone.begins("qwirkle", "Ann", "Ben", turn=0, sixth="white")
    return table


class Camera:
    """Finds the tiles that lie there, as a camera sees them that may have been moved, and remembers what it knew."""

    def __init__(self, lies: Lies) -> None:
        self.lies = lies
        self.onto = np.eye(3)
        self.knew: list[View | None] = []

    def read(self, photo: Photo) -> tuple[tuple[TileSeen, ...], dict[str, float]]:
        self.knew.append(photo.known.view)
        return tuple(replace(tile, corners=self.moved(tile.corners)) for tile in self.lies.tiles), {"find": 0.0}

    def moved(self, corners: Floats) -> Floats:
        return np.asarray(cv2.perspectiveTransform(corners[None], self.onto)[0], np.float64)

    def is_knocked(self, tilt: float = 0.0008) -> None:
        self.onto = np.array([[0.9, 0.05, 20.0], [0.0, 0.8, 30.0], [0.0, tilt, 1.0]])


@pytest.fixture
def shelf(table: OverWood, tmp_path: Path) -> Shelf:
    shelf = table.app.extensions["profiles"] = Shelf(tmp_path / "profiles")
    shelf.write("stand", Profile(view=ABOVE))
    return shelf


@pytest.fixture
def camera(table: OverWood, shelf: Shelf) -> Camera:
    camera = Camera(table.lies)
    sight = Sight(lambda: reader(camera, FindsDice(table.lies)))
    table.app.extensions["live"] = Lives(table.app.extensions["tables"], sight, at_once, lambda: table.now)
    table.waits(3)
    return camera


def is_view_of(view: View | None, corners: Floats) -> bool:
    """Whether tiles are squares of side one in a view."""
    if view is None:
        return False
    there = view.to_table(corners)
    sides = np.linalg.norm(there - np.roll(there, 1, axis=1), axis=2)
    return bool(abs(sides - 1).max() < 0.01)


def lying(camera: Camera) -> Floats:
    return np.stack([camera.moved(tile.corners) for tile in camera.lies.tiles])


def test_a_moved_camera_is_said_once_and_its_view_taken_anew(table: OverWood, camera: Camera, shelf: Shelf) -> None:
    assert table.shows(BOARD)["notices"] == []
    assert set(camera.knew) == {ABOVE}
    camera.is_knocked()
    look = table.stirs()
    assert codes(look["notices"]) == ["view_moved"]
    assert look["notices"][0]["message"].startswith("the camera has moved")
    table.stirs()
    assert is_view_of(camera.knew[-1], lying(camera))
    look = table.waits(8)
    assert look["notices"] == []
    assert len(look["pieces"]) == len(BOARD)
    assert shelf.read("stand").view == ABOVE  # nobody asked to have it changed


def test_a_view_that_few_tiles_can_not_tell_is_taken_once_more_lie_there(table: OverWood, camera: Camera) -> None:
    table.shows(FEW)
    camera.is_knocked(tilt=0.003)
    assert codes(table.stirs()["notices"]) == ["view_moved"]
    table.waits(10)
    assert camera.knew[-1] is None
    table.shows(BOARD)
    look = table.stirs()
    assert is_view_of(camera.knew[-1], lying(camera))
    assert look["notices"] == []


def test_a_knock_that_slides_the_picture_too_is_said_in_one_sentence(table: OverWood, camera: Camera) -> None:
    table.shows(BOARD)
    table.slid = 24
    assert codes(table.waits(2)["notices"]) == ["camera_knocked"]
    table.waits(8)
    table.slid = 0
    camera.is_knocked()
    assert codes(table.waits(2)["notices"]) == ["view_moved"]


def test_after_a_break_it_is_not_said_again(table: OverWood, camera: Camera) -> None:
    table.shows(BOARD)
    camera.is_knocked()
    table.stirs()
    table.now += 60
    table.waits(4)
    assert table.stirs()["notices"] == []
    assert is_view_of(camera.knew[-1], lying(camera))


def test_another_profile_begins_with_its_own_view(table: OverWood, camera: Camera, shelf: Shelf) -> None:
    table.shows(BOARD)
    camera.is_knocked()
    table.stirs()
    shelf.write("again", Profile(view=view_of_tiles(lying(camera), SIZE)))
    table.profile = "again"
    table.waits(4)
    assert camera.knew[-1] == shelf.read("again").view
    table.profile = "stand"
    assert codes(table.waits(4)["notices"]) == ["view_moved"]


def test_a_view_of_pictures_of_another_form_is_told_as_that(table: OverWood, camera: Camera) -> None:
    table.size = 360, 640
    table.waits(3)
    look = table.shows(BOARD)
    assert codes(look["notices"]) == ["view_other_shape"]
    assert "no smaller or larger form" in look["notices"][0]["message"]
    table.stirs()
    assert is_view_of(camera.knew[-1], lying(camera))


@pytest.mark.usefixtures("camera")
def test_dice_ask_for_no_view(opened: Opened, tmp_path: Path) -> None:
    dice = OverWood(opened())
    dice.app.extensions["profiles"] = Shelf(tmp_path / "profiles")
    dice.phone.begins("qwixx", "Ann", "Ben", turn=0, rules="publisher")
    dice.size = 360, 640
    dice.waits(3)
    assert dice.stirs()["notices"] == []


def test_a_view_belongs_to_the_straight_picture(table: OverWood, camera: Camera, shelf: Shelf) -> None:
    lens = LENSES["wide"]
    shelf.write("stand", Profile(lens=lens, view=View(lens.width, lens.height, ABOVE.onto_table)))
    table.size = lens.height, lens.width
    table.waits(4)
    table.shows(BOARD)
    camera.is_knocked()
    table.stirs()
    look = table.stirs()
    assert is_view_of(camera.knew[-1], lying(camera))
    told = np.array([piece["corners"] for piece in look["pieces"]])
    np.testing.assert_allclose(told, bent(lens, lying(camera)), atol=0.06)


def bent(lens: Lens, corners: Floats) -> Floats:
    return lens.bend(corners.reshape(-1, 2)).reshape(corners.shape)


def test_a_photo_between_changes_nothing(table: OverWood, camera: Camera) -> None:
    table.shows(BOARD)
    camera.is_knocked()
    assert table.photographs(BOARD)["notices"] == []
    assert codes(table.stirs()["notices"]) == ["view_moved"]


class Remembers(Reader):
    """Reads with the models that Kibitz ships, and remembers what it read."""

    def __init__(self) -> None:
        super().__init__()
        self.readings: list[tuple[View | None, Reading]] = []

    def read(self, photo: Photo, game: str = "auto") -> Reading:
        self.readings.append((photo.known.view, super().read(photo, game)))
        return self.readings[-1][1]


def test_a_rendered_table_is_read_rightly_across_a_knock(table: OverWood, shelf: Shelf) -> None:
    """A film by hand: the camera stands, somebody knocks it over to the other side, it stands again."""
    eyes = Remembers()
    live = Lives(table.app.extensions["tables"], Sight(lambda: eyes), at_once, lambda: table.now)
    table.app.extensions["live"] = live
    here, there = Stand(), Stand(tilt=45.0, azimuth=60.0, side=54.0)
    first = here.sees(board=7)
    shelf.write("stand", Profile(view=view_of_tiles(np.stack([tile.corners for tile in first.tiles]), (WIDTH, HEIGHT))))

    def films(scene: Scene, seconds: float, shaken: bool = False) -> list[str]:
        said: list[str] = []
        for number in range(round(seconds * 8)):
            table.now += 0.125
            image = np.roll(scene.image, 40 * number, axis=1) if shaken else scene.image
            noise = table.rng.integers(0, 5, image.shape, dtype=np.uint8)
            said += codes(table.sends(np.asarray(cv2.add(image, noise), np.uint8)).get_json()["notices"])
        return said

    scenes = here.sees(), there.sees()
    assert films(scenes[0], 4) == []
    assert films(scenes[1], 1, shaken=True) == []
    assert set(films(scenes[1], 2)) == {"view_moved"}
    films(scenes[1], 1, shaken=True)
    films(scenes[1], 2)
    old, new = eyes.readings[0][0], eyes.readings[-1][0]
    assert old != new
    assert new is not None
    assert not eyes.readings[-1][1].view_lost
    for view, reading in eyes.readings:
        lies = scenes[0] if view == old and not reading.view_lost else scenes[1]
        assert Counter(tile.likeliest for tile in reading.tiles if not tile.cut) == names(lies)
    live.close()


def names(scene: Scene) -> Counter[object]:
    return Counter(tile.tile for tile in scene.tiles if tile.tile and not tile.cut)
