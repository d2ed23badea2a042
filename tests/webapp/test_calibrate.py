"""`kibitz calibrate` from the outside, and what a profile changes about the commands that look."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from PIL import Image, PdfParser

from calibration.profile import Profile
from calibration.shelf import Shelf
from tests.calibration.views import LENSES
from tests.vision.boards import POSES, Bench
from tests.vision.tables import Laid, seen
from vision.charuco import find_board
from vision.icc import Pixels
from vision.labels import Box, Label, LabelledPhoto
from vision.photo import Photo, read_photo
from vision.reading import TileSeen
from webapp.assistant.live import News
from webapp.board_page import PIXELS, SIZES_MM, Paper, board_page
from webapp.cli import main
from webapp.commands.calibrate import collected
from webapp.light import labelled
from webapp.look import QWIRKLE, look
from webapp.own_set import LaidOut

from .rendered import reader

WIDE = LENSES["wide"]
Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.setenv("KIBITZ_PROFILES", str(tmp_path / "profiles"))
    return lambda *arguments: CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Pictures of the board through a wide lens, as a phone stores them that is held upright."""
    folder = tmp_path_factory.mktemp("boards")
    exif = Image.Exif()
    exif[0x0112] = 6
    paths = []
    for number, picture in enumerate(Bench(WIDE).pictures()):
        paths.append(folder / f"{number:02}.jpg")
        Image.fromarray(picture[..., ::-1]).save(paths[-1], quality=95, exif=exif if number % 2 else Image.Exif())
    return paths


def complaint(result: Result) -> str:
    (line,) = result.stderr.splitlines()
    assert line.startswith("kibitz: ")
    return line


def test_a_lens_is_learned_shown_listed_used_and_deleted(run: Run, boards: list[Path], tmp_path: Path) -> None:
    result = run("calibrate", "lens", *boards, "--name", "desk", "--picture", tmp_path / "fit.png")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(f"desk: the lens is known from {len(POSES)} pictures")
    assert read_photo(tmp_path / "fit.png").width == 1600
    shown = json.loads(run("calibrate", "show", "--name", "desk", "--json").stdout)
    assert (shown["name"], shown["lens"]["width"], shown["lens"]["height"]) == ("desk", WIDE.width, WIDE.height)
    assert np.allclose(shown["lens"]["focal"], WIDE.focal, rtol=0.01)
    assert "72 degrees" in run("calibrate", "show", "--name", "desk").stdout
    assert run("calibrate", "list").stdout == "desk: lens\n"
    assert json.loads(run("calibrate", "list", "--json").stdout) == {"profiles": [{"name": "desk", "parts": ["lens"]}]}
    assert run("calibrate", "delete", "--name", "desk").exit_code == 0
    assert "no profile yet" in run("calibrate", "list").stdout
    result = run("calibrate", "delete", "--name", "desk")
    assert (result.exit_code, "there is no profile" in complaint(result)) == (3, True)


def test_a_refused_fit_is_told_and_nothing_is_kept(run: Run, boards: list[Path], tmp_path: Path) -> None:
    result = run("calibrate", "lens", *boards[:2], "--name", "desk", "--picture", tmp_path / "few.png", "--json")
    assert result.exit_code == 3
    assert "on 2 pictures, 10 are needed" in complaint(result)
    told = json.loads(result.stdout)
    assert (told["error"]["code"], told["missing"] != []) == ("lens_few_views", True)
    assert (tmp_path / "few.png").exists()
    assert "no profile yet" in run("calibrate", "list").stdout


def test_photos_without_the_board_are_named(run: Run, boards: list[Path], tmp_path: Path) -> None:
    grey, missing = tmp_path / "grey.jpg", tmp_path / "missing.jpg"
    cv2.imwrite(str(grey), np.full((400, 600, 3), 128, np.uint8))
    result = run("calibrate", "lens", *boards, grey, missing, "--name", "desk")
    assert result.exit_code == 3
    assert [line.split(": ")[1] for line in result.stderr.splitlines()] == [str(grey), str(missing)]
    assert "the lens is known" in result.stdout  # from the others
    result = run("calibrate", "lens", grey, "--name", "desk")
    assert result.exit_code == 3
    assert "on none of the photos" in result.stderr


def test_pictures_of_different_cameras_are_wrong_usage(run: Run, boards: list[Path], tmp_path: Path) -> None:
    small = tmp_path / "small.png"
    cv2.imwrite(str(small), cv2.resize(read_photo(boards[0]).image, (800, 600)))
    result = run("calibrate", "lens", boards[0], small, "--name", "desk")
    assert result.exit_code == 2
    assert "small.png: it has" in complaint(result)


def test_corners_are_told_in_the_pixels_in_which_the_camera_stored_the_picture(boards: list[Path]) -> None:
    plain, turned = (collected([str(path)])[1] for path in boards[:2])
    assert plain == turned == (WIDE.width, WIDE.height)
    assert read_photo(boards[1]).width == WIDE.height


