"""A tile as a block that stands on the table: its place in the picture, and how it is painted."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.qwirkle.tile import Tile
from models.synthesis import colour
from models.synthesis.camera import Camera
from models.synthesis.canvas import Brush, Canvas, Region, cover
from models.synthesis.filters import blurred, speckle
from models.synthesis.layout import Piece
from models.synthesis.lettering import GLYPH, glyph
from models.synthesis.lighting import Lighting
from models.synthesis.look import Look
from models.synthesis.scene import Kind
from models.synthesis.shapes import outline

Floats = NDArray[np.float64]
Light = NDArray[np.float32]

SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
"""The corners of a face, in the order of `RenderedTile.corners`."""

_GRAIN_VISIBLE = 50
"""Pixels of a tile's side from which its grain is seen in full; below, it averages out."""
_MOST_HAZE = 0.3
"""What a face mirrors of the room is never brighter, as a share of white."""


class Finish:
    """Patches of grain and blotches for the faces of one picture, as fine as its tiles are large.

    Args:
        side: a typical side of a tile in pixels.
        rng: the source of chance.
    """

    def __init__(self, side: float, rng: np.random.Generator) -> None:
        self.side = float(np.clip(side, 10, 128))
        size = int(self.side * 4)
        fine = speckle(rng, (size, size))
        streaks = blurred(fine, self.side / 8, 0.5)
        visible = np.float32(min(1.0, self.side / _GRAIN_VISIBLE))
        self.grain = visible * (np.float32(0.7) * streaks / streaks.std() + np.float32(0.35) * fine)
        coarse = blurred(speckle(rng, (size, size)), max(0.7, self.side / 28))
        self.blotches = coarse / coarse.std()

    def patch(self, field: Light, region: Region, face: Floats, rng: np.random.Generator) -> Light:
        """A random part of a field, laid on a face by its homography: (h, w) float32."""
        x, y = rng.uniform(0.55 * self.side, field.shape[0] - 0.55 * self.side, 2).tolist()
        to_face = np.array([[1.0, 0.0, -x], [0.0, 1.0, -y], [0.0, 0.0, self.side]])
        matrix = region.shift @ face @ to_face
        return np.asarray(cv2.warpPerspective(field, matrix, region.size, borderMode=cv2.BORDER_REFLECT), np.float32)


