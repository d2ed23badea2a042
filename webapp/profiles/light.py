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
from calibration.light import DIE_COLOURS, TILE_COLOURS
from engine.game import ENGLISH, Refusal
from vision.colours import die_samples, tile_samples
from vision.photo import read_photo
from vision.reading import DieSeen, TileSeen
from webapp.problems import phrase
from webapp.profiles import told
from webapp.profiles.chosen import this_shelf
from webapp.profiles.wishes import LightWish
from webapp.reasons import as_reason, reason_json
from webapp.uploads import uploaded
from webapp.wishes import parsed

ENGLISH.update({"no_names": "no piece has been named: take a photo of tiles or dice, and leave some of them in"})

REQUEST_LIMIT = 2**18
"""Bytes of a request without a photo: the colours of all tiles that may be told take a fifth."""

blueprint = Blueprint("light", __name__, url_prefix="/api/v1/light")


@blueprint.post("/samples")
def sample() -> dict[str, Any]:
    """The colours, on the file ``photo``, of ``tiles`` and ``dice`` (JSON) that a person has named; it is kept nowhere.

    Each tile tells the ``corners`` of its face, in pixels of the upright photo, and which ``tile`` it is; each die the
    middle of its ``top`` face, the ``size`` of that, and the ``colour`` for which it stands.
    """
    upload = uploaded()
    wish = LightWish({kind: parsed(request.form.get(kind) or "[]") for kind in ("tiles", "dice")})
    tiles, dice = wish.named_tiles(), wish.named_dice()
    if not tiles and not dice:
        raise Refusal("no_names")
    photo = read_photo(upload.data)
    of_tiles = tile_samples(photo, [TileSeen.named(*one) for one in tiles], [tile for _, tile in tiles])
    of_dice = die_samples(photo, [DieSeen.named(*one) for one in dice], [colour for _, colour in dice])
    return {
        "tiles": [told.sample_json(one) for one in of_tiles],
        "dice": [told.sample_json(one) for one in of_dice],
    }


@blueprint.post("/fits")
def learn() -> dict[str, Any]:
    """What the colours of ``tiles`` and ``dice`` tell of the light in which they were taken.

    Where they don't tell it, the ``problem`` says why. The light is kept under ``name``, if there is one, in place of
    any that the profile held.
    """
    request.max_content_length = REQUEST_LIMIT
    wish = LightWish.of(parsed(request.get_data()))
    tiles, dice, name = wish.samples("tiles", TILE_COLOURS), wish.samples("dice", DIE_COLOURS), wish.name()
    try:
        light = fit_light(tiles, dice)
    except CalibrationError as error:
        return {"light": None, "problem": reason_json(as_reason(error), phrase), "kept": None}
    if name is not None:
        shelf = this_shelf()
        shelf.write(name, replace(shelf.begun(name), light=light))
    return {"light": told.light_json(light), "problem": None, "kept": name}
