"""What a person puts right at a table, and how its next pictures are read: real pictures, rendered in candlelight."""

from __future__ import annotations

import io
import sqlite3
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine.qwirkle.tile import Tile
from models.synthesis.demo import DemoTable, demo_table
from tests.vision.test_colours import lit
from tests.webapp.rendered import jpeg
from tests.webapp.tables.conftest import Opened, opened
from tests.webapp.tables.phones import TABLES, refusal
from vision.read import Reader
from webapp.live.lives import Lives
from webapp.sight import Sight

__all__ = ["opened"]

CANDLE = (0.1, 0.4, 2.0)
"""What it leaves of blue, green and red: white tiles look like orange ones."""


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.fixture(scope="module")
def demo() -> DemoTable:
    return demo_table()


@pytest.fixture
def app(opened: Opened, reader: Reader) -> Flask:
    app = opened()
    app.extensions["live"] = Lives(app.extensions["tables"], Sight(lambda: reader))
    return app


class Evening:
    """A table in candlelight, and a phone that photographs it."""

    def __init__(self, app: Flask, demo: DemoTable) -> None:
        self.client: FlaskClient = app.test_client()
        self.demo = demo
        wish = {"game": "qwirkle", "players": ["Ann", "Ben"], "turn": 0, "sixth": "white", "draws": False}
        self.way = f"{TABLES}/{self.client.post(TABLES, json=wish).get_json()['code']}"

    def photographs(self, share: float = 0.2) -> dict[str, Any]:
        photo = (io.BytesIO(jpeg(lit(self.demo.scene.image, CANDLE, share))), "a.jpg")
        look: dict[str, Any] = self.client.post(f"{self.way}/live/photo", data={"photo": photo}).get_json()
        return look

    def does(self, way: str, **wish: Any) -> dict[str, Any]:
        answer = self.client.post(f"{self.way}/live{way}", json=wish)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        look: dict[str, Any] = answer.get_json()
        return look

    def misread(self, look: dict[str, Any]) -> list[tuple[dict[str, Any], Tile]]:
        """The pieces of the board whose colour is wrong, each with what it truly is."""
        found = []
        for piece in look["pieces"]:
            middle = np.mean(piece["corners"], axis=0)
            truth = min(
                (tile for tile in self.demo.scene.tiles if tile.tile),
                key=lambda tile: float(np.hypot(*(np.mean(tile.corners, axis=0) - middle))),
            )
            near = np.hypot(*(np.mean(truth.corners, axis=0) - middle)) < 20
            if piece["cell"] and near and truth.tile and piece["colour"] != truth.tile.colour.word:
                found.append((piece, truth.tile))
        return found


def test_one_word_about_a_colour_is_enough_and_can_be_taken_back(app: Flask, demo: DemoTable) -> None:
    table = Evening(app, demo)
    before = table.misread(table.photographs())
    whites = [(piece, tile) for piece, tile in before if tile.colour.word == "white"]
    assert len(whites) >= 3
    assert {piece["colour"] for piece, _ in whites} == {"orange"}
    piece, tile = whites[0]
    look = table.does("/fix", cell=piece["cell"], tile=str(tile))
    (lesson,) = look["lessons"]
    assert lesson["message"] == "Kibitz learned: this is white, not orange"
    assert table.misread(table.photographs(share=0.25)) == []
    assert table.does("/forget", lesson=lesson["number"])["lessons"] == []
    again = table.misread(table.photographs(share=0.25))
    assert len(again) >= 3
    assert {(one["colour"], tile.colour.word) for one, tile in again} >= {("orange", "white")}


def test_what_was_learned_outlives_the_server_and_is_deleted_with_the_table(
    app: Flask, opened: Opened, reader: Reader, demo: DemoTable, tmp_path: Path
) -> None:
    table = Evening(app, demo)
    piece, tile = next(one for one in table.misread(table.photographs()) if one[1].colour.word == "white")
    table.does("/fix", cell=piece["cell"], tile=str(tile))
    later = opened()
    later.extensions["live"] = Lives(later.extensions["tables"], Sight(lambda: reader))
    table.client = later.test_client()
    assert len(table.photographs()["lessons"]) == 1
    assert [one for one in table.misread(table.photographs()) if one[1].colour.word == "white"] == []
    version = table.client.get(table.way).get_json()["version"]
    assert table.client.delete(table.way, json={"version": version}).status_code == 200
    with sqlite3.connect(tmp_path / "games.sqlite") as database:
        assert database.execute("select count(*) from lessons").fetchone() == (0,)


def test_a_word_about_a_shape_teaches_no_colour(app: Flask, demo: DemoTable) -> None:
    table = Evening(app, demo)
    look = table.photographs()
    wrong = [piece["cell"] for piece, _ in table.misread(look)]
    piece = next(piece for piece in look["pieces"] if piece["cell"] and piece["colour"] and piece["cell"] not in wrong)
    letter = {"red": "R", "orange": "O", "yellow": "Y", "green": "G", "blue": "B", "white": "W"}[piece["colour"]]
    other = "c" if piece["shape"] != "circle" else "s"
    assert table.does("/fix", cell=piece["cell"], tile=f"{letter}{other}")["lessons"] == []
    assert table.does("/fix", cell=piece["cell"], tile=None)["lessons"] == []


def test_a_lesson_that_is_not_there_is_taken_back_all_the_same(app: Flask, demo: DemoTable) -> None:
    table = Evening(app, demo)
    assert table.does("/forget", lesson=7)["lessons"] == []
    answer = table.client.post(f"{table.way}/live/forget", json={"lesson": "all"})
    assert refusal(answer) == (422, "wish_malformed")
