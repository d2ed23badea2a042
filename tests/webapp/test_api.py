"""The server's API and its guards, through Flask's own client."""

from __future__ import annotations

import gc
import json
from typing import Any

import numpy as np
import pytest
import werkzeug.formparser
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.qwirkle.board import Board
from models.loader import ModelError
from vision.read import Reader
from vision.reading import TileSeen
from webapp.app import create_app
from webapp.assets import address
from webapp.safety import HEADERS
from webapp.sight import Sight

from .rendered import Truth, jpeg, laid, reader

BEFORE = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0")
AFTER = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0 Bd@2,1")
PHOTO = jpeg(np.full((1200, 1200, 3), 128, np.uint8))
BLACK = jpeg(np.zeros((1200, 1200, 3), np.uint8))


def app_that_sees(*photos: list[TileSeen], **config: Any) -> Flask:
    return create_app(Sight(lambda: reader(Truth(*photos))), {"TESTING": True, **config})


@pytest.fixture
def client() -> FlaskClient:
    return app_that_sees(laid(AFTER)).test_client()


def sent(client: FlaskClient, photo: bytes = PHOTO, name: str = "a.jpg", **fields: str) -> TestResponse:
    """Sends a form with a photo, built here: Flask's client would write a large one into a file and not close it."""
    parts = [(f'name="photo"; filename="{name}"', photo), *((f'name="{key}"', fields[key].encode()) for key in fields)]
    body = b"".join(b"--x\r\nContent-Disposition: form-data; %b\r\n\r\n%b\r\n" % (k.encode(), v) for k, v in parts)
    return client.post("/api/v1/readings", data=body + b"--x--\r\n", content_type="multipart/form-data; boundary=x")


def tiles(board: Board, **more: Any) -> list[dict[str, Any]]:
    return [{"col": x, "row": y, "tile": str(tile), **more} for x, y, tile in board.placements]


def problem(response: TestResponse) -> tuple[int, str]:
    """The status and code of a problem, which always has a sentence."""
    assert response.content_type == "application/problem+json"
    body = response.get_json()
    assert body.keys() == {"type", "title", "status", "detail", "code"}
    assert body["status"] == response.status_code
    assert len(body["detail"]) > 12
    assert "{" not in body["detail"]
    return response.status_code, body["code"]


def test_a_photo_gives_its_reading_its_board_and_the_first_turn(client: FlaskClient) -> None:
    told = sent(client).get_json()
    assert (told["photo"], told["width"], told["height"], len(told["tiles"])) == ("a.jpg", 1200, 1200, len(AFTER))
    assert [(tile["col"], tile["row"], tile["tile"]) for tile in told["board"]] == [
        (0, 0, "Rc"),
        (1, 0, "Rs"),
        (2, 0, "Rd"),
        (2, 1, "Bd"),
    ]
    assert all(told["tiles"][tile["piece"]]["colour"] == tile["name"].split()[0] for tile in told["board"])
    assert told["turn"]["kind"] == "start"
    assert told["hand"] == []


def test_a_photo_after_another_gives_the_move_between_them(client: FlaskClient) -> None:
    turn = sent(client, before=json.dumps(tiles(BEFORE))).get_json()["turn"]
    assert (turn["kind"], turn["move"], turn["points"], turn["legal"]) == ("add", "Bd@2,1", 2, True)


def test_the_board_keeps_the_cells_of_the_photo_before(client: FlaskClient) -> None:
    told = sent(client, before=json.dumps(tiles(BEFORE.turned(1).shifted(5, 5)))).get_json()
    assert told["turn"]["points"] == 2
    assert Board.parse(told["turn"]["move"]) == Board.parse("Bd@0,0").turned(1).shifted(4, 7)


def test_a_hand_alone_is_read_as_a_hand() -> None:
    client = app_that_sees(laid({(0, 0): AFTER[0, 0], (1, 0): AFTER[1, 0]})).test_client()
    told = sent(client, shows="hand").get_json()
    assert sorted(tile["tile"] for tile in told["hand"]) == ["Rc", "Rs"]
    assert told["board"] == []


def test_a_photo_without_a_tile_is_read_all_the_same(client: FlaskClient) -> None:
    response = sent(client, BLACK)
    assert response.status_code == 200
    assert (response.get_json()["tiles"], response.get_json()["board"]) == ([], [])


