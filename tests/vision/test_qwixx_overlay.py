"""Overlays of dice and sheets: what is drawn where, and that colour alone tells nothing."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from engine.qwixx.marks import Mark
from engine.qwixx.roll import DieColour
from engine.qwixx.settle import DiceTable, DieSettled, SheetObserved, SheetTable, settle_sheet
from engine.qwixx.sheet import Row
from tests.vision.rolls import Filled, Lying, dice_reading, sheet_seen
from vision.icc import Pixels
from vision.overlay import Annotator, overlay
from vision.photo import Photo
from vision.qwixx_overlay import DieNames, DieOutlines, MarkHint, SheetMarks, SheetRefused, SheetTotal, around

GROUND = Photo.of(np.full((400, 600, 3), 128, np.uint8))
PITCH = 40


def changed(annotator: Annotator) -> Pixels:
    """Which pixels an annotator draws on."""
    return np.asarray((overlay(GROUND, [annotator]) != GROUND.image).any(axis=2), np.uint8)


def grey(annotator: Annotator) -> Pixels:
    return np.asarray(cv2.cvtColor(overlay(GROUND, [annotator]), cv2.COLOR_BGR2GRAY)).astype(np.int16)


def table(die: Lying, doubted: bool = False) -> DiceTable:
    settled = DieSettled(die.colour, die.value, 0.9, 0.9, (), die.in_play, doubted)
    return DiceTable((settled,), None, frozenset(), ())


def outlined(die: Lying, doubted: bool = False) -> DieOutlines:
    return DieOutlines(dice_reading([die]), table(die, doubted))


def named(die: Lying, doubted: bool = False) -> DieNames:
    return DieNames(dice_reading([die]), table(die, doubted))


def edge_drawn(annotator: Annotator, die: Lying) -> float:
    """The share of a die's outline that is drawn."""
    (left, top), _, (right, bottom), _ = around(dice_reading([die]).dice[0].box).round().astype(int)
    drawn = changed(annotator)
    edge = np.concatenate(
        [drawn[top, left:right], drawn[bottom, left:right], drawn[top:bottom, left], drawn[top:bottom, right]]
    )
    return float((edge > 0).mean())


def test_a_die_is_outlined_and_dashed_where_it_is_doubted_or_does_not_count() -> None:
    die = Lying("R5", 300, 200, 80)
    assert edge_drawn(outlined(die), die) == 1
    assert 0.5 < edge_drawn(outlined(die, doubted=True), die) < 0.95
    for other in (Lying("R5", 300, 200, 80, in_play=False), Lying("R5", 300, 200, 80, cut=True)):
        assert 0.4 < edge_drawn(outlined(other), other) < 0.95


def test_the_name_of_a_die_leaves_its_top_face_to_be_seen() -> None:
    drawn = changed(named(Lying("R5", 300, 200, 80)))
    assert drawn[235:270, 280:320].any()
    assert not drawn[160:225].any()


def test_a_die_that_does_not_count_has_no_name() -> None:
    assert not changed(named(Lying("R5", 300, 200, 80, in_play=False))).any()
    assert not changed(named(Lying("R5", 300, 200, 80, cut=True))).any()


def test_every_name_of_a_die_looks_different_in_grey_too() -> None:
    plates = [grey(named(Lying(f"{colour.letter}{value}", 300, 200, 80))) for colour in DieColour for value in (1, 6)]
    plates.append(grey(named(Lying("W6", 300, 200, 80), doubted=True)))
    for index, one in enumerate(plates):
        assert all((np.abs(one - other) > 40).sum() > 20 for other in plates[:index])


def sheet(text: str, doubted: Sequence[tuple[Row, int]] = (), refused: str = "") -> tuple[Filled, SheetTable]:
    filled = Filled(text, 60, 80, PITCH, doubted, refused)
    seen = sheet_seen(filled)
    return filled, settle_sheet(SheetObserved(seen.marks, seen.locks, seen.penalties, seen.doubtful))


