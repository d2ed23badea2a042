"""What can happen in a game of Qwixx, as events, each with its form in plain values for JSON.

Players are numbered from 0, each passing the turn to the next: the one on the left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from engine.game import InvalidText
from engine.qwixx.marks import Action, Mark, decision_text
from engine.qwixx.notation import parse_mark_or_none, parse_roll, parse_sheet
from engine.qwixx.roll import Roll
from engine.qwixx.sheet import Row, Sheet


class Preset(StrEnum):
    """One of the two published readings of the rules."""

    GAMERULES = "gamerules"
    """The active player says after the roll which action comes first; the turn in which the end comes is finished."""
    PUBLISHER = "publisher"
    """White first, then colour; when the white action closes the second row, the game ends at once."""


@dataclass(frozen=True)
class Start:
    """The game begins, on empty sheets or in its middle.

    Args:
        players: their names, each passing the turn to the next.
        preset: the reading of the rules.
        sheets: everybody's; nothing for empty ones.
        closed: the rows that are closed, besides those that the sheets show to be.
        turn: whose turn it is; None until it is known who begins.
    """

    players: tuple[str, ...]
    preset: Preset = Preset.GAMERULES
    sheets: tuple[Sheet, ...] = ()
    closed: frozenset[Row] = frozenset()
    turn: int | None = None


@dataclass(frozen=True)
class Open:
    """The players declare who begins: the first of them to roll a 6."""

    player: int


@dataclass(frozen=True)
class Throw:
    """The active player rolls the dice that are in play."""

    roll: Roll


@dataclass(frozen=True)
class Declare:
    """The active player says which action comes first."""

    first: Action


@dataclass(frozen=True)
class Act:
    """An action is taken.

    Args:
        marks: what each who may mark does, None for no mark: in the white action all players in their order, in the
            colour action the active player alone.
    """

    marks: tuple[Mark | None, ...]


Event: TypeAlias = Start | Open | Throw | Declare | Act

KINDS: dict[str, type[Event]] = {kind.__name__.lower(): kind for kind in (Start, Open, Throw, Declare, Act)}


def event_json(event: Event) -> dict[str, Any]:
    """An event in plain values: its kind as ``event``, its fields in their text forms, defaults left out."""
    kind = type(event)
    fields = {name: getattr(event, name) for name in kind.__dataclass_fields__}
    defaults = {name: field.default for name, field in kind.__dataclass_fields__.items()}
    return {
        "event": kind.__name__.lower(),
        **{name: _plain(name, value) for name, value in fields.items() if value != defaults[name]},
    }


def read_event(data: Mapping[str, Any]) -> Event:
    """Reads what `event_json` gives.

    Raises:
        GameError, ValueError, KeyError or TypeError: if the data is no event.
    """
    fields = dict(data)
    kind = KINDS.get(fields.pop("event"))
    if kind is None:
        raise InvalidText("unknown_event", text=str(data["event"]))
    return kind(**{name: _read(name, value) for name, value in fields.items()})


def _plain(name: str, value: Any) -> Any:
    match name:
        case "marks":
            return [decision_text(mark) for mark in value]
        case "sheets":
            return [str(sheet) for sheet in value]
        case "closed":
            return [row.word for row in sorted(value)]
        case "roll" | "first" | "preset":
            return str(value)
    return list(value) if isinstance(value, tuple) else value


def _read(name: str, value: Any) -> Any:
    match name:
        case "marks":
            return tuple(parse_mark_or_none(_string(text)) for text in value)
        case "sheets":
            return tuple(parse_sheet(_string(text)) for text in value)
        case "closed":
            return frozenset(Row[_string(word).upper()] for word in value)
        case "players":
            return tuple(map(_string, value))
        case "roll":
            return parse_roll(_string(value))
        case "first":
            return Action(_string(value))
        case "preset":
            return Preset(_string(value))
    return _whole(value)


def _string(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{value!r} is no whole number")
    return value
