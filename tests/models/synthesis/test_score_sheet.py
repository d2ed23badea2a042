from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.qwixx.sheet import Row
from models.synthesis.camera import Camera
from models.synthesis.paper import Bend, Paper
from models.synthesis.pens import CLEAR, UNCLEAR, Hand, Mark, Pen, draw
from models.synthesis.score_sheet import AMERICAN, EUROPEAN, Edition, Print, Printing, Typeface, printed, random_dress
from models.synthesis.sheet_scene import (
    TRAINING,
    UNSEEN,
    WHOLE,
    SheetRanges,
    SheetScene,
    random_sheet_scene,
)
from tests.benchmarks.visible import difference

PITCH = 24.0
DRESS = random_dress(np.random.default_rng(0), [Typeface()])
PEN = Pen(np.zeros(3, np.float32), 0.05, 1.0, 0.0, False)


def sheet(printing: Printing = EUROPEAN, edition: Edition = Edition.STANDARD) -> Print:
    return printed(printing, DRESS, PITCH, np.random.default_rng(1), edition)


def pixel(page: Print, x: float, y: float) -> list[int]:
    col, row = np.rint((np.array([x, y]) - page.origin) * page.pitch - 0.5).astype(int)
    return list(page.picture[row, col].tolist())


@pytest.mark.parametrize("printing", [EUROPEAN, AMERICAN])
def test_every_row_has_its_colours_where_it_says_its_cells_are(printing: Printing) -> None:
    page = sheet(printing)
    for row in Row:
        ink = DRESS.rows[row]
        left, y = page.cells[row, 0]
        assert pixel(page, left - 0.62, y - 0.55) == list(ink.bar)
        for x, y in page.cells[row]:
            assert pixel(page, x - 0.3, y - 0.42) == list(ink.cell)
        lock_x, lock_y = page.locks[row]
        assert pixel(page, lock_x - 0.3, lock_y) == list(ink.cell)


def test_every_cell_shows_its_number_and_every_box_is_white() -> None:
    page = sheet()
    for row in Row:
        for x, y in page.cells[row]:
            left, top = np.rint((np.array([x, y]) - 0.3 - page.origin) * page.pitch).astype(int)
            inside = page.picture[top : top + 14, left : left + 14].reshape(-1, 3)
            assert np.abs(inside.astype(int) - DRESS.rows[row].cell).max() > 40
    for x, y in page.boxes:
        assert pixel(page, x, y) == [255, 255, 255]


def test_other_editions_differ_where_they_should() -> None:
    page = sheet(edition=Edition.BIG_POINTS)
    assert len(page.bonus) == 22
    gaps = np.diff(page.cells[:, 0, 1])
    assert gaps[0] == pytest.approx(2 * gaps[1])
    mixed = sheet(edition=Edition.MIXED_COLOURS)
    grounds = {tuple(pixel(mixed, x - 0.3, y - 0.42)) for x, y in mixed.cells[0]}
    assert len(grounds) > 1
    assert not np.array_equal(sheet(edition=Edition.MIXED_NUMBERS).picture, sheet().picture)


@pytest.mark.parametrize("shape", [*CLEAR, *UNCLEAR])
def test_marks_cover_the_middle_of_their_cell(shape) -> None:  # type: ignore[no-untyped-def]
    for seed in range(20):
        strokes = shape(np.random.default_rng(seed), Hand())
        points = np.concatenate(strokes)
        assert np.abs(points).max() < 1.1
        assert np.abs(points.mean(axis=0)).max() < 0.35


def test_a_stroke_is_as_wide_as_its_pen() -> None:
    picture = np.ones((48, 240, 3), np.float32)
    line = np.array([[0.0, 1.0], [10.0, 1.0]])
    draw(picture, 24, np.zeros(2), replace_width(0.25), [line], np.random.default_rng(0))
    dark = (1 - picture[:, 60:180, 0]).sum(axis=0)
    assert dark.mean() == pytest.approx(6, rel=0.2)


def replace_width(width: float) -> Pen:
    return Pen(PEN.ink, width, PEN.cover, PEN.grain, PEN.glazing)


