from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import InvalidText
from engine.qwixx.marks import Action, Decision, Mark, decision_text
from engine.qwixx.notation import parse_decision, parse_roll, parse_sheet
from engine.qwixx.roll import Roll
from engine.qwixx.sheet import Row, Sheet

from .strategies import rolls, sheets


@given(sheets())
def test_sheets_round_trip(sheet: Sheet) -> None:
    assert parse_sheet(str(sheet)) == sheet
    assert parse_sheet(str(sheet).lower().replace(",", " , ")) == sheet


@given(rolls())
def test_rolls_round_trip(roll: Roll) -> None:
    assert parse_roll(str(roll)) == roll
    assert parse_roll(", ".join(reversed(str(roll).lower().split()))) == roll


@given(st.none() | st.sampled_from(Action) | st.builds(Mark, st.sampled_from(Row), st.integers(2, 12)))
def test_decisions_round_trip(decision: Decision) -> None:
    assert parse_decision(decision_text(decision)) == decision


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("r:3,4", "R:3,4 Y: G: B: P:0"),
        ("P:2", "R: Y: G: B: P:2"),
        ("B:2,12 R:12,3", "R:3,12 Y: G: B:12,2 P:0"),
        ("red: 3 4 l; yellow: penalties: 1", "R:3,4L Y: G: B: P:1"),
        (" R:L ", "R:L Y: G: B: P:0"),
    ],
)
def test_a_sheet_is_read_as_people_write_it(text: str, plain: str) -> None:
    assert str(parse_sheet(text)) == plain


@pytest.mark.parametrize(
    ("text", "part", "position"),
    [
        ("", "", 0),
        ("3,4", "3,4", 0),
        ("R:3 Y:1", "Y:1", 4),
        ("R:3 Y:4x P:1", "Y:4x", 4),
        ("R:3 hello", "R:3 hello", 0),
        ("R:3 Z:4", "Z:4", 4),
        ("R:3,4,3", "R:3,4,3", 0),
        ("R:3 R:4", "R:4", 4),
        ("R:3L4", "R:3L4", 0),
        ("R:3 P:5", "P:5", 4),
        ("R:3 P:", "P:", 4),
        ("R:3 P:1 P:1", "P:1", 8),
        ("R:٣", "R:٣", 0),
        ("x R:3", "x", 0),
    ],
)
def test_what_is_no_sheet_is_named_with_its_place(text: str, part: str, position: int) -> None:
    with pytest.raises(InvalidText) as caught:
        parse_sheet(text)
    assert caught.value.reason.code == "invalid_sheet"
    assert (caught.value.reason.params["text"], caught.value.reason.params["position"]) == (part, position)


def test_a_roll_is_read_as_people_write_it() -> None:
    assert str(parse_roll("red 5, white 6; White6 b6")) == "W6 W6 R5 B6"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "invalid_roll"),
        ("W6 R5", "invalid_roll"),
        ("W6 W7", "invalid_roll"),
        ("W6 W6 X1", "invalid_roll"),
        ("W6 W6 R", "invalid_roll"),
        ("W6 W6 66", "invalid_roll"),
        ("W6 W6 R55", "invalid_roll"),
        ("W6 W6 W6", "too_many_dice"),
        ("W6 W6 R1 R2", "too_many_dice"),
    ],
)
def test_what_is_no_roll_is_refused(text: str, code: str) -> None:
    with pytest.raises(InvalidText) as caught:
        parse_roll(text)
    assert caught.value.reason.code == code


@pytest.mark.parametrize("text", ["", "R", "R1", "R13", "X3", "7", "R 7 8", "- -", "whit"])
def test_what_is_no_decision_is_refused(text: str) -> None:
    with pytest.raises(InvalidText) as caught:
        parse_decision(text)
    assert caught.value.reason.code == "invalid_mark"


@given(st.text("RYGBPLrw:,; 123456\n") | st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for parse in (parse_sheet, parse_roll, parse_decision):
        with suppress(InvalidText):
            parse(text)
