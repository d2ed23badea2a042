"""What requests about profiles ask for, read from JSON that may be hostile."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from calibration.fit import BoardView
from calibration.lens import SIDES, Floats
from calibration.light import DIE_COLOURS, ColourSample, as_bgr
from engine.game import InvalidText
from engine.qwirkle.tile import Tile
from engine.qwixx.roll import DieColour
from vision.charuco import COLUMNS, ROWS
from webapp.wishes import Wish, is_number, malformed

MOST_VIEWS = 60
"""Pictures of the board: three times as many as it takes."""
CORNERS = (COLUMNS - 1) * (ROWS - 1)
"""Of the board."""
MOST_NAMED = 300
"""Tiles that a person has named: three boxes of them."""
BRIGHTEST = 100.0
"""Linear light, 1 being a picture's white: a dark photo is lit up by balancing."""
FARTHEST = 1e5
"""From the middle of anything, in pixels or millimetres."""


class ProfileWish(Wish):
    """The fields of a request for a part of a profile."""

    def name(self) -> str | None:
        """Of the profile in which the part shall be kept; None if it shall not.

        Raises:
            Refusal: if it is no text.
        """
        name = self.fields.get("name")
        if name is not None and not isinstance(name, str):
            raise malformed("name", "is no text")
        return name


class LensWish(ProfileWish):
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


class LightWish(ProfileWish):
    """The fields of a request for a light."""

    def named_tiles(self) -> list[tuple[Floats, Tile]]:
        """Tiles of a photo that a person has named: the corners (4, 2) of each, in pixels, and its name.

        Raises:
            Refusal: if something else is there.
        """
        return [_named_tile(entry) for entry in self.entries("tiles", MOST_NAMED)]

    def named_dice(self) -> list[tuple[Floats, DieColour]]:
        """Dice of a photo that a person has named: the middle and the side of each one's top face, and its colour.

        Raises:
            Refusal: if something else is there.
        """
        return [_named_die(entry) for entry in self.entries("dice", MOST_NAMED)]

    def samples(self, field: str, names: Collection[str]) -> list[ColourSample]:
        """Colours that have some of these names.

        Raises:
            Refusal: if something else is there.
        """
        return [_sample(entry, field, names) for entry in self.entries(field, MOST_NAMED)]


class SetWish(Wish):
    """The fields of a request for a set of tiles."""

    def named_pieces(self, photos: int) -> list[dict[int, Tile]]:
        """What the pieces of so many photos are, by their numbers.

        Raises:
            Refusal: if something else is there.
        """
        told = self.entries("tiles", photos)
        if len(told) != photos or not all(isinstance(one, list) and len(one) <= MOST_NAMED for one in told):
            raise malformed("tiles", "holds no list for each photo")
        return [dict(_named_piece(entry) for entry in one) for one in told]


def _named_piece(entry: object) -> tuple[int, Tile]:
    if not isinstance(entry, dict) or not is_number(entry.get("piece")) or not 0 <= entry["piece"] < MOST_NAMED:
        raise malformed("tiles", "holds something else than pieces")
    return entry["piece"], _tile(entry)


def _named_tile(entry: object) -> tuple[Floats, Tile]:
    if not isinstance(entry, dict):
        raise malformed("tiles", "holds something else than objects")
    corners = _points(entry.get("corners"), "tiles")
    if len(corners) != 4:
        raise malformed("tiles", "holds corners that are not four")
    return corners, _tile(entry)


def _tile(entry: Mapping[str, object]) -> Tile:
    try:
        return Tile.parse(str(entry.get("tile")))
    except InvalidText as error:
        raise malformed("tiles", f"holds no tile ({error})") from error


def _named_die(entry: object) -> tuple[Floats, DieColour]:
    if not isinstance(entry, dict) or entry.get("colour") not in DIE_COLOURS:
        raise malformed("dice", "holds something else than dice of a colour of the game")
    (place,) = _points([entry.get("top")], "dice")
    size = entry.get("size")
    if isinstance(size, bool) or not isinstance(size, int | float) or not 0 < size <= FARTHEST:
        raise malformed("dice", "holds dice of no size")
    return np.array([*place, size], np.float64), DieColour[entry["colour"].upper()]


def _sample(entry: object, field: str, names: Collection[str]) -> ColourSample:
    if not isinstance(entry, dict) or entry.get("name") not in names:
        raise malformed(field, "holds something else than named colours")
    try:
        face, body = as_bgr(entry["face"]), None if entry.get("body") is None else as_bgr(entry["body"])
        if max(*face, *(body or ())) > BRIGHTEST:
            raise ValueError("no light is so bright")
        return ColourSample(entry["name"], face, body)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise malformed(field, "holds colours that are none") from error


def _view(entry: object) -> BoardView:
    if not isinstance(entry, dict):
        raise malformed("views", "holds something else than objects")
    board, picture = _points(entry.get("board"), "views"), _points(entry.get("picture"), "views")
    if len(board) != len(picture):
        raise malformed("views", "holds more points of the one than of the other")
    return BoardView(board, picture)


def _points(value: object, field: str) -> Floats:
    if not isinstance(value, list) or len(value) > CORNERS:
        raise malformed(field, f"holds no list of at most {CORNERS} points")
    try:
        points = np.array(value, np.float64).reshape(-1, 2) if value else np.empty((0, 2))
    except (TypeError, ValueError, OverflowError) as error:
        raise malformed(field, "holds points that are none") from error
    if len(points) != len(value) or not (np.abs(points) <= FARTHEST).all():
        raise malformed(field, "holds points that are none")
    return points
