"""What a player can decide in a turn of Qwixx: which action comes first, and one mark or none in each."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import Enum
from typing import NamedTuple, TypeAlias

from engine.game import IllegalMove
from engine.qwixx.roll import Roll
from engine.qwixx.sheet import Row, Sheet


class Action(Enum):
    """One of the two actions of a turn; as a decision, the one that the active player says shall come first."""

    WHITE = "white"
    """Every player may mark the sum of the white dice."""
    COLOUR = "colour"
    """The active player may mark the sum of a white die and a coloured one."""

    def __str__(self) -> str:
        return self.value

    @property
    def other(self) -> Action:
        """The other of the two."""
        return Action.COLOUR if self is Action.WHITE else Action.WHITE


class Mark(NamedTuple):
    """A number to be marked in a row. The natural order goes down the sheet."""

    row: Row
    number: int

    def __str__(self) -> str:
        return f"{self.row.letter}{self.number}"

    @property
    def locks(self) -> bool:
        """Whether the mark brings the lock of its row."""
        return self.number == self.row.last

    @property
    def words(self) -> str:
        """The mark in English, such as ``red 7``."""
        return f"{self.row.word} {self.number}"


NO_MARK = "--"
"""The text form of marking nothing."""

Decision: TypeAlias = Mark | Action | None
"""A mark, or None for no mark; or which action comes first."""


def decision_text(decision: Decision) -> str:
    """The text form of a decision: ``R7``, ``--`` for no mark, ``white`` or ``colour`` for which action comes first."""
    return NO_MARK if decision is None else str(decision)


class LegalMarks(Collection[Mark]):
    """The marks that a sheet and a roll allow in one action, found when asked for; marking none is allowed besides.

    A row is open as long as its die is in the roll.

    Args:
        sheet: of the player.
        roll: the dice that are still in play.
        action: which of the two.
    """

    def __init__(self, sheet: Sheet, roll: Roll, action: Action) -> None:
        self.sheet, self.roll, self.action = sheet, roll, action

    def check(self, mark: Mark) -> None:
        """Makes sure that a mark is allowed.

        Raises:
            IllegalMove: if it isn't.
        """
        if mark.row not in self.roll.rows:
            raise IllegalMove("row_closed", row=mark.row.word)
        sums = self._sums(mark.row)
        if mark.number not in sums:
            given = " or ".join(map(str, sums))
            raise IllegalMove("not_rolled", row=mark.row.word, number=mark.number, roll=str(self.roll), given=given)
        self.sheet.check(*mark)

    def __contains__(self, mark: object) -> bool:
        if not isinstance(mark, Mark):
            return False
        try:
            self.check(mark)
        except IllegalMove:
            return False
        return True

    def __iter__(self) -> Iterator[Mark]:
        for row in self.roll.rows:
            for number in self._sums(row):
                mark = Mark(row, number)
                if mark in self:
                    yield mark

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _sums(self, row: Row) -> tuple[int, ...]:
        return (self.roll.white_sum,) if self.action is Action.WHITE else self.roll.colour_sums(row)
