"""The one rule of a line: all of one colour with different shapes, or all of one shape with different colours.

It comes down to pairs. Two different tiles share at most one of colour and shape, so three tiles that fit each other in
pairs all share the same one: a line is right exactly if every two of its tiles `fit`. And since purple and white never
come in one box, such a line never holds more than six tiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.game import Reason
from engine.qwirkle.moves import Placement
from engine.qwirkle.tile import LINE_LIMIT, SIXTH_COLOURS, TILES, Tile

QWIRKLE_BONUS = 6
"""What a line of six earns beyond its tiles."""


def _both_sixths(tiles: Sequence[Tile]) -> bool:
    return len({tile.colour for tile in tiles if tile.colour in SIXTH_COLOURS}) > 1


def fit(one: Tile, other: Tile) -> bool:
    """Whether two tiles may lie in one line, next to each other or not."""
    return (one.colour == other.colour) != (one.shape == other.shape) and not _both_sixths((one, other))


FITS = tuple(sum(1 << other.number for other in TILES if fit(one, other)) for one in TILES)
"""The tiles that fit each tile of `TILES`, as bits by `Tile.number`."""


def breaches(tiles: Sequence[Tile]) -> Iterator[tuple[Reason, tuple[int, ...]]]:
    """What breaks the rule in a line of these tiles: each breach, and which of the tiles are part of it."""
    everywhere = tuple(range(len(tiles)))
    for tile in sorted({tile for tile in tiles if tiles.count(tile) > 1}):
        yield Reason("duplicate_in_line", {"tile": tile.words}), tuple(i for i in everywhere if tiles[i] == tile)
    if len({tile.colour for tile in tiles}) > 1 and len({tile.shape for tile in tiles}) > 1:
        yield Reason("mixed_line", {"tiles": " ".join(map(str, tiles))}), everywhere
    elif _both_sixths(tiles):
        yield Reason("both_sixth_colours"), tuple(i for i in everywhere if tiles[i].colour in SIXTH_COLOURS)


@dataclass(frozen=True, slots=True)
class Line:
    """Neighbouring tiles in a row or a column, in their order."""

    placements: tuple[Placement, ...]

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles in their order."""
        return tuple(placement.tile for placement in self.placements)

    @property
    def is_qwirkle(self) -> bool:
        """Whether the line is complete."""
        return len(self.placements) == LINE_LIMIT

    @property
    def points(self) -> int:
        """What the line earns whoever made or grew it."""
        return len(self.placements) + QWIRKLE_BONUS * self.is_qwirkle

    def __str__(self) -> str:
        return " ".join(map(str, self.tiles))
