"""A view of a game, turned into the plain arithmetic in which moves are weighed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from engine.qwirkle import endgame
from engine.qwirkle.moves import Cell, Move
from engine.qwirkle.playout import COUNT, MIDDLE, NOTHING, PLACES, POINTS, RECORD, WIDTH, Floats, Integers, new_playout
from engine.qwirkle.tile import HAND_SIZE, SHAPES, Colour, Tile
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
        first: the samples of the first race between the candidates; each later one has twice as many.
        trust: so many deals say as much about a move as its learned value: in a few alone, chance says more.
        enough: more samples than that change no more than chance does.
        at_once: samples between two looks at the budget: who has a clock can't stop sooner. Together they take half a
            millisecond, but twenty times as long where somebody was dealt a hand that fits nearly everywhere.
        slice: the same while the end is searched.
        widths: how many moves of a turn are tried at the end of a game of two, wider and wider,
        widths_of_several: and of more players, for which there is much more to try.
        tried_out: samples that are taken in such an end before it is searched.
        finalists: the candidates that are searched at least, the best when tried out.
        deals: of the unseen tiles in which it is searched; all that there are if those are no more.
        fewest_deals: fewer tell less than trying out did.
        near: moves of the end that gain so much less than the best are not told apart.
        nodes: turns of the end tried that count as a sample: they take as long.
    """

    candidates: int = 12
    plies: int = 4
    first: int = 240
    trust: int = 8
    enough: int = 16_000
    at_once: int = 4
    slice: int = 16
    widths: tuple[int, ...] = (3, 6, 12, endgame.WIDEST)
    widths_of_several: tuple[int, ...] = (2, 3, 6, endgame.WIDEST)
    tried_out: int = 480
    finalists: int = 4
    deals: int = 64
    fewest_deals: int = 16
    near: int = 4
    nodes: int = 8


class Machine(NamedTuple):
    """The functions that do the work, compiled or not."""

    lay: Callable[..., None]
    estimate: Callable[..., None]
    try_out: Callable[..., None]
    begin: Callable[..., None]
    search: Callable[..., int]
    begin_rivalry: Callable[..., None]
    search_rivalry: Callable[..., int]


@dataclass(frozen=True)
class Weighed:
    """A move and what it is worth.

    Args:
        move: the move.
        value: the points by which the player's lead over the best of the others is expected to grow.
        samples: in how many ways the game was gone on with.
        exact: whether it is what best play brings.
        at_most: whether best play brings no more than that, maybe less.
    """

    move: Move
    value: float
    samples: int = 0
    exact: bool = False
    at_most: bool = False


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
        self.middle = _middle(view)
        for cell, tile in view.board.items():
            self.machine.lay(self.game, self._at(cell), kind_of(tile))
        self.candidates = np.concatenate([self._record(move, points) for move, points in moves])

    @cached_property
    def lead(self) -> int:
        """By how much the player leads the best of the others."""
        return self.view.scores[0] - max(self.view.scores[1:])

    def _at(self, cell: Cell) -> int:
        (x, y), (middle_x, middle_y) = cell, self.middle
        return MIDDLE + (y - middle_y) * WIDTH + x - middle_x

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
