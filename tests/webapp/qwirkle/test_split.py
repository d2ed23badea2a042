"""A heap of tiles is taken for the fewest legal moves that lay it."""

from __future__ import annotations

import random

import pytest

from engine.qwirkle.board import EMPTY_BOARD, Board
from engine.qwirkle.moves import Move
from engine.qwirkle.tile import Tile
from webapp.assistant.split import split

BOX = [tile for tile in {Tile.parse(f"{colour}{shape}") for colour in "ROYGBP" for shape in "csdfxb"} for _ in range(3)]


def made(board: Board, moves: tuple[Move, ...]) -> Board:
    for move in moves:
        board.check(move)
        board = board.after(move)
    return board


@pytest.mark.parametrize("seed", range(12))
def test_moves_of_a_game_are_found_again_in_no_more_steps(seed: int) -> None:
    rng = random.Random(seed)
    board, tiles = EMPTY_BOARD, sorted(BOX, key=str)
    rng.shuffle(tiles)
    boards: list[Board] = []
    while len(boards) < 6:
        hand = [tiles.pop() for _ in range(6)]
        if moves := [one for one in board.legal_moves(hand) if len(one.placements) <= 3]:
            board = board.after(rng.choice(moves))
            boards.append(board)
    for steps in (1, 2, 3):
        before, after = boards[2], boards[2 + steps]
        heap = [placement for placement in after.placements if placement.cell not in before]
        found = split(before, heap, 4)
        assert found is not None
        assert len(found) <= steps
        assert made(before, found) == after


def test_a_heap_that_is_no_moves_is_none() -> None:
    board = Board.parse("Rc@0,0 Rs@1,0")
    assert split(board, Board.parse("Gb@5,5 Rd@2,0").placements, 4) is None
    assert split(board, Board.parse("Gb@2,0 Yf@3,0 Bx@2,1").placements, 4) is None


def test_no_more_moves_are_made_than_wanted() -> None:
    board = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0")
    heap = Board.parse("Bc@0,1 Bd@2,1 Gs@1,-1").placements
    assert split(board, heap, 2) is None
    assert split(board, heap, 3) is not None
