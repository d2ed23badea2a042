"""The score sheet of Qwixx: four rows, their locks, and the penalties."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property

from engine.game import IllegalMove, Reason


class Row(IntEnum):
    """A row of the sheet, from the top: red and yellow rise from 2 to 12, green and blue fall from 12 to 2."""

    RED = 0
    YELLOW = 1
    GREEN = 2
    BLUE = 3

    # An enum's own hash is slow, and rows are keys of nearly everything here.
    __hash__ = int.__hash__

    @property
    def letter(self) -> str:
        """The row's letter in the text forms."""
        return ROW_LETTERS[self]

    @property
    def word(self) -> str:
        """The row's English name."""
        return self.name.lower()

    @property
    def rises(self) -> bool:
        """Whether the numbers rise from left to right."""
        return self < Row.GREEN

    @property
    def numbers(self) -> tuple[int, ...]:
        """The eleven numbers as printed, from left to right."""
        return RISING if self.rises else FALLING

    @property
    def last(self) -> int:
        """The number beside the lock."""
        return self.numbers[-1]

    def position(self, number: int) -> int:
        """The place of a number in `numbers`: 0 to 10."""
        return number - RISING[0] if self.rises else FALLING[0] - number


ROW_LETTERS = "RYGB"
RISING = tuple(range(2, 13))
FALLING = RISING[::-1]
MARKS_BEFORE_LAST = 5
"""So many marks a row must have before its last number may be marked."""
PENALTY = -5
"""The points of a penalty."""
PENALTIES = 4
"""So many penalties fit on a sheet."""


def row_points(marks: int) -> int:
    """The points of a row with so many marks, the lock among them: one more for each than for the one before."""
    return marks * (marks + 1) // 2


@dataclass(frozen=True)
class Sheet:
    """What is marked on a score sheet, whether the rules allow it or not.

    Args:
        rows: the marked numbers of each `Row`.
        locks: the rows whose lock is crossed on this sheet, be it by the player's own last number or to say that
            another player has closed the row.
        penalties: how many penalty boxes are crossed.

    Raises:
        ValueError: if no sheet has such rows, numbers or penalties.
    """

    rows: tuple[frozenset[int], ...] = (frozenset(),) * len(Row)
    locks: frozenset[Row] = frozenset()
    penalties: int = 0

    def __post_init__(self) -> None:
        if len(self.rows) != len(Row) or not frozenset().union(*self.rows) <= set(RISING):
            raise ValueError("a sheet has four rows of numbers from 2 to 12")
        if not 0 <= self.penalties <= PENALTIES:
            raise ValueError(f"a sheet has 0 to {PENALTIES} penalties")

    @classmethod
    def of(
        cls,
        red: Iterable[int] = (),
        yellow: Iterable[int] = (),
        green: Iterable[int] = (),
        blue: Iterable[int] = (),
        locks: Iterable[Row] = (),
        penalties: int = 0,
    ) -> Sheet:
        """The sheet with these numbers marked."""
        return cls(tuple(map(frozenset, (red, yellow, green, blue))), frozenset(locks), penalties)

    def marked(self, row: Row) -> tuple[int, ...]:
        """The marked numbers of a row, from left to right."""
        return tuple(number for number in row.numbers if number in self.rows[row])

    def passed(self, row: Row) -> int:
        """How many of a row's numbers, from the left, can't be marked any more, being marked or passed over."""
        return max((row.position(number) + 1 for number in self.rows[row]), default=0)

    def is_locked(self, row: Row) -> bool:
        """Whether this player has locked the row: a crossed lock counts only beside the marked last number."""
        return row in self.locks and row.last in self.rows[row]

    def count(self, row: Row) -> int:
        """How many marks a row has, the lock among them if it counts."""
        return len(self.rows[row]) + self.is_locked(row)

    def points(self, row: Row) -> int:
        """The points of a row."""
        return row_points(self.count(row))

    @cached_property
    def total(self) -> int:
        """The points of all rows and penalties."""
        return sum(map(self.points, Row)) + PENALTY * self.penalties

    def check(self, row: Row, number: int) -> None:
        """Makes sure that a number can be marked next on this sheet, whatever the dice show.

        Raises:
            IllegalMove: if it can't.
        """
        if row in self.locks or row.last in self.rows[row]:
            raise IllegalMove("row_closed", row=row.word)
        if row.position(number) < self.passed(row):
            raise IllegalMove("passed_over", row=row.word, number=number, last=self.marked(row)[-1])
        if number == row.last and len(self.rows[row]) < MARKS_BEFORE_LAST:
            count = len(self.rows[row])
            raise IllegalMove("lock_too_early", row=row.word, number=number, count=count, needed=MARKS_BEFORE_LAST)

    def can_mark(self, row: Row, number: int) -> bool:
        """Whether a number can be marked next on this sheet, whatever the dice show."""
        try:
            self.check(row, number)
        except IllegalMove:
            return False
        return True

    def with_mark(self, row: Row, number: int) -> Sheet:
        """The sheet with one more number marked; the last number brings the lock by itself.

        Raises:
            IllegalMove: if the number can't be marked next.
        """
        self.check(row, number)
        rows = tuple(marked | {number} if other == row else marked for other, marked in enumerate(self.rows))
        return replace(self, rows=rows, locks=self.locks | {row} if number == row.last else self.locks)

    def with_penalty(self) -> Sheet:
        """The sheet with one more penalty.

        Raises:
            ValueError: if it has all of them.
        """
        return replace(self, penalties=self.penalties + 1)

    def status(self) -> tuple[Reason, ...]:
        """All that is wrong with the sheet; nothing for one that a game can reach."""
        return tuple(reason for row in Row for reason in self.row_status(row))

    def row_status(self, row: Row) -> tuple[Reason, ...]:
        """All that is wrong with one row."""
        if row.last not in self.rows[row]:
            return ()
        reasons = []
        before = len(self.rows[row]) - 1
        told: dict[str, object] = {"row": row.word, "number": row.last}
        if before < MARKS_BEFORE_LAST:
            reasons.append(Reason("too_few_before_last", {**told, "count": before, "needed": MARKS_BEFORE_LAST}))
        if row not in self.locks:
            reasons.append(Reason("lock_missing", told))
        return tuple(reasons)

    def __str__(self) -> str:
        rows = (f"{row.letter}:{','.join(map(str, self.marked(row)))}{'L' if row in self.locks else ''}" for row in Row)
        return " ".join([*rows, f"P:{self.penalties}"])
