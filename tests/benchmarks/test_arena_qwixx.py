"""Qwixx in the arena: games by the rules, players as they are named, and an adviser who plays as hints suggest."""

from random import Random

import numpy as np
import pytest

from engine.qwixx import chances, foresight
from engine.qwixx.advice import View, advise
from engine.qwixx.chances import mark_of
from engine.qwixx.contest import COLOUR_MARK, WHITE_MARK, empty_sheets, new_turn
from engine.qwixx.events import Preset
from tests.benchmarks.arena.qwixx import PLAYERS, Player, play
from tests.engine.qwixx.test_contest import before_a_turn, position_of

SIMPLE = ("random", "greedy", "skip:2", "solitaire", "solitaire-rules", "linear", "net")


@pytest.mark.parametrize("rules", [preset.value for preset in Preset])
@pytest.mark.parametrize("names", [(name, "adviser") for name in SIMPLE] + [("adviser", "net", "skip:1", "linear")])
def test_everybody_plays_to_the_end_and_the_same_deal_again_alike(names: tuple[str, ...], rules: str) -> None:
    once, again = (play(names, 3, rules) for _ in range(2))
    assert once.scores == again.scores
    assert all(spent for spent in once.seconds)


def test_there_is_a_line_about_everybody() -> None:
    assert {name.partition(":")[0] for name in (*SIMPLE, "adviser")} == set(PLAYERS)


@pytest.mark.parametrize("seed", range(40))
def test_the_adviser_plays_what_hints_suggest(seed: int) -> None:
    chances.warm()
    random = Random(seed)
    state = before_a_turn(random)
    while len(state.sheets) == 1:
        state = before_a_turn(random)
    position, players = position_of(state), len(state.sheets)
    for seat in range(players) if not state.is_declaring else [position.turn.player]:
        plan = Player("adviser", seat, state.start.preset, players, seed).decide(position.sheets, position.turn)
        best = advise(View.of_state(state, seat))[0]
        assert (best.white, best.colour) == (mark_of(int(plan[WHITE_MARK])), mark_of(int(plan[COLOUR_MARK])))


def test_compiled_or_not_the_adviser_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    state = before_a_turn(Random(7))
    view = View.of_state(state, state.turn or 0)
    chances.warm()
    fast = advise(view)
    monkeypatch.setattr(chances, "_weigh", foresight.weigh)
    slow = advise(view)
    assert [one.marks for one in fast] == [one.marks for one in slow]
    assert [one.chance for one in fast] == pytest.approx([one.chance for one in slow], abs=1e-5)


def test_a_skipper_marks_only_what_passes_over_few_numbers() -> None:
    sheets = empty_sheets(2)
    turn = new_turn(0, np.array([2, 2, 6, 6, 1, 1]), False)
    for most, white in ((1, -1), (2, 2)):
        plan = Player(f"skip:{most}", 1, Preset.GAMERULES, 2, 0).decide(sheets, turn)
        assert plan[WHITE_MARK] == white
