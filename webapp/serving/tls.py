"""cheroot with TLS, so that no phone holds up the others.

cheroot itself shakes hands in the one thread that accepts connections: a phone that says nothing would stop everybody
for ten seconds. Here each worker shakes hands with its own phone.
"""

from __future__ import annotations

import socket
import ssl
from contextlib import suppress
from typing import Any

from cheroot.errors import FatalSSLAlert
from cheroot.ssl.builtin import BuiltinSSLAdapter

from webapp.serving.connections import Connection, FairServer

PLAIN = "HTTP_REQUEST"
"""What OpenSSL calls somebody who speaks without TLS."""
LONGEST_REQUEST = 2**16
"""Bytes that are read of what such a one says: answers to what was not read may get lost."""
PATIENCE = 1.0
"""Seconds that such a one is waited for."""


class Adapter(BuiltinSSLAdapter):
    """TLS whose hands are not shaken yet, and whose certificate can be replaced while it serves."""

    def wrap(self, sock: socket.socket) -> tuple[ssl.SSLSocket, dict[str, str]]:
        """The connection, and what is told of it to the application."""
        try:
            wrapped = self.context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        except OSError as error:
            raise FatalSSLAlert(*error.args) from error
        return wrapped, {"wsgi.url_scheme": "https", "HTTPS": "on"}

    def reload(self) -> None:
        """Takes the certificate from its files again, for whoever comes from now on."""
        self.context.load_cert_chain(self.certificate, self.private_key)


class TlsConnection(Connection):
    """A connection on which hands are shaken by the worker that reads the first request."""

    is_shaken = False

    def answer(self) -> bool:
        """Answers a request, once hands are shaken; gives whether the connection stays open."""
        if not self.is_shaken:
            try:
                self.socket.do_handshake()
            except ssl.SSLError as error:
                # Phones that don't trust the certificate leave here; that is nothing to complain of.
                if error.reason == PLAIN:
                    self._send_away()
                return False
            except OSError:
                return False
            self.is_shaken = True
        return super().answer()

    def _send_away(self) -> None:
        """Tells whoever forgot the “s” of “https” where plain pages are."""
        with suppress(OSError), socket.fromfd(self.socket.fileno(), self.socket.family, self.socket.type) as plain:
            plain.settimeout(PATIENCE)
            plain.sendall(self.server.sends_away(plain.getsockname()[0]))
            plain.shutdown(socket.SHUT_WR)
            read = 1
            left = LONGEST_REQUEST
            while read and left > 0:
                read = len(plain.recv(left))
                left -= read


class TlsServer(FairServer):
    """A server that speaks TLS.

    Args:
        address: host and port to listen on.
        adapter: holds the certificate.
        doorway: the port of the pages that need no TLS.
        threads: how many requests are answered at a time.
        options: cheroot's own.
    """

    ConnectionClass = TlsConnection

    def __init__(self, address: tuple[str, int], adapter: Adapter, doorway: int, threads: int, **options: Any) -> None:
        super().__init__(address, threads, **options)
        self.ssl_adapter = adapter
        self._doorway = doorway

    def sends_away(self, host: str) -> bytes:
        """The answer to who speaks without TLS, having come by this address."""
        at = f"http://[{host}]" if ":" in host else f"http://{host}"
        lines = ["HTTP/1.1 307 Temporary Redirect", f"Location: {at}:{self._doorway}/", "Content-Length: 0"]
        return "\r\n".join([*lines, "Connection: close", "", ""]).encode()
