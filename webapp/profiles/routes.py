"""The routes under ``/api/v1/profiles`` and ``/api/v1/lens``: profiles listed, shown, deleted, and lenses learned.

Between two requests the server remembers nothing: whoever collects pictures of the board sends along what all of them
showed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, request

from calibration.errors import CalibrationError
from calibration.fit import FitConfig, coverage, fit_lens, usable
from engine.game import ENGLISH, Refusal
from vision.charuco import find_board
from vision.photo import read_photo
from webapp.board_page import PAPERS, board_pdf
from webapp.problems import phrase
from webapp.profiles import told
from webapp.profiles.chosen import this_shelf
from webapp.profiles.wishes import LensWish
from webapp.reasons import as_reason, reason_json
from webapp.uploads import uploaded
from webapp.wishes import Wish, parsed

ENGLISH.update(
    {
        "board_unseen": "the calibration board is not seen: print it, and take the photo from nearer by and sharp",
        "board_hardly_seen": "only {count} corners of the calibration board are seen: take the photo from nearer by "
        "and sharp",
    }
)

REQUEST_LIMIT = 2**18
"""Bytes of a request without a photo: the corners on sixty pictures take a half."""

blueprint = Blueprint("profiles", __name__, url_prefix="/api/v1")


@blueprint.get("/profiles")
def listed() -> dict[str, Any]:
    """All profiles, each with what it holds, or what is wrong with its file."""
    shelf = this_shelf()
    return {"profiles": [told.listed_json(shelf, name, phrase) for name in shelf.names()]}


@blueprint.get("/profiles/<name>")
def shown(name: str) -> dict[str, Any]:
    """A profile, with the numbers that it holds."""
    profile = this_shelf().read(name)
    return {
        **told.profile_json(name, profile, phrase),
        "lens": told.lens_json(profile.lens) if profile.lens else None,
        "light": told.light_json(profile.light) if profile.light else None,
        "view": told.view_json(profile.view) if profile.view else None,
    }


@blueprint.delete("/profiles/<name>")
def delete(name: str) -> dict[str, Any]:
    """Deletes a profile for ever."""
    this_shelf().delete(name)
    return {}


@blueprint.get("/lens/board.pdf")
def board() -> Response:
    """The calibration board as a PDF, to be printed at 100 % on ``paper``."""
    paper = Wish(request.args).choice("paper", PAPERS, PAPERS[0])
    response = Response(board_pdf(next(one for one in PAPERS if one == paper)), mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'attachment; filename="kibitz-board-{paper}.pdf"'
    return response


@blueprint.post("/lens/views")
def see_board() -> dict[str, Any]:
    """What the file ``photo`` shows of the calibration board; it is kept nowhere.

    Places are in pixels of the picture as the camera stored it, before it is turned upright.
    """
    photo = read_photo(uploaded().data, upright=False)
    view = find_board(photo)
    if not len(view):
        raise Refusal("board_unseen")
    if not usable(view):
        raise Refusal("board_hardly_seen", count=len(view))
    view_json = {"board": view.board.round(3).tolist(), "picture": view.picture.round(3).tolist()}
    return {"width": photo.width, "height": photo.height, **view_json}


@blueprint.post("/lens/fits")
def learn_lens() -> dict[str, Any]:
    """The lens that the ``views`` of the board tell, on pictures of a ``width`` and a ``height``.

    Where they don't tell it yet, the ``problem`` says what is missing. A lens is kept under ``name``, if there is one,
    in place of any that the profile held.
    """
    request.max_content_length = REQUEST_LIMIT
    wish = LensWish.of(parsed(request.get_data()))
    views, size, name = wish.views(), wish.size(), wish.name()
    answer = {
        **told.coverage_json(coverage(views, size)),
        "count": sum(map(usable, views)),
        "needed": FitConfig().views,
    }
    try:
        fit = fit_lens(views, size)
    except CalibrationError as error:
        problem = reason_json(as_reason(error), phrase)
        return {**answer, "lens": None, "errors": [], "residuals": [], "problem": problem, "kept": None}
    if name is not None:
        shelf = this_shelf()
        shelf.write(name, replace(shelf.begun(name), lens=fit.lens))
    return {**answer, "lens": told.lens_json(fit.lens), **told.fit_json(fit), "problem": None, "kept": name}
