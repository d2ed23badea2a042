from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.qwixx.notation import parse_sheet
from engine.qwixx.settle import SheetConfig, SheetObserved, SheetTable, settle_sheet
from engine.qwixx.sheet import Row, Sheet, row_points

from .strategies import sheets

Floats = NDArray[np.float64]


def observed(sheet: Sheet | str, sure: float = 0.99, **cells: float) -> SheetObserved:
    """A sheet that is seen like that, but for some cells: ``R7=0.4``, ``RL=0.4`` for a lock, ``P2=0.4``."""
    sheet = parse_sheet(sheet) if isinstance(sheet, str) else sheet
    marks = np.array([[number in sheet.rows[row] for number in row.numbers] for row in Row])
    locks = np.array([row in sheet.locks for row in Row])
    penalties = np.arange(4) < sheet.penalties
    chances = [np.where(array, sure, 1 - sure) for array in (marks, locks, penalties)]
    for cell, chance in cells.items():
        if cell[0] == "P":
            chances[2][int(cell[1:])] = chance
        elif cell[1:] == "L":
            chances[1]["RYGB".index(cell[0])] = chance
        else:
            row = Row("RYGB".index(cell[0]))
            chances[0][row, row.position(int(cell[1:]))] = chance
    return SheetObserved(chances[0], chances[1], chances[2], np.zeros((4, 11), dtype=bool))


def codes(table: SheetTable) -> list[str]:
    return [f"{problem.code} {problem.params['row']}" for problem in table.problems]


@given(sheets())
def test_a_sheet_that_is_clearly_seen_stays_as_it_was_seen_be_it_legal_or_not(sheet: Sheet) -> None:
    table = settle_sheet(observed(sheet, 0.999))
    assert table.sheet == sheet
    assert [reason.code for reason in table.problems] == [reason.code for reason in sheet.status()]
    assert table.totals == (sheet.total,)
    assert not table.doubted
    assert not table.doubted_locks
    assert table.confidence > 0.8


def test_an_empty_sheet_is_empty() -> None:
    table = settle_sheet(observed("R:"))
    assert (table.sheet, table.totals, table.problems) == (Sheet(), (0,), ())


def test_a_doubt_gives_the_totals_either_way() -> None:
    table = settle_sheet(observed("R:3,4,6 P:1", R7=0.45, B5=0.7))
    assert str(table.sheet) == "R:3,4,6 Y: G: B:5 P:1"
    assert table.doubted == ((Row.RED, 7), (Row.BLUE, 5))
    assert table.totals == (1, 2, 5, 6)
    assert table.confidence == pytest.approx(0.55 * 0.7 * 0.99**50, abs=0.1)


def test_a_cell_that_vision_doubts_is_doubted_however_sure_it_is() -> None:
    seen = observed("R:3,4")
    seen.doubtful[Row.RED, 1] = True
    table = settle_sheet(seen)
    assert (table.doubted, table.totals) == (((Row.RED, 3),), (1, 3))


def test_a_doubted_penalty_gives_the_totals_either_way() -> None:
    table = settle_sheet(observed("R:3 P:1", P1=0.6))
    assert (table.sheet.penalties, table.totals) == (2, (-9, -4))


def test_too_few_marks_before_the_last_speak_against_it_where_it_is_unsure() -> None:
    table = settle_sheet(observed("R:3,4", R12=0.8))
    assert str(table.sheet) == "R:3,4 Y: G: B: P:0"
    assert (Row.RED, 12) in table.doubted
    assert table.totals == (3, 6, 10)


def test_a_last_number_that_is_clearly_marked_stays_and_is_a_problem() -> None:
    table = settle_sheet(observed("R:3,12L"))
    assert str(table.sheet) == "R:3,12L Y: G: B: P:0"
    assert codes(table) == ["too_few_before_last red"]


def test_a_faint_lock_beside_a_marked_last_number_is_one() -> None:
    assert settle_sheet(observed("R:3,4,5,6,7,12", RL=0.4)).sheet.is_locked(Row.RED)
    table = settle_sheet(observed("R:3,4,5,6,7,12", RL=0.001))
    assert not table.sheet.is_locked(Row.RED)
    assert codes(table) == ["lock_missing red"]


