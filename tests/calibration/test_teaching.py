"""What a person puts right is learned, not made twice, and can be taken back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.colours import fit_light
from calibration.light import ColourSample
from calibration.profile import UNKNOWN, Profile
from calibration.teaching import MOST_OF_A_COLOUR, taught, untaught

from .swatches import LIGHTS, samples
from .views import LENSES


def name_of(profile: Profile, sample: ColourSample) -> str:
    assert profile.light is not None
    assert profile.light.tiles is not None
    likely = profile.light.tiles.log_likelihoods(np.array([sample.face]), profile.light.gains)[0]
    return profile.light.tiles.names[int(likely.argmax())]


MISREAD = replace(samples(["orange"])[0], name="red", taught=True)
"""A red tile that looks orange, as in the shine of a lamp."""


def test_a_mistake_is_not_made_twice_and_can_be_taken_back() -> None:
    known = Profile(LENSES["wide"], fit_light(tiles=samples()))
    assert name_of(known, MISREAD) == "orange"
    wiser = taught(known, [MISREAD])
    assert name_of(wiser, MISREAD) == "red"
    assert wiser.lens == known.lens
    others = [sample for sample in samples(seed=4) if sample.name != "orange"]
    assert [name_of(wiser, sample) for sample in others] == [sample.name for sample in others]
    assert untaught(wiser, [MISREAD]) == known


def test_a_game_without_a_profile_learns_from_its_first_correction() -> None:
    lesson = [*samples(["green", "blue", "white"], LIGHTS["warm"]), MISREAD]
    wiser = taught(UNKNOWN, lesson)
    assert name_of(wiser, MISREAD) == "red"
    assert untaught(wiser, lesson) == UNKNOWN
    alone = taught(UNKNOWN, [MISREAD])
    assert name_of(alone, MISREAD) == "red"
    assert untaught(alone, [MISREAD]) == UNKNOWN


def test_lessons_are_taken_back_in_any_order() -> None:
    first, second = samples(["red", "blue"], seed=1), samples(["green", "blue"], seed=2)
    both = taught(taught(UNKNOWN, first), second)
    assert untaught(both, first) == taught(UNKNOWN, second)
    assert untaught(both, second) == taught(UNKNOWN, first)
    assert untaught(untaught(both, second), first) == UNKNOWN


def test_what_was_never_taught_takes_nothing_back() -> None:
    known = taught(UNKNOWN, samples())
    assert untaught(known, samples(seed=7)) == known
    assert untaught(UNKNOWN, samples()) == UNKNOWN


def test_a_long_game_keeps_what_was_put_right_and_the_newest_of_the_rest() -> None:
    many = samples(["red"] * (MOST_OF_A_COLOUR + 30), seed=3)
    wiser = taught(taught(UNKNOWN, [MISREAD]), many)
    assert wiser.light is not None
    assert wiser.light.tiles is not None
    assert wiser.light.tiles.samples == (MISREAD, *many[-(MOST_OF_A_COLOUR - 1) :])


def test_dice_are_taught_beside_tiles() -> None:
    dice = samples(["white", "red", "blue"], body=False)
    both = taught(taught(UNKNOWN, samples()), dice=dice)
    assert both.light is not None
    assert both.light.dice is not None
    assert both.light.dice.samples == tuple(dice)
    assert untaught(both, dice=dice) == taught(UNKNOWN, samples())
    with pytest.raises(ValueError, match="no colour is named orange"):
        taught(UNKNOWN, dice=samples(["orange"], body=False))
