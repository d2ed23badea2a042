"""Draws the tiles of Qwirkle that were read on the photo, and what to play.

overlay(photo, [Outlines(reading, table), Names(reading, table), Hint(cells, {(3, 0): tile})])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.qwirkle.settle import Table
from engine.qwirkle.tile import Colour, Tile
from models.synthesis.shapes import Proportions, outline
from vision.cells import Cells
from vision.grid import SQUARE
from vision.overlay import (
    ADVICE,
    BGR,
    BLUE,
    DARK,
    DOUBT,
    FOUND,
    GREEN,
    HEADER,
    LIGHT,
    PLATE,
    RED,
    YELLOW,
    Canvas,
    ground,
    side_of,
    write,
    write_below,
)
from vision.reading import Floats, Reading

INKS: Mapping[Colour, BGR] = {
    Colour.RED: RED,
    Colour.ORANGE: (30, 135, 255),
    Colour.YELLOW: YELLOW,
    Colour.GREEN: GREEN,
    Colour.BLUE: BLUE,
    Colour.PURPLE: (215, 70, 160),
    Colour.WHITE: LIGHT,
}
"""How the colours of tiles are drawn on dark ground: brighter than they are, and far from each other."""
LABEL_ROOM = 0.4
"""A label is left out where the least legible plate would be higher than this share of the side: it would hide all."""
BESIDE = 1.3
"""How far from its tile's middle a hint's label lies, in half diagonals: beside the corner, off the tile."""


@dataclass(frozen=True, eq=False)
class Outlines:
    """The edge of every tile: dashed where the tile is doubted, fine dots where the picture's edge cuts it."""

    reading: Reading
    table: Table

    def annotate(self, canvas: Canvas) -> None:
        """Draws on the canvas."""
        for seen, settled in zip(self.reading.tiles, self.table.tiles, strict=True):
            if seen.cut:
                canvas.dashes(seen.corners, LIGHT, 0.02 * seen.size, count=9)
            elif settled.doubted:
                canvas.dashes(seen.corners, DOUBT, 0.05 * seen.size, count=3)
            else:
                canvas.stroke(seen.corners, FOUND, 0.035 * seen.size)


@dataclass(frozen=True, eq=False)
class Names:
    """A plate with the name of every tile: its colour's letter and its shape, and a ``?`` where it is doubted.

    A tile face down has an empty frame for a name, and the plates of a hand have a light rim.
    """

    reading: Reading
    table: Table

    def annotate(self, canvas: Canvas) -> None:
        """Draws on the canvas."""
        for seen, settled in zip(self.reading.tiles, self.table.tiles, strict=True):
            if seen.cut:
                continue
            rim = LIGHT if settled.role == "hand" else None
            letters = "?" if settled.doubted else ""
            plate(canvas, settled.tile, seen.corners, letters, rim)


@dataclass(frozen=True, eq=False)
class Places:
    """The group, column and row of every tile, on its lower part."""

    reading: Reading

    def annotate(self, canvas: Canvas) -> None:
        """Draws on the canvas."""
        for seen, place in zip(self.reading.tiles, self.reading.places, strict=True):
            write_below(canvas, f"{place.group}:{place.col},{place.row}", seen.corners, LIGHT)


@dataclass(frozen=True, eq=False)
class Hint:
    """Tiles to play, drawn where they would go, and as they would lie: nothing is written on them.

    Args:
        cells: of the group to which they are added.
        tiles: by column and row in that group.
        label: such as ``+12``, written beside the corner that is farthest from other tiles.
    """

    cells: Cells
    tiles: Mapping[tuple[int, int], Tile]
    label: str = ""

    def annotate(self, canvas: Canvas) -> None:
        """Draws on the canvas."""
        quads = [self.cells.corners(*cell) for cell in self.tiles]
        for quad, tile in zip(quads, self.tiles.values(), strict=True):
            canvas.fill(quad, DARK, opacity=0.8)
            draw_shape(canvas, tile, quad)
        for quad in quads:
            canvas.stroke(quad, ADVICE, 0.08 * side_of(quad))
        if self.label and canvas.legible(0.0) < LABEL_ROOM * side_of(quads[0]):
            write(canvas, self.label, self._beside(canvas, quads), side_of(quads[0]), ADVICE)

    def _beside(self, canvas: Canvas, quads: Sequence[Floats]) -> Floats:
        """Where the label goes, (2,): on the picture, and far from tiles laid and hinted."""
        middles = np.stack([quad.mean(axis=0) for quad in quads])
        places = np.concatenate(
            [middle + BESIDE * (quad - middle) for middle, quad in zip(middles, quads, strict=True)]
        )
        taken = np.concatenate([middles, self.cells.middles])
        room = np.linalg.norm(places[:, None] - taken[None], axis=2).min(axis=1)
        return np.asarray(places[np.where(canvas.shows(places), room, -1.0).argmax()])


def draw_shape(canvas: Canvas, tile: Tile, corners: Floats) -> None:
    """Draws a tile's shape in its colour into a four-cornered place, (4, 2) from its top left."""
    onto = cv2.getPerspectiveTransform(SQUARE.astype(np.float32), corners.astype(np.float32))
    for polygon in outline(tile.shape, Proportions()):
        canvas.fill(np.asarray(cv2.perspectiveTransform(polygon[None], onto)[0]), INKS[tile.colour])


def plate(canvas: Canvas, tile: Tile | None, corners: Floats, letters: str = "", rim: BGR | None = None) -> None:
    """Draws a plate with a tile's name onto the upper part of a tile.

    Args:
        canvas: what is drawn on.
        tile: what is named; None is a tile face down.
        corners: (4, 2) float64, of the tile.
        letters: what stands behind the name.
        rim: the colour of the plate's edge.
    """
    height = canvas.legible(PLATE * side_of(corners))
    middle = corners.mean(axis=0) - np.array([0.0, HEADER * side_of(corners)])
    ground(canvas, middle, (1.8 + 0.6 * len(letters)) * height, height, rim)
    right = np.array([0.42 * height, 0.0])
    name = middle - np.array([0.3 * len(letters) * height, 0.0])
    if tile is None:
        canvas.write("-", name - right, 0.66 * height, LIGHT)
        canvas.stroke(name + right + 0.6 * height * SQUARE, LIGHT, 0.08 * height)
    else:
        canvas.write(tile.colour.letter, name - right, 0.66 * height, LIGHT)
        draw_shape(canvas, tile, name + right + 0.84 * height * SQUARE)
    if letters:
        canvas.write(letters, middle + np.array([0.9 * height, 0.0]), 0.66 * height, DOUBT)
