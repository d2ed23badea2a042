"""The description of the API is valid, whole, and true: held against real requests and answers."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask
from openapi_spec_validator import validate

from calibration.colours import COMMON
from calibration.shelf import Shelf
from engine.qwirkle.board import Board
from tests.calibration.views import AROUND, LENSES, view
from tests.vision.rolls import Dice, Filled, Sheets, roll
from tests.vision.sets import laid_out
from tests.webapp.live.tables import Table
from tests.webapp.rendered import Truth, jpeg, laid, reader
from tests.webapp.tables.conftest import Opened, opened
from tests.webapp.tables.phones import TABLES, Phone
from vision.charuco import board_picture
from webapp.openapi.document import api_rules
from webapp.openapi.operations import OPERATIONS
from webapp.sight import Sight
from webapp.wishes import Wish

from .held import Witness

__all__ = ["opened"]

BOARD = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0")
PICTURE = np.full((600, 800, 3), 128, np.uint8)
DICE = [{"top": [x, 200], "size": 50, "colour": "white"} for x in (100, 200)]
ROLL = "W3 W4 R5 Y4 G1 B6"
TILES = [{"col": x, "row": y, "tile": str(tile)} for x, y, tile in BOARD.placements]


@pytest.fixture
def app(opened: Opened, tmp_path: Path) -> Flask:
    app = opened()
    app.extensions["profiles"] = Shelf(tmp_path / "profiles")
    return app


@pytest.fixture
def witness(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Witness]:
    """Sees all of a test, at the end of which nothing of the description may have been untrue."""
    witness = Witness(app)
    monkeypatch.setattr(Wish, "of", classmethod(witness.note))
    yield witness
    assert witness.lies == []


def test_it_is_valid_and_tells_all_routes_and_no_others(app: Flask) -> None:
    told = app.test_client().get("/api/v1/openapi.json").get_json()
    validate(told)
    assert {rule.endpoint for rule in api_rules(app)} == set(OPERATIONS)
    for ways in told["paths"].values():
        assert all(len(operation["summary"]) > 10 for operation in ways.values())


def photo(app: Flask, finds: Any, **fields: str) -> dict[str, Any]:
    """Sends a photo that shows what is told."""
    app.extensions["sight"] = Sight(lambda: finds)
    form = {"photo": (io.BytesIO(jpeg(PICTURE)), "a.jpg"), **fields}
    response = app.test_client().post("/api/v1/readings", data=form)
    assert response.status_code == 200
    told: dict[str, Any] = response.get_json()
    return told


def asks(app: Flask, path: str, **wish: Any) -> Any:
    response = app.test_client().post(f"/api/v1/{path}", json=wish)
    assert response.status_code == 200, response.get_data(as_text=True)
    return response.get_json()


def photos(app: Flask) -> None:
    """What programs ask that keep no table."""
    assert photo(app, reader(Truth(laid(BOARD))), before=json.dumps(TILES[:2]))["turn"]["legal"]
    assert photo(app, reader(Truth(laid(BOARD))), shows="hand")["hand"]
    lying = roll(ROLL)
    dice = photo(app, reader(dice=Dice(lying)), game="qwixx", closed="red")["dice"]
    assert dice
    assert photo(app, reader(sheets=Sheets([Filled("R:2,3 Y: G: B:")])), game="qwixx")["sheets"]
    asks(app, "rolls", dice=[{**dice[0], "sure": True}, *dice[1:]], closed=["red"])
    with_corners = [{**tile, "corners": [[0, 0], [9, 0], [9, 9], [0, 9]]} for tile in TILES[:1]]
    asks(app, "hints", board=with_corners, hand="Rx Gc", players=2, scores=[1, 2], bag=30, top=3)
    on_sheet = {"roll": ROLL, "sheet": "R:2,3 Y: G: B:", "others": ["R:5 Y: G: B:"], "rules": "publisher"}
    asks(app, "hints", game="qwixx", active=True, players=2, top=3, **on_sheet)
    asks(app, "scores", before=TILES[:1], after=TILES)
    sheets = [{"sheet": "R:2,3 Y: G: B:", "doubted": ["R5"]}, {"sheet": "R:2 Y: G: B:"}]
    asks(app, "scores", game="qwixx", sheets=sheets, names=["Ann", "Ben"])


def qwirkle(app: Flask) -> Phone:
    """A game at a table, with a seat, a hint, a correction, a quarrel, and all exports."""
    phone = Phone(app)
    phone.begins(
        "qwirkle", "Ann", "Ben", sixth="white", turn=0, oldest=[1, 0], board=TILES, scores=[6, 4], hands=[6, 6]
    )
    phone.sits(0)
    phone.looks()
    phone.event("draw", player=0, count=6, tiles="Rx Rf Bd Bs Gx Yc")
    phone.event("draw", player=1, count=6)
    assert phone.tries("/hints", player=0, count=2).get_json()["moves"]
    assert phone.tries("/hints", player=0, hand="Rx", seen=TILES).status_code == 200
    assert phone.tries("/tries", move="Rx@3,0").get_json()["points"] == 4
    phone.does("/decisions", player=0, decision="Rx@3,0")
    assert phone.tries("/tries", move="Rf@3,0", at=3).status_code == 200
    phone.does("/undo")
    phone.does("/redo")
    phone.does("/correct", at=3, event={"event": "play", "player": 0, "move": "Rf@3,0"})
    assert phone.tries("/undo", version=1).status_code == 409
    assert phone.tries("/events", event={"event": "swap", "player": 1, "count": 9}).status_code == 422
    for way in ("/log", "/scores.csv", "/notation"):
        assert phone.asks(way).status_code == 200
    stream = app.test_client().get(f"{TABLES}/{phone.code}/stream")
    assert stream.status_code == 200
    stream.close()
    offer = phone.asks("/seats/0/offer", "POST", hand=["Rx"]).get_json()["offer"]
    other = phone.other()
    other.tokens.append(other.asks("/seats", "POST", offer=offer).get_json()["token"])
    assert other.asks("/seats").get_json()["seats"]
    assert other.asks("/seats/0", "DELETE").status_code == 200
    return phone


def qwixx(app: Flask) -> Phone:
    """A turn of Qwixx, to its end."""
    phone = Phone(app)
    sheets = {"sheets": ["R:2 Y: G: B:", "R: Y: G: B:"], "closed": ["blue"]}
    phone.begins("qwixx", "Ann", "Ben", turn=0, rules="publisher", **sheets)
    phone.event("throw", roll="W3 W4 R5 Y4 G1")
    assert phone.tries("/hints", player=1, count=2).get_json()["choices"]
    phone.does("/decisions", player=0, decision="R7")
    phone.does("/decisions", player=1, decision="--")
    phone.does("/decisions", player=0, decision="--")
    phone.does("/correct", at=2, events=[{"event": "act", "marks": ["--", "--"]}])
    return phone


def camera(app: Flask) -> None:
    """A table that is followed, of each game."""
    table = Table(app)
    table.phone.begins("qwirkle", "Ann", "Ben", turn=0, sixth="white")
    table.waits(3)
    table.lays("Wc@0,0 Yc@1,0")
    table.does("/fix", cell=[1, 0], tile="Oc")
    table.does("/forget", lesson=1)
    table.does("/settings", confirm_after=9)
    table.looks()
    table.confirms(text="Wc@0,0 Oc@1,0", player=0)
    table.photographs(Board.parse("Wc@0,0 Oc@1,0 Rc@2,0"))
    table.does("/dismiss")
    assert table.client.get(table.way("/picture")).status_code == 404
    dice = Table(app)
    dice.phone.begins("qwixx", "Ann", "Ben", turn=0, rules="publisher")
    dice.waits(3)
    assert dice.rolls(roll(ROLL))["proposal"]["roll"]


def profiles(app: Flask) -> None:
    """A lens that is learned, kept, shown and deleted."""
    client, rng = app.test_client(), np.random.default_rng(3)
    lens = LENSES["wide"]
    views = [view(lens, slant, rng) for slant in AROUND]
    told = [{"board": one.board.tolist(), "picture": one.picture.tolist()} for one in views]
    size = {"width": lens.width, "height": lens.height}
    assert asks(app, "lens/fits", views=told[:2], **size)["problem"]
    assert asks(app, "lens/fits", views=told, name="desk", **size)["kept"] == "desk"
    board = cv2.copyMakeBorder(board_picture(3), 100, 100, 100, 100, cv2.BORDER_CONSTANT, value=255)
    picture = np.asarray(cv2.cvtColor(board, cv2.COLOR_GRAY2BGR), np.uint8)
    form = {"photo": (io.BytesIO(jpeg(picture)), "a.jpg")}
    assert client.post("/api/v1/lens/views", data=form).status_code == 200
    on_table: dict[str, Any] = {"photo": (io.BytesIO(jpeg(picture)), "a.jpg"), "name": "stand"}
    assert client.post("/api/v1/views/fits", data=on_table).get_json()["kept"] == "stand"
    on_none: dict[str, Any] = {"photo": (io.BytesIO(jpeg(PICTURE)), "a.jpg"), "profile": ""}
    assert client.post("/api/v1/views/fits", data=on_none).get_json()["problem"]
    assert client.get("/api/v1/profiles/stand").get_json()["view"]
    corners = [[[x, 9], [x + 60, 9], [x + 60, 69], [x, 69]] for x in range(0, 480, 80)]
    named = [
        {"corners": at, "tile": tile} for at, tile in zip(corners, ("Rc", "Oc", "Yc", "Gc", "Bc", "Wc"), strict=True)
    ]
    with_names: dict[str, Any] = {
        "photo": (io.BytesIO(jpeg(picture)), "a.jpg"),
        "tiles": json.dumps(named),
        "dice": json.dumps(DICE),
    }
    samples = client.post("/api/v1/light/samples", data=with_names).get_json()
    assert asks(app, "light/fits", **samples)["problem"]
    told = [{"name": name, "face": list(colour), "body": [0.01] * 3} for name, colour in COMMON.items()]
    assert asks(app, "light/fits", tiles=told, name="desk")["kept"] == "desk"
    small = cv2.resize(laid_out("five points").image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    set_of_tiles = jpeg(np.asarray(small, np.uint8))
    shown: dict[str, Any] = {"photo": (io.BytesIO(set_of_tiles), "a.jpg")}
    assert client.post("/api/v1/sets/pieces", data=shown).get_json()["photos"][0]["tiles"]
    unnamed: dict[str, Any] = {"photo": (io.BytesIO(set_of_tiles), "a.jpg"), "tiles": '[[{"piece": 0, "tile": "Rc"}]]'}
    assert client.post("/api/v1/sets/fits", data=unnamed).get_json()["problem"]
    assert client.get("/api/v1/lens/board.pdf?paper=a4").status_code == 200
    assert client.get("/api/v1/profiles").get_json()["profiles"]
    assert client.get("/api/v1/profiles/desk").status_code == 200
    assert client.delete("/api/v1/profiles/desk").status_code == 200
    assert client.get("/api/v1/profiles/desk").status_code == 422


def kept_photos(app: Flask) -> None:
    """A photo that is kept, put right, exported and deleted."""
    client, way = app.test_client(), "/api/v1/photos"
    labels = [
        {"name": "Rc", "box": [1, 2, 30, 30], "col": 0, "row": 0},
        {"name": "5", "box": [9, 9, 9, 9], "colour": "red"},
    ]
    form = {"photo": (io.BytesIO(jpeg(PICTURE)), "a.jpg"), "labels": json.dumps(labels)}
    answer = client.post(way, data=form)
    assert answer.status_code == 201
    one = f"{way}/{answer.get_json()['name']}"
    assert client.put(one, json={"labels": labels[:1]}).status_code == 200
    for told in (way, f"{one}.jpg", f"{way}/export.zip"):
        assert client.get(told).status_code == 200
    assert client.delete(one).status_code == 200
    assert client.delete(one).status_code == 404
    assert client.delete(way).status_code == 200


def test_what_it_tells_is_true_and_nothing_is_left_out(app: Flask, witness: Witness) -> None:
    photos(app)
    phone = qwirkle(app)
    qwixx(app)
    app.test_client().get(TABLES)
    assert phone.asks("", "DELETE", version=phone.looks()["version"]).status_code == 200
    assert phone.asks().status_code == 404
    camera(app)
    profiles(app)
    kept_photos(app)
    app.test_client().get("/api/v1/openapi.json")
    good = {name: operation.status for name, operation in OPERATIONS.items()}
    del good["live.picture"]  # of a camera that no test has
    assert {name for name, status in good.items() if status not in witness.answered[name]} == set()
    described = {
        name: set(operation.takes["properties"])
        for name, operation in OPERATIONS.items()
        if operation.takes and not operation.form
    }
    assert {name: witness.read[name] for name in described} == described
