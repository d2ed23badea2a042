"""Hands as people write them. Tiles, placements, moves and boards read their own text forms."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from engine.game import InvalidText
from engine.qwirkle.tile import COPIES, HAND_SIZE, Colour, Shape, Tile

WORD = re.compile(r"[^\s,;]+")
COLOUR_WORDS = frozenset(colour.word for colour in Colour)
SHAPE_WORDS = frozenset(shape.word for shape in Shape)


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Reads tiles in letters or words, with or without commas: ``Rc Ox`` or ``red circle, blue starburst``.

    Raises:
        InvalidText: if a part is no tile; `reason` holds that part and its position.
    """
    return tuple(_tiles(text))


def parse_hand(text: str) -> tuple[Tile, ...]:
    """Reads a hand: up to six tiles, in any form that `parse_tiles` reads.

    Raises:
        InvalidText: if a part is no tile, or no hand can hold these tiles.
    """
    tiles = parse_tiles(text)
    if len(tiles) > HAND_SIZE:
        raise InvalidText("hand_too_large", text=text, count=len(tiles), limit=HAND_SIZE)
    for tile, count in Counter(tiles).items():
        if count > COPIES:
            raise InvalidText("too_many_equal", text=text, tile=tile.words, count=count, limit=COPIES)
    return tiles


def hand_text(tiles: Iterable[Tile]) -> str:
    """The text form of a hand: ``Rc Ox Bb``, in the order given."""
    return " ".join(map(str, tiles))


def _tiles(text: str) -> Iterator[Tile]:
    words = list(WORD.finditer(text))
    while words:
        first = words.pop(0)
        end = first.end()
        if first.group().lower() in COLOUR_WORDS and words and words[0].group().lower() in SHAPE_WORDS:
            end = words.pop(0).end()
        name = text[first.start() : end]
        try:
            yield Tile.parse(name)
        except InvalidText as error:
            raise InvalidText("invalid_tile_at", text=name, position=first.start()) from error
