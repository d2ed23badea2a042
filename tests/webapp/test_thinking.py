"""Thinking stops early enough for the answer's words, by a clock that the tests drive by hand."""

import pytest
from flask import Flask

from webapp.thinking import AROUND, REMEMBERED, SLICE, UNKNOWN, Clock, Pace, Paces, within


class Watch:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


def answer(
    watch: Watch, pace: Pace, seconds: float, slices: list[float], words: float, prepared: tuple[float, float] = (0, 0)
) -> float:
    """Prepares, thinks in slices that take so long, the last again and again, then words.

    Args:
        watch: goes on.
        pace: of the words.
        seconds: that are asked for.
        slices: how long each takes.
        words: how long they take.
        prepared: how long that takes, and how long other programs have the processor meanwhile.

    Returns:
        How long the answer took.
    """
    worked = Watch()
    began, clock = watch.time, Clock(seconds, pace, now=watch, worked=worked)
    watch.time += sum(prepared)
    worked.time += prepared[0]
    while not clock.stopped():
        watch.time += slices.pop(0) if len(slices) > 1 else slices[0]
    watch.time += words
    clock.answered()
    return watch.time - began


def paced(*words: float) -> Pace:
    """A pace that was learned from these."""
    pace = Pace()
    for seconds in words:
        pace.learn(seconds)
    return pace


def test_an_answer_is_there_in_time_once_the_pace_is_known() -> None:
    watch, pace = Watch(), Pace()
    for _ in range(2):
        answer(watch, pace, 0.05, [0.002], 0.012)
    for slice_ in (0.0005, 0.002, 0.005, 0.011):
        taken = answer(watch, pace, 0.05, [slice_], 0.012)
        assert 0.05 - AROUND - SLICE - 2 * slice_ < taken < 0.05 - AROUND - SLICE + 1e-9


def test_one_slow_slice_makes_it_stop_sooner() -> None:
    pace = paced(0.01, 0.01)
    quick = answer(Watch(), pace, 0.05, [0.001], 0.01)
    slow = answer(Watch(), pace, 0.05, [0.008, 0.001], 0.01)
    assert quick - slow == pytest.approx(0.007, abs=0.002)


def test_what_is_prepared_once_is_not_feared_again_but_what_others_took_is() -> None:
    pace = paced(0.002, 0.002)
    alone, unprepared, disturbed = (
        answer(Watch(), pace, 0.05, [0.001], 0.002, prepared) for prepared in ((0.012, 0.0), (0.0, 0.0), (0.006, 0.006))
    )
    assert alone == pytest.approx(unprepared, abs=0.001)
    assert alone - disturbed == pytest.approx(0.005, abs=0.001)


def test_the_time_before_the_first_look_counts() -> None:
    watch = Watch()
    clock = Clock(0.05, paced(0.01, 0.01), now=watch, worked=Watch())
    watch.time += 0.03
    assert clock.stopped()


def test_the_time_that_a_request_waited_for_a_worker_counts() -> None:
    watch = Watch()
    early, late = (
        Clock(0.05, paced(0.01, 0.01), watch.time - waited, now=watch, worked=Watch()) for waited in (0.01, 0.02)
    )
    watch.time += 0.005  # 15 and 25 ms are gone, none of them with anything done, and may be lost again
    assert not Clock(0.05, paced(0.01, 0.01), now=watch, worked=Watch()).stopped()
    assert not early.stopped()
    assert late.stopped()


def test_slow_words_make_it_stop_sooner_until_they_are_forgotten() -> None:
    pace = paced(0.01, 0.02, 0.03)
    assert pace.words == 0.02
    pace.learn(0.03)
    assert pace.words == 0.03
    for _ in range(REMEMBERED):
        pace.learn(0.004)
    assert pace.words == 0.004


def test_one_answer_alone_tells_nothing() -> None:
    assert paced().words == paced(0.4).words == UNKNOWN
    assert paced(0.01, 0.01, 0.4).words == 0.01


def test_without_any_time_it_stops_at_once_and_stays_stopped() -> None:
    watch = Watch()
    clock = Clock(0.0, Pace(), now=watch, worked=Watch())
    assert clock.stopped()
    watch.time -= 50
    assert clock.stopped()


def test_an_answer_that_was_ready_before_teaches_nothing() -> None:
    watch, pace = Watch(), paced(0.01, 0.01)
    clock = Clock(1.0, pace, now=watch, worked=Watch())
    assert not clock.stopped()
    watch.time += 0.5
    clock.answered()
    assert pace.words == 0.01


def test_the_words_end_with_the_response_and_each_length_has_its_pace() -> None:
    app, paces = Flask(__name__), Paces()
    app.extensions["paces"] = paces

    @app.get("/<int:hints>")
    def think(hints: int) -> list[bool]:
        budget = within(0, hints)
        return [budget.stopped()]

    client = app.test_client()
    for _ in range(3):
        assert client.get("/12").get_json() == [True]
    assert 0.0 <= paces[12].words != UNKNOWN
    assert paces[50].words == UNKNOWN
