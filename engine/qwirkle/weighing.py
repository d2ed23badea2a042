"""Weighing moves against each other: by the learned values, by trying them out, and at the end by searching it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from engine.game import Budget
from engine.qwirkle import endgame, laying, lookahead, playing
from engine.qwirkle.game import GOING_OUT_BONUS
from engine.qwirkle.lookahead import GREEDY
from engine.qwirkle.moves import Cell, Move
from engine.qwirkle.playout import (
    BESIDES,
    COUNT,
    MIDDLE,
    NOTHING,
    PLACES,
    POINTS,
    RECORD,
    SPENT,
    WIDTH,
    WRITTEN,
    Floats,
    Integers,
    new_playout,
)
from engine.qwirkle.tile import HAND_SIZE, SHAPES, SIXTH_COLOURS, Colour, Tile
from engine.qwirkle.values import weights
from engine.qwirkle.view import View

Scored = tuple[Move, int]
"""A move with the points of its lines."""


@dataclass(frozen=True)
class Effort:
    """How much is tried of what.

    Args:
        candidates: the moves that are tried out, the best by the learned values: a better one is hardly ever beyond.
        plies: the turns after the move, before the learned value speaks.
        manner: how the adviser's player goes on.
        first: the samples of the first race between the candidates; each later one has twice as many.
        enough: more samples than that change no more than chance does.
        slice: samples between two looks at the budget, some milliseconds.
        widths: how many moves of a turn are tried at the end of a game, wider and wider.
        near: moves of the end that gain so much less than the best are not told apart.
        nodes: turns of the end tried that count as a sample: they take as long.
    """

    candidates: int = 12
    plies: int = 4
    manner: int = GREEDY
    first: int = 480
    enough: int = 16_000
    slice: int = 64
    widths: tuple[int, ...] = (3, 6, 12, endgame.WIDEST)
    near: int = 4
    nodes: int = 8


EFFORT = Effort()
SEEDS_APART = 1_000_003
"""Between the deals of one seed and of the next: more than are ever dealt."""


class Machine(NamedTuple):
    """The functions that do the work, compiled or not."""

    lay: Callable[..., None]
    estimate: Callable[..., None]
    try_out: Callable[..., None]
    begin: Callable[..., None]
    search: Callable[..., int]


PYTHON = Machine(laying.lay, lookahead.estimate, lookahead.try_out, endgame.begin, endgame.search)
"""The same as Python runs it: some hundred times slower."""


_machine: Machine | None = None


def warm() -> None:
    """Lets later advice look ahead, by compiling what does it or loading what was compiled before.

    Takes up to a minute the first time on a machine, so run it in a background thread, after `generator.warm`. It may
    run in several threads and processes at once.
    """
    global _machine  # noqa: PLW0603 - whether this process has compiled it is no part of any game
    from engine.qwirkle import compiled_playing as playing  # only who warms pays for it

    _machine = Machine(playing.lay, playing.estimate, playing.try_out, playing.begin, playing.search)


def machine() -> Machine | None:
    """What was compiled; None as long as nothing was."""
    return _machine


@dataclass(frozen=True)
class Weighed:
    """A move and what it is worth.

    Args:
        move: the move.
        value: the points by which the player's lead over the best of the others is expected to grow.
        samples: in how many ways the game was gone on with.
        exact: whether it is what best play brings.
    """

    move: Move
    value: float
    samples: int = 0
    exact: bool = False


class Scales:
    """A view, set up for weighing.

    Args:
        view: what the player sees.
        moves: those to weigh, with the points of their lines; each adds tiles or swaps.
        machine: does the work.
    """

    def __init__(self, view: View, moves: Sequence[Scored], machine: Machine) -> None:
        self.view, self.moves, self.machine = view, [move for move, _ in moves], machine
        self.game = new_playout(len(view.scores), weights())
        self.pool = np.array([kind_of(tile) for tile in view.unseen], np.int64)
        own = [kind_of(tile) for tile in view.hand]
        own += [NOTHING] * (HAND_SIZE - len(own))
        self.held = np.array([*own, *view.others, view.bag], np.int64)
        self.scores = np.array(view.scores, np.int64)
        self.left, self.top = _middle(view)
        for cell, tile in view.board.items():
            self.machine.lay(self.game, self._at(cell), kind_of(tile))
        self.candidates = np.concatenate([self._record(move, points) for move, points in moves])

    @cached_property
    def lead(self) -> int:
        """By how much the player leads the best of the others."""
        return self.view.scores[0] - max(self.view.scores[1:])

    def _at(self, cell: Cell) -> int:
        return MIDDLE + (cell[1] - self.top) * WIDTH + cell[0] - self.left

    def _record(self, move: Move, points: int) -> Integers:
        record = np.zeros(RECORD, np.int64)
        if move.is_swap:
            record[COUNT] = -len(move.swapped)
            record[PLACES : PLACES + len(move.swapped)] = [kind_of(tile) for tile in move.swapped]
            return record
        record[POINTS] = points
        record[COUNT] = len(move.placements)
        for number, placement in enumerate(move.placements):
            record[PLACES + 2 * number] = self._at(placement.cell)
            record[PLACES + 2 * number + 1] = kind_of(placement.tile)
        return record

    def estimated(self) -> Floats:
        """(moves,) what the moves earn and leave by the learned values alone."""
        values = np.zeros(len(self.moves))
        self.machine.estimate(self.game, self.pool, self.held, self.candidates, values)
        return values


def kind_of(tile: Tile) -> int:
    """The tile's number among the 36 kinds of its box."""
    return min(tile.colour, Colour.PURPLE) * SHAPES + tile.shape


