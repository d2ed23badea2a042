"""Sheets, rolls and decisions as people write them; ``str()`` of each writes what is read here."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.game import InvalidText
from engine.qwixx.marks import NO_MARK, Action, Decision, Mark
from engine.qwixx.roll import WHITE_DICE, DieColour, Roll
from engine.qwixx.sheet import PENALTIES, RISING, Row, Sheet

DIE = re.compile(r"([a-z]+)\s*([1-6])[\s,;]*", re.IGNORECASE)
MARK = re.compile(r"([a-z]+)\s*([0-9]{1,2})", re.IGNORECASE)
NAME = re.compile(r"(?<![a-z])([a-z]{1,9})\s*:", re.IGNORECASE)
"""What begins each part of a sheet."""
MARKED = re.compile(r"(?:[0-9]{1,2}(?:[\s,;]+[0-9]{1,2})*)?[\s,;]*(L?)", re.IGNORECASE)
"""Numbers, then perhaps the lock."""
PENALTY_NAMES = ("p", "penalties")
PENALTY_COUNTS = tuple(map(str, range(PENALTIES + 1)))

ROWS = {name: row for row in Row for name in (row.letter.lower(), row.word)}
DIE_COLOURS = {name: colour for colour in tuple(DieColour)[:-1] for name in (colour.letter.lower(), colour.word)}


def parse_roll(text: str) -> Roll:
    """Reads ``W6 W6 R5 Y4 G1 B6`` in any order, in words too (``white 6``); dice of closed rows are left out.

    Raises:
        InvalidText: if the text is no roll of two white dice and at most one of each other colour.
    """
    white: list[int] = []
    coloured: list[int | None] = [None] * len(Row)
    for colour, value in _dice(text):
        if colour.row is None and len(white) < WHITE_DICE:
            white.append(value)
        elif colour.row is not None and coloured[colour.row] is None:
            coloured[colour.row] = value
        else:
            raise InvalidText("too_many_dice", text=text, colour=colour.word)
    if len(white) != WHITE_DICE:
        raise InvalidText("invalid_roll", text=text)
    return Roll((white[0], white[1]), tuple(coloured))


def _dice(text: str) -> Iterator[tuple[DieColour, int]]:
    rest = text.strip()
    while rest:
        match = DIE.match(rest)
        colour = DIE_COLOURS.get(match.group(1).lower()) if match else None
        if match is None or colour is None:
            raise InvalidText("invalid_roll", text=text)
        yield colour, int(match.group(2))
        rest = rest[match.end() :]


def parse_mark(text: str) -> Mark:
    """Reads ``R7`` or ``red 7``.

    Raises:
        InvalidText: if the text names no number of a row.
    """
    match = MARK.fullmatch(text.strip())
    row = ROWS.get(match.group(1).lower()) if match else None
    if match is None or row is None or int(match.group(2)) not in RISING:
        raise InvalidText("invalid_mark", text=text)
    return Mark(row, int(match.group(2)))


def parse_mark_or_none(text: str) -> Mark | None:
    """Reads a mark, or ``--`` for none.

    Raises:
        InvalidText: if the text is neither.
    """
    return None if text.strip() == NO_MARK else parse_mark(text)


def parse_decision(text: str) -> Decision:
    """Reads a mark, ``--`` for none, or ``white`` or ``colour`` for the action that comes first.

    Raises:
        InvalidText: if the text is none of these.
    """
    word = text.strip().lower()
    return Action(word) if word in {action.value for action in Action} else parse_mark_or_none(text)


def parse_sheet(text: str) -> Sheet:
    """Reads ``R:3,4,6,7,8,12L Y: G:12,10 B: P:1``; rows that are not named are empty, words do too (``red:``).

    An ``L`` behind a row's numbers is its crossed lock.

    Raises:
        InvalidText: if the text is no sheet; `reason` holds the offending part and its position.
    """
    names = [*NAME.finditer(text)]
    begins, ends = [0, *(name.end() for name in names)], [*(name.start() for name in names), len(text)]
    before, *bodies = (text[begin:end].strip(" \t\r\n,;") for begin, end in zip(begins, ends, strict=True))
    if before or not names:
        raise _no_sheet(text, 0, ends[0])
    rows: list[frozenset[int] | None] = [None] * len(Row)
    locks, penalties = set[Row](), None
    for name, body, end in zip(names, bodies, ends[1:], strict=True):
        row, word = ROWS.get(name.group(1).lower()), name.group(1).lower()
        if row is not None and rows[row] is None and _is_row(body):
            rows[row] = frozenset(_numbers(body))
            locks |= {row} if body[-1:] in ("L", "l") else set()
        elif word in PENALTY_NAMES and penalties is None and body in PENALTY_COUNTS:
            penalties = int(body)
        else:
            raise _no_sheet(text, name.start(), end)
    return Sheet(tuple(row or frozenset() for row in rows), frozenset(locks), penalties or 0)


def _is_row(body: str) -> bool:
    """Whether this can be marked in a row."""
    numbers = _numbers(body) if MARKED.fullmatch(body) else [0]
    return set(numbers) <= set(RISING) and len(set(numbers)) == len(numbers)


def _numbers(body: str) -> list[int]:
    return [int(number) for number in re.findall(r"[0-9]+", body)]


def _no_sheet(text: str, begin: int, end: int) -> InvalidText:
    return InvalidText("invalid_sheet", text=text[begin:end].strip(), position=begin)
