"""Reads how a person names pieces that are laid out in rows, from the top and each row from the left.

Rows stand apart by ``;`` or on lines of their own. A row is ``red circle, Rs, -``: tiles in letters or words, ``-`` for
a piece that isn't named. What all of a row have in common may stand before a colon: ``blue: diamond diamond star``, or
``star: red orange -``. Of dice only colours are named: ``white white red`` or, for a row of one colour, ``red: 3 5 -``,
where the values that they show stand for the dice. A person may call a set's own colours otherwise, as told by
``teal=green``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from engine.game import ENGLISH, InvalidText
from engine.qwirkle.tile import Colour, Shape, Tile
from engine.qwixx.roll import DIE_LETTERS, DieColour

ENGLISH.update(
    {
        "laid_out_unknown": "“{word}” in row {row} names no {kind}: such names are {examples}",
        "laid_out_half": "“{word}” in row {row} is only half a tile: name colour and shape, or what all of a row have "
        "in common before a colon, as in blue: diamond star",
        "laid_out_row_of_dice": "“{word}” in row {row} is no value of a die, and all dice of that row are {colour}: "
        "leave out what stands before the colon to name each colour, or write the values, as in {colour}: 3 5 -",
        "own_colour": "“{text}” maps no colour: write the set's own name and that of the game, as in teal=green",
        "own_colour_unknown": "“{text}” maps to no colour of the game: those are {colours}",
    }
)

SKIPPED = "-"
"""Said instead of the name of a piece that isn't to be learned from."""
DIE_VALUES = tuple("123456")
"""Said of the dice of a row that are all of one colour."""
COLOUR_NAMES: Mapping[str, Colour] = {colour.word: colour for colour in Colour}
SHAPE_NAMES: Mapping[str, Shape] = {shape.word: shape for shape in Shape}
DIE_NAMES: Mapping[str, DieColour] = {colour.word: colour for colour in DieColour if colour is not DieColour.OTHER}
MOST = 40
"""Letters of a word that are repeated to a person."""


def parse_own_colours(text: str, colours: Sequence[str]) -> dict[str, str]:
    """The game's name of each of a set's own colours, from such as ``teal=green, pink=red``.

    Args:
        text: what a person wrote.
        colours: those of the game.

    Raises:
        InvalidText: if a part maps none.
    """
    own: dict[str, str] = {}
    for part in _words(text):
        name, equals, stands_for = part.partition("=")
        if not (name and equals and stands_for) or not re.fullmatch(r"\w+", name):
            raise InvalidText("own_colour", text=part[:MOST])
        if stands_for not in colours:
            raise InvalidText("own_colour_unknown", text=part[:MOST], colours=", ".join(colours))
        own[name] = stands_for
    return own


def parse_tile_rows(text: str, own: Mapping[str, str]) -> tuple[tuple[Tile | None, ...], ...]:
    """The tiles of each row; None for one that isn't named.

    Args:
        text: what a person wrote.
        own: the game's name of each of the set's own colours.

    Raises:
        InvalidText: if a word names no tile.
    """
    return tuple(tuple(_tiles(head, words, row, own)) for row, head, words in _rows(text))


def parse_die_rows(text: str, own: Mapping[str, str]) -> tuple[tuple[DieColour | None, ...], ...]:
    """The colours of each row of dice; None for one that isn't named.

    Raises:
        InvalidText: if a word names no colour.
    """
    return tuple(
        tuple(_die_in_row(head, word, row, own) if head else _die(word, row, own) for word in words)
        for row, head, words in _rows(text)
    )


def _rows(text: str) -> Iterator[tuple[int, str, list[str]]]:
    """The number of each row, what stands before its colon, and its words."""
    rows = [row for row in re.split(r"[;\n]", text.lower()) if row.strip()]
    for number, row in enumerate(rows, 1):
        head, _, rest = row.rpartition(":")
        yield number, head.strip(), _words(rest)


def _words(text: str) -> list[str]:
    return re.split(r"[\s,]+", text.strip().lower().strip(",")) if text.strip(" ,\t") else []


def _tiles(head: str, words: list[str], row: int, own: Mapping[str, str]) -> Iterator[Tile | None]:
    left = list(words)
    while left:
        word = left.pop(0)
        if word == SKIPPED:
            yield None
        elif head:
            yield _tile(head, word, row, own)
        elif len(word) == 2:
            yield _lettered(word, row)
        else:
            yield _tile(word, left.pop(0) if left else "", row, own)


def _tile(one: str, other: str, row: int, own: Mapping[str, str]) -> Tile:
    """The tile of a colour and a shape, in either order."""
    first, second = own.get(one, one), own.get(other, other)
    for colour, shape in ((first, second), (second, first)):
        if colour in COLOUR_NAMES and shape in SHAPE_NAMES:
            return Tile(COLOUR_NAMES[colour], SHAPE_NAMES[shape])
    for said, word in ((one, first), (other, second)):
        if said and word not in COLOUR_NAMES and word not in SHAPE_NAMES:
            raise _unknown(said, row, "colour or shape", (*COLOUR_NAMES, *SHAPE_NAMES))
    raise InvalidText("laid_out_half", word=f"{one} {other}".strip()[:MOST], row=row)


def _lettered(word: str, row: int) -> Tile:
    try:
        return Tile.parse(word)
    except InvalidText as error:
        raise _unknown(word, row, "tile", ("Rc", "Ob", "Wx")) from error


def _die_in_row(head: str, word: str, row: int, own: Mapping[str, str]) -> DieColour | None:
    """A die of a row of which all have the colour before the colon."""
    colour = _die(head, row, own)
    if word == SKIPPED or colour is None:
        return None
    if word not in DIE_VALUES and _die(word, row, own) is not colour:
        raise InvalidText("laid_out_row_of_dice", word=word[:MOST], row=row, colour=head[:MOST])
    return colour


def _die(word: str, row: int, own: Mapping[str, str]) -> DieColour | None:
    if word == SKIPPED:
        return None
    name = own.get(word, word)
    if name in DIE_NAMES:
        return DIE_NAMES[name]
    if len(word) == 1 and word.upper() in DIE_LETTERS[: len(DIE_NAMES)]:
        return DieColour(DIE_LETTERS.index(word.upper()))
    raise _unknown(word, row, "colour", tuple(DIE_NAMES))


def _unknown(word: str, row: int, kind: str, examples: Sequence[str]) -> InvalidText:
    return InvalidText("laid_out_unknown", word=word[:MOST], row=row, kind=kind, examples=", ".join(examples))
