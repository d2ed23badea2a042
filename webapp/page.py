"""The page: one HTML document, in which the browser's own modules do the rest."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, current_app, render_template
from flask_babel import get_locale

from engine.qwirkle.game import PLAYERS as QWIRKLE_PLAYERS
from engine.qwirkle.tile import COPIES, HAND_SIZE, Colour, Shape, colours_of
from engine.qwixx.events import Preset
from engine.qwixx.game import PLAYERS as QWIXX_PLAYERS
from engine.qwixx.roll import PIPS, DieColour
from engine.qwixx.sheet import PENALTIES, PENALTY, Row
from models.synthesis.shapes import Proportions, outline
from webapp.look import QWIRKLE, QWIXX
from webapp.words import words

STRIP = colours_of(Colour.WHITE)
"""The colours of the six tiles with which the page greets."""
ROLL = (("W", 6), ("W", 3), ("R", 5), ("Y", 4), ("G", 1), ("B", 2))
"""The six dice beside them."""
PIP = 0.25
"""How far from the middle pips lie, in sides of a die."""

blueprint = Blueprint("page", __name__)


@blueprint.get("/")
def index() -> str:
    """The page."""
    return render_template(
        "index.html",
        **common(),
        players=QWIRKLE_PLAYERS,
        strip=[(colour.letter, shape.word) for colour, shape in zip(STRIP, Shape, strict=True)],
        dice=[(letter, pips(value)) for letter, value in ROLL],
        qwixx_players=QWIXX_PLAYERS,
        presets=[*Preset],
    )


def common() -> dict[str, Any]:
    """What the templates of all pages are filled with: the language, the shapes of tiles, and what modules are told."""
    return {
        "language": str(get_locale() or "en"),
        "shapes": {shape.word: path(shape) for shape in Shape},
        "told": {
            "words": words(),
            "colours": [(colour.letter, colour.word) for colour in Colour],
            "shapes": [(shape.letter, shape.word) for shape in Shape],
            "handSize": HAND_SIZE,
            "copies": COPIES,
            "players": {QWIRKLE: _ends(QWIRKLE_PLAYERS), QWIXX: _ends(QWIXX_PLAYERS)},
            "limit": current_app.config["MAX_CONTENT_LENGTH"] >> 20,
            "qwixx": qwixx(),
        },
    }


def _ends(numbers: range) -> tuple[int, int]:
    return numbers[0], numbers[-1]


def qwixx() -> dict[str, Any]:
    """What the page's modules know of Qwixx."""
    return {
        "rows": [{"word": row.word, "letter": row.letter, "numbers": row.numbers} for row in Row],
        "letters": [(colour.word, colour.letter) for colour in DieColour],
        "values": list(PIPS),
        "pips": {value: pips(value) for value in PIPS},
        "penalties": {"most": PENALTIES, "points": PENALTY},
        "presets": [*Preset],
    }


def pips(value: int) -> list[tuple[float, float]]:
    """The middles of the pips on a face from -0.5 to 0.5."""
    middle = [(0.0, 0.0)] if value % 2 else []
    pairs = [(1, 1), (1, -1), (1, 0)][: value // 2]
    return middle + [(sign * PIP * x, sign * PIP * y) for x, y in pairs for sign in (-1, 1)]


def path(shape: Shape) -> str:
    """A shape's outline as the path of an SVG, on a face from -0.5 to 0.5."""
    polygons = outline(shape, Proportions())
    return "".join(f"M{' '.join(f'{x:.3f} {y:.3f}' for x, y in polygon)}Z" for polygon in polygons)
