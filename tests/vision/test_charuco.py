"""The board found in rendered pictures, and lenses fitted to them: how straight the straight picture is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.fit import coverage, fit_lens
from tests.calibration.views import LENSES
from vision.charuco import COLUMNS, ROWS, SQUARE_MM, board_picture, find_board
from vision.lens_overlay import fit_picture
from vision.photo import Photo

from .boards import POSES, Bench, worst_bend, worst_miss


def flat_board(pixels: int = 4, margin: int = 40) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    picture = cv2.copyMakeBorder(board_picture(pixels), *(margin,) * 4, cv2.BORDER_CONSTANT, value=255)
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8)


def test_every_corner_of_a_whole_board_is_found_where_it_is() -> None:
    view = find_board(Photo.of(flat_board()))
    assert len(view) == (COLUMNS - 1) * (ROWS - 1)
    assert np.allclose(view.picture, view.board * 4 + 40 - 0.5, atol=0.1)
    assert view.board.max(axis=0).tolist() == [(COLUMNS - 1) * SQUARE_MM, (ROWS - 1) * SQUARE_MM]


def test_corners_of_a_shrunk_photo_are_told_in_full_resolution() -> None:
    picture = flat_board()
    height, width = picture.shape[:2]
    view = find_board(Photo(picture, 2.0, 2 * width, 2 * height))
    assert np.allclose(view.picture, view.board * 8 + 80 - 0.5, atol=0.2)


def test_a_part_of_the_board_tells_its_own_corners() -> None:
    view = find_board(Photo.of(np.ascontiguousarray(flat_board()[300:, 200:])))
    assert 8 <= len(view) < (COLUMNS - 1) * (ROWS - 1)
    assert np.allclose(view.picture, view.board * 4 + 40 - 0.5 - (200, 300), atol=0.2)


@pytest.mark.parametrize("level", [0, 128, 255])
def test_where_there_is_no_board_nothing_is_found(level: int) -> None:
    assert len(find_board(Photo.of(np.full((480, 640, 3), level, np.uint8)))) == 0


@pytest.mark.parametrize("name", LENSES)
def test_a_lens_learned_from_rendered_pictures_makes_the_whole_picture_straight(name: str) -> None:
    true = LENSES[name]
    views = [find_board(Photo.of(picture)) for picture in Bench(true).pictures()]
    fit = fit_lens(views, (true.width, true.height))
    assert len(fit.views) == len(POSES)
    assert fit.lens.error < 0.15
    assert np.allclose(fit.lens.focal, true.focal, rtol=0.01)
    assert worst_bend(true, fit.lens) < 0.5
    assert worst_miss(true, fit.lens) < 2.5
    size = (true.width, true.height)
    drawn = fit_picture(views, coverage(views, size), size, fit)
    assert drawn.shape[1] == 1600
    assert (drawn != fit_picture(views, coverage(views, size), size)).any()


def test_without_the_lens_the_picture_is_far_from_straight() -> None:
    true = LENSES["wide"]
    unbent = type(true)(true.width, true.height, true.focal, true.middle, (0.0,) * 5)
    assert worst_bend(true, unbent) > 10
