"""Counts of all ways to go on from a position, kept in a file: a change of any of them is a change of the rules.

The players take turns with the hands given and draw nothing; who can't add passes, which is one way.
"""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.qwirkle import generator
from engine.qwirkle.board import Board
from engine.qwirkle.notation import parse_hand
from engine.qwirkle.tile import Tile

from . import brute_force

POSITIONS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("perft.json").read_text(encoding="utf-8"))

Hands = Sequence[tuple[Tile, ...]]


def perft(board: Board, hands: Hands, depth: int) -> int:
    hand, *others = hands
    moves = board.legal_moves(hand)
    if depth == 1:
        return len(moves) or 1
    if not moves:
        return perft(board, [*others, hand], depth - 1)
    return sum(perft(board.after(move), [*others, without(hand, move.tiles)], depth - 1) for move in moves)


def plain_perft(table: brute_force.Table, hands: Hands, depth: int) -> int:
    hand, *others = hands
    if depth == 0:
        return 1
    moves = brute_force.moves(table, hand) or {frozenset(): 0}
    return sum(
        plain_perft(table | dict(added), [*others, without(hand, [tile for _, tile in added])], depth - 1)
        for added in moves
    )


def without(hand: tuple[Tile, ...], tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    left = list(hand)
    for tile in tiles:
        left.remove(tile)
    return tuple(left)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: str(position["name"]))
def test_perft(position: dict[str, Any], compiled_search: Callable[..., int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generator, "_compiled", compiled_search)
    board, hands = Board.parse(position["board"]), [parse_hand(hand) for hand in position["hands"]]
    for depth, count in enumerate(position["counts"], start=1):
        assert perft(board, hands, depth) == count
        if count < 1000:
            assert plain_perft(dict(board), hands, depth) == count
