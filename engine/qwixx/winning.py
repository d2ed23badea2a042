"""The chance to win, learned from games that the adviser played against itself: a small network over the whole table.

It sees every sheet from one player's view, after a turn and before the next roll. Its first layer adds up one vector
for each row of each sheet (a row has 57 states, so this is a table look-up) and a few numbers about points, penalties
and turns. Among them are the points that the exact solution of the game alone expects: the network only has to learn
what others change of it. Plain functions on plain arrays, compiled by `compiled_contest`; ``python -m
models.training.qwixx_winning`` makes the file again.
"""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.qwixx.contest import Sheets
from engine.qwixx.events import Preset
from engine.qwixx.expectation import Integers
from engine.qwixx.game import ROWS_TO_END
from engine.qwixx.pairs import ACROSS
from engine.qwixx.playing import closed_rows
from engine.qwixx.states import PAIR, ROWS
from engine.qwixx.values import read as read_values

Singles: TypeAlias = NDArray[np.float32]
Net: TypeAlias = tuple[Singles, Singles, Singles, Singles, Singles, Singles, Singles]
"""Vectors of rows (2, 4, 57, h): own and others'; of numbers (n, h); their bias (h,); second layer (h, k) and (k,);
outputs (k, 3) and (3,)."""

OWN_POINTS, OWN_TO_COME, AHEAD, BEST_TOTAL = 0, 2, 3, 23
"""Where the points, those still to come alone, by how much their sum is above the others' best, and that stand."""
OWN_UNIT, TOTAL_UNIT = 50.0, 100.0
"""Their units."""

FILE = Path(__file__).with_name("winning.npz")
PARTS = 7
"""Of a network."""
NUMBERS_SEEN = 24
"""How many numbers `describe` gives."""
OUTPUTS = 3
"""What the network says: log-odds to win, and by how much the own and the others' best final score differ from what
is expected alone, in units of `SCORE_UNIT`."""
SCORE_UNIT = 20.0


def to_come(states: Integers, penalties: int, waits: int, numbers: Singles) -> float:
    """The points still to come if nobody else closes a row, see `values`; 0 where two rows are closed."""
    if closed_rows(states) >= ROWS_TO_END:
        return 0.0
    of = numbers[waits, penalties]
    red, yellow, green, blue = states[0], states[1], states[2], states[3]
    points = of[PAIR[red, yellow]] + of[PAIR[green, blue]]
    points += of[ACROSS + PAIR[red, green]] + of[ACROSS + PAIR[red, blue]]
    return float(points + of[ACROSS + PAIR[yellow, green]] + of[ACROSS + PAIR[yellow, blue]])


class Learned(NamedTuple):
    """All that was learned for one reading of the rules and one number of players.

    Args:
        numbers: (players, 4, 3306) of `values`.
        net: the network.
    """

    numbers: Singles
    net: Net


class Desk(NamedTuple):
    """Arrays to work with.

    Args:
        seen: (`NUMBERS_SEEN`,) what `describe` says.
        hidden: (h,) the first layer.
        second: (k,) the second layer.
        answer: (`OUTPUTS`,) what the network says.
    """

    seen: Singles
    hidden: Singles
    second: Singles
    answer: Singles


def new_desk(net: Net) -> Desk:
    """Arrays of the right sizes."""
    return Desk(
        np.zeros(NUMBERS_SEEN, np.float32),
        np.zeros(len(net[2]), np.float32),
        np.zeros(len(net[4]), np.float32),
        np.zeros(OUTPUTS, np.float32),
    )


