"""What requests about tables ask for, read from JSON that may be hostile."""

from __future__ import annotations

from typing import Any

from engine.game import ENGLISH, Refusal
from webapp.wishes import Wish, is_number, malformed

ENGLISH.update(
    {
        "names_count": "a game has {least} to {most} players: give each a name",
        "name_wrong": "a name has 1 to {most} letters that can be seen: “{name}” has not",
        "names_alike": "two players are called {name}: give each another name",
    }
)

LONGEST_NAME = 30
LONGEST_TEXT = 200
MOST_VERSIONS = 10**6


class TableWish(Wish):
    """The fields of a request about a table."""

    def version(self) -> int:
        """The version that a write was made on.

        Raises:
            Refusal: if it is missing or no version.
        """
        return self.number("version", range(1, MOST_VERSIONS), 0)

    def player(self, count: int) -> int:
        """One of so many players.

        Raises:
            Refusal: if there is none.
        """
        return self.number("player", range(count), -1)

    def turn(self, count: int) -> int | None:
        """Whose turn it is, None if that was not told."""
        return None if self.fields.get("turn") is None else self.number("turn", range(count), 0)

    def names(self, allowed: range) -> tuple[str, ...]:
        """The players' names, all different.

        Raises:
            Refusal: if there are too few or too many, or one can't be read.
        """
        entries = self.fields.get("players")
        if not isinstance(entries, list) or len(entries) not in allowed:
            raise Refusal("names_count", least=allowed[0], most=allowed[-1])
        names = tuple(_name(entry) for entry in entries)
        for name in names:
            if names.count(name) > 1:
                raise Refusal("names_alike", name=name)
        return names

    def numbers(self, field: str, allowed: range, most: int) -> tuple[int, ...]:
        """Whole numbers; nothing if they were not told.

        Raises:
            Refusal: if something else is there.
        """
        entries = self.entries(field, most)
        if not all(is_number(entry) and entry in allowed for entry in entries):
            raise malformed(field, f"holds something else than whole numbers from {allowed[0]} to {allowed[-1]}")
        return tuple(entries)

    def text(self, field: str) -> str:
        """A short text.

        Raises:
            Refusal: if it is missing or none.
        """
        return _text(self.fields.get(field), field)

    def texts(self, field: str, most: int) -> tuple[str, ...]:
        """Short texts; nothing if they were not told.

        Raises:
            Refusal: if something else is there.
        """
        return tuple(_text(entry, field) for entry in self.entries(field, most))


def _text(value: object, field: str) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise malformed(field, "is no text, or a very long one")
    return value


_JOINERS = "\u200c\u200d"
"""What can't be seen, but is needed between letters of Persian and Hindi names, and within the picture of a family."""


def _name(entry: Any) -> str:
    name = " ".join(entry.split()).strip(_JOINERS) if isinstance(entry, str) else ""
    seen = name.translate(dict.fromkeys(map(ord, _JOINERS)))
    if not (seen and len(name) <= LONGEST_NAME and seen.isprintable()):
        raise Refusal("name_wrong", most=LONGEST_NAME, name=name[:LONGEST_NAME])
    return name
