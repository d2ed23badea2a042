"""How a camera that stands still sees the table, learned by the API and in the page."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask
from playwright.sync_api import Browser, expect

from calibration.profile import Profile
from calibration.shapes import TileSet
from calibration.shelf import Shelf
from calibration.view import view_of_tiles
from engine.qwirkle.board import Board
from tests.calibration.views import LENSES
from tests.vision.standing import HEIGHT, WIDTH, Stand
from tests.webapp.browser import CAMERA_RATE, PHONE, House, choose, filming
from tests.webapp.rendered import Truth, jpeg, laid
from tests.webapp.test_accessible import faults, schemes
from vision.icc import Pixels
from vision.photo import Photo
from vision.reading import TileSeen
from webapp.app import create_app
from webapp.sight import Sight

STAND = Stand()
TILES = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0 Rx@3,0 Bc@0,1 Gc@0,2")


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "profiles")


@pytest.fixture
def app(shelf: Shelf, tmp_path: Path) -> Flask:
    return create_app(Sight(), {"PROFILES": shelf.folder, "DATABASE": f"sqlite:///{tmp_path / 'games.sqlite'}"})


def asks(app: Flask, picture: Pixels, **fields: str) -> dict[str, Any]:
    form = {"photo": (io.BytesIO(jpeg(picture)), "a.jpg"), **fields}
    told: dict[str, Any] = app.test_client().post("/api/v1/views/fits", data=form).get_json()
    return told


def test_a_view_is_learned_from_tiles_and_kept_beside_the_rest(app: Flask, shelf: Shelf) -> None:
    scene = STAND.sees()
    tried = asks(app, scene.image)
    assert (tried["problem"], tried["kept"], shelf.names()) == (None, None, ())
    view = tried["view"]
    assert (view["width"], view["height"]) == (WIDTH, HEIGHT)
    assert view["side"] == pytest.approx(STAND.side, rel=0.03)
    assert len(view["lines"]) > 20
    shelf.write("stand", Profile(lens=None, view=None))
    assert asks(app, scene.image, name="stand")["kept"] == "stand"
    kept = shelf.read("stand").view
    assert kept is not None
    true = view_of_tiles(np.stack([tile.corners for tile in scene.tiles]), (WIDTH, HEIGHT))
    places = np.array([[200.0, 150.0], [700.0, 400.0]])
    np.testing.assert_allclose(kept.sides(places), true.sides(places), rtol=0.04)
    shown = app.test_client().get("/api/v1/profiles/stand").get_json()
    assert shown["view"]["lines"] == view["lines"]


def test_what_was_kept_while_a_view_was_looked_for_stays(
    app: Flask, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Slow(Truth):
        def read(self, photo: Photo) -> tuple[tuple[TileSeen, ...], dict[str, float]]:
            shelf.write("stand", Profile(set=TileSet(light_bodies=True)))
            return super().read(photo)

    monkeypatch.setattr("webapp.sight.TileReader", lambda: Slow(laid(TILES)))
    grey = np.full((480, 640, 3), 128, np.uint8)
    assert asks(app, grey, name="stand")["kept"] == "stand"
    assert shelf.read("stand").parts == ("set", "view")


def test_the_net_is_told_as_the_profiles_lens_shows_it(
    app: Flask, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    lens = LENSES["wide"]
    monkeypatch.setattr("webapp.sight.TileReader", lambda: Truth(laid(TILES)))
    shelf.write("desk", Profile(lens=lens))
    grey = np.full((lens.height, lens.width, 3), 128, np.uint8)
    plain, bent = (np.concatenate(asks(app, grey, **named)["view"]["lines"]) for named in ({}, {"profile": "desk"}))
    assert plain.shape == bent.shape
    inside = ((plain > 0) & (plain < (lens.width, lens.height))).all(axis=1)
    np.testing.assert_allclose(bent[inside], lens.bend(plain[inside]), atol=0.2)
    assert np.abs(bent[inside] - plain[inside]).max() > 5
    assert asks(app, grey, name="desk")["kept"] == "desk"
    assert shelf.read("desk").lens == lens


def test_what_tells_no_view_is_said_and_nothing_is_kept(app: Flask, shelf: Shelf) -> None:
    told = asks(app, STAND.sees(tiles=3).image, name="stand")
    assert (told["view"], told["kept"], told["problem"]["code"]) == (None, None, "view_few_tiles")
    assert shelf.names() == ()
    assert asks(app, STAND.sees(tiles=3).image, name="../stand")["code"] == "profile_name"
    assert app.test_client().post("/api/v1/views/fits").get_json()["code"] == "upload_missing"


@pytest.fixture(scope="module")
def over_a_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser whose camera stands over a table with tiles."""
    played = tmp_path_factory.mktemp("stand") / "film.mjpeg"
    played.write_bytes(jpeg(STAND.sees().image) * CAMERA_RATE)
    with filming(played) as browser:
        yield browser


