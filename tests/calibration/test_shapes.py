from __future__ import annotations

import numpy as np
import pytest

from calibration.errors import CalibrationError
from calibration.shapes import SHAPES, SLIP, Shapes, fit_shapes

from .symbols import fitted, looks


@pytest.mark.parametrize("network", [True, False])
@pytest.mark.parametrize("named", [SHAPES, SHAPES * 3])
def test_the_tiles_of_other_photos_get_their_names(named: tuple[str, ...], network: bool) -> None:
    fit = fitted(named, network)
    chances = fit.shapes.chances(looks(SHAPES, seed=2, network=network)[:, 0])
    assert chances.argmax(axis=1).tolist() == list(range(6))
    assert np.allclose(chances.sum(axis=1), 1)
    assert chances.min() >= SLIP / 6  # no look rules a shape out for good
    assert fit.seems == named
    assert fit.contradicted == ()
    assert fit.own.min() > 0.9


def test_equal_samples_give_equal_fits() -> None:
    assert fitted(SHAPES).shapes == fitted(SHAPES).shapes


def test_a_tile_that_was_misnamed_is_told() -> None:
    named = SHAPES * 3
    wrong = (*named[:3], "star", *named[4:])
    fit = fit_shapes(looks(named), wrong)
    assert (fit.contradicted, fit.seems[3]) == ((3,), "clover")
    assert fit.own[3] < 0.1


def test_missing_shapes_are_named() -> None:
    with pytest.raises(CalibrationError, match="named: clover, starburst; lay out"):
        fitted(("circle", "square", "diamond", "star"))


def test_shapes_that_look_the_same_are_refused() -> None:
    seen = looks(SHAPES * 2, network=False)
    seen[[4, 10]] = looks(("clover",) * 2, seed=3, network=False)
    with pytest.raises(CalibrationError, match="clover and star can't be told apart"):
        fit_shapes(seen, SHAPES * 2)


def test_what_does_not_go_together_is_refused() -> None:
    good = fitted(SHAPES).shapes
    with pytest.raises(ValueError, match="looks"):
        fit_shapes(looks(SHAPES)[:, :, 1:], SHAPES)
    with pytest.raises(ValueError, match="one bias"):
        Shapes(good.weights[:2], good.biases[:2])
    with pytest.raises(ValueError, match="numbers"):
        Shapes(tuple(row[1:] for row in good.weights), good.biases)
    with pytest.raises(ValueError, match="a number is none"):
        Shapes(good.weights, (float("nan"), *good.biases[1:]))
