"""Listening on ``::`` answers by IPv6 and by IPv4, and this computer is itself by both."""

from __future__ import annotations

import socket
from contextlib import closing
from http.client import HTTPConnection
from threading import Thread

import pytest

from webapp.serving.machine import device_of
from webapp.serving.servers import plain, port_of


def has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


def app(environ: dict[str, str], start: object) -> list[bytes]:
    start("200 OK", [("Content-Type", "text/plain")])  # type: ignore[operator]
    return [str(device_of(environ["REMOTE_ADDR"])).encode()]


@pytest.mark.skipif(not has_ipv6(), reason="this computer has no IPv6")
def test_both_kinds_of_addresses_are_answered() -> None:
    server = plain("::", 0)
    server.wsgi_app = app
    thread = Thread(target=server.serve, daemon=True)
    thread.start()
    try:
        for host in ("127.0.0.1", "::1"):
            with closing(HTTPConnection(host, port_of(server), timeout=60)) as connection:
                connection.request("GET", "/")
                assert connection.getresponse().read() == b"None"
    finally:
        server.stop()
        thread.join()
