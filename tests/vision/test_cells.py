"""Cells are extrapolated from tiles, straight, turned and in perspective."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.qwirkle.settle import Place
from vision.cells import Cells
from vision.grid import SQUARE
from vision.reading import Floats

VIEWS = {
    "straight": np.array([[80.0, 0, 300], [0, 80, 200], [0, 0, 1]]),
    "turned by 30": np.array([[69.3, -40, 300], [40, 69.3, 200], [0, 0, 1]]),
    "turned by 45": np.array([[56.6, -56.6, 500], [56.6, 56.6, 200], [0, 0, 1]]),
    "oblique": np.array([[70.0, -10, 400], [15, 45, 300], [0.001, 0.025, 1]]),
}
LINE = [Place(0, 0, 0), Place(0, 1, 0), Place(0, 2, 0), Place(0, 2, 1), Place(0, 2, 2)]


def seen(view: Floats, col: float, row: float) -> Floats:
    corners = cv2.perspectiveTransform((SQUARE + np.array([col, row]))[None], view)[0]
    return np.asarray(corners, np.float64)


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
@pytest.mark.parametrize("cell", [(1, 0), (3, 0), (2, 3), (-1, 0), (1, 1), (2, -1)])
def test_cells_are_found_beside_a_line(view: Floats, cell: tuple[int, int]) -> None:
    corners = np.stack([seen(view, place.col, place.row) for place in LINE])
    side = np.linalg.norm(corners[2, 1] - corners[2, 0])
    expected = seen(view, *cell)
    assert np.abs(Cells(corners, LINE).corners(*cell) - expected).max() < 0.12 * side


def test_tiles_may_begin_at_any_corner() -> None:
    view = VIEWS["turned by 45"]
    corners = np.stack([np.roll(seen(view, place.col, place.row), turn, axis=0) for turn, place in enumerate(LINE)])
    np.testing.assert_allclose(Cells(corners, LINE).corners(3, 0), seen(view, 3, 0), atol=1e-6)


def test_a_column_alone_tells_its_direction() -> None:
    places = [Place(0, 0, 0), Place(0, 0, 1)]
    corners = np.stack([np.roll(seen(VIEWS["straight"], 0, row), 3 * row, axis=0) for row in range(2)])
    np.testing.assert_allclose(Cells(corners, places).corners(1, 1), seen(VIEWS["straight"], 1, 1), atol=1e-6)


def test_one_tile_is_enough_and_none_is_not() -> None:
    view = VIEWS["oblique"]
    straight = Cells(seen(view, 0, 0)[None], [Place(3, 0, 0)]).corners(1, 0)
    assert np.abs(straight - seen(view, 1, 0)).max() < 5
    with pytest.raises(ValueError, match="no tile"):
        Cells(np.zeros((0, 4, 2)), [])


def test_a_line_that_drifts_goes_on_from_its_end() -> None:
    """Tiles laid along a curve: the cell after the last follows the last ones, not the mean of all."""
    angle, at, corners = 0.0, np.array([100.0, 300.0]), []
    for _ in range(6):
        right = 50 * np.array([np.cos(angle), np.sin(angle)])
        axes = np.stack([right, [-right[1], right[0]]])
        corners.append(at + SQUARE @ axes)
        at, angle = at + right, angle + 0.04
    cells = Cells(np.stack(corners[:5]), [Place(0, col, 0) for col in range(5)])
    assert np.abs(cells.corners(5, 0) - corners[5]).max() < 6


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
@pytest.mark.parametrize("cell", [(1, 0), (3, 0), (2, 3), (-1, 1), (0, 2)])
def test_a_point_lies_in_its_cell(view: Floats, cell: tuple[int, int]) -> None:
    cells = Cells(np.stack([seen(view, place.col, place.row) for place in LINE]), LINE)
    found, off = cells.at(seen(view, cell[0] + 0.1, cell[1] - 0.2).mean(axis=0))
    assert found == cell
    assert off == pytest.approx(0.2, abs=0.13)


def test_a_point_between_two_cells_is_far_from_both() -> None:
    view = VIEWS["straight"]
    cells = Cells(np.stack([seen(view, place.col, place.row) for place in LINE]), LINE)
    cell, off = cells.at(seen(view, 5.45, 0).mean(axis=0))
    assert cell == (5, 0)
    assert off == pytest.approx(0.45)
