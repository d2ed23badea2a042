from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from models.mark_classifier import DOUBT, EMPTY, MARKED, NUMBERS, STATES, Judgements
from models.sheet_finder import BOX, KINDS, LOCK, OTHER, Fields
from models.synthesis.pens import Mark
from models.synthesis.score_sheet import Edition
from models.synthesis.sheet_scene import WHOLE, RenderedSheet, SheetScene, random_sheet_scene
from vision.photo import Photo
from vision.sheet import PRINTED, SheetConfig, SheetReader, set_apart, slanted, without_strange_print

SIDE = 384
RANGES = replace(WHOLE, forms=0.0, disorder=replace(WHOLE.disorder, solids=0.0))


def scene(seed: int, edition: Edition = Edition.STANDARD) -> SheetScene:
    """One whole sheet."""
    ranges = replace(RANGES, editions=((edition, 1.0),))
    for attempt in range(10):
        made = random_sheet_scene(np.random.default_rng([seed, attempt]), SIDE, SIDE, (15.5, 20.0), (), ranges)
        if made.sheets and made.sheets[0].whole:
            return made
    raise AssertionError("no whole sheet")


class TrueFinder:
    """Finds what is there: each field of the sheets, a little off, some missed, some made up.

    One that is blind to colours takes the fields of an ordinary sheet for those of another.
    """

    def __init__(
        self, sheets: tuple[RenderedSheet, ...], missed: float = 0.0, noise: float = 0.0, blind: bool = False
    ) -> None:
        self.sheets, self.missed, self.noise, self.blind = sheets, missed, noise, blind

    def find(self, image: NDArray[np.uint8], threshold: float) -> Fields:
        rng = np.random.default_rng(0)
        places, axes, kinds = [], [], []
        for sheet in self.sheets:
            foreign = self.blind or sheet.edition in (Edition.BIG_POINTS, Edition.MIXED_COLOURS)
            rows = np.repeat(np.arange(4)[:, None], 12, axis=1)
            rows[:, :11] = np.where(foreign, OTHER, rows[:, :11])
            rows[:, 11] = LOCK
            places += [sheet.cells.reshape(-1, 2), sheet.boxes, sheet.bonus]
            axes += [sheet.cell_axes.reshape(-1, 2, 2), sheet.box_axes, sheet.bonus_axes]
            kinds += [rows.ravel(), np.full(4, BOX), np.full(len(sheet.bonus), OTHER)]
        if not places:
            return Fields(np.empty((0, 2)), np.empty((0, 2, 2)), np.empty((0, len(KINDS))))
        at, ways, what = np.concatenate(places), np.concatenate(axes), np.concatenate(kinds)
        pitch = np.linalg.norm(ways[:, 0], axis=1, keepdims=True)
        keep = rng.random(len(at)) >= self.missed
        at = at + rng.normal(0, self.noise, at.shape) * pitch
        scores = np.full((len(at), len(KINDS)), 0.01)
        scores[np.arange(len(at)), what] = 0.9
        return Fields(at[keep], ways[keep], scores[keep])


class TrueClassifier:
    """Says what is in each field, in the order of the reader: cells and locks row by row, and then the boxes.

    The reader looks several times at all.
    """

    def __init__(self, sheet: RenderedSheet, printed: NDArray[np.int64] = PRINTED) -> None:
        self.sheet, self.printed = sheet, printed

    def judge(self, fields: NDArray[np.uint8], beside: NDArray[np.uint8]) -> Judgements:
        true = np.append(self.sheet.marks, self.sheet.penalties)
        looks = len(fields) // len(true)
        marks = np.tile(true, looks)
        states, numbers = np.full((len(fields), len(STATES)), 0.01), np.full((len(fields), len(NUMBERS)), 0.001)
        states[np.arange(len(fields)), marks] = 0.98
        said = np.tile(np.append(np.column_stack([self.printed, np.full(4, 11)]), np.full(4, 11)), looks)
        numbers[np.arange(len(fields)), said] = 0.98
        return Judgements(states, numbers)


def reader(made: SheetScene, missed: float = 0.0, noise: float = 0.0) -> SheetReader:
    finder, classifier = TrueFinder(made.sheets, missed, noise), TrueClassifier(made.sheets[0])
    return SheetReader(finder=finder, classifier=classifier)  # type: ignore[arg-type]


def off(seen: NDArray[np.float64], true: NDArray[np.float64], pitch: float) -> float:
    return float(np.linalg.norm(seen - true, axis=-1).max() / pitch)


@pytest.mark.parametrize("seed", range(8))
def test_a_sheet_is_laid_where_it_is(seed: int) -> None:
    made = scene(seed)
    (true,) = made.sheets
    (seen,), _ = reader(made, missed=0.2, noise=0.04).read(Photo.of(made.image))
    assert not seen.refused
    assert off(seen.cells, true.cells, true.pitch) < 0.2
    assert off(seen.boxes, true.boxes, true.pitch) < 0.3
    assert off(seen.corners, true.corners, true.pitch) < 0.35


def test_marks_are_told_row_by_row_and_doubts_are_kept() -> None:
    made = scene(3)
    (true,) = made.sheets
    (seen,), _ = reader(made).read(Photo.of(made.image))
    clear = true.marks[:, :11] != DOUBT
    assert ((seen.marks > 0.5) == (true.marks[:, :11] == MARKED))[clear].all()
    assert (seen.doubtful == (true.marks[:, :11] == DOUBT)).all()
    assert ((seen.penalties > 0.6) == (true.penalties == MARKED)).all()
    assert EMPTY == Mark.EMPTY


