"""A second opinion on moves and points, as slow and plain as the rules read; shares nothing with the engine but words.

A move is grown tile by tile: every legal move of several tiles can be laid so that each tile touches what lies there
and leaves a legal table, so growing from all legal single tiles along a row or a column reaches every move.
"""

from collections.abc import Iterable

from engine.qwirkle.moves import Cell
from engine.qwirkle.tile import Tile

Table = dict[Cell, Tile]
Added = frozenset[tuple[Cell, Tile]]


def run_through(table: Table, cell: Cell, dx: int, dy: int) -> list[Cell]:
    before: list[Cell] = []
    after: list[Cell] = []
    for cells, sign in ((before, -1), (after, 1)):
        x, y = cell[0] + sign * dx, cell[1] + sign * dy
        while (x, y) in table:
            cells.append((x, y))
            x, y = x + sign * dx, y + sign * dy
    return [*reversed(before), cell, *after]


def is_right(tiles: list[Tile]) -> bool:
    one_colour = len({tile.colour for tile in tiles}) == 1
    one_shape = len({tile.shape for tile in tiles}) == 1
    return len(tiles) == 1 or (one_colour != one_shape and len(set(tiles)) == len(tiles))


def free_beside(table: Table) -> set[Cell]:
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    return {(x + dx, y + dy) for x, y in table for dx, dy in steps} - set(table)


def ends_of_line(table: Table, added: Added, axis: Cell) -> set[Cell]:
    (cell, _), *_ = added
    line = run_through(table, cell, *axis)
    return {(line[0][0] - axis[0], line[0][1] - axis[1]), (line[-1][0] + axis[0], line[-1][1] + axis[1])}


def moves(table: Table, hand: Iterable[Tile]) -> dict[Added, int]:
    """Every legal move with its points; on an empty table all that start at 0, 0 and run to the right."""
    hand = list(hand)
    found: dict[Added, int] = {}
    for axis in ((1, 0), (0, 1)):
        growing: set[Added] = {frozenset()}
        while growing:
            growing = {grown for added in growing for grown in grow(table, hand, added, axis)}
            found.update((added, points(table, added)) for added in growing)
    if not table:
        return {added: scored for added, scored in found.items() if starts_at_origin(added)}
    return found


def starts_at_origin(added: Added) -> bool:
    return min(cell for cell, _ in added) == (0, 0) and {y for (_, y), _ in added} == {0}


def grow(table: Table, hand: list[Tile], added: Added, axis: Cell) -> Iterable[Added]:
    now = table | dict(added)
    left = hand.copy()
    for _, tile in added:
        left.remove(tile)
    for cell in ends_of_line(now, added, axis) if added else free_beside(table) if table else {(0, 0)}:
        for tile in set(left):
            then = now | {cell: tile}
            if all(is_right([then[other] for other in run_through(then, cell, *way)]) for way in ((1, 0), (0, 1))):
                yield added | {(cell, tile)}


def points(table: Table, added: Added) -> int:
    now = table | dict(added)
    lines = {tuple(run_through(now, cell, *way)) for cell, _ in added for way in ((1, 0), (0, 1))}
    earned = sum(len(line) + 6 * (len(line) == 6) for line in lines if len(line) > 1)
    return earned or 1
