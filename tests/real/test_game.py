"""On the photos of a real game, every move earns what the labels say."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from tests.real.measure import photos_folder
from vision.read import Reader
from webapp.assistant.qwirkle import Position, told
from webapp.look import look


def test_every_move_of_a_photographed_game_earns_its_points() -> None:
    folder = photos_folder()
    if folder is None:
        pytest.skip("no game on real photos is scored: KIBITZ_PHOTOS is not set")
    folder /= "qwirkle/free-game"
    images = sorted(json.loads((folder / "labels.json").read_text())["images"], key=lambda image: image["move"])
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
