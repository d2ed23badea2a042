"""What Kibitz answers about a photo: as JSON, on which other programs rely, as text, and drawn on the photo."""

from __future__ import annotations

from typing import Any

from engine.game import Refusal
from vision.overlay import Annotator
from vision.qwirkle_overlay import Names, Outlines
from vision.qwixx_overlay import DieNames, DieOutlines, SheetMarks, SheetRefused, SheetTotal
from webapp.look import QWIRKLE, QWIXX, Look
from webapp.qwirkle import answer as tiles
from webapp.qwixx import answer as dice
from webapp.reasons import Phrase, reason_json


def answer(photo: str, seen: Look, phrase: Phrase = str) -> dict[str, Any]:
    """The JSON object of a photo that was read; fields are only ever added.

    Whatever was found is listed; the problems are those of the game that the photo shows, and what is wrong with its
    light.
    """
    reading, table = seen.reading, seen.table
    return {
        "photo": photo,
        "game": seen.game,
        "width": reading.width,
        "height": reading.height,
        "sixth": table.sixth.word if table.sixth is not None else None,
        "tiles": tiles.tiles_json(reading, table),
        "dice": dice.dice_json(reading, seen.dice),
        "roll": dice.roll_json(seen.dice.roll),
        "sheets": dice.sheets_json(reading, seen.sheets),
        "problems": _problems(seen, phrase),
        "seconds": {stage: round(taken, 4) for stage, taken in reading.seconds.items()},
    }


def _problems(seen: Look, phrase: Phrase) -> list[dict[str, Any]]:
    pieces: dict[str, Any] = {"tiles": []} if seen.game == QWIRKLE else {"dice": []}
    cast = [{**reason_json(seen.cast, phrase), **pieces}] if seen.cast else []
    return [*_game_problems(seen, phrase), *cast]


def _game_problems(seen: Look, phrase: Phrase) -> list[dict[str, Any]]:
    if seen.game == QWIRKLE:
        return tiles.problems_json(seen.table, phrase)
    refusals = dice.refusals_json(seen.refused, phrase)
    if seen.nothing:
        return refusals or [reason_json(seen.nothing, phrase)]
    return [*dice.problems_json(seen.dice, seen.sheets, phrase), *refusals]


def refused(photo: str | None, error: Refusal) -> dict[str, Any]:
    """The JSON object that stands in the place of a photo that can't be read."""
    return {"photo": photo, "error": {"code": error.reason.code, "message": str(error)}}


def described(seen: Look) -> str:
    """What was found, for people; of the other game only how many pieces, should any have been found."""
    if seen.game is None:
        return "nothing"
    if seen.game == QWIRKLE:
        also = len(seen.reading.dice) + len(seen.reading.sheets)
        told, other = tiles.described(seen.reading, seen.table), QWIXX
    else:
        also = len(seen.reading.tiles)
        told, other = dice.described(seen.dice, seen.sheets, seen.refusals), QWIRKLE
    besides = [f"  besides: {also} of the other game, see --game {other}"] if also else []
    cast = [f"  problem: {seen.cast}"] if seen.cast else []
    return "\n".join([told, *besides, *cast])


def drawn(seen: Look) -> list[Annotator]:
    """What is drawn on the photo to show what was found of its game."""
    reading = seen.reading
    if seen.game == QWIRKLE:
        return [Outlines(reading, seen.table), Names(reading, seen.table)]
    sheets = list(zip(reading.sheets, seen.sheets, strict=True))
    return [
        *(SheetMarks(*sheet) for sheet in sheets),
        *(SheetTotal(*sheet) for sheet in sheets),
        *map(SheetRefused, seen.refused),
        DieOutlines(reading, seen.dice),
        DieNames(reading, seen.dice),
    ]
