"""What requests about profiles ask for, read from JSON that may be hostile."""

from __future__ import annotations

import numpy as np

from calibration.fit import BoardView
from calibration.lens import SIDES, Floats
from vision.charuco import COLUMNS, ROWS
from webapp.wishes import Wish, malformed

MOST_VIEWS = 60
"""Pictures of the board: three times as many as it takes."""
CORNERS = (COLUMNS - 1) * (ROWS - 1)
"""Of the board."""
FARTHEST = 1e5
"""From the middle of anything, in pixels or millimetres."""


class LensWish(Wish):
    """The fields of a request for a lens."""

    def size(self) -> tuple[int, int]:
        """Width and height of the pictures in pixels.

        Raises:
            Refusal: if they are none.
        """
        sides = range(SIDES[0], SIDES[1] + 1)
        return self.number("width", sides, 0), self.number("height", sides, 0)

    def views(self) -> list[BoardView]:
        """What the pictures show of the board.

        Raises:
            Refusal: if something else is there.
        """
        return [_view(entry) for entry in self.entries("views", MOST_VIEWS)]

    def name(self) -> str | None:
        """Under which the lens shall be kept; None if it shall not.

        Raises:
            Refusal: if it is no text.
        """
        name = self.fields.get("name")
        if name is not None and not isinstance(name, str):
            raise malformed("name", "is no text")
        return name


def _view(entry: object) -> BoardView:
    if not isinstance(entry, dict):
        raise malformed("views", "holds something else than objects")
    board, picture = _points(entry.get("board")), _points(entry.get("picture"))
    if len(board) != len(picture):
        raise malformed("views", "holds more points of the one than of the other")
    return BoardView(board, picture)


def _points(value: object) -> Floats:
    if not isinstance(value, list) or len(value) > CORNERS:
        raise malformed("views", f"holds no list of at most {CORNERS} points")
    try:
        points = np.array(value, np.float64).reshape(-1, 2) if value else np.empty((0, 2))
    except (TypeError, ValueError, OverflowError) as error:
        raise malformed("views", "holds points that are none") from error
    if len(points) != len(value) or not (np.abs(points) <= FARTHEST).all():
        raise malformed("views", "holds points that are none")
    return points