def _middle(view: View) -> Cell:
    """The cell in the middle of the board."""
    if not view.board:
        return 0, 0
    (left, top), (right, bottom) = view.board.corners
    return (left + right) // 2, (top + bottom) // 2


def can_weigh(view: View) -> bool:
    """Whether the tiles are those of one box, and the hands and the bag can be dealt."""
    tiles = (*view.board.values(), *view.hand, *view.unseen)
    one_box = len({tile.colour for tile in tiles if tile.colour in SIXTH_COLOURS}) < len(SIXTH_COLOURS)
    return one_box and len(view.unseen) >= sum(view.others) + view.bag and len(view.hand) <= HAND_SIZE


def weigh(
    view: View, moves: Sequence[Scored], budget: Budget, seed: int, machine: Machine, effort: Effort = EFFORT
) -> list[Weighed]:
    """Weighs moves, the best first: the more of the budget there is the better.

    Args:
        view: what the player sees; `can_weigh` must hold.
        moves: to be weighed, with the points of their lines.
        budget: a sample is a move tried out with one deal of the unseen tiles, or a like amount of searching.
        seed: of all chance.
        machine: does the work.
        effort: how much is tried of what.
    """
    scales = Scales(view, moves, machine)
    values = scales.estimated()
    best_first = np.argsort(-values, kind="stable")
    shortlist = best_first[: effort.candidates]
    if _ends(view):
        tried = _search(scales, shortlist, values, budget, effort)
    else:
        tried = _race(scales, shortlist, values, budget, seed, effort)
    told = {one.move for one in tried}
    least = tried[-1].value
    later = [
        Weighed(scales.moves[at], min(least, float(values[at]))) for at in best_first if scales.moves[at] not in told
    ]
    return [*tried, *later]


def _ends(view: View) -> bool:
    """Whether both hands of a game of two are known."""
    return len(view.others) == 1 and view.bag == 0 and len(view.unseen) == view.others[0]


