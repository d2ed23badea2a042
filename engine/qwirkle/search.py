"""The search for every legal move, in the plain arithmetic that runs both as Python and compiled.

Everything here is integers in flat sequences: lists when Python runs it, int64 arrays when `compiled` does. A board is
a window of cells, row after row, with `MARGIN` empty cells around the tiles; a cell holds a tile's number or `EMPTY`.
Sets of tiles are bits by tile number.

A move is found once: from its first tile (leftmost or topmost) on, tile after tile along its line, stepping over the
tiles that lie there already. Searches start at the cells that touch the board (anchors) and at the free cells before.
"""

from __future__ import annotations

from typing import Protocol

from engine.qwirkle.lines import FITS, QWIRKLE_BONUS
from engine.qwirkle.tile import LINE_LIMIT, TILES

EMPTY = -1
MARGIN = LINE_LIMIT + 2
"""A move reaches at most six cells beyond the tiles, and the search looks two cells further."""
ANY = (1 << len(TILES)) - 1
BROKEN = -1
"""As a set of tiles: holds what nothing allows, so that a line against the rules can't be joined."""

POINTS, COUNT, FIRST = 0, 1, 2
RECORD = FIRST + 2 * LINE_LIMIT
"""A found move: points, number of tiles, then each tile's cell and its place among the kinds of the hand."""

AT, NEXT, ALLOWED, LINE, LENGTH, CROSSED, CHOICE = range(7)
LEVEL = 7
"""A level of the search, a tile of the move: its cell, the next free cell of the line, the tiles allowed on the cell,
the tiles that fit the line so far, the line's length with this cell, the points of the crossing lines, the kind
chosen."""
STACK = LINE_LIMIT * LEVEL


class Ints(Protocol):
    """A list or an array of integers."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...


def line_points(length: int) -> int:
    """What a line of this length earns; a single tile is no line."""
    if length < 2:
        return 0
    return length + QWIRKLE_BONUS if length == LINE_LIMIT else length


def run(cells: Ints, start: int, step: int) -> tuple[int, int, int]:
    """The tiles from a cell on in one direction: those that fit them all, themselves, and their number."""
    fitting = ANY
    tiles = 0
    length = 0
    at = start + step
    while cells[at] >= 0:
        tile = 1 << cells[at]
        tiles = tiles | tile if fitting & tile else BROKEN
        fitting &= FITS[cells[at]]
        length += 1
        at += step
    if tiles == BROKEN:
        fitting = 0
    return fitting, tiles, length


def joined(fitting: int, tiles: int, fitting_tiles: int) -> int:
    """The tiles that fit both a line and the `tiles` it would join: none if those two don't fit each other."""
    return 0 if tiles & ~fitting else fitting & fitting_tiles


def touches(cells: Ints, width: int, at: int) -> bool:
    """Whether a cell has a tile beside it."""
    return cells[at - 1] >= 0 or cells[at + 1] >= 0 or cells[at - width] >= 0 or cells[at + width] >= 0


def enter(
    cells: Ints, step: int, across: int, at: int, line: int, length: int, crossed: int, stack: Ints, base: int
) -> None:
    """Opens a level of the search at a free cell, given the line before it."""
    ahead, ahead_tiles, ahead_length = run(cells, at, step)
    one_side, _, one_length = run(cells, at, -across)
    other_side, other_tiles, other_length = run(cells, at, across)
    line = joined(line, ahead_tiles, ahead)
    stack[base + AT] = at
    stack[base + NEXT] = at + step * (1 + ahead_length)
    stack[base + LINE] = line
    stack[base + ALLOWED] = line & joined(one_side, other_tiles, other_side)
    stack[base + LENGTH] = length + 1 + ahead_length
    stack[base + CROSSED] = crossed + line_points(1 + one_length + other_length)
    stack[base + CHOICE] = -1


def next_choice(kinds: Ints, allowed: int, after: int) -> int:
    """The next kind of tile that is allowed, or the number of kinds."""
    choice = after + 1
    while choice < len(kinds) and not allowed >> kinds[choice] & 1:
        choice += 1
    return choice


def record(stack: Ints, level: int, out: Ints, base: int) -> None:
    """Writes down the move that the stack holds up to a level."""
    top = level * LEVEL
    points = stack[top + CROSSED] + line_points(stack[top + LENGTH])
    out[base + POINTS] = points if points > 0 else 1
    out[base + COUNT] = level + 1
    for tile in range(level + 1):
        out[base + FIRST + 2 * tile] = stack[tile * LEVEL + AT]
        out[base + FIRST + 2 * tile + 1] = stack[tile * LEVEL + CHOICE]


def moves_from(
    cells: Ints,
    step: int,
    across: int,
    start: int,
    anchor: int,
    kinds: Ints,
    stack: Ints,
    out: Ints,
    found: int,
    enough: int,
) -> int:
    """Adds every move whose first tile lies at `start` and which reaches `anchor`; gives the number found so far."""
    room = len(out) // RECORD
    line, _, length = run(cells, start, -step)
    enter(cells, step, across, start, line, length, 0, stack, 0)
    level = 0
    while level >= 0 and found < enough:
        base = level * LEVEL
        choice = next_choice(kinds, stack[base + ALLOWED], stack[base + CHOICE])
        stack[base + CHOICE] = choice
        if choice == len(kinds):
            level -= 1
            continue
        # A single tile lies in a row and in a column: it counts as found in its row.
        if stack[base + AT] >= anchor and (level > 0 or step < across):
            if found < room:
                record(stack, level, out, found * RECORD)
            found += 1
        line = stack[base + LINE] & FITS[kinds[choice]]
        if line and level + 1 < len(kinds):
            level += 1
            enter(
                cells,
                step,
                across,
                stack[base + NEXT],
                line,
                stack[base + LENGTH],
                stack[base + CROSSED],
                stack,
                base + LEVEL,
            )
    return found


def find_moves(cells: Ints, width: int, first: int, kinds: Ints, stack: Ints, out: Ints, enough: int) -> int:
    """Every way to add tiles of a hand to a board, with its points.

    Args:
        cells: the window; it is `width` cells wide.
        width: of the window.
        first: where the first tile of an empty board goes, with the rest to its right; `EMPTY` where tiles lie.
        kinds: the different tiles of the hand, or of several: the tiles of a turn all lie in one line, so there are
            never more than six, and a second equal tile makes no difference.
        stack: `STACK` integers to work with.
        out: room for the moves, `RECORD` integers each.
        enough: stop when so many are found.

    Returns:
        The number of moves found, also of those for which `out` has no room.
    """
    found = 0
    if first != EMPTY:
        return moves_from(cells, 1, width, first, first, kinds, stack, out, found, enough)
    for axis in range(2):
        step, across = (1, width) if axis == 0 else (width, 1)
        for anchor in range(width, len(cells) - width):
            if cells[anchor] >= 0 or not touches(cells, width, anchor):
                continue
            start = anchor
            for _ in range(min(len(kinds), LINE_LIMIT)):
                found = moves_from(cells, step, across, start, anchor, kinds, stack, out, found, enough)
                start -= step
                if cells[start] >= 0 or touches(cells, width, start):
                    break
    return found
