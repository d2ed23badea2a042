"""A game of Qwixx at a table: how it begins, and where it stands as JSON and as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.game import Budget
from engine.qwixx.advice import View, advise
from engine.qwixx.events import Act, Event, Start, Throw
from engine.qwixx.game import PLAYERS, QWIXX, QwixxGame
from engine.qwixx.marks import Action, Mark, decision_text
from engine.qwixx.notation import parse_sheet
from engine.qwixx.roll import Roll
from webapp.assistant.qwixx import Advice
from webapp.problems import phrasing
from webapp.qwixx.answer import roll_json, score_json, sheet_json
from webapp.qwixx.hints import advice_json
from webapp.qwixx.wishes import QwixxWish
from webapp.tables.eyes import Eyes
from webapp.tables.rolls import corrected as corrected  # each game's module offers it
from webapp.tables.wishes import TableWish
from webapp.wishes import Wish


def start(wish: Wish) -> Event:
    """The event that begins the game that a request asks for, on empty sheets or in its middle.

    Raises:
        Refusal: if the request can't be read.
    """
    asked, qwixx = TableWish(wish.fields), QwixxWish(wish.fields)
    names = asked.names(PLAYERS)
    sheets = tuple(parse_sheet(text) for text in asked.texts("sheets", len(names)))
    return Start(names, qwixx.preset(), sheets, qwixx.closed(), asked.turn(len(names)))


def check_start(_: Start) -> None:
    """Whatever the engine reads as a beginning, a request could ask for."""


@dataclass
class Turn:
    """A turn as it is told by its events.

    Args:
        at: where the event of its roll stands.
        player: whose it is.
        roll: all dice.
        actions: those taken, each with where its event stands, who decided and what.
        penalty: whether it brought one.
        totals: everybody's points after it.
    """

    at: int
    player: int
    roll: Roll
    actions: list[tuple[int, Action, dict[int, Mark | None]]] = field(default_factory=list)
    penalty: bool = False
    totals: tuple[int, ...] = ()


def turns(game: QwixxGame) -> list[Turn]:
    """The turns so far, the last of them perhaps not finished."""
    told: list[Turn] = []
    begin, *rest = game.events
    state = QWIXX.initial(begin)
    for at, event in enumerate(rest, 1):
        after = QWIXX.after(state, event)
        if isinstance(event, Throw) and state.turn is not None:
            told.append(Turn(at, state.turn, event.roll))
        if isinstance(event, Act):
            turn = told[-1]
            decided = dict(zip(QWIXX.deciders(state), event.marks, strict=True))
            turn.actions.append((at, state.actions[0], decided))
            turn.penalty = after.sheets[turn.player].penalties > state.sheets[turn.player].penalties
        if told:
            told[-1].totals = QWIXX.scores(after)
        state = after
    return told


def state_json(game: QwixxGame, _: Eyes) -> dict[str, Any]:
    """Where the game stands. Sheets lie open; what is still hidden is no part of the game yet."""
    state = game.state
    return {
        "rules": str(state.start.preset),
        "sheets": [{**sheet_json(sheet), "score": score_json(sheet)} for sheet in state.sheets],
        "closed": [row.word for row in sorted(state.closed)],
        "roll": roll_json(state.roll),
        "action": str(state.actions[0]) if state.actions else None,
        "declaring": state.is_declaring,
        "marked": state.marked,
        "legal": {
            str(player): [decision_text(decision) for decision in QWIXX.legal(state, player)]
            for player in QWIXX.deciders(state)
        },
        "turns": [_turn_json(turn) for turn in turns(game)],
    }


def hints(game: QwixxGame, player: int, count: int, budget: Budget) -> dict[str, Any]:
    """What a player should mark in the rest of this turn, be it the own one or another's: the best choices first.

    All sheets lie open, so nothing in it is hidden from anybody. What is decided already and still hidden is not
    looked at.

    Args:
        game: whose dice are rolled.
        player: who asks.
        count: so many choices at most.
        budget: how much may be thought about them.

    Raises:
        IllegalMove: if there is nothing that the player may decide in this turn.
    """
    view = View.of_state(game.state, player)
    return {"player": player, **advice_json(Advice(view, advise(view, budget)), count, phrasing())}


def glance_json(game: QwixxGame) -> dict[str, Any]:
    """What a small picture of the table needs."""
    return {"sheets": [str(sheet) for sheet in game.state.sheets]}


def _turn_json(turn: Turn) -> dict[str, Any]:
    return {
        "at": turn.at,
        "player": turn.player,
        "roll": roll_json(turn.roll),
        "actions": [
            {
                "at": at,
                "action": str(action),
                "marks": [{"player": player, "mark": decision_text(mark)} for player, mark in decided.items()],
            }
            for at, action, decided in turn.actions
        ],
        "penalty": turn.penalty,
        "totals": list(turn.totals),
    }


def notation(game: QwixxGame, _: Eyes) -> str:
    """The game in one line: the sheets that it began with, if any, then each roll and what was marked."""
    begin = [str(sheet) for sheet in game.state.start.sheets]
    return " / ".join([*begin, *map(_turn_text, turns(game))])


def _turn_text(turn: Turn) -> str:
    actions = (f"{action}: {' '.join(map(decision_text, decided.values()))}" for _, action, decided in turn.actions)
    return ", ".join([str(turn.roll), *actions])


def score_rows(game: QwixxGame) -> Iterator[list[Any]]:
    """The score sheet: turn, player, what was rolled and marked, its points, and everybody's total."""
    before = [sheet.total for sheet in QWIXX.initial(game.events[0]).sheets]
    for number, turn in enumerate(turns(game), 1):
        points = turn.totals[turn.player] - before[turn.player]
        yield [number, game.state.name(turn.player), _turn_text(turn), points, *turn.totals]
        before = list(turn.totals)
