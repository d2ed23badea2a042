"""The moves that lead to the best end of a game of three or four, once the bag is empty.

Who holds which of the unseen tiles is not known, so it is tried out: in some deals of them, or in all where there are
few, and in each deal the rest of the game is searched. There everybody is taken to know all hands, which nobody does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from random import Random

import numpy as np

from engine.game import Budget
from engine.qwirkle import rivalry
from engine.qwirkle.game import GOING_OUT_BONUS
from engine.qwirkle.playout import HIGH, LOW, NOTHING, SPENT, Floats, Integers
from engine.qwirkle.race import SEEDS_APART, Race
from engine.qwirkle.scales import Effort, Scales, Weighed
from engine.qwirkle.searching import Searching
from engine.qwirkle.tile import HAND_SIZE

Hands = tuple[tuple[int, ...], ...]
"""The kinds of tiles that each of the others holds."""


@dataclass(frozen=True)
class Deal:
    """Hands that the others may have.

    Args:
        hands: theirs.
        weight: in how many ways the tiles can be dealt to that.
    """

    hands: Hands
    weight: int


def deals_of(pool: Sequence[int], sizes: Sequence[int], most: int, seed: int) -> list[Deal]:
    """Ways to deal unseen tiles, in any order: all that there are if those are few, else so many.

    Args:
        pool: the kinds of the tiles, equal ones repeated; those that are dealt to nobody are left over.
        sizes: how many tiles each hand holds.
        most: deals.
        seed: of the order, and of the choice.
    """
    chance, ways, left = Random(seed), 1, len(pool)  # noqa: S311 - a deal that is thought of is no secret
    for size in sizes:
        ways *= comb(left, size)
        left -= size
    if ways <= most:
        every = [Deal(hands, weight) for hands, weight in _every_way(Counter(pool), sizes)]
        chance.shuffle(every)
        return every
    return [Deal(_dealt(chance.sample(pool, sum(sizes)), sizes), 1) for _ in range(most)]


def _every_way(pool: Counter[int], sizes: Sequence[int]) -> Iterator[tuple[Hands, int]]:
    """All different ways to deal tiles, each with how often it comes about."""
    if not sizes:
        yield (), 1
        return
    for hand, often in Counter(combinations(sorted(pool.elements()), sizes[0])).items():
        for others, ways in _every_way(pool - Counter(hand), sizes[1:]):
            yield (hand, *others), often * ways


def _dealt(tiles: Sequence[int], sizes: Sequence[int]) -> Hands:
    """Shuffled tiles as hands."""
    ends = np.cumsum(sizes).tolist()
    return tuple(tuple(tiles[end - size : end]) for end, size in zip(ends, sizes, strict=True))


def last_round(
    scales: Scales, shortlist: Integers, values: Floats, budget: Budget, seed: int, effort: Effort
) -> list[Weighed]:
    """Tries the candidates out, then searches the end after the best, more and more moves a turn as the budget goes."""
    racing = Race(scales, shortlist, values, seed * SEEDS_APART, effort)
    if len(shortlist) > 1:
        racing.run(effort.tried_out if budget.samples is None else min(budget.samples, effort.tried_out), budget)
    known = racing.told()
    if not racing.taken:
        return known
    ends = Ends(scales, budget, seed, effort, racing.taken)
    place_of = {move: at for at, move in enumerate(scales.moves)}
    for width in effort.widths_of_several:
        best = [place_of[one.move] for one in known[: max(width, effort.finalists)]]
        leads = ends.leads(best, width)
        if leads is None:
            break
        known = _ranked(scales, best, leads, ends.searched, known)
    return known


def _ranked(
    scales: Scales, searched: Sequence[int], leads: Floats, samples: int, known: Sequence[Weighed]
) -> list[Weighed]:
    """The candidates that were searched, the best first, and behind them those known from before."""
    order = np.argsort(-leads, kind="stable")
    best = [Weighed(scales.moves[searched[at]], float(leads[at]) - scales.lead, samples) for at in order]
    least, told = best[-1].value, {one.move for one in best}
    return [*best, *(replace(one, value=min(least, one.value)) for one in known if one.move not in told)]


class Ends(Searching):
    """The ends of a game in deals of the unseen tiles, searched.

    Args:
        scales: the moves.
        budget: how much may be done.
        seed: of the deals.
        effort: how much is tried of what.
        taken: samples that were taken before.
    """

    def __init__(self, scales: Scales, budget: Budget, seed: int, effort: Effort, taken: int) -> None:
        super().__init__(scales, budget, effort, taken)
        self.deals = deals_of(scales.pool.tolist(), scales.view.others, effort.deals, seed)
        self.searched = 0
        self._stack, self._moves = np.zeros(rivalry.STACK, np.int64), np.empty(rivalry.MOVES, np.int64)
        scales.game.numbers[LOW] = scales.game.numbers[HIGH] = scales.game.numbers[SPENT] = 0

    def leads(self, candidates: Sequence[int], width: int) -> Floats | None:
        """(candidates,) the player's lead in the end that they bring on average; `searched` tells in how many deals.

        Returns:
            None if the budget ended before there were enough deals.
        """
        sums, weights = np.zeros(len(candidates)), 0
        for number, deal in enumerate(self.deals):
            found = np.zeros(len(candidates))
            for place, at in enumerate(candidates):
                lead = None if self.budget.stopped() else self._lead(at, deal, width)
                if lead is None:
                    return None if number < self.effort.fewest_deals else sums / weights
                found[place] = lead
            sums += deal.weight * found
            weights += deal.weight
            self.searched = number + 1
        return sums / weights

    def _lead(self, at: int, deal: Deal, width: int) -> int | None:
        """The lead that a candidate brings in a deal; None if the budget ended."""
        game = self.scales.game
        game.scores[:] = self.scales.scores
        game.scores[0] += self.points(at)
        if self.goes_out(at):
            return int(game.scores[0]) + GOING_OUT_BONUS - int(game.scores[1:].max())
        game.hands[:] = NOTHING
        game.hands[:HAND_SIZE] = self.scales.held[:HAND_SIZE]
        for player, hand in enumerate(deal.hands, 1):
            game.hands[player * HAND_SIZE : player * HAND_SIZE + len(hand)] = hand
        with self.laid(at):
            return self._searched(width)

    def _searched(self, width: int) -> int | None:
        """The lead that the player has in the end."""
        game, machine = self.scales.game, self.scales.machine
        machine.begin_rivalry(game, width, self._stack, self._moves)
        lead = self.found(lambda tries: machine.search_rivalry(game, width, tries, self._stack, self._moves))
        if lead is None:
            rivalry.give_up(game, self._stack)
        return lead
