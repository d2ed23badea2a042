"""Profiles as JSON tells them: what they hold, in words too."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np
from flask_babel import gettext

from calibration.errors import CalibrationError
from calibration.fit import Coverage, LensFit
from calibration.lens import Floats, Lens
from calibration.light import Bgr, ColourSample, Light, Palette, faces_in_lab
from calibration.profile import Profile
from calibration.shelf import Shelf
from calibration.view import View
from engine.game import ENGLISH, Reason
from vision.view_overlay import net
from webapp.reasons import Phrase, as_reason, reason_json

ENGLISH.update(
    {
        "knows_nothing": "nothing yet",
        "knows_set": "a set of tiles with dark bodies and shapes of its own",
        "knows_light_set": "a set of tiles with light bodies",
        "knows_view": "the table as a camera sees it that stands still",
        "knows_light": "the light, from the colours of {tiles} tiles",
        "knows_light_of_dice": "the light, from the colours of {dice} dice",
        "knows_light_of_both": "the light, from the colours of {tiles} tiles and {dice} dice",
        "knows_lens": "the lens, from {views} pictures of {width} x {height} pixels, {error:.2f} pixels off on average",
    }
)

LINES = 9
"""So many lines across and down show how a lens bends."""
STEPS = 25
"""By so many points each."""


def listed_json(shelf: Shelf, name: str, phrase: Phrase) -> dict[str, Any]:
    """A profile in the list of all: what it holds, or what is wrong with its file."""
    try:
        return profile_json(name, shelf.read(name), phrase)
    except CalibrationError as error:
        return {"name": name, "parts": [], "holds": [], "problem": reason_json(as_reason(error), phrase)}


def profile_json(name: str, profile: Profile, phrase: Phrase) -> dict[str, Any]:
    """A profile, and what it holds."""
    return {"name": name, "parts": list(profile.parts), "holds": holds_json(profile, phrase), "problem": None}


def holds_json(profile: Profile, phrase: Phrase) -> list[dict[str, Any]]:
    """What a profile holds, a reason a part."""
    held = []
    if (lens := profile.lens) is not None:
        numbers = {"views": lens.views, "width": lens.width, "height": lens.height, "error": lens.error}
        held.append(Reason("knows_lens", numbers))
    if profile.light is not None:
        tiles, dice = len(profile.tile_samples), len(profile.die_samples)
        code = "knows_light" if not dice else "knows_light_of_both" if tiles else "knows_light_of_dice"
        held.append(Reason(code, {"tiles": tiles, "dice": dice}))
    if profile.set is not None:
        held.append(Reason("knows_light_set" if profile.set.light_bodies else "knows_set"))
    if profile.view is not None:
        held.append(Reason("knows_view"))
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


def view_json(view: View, lens: Lens | None = None) -> dict[str, Any]:
    """A view, and the table as a net of squares as large as tiles, in pixels of the picture as its lens shows it."""
    lines = (line if lens is None else lens.bend(line) for line in net(view))
    side = float(view.sides(np.array([view.width - 1, view.height - 1]) / 2))
    return {
        "width": view.width,
        "height": view.height,
        "side": round(side, 1),
        "error": round(view.error, 4),
        "seen": view.seen,
        "lines": [line.round(1).tolist() for line in lines],
    }


def light_json(light: Light) -> dict[str, Any]:
    """A light: its white balance, and where colours lie in it, for a picture of them."""
    return {
        "gains": [round(gain, 3) for gain in light.gains],
        "tiles": palette_json(light.tiles, light.gains) if light.tiles else None,
        "dice": palette_json(light.dice, light.gains) if light.dice else None,
    }


def palette_json(palette: Palette, gains: Bgr) -> list[dict[str, Any]]:
    """Where each colour lies in the plane of a (green to red) and b (blue to yellow): its middle, and its samples.

    ``spread`` is the covariance, row by row.
    """
    plane = [
        faces_in_lab((sample for sample in palette.samples if sample.name == name), gains)[:, 1:]
        for name in palette.names
    ]
    return [
        {
            "name": name,
            "middle": [round(value, 1) for value in mean[1:]],
            "spread": [[round(value, 1) for value in spread[4:6]], [round(value, 1) for value in spread[7:9]]],
            "samples": seen.round(1).tolist(),
        }
        for name, mean, spread, seen in zip(palette.names, palette.means, palette.spreads, plane, strict=True)
    ]


def sample_json(sample: ColourSample) -> dict[str, Any]:
    """The colour of a piece that a person has named, in linear light: blue, green, red."""
    body = sample.body
    return {
        "name": sample.name,
        "face": [round(value, 6) for value in sample.face],
        "body": None if body is None else [round(value, 6) for value in body],
    }


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
