"""Qwirkle's players, and the table they play at: every move is checked by the rules of the engine."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import thread_time

from engine.game import Budget
from engine.qwirkle import generator, weighing
from engine.qwirkle.advice import advise, by_points
from engine.qwirkle.board import EMPTY_BOARD, Board
from engine.qwirkle.game import GOING_OUT_BONUS, largest_set
from engine.qwirkle.moves import Move
from engine.qwirkle.tile import COPIES, HAND_SIZE, Colour, Tile, box
from engine.qwirkle.view import View
from tests.benchmarks.arena.matches import Played

SAMPLES = 160
"""Of the adviser where no number is given: a move takes 10 to 20 milliseconds then."""
PLAYERS = {
    "greedy": "takes the most points; of equal moves the one that leaves the fewest fives",
    "adviser": f"the hints as they are, with so many samples a move: adviser:{SAMPLES}",
    "adviser1": "the hints without looking ahead: points and the learned values alone",
}

Player = Callable[[View, int], Move]


def warm() -> None:
    """Compiles the search and all that looks ahead."""
    generator.warm()
    weighing.warm()


def player(name: str) -> Player:
    """The player of that name."""
    kind, _, number = name.partition(":")
    if kind == "greedy":
        return lambda view, seed: by_points(view)[0].move
    budget = Budget(samples=0 if kind == "adviser1" else int(number or SAMPLES))
    return lambda view, seed: advise(view, budget, seed)[0].move


class Table:
    """A game at a table.

    Args:
        players: how many.
        seed: of the bag.
    """

    def __init__(self, players: int, seed: int) -> None:
        self._random = Random(seed)
        self.bag = [tile for tile in box(Colour.PURPLE) for _ in range(COPIES)]
        self._random.shuffle(self.bag)
        self.board: Board = EMPTY_BOARD
        self.hands: list[list[Tile]] = [self._drawn(HAND_SIZE) for _ in range(players)]
        self.scores = [0] * players
        self.turn = max(range(players), key=lambda seat: largest_set(self.hands[seat]))
        self._passes = 0

    @property
    def over(self) -> bool:
        """Whether somebody went out, or nobody can add any more."""
        return not all(self.hands) or self._passes == len(self.hands)

    def view(self) -> View:
        """What the player sees whose turn it is."""
        seats = [(self.turn + later) % len(self.hands) for later in range(len(self.hands))]
        unseen = sorted([*self.bag, *(tile for seat in seats[1:] for tile in self.hands[seat])])
        others = tuple(len(self.hands[seat]) for seat in seats[1:])
        scores = tuple(self.scores[seat] for seat in seats)
        return View(self.board, tuple(sorted(self.hands[self.turn])), tuple(unseen), others, len(self.bag), scores)

    def play(self, move: Move) -> None:
        """Makes the move of the player whose turn it is.

        Raises:
            IllegalMove: if the rules forbid it.
        """
        hand = self.hands[self.turn]
        self._passes = self._passes + 1 if move.is_pass else 0
        if move.placements:
            if not self.board and len(move.placements) != largest_set(hand):
                raise ValueError("the first move adds a largest set")
            self.board, score = self.board.play(move, hand)
            self.scores[self.turn] += score.points
        elif move.is_pass and (self.bag or self.board.legal_moves(hand)):
            raise ValueError("who can add or swap must not pass")
        for tile in move.tiles:
            hand.remove(tile)
        hand += self._drawn(HAND_SIZE - len(hand))
        if move.swapped:
            self.bag += move.swapped
            self._random.shuffle(self.bag)
        if not hand:
            self.scores[self.turn] += GOING_OUT_BONUS
        self.turn = (self.turn + 1) % len(self.hands)

    def _drawn(self, count: int) -> list[Tile]:
        return [self.bag.pop() for _ in range(min(count, len(self.bag)))]


def play(names: tuple[str, ...], seed: int, rules: str | None) -> Played:
    """Plays one game."""
    table = Table(len(names), seed)
    players = [player(name) for name in names]
    seconds: list[list[float]] = [[] for _ in names]
    while not table.over:
        seat, view = table.turn, table.view()
        began = thread_time()
        move = players[seat](view, len(table.board))
        seconds[seat].append(thread_time() - began)
        table.play(move)
    return Played(tuple(table.scores), tuple(map(tuple, seconds)))
