"""What a request about Qwirkle asks for, read from JSON that may be hostile."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.game import ENGLISH, InvalidText, Refusal
from engine.qwirkle.board import Board
from engine.qwirkle.game import PLAYERS
from engine.qwirkle.moves import Cell
from engine.qwirkle.notation import hand_text, parse_hand
from engine.qwirkle.settle import Place
from engine.qwirkle.tile import COPIES, TILES, Tile
from vision.cells import Cells
from vision.reading import Floats
from webapp.wishes import Wish, is_number, malformed

ENGLISH.update(
    {
        "wish_cell_twice": "two tiles can't lie at {cell[0]},{cell[1]}: take one away",
        "wish_too_many": "{count} tiles are more than a box holds: take the photo of one table alone",
    }
)

FARTHEST = 200
"""Columns and rows from the first tile: a box has 108 tiles, and boards so large only cost memory."""
BOX = len(TILES) * COPIES
MOST_POINTS = 10_000
CORNER_LIMIT = 1e6


@dataclass(frozen=True, eq=False)
class GivenTile:
    """A tile of a board as a client tells it.

    Args:
        cell: where it lies.
        tile: what it is.
        sure: whether a person named it.
        corners: (4, 2) float64, where its face lies in the picture; None if that was not told.
    """

    cell: Cell
    tile: Tile
    sure: bool = False
    corners: Floats | None = None


@dataclass(frozen=True, eq=False)
class GivenBoard:
    """A board as a client tells it."""

    tiles: tuple[GivenTile, ...]

    @property
    def board(self) -> Board:
        """The tiles by their cells."""
        return Board((given.cell, given.tile) for given in self.tiles)

    @property
    def sure(self) -> frozenset[Cell]:
        """The cells of the tiles that a person named."""
        return frozenset(given.cell for given in self.tiles if given.sure)

    def corners(self, cells: Iterable[Cell]) -> dict[Cell, Floats]:
        """The corners of cells in the picture, as far as those of its tiles tell them.

        Tiles that lie in the picture as none can lie tell nothing.
        """
        seen = {given.cell: given.corners for given in self.tiles if given.corners is not None}
        if not seen:
            return {}
        with np.errstate(all="ignore"):
            try:
                known = Cells(np.stack(list(seen.values())), [Place(0, *cell) for cell in seen])
                found = {cell: known.corners(*cell) for cell in cells}
            except np.linalg.LinAlgError:
                return {}
        return {cell: corners for cell, corners in found.items() if np.isfinite(corners).all()}


class QwirkleWish(Wish):
    """The fields of a request about Qwirkle."""

    def board(self, field: str) -> GivenBoard:
        """A board: a list of objects with ``col``, ``row``, ``tile``, and where known ``sure`` and ``corners``.

        Raises:
            Refusal: if the field is missing or something else, or a cell holds two tiles.
        """
        entries = self.fields.get(field)
        if not isinstance(entries, list):
            raise malformed(field, "is not a list of tiles")
        if len(entries) > BOX:
            raise Refusal("wish_too_many", count=len(entries))
        tiles: dict[Cell, GivenTile] = {}
        for index, entry in enumerate(entries):
            given = _tile(entry, f"{field}[{index}]")
            if given.cell in tiles:
                raise Refusal("wish_cell_twice", cell=given.cell)
            tiles[given.cell] = given
        return GivenBoard(tuple(tiles.values()))

    def hand(self, field: str) -> tuple[Tile, ...]:
        """A hand: a text, or a list of the names of its tiles.

        Raises:
            InvalidText: if it is no hand.
            Refusal: if the field is missing or something else.
        """
        value = self.fields.get(field)
        if isinstance(value, list) and all(isinstance(name, str) for name in value):
            value = hand_text(Tile.parse(name) for name in value[: BOX + 1])
        if not isinstance(value, str) or len(value) > BOX * 20:
            raise malformed(field, "is not a hand")
        return parse_hand(value)

    def players(self) -> int:
        """How many play."""
        return self.number("players", PLAYERS, min(PLAYERS))

    def bag(self) -> int | None:
        """How many tiles the bag holds, None if that was not told."""
        return None if self.fields.get("bag") is None else self.number("bag", range(BOX + 1), 0)

    def scores(self, players: int) -> tuple[int, ...]:
        """The totals, the asking player's first; nothing if they were not told.

        Raises:
            Refusal: if they are not one number a player.
        """
        value = self.fields.get("scores") or []
        if not isinstance(value, list) or len(value) not in (0, players):
            raise malformed("scores", "is not a list with a number for each player")
        if not all(is_number(score) and 0 <= score <= MOST_POINTS for score in value):
            raise malformed("scores", f"holds something else than numbers from 0 to {MOST_POINTS}")
        return tuple(value)


def _tile(entry: object, where: str) -> GivenTile:
    if not isinstance(entry, dict):
        raise malformed(where, "is not a tile on a cell")
    name = entry.get("tile")
    if not isinstance(name, str):
        raise malformed(where, "has no name")
    try:
        tile = Tile.parse(name[:40])
    except InvalidText as error:
        raise malformed(where, f"is no tile ({error})") from error
    cell = _coordinate(entry.get("col"), where), _coordinate(entry.get("row"), where)
    return GivenTile(cell, tile, entry.get("sure") is True, _corners(entry.get("corners"), where))


def _coordinate(value: object, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > FARTHEST:
        raise malformed(where, f"lies on no cell from {-FARTHEST} to {FARTHEST}")
    return value


def _corners(value: object, where: str) -> Floats | None:
    if value is None:
        return None
    points: Sequence[Any] = value if isinstance(value, list) else ()
    sound = len(points) == 4 and all(
        isinstance(point, list)
        and len(point) == 2
        and all(isinstance(at, int | float) and math.isfinite(at) and abs(at) < CORNER_LIMIT for at in point)
        for point in points
    )
    if not sound:
        raise malformed(where, "has corners that are not four points in a picture")
    return np.array(points, np.float64)
