"""One look at a table: from a photo's bytes to the settled position."""

from __future__ import annotations

import os
import time
from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from calibration.light import Bgr
from calibration.profile import UNKNOWN, Profile
from engine.game import ENGLISH, Reason
from engine.qwirkle.board import Board
from engine.qwirkle.settle import Observation, Table, settle
from engine.qwixx.settle import DiceTable, DieObserved, SheetObserved, SheetTable, settle_dice, settle_sheet
from engine.qwixx.sheet import Row
from vision.colours import cast_of
from vision.evaluate import Read
from vision.labels import Kind, LabelledPhoto
from vision.photo import Photo, read_photo
from vision.read import Reader
from vision.reading import DieSeen, Reading, SheetSeen, TileSeen

ENGLISH.update(
    {
        "nothing_found": "neither tiles nor dice nor a score sheet were found: take the photo from nearer by and from "
        "above, with more light",
        "strong_cast": "everything looks {tint}, as in coloured light or by a camera that is set wrongly, so colours "
        "are easily misread: change the light, let the camera balance its white, or calibrate the light",
        "no_colours": "the photo is black and white, so colours can't be told: take it in colour",
        "no_tile_found": "no tile was found: take the photo from nearer by, with the whole table in it",
        "no_dice_found": "neither dice nor a score sheet were found: take the photo from nearer by and from above, "
        "with more light",
    }
)

AUTO, QWIRKLE, QWIXX = "auto", "qwirkle", "qwixx"
ASKED = (AUTO, QWIRKLE, QWIXX)
"""What may be asked for: a game, or what the photo shows."""
NOTHING = {None: "nothing_found", QWIRKLE: "no_tile_found", QWIXX: "no_dice_found"}
"""What is said where nothing of a game was found."""
STRONG_CAST = 3.0
"""Where grey has a channel so many times as strong as another, it is worth a word; ordinary photos stay below 2.3."""
TINTS = {
    (False, 0): "blue",
    (False, 1): "green",
    (False, 2): "red",
    (True, 0): "yellow",
    (True, 1): "pink",
    (True, 2): "cyan",
}
"""What everything looks like by whether a channel (blue, green, red) is lacking or in excess, and which it is."""
COLOURS, DICE = 3, 4
"""So many dice in so many colours of Qwixx are no chance: others that lie there may be of the same roll."""
LEGIBLE = 0.5
"""A value that is less probable than this is none that can be read."""
PIP = 0.35
"""What looks like a tile but lies on a die, and is smaller than this share of it, is a pip."""
COLOURLESS = 3
"""A photo whose channels nowhere differ by more levels than this is black and white: cameras have more noise."""
SHEET_WORTH = 6.0
"""A sheet tells as surely which game is played as six dice do."""


@dataclass(frozen=True, eq=False)
class Look:
    """A photo, what vision saw on it, and the most probable position.

    Args:
        photo: what was looked at.
        reading: what is on it.
        game: which game it shows; None if nothing tells and none was asked for.
        table: its tiles, settled.
        dice: its dice, settled.
        sheets: each of its score sheets, settled.
        refused: score sheets that can't be read; `reading` holds the others alone.
        cast: that everything has a strong tint, where nothing is known of the light, or that there are no colours.
    """

    photo: Photo
    reading: Reading
    game: str | None
    table: Table
    dice: DiceTable
    sheets: tuple[SheetTable, ...]
    refused: tuple[SheetSeen, ...] = ()
    cast: Reason | None = None

    @property
    def nothing(self) -> Reason | None:
        """What to say if nothing of the game can be read; None if something can."""
        reading = self.reading
        found = reading.tiles if self.game == QWIRKLE else (*reading.dice, *reading.sheets)
        return None if found else next(iter(self.refusals), Reason(NOTHING[self.game]))

    @property
    def refusals(self) -> tuple[Reason, ...]:
        """Why sheets can't be read."""
        return tuple(Reason(sheet.refused) for sheet in self.refused) if self.game == QWIXX else ()


def look(
    source: bytes | str | os.PathLike[str],
    reader: Reader,
    known: Board | None = None,
    game: str = AUTO,
    closed: Collection[Row] = (),
    profile: Profile = UNKNOWN,
) -> Look:
    """Reads a photo and weighs in the rules.

    Args:
        source: the photo's content, or where it lies.
        reader: what reads it.
        known: the board of a game of Qwirkle so far.
        game: which game to look for; ``auto`` looks for both.
        closed: the rows of Qwixx that are closed, whose dice have left the game; those that a sheet on the photo shows
            as locked are besides.
        profile: what is known of the camera, its light and the pieces; where it tells a lens, the straight picture is
            what is looked at.

    Raises:
        PhotoError: if the photo can't be read, or the profile is for another camera.
    """
    photo = read_photo(source, lens=profile.lens, known=profile)
    read = reader.read(photo, game)
    refused = tuple(sheet for sheet in read.sheets if sheet.refused)
    reading = replace(read, sheets=tuple(sheet for sheet in read.sheets if not sheet.refused))
    started = time.perf_counter()
    if is_colourless(photo):
        cast: Reason | None = Reason("no_colours")
    else:
        cast = strong_cast(cast_of(photo, reading)) if profile.light is None else None
    table = settled(reading, known)
    sheets = settled_sheets(reading)
    reading, dice = settled_dice(reading, {*closed, *(row for sheet in sheets for row in sheet.sheet.locks)})
    if sheets and is_print(dice):
        reading, dice = replace(reading, dice=()), settle_dice(())
    taken = time.perf_counter() - started
    seconds = {**reading.seconds, "settle": taken, "total": reading.seconds["total"] + taken}
    shown = recognised(reading, table, dice, sheets, len(refused)) if game == AUTO else game
    return Look(photo, replace(reading, seconds=seconds), shown, table, dice, sheets, refused, cast)


