"""The files of the pages, under an address that tells what is in them.

A browser may keep them for as long as it likes, and still never mixes those of one Kibitz with those of another: after
an upgrade the pages name other addresses, and modules that import each other stay under the same one.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Flask, Response, request

FOLDER = Path(__file__).parent / "static"
PREFIX = "/static"
DIGITS = 12
"""Of the digest: an upgrade by a thousand others has none in common."""
FOR_EVER = "public, max-age=31536000, immutable"
LOOK_AGAIN = "no-cache"
"""A page may be kept, but is shown only once the server has said that it still holds."""


@cache
def fingerprint(folder: Path = FOLDER) -> str:
    """A short digest of all files below a folder, their names among it."""
    digest = sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            content = sha256(path.read_bytes()).digest()
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + content)
    return digest.hexdigest()[:DIGITS]


def address() -> str:
    """Where the files are found."""
    return f"{PREFIX}/{fingerprint()}"


def let_keep(app: Flask) -> None:
    """Tells browsers of an app how long they may keep what."""
    app.after_request(kept)


def kept(response: Response) -> Response:
    """The answer with how long a browser may keep it, unless a route knows better."""
    if request.endpoint == "static" and response.status_code < 400:
        response.headers["Cache-Control"] = FOR_EVER
    elif response.mimetype == "text/html":
        response.headers.setdefault("Cache-Control", LOOK_AGAIN)
    return response
