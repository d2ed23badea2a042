"""Advice in words is the same whether or not they were begun before the thinking."""

from random import Random

import pytest

from engine.game import Budget, Reason
from engine.qwirkle import weighing
from engine.qwirkle.board import Board
from engine.qwirkle.notation import parse_hand
from tests.engine.qwirkle.positions import positions
from webapp.assistant.qwirkle import Advice, advice
from webapp.qwirkle.hints import Wording, advice_json


class Said:
    """Says reasons, and counts them."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, reason: Reason) -> str:
        self.count += 1
        return f"said: {reason}"


@pytest.fixture
def ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets advice look ahead, as slowly as Python does."""
    monkeypatch.setattr(weighing, "_machine", weighing.PYTHON)


@pytest.mark.parametrize("top", [1, 5, 50])
def test_words_begun_before_and_ended_after_are_those_of_the_advice(top: int, ahead: None) -> None:
    for board, hand in list(positions(Random(3), greed=1))[6::12]:
        phrase = Said()
        wording = Wording(top, phrase)
        found = advice(board, hand, budget=Budget(samples=24), expect=wording.begin)
        begun = phrase.count
        told = wording.end(found)
        assert begun > 0
        assert told == advice_json(found, top, Said())
        assert list(told) == list(advice_json(found, top))


def test_little_is_left_to_word_after_the_thinking(ahead: None) -> None:
    board, hand = list(positions(Random(3), greed=1))[9]
    phrase = Said()
    wording = Wording(5, phrase)
    found = advice(board, hand, budget=Budget(samples=0), expect=wording.begin)
    begun = phrase.count
    wording.end(found)
    assert phrase.count == begun + 5  # what lies ahead of each


def test_words_that_nobody_could_begin_are_said_in_the_end() -> None:
    found = advice(Board.parse("Rc@0,0 Rs@1,0 Rd@2,0"), parse_hand("Rx Gc"))
    assert isinstance(found, Advice)
    assert Wording(4).end(found) == advice_json(found, 4)
