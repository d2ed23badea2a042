"""Laying tiles in plain arithmetic: what fits where, which moves there are, and how to take them back.

`search` finds the same moves, each time from the tiles alone, on a board of any size; here each cell of a fixed window
remembers what fits, which pays where thousands of turns are played and taken back.
"""

from __future__ import annotations

from typing import Any

from engine.qwirkle.playout import (
    ALLOWED,
    ANY,
    AT,
    AXIS,
    BESIDE,
    BESIDES,
    CELL,
    CHOICE,
    COUNT,
    CROSSED,
    FITTING,
    FOUND,
    LENGTH,
    LEVEL,
    LINE,
    LONG,
    PLACES,
    POINTS,
    RECORD,
    ROOM,
    SUITS,
    TILE,
    WIDTH,
    WRITTEN,
    Playout,
)
from engine.qwirkle.search import BROKEN, line_points
from engine.qwirkle.tile import HAND_SIZE, LINE_LIMIT


def run(cells: Any, at: int, step: int) -> tuple[int, int, int]:
    """The tiles from a cell on in one direction: those that fit them all, themselves, and their number."""
    fitting = ANY
    tiles = 0
    length = 0
    cell = at + step
    while cells[cell * CELL] >= 0:
        tile = cells[cell * CELL]
        tiles = tiles | 1 << tile if fitting >> tile & 1 else BROKEN
        fitting &= SUITS[tile]
        length += 1
        cell += step
    if tiles == BROKEN:
        fitting = 0
    return fitting, tiles, length


def keep(game: Playout, at: int) -> None:
    """Writes down a cell before it changes."""
    base = game.numbers[WRITTEN]
    game.journal[base] = at
    for number in range(CELL):
        game.journal[base + 1 + number] = game.cells[at * CELL + number]
    game.numbers[WRITTEN] = base + 1 + CELL


def take_back(game: Playout, written: int, besides: int) -> None:
    """Makes the board what it was when so much was written down and so many cells were beside tiles."""
    base = game.numbers[WRITTEN]
    while base > written:
        base -= 1 + CELL
        at = game.journal[base]
        for number in range(CELL):
            game.cells[at * CELL + number] = game.journal[base + 1 + number]
    game.numbers[WRITTEN] = written
    game.numbers[BESIDES] = besides


def meet(game: Playout, at: int, axis: int) -> None:
    """Works out anew what fits a free cell along an axis."""
    cells = game.cells
    step = WIDTH if axis else 1
    before, _, before_length = run(cells, at, -step)
    behind, behind_tiles, behind_length = run(cells, at, step)
    fitting = before & behind
    if behind_tiles & ~before:
        fitting = 0
    base = at * CELL
    keep(game, at)
    cells[base + FITTING + AXIS * axis] &= fitting  # what once didn't fit never will
    cells[base + LENGTH + AXIS * axis] = before_length + behind_length


def lay(game: Playout, at: int, tile: int) -> None:
    """Lays a tile on a free cell."""
    cells = game.cells
    keep(game, at)
    cells[at * CELL + TILE] = tile
    for axis in range(2):
        step = WIDTH if axis else 1
        for side in range(2):
            along = step if side else -step
            end = at + along
            if cells[end * CELL] < 0 and cells[end * CELL + BESIDE] == 0:
                keep(game, end)
                cells[end * CELL + BESIDE] = 1
                game.beside[game.numbers[BESIDES]] = end
                game.numbers[BESIDES] += 1
            while cells[end * CELL] >= 0:
                end += along
            meet(game, end, axis)


def enter(cells: Any, axis: int, at: int, line: int, length: int, crossed: int, stack: Any, base: int) -> None:
    """Opens a level of the search at a free cell, given the line that reaches it."""
    here = at * CELL
    line &= cells[here + FITTING + AXIS * axis]
    cross = FITTING + AXIS * (1 - axis)
    stack[base + AT] = at
    stack[base + LINE] = line
    stack[base + ALLOWED] = line & cells[here + cross]
    stack[base + LONG] = length
    stack[base + CROSSED] = crossed + line_points(1 + cells[here + cross + 1])
    stack[base + CHOICE] = -1


