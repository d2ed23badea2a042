from __future__ import annotations

from collections import Counter
from itertools import count, takewhile

import numpy as np
import pytest

from engine.qwirkle.tile import COPIES, SIXTH_COLOURS, Colour, Tile
from models.synthesis.arrangement import arrange
from models.synthesis.camera import Camera
from models.synthesis.layout import Piece, grow_board, laid, moved
from models.synthesis.scene import Kind


def lines(board: dict[tuple[int, int], Tile]) -> list[list[Tile]]:
    """All runs of two tiles or more, along and across."""
    found = []
    for step in ((1, 0), (0, 1)):
        for col, row in board:
            if (col - step[0], row - step[1]) in board:
                continue
            ahead = ((col + n * step[0], row + n * step[1]) for n in count())
            run = [board[cell] for cell in takewhile(board.__contains__, ahead)]
            if len(run) > 1:
                found.append(run)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_grown_boards_are_legal(seed: int) -> None:
    board = grow_board(np.random.default_rng(seed), 60, SIXTH_COLOURS[seed % 2])
    assert len(board) > 10
    for line in lines(board):
        assert len(set(line)) == len(line)
        assert len({t.colour for t in line}) == 1 or len({t.shape for t in line}) == 1
    assert max(Counter(board.values()).values()) <= COPIES
    assert SIXTH_COLOURS[1 - seed % 2] not in {tile.colour for tile in board.values()}


def test_laid_tiles_keep_to_their_cells() -> None:
    board = grow_board(np.random.default_rng(0), 20, Colour.WHITE)
    for piece, (cell, tile) in zip(laid(np.random.default_rng(1), board, 0.0, 0.0, 0.0), board.items(), strict=True):
        assert (piece.kind, piece.tile) == (Kind.UP, tile)
        assert np.hypot(piece.x - cell[0], piece.y - cell[1]) < 0.03


def test_moving_turns_clockwise_and_then_shifts() -> None:
    (piece,) = moved([Piece(1, 0, 0.1, Kind.DOWN)], 5, 6, np.pi / 2)
    assert (piece.x, piece.y, piece.turn) == pytest.approx((5, 7, 0.1 + np.pi / 2))


@pytest.mark.parametrize("seed", range(8))
def test_pieces_of_different_groups_never_overlap(seed: int) -> None:
    arrangement = arrange(np.random.default_rng(seed), Camera(448, 448, 400, 16), Colour.PURPLE)
    places = np.array([(p.x, p.y, p.size) for p in arrangement.pieces])
    apart = np.hypot(*(places[:, None, :2] - places[None, :, :2]).transpose(2, 0, 1))
    apart[np.diag_indices(len(places))] = 9
    assert (apart > 0.85 * (places[:, None, 2] + places[None, :, 2]) / 2).all()
