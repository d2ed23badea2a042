"""From hits and names to dice, and whole readings of rendered rolls."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from models.dice_finder import DiceHits
from models.die_classifier import DieClassifier, DieNames
from vision.dice import DiceConfig, DiceReader
from vision.photo import Photo

BLANK = Photo.of(np.full((400, 600, 3), 90, np.uint8))


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


def hits(*boxes: tuple[float, float, float, float], scores: tuple[float, ...] = ()) -> DiceHits:
    array = np.array(boxes, np.float64).reshape(-1, 4)
    tops = np.column_stack([array[:, :2] + array[:, 2:] / 2, 0.7 * array[:, 2]])
    return DiceHits(array, tops, np.array(scores or (0.9,) * len(boxes)))


def names(*kinds: tuple[float, float, float]) -> DieNames:
    return DieNames(np.array(kinds), np.full((len(kinds), 6), 1 / 6), np.full((len(kinds), 6), 1 / 6))


def test_two_dice_that_touch_are_not_the_one_that_a_box_about_both_may_be(reader: DiceReader) -> None:
    found = hits((100, 100, 60, 60), (162, 100, 60, 60), (98, 98, 126, 64))
    dice = reader.keep(BLANK, found, names((0.98, 0.01, 0.01), (0.98, 0.01, 0.01), (0.87, 0.05, 0.08)))
    assert [die.box[2] for die in dice] == [60, 60]


def test_a_pip_within_a_die_is_no_die_of_its_own(reader: DiceReader) -> None:
    found = hits((100, 100, 60, 64), (120, 110, 18, 18), (110, 102, 55, 60), (300, 100, 60, 60))
    dice = reader.keep(BLANK, found, names(*[(0.9, 0.05, 0.05)] * 4))
    assert [die.centre[0] for die in dice] == [130, 330]


def test_dice_that_touch_are_two(reader: DiceReader) -> None:
    dice = reader.keep(BLANK, hits((100, 100, 60, 60), (150, 110, 60, 60)), names(*[(0.9, 0.05, 0.05)] * 2))
    assert len(dice) == 2


def test_a_box_that_shares_most_of_itself_with_a_die_is_no_second_one(reader: DiceReader) -> None:
    found = hits((484, 1001, 149, 151), (543, 1006, 169, 186))
    dice = reader.keep(BLANK, found, names((0.97, 0.01, 0.02), (0.98, 0.01, 0.01)))
    assert [die.box[2] for die in dice] == [169]


def test_finder_and_classifier_are_weighed_together(reader: DiceReader) -> None:
    doubtful = (0.4, 0.05, 0.55)
    dice = reader.keep(BLANK, hits((0, 0, 50, 50), (200, 0, 50, 50), scores=(0.9, 0.2)), names(doubtful, doubtful))
    assert [die.box[0] for die in dice] == [0]


def test_what_may_be_a_die_is_told_as_unsure_beside_dice_of_its_size(reader: DiceReader) -> None:
    sure, doubtful = (0.9, 0.05, 0.05), (0.4, 0.1, 0.5)
    places = hits((0, 0, 50, 50), (200, 0, 55, 55), (400, 0, 90, 90), scores=(0.9, 0.45, 0.45))
    dice = reader.keep(BLANK, places, names(sure, doubtful, doubtful))
    assert [(die.box[0], die.unsure) for die in dice] == [(0, False), (200, True)]
    assert dice[0].chance > 0.99
    assert dice[1].chance == pytest.approx(0.5)
    assert reader.keep(BLANK, places[np.array([1, 2])], names(doubtful, doubtful)) == ()


def test_what_looks_like_a_die_is_one_among_many_of_its_size(reader: DiceReader) -> None:
    sure, doubtful = (0.9, 0.05, 0.05), (0.4, 0.1, 0.5)
    row = [(60.0 * number, 0.0, 50.0, 50.0) for number in range(8)]
    for count, unsure in ((5, True), (6, False)):
        places = hits(*row[: count + 1], scores=(0.9,) * count + (0.45,))
        dice = reader.keep(BLANK, places, names(*[sure] * count, doubtful))
        assert [die.unsure for die in dice] == [False] * count + [unsure]


class SeesFours(DieClassifier):
    """Takes every crop for a red four."""

    def classify(self, crops: NDArray[np.uint8]) -> DieNames:
        return DieNames(*(np.tile(row, (len(crops), 1)) for row in (np.eye(3)[0], np.eye(6)[1], np.eye(6)[3])))


def test_a_value_that_hangs_on_where_the_box_lies_is_no_sure_one() -> None:
    reader = DiceReader(DiceConfig(shifts=((-0.05, 0.0), (0.05, 0.0), (0.0, 0.05))), classifier=SeesFours())
    found = hits((100, 100, 60, 60), (300, 100, 60, 60))
    first = DieNames(np.tile((0.9, 0.05, 0.05), (2, 1)), np.eye(6)[[2, 3]], np.eye(6)[[1, 3]])
    one, other = reader.keep(BLANK, found, first)
    np.testing.assert_allclose(one.values, [0, 0.25, 0, 0.75, 0, 0])
    np.testing.assert_allclose(other.values, np.eye(6)[3])
    assert [die.colours.argmax() for die in (one, other)] == [2, 3]


def test_a_die_whose_top_lies_outside_is_cut(reader: DiceReader) -> None:
    dice = reader.keep(BLANK, hits((-25, 100, 60, 60), (200, 100, 60, 60)), names(*[(0.9, 0.05, 0.05)] * 2))
    assert [die.cut for die in dice] == [True, False]


def test_a_shrunk_photo_gives_full_pixels(reader: DiceReader) -> None:
    photo = Photo(BLANK.image, 2.0, 1200, 800)
    (die,) = reader.keep(photo, hits((100, 100, 60, 60)), names((0.9, 0.05, 0.05)))
    np.testing.assert_allclose(die.box, [200.5, 200.5, 120, 120])
    assert die.size == pytest.approx(84)


def test_nothing_is_found_on_an_empty_table(reader: DiceReader) -> None:
    assert reader.read(BLANK)[0] == ()
    assert reader.read(Photo.of(np.zeros((16, 16, 3), np.uint8)))[0] == ()
