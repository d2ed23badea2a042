"""Games nearly over: the bag is empty and the hands are small."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from random import Random

from engine.qwirkle.board import Board
from engine.qwirkle.game import GOING_OUT_BONUS
from engine.qwirkle.tile import COPIES, HAND_SIZE, Colour, Tile, box
from engine.qwirkle.view import View

Hand = tuple[Tile, ...]


def endings(random: Random, own: int, *others: int) -> Iterator[tuple[View, tuple[Hand, ...]]]:
    """Boards on which all tiles lie but for the hands, which were laid greedily; with the hands of the others."""
    while True:
        bag = [tile for tile in box(Colour.PURPLE) for _ in range(COPIES)]
        random.shuffle(bag)
        mine, *theirs = (tuple(sorted(bag.pop() for _ in range(count))) for count in (own, *others))
        board, hand = Board(), [bag.pop() for _ in range(HAND_SIZE)]
        while hand and (best := board.legal_moves(hand).best()):
            board = board.after(best[0])
            for tile in best[0].tiles:
                hand.remove(tile)
            hand += [bag.pop() for _ in range(min(HAND_SIZE - len(hand), len(bag)))]
        if not hand:
            unseen = tuple(sorted(tile for hand in theirs for tile in hand))
            scores = tuple(random.randrange(90, 110) for _ in (own, *others)) if len(others) > 1 else (0, 0)
            yield View(board, mine, unseen, others, 0, scores), tuple(theirs)


def some_endings(seed: int, own: int, others: int, count: int) -> list[View]:
    """The first few of two players."""
    return [view for view, _ in islice(endings(Random(seed), own, others), count)]


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


@cache
def best_scores(
    board: Board, hands: tuple[Hand, ...], scores: tuple[int, ...], turn: int, passed: int = 0
) -> list[int]:
    """The final scores if each of several wants the greatest lead over the best of the others, by trying everything.

    Who has several ways to it takes the one that leaves the first player least.
    """
    ends = []
    following = (turn + 1) % len(hands)
    for move, points in board.legal_moves(hands[turn]).scored():
        left, earned = list(hands[turn]), list(scores)
        for tile in move.tiles:
            left.remove(tile)
        earned[turn] += points if left else points + GOING_OUT_BONUS
        others = (*hands[:turn], tuple(left), *hands[turn + 1 :])
        ends.append(best_scores(board.after(move), others, tuple(earned), following) if left else earned)
    if ends:
        return max(ends, key=lambda end: (lead(end, turn), turn and -lead(end, 0), [-score for score in end]))
    if passed == len(hands) - 1:
        return list(scores)
    return best_scores(board, hands, scores, following, passed + 1)


def lead(scores: Sequence[int], player: int) -> int:
    """By how much a player leads the best of the others."""
    return scores[player] - max(score for seat, score in enumerate(scores) if seat != player)
