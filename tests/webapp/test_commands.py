"""`kibitz hint`, `score` and `demo` from the outside: what they print, what they write, how they end."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

import webapp.commands.demo
import webapp.commands.hint
import webapp.commands.score
from engine.qwirkle.board import EMPTY_BOARD, Board
from engine.qwirkle.moves import Move
from models.synthesis.demo import demo_table
from vision.photo import read_photo
from vision.reading import TileSeen
from webapp.cli import main

from .rendered import Truth, laid, reader, truth_of

BOARD = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0 Bd@2,1")
HAND = [*Board.parse("Rx@0,0 Gc@1,0").values()]
MOVES = ["Rc@0,0 Rs@1,0", "Rd@2,0", "--", "Bd@2,1 Yd@2,2", "Yx@3,2 Gf@3,1"]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Runs a command; the reader sees the photos given as `sees`, in order."""

    def run(*arguments: object, sees: list[list[TileSeen]] | None = None) -> Result:
        photos = sees or [laid(BOARD) + laid({(0, 0): HAND[0], (1, 0): HAND[1]}, at=(900, 900))]
        for module in (webapp.commands.hint, webapp.commands.score):
            monkeypatch.setattr(module, "Reader", lambda: reader(Truth(*photos)))
        return CliRunner().invoke(main, [str(argument) for argument in arguments])

    return run


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.full((1200, 1200, 3), 128, np.uint8))
    return path


@pytest.fixture
def black(tmp_path: Path) -> Path:
    path = tmp_path / "black.png"
    cv2.imwrite(str(path), np.zeros((1200, 1200, 3), np.uint8))
    return path


def complaint(result: Result) -> str:
    (line,) = result.stderr.splitlines()
    assert line.startswith("kibitz: ")
    return line


def game() -> list[list[TileSeen]]:
    photos = []
    board = EMPTY_BOARD
    for move in MOVES:
        board = board.after(Move.parse(move))
        photos.append(laid(board))
    return photos


def test_hint_takes_the_hand_from_the_photo(run: Callable[..., Result], photo: Path) -> None:
    result = run("hint", photo)
    assert result.exit_code == 0
    assert "hand: Rx Gc" in result.stdout
    assert "  1.  4 points  Rx@3,0" in result.stdout
    assert "makes a line of 4 (Rc Rs Rd Rx): 4 points" in result.stdout
    assert "[Rx]" in result.stdout


def test_a_named_hand_goes_before_the_one_in_the_photo(run: Callable[..., Result], photo: Path) -> None:
    told = json.loads(run("hint", photo, "--hand", "blue circle, Gd", "--json", "--top", 3).stdout)
    assert [tile["tile"] for tile in told["hand"]] == ["Bc", "Gd"]
    assert len(told["moves"]) == 3
    assert told["found"] > 3
    best = told["moves"][0]
    assert best.keys() == {"move", "kind", "points", "value", "tiles", "swapped", "lines", "bonus", "reasons"}
    assert best["points"] == sum(line["points"] for line in best["lines"])
    assert Board.parse(" ".join(f"{tile['tile']}@{tile['col']},{tile['row']}" for tile in told["board"])) == BOARD


def test_a_hand_may_have_a_photo_of_its_own(run: Callable[..., Result], photo: Path) -> None:
    hand = laid({(0, 0): HAND[0], (2, 0): HAND[1]})
    told = json.loads(run("hint", photo, "--hand-photo", photo, "--json", sees=[hand, laid(BOARD)]).stdout)
    assert sorted(tile["tile"] for tile in told["hand"]) == ["Gc", "Rx"]


def test_a_photo_of_the_hand_that_cannot_be_read_is_itself_named(
    run: Callable[..., Result], photo: Path, tmp_path: Path
) -> None:
    missing = tmp_path / "hand.jpg"
    result = run("hint", photo, "--hand-photo", missing, "--json")
    assert result.exit_code == 3
    assert complaint(result).startswith(f"kibitz: {missing}: ")
    assert json.loads(result.stdout)["photo"] == str(missing)