def test_a_faint_lock_alone_is_none_and_a_clear_one_is_crossed_out() -> None:
    assert settle_sheet(observed("R:3,4", RL=0.6)).sheet.locks == frozenset()
    table = settle_sheet(observed("R:3,4L"))
    assert (str(table.sheet), table.sheet.total) == ("R:3,4L Y: G: B: P:0", 3)
    assert not table.problems


def test_a_doubted_lock_is_told_and_gives_the_totals_either_way() -> None:
    table = settle_sheet(observed("G:12,11,10,9,8,2", GL=0.2))
    assert table.doubted_locks == (Row.GREEN,)
    assert table.totals == (21, 28)


def weight_of(cells: tuple[bool, ...], chances: list[float], config: SheetConfig) -> float:
    """How probable it is that a row is marked like that, told straight from the rules."""
    weight = 1.0
    for marked, chance in zip(cells, chances, strict=True):
        weight *= chance if marked else 1 - chance
    *before, last, lock = cells
    if last:
        weight *= 1 - config.forgotten if lock else config.forgotten
        return weight * (config.breach if sum(before) < 5 else 1.0)
    return weight * (config.crossed_out if lock else 1 - config.crossed_out)


@settings(max_examples=15, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_a_row_is_the_most_probable_of_all_ways_to_mark_it(seed: int) -> None:
    rng = np.random.default_rng(seed)
    config = SheetConfig()
    row = Row(int(rng.integers(4)))
    seen = observed("R:", 1.0)
    seen.marks[row] = rng.beta(0.3, 0.3, 11)
    seen.locks[row] = rng.random()
    chances = [*seen.marks[row].tolist(), float(seen.locks[row])]
    ways = [*product((False, True), repeat=12)]
    weights = np.array([weight_of(way, chances, config) for way in ways])
    weights /= weights.sum()
    best = ways[int(weights.argmax())]
    table = settle_sheet(seen, config)
    assert table.sheet.rows[row] == {number for number, marked in zip(row.numbers, best, strict=False) if marked}
    assert table.sheet.locks == ({row} if best[-1] else set())
    assert table.confidence == pytest.approx(weights.max())
    marked = weights @ np.array(ways)
    unsure = [bool(max(chance, 1 - chance) < config.sure) for chance in marked]
    assert table.doubted == tuple((row, number) for number, doubt in zip(row.numbers, unsure, strict=False) if doubt)
    changed = {number for number, chance in zip(row.numbers, chances, strict=False) if chance > 0.5} ^ table.sheet.rows[
        row
    ]
    assert changed <= {number for _, number in table.doubted}
    unsure[-1] |= unsure[-2]
    assert table.totals == tuple(
        sorted(
            {
                row_points(sum(way[:-1]) + (way[-2] and way[-1]))
                for way in ways
                if all(doubt or cell == seen for doubt, cell, seen in zip(unsure, way, best, strict=True))
            }
        )
    )


def test_what_a_person_said_of_a_sheet_is_sure() -> None:
    table = SheetTable.told(parse_sheet("R:3,12"))
    assert (table.doubted, table.confidence, table.totals) == ((), 1.0, (3,))
    assert codes(table) == ["too_few_before_last red", "lock_missing red"]


@pytest.mark.parametrize("wrong", ["marks", "locks", "penalties", "doubtful"])
def test_what_is_no_sheet_is_refused(wrong: str) -> None:
    shapes = {"marks": (4, 11), "locks": (4,), "penalties": (4,), "doubtful": (4, 11)}
    arrays = {name: np.zeros(shape) for name, shape in shapes.items()}
    arrays[wrong] = np.zeros((4, 12))
    with pytest.raises(ValueError, match="shape"):
        SheetObserved(arrays["marks"], arrays["locks"], arrays["penalties"], arrays["doubtful"].astype(bool))
    arrays[wrong] = np.full(shapes[wrong], 1.5)
    if wrong != "doubtful":
        with pytest.raises(ValueError, match="between 0 and 1"):
            SheetObserved(arrays["marks"], arrays["locks"], arrays["penalties"], arrays["doubtful"].astype(bool))
