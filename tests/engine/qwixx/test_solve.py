"""The exact solution, against plain counting: every roll, every decision."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.qwixx import expectation
from engine.qwixx.compiled import solve_states
from engine.qwixx.events import Preset
from engine.qwixx.pairs import OVER
from engine.qwixx.playing import Table
from engine.qwixx.sheet import PENALTIES, PENALTY, Row, Sheet
from engine.qwixx.solve import SHEETS, TURNS, Turn, play, solve
from engine.qwixx.states import AFTER, CLOSED, EARNED, NO_STATE, OPEN, PAIR, PAIRS, ROWS, STATES, row_state

PUBLISHER, GAMERULES = TURNS[Preset.PUBLISHER], TURNS[Preset.GAMERULES]
FINISHED = Turn(either_order=False, finishes=True)
LATE = 36
"""From so many passed positions on the tests solve the game: a second instead of ten."""

Rolls = NDArray[np.int64]


def row_in(state: int, row: Row) -> frozenset[int]:
    """The marks of a row in an open state, as many of the first numbers as it takes and the one reached last."""
    passed, count = OPEN[state]
    return frozenset((*row.numbers[: count - 1], row.numbers[passed - 1])) if count else frozenset()


@pytest.mark.parametrize("row", Row)
def test_a_mark_changes_a_row_state_as_it_changes_a_sheet(row: Row) -> None:
    assert len(OPEN) == STATES - 1 == 56
    for state in range(CLOSED):
        sheet = Sheet(tuple(row_in(state, row) if other == row else frozenset() for other in Row))
        assert row_state(sheet, row) == state
        for position, number in enumerate(row.numbers):
            if AFTER[state, position] == NO_STATE:
                assert not sheet.can_mark(row, number)
            else:
                marked = sheet.with_mark(row, number)
                assert row_state(marked, row) == AFTER[state, position]
                assert marked.total - sheet.total == EARNED[state, position]
    assert (AFTER[CLOSED] == NO_STATE).all()


def test_about_five_and_a_half_million_sheets_are_solved() -> None:
    assert SHEETS == PENALTIES * np.count_nonzero(np.triu(~OVER)) == 5_455_128


@given(st.floats(0, 9), st.lists(st.lists(st.floats(0, 9), min_size=1, max_size=6), min_size=4, max_size=4))
@settings(deadline=None, max_examples=50)
def test_the_expected_best_of_independent_dice_is_the_mean_over_all_their_faces(
    floor: float, offers: list[list[float]]
) -> None:
    faces = [offered + [0.0] * (6 - len(offered)) for offered in offers]
    mean = np.mean([max(floor, *shown) for shown in product(*faces)])
    listed = [(value, die) for die, offered in enumerate(offers) for value in offered if value > floor]
    values, dice = np.array([value for value, _ in listed]), np.array([die for _, die in listed], np.int64)
    assert expectation.expected_best(floor, values, dice, len(listed)) == pytest.approx(mean)


ALL_ROLLS: Rolls = np.array([*product(range(1, 7), repeat=6)])


def decisions(sheet: tuple[int, ...], turn: Turn) -> Iterator[tuple[NDArray[np.bool_], float, tuple[int, ...]]]:
    """Every way to mark something, as the rolls that allow it, what it earns and the row states that it leads to."""
    whites = [(row, ALL_ROLLS[:, 0] + ALL_ROLLS[:, 1]) for row in range(ROWS)]
    colours = [(row, ALL_ROLLS[:, white] + ALL_ROLLS[:, 2 + row]) for row in range(ROWS) for white in range(2)]
    everything = np.ones(len(ALL_ROLLS), bool)
    yield from single(sheet, whites, everything)
    yield from single(sheet, colours, everything)
    for first, second in [(whites, colours), (colours, whites)][: 2 if turn.either_order else 1]:
        for allowed, earned, marked in single(sheet, first, everything):
            if turn.finishes or marked.count(CLOSED) < 2:
                yield from single(marked, second, allowed, earned)


def single(
    sheet: tuple[int, ...], ways: list[tuple[int, Rolls]], allowed: NDArray[np.bool_], before: float = 0
) -> Iterator[tuple[NDArray[np.bool_], float, tuple[int, ...]]]:
    """Every way to mark one number more."""
    for (row, totals), number in product(ways, range(2, 13)):
        marked, earned = mark(sheet, row, number)
        if marked:
            yield allowed & (totals == number), before + earned, marked


def mark(sheet: tuple[int, ...], row: int, number: int) -> tuple[tuple[int, ...], float]:
    position = Row(row).position(number)
    state = int(AFTER[sheet[row], position])
    if state == NO_STATE:
        return (), 0
    return (*sheet[:row], state, *sheet[row + 1 :]), float(EARNED[sheet[row], position])


def index(sheet: tuple[int, ...]) -> tuple[int, int]:
    red, yellow, green, blue = sheet
    return int(PAIR[red, yellow]), int(PAIR[green, blue])


@pytest.mark.parametrize("turn", [PUBLISHER, FINISHED, GAMERULES], ids=["publisher", "finished", "gamerules"])
def test_a_turn_is_worth_the_mean_over_all_46656_rolls(turn: Turn) -> None:
    random = np.random.default_rng(1)
    for trial in range(6):
        after = random.uniform(0, 30, (PAIRS, PAIRS))
        after[OVER] = 0
        sheet = tuple(map(int, random.choice(STATES - 1, ROWS)))
        if trial % 2:  # one row closed and another that can be locked
            sheet = (CLOSED, 50 + trial % 6, *sheet[2:])
        after_penalty = random.uniform(0, 30, (PAIRS, PAIRS))
        best = np.full(len(ALL_ROLLS), PENALTY + after_penalty[index(sheet)])
        for allowed, earned, marked in decisions(sheet, turn):
            best = np.where(allowed, np.maximum(best, earned + after[index(marked)]), best)
        before = after[None].copy()
        rising, falling = (np.array([pair]) for pair in index(sheet))
        solve_states(rising, falling, before, after_penalty, turn.either_order, turn.finishes)
        assert before[0][index(sheet)] == pytest.approx(best.mean(), abs=1e-9)


@pytest.fixture(scope="module")
def late() -> Table:
    """How two-player games end by the publisher's rules."""
    return solve(PUBLISHER, 2, least_passed=LATE)


