"""A real set of own colours, its starburst with six points: what is learned from some of its tiles reads the others."""

from __future__ import annotations

import pytest

from tests.benchmarks.custom_set import REAL, Score, real_scores
from tests.real.measure import photos_folder
from vision.tiles import TileReader


@pytest.fixture(scope="module")
def scores() -> dict[str, Score]:
    folder = photos_folder()
    if folder is None:
        pytest.skip("KIBITZ_PHOTOS is not set: no real photos")
    return real_scores(folder, TileReader())


def test_what_eighteen_tiles_teach_reads_all_others(scores: dict[str, Score]) -> None:
    assert scores["from 18 tiles"] == Score(tiles=36, found=36, colours=36, shapes=36)


@pytest.mark.parametrize("colour", REAL)
def test_shapes_that_one_photo_teaches_are_right_on_the_others(scores: dict[str, Score], colour: str) -> None:
    score = scores[f"shapes from {colour} alone"]
    assert (score.found, score.shapes) == (36, 36)
