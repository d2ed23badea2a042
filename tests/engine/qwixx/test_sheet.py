import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import IllegalMove
from engine.qwixx.notation import parse_sheet
from engine.qwixx.sheet import Row, Sheet, row_points

from .strategies import sheets


def refused(sheet: Sheet, row: Row, number: int) -> str:
    assert not sheet.can_mark(row, number)
    with pytest.raises(IllegalMove) as caught:
        sheet.with_mark(row, number)
    return caught.value.reason.code


def test_rows_run_as_printed() -> None:
    for row in (Row.RED, Row.YELLOW):
        assert (row.numbers, row.last) == ((2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), 12)
    for row in (Row.GREEN, Row.BLUE):
        assert (row.numbers, row.last) == ((12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2), 2)
    assert all(row.numbers[row.position(number)] == number for row in Row for number in range(2, 13))


def test_a_row_earns_what_the_sheet_prints() -> None:
    assert [row_points(marks) for marks in range(1, 13)] == [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]


def test_the_example_of_the_design_scores_as_it_says() -> None:
    sheet = parse_sheet("R:3,4,6,7,8,12L Y: G:12,10 B: P:1")
    assert [sheet.points(row) for row in Row] == [28, 0, 3, 0]
    assert sheet.total == 26
    assert sheet.status() == ()


def test_marks_go_from_left_to_right() -> None:
    sheet = Sheet().with_mark(Row.RED, 5).with_mark(Row.GREEN, 9)
    assert refused(sheet, Row.RED, 5) == refused(sheet, Row.RED, 4) == refused(sheet, Row.GREEN, 10) == "passed_over"
    assert sheet.can_mark(Row.RED, 6)
    assert sheet.can_mark(Row.GREEN, 8)
    assert sheet.can_mark(Row.YELLOW, 2)


@pytest.mark.parametrize("marks", range(8))
@pytest.mark.parametrize("row", Row)
def test_the_last_number_takes_five_marks_and_brings_the_lock(row: Row, marks: int) -> None:
    sheet = Sheet()
    for number in row.numbers[:marks]:
        sheet = sheet.with_mark(row, number)
    if marks < 5:
        assert refused(sheet, row, row.last) == "lock_too_early"
        return
    sheet = sheet.with_mark(row, row.last)
    assert sheet.is_locked(row)
    assert sheet.count(row) == marks + 2 >= 7
    assert refused(sheet, row, row.last) == "row_closed"


def test_a_lock_counts_only_beside_a_marked_last_number() -> None:
    assert Sheet.of(red=(2, 3), locks=[Row.RED]).points(Row.RED) == 3
    assert Sheet.of(red=(2, 3), locks=[Row.RED]).status() == ()
    assert refused(Sheet.of(red=(2, 3), locks=[Row.RED]), Row.RED, 7) == "row_closed"


def test_all_that_is_wrong_with_a_sheet_is_told() -> None:
    reasons = Sheet.of(red=(3, 12), blue=(12, 11, 10, 9, 8, 2), locks=[Row.RED]).status()
    assert [(reason.code, reason.params["row"]) for reason in reasons] == [
        ("too_few_before_last", "red"),
        ("lock_missing", "blue"),
    ]
    assert str(reasons[0]) == "red 12 is marked, but of the 5 marks that it takes only 1 stand there"


def test_a_sheet_that_cannot_be_is_refused() -> None:
    for rows, penalties in (((frozenset(),) * 3, 0), ((frozenset({1}),) * 4, 0), ((frozenset(),) * 4, 5)):
        with pytest.raises(ValueError, match="a sheet has"):
            Sheet(rows, frozenset(), penalties)
    with pytest.raises(ValueError, match="penalties"):
        Sheet(penalties=4).with_penalty()


@given(sheets(), st.sampled_from(Row), st.integers(2, 12))
def test_a_mark_adds_itself_and_never_makes_a_sheet_worse(sheet: Sheet, row: Row, number: int) -> None:
    if not sheet.can_mark(row, number):
        return
    after = sheet.with_mark(row, number)
    assert after.rows[row] - sheet.rows[row] == {number}
    assert after.count(row) == sheet.count(row) + (2 if number == row.last else 1)
    assert after.total > sheet.total
    assert all(reason in sheet.status() for reason in after.status())
    assert after.passed(row) == row.position(number) + 1
