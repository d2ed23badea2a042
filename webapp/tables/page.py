"""The page of a table: what both games share, and the part of the one that is played there."""

from __future__ import annotations

from http import HTTPStatus

from flask import Blueprint, current_app, redirect, render_template, url_for
from werkzeug.wrappers import Response

from webapp.page import common
from webapp.problems import phrase
from webapp.storage.tables import TableUnknown
from webapp.tables.keeper import Keeper

PATIENCE = (2, 3, 5, 10, 20)
"""After so many seconds, of which people choose, a move that the camera sees may count by itself."""

blueprint = Blueprint("table", __name__)


@blueprint.get("/t/<code>")
def table(code: str) -> str | Response:
    """The page of the table with this code, however the code is written."""
    keeper: Keeper = current_app.extensions["tables"]
    found = keeper.tables.get(code)
    if code != found.code:
        return redirect(url_for("table.table", code=found.code))
    has_camera = current_app.extensions["live"].camera is not None
    return render_template(
        "table.html", **common(), code=found.code, game=found.game, patience=PATIENCE, server_camera=has_camera
    )


@blueprint.errorhandler(TableUnknown)
def unknown(error: TableUnknown) -> tuple[str, int]:
    """The page where there is no such table."""
    return render_template("no_table.html", **common(), sentence=phrase(error.reason)), HTTPStatus.NOT_FOUND
