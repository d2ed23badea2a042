"""Draws what was read, and what to play, on the photo.

Annotators are separate objects; each draws one kind of thing, and any of them go together:

    overlay(photo, [Outlines(reading, table), Names(reading, table), Hint(cells, {(3, 0): tile})])
    overlay(photo, [DieOutlines(reading, dice), DieNames(reading, dice), SheetMarks(sheet, table)])

Every stroke has a dark seam and every letter a plate, so that they stand out on any table, and nothing is told by
colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.qwirkle.settle import Table
from engine.qwirkle.tile import Colour, Tile
from engine.qwixx.marks import Mark
from engine.qwixx.roll import DieColour
from engine.qwixx.settle import DiceTable, SheetTable
from engine.qwixx.sheet import Row
from models.synthesis.shapes import Proportions, outline
from vision.cells import Cells
from vision.grid import SQUARE
from vision.icc import Pixels
from vision.photo import Photo
from vision.reading import Floats, Reading, SheetSeen

BGR = tuple[int, int, int]

DARK: BGR = (24, 20, 20)
LIGHT: BGR = (255, 255, 255)
FOUND: BGR = (255, 225, 110)
DOUBT: BGR = (60, 190, 255)
ADVICE: BGR = (110, 255, 110)
FAULT: BGR = (90, 80, 255)
INKS: Mapping[Colour, BGR] = {
    Colour.RED: (60, 50, 235),
    Colour.ORANGE: (30, 135, 255),
    Colour.YELLOW: (60, 225, 250),
    Colour.GREEN: (80, 190, 60),
    Colour.BLUE: (240, 140, 40),
    Colour.PURPLE: (215, 70, 160),
    Colour.WHITE: LIGHT,
}
"""How the colours of tiles are drawn on dark ground: brighter than they are, and far from each other."""
DIE_INKS: Mapping[DieColour, BGR] = {
    DieColour.WHITE: LIGHT,
    DieColour.RED: INKS[Colour.RED],
    DieColour.YELLOW: INKS[Colour.YELLOW],
    DieColour.GREEN: INKS[Colour.GREEN],
    DieColour.BLUE: INKS[Colour.BLUE],
    DieColour.OTHER: (150, 150, 150),
}

SUBPIXELS = 4
"""Bits of a pixel's fraction in which `cv2` takes positions."""
BOLD = 800
CAPITAL = 0.73
"""The height of a capital as a share of the font's size."""
PLATE = 0.28
"""A plate's height as a share of the tile's side: the letter can be read and the tile still be seen."""
HEADER = 0.35
"""How far above a tile's middle its plate lies, as a share of the side."""
LABEL_ROOM = 0.4
"""A label is left out where the least legible plate would be higher than this share of the side: it would hide all."""
BESIDE = 1.3
"""How far from its tile's middle a hint's label lies, in half diagonals: beside the corner, off the tile."""
DIE_PLATE = 1.3
"""A die's plate is larger than a tile's, for it lies outside the top face."""
CELL, CROSS = 0.86, 0.8
"""How large a cell is drawn, as a share of the distance to the next, and a cross as a share of that."""
TOTAL = 3.0
"""How large a sheet's total is written, as for tiles of so many cells' sides."""
LEGIBLE = 12.0
"""No plate is lower than this many pixels of the picture."""


