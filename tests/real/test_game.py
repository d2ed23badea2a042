"""On the photos of a real game, every move earns what the labels say: all at once, and one by one at a table."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from tests.real.measure import photos_folder
from tests.webapp.tables.phones import TABLES, Phone
from vision.read import Reader
from webapp.app import create_app
from webapp.assistant.qwirkle import Position, told
from webapp.look import look


@pytest.fixture
def game() -> tuple[Path, list[dict[str, Any]]]:
    """The folder of the photos and their labels, in the order of the moves."""
    folder = photos_folder()
    if folder is None:
        pytest.skip("no game on real photos is scored: KIBITZ_PHOTOS is not set")
    folder /= "qwirkle/free-game"
    return folder, sorted(json.loads((folder / "labels.json").read_text())["images"], key=lambda image: image["move"])


def test_every_move_of_a_photographed_game_earns_its_points(game: tuple[Path, list[dict[str, Any]]]) -> None:
    folder, images = game
    reader = Reader()
    positions: list[Position] = []
    for image in images:
        known = told(positions)[-1].board if positions else None
        seen = look(folder / image["file_name"], reader, known, "qwirkle")
        positions.append(Position.of(seen.reading, seen.table))
    turns = told(positions)
    assert [turn.score.points for turn in turns] == [image["score"] for image in images]
    assert not any(turn.illegal or turn.begins for turn in turns)
    assert all(len(before.board) < len(after.board) for before, after in pairwise(turns))


def test_photos_that_are_sent_to_a_table_one_after_the_other_give_every_score(
    game: tuple[Path, list[dict[str, Any]]], tmp_path: Path
) -> None:
    folder, images = game
    app = create_app(config={"TESTING": True, "DATABASE": f"sqlite:///{tmp_path / 'games.sqlite'}"})
    phone = Phone(app)
    phone.begins("qwirkle", "Ann", "Ben", turn=0, sixth="white", draws=False)
    for image in images:
        with (folder / image["file_name"]).open("rb") as photo:
            boundary, body = encode_multipart({"photo": FileStorage(photo, "photo.jpg")})
        kind = f"multipart/form-data; boundary={boundary}"
        look = app.test_client().post(f"{TABLES}/{phone.code}/live/photo", data=body, content_type=kind)
        assert look.status_code == 200, (image["file_name"], look.get_json())
        proposal = look.get_json()["proposal"]
        assert proposal, (image["file_name"], look.get_json())
        assert (proposal["legal"], proposal["turn"]["points"]) == (True, image["score"]), image["file_name"]
        phone.looks()
        assert phone.tries("/live/confirm").status_code == 200
    assert [turn["points"] for turn in phone.looks()["turns"]] == [image["score"] for image in images]
    app.extensions["tables"].close()
