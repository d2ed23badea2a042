"""The body of a die: a cube with its edges and corners taken off, about the origin, its side 1."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Vectors = NDArray[np.float32]
"""(3, N) float32: one vector a column, which keeps each coordinate together in memory."""

_CLOUD = 320
"""Points by which a body's outline and its shadow are drawn."""
_HALVINGS = 16
_STEPS = 14
_TOUCH = np.float32(0.004)
"""A ray this near to the surface, in sides, has hit it."""
_STEP = np.float32(0.01)
"""How far apart the distances are compared that give the normal."""


@dataclass(frozen=True)
class Form:
    """How the cube is rounded.

    Args:
        radius: of the rounded edges, in sides.
        ball: radius of the ball that cuts the corners off; from 0.87 on it cuts nothing.
        bevel: distance of the planes that cut the edges, from the middle; from 0.71 on they cut nothing.
        power: exponent of a pillow-shaped body, |x|^p + |y|^p + |z|^p = 1/2^p, that replaces the rounded cube;
            0 for none.
        corner: the sum of the coordinates on the planes that cut the corners; from 1.5 on they cut nothing.
        plate: half the side of the plate that each face is, which a frame as wide as the rest surrounds; 0 for none.
        sunk: how much deeper the frame lies than the plate.
    """

    radius: float = 0.1
    ball: float = 1.0
    bevel: float = 1.0
    power: float = 0.0
    corner: float = 2.0
    plate: float = 0.0
    sunk: float = 0.0

    def distance(self, points: Vectors) -> NDArray[np.float32]:
        """How far points are from the surface, or a little less; negative inside: (N,) float32."""
        size = np.abs(points)
        if self.power:
            found = (size**self.power).sum(axis=0) ** (1 / self.power) - np.float32(0.5)
        else:
            found = _rounded(size, 0.5 - self.sunk, self.radius)
        if self.plate:
            longest = largest(size)
            others = size.sum(axis=0) - longest - np.minimum(np.minimum(size[0], size[1]), size[2])
            found = np.minimum(found, np.maximum(longest - np.float32(0.5), others - np.float32(self.plate)))
        if self.corner < 1.5:
            found = np.maximum(found, (size.sum(axis=0) - np.float32(self.corner)) * np.float32(math.sqrt(1 / 3)))
        if self.ball < math.sqrt(0.75):
            found = np.maximum(found, np.sqrt(dots(points, points)) - np.float32(self.ball))
        if self.bevel < math.sqrt(0.5):
            edge = size.sum(axis=0) - np.minimum(np.minimum(size[0], size[1]), size[2])
            found = np.maximum(found, edge * np.float32(math.sqrt(0.5)) - np.float32(self.bevel))
        return np.asarray(found, np.float32)

    def normals(self, points: Vectors) -> Vectors:
        """The outward normals at points of the surface: (3, N), length 1."""
        here = self.distance(points)
        slopes = np.empty_like(points)
        for axis in range(3):
            moved = points.copy()
            moved[axis] += _STEP
            slopes[axis] = self.distance(moved) - here
        return unit(slopes)

    def hits(self, origin: Vectors, rays: Vectors) -> tuple[NDArray[np.intp], Vectors]:
        """Where rays first meet the body.

        Args:
            origin: (3, 1) where all rays start, outside.
            rays: (3, N) their directions, of length 1.

        Returns:
            Which rays do, and the (3, M) points where they do.
        """
        enter, leave = through_cube(origin, rays)
        index = np.flatnonzero((enter < leave) & (leave > 0))
        along, leave, active = enter[index], leave[index], rays[:, index]
        found, places = [], []
        for _ in range(_STEPS):
            points = origin + along * active
            gap = self.distance(points)
            hit = gap < _TOUCH
            found.append(index[hit])
            places.append(points[:, hit])
            along = along + gap
            left = ~hit & (along < leave)
            index, along, leave, active = index[left], along[left], leave[left], active[:, left]
            if not len(index):
                break
        return np.concatenate(found), np.concatenate(places, axis=1)

    @property
    def cloud(self) -> Floats:
        """(M, 3) float64: points spread over the surface."""
        return _cloud(self)


def _rounded(size: Vectors, half: float, radius: float) -> NDArray[np.float32]:
    """(N,) how far points, given by their sizes, are from a cube with rounded edges."""
    beyond = size - np.float32(half - radius)
    inside = np.minimum(largest(beyond), 0)
    np.maximum(beyond, 0, out=beyond)
    return np.asarray(np.sqrt(dots(beyond, beyond)) + inside - np.float32(radius), np.float32)


@lru_cache(maxsize=512)
def _cloud(form: Form) -> Floats:
    index = np.arange(_CLOUD) + 0.5
    height = 1 - 2 * index / _CLOUD
    angle = math.pi * (1 + math.sqrt(5)) * index
    around = np.sqrt(1 - height**2)
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) / math.sqrt(3)
    spiral = np.stack([around * np.cos(angle), around * np.sin(angle), height], axis=1)
    directions = np.concatenate([spiral, corners])
    low, high = np.zeros(len(directions)), np.ones(len(directions))
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        inside = form.distance((directions * middle[:, None]).T.astype(np.float32)) < 0
        low, high = np.where(inside, middle, low), np.where(inside, high, middle)
    cloud = directions * low[:, None]
    cloud.setflags(write=False)
    return np.asarray(cloud)


def unit(vectors: Vectors) -> Vectors:
    """Vectors (3, N) brought to length 1."""
    length = np.sqrt(dots(vectors, vectors))
    return np.asarray(vectors / np.maximum(length, np.float32(1e-6)), np.float32)


def dots(first: Vectors, second: Vectors) -> NDArray[np.float32]:
    """(N,) the scalar products of vectors (3, N)."""
    return np.asarray(first[0] * second[0] + first[1] * second[1] + first[2] * second[2])


def through_cube(origins: Vectors, rays: Vectors) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Where rays enter and leave the cube of side 1, as multiples of the rays: no hit where the first is greater."""
    steps = 1 / np.where(np.abs(rays) < np.float32(1e-6), np.float32(1e-6), rays)
    middle, half = -origins * steps, np.float32(0.5) * np.abs(steps)
    leave = middle + half
    return largest(np.asarray(middle - half, np.float32)), np.minimum(np.minimum(leave[0], leave[1]), leave[2])


def largest(vectors: Vectors) -> NDArray[np.float32]:
    """(N,) the largest coordinate of each vector (3, N); several times as fast as a reduction."""
    return np.asarray(np.maximum(np.maximum(vectors[0], vectors[1]), vectors[2]))


def steepest(vectors: Vectors) -> NDArray[np.intp]:
    """(N,) the axis along which each vector (3, N) is longest."""
    x, y, z = np.abs(vectors)
    return np.asarray(np.where(x >= y, np.where(x >= z, 0, 2), np.where(y >= z, 1, 2)), np.intp)
