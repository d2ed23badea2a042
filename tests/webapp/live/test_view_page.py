"""A phone whose camera is known to stand still over the table: it is knocked, and what was known of it is deleted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from calibration.profile import Profile
from calibration.shelf import Shelf
from calibration.view import View
from engine.qwirkle.board import Board
from vision.icc import Pixels
from vision.photo import Photo
from vision.reading import TileSeen

from ..browser import CAMERA_RATE, House, filming
from ..rendered import jpeg, laid, reader
from ..test_accessible import faults

SIZE = 640, 360
STANDS, KNOCKED = 8, 50
"""Seconds for which the camera stands before and after the knock: slow machines read a picture in a second."""
SIDE = 40.0
BOARD = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0 Rx@3,0 Bc@0,1 Gc@0,2")
ABOVE = View(*SIZE, (1 / SIDE, 0.0, 0.0, 0.0, 1 / SIDE, 0.0, 0.0, 0.0, 1.0))
SAID = "the camera has moved"


class Sees:
    """Finds the tiles of a board from straight above, and a fifth larger in the pictures after the knock."""

    def __init__(self) -> None:
        self.knew: list[View | None] = []

    def read(self, photo: Photo) -> tuple[tuple[TileSeen, ...], dict[str, float]]:
        self.knew.append(photo.known.view)
        left, right = (half.mean() for half in np.array_split(photo.image, 2, axis=1))
        side = SIDE * photo.width / SIZE[0] * (1.0 if left > right else 1.2)
        return tuple(laid(BOARD, side=side, at=(3 * SIDE, 3 * SIDE))), {"find": 0.0}


def pictures(knocked: bool) -> Iterator[Pixels]:
    """Four pictures of the table, each with noise of its own."""
    rng = np.random.default_rng(1)
    coarse = rng.integers(40, 90, (12, 20, 3), dtype=np.uint8)
    table = np.asarray(cv2.resize(coarse, SIZE, interpolation=cv2.INTER_LINEAR), np.uint8)
    half = table[:, : SIZE[0] // 2] if not knocked else table[:, SIZE[0] // 2 :]
    half += 90
    for _ in range(4):
        yield table + rng.integers(0, 5, table.shape, dtype=np.uint8)


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser whose camera is knocked some seconds after it is opened."""
    played = tmp_path_factory.mktemp("knock") / "film.mjpeg"
    with played.open("wb") as file:
        for knocked, seconds in ((False, STANDS), (True, KNOCKED)):
            frames = [jpeg(picture) for picture in pictures(knocked)]
            file.writelines(frames[number % 4] for number in range(seconds * CAMERA_RATE))
    with filming(played) as browser:
        yield browser


@pytest.fixture
def sees() -> Sees:
    return Sees()


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    shelf = Shelf(tmp_path / "profiles")
    shelf.write("stand", Profile(view=ABOVE))
    return shelf


@pytest.fixture
def house(houses: Callable[..., House], sees: Sees, shelf: Shelf) -> House:
    house = houses(reader(sees))
    house.app.extensions["profiles"] = shelf
    return house


def films(house: House) -> Page:
    """A phone at a table, with its profile chosen and its camera on."""
    page = house.visit("/", permissions=["camera"])
    page.get_by_label("Photos of this device are read with").select_option("stand")
    page.goto(f"{house.home}/t/{house.begins('qwirkle', 'Ann', 'Ben', turn=0, sixth='white')}")
    page.get_by_text("This camera").click()
    page.get_by_role("button", name="Start the camera").click()
    return page


def test_a_moved_camera_is_said_and_its_view_taken_anew(house: House, sees: Sees, shelf: Shelf) -> None:
    page = films(house)
    other = house.visit(page.url[len(house.home) :])
    expect(page.locator("#live-view .found")).to_have_count(len(BOARD), timeout=30_000)
    for phone in (page, other):
        expect(phone.locator("#live-notices")).to_contain_text(SAID)
    assert faults(page) == []
    expect(page.locator("#live-notices")).to_be_hidden(timeout=30_000)
    assert sees.knew[0] == ABOVE
    assert sees.knew[-1] not in (None, ABOVE)
    assert shelf.read("stand").view == ABOVE


def test_a_profile_that_is_deleted_meanwhile_stops_no_camera(house: House, sees: Sees, shelf: Shelf) -> None:
    page = films(house)
    expect(page.locator("#live-view .found")).to_have_count(len(BOARD), timeout=30_000)
    with page.expect_response(lambda answer: answer.url.endswith("/live/frames") and answer.status == 422):
        shelf.delete("stand")
    expect(page.locator("#live-note")).to_contain_text("There is no profile “stand” any more: photos are read without")
    with page.expect_response(lambda answer: answer.url.endswith("/live/frames") and answer.ok):
        pass
    expect(page.locator("#live-error")).to_be_hidden()
    expect(page.locator("#live-note")).to_be_visible()  # as long as this camera looks
    page.get_by_role("button", name="Stop the camera").click()
    page.get_by_role("button", name="Start the camera").click()
    expect(page.locator("#live-note")).to_be_hidden()
