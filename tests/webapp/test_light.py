"""`kibitz calibrate light`: from photos whose colours are labelled, confirmed or read beyond doubt, to a profile."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from calibration.profile import Profile
from calibration.shelf import Shelf
from engine.game import Refusal
from models.synthesis.demo import demo_roll, demo_table
from tests.calibration.views import LENSES
from tests.vision.test_colours import BLUE, lit
from vision.photo import read_photo
from vision.read import Reader
from webapp.cli import main
from webapp.commands.light import sure
from webapp.light import corrections
from webapp.look import QWIRKLE, QWIXX


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.fixture(autouse=True)
def one_reader(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, reader: Reader) -> None:
    monkeypatch.setenv("KIBITZ_PROFILES", str(tmp_path / "profiles"))
    for command in ("light", "read"):
        monkeypatch.setattr(f"webapp.commands.{command}.Reader", lambda: reader)


@pytest.fixture
def blue(tmp_path: Path) -> Path:
    """The demo's table in very blue light, and beside it its labels."""
    scene = demo_table().scene
    path = tmp_path / "blue.png"
    cv2.imwrite(str(path), lit(scene.image, BLUE))
    names = sorted({tile.tile.words for tile in scene.tiles if tile.tile})
    annotations = []
    for tile in scene.tiles:
        if tile.tile:
            (left, top), (right, bottom) = np.min(tile.corners, axis=0).tolist(), np.max(tile.corners, axis=0).tolist()
            box = [left, top, right - left, bottom - top]
            annotations.append({"image_id": 1, "category_id": names.index(tile.tile.words), "bbox": box})
    labels = {
        "images": [{"id": 1, "file_name": path.name}],
        "categories": [{"id": number, "name": name} for number, name in enumerate(names)],
        "annotations": annotations,
    }
    path.with_name("labels.json").write_text(json.dumps(labels))
    return path


def run(*arguments: object, says: str | None = None) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=says)


def colours_read(photo: Path, *options: str) -> dict[str, int]:
    told = json.loads(run("read", photo, "--json", *options).stdout)
    found: dict[str, int] = {}
    for tile in told["tiles"]:
        found[tile["colour"]] = found.get(tile["colour"], 0) + 1
    return found


def test_a_light_is_learned_from_labels_drawn_kept_and_used(blue: Path, tmp_path: Path) -> None:
    labels, out = blue.with_name("labels.json"), tmp_path / "light.png"
    result = run("calibrate", "light", blue, "--name", "desk", "--labels", labels, "--picture", out)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("desk:\n  grey          blue times 0.2")
    assert read_photo(out).width == 900
    light = Shelf().read("desk").light
    assert light is not None
    left = np.array(light.gains) * BLUE
    assert left.max() / left.min() < 1.2
    true = [tile.tile.colour.word for tile in demo_table().scene.tiles if tile.tile]
    assert colours_read(blue, "--profile", "desk") == {name: true.count(name) for name in true}
    assert run("calibrate", "list").stdout == "desk: light\n"
    assert "tiles " in run("calibrate", "show", "--name", "desk").stdout
    assert json.loads(run("calibrate", "show", "--name", "desk", "--json").stdout)["light"]["gains"] == list(
        light.gains
    )


def test_the_lens_stays_and_the_light_is_replaced(blue: Path) -> None:
    Shelf().write("desk", Profile(LENSES["phone"]))
    labels = blue.with_name("labels.json")
    cv2.imwrite(str(blue), cv2.resize(read_photo(blue).image, (960, 720), interpolation=cv2.INTER_AREA))
    result = run("calibrate", "light", blue, "--name", "desk", "--yes", "--json")
    assert result.exit_code == 0, result.stderr
    told = json.loads(result.stdout)
    profile = Shelf().read("desk")
    assert profile.lens == LENSES["phone"]
    assert profile.light is not None
    assert profile.light.tiles is not None
    assert sum(told["tiles"]["samples"].values()) == len(profile.light.tiles.samples)
    assert told["dice"] is None
    assert labels.exists()


def test_a_person_is_shown_the_rows_and_puts_colours_right(blue: Path) -> None:
    cv2.imwrite(str(blue), demo_table().scene.image)
    result = run("calibrate", "light", blue, "--name", "desk", says="99 red\n1 beige\nnonsense\n1 white, 2 -\n")
    assert result.exit_code == 0, result.output
    assert "\n  1 " in result.stderr
    for sentence in ("there is no piece 99", "there is no beige in this game", "“nonsense” puts nothing right"):
        assert sentence in result.stderr
    light = Shelf().read("desk").light
    assert light is not None
    assert light.tiles is not None
    assert light.tiles.samples[0].name == "white"
    shown = len(demo_table().scene.tiles)
    assert len(light.tiles.samples) == shown - 1


