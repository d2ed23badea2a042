"""What vision saw: pieces with all their probabilities, before the rules are weighed in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.qwirkle.settle import Place
from engine.qwirkle.tile import Colour, Shape, Tile
from engine.qwixx.roll import DieColour

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
        _check_shapes((self.corners, (4, 2)), (self.colours, (len(Colour),)), (self.shapes, (len(Shape),)))

    @classmethod
    def named(cls, corners: Floats, tile: Tile) -> TileSeen:
        """A tile that shows its face, and of which a person has said what it is."""
        return cls(corners, 1.0, np.eye(len(Colour))[tile.colour], np.eye(len(Shape))[tile.shape])

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the top face, x and y in pixels."""
        x, y = self.corners.mean(axis=0)
        return float(x), float(y)

    @property
    def likeliest(self) -> Tile:
        """What it looks like most."""
        return Tile(Colour(int(self.colours.argmax())), Shape(int(self.shapes.argmax())))

    @property
    def size(self) -> float:
        """The mean side of the top face in pixels."""
        return float(np.linalg.norm(self.corners - np.roll(self.corners, 1, axis=0), axis=1).mean())

    @property
    def names(self) -> Floats:
        """(7, 6) float64: the probability of every colour with every shape, given that the face is up."""
        return np.outer(self.colours, self.shapes)


@dataclass(frozen=True, eq=False)
class DieSeen:
    """A die as the picture shows it.

    Args:
        box: (4,) float64, left, top, width and height in pixels of the upright photo at full resolution around all that
            is seen of the die.
        top: (3,) float64, x and y of the middle of the top face and its mean side, in the same pixels.
        colours: (6,) float64, the probabilities of `DieColour`; they sum to one.
        values: (6,) float64, the probabilities of the values 1 to 6; they sum to one.
        in_play: the probability that, if it is a die, it lies rolled: neither held, leaning nor printed.
        cut: whether the picture's edge cuts the die.
        chance: the probability that it is a die at all.
        unsure: whether that is too little for a die that nothing else speaks for; the rules of the game may.

    Raises:
        ValueError: if an array has another shape.
    """

    box: Floats
    top: Floats
    colours: Floats
    values: Floats
    in_play: float
    cut: bool = False
    chance: float = 1.0
    unsure: bool = False

    def __post_init__(self) -> None:
        _check_shapes((self.box, (4,)), (self.top, (3,)), (self.colours, (len(DieColour),)), (self.values, (6,)))

    @classmethod
    def named(cls, top: Floats, colour: DieColour) -> DieSeen:
        """A die of which a person has said what colour it stands for, and its top face (3,) alone is known."""
        x, y, side = top
        box = np.array([x - side / 2, y - side / 2, side, side])
        return cls(box, top, np.eye(len(DieColour))[colour], np.full(6, 1 / 6), in_play=1.0)

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the whole die, x and y in pixels."""
        left, top, width, height = self.box.tolist()
        return left + width / 2, top + height / 2

    @property
    def size(self) -> float:
        """The mean side of the top face in pixels."""
        return float(self.top[2])


def parted(found: Iterable[DieSeen]) -> tuple[tuple[DieSeen, ...], tuple[DieSeen, ...]]:
    """Of what a reader of dice has found, the dice, and the places that may be some."""
    found = tuple(found)
    return tuple(die for die in found if not die.unsure), tuple(die for die in found if die.unsure)


@dataclass(frozen=True, eq=False)
class SheetSeen:
    """A Qwixx score sheet as the picture shows it.

    Args:
        corners: (4, 2) float64, x and y in pixels of the upright photo at full resolution of the coloured block of four
            rows: top left of the red row, top right, bottom right, bottom left of the blue row, as printed.
        cells: (4, 12, 2) float64, the centres of each row's eleven cells and its lock.
        boxes: (4, 2) float64, the centres of the boxes for penalties.
        marks: (4, 11) float64, the probability that each cell is marked.
        locks: (4,) float64, the same for the locks.
        penalties: (4,) float64, the same for the boxes.
        doubtful: (4, 11) bool, cells in which something is drawn that is no clear mark.
        refused: the code of the reason why the sheet can't be read, as for one of another edition; empty where it can.

    Raises:
        ValueError: if an array has another shape.
    """

    corners: Floats
    cells: Floats
    boxes: Floats
    marks: Floats
    locks: Floats
    penalties: Floats
    doubtful: NDArray[np.bool_]
    refused: str = ""

    def __post_init__(self) -> None:
        _check_shapes(
            (self.corners, (4, 2)),
            (self.cells, (4, 12, 2)),
            (self.boxes, (4, 2)),
            (self.marks, (4, 11)),
            (self.locks, (4,)),
            (self.penalties, (4,)),
            (self.doubtful, (4, 11)),
        )

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the coloured block, x and y in pixels."""
        x, y = self.corners.mean(axis=0)
        return float(x), float(y)


def _check_shapes(*pairs: tuple[NDArray[Any], tuple[int, ...]]) -> None:
    for array, shape in pairs:
        if array.shape != shape:
            raise ValueError(f"expected an array of shape {shape}, got {array.shape}")


@dataclass(frozen=True, eq=False)
class Reading:
    """What is on one photo.

    Args:
        width: of the upright photo, in pixels.
        height: of the upright photo, in pixels.
        tiles: every tile found, cut ones included.
        places: where each tile of `tiles` lies in its group.
        dice: every die found, cut ones included.
        sheets: every score sheet found.
        seconds: how long each stage took: ``load``, ``find``, ``classify``, ``total``.
        view_lost: whether the view of the table that is known of the camera can't be that of this photo.
        unsure_dice: places that may be dice, but aren't surely enough to stand among them.
    """

    width: int
    height: int
    tiles: tuple[TileSeen, ...] = ()
    places: tuple[Place, ...] = ()
    dice: tuple[DieSeen, ...] = ()
    sheets: tuple[SheetSeen, ...] = ()
    seconds: dict[str, float] = field(default_factory=dict)
    view_lost: bool = False
    unsure_dice: tuple[DieSeen, ...] = ()

    def __post_init__(self) -> None:
        if len(self.tiles) != len(self.places):
            raise ValueError("every tile has one place")
