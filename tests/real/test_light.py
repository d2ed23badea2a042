"""On real photos put into hard light, what one of them teaches makes the others right."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.profile import UNKNOWN, Profile
from tests.benchmarks.light import LIGHTS, Errors, errors_of, learned, shot_of, telling
from tests.real.measure import photos_folder, photos_of
from vision.read import Reader
from webapp.look import look


@pytest.fixture(scope="module")
def folder() -> Path:
    folder = photos_folder()
    if folder is None:
        pytest.skip("no light is learned from real photos: KIBITZ_PHOTOS is not set")
    return folder


@pytest.fixture(scope="module")
def reader(folder: Path) -> Reader:
    return Reader()


@pytest.mark.parametrize("name", ["free-game", "overhead", "connect-board"])
def test_ordinary_photos_have_no_strong_cast(name: str, folder: Path, reader: Reader) -> None:
    for photo in photos_of(folder / "qwirkle" / name)[1::17]:
        assert look(photo.path, reader, game="qwirkle").cast is None


def test_a_home_made_set_by_a_warm_lamp_has_no_strong_cast(folder: Path, reader: Reader) -> None:
    for name in ("blue", "orange", "purple"):
        assert look(folder / f"qwirkle/custom-set/{name}.jpg", reader, game="qwirkle").cast is None


@pytest.mark.parametrize("light", ["warm, 2200 K", "sodium lamp"])
def test_one_photo_in_a_hard_light_leaves_no_error_on_others(light: str, folder: Path, reader: Reader) -> None:
    photos = photos_of(folder / "qwirkle/free-game")
    best = telling(photos)
    known = Profile(light=learned(reader, photos[best], shot_of(photos[best], LIGHTS[light], best)))
    before, after = Errors(), Errors()
    for number in (5, 10, 15):
        assert number != best
        shot = shot_of(photos[number], LIGHTS[light], number)
        before += errors_of(reader, photos[number], shot, UNKNOWN)
        after += errors_of(reader, photos[number], shot, known)
    assert before.wrong > 0
    assert after.wrong == 0
