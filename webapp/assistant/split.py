"""Tiles that were laid between two looks, taken for several moves where they can't be one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations

from engine.qwirkle.board import Board
from engine.qwirkle.moves import Move, Placement

Way = tuple[Move, ...]
"""Moves in an order in which they can be made."""


def ways(board: Board, placements: Collection[Placement], most: int) -> tuple[Way, ...]:
    """The ways in which some tiles can have been laid by legal moves, one after the other.

    Nobody knows from the tiles which it was, nor who made which move: each order is a way of its own.

    Args:
        board: before them.
        placements: the tiles, a dozen at most: with each more it takes twice as long.
        most: so many moves at most.

    Returns:
        The likeliest first: those in the fewest moves, then those in one more; of as many those that earn the most, for
        people lay tiles where they earn something. Nothing if there are none.
    """
    search = _Search()
    found: list[Way] = []
    for count in range(1, most + 1):
        last = bool(found)
        found += sorted(search.within(board, frozenset(placements), count), key=lambda way: -_points(board, way))
        if last:
            break
    return tuple(found)


class _Search:
    """Finds the ways, each rest of the tiles once: what was laid follows from it, whatever its order."""

    def __init__(self) -> None:
        self._known: dict[tuple[frozenset[Placement], int], list[Way]] = {}

    def within(self, board: Board, rest: frozenset[Placement], count: int) -> list[Way]:
        """The ways to lay the rest in exactly so many moves, on the board with what was laid."""
        if count == 1:
            move = Move(tuple(sorted(rest)))
            return [(move,)] if board.is_legal(move) else []
        if (rest, count) not in self._known:
            self._known[rest, count] = [
                (move, *more)
                for move in map(Move, _on_lines(rest))
                if len(rest) - len(move.placements) >= count - 1 and board.is_legal(move)
                for more in self.within(board.after(move), rest.difference(move.placements), count - 1)
            ]
        return self._known[rest, count]


def _points(board: Board, way: Way) -> int:
    points = 0
    for move in way:
        points += board.score(move).points
        board = board.after(move)
    return points


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