@pytest.mark.parametrize("name", ["../desk", "a/b", "", "x" * 41])
@pytest.mark.parametrize(
    "command", [("calibrate", "show", "--name"), ("calibrate", "delete", "--name"), ("read", "a.jpg", "--profile")]
)
def test_names_that_lead_elsewhere_are_wrong_usage(run: Run, command: Sequence[str], name: str) -> None:
    result = run(*command, name)
    assert (result.exit_code, "can't name a profile" in complaint(result)) == (2, True)


def test_broken_profiles_are_named_beside_the_others(run: Run, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "profiles")
    shelf.write("desk", Profile(WIDE))
    (shelf.folder / "torn.json").write_text('{"kibitz_profile": 1')
    result = run("calibrate", "list")
    assert (result.exit_code, result.stdout) == (3, "desk: lens\n")
    assert "“torn” is damaged" in complaint(result)
    assert "“torn” is damaged" in complaint(run("read", "a.jpg", "--profile", "torn"))


@pytest.mark.parametrize("paper", SIZES_MM)
def test_the_board_is_printed_to_true_size(run: Run, tmp_path: Path, paper: Paper) -> None:
    out = tmp_path / "new" / "board.pdf"
    assert run("calibrate", "board", "--out", out, "--paper", paper).exit_code == 0
    with PdfParser.PdfParser(str(out)) as pdf:
        assert len(pdf.pages) == 1
        box = pdf.read_indirect(pdf.pages[0])[b"MediaBox"]
    assert np.allclose(np.array(box[2:]) / 72 * 25.4, SIZES_MM[paper], atol=0.01)
    page = board_page(paper)
    assert f"/Width {page.width}\n/Height {page.height}\n".encode() in out.read_bytes()
    assert np.allclose(page.size, np.array(SIZES_MM[paper]) * PIXELS)
    found = find_board(Photo.of(np.repeat(np.uint8(255) * np.asarray(page, np.uint8)[..., None], 3, axis=2)))
    assert len(found) == 35
    assert np.allclose(np.diff(found.picture, axis=0), np.diff(found.board, axis=0) * PIXELS, atol=0.5)


def test_the_board_goes_into_a_pdf_alone(run: Run, tmp_path: Path) -> None:
    assert "end it in .pdf" in complaint(run("calibrate", "board", "--out", tmp_path / "board.png"))
    (tmp_path / "file").write_text("")
    result = run("calibrate", "board", "--out", tmp_path / "file" / "board.pdf")
    assert (result.exit_code, "can't be written" in complaint(result)) == (2, True)


def far_and_bent(tmp_path: Path) -> tuple[Path, np.ndarray[tuple[int, int], np.dtype[np.float64]]]:
    """A photo with four black squares in straight rows, as the wide lens bends them; and where they are if straight."""
    centres = np.array([[100.0, 80.0], [860.0, 80.0], [100.0, 640.0], [860.0, 640.0]])
    picture = np.full((WIDE.height, WIDE.width, 3), 200, np.uint8)
    for x, y in WIDE.bend(centres):
        cv2.circle(picture, (round(x), round(y)), 9, (0, 0, 0), -1)
    cv2.imwrite(str(tmp_path / "bent.png"), picture)
    return tmp_path / "bent.png", centres


class Dots:
    """Finds dark dots, as tiles of a red circle."""

    def read(self, photo: Photo) -> tuple[tuple[TileSeen, ...], dict[str, float]]:
        dark = np.asarray(photo.image[..., 0] < 100, np.uint8)
        _, _, _, centres = cv2.connectedComponentsWithStats(dark)
        found = [seen(Laid("red circle", x, y)) for x, y in centres[1:]]
        return tuple(found), {}


