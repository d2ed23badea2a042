"""The routes under ``/api/v1/sets``: tiles that Kibitz has never seen, learned from photos on which they are named.

Between two requests the server remembers nothing: the photos come again with the names.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, current_app, request

from calibration.errors import CalibrationError
from calibration.profile import UNKNOWN, Profile
from engine.game import Reason, Refusal
from engine.qwirkle.tile import Shape
from vision.bent import bent_tile
from vision.reading import TileSeen
from webapp.own_set import LaidOut, Learned
from webapp.problems import phrase
from webapp.profiles import told
from webapp.profiles.chosen import this_shelf
from webapp.profiles.wishes import SetWish
from webapp.reasons import as_reason, reason_json
from webapp.sight import Sight
from webapp.uploads import PHOTO
from webapp.wishes import parsed

MOST_PHOTOS = 4
"""At once: each is looked at twice."""
GUESSED = 3
"""So many shapes are told of each piece, the likeliest first."""

blueprint = Blueprint("own_set", __name__, url_prefix="/api/v1/sets")


@blueprint.post("/pieces")
def find() -> dict[str, Any]:
    """The pieces of a set that the files ``photo`` show, at most four; it is kept nowhere."""
    laid = _sight().laid_out(_photos(), _before())
    return {"photos": [_laid_json(one) for one in laid]}


@blueprint.post("/fits")
def learn() -> dict[str, Any]:
    """What the files ``photo`` teach of a set, given which ``tiles`` (JSON) the pieces are, photo by photo.

    A list for each photo holds the ``piece``, by its number as it was found, and the ``tile`` that it is. Pieces that
    can't be what they were named are told as ``wrong``, and then nothing is kept; else the set and its colours are kept
    under ``name``.
    """
    photos, name = _photos(), _name()
    named = SetWish({"tiles": parsed(request.form.get("tiles") or "[]")}).named_pieces(len(photos))
    before = _before()
    try:
        learned = _sight().learn_set(photos, named, before)
    except CalibrationError as error:
        return _learned_json(None, as_reason(error), None)
    kept = name if name and not learned.wrong else None
    if kept:
        # Read again: looking took a while, in which another part may have been kept.
        known = replace(this_shelf().begun(kept), light=learned.profile.light, set=learned.profile.set)
        this_shelf().write(kept, known)
    return _learned_json(learned, learned.unlearned, kept)


def _sight() -> Sight:
    sight: Sight = current_app.extensions["sight"]
    return sight


def _name() -> str:
    return request.form.get("name", "")


def _before() -> Profile:
    """The profile that is to know the set, as it is so far."""
    return this_shelf().begun(_name()) if _name() else UNKNOWN


def _photos() -> list[bytes]:
    uploads = [upload for upload in request.files.getlist(PHOTO) if upload.filename]
    if not uploads:
        raise Refusal("upload_missing")
    return [upload.stream.read() for upload in uploads[:MOST_PHOTOS]]


def _laid_json(laid: LaidOut[TileSeen]) -> dict[str, Any]:
    """The pieces of a photo in the order of reading, in pixels of the photo as it was taken."""
    tiles = [bent_tile(tile, laid.photo.lens) for tile in laid.pieces]
    return {"width": laid.photo.width, "height": laid.photo.height, "tiles": [_piece_json(tile) for tile in tiles]}


def _piece_json(tile: TileSeen) -> dict[str, Any]:
    x, y = tile.centre
    likely = sorted(Shape, key=lambda shape: -tile.shapes[shape])[:GUESSED]
    return {
        "x": round(x, 1),
        "y": round(y, 1),
        "size": round(tile.size, 1),
        "corners": tile.corners.round(1).tolist(),
        "shapes": [shape.word for shape in likely],
    }


def _learned_json(learned: Learned | None, problem: Reason | None, kept: str | None) -> dict[str, Any]:
    light = learned.profile.light if learned else None
    return {
        "learned": learned is not None and not learned.wrong,
        "pieces": learned.pieces if learned else 0,
        "light": told.light_json(light) if light else None,
        "wrong": [
            {
                "photo": one.photo,
                "piece": one.piece,
                **reason_json(one.refusal.reason, phrase),
            }
            for one in (learned.wrong if learned else ())
        ],
        "problem": reason_json(problem, phrase) if problem else None,
        "kept": kept,
    }
