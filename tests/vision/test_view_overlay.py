from __future__ import annotations

from calibration.view import View
from vision.view_overlay import net

SIDE = 60.0


def test_a_view_from_straight_above_is_drawn_as_squares() -> None:
    lines = list(net(View(640, 480, (1 / SIDE, 0.0, 0.0, 0.0, 1 / SIDE, 0.0, 0.0, 0.0, 1.0))))
    assert {len(line) for line in lines} == {9, 12}
    assert {float(side) for line in lines for side in (line % SIDE).ravel().round(6)} == {0.0}


def test_no_line_is_drawn_of_a_view_that_shows_millions_of_squares() -> None:
    assert list(net(View(640, 480, (1e4, 0.0, 0.0, 0.0, 1e-7, 0.0, 0.0, 0.0, 1.0)))) == []
