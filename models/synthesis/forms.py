"""Printed forms that are no Qwixx sheets but look a little like them: tables of numbers, calendars, bars of colour."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from models.synthesis import colour, pictures
from models.synthesis.lettering import line
from models.synthesis.pictures import random_bgr

Light = NDArray[np.float32]
Bytes = NDArray[np.uint8]
Bgr = tuple[int, int, int]

_CELL = 24
"""Pixels a side of a form's cell."""


def number_table(rng: np.random.Generator) -> Light:
    """A table of numbers, some of its rows or columns coloured."""
    rows, cols = int(rng.integers(3, 10)), int(rng.integers(4, 14))
    picture = _page(rng, cols, rows)
    for row in range(rows):
        ground = random_bgr(rng, (0, 1), (0.5, 1)) if rng.random() < 0.3 else None
        for col in range(cols):
            _cell(picture, rng, col, row, ground, str(int(rng.integers(0, 100))) if rng.random() < 0.8 else "")
    return colour.decode(picture)


def colour_chart(rng: np.random.Generator) -> Light:
    """Rows or columns of coloured fields, round or square, with or without something in them."""
    rows, cols = int(rng.integers(2, 8)), int(rng.integers(3, 14))
    picture = _page(rng, cols, rows)
    by_row, tinted = rng.random() < 0.6, rng.random() < 0.5
    paints = [random_bgr(rng, (0.4, 1), (0.4, 1)) for _ in range(rows if by_row else cols)]
    for row in range(rows):
        for col in range(cols):
            paint = paints[row if by_row else col]
            x, y = (col + 1) * _CELL, (row + 1) * _CELL
            if tinted:
                cv2.rectangle(picture, (x, y), (x + _CELL, y + _CELL), paint, -1)
                paint = (
                    min(255, paint[0] + 110),
                    min(255, paint[1] + 110),
                    min(255, paint[2] + 110),
                )
            if rng.random() < 0.1:
                continue
            if by_row and rng.random() < 0.02:
                paint = random_bgr(rng)
            cv2.rectangle(picture, (x + 2, y + 2), (x + _CELL - 3, y + _CELL - 3), paint, -1)
            if rng.random() < 0.2:
                _print(picture, str(int(rng.integers(1, 7))), x, y, random_bgr(rng, (0, 1), (0, 0.5)))
    return colour.decode(picture)


def calendar(rng: np.random.Generator) -> Light:
    """The days of a month in order, Sundays coloured."""
    picture = _page(rng, 7, 6)
    first, ink, sunday = int(rng.integers(0, 7)), random_bgr(rng, (0, 0.3), (0, 0.4)), random_bgr(rng, (0.6, 1))
    for day in range(31):
        row, col = divmod(first + day, 7)
        _print(picture, str(day + 1), (col + 1) * _CELL, (row + 1) * _CELL, sunday if col == 6 else ink)
    return colour.decode(picture)


def dice_form(rng: np.random.Generator) -> Light:
    """The score sheet of another dice game: labels on the left and columns to fill in."""
    rows, cols = int(rng.integers(6, 14)), int(rng.integers(2, 6))
    picture = _page(rng, cols + 3, rows)
    for row in range(rows):
        ground = random_bgr(rng, (0.1, 0.8), (0.7, 1)) if rng.random() < 0.3 else None
        _print(picture, str(int(rng.integers(1, 60))), _CELL * 2, (row + 1) * _CELL, (30, 30, 30))
        for col in range(cols):
            text = str(int(rng.integers(0, 50))) if rng.random() < 0.4 else ""
            _cell(picture, rng, col + 3, row, ground, text)
    return colour.decode(picture)


def _page(rng: np.random.Generator, cols: int, rows: int) -> Bytes:
    ground = random_bgr(rng, (0, 0.1), (0.8, 1)) if rng.random() < 0.85 else random_bgr(rng)
    return np.full(((rows + 2) * _CELL, (cols + 2) * _CELL, 3), ground, np.uint8)


def _cell(picture: Bytes, rng: np.random.Generator, col: int, row: int, ground: Bgr | None, text: str) -> None:
    x, y = (col + 1) * _CELL, (row + 1) * _CELL
    if ground is not None:
        cv2.rectangle(picture, (x, y), (x + _CELL - 1, y + _CELL - 1), ground, -1)
    cv2.rectangle(picture, (x, y), (x + _CELL - 1, y + _CELL - 1), (120, 120, 120), 1)
    if text:
        _print(picture, text, x, y, random_bgr(rng, (0, 1), (0, 0.5)))
    if rng.random() < 0.08:
        ends = rng.integers(2, _CELL - 2, 4).tolist()
        cv2.line(picture, (x + ends[0], y + 2), (x + ends[1], y + _CELL - 3), (60, 30, 30), 1, cv2.LINE_AA)


def _print(picture: Bytes, text: str, x: int, y: int, ink: Bgr) -> None:
    share = line(text, 11, 0, (_CELL, _CELL))[..., None] / np.float32(255)
    view = picture[y : y + _CELL, x : x + _CELL]
    share = share[: view.shape[0], : view.shape[1]]
    view[:] = np.asarray(view + (np.array(ink, np.float32) - view) * share, np.uint8)


FORMS: tuple[Callable[[np.random.Generator], Light], ...] = (
    number_table,
    colour_chart,
    colour_chart,
    calendar,
    dice_form,
    pictures.paper,
    pictures.book,
    pictures.card,
    pictures.keyboard,
)
"""What lies about and is no Qwixx sheet."""


def random_form(rng: np.random.Generator) -> Light:
    """(h, w, 3) float32 linear BGR: one of `FORMS`."""
    return FORMS[int(rng.integers(len(FORMS)))](rng)
