"""What the pieces of a photo tell of its light: which colours were read or are labelled, and the samples of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from calibration.light import DIE_COLOURS, TILE_COLOURS, ColourSample
from engine.game import ENGLISH, Refusal
from engine.qwirkle.tile import Colour
from engine.qwixx.roll import DieColour
from vision.colours import die_samples, sure_dice, sure_tiles, tile_samples
from vision.evaluate import compare, dice_of, pieces_of
from vision.labels import LabelledPhoto
from vision.rows import in_rows
from webapp.laid_out import MOST, SKIPPED
from webapp.look import QWIXX, Look
from webapp.qwixx.answer import die_words

ENGLISH.update(
    {
        "light_correction": "“{text}” puts nothing right: write numbers and colours such as 3 yellow, 7 red, or 3 - "
        "for a piece that isn't to be learned from",
        "light_no_piece": "there is no piece {number}: those that were read are 1 to {last}",
        "light_twice": "piece {number} is put right twice: say once what colour it has",
        "light_no_colour": "there is no {text} in this game: its colours are {colours}",
    }
)


@dataclass(frozen=True)
class Shown:
    """A piece as it is shown to a person who may put its colour right.

    Args:
        index: which tile or die of the reading it is.
        words: what was read, such as ``red circle`` or ``red 4``.
        colour: the name of its colour; None if the game has no such.
        sure: whether that is beyond doubt.
    """

    index: int
    words: str
    colour: str | None
    sure: bool


def shown(seen: Look) -> tuple[tuple[Shown, ...], ...]:
    """The whole pieces of the game on a photo that show what they are, row by row as they lie there."""
    if seen.game == QWIXX:
        dice, certain = seen.reading.dice, sure_dice(seen.reading, seen.dice)
        whole = [index for index, die in enumerate(dice) if not die.cut and seen.dice.dice[index].in_play]
        pieces = [_die(seen, index, index in certain) for index in whole]
        rows = in_rows([dice[index] for index in whole])
    else:
        tiles, sure = seen.reading.tiles, sure_tiles(seen.reading, seen.table)
        whole = [index for index, tile in enumerate(tiles) if not tile.cut and seen.table.tiles[index].tile]
        pieces = [_tile(seen, index, index in sure) for index in whole]
        rows = in_rows([tiles[index] for index in whole])
    return tuple(tuple(pieces[index] for index in row) for row in rows)


def _die(seen: Look, index: int, sure: bool) -> Shown:
    settled = seen.dice.dice[index]
    colour = None if settled.colour is DieColour.OTHER else settled.colour.word
    return Shown(index, die_words(settled.colour, settled.value), colour, sure)


def _tile(seen: Look, index: int, sure: bool) -> Shown:
    tile = seen.table.tiles[index].tile
    return Shown(index, tile.words if tile else "", tile.colour.word if tile else None, sure)


def corrections(text: str, count: int, game: str | None) -> dict[int, str | None]:
    """What a person puts right, by the pieces' numbers as they are shown, from 1: ``3 yellow, 7 -``.

    Args:
        text: that was typed; empty if all is right.
        count: how many pieces were shown.
        game: which they are of.

    Returns:
        The names of the colours; None for a piece that isn't to be learned from.

    Raises:
        Refusal: if the text says something else.
    """
    names = DIE_COLOURS if game == QWIXX else TILE_COLOURS
    right: dict[int, str | None] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        number, _, colour = part.partition(" ")
        colour = colour.strip().lower()
        if not re.fullmatch(r"[0-9]{1,9}", number) or not colour:
            raise Refusal("light_correction", text=part[:MOST])
        if not 1 <= int(number) <= count:
            raise Refusal("light_no_piece", number=int(number), last=count)
        if int(number) in right:
            raise Refusal("light_twice", number=int(number))
        if colour != SKIPPED and colour not in names:
            raise Refusal("light_no_colour", text=colour[:MOST], colours=", ".join(names))
        right[int(number)] = None if colour == SKIPPED else colour
    return right


def labelled(seen: Look, photo: LabelledPhoto) -> dict[int, str]:
    """The names of the colours, by the pieces' places in the reading, as the labels of the photo tell them."""
    photo = photo.straight(seen.photo.lens)
    if seen.game == QWIXX:
        dice = dice_of(seen.reading, seen.dice)
        pairs = compare(photo, dice).pairs
        return {dice.index(piece): label.colour for label, piece in pairs if label.colour in DIE_COLOURS}
    tiles = pieces_of(seen.reading, seen.table)
    named = ((tiles.index(piece), label.name.split()[0]) for label, piece in compare(photo, tiles).pairs)
    return {index: colour for index, colour in named if colour in TILE_COLOURS}


def samples(seen: Look, colours: Mapping[int, str]) -> tuple[ColourSample, ...]:
    """The samples of the pieces whose colours these are, by their places in the reading."""
    if seen.game == QWIXX:
        dice = [seen.reading.dice[index] for index in colours]
        return die_samples(seen.photo, dice, [DieColour[colour.upper()] for colour in colours.values()])
    read = {index: tile for index in colours if (tile := seen.table.tiles[index].tile) is not None}
    names = [tile._replace(colour=Colour[colours[index].upper()]) for index, tile in read.items()]
    return tile_samples(seen.photo, [seen.reading.tiles[index] for index in read], names)
