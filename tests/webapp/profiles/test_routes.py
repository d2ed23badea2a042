"""Profiles by the API: chosen for photos, listed, shown, deleted, and lenses learned from views of the board."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from calibration.fit import BoardView
from calibration.lens import Lens
from calibration.profile import Profile
from calibration.shelf import Shelf
from engine.qwirkle.board import Board
from tests.calibration.views import AROUND, LENSES, view
from tests.vision.rolls import Dice, Filled, Sheets, roll
from tests.webapp.rendered import Truth, jpeg, laid, reader
from vision.charuco import board_picture
from webapp.app import create_app
from webapp.sight import Sight

BOARD = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0")
WIDE = LENSES["wide"]
PICTURE = np.full((WIDE.height, WIDE.width, 3), 128, np.uint8)
ALONG = Lens(720, 960, WIDE.focal, WIDE.middle[::-1], WIDE.distortion)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """Two profiles, one of another camera, and a file that is damaged."""
    shelf = Shelf(tmp_path / "profiles")
    shelf.write("desk", Profile(lens=WIDE))
    shelf.write("other", Profile(lens=ALONG))
    (shelf.folder / "torn.json").write_text('{"kibitz_profile": 1, "lens"')
    return shelf


@pytest.fixture
def app(shelf: Shelf, tmp_path: Path) -> Flask:
    found = reader(Truth(laid(BOARD, at=(60, 60))), Dice(roll("W3 W4 R5 Y4 G1 B6")), Sheets([Filled("R:2,3 Y: G: B:")]))
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    return create_app(Sight(lambda: found), {"PROFILES": shelf.folder, "DATABASE": database})


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def reads(client: FlaskClient, picture: Any = PICTURE, **fields: str) -> TestResponse:
    return client.post("/api/v1/readings", data={"photo": (io.BytesIO(jpeg(picture)), "a.jpg"), **fields})


def test_a_photo_is_read_by_the_profile_and_told_as_it_was_taken(client: FlaskClient) -> None:
    plain, straight = (reads(client, game="qwirkle", **named).get_json() for named in ({}, {"profile": "desk"}))
    corners = [np.array([tile["corners"] for tile in told["tiles"]]) for told in (plain, straight)]
    moved = WIDE.bend(corners[0].reshape(-1, 2)).reshape(corners[0].shape)
    assert np.abs(corners[0] - corners[1]).max() > 5
    np.testing.assert_allclose(corners[1], moved, atol=0.06)


@pytest.mark.parametrize(("kind", "places"), [("dice", ("box", "top")), ("sheets", ("corners", "boxes"))])
def test_so_are_dice_and_sheets(client: FlaskClient, kind: str, places: tuple[str, ...]) -> None:
    plain, straight = (reads(client, game="qwixx", **named).get_json()[kind][0] for named in ({}, {"profile": "desk"}))
    for place in places:
        before, after = np.array(plain[place]), np.array(straight[place])
        assert before.shape == after.shape
        assert 0.5 < np.abs(before - after).max() < 80


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("none", "profile_missing"),
        ("torn", "profile_damaged"),
        ("other", "lens_other_shape"),
        ("../desk", "profile_name"),
        ("desk.json", "profile_name"),
        ("con", "profile_name"),
    ],
)
def test_a_profile_that_cant_be_had_is_refused_in_words(client: FlaskClient, name: str, code: str) -> None:
    answer = reads(client, profile=name)
    assert answer.status_code == 422
    assert answer.get_json()["code"] == code


def test_profiles_are_listed_with_what_they_hold(client: FlaskClient) -> None:
    desk, other, torn = client.get("/api/v1/profiles").get_json()["profiles"]
    assert (desk["name"], desk["parts"], desk["problem"]) == ("desk", ["lens"], None)
    assert "960 x 720 pixels" in desk["holds"][0]["message"]
    assert other["parts"] == ["lens"]
    assert (torn["parts"], torn["problem"]["code"]) == ([], "profile_damaged")


def test_a_profile_is_shown_and_deleted(client: FlaskClient, shelf: Shelf) -> None:
    told = client.get("/api/v1/profiles/desk").get_json()
    assert told["lens"]["distortion"] == list(WIDE.distortion)
    lines = np.array(told["lens"]["lines"])
    assert lines[..., 0].min() > -1
    assert lines[..., 0].max() < WIDE.width
    assert client.delete("/api/v1/profiles/desk").status_code == 200
    assert client.delete("/api/v1/profiles/torn").status_code == 200
    assert shelf.names() == ("other",)
    for gone in (client.get("/api/v1/profiles/desk"), client.delete("/api/v1/profiles/desk")):
        assert (gone.status_code, gone.get_json()["code"]) == (422, "profile_missing")


@pytest.mark.parametrize("name", ["..%2fdesk", "..", "desk%00", "%2e%2e%2fgames.sqlite"])
def test_no_name_leads_out_of_the_folder(client: FlaskClient, shelf: Shelf, name: str) -> None:
    (shelf.folder.parent / "desk.json").write_text("precious")
    answer = client.delete(f"/api/v1/profiles/{name}")
    assert answer.status_code in (404, 405, 422)
    assert (shelf.folder.parent / "desk.json").exists()


def test_the_board_can_be_printed(client: FlaskClient) -> None:
    pages = [client.get(f"/api/v1/lens/board.pdf?paper={paper}") for paper in ("a4", "letter")]
    assert all(page.mimetype == "application/pdf" and page.data.startswith(b"%PDF") for page in pages)
    assert client.get("/api/v1/lens/board.pdf?paper=a0").status_code == 422


def test_a_photo_shows_where_the_board_is(client: FlaskClient) -> None:
    def seen(picture: Any) -> TestResponse:
        return client.post("/api/v1/lens/views", data={"photo": (io.BytesIO(jpeg(picture)), "a.jpg")})

    board = board_picture(3)
    picture = np.full((900, 1200, 3), 200, np.uint8)
    picture[100 : 100 + board.shape[0], 300 : 300 + board.shape[1]] = board[:, :, None]
    told = seen(picture).get_json()
    assert (told["width"], told["height"], len(told["board"]), len(told["picture"])) == (1200, 900, 35, 35)
    np.testing.assert_allclose(told["picture"][0], (300 + 89.5, 100 + 89.5), atol=0.3)
    assert seen(PICTURE).get_json()["code"] == "board_unseen"
    picture[:, 480:] = 200
    assert seen(picture).get_json()["code"] == "board_hardly_seen"
    assert client.post("/api/v1/lens/views").get_json()["code"] == "upload_missing"


def views(lens: Lens = WIDE) -> list[BoardView]:
    rng = np.random.default_rng(3)
    return [view(lens, slant, rng) for slant in AROUND]


def wish(seen: list[BoardView], **more: Any) -> dict[str, Any]:
    told = [{"board": one.board.tolist(), "picture": one.picture.tolist()} for one in seen]
    return {"width": WIDE.width, "height": WIDE.height, "views": told, **more}


def test_a_lens_is_learned_from_views(client: FlaskClient, shelf: Shelf) -> None:
    path = "/api/v1/lens/fits"
    begun = client.post(path, json=wish(views()[:2])).get_json()
    assert (begun["count"], begun["needed"], begun["lens"]) == (2, 10, None)
    assert begun["problem"]["code"] == "lens_few_views"
    assert "the bottom right" in begun["missing"]
    assert [any(row) for row in begun["seen"]][-1] is False
    done = client.post(path, json=wish(views())).get_json()
    assert (done["problem"], done["missing"], done["kept"]) == (None, [], None)
    assert done["lens"]["error"] < 0.2
    assert len(done["errors"]) == len(done["residuals"]) == done["count"] == len(AROUND)
    assert len(done["residuals"][0][0]) == 4
    assert shelf.read("desk").lens == WIDE
    kept = client.post(path, json=wish(views(), name="desk")).get_json()
    assert kept["kept"] == "desk"
    lens = shelf.read("desk").lens
    assert lens is not None
    assert abs(lens.focal[0] / WIDE.focal[0] - 1) < 0.01


def test_a_lens_that_is_refused_or_has_no_name_is_not_kept(client: FlaskClient, shelf: Shelf) -> None:
    before = shelf.names()
    assert client.post("/api/v1/lens/fits", json=wish(views()[:2], name="new")).get_json()["kept"] is None
    refused = client.post("/api/v1/lens/fits", json=wish(views(), name="../new"))
    assert (refused.status_code, refused.get_json()["code"]) == (422, "profile_name")
    assert shelf.names() == before


@pytest.mark.parametrize(
    "fields",
    [
        {"width": 0},
        {"width": 10**9},
        {"views": "none"},
        {"views": [3]},
        {"views": [{"board": [[1, 2]]}]},
        {"views": [{"board": [[1, 2]], "picture": []}]},
        {"views": [{"board": [[1, "x"]], "picture": [[1, 2]]}]},
        {"views": [{"board": [[1, 2], [3]], "picture": [[1, 2], [3]]}]},
        {"views": [{"board": [1, 2], "picture": [1, 2]}]},
        {"views": [{"board": [[1e9, 2]], "picture": [[1, 2]]}]},
        {"views": [{"board": [[1, 2]] * 36, "picture": [[1, 2]] * 36}]},
        {"views": [{"board": [], "picture": []}] * 61},
        {"name": 3},
    ],
)
def test_what_is_no_wish_is_refused(client: FlaskClient, fields: dict[str, Any]) -> None:
    answer = client.post("/api/v1/lens/fits", json={**wish([]), **fields})
    assert (answer.status_code, answer.get_json()["code"]) == (422, "wish_malformed")


def test_views_of_nothing_sensible_are_refused_in_words(client: FlaskClient) -> None:
    rng = np.random.default_rng(1)
    noise = [BoardView(one.board, rng.uniform((0, 0), (959, 719), one.picture.shape)) for one in views()]
    told = client.post("/api/v1/lens/fits", json=wish(noise, name="noise")).get_json()
    assert (told["lens"], told["kept"]) == (None, None)
    assert told["problem"]["code"] in ("lens_unsound", "lens_inexact")


def colours(client: FlaskClient, **named: object) -> TestResponse:
    fields = {kind: json.dumps(told) for kind, told in named.items()}
    return client.post("/api/v1/light/samples", data={"photo": (io.BytesIO(jpeg(PICTURE)), "a.jpg"), **fields})


def test_the_colours_of_named_pieces_are_told(client: FlaskClient) -> None:
    tile = {"corners": [[50, 50], [110, 50], [110, 110], [50, 110]], "tile": "Rc"}
    die = {"top": [300, 300], "size": 60, "colour": "white"}
    told = colours(client, tiles=[tile], dice=[die, die]).get_json()
    assert [one["name"] for one in told["tiles"]] == ["red"]
    assert [one["name"] for one in told["dice"]] == ["white", "white"]
    assert told["dice"][0]["body"] is None
    np.testing.assert_allclose(np.std(told["dice"][0]["face"]), 0, atol=1e-3)  # grey
    assert colours(client).get_json()["code"] == "no_names"


@pytest.mark.parametrize(
    "named",
    [
        {"tiles": [{"tile": "Rc"}]},
        {"tiles": [{"corners": [[0, 0]] * 3, "tile": "Rc"}]},
        {"tiles": [{"corners": [[0, 0]] * 4, "tile": "Zz"}]},
        {"dice": [{"top": [1, 2], "size": 60, "colour": "other"}]},
        {"dice": [{"top": [1, 2], "size": 0, "colour": "red"}]},
        {"dice": [{"top": [1], "size": 9, "colour": "red"}]},
        {"dice": 3},
    ],
)
def test_pieces_that_are_none_are_refused(client: FlaskClient, named: dict[str, object]) -> None:
    answer = colours(client, **named)
    assert (answer.status_code, answer.get_json()["code"]) == (422, "wish_malformed")


@pytest.mark.parametrize(
    "sample",
    [
        {"name": "pink", "face": [1, 1, 1]},
        {"name": "red", "face": [1, 1]},
        {"name": "red", "face": [-1, 1, 1]},
        {"name": "red", "face": [1e9, 1, 1]},
        {"name": "red", "face": ["a", 1, 1]},
        {"name": "red", "face": [1, 1, 1], "body": 3},
        "red",
    ],
)
def test_colours_that_are_none_are_refused(client: FlaskClient, sample: object) -> None:
    answer = client.post("/api/v1/light/fits", json={"tiles": [sample]})
    assert (answer.status_code, answer.get_json()["code"]) == (422, "wish_malformed")
