from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.qwirkle.tile import HAND_SIZE
from models.synthesis.demo import HEIGHT, WIDTH, DemoTable, demo_table
from models.synthesis.scene import Kind

GOLDEN = Path(__file__).parent / "golden" / "demo.png"
"""The default demo, shrunk by averaging."""


@pytest.fixture(scope="module")
def table() -> DemoTable:
    return demo_table()


def test_it_looks_as_it_did(table: DemoTable) -> None:
    golden = cv2.imread(str(GOLDEN))
    assert golden is not None
    small = cv2.resize(table.scene.image, golden.shape[1::-1], interpolation=cv2.INTER_AREA)
    difference = cv2.absdiff(small, golden)
    assert difference.mean() < 1.5
    assert np.quantile(difference, 0.999) < 25


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
