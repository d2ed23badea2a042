"""The profile with which a photo or a frame is read, as a request names it."""

from __future__ import annotations

from flask import current_app, request

from calibration.profile import UNKNOWN, Profile
from calibration.shelf import Shelf

FIELD = "profile"
"""The field of a form that names it."""


def this_shelf() -> Shelf:
    """The profiles of the server that is answering."""
    shelf: Shelf = current_app.extensions["profiles"]
    return shelf


def chosen() -> Profile:
    """The profile that the form of the request names; one of which nothing is known where it names none.

    Raises:
        CalibrationError: if there is no such profile, or its file can't be read.
    """
    name = request.form.get(FIELD, "")
    return this_shelf().read(name) if name else UNKNOWN
