"""The page on which cameras, light and pieces are calibrated, and profiles are looked after."""

from __future__ import annotations

from flask import Blueprint, render_template

from calibration.shelf import LONGEST, NAME
from webapp.board_page import PAPERS
from webapp.page import common

NAME_FORM = NAME.pattern.replace("_-", r"_\-")
"""What a name may be, as the pattern of a field, in which browsers want a dash to be escaped."""

blueprint = Blueprint("calibrate", __name__)


@blueprint.get("/calibrate")
def calibrate() -> str:
    """The page."""
    return render_template("calibrate.html", **common(), papers=PAPERS, name_form=NAME_FORM, longest=LONGEST)
