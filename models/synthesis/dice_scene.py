"""Renders dice on a table, and says where each is and what it shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.qwixx.roll import DieColour
from models.synthesis import lighting as lights
from models.synthesis.camera import Camera
from models.synthesis.canvas import Canvas, cover
from models.synthesis.clutter import Hand, Sheet, Solid
from models.synthesis.dice_clutter import Gem
from models.synthesis.dice_ground import Tray
from models.synthesis.die import Die, Lie
from models.synthesis.die_painter import DicePainter
from models.synthesis.layout import Room, Surface
from models.synthesis.lighting import Lighting
from models.synthesis.sky import Sky
from models.synthesis.table import exposed, ground, show_room

Floats = NDArray[np.float64]
Light = NDArray[np.float32]

_CREASED = 0.3
"""What is lower than this share of a die's side darkens the table beneath."""
_NO_PIPS = np.empty((0, 2))


@dataclass(frozen=True, eq=False)
class RenderedDie:
    """Where a die lies in the picture, exactly; pixels count from the middle of the first one.

    Args:
        box: (4,) float64: left, top, width, height of that part of the die that is seen, in pixels.
        top: (4, 2) float64: the corners of the square about the upper face, clockwise where that face is seen.
        pips: (N, 2) float64: the middles of the upper face's pips; none of the picture of a die.
        colour: what a person calls the body's colour.
        value: the face that points up, 1 to 6; for a tilted die the one that points most upwards.
        lie: how it lies.
        visible: the share of the die's silhouette that is inside the picture and that nothing hides, 0 to 1.
        cut: whether the picture's edge cuts the silhouette.
    """

    box: Floats
    top: Floats
    pips: Floats
    colour: DieColour
    value: int
    lie: Lie
    visible: float
    cut: bool

    @property
    def in_play(self) -> bool:
        """Whether the die counts as rolled."""
        return self.lie is Lie.FLAT

    @property
    def centre(self) -> Floats:
        """(2,) the middle of the upper face in pixels."""
        return np.asarray(self.top.mean(axis=0))

    @property
    def size(self) -> float:
        """The mean side of the upper face in pixels."""
        return float(np.linalg.norm(self.top - np.roll(self.top, 1, axis=0), axis=1).mean())


@dataclass(frozen=True, eq=False)
class DiceScene:
    """A rendered table with dice and its truth.

    Args:
        image: (H, W, 3) uint8, BGR.
        dice: every die of which some is seen; pictures of dice too.
    """

    image: NDArray[np.uint8]
    dice: tuple[RenderedDie, ...]

    def squeezed(self, height: int) -> DiceScene:
        """The same scene in a picture brought to another height."""
        share = height / self.image.shape[0]
        image = cv2.resize(self.image, (self.image.shape[1], height), interpolation=cv2.INTER_AREA)
        # The middle of the first pixel is 0, its edge -0.5.
        dice = [
            replace(
                die,
                box=np.array([die.box[0], (die.box[1] + 0.5) * share - 0.5, die.box[2], die.box[3] * share]),
                top=(die.top + 0.5) * [1.0, share] - 0.5,
                pips=(die.pips + 0.5) * [1.0, share] - 0.5,
            )
            for die in self.dice
        ]
        return DiceScene(np.asarray(image, np.uint8), tuple(dice))


@dataclass(frozen=True, eq=False)
class PrintedDie:
    """The picture of a die on paper or a box.

    Args:
        sheet: the paper and where it lies.
        outline: (N, 2) the die's silhouette as shares of the paper's width and height.
        top: (4, 2) the upper face's corners, likewise.
        colour: of the body.
        value: of the upper face.
    """

    sheet: Sheet
    outline: Floats
    top: Floats
    colour: DieColour
    value: int

    def placed(self, points: Floats) -> Floats:
        """(N, 3) where points of the picture lie on the table."""
        source = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
        matrix = cv2.getPerspectiveTransform(source, self.sheet.corners.astype(np.float32))
        flat = cv2.perspectiveTransform(points[None].astype(np.float32), matrix)[0]
        return np.column_stack([flat, np.zeros(len(flat))]).astype(np.float64)


@dataclass(frozen=True, eq=False)
class DiceTable:
    """All that is on the table, in the unit of one die's side.

    Args:
        surface: the table itself.
        dice: the dice.
        sky: what shiny things mirror.
        tray: what the dice may lie in.
        room: what is beyond the table's edges.
        sheets: flat printed things.
        printed: pictures of dice.
        solids: what stands on the table.
        gems: dice that have not six faces.
        palm: a hand's arm and palm, below the dice it holds.
        fingers: and what is above them.
    """

    surface: Surface
    dice: tuple[Die, ...]
    sky: Sky
    tray: Tray | None = None
    room: Room | None = None
    sheets: tuple[Sheet, ...] = ()
    printed: tuple[PrintedDie, ...] = ()
    solids: tuple[Solid, ...] = ()
    gems: tuple[Gem, ...] = ()
    palm: Hand | None = None
    fingers: Hand | None = None


