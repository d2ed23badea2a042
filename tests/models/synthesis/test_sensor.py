from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from models.synthesis import colour
from models.synthesis.filters import speckle
from models.synthesis.sensor import Sensor, expose

CLEAN = Sensor(blur=0, flare=0, shot=0, read=0, noise_size=0, smear=0, sharpen=0, vignette=0, quality=0)


def grey(level: float, side: int = 64) -> np.typing.NDArray[np.float32]:
    return np.full((side, side, 3), level, np.float32)


def test_a_clean_camera_only_encodes() -> None:
    photo = expose(colour.decode(np.full((8, 8, 3), (10, 128, 250), np.uint8)), CLEAN, np.random.default_rng(0))
    assert np.abs(photo.astype(int) - (10, 128, 250)).max() <= 1


def test_exposure_and_cast_act_on_light_and_clip() -> None:
    sensor = replace(CLEAN, exposure=2.0, cast=(0.5, 1.0, 4.0))
    photo = expose(grey(0.2), sensor, np.random.default_rng(0))
    expected = 255 * colour.ENCODED[(np.array([0.2, 0.4, 1.0]) * 4095).astype(int)]
    assert np.abs(photo[0, 0] - expected).max() <= 1


def test_metering_brings_dark_pictures_to_the_same_brightness() -> None:
    photos = [expose(grey(level), replace(CLEAN, meter=0.2), np.random.default_rng(0)) for level in (0.02, 0.7)]
    assert np.abs(photos[0].astype(int) - photos[1]).max() <= 2


def test_noise_grows_with_the_light() -> None:
    noisy = replace(CLEAN, shot=0.04)
    spread = [colour.decode(expose(grey(level), noisy, np.random.default_rng(3))).std() for level in (0.04, 0.36)]
    assert spread[1] == pytest.approx(3 * spread[0], rel=0.15)


def test_speckle_has_mean_0_and_variance_1() -> None:
    sample = speckle(np.random.default_rng(5), (300, 300))
    assert sample.mean() == pytest.approx(0, abs=0.01)
    assert sample.std() == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize(("kelvin", "warm"), [(2500, True), (4000, True), (9000, False)])
def test_low_temperatures_are_warm(kelvin: float, warm: bool) -> None:
    blue, green, red = colour.white(kelvin)
    assert green == 1
    assert (red > blue) == warm


def test_daylight_is_white() -> None:
    assert colour.white(6504) == pytest.approx(1, abs=0.07)
