"""The album: what is kept is a picture and its labels and nothing else, and `kibitz evaluate` reads what comes out."""

from __future__ import annotations

import io
import json
import stat
import tracemalloc
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray
from PIL import Image

from engine.game import Refusal
from engine.qwixx.notation import parse_sheet
from models.synthesis.demo import demo_roll, demo_table
from tests.vision.test_sheet import scene as sheet_scene
from vision.labels import Box, Label, read_labels
from vision.photo import Photo, PhotoLimits, read_photo
from webapp.cli import main
from webapp.keeping.album import Album, AlbumLimits

GREY = Photo.of(np.full((60, 80, 3), 128, np.uint8))
LABELS = [
    Label("red circle", Box(10, 20, 30, 40), cell=(2, 1)),
    Label("5", Box(1, 2, 3, 4), colour="red"),
    Label("face-down", Box(5, 5, 9, 9)),
    Label("ignore", Box(0, 0, 9, 9)),
]

SHEET = Label("sheet", Box(5, 6, 50, 20), sheet=parse_sheet("R:3,4 Y:12L G: B: P:1"))


def taken_abroad() -> bytes:
    """A photo whose file tells where it was taken, and that it lies on its side."""
    exif = Image.Exif()
    exif[0x0112] = 6  # orientation
    exif[0x010F] = "MAKER OF THE PHONE"
    exif.get_ifd(0x8825)[2] = (52.0, 31.0, 12.0)  # latitude
    file = io.BytesIO()
    Image.new("RGB", (80, 60), "grey").save(file, "JPEG", exif=exif, comment=b"A SECRET")
    return file.getvalue()


@pytest.fixture
def album(tmp_path: Path) -> Album:
    return Album(tmp_path / "photos", clock=lambda: 1000.0)


def test_a_photo_is_kept_without_the_place_where_it_was_taken(album: Album) -> None:
    data = taken_abroad()
    assert b"MAKER" in data
    kept = album.keep(read_photo(data), LABELS)
    picture = album.picture(kept.name)
    with Image.open(io.BytesIO(picture)) as image:
        assert (image.size, dict(image.getexif())) == ((60, 80), {})
        assert image.info.keys() <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}
    assert all(secret not in picture for secret in (b"Exif", b"MAKER", b"SECRET"))
    assert (kept.width, kept.height, kept.size) == (60, 80, len(picture))


def test_nobody_else_can_look_into_the_album(album: Album, tmp_path: Path) -> None:
    album.keep(GREY, LABELS)
    folder = tmp_path / "photos"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}


def test_labels_are_told_in_pixels_of_the_kept_photo(album: Album) -> None:
    file = io.BytesIO()
    Image.new("RGB", (160, 120), "grey").save(file, "PNG")
    shrunk = read_photo(file.getvalue(), PhotoLimits(kept_pixels=5000))
    assert shrunk.scale == 2
    kept = album.keep(shrunk, LABELS[:1])
    assert kept.labels[0]["bbox"] == [4.8, 9.8, 15.0, 20.0]
    assert album.put_right(kept.name, LABELS[:1]).labels == kept.labels


def test_what_comes_out_is_read_as_it_was_said(album: Album, tmp_path: Path) -> None:
    first = album.keep(GREY, LABELS)
    album.keep(GREY, LABELS[:1])
    album.put_right(first.name, LABELS[1:])
    album.keep(GREY, [SHEET])
    (tmp_path / "out.zip").write_bytes(b"".join(album.exported()))
    with ZipFile(tmp_path / "out.zip") as zipped:
        assert zipped.testzip() is None
        zipped.extractall(tmp_path / "out")
    photos = read_labels(tmp_path / "out" / "labels.json")
    assert sorted(len(photo.labels) + len(photo.ignored) for photo in photos) == [1, 1, 3]
    (one,) = (photo for photo in photos if photo.kinds == {"tile"})
    assert one.labels == (LABELS[0],)
    (one,) = (photo for photo in photos if photo.kinds == {"sheet"})
    assert one.labels == (SHEET,)
    assert all(photo.path.exists() for photo in photos)


