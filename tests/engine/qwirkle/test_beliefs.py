"""Checks the passing of probabilities against going through all names of all pieces."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.qwirkle.beliefs import BeliefConfig, Box, believe, evidence
from engine.qwirkle.lines import fit
from engine.qwirkle.tile import TILES, Colour, Tile

Floats = NDArray[np.float64]
WHITE = Box(Colour.WHITE)
CONFIG = BeliefConfig(astray=0.01, surplus=1.0, themes=12, passes=6, plain=1.0)


def names(*pieces: str) -> Floats:
    """Pieces told as ``Rc 0.7 Rs 0.3``."""
    told = np.zeros((len(pieces), len(TILES)))
    for number, piece in enumerate(pieces):
        words = piece.split()
        for tile, chance in zip(words[::2], words[1::2], strict=True):
            told[number, Tile.parse(tile).number] = float(chance)
    return told.reshape(len(pieces), 7, 6)


def by_force(told: Floats, lines: Sequence[Sequence[int]], astray: float) -> Floats:
    """The probabilities of all names, from going through every name and every way to be astray."""
    flat = told.reshape(len(told), -1)
    pairs = [(one, other) for line in lines for one in line for other in line if one < other]
    total = np.zeros_like(flat)
    for way in product(*(np.flatnonzero(piece) for piece in flat)):
        for off in product((False, True), repeat=len(flat)):
            if all(off[one] or off[other] or fit(TILES[way[one]], TILES[way[other]]) for one, other in pairs):
                weight = np.prod(flat[range(len(flat)), way]) * astray ** sum(off)
                total[range(len(flat)), way] += weight
    return np.asarray(total / total.sum(axis=1, keepdims=True)).reshape(told.shape)


def random_names(rng: np.random.Generator, count: int) -> Floats:
    told = np.zeros((count, len(TILES)))
    for piece in told:
        piece[rng.choice(12, 3, replace=False)] = rng.dirichlet([1, 1, 1])
    return told.reshape(count, 7, 6)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        ([[0, 1, 2, 3]], []),
        ([[0, 1, 2]], [[1, 3, 4]]),
        ([[0, 1, 2], [3, 4]], [[1, 3]]),
    ],
)
def test_beliefs_are_those_of_going_through_all_names(
    seed: int, rows: list[list[int]], columns: list[list[int]]
) -> None:
    count = 1 + max(number for line in (*rows, *columns) for number in line)
    told = random_names(np.random.default_rng(seed), count)
    expected = by_force(told, [*rows, *columns], CONFIG.astray)
    found = believe(told, rows, columns, np.ones(count), WHITE, CONFIG)
    assert np.abs(found - expected).max() < 1e-9
    assert found.sum(axis=(1, 2)) == pytest.approx(np.ones(count))


def test_without_lines_a_piece_is_what_it_was_seen_as() -> None:
    told = names("Rc 0.7 Rs 0.3", "Os 1")
    assert believe(told, [], [], np.ones(2), WHITE) == pytest.approx(told)


def test_lines_that_need_not_be_right_have_no_say() -> None:
    told = names("Rc 0.7 Gs 0.3", "Rs 0.6 Bb 0.4")
    assert believe(told, [[0, 1]], [], np.zeros(2), WHITE) == pytest.approx(told)


def test_a_colour_that_the_box_lacks_is_improbable() -> None:
    found = believe(names("Wc 0.9 Pc 0.1"), [], [], np.ones(1), Box(Colour.PURPLE))
    assert found[0][Tile.parse("Pc")] > 0.95
    doubtful = believe(names("Wc 0.9 Pc 0.1"), [], [], np.ones(1), Box(Colour.PURPLE, 0.4))
    assert doubtful[0][Tile.parse("Wc")] > 0.8


def test_a_fourth_copy_is_improbable_and_of_four_alike_the_vaguest_gives_in() -> None:
    told = names("Rc 0.99 Rs 0.01", "Rc 0.99 Rs 0.01", "Rc 0.6 Rs 0.4", "Rc 0.99 Rs 0.01")
    found = believe(told, [], [], np.zeros(4), WHITE)
    assert [TILES[name] for name in found.reshape(4, -1).argmax(axis=1)] == [
        Tile.parse(text) for text in ("Rc", "Rc", "Rs", "Rc")
    ]
    # Exactly: three of the four are red circles, or all of them, against the odds.
    surplus = BeliefConfig().surplus
    sure, vague = 0.99**3, 0.6
    three = sure * 0.4 + 3 * 0.99**2 * 0.01 * vague
    fewer = 3 * 0.99**2 * 0.01 * 0.4
    expected = (sure * 0.4 + fewer) / (three + fewer + surplus * sure * vague)
    assert found[2][Tile.parse("Rs")] == pytest.approx(expected, abs=0.01)


def test_a_line_tells_how_much_it_looks_like_one() -> None:
    told = names("Rc 1", "Rs 1", "Gb 1", "Rd 1")
    right, wrong, longer = evidence(told, [[0, 1], [0, 2], [0, 1, 3]], WHITE)
    assert right == pytest.approx(np.log(36**2 / 360))
    assert wrong < -3
    assert longer > right
