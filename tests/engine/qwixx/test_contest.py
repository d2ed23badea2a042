"""Turns in plain arithmetic: they allow what the rules allow and lead where these lead."""

from random import Random

import numpy as np
import pytest

from engine.qwixx.advice import WHITE_FIRST
from engine.qwixx.chances import Position, mark_of
from engine.qwixx.contest import COLOUR_FIRST, COLOUR_MARK, MOST_PLANS, WHITE_MARK, list_plans, share_of_win, take_turn
from engine.qwixx.expectation import Integers
from engine.qwixx.game import QWIXX, State
from engine.qwixx.marks import Action, Decision
from engine.qwixx.sheet import Row
from engine.qwixx.states import CLOSED
from tests.engine.qwixx.positions import next_event, random_start


def before_a_turn(random: Random) -> State:
    """A game whose dice have just been rolled."""
    while True:
        state = QWIXX.initial(random_start(random))
        for _ in range(random.randrange(60)):
            event = next_event(state, random)
            state = QWIXX.after(state, event) if event else state
        while not state.over and (state.roll is None or state.marked or state.actions not in ((), WHITE_FIRST)):
            event = next_event(state, random)
            assert event
            state = QWIXX.after(state, event)
        if not state.over:
            return state


def position_of(state: State) -> Position:
    """The numbers of a state, in the order of its seats."""
    assert state.roll is not None
    assert state.turn is not None
    return Position.of(
        state.sheets,
        state.roll,
        turn=state.turn,
        actions=state.actions,
        marked=state.marked,
        preset=state.start.preset,
    )


def plans_of(position: Position, seat: int) -> Integers:
    """All that a player may do."""
    plans = np.zeros((MOST_PLANS, 3), np.int64)
    turn = position.turn
    return plans[: list_plans(position.sheets.rows[seat].copy(), turn, seat == turn.player, plans)]


def by_the_rules(state: State, plans: Integers) -> State:
    """Where the rules lead if everybody does as planned; marks that have become illegal are not made."""
    turn = state.turn
    assert turn is not None
    if state.is_declaring:
        first = Action.COLOUR if plans[turn, COLOUR_FIRST] else Action.WHITE
        state = QWIXX.apply(state, {turn: first})
    while not state.over and state.roll is not None:
        column = WHITE_MARK if state.actions[0] is Action.WHITE else COLOUR_MARK
        decisions: dict[int, Decision] = {}
        for player in QWIXX.deciders(state):
            mark = mark_of(int(plans[player, column]))
            decisions[player] = mark if mark in QWIXX.legal(state, player) else None
        state = QWIXX.apply(state, decisions)
    return state


@pytest.mark.parametrize("seed", range(300))
def test_a_turn_leads_where_the_rules_lead(seed: int) -> None:
    random = Random(seed)
    state = before_a_turn(random)
    position = position_of(state)
    chosen = np.array([random.choice(plans_of(position, seat).tolist()) for seat in range(len(state.sheets))])
    over = take_turn(position.sheets, position.turn, chosen)
    after = by_the_rules(state, chosen)
    assert over == after.over
    assert position.sheets.points.tolist() == [sheet.total for sheet in after.sheets]
    assert position.sheets.penalties.tolist() == [sheet.penalties for sheet in after.sheets]
    closed = [row in after.closed for row in Row]
    assert (position.sheets.rows == CLOSED).any(axis=0).tolist() == closed
    assert (position.sheets.rows == CLOSED).all(axis=0).tolist() == closed


@pytest.mark.parametrize(
    ("points", "shares"), [([3, 1], [1, 0]), ([2, 2], [0.5, 0.5]), ([5, 5, 5, 1], [1 / 3] * 3 + [0])]
)
def test_a_win_is_shared_by_all_with_the_most_points(points: list[int], shares: list[float]) -> None:
    assert [share_of_win(np.array(points), seat) for seat in range(len(points))] == pytest.approx(shares)
