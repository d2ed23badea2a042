from random import Random

import pytest

from engine.qwirkle import generator
from engine.qwirkle.board import Board
from engine.qwirkle.moves import Move, Placement
from engine.qwirkle.notation import parse_hand
from engine.qwirkle.tile import Tile

from . import brute_force
from .positions import positions


def found(board: Board, hand: tuple[Tile, ...]) -> dict[Move, int]:
    scored = list(board.legal_moves(hand).scored())
    moves = dict(scored)
    assert len(moves) == len(scored), "a move was found twice"
    return moves


def expected(board: Board, hand: tuple[Tile, ...]) -> dict[Move, int]:
    moves = brute_force.moves(dict(board), hand)
    return {Move(tuple(Placement(*cell, tile) for cell, tile in added)): points for added, points in moves.items()}


def flipped(move: Move) -> Move:
    return Move(tuple(Placement(y, x, tile) for x, y, tile in move.placements))


@pytest.mark.parametrize("seed", range(56))
def test_search_agrees_with_brute_force_on_every_position_of_a_game(
    seed: int, compiled_search: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generator, "_compiled", compiled_search)
    for turn, (board, hand) in enumerate(positions(Random(seed), greed=seed % 4 / 3)):
        moves = expected(board, hand)
        assert found(board, hand) == moves
        if board:
            assert {flipped(move): points for move, points in found(board.transposed(), hand).items()} == moves
        if turn % 4 == seed % 4:  # the same lines of code as Python, which is slower
            with monkeypatch.context() as patch:
                patch.setattr(generator, "_compiled", None)
                assert found(board, hand) == moves


@pytest.mark.parametrize("seed", range(6))
def test_every_move_found_is_legal_and_scored_as_the_board_scores_it(seed: int) -> None:
    for board, hand in positions(Random(seed), greed=0.5):
        moves = board.legal_moves(hand)
        assert bool(moves) == (len(moves) > 0)
        for move, points in moves.scored():
            assert move in moves
            assert board.score(move).points == points


def test_counts_and_sizes_agree_with_the_moves_listed(search_kind: str) -> None:
    hand = parse_hand("Rc Rs Rd Rf Rx Rb")
    assert len(Board().legal_moves(hand)) == len(list(Board().legal_moves(hand))) == 6 + 30 + 120 + 360 + 720 + 720
    assert len(Board().legal_moves(hand, size=6)) == 720
    assert not Board().legal_moves(parse_hand("Rc Os"), size=2)


def test_more_moves_than_there_is_room_for_at_first_are_all_found(
    search_kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generator, "ROOM", 2)
    board, hand = Board.parse("Rc@0,0 Oc@0,1 Yc@0,2 Gc@0,3"), parse_hand("Rs Od Yx")
    assert found(board, hand) == expected(board, hand)


def test_a_table_that_breaks_the_rules_can_be_added_to_where_its_lines_are_right(search_kind: str) -> None:
    board, hand = Board.parse("Rc@0,0 Bs@1,0 Bd@2,0 Bd@2,1"), parse_hand("Bx Rs")  # red and blue in one row
    assert set(board.legal_moves(hand)) == {move for move in expected(board, hand) if board.is_legal(move)}
    assert Move.parse("Bx@1,1") in board.legal_moves(hand)
    assert Move.parse("Bx@3,0") not in board.legal_moves(hand)
