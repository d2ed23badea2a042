"""`kibitz read`, `hint`, `score` and `demo` for Qwixx from the outside: what they print, write, and how they end."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from engine.qwixx.notation import parse_roll
from engine.qwixx.sheet import Row
from models.synthesis.demo import demo_roll
from tests.vision.rolls import Dice, Filled, Lying, Sheets, lying_in, roll
from vision.photo import read_photo
from webapp.cli import main

from ..rendered import Truth, laid, reader
from ..test_commands import BOARD

ROLL = "W6 W6 R5 Y4 G1 B6"
SHEET = "R:2,3,5 Y:3,4 G:12,10 B:11 P:1"
COMMANDS = ("read", "hint", "score", "demo", "evaluate")

Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command; the reader sees the dice and the sheets that are given, photo after photo."""

    def run(*arguments: object, dice: Sequence[list[Lying]] = ([],), sheets: Sequence[list[Filled]] = ([],)) -> Result:
        for command in COMMANDS:
            found = reader(dice=Dice(*dice), sheets=Sheets(*sheets))
            monkeypatch.setattr(f"webapp.commands.{command}.Reader", lambda found=found: found)
        return CliRunner().invoke(main, [str(argument) for argument in arguments])

    return run


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.full((600, 900, 3), 128, np.uint8))
    return path


def told(result: Result) -> Any:
    return json.loads(result.stdout)


def complaint(result: Result) -> str:
    (line,) = result.stderr.splitlines()
    assert line.startswith("kibitz: ")
    return line


def test_read_tells_the_roll_and_the_sheet(run: Run, photo: Path) -> None:
    result = run("read", photo, dice=[roll(ROLL)], sheets=[[Filled(SHEET)]])
    assert result.exit_code == 0
    assert f"6 dice: {ROLL}" in result.stdout
    assert f"sheet 1: {SHEET}, 8 points" in result.stdout


def test_the_json_of_dice_and_sheets_is_the_agreed_one(run: Run, photo: Path) -> None:
    read = told(run("read", "--json", photo, dice=[roll(ROLL)], sheets=[[Filled("R:3,4,6,7,8,12L G:12,10 P:1")]]))
    assert read["game"] == "qwixx"
    assert read["roll"] == {"white": [6, 6], "red": None, "yellow": 4, "green": 1, "blue": 6}  # the red row is closed
    assert [(problem["code"], problem["dice"]) for problem in read["problems"]] == [("closed_die", [2])]
    die = read["dice"][3]
    fields = "x y size colour value confidence alternatives in_play cut doubted"
    assert set(fields.split()) <= die.keys()
    assert (die["x"], die["y"], die["size"], die["colour"], die["value"]) == (292, 100, 40, "yellow", 4)
    assert (die["in_play"], die["cut"], die["doubted"]) == (True, False, False)
    (sheet,) = read["sheets"]
    assert {"x", "y", "marks", "locks", "penalties", "doubted", "score", "confidence"} <= sheet.keys()
    assert sheet["marks"] == {"red": [3, 4, 6, 7, 8, 12], "yellow": [], "green": [12, 10], "blue": []}
    assert (sheet["locks"], sheet["penalties"], sheet["doubted"]) == (["red"], 1, [])
    assert sheet["score"] == {"red": 28, "yellow": 0, "green": 3, "blue": 0, "penalties": -5, "total": 26}


def test_a_die_of_which_the_reading_is_unsure_is_doubted(run: Run, photo: Path) -> None:
    dice = [Lying("W3", 50, 50, sure=0.6), *roll("W6 R5 Y4 G1 B6")]
    read = told(run("read", "--json", photo, dice=[dice]))
    assert [die["doubted"] for die in read["dice"]] == [True, *[False] * 5]
    name, chance = read["dice"][0]["alternatives"][0]
    assert name.startswith("white ")
    assert 0 < chance < 0.4
    assert "doubted: white 3, could be white" in run("read", photo, dice=[dice]).stdout


