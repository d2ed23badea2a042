"""The players of Qwixx that the adviser is measured against, and whole games, in plain arithmetic.

None of them foresees what the others do in a turn. Compiled when this is imported.
"""

from __future__ import annotations

from pathlib import Path

import numba
import numpy as np
from numba.extending import register_jitable

from engine.compiling import compiled
from engine.qwixx.compiled_contest import FLAG, FLOATS, FLOATS_2, INT, INTS, LEARNED, SHEETS, TABLE, TURN
from engine.qwixx.contest import (
    COLOUR_FIRST,
    COLOUR_MARK,
    MOST_PLANS,
    NO_MARK,
    WHITE_MARK,
    Sheets,
    Turn,
    best_other,
    copy_of,
    copy_to,
    empty_sheets,
    list_plans,
    new_turn,
    share_of_win,
    take_turn,
)
from engine.qwixx.expectation import Floats, Integers
from engine.qwixx.playing import closed_rows
from engine.qwixx.sheet import MARKS_BEFORE_LAST, PENALTIES
from engine.qwixx.states import CLOSED, OPEN, PASSED, POSITIONS, ROWS
from engine.qwixx.winning import Learned, Singles, to_come

FILE = Path(__file__).with_name("qwixx_field.npz")
"""The weights of the two that are tuned."""

RANDOM, GREEDY, SKIP, SOLITAIRE, LINEAR, SMALL_NET = range(6)
"""The kinds of players."""
KIND, SKIPS, RULES = range(3)
"""The columns of who plays: the kind, how many numbers a `SKIP` passes over at most, whether end-of-game rules hold."""

ALWAYS, USUALLY = 1e6, 1e3
"""What end-of-game rules add to values: ending into a win or a loss, and taking a lock."""

WEIGHTS = 4
"""Of the linear player: for a skipped number, for marks times room to their right, for a row ready to be locked, for a
penalty. A point weighs 1."""
INPUTS, UNITS = 18, 16
"""Of the small net."""
NET_SIZE = INPUTS * UNITS + 2 * UNITS + 1

COUNT = np.array([count for _, count in OPEN] + [0])
"""(57,) marks by row state; of a closed row none count any more."""


def linear_value(states: Integers, points: float, penalties: int, weights: Floats) -> float:
    """A sheet by four weights."""
    value = points + weights[3] * penalties
    for row in range(ROWS):
        state = states[row]
        if state != CLOSED:
            passed, count = PASSED[state], COUNT[state]
            value += weights[0] * (passed - count) + weights[1] * count * (PASSED[CLOSED] - passed)
            if count >= MARKS_BEFORE_LAST:
                value += weights[2]
    return float(value)


def small_inputs(states: Integers, points: float, penalties: int, inputs: Floats) -> None:
    """A sheet as the small net sees it: how far each row is, its marks, whether it is closed or ready to be locked."""
    for row in range(ROWS):
        state = states[row]
        inputs[4 * row] = PASSED[state] / POSITIONS
        inputs[4 * row + 1] = COUNT[state] / POSITIONS
        inputs[4 * row + 2] = 1.0 if state == CLOSED else 0.0
        inputs[4 * row + 3] = 1.0 if COUNT[state] >= MARKS_BEFORE_LAST else 0.0
    inputs[16] = penalties / 4
    inputs[17] = points / 50


def small_value(inputs: Floats, weights: Floats) -> float:
    """What the small net says of a sheet: the final score, in units of 50 points."""
    value = weights[NET_SIZE - 1]
    for unit in range(UNITS):
        own = weights[unit * (INPUTS + 2) : (unit + 1) * (INPUTS + 2)]
        total = own[INPUTS]
        for at in range(INPUTS):
            total += own[at] * inputs[at]
        value += own[INPUTS + 1] * np.tanh(total)
    return float(value)


def sheet_value(
    who: Integers,
    weights: Floats,
    before: Integers,
    after: Sheets,
    plan: Integers,
    viewer: int,
    turn: int,
    numbers: Singles,
    inputs: Floats,
) -> float:
    """What a player thinks of the own sheet after a turn.

    Args:
        who: (3,) the kind of player.
        weights: of the linear player or the small net.
        before: the row states before it.
        after: the sheets after it.
        plan: what the player did.
        viewer: the player.
        turn: the active one.
        numbers: of `values`.
        inputs: (`INPUTS`,) to work with.
    """
    states, points, penalties = after.rows[viewer], float(after.points[viewer]), after.penalties[viewer]
    if who[KIND] == LINEAR:
        return linear_value(states, points, penalties, weights)
    if who[KIND] == SMALL_NET:
        small_inputs(states, points, penalties, inputs)
        return small_value(inputs, weights)
    if who[KIND] == SOLITAIRE:
        players = len(after.rows)
        return points + to_come(states, min(penalties, PENALTIES - 1), (viewer - turn - 1) % players, numbers)
    marks = (plan[WHITE_MARK] >= 0) + (plan[COLOUR_MARK] >= 0)
    skipped = PASSED[states].sum() - PASSED[before].sum() - marks
    return float(points - 0.001 * skipped if who[KIND] == GREEDY else 100.0 * marks - skipped)


