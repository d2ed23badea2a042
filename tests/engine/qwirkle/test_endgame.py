"""The search of the end finds what trying everything finds."""

import pytest

from engine.game import Budget
from engine.qwirkle.weighing import PYTHON, Machine, machine, weigh

from .endings import best_lead, some_endings


def _compiled(compiled_search: object, monkeypatch: pytest.MonkeyPatch) -> Machine:
    monkeypatch.setattr("engine.qwirkle.generator._compiled", compiled_search)
    found = machine()
    assert found is not None
    return found


@pytest.mark.parametrize(("own", "others", "count"), [(1, 1, 6), (2, 1, 6), (1, 3, 6), (2, 2, 6), (3, 2, 4), (3, 3, 2)])
def test_the_best_play_of_small_endings_is_found(
    own: int, others: int, count: int, compiled_search: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = _compiled(compiled_search, monkeypatch)
    for view in some_endings(own * 10 + others, own, others, count):
        moves = list(view.board.legal_moves(view.hand).scored())
        if not moves:
            continue
        weighed = weigh(view, moves, Budget(), 0, compiled)
        assert weighed[0].exact
        assert weighed[0].value == best_lead(view.board, view.hand, view.unseen)
        assert len(weighed) == len(moves)


def test_python_searches_as_the_compiled_code_does(compiled_search: object, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = _compiled(compiled_search, monkeypatch)
    for view in some_endings(5, 2, 2, 4):
        moves = list(view.board.legal_moves(view.hand).scored())
        if moves:
            assert weigh(view, moves, Budget(), 0, PYTHON) == weigh(view, moves, Budget(), 0, compiled)


def test_a_search_that_is_stopped_still_ranks_every_move(
    compiled_search: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = _compiled(compiled_search, monkeypatch)
    (view,) = some_endings(3, 6, 6, 1)
    moves = list(view.board.legal_moves(view.hand).scored())
    for samples in (0, 40, 400):
        weighed = weigh(view, moves, Budget(samples=samples), 0, compiled)
        assert sorted(str(one.move) for one in weighed) == sorted(str(move) for move, _ in moves)
        assert weigh(view, moves, Budget(samples=samples), 0, compiled) == weighed
