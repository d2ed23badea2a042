"""`kibitz watch` from the outside: a rendered film read by the shipped models, and cameras that do as they are told."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

import webapp.commands.watch
from engine.qwirkle.board import EMPTY_BOARD, Board
from engine.qwirkle.moves import Move
from models.synthesis import colour
from models.synthesis.camera import Camera
from models.synthesis.layout import Layout, Surface, laid, moved
from models.synthesis.lighting import Lighting
from models.synthesis.look import Look
from models.synthesis.surface import Wood, planked
from models.synthesis.table import render
from tests.webapp import rendered
from vision.icc import Pixels
from vision.reading import Reading
from vision.source import Frame, Source, SourceError
from webapp.cli import main
from webapp.commands.watch import working

MOVES = ("Rc@0,0 Rs@1,0 Rd@2,0", "Bd@2,1 Yd@2,2", "Yx@3,2 Yf@4,2")
POINTS = [3, 3, 3]
WIDTH, HEIGHT, FPS = 960, 720, 8


def table(board: Board) -> Pixels:
    """The tiles on a wooden table, seen from nearly straight above."""
    rng = np.random.default_rng(4)
    wood = planked(rng, Wood(colour.hsv(12, 0.50, 0.80), planks=5, uneven=0.06), side=1024)
    pieces = moved(laid(rng, dict(board), 0.0, 0.0, 0.0), -2.0, -1.0, 0.02)
    layout = Layout(Surface(wood, span=14.0, turn=0.02), tuple(pieces))
    camera = Camera(width=WIDTH, height=HEIGHT, focal=900.0, distance=900.0 / 70, tilt=math.radians(8))
    return render(layout, camera, Lighting(azimuth=0.9, slope=0.5), Look(), rng).image


def filmed(path: Path, pictures: Sequence[Pixels]) -> None:
    """Each picture for three seconds; a grey block moves over the table before the next."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, (WIDTH, HEIGHT))
    for number, picture in enumerate(pictures):
        for _ in range(3 * FPS):
            writer.write(picture)
        if number + 1 < len(pictures):
            for step in range(FPS):
                frame = picture.copy()
                cv2.rectangle(frame, (60 * step, 0), (60 * step + 300, 450), (130, 130, 130), -1)
                writer.write(frame)
    writer.release()


def lines(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def complaint(result: Result) -> str:
    (line,) = result.stderr.splitlines()
    return line


def test_a_film_of_a_game_gives_its_moves_and_no_others(tmp_path: Path) -> None:
    boards = [EMPTY_BOARD]
    for move in MOVES:
        boards.append(boards[-1].after(Move.parse(move)))
    filmed(tmp_path / "game.avi", [table(board) for board in boards[1:]])
    result = CliRunner().invoke(main, ["watch", str(tmp_path / "game.avi"), "--json", "--names", "Ann,Ben"])
    assert (result.exit_code, result.stderr) == (0, "")
    proposed = [line for line in lines(result) if line["event"] == "proposed"]
    confirmed = [line for line in lines(result) if line["event"] == "confirmed"]
    assert [line["turn"]["move"] for line in proposed] == [str(Move.parse(move)) for move in MOVES]
    assert [line["turn"]["points"] for line in confirmed] == POINTS
    assert [line["player"] for line in confirmed] == ["Ann", "Ben", "Ann"]
    assert all(line["turn"]["legal"] for line in proposed)
    assert lines(result)[-1]["totals"] == [6, 3]
    assert {line["event"] for line in lines(result)} == {"proposed", "confirmed"}
    # The hand leaves at 4 and at 8 seconds.
    assert all(at < left + 2 for at, left in zip([line["at"] for line in proposed[1:]], [4, 8], strict=True))


class FakeSource(Source):
    """Gives frames of a table for so many seconds, then ends as told."""

    live = False

    def __init__(self, seconds: float, ends: BaseException | None = None) -> None:
        self.seconds, self.ends = seconds, ends
        self.closed = False

    def frames(self) -> Iterator[Frame]:
        rng = np.random.default_rng(1)
        for number in range(round(10 * self.seconds)):
            noise = rng.integers(0, 5, (60, 80, 3), dtype=np.uint8)
            yield Frame(noise + np.uint8(100), number / 10)
        if self.ends:
            raise self.ends

    def close(self) -> None:
        self.closed = True


def watched(monkeypatch: pytest.MonkeyPatch, source: FakeSource, *options: str) -> Result:
    seen = rendered.Truth(rendered.laid(Board.parse(MOVES[0])))
    monkeypatch.setattr(webapp.commands.watch, "Reader", lambda: rendered.reader(seen))
    monkeypatch.setattr(webapp.commands.watch, "open_source", lambda name: source)
    return CliRunner().invoke(main, ["watch", "0", *options])


def test_ctrl_c_ends_it_cleanly(monkeypatch: pytest.MonkeyPatch) -> None:
    source = FakeSource(4, KeyboardInterrupt())
    result = watched(monkeypatch, source)
    assert (result.exit_code, result.stderr) == (0, "")
    assert [line.split("  ")[-1] for line in result.stdout.splitlines()] == [
        "proposed; Rc@0,0 Rs@1,0 Rd@2,0, 3 points",
        "confirmed; Rc@0,0 Rs@1,0 Rd@2,0, 3 points; 3 in all",
    ]
    assert source.closed


def test_frames_of_what_is_live_are_read_beside_the_picture() -> None:
    go = Event()

    def work() -> Reading:
        go.wait(60)
        return Reading(80, 60)

    with working(live=True) as submit:
        future = submit(work)
        assert not future.done()
        go.set()
        assert future.result(60).width == 80
    with working(live=False) as submit:
        assert submit(work).done()


def test_a_camera_that_is_unplugged_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    result = watched(monkeypatch, FakeSource(3, SourceError("source_lost", seconds=5.0)), "--json")
    assert result.exit_code == 3
    assert complaint(result).startswith("kibitz: no picture has come for 5 seconds")
    assert [line["event"] for line in lines(result)] == ["proposed", "camera"]
    assert lines(result)[-1]["reasons"][0]["code"] == "source_lost"


def test_a_film_without_a_game_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    result = watched(monkeypatch, FakeSource(0.5))
    assert (result.exit_code, result.stdout) == (3, "")
    assert complaint(result).startswith("kibitz: no game was seen")


def test_what_can_t_be_watched_is_refused() -> None:
    result = CliRunner().invoke(main, ["watch", "no-such-film.mp4"])
    assert (result.exit_code, result.stdout) == (3, "")
    assert "no-such-film.mp4" in complaint(result)
    result = CliRunner().invoke(main, ["watch", "0", "--names", "Ann"])
    assert result.exit_code == 2
