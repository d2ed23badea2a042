"""The calibration board: a chessboard whose white squares hold markers, so that each corner is known by itself.

It may reach over the picture's edge; what is seen of it tells which corners those are.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from calibration.fit import BoardView
from vision.icc import Pixels
from vision.photo import Photo

COLUMNS, ROWS = 6, 8
"""Squares across and down."""
SQUARE_MM, MARKER_MM = 30, 21
"""Their sides and those of the markers, in millimetres: such a board fits on A4 and on Letter."""
DICTIONARY = cv2.aruco.DICT_4X4_50
"""Large modules, which are still seen from far away; 24 markers are needed."""


@lru_cache
def _board() -> cv2.aruco.CharucoBoard:
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), float(SQUARE_MM), float(MARKER_MM), dictionary)


def board_picture(pixels: int) -> Pixels:
    """The board with so many pixels a millimetre, without a margin: (H, W) uint8, 0 or 255."""
    size = (COLUMNS * SQUARE_MM * pixels, ROWS * SQUARE_MM * pixels)
    return np.asarray(_board().generateImage(size), np.uint8)


def find_board(photo: Photo) -> BoardView:
    """The corners of the board that a photo shows, none if it shows no board.

    Returns:
        Their places on the board in millimetres and on the photo in pixels of full resolution.
    """
    grey = cv2.cvtColor(photo.image, cv2.COLOR_BGR2GRAY)
    found, numbers, *_ = cv2.aruco.CharucoDetector(_board()).detectBoard(grey)
    if numbers is None or not len(numbers):
        return BoardView.none()
    places = np.asarray(_board().getChessboardCorners(), np.float64)[np.ravel(numbers), :2]
    corners = np.asarray(found, np.float64).reshape(-1, 2)
    return BoardView(places, (corners + 0.5) * photo.scale - 0.5)
