"""The page of the photos that are kept."""

from __future__ import annotations

from flask import Blueprint, render_template

from webapp.page import common

blueprint = Blueprint("album", __name__)


@blueprint.get("/photos")
def album() -> str:
    """The page."""
    return render_template("keeping/photos.html", **common())
