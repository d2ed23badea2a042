"""Tiles as blocks that stand on the table: where they are in space and in the picture."""

from __future__ import annotations

from collections.abc import Sequence
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
        depth: how far from the camera it is, in tile sides.
        foot: (4, 2) its outline on the table, in tile sides.
        face: (3, 3) the homography from face coordinates to pixels.
        corners: (4, 2) the top face's corners in pixels.
        top: (N, 2) the top face's outline, its corners rounded, in pixels.
        bottom: (4, 2) the corners of the foot in pixels.
    """

    piece: Piece
    height: float
    depth: float
    foot: Floats
    face: Floats
    corners: Floats
    top: Floats
    bottom: Floats

    @cached_property
    def side(self) -> float:
        """The longer side of the top face in pixels."""
        return float(np.hypot(*np.diff(self.corners, axis=0).T).max())


def stand(pieces: Sequence[Piece], camera: Camera, look: Look) -> list[Block]:
    """The blocks of those pieces that stand before the camera with some of their top in the picture."""
    if not pieces:
        return []
    x, y, turn, size = np.array([(p.x, p.y, p.turn, p.size) for p in pieces]).T
    letters = np.array([piece.kind is Kind.LETTER for piece in pieces])
    height = size * np.where(letters, look.letters.thickness, look.thickness)
    to_plane = _placed(x, y, turn, size)
    face = camera.planes(height) @ to_plane
    foot, corners = through(to_plane, SQUARE), through(face, SQUARE)
    bottom = through(camera.plane() @ to_plane, SQUARE)
    tops = through(face, _rounded(look.rounding))
    depth = np.linalg.norm(camera.position - np.column_stack([x, y, height / 2]), axis=1)
    low, high = corners.min(axis=1), corners.max(axis=1)
    shown = (high > -0.5).all(axis=1) & (low < [camera.width - 0.5, camera.height - 0.5]).all(axis=1)
    shown &= camera.lie_ahead(foot)
    return [
        Block(pieces[i], float(height[i]), float(depth[i]), foot[i], face[i], corners[i], tops[i], bottom[i])
        for i in np.flatnonzero(shown).tolist()
    ]


def through(homography: Floats, points: Floats) -> Floats:
    """The points (N, 2) as a homography (3, 3) maps them, or as each of many (M, 3, 3) does: (M, N, 2)."""
    transposed = np.swapaxes(homography, -1, -2)
    image = points @ transposed[..., :2, :] + transposed[..., 2:, :]
    return np.asarray(image[..., :2] / image[..., 2:])


def _placed(x: Floats, y: Floats, turn: Floats, size: Floats) -> Floats:
    """(N, 3, 3): from each face's coordinates to the table's plane."""
    cos, sin, zero = np.cos(turn) * size, np.sin(turn) * size, np.zeros(len(x))
    rows = [[cos, -sin, x], [sin, cos, y], [zero, zero, zero + 1]]
    return np.ascontiguousarray(np.array(rows).transpose(2, 0, 1))


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