def strong_cast(gains: Bgr | None) -> Reason | None:
    """What to say of a light if grey looks grey only with such gains; None if that is nothing, or they aren't known."""
    if gains is None or max(gains) < STRONG_CAST * min(gains):
        return None
    logs = np.log(gains)
    lacking = bool(logs.max() > -logs.min())
    return Reason("strong_cast", {"tint": TINTS[lacking, int(logs.argmax() if lacking else logs.argmin())]})


def is_colourless(photo: Photo) -> bool:
    """Whether a photo is black and white, and not just of one grey."""
    fine = photo.image[::2, ::2]
    # A few pixels tell of nearly every photo that it is none.
    grey = all(int(np.ptp(part, axis=2).max()) <= COLOURLESS for part in (fine[::8, ::8], fine))
    return grey and int(np.ptp(fine)) > COLOURLESS


def recognised(
    reading: Reading, table: Table, dice: DiceTable, sheets: Collection[SheetTable], refused: int
) -> str | None:
    """Which game lies there: the one of which more is seen, pieces by how sure they are; None if nothing is."""
    tiles = sum(
        tile.confidence
        for seen, tile in zip(reading.tiles, table.tiles, strict=True)
        if not any(is_pip(seen, die) for die in reading.dice)
    )
    others = sum(die.confidence for die in dice.dice) + SHEET_WORTH * (len(sheets) + refused)
    if not tiles and not others:
        return None
    return QWIRKLE if tiles >= others else QWIXX


def is_pip(tile: TileSeen, die: DieSeen) -> bool:
    """Whether what looks like a tile is on a die and much smaller than that."""
    away = (np.array(tile.centre) - die.box[:2]) / die.box[2:]
    return bool((abs(away - 0.5) < 0.5).all()) and tile.size < PIP * float(die.box[2:].max())


def settled(reading: Reading, known: Board | None = None) -> Table:
    """The most probable position of the tiles that were seen."""
    middle = np.array([reading.width, reading.height]) / 2
    longest = float(np.hypot(*middle))
    observations = [
        Observation(
            place=place,
            face_up=tile.face_up,
            names=tile.names,
            middle=float(np.hypot(*(tile.centre - middle))) / longest,
            cut=tile.cut,
        )
        for tile, place in zip(reading.tiles, reading.places, strict=True)
    ]
    return settle(observations, known=known)


def settled_dice(reading: Reading, closed: Collection[Row] = ()) -> tuple[Reading, DiceTable]:
    """The most probable roll of the dice that were seen, and the reading with those unsure ones that belong to it."""
    table = settle_dice([observed(die) for die in reading.dice], closed)
    if reading.unsure_dice and is_game(table):
        seen = sorted((*reading.dice, *reading.unsure_dice), key=lambda die: float(die.box[0]))
        settled = settle_dice([observed(die) for die in seen], closed).dice
        believed = [die for die, name in zip(seen, settled, strict=True) if name.in_play or not die.unsure]
        if len(believed) > len(reading.dice):
            reading = replace(reading, dice=tuple(believed))
            table = settle_dice([observed(die) for die in believed], closed)
    return replace(reading, unsure_dice=()), table


def is_game(table: DiceTable) -> bool:
    """Whether dice are so surely those of a game that its rules may speak for others, too."""
    colours = [die.colour for die in table.dice if die.in_play]
    many = len(colours) >= DICE and len(set(colours)) >= COLOURS
    return many and all(problem.reason.code != "too_many_seen" for problem in table.problems)


def is_print(table: DiceTable) -> bool:
    """Whether what looks like dice beside a sheet is rather print: none of them shows a value."""
    return all(die.value_confidence < LEGIBLE for die in table.dice)


def observed(die: DieSeen) -> DieObserved:
    """A die as the rules weigh it."""
    return DieObserved(die.colours, die.values, die.in_play, cut=die.cut, chance=die.chance)


def settled_sheets(reading: Reading) -> tuple[SheetTable, ...]:
    """The most probable marks on each sheet that was seen."""
    return tuple(
        settle_sheet(SheetObserved(sheet.marks, sheet.locks, sheet.penalties, sheet.doubtful))
        for sheet in reading.sheets
    )


def reads(reader: Reader, profile: Profile = UNKNOWN) -> Read:
    """What `vision.evaluate` measures: the whole way from a labelled photo to the settled position."""

    def read(photo: LabelledPhoto) -> Look:
        return look(photo.path, reader, game=_game_of(photo.kinds), profile=profile)

    return read


def _game_of(kinds: Collection[Kind]) -> str:
    if "tile" not in kinds:
        return QWIXX
    return QWIRKLE if len(kinds) == 1 else AUTO
