"""The picture of a light: every sample's dot lies at its a and b, in its colour, and every name is written."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.colours import light_of
from calibration.light import Light, lab
from calibration.profile import UNKNOWN
from calibration.teaching import taught
from tests.calibration.swatches import LIGHTS, samples
from vision.light_overlay import GROUND, REACH, SIDE, light_picture, shown
from vision.overlay import DOUBT


def at(a: float, b: float) -> tuple[int, int]:
    """The row and the column of a place in the first plane."""
    return round(SIDE / 2 * (1 - b / REACH)), round(SIDE / 2 * (1 + a / REACH))


@pytest.mark.parametrize("light", LIGHTS)
def test_dots_lie_where_their_colours_do(light: str) -> None:
    fitted = light_of(tiles=samples(["red", "green", "blue"], LIGHTS[light]))
    assert fitted.tiles is not None
    picture = light_picture(fitted)
    assert picture.shape == (SIDE, SIDE, 3)
    for sample in fitted.tiles.samples:
        balanced = np.array(sample.face) * fitted.gains
        _, a, b = lab(balanced[None])[0]
        assert np.abs(picture[at(a, b)].astype(int) - shown(balanced)).max() < 12


def test_tiles_and_dice_stand_side_by_side_and_what_was_put_right_has_a_ring() -> None:
    both = light_of(samples(), samples(["white", "red"], body=False))
    assert light_picture(both).shape == (SIDE, 2 * SIDE, 3)
    (sample,) = samples(["red"])
    plain, ringed = (taught(UNKNOWN, [replace(sample, taught=right)]).light for right in (False, True))
    assert plain is not None
    assert ringed is not None
    rings = [(light_picture(light) == DOUBT).all(axis=2).sum() for light in (plain, ringed)]
    assert rings[1] > rings[0] + 100


def test_a_light_of_nothing_is_an_empty_picture() -> None:
    assert (light_picture(Light((1.0, 1.0, 1.0))) == GROUND).all()