@pytest.mark.parametrize(
    ("photo", "status", "code"),
    [
        (b"", 422, "photo_empty"),
        (b"hello, I am no photo", 422, "photo_unknown"),
        (PHOTO[: len(PHOTO) // 2], 422, "photo_damaged"),
    ],
)
def test_bad_photos_are_refused_in_words(client: FlaskClient, photo: bytes, status: int, code: str) -> None:
    assert problem(sent(client, photo)) == (status, code)


def test_too_large_a_photo_is_refused_in_words() -> None:
    client = app_that_sees([], MAX_CONTENT_LENGTH=2**20).test_client()
    response = sent(client, bytes(2**20 + 1))
    assert problem(response) == (413, "http_413")
    assert "1 MB" in response.get_json()["detail"]


def test_a_request_without_a_photo_is_refused_in_words(client: FlaskClient) -> None:
    assert problem(client.post("/api/v1/readings", data={})) == (422, "upload_missing")
    assert problem(client.post("/api/v1/readings", data={"photo": "text"})) == (422, "upload_missing")
    assert problem(sent(client, before="[{]")) == (422, "wish_not_json")


def test_photos_are_never_written_to_the_disk(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("a file was opened")

    monkeypatch.setattr(werkzeug.formparser, "SpooledTemporaryFile", forbidden)
    photo = jpeg(np.random.default_rng(0).integers(0, 255, (1200, 1200, 3), np.uint8))
    assert len(photo) > 2**20
    assert sent(client, photo).status_code == 200


def test_models_that_cannot_be_opened_are_told_without_details() -> None:
    def fails() -> Reader:
        raise ModelError("the file /somewhere/secret is missing")

    response = sent(create_app(Sight(fails)).test_client())
    assert problem(response) == (503, "models_missing")
    assert "secret" not in response.get_data(as_text=True)


def test_a_fault_of_ours_is_told_without_details() -> None:
    class Broken:
        def read(self, _: object) -> Any:
            raise RuntimeError("secret")

    client = create_app(Sight(lambda: reader(Broken()))).test_client()
    response = sent(client)
    assert problem(response) == (500, "fault")
    assert "secret" not in response.get_data(as_text=True)


def hints(client: FlaskClient, **wish: Any) -> TestResponse:
    return client.post("/api/v1/hints", json={"board": tiles(BEFORE), "hand": "Rx Gc", **wish})


def test_hints_are_ranked_moves_with_reasons(client: FlaskClient) -> None:
    told = hints(client, players=3, scores=[1, 2, 3], bag=20, top=4).get_json()
    assert [tile["tile"] for tile in told["hand"]] == ["Rx", "Gc"]
    assert len(told["moves"]) == 4
    points = [move["points"] for move in told["moves"]]
    assert points == sorted(points, reverse=True)
    assert points[0] == 4
    assert told["moves"][0]["reasons"][0]["message"].startswith("makes a line of 4")
    assert "corners" not in told["moves"][0]["tiles"][0]


def test_hints_come_however_little_time_there_is(client: FlaskClient) -> None:
    told = hints(client, within=0).get_json()
    assert told["found"] == hints(client).get_json()["found"]
    assert told["moves"][0]["points"] == 4


def test_hints_tell_where_the_tiles_go_in_the_picture(client: FlaskClient) -> None:
    board = [
        {**tile, "corners": [[x, 0.0], [x + 50, 0.0], [x + 50, 50.0], [x, 50.0]]}
        for tile, x in zip(tiles(BEFORE), (0, 50, 100), strict=True)
    ]
    told = hints(client, board=board, hand=["Rx"]).get_json()
    best = next(move for move in told["moves"] if move["move"] == "Rx@3,0")
    assert best["tiles"][0]["corners"] == [[150, 0], [200, 0], [200, 50], [150, 50]]


def test_hints_on_a_board_against_the_rules_say_what_is_wrong(client: FlaskClient) -> None:
    told = hints(client, board=tiles(Board.parse("Rc@0,0 Rc@1,0"))).get_json()
    assert [(problem["code"], problem["cells"]) for problem in told["problems"]] == [
        ("duplicate_in_line", [[0, 0], [1, 0]])
    ]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"hand": "Rc Qq"}, "invalid_tile_at"),
        ({"hand": "Rc Rc Rc Rc"}, "too_many_equal"),
        ({"hand": "Rc Rs Rd Rf Rx Rb Oc"}, "hand_too_large"),
        ({"hand": ""}, "no_hand"),
        ({"hand": 7}, "wish_malformed"),
        ({"hand": ["Qq"]}, "invalid_tile"),
        ({"board": None}, "wish_malformed"),
        ({"board": [7]}, "wish_malformed"),
        ({"board": [{"col": 0, "row": 0}]}, "wish_malformed"),
        ({"board": [{"col": 0.5, "row": 0, "tile": "Rc"}]}, "wish_malformed"),
        ({"board": [{"col": True, "row": 0, "tile": "Rc"}]}, "wish_malformed"),
        ({"board": [{"col": 10**9, "row": 0, "tile": "Rc"}]}, "wish_malformed"),
        ({"board": [{"col": 0, "row": 0, "tile": "no such thing"}]}, "wish_malformed"),
        ({"board": [{"col": 0, "row": 0, "tile": "Rc", "corners": [[0, 0]]}]}, "wish_malformed"),
        ({"board": [{"col": 0, "row": 0, "tile": "Rc", "corners": [[0, 0], [9, 0], [9, 9], 7]}]}, "wish_malformed"),
        ({"board": tiles(BEFORE) + tiles(BEFORE)}, "wish_cell_twice"),
        ({"board": tiles(BEFORE) * 99}, "wish_too_many"),
        ({"players": 7}, "wish_malformed"),
        ({"players": "2"}, "wish_malformed"),
        ({"scores": [1]}, "wish_malformed"),
        ({"scores": [1, -1]}, "wish_malformed"),
        ({"bag": 300}, "wish_malformed"),
        ({"bag": 107}, "bag_count"),
        ({"top": 0}, "wish_malformed"),
        ({"within": -1}, "wish_malformed"),
        ({"within": 1001}, "wish_malformed"),
    ],
)  # fmt: skip
def test_wishes_that_cannot_be_are_refused_in_words(client: FlaskClient, wish: dict[str, Any], code: str) -> None:
    assert problem(hints(client, **wish)) == (422, code)


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"[" * 100_000])
def test_what_is_no_json_object_is_refused_in_words(client: FlaskClient, body: bytes) -> None:
    assert problem(client.post("/api/v1/hints", data=body, content_type="application/json")) == (422, "wish_not_json")


