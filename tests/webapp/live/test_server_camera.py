"""The server's own camera: pictures that are let one by one, and what the page is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.profile import UNKNOWN, Profile
from calibration.shelf import Shelf
from calibration.view import View
from engine.qwirkle.board import Board
from tests.calibration.views import LENSES
from tests.webapp.rendered import laid
from tests.webapp.tables.conftest import Opened
from tests.webapp.tables.phones import Phone, refusal
from vision.source import Frame, Source, SourceError
from webapp.commands.serve import serve
from webapp.live.server_camera import CameraPace, ServerCamera

from .tables import STEP, Table, codes

FIRST = "Wc@0,0 Yc@1,0 Oc@2,0"
AT_ONCE = CameraPace(again=0)


class HandSource(Source):
    """Gives the frames that it is handed, until it is handed something else."""

    def __init__(self, live: bool = True) -> None:
        self.live = live
        self.handed: SimpleQueue[Frame | SourceError | None] = SimpleQueue()

    def frames(self) -> Iterator[Frame]:
        while (given := self.handed.get()) is not None:
            if isinstance(given, SourceError):
                raise given
            yield given

    def close(self) -> None:
        self.handed.put(None)


class Filmed:
    """A table at which a server's camera looks."""

    def __init__(self, table: Table, camera: ServerCamera, source: HandSource) -> None:
        self.table, self.camera, self.source = table, camera, source
        self.number = 0

    def takes(self, count: int) -> None:
        """The camera takes so many pictures, each followed before the next."""
        for _ in range(count):
            self.table.now += STEP
            self.source.handed.put(Frame(self.table.picture(), self.table.now))
            taken = self.camera.picture(self.number, 60)
            assert taken is not None
            self.number = taken[0]
        # The picture is shown before it is followed: with the next it has been.
        self.source.handed.put(Frame(self.table.picture(), self.table.now))
        taken = self.camera.picture(self.number, 60)
        assert taken is not None
        self.number = taken[0]


@pytest.fixture
def filmed(opened: Opened) -> Iterator[Callable[..., Filmed]]:
    cameras: list[ServerCamera] = []

    def filmed(live: bool = True, reopen: Callable[[], Source] | None = None, profile: Profile = UNKNOWN) -> Filmed:
        table, source = Table(opened()), HandSource(live)
        table.phone.begins("qwirkle", "Ann", "Ben", turn=0, sixth="white")
        camera = ServerCamera(source, reopen or (lambda: source), AT_ONCE, lambda: table.now, profile)
        table.app.extensions["live"].camera = camera
        table.app.extensions["live"].watch(table.phone.code)
        cameras.append(camera)
        return Filmed(table, camera, source)

    yield filmed
    for camera in cameras:
        camera.close()


def test_the_table_at_which_somebody_looks_is_followed(filmed: Callable[..., Filmed]) -> None:
    film = filmed()
    film.table.lies.board(Board.parse(FIRST))
    film.takes(40)
    look = film.table.looks()
    assert (look["source"], look["activity"]) == ("server", "still")
    assert look["proposal"] is not None or film.table.turns


