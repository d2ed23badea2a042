"""Weighing moves against each other: by the learned values, by trying them out, and at the end by searching it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from engine.game import Budget
from engine.qwirkle import endgame, laying, lookahead, rivalry
from engine.qwirkle.finish import finish
from engine.qwirkle.last_round import last_round
from engine.qwirkle.moves import Move
from engine.qwirkle.playout import BOX, EDGE, WIDTH
from engine.qwirkle.race import race
from engine.qwirkle.scales import Effort, Machine, Scales, Scored, Weighed
from engine.qwirkle.tile import HAND_SIZE
from engine.qwirkle.view import View

EFFORT = Effort()

PYTHON = Machine(
    laying.lay, lookahead.estimate, lookahead.try_out, endgame.begin, endgame.search, rivalry.begin, rivalry.search
)
"""The same as Python runs it: some hundred times slower."""

_machine: Machine | None = None


def warm() -> None:
    """Lets later advice look ahead, by compiling what does it or loading what was compiled before.

    Takes up to a minute the first time on a machine, so run it in a background thread, after `generator.warm`. It may
    run in several threads and processes at once.
    """
    global _machine  # noqa: PLW0603 - whether this process has compiled it is no part of any game
    from engine.qwirkle import compiled_playing as playing  # only who warms pays for it

    _machine = Machine(
        playing.lay,
        playing.estimate,
        playing.try_out,
        playing.begin,
        playing.search,
        playing.begin_rivalry,
        playing.search_rivalry,
    )


def machine() -> Machine | None:
    """What was compiled; None as long as nothing was."""
    return _machine


def can_weigh(view: View) -> bool:
    """Whether the tiles are those of one box and lie near each other, and the hands and the bag can be dealt."""
    tiles = len(view.board) + len(view.hand) + len(view.unseen)
    hands = (len(view.hand), *view.others)
    dealt = max(hands) <= HAND_SIZE and len(view.unseen) >= sum(view.others) + view.bag
    one_box = bool(view.strange) and tiles <= BOX
    return one_box and dealt and len(view.scores) == len(hands) and _fits_the_window(view)


def _fits_the_window(view: View) -> bool:
    """Whether the board can lie in the window of a playout; one that a game can reach always can."""
    if not view.board:
        return True
    (left, top), (right, bottom) = view.board.corners
    return max(right - left, bottom - top) < WIDTH - 2 * EDGE - HAND_SIZE


def weigh(
    view: View,
    moves: Sequence[Scored],
    budget: Budget,
    seed: int,
    machine: Machine,
    effort: Effort = EFFORT,
    expect: Callable[[Sequence[Move]], None] = lambda moves: None,
) -> list[Weighed]:
    """Weighs moves, the best first: the more of the budget there is the better.

    Args:
        view: what the player sees; `can_weigh` must hold.
        moves: to be weighed, with the points of their lines.
        budget: a sample is a move tried out with one deal of the unseen tiles, or a like amount of searching.
        seed: of all chance.
        machine: does the work.
        effort: how much is tried of what.
        expect: is told the candidates before they are tried, the best by the learned values first.
    """
    scales = Scales(view, moves, machine)
    values = scales.estimated()
    best_first = np.argsort(-values, kind="stable")
    shortlist = best_first[: effort.candidates]
    expect([scales.moves[at] for at in shortlist])
    if _ends(view):
        tried = finish(scales, shortlist, values, budget, effort)
    elif view.bag == 0 and len(view.others) > 1:
        tried = last_round(scales, shortlist, values, budget, seed, effort)
    else:
        tried = race(scales, shortlist, values, budget, seed, effort)
    told = {one.move for one in tried}
    least = tried[-1].value
    later = [
        Weighed(scales.moves[at], min(least, float(values[at]))) for at in best_first if scales.moves[at] not in told
    ]
    return [*tried, *later]


def _ends(view: View) -> bool:
    """Whether both hands of a game of two are known."""
    return len(view.others) == 1 and view.bag == 0 and len(view.unseen) == view.others[0]
