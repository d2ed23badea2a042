"""What holds in every position of every game by both presets, also across its end."""

import json
from dataclasses import replace
from itertools import combinations_with_replacement, pairwise, product
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.game import Game
from engine.qwixx.events import Act, Declare, Preset, Throw
from engine.qwixx.game import QWIXX, QwixxGame, State
from engine.qwixx.marks import Action, LegalMarks
from engine.qwixx.roll import Roll
from engine.qwixx.sheet import Row
from tests.engine.replays import assert_undone

from . import brute_force
from .positions import next_event, random_sheet, random_start

PLAYED = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def games(draw: st.DrawFn) -> QwixxGame:
    """A game after any number of its events, its end included."""
    random = Random(draw(st.integers(0, 2**32)))
    game: QwixxGame = Game(QWIXX, (random_start(random),))
    for _ in range(draw(st.integers(0, 150))):
        event = next_event(game.state, random)
        if event is None:
            break
        game = game.then(event)
    return game


def states(game: QwixxGame) -> list[State]:
    found = [QWIXX.initial(game.events[0])]
    for event in game.events[1:]:
        found.append(QWIXX.after(found[-1], event))
    return found


@PLAYED
@given(games())
def test_sheets_only_grow_and_stay_legal(game: QwixxGame) -> None:
    for before, after in pairwise(states(game)):
        for was, sheet in zip(before.sheets, after.sheets, strict=True):
            assert all(old <= new for old, new in zip(was.rows, sheet.rows, strict=True))
            assert 0 <= sheet.penalties - was.penalties <= 1
            assert not sheet.status()
        assert sum(sheet.penalties for sheet in after.sheets) - sum(sheet.penalties for sheet in before.sheets) <= 1
    assert QWIXX.scores(game.state) == tuple(
        brute_force.points(brute_force.marks_of(sheet), sheet.penalties) for sheet in game.state.sheets
    )


@PLAYED
@given(games())
def test_a_closed_row_stays_closed_and_its_die_is_gone(game: QwixxGame) -> None:
    for before, after in pairwise(states(game)):
        assert before.closed <= after.closed
        assert after.roll is None or after.roll.rows == after.open_rows
        for row in before.closed:
            assert [sheet.rows[row] for sheet in before.sheets] == [sheet.rows[row] for sheet in after.sheets]
        locked = {row for row in Row for sheet in after.sheets if sheet.is_locked(row)}
        assert locked | game.state.start.closed == after.closed


@PLAYED
@given(games())
def test_a_game_is_over_just_when_it_has_ended_and_the_turn_is_finished(game: QwixxGame) -> None:
    for state in states(game):
        assert state.over == (state.has_ended and not state.actions and state.roll is None)
        assert (QWIXX.outcome(state) is not None) == state.over
        if state.start.preset == Preset.PUBLISHER:
            assert state.over == state.has_ended


@PLAYED
@given(games(), st.integers(1, 12))
def test_undo_equals_not_having_played(game: QwixxGame, steps: int) -> None:
    assert_undone(game, steps)


@PLAYED
@given(games())
def test_a_game_replays_from_json(game: QwixxGame) -> None:
    replayed: QwixxGame = Game.from_json(QWIXX, json.loads(json.dumps(game.to_json())))
    assert replayed.state == game.state


@PLAYED
@given(st.integers(0, 2**32), st.sampled_from(Preset))
def test_games_go_as_the_rules_told_plainly_say(seed: int, preset: Preset) -> None:
    random = Random(seed)
    start = random_start(random, preset)
    start = replace(start, turn=start.turn or 0)
    game: QwixxGame = Game(QWIXX, (start,))
    table = brute_force.Table(
        preset == Preset.PUBLISHER,
        [brute_force.marks_of(sheet) for sheet in game.state.sheets],
        [sheet.penalties for sheet in game.state.sheets],
        {row.letter for row in game.state.closed},
        game.state.turn or 0,
    )
    chosen: dict[tuple[str, int], str] = {}
    listed: dict[tuple[str, int], set[str]] = {}

    def choose(player: int, action: str, may: set[str]) -> str:
        assert listed.pop((action, player)) == may
        return chosen[action, player]

    while not game.state.over:
        game = game.then(Throw(Roll.thrown(random, game.state.open_rows)))
        assert game.state.roll is not None
        white, dice = game.state.roll.white, brute_force.dice_of(game.state.roll)
        if game.state.is_declaring:
            game = game.then(Declare(random.choice(list(Action))))
        order = [action.value for action in game.state.actions]
        while game.state.roll is not None:
            action, deciders = game.state.actions[0].value, QWIXX.deciders(game.state)
            event = next_event(game.state, random)
            assert isinstance(event, Act)
            for player, mark in zip(deciders, event.marks, strict=True):
                listed[action, player] = set(map(str, game.state.legal_marks(player)))
                chosen[action, player] = str(mark or "")
            game = game.then(event)
        table.turn(white, dice, order, choose)
        assert not listed
        assert [str(sheet) for sheet in game.state.sheets] == list(table.texts())
        assert {row.letter for row in game.state.closed} == table.closed
        assert (game.state.over, game.state.over or game.state.turn) == (table.over, table.over or table.active)
    assert QWIXX.scores(game.state) == tuple(map(brute_force.points, table.sheets, table.penalties))


@pytest.mark.parametrize("seed", range(3))
def test_every_roll_gives_the_marks_that_the_rules_told_plainly_give(seed: int) -> None:
    random = Random(seed)
    sheet = random_sheet(random)
    marks = brute_force.marks_of(sheet)
    open_rows = random.sample(list(Row), random.randint(2, 4))
    values = [range(1, 7) if row in open_rows else (None,) for row in Row]
    for white in combinations_with_replacement(range(1, 7), 2):
        for coloured in product(*values):
            roll = Roll((white[0], white[1]), coloured)
            for action in Action:
                found = set(map(str, LegalMarks(sheet, roll, action)))
                assert found == brute_force.allowed(marks, brute_force.dice_of(roll), roll.white, action.value)
