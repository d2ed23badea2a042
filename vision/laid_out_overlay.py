"""Draws pieces that are laid out to be learned: their numbers in the order of reading, and what they were named."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from engine.qwirkle.tile import Tile
from engine.qwixx.roll import DieColour
from vision.icc import Pixels
from vision.overlay import FAULT, FOUND, HEADER, LIGHT, Canvas, overlay, side_of, write, write_below
from vision.photo import Photo
from vision.qwirkle_overlay import plate
from vision.qwixx_overlay import around
from vision.reading import DieSeen, TileSeen

HIGHEST = 1400
"""Of a picture of several photos beside each other, in pixels."""


@dataclass(frozen=True, eq=False)
class LaidOutPieces:
    """The edge and the number of every piece, from 1, and above it the name; crossed frames are misnamed.

    Args:
        pieces: in the order of reading.
        names: by the pieces' indices.
        wrong: the indices of those that can't be what they were named.
    """

    pieces: Sequence[TileSeen | DieSeen]
    names: Mapping[int, Tile] | Mapping[int, DieColour] = field(default_factory=dict)
    wrong: Collection[int] = ()

    def annotate(self, canvas: Canvas) -> None:
        """Draws on the canvas."""
        for index, piece in enumerate(self.pieces):
            corners = piece.corners if isinstance(piece, TileSeen) else around(piece.box)
            side, name = side_of(corners), self.names.get(index)
            if index in self.wrong:
                canvas.stroke(corners, FAULT, 0.1 * side)
            elif name is None and self.names:
                canvas.dashes(corners, LIGHT, 0.03 * side, count=5)
            else:
                canvas.stroke(corners, FOUND, 0.035 * side)
            write_below(canvas, str(index + 1), corners, LIGHT)
            if isinstance(name, Tile):
                plate(canvas, name, corners)
            elif name is not None:
                write(canvas, name.word, corners.mean(axis=0) - np.array([0.0, HEADER * side]), side, LIGHT)


def beside(pictures: Sequence[tuple[Photo, LaidOutPieces]]) -> Pixels:
    """Photos with what lies on them, beside each other: (H, W, 3) uint8 BGR."""
    drawn = [overlay(photo, [pieces]) for photo, pieces in pictures]
    height = min(HIGHEST, *(picture.shape[0] for picture in drawn), HIGHEST)
    fitted = [
        cv2.resize(
            picture, (max(1, round(picture.shape[1] * height / picture.shape[0])), height), interpolation=cv2.INTER_AREA
        )
        for picture in drawn
    ]
    return np.asarray(np.hstack(fitted), np.uint8)
