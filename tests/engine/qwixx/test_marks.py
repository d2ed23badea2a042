import pytest
from hypothesis import given

from engine.qwixx.marks import Action, LegalMarks, Mark
from engine.qwixx.notation import parse_roll, parse_sheet
from engine.qwixx.roll import DieColour, Roll
from engine.qwixx.sheet import Row, Sheet

from .strategies import rolls, sheets


def listed(sheet: str, roll: str, action: Action) -> str:
    return " ".join(map(str, LegalMarks(parse_sheet(sheet), parse_roll(roll), action)))


@pytest.mark.parametrize(
    ("sheet", "roll", "white", "colour"),
    [
        ("R:", "W2 W3 R6 Y1 G4 B5", "R5 Y5 G5 B5", "R8 R9 Y3 Y4 G6 G7 B7 B8"),
        ("R:", "W3 W3 R6", "R6", "R9"),
        ("R:5 Y:4 G:5 B:6", "W2 W3 R3 Y3 G3 B3", "Y5 B5", "R6 Y5 Y6 B5"),
        ("R:2,3,4,5 Y:2,3,4,5,6", "W6 W6 R6 Y6", "Y12", "Y12"),
        ("R:2,3,4,5,6,12L", "W6 W6 R6", "", ""),
    ],
)
def test_the_marks_that_dice_and_sheet_allow(sheet: str, roll: str, white: str, colour: str) -> None:
    assert (listed(sheet, roll, Action.WHITE), listed(sheet, roll, Action.COLOUR)) == (white, colour)


@given(sheets(), rolls())
def test_marks_are_listed_as_every_mark_is_judged(sheet: Sheet, roll: Roll) -> None:
    for action in Action:
        marks = LegalMarks(sheet, roll, action)
        every = [Mark(row, number) for row in Row for number in range(2, 13)]
        assert sorted(marks) == [mark for mark in every if mark in marks]
        assert len(marks) == len(list(marks))
        assert all(mark.row in roll.rows for mark in marks)


def test_a_die_that_left_the_game_takes_its_row_with_it() -> None:
    roll = parse_roll("W2 W3 R6 Y1 G4 B5").without([Row.RED, Row.BLUE])
    assert (str(roll), roll.rows) == ("W2 W3 Y1 G4", (Row.YELLOW, Row.GREEN))


def test_each_row_has_its_die() -> None:
    assert [DieColour.of(row).row for row in Row] == list(Row)
    assert [colour.row for colour in DieColour] == [None, *Row, None]


def test_a_roll_that_cannot_be_is_refused() -> None:
    for white, coloured in (((0, 1), (1,) * 4), ((1, 1), (7, 1, 1, 1)), ((1, 1), (1, 1, 1))):
        with pytest.raises(ValueError, match="a roll has"):
            Roll(white, coloured)
