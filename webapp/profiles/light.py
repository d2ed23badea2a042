"""The routes under ``/api/v1/light``: what a light does to colours, learned from pieces that a person has named.

Between two requests the server remembers nothing: whoever names pieces on photos gets their colours, and sends along
all of them for the light.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, request

from calibration.colours import fit_light
from calibration.errors import CalibrationError
from engine.game import ENGLISH, Refusal
from vision.colours import tile_samples
from vision.photo import read_photo
from vision.reading import TileSeen
from webapp.problems import phrase
from webapp.profiles import told
from webapp.profiles.chosen import known, this_shelf
from webapp.profiles.wishes import LightWish
from webapp.reasons import reason_json
from webapp.wishes import parsed

ENGLISH.update({"no_names": "no tile has been named: tap those that are to be learned from"})

REQUEST_LIMIT = 2**18
"""Bytes of a request without a photo: the colours of all tiles that may be told take a fifth."""

blueprint = Blueprint("light", __name__, url_prefix="/api/v1/light")


@blueprint.post("/samples")
def sample() -> dict[str, Any]:
    """The colours, on the file ``photo``, of the ``tiles`` (JSON) that a person has named; it is kept nowhere.

    Each tile tells the ``corners`` of its face, in pixels of the upright photo, and which ``tile`` it is.
    """
    upload = request.files.get("photo")
    if upload is None or not upload.filename:
        raise Refusal("upload_missing")
    named = LightWish({"tiles": parsed(request.form.get("tiles") or "[]")}).named_tiles()
    if not named:
        raise Refusal("no_names")
    photo = read_photo(upload.stream.read())
    seen = [TileSeen.named(corners, tile) for corners, tile in named]
    samples = tile_samples(photo, seen, [tile for _, tile in named])
    return {"tiles": [told.sample_json(one) for one in samples]}


@blueprint.post("/fits")
def learn() -> dict[str, Any]:
    """What the colours of ``tiles`` tell of the light in which they were taken.

    Where they don't tell it, the ``problem`` says why. The light is kept under ``name``, if there is one, in place of
    any that the profile held.
    """
    request.max_content_length = REQUEST_LIMIT
    wish = LightWish.of(parsed(request.get_data()))
    samples, name = wish.samples("tiles"), wish.name()
    try:
        light = fit_light(tiles=samples)
    except CalibrationError as error:
        return {"light": None, "problem": reason_json(told.as_reason(error), phrase), "kept": None}
    if name is not None:
        this_shelf().write(name, replace(known(name), light=light))
    return {"light": told.light_json(light), "problem": None, "kept": name}
