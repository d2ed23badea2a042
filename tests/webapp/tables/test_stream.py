"""Streams of what happens at a table, with a clock that is moved by hand, and once through a real server."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import ExitStack, closing
from threading import Thread
from typing import Any

import pytest
from cheroot.wsgi import Server
from flask import Flask

from webapp.serving.servers import THREADS
from webapp.storage.database import DatabaseError
from webapp.storage.tables import Tables
from webapp.tables.stream import STREAMS, Bell, Pace, Streams

from .conftest import Opened
from .phones import TABLES, Phone, refusal


class HandBell(Bell):
    """Nobody waits: waiting moves the clock."""

    now = 0.0

    def wait(self, heard: int, seconds: float) -> None:
        self.now += seconds


def test_a_stream_tells_the_state_then_changes_then_beats_and_ends() -> None:
    bell = HandBell()
    streams = Streams(bell, Pace(look=1, heartbeat=3, life=10), clock=lambda: bell.now)

    def revision() -> int:
        return 1 if bell.now < 2 else 2

    told = [(bell.now, text) for text in streams.events(revision, lambda: {"revision": revision()})]
    assert told == [
        (0, 'event: state\nid: 1\ndata: {"revision": 1}\n\n'),
        (2, 'event: state\nid: 2\ndata: {"revision": 2}\n\n'),
        (5, ": still here\n\n"),
        (8, ": still here\n\n"),
    ]
    assert bell.now == 10


def test_a_stream_ends_with_its_table_and_with_the_server() -> None:
    streams = Streams(HandBell())
    assert list(streams.events(lambda: None, dict)) == ["event: gone\ndata: {}\n\n"]
    streams.bell.close()
    assert list(streams.events(lambda: 1, lambda: {"revision": 1})) == []


def test_a_ring_between_looking_and_waiting_is_not_missed() -> None:
    bell = Bell()
    heard = bell.rings
    bell.ring()
    bell.wait(heard, seconds=1e6)


def test_a_stream_ends_when_the_database_is_gone(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    phone.begins("qwirkle", "Ann", "Ben")

    def gone(_: Tables, code: str) -> int:
        raise DatabaseError("database_closed")

    with phone.app.test_client().get(f"{TABLES}/{phone.code}/stream") as answer:
        told = answer.iter_encoded()
        assert next(told).startswith(b"event: state")
        monkeypatch.setattr(Tables, "revision", gone)
        assert list(told) == []


def test_the_server_has_threads_beside_all_streams() -> None:
    assert THREADS >= STREAMS + 8


def test_only_so_many_may_listen_and_a_place_is_given_back(opened: Opened) -> None:
    app = opened()
    app.extensions["tables"].streams = Streams(most=1)
    client, phone = app.test_client(), Phone(app)
    phone.begins("qwirkle", "Ann", "Ben")
    at = f"{TABLES}/{phone.code}/stream"
    first = client.get(at)
    assert first.headers["Content-Type"].startswith("text/event-stream")
    assert refusal(client.get(at)) == (503, "streams_full")
    first.close()
    client.head(at).close()
    client.get(at).close()
    assert refusal(client.get(f"{TABLES}/NOBODY/stream")) == (404, "table_unknown")


@pytest.fixture
def served(opened: Opened) -> Iterator[tuple[Flask, int]]:
    app = opened()
    server = Server(("127.0.0.1", 0), app, numthreads=THREADS)
    server.prepare()
    thread = Thread(target=server.serve, daemon=True)
    thread.start()
    yield app, server.bind_addr[1]
    app.extensions["tables"].streams.bell.close()
    server.stop()
    thread.join()


@pytest.fixture
def open_until_the_end() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def listening(port: int, phone: Phone, stack: ExitStack) -> http.client.HTTPResponse:
    connection = stack.enter_context(closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)))
    connection.request("GET", f"{TABLES}/{phone.code}/stream", headers=phone.headers)
    return stack.enter_context(connection.getresponse())


def next_state(response: http.client.HTTPResponse) -> dict[str, Any]:
    for line in iter(response.readline, b""):
        if line.startswith(b"data: "):
            state: dict[str, Any] = json.loads(line[6:])
            return state
    raise AssertionError("the stream has ended")


def test_a_dozen_phones_see_what_either_of_two_servers_is_told(
    served: tuple[Flask, int], opened: Opened, open_until_the_end: ExitStack
) -> None:
    app, port = served
    phone = Phone(app)
    phone.begins("qwirkle", "Ann", "Ben", turn=0)
    phone.sits(0)
    streams = [listening(port, phone, open_until_the_end) for _ in range(12)]
    assert {next_state(stream)["version"] for stream in streams} == {1}
    elsewhere = Phone(opened(), phone.code, 1)
    elsewhere.event("draw", player=1, count=6)
    assert {next_state(stream)["version"] for stream in streams} == {2}
    phone.looks()
    phone.event("draw", player=0, count=6, tiles="Rc Rs Rd Gf Yx Bb")
    states = [next_state(stream) for stream in streams]
    assert {state["version"] for state in states} == {3}
    assert all(len(state["hands"][0]["tiles"]) == 6 and state["hands"][1]["tiles"] is None for state in states)
