"""The speed of Qwirkle's rules: ``pytest tests/benchmarks/test_qwirkle.py --benchmark-only``.

Each benchmark stands for one thing that players wait for, warm unless it says otherwise.
"""

from collections.abc import Iterator
from itertools import cycle
from random import Random
from statistics import mean

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.game import Budget
from engine.qwirkle import generator, weighing
from engine.qwirkle.advice import advise, by_points
from engine.qwirkle.board import Board
from engine.qwirkle.game import GOING_OUT_BONUS, largest_set
from engine.qwirkle.tile import COPIES, HAND_SIZE, Colour, Tile, box
from engine.qwirkle.view import View
from tests.benchmarks.arena.qwirkle import SAMPLES
from tests.engine.qwirkle.positions import positions

MID_GAME = 60
"""Tiles on the table."""
TABLES = 40
SHOWN = 12
"""Moves asked of the adviser, as the page asks: the others are never worked out."""


@pytest.fixture(scope="module", autouse=True)
def warmed() -> None:
    generator.warm()
    weighing.warm()


@pytest.fixture(scope="module")
def tables() -> list[tuple[Board, tuple[Tile, ...]]]:
    """Positions of different greedy games, in which 60 tiles lie on the table, with a full hand."""
    found: list[tuple[Board, tuple[Tile, ...]]] = []
    seed = 0
    while len(found) < TABLES:
        seed += 1
        found += [table for table in positions(Random(seed), greed=1) if len(table[0]) == MID_GAME][:1]
    return found


def test_all_moves_with_their_scores(benchmark: BenchmarkFixture, tables: list[tuple[Board, tuple[Tile, ...]]]) -> None:
    one_by_one = cycle(tables)

    def fresh() -> tuple[tuple[Board, tuple[Tile, ...]], dict[str, object]]:
        board, hand = next(one_by_one)
        return (Board(board), hand), {}

    def scored(board: Board, hand: tuple[Tile, ...]) -> int:
        return len(list(board.legal_moves(hand).scored()))

    benchmark.pedantic(scored, setup=fresh, rounds=50 * TABLES)  # type: ignore[no-untyped-call]
    benchmark.extra_info["moves a position"] = mean(len(board.legal_moves(hand)) for board, hand in tables)


def test_the_first_hint_before_anything_is_compiled(
    benchmark: BenchmarkFixture, tables: list[tuple[Board, tuple[Tile, ...]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generator, "_compiled", None)
    monkeypatch.setattr(weighing, "_machine", None)
    one_by_one = cycle(tables)
    benchmark(lambda: advise(View.of_table(*next(one_by_one)))[:SHOWN])


@pytest.mark.parametrize("samples", [0, SAMPLES, 10 * SAMPLES])
def test_advice(benchmark: BenchmarkFixture, tables: list[tuple[Board, tuple[Tile, ...]]], samples: int) -> None:
    one_by_one, budget = cycle(tables), Budget(samples=samples)
    benchmark(lambda: advise(View.of_table(*next(one_by_one)), budget)[:SHOWN])


def test_advice_by_points_alone(benchmark: BenchmarkFixture, tables: list[tuple[Board, tuple[Tile, ...]]]) -> None:
    one_by_one = cycle(tables)
    benchmark(lambda: by_points(View.of_table(*next(one_by_one)))[:SHOWN])


def test_greedy_self_play(benchmark: BenchmarkFixture) -> None:
    random, scores = Random(1), list[int]()
    benchmark.pedantic(  # type: ignore[no-untyped-call]
        lambda: scores.extend(greedy_game(random)), rounds=400, warmup_rounds=10
    )
    benchmark.extra_info["mean score"] = mean(scores)
    assert mean(scores) == pytest.approx(205, abs=4)


def greedy_game(random: Random) -> list[int]:
    """The scores of two players who always take a move with the most points, and swap all they can if there is none."""
    bag = [tile for tile in box(Colour.PURPLE) for _ in range(COPIES)]
    random.shuffle(bag)
    hands = [list(take(bag, HAND_SIZE)) for _ in range(2)]
    board, scores, idle = Board(), [0, 0], 0
    turn = max(range(2), key=lambda player: largest_set(hands[player]))
    while all(hands) and idle < len(hands):
        hand = hands[turn]
        best = board.legal_moves(hand, None if board else largest_set(hand)).best()
        if best:
            move, points = best
            board = board.after(move)
            for tile in move.tiles:
                hand.remove(tile)
            hand += take(bag, HAND_SIZE - len(hand))
            scores[turn] += points if hand else points + GOING_OUT_BONUS
        elif bag:
            drawn = list(take(bag, HAND_SIZE))
            bag += hand[: len(drawn)]
            hand[: len(drawn)] = drawn
            random.shuffle(bag)
        idle = 0 if best or bag else idle + 1
        turn = 1 - turn
    return scores


def take(bag: list[Tile], count: int) -> Iterator[Tile]:
    return (bag.pop() for _ in range(min(count, len(bag))))