@pytest.fixture
def dots(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for command in ("read", "evaluate", "hint", "score"):
        monkeypatch.setattr(f"webapp.commands.{command}.Reader", lambda: reader(Dots()))
    Shelf(tmp_path / "profiles").write("desk", Profile(WIDE))
    return far_and_bent(tmp_path)[0]


def centres_told(result: Result) -> list[list[float]]:
    return in_order([tile["x"], tile["y"]] for tile in json.loads(result.stdout)["tiles"])


def in_order(points: Iterable[list[float]]) -> list[list[float]]:
    """Column by column, whichever is a little further left."""
    return sorted(points, key=lambda point: (round(point[0] / 100), point[1]))


def test_with_a_profile_the_straight_picture_is_read_told_and_drawn_on(run: Run, dots: Path, tmp_path: Path) -> None:
    straight = in_order(far_and_bent(tmp_path)[1].tolist())
    out = tmp_path / "out.png"
    result = run("read", dots, "--json", "--profile", "desk", "--overlay", out)
    assert result.exit_code == 0
    assert np.allclose(centres_told(result), straight, atol=1)
    drawn = read_photo(out).image
    assert drawn.shape == (WIDE.height, WIDE.width, 3)
    changed = np.asarray(cv2.absdiff(drawn, read_photo(dots, lens=WIDE).image)).max(axis=2) > 60
    for x, y in straight:
        assert changed[round(y) - 30 : round(y) + 30, round(x) - 30 : round(x) + 30].any()
    assert not np.allclose(centres_told(run("read", dots, "--json")), straight, atol=10)


def test_a_profile_serves_larger_pictures_of_the_same_form_and_no_others(run: Run, dots: Path, tmp_path: Path) -> None:
    picture = read_photo(dots).image
    cv2.imwrite(str(tmp_path / "double.png"), cv2.resize(picture, None, fx=2, fy=2))
    doubled = centres_told(run("read", tmp_path / "double.png", "--json", "--profile", "desk"))
    assert np.allclose((np.array(doubled) + 0.5) / 2 - 0.5, in_order(far_and_bent(tmp_path)[1].tolist()), atol=1.5)
    cv2.imwrite(str(tmp_path / "cut.png"), picture[:540])
    result = run("read", tmp_path / "cut.png", "--json", "--profile", "desk")
    assert result.exit_code == 3
    assert "cut.png: the profile is for pictures of 960 x 720 pixels" in complaint(result)
    assert json.loads(result.stdout)["error"]["code"] == "lens_other_shape"


def test_labels_are_measured_in_the_straight_picture(run: Run, dots: Path, tmp_path: Path) -> None:
    bent = WIDE.bend(far_and_bent(tmp_path)[1])
    labels = {
        "images": [{"id": 1, "file_name": dots.name}],
        "categories": [{"id": 1, "name": "red circle"}],
        "annotations": [{"image_id": 1, "category_id": 1, "bbox": [x - 8, y - 8, 16, 16]} for x, y in bent.tolist()],
    }
    path = dots.with_name("labels.json")
    path.write_text(json.dumps(labels))
    told = json.loads(run("evaluate", path, "--json", "--profile", "desk", "--failures", tmp_path / "failed").stdout)
    assert (told["labels"], told["found"], told["false"]) == (4, 4, 0)
    assert json.loads(run("evaluate", path, "--json").stdout)["found"] == 4


def test_what_is_learned_from_labels_is_sought_in_the_straight_picture(dots: Path, tmp_path: Path) -> None:
    bent = WIDE.bend(far_and_bent(tmp_path)[1])
    labels = [Label("red circle", Box(x - 8, y - 8, 16, 16)) for x, y in bent.tolist()]
    photo = LabelledPhoto(dots, tuple(labels))
    found = look(dots, reader(Dots()), game=QWIRKLE, profile=Profile(WIDE))
    assert labelled(found, photo) == dict.fromkeys(range(4), "red")
    laid = LaidOut.of(found.photo, found.reading.tiles)
    assert sorted(piece for piece, _ in laid.labelled(photo)) == [0, 1, 2, 3]


@pytest.mark.parametrize("command", [["hint"], ["hint", "--hand", "Rs", "--game", "qwirkle"], ["score"]])
def test_hint_and_score_take_a_profile(run: Run, dots: Path, tmp_path: Path, command: list[str]) -> None:
    cv2.imwrite(str(tmp_path / "cut.png"), read_photo(dots).image[:540])
    result = run(*command, tmp_path / "cut.png", "--profile", "desk")
    assert (result.exit_code, "the profile is for pictures" in complaint(result)) == (3, True)
    result = run("hint", dots, "--hand-photo", tmp_path / "cut.png", "--profile", "desk")
    assert (result.exit_code, "cut.png: the profile is for pictures" in complaint(result)) == (3, True)


def test_watch_follows_the_straight_picture(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Shelf(tmp_path / "profiles").write("desk", Profile(WIDE))
    shown: list[Pixels] = []

    class Watcher:
        def __init__(self, *_: object) -> None:
            pass

        def see(self, image: Pixels, _: float) -> list[News]:
            shown.append(image)
            return []

    monkeypatch.setattr("webapp.commands.watch.Watcher", Watcher)
    monkeypatch.setattr("webapp.commands.watch.Reader", lambda: None)
    picture = read_photo(far_and_bent(tmp_path)[0]).image
    for name, frame in (("film.avi", picture), ("cut.avi", picture[:540])):
        writer = cv2.VideoWriter(str(tmp_path / name), cv2.VideoWriter.fourcc(*"MJPG"), 5, frame.shape[1::-1])
        for _ in range(3):
            writer.write(frame)
        writer.release()
    assert "no game was seen" in complaint(run("watch", tmp_path / "film.avi", "--profile", "desk"))
    assert len(shown) == 3
    assert np.abs(shown[0].astype(int) - WIDE.undistorted(picture)).mean() < 3
    result = run("watch", tmp_path / "cut.avi", "--profile", "desk")
    assert (result.exit_code, "the profile is for pictures" in complaint(result)) == (3, True)
