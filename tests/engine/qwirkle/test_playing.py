"""The fast game is the same game: its moves, its points and its fives are the engine's, and all can be taken back."""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from engine.qwirkle import laying, playing
from engine.qwirkle.board import Board
from engine.qwirkle.fives import Fives
from engine.qwirkle.moves import Move, Placement
from engine.qwirkle.playout import (
    ANY,
    BESIDES,
    CELL,
    COUNT,
    HIGH,
    KINDS,
    LOW,
    PLACES,
    POINTS,
    RECORD,
    TILE,
    TURN,
    WIDTH,
    WRITTEN,
    Playout,
    new_playout,
)
from engine.qwirkle.tile import COPIES, HAND_SIZE, TILES, Tile
from engine.qwirkle.values import weights


def games(seeds: range, players: int = 2) -> Iterator[Playout]:
    """Each turn of some greedy games."""
    game = new_playout(players, weights())
    for seed in seeds:
        playing.deal(game, seed)
        while not playing.is_over(game):
            yield game
            playing.greedy_turn(game)


def board_of(game: Playout) -> Board:
    tiles = game.cells.reshape(-1, CELL)[:, TILE]
    return Board({(int(at % WIDTH), int(at // WIDTH)): TILES[tiles[at]] for at in np.flatnonzero(tiles >= 0)})


def hand_of(game: Playout, player: int) -> tuple[Tile, ...]:
    places = game.hands[player * HAND_SIZE : (player + 1) * HAND_SIZE]
    return tuple(TILES[tile] for tile in places if tile >= 0)


def move_of(record: list[int]) -> Move:
    places = range(PLACES, PLACES + 2 * record[COUNT], 2)
    return Move(tuple(Placement(record[at] % WIDTH, record[at] // WIDTH, TILES[record[at + 1]]) for at in places))


@pytest.mark.parametrize("seed", range(3))
def test_the_moves_found_are_those_of_the_engine(seed: int) -> None:
    for game in games(range(seed, seed + 1)):
        player = int(game.numbers[TURN])
        found = laying.find_moves(game, player)
        records = game.moves[: found * RECORD].reshape(-1, RECORD).tolist()
        moves = {move_of(record): record[POINTS] for record in records}
        assert len(moves) == found
        assert moves == dict(board_of(game).legal_moves(hand_of(game, player)).scored())


def test_fives_are_counted_as_the_engine_finds_them() -> None:
    for turn, game in enumerate(games(range(3))):
        if turn % 3 == 0:
            lines = {
                five.line for five in Fives(board_of(game)).now() if any(tile.number < KINDS for tile in five.fitting)
            }
            assert laying.fives(game, ANY) == len(lines)


def test_what_was_laid_is_taken_back() -> None:
    for turn, game in enumerate(games(range(2))):
        if turn % 4 == 0 and laying.find_moves(game, int(game.numbers[TURN])):
            cells, written, besides = game.cells.copy(), int(game.numbers[WRITTEN]), int(game.numbers[BESIDES])
            laying.lay_move(game, 0)
            assert not np.array_equal(game.cells, cells)
            laying.take_back(game, written, besides)
            assert np.array_equal(game.cells, cells)
            assert (game.numbers[WRITTEN], game.numbers[BESIDES]) == (written, besides)


@pytest.mark.parametrize("players", [2, 4])
def test_no_tile_is_lost(players: int) -> None:
    for game in games(range(2), players):
        tiles = Counter(game.bag[game.numbers[LOW] : game.numbers[HIGH]].tolist())
        tiles += Counter(game.hands[game.hands >= 0].tolist())
        laid = game.cells.reshape(-1, CELL)[:, TILE]
        tiles += Counter(laid[laid >= 0].tolist())
        assert tiles == Counter(dict.fromkeys(range(KINDS), COPIES))


def test_a_swap_gives_other_tiles_and_keeps_a_largest_set() -> None:
    game = new_playout(2, weights())
    playing.deal(game, 4)
    game.hands[:HAND_SIZE] = [0, 1, 2, 9, 16, 23]  # three red ones, and three that go with nothing
    room = int(game.numbers[HIGH] - game.numbers[LOW])
    bag = Counter(game.bag[game.numbers[LOW] : game.numbers[HIGH]].tolist())
    playing.swap_rest(game, 0)
    assert {0, 1, 2} <= set(game.hands[:HAND_SIZE].tolist())
    after = Counter(game.bag[game.numbers[LOW] : game.numbers[HIGH]].tolist())
    assert after.total() == room
    assert after - bag == Counter([9, 16, 23])