def test_the_best_move_is_drawn_into_a_file_and_each_into_a_folder(
    run: Callable[..., Result], photo: Path, tmp_path: Path
) -> None:
    result = run("hint", photo, "--overlay", tmp_path / "out.png", "--json")
    assert result.exit_code == 0
    (tile,) = json.loads(result.stdout)["moves"][0]["tiles"]
    drawn = read_photo(tmp_path / "out.png").image
    x, y = 170 + 60 * tile["col"], 170 + 60 * tile["row"]
    assert (drawn != 128).any(axis=2)[y : y + 60, x : x + 60].mean() > 0.5  # where the tile would go
    assert run("hint", photo, "--overlay", tmp_path / "moves", "--top", 2).exit_code == 0
    assert sorted(path.name for path in (tmp_path / "moves").iterdir()) == ["table-1.jpg", "table-2.jpg"]


def test_the_overlay_of_a_hint_never_replaces_the_photo(run: Callable[..., Result], photo: Path) -> None:
    before = photo.read_bytes()
    result = run("hint", photo, "--overlay", photo)
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert photo.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--hand", "Rc Qq"), "is not a tile"),
        (("--hand", "Rc Rs Rd Rf Rx Rb Oc"), "at most 6 tiles"),
        (("--hand", "Rc", "--hand-photo", "x.jpg"), "either by --hand or by --hand-photo"),
        (("--scores", "3,x"), "no numbers"),
        (("--scores", "3,4", "--players", "3"), "don't go with 3 players"),
        (("--players", "9"), "--players"),
        (("--overlay", ""), "the name is empty"),
        (("--hand-photo", ""), "the name is empty"),
    ],
)
def test_wrong_usage_of_hint_is_told_in_a_line(
    run: Callable[..., Result], photo: Path, arguments: tuple[str, ...], words: str
) -> None:
    result = run("hint", photo, *arguments)
    assert result.exit_code == 2
    assert words in complaint(result)


def test_what_hint_cannot_use_ends_with_three(
    run: Callable[..., Result], photo: Path, black: Path, tmp_path: Path
) -> None:
    result = run("hint", tmp_path / "missing.jpg", "--json")
    assert result.exit_code == 3
    assert json.loads(result.stdout)["error"]["code"] == "photo_missing"
    assert "no such file" in complaint(result)
    result = run("hint", black, "--hand", "Rx")
    assert result.exit_code == 3
    assert "no tile was found" in complaint(result)
    result = run("hint", photo, sees=[laid(BOARD)])
    assert result.exit_code == 3
    assert "no hand is known" in complaint(result)
    result = run("hint", photo, "--hand", "Rx", "--bag", 200)
    assert result.exit_code == 3
    assert "the bag can't hold 200 tiles" in complaint(result)


def test_score_tells_every_turn_and_who_leads(run: Callable[..., Result], photo: Path) -> None:
    result = run("score", *[photo] * len(MOVES), "--names", "Ann,Ben", sees=game())
    assert result.exit_code == 0
    assert "Ann: Rc@0,0 Rs@1,0, 2 points (Ann 2, Ben 0)" in result.stdout
    assert "Ben: Rd@2,0, 3 points (Ann 2, Ben 3)" in result.stdout
    assert "Ann: no tiles, 0 points" in result.stdout
    assert "Ben: Bd@2,1 Yd@2,2, 3 points (Ann 2, Ben 6)" in result.stdout
    assert "not legal: “Gf@3,1 Yx@3,2”" in result.stdout
    assert result.stdout.splitlines()[-1] == "Ann leads with 8 points"


