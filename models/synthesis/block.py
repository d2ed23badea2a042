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
from models.synthesis.canvas import Canvas, Region, cover, stroke
from models.synthesis.filters import blurred
from models.synthesis.layout import Piece
from models.synthesis.lighting import Lighting
from models.synthesis.look import Look
from models.synthesis.shapes import outline

Floats = NDArray[np.float64]
Light = NDArray[np.float32]

SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
"""The corners of a face, in the order of `RenderedTile.corners`."""


class Finish:
    """Patches of grain, wear and haze for the faces of one picture, as fine as its tiles are large.

    Args:
        side: a typical side of a tile in pixels.
        rng: the source of chance.
    """

    def __init__(self, side: float, rng: np.random.Generator) -> None:
        self.side = float(np.clip(side, 12, 128))
        size = int(self.side * 4)
        fine = rng.standard_normal((size, size), np.float32)
        visible = np.float32(min(1.0, self.side / 50))
        self.grain = visible * (3 * blurred(fine, self.side / 10, 0.5) + np.float32(0.4) * blurred(fine, 0.6))
        coarse = blurred(rng.standard_normal((size, size), np.float32), max(0.7, self.side / 28))
        self.blotches = coarse / (coarse.std() + np.float32(1e-6))

    def patch(self, field: Light, region: Region, face: Floats, rng: np.random.Generator) -> Light:
        """A random part of a field, laid on a face by its homography: (h, w) float32."""
        start = rng.uniform(0, field.shape[0] - self.side * 1.1, 2)
        to_field = np.array(
            [
                [1 / self.side, 0, -0.5 - start[0] / self.side],
                [0, 1 / self.side, -0.5 - start[1] / self.side],
                [0, 0, 1],
            ]
        )
        shift = np.array([[1, 0, -region.left], [0, 1, -region.top], [0, 0, 1.0]])
        size = (region.right - region.left, region.bottom - region.top)
        return np.asarray(cv2.warpPerspective(field, shift @ face @ to_field, size, borderMode=cv2.BORDER_REFLECT))


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
        return float(np.linalg.norm(camera.position - [self.piece.x, self.piece.y, self.height / 2]))

    def in_view(self, camera: Camera) -> bool:
        """Whether it stands before the camera, large enough to be seen, and some of it in the picture."""
        ahead = camera.matrix[2] @ [self.piece.x, self.piece.y, 0.0, 1.0] > 0.2 * camera.distance
        low, high = self.corners.min(axis=0), self.corners.max(axis=0)
        inside = (high > 0).all() and low[0] < camera.width and low[1] < camera.height
        return bool(ahead and inside)

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
        """Paints the sides that face the camera and then the top."""
        bottom = camera.project(np.column_stack([self.foot, np.zeros(4)]))
        region = canvas.region(np.concatenate([self.corners, bottom]))
        if region.empty:
            return
        body = self._body(look, rng)
        self._paint_sides(canvas, region, bottom, light, body, rng)
        region = canvas.region(self.corners)
        if region.empty:
            return
        shape = cover(region, [self.top])
        canvas.paint(region, shape, self._face(region, look, finish, body, rng), number)

    def _body(self, look: Look, rng: np.random.Generator) -> Light:
        return colour.hsv(*look.body) * np.float32(math.exp(rng.normal(0.0, 0.12)))

    def _paint_sides(
        self, canvas: Canvas, region: Region, bottom: Floats, light: Lighting, body: Light, rng: np.random.Generator
    ) -> None:
        silhouette = cv2.convexHull(np.concatenate([self.corners, bottom]).astype(np.float32)).reshape(-1, 2)
        canvas.paint(region, cover(region, [silhouette.astype(np.float64)]), body * np.float32(0.35))
        towards = -light.cast / (np.linalg.norm(light.cast) + 1e-9)
        sheen = abs(rng.normal(0.0, 0.012))
        for index in range(4):
            following = (index + 1) % 4
            quad = np.array([self.corners[index], self.corners[following], bottom[following], bottom[index]])
            if cv2.contourArea(quad.astype(np.float32), True) < 0.5:
                continue
            along = self.foot[following] - self.foot[index]
            normal = np.array([along[1], -along[0]]) / np.linalg.norm(along)
            shade = 0.4 + 0.5 * max(0.0, float(normal @ towards))
            canvas.paint(region, cover(region, [quad]), body * np.float32(shade) + np.float32(sheen * shade))

    def _face(self, region: Region, look: Look, finish: Finish, body: Light, rng: np.random.Generator) -> Light:
        grain = finish.patch(finish.grain, region, self.face, rng)[..., None]
        face = body * np.maximum(1 + np.float32(look.grain) * grain, 0.1)
        if self.piece.tile is not None:
            face = self._printed(self.piece.tile, face, region, look, finish, grain, rng)
        haze = look.haze * math.exp(rng.normal(0.0, 1.2 * look.haze_spread))
        face = face + np.float32(min(haze, 0.35)) * np.maximum(1 + 0.5 * grain, 0)
        if look.edge > 0.02:
            worn = stroke(region, self.top, max(0.6, 0.012 * finish.side))[..., None]
            face = face + np.float32(0.35 * look.edge * rng.uniform(0.3, 1.0)) * worn
        return np.asarray(face, np.float32)

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
        print_at = self.face @ _misplaced(look, rng)
        polygons = [_through(print_at, polygon) for polygon in outline(tile.shape, look.proportions)]
        ink = cover(region, polygons)
        if look.wear > 0.004:
            level = 2.6 - 12 * look.wear * rng.uniform(0.3, 1.3)
            ink = ink * np.clip((level - finish.patch(finish.blotches, region, self.face, rng)) * 2, 0.1, 1)
        paint = look.colour(tile.colour) * np.float32(math.exp(rng.normal(0.0, 0.06)))
        face = face + (paint * (1 + 0.15 * np.float32(look.grain) * grain) - face) * ink[..., None]
        if look.outline > 0:
            for polygon in polygons[:1] if len(polygons) == 1 else []:
                rim = stroke(region, polygon, max(0.7, 0.015 * finish.side))[..., None]
                face = face + (np.float32(look.outline) - face) * rim
        return face