def moves_from(game: Playout, axis: int, start: int, anchor: int, line: int, count: int) -> None:
    """Adds every move of tiles of a line whose first tile lies at `start` and which reaches `anchor`."""
    cells, kinds, stack, out = game.cells, game.kinds, game.stack, game.moves
    step = WIDTH if axis else 1
    enter(cells, axis, start, line, 1 + cells[start * CELL + LENGTH + AXIS * axis], 0, stack, 0)
    level = 0
    while level >= 0:
        base = level * LEVEL
        choice = stack[base + CHOICE] + 1
        while choice < count and not stack[base + ALLOWED] >> kinds[choice] & 1:
            choice += 1
        stack[base + CHOICE] = choice
        if choice == count:
            level -= 1
            continue
        at = stack[base + AT]
        # A single tile lies in a row and in a column: it counts as found in its row.
        if at >= anchor and (level > 0 or axis == 0):
            if game.numbers[FOUND] == ROOM:
                return
            record = game.numbers[FOUND] * RECORD
            points = stack[base + CROSSED] + line_points(stack[base + LONG])
            out[record + POINTS] = points if points > 0 else 1
            out[record + COUNT] = level + 1
            for tile in range(level + 1):
                out[record + PLACES + 2 * tile] = stack[tile * LEVEL + AT]
                out[record + PLACES + 2 * tile + 1] = kinds[stack[tile * LEVEL + CHOICE]]
            game.numbers[FOUND] += 1
        line = stack[base + LINE] & SUITS[kinds[choice]]
        if line and level + 1 < count:
            after = at + step
            while cells[after * CELL] >= 0:
                after += step
            length = stack[base + LONG] + 1
            if cells[(after + step) * CELL] >= 0:
                _, tiles, beyond = run(cells, after, step)
                if tiles & ~line:
                    continue
                length += beyond
            level += 1
            enter(cells, axis, after, line, length, stack[base + CROSSED], stack, base + LEVEL)


def sort_kinds(game: Playout, player: int) -> int:
    """Lists the different tiles of a hand in `kinds`; gives their number."""
    seen = 0
    count = 0
    for place in range(player * HAND_SIZE, (player + 1) * HAND_SIZE):
        tile = game.hands[place]
        if tile >= 0 and not seen >> tile & 1:
            seen |= 1 << tile
            game.kinds[count] = tile
            count += 1
    return count


def find_moves(game: Playout, player: int) -> int:
    """Finds all ways for a player to add tiles to a board that has some; gives their number."""
    game.numbers[FOUND] = 0
    cells = game.cells
    count = sort_kinds(game, player)
    hand = 0
    for kind in range(count):
        hand |= 1 << game.kinds[kind]
    for number in range(game.numbers[BESIDES]):
        anchor = game.beside[number]
        base = anchor * CELL
        there = hand & cells[base + FITTING] & cells[base + FITTING + AXIS]
        if cells[base] >= 0 or there == 0:
            continue
        with_it = 0
        for kind in range(count):
            if there >> game.kinds[kind] & 1:
                with_it |= SUITS[game.kinds[kind]]
        for axis in range(2):
            moves_from(game, axis, anchor, anchor, ANY, count)
            # Tiles before the anchor must go with the one that lies on it and with its line.
            line = hand & with_it & cells[base + FITTING + AXIS * axis]
            step = WIDTH if axis else 1
            start = anchor - step
            room = bits(line)
            _, tiles, _ = run(cells, anchor, step)
            line |= there | tiles | ANY & ~hand
            while room and cells[start * CELL] < 0 and cells[start * CELL + BESIDE] == 0:
                moves_from(game, axis, start, anchor, line, count)
                start -= step
                room -= 1
    return int(game.numbers[FOUND])


def bits(tiles: int) -> int:
    """How many tiles a set has."""
    count = 0
    while tiles:
        tiles &= tiles - 1
        count += 1
    return count


def lay_move(game: Playout, record: int) -> None:
    """Lays the tiles of a found move."""
    for tile in range(game.moves[record + COUNT]):
        lay(game, game.moves[record + PLACES + 2 * tile], game.moves[record + PLACES + 2 * tile + 1])


def fives(game: Playout, sight: int) -> int:
    """How many lines of five one tile of these could complete; a line with two free ends counts once."""
    cells = game.cells
    found = 0
    for number in range(game.numbers[BESIDES]):
        at = game.beside[number]
        base = at * CELL
        if cells[base] >= 0 or not sight & cells[base + FITTING] & cells[base + FITTING + AXIS]:
            continue
        for axis in range(2):
            if cells[base + LENGTH + AXIS * axis] == LINE_LIMIT - 1:
                step = WIDTH if axis else 1
                other = (at - LINE_LIMIT * step) * CELL
                twice = (
                    cells[(at - step) * CELL] >= 0
                    and cells[(at + step) * CELL] < 0
                    and cells[other + LENGTH + AXIS * axis] == LINE_LIMIT - 1
                    and sight & cells[other + FITTING] & cells[other + FITTING + AXIS]
                )
                if not twice:
                    found += 1
    return found
