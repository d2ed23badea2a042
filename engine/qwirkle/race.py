"""Candidates are tried out against hands that the others may have, in heats after which the worse half drops out."""

from __future__ import annotations

import numpy as np

from engine.game import Budget
from engine.qwirkle.playout import Floats, Integers
from engine.qwirkle.scales import Effort, Scales, Weighed
from engine.qwirkle.tile import HAND_SIZE

SEEDS_APART = 1_000_003
"""Between the deals of one seed and of the next: more than are ever dealt."""


def race(
    scales: Scales, shortlist: Integers, values: Floats, budget: Budget, seed: int, effort: Effort
) -> list[Weighed]:
    """Tries the candidates out as far as the budget goes."""
    racing = Race(scales, shortlist, values, seed * SEEDS_APART, effort)
    if len(shortlist) > 1:
        samples = effort.first if budget.samples is None else min(budget.samples, effort.enough)
        while racing.taken + samples <= effort.enough and budget.allows(racing.taken):
            racing.run(samples, budget)
            samples = effort.enough + 1 if budget.samples is not None else 2 * samples
    return racing.told()


class Race:
    """Candidates that are tried out, all with the same deals; after each heat the worse half drops out.

    As long as a bag is left the learned values count beside what is found, as if they were found in a few deals.

    Args:
        scales: the moves.
        shortlist: the candidates among them.
        values: (moves,) the learned values of the moves.
        seed: of the deals.
        effort: how much is tried of what.
    """

    def __init__(self, scales: Scales, shortlist: Integers, values: Floats, seed: int, effort: Effort) -> None:
        self.scales, self.shortlist, self.values, self.seed, self.effort = scales, shortlist, values, seed, effort
        self.trust = effort.trust if scales.view.bag else 0
        self.sums = np.zeros(len(scales.moves))
        self.counts = np.zeros(len(scales.moves), np.int64)
        self.taken = 0

    def run(self, samples: int, budget: Budget) -> None:
        """Takes so many samples, unless the budget ends before."""
        alive = self.shortlist
        heats = max(1, int(np.ceil(np.log2(len(alive)))))
        for _ in range(heats):
            deals = samples // heats // len(alive)
            if not self.heat(alive, deals, budget):
                return
            alive = self.ranked(alive)[: (len(alive) + 1) // 2]

    def heat(self, alive: Integers, deals: int, budget: Budget) -> bool:
        """Tries the candidates that are left with more deals; False if the budget ended."""
        done = 0
        while done < deals:
            some = min(deals - done, max(1, self.effort.at_once // len(alive)))
            if not self._try_out(alive, some, budget):
                return False
            done += some
        return True

    def _try_out(self, alive: Integers, deals: int, budget: Budget) -> bool:
        """Tries candidates with a few deals; False, and as if none of them had been, if the budget ended."""
        scales, effort = self.scales, self.effort
        plies = 10 * HAND_SIZE if scales.view.bag == 0 else effort.plies
        taken, before = self.taken + deals * len(alive), self.sums.copy()
        for first in range(0, len(alive), effort.at_once):
            if not budget.allows(taken - 1):
                self.sums = before
                return False
            scales.machine.try_out(
                scales.game,
                scales.pool,
                scales.held,
                scales.scores,
                scales.candidates,
                alive[first : first + effort.at_once],
                self.seed + int(self.counts[alive[0]]),
                deals,
                plies,
                self.sums,
            )
        self.counts[alive] += deals
        self.taken = taken
        return True

    def told(self) -> list[Weighed]:
        """What was found out of the candidates, the best first; by the learned values if none was tried."""
        moves, counts = self.scales.moves, self.counts
        if not self.taken:
            return [Weighed(moves[at], float(self.values[at])) for at in self.shortlist]
        means = self.means - self.scales.lead
        # Who stayed longer in the races stands first: few samples can flatter.
        order = sorted(self.shortlist.tolist(), key=lambda at: (-int(counts[at]), -float(means[at])))
        worth = np.minimum.accumulate(means[order])
        return [Weighed(moves[at], float(value), int(counts[at])) for at, value in zip(order, worth, strict=True)]

    @property
    def means(self) -> Floats:
        """(moves,) the lead that each brings, as far as it was found out."""
        # The learned values tell well by how much moves differ, but not the level that all of them have in common.
        level = float((self.sums - self.counts * self.values).sum()) / max(1, self.taken)
        means: Floats = (self.sums + self.trust * (self.values + level)) / np.maximum(self.counts + self.trust, 1)
        return means

    def ranked(self, alive: Integers) -> Integers:
        """These candidates, the best first."""
        return alive[np.argsort(-self.means[alive], kind="stable")]
