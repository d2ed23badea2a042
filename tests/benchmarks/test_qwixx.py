"""The speed of Qwixx's advice and solver: ``pytest tests/benchmarks/test_qwixx.py --benchmark-only``.

The solver's benchmarks also hold the values of the empty sheet to what is known, and games played with the solution to
them: each takes about ten seconds for the solution, and twice that for the games.
"""

from itertools import cycle
from random import Random

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.qwixx.advice import View, advise
from engine.qwixx.events import Preset
from engine.qwixx.game import QWIXX
from engine.qwixx.roll import Roll
from engine.qwixx.sheet import Sheet
from engine.qwixx.solve import TURNS, Turn, play, solve
from tests.engine.qwixx.positions import next_event, random_start

VIEWS = 200
GAMES = 200_000
FINISHED = Turn(either_order=False, finishes=True)
"""White first, but the colour action is taken even after the white one closed a second row."""


@pytest.fixture(scope="module")
def views() -> list[View]:
    """What players see who have to decide, in games of every kind and stage."""
    found: list[View] = []
    random = Random(1)
    while len(found) < VIEWS:
        state = QWIXX.initial(random_start(random))
        for _ in range(random.randrange(60)):
            event = next_event(state, random)
            state = QWIXX.after(state, event) if event else state
        found += [View.of_state(state, player) for player in QWIXX.deciders(state)[:1]]
    return found


def test_advice(benchmark: BenchmarkFixture, views: list[View]) -> None:
    advise(views[0])
    one_by_one = cycle(views)
    benchmark(lambda: advise(next(one_by_one)))


def test_advice_at_the_first_roll_with_the_most_choices(benchmark: BenchmarkFixture) -> None:
    view = View(Sheet(), Roll((3, 4), (5, 4, 1, 6)))
    suggestions = benchmark(lambda: advise(view))
    benchmark.extra_info["choices"] = len(suggestions)


@pytest.mark.parametrize(
    ("turn", "values"),
    [
        (TURNS[Preset.PUBLISHER], [115.4831]),
        (FINISHED, [115.9108]),
        (TURNS[Preset.GAMERULES], [119.9888]),
        (TURNS[Preset.PUBLISHER], [130.501, 131.133]),
        (TURNS[Preset.GAMERULES], [133.931, 134.524]),
    ],
    ids=["publisher", "publisher, turn finished", "gamerules", "publisher, two players", "gamerules, two players"],
)
def test_the_exact_solution(benchmark: BenchmarkFixture, turn: Turn, values: list[float]) -> None:
    before = benchmark.pedantic(  # type: ignore[no-untyped-call]
        lambda: solve(turn, len(values)), rounds=1
    )
    for waits, value in enumerate(values):
        assert before[waits, 0, 0, 0] == pytest.approx(value, abs=5e-4)
        scores = play(before, turn, GAMES, waits, seed=1)
        assert scores.mean() == pytest.approx(value, abs=3 * scores.std() / np.sqrt(GAMES))