@dataclass(frozen=True, eq=False)
class Block:
    """A piece with its place in space and its outlines in the picture.

    Args:
        piece: what it is.
        height: of the block, in tile sides.
        rounding: the radius of its corners as a share of its side.
        foot: (4, 2) its outline on the table, in tile sides.
        face: (3, 3) the homography from face coordinates to pixels.
        corners: (4, 2) the top face's corners in pixels.
    """

    piece: Piece
    height: float
    rounding: float
    foot: Floats
    face: Floats
    corners: Floats

    def depth(self, camera: Camera) -> float:
        """How far from the camera it stands."""
        return camera.distance_to(self.piece.x, self.piece.y, self.height / 2)

    def in_view(self, camera: Camera) -> bool:
        """Whether it stands before the camera and some of its top may be in the picture."""
        low, high = self.corners.min(axis=0), self.corners.max(axis=0)
        inside = bool((high > -0.5).all()) and low[0] < camera.width - 0.5 and low[1] < camera.height - 0.5
        return bool(inside) and camera.ahead(self.foot)

    @cached_property
    def top(self) -> Floats:
        """The rounded outline of the top face in pixels."""
        return _through(self.face, _rounded(self.rounding))

    def paint(
        self,
        canvas: Canvas,
        camera: Camera,
        light: Lighting,
        look: Look,
        finish: Finish,
        number: int,
        rng: np.random.Generator,
    ) -> None:
        """Paints the sides that face the camera and then the top.

        Args:
            canvas: what is painted on; pixels of the top are marked as owned by ``number``.
            camera: who looks.
            light: where the light comes from.
            look: how the set looks.
            finish: the grain and the blotches of this picture.
            number: of the piece.
            rng: the chance of this piece.
        """
        body = self._body(look, rng)
        bottom = camera.project(np.column_stack([self.foot, np.zeros(4)]))
        self._paint_sides(canvas, bottom, light, look, body, rng)
        region = canvas.region(self.corners)
        if not region.empty:
            canvas.paint(region, cover(region, [self.top]), self._face(region, look, finish, body, rng), number)

    def _body(self, look: Look, rng: np.random.Generator) -> Light:
        body = look.letters.body if self.piece.kind is Kind.LETTER else look.body
        return colour.hsv(*body) * np.float32(math.exp(rng.normal(0.0, 0.12)))

    def _paint_sides(
        self, canvas: Canvas, bottom: Floats, light: Lighting, look: Look, body: Light, rng: np.random.Generator
    ) -> None:
        """All sides at once: one mask of where they are, and one of how brightly each is lit."""
        outline_points = np.concatenate([self.corners, bottom])
        region = canvas.region(outline_points)
        if region.empty:
            return
        hull = cv2.convexHull(outline_points.astype(np.float32)).reshape(-1, 2).astype(np.float64)
        silhouette, tone = Brush(region), Brush(region)
        silhouette.fill(hull)
        tone.fill(hull, 60)
        towards = -light.cast / (np.linalg.norm(light.cast) + 1e-9)
        for index, following in enumerate((1, 2, 3, 0)):
            quad = np.array([self.corners[index], self.corners[following], bottom[following], bottom[index]])
            if cv2.contourArea(quad.astype(np.float32), True) < 0.5:
                continue
            along = self.foot[following] - self.foot[index]
            normal = np.array([along[1], -along[0]]) / np.linalg.norm(along)
            tone.fill(quad, int(80 + 120 * max(0.0, float(normal @ towards))))
            if look.edge > 0.02:
                rim = 80 + int(170 * look.edge * rng.uniform(0.2, 1.0))
                tone.stroke(quad[:2], 0.6, min(255, rim))
        sheen = np.float32(abs(rng.normal(0.0, 0.015)))
        mask = silhouette.cover()
        shade = tone.cover() / np.maximum(mask, np.float32(1e-3))
        canvas.paint(region, mask, np.asarray((body + sheen) * shade[..., None], np.float32))

    def _face(self, region: Region, look: Look, finish: Finish, body: Light, rng: np.random.Generator) -> Light:
        grain = finish.patch(finish.grain, region, self.face, rng)[..., None]
        strength = np.float32(look.grain)
        face = body * np.maximum(1 + strength * grain, 0.1)
        if self.piece.tile is not None:
            face = self._printed(self.piece.tile, face, region, look, finish, strength * grain, rng)
        elif self.piece.text:
            face = self._lettered(face, region, look)
        face = face + self._mirrored(region, look, finish, grain, rng)
        if look.edge > 0.02:
            face = face + self._edges(region, look, rng)[..., None]
        return np.asarray(face, np.float32)

    def _mirrored(self, region: Region, look: Look, finish: Finish, grain: Light, rng: np.random.Generator) -> Light:
        """What the face mirrors of the room: stronger towards one side, and rough where it is strong."""
        haze = min(look.haze * math.exp(rng.normal(0.0, 1.1 * look.haze_spread)), _MOST_HAZE)
        side = max(float(np.ptp(self.corners, axis=0).max()), 4.0)
        slope = rng.normal(0.0, 0.5, 2) / side
        middle = self.corners.mean(axis=0)
        across = (np.arange(region.left, region.right) - middle[0]) * slope[0]
        down = (np.arange(region.top, region.bottom) - middle[1]) * slope[1]
        ramp = np.maximum(1 + across[None, :] + down[:, None], 0).astype(np.float32)[..., None]
        rough = np.float32(haze * rng.uniform(0.05, 0.4))
        return np.asarray(np.maximum(np.float32(haze) * ramp + rough * grain, 0), np.float32)

    def _edges(self, region: Region, look: Look, rng: np.random.Generator) -> Light:
        """Light that worn or rounded edges catch, unequally on the four sides."""
        brush = Brush(region)
        width = max(0.4, 0.02 * float(np.linalg.norm(self.corners[1] - self.corners[0])))
        for index, following in enumerate((1, 2, 3, 0)):
            value = int(255 * rng.random() ** 2)
            brush.stroke(self.corners[[index, following]] * 0.99 + self.corners.mean(axis=0) * 0.01, width, value)
        return brush.cover() * np.float32(0.4 * look.edge)

    def _lettered(self, face: Light, region: Region, look: Look) -> Light:
        style = look.letters
        to_face = np.array([[1.0, 0.0, -GLYPH / 2], [0.0, 1.0, -GLYPH / 2], [0.0, 0.0, GLYPH / style.scale]])
        mask = glyph(self.piece.text, style.bold)
        side = float(np.linalg.norm(self.corners[1] - self.corners[0])) * style.scale
        soft = blurred(mask.astype(np.float32) / np.float32(255), max(0.3, 0.4 * GLYPH / max(side, 4.0)))
        ink = cv2.warpPerspective(soft, region.shift @ self.face @ to_face, region.size)
        return np.asarray(face + (colour.hsv(*style.ink) - face) * ink[..., None], np.float32)

    def _printed(
        self,
        tile: Tile,
        face: Light,
        region: Region,
        look: Look,
        finish: Finish,
        grain: Light,
        rng: np.random.Generator,
    ) -> Light:
        brush = Brush(region)
        print_at = self.face @ _misplaced(look, rng)
        for polygon in outline(tile.shape, look.proportions):
            brush.fill(_through(print_at, polygon))
        for _ in range(int(rng.poisson(look.scratches))):
            ends = _through(self.face, rng.uniform(-0.45, 0.45, 2) + rng.normal(0.0, 0.15, (2, 2)))
            brush.stroke(ends, 0.012 * finish.side, 0)
        ink = brush.cover()
        if look.outline > 0:
            rim = np.asarray(cv2.dilate(ink, np.ones((3, 3), np.uint8)), np.float32) - ink
            face = face + (np.float32(look.outline) - face) * rim[..., None]
        wear = look.wear * rng.uniform(0.2, 1.6)
        blotches = finish.patch(finish.blotches, region, self.face, rng)
        if wear > 0.004:
            ink = ink * np.clip((2.6 - 12 * wear - blotches) * 2, 0.1, 1)
        mottle = np.float32(look.mottle) * blotches[..., None]
        paint = look.colour(tile.colour) * np.float32(math.exp(rng.normal(0.0, 0.05)))
        painted = paint * np.clip(1 + np.float32(0.15) * grain + mottle, 0.3, 1.3)
        return np.asarray(face + (painted - face) * ink[..., None], np.float32)