def skips(states: Integers, mark: int) -> int:
    """How many numbers a mark passes over."""
    return int(mark % POSITIONS - PASSED[states[mark // POSITIONS]])


def makes(who: Integers, states: Integers, plan: Integers) -> bool:
    """Whether a `SKIP` makes such marks."""
    first, second = plan[WHITE_MARK], plan[COLOUR_MARK]
    if plan[COLOUR_FIRST]:
        first, second = second, first
    passed = 0
    if first >= 0:
        passed = skips(states, first)
    if second >= 0:
        more = skips(states, second)
        if first >= 0 and first // POSITIONS == second // POSITIONS:
            more = second % POSITIONS - first % POSITIONS - 1
        passed = max(passed, more)
    return bool(passed <= who[SKIPS])


def decide(
    who: Integers,
    weights: Floats,
    sheets: Sheets,
    turn: Turn,
    viewer: int,
    luck: int,
    learned: Learned,
    plan: Integers,
) -> None:
    """What a player does in the rest of a turn.

    Args:
        who: (3,) the kind of player, see `KIND`.
        weights: of the linear player or the small net.
        sheets: everybody's.
        turn: in which.
        viewer: the player.
        luck: a random number for who plays at random.
        learned: for this game.
        plan: (3,) filled.
    """
    players = len(sheets.rows)
    before = sheets.rows[viewer]
    plans = np.empty((MOST_PLANS, 3), np.int64)
    count = list_plans(before.copy(), turn, viewer == turn.player, plans)
    if who[KIND] == RANDOM:
        plan[:] = plans[luck % count]
        return
    best, most = -np.inf, best_other(sheets.points, viewer)
    nothing = np.full((players, 3), NO_MARK)
    nothing[:, COLOUR_FIRST] = 0
    now = Turn(turn.player, turn.roll, turn.due, turn.marked or viewer != turn.player, turn.publisher)
    inputs, after = np.zeros(INPUTS), copy_of(sheets)
    for at in range(count):
        if who[KIND] == SKIP and not makes(who, before, plans[at]):
            continue
        copy_to(sheets, after)
        nothing[viewer] = plans[at]
        over = take_turn(after, now, nothing)
        value = sheet_value(who, weights, before, after, plans[at], viewer, turn.player, learned.numbers, inputs)
        if who[RULES]:
            points = after.points[viewer]
            if over and points > most:
                value += ALWAYS
            elif over and points < most:
                value -= ALWAYS
            elif closed_rows(after.rows[viewer]) > closed_rows(before):
                value += USUALLY
        if value > best:
            best = value
            plan[:] = plans[at]


def play_one(
    who: Integers, weights: Floats, publisher: bool, learned: Learned, sheets_seen: Floats, points: Integers
) -> int:
    """Plays one game, whole turns being decided at once.

    Args:
        who: (players, 3) by seat.
        weights: (players, n) by seat.
        publisher: the reading of the rules.
        learned: for this game.
        sheets_seen: (turns, players, `INPUTS`) filled with all sheets after each turn; empty to note none.
        points: (players,) filled with the final ones.

    Returns:
        How many turns were taken.
    """
    players = len(who)
    sheets, chosen = empty_sheets(players), np.zeros((players, 3), np.int64)
    turns = 0
    over = False
    while not over:
        roll = np.random.randint(1, 7, 2 + ROWS)  # noqa: NPY002 - the only generator that numba can seed
        turn = new_turn(turns % players, roll, publisher)
        for seat in range(players):
            luck = np.random.randint(1 << 30)  # noqa: NPY002
            decide(who[seat], weights[seat], sheets, turn, seat, luck, learned, chosen[seat])
        over = take_turn(sheets, turn, chosen)
        if turns < len(sheets_seen):
            for seat in range(players):
                own = sheets_seen[turns, seat]
                small_inputs(sheets.rows[seat], sheets.points[seat], sheets.penalties[seat], own)
        turns += 1
    points[:] = sheets.points
    return turns


def play_match(who: Integers, weights: Floats, publisher: bool, learned: Learned, seed: int, won: Floats) -> None:
    """Plays deals with the players turned round the table.

    Args:
        who: (players, 3).
        weights: (players, n).
        publisher: the reading of the rules.
        learned: for this game.
        seed: of the deals.
        won: (deals, players) filled with the mean share of the wins.
    """
    players = len(who)
    seated, their_weights = who.copy(), weights.copy()
    points, none = np.zeros(players, np.int64), np.zeros((0, players, INPUTS))
    for deal in range(len(won)):
        won[deal] = 0
        for shift in range(players):
            np.random.seed(seed + deal)  # noqa: NPY002
            for seat in range(players):
                seated[seat] = who[(seat + shift) % players]
                their_weights[seat] = weights[(seat + shift) % players]
            play_one(seated, their_weights, publisher, learned, none, points)
            for seat in range(players):
                won[deal, (seat + shift) % players] += share_of_win(points, seat) / players


def play_alike(
    who: Integers,
    weights: Floats,
    publisher: bool,
    learned: Learned,
    seed: int,
    sheets_seen: Floats,
    turns: Integers,
    points: Integers,
) -> None:
    """Plays games and notes all sheets, for learning.

    Args:
        who: (players, 3).
        weights: (players, n).
        publisher: the reading of the rules.
        learned: for this game.
        seed: of the dice.
        sheets_seen: (games, turns, players, `INPUTS`) filled.
        turns: (games,) filled.
        points: (games, players) filled with the final ones.
    """
    np.random.seed(seed)  # noqa: NPY002
    for game in range(len(turns)):
        turns[game] = play_one(who, weights, publisher, learned, sheets_seen[game], points[game])


for _helper in (linear_value, small_inputs, small_value, sheet_value, skips, makes):
    register_jitable(_helper)

_SHEETS_SEEN = numba.float64[:, :, :, ::1]
decide_compiled = compiled(decide, numba.void(INTS, FLOATS, SHEETS, TURN, INT, INT, LEARNED, INTS))
register_jitable(decide)
register_jitable(play_one)
play_match_compiled = compiled(play_match, numba.void(TABLE, FLOATS_2, FLAG, LEARNED, INT, FLOATS_2))
play_alike_compiled = compiled(play_alike, numba.void(TABLE, FLOATS_2, FLAG, LEARNED, INT, _SHEETS_SEEN, INTS, TABLE))
