"""Labelled photos: what a person says lies on them. `docs/labels.md` describes the file."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any, Literal, TypeVar

import numpy as np

from calibration.lens import Lens
from engine.game import ENGLISH, InvalidText, Refusal
from engine.qwirkle.tile import Tile
from engine.qwixx.notation import parse_sheet
from engine.qwixx.roll import PIPS, DieColour
from engine.qwixx.sheet import Sheet

FACE_DOWN = "face-down"
IGNORE = "ignore"
SHEET = "sheet"
VALUES = tuple(map(str, PIPS))
"""The names of dice: what they show."""
COLOURS = tuple(colour.word for colour in DieColour)
MAX_BYTES = 64 * 2**20
"""Labels of a hundred thousand photos fit; what is larger is no file of labels."""

ENGLISH.update(
    {
        "labels_unreadable": "the labels can't be opened: check the folder and the name",
        "labels_too_heavy": "the labels are larger than {limit} MB: split them into several files",
        "labels_not_json": "the labels are not JSON: give a COCO file, as docs/labels.md describes it",
        "labels_empty": "the labels name no photo: add images to the file, docs/labels.md describes it",
        "labels_malformed": "{where} {problem}: mend the labels, docs/labels.md describes them",
    }
)

Kind = Literal["tile", "die", "sheet"]
KINDS: frozenset[Kind] = frozenset(("tile", "die", "sheet"))
LONGEST_SHEET = 200
"""Letters of what is marked on a sheet: all that there is takes 130."""
_Type = TypeVar("_Type")
_Entry = Mapping[str, Any]


class LabelsError(Refusal):
    """A file of labels that can't be used; `reason` says what is wrong and where."""


@dataclass(frozen=True)
class Box:
    """An upright box in pixels of the photo: its left and upper edge, its width and height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle, x and y."""
        return self.x + self.width / 2, self.y + self.height / 2

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        return self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height

    def straight(self, lens: Lens) -> Box:
        """Where it lies in the straight picture: upright again, between the middles of its sides."""
        (x, y), half_width, half_height = self.centre, self.width / 2, self.height / 2
        sides = [(x - half_width, y), (x, y - half_height), (x + half_width, y), (x, y + half_height)]
        left, top, right, bottom = lens.straighten(np.array(sides))
        return Box(float(left[0]), float(top[1]), float(right[0] - left[0]), float(bottom[1] - top[1]))


@dataclass(frozen=True)
class Label:
    """One piece on a photo.

    Args:
        name: such as ``red circle``, or ``face-down``; of a die its value, such as ``5``; ``sheet``.
        box: where it lies; of a sheet around its four coloured rows.
        cell: the column and row (growing downwards) on which it lies, where the photo shows a board.
        colour: the English name of a die's colour, where the labels tell it.
        sheet: what is marked on a sheet; None for everything else.
    """

    name: str
    box: Box
    cell: tuple[int, int] | None = None
    colour: str | None = None
    sheet: Sheet | None = None


@dataclass(frozen=True)
class LabelledPhoto:
    """A photo and what a person says of it.

    Args:
        path: where it lies.
        labels: of its pieces.
        ignored: the parts of it in which nothing counts.
        kinds: the kinds of pieces that are labelled; others may lie there, and aren't counted.
    """

    path: Path
    labels: tuple[Label, ...]
    ignored: tuple[Box, ...] = ()
    kinds: frozenset[Kind] = KINDS

    def straight(self, lens: Lens | None) -> LabelledPhoto:
        """The labels of the straight picture, in whose pixels its reading is; the same where no lens was taken out."""
        if lens is None:
            return self
        labels = tuple(replace(label, box=label.box.straight(lens)) for label in self.labels)
        return replace(self, labels=labels, ignored=tuple(box.straight(lens) for box in self.ignored))


def kind_of(name: str) -> Kind:
    """What is called so."""
    if name == SHEET:
        return "sheet"
    return "die" if name in VALUES else "tile"


def read_labels(path: str | os.PathLike[str]) -> tuple[LabelledPhoto, ...]:
    """Reads a COCO file; the photos lie beside it.

    Raises:
        LabelsError: if it can't be read or says something that can't be.
    """
    path = Path(path)
    content = _content(path)
    categories = {
        _take(entry, "id", int, where): _name(_take(entry, "name", str, where), where)
        for where, entry in _entries(content, "categories")
    }
    named = frozenset(kind_of(name) for name in categories.values() if name != IGNORE) or KINDS
    photos: dict[int, Path] = {}
    kinds: dict[int, frozenset[Kind]] = {}
    for where, entry in _entries(content, "images"):
        number = _take(entry, "id", int, where)
        if number in photos:
            raise _malformed(where, f"repeats the id {number}")
        photos[number] = path.parent / _file_name(_take(entry, "file_name", str, where), where)
        kinds[number] = _kinds(entry.get("kinds"), where) or named
    labels: dict[int, list[Label]] = {number: [] for number in photos}
    ignored: dict[int, list[Box]] = {number: [] for number in photos}
    for where, entry in _entries(content, "annotations"):
        number, category = _take(entry, "image_id", int, where), _take(entry, "category_id", int, where)
        if number not in photos or category not in categories:
            raise _malformed(where, "names an image or a category that is not in the file")
        name, box = categories[category], _box(entry, where)
        if name == IGNORE:
            ignored[number].append(box)
        else:
            labels[number].append(_label(name, box, entry, where))
    return tuple(LabelledPhoto(photos[key], tuple(labels[key]), tuple(ignored[key]), kinds[key]) for key in photos)


