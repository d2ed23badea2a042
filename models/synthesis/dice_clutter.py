"""What could be taken for dice and is none: polyhedra with numbers, dominoes, tokens, boards, keys, buttons, dots."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.qwirkle.tile import Shape
from models.synthesis import colour, pictures
from models.synthesis.camera import Camera
from models.synthesis.canvas import Canvas, cover
from models.synthesis.clutter import Solid, polygon, rectangle
from models.synthesis.lettering import GLYPH, glyph, line
from models.synthesis.lighting import Lighting
from models.synthesis.pictures import random_bgr
from models.synthesis.shapes import Proportions, outline

Floats = NDArray[np.float64]
Light = NDArray[np.float32]
Bytes = NDArray[np.uint8]

_GOLDEN = (1 + math.sqrt(5)) / 2
_TIP = 1.1
"""How far from the middle the tips of a ten-sided die are, its ring being 1."""
_ZIGZAG = _TIP * math.tan(math.pi / 10) ** 2
"""How far its ring's corners lie above and below the middle: the faces are flat then."""


@lru_cache(maxsize=8)
def solid_body(faces: int) -> tuple[Floats, tuple[tuple[int, ...], ...]]:
    """The corners (N, 3) of a die of 4, 8, 10, 12 or 20 faces, about 1 from the middle, and each face's corners."""
    signs = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    icosa = [p for a in (-1, 1) for b in (-_GOLDEN, _GOLDEN) for p in ((0, a, b), (a, b, 0), (b, 0, a))]
    corners: list[tuple[float, ...]]
    if faces == 4:
        corners = [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]
        normals = np.negative(corners)
    elif faces == 8:
        corners = [tuple(row) for row in np.concatenate([np.eye(3), -np.eye(3)]).tolist()]
        normals = np.array(signs)
    elif faces == 12:
        low = 1 / _GOLDEN
        corners = [
            *signs,
            *(p for a in (-low, low) for b in (-_GOLDEN, _GOLDEN) for p in ((0, a, b), (a, b, 0), (b, 0, a))),
        ]
        normals = np.array([(p[0], p[2], p[1]) for p in icosa])
    elif faces == 20:
        corners = [tuple(map(float, p)) for p in icosa]
        low = 1 / _GOLDEN
        normals = np.array(
            [*signs, *(q for a in (-low, low) for b in (-_GOLDEN, _GOLDEN) for q in ((0, b, a), (b, a, 0), (a, 0, b)))]
        )
    else:
        angles = np.arange(10) * math.pi / 5
        ring = np.stack([np.cos(angles), np.sin(angles), np.where(np.arange(10) % 2, _ZIGZAG, -_ZIGZAG)], axis=1)
        corners = [tuple(row) for row in [*ring.tolist(), [0, 0, _TIP], [0, 0, -_TIP]]]
        points = np.array(corners)
        normals = np.array(
            [
                np.cross(points[(i + 1) % 10] - points[10 + (i % 2)], points[(i - 1) % 10] - points[10 + (i % 2)])
                for i in range(10)
            ]
        )
        normals *= np.sign((normals * ring).sum(axis=1, keepdims=True))
    points = np.array(corners, np.float64)
    points /= np.linalg.norm(points, axis=1).max()
    found = []
    for normal in normals / np.linalg.norm(normals, axis=1, keepdims=True):
        reach = points @ normal
        face = np.flatnonzero(reach > reach.max() - 0.02)
        middle = points[face].mean(axis=0)
        first = points[face[0]] - middle
        second = np.cross(normal, first)
        angle = np.arctan2((points[face] - middle) @ second, (points[face] - middle) @ first)
        found.append(tuple(face[np.argsort(angle)].tolist()))
    return points, tuple(found)