@pytest.mark.parametrize(
    ("dice", "code", "words"),
    [
        ("W1 W2 R3 R5 Y4 G1 B6", "too_many_seen", "2 red dice are seen"),
        ("W1 W2 W4 R3 Y4 G1 B6", "too_many_seen", "3 white dice are seen"),
        ("W1 R3 Y4 G1 B6", "die_missing", "too few white dice are seen, 1 of 2"),
        ("W1 W3 R3 R3 Y4", "too_many_seen", "2 red dice are seen"),
    ],
)
def test_dice_that_are_no_roll_are_a_problem_and_never_a_roll(
    run: Run, photo: Path, dice: str, code: str, words: str
) -> None:
    read = told(run("read", "--json", photo, dice=[roll(dice)]))
    assert read["roll"] is None
    assert code in [problem["code"] for problem in read["problems"]]
    assert all(0 <= number < len(read["dice"]) for problem in read["problems"] for number in problem["dice"])
    result = run("hint", photo, "--sheet", SHEET, dice=[roll(dice)])
    assert result.exit_code == 3
    assert words in complaint(result)


def test_a_photo_without_dice_is_a_problem(run: Run, photo: Path) -> None:
    result = run("read", "--json", "--game", "qwixx", photo)
    assert result.exit_code == 3
    assert "neither dice nor a score sheet" in complaint(result)
    assert (told(result)["game"], told(result)["roll"]) == ("qwixx", None)
    assert [problem["code"] for problem in told(result)["problems"]] == ["no_dice_found"]
    assert run("read", photo).exit_code == 3


def test_a_sheet_alone_lacks_no_dice(run: Run, photo: Path) -> None:
    read = told(run("read", "--json", photo, sheets=[[Filled(SHEET)]]))
    assert (read["game"], read["problems"], read["roll"]) == ("qwixx", [], None)


def test_a_mark_that_the_rules_do_not_allow_is_a_problem_and_stays(run: Run, photo: Path) -> None:
    read = told(run("read", "--json", photo, sheets=[[Filled("R:2,3"), Filled("R:2,3,12L", 500)]]))
    assert read["sheets"][1]["marks"]["red"] == [2, 3, 12]
    assert [(problem["code"], problem["sheet"]) for problem in read["problems"]] == [("too_few_before_last", 1)]


@pytest.mark.parametrize(("dice", "game"), [(ROLL, "qwixx"), ("W6", "qwirkle")])
def test_where_both_games_lie_the_one_of_which_more_is_seen_is_told(
    monkeypatch: pytest.MonkeyPatch, photo: Path, dice: str, game: str
) -> None:
    tiles = Truth(laid(dict(list(BOARD.items())[:3])))
    monkeypatch.setattr("webapp.commands.read.Reader", lambda: reader(tiles, Dice(roll(dice, y=500))))
    read = json.loads(CliRunner().invoke(main, ["read", "--json", str(photo)]).stdout)
    assert (read["game"], len(read["tiles"]), len(read["dice"])) == (game, 3, len(dice.split()))
    assert not any(problem["code"] in ("die_missing", "no_dice") for problem in read["problems"])
    assert "see --game" in CliRunner().invoke(main, ["read", str(photo)]).stdout


def test_dice_and_sheets_are_drawn(run: Run, photo: Path, tmp_path: Path) -> None:
    drawn = tmp_path / "drawn.png"
    assert run("read", photo, "--overlay", drawn, dice=[roll(ROLL)], sheets=[[Filled(SHEET, 300, 300)]]).exit_code == 0
    changed = (read_photo(drawn).image != 128).any(axis=2)
    assert changed[70:130, 70:130].any()
    assert changed[300:330, 300:330].mean() > 0.1
    assert not changed[200:250].any()


def test_hint_ranks_the_choices_for_a_photo_of_dice(run: Run, photo: Path) -> None:
    result = run("hint", photo, "--sheet", SHEET, dice=[roll("W1 W3 R5 Y4 G1 B6")])
    assert result.exit_code == 0
    assert "roll: W1 W3 R5 Y4 G1 B6" in result.stdout
    assert "  1. " in result.stdout
    assert "to be expected" in result.stdout
    assert re.search(r"^ +1\. .* \((white|colour)\)", result.stdout, re.MULTILINE)
    best = told(run("hint", photo, "--sheet", SHEET, "--json", "--top", 3, dice=[roll("W1 W3 R5 Y4 G1 B6")]))
    assert len(best["choices"]) == 3
    assert best["found"] > 3
    values = [choice["value"] for choice in best["choices"]]
    assert values == sorted(values, reverse=True)
    assert best["sheet"]["sheet"] == SHEET
    assert best["score"]["total"] == 8


def test_hint_takes_the_sheet_from_the_same_photo_or_another(run: Run, photo: Path) -> None:
    same = told(run("hint", photo, "--json", dice=[roll(ROLL)], sheets=[[Filled(SHEET)]]))
    other = told(
        run("hint", photo, "--sheet-photo", photo, "--json", dice=[[], roll(ROLL)], sheets=[[Filled(SHEET)], []])
    )
    typed = told(run("hint", "--roll", ROLL, "--sheet", SHEET, "--json"))
    assert same["sheet"] == other["sheet"] == typed["sheet"]
    assert same["choices"] == other["choices"] == typed["choices"]
    assert typed["photo"] is None


