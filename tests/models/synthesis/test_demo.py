from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.qwirkle.tile import HAND_SIZE
from engine.qwixx.roll import DieColour, Roll
from engine.qwixx.sheet import Row
from models.synthesis.demo import HEIGHT, ROLL, WIDTH, DemoTable, demo_roll, demo_table
from models.synthesis.scene import Kind

GOLDEN = Path(__file__).parent / "golden"
"""The default demos, shrunk by averaging."""


@pytest.fixture(scope="module")
def table() -> DemoTable:
    return demo_table()


def looks_as_it_did(image: NDArray[np.uint8], name: str) -> None:
    golden = cv2.imread(str(GOLDEN / name))
    assert golden is not None
    small = cv2.resize(image, golden.shape[1::-1], interpolation=cv2.INTER_AREA)
    difference = cv2.absdiff(small, golden)
    assert difference.mean() < 1.5
    assert np.quantile(difference, 0.999) < 25


def test_it_looks_as_it_did(table: DemoTable) -> None:
    looks_as_it_did(table.scene.image, "demo.png")


def test_all_tiles_are_wholly_in_view(table: DemoTable) -> None:
    assert table.scene.image.shape == (HEIGHT, WIDTH, 3)
    tiles = table.scene.tiles
    assert sorted(t.tile for t in tiles if t.tile) == sorted([*table.board.values(), *table.hand])
    assert len(table.hand) == HAND_SIZE
    for tile in tiles:
        assert tile.kind is Kind.UP
        assert not tile.cut
        assert tile.visible > 0.9


@pytest.mark.parametrize("seed", [2, 3])
def test_other_seeds_give_other_games_that_fit(seed: int, table: DemoTable) -> None:
    other = demo_table(seed)
    assert other.board != table.board
    assert not any(tile.cut for tile in other.scene.tiles)


def test_the_roll_looks_as_it_did_and_shows_its_dice() -> None:
    demo = demo_roll()
    looks_as_it_did(demo.scene.image, "roll.png")
    seen = {(die.colour, die.value) for die in demo.scene.dice}
    assert seen == {(DieColour.WHITE, value) for value in ROLL.white} | {
        (DieColour.of(row), ROLL.coloured[row]) for row in Row
    }
    assert all(die.in_play and not die.cut and die.visible > 0.95 for die in demo.scene.dice)


def test_a_roll_without_closed_rows_has_fewer_dice() -> None:
    roll = Roll((1, 6), (None, 3, None, 5))
    dice = demo_roll(roll).scene.dice
    assert [(die.colour, die.value) for die in dice] == [
        (DieColour.WHITE, 1),
        (DieColour.WHITE, 6),
        (DieColour.YELLOW, 3),
        (DieColour.BLUE, 5),
    ]