def test_a_photo_without_sheets_shows_none() -> None:
    empty = SheetReader(finder=TrueFinder(()), classifier=TrueClassifier(scene(0).sheets[0]))  # type: ignore[arg-type]
    sheets, _ = empty.read(Photo.of(np.zeros((64, 64, 3), np.uint8)))
    assert sheets == ()


@pytest.mark.parametrize("edition", [Edition.BIG_POINTS, Edition.MIXED_COLOURS])
def test_sheets_of_other_editions_are_refused(edition: Edition) -> None:
    made = scene(1, edition)
    sheets, _ = reader(made).read(Photo.of(made.image))
    assert {sheet.refused for sheet in sheets} == {"other_edition"}


def test_a_sheet_whose_colours_have_no_names_is_told_by_its_numbers() -> None:
    made = scene(5)
    (true,) = made.sheets
    blind = TrueFinder(made.sheets, blind=True)
    (seen,), _ = SheetReader(finder=blind, classifier=TrueClassifier(true)).read(Photo.of(made.image))  # type: ignore[arg-type]
    assert not seen.refused
    assert off(seen.cells, true.cells, true.pitch) < 0.2
    mixed = TrueClassifier(true, np.random.default_rng(0).permuted(PRINTED, axis=1))
    (seen,), _ = SheetReader(finder=blind, classifier=mixed).read(Photo.of(made.image))  # type: ignore[arg-type]
    assert seen.refused == "other_edition"


def test_a_steep_sheet_is_not_taken_for_one_that_is_a_column_short() -> None:
    """Far cells look half as wide as near ones: two columns there are as far apart as one in front."""
    columns, rows = np.meshgrid(np.arange(11.0), np.arange(4.0))
    grid = np.stack([columns, rows], axis=-1).reshape(-1, 2)
    steep = np.array([[40.0, 5.0, 60.0], [4.0, 40.0, 50.0], [0.07, 0.0, 1.0]])
    seen = np.column_stack([grid, np.ones(len(grid))]) @ steep.T
    places = seen[:, :2] / seen[:, 2:]
    counted = grid.copy()
    counted[(rows.ravel() > 0) & (columns.ravel() > 4), 0] -= 1
    pitch = np.median(np.linalg.norm(np.diff(places.reshape(4, 11, 2), axis=1), axis=2))
    placement = slanted(counted, places, SheetConfig().off_plane * float(pitch))
    assert placement is not None
    assert abs(placement.printed(places) - grid).max() < 0.3


def test_a_sheet_with_mixed_numbers_is_refused() -> None:
    made = scene(2)
    mixed = np.random.default_rng(0).permuted(PRINTED, axis=1)
    read = SheetReader(finder=TrueFinder(made.sheets), classifier=TrueClassifier(made.sheets[0], mixed))  # type: ignore[arg-type]
    (seen,), _ = read.read(Photo.of(made.image))
    assert seen.refused == "other_edition"


def test_a_sheet_that_is_not_whole_is_refused() -> None:
    made = scene(4)
    (true,) = made.sheets
    left = float(true.cells[:, :2].reshape(-1, 2)[:, 0].min())
    turned = replace_origin(true, np.array([left + 2.2 * true.pitch, 0.0]))
    image = made.image[:, int(left + 2.2 * true.pitch) :]
    shown = (turned.cells >= 0).all(axis=-1)
    if shown.all():
        pytest.skip("this sheet lies another way")
    read = SheetReader(finder=TrueFinder((turned,)), classifier=TrueClassifier(true))  # type: ignore[arg-type]
    (seen,), _ = read.read(Photo.of(np.ascontiguousarray(image)))
    assert seen.refused == "sheet_cut"


def replace_origin(sheet: RenderedSheet, origin: NDArray[np.float64]) -> RenderedSheet:
    return replace(sheet, cells=sheet.cells - np.floor(origin), boxes=sheet.boxes - np.floor(origin))


def test_type_that_looks_strange_is_no_half_mark() -> None:
    strange, half, black, faint = [0.42, 0.01, 0.57], [0.6, 0.1, 0.3], [0.0, 0.01, 0.99], [0.1, 0.7, 0.2]
    states = without_strange_print(np.array([strange, half, black, faint]), SheetConfig())
    np.testing.assert_allclose(states, [[0.99, 0.01, 0.0], half, black, faint])


def test_marks_are_set_apart_from_prints_that_look_like_them() -> None:
    blurred = np.array([0.35, 0.45, 0.55, 0.5, 0.4, 0.97, 0.98])
    assert (set_apart(blurred, SheetConfig()) > 0.5).tolist() == [False] * 5 + [True] * 2


def test_what_is_clear_stays_so_and_sheets_that_are_all_clear_are_not_moved() -> None:
    clear = np.array([0.01, 0.02, 0.01, 0.99, 0.98])
    np.testing.assert_allclose(set_apart(clear, SheetConfig()), clear, atol=0.01)
    crowded = np.array([0.02, 0.3, 0.4, 0.5, 0.6, 0.7, 0.98])
    apart = set_apart(crowded, SheetConfig())
    assert apart[0] < 0.5 < apart[-1]
    assert (np.diff(apart) > 0).all()
