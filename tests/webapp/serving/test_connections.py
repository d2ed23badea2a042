"""When a request came is told to the application, as far as it is known."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from threading import Thread
from typing import Any

import pytest

from webapp.serving.connections import FairServer
from webapp.thinking import ARRIVED


def telling(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
    """Answers when the request came."""
    told = str(environ[ARRIVED]).encode()
    start("200 OK", [("Content-Length", str(len(told)))])
    return [told]


@pytest.fixture
def server() -> Iterator[FairServer]:
    built = FairServer(("127.0.0.1", 0), 2)
    built.wsgi_app = telling
    built.prepare()
    thread = Thread(target=built.serve)
    thread.start()
    yield built
    built.stop()
    thread.join()


def test_a_request_on_a_kept_connection_tells_when_it_came_and_the_first_does_not(server: FairServer) -> None:
    client = HTTPConnection(*server.bind_addr)

    def asked() -> str:
        client.request("GET", "/")
        return client.getresponse().read().decode()

    assert asked() == "None"  # a browser may open a connection long before it asks for anything
    for _ in range(2):
        before = time.monotonic()
        assert before <= float(asked()) <= time.monotonic()
    client.close()
