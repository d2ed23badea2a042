"""cheroot's connections, of which no device may keep all workers busy."""

from __future__ import annotations

from typing import Any

from cheroot.server import HTTPConnection
from cheroot.wsgi import Server

from webapp.serving.machine import device_of
from webapp.serving.places import Places

EACH = 16
"""Workers that one device may keep busy at a time, with streams, with photos that come slowly, or by saying nothing: a
browser opens six connections at most, and another browser on the same phone as many."""


class Connection(HTTPConnection):
    """A connection that is closed at once if its device has too many others at work."""

    def communicate(self) -> bool:
        """Answers a request; gives whether the connection stays open."""
        places, device = self.server.places, device_of(self.remote_addr)
        if not places.enter(device):
            return False
        try:
            return self.answer()
        finally:
            places.leave(device)

    def answer(self) -> bool:
        """Answers a request, whoever asks; gives whether the connection stays open."""
        return bool(super().communicate())  # type: ignore[no-untyped-call] # cheroot leaves it untyped


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
        self.places = Places(threads, EACH)
