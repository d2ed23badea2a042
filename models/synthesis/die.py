"""One die as a thing in space: its body, pips and material, and how it lies."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.qwixx.roll import DieColour
from models.synthesis.camera import Camera
from models.synthesis.die_form import Form

Floats = NDArray[np.float64]
Light = NDArray[np.float32]


class Lie(Enum):
    """How a die lies. Only a flat one is in play."""

    FLAT = "flat"
    COCKED = "cocked"
    """Tilted against something."""
    STACKED = "stacked"
    """Flat upon other dice."""
    HELD = "held"
    """In a hand."""
    PRINTED = "printed"
    """No die at all but the picture of one."""


@dataclass(frozen=True)
class Pips:
    """How the values are marked.

    Args:
        radius: of a pip, in sides.
        spacing: from the middle of a face to the rows beside it, in sides.
        hollow: how strongly the bowl of a pip is curved; 0 for flat paint.
        ring: share of the radius within which the pip is the body's colour; 0 for full pips.
        halo: radii of a thin ring about each pip, as shares of its own, from where to where; both 0 for none.
        outline: "disc", "square", "diamond" or "oval".
        lone: factor on the radius of the pip of a one.
        deuce: whether the diagonal of the two runs the other way; ``trey`` and ``six`` likewise: the orientation.
        trey: see above.
        six: see above.
        logo: what surrounds ("ring") or replaces ("emblem") the pip of the one; "" for nothing.
    """

    radius: float = 0.1
    spacing: float = 0.26
    hollow: float = 0.5
    ring: float = 0.0
    halo: tuple[float, float] = (0.0, 0.0)
    outline: str = "disc"
    lone: float = 1.0
    deuce: bool = False
    trey: bool = False
    six: bool = False
    logo: str = ""

    def places(self, value: int) -> Floats:
        """(value, 2) float64: where the pips are on the face of a value, in sides from its middle."""
        step = self.spacing
        diagonal = np.array([[-step, -step], [step, step]])
        if (value == 2 and self.deuce) or (value == 3 and self.trey):
            diagonal = diagonal * [1, -1]
        spots = [np.zeros((value % 2, 2))]
        if value > 1:
            spots.append(diagonal)
        if value > 3:
            spots.append(diagonal * [1, -1])
        if value == 6:
            spots.append(np.array([[-step, 0.0], [step, 0.0]]) if self.six else np.array([[0.0, -step], [0.0, step]]))
        return np.concatenate(spots)


@dataclass(frozen=True, eq=False)
class Material:
    """What a die is made of; colours are (3,) float32 linear BGR.

    Args:
        body: the body's colour.
        second: the other colour of the pattern.
        ink: the pips' colour.
        pattern: "plain", "marbled", "speckled", "grained", "streaked", "banded", "cracked" or "spotted".
        contrast: how much of the second colour shows.
        scale: how fine the pattern is.
        gloss: how clearly the surface mirrors, 0 to 1.
        rough: how blurred it mirrors, 0 to 1.
        clear: share of the light that goes through the body.
        metal: whether the body mirrors in its own colour.
        wear: share of the pips' paint that is gone.
    """

    body: Light
    second: Light
    ink: Light
    pattern: str = "plain"
    contrast: float = 0.5
    scale: float = 1.0
    gloss: float = 1.0
    rough: float = 0.1
    clear: float = 0.0
    metal: bool = False
    wear: float = 0.0


@dataclass(frozen=True, eq=False)
class DieLook:
    """One kind of die.

    Args:
        colour: what a person calls the body's colour.
        form: the body.
        pips: the marks.
        material: what it is made of.
        left_handed: whether 1, 2, 3 run the other way around their common corner.
        grain_seed: where in the pattern this die was cut from.
    """

    colour: DieColour
    form: Form
    pips: Pips
    material: Material
    left_handed: bool = False
    grain_seed: int = 0

    @property
    def faces(self) -> tuple[int, ...]:
        """The values on +x, -x, +y, -y, +z, -z of the body."""
        x, y = (2, 1) if self.left_handed else (1, 2)
        return x, 7 - x, y, 7 - y, 3, 4


@dataclass(frozen=True, eq=False)
class Die:
    """A die at a place; lengths in the table's unit.

    Args:
        look: its kind.
        centre: (3,) its middle; heights count upwards.
        turned: (3, 3) the rotation from the body's axes to the table's.
        side: its side.
        lie: how it lies.
    """

    look: DieLook
    centre: Floats
    turned: Floats
    side: float = 1.0
    lie: Lie = Lie.FLAT

    @property
    def up(self) -> int:
        """The index in `DieLook.faces` of the face that points most upwards."""
        axis = int(np.abs(self.turned[2]).argmax())
        return 2 * axis + (0 if self.turned[2, axis] > 0 else 1)

    @property
    def value(self) -> int:
        """What counts: the face that points most upwards."""
        return self.look.faces[self.up]

    @cached_property
    def cloud(self) -> Floats:
        """(N, 3) points of its surface in the table's space."""
        return np.asarray(self.look.form.cloud @ self.turned.T * self.side + self.centre)

    @property
    def top(self) -> Floats:
        """(4, 3) the corners of the square about the upper face, clockwise as seen from above."""
        corners = self._on_top(np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]))
        (along_x, along_y), (on_x, on_y) = np.diff(corners[:3, :2], axis=0)
        return corners[::-1] if along_x * on_y < along_y * on_x else corners

    @property
    def pips(self) -> Floats:
        """(value, 3) the middles of the pips of the upper face."""
        return self._on_top(self.look.pips.places(self.value))

    def _on_top(self, places: Floats) -> Floats:
        """(N, 3) where places (N, 2) of the upper face are, which are given in sides from its middle."""
        axis, back = divmod(self.up, 2)
        normal, first, second = np.roll(self.turned, -axis, axis=1).T
        middle = self.centre + normal * (-1 if back else 1) * self.side / 2
        return np.asarray(middle + places @ np.array([first, second]) * self.side)

    @property
    def foot(self) -> Floats:
        """(4, 2) the upper face's square, seen from above."""
        return self.top[:, :2]

    def shadow(self, cast: Floats) -> Floats:
        """(N, 2) where the points of the surface throw their shadow; ``cast`` as in `Lighting.cast`."""
        return np.asarray(self.cloud[:, :2] + self.cloud[:, 2:] * cast)

    def contact(self, reach: float) -> Floats:
        """(N, 2) the points of the surface within a height above the table, seen from above."""
        return np.asarray(self.cloud[self.cloud[:, 2] < reach, :2])

    def outline(self, camera: Camera) -> Floats:
        """(N, 2) the pixels where the points of the surface appear; their hull is the silhouette."""
        return camera.project(self.cloud)


def lying(face: int, turn: float) -> Floats:
    """The rotation of a die that shows a face, numbered as in `DieLook.faces`, upwards.

    Args:
        face: which.
        turn: radians about the vertical.
    """
    axis, back = divmod(face, 2)
    upright = np.roll(np.eye(3), 2 - axis, axis=0)
    if back:
        upright = upright * [[1.0], [-1.0], [-1.0]]
    return np.asarray(about((0.0, 0.0, 1.0), turn) @ upright)


def about(axis: tuple[float, float, float], angle: float) -> Floats:
    """(3, 3) the rotation by an angle about an axis of length 1 (Rodrigues' formula)."""
    x, y, z = axis
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.asarray(np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross)


def standing(look: DieLook, x: float, y: float, turned: Floats, side: float = 1.0, lie: Lie = Lie.FLAT) -> Die:
    """A die whose lowest point touches the table."""
    lowest = (look.form.cloud @ turned[2]).min() * side
    return Die(look, np.array([x, y, -lowest]), turned, side, lie)
