"""Kept photos over the API: whatever is no photo, or says nothing of one, is refused in words."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from webapp.app import create_app

from ..rendered import jpeg
from ..tables.phones import refusal

PHOTOS = "/api/v1/photos"
LABEL = {"name": "red circle", "box": [10, 20, 30, 30], "col": 0, "row": -2}


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    return create_app(config={"DATABASE": f"sqlite:///{tmp_path / 'games.sqlite'}", "PHOTOS": tmp_path}).test_client()


def keeps(client: FlaskClient, labels: object = (LABEL,), photo: bytes | None = None) -> TestResponse:
    data = jpeg(np.full((60, 80, 3), 128, np.uint8)) if photo is None else photo
    return client.post(PHOTOS, data={"photo": (io.BytesIO(data), "a.jpg"), "labels": json.dumps(labels)})


def test_a_photo_is_kept_shown_and_deleted(client: FlaskClient) -> None:
    kept = keeps(client)
    assert kept.status_code == 201
    told = kept.get_json()
    (label,) = told["labels"]
    assert (told["width"], label) == (80, {"name": "red circle", "box": [10.0, 20.0, 30.0, 30.0], "marks": None})
    assert client.get(PHOTOS).get_json()["photos"] == [told]
    picture = client.get(f"{PHOTOS}/{told['name']}.jpg")
    assert (picture.mimetype, picture.headers["Cache-Control"]) == ("image/jpeg", "no-store")
    assert client.delete(f"{PHOTOS}/{told['name']}").status_code == 200
    assert refusal(client.get(f"{PHOTOS}/{told['name']}.jpg")) == (404, "photo_not_kept")
    assert client.get(PHOTOS).get_json() == {"photos": []}


def test_a_sheet_is_kept_with_its_marks(client: FlaskClient) -> None:
    kept = keeps(client, [{"name": "sheet", "box": [1, 2, 40, 20], "marks": "R:2,3 B:12L"}])
    assert kept.get_json()["labels"][0]["marks"] == "R:2,3 Y: G: B:12L P:0"


def test_the_export_is_one_zip(client: FlaskClient) -> None:
    keeps(client)
    answer = client.get(f"{PHOTOS}/export.zip")
    assert "kibitz-photos.zip" in answer.headers["Content-Disposition"]
    with ZipFile(io.BytesIO(answer.get_data())) as zipped:
        told = json.loads(zipped.read("labels.json"))
        assert told["images"][0]["file_name"] in zipped.namelist()
    (annotation,) = told["annotations"]
    assert annotation["attributes"] == {"cell": [0, 2]}  # there rows grow upwards


@pytest.mark.parametrize(
    "change",
    [
        {"name": "red banana"},
        {"name": None},
        {"name": 7},
        {"box": [1, 2, 3]},
        {"box": [1, 2, 0, 4]},
        {"box": [1, 2, 1e-3, 4]},
        {"box": [1, 2, 1e9, 4]},
        {"box": ["1", 2, 3, 4]},
        {"box": None},
        {"col": 0.5},
        {"col": None},
        {"row": 10**6},
        {"colour": "pink"},
        {"name": "sheet"},
        {"name": "sheet", "marks": 3},
    ],
    ids=str,
)
def test_what_lies_on_no_photo_is_refused(client: FlaskClient, change: dict[str, Any]) -> None:
    assert refusal(keeps(client, [{**LABEL, **change}])) == (422, "wish_malformed")
    assert client.get(PHOTOS).get_json() == {"photos": []}


NAMELESS = {"name": "ignore", "box": [10, 20, 30, 30]}
NO_LABELS = [[], {}, "red circle", [1], [LABEL] * 301, [NAMELESS]]


@pytest.mark.parametrize("labels", NO_LABELS, ids=lambda labels: str(labels)[:20])
def test_labels_are_a_list_that_is_not_too_long(client: FlaskClient, labels: object) -> None:
    assert refusal(keeps(client, labels)) == (422, "wish_malformed")


def test_what_is_no_photo_is_not_kept(client: FlaskClient) -> None:
    assert refusal(keeps(client, photo=b"<svg onload=alert(1)>")) == (422, "photo_unknown")
    assert refusal(client.post(PHOTOS, data={"labels": "[]"})) == (422, "upload_missing")


def test_no_photo_that_is_not_there_is_put_right(client: FlaskClient) -> None:
    assert refusal(client.put(f"{PHOTOS}/{'0' * 16}", json={"labels": [LABEL]})) == (404, "photo_not_kept")