@pytest.mark.parametrize("bend", [Bend(), Bend(height=0.05, waves=0.8), Bend(curl=0.1, fold=0.3)])
@pytest.mark.parametrize("tilt", [0.0, 50.0])
def test_a_bent_page_shows_each_point_where_it_says(bend: Bend, tilt: float) -> None:
    """A white page with one black spot: the darkest place is where `seen` puts it."""
    from models.synthesis.canvas import Canvas

    camera = Camera(300, 240, 300, 20, tilt=math.radians(tilt), azimuth=0.4, roll=0.2)
    picture = np.ones((200, 300, 3), np.float32)
    spot = np.array([4.2, -1.1])
    paper = Paper(picture, np.eye(3), 30, np.array([-5.0, -10 / 3]), bend)
    middle = (spot - paper.origin) * 30 - 0.5
    cv2.circle(picture, np.rint(middle).astype(int).tolist(), 7, (0.0, 0.0, 0.0), -1)
    canvas = Canvas(np.ones((240, 300, 3), np.float32))
    paper.paint(canvas, camera)
    dark = 1 - canvas.light[..., 0]
    y, x = np.mgrid[:240, :300]
    found = np.array([(x * dark).sum(), (y * dark).sum()]) / dark.sum()
    assert np.abs(found - paper.seen(camera, spot[None])[0]).max() < 0.8


ANY = SheetRanges()


def scene(seed: int, ranges: SheetRanges = ANY) -> SheetScene:
    return random_sheet_scene(np.random.default_rng(seed), 220, 200, (9, 16), (), ranges)


@pytest.mark.parametrize("seed", range(6))
def test_random_scenes_tell_the_truth_about_themselves(seed: int) -> None:
    made = scene(seed)
    assert made.image.shape == (200, 220, 3)
    assert made.image.dtype == np.uint8
    for seen in made.sheets:
        assert seen.cells.shape == (4, 12, 2)
        assert set(np.unique(seen.marks)) <= set(Mark)
        inside = ((seen.cells > -0.5) & (seen.cells < [219.5, 199.5])).all(axis=-1)
        assert not (seen.visible & ~inside).any()
        steps = np.diff(seen.cells[:, :11], axis=1)
        assert np.abs(steps - seen.cell_axes[:, :10, 0]).max() < 0.35 * seen.pitch


def test_sheets_are_never_mirrored() -> None:
    for seed in range(12):
        for seen in scene(seed).sheets:
            right, down = seen.cell_axes[..., 0, :], seen.cell_axes[..., 1, :]
            assert (right[..., 0] * down[..., 1] - right[..., 1] * down[..., 0] > 0).all()


def test_a_whole_sheet_is_whole() -> None:
    made = [scene(seed, replace(WHOLE, family=UNSEEN)) for seed in range(8)]
    sheets = [seen for each in made for seen in each.sheets]
    assert len(sheets) >= 6
    assert all(seen.whole for seen in sheets)


def test_equal_seeds_give_equal_scenes() -> None:
    first, second, other = scene(3), scene(3), scene(4)
    assert np.array_equal(first.image, second.image)
    assert [seen.marks.tolist() for seen in first.sheets] == [seen.marks.tolist() for seen in second.sheets]
    assert not np.array_equal(first.image, other.image)


def test_sheets_without_ink_differ_from_others_where_these_are_marked() -> None:
    marked, inkless = (scene(7, replace(WHOLE, empty=0.0, inkless=inkless)) for inkless in (False, True))
    apart = difference(marked.image, inkless.image)
    (sheet,) = marked.sheets
    np.testing.assert_array_equal(sheet.cells, inkless.sheets[0].cells)
    x, y = np.moveaxis(np.rint(sheet.cells).astype(int), -1, 0)
    assert (sheet.marks != Mark.EMPTY).any()
    assert apart[y, x][sheet.marks != Mark.EMPTY].mean() > 4 * apart[y, x][sheet.marks == Mark.EMPTY].mean()


def test_slanting_letters_lean_to_the_right() -> None:
    upright, slanting = Typeface("pillow", 2).mask("1"), Typeface("pillow", 2, slant=0.3).mask("1")
    assert upright.shape[0] == slanting.shape[0]
    rows = np.arange(slanting.shape[1])
    top, bottom = ((half * rows).sum() / half.sum() for half in np.array_split(slanting.astype(float), 2))
    assert 0.5 * 0.3 * len(slanting) - 4 < top - bottom < 0.5 * 0.3 * len(slanting) + 6


def test_what_is_unseen_is_not_in_training() -> None:
    assert not set(TRAINING.faces) & set(UNSEEN.faces)
    assert not set(TRAINING.surfaces) & set(UNSEEN.surfaces)
    assert not set(TRAINING.shades) & set(UNSEEN.shades)
    assert not {kind for kind, _ in TRAINING.pens} & {kind for kind, _ in UNSEEN.pens}