def test_hint_says_that_its_percent_are_chances_to_win(run: Run) -> None:
    shown = run("hint", "--roll", ROLL, "--sheet", SHEET, "--others", SHEET).stdout
    assert re.search(r"^  1\. +\d+\.\d % to win: ", shown, re.MULTILINE)


def test_hint_obeys_whose_turn_it_is_the_rules_and_the_others(run: Run) -> None:
    def choices(*arguments: object) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = told(
            run("hint", "--roll", ROLL, "--sheet", SHEET, "--json", "--top", 99, *arguments)
        )["choices"]
        return found

    assert any(choice["colour"] for choice in choices("--active"))
    assert not any(choice["colour"] or choice["penalty"] for choice in choices("--passive"))
    assert {choice["first"] for choice in choices("--rules", "publisher")} == {None}
    closed = choices("--others", "R:2,3,4,5,6,12L", "--others", "R: Y:")
    assert not any(mark["row"] == "red" for choice in closed for mark in choice["marks"])
    assert told(run("hint", "--roll", ROLL, "--sheet", SHEET, "--json", "--players", 4))["players"] == 4
    three = ("--passive", "--others", SHEET, "--others", SHEET)
    chances = [[choice["chance"] for choice in choices(*three, "--waits", waits)] for waits in (1, 2)]
    assert chances[0] != chances[1]


def test_a_hint_says_what_was_doubted(run: Run, photo: Path) -> None:
    doubted = Filled(SHEET, doubted=[(Row.YELLOW, 7)])
    dice = [Lying("W3", 50, 50, sure=0.6), *roll("W6 R5 Y4 G1 B6")]
    result = run("hint", photo, dice=[dice], sheets=[[doubted]])
    assert "doubted: white 3" in result.stdout
    assert "doubted: yellow 7" in result.stdout
    other = told(run("hint", photo, "--sheet-photo", photo, "--json", dice=[[], roll(ROLL)], sheets=[[doubted], []]))
    assert (other["doubted"], other["totals"]) == (["yellow 7"], [8, 11])


def test_the_best_marks_are_drawn_on_the_sheet(run: Run, photo: Path, tmp_path: Path) -> None:
    dice, sheets = [roll("W1 W3 R5 Y4 G1 B6")], [[Filled(SHEET, 100, 300)]]
    best = told(run("hint", photo, "--json", "--top", 1, dice=dice, sheets=sheets))["choices"][0]["marks"]
    assert run("hint", photo, "--overlay", tmp_path / "a.png", dice=dice, sheets=sheets).exit_code == 0
    assert run("read", photo, "--overlay", tmp_path / "b.png", dice=dice, sheets=sheets).exit_code == 0
    differs = (read_photo(tmp_path / "a.png").image != read_photo(tmp_path / "b.png").image).any(axis=2)
    for mark in best:
        row = Row[mark["row"].upper()]
        x, y = 100 + 30 * row.position(mark["number"]), 300 + 30 * row
        assert differs[y : y + 30, x : x + 30].any()
    assert best


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "name a photo, or for Qwixx the dice by --roll"),
        (("--roll", "W6"), "is not a roll"),
        (("--roll", "W6 W6 R5 R5"), "too many red dice"),
        (("--roll", ROLL, "--sheet", "R:13"), "is no part of a sheet"),
        (("--roll", ROLL, "--sheet", SHEET, "--sheet-photo", "a.jpg"), "either by --sheet or by --sheet-photo"),
        (("--roll", ROLL, "--sheet", SHEET, "--hand", "Rc"), "is for Qwirkle"),
        (("--roll", ROLL, "--sheet", SHEET, "--game", "qwirkle"), "--roll is for Qwixx"),
        (("--roll", ROLL, "--sheet", SHEET, "--players", "6"), "1 to 5 play Qwixx"),
        (("--roll", ROLL, "--sheet", SHEET, "--players", "1", "--others", "Y:2"), "1 sheets of others"),
        (("--roll", ROLL, "--sheet", SHEET, "--players", "1", "--passive"), "who plays alone"),
        (("--roll", ROLL, "--sheet", SHEET, "--waits", "1"), "--passive as well"),
        (("--roll", ROLL, "--sheet", SHEET, "--passive", "--waits", "3", "--players", "3"), "--waits is 1 to 2, not 3"),
        (("--roll", ROLL, "--sheet", SHEET, "--passive", "--waits", "2"), "--waits is 1, not 2"),
        (("--roll", ROLL, "--sheet", SHEET, "--rules", "house"), "--rules"),
        (("--roll", ROLL, "--sheet", SHEET, "--overlay", "a.png"), "no photo to draw on"),
        (("a.jpg", "--roll", ROLL, "--sheet", SHEET), "not by both"),
    ],
)
def test_wrong_usage_of_hint_is_told_in_a_line(run: Run, arguments: tuple[str, ...], words: str) -> None:
    result = run("hint", *arguments)
    assert result.exit_code == 2
    assert words in complaint(result)


