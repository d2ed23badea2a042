"""What a player can do in a turn: add tiles, swap tiles or pass."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from engine.game import InvalidText
from engine.qwirkle.tile import Tile

Cell = tuple[int, int]
"""Column and row; rows grow downwards."""

PLACEMENT = re.compile(r"([^@]*)@(-?[0-9]{1,3}),(-?[0-9]{1,3})")
"""No game gets farther than 108 cells from its first tile; larger numbers would only cost memory."""
PASSED = "--"


class Placement(NamedTuple):
    """A tile on a cell. The natural order runs along a row and down a column."""

    x: int
    y: int
    tile: Tile

    def __str__(self) -> str:
        return f"{self.tile}@{self.x},{self.y}"

    @property
    def cell(self) -> Cell:
        """Column and row."""
        return self.x, self.y

    @classmethod
    def parse(cls, text: str, position: int = 0) -> Placement:
        """Reads ``Rc@3,-1``.

        Args:
            text: the placement.
            position: where it stands in a longer text, for the error.

        Raises:
            InvalidText: if the text is no placement.
        """
        match = PLACEMENT.fullmatch(text.strip())
        if not match:
            raise InvalidText("invalid_placement", text=text, position=position)
        name, x, y = match.groups()
        try:
            return cls(int(x), int(y), Tile.parse(name))
        except InvalidText as error:
            raise InvalidText("invalid_tile_at", text=name, position=position) from error


@dataclass(frozen=True, slots=True)
class Move:
    """What a player does in a turn, legal or not: placements, or else tiles to swap, or else nothing (a pass).

    Equal moves compare equal whatever the order they were given in.

    Args:
        placements: the tiles added, kept sorted.
        swapped: the tiles given back, kept sorted; equal tiles may stand there more than once.

    Raises:
        InvalidText: if tiles are both added and swapped, or one placement stands there twice.
    """

    placements: tuple[Placement, ...] = ()
    swapped: tuple[Tile, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "placements", tuple(sorted(self.placements)))
        object.__setattr__(self, "swapped", tuple(sorted(self.swapped)))
        if (self.placements and self.swapped) or len(set(self.placements)) < len(self.placements):
            raise InvalidText("invalid_move", text=str(self), position=0)

    @classmethod
    def placing(cls, placements: Iterable[Placement]) -> Move:
        """The move that adds these tiles."""
        return cls(tuple(placements))

    @classmethod
    def swapping(cls, tiles: Iterable[Tile]) -> Move:
        """The move that swaps these tiles."""
        return cls((), tuple(tiles))

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that leave the hand."""
        return self.swapped or tuple(placement.tile for placement in self.placements)

    @property
    def is_swap(self) -> bool:
        """Whether tiles are swapped."""
        return bool(self.swapped)

    @property
    def is_pass(self) -> bool:
        """Whether nothing is done."""
        return not self.placements and not self.swapped

    def __str__(self) -> str:
        if self.is_pass:
            return PASSED
        return " ".join(map(str, self.placements)) or " ".join(f"-{tile}" for tile in self.swapped)

    @classmethod
    def parse(cls, text: str) -> Move:
        """Reads ``Rc@3,-1 Rs@4,-1``, a swap ``-Rc -Ox`` or a pass ``--``.

        Raises:
            InvalidText: if the text is no move; `reason` holds the offending part and its position.
        """
        words = [(match.group(), match.start()) for match in re.finditer(r"\S+", text)]
        if [word for word, _ in words] == [PASSED]:
            return cls()
        if not words:
            raise InvalidText("invalid_move", text=text, position=0)
        if words[0][0].startswith("-"):
            return cls.swapping(_swapped(word, position) for word, position in words)
        return cls.placing(Placement.parse(word, position) for word, position in words)


def _swapped(word: str, position: int) -> Tile:
    if not word.startswith("-"):
        raise InvalidText("invalid_move", text=word, position=position)
    try:
        return Tile.parse(word[1:])
    except InvalidText as error:
        raise InvalidText("invalid_tile_at", text=word, position=position) from error
