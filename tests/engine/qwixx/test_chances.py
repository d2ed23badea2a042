"""Playing to win: chances that make sense, and ends with a clear answer."""

import itertools
from random import Random

import numpy as np
import pytest

from engine.game import Budget
from engine.qwixx import chances, foresight
from engine.qwixx.advice import Suggestion, View, advise
from engine.qwixx.contest import Sheets
from engine.qwixx.events import Preset
from engine.qwixx.foresight import CHANCE, foresee
from engine.qwixx.game import QWIXX
from engine.qwixx.marks import Action, Mark
from engine.qwixx.notation import parse_roll, parse_sheet
from engine.qwixx.sheet import Row
from engine.qwixx.winning import learned, new_desk
from tests.engine.qwixx.positions import next_event, random_start
from tests.engine.qwixx.test_contest import before_a_turn, position_of

NEARLY = "R:2,3,4,5,6 Y:2,3,4,5,6,12L G:12,11,10 B:12"
"""One row is closed, another can be locked."""
LOCKS = "W6 W6 R1 G1 B1"


def view(sheet: str, other: str, roll: str, *, active: bool = True, preset: Preset = Preset.GAMERULES) -> View:
    return View(parse_sheet(sheet), parse_roll(roll), (parse_sheet(other),), active=active, preset=preset)


def codes(suggestion: Suggestion) -> list[str]:
    return [reason.code for reason in suggestion.reasons]


def locking(suggestions: tuple[Suggestion, ...]) -> list[Suggestion]:
    return [one for one in suggestions if any(mark.locks for mark in one.marks)]


@pytest.mark.parametrize("seed", range(40))
def test_every_choice_has_a_chance_and_the_best_one_comes_first(seed: int) -> None:
    state = before_a_turn(Random(seed))
    for player in range(len(state.sheets)) if not state.is_declaring else [state.turn or 0]:
        suggestions = advise(View.of_state(state, player))
        if len(state.sheets) == 1:
            assert {one.chance for one in suggestions} == {None}
            continue
        told = [one.chance for one in suggestions if one.chance is not None]
        assert len(told) == len(suggestions)
        assert all(0 <= chance <= 1 for chance in told)
        assert all(earlier >= later - 1e-2 for earlier, later in itertools.pairwise(told))
        assert all(one.final is not None for one in suggestions)


@pytest.mark.parametrize("preset", list(Preset))
@pytest.mark.parametrize("players", range(2, 6))
def test_the_chances_of_all_players_make_about_one(preset: Preset, players: int) -> None:
    know = learned(preset, players)
    desk, foreseen = new_desk(know.net), np.zeros(3)
    sums: list[float] = []
    random = Random(players)
    while len(sums) < 60:
        state = before_a_turn(random)
        if len(state.sheets) == players:
            sheets = position_of(state).sheets
            total = 0.0
            for viewer in range(players):
                foresee(sheets, False, viewer, state.turn or 0, preset == Preset.PUBLISHER, know, desk, foreseen)
                total += float(foreseen[CHANCE])
            sums.append(total)
    assert np.mean(sums) == pytest.approx(1, abs=0.1)
    assert np.abs(np.array(sums) - 1).mean() < 0.2


def test_more_points_are_a_better_chance() -> None:
    know = learned(Preset.GAMERULES, 2)
    desk, foreseen = new_desk(know.net), np.zeros(3)
    chances = []
    for points in (20, 40, 60):
        sheets = Sheets(np.full((2, 4), 30), np.array([points, 40]), np.zeros(2, np.int64))
        foresee(sheets, False, 0, 0, False, know, desk, foreseen)
        chances.append(foreseen[CHANCE])
    assert chances == sorted(chances)


@pytest.mark.parametrize("preset", list(Preset))
def test_who_is_ahead_locks_the_last_row_and_has_won(preset: Preset) -> None:
    best = advise(view(NEARLY, "R:2,3 G:12,11", LOCKS, preset=preset))[0]
    assert Mark(Row.RED, 12) in best.marks
    assert best.chance == 1
    assert "ends_game_winning" in codes(best)


@pytest.mark.parametrize("preset", list(Preset))
def test_who_is_behind_does_not_end_the_game_into_a_loss(preset: Preset) -> None:
    other = "R:2,3,4 Y:2,3,4,5,6,12L G:12,11,10 B:12,11"
    suggestions = advise(view("R:2,3,4,5,6 Y:2,3 G:12,11", other, LOCKS, preset=preset))
    assert not any(mark.locks for mark in suggestions[0].marks)
    lost = locking(suggestions)
    assert {one.chance for one in lost} == {0}
    assert all("ends_game_losing" in codes(one) for one in lost)


def test_who_is_ahead_takes_the_fourth_penalty() -> None:
    best = advise(view("R:2,3,4,5,6,7,8,9 Y:2,3,4,5,6,7,8,9 G: B: P:3", "R:9,10,11 P:1", "W3 W4 R1 Y1 G1 B1"))[0]
    assert best.penalty
    assert best.chance == 1


