"""`kibitz read` and `kibitz evaluate` from the outside: what they print, what they write, how they end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from engine.qwirkle.settle import Place
from tests.vision.hostile import giant_png
from tests.vision.tables import ByHand, Laid
from vision.photo import read_photo
from vision.read import Reader
from webapp.cli import main

from .rendered import reader

TABLE = [
    Laid("red circle", 100, 100, place=Place(0, 0, 0)),
    Laid("red star", 140, 100, place=Place(0, 1, 0)),
    Laid("face-down", 300, 200, place=Place(1, 0, 0)),
    Laid("blue star", 320, 300, place=Place(2, 0, 0), cut=True),
]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Any:
    for command in ("read", "evaluate"):
        monkeypatch.setattr(f"webapp.commands.{command}.Reader", lambda: reader(ByHand(TABLE)))
    return lambda *arguments: CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture
def photos(tmp_path: Path) -> dict[str, Path]:
    paths = {name: tmp_path / f"{name}.jpg" for name in ("grey", "black", "broken", "missing")}
    for name, level in (("grey", 128), ("black", 0)):
        cv2.imwrite(str(paths[name]), np.full((480, 640, 3), level, np.uint8))
    paths["broken"].write_bytes(paths["grey"].read_bytes()[:700])
    return paths


def complaints(result: Result) -> list[str]:
    lines = result.stderr.splitlines()
    assert all(line.startswith("kibitz: ") for line in lines)
    assert "Traceback" not in result.output
    return [line.removeprefix("kibitz: ") for line in lines]


def test_read_says_what_lies_there(run: Any, photos: dict[str, Path]) -> None:
    result = run("read", photos["grey"])
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{photos['grey']}: 4 tiles")
    assert "Rc Rx" in result.stdout
    assert complaints(result) == []


def test_json_is_one_object_a_line_in_order_with_errors_in_place(run: Any, photos: dict[str, Path]) -> None:
    order = ["missing", "grey", "broken", "black", "grey"]
    result = run("read", "--json", *(photos[name] for name in order))
    assert result.exit_code == 3
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert [one["photo"] for one in told] == [str(photos[name]) for name in order]
    assert told[0]["error"]["code"] == "photo_missing"
    assert told[2].keys() == {"photo", "error"}
    assert told[2]["error"].keys() == {"code", "message"}
    assert (told[3]["tiles"], told[3]["dice"], told[3]["sheets"], told[3]["game"]) == ([], [], [], None)
    assert [problem["code"] for problem in told[3]["problems"]] == ["nothing_found"]
    assert len(told[4]["tiles"]) == len(TABLE)
    assert [line.split(":")[0] for line in complaints(result)] == [str(photos[name]) for name in order[0:4:2]] + [
        str(photos["black"])
    ]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("text", "photo_unknown"),
        ("truncated", "photo_damaged"),
        ("zeroed", "photo_damaged"),
        ("empty", "photo_empty"),
        ("folder", "photo_is_folder"),
        ("missing", "photo_missing"),
        ("speck", "photo_too_small"),
        ("giant", "photo_too_large"),
    ],
)
def test_bad_input_is_one_line_and_status_3(name: str, code: str, run: Any, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.jpg"
    noise = np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8)
    whole = cv2.imencode(".jpg", noise)[1].tobytes()
    middle = len(whole) // 2
    contents = {
        "text": b"hello",
        "truncated": whole[:middle],
        "zeroed": whole[:middle] + bytes(2048) + whole[middle + 2048 :],
        "empty": b"",
        "speck": cv2.imencode(".png", noise[:1, :1])[1].tobytes(),
        "giant": giant_png(),
    }
    if name == "folder":
        path.mkdir()
    elif name in contents:
        path.write_bytes(contents[name])
    result = run("read", "--json", path)
    assert result.exit_code == 3
    assert json.loads(result.stdout)["error"]["code"] == code
    assert len(complaints(result)) == 1


def test_the_json_of_a_photo_is_the_agreed_one(run: Any, photos: dict[str, Path]) -> None:
    told = json.loads(run("read", "--json", photos["grey"]).stdout)
    assert list(told) == [
        "photo", "game", "width", "height", "sixth", "tiles", "dice", "roll", "sheets", "problems", "seconds",
    ]  # fmt: skip
    assert (told["game"], told["width"], told["height"], told["roll"]) == ("qwirkle", 640, 480, None)
    assert told["sixth"] in ("purple", "white", None)
    first, _, down, cut = told["tiles"]
    assert list(first) == [
        "x", "y", "size", "corners", "face", "colour", "shape", "confidence", "looks", "alternatives", "group", "role",
        "col", "row", "cut", "doubted",
    ]  # fmt: skip
    assert (first["x"], first["y"], first["size"]) == (100, 100, 40)
    assert first["corners"] == [[80, 80], [120, 80], [120, 120], [80, 120]]
    assert (first["face"], first["colour"], first["shape"]) == ("up", "red", "circle")
    assert (first["group"], first["col"], first["row"], first["cut"]) == (0, 0, 0, False)
    assert 0 <= first["confidence"] <= 1
    assert first["looks"] == "red circle"
    assert (down["face"], down["colour"], down["shape"]) == ("down", None, None)
    assert cut["cut"] is True
    assert {"load", "find", "settle", "total"} <= told["seconds"].keys()


def test_an_overlay_goes_into_a_file_or_a_folder(run: Any, photos: dict[str, Path], tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run("read", photos["grey"], "--overlay", out / "one.png").exit_code == 0
    drawn = read_photo(out / "one.png").image
    assert drawn.shape == (480, 640, 3)
    assert not np.array_equal(drawn, read_photo(photos["grey"]).image)
    (tmp_path / "more").mkdir()
    other = tmp_path / "more" / "grey.jpg"
    other.write_bytes(photos["grey"].read_bytes())
    result = run("read", photos["grey"], other, photos["missing"], "--overlay", out / "many")
    assert result.exit_code == 3
    assert sorted(path.name for path in (out / "many").iterdir()) == ["grey-2.jpg", "grey.jpg"]


def test_an_overlay_never_replaces_a_photo(run: Any, photos: dict[str, Path], tmp_path: Path) -> None:
    before = photos["grey"].read_bytes()
    for out in (photos["grey"], tmp_path, tmp_path / "more" / ".."):
        result = run("read", photos["grey"], "--overlay", out)
        assert (result.exit_code, len(complaints(result))) == (2, 1)
    assert photos["grey"].read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["read"], "PHOTO"),
        ([], "ommand"),
        (["look"], "look"),
        (["read", "a.jpg", "--game", "chess"], "chess"),
        (["read", "a.jpg", "b.jpg", "--overlay", "one.png"], "folder"),
        (["read", "a.jpg", "--overlay", ""], "the name is empty"),
        (["read", "a.jpg", "--colour"], "--colour"),
        (["evaluate"], "LABELS"),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(arguments: list[str], part: str, run: Any) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    (line,) = complaints(result)
    assert part in line
    assert "--help" in line


def test_an_overlay_that_cannot_be_written_is_said(run: Any, photos: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = run("read", photos["grey"], "--overlay", tmp_path / "file" / "a.png")
    assert (result.exit_code, len(complaints(result))) == (2, 1)


def test_a_fault_of_ours_is_one_line_and_status_1(
    run: Any, photos: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object) -> None:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr(Reader, "read", fail)
    result = run("read", photos["grey"])
    assert result.exit_code == 1
    (line,) = complaints(result)
    assert "RuntimeError" in line
    assert "test_cli.py" in line


def labels(folder: Path, *files: str) -> Path:
    """Labels that agree with `TABLE`, but for the second tile, and without the first tile's neighbour's name."""
    names = ["red circle", "blue star", "face-down"]
    content = {
        "images": [{"id": number, "file_name": name} for number, name in enumerate(files)],
        "categories": [{"id": number, "name": name} for number, name in enumerate(names)],
        "annotations": [
            {"image_id": image, "category_id": number, "bbox": [laid.x - 20, laid.y - 20, 40, 40]}
            for image in range(len(files))
            for number, laid in enumerate(TABLE[:3])
        ],
    }
    path = folder / "labels.json"
    path.write_text(json.dumps(content))
    return path


def test_evaluate_prints_a_table_and_draws_failures(run: Any, photos: dict[str, Path], tmp_path: Path) -> None:
    result = run("evaluate", labels(tmp_path, "grey.jpg"), "--failures", tmp_path / "failed")
    assert result.exit_code == 0
    assert "1 x blue star read as red star" in result.stdout
    assert [path.name for path in (tmp_path / "failed").iterdir()] == ["grey.jpg"]


def test_evaluate_as_json_with_a_photo_that_cannot_be_read(run: Any, photos: dict[str, Path], tmp_path: Path) -> None:
    result = run("evaluate", "--json", labels(tmp_path, "grey.jpg", "broken.jpg"), "--failures", tmp_path / "failed")
    assert result.exit_code == 3
    (line,) = result.stdout.splitlines()
    told = json.loads(line)
    assert (told["photos"], told["labels"], told["found"], told["right"], told["false"]) == (2, 6, 3, 2, 0)
    assert [failure["error"] is None for failure in told["failures"]] == [True, False]
    assert len(complaints(result)) == 1


def test_evaluate_says_once_what_is_wrong_with_several_photos(
    run: Any, photos: dict[str, Path], tmp_path: Path
) -> None:
    for name in ("a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg"):
        (tmp_path / name).write_bytes(photos["broken"].read_bytes())
    result = run("evaluate", labels(tmp_path, "a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg", "none.jpg"))
    assert result.exit_code == 3
    broken, missing = complaints(result)
    assert "a.jpg, " in broken
    assert "c.jpg and 2 more: " in broken
    assert "none.jpg: there is no such file" in missing
    assert "a.jpg, b.jpg, c.jpg and 2 more: " in result.stdout


def test_evaluate_without_photos(run: Any, tmp_path: Path) -> None:
    result = run("evaluate", labels(tmp_path))
    assert result.exit_code == 3
    (line,) = complaints(result)
    assert "name no photo" in line


def test_evaluate_without_labels(run: Any, tmp_path: Path) -> None:
    result = run("evaluate", tmp_path / "none.json")
    assert result.exit_code == 3
    assert len(complaints(result)) == 1