def test_a_huge_wish_is_not_even_read(client: FlaskClient) -> None:
    response = client.post("/api/v1/hints", data=bytes(2 * 2**20), content_type="application/json")
    assert problem(response) == (413, "http_413_told")
    assert "photo" not in response.get_json()["detail"]


@pytest.mark.parametrize(
    "corners", [[[5, 5]] * 4, [[0, 0], [1e6, 0], [1e6, 1e6], [0, 1e6]], [[0, 0]] * 3 + [[0, 1e99]]]
)
def test_corners_that_cannot_be_are_told_or_left_out(client: FlaskClient, corners: list[list[float]]) -> None:
    response = hints(client, board=tiles(BEFORE, corners=corners))
    assert response.status_code in (200, 422)
    assert "NaN" not in response.get_data(as_text=True)


def test_scores_tell_the_turn_between_two_boards(client: FlaskClient) -> None:
    told = client.post("/api/v1/scores", json={"before": tiles(BEFORE), "after": tiles(AFTER)}).get_json()
    assert (told["points"], told["legal"], told["problems"]) == (2, True, [])
    wrong = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0 Bf@2,1")
    told = client.post("/api/v1/scores", json={"before": tiles(BEFORE), "after": tiles(wrong)}).get_json()
    assert (told["legal"], told["reason"]["code"]) == (False, "mixed_made")
    assert told["problems"][0]["code"] == "mixed_line"
    told = client.post("/api/v1/scores", json={"before": [], "after": tiles(BEFORE)}).get_json()
    assert (told["kind"], told["points"]) == ("add", 3)


def test_the_page_is_served_with_all_its_words(client: FlaskClient) -> None:
    response = client.get("/")
    assert response.status_code == 200
    page = response.get_data(as_text=True)
    assert 'type="module"' in page
    assert "What lies here?" in page
    assert "style=" not in page
    assert "//" not in page  # no address of another server


def test_every_answer_tells_the_browser_to_be_careful(client: FlaskClient) -> None:
    for response in (client.get("/"), client.get(f"{address()}/main.js"), client.get("/none"), sent(client)):
        assert HEADERS.items() <= dict(response.headers).items()
        response.close()
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


@pytest.mark.parametrize(
    "path", ["/none", f"{address()}/../app.py", f"{address()}/%2e%2e/app.py", "/static/main.js", "/api/v1/none"]
)
def test_what_is_not_there_is_told_in_words(client: FlaskClient, path: str) -> None:
    assert problem(client.get(path)) == (404, "http_404")


def test_a_wrong_method_is_told_in_words(client: FlaskClient) -> None:
    assert problem(client.get("/api/v1/hints")) == (405, "http_405")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]:8000", "192.168.1.7", "kibitz.example"])
def test_the_server_answers_to_addresses_and_its_own_names(host: str) -> None:
    client = app_that_sees(laid(AFTER), HOSTS=("kibitz.example",)).test_client()
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "[::1", ""])
def test_the_server_does_not_answer_to_other_names(client: FlaskClient, host: str) -> None:
    response = client.get("/", headers={"Host": host})
    assert response.status_code in (400, 403)
    assert response.content_type == "application/problem+json"


def test_another_sites_page_can_ask_nothing(client: FlaskClient) -> None:
    for headers in (
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://localhost"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ):
        response = client.post("/api/v1/hints", json={}, headers=headers)
        assert problem(response) == (403, "foreign_origin")
    own = client.post("/api/v1/hints", json={}, headers={"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"})
    assert problem(own)[0] == 422


def test_what_reads_photos_is_opened_once_and_in_the_background() -> None:
    opened = []

    def open_reader() -> Reader:
        opened.append(True)
        return reader()

    sight = Sight(open_reader)
    sight.warm().join()
    sight.look(PHOTO)
    assert opened == [True]


def test_no_answer_waits_while_all_that_was_loaded_is_looked_through_for_garbage() -> None:
    gc.unfreeze()
    Sight(reader).warm().join()
    frozen = gc.get_freeze_count()
    gc.unfreeze()
    assert frozen > 0
