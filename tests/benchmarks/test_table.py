"""How fast tiles are placed, straightened and settled: 90 of them, a little crooked, a few of them doubtful."""

from __future__ import annotations

import numpy as np
from pytest_benchmark.fixture import BenchmarkFixture

from engine.qwirkle.settle import Observation, settle
from tests.engine.qwirkle.test_settle import board_of, noisy, seen
from tests.vision.test_grid import blurred, grown, laid, photo, tiles, upright_first
from vision.grid import place_tiles, smooth_axes

COUNT = 90
"""Tiles on the table; a box holds 108, and some are in the hands."""


def test_placing(benchmark: BenchmarkFixture) -> None:
    rng = np.random.default_rng(0)
    on_photo = tiles(blurred(rng, photo(laid(rng, grown(rng, COUNT)), 45.0, 20.0)))
    assert len(benchmark(place_tiles, on_photo)) == COUNT


def test_straightening(benchmark: BenchmarkFixture) -> None:
    rng = np.random.default_rng(0)
    corners = upright_first(blurred(rng, photo(laid(rng, grown(rng, COUNT)), 45.0, 20.0)))
    assert benchmark(smooth_axes, corners).shape == corners.shape


def test_settling_with_few_doubts(benchmark: BenchmarkFixture) -> None:
    assert len(benchmark(settle, observations(0.2)).tiles) == COUNT


def test_settling_with_many_doubts(benchmark: BenchmarkFixture) -> None:
    assert len(benchmark(settle, observations(0.3)).tiles) == COUNT


def observations(noise: float) -> list[Observation]:
    rng = np.random.default_rng(0)
    board = board_of(rng, COUNT)
    return seen(board, {cell: noisy(rng, tile, noise) for cell, tile in board.items()})
