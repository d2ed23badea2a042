"""On real photos the reader stays as good as it was.

`tests.real.measure` lifts the floors; who lowers one for the sake of others says so where that is committed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from models.die_classifier import DieClassifier
from models.training.dice_photos import CROPS
from tests.real import dice
from tests.real.measure import SETS, better, evaluated, floors, photos_folder, reached
from vision.read import Reader


@pytest.fixture(scope="module")
def folder() -> Path:
    folder = photos_folder()
    if folder is None:
        pytest.skip("real photos are not measured: KIBITZ_PHOTOS is not set")
    return folder


@pytest.fixture(scope="module")
def reader(folder: Path) -> Reader:
    return Reader()


@pytest.mark.parametrize("name", SETS)
def test_what_was_reached_on_real_photos_still_is(name: str, folder: Path, reader: Reader) -> None:
    evaluation = evaluated(folder / name, reader)
    now, floor = reached(evaluation), floors()[name]
    assert better(now, floor) == now, f"{now} is worse than {floor}\n{evaluation}"


def test_single_dice_are_still_named_without_a_finder(folder: Path) -> None:
    right = sum(right for _, right in dice.crops(folder, DieClassifier()))
    assert right >= floors()[CROPS]["dice_right"]


def test_more_is_better_but_for_false_pieces() -> None:
    assert better({"right": 5, "false": 2}, {"right": 4, "false": 1}) == {"right": 5, "false": 1}
    assert better({"right": 5}, {}) == {"right": 5}
