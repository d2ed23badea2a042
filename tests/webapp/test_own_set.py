"""`kibitz calibrate set` from the outside, on rendered sets that no network was trained on."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from engine.qwirkle.tile import Shape
from models.synthesis.scene import Scene
from tests.benchmarks.odd_dice import SETS as ODD_DICE
from tests.benchmarks.odd_dice import scene_of
from tests.vision.sets import COLOURS, in_play, laid_out, paired
from vision.photo import read_photo
from webapp.cli import main

SET = "five points"
SHAPES = " ".join(shape.word for shape in Shape)
ROWS = "; ".join(f"{colour.word}: {SHAPES}" for colour in COLOURS)
Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.setenv("KIBITZ_PROFILES", str(tmp_path / "profiles"))
    monkeypatch.chdir(tmp_path)

    def invoke(*arguments: object, typed: str | None = None) -> Result:
        return CliRunner().invoke(main, [str(argument) for argument in arguments], input=typed)

    return invoke


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A set laid out, and others to read."""
    folder = tmp_path_factory.mktemp("sets")
    scenes: dict[str, Scene] = {
        "laid": laid_out(SET),
        "play": in_play(SET, tilt=20.0, side=50.0, cast=0.0),
        "white": laid_out("white bodies"),
        "white-play": in_play("white bodies", tilt=20.0, side=50.0, cast=0.0),
    }
    for name, scene in scenes.items():
        cv2.imwrite(str(folder / f"{name}.png"), scene.image)
    return {name: folder / f"{name}.png" for name in scenes}


def complaint(result: Result) -> str:
    (line,) = result.stderr.splitlines()
    assert line.startswith("kibitz: ")
    return line


def share_right(result: Result, scene: Scene) -> tuple[float, float]:
    """Of the tiles of a scene, how many were found and have the right shape, and the right colour."""
    tiles = json.loads(result.stdout)["tiles"]
    pairs = paired(scene, np.array([[tile["x"], tile["y"]] for tile in tiles]))
    found = [(tile, tiles[at]) for tile, at in pairs if at is not None]
    shapes = sum(tile.shape.word == read["shape"] for tile, read in found)
    colours = sum(tile.colour.word == read["colour"] for tile, read in found)
    return shapes / len(pairs), colours / len(pairs)


def test_a_set_is_learned_drawn_and_read(run: Run, photos: dict[str, Path], tmp_path: Path) -> None:
    result = run("calibrate", "set", photos["laid"], "--name", "own", "--rows", ROWS, "--picture", tmp_path / "own.png")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("own: learned from 36 pieces")
    assert "circle 6, square 6, diamond 6, clover 6, star 6, starburst 6" in result.stdout
    assert "red 6, orange 6, yellow 6, green 6, blue 6, purple 6" in result.stdout
    assert read_photo(tmp_path / "own.png").image.shape == (1200, 1600, 3)
    assert set(run("calibrate", "list").stdout.split(": ")[1].strip().split(", ")) == {"light", "set"}
    scene = in_play(SET, tilt=20.0, side=50.0, cast=0.0)
    assert share_right(run("read", photos["play"], "--json", "--profile", "own"), scene)[0] == 1
    again = run("read", photos["laid"], "--json", "--profile", "own")
    assert share_right(again, laid_out(SET)) == (1, 1)


def test_a_set_with_light_bodies_is_known_as_one(run: Run, photos: dict[str, Path]) -> None:
    result = run("calibrate", "set", photos["white"], "--name", "own", "--rows", ROWS, "--json")
    told = json.loads(result.stdout)
    assert (result.exit_code, told["pieces"], told["light_bodies"]) == (0, 36, True)
    scene = in_play("white bodies", tilt=20.0, side=50.0, cast=0.0)
    assert share_right(run("read", photos["white-play"], "--json", "--profile", "own"), scene)[0] == 1
    assert share_right(run("read", photos["white-play"], "--json"), scene)[0] < 0.9  # most are not found


def test_labels_name_the_pieces_too(run: Run, photos: dict[str, Path], tmp_path: Path) -> None:
    names: list[str] = []
    boxes = []
    for tile in laid_out(SET).tiles:
        assert tile.tile is not None
        low, high = tile.corners.min(axis=0), tile.corners.max(axis=0)
        names.append(tile.tile.words)
        boxes.append([*low.tolist(), *(high - low).tolist()])
    labels = {
        "images": [{"id": 1, "file_name": photos["laid"].name}],
        "categories": [{"id": number, "name": name} for number, name in enumerate(names)],
        "annotations": [{"image_id": 1, "category_id": number, "bbox": box} for number, box in enumerate(boxes)],
    }
    path = photos["laid"].with_name("labels.json")
    path.write_text(json.dumps(labels))
    told = json.loads(run("calibrate", "set", "--name", "own", "--labels", path, "--json").stdout)
    assert (told["pieces"], told["counts"]["starburst"], told["counts"]["red"]) == (36, 6, 6)
    assert "name no photo x.jpg" in complaint(run("calibrate", "set", "x.jpg", "--name", "own", "--labels", path))
    labels["annotations"][0]["bbox"] = [0, 0, 5, 5]
    path.write_text(json.dumps(labels))
    result = run("calibrate", "set", "--name", "own", "--labels", path)
    assert (result.exit_code, "1 labelled pieces were not found" in complaint(result)) == (3, True)


