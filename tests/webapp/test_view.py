"""`kibitz calibrate view` from the outside, and what `kibitz watch` tells of a camera that was moved."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from calibration.profile import Profile
from calibration.shelf import Shelf
from calibration.view import view_of_tiles
from engine.game import Reason
from tests.vision.standing import HEIGHT, WIDTH, Stand
from vision.charuco import board_picture
from vision.photo import read_photo
from vision.read import Reader
from webapp.cli import main
from webapp.commands.watch import Eye

Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.setenv("KIBITZ_PROFILES", str(tmp_path / "profiles"))
    return lambda *arguments: CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("view") / "table.png"
    cv2.imwrite(str(path), Stand().sees().image)
    return path


def complaint(result: Result) -> str:
    (line,) = result.stderr.splitlines()
    assert line.startswith("kibitz: ")
    return line


def test_a_view_is_learned_drawn_shown_and_used(run: Run, photo: Path, tmp_path: Path) -> None:
    result = run("calibrate", "view", photo, "--name", "stand", "--picture", tmp_path / "net.png")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "stand:\n  view          960 x 540 pixels, tiles of 4" in result.stdout
    drawn, plain = read_photo(tmp_path / "net.png").image, read_photo(photo).image
    assert 0.02 < (np.abs(drawn.astype(int) - plain).max(axis=2) > 40).mean() < 0.4
    assert run("calibrate", "list").stdout == "stand: view\n"
    assert "tiles of 4" in run("calibrate", "show", "--name", "stand").stdout
    known, unknown = (json.loads(run("read", photo, "--json", *more).stdout) for more in ((), ("--profile", "stand")))
    assert sorted(tile["colour"] + tile["shape"] for tile in known["tiles"]) == sorted(
        tile["colour"] + tile["shape"] for tile in unknown["tiles"]
    )


def test_the_board_on_the_table_tells_the_view(run: Run, tmp_path: Path) -> None:
    board = cv2.resize(board_picture(4), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)  # two pixels a millimetre
    picture = np.full((700, 900, 3), 150, np.uint8)
    picture[50 : 50 + board.shape[0], 100 : 100 + board.shape[1]] = board[..., None]
    cv2.imwrite(str(tmp_path / "board.png"), picture)
    told = json.loads(run("calibrate", "view", tmp_path / "board.png", "--name", "a", "--tile", "30", "--json").stdout)
    view = Shelf(tmp_path / "profiles").read("a").view
    assert view is not None
    assert told["view"]["seen"] == view.seen == 35
    assert view.sides(np.array([400.0, 300.0])) == pytest.approx(60, rel=0.01)


def test_what_tells_no_view_is_refused(run: Run, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "few.png"), Stand().sees(tiles=3).image)
    result = run("calibrate", "view", tmp_path / "few.png", "--name", "a")
    assert (result.exit_code, "3 tiles are seen whole, 6 are needed" in complaint(result)) == (3, True)
    assert "no such file" in complaint(run("calibrate", "view", tmp_path / "gone.png", "--name", "a"))
    for side in ("nan", "inf", "0"):
        result = run("calibrate", "view", tmp_path / "few.png", "--name", "a", "--tile", side)
        assert (result.exit_code, "'--tile'" in complaint(result)) == (2, True)
    result = run("calibrate", "view", tmp_path / "few.png", "--name", "a", "--picture", tmp_path / "few.png")
    assert (result.exit_code, "would replace" in complaint(result)) == (2, True)
    assert "no profile yet" in run("calibrate", "list").stdout


def test_an_eye_tells_once_that_its_camera_was_moved() -> None:
    view = view_of_tiles(np.stack([tile.corners for tile in Stand().sees().tiles]), (WIDTH, HEIGHT))
    eye = Eye(Reader(), Profile(view=view))
    eye.read(Stand().sees().image)
    assert list(eye.lost()) == []
    for _ in range(3):
        eye.read(Stand(side=64.0).sees().image)
    assert list(eye.lost()) == [Reason("view_moved")]
    eye.read(Stand(side=64.0).sees().image)
    assert list(eye.lost()) == []
