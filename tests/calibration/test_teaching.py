"""What a person puts right is learned, and the same mistake is not made twice."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.colours import ColourConfig, fit_light
from calibration.light import ColourSample
from calibration.profile import UNKNOWN, Profile
from calibration.teaching import taught

from .swatches import LIGHTS, samples
from .views import LENSES


def name_of(profile: Profile, sample: ColourSample) -> str:
    assert profile.light is not None
    assert profile.light.tiles is not None
    likely = profile.light.tiles.log_likelihoods(np.array([sample.face]), profile.light.gains)[0]
    return profile.light.tiles.names[int(likely.argmax())]


MISREAD = replace(samples(["orange"])[0], name="red", taught=True)
"""A red tile that looks orange, as in the shine of a lamp."""


def test_a_mistake_is_not_made_twice() -> None:
    known = Profile(LENSES["wide"], fit_light(tiles=samples()))
    assert name_of(known, MISREAD) == "orange"
    wiser = taught(known, [MISREAD])
    assert name_of(wiser, MISREAD) == "red"
    assert wiser.lens == known.lens
    others = [sample for sample in samples(seed=4) if sample.name != "orange"]
    assert [name_of(wiser, sample) for sample in others] == [sample.name for sample in others]


def test_a_game_without_a_profile_learns_from_its_first_correction() -> None:
    lesson = [*samples(["green", "blue", "white"], LIGHTS["warm"]), MISREAD]
    wiser = taught(UNKNOWN, lesson)
    assert name_of(wiser, MISREAD) == "red"
    alone = taught(UNKNOWN, [MISREAD])
    assert name_of(alone, MISREAD) == "red"


def test_a_long_game_keeps_what_was_put_right_and_the_newest_of_the_rest() -> None:
    most = ColourConfig().most
    many = samples(["red"] * (most + 30), seed=3)
    wiser = taught(taught(UNKNOWN, [MISREAD]), many)
    assert wiser.light is not None
    assert wiser.light.tiles is not None
    assert wiser.light.tiles.samples == (MISREAD, *many[-(most - 1) :])


def test_dice_are_taught_beside_tiles() -> None:
    dice = samples(["white", "red", "blue"], body=False)
    both = taught(taught(UNKNOWN, samples()), dice=dice)
    assert both.light is not None
    assert both.light.dice is not None
    assert both.light.dice.samples == tuple(dice)
    with pytest.raises(ValueError, match="no colour is named orange"):
        taught(UNKNOWN, dice=samples(["orange"], body=False))