class Race:
    """Candidates that are tried out, all with the same deals; after each heat the worse half drops out.

    Args:
        scales: the moves.
        shortlist: the candidates among them.
        seed: of the deals.
        effort: how much is tried of what.
    """

    def __init__(self, scales: Scales, shortlist: Integers, seed: int, effort: Effort) -> None:
        self.scales, self.shortlist, self.seed, self.effort = scales, shortlist, seed, effort
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
        scales, effort = self.scales, self.effort
        plies = 10 * HAND_SIZE if scales.view.bag == 0 else effort.plies
        done = 0
        while done < deals:
            some = min(deals - done, max(1, effort.slice // len(alive)))
            if not budget.allows(self.taken + some * len(alive) - 1):
                return False
            scales.machine.try_out(
                scales.game,
                scales.pool,
                scales.held,
                scales.scores,
                scales.candidates,
                alive,
                self.seed + int(self.counts[alive[0]]),
                some,
                plies,
                effort.manner,
                self.sums,
            )
            self.counts[alive] += some
            self.taken += some * len(alive)
            done += some
        return True

    def told(self, values: Floats) -> list[Weighed]:
        """What was found out of the candidates, the best first; by the learned `values` if none was tried."""
        moves, counts = self.scales.moves, self.counts
        if not self.taken:
            return [Weighed(moves[at], float(values[at])) for at in self.shortlist]
        means = self.sums / np.maximum(counts, 1) - self.scales.lead
        # Who stayed longer in the races stands first: few samples can flatter.
        order = sorted(self.shortlist.tolist(), key=lambda at: (-int(counts[at]), -float(means[at])))
        worth = np.minimum.accumulate(means[order])
        return [Weighed(moves[at], float(value), int(counts[at])) for at, value in zip(order, worth, strict=True)]

    def ranked(self, alive: Integers) -> Integers:
        """These candidates, the best first."""
        means = self.sums[alive] / np.maximum(self.counts[alive], 1)
        return alive[np.argsort(-means, kind="stable")]


def _race(
    scales: Scales, shortlist: Integers, values: Floats, budget: Budget, seed: int, effort: Effort
) -> list[Weighed]:
    """Tries the candidates out as far as the budget goes."""
    race = Race(scales, shortlist, seed * SEEDS_APART, effort)
    if len(shortlist) > 1:
        samples = effort.first if budget.samples is None else min(budget.samples, effort.enough)
        while race.taken + samples <= effort.enough and budget.allows(race.taken):
            race.run(samples, budget)
            samples = effort.enough + 1 if budget.samples is not None else 2 * samples
    return race.told(values)


class End:
    """The end of a game of two, searched.

    Args:
        scales: the moves.
        budget: how much may be done.
        effort: how much is tried of what.
        taken: samples that were taken before.
    """

    def __init__(self, scales: Scales, budget: Budget, effort: Effort, taken: int) -> None:
        self.scales, self.budget, self.effort, self._before = scales, budget, effort, taken
        self._stack, self._moves = np.zeros(endgame.STACK, np.int64), np.zeros(endgame.MOVES, np.int64)
        lookahead.deal_unseen(scales.game, scales.pool, scales.held, 0)

    @property
    def taken(self) -> int:
        """The samples that were taken so far."""
        return self._before + int(self.scales.game.numbers[SPENT]) // self.effort.nodes

    def value(self, at: int, width: int, least: float) -> int | None:
        """What a move gains if both play best after it; something less if it is less than `least`.

        Returns:
            None if the budget ended.
        """
        game, machine = self.scales.game, self.scales.machine
        record = self.scales.candidates[at * RECORD : (at + 1) * RECORD]
        written, besides = int(game.numbers[WRITTEN]), int(game.numbers[BESIDES])
        for place in range(PLACES, PLACES + 2 * int(record[COUNT]), 2):
            machine.lay(game, record[place], record[place + 1])
            playing.give(game, 0, record[place + 1])
        points = int(record[POINTS])
        left = self._searched(width, int(points - least)) if playing.held_by(game, 0) else -GOING_OUT_BONUS
        laying.take_back(game, written, besides)
        game.hands[:HAND_SIZE] = self.scales.held[:HAND_SIZE]
        return None if left is None else points - left

    def _searched(self, width: int, most: int) -> int | None:
        """The lead that the other gains."""
        game, machine = self.scales.game, self.scales.machine
        machine.begin(game, -endgame.FAR, most, width, self._stack, self._moves)
        while self.budget.allows(self.taken) and self.taken < self.effort.enough:
            found = machine.search(game, width, self.effort.slice * self.effort.nodes, self._stack, self._moves)
            if found != endgame.UNKNOWN:
                return int(found)
        endgame.give_up(game, self._stack)
        return None


def _search(scales: Scales, shortlist: Integers, values: Floats, budget: Budget, effort: Effort) -> list[Weighed]:
    """Searches the end, trying more and more moves of each turn as far as the budget goes."""
    best_first = [int(at) for at in np.argsort(-values, kind="stable")]
    race = Race(scales, shortlist, 0, effort)
    race.heat(shortlist, 1, budget)  # both hands are known: all deals are the same
    known = race.told(values)
    end = End(scales, budget, effort, race.taken)
    for width in effort.widths:
        found: dict[int, int] = {}
        for at in best_first[: max(width, len(shortlist))]:
            value = end.value(at, width, max(found.values(), default=-endgame.FAR) - effort.near)
            if value is None:
                return known
            found[at] = value
        best_first.sort(key=lambda at: -found.get(at, -endgame.FAR))
        exact = width == endgame.WIDEST
        known = [Weighed(scales.moves[at], found[at], end.taken, exact) for at in best_first if at in found]
    return known