def test_dice_are_learned_beside_tiles(blue: Path, tmp_path: Path) -> None:
    dice = tmp_path / "dice.png"
    cv2.imwrite(str(dice), demo_roll().scene.image)
    cv2.imwrite(str(blue), demo_table().scene.image)
    result = run("calibrate", "light", blue, dice, "--name", "desk", "--yes")
    assert result.exit_code == 0, result.stderr
    light = Shelf().read("desk").light
    assert light is not None
    assert light.dice is not None
    assert set(light.dice.sampled) >= {"white", "red", "blue"}


def test_what_tells_no_light_is_refused_and_nothing_is_kept(tmp_path: Path, blue: Path) -> None:
    grey = tmp_path / "grey.png"
    cv2.imwrite(str(grey), np.full((300, 400, 3), 128, np.uint8))
    labels = blue.with_name("labels.json")
    cases: list[tuple[list[Any], str]] = [
        ([grey, "--yes"], "neither tiles nor dice"),
        ([tmp_path / "none.png", "--yes"], "none.png: there is no such file"),
        ([grey, "--game", "qwirkle", "--yes"], "no tile was found"),
        ([part(tmp_path), "--yes"], ", 6 are needed"),
        ([part(tmp_path), "--labels", labels], "the labels tell nothing of this photo"),
    ]
    for arguments, sentence in cases:
        result = run("calibrate", "light", *arguments, "--name", "desk", "--json")
        assert result.exit_code == 3
        (line,) = result.stderr.splitlines()
        assert sentence in line
        assert json.loads(result.stdout)["error"]["message"] in line
    assert run("calibrate", "light", grey, "--name", "desk", "--yes", "--picture", grey).exit_code == 2
    assert Shelf().names() == ()


def test_photos_from_which_nothing_could_be_learned_are_named(
    tmp_path: Path, blue: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cv2.imwrite(str(blue), demo_table().scene.image)
    small = part(tmp_path)
    monkeypatch.setattr("webapp.commands.light.sure", lambda seen: {} if seen.photo.width < 400 else sure(seen))
    result = run("calibrate", "light", small, blue, "--name", "desk", "--yes", "--json")
    assert (result.exit_code, json.loads(result.stdout)["skipped"]) == (3, [str(small)])
    (line,) = result.stderr.splitlines()
    assert "part.png: nothing was learned from it, for no colour on it is read beyond doubt" in line
    assert Shelf().read("desk").tile_samples  # from the other
    path = blue.with_name("labels.json")
    labels = json.loads(path.read_text())
    labels["images"].append({"id": 2, "file_name": small.name})
    labels["annotations"].append({"image_id": 2, "category_id": 0, "bbox": [0, 0, 5, 5]})
    path.write_text(json.dumps(labels))
    result = run("calibrate", "light", small, blue, "--name", "desk", "--labels", path)
    assert result.exit_code == 3
    (line,) = result.stderr.splitlines()
    assert "part.png: nothing was learned from it, for no piece was read where the labels" in line
    assert run("calibrate", "light", blue, "--name", "desk", "--labels", path, "--json").exit_code == 0


def part(folder: Path) -> Path:
    """A part of the demo's table with four tiles on it."""
    scene = demo_table().scene
    x, y = np.mean(scene.tiles[0].corners, axis=0).astype(int)
    path = folder / "part.png"
    cv2.imwrite(str(path), scene.image[y - 150 : y + 150, x - 150 : x + 150])
    return path


def test_corrections_are_read() -> None:
    assert corrections("", 5, QWIRKLE) == {}
    assert corrections(" 3 Yellow,1 -, ", 5, QWIRKLE) == {3: "yellow", 1: None}
    for text, code in (("6 red", "light_no_piece"), ("0 red", "light_no_piece"), ("red", "light_correction")):
        with pytest.raises(Refusal) as refusal:
            corrections(text, 5, QWIRKLE)
        assert refusal.value.reason.code == code
    with pytest.raises(Refusal, match="there is no orange in this game: its colours are white, red"):
        corrections("2 orange", 5, QWIXX)
    for text in ("3", "-3 red", "9" * 5000 + " red", "\u0663 red"):
        with pytest.raises(Refusal, match="puts nothing right"):
            corrections(text, 5, QWIXX)
    with pytest.raises(Refusal, match="piece 3 is put right twice"):
        corrections("3 red, 1 -, 3 -", 5, QWIXX)