class Canvas:
    """A copy of a photo to draw on; positions and lengths are in pixels of the photo in full resolution."""

    def __init__(self, photo: Photo) -> None:
        self.image: Pixels = photo.image.copy()
        self._scale = photo.scale
        self._font = cv2.FontFace("sans")

    def shows(self, points: Floats) -> NDArray[np.bool_]:
        """Which of the points, (N, 2), lie on the picture: (N,)."""
        height, width = self.image.shape[:2]
        on_image = self._on_image(points)
        return np.asarray(((on_image >= 0) & (on_image < (width, height))).all(axis=1))

    def legible(self, height: float) -> float:
        """The height, or the least that can be read."""
        return max(height, LEGIBLE * self._scale)

    def fill(self, corners: Floats, colour: BGR, opacity: float = 1.0) -> None:
        """Fills a polygon, (N, 2)."""
        points = self._points(corners)
        left, top, width, height = cv2.boundingRect(points >> SUBPIXELS)
        part = self.image[max(top, 0) : max(top + height + 1, 0), max(left, 0) : max(left + width + 1, 0)]
        if not part.size:
            return
        filled = part.copy()
        offset = np.array([max(left, 0), max(top, 0)], np.int32) << SUBPIXELS
        cv2.fillPoly(filled, [points - offset], colour, cv2.LINE_AA, SUBPIXELS)
        part[:] = cv2.addWeighted(filled, opacity, part, 1 - opacity, 0)

    def stroke(self, points: Floats, colour: BGR, width: float, closed: bool = True) -> None:
        """Draws through points, (N, 2), with a dark seam on both sides, which shows on any ground."""
        inner = max(1, round(width / self._scale))
        for ink, thickness in ((DARK, inner + 2 * max(1, inner // 2)), (colour, inner)):
            cv2.polylines(self.image, [self._points(points)], closed, ink, thickness, cv2.LINE_AA, SUBPIXELS)

    def dashes(self, corners: Floats, colour: BGR, width: float, count: int) -> None:
        """Draws a closed line with so many dashes a side; at the corners they meet."""
        for start, stop in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            for ends in np.linspace(0, 1, 2 * count).reshape(-1, 2, 1):
                self.stroke(start + ends * (stop - start), colour, width, closed=False)

    def write(self, text: str, middle: Floats, height: float, colour: BGR) -> None:
        """Writes around a point; ``height`` is that of a capital."""
        size = max(1, round(height / self._scale / CAPITAL))
        x, y = self._on_image(middle)
        width = cv2.getTextSize((0, 0), text, (0, 0), self._font, size, BOLD)[2]
        cv2.putText(
            self.image, text, (round(x - width / 2), round(y + size * CAPITAL / 2)), colour, self._font, size, BOLD
        )

    def _on_image(self, points: Floats) -> Floats:
        return np.asarray((points + 0.5) / self._scale - 0.5)

    def _points(self, points: Floats) -> NDArray[np.int32]:
        return np.round(self._on_image(points) * (1 << SUBPIXELS)).astype(np.int32)


class Annotator(Protocol):
    """Something that draws on a photo."""

    def annotate(self, canvas: Canvas) -> None:
        """Draws on the canvas."""


def overlay(photo: Photo, annotators: Iterable[Annotator]) -> Pixels:
    """The photo with everything on it that the annotators draw, the first below.

    Returns:
        (H, W, 3) uint8, BGR, of the size of ``photo.image``, which stays as it is.
    """
    canvas = Canvas(photo)
    for annotator in annotators:
        annotator.annotate(canvas)
    return canvas.image


@dataclass(frozen=True, eq=False)
class Outlines:
    """The edge of every tile: dashed where the tile is doubted, fine dots where the picture's edge cuts it."""

    reading: Reading
    table: Table

    def annotate(self, canvas: Canvas) -> None:
        """Draws on the canvas."""
        for seen, settled in zip(self.reading.tiles, self.table.tiles, strict=True):
            if seen.cut:
                canvas.dashes(seen.corners, LIGHT, 0.02 * seen.size, count=9)
            elif settled.doubted:
                canvas.dashes(seen.corners, DOUBT, 0.05 * seen.size, count=3)
            else:
                canvas.stroke(seen.corners, FOUND, 0.035 * seen.size)


@dataclass(frozen=True, eq=False)
class Names:
    """A plate with the name of every tile: its colour's letter and its shape, and a ``?`` where it is doubted.

    A tile face down has an empty frame for a name, and the plates of a hand have a light rim.
    """

    reading: Reading
    table: Table

    def annotate(self, canvas: Canvas) -> None:
        """Draws on the canvas."""
        for seen, settled in zip(self.reading.tiles, self.table.tiles, strict=True):
            if seen.cut:
                continue
            rim = LIGHT if settled.role == "hand" else None
            letters = "?" if settled.doubted else ""
            plate(canvas, settled.tile, seen.corners, letters, rim)


@dataclass(frozen=True, eq=False)
class Places:
    """The group, column and row of every tile, on its lower part."""

    reading: Reading

    def annotate(self, canvas: Canvas) -> None:
        """Draws on the canvas."""
        for seen, place in zip(self.reading.tiles, self.reading.places, strict=True):
            write_below(canvas, f"{place.group}:{place.col},{place.row}", seen.corners, LIGHT)


@dataclass(frozen=True, eq=False)
class Hint:
    """Tiles to play, drawn where they would go, and as they would lie: nothing is written on them.

    Args:
        cells: of the group to which they are added.
        tiles: by column and row in that group.
        label: such as ``+12``, written beside the corner that is farthest from other tiles.
    """

    cells: Cells
    tiles: Mapping[tuple[int, int], Tile]
    label: str = ""

    def annotate(self, canvas: Canvas) -> None:
        """Draws on the canvas."""
        quads = [self.cells.corners(*cell) for cell in self.tiles]
        for quad, tile in zip(quads, self.tiles.values(), strict=True):
            canvas.fill(quad, DARK, opacity=0.8)
            draw_shape(canvas, tile, quad)
        for quad in quads:
            canvas.stroke(quad, ADVICE, 0.08 * side_of(quad))
        if self.label and canvas.legible(0.0) < LABEL_ROOM * side_of(quads[0]):
            write(canvas, self.label, self._beside(canvas, quads), side_of(quads[0]), ADVICE)

    def _beside(self, canvas: Canvas, quads: Sequence[Floats]) -> Floats:
        """Where the label goes, (2,): on the picture, and far from tiles laid and hinted."""
        middles = np.stack([quad.mean(axis=0) for quad in quads])
        places = np.concatenate(
            [middle + BESIDE * (quad - middle) for middle, quad in zip(middles, quads, strict=True)]
        )
        taken = np.concatenate([middles, self.cells.middles])
        room = np.linalg.norm(places[:, None] - taken[None], axis=2).min(axis=1)
        return np.asarray(places[np.where(canvas.shows(places), room, -1.0).argmax()])


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
                canvas.dashes(corners, LIGHT, 0.02 * seen.size, count=9)
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


@dataclass(frozen=True, eq=False)
class Faults:
    """Where a reading differs from the labels.

    Args:
        missed: labels for which nothing was found: a dashed frame, the name below.
        wrong: labels that were read as something else: a thick frame, the right name below.
        false: corners, (4, 2), of what was found where there is nothing: crossed out.
    """

    missed: Sequence[tuple[Floats, str]] = ()
    wrong: Sequence[tuple[Floats, str]] = ()
    false: Sequence[Floats] = ()

    def annotate(self, canvas: Canvas) -> None:
        """Draws on the canvas."""
        for corners, _ in self.missed:
            canvas.dashes(corners, FAULT, 0.05 * side_of(corners), count=3)
        for corners, _ in self.wrong:
            canvas.stroke(corners, FAULT, 0.1 * side_of(corners))
        for corners, name in (*self.missed, *self.wrong):
            write_below(canvas, name, corners, LIGHT)
        for corners in self.false:
            for diagonal in (corners[::2], corners[1::2]):
                canvas.stroke(diagonal, FAULT, 0.07 * side_of(corners), closed=False)


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


def side_of(corners: Floats) -> float:
    """The mean side of a four-cornered thing, (4, 2)."""
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def draw_shape(canvas: Canvas, tile: Tile, corners: Floats) -> None:
    """Draws a tile's shape in its colour into a four-cornered place, (4, 2) from its top left."""
    onto = cv2.getPerspectiveTransform(SQUARE.astype(np.float32), corners.astype(np.float32))
    for polygon in outline(tile.shape, Proportions()):
        canvas.fill(np.asarray(cv2.perspectiveTransform(polygon[None], onto)[0]), INKS[tile.colour])


def plate(canvas: Canvas, tile: Tile | None, corners: Floats, letters: str = "", rim: BGR | None = None) -> None:
    """Draws a plate with a tile's name onto the upper part of a tile.

    Args:
        canvas: what is drawn on.
        tile: what is named; None is a tile face down.
        corners: (4, 2) float64, of the tile.
        letters: what stands behind the name.
        rim: the colour of the plate's edge.
    """
    height = canvas.legible(PLATE * side_of(corners))
    middle = corners.mean(axis=0) - np.array([0.0, HEADER * side_of(corners)])
    ground(canvas, middle, (1.8 + 0.6 * len(letters)) * height, height, rim)
    right = np.array([0.42 * height, 0.0])
    name = middle - np.array([0.3 * len(letters) * height, 0.0])
    if tile is None:
        canvas.write("-", name - right, 0.66 * height, LIGHT)
        canvas.stroke(name + right + 0.6 * height * SQUARE, LIGHT, 0.08 * height)
    else:
        canvas.write(tile.colour.letter, name - right, 0.66 * height, LIGHT)
        draw_shape(canvas, tile, name + right + 0.84 * height * SQUARE)
    if letters:
        canvas.write(letters, middle + np.array([0.9 * height, 0.0]), 0.66 * height, DOUBT)


def write_below(canvas: Canvas, text: str, corners: Floats, colour: BGR) -> None:
    """Writes onto the lower part of a tile, (4, 2)."""
    side = side_of(corners)
    write(canvas, text, corners.mean(axis=0) + np.array([0.0, HEADER * side]), side, colour)


def write(canvas: Canvas, text: str, middle: Floats, side: float, colour: BGR, rim: BGR | None = None) -> None:
    """Writes on a plate around a point, as large as goes with tiles of a side."""
    height = canvas.legible(PLATE * side)
    ground(canvas, middle, 0.65 * height * (len(text) + 0.5), height, rim)
    canvas.write(text, middle, 0.66 * height, colour)


def ground(canvas: Canvas, middle: Floats, width: float, height: float, rim: BGR | None) -> None:
    """Draws the empty plate."""
    corners = middle + SQUARE * (width, height)
    canvas.fill(corners, DARK)
    if rim:
        canvas.stroke(corners, rim, 0.06 * height)
