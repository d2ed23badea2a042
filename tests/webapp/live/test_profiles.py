"""A table that is followed by a camera of which something is known."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from calibration.profile import Profile
from calibration.shelf import Shelf
from tests.calibration.views import LENSES
from tests.webapp.tables.phones import refusal

from .tables import Table

MOVE = "Wc@0,0 Yc@1,0 Oc@2,0"


@pytest.fixture
def shelf(table: Table, tmp_path: Path) -> Shelf:
    """A profile for the pictures of these tests, and one for another camera."""
    table.size = (LENSES["wide"].height, LENSES["wide"].width)
    shelf = table.app.extensions["profiles"] = Shelf(tmp_path / "profiles")
    shelf.write("desk", Profile(lens=LENSES["wide"]))
    shelf.write("other", Profile(lens=LENSES["webcam"]))
    return shelf


def corners(table: Table) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.array([piece["corners"] for piece in table.looks()["pieces"]])


@pytest.mark.usefixtures("shelf")
def test_live_pictures_are_read_by_the_profile_and_told_as_they_were_taken(table: Table) -> None:
    table.lays(MOVE)
    plain = corners(table)
    table.profile = "desk"
    table.waits(4)
    moved = LENSES["wide"].bend(plain.reshape(-1, 2)).reshape(plain.shape)
    assert np.abs(moved - plain).max() > 1
    np.testing.assert_allclose(corners(table), moved, atol=0.06)
    assert table.confirms()["proposal"] is None


@pytest.mark.usefixtures("shelf")
def test_so_are_photos(table: Table) -> None:
    board = table.board.parse(MOVE)
    table.photographs(board)
    plain = corners(table)
    table.profile = "desk"
    table.photographs(board)
    assert 1 < np.abs(corners(table) - plain).max() < 80


@pytest.mark.usefixtures("shelf")
def test_a_profile_for_another_camera_is_refused_at_every_picture(table: Table) -> None:
    table.profile = "other"
    for _ in range(20):
        table.now += 0.125
        answer = table.sends(table.picture())
        assert refusal(answer) == (422, "lens_other_shape")
    table.profile = "none"
    assert refusal(table.sends(table.picture())) == (422, "profile_missing")
