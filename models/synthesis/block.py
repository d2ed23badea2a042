"""A tile as a block that stands on the table: where it is in space and in the picture."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from models.synthesis.camera import Camera
from models.synthesis.layout import Piece
from models.synthesis.look import Look
from models.synthesis.scene import Kind

Floats = NDArray[np.float64]

SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
"""The corners of a face, in the order of `RenderedTile.corners`."""


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
        return through(self.face, _rounded(self.rounding))

    @cached_property
    def side(self) -> float:
        """The longer side of the top face in pixels."""
        return float(np.linalg.norm(np.diff(self.corners, axis=0), axis=1).max())


def stand(piece: Piece, camera: Camera, look: Look) -> Block:
    """Where a piece's block is in the picture."""
    cos, sin = math.cos(piece.turn) * piece.size, math.sin(piece.turn) * piece.size
    to_plane = np.array([[cos, -sin, piece.x], [sin, cos, piece.y], [0.0, 0.0, 1.0]])
    height = piece.size * (look.letters.thickness if piece.kind is Kind.LETTER else look.thickness)
    face = camera.plane(height) @ to_plane
    return Block(piece, height, look.rounding, through(to_plane, SQUARE), face, through(face, SQUARE))


def through(homography: Floats, points: Floats) -> Floats:
    """The points (N, 2) as a homography (3, 3) maps them."""
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
