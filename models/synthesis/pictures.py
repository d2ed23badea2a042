"""Flat pictures that lie on tables: a printed board, a box lid, cards, paper, keyboards, screens, dice faces."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.qwirkle.tile import Colour, Shape
from models.synthesis import colour
from models.synthesis.lettering import GLYPH, glyph, line
from models.synthesis.look import Hsv
from models.synthesis.shapes import Proportions, outline

Light = NDArray[np.float32]
Bytes = NDArray[np.uint8]
Bgr = tuple[int, int, int]

CELL = 32
"""The side of a printed board's cell in pixels."""
_BITS = 4


def random_bgr(
    rng: np.random.Generator, saturation: tuple[float, float] = (0, 1), value: tuple[float, float] = (0, 1)
) -> Bgr:
    """The bytes of a colour of any hue."""
    return colour.srgb(rng.uniform(0, 180), rng.uniform(*saturation), rng.uniform(*value))


def _blank(width: int, height: int, paint: Bgr) -> Bytes:
    return np.full((height, width, 3), paint, np.uint8)


def _polygon(picture: Bytes, points: NDArray[np.float64], paint: Bgr) -> None:
    fixed = np.rint(points * (1 << _BITS)).astype(np.int32)
    cv2.fillPoly(picture, [fixed], paint, lineType=cv2.LINE_AA, shift=_BITS)


def _shape(picture: Bytes, shape: Shape, middle: NDArray[np.float64], side: float, turn: float, paint: Bgr) -> None:
    cos, sin = np.cos(turn), np.sin(turn)
    for part in outline(shape, Proportions()):
        _polygon(picture, part @ np.array([[cos, sin], [-sin, cos]]) * side + middle, paint)


def _stamp(picture: Bytes, mask: Bytes, x: int, y: int, paint: Bgr) -> None:
    """Prints a mask with its top left at (x, y); what would stick out is left away."""
    view = picture[max(y, 0) : y + mask.shape[0], max(x, 0) : x + mask.shape[1]]
    mask = mask[max(-y, 0) :, max(-x, 0) :][: view.shape[0], : view.shape[1]]
    share = mask[..., None] / np.float32(255)
    view[:] = np.asarray(view + (np.array(paint, np.float32) - view) * share, np.uint8)


def _turned_glyph(text: str, bold: int, side: float, degrees: float) -> Bytes:
    size = max(int(side), 4)
    matrix = np.asarray(cv2.getRotationMatrix2D((GLYPH / 2, GLYPH / 2), degrees, size / GLYPH), np.float64)
    matrix[:, 2] += np.float64((size - GLYPH) / 2)
    return np.asarray(cv2.warpAffine(glyph(text, bold), matrix, (size, size), flags=cv2.INTER_LINEAR), np.uint8)


