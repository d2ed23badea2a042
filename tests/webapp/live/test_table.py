"""Frames, cameras and streams of followed tables, whichever game it is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import cast

import numpy as np
import pytest

from engine.qwirkle.board import Board
from tests.webapp.rendered import jpeg
from tests.webapp.tables.conftest import Opened
from tests.webapp.tables.phones import TABLES, Phone, refusal
from vision.reading import Reading
from webapp.live.lives import MOST
from webapp.live.table import Camera

from .tables import STEP, Table, codes

FIRST = "Wc@0,0 Yc@1,0 Oc@2,0"


def test_a_table_that_nothing_looks_at_says_so(opened: Opened) -> None:
    table = Table(opened())
    table.phone.begins("qwirkle", "Ann", "Ben")
    look = table.looks()
    assert (look["source"], look["activity"], look["size"], look["age"]) == (None, "lost", None, None)
    assert (look["pieces"], look["proposal"], look["paused"], look["notices"]) == ([], None, None, [])
    assert refusal(table.client.get(f"{TABLES}/NOBODY/live")) == (404, "table_unknown")
    assert refusal(table.client.get(table.way("/picture"))) == (404, "no_camera")


def test_the_look_tells_how_well_the_camera_follows(table: Table) -> None:
    look = table.lays(FIRST)
    assert (look["source"], look["activity"], look["age"]) == ("phone", "still", 0)
    assert look["rate"] == pytest.approx(1 / STEP, abs=0.5)
    assert look["frame"] == round(table.now / STEP)
    table.now += 2
    assert table.looks()["age"] == 2
    table.now += 10
    look = table.looks()
    assert (look["source"], look["activity"], look["rate"]) == (None, "lost", 0)
    assert (look["proposal"]["text"], look["proposal"]["confirms_in"]) == (FIRST, None)


def test_of_two_looks_the_later_is_known_even_after_a_new_start(table: Table) -> None:
    orders = [table.lays(FIRST)["order"], table.looks()["order"]]
    table.server_starts()
    orders += [table.looks()["order"], table.looks()["order"]]
    assert orders == sorted(set(orders))


def test_frames_are_answered_while_one_is_read(opened: Opened) -> None:
    waiting: list[tuple[Future[Reading], Callable[[], Reading]]] = []

    def submit(work: Callable[[], Reading]) -> Future[Reading]:
        waiting.append((Future(), work))
        return waiting[-1][0]

    table = Table(opened(), submit)
    table.phone.begins("qwirkle", "Ann", "Ben", turn=0, sixth="white")
    table.lies.board(Board.parse(FIRST))
    assert table.waits(5)["pieces"] == []
    assert len(waiting) == 1
    for _ in range(3):
        future, work = waiting.pop()
        future.set_result(work())
        assert len(table.looks()["pieces"]) == 3
        table.frame()
    assert table.looks()["proposal"]["text"] == FIRST


def test_a_frame_is_let_pass_while_another_is_in_work(table: Table) -> None:
    live = table.app.extensions["live"].known(table.phone.code)
    before = live.frame

    def slow() -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
        live.see(Camera("phone", "one"), lambda: pytest.fail("two frames are in work"), table.now + 2)
        return table.picture()

    table.now += 20  # the camera of the fixture looks no more
    live.see(Camera("phone", "one"), slow, table.now + 1)
    assert live.frame == before + 1


def test_of_two_phones_the_first_films_until_it_stops(table: Table) -> None:
    assert refusal(table.sends(table.picture(), agent="other")) == (409, "another_films")
    table.now += 6
    assert table.sends(table.picture(), agent="other").status_code == 200


def test_a_camera_that_comes_back_finds_its_exposure_anew_and_nothing_is_lost(table: Table) -> None:
    table.lays(FIRST)
    table.now += 60
    look = table.frame()
    assert (look["activity"], look["proposal"]["text"], look["proposal"]["confirms_in"]) == ("settling", FIRST, None)
    table.waits(6)
    assert len(table.turns) == 1


def test_a_clock_that_goes_back_is_that_of_a_page_that_was_opened_again(table: Table) -> None:
    table.lays(FIRST)
    assert table.sends(table.picture(), at=0.5).get_json()["activity"] == "settling"


def test_what_is_wrong_with_the_camera_is_told(table: Table) -> None:
    table.waits(1)
    black = np.zeros((60, 80, 3), np.uint8)
    for _ in range(12):
        table.now += STEP
        look = table.sends(black).get_json()
    assert (codes(look["notices"]), look["activity"]) == (["camera_black"], "lost")
    assert table.waits(1)["notices"] == []


@pytest.mark.parametrize("at", ["", "soon", "nan", "inf", "-inf", "1e30"])
def test_a_time_that_is_none_is_refused(table: Table, at: str) -> None:
    assert refusal(table.sends(table.picture(), at=at)) == (422, "wish_malformed")


def test_a_frame_that_is_none_is_refused_in_words(table: Table) -> None:
    assert refusal(table.client.post(table.way("/frames"), data={"at": "1"})) == (422, "frame_missing")
    assert refusal(table.client.post(table.way("/photo"))) == (422, "upload_missing")
    assert refusal(table.sends(b"no picture")) == (422, "photo_unknown")
    assert refusal(table.sends(jpeg(table.picture())[:400])) == (422, "photo_damaged")
    assert refusal(table.sends(jpeg(np.zeros((3100, 3100, 3), np.uint8)))) == (422, "photo_too_large")
    heavy = table.client.post(
        table.way("/frames"), data=bytes(5 * 2**20), content_type="multipart/form-data; boundary=x"
    )
    assert refusal(heavy) == (413, "http_413")
    assert "larger than 4 MB" in heavy.get_json()["detail"]
    assert table.frame()["source"] == "phone"


def test_large_frames_are_shrunk(table: Table) -> None:
    table.lies.board(Board.parse(FIRST))
    table.light = 150
    for _ in range(12):
        table.now += STEP
        look = table.sends(np.kron(table.picture(), np.ones((30, 30, 1), np.uint8))).get_json()
    assert look["size"] == [1200, 900]


def test_no_more_tables_are_followed_than_there_is_room_for(table: Table) -> None:
    table.does("/settings", confirm_after=7)
    for _ in range(MOST):
        other = Phone(table.app)
        other.begins("qwirkle", "Ann", "Ben")
        table.client.post(f"{TABLES}/{other.code}/live/settings", json={"confirm_after": 1})
    assert table.app.extensions["live"].known(table.phone.code) is None
    look = table.looks()
    assert (look["source"], look["confirm_after"]) == (None, 7)


def test_a_table_that_is_deleted_is_followed_no_more(table: Table) -> None:
    table.phone.looks()
    table.phone.asks(method="DELETE", version=table.phone.version)
    assert refusal(table.sends(table.picture())) == (404, "table_unknown")


def test_other_phones_learn_in_the_stream_what_the_camera_sees(table: Table) -> None:
    stream = cast(Iterator[bytes], iter(table.client.get(f"{TABLES}/{table.phone.code}/stream").response))

    def told() -> tuple[str, dict[str, object]]:
        name, *_, data = str(next(stream), "utf-8").strip().split("\n")
        return name.removeprefix("event: "), json.loads(data.removeprefix("data: "))

    assert told()[0] == "state"
    name, look = told()
    assert (name, look["source"], look["proposal"]) == ("live", "phone", None)
    assert "pieces" not in look
    table.lays(FIRST)
    name, look = told()
    assert name == "live"
    assert isinstance(look["proposal"], dict)
    assert look["proposal"]["text"] == FIRST
    name = ""
    table.phone.looks()
    table.phone.event("draw", player=0, count=6)
    table.phone.event("draw", player=1, count=6)
    table.phone.event("play", player=0, move="Rc@0,0")
    while name != "live":
        name, look = told()
    assert look["proposal"] is None
