"""Tiles that were laid between two looks, taken for several moves where they can't be one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations

from engine.qwirkle.board import Board
from engine.qwirkle.moves import Move, Placement


def split(board: Board, placements: Collection[Placement], most: int) -> tuple[Move, ...] | None:
    """The fewest legal moves, one after the other, that lay all of some tiles.

    Args:
        board: before them.
        placements: the tiles, a dozen at most: with each more it takes twice as long.
        most: so many moves at most.

    Returns:
        The moves in an order in which they can be made; None if there is none.
    """
    for count in range(1, most + 1):
        if moves := _within(board, frozenset(placements), count, set()):
            return moves
    return None


def _within(
    board: Board, rest: frozenset[Placement], count: int, hopeless: set[tuple[frozenset[Placement], int]]
) -> tuple[Move, ...] | None:
    """Exactly so many moves that lay the rest.

    Args:
        board: with what was laid.
        rest: the tiles that are left: what was laid follows from them, whatever its order.
        count: of the moves.
        hopeless: rests that can't be laid in so many, which are not tried again.
    """
    if count == 1:
        move = Move(tuple(sorted(rest)))
        return (move,) if board.is_legal(move) else None
    if (rest, count) in hopeless:
        return None
    for some in _on_lines(rest):
        move = Move(some)
        if len(some) < len(rest) and board.is_legal(move):
            more = _within(board.after(move), rest.difference(some), count - 1, hopeless)
            if more:
                return move, *more
    hopeless.add((rest, count))
    return None


def _on_lines(placements: frozenset[Placement]) -> Iterator[tuple[Placement, ...]]:
    """All parts of some tiles that lie in one row or column, the smallest first."""
    ordered = sorted(placements)
    rows = [[one for one in ordered if one.y == row] for row in sorted({one.y for one in ordered})]
    columns = [[one for one in ordered if one.x == column] for column in sorted({one.x for one in ordered})]
    for count in range(1, max(map(len, [*rows, *columns])) + 1):
        for line in rows:
            yield from combinations(line, count)
        for line in columns if count > 1 else []:
            yield from combinations(line, count)
