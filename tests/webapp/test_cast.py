"""A strong tint of everything is noticed and said, unless the light is known; ordinary light is nothing to talk of."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.colours import light_of
from calibration.light import Bgr
from calibration.profile import Profile
from engine.qwixx.notation import parse_roll
from models.synthesis.demo import demo_roll, demo_table
from tests.vision.test_colours import BLUE, lit
from vision.icc import Pixels
from vision.read import Reader
from webapp.answer import answer, described
from webapp.cli import main
from webapp.look import QWIXX, Look, look, strong_cast

from .rendered import jpeg

ORDINARY: dict[str, Bgr] = {"neutral": (1.0, 1.0, 1.0), "a lamp": (0.72, 1.0, 1.25), "a cloudy sky": (1.2, 1.0, 0.85)}
STRONG: dict[Bgr, str] = {BLUE: "blue", (0.2, 1.0, 1.3): "yellow", (0.3, 0.4, 2.0): "red", (0.4, 1.5, 0.5): "green"}


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def seen(image: Pixels, reader: Reader, profile: Profile | None = None) -> Look:
    return look(jpeg(image), reader, profile=profile or Profile())


@pytest.mark.parametrize("light", ORDINARY)
@pytest.mark.parametrize("image", [demo_table().scene.image, demo_roll().scene.image], ids=["tiles", "dice"])
def test_ordinary_light_is_nothing_to_talk_of(reader: Reader, image: Pixels, light: str) -> None:
    assert seen(lit(image, ORDINARY[light], 0.5), reader).cast is None


@pytest.mark.parametrize("light", STRONG)
def test_a_strong_cast_is_said_with_what_to_do(reader: Reader, light: Bgr) -> None:
    found = seen(lit(demo_table().scene.image, light), reader)
    told = [problem for problem in answer("a.jpg", found)["problems"] if problem["code"] == "strong_cast"]
    assert [(problem["params"], problem["tiles"]) for problem in told] == [({"tint": STRONG[light]}, [])]
    assert f"everything looks {STRONG[light]}" in described(found)
    assert "calibrate" in told[0]["message"]


def test_dice_tell_a_cast_too(reader: Reader) -> None:
    found = seen(lit(demo_roll().scene.image, (3.0, 1.0, 0.6)), reader)
    assert any(problem["code"] == "strong_cast" for problem in answer("a.jpg", found)["problems"])


def test_a_black_and_white_photo_of_dice_is_not_tiles_and_told(reader: Reader) -> None:
    """The pips of dice that have lost their colours look like tiles with circles."""
    rolled = demo_roll(parse_roll("W3 W5 R6 Y3 G6 B6"), seed=5).scene.image
    grey = cv2.cvtColor(cv2.cvtColor(rolled, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    found = seen(np.asarray(grey, np.uint8), reader)
    assert found.game == QWIXX
    assert [problem["code"] for problem in answer("a.jpg", found)["problems"]].count("no_colours") == 1


def test_a_hint_says_it_beside_the_moves(reader: Reader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.commands.hint.Reader", lambda: reader)
    photo = tmp_path / "dice.png"
    photo.write_bytes(jpeg(lit(demo_roll().scene.image, (3.0, 1.0, 0.6))))
    result = CliRunner().invoke(main, ["hint", str(photo), "--sheet", "R:2"])
    (line,) = result.stderr.splitlines()
    assert "dice.png: everything looks blue" in line


def test_a_known_light_is_not_spoken_of(reader: Reader) -> None:
    known = Profile(light=light_of())
    assert seen(lit(demo_table().scene.image, BLUE), reader, known).cast is None


def test_too_few_pieces_tell_nothing(reader: Reader) -> None:
    assert seen(np.full((300, 400, 3), (220, 60, 30), np.uint8), reader).cast is None
    assert strong_cast(None) is None


@pytest.mark.parametrize(
    ("gains", "tint"),
    [((3.0, 0.6, 0.6), "yellow"), ((0.6, 3.0, 0.6), "pink"), ((0.6, 0.6, 3.0), "cyan"), ((0.25, 2.0, 2.0), "blue")],
)
def test_a_tint_is_named_by_what_is_lacking_or_in_excess(gains: Bgr, tint: str) -> None:
    reason = strong_cast(gains)
    assert reason is not None
    assert reason.params["tint"] == tint
    assert strong_cast((1.2, 1.0, 0.8)) is None