def test_the_page_is_given_the_newest_picture_once(filmed: Callable[..., Filmed]) -> None:
    film = filmed()
    film.takes(1)
    shown = film.table.client.get(film.table.way("/picture?after=0"))
    assert (shown.status_code, shown.mimetype, shown.headers["Kibitz-Frame"]) == (200, "image/jpeg", str(film.number))
    picture = cv2.imdecode(np.frombuffer(shown.data, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape == (60, 80, 3)
    assert film.camera.picture(film.number, 0) is None


def test_a_phones_camera_goes_before_the_servers(filmed: Callable[..., Filmed]) -> None:
    film = filmed()
    film.takes(3)
    assert film.table.looks()["source"] == "server"
    assert film.table.frame()["source"] == "phone"
    film.takes(3)
    assert film.table.looks()["source"] == "phone"


def test_a_camera_that_is_lost_is_told_and_looked_for_again(filmed: Callable[..., Filmed]) -> None:
    found = HandSource()
    answers: list[Source | SourceError] = [SourceError("camera_missing", number=0), found]
    looks: SimpleQueue[dict[str, Any]] = SimpleQueue()

    def reopen() -> Source:
        looks.put(film.table.looks())
        answer = answers.pop(0)
        if isinstance(answer, SourceError):
            raise answer
        return answer

    film = filmed(reopen=reopen)
    film.takes(2)
    film.source.handed.put(SourceError("source_lost", seconds=5.0))
    for code in ("source_lost", "camera_missing"):
        look = looks.get(timeout=60)
        assert (look["source"], look["activity"], codes(look["notices"])) == ("server", "lost", [code])
    film.source = found
    film.takes(2)
    look = film.table.looks()
    assert (look["source"], look["activity"], look["notices"]) == ("server", "settling", [])


def test_a_film_that_has_ended_is_told_to_whoever_comes_then(filmed: Callable[..., Filmed]) -> None:
    film = filmed(live=False)
    film.takes(2)
    film.source.close()
    film.camera.close()
    film.table.phone = Phone(film.table.app)
    film.table.phone.begins("qwirkle", "Cas", "Dot")
    film.table.client.get(film.table.way("/picture"))
    look = film.table.looks()
    assert (look["source"], codes(look["notices"])) == ("server", ["film_ended"])


def test_a_profile_for_another_camera_is_told_for_as_long_as_it_lasts(filmed: Callable[..., Filmed]) -> None:
    film = filmed(profile=Profile(lens=LENSES["webcam"]))
    for _ in range(3):
        film.takes(4)
        look = film.table.looks()
        assert (codes(look["notices"]), look["pieces"]) == (["lens_other_shape"], [])


def test_a_servers_camera_that_was_moved_is_said_to_be(filmed: Callable[..., Filmed]) -> None:
    above = View(640, 480, (1 / 60, 0.0, 0.0, 0.0, 1 / 60, 0.0, 0.0, 0.0, 1.0))
    film = filmed(profile=Profile(view=above))
    table, board = film.table, Board.parse(FIRST)
    table.size = 480, 640
    table.lies.board(board, at=(200, 200))
    film.takes(40)
    assert codes(table.looks()["notices"]) == []
    table.light = 220 - table.light
    table.lies.tiles = tuple(laid(board, side=80, at=(150, 150)))
    film.takes(16)
    assert "view_moved" in codes(table.looks()["notices"])


def test_a_profile_without_a_camera_is_wrong_usage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_PROFILES", str(tmp_path))
    Shelf().write("desk", Profile(lens=LENSES["webcam"]))
    result = CliRunner().invoke(serve, ["--profile", "desk"])
    assert result.exit_code == 2
    assert "give --camera, too" in result.output


def test_a_server_without_a_camera_says_so(table: Table) -> None:
    assert refusal(table.client.get(table.way("/picture"))) == (404, "no_camera")


def test_a_camera_that_is_none_is_wrong_usage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_DATABASE", f"sqlite:///{tmp_path / 'games.sqlite'}")
    result = CliRunner().invoke(serve, ["--port", "0", "--camera", "nowhere"])
    assert result.exit_code == 2
    assert "“nowhere” is neither a camera's number, nor a film's file, nor the address of a stream" in result.output


def test_a_table_that_is_deleted_is_looked_at_no_more_but_the_camera_goes_on(filmed: Callable[..., Filmed]) -> None:
    film = filmed()
    film.takes(2)
    film.table.phone.looks()
    film.table.phone.asks(method="DELETE", version=film.table.phone.version)
    film.takes(3)
    film.table.phone = Phone(film.table.app)
    film.table.phone.begins("qwirkle", "Cas", "Dot")
    assert film.table.client.get(film.table.way("/picture")).status_code == 200
    film.takes(2)
    assert film.table.looks()["source"] == "server"
