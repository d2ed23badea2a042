"""What a request about Qwixx asks for, read from JSON that may be hostile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.qwixx.events import Preset
from engine.qwixx.game import PLAYERS
from engine.qwixx.notation import parse_mark, parse_roll, parse_sheet
from engine.qwixx.roll import PIPS, DieColour, Roll
from engine.qwixx.settle import DieObserved, SheetObserved, Told
from engine.qwixx.sheet import PENALTIES, Row, Sheet
from vision.reading import Floats
from webapp.wishes import Wish, is_number, malformed

LONGEST = 200
"""Letters of a text: a sheet on which everything is marked has 130."""
MOST_DICE = 40
MOST_SHEETS = 12
MOST_ALTERNATIVES = 40
COLOURS = {colour.word: colour for colour in DieColour}
ROWS = {row.word: row for row in Row}


@dataclass(frozen=True, eq=False)
class GivenDice:
    """Dice as a client tells them.

    Args:
        observed: what was seen of them.
        known: what a person said of them, by their numbers.
    """

    observed: tuple[DieObserved, ...]
    known: Mapping[int, Told]


class QwixxWish(Wish):
    """The fields of a request about Qwixx."""

    def roll(self, field: str = "roll") -> Roll:
        """A roll in its text form.

        Raises:
            InvalidText: if it is none.
            Refusal: if the field is missing or something else.
        """
        return parse_roll(self._text(self.fields.get(field), field))

    def sheet(self, field: str = "sheet") -> Sheet:
        """A sheet in its text form.

        Raises:
            InvalidText: if it is none.
            Refusal: if the field is missing or something else.
        """
        return parse_sheet(self._text(self.fields.get(field), field))

    def others(self) -> tuple[Sheet, ...]:
        """The other players' sheets, as far as they are known."""
        entries = self.entries("others", max(PLAYERS) - 1)
        return tuple(parse_sheet(self._text(entry, "others")) for entry in entries)

    def active(self) -> bool:
        """Whether it is the player's own turn."""
        return self.flag("active", True)

    def players(self) -> int:
        """How many play."""
        return self.number("players", PLAYERS, 2)

    def preset(self) -> Preset:
        """Whose reading of the rules."""
        return Preset(self.choice("rules", [preset.value for preset in Preset], Preset.GAMERULES))

    def closed(self) -> frozenset[Row]:
        """The rows that are closed."""
        entries = self.entries("closed", len(Row))
        if not all(_is_word(entry, ROWS) for entry in entries):
            raise malformed("closed", f"holds something else than {', '.join(ROWS)}")
        return frozenset(ROWS[entry] for entry in entries)

    def dice(self) -> GivenDice:
        """Dice: objects as a reading lists them; one with ``sure`` was named by a person, or said not to be in play.

        Raises:
            Refusal: if the field is something else.
        """
        entries = self.entries("dice", MOST_DICE)
        observed = tuple(_die(entry, f"dice[{index}]") for index, entry in enumerate(entries))
        return GivenDice(observed, {index: _told(entry) for index, entry in enumerate(entries) if entry.get("sure")})

    def sheets(self) -> tuple[SheetObserved, ...]:
        """Sheets: objects with the text form ``sheet``, and in ``doubted`` the cells of which nobody is sure.

        Raises:
            InvalidText: if one is no sheet.
            Refusal: if the field is something else.
        """
        return tuple(self._sheet(entry, f"sheets[{index}]") for index, entry in enumerate(self._sheets()))

    def names(self) -> tuple[str, ...]:
        """The names of the players; nothing if they were not told."""
        entries = self.entries("names", MOST_SHEETS)
        if not all(isinstance(entry, str) and len(entry) <= LONGEST for entry in entries):
            raise malformed("names", "holds something else than names")
        return tuple(entries)

    def _sheets(self) -> list[Any]:
        entries = self.entries("sheets", MOST_SHEETS)
        if not entries:
            raise malformed("sheets", "is empty")
        return entries

    def _sheet(self, entry: object, where: str) -> SheetObserved:
        if not isinstance(entry, dict):
            raise malformed(where, "is no sheet")
        sheet = parse_sheet(self._text(entry.get("sheet"), where))
        marks = np.array([[float(number in sheet.rows[row]) for number in row.numbers] for row in Row])
        locks = np.array([float(row in sheet.locks) for row in Row])
        penalties = np.array([float(box < sheet.penalties) for box in range(PENALTIES)])
        doubtful = np.zeros(marks.shape, np.bool_)
        doubted = entry.get("doubted") or []
        if not isinstance(doubted, list) or len(doubted) > doubtful.size:
            raise malformed(where, "has doubts that are no list of cells")
        for cell in doubted:
            mark = parse_mark(self._text(cell, where))
            doubtful[mark.row, mark.row.position(mark.number)] = True
        return SheetObserved(marks, locks, penalties, doubtful)

    def _text(self, value: object, where: str) -> str:
        if not isinstance(value, str) or len(value) > LONGEST:
            raise malformed(where, "is no text, or a very long one")
        return value


def _die(entry: object, where: str) -> DieObserved:
    if not isinstance(entry, dict):
        raise malformed(where, "is no die")
    colours, values = np.zeros(len(DieColour)), np.zeros(len(PIPS))
    alternatives = entry.get("alternatives") or []
    if not isinstance(alternatives, list) or len(alternatives) > MOST_ALTERNATIVES:
        raise malformed(where, "has alternatives that are no list")
    named = entry.get("colour"), entry.get("value"), entry.get("confidence", 1.0)
    for colour, value, chance in (named, *(_alternative(one, where) for one in alternatives)):
        if not (_is_word(colour, COLOURS) and is_number(value) and value in PIPS and _is_chance(chance)):
            raise malformed(where, "has no colour, or shows nothing from 1 to 6")
        colours[COLOURS[colour]] += chance
        values[value - 1] += chance
    in_play = float(entry.get("in_play", True) is not False)
    return DieObserved(_shares(colours), _shares(values), in_play, cut=entry.get("cut") is True)


def _told(entry: Mapping[str, Any]) -> Told:
    """What a person said of a sound die."""
    if entry.get("in_play", True) is False:
        return DieColour.OTHER, None
    return COLOURS[entry["colour"]], entry["value"]


def _is_word(value: object, words: Mapping[str, object]) -> bool:
    return isinstance(value, str) and value in words


def _alternative(entry: object, where: str) -> tuple[Any, Any, Any]:
    """The colour, the value and the chance in such as ``["white 5", 0.1]``."""
    match entry:
        case [str(name), chance] if len(words := name.split()) == 2 and words[1].isdecimal() and len(words[1]) == 1:
            return words[0], int(words[1]), chance
        case _:
            raise malformed(where, "has an alternative that is no die with its chance")


def _is_chance(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _shares(chances: Floats) -> Floats:
    """The chances with a little for everything else, for nothing that was read is quite sure; they sum to one."""
    left = max(0.0, 1.0 - chances.sum()) / len(chances)
    return np.asarray((chances + left) / (chances + left).sum())
