"""What can happen in a game of Qwirkle, as events, each with its form in plain values for JSON.

Players are numbered clockwise from 0. Where hands are hidden, an event says how many tiles there were, and which of
them only as far as somebody told: `tiles` may hold fewer than `count`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.game import EventForms, flag, string, whole
from engine.qwirkle.board import EMPTY_BOARD, Board
from engine.qwirkle.moves import Move
from engine.qwirkle.notation import hand_text, parse_tiles
from engine.qwirkle.tile import Colour, Tile


@dataclass(frozen=True)
class Start:
    """The game begins, on an empty table or in its middle.

    Args:
        players: their names, clockwise.
        sixth: the box's sixth colour.
        oldest: the players from the oldest on, as far as known: they win ties for the opening, the rest by their seats.
        board: the tiles on the table.
        scores: everybody's points so far; nothing for zeros.
        turn: whose turn it is; None to let the opening rule decide, on an empty table alone.
        hands: how many tiles each holds; nothing for six each. Which they are is told by the draws that come next.
        missing: tiles that the box lacks.
        lost: how many more tiles it lacks, nobody knows which.
        draws: whether draws are events of their own; if not, tiles come into hands as they are due, as at a table where
            nobody says what was drawn.
    """

    players: tuple[str, ...]
    sixth: Colour = Colour.PURPLE
    oldest: tuple[int, ...] = ()
    board: Board = EMPTY_BOARD
    scores: tuple[int, ...] = ()
    turn: int | None = None
    hands: tuple[int, ...] = ()
    missing: tuple[Tile, ...] = ()
    lost: int = 0
    draws: bool = True


@dataclass(frozen=True)
class Draw:
    """A player draws tiles."""

    player: int
    count: int
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True)
class Tell:
    """A player, or somebody who saw it, tells what is in a hand; nothing else changes."""

    player: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True)
class Open:
    """The players declare who opens, where their hands are hidden."""

    player: int


@dataclass(frozen=True)
class Play:
    """A player adds tiles to the table."""

    player: int
    move: Move


@dataclass(frozen=True)
class Swap:
    """A player gives back tiles, and draws as many next."""

    player: int
    count: int
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True)
class Pass:
    """A player can't add and the bag is empty."""

    player: int


@dataclass(frozen=True)
class Stuck:
    """The players declare that the bag is empty and nobody can add, where their hands are hidden."""


Event: TypeAlias = Start | Draw | Tell | Open | Play | Swap | Pass | Stuck


def _plain(name: str, value: Any) -> Any:
    if name in ("tiles", "missing"):
        return hand_text(value)
    if name in ("board", "move"):
        return str(value)
    if name == "sixth":
        return value.word
    return list(value) if isinstance(value, tuple) else value


def _read(name: str, value: Any) -> Any:
    if name in ("tiles", "missing"):
        return parse_tiles(string(value))
    if name == "board":
        return Board.parse(string(value))
    if name == "move":
        return Move.parse(string(value))
    if name == "sixth":
        return Colour[string(value).upper()]
    if name == "players":
        return tuple(map(string, value))
    if name in ("oldest", "scores", "hands"):
        return tuple(map(whole, value))
    if name == "draws":
        return flag(value)
    return whole(value)


FORMS: EventForms[Event] = EventForms((Start, Draw, Tell, Open, Play, Swap, Pass, Stuck), _plain, _read)
"""The events in plain values for JSON."""
