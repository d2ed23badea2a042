"""Rebuilds the values that Qwirkle's hints use: ``python -m models.training.qwirkle_values``, some minutes on one core.

Plays games between two equal players, greedy ones at first, then such as use what was learned so far; now and then
they play any good move, so that all kinds of hands are seen. Fits the lead that is gained over the next turns by what
is to be said of the hands and the table. Needs no PyTorch.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import numba
import numpy as np
from numba.extending import register_jitable
from tqdm import tqdm

from engine.compiling import compiled
from engine.qwirkle.compiled_playing import PLAYOUT
from engine.qwirkle.laying import find_moves, take_back
from engine.qwirkle.playing import (
    deal,
    earned,
    end_turn,
    greedy,
    held_by,
    is_over,
    lay_down,
    pass_turn,
    random_below,
)
from engine.qwirkle.playout import (
    BESIDES,
    BOX,
    FEATURES,
    HIGH,
    LOW,
    NOTHING,
    RECORD,
    TURN,
    WRITTEN,
    Floats,
    Playout,
    new_playout,
)
from engine.qwirkle.tile import HAND_SIZE
from engine.qwirkle.values import FILE, describe, kept_value

GAMES = 16_000
"""A round: some 800,000 turns for 192 numbers."""
ROUNDS = 2
"""Greedy players first, then those who know what was learned from these."""
TURNS = 8
"""Turns over which a lead is counted: later the hand of now no longer matters and chance hides what it brought."""
STRAY = 25
"""Percent of moves that are not the best one, but any that earns nearly as much,"""
NEARLY = 4
"""in points."""
SLACK = 8
"""Moves that earn so much less than another are never the better ones: no hand's value makes up for it."""
TRIES = 50
RIDGE = 1.0
MOST_TURNS = 256
TESTED = 5
"""Each fifth game tells how well the values fit that were learned from the others."""


def most_earned(game: Playout, player: int, found: int, held: int) -> int:
    """The most points that one of the found moves earns."""
    most = 0
    for move in range(found):
        most = max(most, earned(game, player, move * RECORD, held))
    return most


def value_after(game: Playout, player: int, record: int) -> float:
    """`kept_value` after a found move; the game stays as it is."""
    hand = game.hands[player * HAND_SIZE : (player + 1) * HAND_SIZE]
    before = hand.copy()
    written, besides = game.numbers[WRITTEN], game.numbers[BESIDES]
    lay_down(game, player, record)
    value = kept_value(game, player)
    take_back(game, written, besides)
    hand[:] = before
    return value


def foresighted(game: Playout, player: int) -> int:
    """The record of the move with the most points and value of what it leaves, or -1 if the player can't add."""
    found = find_moves(game, player)
    held = held_by(game, player)
    most = most_earned(game, player, found, held)
    chosen = NOTHING
    best = 0.0
    for move in range(found):
        record = move * RECORD
        points = earned(game, player, record, held)
        if points >= most - SLACK:
            value = points + value_after(game, player, record)
            if chosen < 0 or value > best:
                best = value
                chosen = record
    return chosen


def stray(game: Playout, player: int) -> int:
    """The record of any move that earns nearly the most, or -1."""
    found = find_moves(game, player)
    held = held_by(game, player)
    most = most_earned(game, player, found, held)
    for _ in range(TRIES if found else 0):
        record = random_below(game, found) * RECORD
        if earned(game, player, record, held) >= most - NEARLY:
            return record
    return greedy(game, player)


def record_game(game: Playout, seed: int, learned: int, kept: Floats, held: Floats, full: Floats, leads: Floats) -> int:
    """Plays a game and writes down each turn.

    Args:
        game: for two players.
        seed: of the deal.
        learned: whether the players use the game's weights; else they are greedy.
        kept: (turns, `FEATURES`) of the hand kept and the table, after tiles were laid; zeros after a swap or a pass.
        held: (turns, 2 `FEATURES`) of the hands of who is to play and of the other, before it.
        full: (turns,) how full the bag is, before and (second row) after.
        leads: (turns + 1,) the first player's lead before each turn and at the end.

    Returns:
        The number of turns; whose the first was is the sign of the last entry of `leads`.
    """
    deal(game, seed)
    turns = 0
    while not is_over(game) and turns < len(full) - 1:
        player = game.numbers[TURN]
        other = 1 - player
        leads[turns] = game.scores[0] - game.scores[1]
        full[turns] = (game.numbers[HIGH] - game.numbers[LOW]) / BOX
        describe(game, player)
        held[turns, :FEATURES] = game.features
        describe(game, other)
        held[turns, FEATURES:] = game.features
        if random_below(game, 100) < STRAY:
            record = stray(game, player)
        else:
            record = foresighted(game, player) if learned else greedy(game, player)
        kept[turns] = 0.0
        if record < 0:
            pass_turn(game, player)
        else:
            points = earned(game, player, record, held_by(game, player))
            lay_down(game, player, record)
            describe(game, player)
            kept[turns] = game.features
            end_turn(game, player, points)
        game.numbers[TURN] = other
        turns += 1
    leads[turns] = game.scores[0] - game.scores[1]
    return turns