def stand(piece: Piece, camera: Camera, look: Look) -> Block:
    """Where a piece's block is in the picture."""
    cos, sin = math.cos(piece.turn) * piece.size, math.sin(piece.turn) * piece.size
    to_plane = np.array([[cos, -sin, piece.x], [sin, cos, piece.y], [0.0, 0.0, 1.0]])
    height = look.thickness * piece.size
    face = camera.plane(height) @ to_plane
    foot = _through(to_plane, SQUARE)
    return Block(piece, height, look.rounding, foot, face, _through(face, SQUARE))


def _misplaced(look: Look, rng: np.random.Generator) -> Floats:
    """(3, 3) from the print's own coordinates to the face's."""
    turn = rng.normal(0.0, look.mistwist)
    x, y = rng.normal(0.0, look.misprint, 2)
    return np.array([[math.cos(turn), -math.sin(turn), x], [math.sin(turn), math.cos(turn), y], [0.0, 0.0, 1.0]])


def _through(homography: Floats, points: Floats) -> Floats:
    image = points @ homography[:, :2].T + homography[:, 2]
    return np.asarray(image[:, :2] / image[:, 2:])


def _rounded(radius: float) -> Floats:
    if radius < 0.005:
        return SQUARE
    arc = np.array([[-1.0, 0.0], [-0.7071, -0.7071], [0.0, -1.0]])
    quarter = np.array([[0.0, 1.0], [-1.0, 0.0]])
    corners, points = arc * radius + (radius - 0.5), []
    for _ in range(4):
        points.append(corners)
        corners = corners @ quarter
    return np.concatenate(points)