def test_the_end_of_a_game_is_worth_what_counting_everything_gives(late: Table) -> None:
    """Red and yellow can only be locked, green can take a 3 and then the lock, blue is closed."""

    @cache
    def own(sheet: tuple[int, ...], penalties: int) -> float:
        if penalties == PENALTIES or sheet.count(CLOSED) >= 2:
            return 0
        best = np.full(len(ALL_ROLLS), PENALTY + others(sheet, penalties + 1))
        for allowed, earned, marked in decisions(sheet, PUBLISHER):
            best = np.where(allowed, np.maximum(best, earned + others(marked, penalties)), best)
        return float(best.mean())

    @cache
    def others(sheet: tuple[int, ...], penalties: int) -> float:
        if penalties == PENALTIES or sheet.count(CLOSED) >= 2:
            return 0
        worth = 0.0
        for one, other in product(range(1, 7), repeat=2):
            best = own(sheet, penalties)
            for row in range(ROWS):
                marked, earned = mark(sheet, row, one + other)
                if marked:
                    best = max(best, earned + own(marked, penalties))
            worth += best / 36
        return worth

    sheet = (OPEN.index((10, 6)), OPEN.index((10, 5)), OPEN.index((9, 4)), CLOSED)
    for penalties in (1, 3):
        assert late[0, penalties][index(sheet)] == pytest.approx(own(sheet, penalties), abs=1e-5)
        assert late[1, penalties][index(sheet)] == pytest.approx(others(sheet, penalties), abs=1e-5)


def test_directions_and_rows_that_run_alike_can_be_swapped(late: Table) -> None:
    assert np.array_equal(late, late.swapaxes(2, 3))


def test_the_freer_reading_is_never_worth_less() -> None:
    strict, finished, free = (solve(turn, least_passed=LATE) for turn in (PUBLISHER, FINISHED, GAMERULES))
    assert (finished >= strict - 1e-6).all()
    assert (free >= finished - 1e-6).all()
    assert (finished > strict + 0.01).any()
    assert (free > finished + 0.01).any()


def test_the_same_seed_plays_the_same_games() -> None:
    table: Table = np.zeros((2, PENALTIES, PAIRS, PAIRS), np.float32)
    one, again, other = (play(table, GAMERULES, 50, waits=1, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)


def test_games_visit_the_empty_sheet_first() -> None:
    table: Table = np.zeros((1, PENALTIES, PAIRS, PAIRS), np.float32)
    visits = np.zeros((PENALTIES, PAIRS, PAIRS), np.int32)
    play(table, PUBLISHER, 10, visits=visits)
    assert visits[0, 0, 0] == 10
    assert not visits[:, OVER].any()
