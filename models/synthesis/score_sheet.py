"""Qwixx score sheets as they are printed: both common printings, and the sheets of its other editions.

Everything is measured in column pitches, the distance from one cell to the next in its row, from the middle of the
first cell of the top row: x to the right, y downwards. The proportions were taken from pictures of the two printings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.qwixx.sheet import PENALTIES, Row, row_points
from models.synthesis import colour
from models.synthesis.lettering import line

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]
Bgr = tuple[int, int, int]

COLUMNS = 11
_BITS = 4
_WHITE: Bgr = (255, 255, 255)
_BLACK: Bgr = (12, 12, 12)


class Edition(Enum):
    """Which Qwixx a sheet is for."""

    STANDARD = "standard"
    BIG_POINTS = "big points"
    """Two rows of bonus fields stand between the coloured rows."""
    MIXED_COLOURS = "mixed colours"
    """Each row changes its colour several times."""
    MIXED_NUMBERS = "mixed numbers"
    """The numbers of each row stand in another order."""


@dataclass(frozen=True)
class Printing:
    """The proportions of a sheet, in column pitches.

    Args:
        row_pitch: from one row to the next.
        cell: width and height of a cell.
        rounding: radius of a cell's corners.
        bar: left and right end of a row's coloured bar.
        bar_height: of the bar; what is left of the row's pitch is a gap.
        lock: x of the lock's circle.
        lock_radius: of the circle.
        page: left, top, right and bottom edge of the paper.
        table: x of the first field and y of the points table.
        table_pitch: from one field to the next.
        table_field: width and height of a field.
        boxes: x of the first box for penalties, and y.
        boxes_pitch: from one box to the next.
        box: width and height of a box.
        box_rounding: radius of its corners.
        box_line: width of its outline.
        dotted_last: whether the last box is chequered grey.
        result: x of the first box of the result row, and y.
        result_pitch: from one to the next.
        result_box: width and height.
        framed_last: whether a line frames the last numbers and their locks.
        condensed: the digits' width as a share of the font's.
        digit: the digits' height.
    """

    row_pitch: float = 1.324
    cell: tuple[float, float] = (0.975, 0.985)
    rounding: float = 0.17
    bar: tuple[float, float] = (-0.81, 11.55)
    bar_height: float = 1.255
    lock: float = 11.03
    lock_radius: float = 0.385
    page: tuple[float, float, float, float] = (-1.17, -0.96, 11.82, 7.2)
    table: tuple[float, float] = (0.46, 5.23)
    table_pitch: float = 0.759
    table_field: tuple[float, float] = (0.67, 1.08)
    boxes: tuple[float, float] = (9.68, 5.51)
    boxes_pitch: float = 0.543
    box: tuple[float, float] = (0.46, 0.55)
    box_rounding: float = 0.1
    box_line: float = 0.025
    dotted_last: bool = False
    result: tuple[float, float] = (0.83, 6.46)
    result_pitch: float = 1.52
    result_box: tuple[float, float] = (1.03, 0.8)
    framed_last: bool = False
    condensed: float = 0.75
    digit: float = 0.56

    def varied(self, rng: np.random.Generator, spread: float) -> Printing:
        """A printing like this one, each length changed by a standard deviation of ``spread`` pitches.

        The boxes for penalties differ most from printing to printing, in size, corners and outline: they differ freely.
        """

        def moved(value: float | tuple[float, ...]) -> float | tuple[float, ...]:
            if isinstance(value, tuple):
                return tuple(number + rng.normal(0, spread) for number in value)
            return value + rng.normal(0, spread) * min(1.0, value)

        free = {item.name: getattr(self, item.name) for item in fields(self) if item.name not in _KEPT}
        width, height = rng.uniform(0.82, 1.04) * np.array(self.box)
        boxes = {
            "box": (width, height * rng.uniform(0.9, 1.1)),
            "box_rounding": rng.uniform(0.15, 0.5) * width,
            "box_line": rng.uniform(0.012, 0.05),
        }
        lengths = {name: moved(value) for name, value in free.items()}
        return replace(self, **(lengths | boxes))


_KEPT = ("box", "box_rounding", "box_line", "framed_last", "dotted_last", "page", "cell")
EUROPEAN = Printing()
AMERICAN = Printing(
    row_pitch=1.305,
    cell=(0.975, 0.975),
    rounding=0.16,
    bar=(-0.91, 11.5),
    bar_height=1.22,
    lock=11.0,
    lock_radius=0.34,
    page=(-1.14, -0.9, 11.9, 6.9),
    table=(0.488, 5.08),
    table_pitch=0.702,
    table_field=(0.62, 0.95),
    boxes=(9.0, 5.31),
    boxes_pitch=0.517,
    box=(0.43, 0.49),
    box_rounding=0.19,
    dotted_last=True,
    result=(0.7, 6.35),
    result_pitch=1.45,
    result_box=(1.0, 0.75),
    framed_last=True,
    condensed=0.85,
    digit=0.47,
)


@dataclass(frozen=True)
class RowInk:
    """The colours of one row, blue, green, red."""

    bar: Bgr
    cell: Bgr
    frame: Bgr
    digit: Bgr


@dataclass(frozen=True)
class Typeface:
    """A typeface that needs no file: Pillow's own, or one of OpenCV's.

    Args:
        name: ``pillow``, or the name of one of OpenCV's faces.
        weight: OpenCV's weight, or by how many pixels Pillow's strokes are widened.
        slant: how far its letters lean to the right, as a share of their height.
    """

    name: str = "pillow"
    weight: int = 2
    slant: float = 0.0

    def mask(self, text: str) -> Bytes:
        """(h, w) uint8: a text, 48 pixels high, cut out close."""
        return _text(text, self)


@lru_cache(maxsize=1024)
def _text(text: str, face: Typeface) -> Bytes:
    width = 40 * len(text) + 40
    if face.name == "pillow":
        mask = line(text, 48, face.weight, (width, 96))
    else:
        mask = np.zeros((96, width), np.uint8)
        # OpenCV strikes its zeros through, which would look like a mark.
        plain = text.replace("0", "O")
        cv2.putText(mask, plain, (10, 72), 255, cv2.FontFace(face.name), 62, face.weight)
    if face.slant:
        lean = np.array([[1.0, -face.slant, 48 * face.slant], [0.0, 1.0, 0.0]])
        mask = np.asarray(cv2.warpAffine(mask, lean, (width, 96)), np.uint8)
    x, y, w, h = cv2.boundingRect(np.asarray(mask, np.uint8))
    return np.asarray(mask[y : y + h, x : x + w], np.uint8)


@dataclass(frozen=True)
class Dress:
    """How one print run looks: its colours and its type.

    Args:
        rows: the colours of each `Row`.
        page: the paper's colour.
        band: the colour of the result row's ground.
        line: the colour of the points table's frames.
        digits: the typeface of the numbers.
        words: of everything else.
    """

    rows: tuple[RowInk, RowInk, RowInk, RowInk]
    page: Bgr = (226, 226, 226)
    band: Bgr = (187, 187, 187)
    line: Bgr = (150, 150, 150)
    digits: Typeface = field(default_factory=Typeface)
    words: Typeface = field(default_factory=Typeface)


def random_dress(rng: np.random.Generator, faces: Sequence[Typeface]) -> Dress:
    """The colours of some print run, as far apart as the two printings and a worn cartridge are."""
    hues = (rng.uniform(172, 183), rng.uniform(22.5, 29), rng.uniform(48, 76), rng.uniform(102, 118))
    saturations = (rng.uniform(0.65, 1), rng.uniform(0.65, 1), rng.uniform(0.5, 1), rng.uniform(0.45, 0.85))
    values = (rng.uniform(0.72, 0.95), rng.uniform(0.9, 1), rng.uniform(0.48, 0.75), rng.uniform(0.42, 0.7))
    paleness, depth = rng.uniform(0.78, 0.94), rng.uniform(0.4, 0.75)
    dark_digits = rng.random() < 0.4
    rows = []
    for row, (hue, saturation, value) in enumerate(zip(hues, saturations, values, strict=True)):
        bar = colour.srgb(hue, saturation, value)
        if row == Row.YELLOW:
            frame = colour.srgb(hue - rng.uniform(2, 8), saturation, value * rng.uniform(0.55, 0.9))
        else:
            frame = colour.srgb(hue, min(1, saturation * 1.1), value * depth)
        digit = frame if dark_digits and row == Row.YELLOW else _mixed(bar, frame, rng.uniform(0, 0.3))
        rows.append(RowInk(bar, _mixed(bar, _WHITE, paleness), frame, digit))
    grey = int(rng.uniform(205, 256))
    band = int(grey * rng.uniform(0.78, 1.0))
    rule = int(rng.uniform(90, 170))
    return Dress(
        (rows[0], rows[1], rows[2], rows[3]),
        (grey, grey, grey),
        (band, band, band),
        (rule, rule, rule),
        faces[int(rng.integers(len(faces)))],
        faces[int(rng.integers(len(faces)))],
    )


def _mixed(first: Bgr, second: Bgr, share: float) -> Bgr:
    blue, green, red = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return blue, green, red


@dataclass(frozen=True, eq=False)
class Print:
    """A sheet as it leaves the press, and where everything is on it.

    Args:
        picture: (h, w, 3) uint8 BGR.
        pitch: its pixels to a column pitch.
        origin: (2,) the page's top left corner, in column pitches.
        cells: (R, 11, 2) float64, the middles of the cells of every row, in column pitches; four rows, the bonus fields
            of Big Points apart.
        row_pitch: from one row to the next.
        bars: (4, 2) the corners of the coloured block, from its top left clockwise.
        locks: (4, 2) the middles of the locks.
        boxes: (4, 2) those of the boxes for penalties.
        box_size: width and height of a box.
        results: (6, 2) the middles of the boxes of the result row.
        bonus: (B, 2) the middles of bonus fields.
        edition: which game it is for.
    """

    picture: Bytes
    pitch: float
    origin: Floats
    cells: Floats
    row_pitch: float
    bars: Floats
    locks: Floats
    boxes: Floats
    box_size: tuple[float, float]
    results: Floats
    bonus: Floats
    edition: Edition

    @property
    def size(self) -> Floats:
        """(2,) float64: width and height of the page in column pitches."""
        return np.array(self.picture.shape[1::-1]) / self.pitch


def printed(
    printing: Printing, dress: Dress, pitch: float, rng: np.random.Generator, edition: Edition = Edition.STANDARD
) -> Print:
    """Prints a sheet.

    Args:
        printing: its proportions.
        dress: its colours and type.
        pitch: pixels to a column pitch.
        rng: chooses the colours and numbers of the mixed editions.
        edition: which game it is for.
    """
    return _Press(printing, dress, pitch, rng, edition).run()


class _Press:
    """Draws one sheet from the page up."""

    def __init__(
        self, printing: Printing, dress: Dress, pitch: float, rng: np.random.Generator, edition: Edition
    ) -> None:
        self.printing, self.dress, self.pitch, self.rng, self.edition = printing, dress, pitch, rng, edition
        extra = 2 * printing.row_pitch if edition is Edition.BIG_POINTS else 0.0
        left, top, right, bottom = printing.page
        self.extra = extra
        self.origin = np.array([left, top])
        size = np.ceil(np.array([right - left, bottom + extra - top]) * pitch).astype(int)
        self.picture: Bytes = np.full((size[1], size[0], 3), dress.page, np.uint8)

    def run(self) -> Print:
        p = self.printing
        places = (0, 2, 3, 5) if self.edition is Edition.BIG_POINTS else (0, 1, 2, 3)
        ys = [place * p.row_pitch for place in places]
        for row, y in zip(Row, ys, strict=True):
            self.row(row, y)
        bonus = [(x, place * p.row_pitch) for place in (1, 4) for x in range(COLUMNS)] if self.extra else []
        for index, (x, y) in enumerate(bonus):
            self.bonus(x, y, *((0, 1) if index < COLUMNS else (2, 3)))
        if p.framed_last:
            self.frame_last(ys[-1])
        boxes = self.foot()
        half = p.bar_height / 2
        left, right = p.bar
        return Print(
            self.picture,
            self.pitch,
            self.origin,
            np.array([[(x, y) for x in range(COLUMNS)] for y in ys], np.float64),
            p.row_pitch,
            np.array([[left, -half], [right, -half], [right, ys[-1] + half], [left, ys[-1] + half]]),
            np.array([(p.lock, y) for y in ys]),
            boxes,
            p.box,
            self.results(),
            np.array(bonus, np.float64).reshape(-1, 2),
            self.edition,
        )

    def row(self, row: Row, y: float) -> None:
        """A bar with its cells and its lock."""
        p, inks = self.printing, self.inks(row)
        start = 0
        left, right = p.bar
        while start < COLUMNS:
            stop = next((col for col in range(start, COLUMNS) if inks[col] is not inks[start]), COLUMNS)
            a, b = (left if start == 0 else start - 0.5), (right if stop == COLUMNS else stop - 0.5)
            self.box((a + b) / 2, y, b - a, p.bar_height, 0, inks[start].bar)
            start = stop
        # One dark frame around all the cells, from which thin lines between them are left.
        self.box(5, y, COLUMNS + 0.06, p.cell[1] + 0.06, p.rounding, inks[0].frame)
        for col in range(COLUMNS):
            self.box(col, y, *p.cell, p.rounding, inks[col].cell)
        for col, number in enumerate(self.numbers(row)):
            self.text(str(number), self.dress.digits, col, y, p.digit, inks[col].digit)
        self.arrow(y)
        self.lock(y, inks[-1])

    def inks(self, row: Row) -> list[RowInk]:
        if self.edition is not Edition.MIXED_COLOURS:
            return [self.dress.rows[row]] * COLUMNS
        order, cuts = self.rng.permutation(4), np.sort(self.rng.choice(np.arange(2, 10), 3, replace=False))
        return [self.dress.rows[order[np.searchsorted(cuts, col, side="right")]] for col in range(COLUMNS)]

    def numbers(self, row: Row) -> Sequence[int]:
        if self.edition is not Edition.MIXED_NUMBERS:
            return row.numbers
        return [int(number) for number in self.rng.permutation(row.numbers)]

    def bonus(self, x: float, y: float, above: int, below: int) -> None:
        """A round field, half in the colour of the row above and half in that of the one below."""
        radius = 0.46
        for row, half in ((above, np.pi), (below, 0.0)):
            arc = np.linspace(half, half + np.pi, 12)
            self.fill(np.stack([x + radius * np.cos(arc), y + radius * np.sin(arc)], axis=1), self.dress.rows[row].bar)
        disc = np.linspace(0, 2 * np.pi, 24)
        self.fill(np.stack([x + 0.36 * np.cos(disc), y + 0.36 * np.sin(disc)], axis=1), _WHITE)
        number = Row(above).numbers[round(x)]
        self.text(str(number), self.dress.digits, x, y, 0.36, self.dress.rows[above].digit)

    def arrow(self, y: float) -> None:
        """The black wedge at a row's left end, with a white seam."""
        p = self.printing
        edge, tip = p.page[0], p.bar[0] + 0.17
        self.fill(np.array([[edge, y - 0.36], [tip + 0.05, y], [edge, y + 0.36]]), _WHITE)
        self.fill(np.array([[edge, y - 0.29], [tip, y], [edge, y + 0.29]]), _BLACK)

    def lock(self, y: float, inks: RowInk) -> None:
        """A pale disc with an open padlock, joined to the row's frame."""
        p = self.printing
        self.box((p.lock + 10.5) / 2, y, p.lock - 10.5, 0.1, 0, inks.frame)
        turn = np.linspace(0, 2 * np.pi, 32)
        ring = np.stack([np.cos(turn), np.sin(turn)], axis=1)
        self.fill(ring * (p.lock_radius + 0.03) + [p.lock, y], inks.frame)
        self.fill(ring * p.lock_radius + [p.lock, y], inks.cell)
        scale = p.lock_radius / 0.385
        tilt = np.array([[np.cos(0.26), np.sin(-0.26)], [np.sin(0.26), np.cos(0.26)]]).T
        body = _rounded(0, 0.09, 0.32, 0.24, 0.03) @ tilt * scale + [p.lock, y]
        self.fill(body, inks.frame)
        arc = np.linspace(-np.pi, 0.1, 12)
        shackle = np.stack([0.1 * np.cos(arc) + 0.02, 0.13 * np.sin(arc) - 0.1], axis=1)
        shackle = np.concatenate([shackle, [[0.12, -0.04]]])
        self.stroke(shackle @ tilt * scale + [p.lock, y], 0.055 * scale, inks.frame)
        self.fill(ring[::4] * 0.035 * scale + np.array([0, 0.09]) @ tilt * scale + [p.lock, y], inks.cell)

    def frame_last(self, last_y: float) -> None:
        """The line around the last numbers and their locks, and what stands at its top."""
        p = self.printing
        top, bottom = -p.bar_height / 2 - 0.23, last_y + p.bar_height / 2 + 0.02
        outline = _rounded(10.45, (top + bottom) / 2, 1.9, bottom - top, 0.15)
        self.stroke(np.concatenate([outline, outline[:1]]), 0.035, self.dress.line)
        self.text("5 at least", self.dress.words, 10.45, top + 0.12, 0.13, _BLACK)

    def foot(self) -> Floats:
        """The points table, and the boxes for penalties, whose middles are returned."""
        p, words = self.printing, self.dress.words
        x, y = p.table[0], p.table[1] + self.extra
        width, height = p.table_field
        for count in range(1, COLUMNS + 2):
            middle = x + (count - 1) * p.table_pitch
            self.box(middle, y, width + 0.06, height + 0.06, 0.17, self.dress.line)
            self.box(middle, y, width, height, 0.15, _WHITE)
            self.box(middle, y, width * 0.8, 0.03, 0, self.dress.line)
            self.text(f"{count}x", words, middle, y - height / 4, 0.24, _BLACK)
            self.text(str(row_points(count)), words, middle, y + height / 4, 0.24, _BLACK)
        self.text("Kreuze", words, x - 0.95, y - height / 4, 0.22, _BLACK)
        self.text("Punkte", words, x - 0.95, y + height / 4, 0.22, _BLACK)
        box_x, box_y = p.boxes[0], p.boxes[1] + self.extra
        self.text("-5 je Fehlwurf", words, box_x + 1.5 * p.boxes_pitch, box_y - 0.58, 0.2, _BLACK)
        places = [(box_x + index * p.boxes_pitch, box_y) for index in range(PENALTIES)]
        rounding = min(p.box_rounding, 0.5 * min(p.box))
        width, height = (side + 2 * p.box_line for side in p.box)
        for place in places:
            self.box(*place, width, height, rounding + p.box_line, self.dress.line)
            self.box(*place, *p.box, rounding, _WHITE)
        if p.dotted_last:
            self.chequer(places[-1], p.box)
        return np.array(places)

    def chequer(self, place: tuple[float, float], size: tuple[float, float]) -> None:
        """Small pale grey squares all over a box."""
        count, grey = 6, (218, 218, 218)
        for index in range(count * count):
            col, row = divmod(index, count)
            if (col + row) % 2:
                x, y = (
                    middle + (step - (count - 1) / 2) * 0.13 * side
                    for middle, step, side in zip(place, (col, row), size, strict=True)
                )
                self.box(x, y, 0.13 * size[0], 0.13 * size[1], 0, grey)

    def results(self) -> Floats:
        """The row for the result; the middles of its boxes are returned."""
        p = self.printing
        x, y = p.result[0], p.result[1] + self.extra
        height = p.result_box[1]
        left, _, right, _ = p.page
        self.box((left + right) / 2, y + 0.35, right - left, height + 1.0, 0, self.dress.band)
        self.text("Ergebnis", self.dress.words, x - 1.25, y, 0.22, _BLACK)
        frames = [ink.bar for ink in self.dress.rows] + [self.dress.line]
        middles = [(x + index * p.result_pitch + (0.4 if index == 4 else 0), y) for index in range(5)]
        for place, paint in zip(middles, frames, strict=True):
            self.box(*place, *p.result_box, 0.14, paint)
            self.box(*place, p.result_box[0] - 0.1, height - 0.1, 0.1, _WHITE)
        for index in range(5):
            self.sign("+++-="[index], x + (index + 0.5 + (0.14, 0.36)[index == 4] * (index > 2)) * p.result_pitch, y)
        total = ((9.0 + right) / 2 - 0.3, y)
        self.box(*total, right - 9.3, height, 0.14, _BLACK)
        self.box(*total, right - 9.4, height - 0.1, 0.1, _WHITE)
        return np.array([*middles, total])

    def sign(self, sign: str, x: float, y: float) -> None:
        for dy in (-0.06, 0.06) if sign == "=" else (0.0,):
            self.box(x, y + dy, 0.22, 0.06, 0, _BLACK)
        if sign == "+":
            self.box(x, y, 0.06, 0.22, 0, _BLACK)

    def box(self, x: float, y: float, width: float, height: float, radius: float, paint: Bgr) -> None:
        """A filled rectangle with round corners."""
        self.fill(_rounded(x, y, width, height, radius), paint)

    def fill(self, outline: Floats, paint: Bgr) -> None:
        cv2.fillPoly(self.picture, [self.fixed(outline)], paint, lineType=cv2.LINE_AA, shift=_BITS)

    def stroke(self, points: Floats, width: float, paint: Bgr) -> None:
        thickness = max(1, round(width * self.pitch))
        cv2.polylines(self.picture, [self.fixed(points)], False, paint, thickness, cv2.LINE_AA, shift=_BITS)

    def fixed(self, points: Floats) -> NDArray[np.int32]:
        pixels = (points - self.origin) * self.pitch - 0.5
        return np.asarray(np.rint(pixels * (1 << _BITS)), np.int32)

    def text(self, text: str, face: Typeface, x: float, y: float, height: float, paint: Bgr) -> None:
        """A text in the middle of a place."""
        mask = face.mask(text)
        high = max(2, round(height * self.pitch))
        wide = max(2, round(high * mask.shape[1] / mask.shape[0] * self.printing.condensed))
        mask = np.asarray(cv2.resize(mask, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)
        centre = (np.array([x, y]) - self.origin) * self.pitch
        left, top = (int(value) for value in np.rint(centre - [wide / 2, high / 2]))
        view = self.picture[max(top, 0) : top + high, max(left, 0) : left + wide]
        mask = mask[max(-top, 0) :, max(-left, 0) :][: view.shape[0], : view.shape[1]]
        share = mask[..., None] / np.float32(255)
        view[:] = np.asarray(view + (np.array(paint, np.float32) - view) * share, np.uint8)


def _rounded(x: float, y: float, width: float, height: float, radius: float) -> Floats:
    """(N, 2) the outline of a rectangle about a point, its corners cut by quarter circles."""
    return np.asarray(_rounded_shape(width, height, radius) + np.array([x, y]))


@lru_cache(maxsize=256)
def _rounded_shape(width: float, height: float, radius: float) -> Floats:
    arc = np.linspace(0, np.pi / 2, 6) if radius > 0 else np.zeros(1)
    corners = []
    for index, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        turned = arc + index * np.pi / 2
        middle = np.array([sx * (width / 2 - radius), sy * (height / 2 - radius)])
        corners.append(middle + radius * np.stack([np.cos(turned), np.sin(turned)], axis=1))
    return np.concatenate(corners)
