"""What stands between the server and the rest of the network: who may ask, how much, and what the page may load."""

from __future__ import annotations

from io import BytesIO
from typing import IO, Any
from urllib.parse import urlsplit

from flask import Flask, Request, Response, current_app, request

from engine.game import ENGLISH, Refusal
from webapp.serving.machine import address_of, own_names

ENGLISH.update(
    {
        "foreign_host": "this server does not answer to the name “{host}”: open it by its address, or give it --name",
        "foreign_origin": "another site may not ask this server anything: open the page of Kibitz itself",
    }
)

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        # The photo just chosen is shown from the browser's own memory, by a blob's address.
        "img-src 'self' blob:",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
"""The page loads its own files and nothing else, and runs no script or style that stands in it."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), geolocation=(), microphone=()",
    # Not "no-referrer": with it, browsers hide from this server that its own forms are its own.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class Forbidden(Refusal):
    """A request that comes from where none may come."""


class MemoryRequest(Request):
    """A request whose uploads stay in memory; Werkzeug itself would write large ones into files."""

    def _get_file_stream(self, *_: Any, **__: Any) -> IO[bytes]:
        return BytesIO()


def guard(app: Flask) -> None:
    """Checks every request to an app before anything else, and sets the headers of every answer.

    ``app.config["HOSTS"]`` lists the names, besides addresses and this machine's own, under which it may be asked.
    """
    app.request_class = MemoryRequest
    app.before_request(check_host)
    app.before_request(check_origin)
    app.after_request(with_headers)


def check_host() -> None:
    """Refuses a name that is not this server's, by which another site could reach it (DNS rebinding).

    Raises:
        Forbidden: if the request names a foreign host.
    """
    host = (urlsplit(f"//{request.host}").hostname or "").lower().rstrip(".")
    if not address_of(host) and host not in own_names(current_app.config["HOSTS"]):
        raise Forbidden("foreign_host", host=host[:80])


def check_origin() -> None:
    """Refuses what a page of another site asks for in the name of its reader (CSRF).

    Raises:
        Forbidden: if a request that does something comes from another origin.
    """
    if request.method in SAFE_METHODS:
        return
    origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site")
    if origin != request.host_url.rstrip("/") if origin else site not in (None, "same-origin", "none"):
        raise Forbidden("foreign_origin")


def with_headers(response: Response) -> Response:
    """The answer with what tells a browser how carefully to treat it, unless a route knows better."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response
