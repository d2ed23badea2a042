"""The Qwixx dice and score sheets on a photo: as JSON, and as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.game import Reason
from engine.qwixx.roll import PIPS, DieColour, Roll
from engine.qwixx.settle import DiceTable, DieSettled, SheetTable
from engine.qwixx.sheet import PENALTY, Row, Sheet
from vision.reading import DieSeen, Floats, Reading, SheetSeen
from webapp.reasons import Phrase, points_text, reason_json

FEW_TOTALS = 3
"""So many more totals are told one by one."""


def dice_json(reading: Reading, table: DiceTable) -> list[dict[str, Any]]:
    """Every die that was found; lengths are in pixels of the upright photo in full resolution."""
    return [{**_seen_json(seen), **die_json(settled)} for seen, settled in zip(reading.dice, table.dice, strict=True)]


def _seen_json(seen: DieSeen) -> dict[str, Any]:
    """Where a die lies, and what it looks like before the rules are weighed in."""
    x, y = seen.centre
    return {
        "x": round(x, 1),
        "y": round(y, 1),
        "size": round(seen.size, 1),
        "box": _rounded(seen.box),
        "top": _rounded(seen.top[:2]),
        "chances": {
            "colours": seen.colours.round(4).tolist(),
            "values": seen.values.round(4).tolist(),
            "in_play": round(seen.in_play, 4),
            "die": round(seen.chance, 4),
        },
        "looks": die_words(DieColour(int(seen.colours[: DieColour.OTHER].argmax())), PIPS[int(seen.values.argmax())]),
        "cut": seen.cut,
    }


def die_json(settled: DieSettled) -> dict[str, Any]:
    """What a die is taken for, and what else it may be."""
    return {
        "colour": settled.colour.word,
        "value": settled.value,
        "confidence": round(settled.value_confidence, 4),
        "name_confidence": round(settled.confidence, 4),
        "alternatives": [[die_words(*die), round(chance, 4)] for die, chance in settled.alternatives],
        "in_play": settled.in_play,
        "doubted": settled.doubted,
    }


def roll_table_json(table: DiceTable, phrase: Phrase = str) -> dict[str, Any]:
    """Dice that were told, settled."""
    return {
        "dice": [die_json(settled) for settled in table.dice],
        "roll": roll_json(table.roll),
        "text": str(table.roll) if table.roll else None,
        "closed": [row.word for row in sorted(table.closed)],
        "problems": problems_json(table, (), phrase),
    }


def die_words(colour: DieColour, value: int) -> str:
    """A die's English name, such as ``white 6``."""
    return f"{colour.word} {value}"


def roll_json(roll: Roll | None) -> dict[str, Any] | None:
    """The roll; a die that has left the game is null."""
    if roll is None:
        return None
    return {"white": list(roll.white), **{row.word: roll.coloured[row] for row in Row}}


def sheets_json(reading: Reading, tables: Sequence[SheetTable]) -> list[dict[str, Any]]:
    """Every score sheet that was found, and where its cells lie in the picture."""
    return [_sheet(*found) for found in zip(reading.sheets, tables, strict=True)]


def _sheet(seen: SheetSeen, table: SheetTable) -> dict[str, Any]:
    x, y = seen.centre
    return {
        "x": round(x, 1),
        "y": round(y, 1),
        **table_json(table),
        "corners": _rounded(seen.corners),
        "cells": {row.word: _rounded(seen.cells[row]) for row in Row},
        "boxes": _rounded(seen.boxes),
    }


def table_json(table: SheetTable) -> dict[str, Any]:
    """What is marked on a sheet and what it is worth, with the totals it may have while something is doubted."""
    return {
        **sheet_json(table.sheet),
        "doubted": [[row.word, number] for row, number in table.doubted],
        "doubted_locks": [row.word for row in table.doubted_locks],
        "score": score_json(table.sheet),
        "totals": list(table.totals),
        "confidence": round(table.confidence, 4),
    }


def sheet_json(sheet: Sheet) -> dict[str, Any]:
    """What is marked on a sheet; ``sheet`` is its text form."""
    return {
        "sheet": str(sheet),
        "marks": {row.word: list(sheet.marked(row)) for row in Row},
        "locks": [row.word for row in sorted(sheet.locks)],
        "penalties": sheet.penalties,
    }


def score_json(sheet: Sheet) -> dict[str, int]:
    """The points of every row, of the penalties, and all together."""
    rows = {row.word: sheet.points(row) for row in Row}
    return {**rows, "penalties": PENALTY * sheet.penalties, "total": sheet.total}


def problems_json(dice: DiceTable, sheets: Sequence[SheetTable], phrase: Phrase = str) -> list[dict[str, Any]]:
    """What is wrong with the dice, and which they are; then what is wrong with each sheet.

    Where there are sheets, there need be no dice.
    """
    of_dice = dice.problems if dice.dice or not sheets else ()
    return [
        *({**reason_json(problem.reason, phrase), "dice": list(problem.dice)} for problem in of_dice),
        *(
            {**reason_json(problem, phrase), "sheet": index}
            for index, table in enumerate(sheets)
            for problem in table.problems
        ),
    ]


def refusals_json(refused: Sequence[SheetSeen], phrase: Phrase = str) -> list[dict[str, Any]]:
    """Why sheets can't be read, and where they lie; ``sheet`` is null, for they are not among the sheets."""
    return [
        {**reason_json(Reason(seen.refused), phrase), "sheet": None, "corners": _rounded(seen.corners)}
        for seen in refused
    ]


def described(dice: DiceTable, sheets: Sequence[SheetTable], refusals: Sequence[Reason] = ()) -> str:
    """The same for people: the roll, each sheet with its points, what is doubted and what is wrong."""
    of_dice = _dice_lines(dice) if dice.dice or not (sheets or refusals) else ()
    return "\n".join([*of_dice, *_sheet_lines(sheets), *(f"a sheet that can't be read: {why}" for why in refusals)])


def _dice_lines(table: DiceTable) -> Iterator[str]:
    count = len(table.dice)
    yield f"{count} {'die' if count == 1 else 'dice'}: {table.roll or 'no roll'}"
    for die in table.dice:
        name = die_words(die.colour, die.value)
        if die.doubted:
            instead = f", could be {die_words(*die.alternatives[0][0])}" if die.alternatives else ""
            yield f"  doubted: {name}{instead}"
        if not die.in_play:
            yield f"  not in play: {name}"
    yield from (f"  problem: {problem.reason}" for problem in table.problems)


def _sheet_lines(tables: Sequence[SheetTable]) -> Iterator[str]:
    for number, table in enumerate(tables, 1):
        yield f"sheet {number}: {table.sheet}, {totals_text(table)}"
        yield from (f"  doubted: {row.word} {number}" for row, number in table.doubted)
        yield from (f"  problem: {problem}" for problem in table.problems)


def totals_text(table: SheetTable) -> str:
    """What a sheet is worth: each total that it may have while something is doubted, or from where to where they go."""
    *others, last = table.totals
    if len(others) > FEW_TOTALS:
        return f"{others[0]} to {points_text(last)}"
    return f"{', '.join(map(str, others))} or {points_text(last)}" if others else points_text(last)


def _rounded(points: Floats) -> Any:
    return points.round(1).tolist()
