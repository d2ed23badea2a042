"""The rules of Qwixx told once more, plainly and slowly, to compare the engine with.

A sheet is a dictionary from a row's letter to the list of its numbers in the order in which they were marked.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from engine.qwixx.roll import Roll
from engine.qwixx.sheet import Row, Sheet

ROWS = {
    "R": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    "Y": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    "G": [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
    "B": [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
}
POINTS = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]

Marks = dict[str, list[int]]
Choose = Callable[[int, str, set[str]], str]
"""Says what a player marks, given who it is, the action and what may be marked; ``""`` for nothing."""


def empty() -> Marks:
    return {letter: [] for letter in ROWS}


def may_mark(marks: Marks, letter: str, number: int) -> bool:
    """Whether a number may be marked next in a row that is open."""
    to_the_right = ROWS[letter]
    for marked in marks[letter]:
        to_the_right = [other for other in to_the_right if ROWS[letter].index(other) > ROWS[letter].index(marked)]
    if number not in to_the_right:
        return False
    return number != ROWS[letter][10] or len(marks[letter]) >= 5


def allowed(marks: Marks, dice: Mapping[str, int], white: tuple[int, int], action: str) -> set[str]:
    """All that may be marked in an action with the coloured dice still in play."""
    found = set()
    for letter, value in dice.items():
        for number in [white[0] + white[1]] if action == "white" else [white[0] + value, white[1] + value]:
            if may_mark(marks, letter, number):
                found.add(f"{letter}{number}")
    return found


def points(marks: Marks, penalties: int) -> int:
    total = -5 * penalties
    for letter, numbers in marks.items():
        total += POINTS[len(numbers) + (1 if ROWS[letter][10] in numbers else 0)]
    return total


@dataclass
class Table:
    """Where a game stands between two turns."""

    publisher: bool
    sheets: list[Marks]
    penalties: list[int]
    closed: set[str] = field(default_factory=set)
    active: int = 0
    over: bool = False

    def turn(self, white: tuple[int, int], dice: dict[str, int], order: list[str], choose: Choose) -> None:
        """Plays a turn; the order of the actions is what the active player said."""
        dice = dict(dice)
        marked = False
        for action in order:
            chosen = {}
            for player in range(len(self.sheets)):
                if action == "white" or player == self.active:
                    chosen[player] = choose(player, action, allowed(self.sheets[player], dice, white, action))
            for player, mark in chosen.items():
                if mark:
                    letter, number = mark[0], int(mark[1:])
                    self.sheets[player][letter].append(number)
                    marked = marked or player == self.active
                    if number == ROWS[letter][10]:
                        self.closed.add(letter)
            for letter in self.closed:
                dice.pop(letter, None)
            if self.publisher and action == "white" and len(self.closed) >= 2:
                self.over = True
                return
        if not marked:
            self.penalties[self.active] += 1
        self.over = len(self.closed) >= 2 or max(self.penalties) == 4
        if not self.over:
            self.active = (self.active + 1) % len(self.sheets)

    def texts(self) -> Iterator[str]:
        """The text forms of all sheets."""
        for marks, penalties in zip(self.sheets, self.penalties, strict=True):
            rows = (
                f"{letter}:{','.join(map(str, numbers))}{'L' if ROWS[letter][10] in numbers else ''}"
                for letter, numbers in marks.items()
            )
            yield " ".join([*rows, f"P:{penalties}"])


def marks_of(sheet: Sheet) -> Marks:
    return {row.letter: [number for number in ROWS[row.letter] if number in sheet.rows[row]] for row in Row}


def dice_of(roll: Roll) -> dict[str, int]:
    return {row.letter: value for row, value in zip(Row, roll.coloured, strict=True) if value is not None}