def test_the_score_sheet_as_json(run: Callable[..., Result], photo: Path) -> None:
    told = json.loads(run("score", *[photo] * len(MOVES), "--names", "Ann, Ben", "--json", sees=game()).stdout)
    turns = told["turns"]
    assert [turn["player"] for turn in turns] == ["Ann", "Ben", "Ann", "Ben", "Ann"]
    assert [turn["kind"] for turn in turns] == ["add", "add", "pass", "add", "add"]
    assert [turn["legal"] for turn in turns] == [True, True, True, True, False]
    assert turns[4]["reason"]["code"].endswith("_made")
    assert [turn["points"] for turn in turns[:4]] == [2, 3, 0, 3]
    assert turns[1]["lines"] == [
        {
            "tiles": [
                {"col": 0, "row": 0, "tile": "Rc", "name": "red circle"},
                {"col": 1, "row": 0, "tile": "Rs", "name": "red square"},
                {"col": 2, "row": 0, "tile": "Rd", "name": "red diamond"},
            ],
            "points": 3,
        }
    ]
    assert told["totals"] == turns[-1]["totals"]
    assert Board.parse(told["board"])[2, 2] == Board.parse("Yd@0,0")[0, 0]


def test_without_names_there_is_one_total(run: Callable[..., Result], photo: Path) -> None:
    result = run("score", photo, photo, sees=game())
    assert result.stdout.splitlines()[-1] == "5 points in all"


def test_a_game_may_be_followed_from_its_middle(run: Callable[..., Result], photo: Path) -> None:
    result = run("score", photo, photo, "--names", "Ann,Ben", sees=game()[3:])
    assert "the game goes on from 5 tiles" in result.stdout
    assert "Ann: Gf@" in result.stdout


@pytest.mark.parametrize("names", ["Ann", "Ann,Ann", "Ann,,Ben"])
def test_names_that_cannot_be_are_wrong_usage(run: Callable[..., Result], photo: Path, names: str) -> None:
    result = run("score", photo, "--names", names)
    assert result.exit_code == 2
    complaint(result)


def test_a_photo_that_tells_nothing_ends_the_score(run: Callable[..., Result], photo: Path, black: Path) -> None:
    result = run("score", photo, black, sees=game())
    assert result.exit_code == 3
    assert str(black) in complaint(result)


def test_loose_tiles_are_no_board(run: Callable[..., Result], photo: Path) -> None:
    loose = laid({(3 * number, 0): tile for number, tile in enumerate(BOARD.values())})
    result = run("score", photo, sees=[loose])
    assert result.exit_code == 3
    assert "4 tiles were found, but none lies as on a board" in complaint(result)


def test_a_photo_of_another_table_is_named(run: Callable[..., Result], photo: Path) -> None:
    other = laid(Board.parse("Bb@0,0 Gb@1,0"))
    result = run("score", photo, photo, sees=[game()[0], other])
    assert result.exit_code == 3
    assert "lies as on the photos before" in complaint(result)


@pytest.mark.parametrize("name", ["drawn", "drawn.xyz"])
def test_a_demo_drawn_into_no_kind_of_picture_is_wrong_usage(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = demo_table()
    monkeypatch.setattr(webapp.commands.demo, "Reader", lambda: reader(truth_of(table)))
    monkeypatch.setattr(webapp.commands.demo, "demo_table", lambda _: table)
    result = CliRunner().invoke(main, ["demo", "--overlay", str(tmp_path / name)])
    assert result.exit_code == 2
    assert ".jpg" in result.stderr


def test_the_demo_reads_its_table_and_gives_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    table = demo_table()
    monkeypatch.setattr(webapp.commands.demo, "Reader", lambda: reader(truth_of(table)))
    monkeypatch.setattr(webapp.commands.demo, "demo_table", lambda _: table)
    result = CliRunner().invoke(main, ["demo"])
    assert result.exit_code == 0
    assert result.stderr == ""
    assert f"hand: {' '.join(map(str, table.hand))}" in result.stdout
    assert "kibitz serve" in result.stdout
    assert "milliseconds: " in result.stdout
    told = json.loads(CliRunner().invoke(main, ["demo", "--json"]).stdout)
    assert {(tile["col"], tile["row"]): tile["tile"] for tile in told["board"]} == {
        (x - min(x for x, _ in table.board), y - min(y for _, y in table.board)): str(tile)
        for (x, y), tile in table.board.items()
    }
