"""A score sheet as text for a terminal."""

from __future__ import annotations

from collections.abc import Collection

import click

from engine.qwixx.marks import Mark
from engine.qwixx.sheet import PENALTIES, PENALTY, Row, Sheet

INKS: dict[Row, int] = {Row.RED: 160, Row.YELLOW: 184, Row.GREEN: 34, Row.BLUE: 33}
"""The colours of rows in the 256 of a terminal. The names say the same: no colour is needed to read a sheet."""
LEGEND = (
    "xx marked, [8] to be marked, L lock\n"
    "the number before a choice is the final score to expect of it; (white) and (colour) are the actions"
)
"""What the signs mean."""


def drawn(sheet: Sheet, hinted: Collection[Mark] = ()) -> str:
    """A sheet, row by row with its points; marks to make stand in brackets.

    For a terminal: `click.echo` takes the colours out where there is none.
    """
    lines = [f"{_name(row)} {_cells(sheet, row, hinted)}  {sheet.points(row):>3}" for row in Row]
    boxes = " ".join(["xx"] * sheet.penalties + [" ."] * (PENALTIES - sheet.penalties))
    return "\n".join(
        [*lines, f"{'penalties':10} {boxes}{PENALTY * sheet.penalties:>42}", f"{'total':10} {sheet.total:>53}"]
    )


def _name(row: Row) -> str:
    return click.style(f"{row.letter} {row.word:8}", fg=INKS[row], bold=True)


def _cells(sheet: Sheet, row: Row, hinted: Collection[Mark]) -> str:
    cells = [_cell(number, number in sheet.rows[row], Mark(row, number) in hinted) for number in row.numbers]
    locks = any(mark.locks for mark in hinted if mark.row == row)
    return "".join([*cells, _cell("L", row in sheet.locks, locks)])


def _cell(name: int | str, marked: bool, hinted: bool) -> str:
    inner = "xx" if marked else str(name)
    return f"{f'[{inner}]':>4}" if hinted else f"{inner:>3} "
