"""The dice of Qwixx and what they show."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from random import Random

from engine.qwixx.sheet import Row


class DieColour(IntEnum):
    """A die's colour; OTHER is that of a die which doesn't belong to the game."""

    WHITE = 0
    RED = 1
    YELLOW = 2
    GREEN = 3
    BLUE = 4
    OTHER = 5

    __hash__ = int.__hash__

    @property
    def letter(self) -> str:
        """The colour's letter in the text form of a roll."""
        return DIE_LETTERS[self]

    @property
    def word(self) -> str:
        """The colour's English name."""
        return self.name.lower()

    @property
    def row(self) -> Row | None:
        """The row that a die of this colour is for; None for a white die and one that doesn't belong."""
        return Row(self - 1) if DieColour.RED <= self <= DieColour.BLUE else None

    @classmethod
    def of(cls, row: Row) -> DieColour:
        """The colour of a row's die."""
        return cls(row + 1)


DIE_LETTERS = "WRYGB?"
PIPS = range(1, 7)
WHITE_DICE = 2
"""How many white dice there are; of each other colour there is one."""


@dataclass(frozen=True)
class Roll:
    """What the dice in play show.

    Args:
        white: the values of the white dice, kept in rising order, since nobody tells the two apart.
        coloured: for each `Row` the value of its die, or None if that has left the game, the row being closed.

    Raises:
        ValueError: if there are not two white dice and at most four others, each showing 1 to 6.
    """

    white: tuple[int, int]
    coloured: tuple[int | None, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "white", tuple(sorted(self.white)))
        values = (*self.white, *(value for value in self.coloured if value is not None))
        if len(self.white) != WHITE_DICE or len(self.coloured) != len(Row) or not all(v in PIPS for v in values):
            raise ValueError("a roll has two white dice and one die a row, which show 1 to 6")

    @classmethod
    def thrown(cls, random: Random, rows: Collection[Row] = tuple(Row)) -> Roll:
        """A random roll with the dice of these rows in play."""
        white = random.choice(PIPS), random.choice(PIPS)
        return cls(white, tuple(random.choice(PIPS) if row in rows else None for row in Row))

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows whose dice are in play: those that are not closed."""
        return tuple(row for row in Row if self.coloured[row] is not None)

    @property
    def white_sum(self) -> int:
        """What every player may mark in the white action."""
        return sum(self.white)

    def colour_sums(self, row: Row) -> tuple[int, ...]:
        """What the active player may mark in a row in the colour action: one sum or two, rising; none if closed."""
        value = self.coloured[row]
        return () if value is None else tuple(sorted({white + value for white in self.white}))

    def without(self, rows: Iterable[Row]) -> Roll:
        """The roll once the dice of these rows have left the game."""
        gone = set(rows)
        return replace(self, coloured=tuple(None if row in gone else self.coloured[row] for row in Row))

    def __str__(self) -> str:
        white = [f"{DieColour.WHITE.letter}{value}" for value in self.white]
        return " ".join([*white, *(f"{row.letter}{self.coloured[row]}" for row in self.rows)])