def test_what_hint_cannot_use_ends_with_three(run: Run, photo: Path) -> None:
    result = run("hint", photo, dice=[roll(ROLL)])
    assert result.exit_code == 3
    assert "no score sheet is known" in complaint(result)
    result = run("hint", photo, dice=[roll(ROLL)], sheets=[[Filled(SHEET), Filled(SHEET, 500)]])
    assert result.exit_code == 3
    assert "2 score sheets were found" in complaint(result)
    result = run("hint", "--roll", ROLL, "--sheet", "P:4", "--json")
    assert result.exit_code == 3
    assert complaint(result) == "kibitz: the game is over"
    assert told(result)["error"]["code"] == "game_over"


def test_print_that_looks_like_a_few_dice_beside_a_sheet_is_none(run: Run, photo: Path) -> None:
    vague, clear = Lying("Y5", 100, 100, sure=0.2), Lying("R5", 200, 100)
    alone = told(run("read", "--json", photo, dice=[[vague]], sheets=[[Filled(SHEET)]]))
    assert (alone["dice"], alone["problems"]) == ([], [])
    both = told(run("read", "--json", photo, dice=[[vague, clear]], sheets=[[Filled(SHEET)]]))
    assert len(both["dice"]) == 2
    assert len(told(run("read", "--json", photo, dice=[[vague]]))["dice"]) == 1


FOREIGN = Filled("R:", 100, 300, refused="other_edition")


def test_the_sheet_of_another_edition_is_refused_in_words(run: Run, photo: Path, tmp_path: Path) -> None:
    result = run("read", "--json", photo, sheets=[[FOREIGN]])
    assert result.exit_code == 3
    assert "this is the sheet of another Qwixx" in complaint(result)
    read = told(result)
    assert (read["game"], read["sheets"]) == ("qwixx", [])
    assert [(problem["code"], problem["sheet"]) for problem in read["problems"]] == [("other_edition", None)]
    for command in (["score"], ["hint"], ["hint", "--sheet-photo", photo]):
        result = run(*command, photo, dice=[roll(ROLL)], sheets=[[FOREIGN]])
        assert result.exit_code == 3
        assert "this is the sheet of another Qwixx" in complaint(result)


def test_beside_a_sheet_that_can_not_be_read_all_else_is_read(run: Run, photo: Path, tmp_path: Path) -> None:
    seen = {"dice": [roll(ROLL)], "sheets": [[FOREIGN, Filled(SHEET)]]}
    read = told(run("read", "--json", photo, **seen))
    assert (len(read["dice"]), len(read["sheets"]), read["sheets"][0]["sheet"]) == (6, 1, SHEET)
    assert "a sheet that can't be read" in run("read", photo, **seen).stdout
    assert run("read", photo, "--overlay", tmp_path / "drawn.png", **seen).exit_code == 0
    assert (read_photo(tmp_path / "drawn.png").image != 128).any(axis=2)[300:420, 100:460].any()


FILLED = [Filled("R:2,3,4,5,6,12L Y:5 G:12 B:12,11"), Filled(SHEET, 500)]


def test_score_tells_every_row_and_who_wins(run: Run, photo: Path) -> None:
    result = run("score", photo, "--names", "Ann,Ben", sheets=[FILLED])
    assert result.exit_code == 0
    assert "Ann: red 28, yellow 1, green 1, blue 3, penalties 0: 33 points" in result.stdout
    assert "Ben: red 6, yellow 3, green 3, blue 1, penalties -5: 8 points" in result.stdout
    assert result.stdout.splitlines()[-1] == "Ann wins with 33 points"


