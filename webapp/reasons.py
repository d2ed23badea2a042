"""Reasons as JSON tells them, whichever game they are about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from calibration.errors import CalibrationError
from engine.game import Reason

Phrase = Callable[[Reason], str]
"""Says a reason in the language of whoever asks; `str` says it in English."""


def reason_json(reason: Reason, phrase: Phrase = str) -> dict[str, Any]:
    """A reason with its code, its parameters and its sentence."""
    params = {name: _plain(value) for name, value in reason.params.items()}
    return {"code": reason.code, "params": params, "message": phrase(reason)}


def as_reason(error: CalibrationError) -> Reason:
    """Why calibrating refuses something, as the engine tells reasons."""
    return Reason(error.code, error.params)


def points_text(points: int) -> str:
    """So many points."""
    return f"{points} point" if points == 1 else f"{points} points"


def _plain(value: object) -> object:
    """A parameter as JSON knows it: numbers stay numbers, everything else becomes its text."""
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return value if isinstance(value, bool | int | float | None) else str(value)