def render_dice(table: DiceTable, camera: Camera, light: Lighting, rng: np.random.Generator) -> DiceScene:
    """A photo of a table with dice, and the truth about it.

    Args:
        table: what lies there; all of it well before the camera.
        camera: where the camera stands and what it does to the light.
        light: the lamps.
        rng: the source of every pixel's noise.

    Returns:
        The scene; the same arguments and generator state give the same scene, byte by byte.
    """
    canvas = Canvas(ground(table.surface, camera))
    if table.room is not None:
        show_room(canvas, table.room, camera)
    if table.tray is not None:
        floor = Surface(table.tray.texture, table.tray.span)
        table.tray.paint_floor(canvas, camera, ground(floor, camera))
    _lay_sheets(canvas, camera, table)
    canvas.light *= _shadows(table, camera, light)
    if table.tray is not None:
        table.tray.paint_walls(canvas, camera, light, before=False)
    painter = DicePainter(canvas, camera, light, table.sky, table.dice)
    for step in _nearest_last(table, camera, light, canvas, painter):
        step()
    if table.tray is not None:
        table.tray.paint_walls(canvas, camera, light, before=True)
    _show_hand(table, canvas, painter)
    image = exposed(canvas, camera, light, rng)
    return DiceScene(image, _truth(table, canvas, camera))


def _lay_sheets(canvas: Canvas, camera: Camera, table: DiceTable) -> None:
    for sheet in table.sheets:
        sheet.paint(canvas, camera)
    for number, printed in enumerate(table.printed, len(table.dice) + 1):
        printed.sheet.paint(canvas, camera)
        outline = camera.project(printed.placed(printed.outline))
        region = canvas.region(outline)
        if not region.empty:
            canvas.owner[region.slices][cover(region, [outline]) > 0.5] = number


def _shadows(table: DiceTable, camera: Camera, light: Lighting) -> Light:
    thrown = [die.shadow(light.cast) for die in table.dice if die.lie is not Lie.HELD]
    low = [die.contact(_CREASED * die.side) for die in table.dice]
    feet = [cv2.convexHull(points.astype(np.float32))[:, 0].astype(np.float64) for points in low if len(points)]
    things: list[Solid | Gem] = [*table.solids, *table.gems]
    for thing in things:
        thrown.append(np.concatenate([thing.foot, thing.foot + light.cast * thing.height]))
        feet.append(thing.foot)
    if table.tray is not None:
        thrown += table.tray.thrown(light.cast)
    return lights.cast_shadows(light, camera, thrown, feet)


def _nearest_last(
    table: DiceTable, camera: Camera, light: Lighting, canvas: Canvas, painter: DicePainter
) -> list[Callable[[], None]]:
    """What paints each thing that stands on the table, the furthest first."""
    steps: list[tuple[float, Callable[[], None]]] = [
        (solid.depth(camera), partial(solid.paint, canvas, camera)) for solid in table.solids
    ]
    steps += [(gem.depth(camera), partial(gem.paint, canvas, camera, light)) for gem in table.gems]
    steps += [
        (camera.distance_to(*die.centre.tolist()), partial(painter.paint, die, number))
        for number, die in enumerate(table.dice, 1)
        if die.lie is not Lie.HELD
    ]
    return [step for _, step in sorted(steps, key=lambda step: -step[0])]


def _show_hand(table: DiceTable, canvas: Canvas, painter: DicePainter) -> None:
    if table.palm is None:
        return
    table.palm.shade(canvas)
    table.palm.paint(canvas)
    for number, die in enumerate(table.dice, 1):
        if die.lie is Lie.HELD:
            painter.paint(die, number)
    if table.fingers is not None:
        table.fingers.paint(canvas)


def _truth(table: DiceTable, canvas: Canvas, camera: Camera) -> tuple[RenderedDie, ...]:
    shapes = [
        (die.outline(camera), camera.project(die.top), camera.project(die.pips), die.look.colour, die.value, die.lie)
        for die in table.dice
    ]
    shapes += [
        (camera.project(p.placed(p.outline)), camera.project(p.placed(p.top)), _NO_PIPS, p.colour, p.value, Lie.PRINTED)
        for p in table.printed
    ]
    shown = np.bincount(canvas.owner.ravel(), minlength=len(shapes) + 1)
    last = np.array([canvas.width, canvas.height]) - 0.5
    dice = []
    for number, (outline, top, pips, colour, value, lie) in enumerate(shapes, 1):
        if not shown[number]:
            continue
        hull = cv2.convexHull(camera.bent(outline).astype(np.float32))
        left, upper, width, height = cv2.boundingRect((canvas.owner == number).astype(np.uint8))
        points = hull.reshape(-1, 2)
        dice.append(
            RenderedDie(
                box=np.array([left - 0.5, upper - 0.5, width, height]),
                top=camera.bent(top),
                pips=camera.bent(pips),
                colour=colour,
                value=value,
                lie=lie,
                visible=float(min(1.0, shown[number] / max(cv2.contourArea(hull), 1.0))),
                cut=bool((points < -0.5).any() or (points > last).any()),
            )
        )
    return tuple(dice)
