"""The routes under ``/api/v1/views``: how a camera that stands still sees the table, learned from its photo."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, current_app, request

from calibration.errors import CalibrationError
from webapp.problems import phrase
from webapp.profiles import told
from webapp.profiles.chosen import chosen, this_shelf
from webapp.reasons import as_reason, reason_json
from webapp.sight import Sight
from webapp.uploads import uploaded

blueprint = Blueprint("views", __name__, url_prefix="/api/v1/views")


@blueprint.post("/fits")
def learn() -> dict[str, Any]:
    """How the camera sees the table that took the file ``photo``, by the tiles or the calibration board on it.

    Where they don't tell it, the ``problem`` says why. The view is kept under ``name``, if there is one, in place of
    any that the profile held, whose lens counts; without a name that of the ``profile``.
    """
    upload, name = uploaded(), request.form.get("name", "")
    sight: Sight = current_app.extensions["sight"]
    profile = this_shelf().begun(name) if name else chosen()
    try:
        view, lens = sight.learn_view(upload.data, profile)
    except CalibrationError as error:
        return {"view": None, "problem": reason_json(as_reason(error), phrase), "kept": None}
    if name:
        # Read again: looking took a while, in which another part may have been kept.
        this_shelf().write(name, replace(this_shelf().begun(name), view=view))
    return {"view": told.view_json(view, lens), "problem": None, "kept": name or None}
