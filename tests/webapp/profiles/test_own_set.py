"""A set of tiles that Kibitz has never seen, named by the API and in the page, and read from then on."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect

from calibration.shelf import Shelf
from engine.qwirkle.tile import Tile
from models.synthesis.scene import Scene
from tests.vision.sets import in_play, laid_out, paired
from tests.webapp.browser import House
from tests.webapp.rendered import jpeg
from tests.webapp.test_accessible import faults, schemes
from webapp.app import create_app
from webapp.sight import Sight

SET = "five points"


@pytest.fixture(scope="module")
def sight() -> Sight:
    return Sight()


@pytest.fixture(scope="module")
def laid() -> Scene:
    return laid_out(SET)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "profiles")


@pytest.fixture
def app(sight: Sight, shelf: Shelf, tmp_path: Path) -> Flask:
    return create_app(sight, {"PROFILES": shelf.folder, "DATABASE": f"sqlite:///{tmp_path / 'games.sqlite'}"})


def asks(client: FlaskClient, way: str, *scenes: Scene, **fields: str) -> dict[str, Any]:
    photos = [(io.BytesIO(jpeg(scene.image)), "a.jpg") for scene in scenes]
    response = client.post(f"/api/v1/{way}", data={"photo": photos, **fields})
    response.request.environ["wsgi.input"].close()  # a file, where a request is large
    told: dict[str, Any] = response.get_json()
    return told


def truth(scene: Scene, tiles: list[dict[str, Any]]) -> dict[int, Tile]:
    """What the pieces that were found truly are, by their numbers."""
    pairs = paired(scene, np.array([[tile["x"], tile["y"]] for tile in tiles]))
    return {at: tile for tile, at in pairs if at is not None}


def test_a_set_is_learned_from_named_pieces_and_read_from_then_on(app: Flask, shelf: Shelf, laid: Scene) -> None:
    client = app.test_client()
    (found,) = asks(client, "sets/pieces", laid)["photos"]
    names = truth(laid, found["tiles"])
    assert (found["width"], len(found["tiles"]), len(names)) == (1600, 36, 36)
    assert all(len(tile["shapes"]) == 3 for tile in found["tiles"])
    named = json.dumps([[{"piece": at, "tile": str(tile)} for at, tile in names.items()]])
    tried = asks(client, "sets/fits", laid, tiles=named)
    assert (tried["learned"], tried["pieces"], tried["problem"], tried["kept"]) == (True, 36, None, None)
    assert tried["light"]["tiles"]
    assert shelf.names() == ()
    assert asks(client, "sets/fits", laid, tiles=named, name="own")["kept"] == "own"
    assert shelf.read("own").parts == ("light", "set")
    (told,) = client.get("/api/v1/profiles").get_json()["profiles"]
    assert [reason["code"] for reason in told["holds"]] == ["knows_light", "knows_set"]
    scene = in_play(SET, tilt=20.0, side=50.0, cast=0.0)
    read = asks(client, "readings", scene, game="qwirkle", profile="own")["tiles"]
    right = [tile.shape.word == read[at]["shape"] for at, tile in truth(scene, read).items()]
    assert (len(right), all(right)) == (30, True)


def test_names_that_can_not_be_are_told_and_nothing_is_kept(app: Flask, shelf: Shelf, laid: Scene) -> None:
    client = app.test_client()
    (found,) = asks(client, "sets/pieces", laid)["photos"]
    names = truth(laid, found["tiles"])
    at = next(at for at, tile in names.items() if tile.shape.word == "circle")
    wrong = {**names, at: Tile.parse(f"{str(names[at])[0]}x")}
    told = asks(client, "sets/fits", laid, tiles=_named(wrong), name="own")
    assert [(one["photo"], one["piece"]) for one in told["wrong"]] == [(0, at)]
    assert (told["learned"], told["kept"], shelf.names()) == (False, None, ())
    both = json.dumps([[], *json.loads(_named(names))])
    assert asks(client, "sets/fits", laid, laid, tiles=both)["learned"]  # one photo has none to learn from
    few = {at: tile for at, tile in names.items() if tile.shape.word == "circle"}
    told = asks(client, "sets/fits", laid, tiles=_named(few), name="own")
    assert (told["learned"], told["problem"]["code"], told["kept"]) == (False, "set_shapes_missing", None)


@pytest.mark.parametrize(
    ("tiles", "code"),
    [
        ("{", "wish_not_json"),
        ("{}", "wish_malformed"),
        ("[]", "wish_malformed"),
        ("[[], []]", "wish_malformed"),
        ("[[]]", "set_unnamed"),
        ('[[{"piece": -1, "tile": "Rc"}]]', "wish_malformed"),
        ('[[{"piece": 0, "tile": "Zz"}]]', "wish_malformed"),
        ('[[{"piece": 99, "tile": "Rc"}]]', "set_piece_unseen"),
    ],
)
def test_what_is_no_name_is_refused(app: Flask, laid: Scene, tiles: str, code: str) -> None:
    assert asks(app.test_client(), "sets/fits", laid, tiles=tiles)["code"] == code


def test_photos_without_a_piece_are_refused(app: Flask) -> None:
    assert app.test_client().post("/api/v1/sets/pieces").get_json()["code"] == "upload_missing"
    grey = Scene(np.full((600, 800, 3), 128, np.uint8), ())
    assert asks(app.test_client(), "sets/pieces", grey)["code"] == "set_nothing_seen"


def test_the_one_of_several_photos_that_shows_nothing_is_told(app: Flask, laid: Scene) -> None:
    grey = Scene(np.full((600, 800, 3), 128, np.uint8), ())
    told = asks(app.test_client(), "sets/pieces", laid, grey)
    assert (told["code"], "found on photo 2: " in told["detail"]) == ("set_nothing_on", True)


def _named(names: dict[int, Tile]) -> str:
    return json.dumps([[{"piece": at, "tile": str(tile)} for at, tile in names.items()]])


@schemes
def test_pieces_are_named_in_the_page(
    chromium: Browser, app: Flask, shelf: Shelf, laid: Scene, scheme: str, screen: dict[str, int]
) -> None:
    house = House(chromium, lambda: app)
    try:
        page = house.visit("/calibrate#set", screen, scheme)
        photo = {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": jpeg(laid.image)}
        page.locator("#set-choose").set_input_files(photo)  # type: ignore[arg-type]
        nameless = page.locator("#set-photos button.nameless")
        expect(nameless).to_have_count(36)
        assert faults(page) == []
        names = truth(laid, asks(app.test_client(), "sets/pieces", laid)["photos"][0]["tiles"])
        for at in range(6):
            page.get_by_role("button", name=f"Name tile {at + 1}", exact=True).click()
            tile = names[at]
            dialog = page.get_by_role("dialog")
            if at:  # of the colour that was named last, and of the shape that it looks like
                expect(dialog.locator("#chooser-likely button").first).to_have_attribute(
                    "aria-label", re.compile(f"^{tile.colour.word} ")
                )
            dialog.get_by_role("button", name=tile.words, exact=True).first.click()
        expect(page.locator("#set-found")).to_contain_text("Tiles that have a name: 6. Tap the others, too: 30.")
        assert faults(page) == []
        page.get_by_role("button", name="Learn these pieces").click()
        expect(page.locator("#set-result")).to_contain_text("known from 6 tiles")
        expect(page.locator("#set-result")).to_contain_text("all pieces are red")
        page.locator("#set-name").fill("own")
        page.locator("#set-save").get_by_role("button", name="Keep").click()
        expect(page.locator("#set-kept")).to_contain_text("Kept as “own”")
        assert shelf.read("own").parts == ("set",)
    finally:
        house.close()
    assert house.told == []