def grid_board(rng: np.random.Generator, cells: int) -> Light:
    """A light printed board of square cells: lines, outlined cells with a digit, and faint large shapes."""
    ground = colour.srgb(rng.uniform(20, 100), rng.uniform(0, 0.12), rng.uniform(0.8, 1))
    lines = colour.srgb(rng.uniform(40, 80), rng.uniform(0.3, 1), rng.uniform(0.25, 0.7))
    picture = _blank(cells * CELL, cells * CELL, ground)
    faint = (int(0.9 * ground[0]), int(0.95 * ground[1]), int(ground[2] * rng.uniform(0.75, 0.95)))
    for _ in range(cells * 2):
        shape, middle = Shape(int(rng.integers(6))), rng.uniform(0, cells * CELL, 2)
        _shape(picture, shape, middle, rng.uniform(0.6, 3) * CELL, rng.uniform(0, 6), faint)
    for index in range(cells + 1):
        width = 4 if index % max(cells // 2, 1) == 0 else 1
        cv2.line(picture, (index * CELL, 0), (index * CELL, cells * CELL), lines, width)
        cv2.line(picture, (0, index * CELL), (cells * CELL, index * CELL), lines, width)
    frame = random_bgr(rng, (0.5, 1), (0.6, 1))
    ink = random_bgr(rng, (0.6, 1), (0.5, 0.9))
    turn = rng.choice([0, 45, 90, 135, 225]) + rng.normal(0, 2)
    for _ in range(int(cells * cells * rng.uniform(0.03, 0.3))):
        x, y = (rng.integers(0, cells, 2) * CELL).tolist()
        cv2.rectangle(picture, (x + 2, y + 2), (x + CELL - 3, y + CELL - 3), frame, int(rng.integers(1, 4)))
        mask = _turned_glyph(str(rng.integers(1, 4)), int(rng.integers(1, 4)), CELL, turn)
        _stamp(picture, mask, x, y, ink)
    return colour.decode(picture)


def box_lid(rng: np.random.Generator, paint: Mapping[Colour, Hsv]) -> Light:
    """A printed lid with flat pictures of tiles and a title: these are no tiles."""
    picture = _blank(200, 200, random_bgr(rng, (0.3, 1), (0.1, 0.9)))
    side = rng.uniform(24, 60)
    names = list(paint)
    for _ in range(int(rng.integers(2, 9))):
        middle, turn = rng.uniform(0, 200, 2), rng.uniform(0, 6)
        cos, sin = np.cos(turn), np.sin(turn)
        square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * side
        _polygon(picture, square @ np.array([[cos, sin], [-sin, cos]]) + middle, (15, 15, 15))
        ink = colour.srgb(*paint[names[int(rng.integers(len(names)))]])
        _shape(picture, Shape(int(rng.integers(6))), middle, side, turn, ink)
    title = "".join(chr(int(c)) for c in rng.integers(65, 91, 7))
    _stamp(picture, line(title, 34, 2, (190, 60)), 5, int(rng.integers(0, 140)), random_bgr(rng, (0, 1), (0.7, 1)))
    return colour.decode(picture)


def card(rng: np.random.Generator) -> Light:
    """A playing card or a token: a border, spots of colour, a digit."""
    picture = _blank(48, 68, random_bgr(rng, (0, 0.3), (0.75, 1)) if rng.random() < 0.6 else random_bgr(rng))
    cv2.rectangle(picture, (3, 3), (44, 64), random_bgr(rng), int(rng.integers(1, 5)))
    ink = random_bgr(rng, (0.4, 1), (0.1, 1))
    for _ in range(int(rng.integers(0, 6))):
        shape, middle = Shape(int(rng.integers(6))), rng.uniform(10, 38, 2) * [1, 1.4]
        _shape(picture, shape, middle, rng.uniform(10, 30), rng.uniform(0, 6), ink)
    if rng.random() < 0.5:
        _stamp(picture, glyph(str(rng.integers(0, 13)), 2), int(rng.integers(-20, 8)), int(rng.integers(-20, 24)), ink)
    return colour.decode(picture)


def paper(rng: np.random.Generator) -> Light:
    """A score sheet: rules, columns of digits and handwriting."""
    picture = _blank(150, 200, random_bgr(rng, (0, 0.12), (0.8, 1)))
    pen, rule = random_bgr(rng, (0, 0.9), (0, 0.5)), random_bgr(rng, (0, 0.4), (0.6, 0.9))
    pitch = int(rng.integers(8, 20))
    if rng.random() < 0.7:
        for y in range(pitch, 200, pitch):
            cv2.line(picture, (0, y), (150, y), rule, 1)
    if rng.random() < 0.5:
        for x in range(pitch, 150, pitch):
            cv2.line(picture, (x, 0), (x, 200), rule, 1)
    for _ in range(int(rng.integers(2, 14))):
        start, length = rng.uniform(5, 110, 2) * [1, 1.6], int(rng.integers(6, 24))
        steps = np.stack([np.full(length, rng.uniform(1, 2.5)), rng.normal(0, 4, length)], axis=1)
        steps[:, 0] += rng.normal(0, 2, length)
        word = np.cumsum(steps * [1, 0.6], axis=0) * [1, 1] + start
        cv2.polylines(picture, [np.rint(word).astype(np.int32)], False, pen, 1, cv2.LINE_AA)
    return colour.decode(picture)


def keyboard(rng: np.random.Generator) -> Light:
    """Rows of dark or light keys with a letter each."""
    body = random_bgr(rng, (0, 0.2), (0.05, 0.5))
    key = random_bgr(rng, (0, 0.2), (0.03, 0.3) if rng.random() < 0.7 else (0.7, 1))
    ink = (210, 210, 210) if sum(key) < 380 else (40, 40, 40)
    picture = _blank(12 * 20, 5 * 20, body)
    for row in range(5):
        for col in range(12):
            x, y = col * 20, row * 20
            cv2.rectangle(picture, (x + 2, y + 2), (x + 17, y + 17), key, -1)
            mask = cv2.resize(glyph(chr(int(rng.integers(65, 91)))), (14, 14), interpolation=cv2.INTER_AREA)
            _stamp(picture, np.asarray(mask, np.uint8), x + 3, y + 3, ink)
    return colour.decode(picture)


def screen(rng: np.random.Generator) -> Light:
    """A phone or a tablet, off or showing something."""
    picture = _blank(60, 110, random_bgr(rng, (0, 0.2), (0, 0.2)))
    if rng.random() < 0.5:
        cv2.rectangle(picture, (4, 8), (55, 102), random_bgr(rng), -1)
        for _ in range(int(rng.integers(2, 8))):
            x, y = rng.integers(6, 50), rng.integers(10, 96)
            cv2.rectangle(picture, (int(x), int(y)), (int(x) + 14, int(y) + 10), random_bgr(rng), -1)
    return colour.decode(picture)


def book(rng: np.random.Generator) -> Light:
    """A cover: bands, a square or two, a title."""
    picture = _blank(100, 140, random_bgr(rng))
    for _ in range(int(rng.integers(1, 5))):
        x, y, w, h = rng.integers(0, 100, 4).tolist()
        cv2.rectangle(picture, (x, y), (x + w, y + h), random_bgr(rng), -1)
    title = "".join(chr(int(c)) for c in rng.integers(65, 91, int(rng.integers(3, 9))))
    _stamp(picture, line(title, 18, 1, (98, 30)), 1, int(rng.integers(0, 100)), random_bgr(rng))
    return colour.decode(picture)


def die_face(rng: np.random.Generator) -> Light:
    """One to six pips on any colour."""
    picture = _blank(40, 40, random_bgr(rng, (0, 1), (0.3, 1)) if rng.random() < 0.6 else (235, 240, 240))
    ink = (20, 20, 20) if picture[0, 0].sum() > 380 else (245, 245, 245)
    value = int(rng.integers(1, 7))
    spots = [(20, 20)] * (value % 2) + [(10, 10), (30, 30)] * (value > 1) + [(10, 30), (30, 10)] * (value > 3)
    for x, y in spots + [(10, 20), (30, 20)] * (value == 6):
        cv2.circle(picture, (x, y), 4, ink, -1, cv2.LINE_AA)
    return colour.decode(picture)