def describe(sheets: Sheets, viewer: int, next_turn: int, publisher: bool, numbers: Singles, seen: Singles) -> None:
    """What a table looks like to a player, besides the rows, in a game that goes on.

    Args:
        sheets: everybody's.
        viewer: the player.
        next_turn: who rolls next.
        publisher: the reading of the rules.
        numbers: (players, 4, 3306) of `values`.
        seen: (`NUMBERS_SEEN`,) filled.
    """
    rows, points, penalties = sheets.rows, sheets.points, sheets.penalties
    players = len(rows)
    waits = (viewer - next_turn) % players
    own = points[viewer]
    own_to_come = to_come(rows[viewer], penalties[viewer], waits, numbers)
    most, second, mean, most_penalties = -1000, -1000, 0.0, 0
    best_total, best_to_come, mean_total = -1000.0, 0.0, 0.0
    for seat in range(players):
        if seat == viewer:
            continue
        coming = to_come(rows[seat], penalties[seat], (seat - next_turn) % players, numbers)
        total = points[seat] + coming
        if total > best_total:
            best_total, best_to_come = total, coming
        if points[seat] > most:
            most, second = points[seat], most
        elif points[seat] > second:
            second = points[seat]
        mean += points[seat] / (players - 1)
        mean_total += total / (players - 1)
        most_penalties = max(most_penalties, penalties[seat])
    seen[:] = 0
    seen[OWN_POINTS] = own / OWN_UNIT
    seen[1] = (own - most) / SCORE_UNIT
    seen[OWN_TO_COME] = own_to_come / OWN_UNIT
    seen[AHEAD] = (own + own_to_come - best_total) / SCORE_UNIT
    seen[4] = best_to_come / OWN_UNIT
    seen[5] = 1.0 if own > most else 0.0
    seen[6] = 1.0 if own == most else 0.0
    seen[7] = (own - mean) / SCORE_UNIT
    seen[8] = (own + own_to_come - mean_total) / SCORE_UNIT
    seen[9] = (own - max(second, -50)) / SCORE_UNIT
    if penalties[viewer]:
        seen[9 + penalties[viewer]] = 1
    if most_penalties:
        seen[12 + most_penalties] = 1
    seen[16 + waits] = 1
    seen[21] = 1.0 if publisher else 0.0
    seen[22] = players / 5
    seen[BEST_TOTAL] = best_total / TOTAL_UNIT


def look_up(sheets: Sheets, viewer: int, net: Net, desk: Desk) -> None:
    """Asks the network.

    Args:
        sheets: everybody's.
        viewer: whose view it is.
        net: the network.
        desk: holds what `describe` says; its answer is filled.
    """
    of_rows, of_numbers, bias, weights, second_bias, last, last_bias = net
    hidden, second, answer = desk.hidden, desk.second, desk.answer
    hidden[:] = bias
    for seat in range(len(sheets.rows)):
        whose = 0 if seat == viewer else 1
        for row in range(ROWS):
            hidden += of_rows[whose, row, sheets.rows[seat, row]]
    for number in range(NUMBERS_SEEN):
        if desk.seen[number] != 0:
            hidden += desk.seen[number] * of_numbers[number]
    second[:] = second_bias
    for at in range(len(hidden)):
        if hidden[at] > 0:
            second += hidden[at] * weights[at]
    answer[:] = last_bias
    for at in range(len(second)):
        if second[at] > 0:
            answer += second[at] * last[at]


def chance_of(log_odds: float) -> float:
    """The chance that log-odds stand for."""
    return 1 / (1 + math.exp(-log_odds))


def part_name(net: str, part: int) -> str:
    """The name of an array in the file."""
    return f"{net}_{part}"


def read(net: str) -> Net:
    """A network that comes with Kibitz, ``two`` (players) or ``more``."""
    with np.load(FILE, allow_pickle=False) as arrays:
        parts = [np.ascontiguousarray(arrays[part_name(net, part)], np.float32) for part in range(PARTS)]
    return tuple(parts)  # type: ignore[return-value]


@cache
def learned(preset: Preset, players: int) -> Learned:
    """What comes with Kibitz for a game."""
    return Learned(read_values(preset, players).astype(np.float32), read("two" if players == 2 else "more"))
