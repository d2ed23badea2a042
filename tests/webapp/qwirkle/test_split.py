"""A heap of tiles is taken for the fewest legal moves that lay it, and all else that it may be is told."""

from __future__ import annotations

import random

import pytest

from engine.qwirkle.board import EMPTY_BOARD, Board
from engine.qwirkle.moves import Move
from engine.qwirkle.tile import Tile
from webapp.assistant.split import ways

BOX = [tile for tile in {Tile.parse(f"{colour}{shape}") for colour in "ROYGBP" for shape in "csdfxb"} for _ in range(3)]


def made(board: Board, moves: tuple[Move, ...]) -> Board:
    for move in moves:
        board.check(move)
        board = board.after(move)
    return board


@pytest.mark.parametrize("seed", range(12))
def test_moves_of_a_game_are_found_again(seed: int) -> None:
    rng = random.Random(seed)
    board, tiles = EMPTY_BOARD, sorted(BOX, key=str)
    rng.shuffle(tiles)
    boards: list[Board] = []
    moves: list[Move] = []
    while len(boards) < 6:
        hand = [tiles.pop() for _ in range(6)]
        if legal := [one for one in board.legal_moves(hand) if len(one.placements) <= 3]:
            moves.append(rng.choice(legal))
            board = board.after(moves[-1])
            boards.append(board)
    for steps in (1, 2, 3):
        before, after = boards[2], boards[2 + steps]
        heap = [placement for placement in after.placements if placement.cell not in before]
        found = ways(before, heap, 4)
        assert len(found[0]) <= steps
        assert all(made(before, way) == after for way in found)
        assert len(set(found)) == len(found)
        # What really happened is among them, unless one move fewer and no more could have laid it.
        assert steps > len(found[0]) + 1 or moves[3 : 3 + steps] in [list(way) for way in found]


def test_the_fewest_moves_come_first_then_those_that_earn_the_most() -> None:
    board = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0")
    found = ways(board, Board.parse("Rx@3,0 Rb@4,0 Bc@0,1").placements, 4)
    assert [len(way) for way in found] == sorted(len(way) for way in found)
    first = [sorted(map(str, way)) for way in found if len(way) == 2]
    assert first == [["Bc@0,1", "Rx@3,0 Rb@4,0"]] * 2  # in either order
    assert {len(way) for way in found} == {2, 3}


def test_a_heap_that_is_no_moves_is_none() -> None:
    board = Board.parse("Rc@0,0 Rs@1,0")
    assert ways(board, Board.parse("Gb@5,5 Rd@2,0").placements, 4) == ()
    assert ways(board, Board.parse("Gb@2,0 Yf@3,0 Bx@2,1").placements, 4) == ()


def test_no_more_moves_are_made_than_wanted() -> None:
    board = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0")
    heap = Board.parse("Bc@0,1 Bd@2,1 Gs@1,-1").placements
    assert ways(board, heap, 2) == ()
    assert len(ways(board, heap, 3)) == 6
