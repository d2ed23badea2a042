"""The server with TLS: no phone holds up the others, and certificates are replaced while it serves."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from http.client import HTTPSConnection
from threading import Thread
from time import sleep

import pytest

from webapp.serving import connections
from webapp.serving.certificates import Certificates
from webapp.serving.connections import EACH
from webapp.serving.machine import Machine
from webapp.serving.servers import with_tls
from webapp.serving.tls import TlsServer

from .conftest import Home

DOORWAY = 8001


@pytest.fixture
def certificates(home: Home) -> Certificates:
    return home.opens()


@pytest.fixture
def server(certificates: Certificates) -> Iterator[TlsServer]:
    def app(environ: dict[str, str], start: object) -> list[bytes]:
        start("200 OK", [("Content-Type", "text/plain")])  # type: ignore[operator]
        return [environ["wsgi.url_scheme"].encode()]

    server = with_tls("127.0.0.1", 0, certificates, DOORWAY)
    server.wsgi_app = app
    thread = Thread(target=server.serve, daemon=True)
    thread.start()
    yield server
    server.stop()
    thread.join()


def ask(server: TlsServer, certificates: Certificates) -> tuple[bytes, str]:
    """What the server answers, and the number of the certificate that it shows."""
    context = ssl.create_default_context(cadata=certificates.authority)
    connection = HTTPSConnection("127.0.0.1", server.bind_addr[1], context=context, timeout=60)
    with closing(connection):
        connection.request("GET", "/")
        shown = connection.sock.getpeercert() or {}
        return connection.getresponse().read(), str(shown["serialNumber"])


def test_phones_that_say_nothing_hold_up_nobody(server: TlsServer, certificates: Certificates) -> None:
    silent = [socket.create_connection(server.bind_addr) for _ in range(8)]
    assert ask(server, certificates)[0] == b"https"
    for one in silent:
        one.close()


def test_one_phone_cannot_keep_all_workers_waiting(
    server: TlsServer, certificates: Certificates, monkeypatch: pytest.MonkeyPatch
) -> None:
    # All are at the address of this computer, which may have all it wants: here it counts as a phone.
    monkeypatch.setattr(connections, "device_of", lambda address: address)
    with ExitStack() as stack:
        silent = [stack.enter_context(socket.create_connection(server.bind_addr)) for _ in range(EACH)]
        late = stack.enter_context(socket.create_connection(server.bind_addr))
        assert late.recv(1) == b""  # closed at once
        silent[0].close()
        until(lambda: len(server.places) < EACH)
        assert ask(server, certificates)[0] == b"https"


def until(holds: Callable[[], bool]) -> None:
    """Waits for a condition that comes to hold by itself."""
    while not holds():
        sleep(0.01)


def test_who_does_not_trust_it_goes_away_and_others_are_answered(
    server: TlsServer, certificates: Certificates, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ssl.SSLCertVerificationError), socket.create_connection(server.bind_addr) as plain:
        ssl.create_default_context().wrap_socket(plain, server_hostname="localhost")
    assert ask(server, certificates)[0] == b"https"
    assert capfd.readouterr().err == ""


def test_who_speaks_without_tls_is_led_to_the_door(server: TlsServer) -> None:
    with socket.create_connection(server.bind_addr) as plain:
        plain.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        answer = b"".join(iter(lambda: plain.recv(4096), b""))
    assert answer.startswith(b"HTTP/1.1 307 ")
    assert f"Location: http://127.0.0.1:{DOORWAY}/\r\n".encode() in answer


def test_a_new_certificate_is_shown_without_a_new_start(
    server: TlsServer, certificates: Certificates, home: Home
) -> None:
    _, first = ask(server, certificates)
    home.machine = Machine(("laptop", "localhost"), ())
    assert certificates.renew()
    assert ask(server, certificates)[1] == first
    server.ssl_adapter.reload()
    assert ask(server, certificates)[1] != first