def test_an_export_holds_no_more_than_one_photo_in_memory(album: Album) -> None:
    noise = Photo.of(np.random.default_rng(1).integers(0, 255, (500, 500, 3), np.uint8))
    size = album.keep(noise, LABELS).size
    for _ in range(9):
        album.keep(noise, LABELS)
    tracemalloc.start()
    assert sum(map(len, album.exported())) > 10 * size
    assert tracemalloc.get_traced_memory()[1] < 6 * size
    tracemalloc.stop()


def test_photos_are_deleted_one_by_one_and_all_at_once(album: Album, tmp_path: Path) -> None:
    names = [album.keep(GREY, LABELS).name for _ in range(3)]
    album.remove(names[0])
    assert {kept.name for kept in album.photos} == set(names[1:])
    for way in (album.picture, album.remove):
        with pytest.raises(Refusal, match="not kept"):
            way(names[0])
    # What a server that was killed may leave: a picture alone, whole or not.
    (tmp_path / "photos" / f"{names[1]}.json").unlink()
    (tmp_path / "photos" / f"{names[0]}.jpg.new").write_bytes(b"a part of a picture")
    album.clear()
    assert list((tmp_path / "photos").iterdir()) == []


@pytest.mark.parametrize("limits", [AlbumLimits(photos=2), AlbumLimits(megabytes=0)])
def test_no_more_is_kept_than_there_is_room_for(tmp_path: Path, limits: AlbumLimits) -> None:
    album = Album(tmp_path, limits)
    for _ in range(2 if limits.megabytes else 0):
        album.keep(GREY, LABELS)
    with pytest.raises(Refusal, match="take some away first"):
        album.keep(GREY, LABELS)


@pytest.mark.parametrize("name", ["../games", "0" * 15, "0" * 16, "*", ""])
def test_no_name_leads_out_of_the_album(album: Album, tmp_path: Path, name: str) -> None:
    (tmp_path / "games.jpg").write_bytes(b"secret")
    (tmp_path / "games.json").write_text('{"at": 1, "width": 1, "height": 1, "scale": 1, "labels": []}')
    with pytest.raises(Refusal, match="not kept"):
        album.picture(name)


def test_files_that_are_no_photos_are_passed_over(album: Album, tmp_path: Path) -> None:
    kept = album.keep(GREY, LABELS)
    (tmp_path / "photos" / f"{'a' * 16}.json").write_text("{")
    (tmp_path / "photos" / "notes.json").write_text("{}")
    assert [one.name for one in album.photos] == [kept.name]


def test_a_folder_that_cannot_be_used_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "photos").write_text("a file")
    with pytest.raises(Refusal, match="can't be read or written"):
        Album(tmp_path / "photos").keep(GREY, LABELS)


def test_evaluate_reads_the_export_of_both_games(album: Album, tmp_path: Path) -> None:
    tiles, dice, sheets = demo_table().scene, demo_roll().scene, sheet_scene(3)
    album.keep(Photo.of(tiles.image), [Label(one.tile.words, around(one.corners)) for one in tiles.tiles if one.tile])
    album.keep(
        Photo.of(dice.image), [Label(str(one.value), Box(*one.box), colour=one.colour.word) for one in dice.dice]
    )
    written = parse_sheet("R:2,3 Y:4 G:12,11,9,6 B:12,10 P:1")
    album.keep(Photo.of(sheets.image), [Label("sheet", around(sheets.sheets[0].corners), sheet=written)])
    (tmp_path / "out.zip").write_bytes(b"".join(album.exported()))
    with ZipFile(tmp_path / "out.zip") as zipped:
        zipped.extractall(tmp_path)
    kinds = [kind for photo in read_labels(tmp_path / "labels.json") for kind in photo.kinds]
    assert sorted(kinds) == ["die", "sheet", "tile"]
    result = CliRunner().invoke(main, ["evaluate", str(tmp_path / "labels.json"), "--json"])
    assert result.exit_code == 0, result.output
    told = json.loads(result.output)
    assert (told["photos"], told["photos_right"], told["false"]) == (3, 3, 0)
    assert (told["fields"], told["fields_right"], told["colours"], told["colours_right"]) == (52, 52, 6, 6)


def around(corners: NDArray[np.float64]) -> Box:
    """The upright box around something."""
    return Box(*corners.min(0), *np.ptp(corners, axis=0))
