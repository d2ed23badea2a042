"""The servers that listen: one for the pages, and where it speaks TLS, one before its door that doesn't."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from threading import Event, Thread
from typing import Any

from cheroot.wsgi import Server

from webapp.serving.certificates import Certificates
from webapp.serving.connections import FairServer
from webapp.serving.machine import Machine
from webapp.serving.pairing import Pairing
from webapp.serving.site import Site
from webapp.serving.tls import Adapter, TlsServer

THREADS = 48
"""Requests answered at a time: each of up to 24 streams waits in a thread of its own, and so does each of a few phones
for the next picture of a camera. A phone opens several connections for the page's files; photos are read in turn."""
DOOR_THREADS = 24
"""The pages before the door are few and small, but one phone must not have them all."""
WAITING = 128
"""Connections that wait to be accepted, and those kept open between two requests: six phones open six each at once,
and with TLS every new one costs a handshake."""
LOOKS = 600.0
"""Seconds between two looks at the certificate: a laptop that was taken elsewhere has another address."""


class Taken(OSError):
    """An address where nothing can listen.

    Args:
        host: of the address,
        port: and its port.
    """

    def __init__(self, host: str, port: int) -> None:
        super().__init__(host, port)
        self.host, self.port = host, port


def listening(server: Server) -> Server:
    """A server that has begun to listen, but answers nobody yet.

    Raises:
        Taken: if it can't.
    """
    server.keep_alive_conn_limit = WAITING
    host, port = server.bind_addr
    try:
        server.prepare()
    except OSError as error:
        raise Taken(host, port) from error
    return server


def plain(host: str, port: int, threads: int = THREADS) -> Server:
    """A server without TLS; its app is still to be given.

    Raises:
        Taken: if it can't listen there.
    """
    return listening(FairServer((host, port), threads, request_queue_size=WAITING))


def with_tls(host: str, port: int, certificates: Certificates, doorway: int) -> TlsServer:
    """A server with TLS; its app is still to be given.

    Args:
        host: where to listen,
        port: and at which port.
        certificates: of which it shows the server's.
        doorway: the port to which it sends those who speak without TLS.

    Raises:
        Taken: if it can't listen there.
    """
    adapter = Adapter(str(certificates.files.server), str(certificates.files.server_key))
    server = TlsServer((host, port), adapter, doorway, THREADS, request_queue_size=WAITING)
    listening(server)
    return server


def port_of(server: Server) -> int:
    """The port at which a server listens."""
    return int(server.bind_addr[1])


@dataclass(frozen=True)
class Front:
    """What listens to the network.

    Args:
        site: where it is found and whom it lets in.
        server: of the pages.
        doorway: the server before the door of one with TLS, None before one without.
    """

    site: Site
    server: Server
    doorway: Server | None = None

    @classmethod
    def opened(
        cls,
        host: str,
        ports: tuple[int, int],
        pairing: Pairing | None,
        certificates: Certificates | None,
        machine: Callable[[], Machine],
    ) -> Front:
        """What listens at an address, and answers nobody yet.

        Args:
            host: where to listen.
            ports: that of the pages and, needed with TLS alone, that before the door; 0 for a free one.
            pairing: lets phones in; None to answer this computer alone.
            certificates: by which it speaks TLS; None to do without.
            machine: tells how this computer is found.

        Raises:
            Taken: if it can't listen there.
        """
        if certificates is None:
            server = plain(host, ports[0])
            return cls(Site(port_of(server), pairing, machine=machine), server)
        doorway = plain(host, ports[1], DOOR_THREADS)
        try:
            server = with_tls(host, ports[0], certificates, port_of(doorway))
        except Taken:
            doorway.stop()
            raise
        return cls(Site(port_of(server), pairing, certificates, port_of(doorway), machine), server, doorway)

    def serve(self, app: Any, door_app: Any, largest: int) -> None:
        """Answers until Ctrl-C.

        Args:
            app: answers at the pages,
            door_app: and before the door.
            largest: bytes of a request that the app reads; it says so itself about larger ones, up to twice as large.
        """
        self.server.wsgi_app = app
        self.server.max_request_body_size = 2 * largest
        with ExitStack() as stack:
            if self.doorway is not None and self.site.certificates is not None:
                self.doorway.wsgi_app = door_app
                Thread(target=self.doorway.serve, name="doorway", daemon=True).start()
                stack.enter_context(_renewing(self.server, self.site.certificates))
            self.server.serve()

    def stop(self) -> None:
        """Stops listening."""
        for server in (self.server, self.doorway):
            if server is not None:
                server.stop()


@contextmanager
def _renewing(server: Any, certificates: Certificates) -> Iterator[None]:
    """Renews the certificate of a server in time, for as long as it serves."""
    stopped = Event()

    def renew() -> None:
        while not stopped.wait(LOOKS):
            if certificates.renew():
                server.ssl_adapter.reload()

    thread = Thread(target=renew, name="renew", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
