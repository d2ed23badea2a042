"""Files of labels: what is read, and what is refused with a sentence that says where it is wrong."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from engine.qwixx.sheet import Row, Sheet
from vision.labels import Box, Label, LabelsError, read_labels

CONTENT: dict[str, Any] = {
    "info": {"anything": None},
    "images": [{"id": 7, "file_name": "żółw.jpg", "width": 640}, {"id": 8, "file_name": "more/b.png"}],
    "categories": [
        {"id": 1, "name": "red circle"},
        {"id": 2, "name": "face-down"},
        {"id": 3, "name": "ignore"},
    ],
    "annotations": [
        {"image_id": 7, "category_id": 1, "bbox": [10, 20.5, 30, 40], "attributes": {"cell": [3, 2], "new": True}},
        {"image_id": 7, "category_id": 2, "bbox": [50, 20, 30, 30], "attributes": {"cell": "12C"}},
        {"image_id": 7, "category_id": 3, "bbox": [0, 0, 100, 50]},
        {"image_id": 7, "category_id": 1, "bbox": [90, 20, 30, 30], "iscrowd": 0},
    ],
}


def written(folder: Path, content: object) -> Path:
    path = folder / "labels.json"
    path.write_text(json.dumps(content))
    return path


def changed(change: Any) -> dict[str, Any]:
    content = deepcopy(CONTENT)
    change(content)
    return content


def test_labels_are_read_photo_by_photo(tmp_path: Path) -> None:
    first, second = read_labels(written(tmp_path, CONTENT))
    assert first.path == tmp_path / "żółw.jpg"
    assert first.labels == (
        Label("red circle", Box(10, 20.5, 30, 40), (3, -2)),
        Label("face-down", Box(50, 20, 30, 30), (2, 12)),
        Label("red circle", Box(90, 20, 30, 30)),
    )
    assert first.ignored == (Box(0, 0, 100, 50),)
    assert first.labels[0].box.centre == (25, 40.5)
    assert second == type(second)(tmp_path / "more/b.png", (), kinds=frozenset({"tile"}))


def dice(*values: str, **attributes: Any) -> dict[str, Any]:
    return {
        "images": [{"id": 1, "file_name": "a.jpg"}],
        "categories": [{"id": number, "name": name} for number, name in enumerate(values)],
        "annotations": [{"image_id": 1, "category_id": 0, "bbox": [1, 2, 3, 4], "attributes": attributes}],
    }


def test_dice_are_named_by_their_values_and_may_have_a_colour(tmp_path: Path) -> None:
    (photo,) = read_labels(written(tmp_path, dice("5", "6", "ignore", colour="red", cell="no matter")))
    assert photo.labels == (Label("5", Box(1, 2, 3, 4), colour="red"),)
    assert photo.kinds == {"die"}
    (photo,) = read_labels(written(tmp_path, dice("5", "red circle")))
    assert photo.kinds == {"die", "tile"}


@pytest.mark.parametrize("content", [dice("7"), dice("0"), dice("5", colour="pink"), dice("5", colour=["red"])])
def test_what_is_no_die_is_named(content: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(LabelsError, match=r"categories\[0\]|annotations\[0\]"):
        read_labels(written(tmp_path, content))


def sheets(**attributes: Any) -> dict[str, Any]:
    return dice("sheet", **attributes)


def test_sheets_tell_what_is_marked(tmp_path: Path) -> None:
    (photo,) = read_labels(written(tmp_path, sheets(marks="R:3,4 Y:12L G: B: P:1")))
    marked = Sheet.of(red=[3, 4], yellow=[12], locks=[Row.YELLOW], penalties=1)
    assert photo.labels == (Label("sheet", Box(1, 2, 3, 4), sheet=marked),)
    assert photo.kinds == {"sheet"}


@pytest.mark.parametrize("marks", [None, 3, "", "R:13", "R:2 " + " " * 200])
def test_a_sheet_without_its_marks_is_named(marks: object, tmp_path: Path) -> None:
    with pytest.raises(LabelsError, match=r"annotations\[0\]"):
        read_labels(written(tmp_path, sheets(marks=marks)))


def test_a_photo_may_tell_what_of_it_is_labelled(tmp_path: Path) -> None:
    content = changed(replace_in("images", 1, kinds=["sheet", "die"]))
    first, second = read_labels(written(tmp_path, content))
    assert first.kinds == {"tile"}
    assert second.kinds == {"sheet", "die"}


def replace_in(key: str, index: int, **fields: Any) -> Any:
    return lambda content: content[key][index].update(fields)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda content: content.pop("images"), "images"),
        (lambda content: content.update(annotations={}), "annotations"),
        (lambda content: content["annotations"].append(3), "annotations[4]"),
        (replace_in("images", 1, id=7), "images[1]"),
        (replace_in("images", 1, id=True), "images[1]"),
        (replace_in("images", 1, kinds=[]), "images[1]"),
        (replace_in("images", 1, kinds="tile"), "images[1]"),
        (replace_in("images", 1, kinds=["tile", "card"]), "images[1]"),
        (replace_in("images", 1, kinds=[["tile"]]), "images[1]"),
        (replace_in("images", 0, file_name=3), "images[0]"),
        (replace_in("images", 0, file_name=""), "images[0]"),
        (replace_in("images", 0, file_name="a\0b"), "images[0]"),
        (replace_in("images", 0, file_name="/etc/passwd"), "images[0]"),
        (replace_in("images", 0, file_name="../secret.jpg"), "images[0]"),
        (replace_in("categories", 0, name="red heart"), "categories[0]"),
        (replace_in("categories", 0, name=None), "categories[0]"),
        (replace_in("annotations", 2, image_id=99), "annotations[2]"),
        (replace_in("annotations", 2, category_id=99), "annotations[2]"),
        (replace_in("annotations", 2, bbox=[1, 2, 3]), "annotations[2]"),
        (replace_in("annotations", 2, bbox=[1, 2, 3, "4"]), "annotations[2]"),
        (replace_in("annotations", 2, bbox=[1, 2, 0, 4]), "annotations[2]"),
        (replace_in("annotations", 2, bbox=[1, 2, float("nan"), 4]), "annotations[2]"),
        (replace_in("annotations", 2, bbox=[1, 2, 10**400, 4]), "annotations[2]"),
        (replace_in("annotations", 0, attributes={"cell": "G2"}), "annotations[0]"),
        (replace_in("annotations", 0, attributes={"cell": [1, 2, 3]}), "annotations[0]"),
        (replace_in("annotations", 0, attributes={"cell": [1.5, 2]}), "annotations[0]"),
    ],
)
def test_what_is_malformed_is_named(change: Any, where: str, tmp_path: Path) -> None:
    with pytest.raises(LabelsError) as caught:
        read_labels(written(tmp_path, changed(change)))
    assert where in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", "null", "[" * 100_000, "\xff\xfe"])
def test_what_is_no_json_object_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "labels.json"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(LabelsError, match="not JSON"):
        read_labels(path)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.json"):
        with pytest.raises(LabelsError, match="can't be opened"):
            read_labels(path)
