from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from models import tile_pose
from vision.photo import Photo
from vision.read import Reader
from vision.search import Candidates, TileSearch, robust_line


@pytest.fixture(scope="module")
def search() -> TileSearch:
    return TileSearch()


def candidates(places: Sequence[tuple[float, float]], sides: Sequence[float], scores: Sequence[float]) -> Candidates:
    poses = np.array(
        [[x, y, np.log(side / tile_pose.SIZE_UNIT), 1, 0, 0, 0] for (x, y), side in zip(places, sides, strict=True)]
    )
    return Candidates(poses, np.array([[score, 0.0] for score in scores]))


def test_of_two_hits_on_one_tile_the_surer_stays_and_neighbours_stay_apart(search: TileSearch) -> None:
    found = candidates([(100, 100), (104, 101), (120, 100), (100, 120)], [20, 22, 20, 20], [0.6, 0.9, 0.8, 0.7])
    kept = search.distinct(found)
    assert sorted(kept.scores[:, 0]) == [0.7, 0.8, 0.9]


def test_a_small_hit_inside_a_larger_one_is_dropped(search: TileSearch) -> None:
    kept = search.distinct(candidates([(100, 100), (112, 108)], [60, 15], [0.9, 0.5]))
    assert kept.sides.tolist() == pytest.approx([60])


def test_hits_at_the_wrong_scale_are_dropped_and_a_slanted_table_is_not(search: TileSearch) -> None:
    places = [(float(x), float(y)) for x in range(0, 400, 50) for y in range(0, 300, 50)]
    sides = [20 * np.exp(y / 300) for _, y in places]
    wrong = [(30.0, 20.0), (200.0, 260.0)]
    found = candidates([*places, *wrong], [*sides, 60.0, 9.0], [0.9] * len(places) + [0.5, 0.5])
    assert len(search.of_one_size(found)) == len(places)


def test_false_hits_that_agree_with_each_other_do_not_tilt_the_table(search: TileSearch) -> None:
    tiles = [(290.0, 670.0), (340.0, 690.0), (390.0, 670.0)]
    false = [(1000.0, 157.0), (1010.0, 38.0)]
    found = candidates([*tiles, *false], [50, 51, 50, 118, 109], [0.87, 0.82, 0.8, 0.58, 0.47])
    assert len(search.of_one_size(found)) == len(tiles)


def test_many_faint_hits_do_not_outvote_the_sure_ones(search: TileSearch) -> None:
    sure = [(200.0 + 50 * i, 300.0) for i in range(8)]
    faint = [(float(x), float(y)) for x in range(100, 700, 50) for y in (600, 700, 800)]
    found = candidates([*sure, *faint], [50] * 8 + [16] * 36, [0.9] * 8 + [0.28] * 36)
    assert len(search.of_one_size(found)) == len(sure)


def test_few_hits_say_nothing_about_each_others_size(search: TileSearch) -> None:
    assert len(search.of_one_size(candidates([(0, 0), (90, 0), (0, 90)], [20, 60, 9], [0.9, 0.9, 0.9]))) == 3


def test_a_robust_line_goes_through_the_many() -> None:
    x = np.linspace(-1, 1, 30)
    values = 2 + 0.5 * x
    values[::6] += 3
    line = robust_line(np.column_stack([np.ones(30), x]), values, np.ones(30), 0.4, level_pull=0.02)
    np.testing.assert_allclose(line, 2 + 0.5 * x, atol=0.06)


@pytest.mark.parametrize("size", [(16, 16), (50, 50), (20, 20_000)])
def test_pictures_of_any_form_are_searched(size: tuple[int, int]) -> None:
    picture = Photo.of(np.full((*size, 3), 128, np.uint8))
    assert Reader().read(picture).tiles == ()
