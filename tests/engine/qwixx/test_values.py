"""The values that are shipped: they stand for the exact ones, and games played with them lose next to nothing."""

from itertools import product

import numpy as np
import pytest

from engine.qwixx.events import Preset
from engine.qwixx.game import PLAYERS
from engine.qwixx.pairs import NUMBERS, OVER, PAIRS_OF_ROWS, expanded, numbers_of
from engine.qwixx.playing import Table
from engine.qwixx.sheet import PENALTIES
from engine.qwixx.solve import TURNS, play
from engine.qwixx.states import PAIR, PAIRS, STATES
from engine.qwixx.values import FILE, name, read, shipped

EXACT = {
    Preset.PUBLISHER: [115.4831, 130.5014, 142.4191, 152.2989, 160.6947],
    Preset.GAMERULES: [119.9888, 133.9310, 145.1739, 154.5712, 162.6030],
}
"""The exact value of the empty sheet before the own roll, for one to five players."""
EMPTY = (0, 0, 0, 0)


@pytest.mark.parametrize(("preset", "players"), [*product(Preset, PLAYERS)])
def test_the_empty_sheet_is_worth_about_what_the_solution_says(preset: Preset, players: int) -> None:
    values = shipped(preset, players)
    worth = [values.to_come(EMPTY, 0, waits) for waits in range(players)]
    assert worth[0] == pytest.approx(EXACT[preset][players - 1], abs=0.2)
    assert worth == sorted(worth)


def test_the_file_holds_what_hints_need_and_no_more() -> None:
    with np.load(FILE, allow_pickle=False) as arrays:
        assert set(arrays) == {name(preset, players) for preset in Preset for players in PLAYERS}
        for preset, players in product(Preset, PLAYERS):
            numbers = arrays[name(preset, players)]
            assert numbers.shape == (players, PENALTIES, NUMBERS)
            assert numbers.dtype == np.int16
    assert FILE.stat().st_size < 1_000_000


def test_the_same_numbers_add_up_one_by_one_and_all_at_once() -> None:
    random = np.random.default_rng(1)
    numbers = random.uniform(0, 10, NUMBERS)
    table = expanded(numbers)
    assert (table[OVER] == 0).all()
    for states in random.integers(0, STATES - 1, (50, 4)).tolist():
        red, yellow, green, blue = states
        assert len(numbers_of(states)) == PAIRS_OF_ROWS
        assert numbers[list(numbers_of(states))].sum() == pytest.approx(table[PAIR[red, yellow], PAIR[green, blue]])


def test_games_played_with_the_shipped_values_earn_what_they_promise() -> None:
    numbers = read(Preset.PUBLISHER, 1)
    table: Table = np.zeros((1, PENALTIES, PAIRS, PAIRS), np.float32)
    table[0] = [expanded(numbers[0, penalties]) for penalties in range(PENALTIES)]
    scores = play(table, TURNS[Preset.PUBLISHER], 4000, seed=1)
    assert scores.mean() == pytest.approx(115.44, abs=4 * scores.std() / np.sqrt(len(scores)))
