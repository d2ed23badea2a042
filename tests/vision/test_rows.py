from __future__ import annotations

import math

import numpy as np
import pytest

from tests.vision.tables import Laid, seen
from vision.reading import TileSeen
from vision.rows import in_rows


def pieces(places: list[tuple[float, float]], turn: float = 0.0) -> list[TileSeen]:
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return [seen(Laid("red circle", 500 + cos * x - sin * y, 400 + sin * x + cos * y)) for x, y in places]


def test_nothing_has_no_rows() -> None:
    assert in_rows([]) == ()


@pytest.mark.parametrize("turn", [-15, -6, 0, 4, 12])
def test_rows_are_read_from_the_top_and_from_the_left(turn: float) -> None:
    chance = np.random.default_rng(1)
    places = [
        (70 * column + chance.normal(0, 3), 70 * row + chance.normal(0, 3)) for row in range(4) for column in range(6)
    ]
    order = chance.permutation(len(places))
    rows = in_rows(pieces([places[index] for index in order], turn))
    assert [[int(order[index]) for index in row] for row in rows] == np.arange(24).reshape(4, 6).tolist()


def test_rows_may_be_of_any_length() -> None:
    rows = in_rows(pieces([(0, 0), (90, 8), (0, 100), (0, 190), (80, 185), (160, 194)]))
    assert rows == ((0, 1), (2,), (3, 4, 5))


def test_a_single_column_stays_one() -> None:
    assert in_rows(pieces([(0, 0), (5, 80), (-8, 160)])) == ((0,), (1,), (2,))
