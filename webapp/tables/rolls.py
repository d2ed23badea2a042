"""A game of Qwixx in which a row is opened or closed after the event: later rolls were told by what was believed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.game import IllegalMove
from engine.qwixx.events import Event, Throw
from engine.qwixx.game import QWIXX, QwixxGame, State

BROKEN = "correction_breaks"


def corrected(game: QwixxGame, at: int, *events: Event) -> QwixxGame:
    """The game with other events in the place of some; later rolls then go by the rows that are open.

    A die that was not told, since its row was held to be closed, stays untold; one that was told, though its row is
    closed now, doesn't count.

    Args:
        game: that is put right.
        at: the place of the first event that is replaced.
        events: those that take the places from there on.

    Raises:
        IllegalMove: if the rules forbid them or what came later.
    """
    try:
        return game.correct(at, *events)
    except IllegalMove as error:
        if error.reason.code != BROKEN or (fitted := _fitted(game, at, events)) == list(events):
            raise
        return game.correct(at, *fitted)


def _fitted(game: QwixxGame, at: int, events: Sequence[Event]) -> list[Event]:
    """The events, and the later ones up to the last roll that has to be told otherwise."""
    end = at + len(events)
    start, *rest = [*game.events[:at], *events, *game.events[end:]]
    state, fitted = QWIXX.initial(start), [start]
    for place, event in enumerate(rest, 1):
        may_fit = isinstance(event, Throw) and (place >= end or _is_untold(game.events[place]))
        told = _as_open(state, event) if isinstance(event, Throw) and may_fit else event
        fitted.append(told)
        end = max(end, place + 1) if told != event else end
        try:
            state = QWIXX.after(state, told)
        except IllegalMove:
            break  # the game itself refuses it, with the reason
    return fitted[at:end]


def _is_untold(event: Event) -> bool:
    return isinstance(event, Throw) and bool(event.untold)


def _as_open(state: State, throw: Throw) -> Throw:
    """A roll as the open rows have it."""
    told, rows = frozenset(throw.roll.rows), frozenset(state.open_rows)
    return replace(throw, roll=throw.roll.without(told - rows), untold=rows - told)