def stand(piece: Piece, camera: Camera, look: Look) -> Block:
    """Where a piece's block is in the picture."""
    cos, sin = math.cos(piece.turn) * piece.size, math.sin(piece.turn) * piece.size
    to_plane = np.array([[cos, -sin, piece.x], [sin, cos, piece.y], [0.0, 0.0, 1.0]])
    height = piece.size * (look.letters.thickness if piece.kind is Kind.LETTER else look.thickness)
    face = camera.plane(height) @ to_plane
    return Block(piece, height, look.rounding, _through(to_plane, SQUARE), face, _through(face, SQUARE))


def _misplaced(look: Look, rng: np.random.Generator) -> Floats:
    """(3, 3) from the print's own coordinates to the face's."""
    turn = rng.normal(0.0, look.mistwist)
    x, y = rng.normal(0.0, look.misprint, 2)
    return np.array([[math.cos(turn), -math.sin(turn), x], [math.sin(turn), math.cos(turn), y], [0.0, 0.0, 1.0]])


def _through(homography: Floats, points: Floats) -> Floats:
    image = points @ homography[:, :2].T + homography[:, 2]
    return np.asarray(image[:, :2] / image[:, 2:])


def _rounded(radius: float) -> Floats:
    """The outline of a face whose corners are rounded."""
    if radius < 0.005:
        return SQUARE
    arc = np.array([[-1.0, 0.0], [-0.7071, -0.7071], [0.0, -1.0]])
    quarter = np.array([[0.0, 1.0], [-1.0, 0.0]])
    corners, points = arc * radius + (radius - 0.5), []
    for _ in range(4):
        points.append(corners)
        corners = corners @ quarter
    return np.concatenate(points)