@dataclass(frozen=True, eq=False)
class Gem:
    """A die with other than six faces, with numbers on them.

    Args:
        corners: (N, 3) in the table's space.
        faces: the corners of each face.
        body: (3,) linear BGR.
        ink: (3,) linear BGR of the numbers.
        gloss: brightness that the faces mirror at most.
        first: the number on the first face.
    """

    corners: Floats
    faces: tuple[tuple[int, ...], ...]
    body: Light
    ink: Light
    gloss: float
    first: int

    @property
    def foot(self) -> Floats:
        """(N, 2) its convex outline seen from above."""
        return np.asarray(cv2.convexHull(self.corners[:, :2].astype(np.float32)).reshape(-1, 2), np.float64)

    @property
    def height(self) -> float:
        """How high it is."""
        return float(self.corners[:, 2].max())

    def depth(self, camera: Camera) -> float:
        """How far from the camera it is."""
        x, y, height = self.corners.mean(axis=0).tolist()
        return camera.distance_to(x, y, height)

    def paint(self, canvas: Canvas, camera: Camera, light: Lighting) -> None:
        """Paints the faces that the camera sees, each lit by its slope."""
        lamp = np.array([*(-light.cast), 1.0])
        lamp /= np.linalg.norm(lamp)
        middle = self.corners.mean(axis=0)
        for number, face in enumerate(self.faces):
            points = self.corners[list(face)]
            centre = points.mean(axis=0)
            normal = centre - middle
            normal /= np.linalg.norm(normal)
            if normal @ (camera.position - centre) <= 0:
                continue
            pixels = camera.project(points)
            region = canvas.region(pixels)
            if region.empty:
                continue
            lit = (1 - light.shadow) * (0.55 + 0.45 * normal[2]) + light.shadow * max(float(normal @ lamp), 0) / lamp[2]
            shine = self.gloss * max(float(normal @ lamp + normal[2]) / 2, 0) ** 8
            paint = self.body * np.float32(lit) + np.float32(shine)
            canvas.paint(region, cover(region, [pixels]), np.asarray(paint, np.float32))
            text = str((number * 7 + self.first) % len(self.faces) + 1)
            mask = _on_face(text, points, centre, normal, camera, region.shift, region.size)
            canvas.paint(region, mask, np.asarray(self.ink * np.float32(lit), np.float32))


def _on_face(
    text: str, points: Floats, centre: Floats, normal: Floats, camera: Camera, shift: Floats, size: tuple[int, int]
) -> Light:
    """Where a number printed in the middle of a face shows: (h, w) float32, 0 to 1."""
    up = points[0] - centre
    half = 0.75 * float(np.linalg.norm(up))
    up = up / np.linalg.norm(up) * half
    right = np.cross(up, normal)
    corners = centre + np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) @ np.array([right, up])
    source = np.array([[0, 0], [GLYPH, 0], [GLYPH, GLYPH], [0, GLYPH]], np.float32)
    matrix = shift @ cv2.getPerspectiveTransform(source, camera.project(corners).astype(np.float32))
    mask = cv2.warpPerspective(glyph(text, 2).astype(np.float32) / 255, matrix, size, flags=cv2.INTER_AREA)
    return np.asarray(mask, np.float32)


def random_gem(rng: np.random.Generator, x: float, y: float) -> Gem:
    """A die with 4, 8, 10, 12 or 20 faces that lies on one of them."""
    corners, faces = solid_body(int(rng.choice([4, 8, 10, 12, 20])))
    turn = _lowered(corners[list(faces[int(rng.integers(len(faces)))])].mean(axis=0), rng.uniform(0, 2 * math.pi))
    laid = corners @ turn.T * rng.uniform(0.6, 1.0)
    laid += [x, y, -laid[:, 2].min()]
    body = colour.hsv(rng.uniform(0, 180), rng.uniform(0, 1), rng.uniform(0.05, 1))
    ink = colour.hsv(0, 0, 0.95 if body.mean() < 0.4 else 0.05)
    return Gem(laid, faces, body, ink, rng.uniform(0, 0.5), int(rng.integers(20)))


def _lowered(normal: Floats, turn: float) -> Floats:
    """(3, 3) a rotation that brings a direction straight down, then turns about the vertical."""
    down = normal / np.linalg.norm(normal)
    first = np.cross(down, [0.37, 0.61, 0.7])
    first /= np.linalg.norm(first)
    frame = np.array([first, np.cross(down, first), -down])
    cos, sin = math.cos(turn), math.sin(turn)
    return np.asarray(np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]]) @ frame)


def _blank(width: int, height: int, paint: tuple[int, int, int]) -> Bytes:
    return np.full((height, width, 3), paint, np.uint8)


