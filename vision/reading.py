"""What vision saw: pieces with all their probabilities, before the rules are weighed in."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.qwirkle.settle import Place
from engine.qwirkle.tile import Colour, Shape

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class TileSeen:
    """A Qwirkle tile as the picture shows it.

    Args:
        corners: (4, 2) float64, x and y of the top face's corners in pixels of the upright photo at full resolution,
            in the order top left, top right, bottom right, bottom left of the tile turned by less than 45 degrees
            from upright.
        face_up: the probability that the tile shows its face.
        colours: (7,) float64, the probabilities of `Colour` given that the face is up; they sum to one.
        shapes: (6,) float64, the same for `Shape`.
        cut: whether the picture's edge cuts the tile.

    Raises:
        ValueError: if an array has another shape.
    """

    corners: Floats
    face_up: float
    colours: Floats
    shapes: Floats
    cut: bool = False

    def __post_init__(self) -> None:
        for array, shape in ((self.corners, (4, 2)), (self.colours, (len(Colour),)), (self.shapes, (len(Shape),))):
            if array.shape != shape:
                raise ValueError(f"expected an array of shape {shape}, got {array.shape}")

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the top face, x and y in pixels."""
        x, y = self.corners.mean(axis=0)
        return float(x), float(y)

    @property
    def size(self) -> float:
        """The mean side of the top face in pixels."""
        return float(np.linalg.norm(self.corners - np.roll(self.corners, 1, axis=0), axis=1).mean())

    @property
    def names(self) -> Floats:
        """(7, 6) float64: the probability of every colour with every shape, given that the face is up."""
        return np.outer(self.colours, self.shapes)


@dataclass(frozen=True, eq=False)
class Reading:
    """What is on one photo.

    Args:
        width: of the upright photo, in pixels.
        height: of the upright photo, in pixels.
        tiles: every tile found, cut ones included.
        places: where each tile of `tiles` lies in its group.
        seconds: how long each stage took: ``load``, ``find``, ``classify``, ``total``.
    """

    width: int
    height: int
    tiles: tuple[TileSeen, ...] = ()
    places: tuple[Place, ...] = ()
    seconds: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.tiles) != len(self.places):
            raise ValueError("every tile has one place")
