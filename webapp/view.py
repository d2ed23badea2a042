"""Learns how a camera that stands still sees the table, from a photo that it took."""

from __future__ import annotations

from calibration.fit import usable
from calibration.view import View, view_of_board, view_of_tiles
from vision.charuco import find_board
from vision.photo import Photo
from vision.tiles import TileReader
from vision.view import whole_faces

TILE = 25.0
"""The side of a common tile in millimetres."""


def seen_view(photo: Photo, reader: TileReader, tile: float = TILE) -> View:
    """How the camera sees the table: by the calibration board if that is there, else by the tiles.

    Args:
        photo: that it took.
        reader: finds tiles.
        tile: the side of a tile in millimetres, where the board tells the table.

    Raises:
        CalibrationError: if neither tells it.
    """
    size = photo.width, photo.height
    board = find_board(photo)
    if usable(board):
        return view_of_board(board, size, tile)
    tiles, _ = reader.read(photo)
    return view_of_tiles(whole_faces(tiles), size)