def test_the_scores_as_json(run: Run, photo: Path) -> None:
    scores = told(run("score", photo, photo, "--json", sheets=[[FILLED[0]], [FILLED[1]]]))
    assert (scores["game"], scores["names"], scores["totals"], scores["winners"]) == ("qwixx", [], [33, 8], [0])
    assert [sheet["score"]["total"] for sheet in scores["sheets"]] == [33, 8]
    assert [sheet["photo"] for sheet in scores["sheets"]] == [str(photo)] * 2


def test_players_with_the_same_total_share_the_win(run: Run, photo: Path) -> None:
    result = run("score", photo, "--names", "Ann,Ben", sheets=[[Filled(SHEET), Filled(SHEET, 500)]])
    assert result.stdout.splitlines()[-1] == "Ann and Ben share the win with 8 points"


def test_a_doubt_gives_both_totals_and_who_may_win(run: Run, photo: Path) -> None:
    doubted = Filled("R:2,3,4", 500, doubted=[(Row.YELLOW, 7)])
    result = run("score", photo, sheets=[[Filled("R:2,3,4"), doubted]])
    assert "sheet 2: red 6, yellow 0, green 0, blue 0, penalties 0: 6 or 7 points" in result.stdout
    assert "    doubted: yellow 7" in result.stdout
    assert result.stdout.splitlines()[-1].endswith("share the win with 6 points, unless a doubted cell parts them")
    many = Filled("R:2,3,4", doubted=[(row, number) for row in (Row.YELLOW, Row.GREEN) for number in (5, 6, 7)])
    assert "penalties 0: 6 to 18 points" in run("score", photo, sheets=[[many]]).stdout
    more = run("score", photo, sheets=[[Filled("R:2,3,4 B:12"), Filled("R:2,3,4", 500, doubted=[(Row.YELLOW, 7)])]])
    assert more.stdout.splitlines()[-1].endswith("unless a doubted cell makes it sheet 2")


def test_scores_that_cannot_be_told(run: Run, photo: Path) -> None:
    result = run("score", photo, "--names", "Ann,Ben,Cleo", sheets=[FILLED])
    assert result.exit_code == 3
    assert "2 sheets were found for 3 names" in complaint(result)
    result = run("score", photo, "--game", "qwixx", dice=[roll(ROLL)])
    assert result.exit_code == 3
    assert "no score sheet was found" in complaint(result)
    result = run("score", photo, "--names", "A,B,C,D,E,F", sheets=[FILLED])
    assert result.exit_code == 2
    assert "1 to 5 play, not 6" in complaint(result)


def test_one_sheet_alone_has_points_and_no_winner(run: Run, photo: Path) -> None:
    assert run("score", photo, sheets=[FILLED[1:]]).stdout.splitlines()[-1] == "8 points"


def test_evaluate_measures_dice_and_their_colours(run: Run, photo: Path) -> None:
    labels = {
        "images": [{"id": 1, "file_name": photo.name}],
        "categories": [{"id": value, "name": str(value)} for value in range(1, 7)],
        "annotations": [
            {"image_id": 1, "category_id": 6, "bbox": [76, 76, 48, 48], "attributes": {"colour": "white"}},
            {"image_id": 1, "category_id": 2, "bbox": [140, 76, 48, 48], "attributes": {"colour": "red"}},
        ],
    }
    path = photo.with_name("labels.json")
    path.write_text(json.dumps(labels))
    result = run("evaluate", path, "--json", "--failures", photo.parent / "failed", dice=[roll("W6 W1")])
    assert result.exit_code == 0
    measured = told(result)
    assert measured["dice"] == {"labels": 2, "found": 2, "right": 1, "false": 0}
    assert (measured["colours"], measured["colours_right"]) == (2, 1)
    assert [path.name for path in (photo.parent / "failed").iterdir()] == ["table.jpg"]


def test_the_demo_reads_its_roll_and_gives_hints(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    table = demo_roll(parse_roll(ROLL))
    monkeypatch.setattr("webapp.commands.demo.demo_roll", lambda *_: table)
    result = run("demo", "--game", "qwixx", "--overlay", tmp_path / "drawn.png", dice=[lying_in(table.scene)])
    assert result.exit_code == 0
    assert result.stderr == ""
    for words in (f"roll: {ROLL}", "  1. ", "to be expected", "milliseconds: ", "kibitz serve"):
        assert words in result.stdout
    assert (read_photo(tmp_path / "drawn.png").image != table.scene.image).any()
    assert told(run("demo", "--game", "qwixx", "--json", dice=[lying_in(table.scene)]))["roll"]["red"] == 5
