"""Rolls of which a die was not told, because its row was held to be closed."""

from __future__ import annotations

import pytest

from engine.game import Game, IllegalMove
from engine.qwixx.events import Act, Event, Open, Preset, Start, Throw
from engine.qwixx.game import QWIXX
from engine.qwixx.notation import parse_mark_or_none, parse_roll
from engine.qwixx.sheet import Row

FOUR = parse_roll("W1 W2 Y4 G5 B6")


def begun(*events: Event) -> Game:  # type: ignore[type-arg]
    return Game(QWIXX, (Start(("Ann", "Ben"), Preset.PUBLISHER), Open(0), *events))


def test_an_untold_die_stands_in_for_that_of_an_open_row() -> None:
    game = begun(Throw(FOUR, frozenset({Row.RED})))
    assert game.state.roll == FOUR
    with pytest.raises(IllegalMove):
        _ = begun(Throw(FOUR)).state


@pytest.mark.parametrize("untold", [{Row.RED, Row.BLUE}, {Row.BLUE}], ids=str)
def test_no_die_is_told_and_untold(untold: set[Row]) -> None:
    with pytest.raises(IllegalMove):
        _ = begun(Throw(FOUR, frozenset(untold))).state


def test_nothing_is_marked_by_an_untold_die() -> None:
    game = begun(Throw(FOUR, frozenset({Row.RED})), Act((None, None)))
    assert not [mark for mark in map(str, QWIXX.legal(game.state, 0)) if mark.startswith("R")]
    with pytest.raises(IllegalMove):
        game.then(Act((parse_mark_or_none("R5"),)))


def test_it_comes_through_the_log() -> None:
    game = begun(Throw(FOUR, frozenset({Row.RED})))
    assert game.to_json()[-1] == {"event": "throw", "roll": str(FOUR), "untold": ["red"]}
    assert Game.from_json(QWIXX, game.to_json()).state == game.state
