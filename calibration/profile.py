"""A profile: the numbers that tell a camera and a box of pieces from others, and their form in a file.

The form is JSON, ``{"kibitz_profile": 1, "lens": {...} or null}``, and holds numbers alone. Nothing about a file is
believed: what is not exactly so is refused.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from typing import Any

from calibration.lens import Lens

VERSION = 1
"""Of the form; one more with every change that an older Kibitz can't read."""
MARK = "kibitz_profile"
"""The field by which a profile is known; it holds the version."""


class ForeignProfile(ValueError):
    """JSON, or no JSON, that is no profile."""


class NewerProfile(ValueError):
    """A profile in a form of which this version knows nothing."""


@dataclass(frozen=True)
class Profile:
    """What was calibrated; nothing is needed.

    Args:
        lens: the camera's lens.
    """

    lens: Lens | None = None

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of what was calibrated."""
        return tuple(part.name for part in fields(self) if getattr(self, part.name) is not None)

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
        if told.keys() != {part.name for part in fields(cls)}:
            raise ValueError("other parts than this form has")
        return cls(lens=None if told["lens"] is None else _lens(told["lens"]))


UNKNOWN = Profile()
"""That of a camera of which nothing is known."""


def _lens(told: Any) -> Lens:
    if not isinstance(told, dict) or told.keys() != {field.name for field in fields(Lens)}:
        raise ValueError("other fields than a lens has")
    if not all(_is_count(told[name]) for name in ("width", "height", "views")):
        raise ValueError("a count is no whole number")
    fx, fy = _numbers(told["focal"], 2)
    cx, cy = _numbers(told["middle"], 2)
    k1, k2, p1, p2, k3 = _numbers(told["distortion"], 5)
    (error,) = _numbers([told["error"]], 1)
    return Lens(told["width"], told["height"], (fx, fy), (cx, cy), (k1, k2, p1, p2, k3), error, told["views"])


def _numbers(told: Any, count: int) -> tuple[float, ...]:
    if not isinstance(told, list) or len(told) != count:
        raise ValueError(f"not {count} numbers")
    if not all(isinstance(number, int | float) and not isinstance(number, bool) for number in told):
        raise ValueError("a number is none")
    try:
        return tuple(map(float, told))
    except OverflowError as error:
        raise ValueError("a number is too large") from error


def _is_count(told: Any) -> bool:
    return isinstance(told, int) and not isinstance(told, bool)