for _helper in (most_earned, value_after, foresighted, stray):
    register_jitable(_helper)

FLOATS, TABLE = numba.float64[::1], numba.float64[:, ::1]
play_and_record = compiled(record_game, numba.int64(PLAYOUT, numba.int64, numba.int64, TABLE, TABLE, FLOATS, FLOATS))


class Lesson(NamedTuple):
    """What one game teaches of one kind of value: (turns, features) and the (turns,) leads gained."""

    features: Floats
    gained: Floats


def lessons(weights: Floats, learned: bool, seeds: range) -> Iterator[tuple[Lesson, Lesson]]:
    """Plays games, and tells of each the lessons for tiles kept and for hands held."""
    game = new_playout(2, weights)
    kept, held = np.zeros((MOST_TURNS, FEATURES)), np.zeros((MOST_TURNS, 2 * FEATURES))
    full, leads = np.zeros(MOST_TURNS), np.zeros(MOST_TURNS + 1)
    for seed in seeds:
        turns = play_and_record(game, seed, learned, kept, held, full, leads)
        places = np.arange(turns)
        first = (game.numbers[TURN] + turns) % 2
        sign = np.where((places + first) % 2 == 0, 1.0, -1.0)
        bag = full[:turns, None]
        after = sign * (leads[np.minimum(places + 1 + TURNS, turns)] - leads[places + 1])
        before = sign * (leads[np.minimum(places + TURNS, turns)] - leads[places])
        added = kept[:turns].any(axis=1)
        own, others = held[:turns, :FEATURES], held[:turns, FEATURES:]
        yield (
            Lesson(np.hstack([kept[:turns], bag * kept[:turns]])[added], after[added]),
            Lesson(np.hstack([own, bag * own, others, bag * others]), before),
        )


class Fit:
    """A least squares fit that keeps sums alone.

    Args:
        size: the number of features.
    """

    def __init__(self, size: int) -> None:
        self._normal, self._right = np.zeros((size, size)), np.zeros(size)

    def add(self, lesson: Lesson) -> None:
        """Takes in what a game teaches."""
        self._normal += lesson.features.T @ lesson.features
        self._right += lesson.features.T @ lesson.gained

    def solved(self) -> Floats:
        """The weights of the features."""
        normal = self._normal + RIDGE * np.eye(len(self._right))
        weights: Floats = np.linalg.solve(normal, self._right).astype(np.float64)
        return weights


def learn(weights: Floats, learned: bool, seeds: range) -> tuple[Floats, list[float]]:
    """A round: plays, fits, and tells what share of the leads' variance the values explain in games set apart."""
    fits = Fit(2 * FEATURES), Fit(4 * FEATURES)
    apart: tuple[list[Lesson], list[Lesson]] = [], []
    for number, both in enumerate(tqdm(lessons(weights, learned, seeds), total=len(seeds), unit="game")):
        for fit, tests, lesson in zip(fits, apart, both, strict=True):
            if number % TESTED == 0:
                tests.append(lesson)
            else:
                fit.add(lesson)
    solved = [fit.solved() for fit in fits]
    explained = []
    for found, tests in zip(solved, apart, strict=True):
        gained = np.concatenate([one.gained for one in tests])
        missed = gained - np.concatenate([one.features @ found for one in tests])
        explained.append(float(1 - missed.var() / gained.var()))
    return np.concatenate(solved), explained


@click.command()
@click.option("--out", type=click.Path(path_type=Path), default=FILE, show_default="the shipped file")
@click.option("--games", default=GAMES, show_default=True, help="A round.")
@click.option("--rounds", default=ROUNDS, show_default=True)
@click.option("--seed", default=1_000_000, show_default=True, help="Of the first game.")
def main(out: Path, games: int, rounds: int, seed: int) -> None:
    """Learn what tiles are worth later in Qwirkle, and write the values for hints."""
    weights = np.zeros(6 * FEATURES)
    for number in range(rounds):
        begin = seed + number * games
        weights, (kept, held) = learn(weights, number > 0, range(begin, begin + games))
        tqdm.write(f"round {number + 1}: tiles kept explain {kept:.2%}, hands held {held:.2%} of the next leads")
    np.savez_compressed(
        out, kept=weights[: 2 * FEATURES].astype(np.float16), held=weights[2 * FEATURES :].astype(np.float16)
    )


if __name__ == "__main__":
    main()
