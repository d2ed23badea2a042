"""The routes under ``/api/v1/tables/<code>/live``: what cameras see of a table, and what becomes of it."""

from __future__ import annotations

import math
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, current_app, request

from engine.game import ENGLISH, Reason, Refusal
from webapp.live.following import Behind
from webapp.live.lives import FRAME, Lives
from webapp.live.look import look_json
from webapp.live.table import Camera
from webapp.problems import phrase, problem
from webapp.profiles.chosen import chosen
from webapp.storage.database import DatabaseError
from webapp.storage.tables import Full, Stale, TableUnknown
from webapp.tables import routes as tables
from webapp.tables.wishes import TableWish
from webapp.uploads import uploaded
from webapp.wishes import malformed, parsed

ENGLISH.update(
    {
        "frame_missing": "no picture has come: let the camera look, and try again",
        "no_camera": "this server has no camera: start it with “kibitz serve --camera 0”",
    }
)

REQUEST_LIMIT = 2**12
"""Bytes of a request without a picture."""
LONGEST_PATIENCE = 60
"""Seconds: whoever wants more time confirms by hand."""
PICTURE_WAIT = 5.0
"""Seconds in which the next picture of the server's camera must come."""
MOST_LESSONS = 10**6
"""Numbers of lessons end long before."""
LATEST = 1e9
"""Seconds that a clock may show."""
NUMBER = "Kibitz-Frame"
"""The header with the number of a picture of the server's camera."""

blueprint = Blueprint("live", __name__, url_prefix="/api/v1/tables/<code>/live")
blueprint.register_error_handler(Stale, tables.stale)
blueprint.register_error_handler(TableUnknown, tables.unknown)
blueprint.register_error_handler(Full, tables.full)
blueprint.register_error_handler(DatabaseError, tables.closed)


@blueprint.get("")
def look(code: str) -> dict[str, Any]:
    """What was seen last."""
    table = _lives().look(code)
    table.update()
    return look_json(table, phrase)


@blueprint.post("/frames")
def frames(code: str) -> dict[str, Any]:
    """Takes the file ``frame`` of a phone's live picture, taken ``at`` so many seconds of its clock.

    ``profile`` may name what is known of the phone's camera.
    """
    request.max_content_length = FRAME.max_bytes + REQUEST_LIMIT
    upload = request.files.get("frame")
    if upload is None:
        raise Refusal("frame_missing")
    table = _lives().follow(code)
    phone = Camera("phone", f"{request.remote_addr} {request.user_agent.string[:200]}", profile=chosen())
    _lives().frame(table, phone, upload.stream.read(), _seconds(request.form.get("at", "")))
    return look_json(table, phrase)


@blueprint.post("/photo")
def photo(code: str) -> dict[str, Any]:
    """Takes the file ``photo``, which counts as a table that lies still.

    ``profile`` may name what is known of the camera that took it.
    """
    upload = uploaded()
    table = _lives().follow(code)
    _lives().photo(table, upload.data, chosen())
    return look_json(table, phrase)


@blueprint.post("/confirm")
def confirm(code: str) -> dict[str, Any]:
    """Writes what is proposed, made on ``version``, into the log.

    ``text`` may tell what was seen to be proposed, ``way`` which of its ways it was, and ``player`` who begins where
    nobody knows.
    """
    wish, table = _wish(), _lives().look(code)
    text, way = (wish.text(name) if name in wish.fields else None for name in ("text", "way"))
    opener = wish.player(len(table.following.players)) if "player" in wish.fields else None
    table.confirm(wish.version(), text, opener, way)
    return look_json(table, phrase)


@blueprint.post("/dismiss")
def dismiss(code: str) -> dict[str, Any]:
    """Takes away what is proposed, until the table shows something else."""
    table = _lives().look(code)
    table.dismiss()
    return look_json(table, phrase)


@blueprint.post("/fix")
def fix(code: str) -> dict[str, Any]:
    """Takes a person's word that a ``tile`` lies on a ``cell``, or none: later frames don't change it."""
    wish, table = _wish(), _lives().look(code)
    table.fix(wish)
    return look_json(table, phrase)


@blueprint.post("/forget")
def forget(code: str) -> dict[str, Any]:
    """Takes the ``lesson`` of this number back, so that colours are read as if nobody had given it."""
    wish, table = _wish(), _lives().look(code)
    table.forget(wish.number("lesson", range(MOST_LESSONS), -1))
    return look_json(table, phrase)


@blueprint.post("/settings")
def settings(code: str) -> dict[str, Any]:
    """Sets after how many seconds a proposal is confirmed by itself (``confirm_after``, null for never)."""
    return look_json(_lives().settle(code, _patience(_wish())), phrase)


@blueprint.get("/picture")
def picture(code: str) -> Response:
    """The newest picture of the server's camera, which looks at this table from now on.

    It waits for one whose number is not ``after``; the header ``Kibitz-Frame`` tells the number.
    """
    camera = _lives().watch(code)
    if camera is None:
        return problem(HTTPStatus.NOT_FOUND, Reason("no_camera"))
    taken = camera.picture(request.args.get("after", 0, type=int), PICTURE_WAIT)
    if taken is None:
        return Response(status=HTTPStatus.NO_CONTENT)
    number, jpeg = taken
    response = Response(jpeg, mimetype="image/jpeg")
    response.headers[NUMBER] = str(number)
    return response


@blueprint.after_request
def unstored(response: Response) -> Response:
    """The answer, which no cache may keep."""
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.errorhandler(Behind)
def behind(error: Behind) -> Response:
    """The answer to who speaks of what is no more."""
    return problem(HTTPStatus.CONFLICT, error.reason)


def _lives() -> Lives:
    lives: Lives = current_app.extensions["live"]
    return lives


def _wish() -> TableWish:
    request.max_content_length = REQUEST_LIMIT
    return TableWish.of(parsed(request.get_data()))


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not abs(seconds) <= LATEST:  # which no number that is none does
        raise malformed("at", "is no time in seconds")
    return seconds


def _patience(wish: TableWish) -> float:
    value = wish.fields.get("confirm_after")
    if value is None:
        return math.inf
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= LONGEST_PATIENCE:
        raise malformed("confirm_after", f"is neither null nor a number from 0 to {LONGEST_PATIENCE}")
    return float(value)
