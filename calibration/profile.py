"""A profile: the numbers that tell a camera and a box of pieces from others, and their form in a file.

The form is JSON, ``{"kibitz_profile": 3, "lens": {...} or null, "light": ..., "set": ..., "view": ...}``, and holds
numbers and the names of colours alone. Nothing about a file is believed: what is not exactly so is refused.
Files of an older form are read, too; they lack the parts that came later.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from calibration.lens import Lens
from calibration.light import Bgr, ColourSample, Light, Palette
from calibration.shapes import SYMBOL_NUMBERS, Shapes, TileSet
from calibration.view import View

VERSION = 3
"""Of the form; one more with every change that an older Kibitz can't read."""
MARK = "kibitz_profile"
"""The field by which a profile is known; it holds the version."""
SINCE = {"lens": 1, "light": 2, "set": 3, "view": 3}
"""The version of the form in which each part came."""
MOST_SAMPLES = 2000
"""Of a kind of piece: a file with more is none of ours."""
LARGEST = 1e15
"""No number of ours comes near it; the squares and products of larger ones overflow."""


class ForeignProfile(ValueError):
    """JSON, or no JSON, that is no profile."""


class NewerProfile(ValueError):
    """A profile in a form of which this version knows nothing."""


@dataclass(frozen=True)
class Profile:
    """What was calibrated; nothing is needed.

    Args:
        lens: the camera's lens.
        light: the light on the table, and what colours are in it.
        set: the set of tiles, if it is not the common one.
        view: the table as the camera sees it, if that stands still.
    """

    lens: Lens | None = None
    light: Light | None = None
    set: TileSet | None = None
    view: View | None = None

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of what was calibrated."""
        return tuple(part.name for part in fields(self) if getattr(self, part.name) is not None)

    @property
    def light_bodies(self) -> bool:
        """Whether the bodies of the tiles are lighter than what is printed on them."""
        return self.set is not None and self.set.light_bodies

    @property
    def tile_samples(self) -> tuple[ColourSample, ...]:
        """The colours of tiles from which the light is known."""
        return self.light.tiles.samples if self.light and self.light.tiles else ()

    @property
    def die_samples(self) -> tuple[ColourSample, ...]:
        """The same of dice."""
        return self.light.dice.samples if self.light and self.light.dice else ()

    def as_text(self) -> str:
        """The file's content."""
        return json.dumps({MARK: VERSION, **asdict(self)}, indent=1, allow_nan=False) + "\n"

    @classmethod
    def of_text(cls, text: str) -> Profile:
        """The profile that a file's content tells.

        Raises:
            ForeignProfile: if it tells none.
            NewerProfile: if its form is a later one.
            ValueError: if it is damaged.
        """
        try:
            told = json.loads(text)
        except (ValueError, RecursionError) as error:
            if MARK in text:
                raise ValueError("the JSON is cut short") from error
            raise ForeignProfile("no JSON") from error
        if not isinstance(told, dict) or MARK not in told:
            raise ForeignProfile(f"no field {MARK}")
        version = told.pop(MARK)
        if not _is_count(version) or version < 1:
            raise ValueError("the version is no number")
        if version > VERSION:
            raise NewerProfile(f"version {version}")
        if told.keys() != {part for part, since in SINCE.items() if since <= version}:
            raise ValueError("other parts than this form has")
        return cls(**{part: None if content is None else PARTS[part](content) for part, content in told.items()})


UNKNOWN = Profile()
"""That of a camera of which nothing is known."""


def _lens(told: Any) -> Lens:
    _check_fields(told, Lens)
    if not all(_is_count(told[name]) for name in ("width", "height", "views")):
        raise ValueError("a count is no whole number")
    fx, fy = _numbers(told["focal"], 2)
    cx, cy = _numbers(told["middle"], 2)
    k1, k2, p1, p2, k3 = _numbers(told["distortion"], 5)
    (error,) = _numbers([told["error"]], 1)
    return Lens(told["width"], told["height"], (fx, fy), (cx, cy), (k1, k2, p1, p2, k3), error, told["views"])


def _light(told: Any) -> Light:
    _check_fields(told, Light)
    tiles, dice = (None if told[kind] is None else _palette(told[kind]) for kind in ("tiles", "dice"))
    return Light(_three(told["gains"]), tiles, dice)


def _palette(told: Any) -> Palette:
    _check_fields(told, Palette)
    names = tuple(map(_text, _list(told["names"])))
    means = tuple(map(_three, _list(told["means"])))
    spreads = tuple(_numbers(spread, 9) for spread in _list(told["spreads"]))
    samples = tuple(map(_sample, _list(told["samples"])))
    return Palette(names, means, spreads, _three(told["near"]), samples)


def _sample(told: Any) -> ColourSample:
    _check_fields(told, ColourSample)
    if not isinstance(told["taught"], bool):
        raise ValueError("neither true nor false")
    body = None if told["body"] is None else _three(told["body"])
    return ColourSample(_text(told["name"]), _three(told["face"]), body, told["taught"])


def _set(told: Any) -> TileSet:
    _check_fields(told, TileSet)
    if not isinstance(told["light_bodies"], bool):
        raise ValueError("neither true nor false")
    return TileSet(told["light_bodies"], None if told["shapes"] is None else _shapes(told["shapes"]))


def _shapes(told: Any) -> Shapes:
    _check_fields(told, Shapes)
    weights = tuple(_numbers(row, SYMBOL_NUMBERS) for row in _list(told["weights"]))
    return Shapes(weights, _numbers(told["biases"], len(weights)))


def _view(told: Any) -> View:
    _check_fields(told, View)
    if not all(_is_count(told[name]) for name in ("width", "height", "seen")):
        raise ValueError("a count is no whole number")
    (error,) = _numbers([told["error"]], 1)
    return View(told["width"], told["height"], _numbers(told["onto_table"], 9), error, told["seen"])


PARTS: Mapping[str, Callable[[Any], Any]] = {"lens": _lens, "light": _light, "set": _set, "view": _view}
"""Reads each part."""


def _check_fields(told: Any, part: type[Any]) -> None:
    if not isinstance(told, dict) or told.keys() != {field.name for field in fields(part)}:
        raise ValueError(f"other fields than a {part.__name__} has")


def _list(told: Any) -> list[Any]:
    if not isinstance(told, list) or len(told) > MOST_SAMPLES:
        raise ValueError("no list, or one too long")
    return told


def _text(told: Any) -> str:
    if not isinstance(told, str):
        raise ValueError("no text")
    return told


def _three(told: Any) -> Bgr:
    first, second, third = _numbers(told, 3)
    return first, second, third


def _numbers(told: Any, count: int) -> tuple[float, ...]:
    if not isinstance(told, list) or len(told) != count:
        raise ValueError(f"not {count} numbers")
    if not all(isinstance(number, int | float) and not isinstance(number, bool) for number in told):
        raise ValueError("a number is none")
    if not all(abs(number) <= LARGEST for number in told):  # nor is one that is none
        raise ValueError("a number is too large")
    return tuple(map(float, told))


def _is_count(told: Any) -> bool:
    return isinstance(told, int) and not isinstance(told, bool)
