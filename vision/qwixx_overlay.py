"""Draws the dice and the score sheets of Qwixx that were read on the photo, and what to mark.

overlay(photo, [DieOutlines(reading, dice), DieNames(reading, dice), SheetMarks(sheet, table)])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.qwixx.marks import Mark
from engine.qwixx.roll import DieColour
from engine.qwixx.settle import DiceTable, SheetTable
from engine.qwixx.sheet import Row
from vision.grid import SQUARE
from vision.overlay import (
    ADVICE,
    BGR,
    BLUE,
    DOUBT,
    FAULT,
    FOUND,
    GREEN,
    LIGHT,
    RED,
    YELLOW,
    Canvas,
    side_of,
    write,
)
from vision.reading import Floats, Reading, SheetSeen

DIE_INKS: Mapping[DieColour, BGR] = {
    DieColour.WHITE: LIGHT,
    DieColour.RED: RED,
    DieColour.YELLOW: YELLOW,
    DieColour.GREEN: GREEN,
    DieColour.BLUE: BLUE,
    DieColour.OTHER: (150, 150, 150),
}

DIE_PLATE = 1.3
"""A die's plate is larger than a tile's, for it lies outside the top face."""
CELL, CROSS = 0.86, 0.8
"""How large a cell is drawn, as a share of the distance to the next, and a cross as a share of that."""
TOTAL = 3.0
"""How large a sheet's total is written, as for tiles of so many cells' sides."""


@dataclass(frozen=True, eq=False)
class DieOutlines:
    """The edge of every die: dashed where it is doubted, fine dots where it is cut or not in play."""

    reading: Reading
    dice: DiceTable

    def annotate(self, canvas: Canvas) -> None:
        """Draws on the canvas."""
        for seen, settled in zip(self.reading.dice, self.dice.dice, strict=True):
            corners = around(seen.box)
            if seen.cut or not settled.in_play:
                canvas.dashes(corners, LIGHT, 0.02 * seen.size, count=5)
            elif settled.doubted:
                canvas.dashes(corners, DOUBT, 0.06 * seen.size, count=3)
            else:
                canvas.stroke(corners, FOUND, 0.04 * seen.size)


@dataclass(frozen=True, eq=False)
class DieNames:
    """A plate with the name of every die in play, such as ``R5``, rimmed in its colour; ``?`` where it is doubted.

    It lies on the lower edge: the top face stays to be seen.
    """

    reading: Reading
    dice: DiceTable

    def annotate(self, canvas: Canvas) -> None:
        """Draws on the canvas."""
        for seen, settled in zip(self.reading.dice, self.dice.dice, strict=True):
            if settled.in_play and not seen.cut:
                name = f"{settled.colour.letter}{settled.value}{'?' if settled.doubted else ''}"
                left, top, width, height = seen.box
                ink = DOUBT if settled.doubted else LIGHT
                lower = np.array([left + width / 2, top + height])
                write(canvas, name, lower, DIE_PLATE * seen.size, ink, DIE_INKS[settled.colour])


@dataclass(frozen=True, eq=False)
class SheetMarks:
    """The edge of a score sheet, a cross on every mark, lock and penalty, and a ``?`` on every doubted cell."""

    seen: SheetSeen
    table: SheetTable

    def annotate(self, canvas: Canvas) -> None:
        """Draws on the canvas."""
        cell = cell_of(self.seen)
        sheet = self.table.sheet
        canvas.stroke(self.seen.corners, FOUND, 0.08 * side_of(cell))
        doubted = set(self.table.doubted)
        for row in Row:
            for number, middle in zip(row.numbers, self.seen.cells[row], strict=False):
                if (row, number) in doubted:
                    canvas.dashes(middle + cell, DOUBT, 0.1 * side_of(cell), count=2)
                    write(canvas, "?", middle, side_of(cell), DOUBT)
                elif number in sheet.rows[row]:
                    cross(canvas, middle + CROSS * cell)
            if row in sheet.locks:
                cross(canvas, self.seen.cells[row][-1] + CROSS * cell)
        for middle in self.seen.boxes[: sheet.penalties]:
            cross(canvas, middle + CROSS * cell)


@dataclass(frozen=True, eq=False)
class SheetTotal:
    """What a sheet is worth, written above it: all totals that it may have while something is doubted."""

    seen: SheetSeen
    table: SheetTable

    def annotate(self, canvas: Canvas) -> None:
        """Draws on the canvas."""
        cell = cell_of(self.seen)
        above = self.seen.corners[:2].mean(axis=0) + (cell[0] + cell[1]) / 2
        text = "/".join(map(str, self.table.totals))
        write(canvas, text, above, TOTAL * side_of(cell), DOUBT if len(self.table.totals) > 1 else LIGHT)


@dataclass(frozen=True, eq=False)
class SheetRefused:
    """The edge of a score sheet that can't be read, dashed and crossed out."""

    seen: SheetSeen

    def annotate(self, canvas: Canvas) -> None:
        """Draws on the canvas."""
        corners = self.seen.corners
        side = side_of(cell_of(self.seen))
        canvas.dashes(corners, FAULT, 0.1 * side, count=6)
        for diagonal in (corners[::2], corners[1::2]):
            canvas.stroke(diagonal, FAULT, 0.1 * side, closed=False)


@dataclass(frozen=True, eq=False)
class MarkHint:
    """Marks to make, framed on the sheet on which they would go."""

    seen: SheetSeen
    marks: Sequence[Mark]

    def annotate(self, canvas: Canvas) -> None:
        """Draws on the canvas."""
        cell = cell_of(self.seen)
        for row, number in self.marks:
            canvas.stroke(self.seen.cells[row][row.position(number)] + cell, ADVICE, 0.14 * side_of(cell))


def around(box: Floats) -> Floats:
    """The corners, (4, 2), of an upright box of left, top, width and height."""
    left, top, width, height = box.tolist()
    return np.asarray(np.array([left + width / 2, top + height / 2]) + SQUARE * (width, height))


def cell_of(seen: SheetSeen) -> Floats:
    """The corners of a sheet's cell from its middle, (4, 2), as the picture shows it."""
    right = (seen.cells[:, -2] - seen.cells[:, 0]).mean(axis=0) / (seen.cells.shape[1] - 2)
    down = (seen.cells[-1] - seen.cells[0]).mean(axis=0) / (len(seen.cells) - 1)
    return np.asarray(CELL * SQUARE @ np.stack([right, down * np.linalg.norm(right) / np.linalg.norm(down)]))


def cross(canvas: Canvas, corners: Floats) -> None:
    """Draws a cross between corners, (4, 2)."""
    for diagonal in (corners[::2], corners[1::2]):
        canvas.stroke(diagonal, FOUND, 0.14 * side_of(corners), closed=False)
