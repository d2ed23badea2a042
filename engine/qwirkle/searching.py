"""How the end of a game is searched after a move, as far as the budget goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from engine.game import Budget
from engine.qwirkle import laying, playing
from engine.qwirkle.endgame import UNKNOWN
from engine.qwirkle.playout import BESIDES, COUNT, PLACES, POINTS, RECORD, SPENT, WRITTEN
from engine.qwirkle.scales import Effort, Scales
from engine.qwirkle.tile import HAND_SIZE


class Searching:
    """What searches of the end of a game have in common.

    Args:
        scales: the moves.
        budget: how much may be done.
        effort: how much is tried of what.
        taken: samples that were taken before.
    """

    def __init__(self, scales: Scales, budget: Budget, effort: Effort, taken: int) -> None:
        self.scales, self.budget, self.effort, self._before = scales, budget, effort, taken

    @property
    def taken(self) -> int:
        """The samples that were taken so far."""
        return self._before + int(self.scales.game.numbers[SPENT]) // self.effort.nodes

    @contextmanager
    def laid(self, at: int) -> Iterator[None]:
        """Lays the tiles of a move out of the player's hand for a while."""
        game, lay = self.scales.game, self.scales.machine.lay
        record = self.scales.candidates[at * RECORD : (at + 1) * RECORD]
        written, besides = int(game.numbers[WRITTEN]), int(game.numbers[BESIDES])
        for place in range(PLACES, PLACES + 2 * int(record[COUNT]), 2):
            lay(game, record[place], record[place + 1])
            playing.give(game, 0, record[place + 1])
        yield
        laying.take_back(game, written, besides)
        game.hands[:HAND_SIZE] = self.scales.held[:HAND_SIZE]

    def points(self, at: int) -> int:
        """What the lines of a move earn."""
        return int(self.scales.candidates[at * RECORD + POINTS])

    def goes_out(self, at: int) -> bool:
        """Whether a move is the player's last: then there is nothing to search."""
        count = self.scales.candidates[at * RECORD + COUNT]
        return bool(count == len(self.scales.view.hand))

    def found(self, search: Callable[[int], int]) -> int | None:
        """What a search that was begun finds.

        Args:
            search: goes on with it, trying so many moves; gives `UNKNOWN` if there are more to try.

        Returns:
            None if the budget ended.
        """
        while self.budget.allows(self.taken) and self.taken < self.effort.enough:
            left = self.effort.slice if self.budget.samples is None else self.budget.samples - self.taken
            found = search(min(self.effort.slice, left) * self.effort.nodes)
            if found != UNKNOWN:
                return int(found)
        return None
