"""Games of two nearly over: the bag is empty and the hands are small."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random

from engine.qwirkle.board import Board
from engine.qwirkle.game import GOING_OUT_BONUS
from engine.qwirkle.tile import COPIES, HAND_SIZE, Colour, Tile, box
from engine.qwirkle.view import View

Hand = tuple[Tile, ...]


def endings(random: Random, own: int, others: int) -> Iterator[View]:
    """Boards on which all tiles lie but for two hands, which were laid greedily."""
    while True:
        bag = [tile for tile in box(Colour.PURPLE) for _ in range(COPIES)]
        random.shuffle(bag)
        mine, theirs = (tuple(sorted(bag.pop() for _ in range(count))) for count in (own, others))
        board, hand = Board(), [bag.pop() for _ in range(HAND_SIZE)]
        while hand and (best := board.legal_moves(hand).best()):
            board = board.after(best[0])
            for tile in best[0].tiles:
                hand.remove(tile)
            hand += [bag.pop() for _ in range(min(HAND_SIZE - len(hand), len(bag)))]
        if not hand:
            yield View(board, mine, theirs, (others,), 0, (0, 0))


def some_endings(seed: int, own: int, others: int, count: int) -> list[View]:
    """The first few."""
    return list(islice(endings(Random(seed), own, others), count))


@cache
def best_lead(board: Board, hand: Hand, other: Hand, passed: bool = False) -> int:
    """What the player gains on the other if both play best, found by trying everything."""
    leads = []
    for move, points in board.legal_moves(hand).scored():
        left = list(hand)
        for tile in move.tiles:
            left.remove(tile)
        if left:
            leads.append(points - best_lead(board.after(move), other, tuple(left)))
        else:
            leads.append(points + GOING_OUT_BONUS)
    if leads:
        return max(leads)
    return 0 if passed else -best_lead(board, other, hand, passed=True)
