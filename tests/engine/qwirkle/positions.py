"""Random positions that a game can reach."""

from collections.abc import Iterator
from random import Random

from engine.qwirkle.board import Board
from engine.qwirkle.tile import COPIES, HAND_SIZE, Colour, Tile, box


def positions(random: Random, greed: float) -> Iterator[tuple[Board, tuple[Tile, ...]]]:
    """The boards of one game in their order, each with the hand that is next, until a hand can't add.

    Args:
        random: the source of all chance.
        greed: the share of the moves that take the most points; the others are any.
    """
    bag = [tile for tile in box(random.choice((Colour.PURPLE, Colour.WHITE))) for _ in range(COPIES)]
    random.shuffle(bag)
    board, hand = Board(), [bag.pop() for _ in range(HAND_SIZE)]
    while hand:
        yield board, tuple(hand)
        moves = board.legal_moves(hand)
        if not moves:
            return
        best = moves.best()
        assert best is not None
        move = best[0] if random.random() < greed else random.choice(list(moves))
        board = board.after(move)
        for tile in move.tiles:
            hand.remove(tile)
        hand += [bag.pop() for _ in range(min(HAND_SIZE - len(hand), len(bag)))]
