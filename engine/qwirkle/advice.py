"""What to play: all moves, best first, each with its score and its reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, islice
from typing import overload

import numpy as np

from engine.game import UNLIMITED, Budget, Reason
from engine.qwirkle.fives import Fives
from engine.qwirkle.game import GOING_OUT_BONUS, NO_POINTS, largest_set
from engine.qwirkle.generator import Found, Integers, find
from engine.qwirkle.moves import Move
from engine.qwirkle.reasons import Threat, reasons, threats
from engine.qwirkle.scales import Scored, Weighed
from engine.qwirkle.suggestions import Suggestion, Suggestions
from engine.qwirkle.swapping import swaps
from engine.qwirkle.view import View
from engine.qwirkle.weighing import can_weigh, machine, weigh

NOT_LOOKED_AT = 1000
"""More lines of five than any move leaves."""
WEIGHED = 96
"""Moves that are weighed, those with the most points: what earns less is hardly ever the best."""
WEIGHED_LAST = 1000
"""The same once the bag is empty: what looks poor may be the way to go out first."""
SWAPS = 3
"""Swaps that are weighed against them,"""
SWAPS_TOLD = 5
"""and told if so few other moves are better."""


@dataclass(frozen=True)
class Adds:
    """The moves that add tiles.

    Args:
        count: how many there are.
        groups: the moves with the points of their lines, in groups that earn the same, those with the most first.
    """

    count: int
    groups: tuple[Sequence[Scored], ...]

    @classmethod
    def of(cls, view: View) -> Adds:
        """Those of a player; on an empty table one for each set that can be laid, whose orders all earn the same."""
        if not view.board:
            orders = view.board.legal_moves(view.hand, largest_set(view.hand)).scored()
            moves = {frozenset(move.tiles): (move, points) for move, points in orders}.values()
            return cls(len(moves), ((*moves,),) if moves else ())
        found = find(view.board.window, view.hand)
        earned = found.points
        if not view.bag:
            earned = earned + GOING_OUT_BONUS * (found.sizes == len(view.hand))
        best_first = np.argsort(-earned, kind="stable")
        groups = np.split(best_first, np.flatnonzero(np.diff(earned[best_first])) + 1) if len(found) else []
        return cls(len(found), tuple(Picked(found, group) for group in groups))


class Picked(Sequence[Scored]):
    """Some of the moves that a search found, made into objects as they are asked for."""

    def __init__(self, found: Found, places: Integers) -> None:
        self._found, self._places = found, places

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> Scored: ...

    @overload
    def __getitem__(self, index: slice) -> Picked: ...

    def __getitem__(self, index: int | slice) -> Scored | Picked:
        if isinstance(index, slice):
            return Picked(self._found, self._places[index])
        return self._found[int(self._places[index])]


Expect = Callable[[Suggestions], None]
"""Is told what will likely be suggested, the likeliest first, before that is thought about: who words suggestions can
begin with these, and has little left to do once the budget ends. Only their values will change, and what lies ahead
will be added as the last of their reasons."""


def advise(
    view: View, budget: Budget = UNLIMITED, seed: int = 0, expect: Expect = lambda suggestions: None
) -> Suggestions:
    """All moves, those first that make the player's lead grow most in the turns to come.

    That is found out by trying moves out against hands that the others may have, and where the bag is empty and two
    play, by searching the end (see `weighing`). Moves with fewer points than `WEIGHED` others come behind them, as in
    `by_points`; so do all as long as nothing is compiled (see `weighing.warm`), or on a table of tiles from two boxes.
    Swaps are told where they are worth as much.

    Args:
        view: what the player sees.
        budget: a sample is a move tried out with one deal of the unseen tiles; with none only the learned values
            speak.
        seed: of the deals: the same view, samples and seed give the same advice.
        expect: is told what will likely be suggested.
    """
    compiled = machine()
    if compiled is None or not can_weigh(view):
        return by_points(view, budget)
    adds = Adds.of(view)
    best = list(islice(chain.from_iterable(adds.groups), WEIGHED if view.bag else WEIGHED_LAST))
    swapping = [(move, 0) for move in islice(swaps(view), SWAPS)] if view.board else []
    if not best and not swapping:
        return _without_a_move(view)
    fives = Fives(view.board)

    @cache
    def draft(move: Move) -> Suggestion:
        """What is to be said of a move whether or not anybody looks ahead."""
        return _suggestion(view, move, threats(view, fives.after(move)))

    def expected(moves: Sequence[Move]) -> None:
        expect(Suggestions(len(moves), map(draft, moves)))

    weighed = weigh(view, [*best, *swapping], budget, seed, compiled, expect=expected)
    weighed = [one for at, one in enumerate(weighed) if not (best and one.move.is_swap and at >= SWAPS_TOLD)]
    swapped = sum(one.move.is_swap for one in weighed)
    behind = _behind(view, fives, adds, len(best), budget, weighed[-1].value)
    return Suggestions(adds.count + swapped, chain((_looking_ahead(draft(one.move), one) for one in weighed), behind))


def by_points(view: View, budget: Budget = UNLIMITED) -> Suggestions:
    """All moves that add tiles, by their points; of equal ones those first that leave the fewest lines of five.

    Where nothing can be added, the sensible swaps, else a pass.

    Args:
        view: what the player sees.
        budget: a sample is a move looked at for what it leaves, which happens when a suggestion is asked for. The moves
            with the most points are looked at first; for those that it doesn't allow nothing is said about that, and
            they come last among equals.
    """
    adds = Adds.of(view)
    if not adds.count:
        return _without_a_move(view)
    return Suggestions(adds.count, _ranked(view, Fives(view.board), adds.groups, budget))


def _without_a_move(view: View) -> Suggestions:
    moves = tuple(swaps(view)) or (Move(),)
    return Suggestions(len(moves), (_suggestion(view, move, ()) for move in moves))


def _ranked(view: View, fives: Fives, groups: Iterable[Iterable[Scored]], budget: Budget) -> Iterator[Suggestion]:
    """Suggests moves, given in groups that earn the same: of a group those first that leave the fewest fives."""
    taken = 0
    for moves in groups:
        later: list[tuple[int, Move, tuple[Threat, ...]]] = []
        for move, _ in moves:
            if not budget.allows(taken):
                later.append((NOT_LOOKED_AT, move, ()))
                continue
            taken += 1
            left = threats(view, fives.after(move))
            if left:
                later.append((len(left), move, left))
            else:  # no other of the group can be better, so it need not wait for them
                yield _suggestion(view, move, left)
        later.sort(key=lambda one: one[0])
        for _, move, left in later:
            yield _suggestion(view, move, left)


def _behind(view: View, fives: Fives, adds: Adds, weighed: int, budget: Budget, least: float) -> Iterator[Suggestion]:
    """The moves that were not weighed, none of them worth more than those that were."""
    for group in adds.groups:
        left, weighed = group[weighed:], max(0, weighed - len(group))
        if len(left):
            for suggestion in _ranked(view, fives, [left], budget):
                yield replace(suggestion, value=min(suggestion.value, least))


def _looking_ahead(draft: Suggestion, weighed: Weighed) -> Suggestion:
    """A suggestion with what was found when its move was weighed."""
    ahead = Reason(_kind(weighed), {"points": weighed.value, "samples": weighed.samples})
    return replace(draft, value=weighed.value, reasons=(*draft.reasons, ahead))


def _kind(weighed: Weighed) -> str:
    """What stands behind the value of a move, as the code of a reason."""
    if weighed.exact:
        return "best_play"
    if weighed.at_most:
        return "best_play_at_most"
    return "looks_ahead" if weighed.samples else "worth_later"


def _suggestion(view: View, move: Move, left: Iterable[Threat]) -> Suggestion:
    score = view.board.score(move) if move.placements else NO_POINTS
    if move.placements and not view.bag and len(move.placements) == len(view.hand):
        score = replace(score, bonus=GOING_OUT_BONUS)
    return Suggestion(move, score, score.points, tuple(reasons(view, move, score, left)))
