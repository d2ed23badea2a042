"""What requests about kept photos ask for, read from JSON that may be hostile."""

from __future__ import annotations

import math

from engine.game import InvalidText
from engine.qwirkle.tile import Tile
from engine.qwixx.sheet import Sheet
from vision.labels import COLOURS, FACE_DOWN, IGNORE, SHEET, VALUES, Box, Label
from webapp.qwirkle.wishes import FARTHEST
from webapp.qwixx.wishes import QwixxWish
from webapp.wishes import Wish, is_number, malformed

LABELS = "labels"
MOST_LABELS = 300
"""Two boxes of tiles, and some clutter."""
OUTERMOST = 1e5
"""Pixels from the picture's corner."""
SMALLEST = 1.0
"""Pixels across and down: of less nothing would be left on a photo that is kept smaller than it came."""


class LabelsWish(Wish):
    """The fields of a request that tells what lies on a photo."""

    def labels(self) -> list[Label]:
        """What lies on it.

        Raises:
            Refusal: if there is nothing, or something else.
        """
        labels = [_label(entry) for entry in self.entries(LABELS, MOST_LABELS)]
        if all(label.name == IGNORE for label in labels):
            raise malformed(LABELS, "names nothing that lies on the photo")
        return labels


def _label(entry: object) -> Label:
    if not isinstance(entry, dict):
        raise malformed(LABELS, "holds something else than objects")
    name, colour = _name(entry.get("name")), entry.get("colour")
    if colour is not None and colour not in COLOURS:
        raise malformed(LABELS, f"holds a colour that is none of {', '.join(COLOURS)}")
    return Label(name, _box(entry.get("box")), _cell(entry.get("col"), entry.get("row")), colour, _sheet(name, entry))


def _name(name: object) -> str:
    if name in (FACE_DOWN, IGNORE, SHEET, *VALUES):
        return str(name)
    try:
        return Tile.parse(str(name)).words
    except InvalidText as error:
        raise malformed(LABELS, f"names no piece ({error})") from error


def _sheet(name: str, entry: dict[str, object]) -> Sheet | None:
    """What is marked on a sheet, in its text form."""
    return QwixxWish(entry).sheet("marks") if name == SHEET else None


def _box(box: object) -> Box:
    sides = box if isinstance(box, list) and len(box) == 4 else [math.nan]
    sound = all(isinstance(side, int | float) and abs(side) <= OUTERMOST for side in sides)  # which no NaN is
    if not sound or min(sides[2:]) < SMALLEST:
        raise malformed(LABELS, "holds a box that is not left, top, width and height in pixels")
    return Box(*map(float, sides))


def _cell(col: object, row: object) -> tuple[int, int] | None:
    if col is None and row is None:
        return None
    if not (is_number(col) and is_number(row) and max(abs(col), abs(row)) <= FARTHEST):
        raise malformed(LABELS, f"holds a cell that is no column and row from {-FARTHEST} to {FARTHEST}")
    return col, row
