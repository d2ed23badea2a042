"""The page on which cameras, light and pieces are calibrated, and profiles are looked after."""

from __future__ import annotations

from flask import Blueprint, render_template

from calibration.shelf import LONGEST, NAME
from webapp.board_page import PAPERS
from webapp.page import common

blueprint = Blueprint("calibrate", __name__)


@blueprint.get("/calibrate")
def calibrate() -> str:
    """The page."""
    return render_template("calibrate.html", **common(), papers=PAPERS, name_form=NAME.pattern, longest=LONGEST)
