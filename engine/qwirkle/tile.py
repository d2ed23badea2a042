"""The vocabulary of a box of Qwirkle: colours, shapes, tiles and their text forms."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import NamedTuple

from engine.game import InvalidText


class Colour(IntEnum):
    """A tile's colour. A box has the first five and either purple or white."""

    RED = 0
    ORANGE = 1
    YELLOW = 2
    GREEN = 3
    BLUE = 4
    PURPLE = 5
    WHITE = 6

    # An enum's own hash is slow, and tiles are keys of nearly everything here.
    __hash__ = int.__hash__

    @property
    def letter(self) -> str:
        """The colour's letter in the text form of a tile."""
        return COLOUR_LETTERS[self]

    @property
    def word(self) -> str:
        """The colour's English name."""
        return self.name.lower()


class Shape(IntEnum):
    """A tile's shape: the star has four points, the starburst eight."""

    CIRCLE = 0
    SQUARE = 1
    DIAMOND = 2
    CLOVER = 3
    STAR = 4
    STARBURST = 5

    __hash__ = int.__hash__

    @property
    def letter(self) -> str:
        """The shape's letter in the text form of a tile."""
        return SHAPE_LETTERS[self]

    @property
    def word(self) -> str:
        """The shape's English name."""
        return self.name.lower()


COLOUR_LETTERS = "ROYGBPW"
SHAPE_LETTERS = "csdfxb"
SHAPES = len(Shape)
COPIES = 3
"""How many of each tile a box holds."""
HAND_SIZE = 6
LINE_LIMIT = 6
"""A line never holds more: six colours of one shape, or six shapes of one colour."""
SIXTH_COLOURS = (Colour.PURPLE, Colour.WHITE)
"""Older boxes have purple tiles, newer ones white ones."""


class Tile(NamedTuple):
    """One tile, by colour and shape; two equal tiles compare equal."""

    colour: Colour
    shape: Shape

    def __str__(self) -> str:
        return self.colour.letter + self.shape.letter

    @property
    def number(self) -> int:
        """Where the tile stands in `TILES`: 0 to 41."""
        return self.colour * SHAPES + self.shape

    @property
    def words(self) -> str:
        """The tile in English, such as ``red circle``."""
        return f"{self.colour.word} {self.shape.word}"

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Reads ``Rc`` or ``red circle``.

        Raises:
            InvalidText: if the text names no tile.
        """
        words = text.split()
        try:
            if len(words) == 2:
                return cls(Colour[words[0].upper()], Shape[words[1].upper()])
            (word,) = words
            colour, shape = tuple(word)
            return cls(Colour(COLOUR_LETTERS.index(colour.upper())), Shape(SHAPE_LETTERS.index(shape.lower())))
        except (KeyError, ValueError) as error:
            raise InvalidText("invalid_tile", text=text) from error


TILES = tuple(Tile(colour, shape) for colour in Colour for shape in Shape)
"""Every tile of every box, in the order of `Tile.number`."""


def colours_of(sixth: Colour) -> tuple[Colour, ...]:
    """The six colours of a box whose sixth colour is ``sixth``."""
    return (*tuple(Colour)[:5], sixth)


@cache
def box(sixth: Colour) -> tuple[Tile, ...]:
    """The 36 different tiles of a box, in the order of colour and shape; each is there `COPIES` times."""
    return tuple(Tile(colour, shape) for colour in colours_of(sixth) for shape in Shape)
