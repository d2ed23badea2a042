"""Fits of a lens to points, without any picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.errors import CalibrationError
from calibration.fit import BoardView, coverage, fit_lens, usable

from .views import AROUND, GRID, LENSES, Slant, views


@pytest.mark.parametrize("name", LENSES)
def test_a_lens_is_found_again(name: str) -> None:
    true = LENSES[name]
    fit = fit_lens(views(true), (true.width, true.height))
    assert np.allclose(fit.lens.focal, true.focal, rtol=0.005)
    assert np.allclose(fit.lens.middle, true.middle, atol=4)
    assert fit.lens.error < 0.1
    assert (fit.lens.views, len(fit.views), len(fit.residuals)) == (len(AROUND),) * 3
    assert max(fit.errors) < 0.15


def test_without_noise_a_lens_is_found_exactly() -> None:
    true = LENSES["webcam"]
    fit = fit_lens(views(true, noise=0.0), (true.width, true.height))
    assert np.allclose(fit.lens.focal, true.focal, rtol=1e-4)
    assert np.allclose(fit.lens.distortion, true.distortion, atol=1e-3)


def refused(seen: list[BoardView], name: str = "phone") -> CalibrationError:
    lens = LENSES[name]
    with pytest.raises(CalibrationError) as refusal:
        fit_lens(seen, (lens.width, lens.height))
    return refusal.value


def test_too_few_views_are_refused() -> None:
    error = refused(views(LENSES["phone"])[:9])
    assert error.code == "lens_few_views"
    assert "on 9 pictures, 10 are needed" in str(error)
    assert refused([]).code == "lens_few_views"


def test_views_that_tell_nothing_are_passed_over() -> None:
    true = LENSES["phone"]
    seen = views(true)
    line = BoardView(GRID[::5] + 0.0, np.column_stack([np.linspace(10, 300, 7), np.linspace(10, 300, 7)]))
    useless = [BoardView.none(), line, BoardView(GRID[:7], GRID[:7])]
    assert not any(usable(view) for view in useless)
    fit, plain = fit_lens([*useless, *seen], (true.width, true.height)), fit_lens(seen, (true.width, true.height))
    assert len(fit.views) == len(plain.views) == len(seen)
    assert np.allclose(fit.lens.focal, plain.lens.focal)
    assert refused([*seen[:8], *useless]).params["count"] == 8


def test_a_line_of_many_points_is_not_usable() -> None:
    along = np.column_stack([np.arange(12.0), np.zeros(12)])
    assert not usable(BoardView(along, along))


def test_a_board_seen_only_in_the_middle_is_refused() -> None:
    inner = [slant._replace(x=0.5, y=0.5, distance=900.0) for slant in AROUND]
    error = refused(views(LENSES["phone"], inner))
    assert error.code == "lens_not_covered"
    assert "the top left" in str(error)
    assert "the bottom right" in str(error)


def test_what_is_missing_is_named() -> None:
    true = LENSES["phone"]
    left_out = [slant for slant in AROUND if not (slant.x > 0.6 and slant.y > 0.6)]
    seen = views(true, left_out)
    assert coverage(seen, (true.width, true.height)).missing == ("the bottom right",)
    covered = coverage(views(true), (true.width, true.height))
    assert (covered.missing, covered.share) == ((), 1.0)
    everything = coverage([], (true.width, true.height)).missing
    assert everything == (
        "the top left", "the top", "the top right", "the left", "the middle", "the right",
        "the bottom left", "the bottom", "the bottom right",
    )  # fmt: skip


@pytest.mark.parametrize(("tilt", "pan"), [(0, 0), (30, 0), (-10, 20)])
def test_a_board_always_seen_from_the_same_angle_is_refused(tilt: float, pan: float) -> None:
    same = [slant._replace(tilt=tilt, pan=pan, roll=0) for slant in AROUND]
    assert refused(views(LENSES["phone"], same)).code == "lens_same_angle"


def test_corners_that_are_off_are_refused_and_the_worst_picture_is_named() -> None:
    true = LENSES["phone"]
    assert refused(views(true, noise=1.2)).code == "lens_inexact"
    seen = views(true)
    rng = np.random.default_rng(1)
    seen[4] = replace(seen[4], picture=seen[4].picture + rng.normal(0, 6, seen[4].picture.shape))
    error = refused([BoardView.none(), *seen])
    assert error.code == "lens_inexact"
    assert "picture 6 is the worst" in str(error)


def test_points_without_any_sense_are_refused() -> None:
    rng = np.random.default_rng(2)
    nonsense = [BoardView(GRID, rng.uniform(0, (959, 719), (len(GRID), 2))) for _ in range(12)]
    assert refused(nonsense).code in ("lens_inexact", "lens_unsound")
    same = [BoardView(GRID, np.full((len(GRID), 2), 5.0)) for _ in range(12)]
    assert refused(same).code == "lens_not_covered"


def test_a_view_takes_points_in_pairs_alone() -> None:
    with pytest.raises(ValueError, match="expected twice"):
        BoardView(GRID, GRID[1:])


def test_slants_are_what_they_say() -> None:
    straight = views(LENSES["phone"], [Slant(0.5, 0.5)], noise=0.0)[0]
    assert len(straight) == len(GRID)
