"""The search of the end finds what trying everything finds."""

from unittest.mock import Mock

import pytest

from engine.game import Budget
from engine.qwirkle import endgame, generator
from engine.qwirkle.game import GOING_OUT_BONUS
from engine.qwirkle.moves import Move
from engine.qwirkle.scales import Effort, Machine
from engine.qwirkle.view import View
from engine.qwirkle.weighing import PYTHON, weigh

from .endings import best_lead, some_endings


@pytest.fixture(autouse=True)
def quick_moves(compiled_search: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """To try everything takes twenty times as long with the search for moves as Python runs it."""
    monkeypatch.setattr(generator, "_compiled", compiled_search)


def lead_after(view: View, move: Move) -> int:
    """What a move gains if both play best after it."""
    points, left = view.board.score(move).points, list(view.hand)
    for tile in move.tiles:
        left.remove(tile)
    return points - best_lead(view.board.after(move), view.unseen, tuple(left)) if left else points + GOING_OUT_BONUS


@pytest.mark.parametrize(("own", "others", "count"), [(1, 1, 6), (2, 1, 6), (1, 3, 6), (2, 2, 6), (3, 2, 4), (3, 3, 2)])
def test_the_best_play_of_small_endings_is_found(own: int, others: int, count: int, compiled_machine: Machine) -> None:
    for view in some_endings(own * 10 + others, own, others, count):
        moves = list(view.board.legal_moves(view.hand).scored())
        if not moves:
            continue
        weighed = weigh(view, moves, Budget(), 0, compiled_machine)
        assert weighed[0].exact
        assert weighed[0].value == best_lead(view.board, view.hand, view.unseen)
        assert len(weighed) == len(moves)


def test_python_searches_as_the_compiled_code_does(compiled_machine: Machine) -> None:
    for view in some_endings(5, 2, 2, 4):
        moves = list(view.board.legal_moves(view.hand).scored())
        if moves:
            assert weigh(view, moves, Budget(), 0, PYTHON) == weigh(view, moves, Budget(), 0, compiled_machine)


def test_a_search_that_is_stopped_still_ranks_every_move(compiled_machine: Machine) -> None:
    (view,) = some_endings(3, 6, 6, 1)
    moves = list(view.board.legal_moves(view.hand).scored())
    for samples in (0, 40, 400):
        weighed = weigh(view, moves, Budget(samples=samples), 0, compiled_machine)
        assert sorted(str(one.move) for one in weighed) == sorted(str(move) for move, _ in moves)
        assert weigh(view, moves, Budget(samples=samples), 0, compiled_machine) == weighed


def test_the_budget_is_looked_at_though_every_move_goes_out_and_nothing_is_searched(compiled_machine: Machine) -> None:
    for view in some_endings(4, 1, 6, 6):
        moves = list(view.board.legal_moves(view.hand).scored())
        stopped = Mock(return_value=False)
        if moves:
            weigh(view, moves, Budget(stopped=stopped), 0, compiled_machine)
        assert stopped.call_count >= len(moves)


def test_what_only_bounds_a_poor_move_is_not_told_as_its_worth(compiled_machine: Machine) -> None:
    told = []
    for view in some_endings(31, 3, 1, 8):
        moves = list(view.board.legal_moves(view.hand).scored())
        for one in weigh(view, moves, Budget(), 0, compiled_machine) if moves else ():
            truth = lead_after(view, one.move)
            assert one.value == truth if one.exact else one.at_most and one.value >= truth
            told.append(one.exact)
    assert True in told
    assert False in told


def test_a_search_that_leaves_moves_out_is_not_told_as_best_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgame, "WIDEST", 3)
    left_out = 0
    for view in some_endings(22, 2, 2, 6):
        moves = list(view.board.legal_moves(view.hand).scored())
        weighed = weigh(view, moves, Budget(), 0, PYTHON, Effort(widths=(3,))) if moves else ()
        for one in weighed:
            if one.exact:
                assert one.value == lead_after(view, one.move)
            elif not one.at_most and one.samples:
                left_out += 1
    assert left_out