def test_names_are_asked_for_where_none_are_given(run: Run, photos: dict[str, Path], tmp_path: Path) -> None:
    lines = ["red: circle", "heart", *(f"teal: {SHAPES}" for _ in COLOURS)]
    result = run(
        "calibrate", "set", photos["laid"], "--name", "own", "--colours", "teal=green", typed="\n".join(lines) + "\n"
    )
    assert result.exit_code == 0
    assert "these are 1 names for 6 pieces" in result.stderr
    assert "“heart” in row 1" in result.stderr
    assert "pieces 31 to 36" in result.stderr
    assert "all pieces are green, so colours were not learned" in result.stdout
    assert read_photo(tmp_path / "own-pieces.jpg").width == 1600
    assert run("calibrate", "list").stdout == "own: set\n"


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (ROWS.replace("circle", "-"), "no tile of these shapes was named: circle"),
        ("; ".join(["- - - - - -"] * 6), "no piece was named: name those"),
        (
            ROWS.replace("red: circle square", "red: square square"),
            "piece 1 was named square, but it looks like a circle",
        ),
        (ROWS.replace("red: circle", "red: circle circle"), "row 1 shows 6 pieces and 7 are named"),
        (ROWS + "; red: circle", "6 rows of pieces are seen and 7 are named"),
    ],
)
def test_what_cannot_be_learned_is_said_in_one_line(
    run: Run, photos: dict[str, Path], rows: str, sentence: str
) -> None:
    result = run("calibrate", "set", photos["laid"], "--name", "own", "--rows", rows)
    assert (result.exit_code, result.stdout) == (3, "")
    assert sentence in complaint(result)
    assert "no profile yet" in run("calibrate", "list").stdout


def test_colours_that_look_alike_are_named(run: Run, photos: dict[str, Path]) -> None:
    mixed = "; ".join(
        " ".join(f"{['red', 'blue'][at % 2]} {shape.word}" for at, shape in enumerate(Shape)) for _ in COLOURS
    )
    result = run("calibrate", "set", photos["laid"], "--name", "own", "--rows", mixed)
    assert (result.exit_code, "red and blue can't be told apart" in complaint(result)) == (3, True)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "name at least one photo"),
        (("a.jpg", "b.jpg", "--rows", "Rc"), "--rows is given 1 times for 2 photos"),
        (("a.jpg", "--rows", "Rc", "--labels", "b.json"), "leave one of them out"),
        (("a.jpg", "--colours", "teal"), "“teal” maps no colour"),
        (("a.jpg", "--picture", "a.jpg"), "would replace a.jpg"),
        (("a.jpg", "--name", "../own"), "can't name a profile"),
    ],
)
def test_wrong_usage_is_told(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    result = run("calibrate", "set", "--name", "own", *arguments)
    assert (result.exit_code, sentence in complaint(result)) == (2, True)


def test_photos_that_show_nothing_are_told(run: Run, tmp_path: Path) -> None:
    assert "there is no such file" in complaint(run("calibrate", "set", "gone.jpg", "--name", "own"))
    cv2.imwrite("grey.jpg", np.full((480, 640, 3), 128, np.uint8))
    for game in ("qwirkle", "qwixx"):
        result = run("calibrate", "set", "grey.jpg", "--name", "own", "--game", game)
        assert (result.exit_code, "no piece of the set was found" in complaint(result)) == (3, True)


def test_the_one_of_several_photos_that_shows_nothing_is_named(run: Run, photos: dict[str, Path]) -> None:
    cv2.imwrite("grey.jpg", np.full((480, 640, 3), 128, np.uint8))
    result = run("calibrate", "set", photos["laid"], "grey.jpg", "--name", "own", "--rows", ROWS, "--rows", "Rc")
    assert result.exit_code == 3
    assert complaint(result).startswith("kibitz: grey.jpg: no piece of the set was found")


def test_odd_dice_are_mapped_onto_the_games_colours(run: Run, tmp_path: Path) -> None:
    taught, other = (scene_of(ODD_DICE["none of the five"], seed) for seed in (0, 3))
    boxes = [die.box.tolist() for die in taught.dice]
    labels = {
        "images": [{"id": 1, "file_name": "roll.png"}],
        "categories": [{"id": value, "name": str(value)} for value in range(1, 7)],
        "annotations": [
            {"image_id": 1, "category_id": die.value, "bbox": box, "attributes": {"colour": die.colour.word}}
            for die, box in zip(taught.dice, boxes, strict=True)
        ],
    }
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    for name, scene in (("roll", taught), ("other", other)):
        cv2.imwrite(str(tmp_path / f"{name}.png"), scene.image)
    result = run(
        "calibrate", "set", "--name", "odd", "--game", "qwixx", "--labels", "labels.json", "--picture", "odd.png"
    )
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("odd: learned from 6 pieces\n  colours  ")
    assert read_photo(tmp_path / "odd.png").image.shape == taught.image.shape
    told = json.loads(run("read", "other.png", "--game", "qwixx", "--profile", "odd", "--json").stdout)
    assert sorted((die["colour"], die["value"]) for die in told["dice"]) == sorted(
        (die.colour.word, die.value) for die in other.dice
    )
    assert told["roll"] is not None
    plain = json.loads(run("read", "other.png", "--game", "qwixx", "--json").stdout)
    assert [die["colour"] for die in plain["dice"]] != [die["colour"] for die in told["dice"]]


def test_dice_may_be_named_in_rows(run: Run, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "roll.png"), scene_of({}, 0).image)
    result = run(
        "calibrate", "set", "roll.png", "--name", "odd", "--game", "qwixx", typed="purple\n" + "- - - - - -\n" * 9
    )
    assert "“purple” in row 1 names no colour" in result.stderr
    refused = run("calibrate", "set", "roll.png", "--name", "odd", "--game", "qwixx", "--rows", "red: white blue")
    assert (refused.exit_code, "“white” in row 1 is no value of a die" in complaint(refused)) == (2, True)
    result = run("calibrate", "set", "roll.png", "--name", "odd", "--game", "qwixx", "--rows", "w")
    assert result.exit_code == 3
    assert "named" in complaint(result)
