"""The photo that comes with a request."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request

from engine.game import ENGLISH, Refusal

ENGLISH.update({"upload_missing": "no photo has come: choose one and try again"})

PHOTO = "photo"
"""The field of a form that holds it."""


@dataclass(frozen=True)
class Upload:
    """A file that has come.

    Args:
        name: as whoever sent it calls it.
        data: its bytes.
    """

    name: str
    data: bytes


def uploaded() -> Upload:
    """The photo of the request.

    Raises:
        Refusal: if none has come.
    """
    file = request.files.get(PHOTO)
    if file is None or not file.filename:
        raise Refusal("upload_missing")
    return Upload(file.filename, file.stream.read())