def cell(image: Pixels, row: Row, column: int) -> Pixels:
    x, y = 60 + PITCH * column, 80 + PITCH * row
    return image[y + 9 : y + PITCH - 9, x + 9 : x + PITCH - 9]


def test_marks_locks_and_penalties_are_crossed_and_nothing_else() -> None:
    filled, settled = sheet("R:2,3,4,5,6,12L G:12 P:2")
    drawn = changed(SheetMarks(sheet_seen(filled), settled))
    crossed = {(row, column) for row in Row for column in range(12) if cell(drawn, row, column).any()}
    red = {(Row.RED, column) for column in (0, 1, 2, 3, 4, 10, 11)}
    assert crossed == {*red, (Row.GREEN, 0)}
    boxes = [drawn[250:270, 60 + PITCH * 8 + PITCH * box + 10 : 60 + PITCH * 8 + PITCH * box + 30] for box in range(4)]
    assert [bool(box.any()) for box in boxes] == [True, True, False, False]


def test_a_doubted_cell_is_framed_with_a_question_mark() -> None:
    filled, settled = sheet("R:2,3", [(Row.YELLOW, 7), (Row.RED, 3)])
    crossed, _ = sheet("R:2,3 Y:7")
    doubt = changed(SheetMarks(sheet_seen(filled), settled))
    sure = changed(SheetMarks(sheet_seen(crossed), sheet("R:2,3 Y:7")[1]))
    assert cell(doubt, Row.YELLOW, 5).any()
    assert (cell(doubt, Row.YELLOW, 5) != cell(sure, Row.YELLOW, 5)).any()
    assert (cell(doubt, Row.RED, 1) != cell(sure, Row.RED, 1)).any()


def test_the_totals_stand_above_the_sheet() -> None:
    filled, settled = sheet("R:2,3", [(Row.YELLOW, 7)])
    several, one = (
        changed(SheetTotal(sheet_seen(filled), settled)),
        changed(SheetTotal(sheet_seen(filled), sheet("R:2")[1])),
    )
    assert not several[85:].any()
    assert several.any(axis=0).sum() > one.any(axis=0).sum() > 0


def test_a_hint_frames_the_cells_to_be_marked() -> None:
    filled, _ = sheet("R:2,3")
    drawn = changed(MarkHint(sheet_seen(filled), [Mark(Row.GREEN, 9)]))
    assert drawn[80 + 2 * PITCH : 80 + 3 * PITCH, 60 + 3 * PITCH : 60 + 4 * PITCH].any()
    assert not drawn[: 80 + 2 * PITCH - 5].any()
    assert not cell(drawn, Row.GREEN, 3)[4:-4, 4:-4].any()


def test_a_sheet_that_can_not_be_read_is_crossed_out() -> None:
    filled, _ = sheet("R:", refused="other_edition")
    drawn = changed(SheetRefused(sheet_seen(filled)))
    assert drawn[160 - 5 : 160 + 5, 300 - 5 : 300 + 5].any()


@pytest.mark.parametrize("turn", [0.0, 0.3, 3.1])
def test_a_sheet_may_lie_turned(turn: float) -> None:
    filled, settled = sheet("R:2 B:2")
    seen = sheet_seen(filled)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    middle = np.array([300.0, 200.0])
    placed = {name: middle + (getattr(seen, name) - middle) @ matrix.T for name in ("corners", "cells", "boxes")}
    turned = type(seen)(**placed, marks=seen.marks, locks=seen.locks, penalties=seen.penalties, doubtful=seen.doubtful)
    drawn = changed(SheetMarks(turned, settled))
    for row, column in ((0, 0), (3, 10)):
        x, y = placed["cells"][row, column].round().astype(int)
        assert drawn[y - 2 : y + 3, x - 2 : x + 3].all()
