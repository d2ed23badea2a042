"""Qwixx in the arena: games by the rules, players as they are named, and an adviser who plays as hints suggest."""

from itertools import count
from random import Random

import numpy as np
import pytest

from engine.qwixx import chances, foresight
from engine.qwixx.advice import View, advise
from engine.qwixx.chances import Position, mark_of
from engine.qwixx.contest import COLOUR_MARK, WHITE_MARK, empty_sheets, new_turn
from engine.qwixx.events import Preset
from tests.benchmarks.arena.matches import Match
from tests.benchmarks.arena.qwixx import PLAYERS, Player, play
from tests.benchmarks.arena.qwixx_calibration import Told, listen, table
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


@pytest.mark.parametrize("ends", [False, True])
def test_compiled_or_not_the_adviser_finds_the_same(ends: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    position = next(
        one for one in map(position_of, map(before_a_turn, map(Random, count()))) if may_end_together(one) == ends
    )
    chances.warm()
    plans, fast = chances.appraised(position)
    monkeypatch.setattr(chances, "_weigh", foresight.weigh)
    same_plans, slow = chances.appraised(position)
    assert plans.tolist() == same_plans.tolist()
    assert fast[:, foresight.CHANCE] == pytest.approx(slow[:, foresight.CHANCE], abs=1e-5)


def may_end_together(position: Position) -> bool | None:
    """Whether a turn of several players may end the game; None for a player alone."""
    return foresight.may_end(position.sheets, position.turn) if len(position.sheets.rows) > 1 else None


@pytest.mark.parametrize("names", [("adviser", "adviser"), ("adviser", "greedy")])
def test_all_chances_that_were_told_meet_what_was_won(names: tuple[str, ...]) -> None:
    chances.warm()
    told, won = listen(Match("qwixx", names), Preset.GAMERULES, 0)
    assert len(told) == len(won) > 20
    assert all(0 <= one.chance <= 1 for one in told)
    assert set(won) <= {0, 0.5, 1}
    assert sum(one.ends for one in told) > 0
    assert len(table(told, won).splitlines()) == 17


def test_a_table_of_what_was_told_sets_it_beside_what_was_won() -> None:
    told = [Told(1, True, False), Told(1, True, False), Told(0.65, False, False), Told(1, True, True)]
    lines = table(told, [1, 0, 1, 1]).splitlines()
    assert "ends the game, told sure                2   100.00 %    50.00 %" in lines
    assert lines[-1].endswith(f"{(1 + 0.35**2) / 4:.5f}")


def test_a_skipper_marks_only_what_passes_over_few_numbers() -> None:
    sheets = empty_sheets(2)
    turn = new_turn(0, np.array([2, 2, 6, 6, 1, 1]), False)
    for most, white in ((1, -1), (2, 2)):
        plan = Player(f"skip:{most}", 1, Preset.GAMERULES, 2, 0).decide(sheets, turn)
        assert plan[WHITE_MARK] == white
