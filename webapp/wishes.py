"""What a request to the API asks for, read from JSON that may be hostile: what is the same for every game."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Self, TypeGuard

from engine.game import ENGLISH, Budget, Refusal
from webapp.thinking import THOROUGH, within

ENGLISH.update(
    {
        "wish_not_json": "the request is not a JSON object: reload the page and try again",
        "wish_malformed": "“{field}” {problem}: reload the page and try again",
    }
)


MOST_HINTS = 50
"""More hints nobody looks through."""
FEW_HINTS = 12


@dataclass(frozen=True)
class Wish:
    """The fields of a request.

    Args:
        fields: by their names.
    """

    fields: Mapping[str, Any]

    @classmethod
    def of(cls, data: object) -> Self:
        """The wish in a JSON value.

        Raises:
            Refusal: if it is no object.
        """
        if not isinstance(data, dict):
            raise Refusal("wish_not_json")
        return cls(data)

    def number(self, field: str, allowed: range, default: int) -> int:
        """A whole number.

        Raises:
            Refusal: if it is something else or out of range.
        """
        value = self.fields.get(field, default)
        if not is_number(value) or value not in allowed:
            raise malformed(field, f"is not a whole number from {allowed.start} to {allowed.stop - 1}")
        return int(value)

    def hints(self, field: str) -> int:
        """How many hints are wanted, a few unless told otherwise.

        Raises:
            Refusal: if it is no number, or too many.
        """
        return self.number(field, range(1, MOST_HINTS + 1), FEW_HINTS)

    def thinking(self, hints: int) -> Budget:
        """How much may be thought: so many milliseconds as ``within`` tells, or until it is as good as it gets.

        Args:
            hints: how many are wanted.

        Raises:
            Refusal: if it is no number, or longer than anybody may ask for.
        """
        return within(self.number("within", range(THOROUGH + 1), THOROUGH), hints)

    def choice(self, field: str, allowed: Collection[str], default: str) -> str:
        """One of a few words.

        Raises:
            Refusal: if it is something else.
        """
        value = self.fields.get(field, default)
        if not isinstance(value, str) or value not in allowed:
            raise malformed(field, f"is none of {', '.join(allowed)}")
        return value

    def flag(self, field: str, default: bool) -> bool:
        """True or false.

        Raises:
            Refusal: if it is something else.
        """
        value = self.fields.get(field, default)
        if not isinstance(value, bool):
            raise malformed(field, "is neither true nor false")
        return value

    def entries(self, field: str, most: int) -> list[Any]:
        """A list of at most so many values; empty if it was not told.

        Raises:
            Refusal: if it is something else or longer.
        """
        value = self.fields.get(field) or []
        if not isinstance(value, list) or len(value) > most:
            raise malformed(field, f"is not a list of at most {most} entries")
        return value


def parsed(text: str | bytes) -> object:
    """The value of a JSON text.

    Raises:
        Refusal: if it is not JSON.
    """
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refusal("wish_not_json") from error
    return value


def is_number(value: object) -> TypeGuard[int]:
    """Whether a JSON value is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def malformed(field: str, problem: str) -> Refusal:
    """The refusal of a field that can't be what it should be."""
    return Refusal("wish_malformed", field=field[:40], problem=problem)
