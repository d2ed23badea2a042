"""Lights fitted to colours of known names: grey becomes grey, names are told, and what tells nothing is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.colours import (
    COMMON,
    ColourConfig,
    fit_light,
    light_of,
    most_alike,
    off_middle,
    told_by_others,
    white_balance,
)
from calibration.errors import CalibrationError
from calibration.light import DIE_COLOURS, TILE_COLOURS, Bgr, ColourSample, Light, Palette, as_bgr, lab

from .swatches import LIGHTS, NEUTRAL, SIX, samples


def faces(seen: Sequence[ColourSample]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.array([sample.face for sample in seen])


def named(palette: Palette, gains: Bgr, seen: Sequence[ColourSample]) -> list[str]:
    likely = palette.log_likelihoods(faces(seen), gains).argmax(axis=1)
    return [palette.names[index] for index in likely]


@pytest.mark.parametrize("light", LIGHTS)
def test_in_any_light_grey_becomes_grey_and_every_colour_is_told(light: str) -> None:
    fitted = fit_light(tiles=samples(light=LIGHTS[light]))
    left = np.array(fitted.gains) * LIGHTS[light]
    assert left.max() / left.min() < 1.1
    assert np.prod(fitted.gains) == pytest.approx(1)
    assert fitted.tiles is not None
    assert fitted.dice is None
    others = samples(light=LIGHTS[light], seed=2)
    assert named(fitted.tiles, fitted.gains, others) == [sample.name for sample in others]


def test_without_white_faces_the_bodies_tell_the_light() -> None:
    old_box = [*TILE_COLOURS[:6]] * 3
    for light in LIGHTS.values():
        left = np.array(white_balance(samples(old_box, light))) * light
        assert left.max() / left.min() < 1.2


def test_what_contradicts_all_others_hardly_counts() -> None:
    odd = [ColourSample("red", (0.7, 0.1, 0.02), (0.01, 0.01, 0.01))] * 20
    gains = np.array(white_balance([*samples(), *odd]))
    assert gains.max() / gains.min() < 1.1


def test_colours_that_no_sample_showed_are_expected_where_they_commonly_are() -> None:
    light = LIGHTS["warm"]
    fitted = fit_light(tiles=samples(["red", "white", "blue"] * 3, light))
    assert fitted.tiles is not None
    assert fitted.tiles.sampled == ("red", "blue", "white")
    others = samples(["green", "yellow"], light, seed=3)
    assert named(fitted.tiles, fitted.gains, others) == ["green", "yellow"]
    doubts = np.array(fitted.tiles.spreads)[:, [0, 4, 8]].sum(axis=1)
    assert doubts[fitted.tiles.names.index("green")] > 2 * doubts[fitted.tiles.names.index("red")]


def test_a_set_s_own_colours_go_by_the_names_they_are_given() -> None:
    own: dict[str, Bgr] = {
        "red": (0.5, 0.1, 0.6),
        "orange": (0.05, 0.3, 0.3),
        "blue": (0.5, 0.5, 0.1),
    }  # pink, olive, cyan
    seen = [
        ColourSample(name, as_bgr(np.array(colour) * shade), (0.01, 0.01, 0.01))
        for name, colour in own.items()
        for shade in (0.5, 0.8, 1.0)
    ]
    fitted = fit_light(tiles=seen)
    assert fitted.tiles is not None
    assert named(fitted.tiles, fitted.gains, seen) == [sample.name for sample in seen]


def test_odd_dice_go_by_the_names_they_are_given() -> None:
    own: dict[str, Bgr] = {"white": (0.02, 0.02, 0.02), "red": (0.5, 0.1, 0.6), "yellow": (0.1, 0.3, 0.8)}
    seen = [
        ColourSample(name, as_bgr(np.array(colour) * shade)) for name, colour in own.items() for shade in (0.6, 1.0)
    ]
    fitted = fit_light(dice=seen)
    assert fitted.dice is not None
    assert fitted.dice.names == DIE_COLOURS
    assert named(fitted.dice, fitted.gains, seen) == [sample.name for sample in seen]


def test_probabilities_are_honest() -> None:
    """Of colours that overlap, as many are named rightly as the model says."""
    light = fit_light(tiles=samples(["orange", "red"] * 40, wander=0.25))
    assert light.tiles is not None
    fresh = samples(["orange", "red"] * 500, wander=0.25, seed=9)
    likely = light.tiles.log_likelihoods(faces(fresh), light.gains)[:, :2]
    chances = np.exp(likely - np.logaddexp.reduce(likely, axis=1)[:, None])
    guesses = [("red", "orange")[index] for index in chances.argmax(axis=1)]
    right = np.array([guess == sample.name for guess, sample in zip(guesses, fresh, strict=True)])
    assert chances.max(axis=1).mean() == pytest.approx(right.mean(), abs=0.05)


REFUSED: dict[str, tuple[Callable[[], Light], str]] = {
    "light_few_tiles": (
        lambda: fit_light(tiles=samples(["red", "blue"])),
        "colours of 2 tiles are known, 6 are needed",
    ),
    "light_few_dice": (lambda: fit_light(dice=samples(["red"], body=False)), "colours of 1 dice are known"),
    "light_one_colour_tiles": (lambda: fit_light(tiles=samples(["red"] * 9)), "all tiles are red"),
    "light_one_colour_dice": (lambda: fit_light(dice=samples(["white"] * 9, body=False)), "all dice are white"),
    "light_colours_alike": (
        lambda: fit_light(tiles=[*samples(), *(ColourSample("purple", s.face, s.body) for s in samples(["blue"] * 3))]),
        "blue and purple can't be told apart",
    ),
}


@pytest.mark.parametrize("code", REFUSED)
def test_what_tells_nothing_is_refused_in_one_sentence(code: str) -> None:
    fit, sentence = REFUSED[code]
    with pytest.raises(CalibrationError, match=sentence) as refusal:
        fit()
    assert refusal.value.code == code
    assert "\n" not in str(refusal.value)


def test_nothing_at_all_is_too_little() -> None:
    with pytest.raises(CalibrationError, match="colours of 0 tiles"):
        fit_light()
    assert light_of() == Light(NEUTRAL)


def test_a_fit_tells_how_good_it_is() -> None:
    good, poor = (fit_light(tiles=samples(wander=wander)) for wander in (0.02, 0.2))
    assert good.tiles is not None
    assert poor.tiles is not None
    assert off_middle(good.tiles, good.gains).mean() < off_middle(poor.tiles, poor.gains).mean() / 2
    assert told_by_others(good.tiles, good.gains) == len(good.tiles.samples)
    alike = most_alike(good.tiles)
    assert alike is not None
    assert set(alike[1:]) == {"red", "orange"}
    assert alike[0] > 3
    only = light_of(tiles=samples(["red"] * 3)).tiles
    assert only is not None
    assert most_alike(only) is None


def test_one_piece_alone_is_told_by_what_is_common() -> None:
    alone = light_of(tiles=samples(["blue"])).tiles
    assert alone is not None
    assert told_by_others(alone, NEUTRAL) == 1


def test_names_of_another_kind_are_refused() -> None:
    with pytest.raises(ValueError, match="no colour is named orange"):
        light_of(dice=samples(["orange"], body=False))


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_few_samples_are_enough_for_a_light_that_nobody_vouches_for(count: int) -> None:
    light = light_of(tiles=samples(SIX[:count], LIGHTS["warm"]))
    assert light.tiles is not None
    assert named(light.tiles, light.gains, samples(SIX, LIGHTS["warm"], seed=5)) == list(SIX)


@given(st.floats(0.02, 50), st.sampled_from(sorted(COMMON)))
def test_only_the_lightness_changes_with_the_strength_of_the_light(strength: float, name: str) -> None:
    colour = np.array([COMMON[name]])
    (_, a, b), (_, other_a, other_b) = lab(colour)[0], lab(colour * strength)[0]
    assert (other_a, other_b) == (
        pytest.approx(a, abs=3),
        pytest.approx(b, abs=3),
    )  # less in the dark, where light ends


def test_grey_has_no_colour_and_white_the_lightness_100() -> None:
    np.testing.assert_allclose(lab(np.array([[1.0, 1, 1], [0.2, 0.2, 0.2]]))[:, 1:], 0, atol=0.05)
    assert lab(np.ones((1, 3)))[0, 0] == pytest.approx(100)


def test_a_colour_with_no_light_is_no_fault() -> None:
    dark = [ColourSample(name, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)) for name in SIX]
    assert np.isfinite(light_of(tiles=dark).gains).all()
    assert fit_light(tiles=[*samples(), dark[0]]).gains


def test_what_is_no_sample_and_no_light_is_refused() -> None:
    for face in ((-0.1, 0.0, 0.0), (float("nan"), 0.0, 0.0), (float("inf"), 0.0, 0.0)):
        with pytest.raises(ValueError, match="not negative"):
            ColourSample("red", face)
    for gains in ((0.0, 1.0, 1.0), (float("nan"), 1.0, 1.0), (1.0, 1.0, 1e6)):
        with pytest.raises(ValueError, match="no light"):
            Light(gains)


def test_thresholds_are_one_place() -> None:
    with pytest.raises(CalibrationError, match="20 are needed"):
        fit_light(tiles=samples(), config=ColourConfig(pieces=20))
    assert white_balance(samples(light=NEUTRAL)) == pytest.approx((1, 1, 1), abs=0.05)
