"""The page: one HTML document, in which the browser's own modules do the rest."""

from __future__ import annotations

from flask import Blueprint, current_app, render_template
from flask_babel import get_locale

from engine.qwirkle.game import PLAYERS
from engine.qwirkle.tile import COPIES, HAND_SIZE, Colour, Shape, colours_of
from models.synthesis.shapes import Proportions, outline
from webapp.words import words

STRIP = colours_of(Colour.WHITE)
"""The colours of the six tiles with which the page greets."""

blueprint = Blueprint("page", __name__)


@blueprint.get("/")
def index() -> str:
    """The page."""
    return render_template(
        "index.html",
        language=str(get_locale() or "en"),
        players=PLAYERS,
        shapes={shape.word: path(shape) for shape in Shape},
        strip=[(colour.letter, shape.word) for colour, shape in zip(STRIP, Shape, strict=True)],
        told={
            "words": words(),
            "colours": [(colour.letter, colour.word) for colour in Colour],
            "shapes": [(shape.letter, shape.word) for shape in Shape],
            "handSize": HAND_SIZE,
            "copies": COPIES,
            "limit": current_app.config["MAX_CONTENT_LENGTH"] >> 20,
        },
    )


def path(shape: Shape) -> str:
    """A shape's outline as the path of an SVG, on a face from -0.5 to 0.5."""
    polygons = outline(shape, Proportions())
    return "".join(f"M{' '.join(f'{x:.3f} {y:.3f}' for x, y in polygon)}Z" for polygon in polygons)