@pytest.fixture
def house(over_a_table: Browser, app: Flask) -> Iterator[House]:
    house = House(over_a_table, lambda: app)
    yield house
    house.close()
    assert house.told == []


@schemes
def test_a_view_is_learned_from_a_photo(house: House, shelf: Shelf, scheme: str, screen: dict[str, int]) -> None:
    page = house.visit("/calibrate#view", screen, scheme)
    choose(page.locator("#part-view"), jpeg(STAND.sees(tiles=3).image))
    expect(page.locator("#view-error")).to_contain_text("3 tiles are seen whole, 6 are needed")
    expect(page.locator("#view-save")).to_be_hidden()
    choose(page.locator("#part-view"), jpeg(STAND.sees().image))
    expect(page.locator("#view-result")).to_contain_text("A tile in the middle takes 4")
    expect(page.get_by_role("img", name="The table as the camera sees it")).to_be_visible()
    assert faults(page) == []
    page.locator("#view-name").fill("stand")
    page.locator("#view-save").get_by_role("button", name="Keep").click()
    expect(page.locator("#view-kept")).to_contain_text("Kept as “stand”")
    assert shelf.read("stand").view is not None
    page.locator("fieldset").get_by_text("Profiles").click()
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("img", name="The table as the camera sees it")).to_be_visible()
    assert faults(page) == []


def test_the_net_ends_with_the_picture_where_there_is_room_beside_it(house: House) -> None:
    page = house.visit("/calibrate#view", {"width": 1280, "height": 600})
    choose(page.locator("#part-view"), jpeg(STAND.sees().image))
    drawing = page.locator("#view-drawing > svg")
    room, picture = drawing.bounding_box(), drawing.locator("image").bounding_box()
    assert room is not None
    assert picture is not None
    assert (beside := int(picture["x"] - room["x"])) > 40
    shown = cv2.imdecode(np.frombuffer(drawing.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    assert shown[20:-20, 4 : beside - 4].max() < 40  # its ground; the lines are bright
    assert shown[:, beside + 4 : -beside].max() > 200


def test_a_view_is_learned_from_the_live_picture(house: House, shelf: Shelf) -> None:
    page = house.visit("/calibrate#view", PHONE, permissions=["camera"])
    expect(page.get_by_role("button", name="Take this picture")).to_be_hidden()
    page.get_by_role("button", name="Live picture").click()
    page.get_by_role("button", name="Take this picture").press("Enter")
    expect(page.locator("#view-result")).to_be_visible()
    expect(page.get_by_role("button", name="Live picture")).to_be_focused()
    expect(page.locator("#view-pane")).to_be_hidden()  # the camera is let go
    page.locator("#view-name").fill("stand")
    page.locator("#view-save").get_by_role("button", name="Keep").click()
    expect(page.locator("#view-kept")).to_be_visible()
    view = shelf.read("stand").view
    assert view is not None
    assert (view.width, view.height) == (WIDTH, HEIGHT)
