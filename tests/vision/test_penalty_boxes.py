from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from models.pyramid import pyramid
from models.synthesis.score_sheet import AMERICAN, EUROPEAN, Print, Printing, Typeface, printed, random_dress
from vision.penalty_boxes import penalty_boxes

PITCH = 26.0
BLACK = (20, 20, 20)
Floats = NDArray[np.float64]


def sheet(printing: Printing, seed: int = 0) -> Print:
    return printed(printing, random_dress(np.random.default_rng(seed), [Typeface()]), PITCH, np.random.default_rng(0))


def placed(page: Print) -> Callable[[Floats], Floats]:
    """Where points of the sheet, in columns and rows, are in its own picture."""
    return lambda points: np.asarray((points * [1, page.row_pitch] - page.origin) * page.pitch - 0.5)


def off(page: Print, picture: NDArray[np.uint8], seen: Callable[[Floats], Floats]) -> float:
    """How far the boxes are found from where they are, in pitches."""
    found = penalty_boxes(pyramid(picture), seen, PITCH)
    return float(np.linalg.norm(seen(found) - placed(page)(page.boxes / [1, page.row_pitch]), axis=1).max() / PITCH)


def inked(page: Print, count: int) -> NDArray[np.uint8]:
    """The page with its first boxes blacked out, frames and all."""
    picture = page.picture.copy()
    for middle in placed(page)(page.boxes / [1, page.row_pitch])[:count]:
        half = np.array(page.box_size) * PITCH * 0.6
        low, high = (np.rint(middle + sign * half).astype(int).tolist() for sign in (-1, 1))
        cv2.rectangle(picture, low, high, BLACK, -1)
    return picture


@pytest.mark.parametrize("printing", [EUROPEAN, AMERICAN])
@pytest.mark.parametrize("count", range(5))
def test_boxes_are_found_however_many_are_marked(printing: Printing, count: int) -> None:
    page = sheet(printing)
    assert off(page, inked(page, count), placed(page)) < 0.1


@pytest.mark.parametrize("printing", [EUROPEAN, AMERICAN])
def test_boxes_a_little_off_are_found_by_their_frames(printing: Printing) -> None:
    page = sheet(replace(printing, boxes=(printing.boxes[0] + 0.1, printing.boxes[1])), seed=1)
    assert off(page, inked(page, 1), placed(page)) < 0.07


@pytest.mark.parametrize("printing", [EUROPEAN, AMERICAN])
def test_boxes_are_found_on_a_sheet_laid_a_little_amiss(printing: Printing) -> None:
    page = sheet(printing, seed=2)
    assert off(page, inked(page, 4), lambda points: placed(page)(points + np.array([0.06, -0.06]))) < 0.12


def test_where_there_is_no_sheet_some_place_is_said() -> None:
    page = sheet(EUROPEAN)
    blank = np.full_like(page.picture, 255)
    found = penalty_boxes(pyramid(blank), placed(page), PITCH)
    assert found.shape == (4, 2)
    assert np.isfinite(found).all()
