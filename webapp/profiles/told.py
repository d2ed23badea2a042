"""Profiles as JSON tells them: what they hold, in words too."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np
from flask_babel import gettext

from calibration.errors import CalibrationError
from calibration.fit import Coverage, LensFit
from calibration.lens import Floats, Lens
from calibration.profile import Profile
from calibration.shelf import Shelf
from engine.game import ENGLISH, Reason
from webapp.reasons import Phrase, reason_json

ENGLISH.update(
    {
        "knows_nothing": "nothing yet",
        "knows_lens": "the lens, from {views} pictures of {width} x {height} pixels, {error:.2f} pixels off on average",
    }
)

LINES = 9
"""So many lines across and down show how a lens bends."""
STEPS = 25
"""By so many points each."""


def profile_json(shelf: Shelf, name: str, phrase: Phrase) -> dict[str, Any]:
    """A profile in the list of all: what it holds, or what is wrong with its file."""
    try:
        profile = shelf.read(name)
    except CalibrationError as error:
        return {"name": name, "parts": [], "holds": [], "problem": reason_json(as_reason(error), phrase)}
    return {"name": name, "parts": list(profile.parts), "holds": holds_json(profile, phrase), "problem": None}


def holds_json(profile: Profile, phrase: Phrase) -> list[dict[str, Any]]:
    """What a profile holds, a reason a part."""
    held = []
    if (lens := profile.lens) is not None:
        numbers = {"views": lens.views, "width": lens.width, "height": lens.height, "error": lens.error}
        held.append(Reason("knows_lens", numbers))
    return [reason_json(reason, phrase) for reason in held or [Reason("knows_nothing")]]


def lens_json(lens: Lens) -> dict[str, Any]:
    """A lens, and how it bends straight lines."""
    return {**asdict(lens), "lines": [line.round(1).tolist() for line in bent_lines(lens)]}


def bent_lines(lens: Lens) -> list[Floats]:
    """Lines across and down the straight picture as the photo shows them: (N, 2) pixels each."""
    along = np.linspace(0, 1, STEPS)
    ends = np.array([lens.width - 1, lens.height - 1])
    lines = []
    for at in np.linspace(0, 1, LINES):
        across = np.column_stack([along, np.full(STEPS, at)])
        lines += [lens.bend(across * ends), lens.bend(across[:, ::-1] * ends)]
    return lines


def coverage_json(covered: Coverage) -> dict[str, Any]:
    """Where on the picture the board was seen, row by row, and which parts are missing."""
    return {
        "seen": covered.seen.tolist(),
        "share": round(covered.share, 3),
        "missing": [gettext(part) for part in covered.missing],
    }


def fit_json(fit: LensFit) -> dict[str, Any]:
    """How well a lens agrees with the pictures: each corner with how far off it is, and the mean of each picture."""
    off = [
        np.column_stack([view.picture, residual]).round(3).tolist()
        for view, residual in zip(fit.views, fit.residuals, strict=True)
    ]
    return {"errors": [round(error, 3) for error in fit.errors], "residuals": off}


def as_reason(error: CalibrationError) -> Reason:
    """Why calibrating refuses something, as the engine tells reasons."""
    return Reason(error.code, error.params)