def test_who_is_behind_shuns_the_fourth_penalty() -> None:
    suggestions = advise(view("R:9 P:3", "R:2,3,4,5,6,7,8 Y:2,3,4,5", "W1 W1 R1 Y1 G1 B1"))
    assert suggestions[-1].penalty
    assert not suggestions[0].penalty


OVERTAKEN = "R:8 Y:2,3,4,5,6,12L G:12,11,10,9,7 B:6 P:1", "W1 W6 R1 G1 B6"
"""Green can be locked, which ends the game at 53 points."""


@pytest.mark.parametrize("preset", list(Preset))
def test_who_sees_the_end_coming_marks_what_overtakes(preset: Preset) -> None:
    """Red 7 passes over three numbers, which is worth it if the game ends: then it makes 55 points of 52."""
    sheet, roll = OVERTAKEN
    (lock,) = locking(advise(view(sheet, "R:2,3 Y:2,3,4 G:12,11,10,9,6 B:12,11,10,9,8,6,5", roll, preset=preset)))
    assert lock.chance is not None
    assert 0 < lock.chance < 0.1
    assert "ends_game_losing" in codes(lock)


@pytest.mark.parametrize("preset", list(Preset))
def test_who_can_mark_nothing_overtakes_nobody(preset: Preset) -> None:
    sheet, roll = OVERTAKEN
    (lock,) = locking(advise(view(sheet, "R:2,8 Y:2,3,4 G:12,11,10,9,6 B:12,11,10,9,8,6,5", roll, preset=preset)))
    assert lock.chance == 1
    assert "ends_game_winning" in codes(lock)


def test_a_lock_goes_first_where_the_other_player_could_share_it() -> None:
    sheet, other = "R:2,3,4,5,6 Y:2,3", "R:3,4,5,6,7,8 Y:2,3"
    best = advise(view(sheet, other, "W6 W6 R6 Y1 G4 B4"))[0]
    assert best.colour == Mark(Row.RED, 12)
    assert best.first is Action.COLOUR


def test_where_the_other_player_can_win_at_once_it_may_be_overlooked() -> None:
    other = "R:3,4,5,6,7,8 Y:2,3,4,5,6,12L G:12"
    suggestions = advise(view("R:2,3,4,5,6 Y:2,3 G:12,11 B:12", other, "W6 W6 R6 G2 B6"))
    assert suggestions[0].chance is not None
    assert 0 < suggestions[0].chance < 0.05
    assert not any(mark.locks for mark in suggestions[0].marks)


def test_that_a_row_is_closed_to_another_player_is_said() -> None:
    suggestions = advise(view("R:2,3,4,5,6", "R:3,4,5,6,7,8", "W6 W6 R1 Y1 G1 B1"))
    reasons = [str(reason) for one in locking(suggestions) for reason in one.reasons]
    assert "closes the red row, in which another player has 6 marks" in reasons


def test_what_is_to_be_expected_later_makes_up_the_final_score() -> None:
    for one in advise(view("R:3,4 Y:2 G:11 B:10", "R:2,5 Y:3 G:12 B:9", "W3 W4 R5 Y4 G1 B6")):
        (later,) = (reason.params["points"] for reason in one.reasons if reason.code == "still_to_come")
        assert one.final == pytest.approx(one.sheet.total + float(str(later)))


def test_without_the_others_sheets_the_score_decides_and_no_chance_is_told() -> None:
    alone = advise(View(parse_sheet("R:3,4"), parse_roll("W3 W4 R5 Y4 G1 B6"), players=3))
    assert {(one.chance, one.final) for one in alone} == {(None, None)}
    one_known = View(parse_sheet("R:3,4"), parse_roll("W3 W4 R5 Y4 G1 B6"), (parse_sheet("R:"),), players=3)
    assert {one.chance for one in advise(one_known)} == {None}


def test_the_same_view_gives_the_same_hint() -> None:
    close = view("R:3,4 Y:2 G:11 B:10", "R:2,5 Y:3 G:12 B:9", "W3 W4 R5 Y4 G1 B6")
    assert advise(close) == advise(close, Budget(stopped=lambda: True))


def test_the_compiled_code_foresees_what_python_does(monkeypatch: pytest.MonkeyPatch) -> None:
    states = [state for seed in range(12) if len((state := before_a_turn(Random(seed))).sheets) > 1]
    views = [View.of_state(state, state.turn or 0) for state in states]
    monkeypatch.setattr(chances, "_weigh", foresight.weigh)
    plain = [advise(one) for one in views]
    chances.warm()
    for by_python, compiled in zip(plain, map(advise, views), strict=True):
        assert [one.marks for one in compiled] == [one.marks for one in by_python]
        for one, other in zip(compiled, by_python, strict=True):
            assert one.chance == pytest.approx(other.chance, abs=1e-6)
            assert one.final == pytest.approx(other.final, abs=1e-3)


def test_a_whole_game_can_be_advised_on() -> None:
    random = Random(5)
    state = QWIXX.initial(random_start(random))
    while not state.over:
        for player in QWIXX.deciders(state):
            assert advise(View.of_state(state, player))
        event = next_event(state, random)
        assert event
        state = QWIXX.after(state, event)
