"""Where things that were read on a straight picture lie on the photo as it was taken, which is what pages show."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from calibration.lens import Lens
from vision.grid import SQUARE
from vision.reading import DieSeen, Reading, SheetSeen, TileSeen


def as_taken(reading: Reading, lens: Lens | None) -> Reading:
    """The same reading in pixels of the photo as it was taken.

    Args:
        reading: of the straight picture.
        lens: whose distortion had been taken out of it, for the upright photo in full resolution; None if none had.
    """
    if lens is None:
        return reading
    return replace(
        reading,
        tiles=tuple(bent_tile(tile, lens) for tile in reading.tiles),
        dice=tuple(_die(die, lens) for die in reading.dice),
        unsure_dice=tuple(_die(die, lens) for die in reading.unsure_dice),
        sheets=tuple(bent_sheet(sheet, lens) for sheet in reading.sheets),
    )


def bent_sheet(sheet: SheetSeen, lens: Lens | None) -> SheetSeen:
    """The same sheet in pixels of the photo as it was taken."""
    if lens is None:
        return sheet
    cells = lens.bend(sheet.cells.reshape(-1, 2)).reshape(sheet.cells.shape)
    return replace(sheet, corners=lens.bend(sheet.corners), cells=cells, boxes=lens.bend(sheet.boxes))


def bent_tile(tile: TileSeen, lens: Lens | None) -> TileSeen:
    """The same tile in pixels of the photo as it was taken."""
    if lens is None:
        return tile
    return replace(tile, corners=lens.bend(tile.corners))


def _die(die: DieSeen, lens: Lens) -> DieSeen:
    left, top, width, height = die.box
    around = lens.bend(np.array([left, top]) + (SQUARE + 0.5) * (width, height))
    (x, y, side), least = die.top, around.min(axis=0)
    face = lens.bend(np.array([x, y]) + side * SQUARE)
    size = float(np.linalg.norm(face - np.roll(face, 1, axis=0), axis=1).mean())
    return replace(
        die, box=np.concatenate([least, around.max(axis=0) - least]), top=np.array([*face.mean(axis=0), size])
    )
