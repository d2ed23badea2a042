"""What can happen in a game of Qwixx, as events, each with its form in plain values for JSON.

Players are numbered from 0, each passing the turn to the next: the one on the left.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from engine.game import EventForms, string, whole
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
    """The active player rolls the dice that are in play.

    Args:
        roll: what they show.
        untold: the open rows whose dice were rolled, but nobody knows what they showed: those of a row that was held
            to be closed by mistake. Nothing can be marked by them.
    """

    roll: Roll
    untold: frozenset[Row] = frozenset()


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


def _plain(name: str, value: Any) -> Any:
    match name:
        case "marks":
            return [decision_text(mark) for mark in value]
        case "sheets":
            return [str(sheet) for sheet in value]
        case "closed" | "untold":
            return [row.word for row in sorted(value)]
        case "roll" | "first" | "preset":
            return str(value)
    return list(value) if isinstance(value, tuple) else value


def _read(name: str, value: Any) -> Any:
    match name:
        case "marks":
            return tuple(parse_mark_or_none(string(text)) for text in value)
        case "sheets":
            return tuple(parse_sheet(string(text)) for text in value)
        case "closed" | "untold":
            return frozenset(Row[string(word).upper()] for word in value)
        case "players":
            return tuple(map(string, value))
        case "roll":
            return parse_roll(string(value))
        case "first":
            return Action(string(value))
        case "preset":
            return Preset(string(value))
    return whole(value)


FORMS: EventForms[Event] = EventForms((Start, Open, Throw, Declare, Act), _plain, _read)
"""The events in plain values for JSON."""