def _content(path: Path) -> _Entry:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise LabelsError("labels_unreadable") from error
    if len(data) > MAX_BYTES:
        raise LabelsError("labels_too_heavy", limit=MAX_BYTES >> 20)
    try:
        content = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise LabelsError("labels_not_json") from error
    if not isinstance(content, dict):
        raise LabelsError("labels_not_json")
    return content


def _malformed(where: str, problem: str) -> LabelsError:
    return LabelsError("labels_malformed", where=where, problem=problem)


def _entries(content: _Entry, key: str) -> list[tuple[str, _Entry]]:
    """Every entry of a list of objects, each with words for where it stands."""
    entries = content.get(key)
    if not isinstance(entries, list):
        raise _malformed(f"“{key}”", "is not a list")
    named = [(f"{key}[{index}]", entry) for index, entry in enumerate(entries)]
    for where, entry in named:
        if not isinstance(entry, dict):
            raise _malformed(where, "is not an object")
    return named


def _take(entry: _Entry, key: str, kind: type[_Type], where: str) -> _Type:
    value = entry.get(key)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise _malformed(where, f"has no “{key}” of the right type")
    return value


def _name(name: str, where: str) -> str:
    if name in (FACE_DOWN, IGNORE, SHEET, *VALUES):
        return name
    try:
        return Tile.parse(name).words
    except InvalidText as error:
        others = f"none of {FACE_DOWN}, {SHEET} and {IGNORE}"
        problem = f"names “{name[:40]}”, which is no tile, no die from 1 to 6, and {others}"
        raise _malformed(where, problem) from error


def _file_name(name: str, where: str) -> PurePosixPath:
    """Only files under the folder of the labels are read, whatever the labels say."""
    path = PurePosixPath(name)
    if not name or path.is_absolute() or ".." in path.parts or "\0" in name:
        raise _malformed(where, "has a “file_name” that is not in the folder of the labels")
    return path


def _box(entry: _Entry, where: str) -> Box:
    numbers = _take(entry, "bbox", list, where)
    sound = len(numbers) == 4 and all(
        isinstance(number, int | float) and abs(number) < 1e6 and math.isfinite(number) for number in numbers
    )
    if not sound or min(numbers[2:]) <= 0:
        raise _malformed(where, "has a “bbox” that is not x, y, width and height in pixels")
    return Box(*map(float, numbers))


def _label(name: str, box: Box, entry: _Entry, where: str) -> Label:
    attributes = entry.get("attributes")
    told: _Entry = attributes if isinstance(attributes, dict) else {}
    match kind_of(name):
        case "die":
            return Label(name, box, colour=_colour(told.get("colour"), where))
        case "sheet":
            return Label(name, box, sheet=_sheet(told.get("marks"), where))
    return Label(name, box, _cell(told.get("cell"), where))


def _colour(colour: object, where: str) -> str | None:
    if colour is None:
        return None
    if colour not in COLOURS:
        raise _malformed(where, f"has a “colour” that is none of {', '.join(COLOURS)}")
    return str(colour)


def _sheet(marks: object, where: str) -> Sheet:
    try:
        if isinstance(marks, str) and len(marks) <= LONGEST_SHEET:
            return parse_sheet(marks)
    except InvalidText:
        pass
    raise _malformed(where, "has no “marks” that tell what is crossed on a sheet, such as R:3,4 Y: G:12 B: P:1")


def _kinds(kinds: object, where: str) -> frozenset[Kind] | None:
    """The kinds of pieces that are labelled on one photo, where that is told."""
    if kinds is None:
        return None
    if isinstance(kinds, list) and kinds and all(str(kind) in KINDS for kind in kinds):
        return frozenset(kind for kind in KINDS if kind in kinds)
    raise _malformed(where, f"has “kinds” that are no list of some of {', '.join(sorted(KINDS))}")


def _cell(cell: object, where: str) -> tuple[int, int] | None:
    """``[x, y]`` with y upwards, or as printed on a board: the row's number and the column's letter."""
    match cell:
        case None:
            return None
        case [int(x), int(y)]:
            return x, -y
        case str() if printed := re.fullmatch(r"([0-9]{1,3})([A-Z])", cell):
            return ord(printed[2]) - ord("A"), int(printed[1])
        case _:
            raise _malformed(where, "has a “cell” that is neither [x, y] nor such as 2G")
