"""A table that is followed: what lies on it is told, its clock is moved by hand, and readings are made at once."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from typing import Any

import numpy as np
from flask import Flask
from werkzeug.test import TestResponse

from engine.qwirkle.board import EMPTY_BOARD, Board
from engine.qwirkle.moves import Move
from tests.vision.rolls import Lying, die_seen
from tests.webapp.rendered import jpeg, laid, reader
from tests.webapp.tables.phones import TABLES, Phone
from vision.icc import Pixels
from vision.photo import Photo
from vision.reading import DieSeen, Reading, TileSeen
from webapp.assistant.live import at_once
from webapp.live.lives import Lives
from webapp.sight import Sight

STEP = 0.125
"""Seconds between two frames, which no rounding makes more or less."""


class Lies:
    """What lies on the table, for every picture but a black one."""

    def __init__(self) -> None:
        self.tiles: tuple[TileSeen, ...] = ()
        self.dice: tuple[DieSeen, ...] = ()
        self.read_count = 0

    def board(self, board: Board, at: tuple[float, float] = (400, 300)) -> None:
        self.tiles = tuple(laid(board, at=at))

    def roll(self, dice: Iterable[Lying]) -> None:
        self.dice = tuple(map(die_seen, dice))


class FindsTiles:
    def __init__(self, lies: Lies) -> None:
        self.lies = lies

    def read(self, photo: Photo) -> tuple[tuple[TileSeen, ...], dict[str, float]]:
        self.lies.read_count += 1
        return self.lies.tiles if photo.image.any() else (), {"find": 0.0}


class FindsDice:
    def __init__(self, lies: Lies) -> None:
        self.lies = lies

    def read(self, photo: Photo) -> tuple[tuple[DieSeen, ...], dict[str, float]]:
        return self.lies.dice if photo.image.any() else (), {"find": 0.0}


class Table:
    """A table with a camera, and the phone that holds it."""

    def __init__(self, app: Flask, submit: Callable[[Callable[[], Reading]], Future[Reading]] = at_once) -> None:
        self.app, self.lies, self.submit = app, Lies(), submit
        self.now = 0.0
        self.server_starts()
        self.phone = Phone(app)
        self.client = app.test_client()
        self.board = EMPTY_BOARD
        self.light = 100
        self.rng = np.random.default_rng(5)
        self.profile = ""
        self.size = (60, 80)

    def server_starts(self) -> None:
        """Anew, if it ran: what was kept is there, what cameras saw is not."""
        sight = Sight(lambda: reader(FindsTiles(self.lies), FindsDice(self.lies)))
        self.app.extensions["live"] = Lives(self.app.extensions["tables"], sight, self.submit, lambda: self.now)

    # What is done at the table.

    def lays(self, move: str, seconds: float = 1.5) -> dict[str, Any]:
        """Tiles are laid, and the camera looks for a while; the last look."""
        return self.shows(self.board.after(Move.parse(move)), seconds)

    def takes(self, *cells: tuple[int, int], seconds: float = 1.5) -> dict[str, Any]:
        return self.shows(Board((cell, tile) for cell, tile in self.board.items() if cell not in cells), seconds)

    def shows(self, board: Board, seconds: float = 1.5) -> dict[str, Any]:
        self.board = board
        self.lies.board(board)
        return self.stirs(seconds)

    def rolls(self, dice: Iterable[Lying], seconds: float = 1.5) -> dict[str, Any]:
        self.lies.roll(dice)
        return self.stirs(seconds)

    def stirs(self, seconds: float = 1.5) -> dict[str, Any]:
        """Something moves, then it is still for a while."""
        self.light = 220 - self.light
        return self.waits(seconds)

    def waits(self, seconds: float) -> dict[str, Any]:
        """The camera looks for so many seconds."""
        look: dict[str, Any] = {}
        for _ in range(round(seconds / STEP)):
            look = self.frame()
        return look

    # What the phone sends.

    def frame(self) -> dict[str, Any]:
        self.now += STEP
        response = self.sends(self.picture())
        assert response.status_code == 200, response.get_data(as_text=True)
        look: dict[str, Any] = response.get_json()
        return look

    def picture(self) -> Pixels:
        noise = self.rng.integers(0, 5, (*self.size, 3), dtype=np.uint8)
        half = np.full(noise.shape, 110, np.uint8)
        half[:, : self.size[1] // 2] = self.light
        return half + noise

    def sends(self, picture: Pixels | bytes, at: object = None, agent: str = "one") -> TestResponse:
        data = picture if isinstance(picture, bytes) else jpeg(picture)
        form = {
            "frame": (io.BytesIO(data), "f.jpg"),
            "at": str(self.now if at is None else at),
            "profile": self.profile,
        }
        return self.client.post(self.way("/frames"), data=form, headers={"User-Agent": agent})

    def photographs(self, board: Board) -> dict[str, Any]:
        self.board = board
        self.lies.board(board)
        form = {"photo": (io.BytesIO(jpeg(self.picture())), "p.jpg"), "profile": self.profile}
        response = self.client.post(self.way("/photo"), data=form)
        assert response.status_code == 200, response.get_data(as_text=True)
        look: dict[str, Any] = response.get_json()
        return look

    def looks(self) -> dict[str, Any]:
        look: dict[str, Any] = self.client.get(self.way()).get_json()
        return look

    def asks(self, way: str, /, **fields: Any) -> TestResponse:
        return self.client.post(self.way(way), json=fields)

    def does(self, way: str, /, **fields: Any) -> dict[str, Any]:
        response = self.asks(way, **fields)
        assert response.status_code == 200, response.get_data(as_text=True)
        look: dict[str, Any] = response.get_json()
        return look

    def confirms(self, **fields: Any) -> dict[str, Any]:
        return self.does("/confirm", version=self.phone.looks()["version"], **fields)

    def way(self, way: str = "") -> str:
        return f"{TABLES}/{self.phone.code}/live{way}"

    @property
    def turns(self) -> list[tuple[str, str, int]]:
        """Of Qwirkle: who, what, and the points."""
        state = self.phone.looks()
        return [(state["players"][turn["player"]]["name"], turn["move"], turn["points"]) for turn in state["turns"]]


def codes(reasons: Iterable[dict[str, Any]]) -> list[str]:
    return [reason["code"] for reason in reasons]
