"""The end of a game of several is searched in what may be dealt, and there as trying everything finds it."""

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from random import Random

import pytest

from engine.game import Budget
from engine.qwirkle import generator
from engine.qwirkle.game import GOING_OUT_BONUS
from engine.qwirkle.last_round import deals_of
from engine.qwirkle.moves import Move
from engine.qwirkle.scales import Effort, Machine
from engine.qwirkle.view import View
from engine.qwirkle.weighing import PYTHON, weigh

from .endings import Hand, best_scores, endings, lead


@pytest.fixture(autouse=True)
def quick_moves(compiled_search: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """To try everything takes twenty times as long with the search for moves as Python runs it."""
    monkeypatch.setattr(generator, "_compiled", compiled_search)


def views(seed: int, *sizes: int) -> list[View]:
    """Endings in which the first player can add something."""
    some = (view for view, _ in endings(Random(seed), *sizes) if len(view.board.legal_moves(view.hand)) > 1)
    return list(islice(some, 3))


def dealt(view: View) -> list[tuple[Hand, ...]]:
    """The others' hands for each order of the unseen tiles that matters, equal ones repeated."""
    return [
        tuple(tuple(view.unseen[place] for place in places) for places in ways)
        for ways in split(range(len(view.unseen)), view.others)
    ]


def split(places: Sequence[int], sizes: Sequence[int]) -> list[list[Sequence[int]]]:
    """All ways to split places into groups of these sizes."""
    if not sizes:
        return [[]]
    found = []
    for mask in range(2 ** len(places)):
        group = [place for at, place in enumerate(places) if mask >> at & 1]
        if len(group) == sizes[0]:
            left = [place for place in places if place not in group]
            found += [[group, *rest] for rest in split(left, sizes[1:])]
    return found


def gain_after(view: View, move: Move, hands: tuple[Hand, ...]) -> int:
    """What a move gains if the others hold that, and everybody seeks the best standing after it."""
    own, scores = list(view.hand), list(view.scores)
    for tile in move.tiles:
        own.remove(tile)
    scores[0] += view.board.score(move).points
    if own:
        scores = best_scores(view.board.after(move), (tuple(own), *hands), tuple(scores), 1)
    else:
        scores[0] += GOING_OUT_BONUS
    return lead(scores, 0) - lead(view.scores, 0)


@pytest.mark.parametrize("sizes", [(1, 1, 1), (2, 1, 1), (1, 2, 2), (2, 2, 1), (1, 1, 1, 1), (2, 1, 1, 1)])
def test_every_possible_deal_of_a_small_ending_is_searched_to_the_end(
    sizes: tuple[int, ...], compiled_machine: Machine
) -> None:
    for view in views(sum(sizes), *sizes):
        moves = list(view.board.legal_moves(view.hand).scored())
        weighed = weigh(view, moves, Budget(), 0, compiled_machine)
        truth = {
            move: sum(gain_after(view, move, hands) for hands in dealt(view)) / len(dealt(view)) for move, _ in moves
        }
        assert weighed[0].value == pytest.approx(max(truth.values()))
        for one in weighed[: Effort().candidates]:
            assert one.value == pytest.approx(truth[one.move])
        assert not any(one.exact or one.at_most for one in weighed)


def test_python_searches_as_the_compiled_code_does(compiled_machine: Machine) -> None:
    effort = Effort(tried_out=24, widths_of_several=(2, 3))
    for view in views(8, 2, 2, 1):
        moves = list(view.board.legal_moves(view.hand).scored())
        plain = weigh(view, moves, Budget(), 0, PYTHON, effort)
        assert plain == weigh(view, moves, Budget(), 0, compiled_machine, effort)


@pytest.mark.parametrize("samples", [0, 30, 600, 900, 4000])
def test_a_search_that_is_stopped_ranks_every_move_the_same_way_again(samples: int, compiled_machine: Machine) -> None:
    for view in views(5, 5, 4, 6)[:2]:
        moves = list(view.board.legal_moves(view.hand).scored())
        weighed = weigh(view, moves, Budget(samples=samples), 3, compiled_machine)
        assert sorted(str(one.move) for one in weighed) == sorted(str(move) for move, _ in moves)
        assert [one.value for one in weighed] == sorted((one.value for one in weighed), reverse=True)
        assert weigh(view, moves, Budget(samples=samples), 3, compiled_machine) == weighed


def test_who_stops_it_is_obeyed_between_slices(compiled_machine: Machine) -> None:
    searched: list[object] = []

    def search(*arguments: object) -> int:
        searched.append(arguments[2])
        return compiled_machine.search_rivalry(*arguments)

    view = views(6, 6, 6, 6)[0]
    moves = list(view.board.legal_moves(view.hand).scored())
    machine = compiled_machine._replace(search_rivalry=search)
    weigh(view, moves, Budget(stopped=lambda: len(searched) > 9), 0, machine, Effort(tried_out=24))
    assert len(searched) == 10
    assert set(searched) == {Effort().slice * Effort().nodes}


def test_the_budget_is_looked_at_though_every_move_goes_out_and_nothing_is_searched(compiled_machine: Machine) -> None:
    view = views(1, 1, 6, 6)[0]
    moves = list(view.board.legal_moves(view.hand).scored())
    effort, looks = Effort(tried_out=24), 0

    def stopped() -> bool:
        nonlocal looks
        looks += 1
        return looks > 300

    weigh(view, moves, Budget(stopped=stopped), 0, compiled_machine, effort)
    assert effort.deals < looks <= 301 + len(effort.widths_of_several)


def test_few_deals_are_all_made_each_as_often_as_it_comes() -> None:
    deals = deals_of([5, 5, 7], [1, 1], 64, 0)
    assert {deal.hands: deal.weight for deal in deals} == {((5,), (5,)): 2, ((5,), (7,)): 2, ((7,), (5,)): 2}


def test_of_many_deals_some_are_made_from_all_tiles() -> None:
    pool = list(range(15))
    deals = deals_of(pool, [6, 5], 40, 1)
    assert deals == deals_of(pool, [6, 5], 40, 1) != deals_of(pool, [6, 5], 40, 2)
    assert len(deals) == 40
    assert {tuple(map(len, deal.hands)) for deal in deals} == {(6, 5)}
    for deal in deals:
        assert not Counter(kind for hand in deal.hands for kind in hand) - Counter(pool)
    assert {kind for deal in deals for kind in deal.hands[0]} == set(pool)
