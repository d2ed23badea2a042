"""The dice of a game of Qwixx that a camera follows: a roll is proposed when all dice in play lie still."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from engine.game import Reason
from engine.qwixx.roll import DieColour, Roll
from engine.qwixx.settle import DiceTable
from engine.qwixx.sheet import Row
from vision.reading import DieSeen, Reading
from webapp.assistant.live import News
from webapp.look import settled_dice

NEAR = 0.5
"""In sides: a die within so much of where one lay before was not rolled; a roll moves dice by many sides."""


@dataclass(frozen=True, eq=False)
class DiceShown:
    """Dice that were seen, and the roll that they most probably are."""

    reading: Reading
    table: DiceTable

    @property
    def counted(self) -> list[tuple[DieSeen, tuple[DieColour, int]]]:
        """The dice that count, each with its name."""
        pairs = zip(self.reading.dice, self.table.dice, strict=True)
        return [(seen, (die.colour, die.value)) for seen, die in pairs if die.in_play]

    @property
    def doubted(self) -> bool:
        """Whether a person should look at a die."""
        return any(die.doubted for die in self.table.dice)


class LiveRolls:
    """What is rolled beyond the record.

    Dice lie on the table until they are rolled again: those that lay there when the record changed are known by their
    names and by how they lie, and no roll is proposed until they lie otherwise. Those that lay there when the camera
    came may not be rolled at all: they wait for a person.

    Args:
        confirm_after: a roll that has lain for so many seconds is taken; infinity leaves that to people.
    """

    def __init__(self, confirm_after: float = 3.0) -> None:
        self.confirm_after = confirm_after
        self.shown: DiceShown | None = None
        """The last reading, steady or not."""
        self._steady: Reading | None = None
        self._rows: Collection[Row] = tuple(Row)
        self._due = False
        self._last: Roll | None = None
        self._first: DiceShown | None = None
        self._taken: DiceShown | None = None
        self._proposed: Roll | None = None
        self._dismissed: DiceShown | None = None
        self._since: float | None = None
        self._now = 0.0

    @property
    def proposed(self) -> Roll | None:
        """The roll that waits to be confirmed."""
        return self._proposed

    @property
    def problems(self) -> tuple[Reason, ...]:
        """What is wrong with the dice of the proposed roll, or taken for granted."""
        return tuple(problem.reason for problem in self.shown.table.problems) if self.shown and self._proposed else ()

    def confirms_in(self, at: float) -> float | None:
        """In how many seconds the proposed roll is taken; None if it waits for a person, or for stillness."""
        if self._proposed is None or self._since is None or math.isinf(self.confirm_after):
            return None
        if self.shown and (self.shown.doubted or (self._first and lies_as(self._first, self.shown))):
            return None
        return max(0.0, self._since + self.confirm_after - at)

    def see(self, reading: Reading, at: float) -> list[News]:
        """Holds a steady reading against the record; what is new.

        Args:
            reading: what lies on the table.
            at: when it was seen, in seconds.
        """
        self._since = self._now = at
        self._steady = reading
        news = self._judge(reading)
        self._first = self._first or self.shown
        return news

    def tick(self, at: float) -> list[News]:
        """Takes a roll that has lain for long enough; to be called while nothing moves."""
        self._now = at
        return [self.confirm()] if self.confirms_in(at) == 0 else []

    def wait(self) -> None:
        """Something moves: nothing is taken before the next reading."""
        self._since = None

    def show(self, reading: Reading) -> DiceShown:
        """The dice of a reading, be it steady or not."""
        closed = [row for row in Row if row not in self._rows]
        self.shown = DiceShown(*settled_dice(reading, closed))
        return self.shown

    def confirm(self) -> News:
        """Takes the proposed roll for meant; `recorded` tells whether it is in the record then.

        Raises:
            ValueError: if none is proposed.
        """
        if self._proposed is None:
            raise ValueError("no roll is proposed")
        roll, self._proposed, self._due = self._proposed, None, False
        return News("confirmed", roll=roll)

    def dismiss(self) -> None:
        """Takes the proposed roll for not meant: nothing is proposed until the dice lie otherwise.

        Raises:
            ValueError: if none is proposed.
        """
        if self._proposed is None:
            raise ValueError("no roll is proposed")
        self._proposed, self._dismissed = None, self.shown

    def recorded(self, due: bool, rows: Collection[Row], last: Roll | None) -> list[News]:
        """Takes over the record from where it is kept; what is new.

        Args:
            due: whether the dice are to be rolled now.
            rows: the rows that are open, whose dice are in play.
            last: the last roll of the game.
        """
        if (due, set(rows), last) == (self._due, set(self._rows), self._last):
            return []
        if last != self._last:
            # Whoever told a roll, or took one back, knows of the dice that lie there.
            self._taken = self.shown
        self._due, self._rows, self._last = due, tuple(rows), last
        if self._since is not None:
            self._since = self._now
        return self._judge(self._steady) if self._steady else []

    def _judge(self, reading: Reading) -> list[News]:
        shown = self.show(reading)
        before, self._proposed = self._proposed, self._new_roll(shown)
        if self._proposed is None:
            return [News("withdrawn", roll=before)] if before else []
        return [News("proposed", roll=self._proposed, reasons=self.problems)] if self._proposed != before else []

    def _new_roll(self, shown: DiceShown) -> Roll | None:
        """The roll that lies there, if one is due, all dice lie there, and they were not taken or dismissed before."""
        roll = shown.table.roll
        if not self._due or roll is None or set(roll.rows) != set(self._rows):
            return None
        if self._taken is None and roll == self._last:
            return None
        known = (self._taken, self._dismissed)
        return None if any(before is not None and lies_as(before, shown) for before in known) else roll


def lies_as(before: DiceShown, now: DiceShown) -> bool:
    """Whether all dice lie as they did: those of closed rows may be gone, and the camera may have been knocked."""
    return any(_lies_off(before, now, shift) for shift in _shifts(before, now))


def _shifts(before: DiceShown, now: DiceShown) -> Sequence[np.ndarray]:
    """By how many pixels the picture may have moved: as a die of one name did."""
    if not now.counted:
        return []
    first, name = now.counted[0]
    return [np.subtract(first.centre, seen.centre) for seen, other in before.counted if other == name]


def _lies_off(before: DiceShown, now: DiceShown, shift: np.ndarray) -> bool:
    left = list(before.counted)
    for seen, name in now.counted:
        for one in left:
            apart = np.linalg.norm(np.subtract(seen.centre, one[0].centre) - shift)
            if one[1] == name and apart <= NEAR * seen.size:
                left.remove(one)
                break
        else:
            return False
    return True
