"""What a server knows of itself: where phones find it, and whom it lets in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from flask import current_app, request

from webapp.serving.certificates import Certificates
from webapp.serving.machine import Machine, in_address, is_own
from webapp.serving.pairing import Pairing


@dataclass(frozen=True)
class Site:
    """A server in its network.

    Args:
        port: where the pages are.
        pairing: lets phones in; None where the server answers this computer alone.
        certificates: by which it speaks TLS; None where it doesn't.
        doorway: the port of the pages that need no TLS; None where all do without.
        machine: tells how this computer is found.
    """

    port: int = 8000
    pairing: Pairing | None = None
    certificates: Certificates | None = None
    doorway: int | None = None
    machine: Callable[[], Machine] = Machine.here

    def home(self, host: str) -> str:
        """The address of the first page, asked for under this name or address."""
        return f"{'https' if self.certificates else 'http'}://{in_address(host)}:{self.port}/"

    def door(self, host: str) -> str:
        """The address that a phone opens that knows nothing yet; it is led on from there."""
        return self.home(host) if self.doorway is None else f"http://{in_address(host)}:{self.doorway}/"

    def invitation(self, host: str, table: str = "") -> str:
        """The door with the key to it, as a QR code shows it, and where wanted the way on to a table.

        What stands behind the # stays in the phone: no server and no log learns it from an address.
        """
        page = "pair" if self.doorway is None else "trust"
        code = self.pairing.code if self.pairing else ""
        return f"{self.door(host)}{page}#{code}{f'@{table}' if table else ''}"


def this_site() -> Site:
    """The server that is answering."""
    site: Site = current_app.extensions["site"]
    return site


def asked_host() -> str:
    """The name or address by which phones find the server: that of the request, if it isn't this computer's own."""
    host = urlsplit(f"//{request.host}").hostname or ""
    return this_site().machine().host if is_own(host) else host
