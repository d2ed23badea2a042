"""The moves that lead to the best end of a game of two, once the bag is empty."""

from __future__ import annotations

import numpy as np

from engine.game import Budget
from engine.qwirkle import endgame, lookahead
from engine.qwirkle.game import GOING_OUT_BONUS
from engine.qwirkle.playout import LEFT_OUT, Floats, Integers
from engine.qwirkle.race import Race
from engine.qwirkle.scales import Effort, Scales, Weighed
from engine.qwirkle.searching import Searching


def finish(scales: Scales, shortlist: Integers, values: Floats, budget: Budget, effort: Effort) -> list[Weighed]:
    """Searches the end, trying more and more moves of each turn as far as the budget goes."""
    best_first = [int(at) for at in np.argsort(-values, kind="stable")]
    race = Race(scales, shortlist, values, 0, effort)
    race.heat(shortlist, 1, budget)  # both hands are known: all deals are the same
    known = race.told()
    end = End(scales, budget, effort, race.taken)
    for width in effort.widths:
        found: dict[int, int] = {}
        exact: set[int] = set()
        bounded: set[int] = set()
        for at in best_first[: max(width, len(shortlist))]:
            least = max(found.values(), default=-endgame.FAR) - effort.near
            value = None if budget.stopped() else end.value(at, width, least)
            if value is None:
                return known
            found[at] = value
            if width == endgame.WIDEST and not end.left_out:
                (bounded if value <= least else exact).add(at)
        best_first.sort(key=lambda at: -found.get(at, -endgame.FAR))
        known = [
            Weighed(scales.moves[at], found[at], end.taken, at in exact, at in bounded)
            for at in best_first
            if at in found
        ]
    return known


class End(Searching):
    """The end of a game of two, searched; for the arguments see `Searching`."""

    def __init__(self, scales: Scales, budget: Budget, effort: Effort, taken: int) -> None:
        super().__init__(scales, budget, effort, taken)
        self._stack, self._moves = np.zeros(endgame.STACK, np.int64), np.empty(endgame.MOVES, np.int64)
        lookahead.deal_unseen(scales.game, scales.pool, scales.held, 0)

    @property
    def left_out(self) -> bool:
        """Whether moves were left out after the move that was valued last: then its value isn't exact."""
        return bool(self.scales.game.numbers[LEFT_OUT])

    def value(self, at: int, width: int, least: float) -> int | None:
        """What a move gains if both play best after it; if that is `least` or less, something that it doesn't exceed.

        Returns:
            None if the budget ended.
        """
        self.scales.game.numbers[LEFT_OUT] = 0
        if self.goes_out(at):
            return self.points(at) + GOING_OUT_BONUS
        with self.laid(at):
            left = self._searched(width, int(self.points(at) - least))
        return None if left is None else self.points(at) - left

    def _searched(self, width: int, most: int) -> int | None:
        """The lead that the other gains."""
        game, machine = self.scales.game, self.scales.machine
        machine.begin(game, -endgame.FAR, most, width, self._stack, self._moves)
        lead = self.found(lambda tries: machine.search(game, width, tries, self._stack, self._moves))
        if lead is None:
            endgame.give_up(game, self._stack)
        return lead
