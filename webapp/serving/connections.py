"""cheroot's connections, of which no device may keep all workers busy, and when their requests came."""

from __future__ import annotations

import time
from typing import Any

from cheroot.server import HTTPConnection
from cheroot.wsgi import Gateway_10, Server

from webapp.serving.machine import device_of
from webapp.serving.places import Places
from webapp.thinking import ARRIVED

EACH = 16
"""Workers that one device may keep busy at a time, with streams, with photos that come slowly, or by saying nothing: a
browser opens six connections at most, and another browser on the same phone as many."""


class Connection(HTTPConnection):
    """A connection that is closed at once if its device has too many others at work."""

    is_kept = False
    """Whether a request was answered on it: then a worker gets it when the next one comes, a new one even before."""
    arrived: float | None = None
    """When the request came that is answered, if that is known."""

    def communicate(self) -> bool:
        """Answers a request; gives whether the connection stays open."""
        places, device = self.server.places, device_of(self.remote_addr)
        if not places.enter(device):
            return False
        try:
            self.is_kept = self.answer()
            return self.is_kept
        finally:
            places.leave(device)

    def answer(self) -> bool:
        """Answers a request, whoever asks; gives whether the connection stays open."""
        return bool(super().communicate())  # type: ignore[no-untyped-call] # cheroot leaves it untyped


class Gateway(Gateway_10):
    """Hands requests to the application, and tells when they came."""

    def get_environ(self) -> dict[str, Any]:  # type: ignore[override] # cheroot leaves it untyped
        """What the application is told of a request."""
        return {**super().get_environ(), ARRIVED: self.req.conn.arrived}  # type: ignore[no-untyped-call]


class FairServer(Server):
    """A server whose workers no device has for itself.

    Args:
        address: host and port to listen on.
        threads: how many requests are answered at a time.
        options: cheroot's own.
    """

    ConnectionClass = Connection

    def __init__(self, address: tuple[str, int], threads: int, **options: Any) -> None:
        super().__init__(address, None, numthreads=threads, **options)
        self.gateway = Gateway
        self.places = Places(threads, EACH)

    def process_conn(self, conn: Connection) -> None:
        """Hands a connection to the workers, of whom none may be free for a while."""
        conn.arrived = time.monotonic() if conn.is_kept else None
        super().process_conn(conn)
