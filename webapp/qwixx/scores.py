"""The end of a game of Qwixx, told by its sheets: as JSON, on which other programs rely, and as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.game import ENGLISH, Outcome, Refusal
from engine.qwixx.settle import SheetTable
from engine.qwixx.sheet import Row
from webapp.look import QWIXX, Look
from webapp.qwixx.answer import score_json, table_json, totals_text
from webapp.reasons import Phrase, points_text, reason_json

ENGLISH.update(
    {
        "no_sheet_found": "no score sheet was found: take the photo from nearer by, with the whole sheet in it",
        "sheets_for_names": "{sheets} sheets were found for {names} names: name one player a sheet, in their order",
    }
)


@dataclass(frozen=True)
class Entry:
    """A sheet at the end of the game.

    Args:
        photo: the name of the photo that shows it; None if it was told.
        table: what is on it.
        name: of its player; None if nobody is named.
    """

    photo: str | None
    table: SheetTable
    name: str | None = None


@dataclass(frozen=True)
class Scores:
    """The sheets of a game and who wins.

    Args:
        entries: one a sheet.
        complaints: what is wrong with photos; of these sheets nothing is.
    """

    entries: tuple[Entry, ...]
    complaints: tuple[str, ...] = ()

    @classmethod
    def of(cls, sheets: Sequence[tuple[str | None, SheetTable]], names: Sequence[str] = ()) -> Scores:
        """The scores of sheets, each with the photo that shows it.

        Raises:
            Refusal: if there are names and not one for each sheet.
        """
        if names and len(names) != len(sheets):
            raise Refusal("sheets_for_names", sheets=len(sheets), names=len(names))
        players: Sequence[str | None] = names or [None] * len(sheets)
        return cls(tuple(Entry(*sheet, name) for sheet, name in zip(sheets, players, strict=True)))

    @property
    def totals(self) -> tuple[int, ...]:
        """Everybody's points."""
        return tuple(entry.table.sheet.total for entry in self.entries)

    @property
    def winners(self) -> tuple[int, ...]:
        """Whose total is highest, by the places in `entries`; several share the win. Nobody wins alone."""
        return Outcome.of(self.totals).winners if len(self.entries) > 1 else ()

    @property
    def may_win(self) -> tuple[int, ...]:
        """Who wins or shares the win for some marking of the doubted cells."""
        if len(self.entries) < 2:
            return ()
        least = max(min(entry.table.totals) for entry in self.entries)
        return tuple(place for place, entry in enumerate(self.entries) if max(entry.table.totals) >= least)

    def as_json(self, phrase: Phrase = str) -> dict[str, Any]:
        """All of it, ready for `json.dumps`."""
        return {
            "game": QWIXX,
            "names": [entry.name for entry in self.entries if entry.name is not None],
            "sheets": [self._entry_json(entry, phrase) for entry in self.entries],
            "totals": list(self.totals),
            "winners": list(self.winners),
            "may_win": list(self.may_win),
        }

    def _entry_json(self, entry: Entry, phrase: Phrase) -> dict[str, Any]:
        problems = [reason_json(problem, phrase) for problem in entry.table.problems]
        return {"photo": entry.photo, "player": entry.name, **table_json(entry.table), "problems": problems}

    def __str__(self) -> str:
        """The scores for people."""
        return "\n".join(
            [*(line for number in range(len(self.entries)) for line in self._lines(number)), self._result()]
        )

    def _lines(self, number: int) -> Iterator[str]:
        entry = self.entries[number]
        score = score_json(entry.table.sheet)
        rows = ", ".join(f"{row.word} {score[row.word]}" for row in Row)
        where = f"{entry.photo}  " if entry.photo else ""
        yield f"{where}{self._name(number)}: {rows}, penalties {score['penalties']}: {totals_text(entry.table)}"
        yield f"    {entry.table.sheet}"
        yield from (f"    doubted: {row.word} {number}" for row, number in entry.table.doubted)
        yield from (f"    problem: {problem}" for problem in entry.table.problems)

    def _name(self, number: int) -> str:
        return self.entries[number].name or f"sheet {number + 1}"

    def _result(self) -> str:
        if not self.winners:
            return totals_text(self.entries[0].table)
        verb = "wins" if len(self.winners) == 1 else "share the win"
        said = f"{' and '.join(map(self._name, self.winners))} {verb} with {points_text(max(self.totals))}"
        others = [place for place in self.may_win if place not in self.winners]
        if others:
            return f"{said}, unless a doubted cell makes it {' or '.join(map(self._name, others))}"
        tied = len(self.winners) > 1
        doubted = any(len(self.entries[place].table.totals) > 1 for place in self.winners)
        return f"{said}, unless a doubted cell parts them" if tied and doubted else said


class ScoreKeeper:
    """Makes the scores of a game from photos of its sheets.

    Args:
        names: of the players in the order of the sheets; nothing if they are not named.
    """

    known = None

    def __init__(self, names: Sequence[str] = ()) -> None:
        self._names = names
        self._sheets: list[tuple[str | None, SheetTable]] = []

    def add(self, photo: str, seen: Look) -> None:
        """Adds the sheets of a photo.

        Raises:
            Refusal: if there is none, or one that can't be read.
        """
        for why in seen.refusals:
            raise Refusal(why.code)
        if not seen.sheets:
            raise Refusal("no_sheet_found")
        self._sheets += [(photo, table) for table in seen.sheets]

    def result(self) -> Scores:
        """The scores of all sheets.

        Raises:
            Refusal: if there are names and not one for each sheet.
        """
        return Scores.of(self._sheets, self._names)