def _spots(rng: np.random.Generator, picture: Bytes, x: int, y: int, side: int, ink: tuple[int, int, int]) -> None:
    """Zero to nine spots in a square about (x, y)."""
    places = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    for index in rng.permutation(9)[: int(rng.integers(0, 7))]:
        i, j = places[index]
        cv2.circle(picture, (x + i * side // 4, y + j * side // 4), max(side // 11, 1), ink, -1, cv2.LINE_AA)


def domino(rng: np.random.Generator, x: float, y: float) -> Solid:
    """A stone of two halves with spots and a line between them."""
    light = rng.random() < 0.6
    body = random_bgr(rng, (0, 0.2), (0.8, 1)) if light else random_bgr(rng, (0, 0.8), (0.05, 0.4))
    ink = (25, 25, 25) if light else (235, 235, 235)
    picture = _blank(40, 80, body)
    cv2.line(picture, (4, 40), (36, 40), ink, 1)
    _spots(rng, picture, 20, 20, 36, ink)
    _spots(rng, picture, 20, 60, 36, ink)
    width = rng.uniform(0.8, 1.8)
    face = colour.decode(picture)
    return Solid(rectangle(x, y, width, 2 * width, rng.uniform(0, 6)), rng.uniform(0.2, 0.5), face[0, 0] * 0.6, face)


def token(rng: np.random.Generator, x: float, y: float) -> Solid:
    """A square or round cardboard piece with a number, a letter or a dot."""
    paint = random_bgr(rng, (0, 1), (0.2, 1))
    ink = (240, 240, 240) if sum(paint) < 380 else (20, 20, 30)
    picture = _blank(40, 40, paint)
    chance = rng.random()
    if chance < 0.6:
        text = str(int(rng.integers(1, 13))) if rng.random() < 0.6 else chr(int(rng.integers(65, 91)))
        _stamped(picture, text, 20, 20, int(rng.integers(20, 46)), ink)
    elif chance < 0.8:
        cv2.circle(picture, (20, 20), int(rng.integers(3, 16)), ink, -1 if rng.random() < 0.6 else 2, cv2.LINE_AA)
    side = rng.uniform(0.5, 1.6)
    # A cube with one dot would be a die.
    height = rng.uniform(0.05, 0.9 if chance < 0.6 else 0.3)
    face = colour.decode(picture)
    return Solid(rectangle(x, y, side, side, rng.uniform(0, 6)), height, face[0, 0] * 0.6, face)


def button(rng: np.random.Generator, x: float, y: float) -> Solid:
    """A flat disc with a rim or a hole: buttons, chips, caps, beads."""
    paint = colour.hsv(rng.uniform(0, 180), rng.uniform(0, 1), rng.uniform(0.1, 1))
    foot = polygon(x, y, rng.uniform(0.06, 0.7), 20, 0.0)
    inner = paint * np.float32(rng.uniform(0.2, 1.3))
    return Solid(foot, rng.uniform(0.03, 0.3), paint * np.float32(0.6), paint, rng.uniform(0.1, 0.85), inner)


def figure_tile(rng: np.random.Generator, x: float, y: float) -> Solid:
    """A dark square tile with one coloured figure."""
    picture = _blank(40, 40, random_bgr(rng, (0, 0.2), (0.05, 0.25)))
    shape = list(Shape)[int(rng.integers(len(Shape)))]
    ink = random_bgr(rng, (0.6, 1), (0.5, 1))
    for part in outline(shape, Proportions()):
        cv2.fillPoly(picture, [np.rint((part * 40 + 20) * 16).astype(np.int32)], ink, cv2.LINE_AA, 4)
    face = colour.decode(picture)
    side = rng.uniform(0.8, 1.8)
    return Solid(rectangle(x, y, side, side, rng.uniform(0, 6)), side * 0.45, face[0, 0] * 0.6, face)


def lit_key(rng: np.random.Generator, x: float, y: float) -> Solid:
    """One key with a bright letter."""
    picture = _blank(40, 40, random_bgr(rng, (0, 0.3), (0.02, 0.2)))
    glow = random_bgr(rng, (0, 0.9), (0.8, 1))
    _stamped(picture, chr(int(rng.integers(48, 91))), 20, 18, 40, glow)
    face = colour.decode(picture)
    side = rng.uniform(0.6, 1.3)
    return Solid(rectangle(x, y, side, side, rng.uniform(0, 6)), rng.uniform(0.1, 0.4), face[0, 0] * 0.6, face)


STANDING: tuple[Callable[[np.random.Generator, float, float], Solid], ...] = (
    domino,
    domino,
    token,
    token,
    button,
    button,
    figure_tile,
    lit_key,
)
"""Things the size of dice, made about a place (x, y)."""


def _stamped(picture: Bytes, text: str, x: int, y: int, side: int, ink: tuple[int, int, int]) -> None:
    """Prints a short text about a place."""
    mask = cv2.resize(glyph(text, 2), (side, side), interpolation=cv2.INTER_AREA)
    left, top = x - side // 2, y - side // 2
    view = picture[max(top, 0) : top + side, max(left, 0) : left + side]
    mask = mask[max(-top, 0) :, max(-left, 0) :][: view.shape[0], : view.shape[1]]
    view[:] = (view + (np.array(ink, np.float32) - view) * (mask[..., None] / np.float32(255))).astype(np.uint8)


def hex_board(rng: np.random.Generator) -> Light:
    """Coloured hexagons, many with a number on a disc."""
    picture = _blank(280, 280, random_bgr(rng, (0.2, 1), (0.3, 0.9)))
    radius = int(rng.integers(22, 40))
    paints = [random_bgr(rng, (0.2, 1), (0.15, 0.95)) for _ in range(5)]
    for row in range(-3, 4):
        for col in range(-3, 4):
            x, y = 140 + 1.73 * radius * (col + row % 2 / 2), 140 + 1.5 * radius * row
            if math.hypot(x - 140, y - 140) > 115:
                continue
            hexagon = polygon(x, y, radius * 0.95, 6, math.pi / 6)
            cv2.fillPoly(picture, [hexagon.astype(np.int32)], paints[int(rng.integers(5))], cv2.LINE_AA)
            if rng.random() < 0.8:
                cv2.circle(picture, (int(x), int(y)), int(radius * 0.42), (190, 225, 235), -1, cv2.LINE_AA)
                _stamped(picture, str(int(rng.integers(2, 13))), int(x), int(y), int(radius * 0.9), (20, 20, 40))
    return colour.decode(picture)


def score_bars(rng: np.random.Generator) -> Light:
    """Coloured rows of light cells with numbers, as on a score sheet."""
    picture = _blank(320, 170, random_bgr(rng, (0, 0.1), (0.85, 1)))
    for row, hue in enumerate((178, 26, 62, 108)):
        paint = colour.srgb(hue, 0.85, 0.8)
        cv2.rectangle(picture, (6, 6 + row * 34), (312, 34 + row * 34), paint, -1)
        for col in range(11):
            x, y = 10 + col * 25, 9 + row * 34
            cv2.rectangle(picture, (x, y), (x + 22, y + 22), colour.srgb(hue, 0.2, 0.98), -1)
            number = col + 2 if row < 2 else 12 - col
            _stamped(picture, str(number), x + 11, y + 11, 26, paint)
            if rng.random() < 0.2:
                cv2.line(picture, (x + 2, y + 2), (x + 20, y + 20), (40, 20, 20), 2, cv2.LINE_AA)
                cv2.line(picture, (x + 20, y + 2), (x + 2, y + 20), (40, 20, 20), 2, cv2.LINE_AA)
        cv2.circle(picture, (298, 20 + row * 34), 11, colour.srgb(hue, 0.2, 0.98), -1, cv2.LINE_AA)
    for box in range(4):
        cv2.rectangle(picture, (220 + box * 24, 145), (238 + box * 24, 163), (90, 90, 90), 2)
    return colour.decode(picture)


def dotted(rng: np.random.Generator) -> Light:
    """A pattern of dots, or a few, on one colour."""
    paint = random_bgr(rng, (0, 1), (0.2, 1))
    ink = (240, 240, 240) if sum(paint) < 380 else (20, 20, 30)
    picture = _blank(200, 200, paint)
    pitch, size = int(rng.integers(12, 50)), rng.uniform(0.1, 0.35)
    regular = rng.random() < 0.5
    for x in range(pitch // 2, 200, pitch):
        for y in range(pitch // 2, 200, pitch):
            if regular or rng.random() < 0.3:
                shift = (0, 0) if regular else rng.integers(-pitch // 3, pitch // 3 + 1, 2).tolist()
                cv2.circle(picture, (x + shift[0], y + shift[1]), max(1, int(pitch * size)), ink, -1, cv2.LINE_AA)
    return colour.decode(picture)


def text_page(rng: np.random.Generator) -> Light:
    """A page full of letters and digits of several sizes."""
    paint = random_bgr(rng, (0, 0.2), (0.75, 1))
    picture = _blank(200, 260, paint)
    ink, y = np.array(random_bgr(rng, (0, 0.8), (0.0, 0.35)), np.float32), 8
    while y < 240:
        height = int(rng.choice([8, 8, 11, 16, 30]))
        words = "".join(
            chr(int(c)) for c in rng.choice([*range(48, 58), *range(65, 91), *range(97, 123), 32], 190 // height)
        )
        mask = line(words, height, int(height > 12), (190, height + 4))[..., None] / np.float32(255)
        view = picture[y : y + height + 4, 5:195]
        view[:] = (view + (ink - view) * mask[: len(view)]).astype(np.uint8)
        y += height + 4
    return colour.decode(picture)


def stain(rng: np.random.Generator) -> Light:
    """A patch of one dark or light colour."""
    paint = colour.hsv(rng.uniform(0, 180), rng.uniform(0, 0.8), rng.uniform(0.03, 0.9))
    return np.ascontiguousarray(np.broadcast_to(paint, (8, 8, 3)))


PRINTED: tuple[tuple[Callable[[np.random.Generator], Light], float, float], ...] = (
    (hex_board, 11.0, 1.0),
    (score_bars, 9.0, 0.53),
    (score_bars, 9.0, 0.53),
    (dotted, 4.0, 1.0),
    (text_page, 8.0, 1.3),
    (pictures.card, 3.5, 1.4),
    (pictures.book, 7.0, 1.4),
    (pictures.screen, 4.0, 1.8),
    (stain, 0.4, 1.0),
    (stain, 3.0, 0.7),
)
"""Flat things: what makes the picture, its width in die sides, and its height as a multiple of that."""
