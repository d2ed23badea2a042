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
from webapp.wishes import Wish, is_number, malformed

LONGEST = 200
"""Letters of a text: a sheet on which everything is marked has 130."""
MOST_DICE = 40
MOST_SHEETS = 12
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

    def waits(self) -> int | None:
        """How many turns of others, this one among them, come before the next own one; None if nobody told.

        Raises:
            Refusal: if it is no number, or more than others can play.
        """
        return None if self.fields.get("waits") is None else self.number("waits", range(max(PLAYERS)), 0)

    def preset(self) -> Preset:
        """Whose reading of the rules."""
        return Preset(self.choice("rules", [preset.value for preset in Preset], Preset.GAMERULES))

    def closed(self) -> frozenset[Row]:
        """The rows that are closed."""
        entries = self.entries("closed", len(Row))
        if not all(isinstance(entry, str) and entry in ROWS for entry in entries):
            raise malformed("closed", f"holds something else than {', '.join(ROWS)}")
        return frozenset(ROWS[entry] for entry in entries)

    def dice(self) -> GivenDice:
        """Dice: objects as a reading lists them; one with ``sure`` was named by a person, or said not to be in play.

        Their ``chances`` tell what they look like; without any they are what they are named.

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
    colour, value = entry.get("colour"), entry.get("value")
    if not isinstance(colour, str) or colour not in COLOURS or not is_number(value) or value not in PIPS:
        raise malformed(where, "has no colour, or shows nothing from 1 to 6")
    cut = entry.get("cut") is True
    if entry.get("chances") is None:
        in_play = float(entry.get("in_play", True) is not False)
        return DieObserved(np.eye(len(DieColour))[COLOURS[colour]], np.eye(len(PIPS))[value - 1], in_play, cut=cut)
    try:
        given = {"die": 1.0, **entry["chances"]}
        chances = {name: np.array(given[name], np.float64) for name in ("colours", "values", "in_play", "die")}
        return DieObserved(
            chances["colours"], chances["values"], float(chances["in_play"]), cut=cut, chance=float(chances["die"])
        )
    except (ValueError, TypeError, KeyError, OverflowError) as error:
        raise malformed(where, "has chances that are no probabilities") from error


def _told(entry: Mapping[str, Any]) -> Told:
    """What a person said of a sound die."""
    if entry.get("in_play", True) is False:
        return DieColour.OTHER, None
    return COLOURS[entry["colour"]], entry["value"]
