"""Qwirkle's players play by the rules, and the same game again from the same seed."""

import pytest

from engine.qwirkle import weighing
from engine.qwirkle.scales import Machine
from tests.benchmarks.arena.qwirkle import Table, play
from tests.engine.qwirkle.conftest import compiled_machine, compiled_search

__all__ = ["compiled_machine", "compiled_search"]


@pytest.fixture(autouse=True)
def warmed(compiled_machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weighing, "_machine", compiled_machine)


@pytest.mark.parametrize("names", [("adviser:24", "greedy"), ("greedy", "adviser1", "greedy")])
def test_a_game_is_played_to_its_end_and_the_same_again(names: tuple[str, ...]) -> None:
    first, again = play(names, 5, None), play(names, 5, None)
    assert first.scores == again.scores
    assert len(first.scores) == len(names)
    assert min(first.scores) > 60
    assert all(len(spent) > 5 for spent in first.seconds)


def test_the_deal_does_not_hang_on_who_plays() -> None:
    one, other = Table(2, 9), Table(2, 9)
    assert one.hands == other.hands
    assert one.bag == other.bag
    assert Table(2, 10).bag != one.bag
    assert one.view().unseen == tuple(sorted([*one.bag, *one.hands[1 - one.turn]]))
