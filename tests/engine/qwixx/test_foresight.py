"""What others likely do: one thing for certain, and several where the turn may end the game."""

from random import Random

import numpy as np
import pytest

from engine.qwixx.chances import Position
from engine.qwixx.contest import COLOUR_FIRST, MOST_PLANS, NO_MARK, take_turn
from engine.qwixx.expectation import Integers
from engine.qwixx.foresight import (
    CHANCE,
    EVERYBODY,
    REPLIES,
    Replies,
    appraise,
    best_of,
    foresee_replies,
    may_end,
    no_replies,
    pick,
    pick_next,
)
from engine.qwixx.winning import Learned, learned
from tests.engine.qwixx.test_contest import before_a_turn, plans_of, position_of


def positions(seed: int, *, ends: bool) -> tuple[Position, Learned]:
    """A turn of several players that may end the game, or may not."""
    random = Random(seed)
    while True:
        state = before_a_turn(random)
        position = position_of(state)
        if len(state.sheets) > 1 and may_end(position.sheets, position.turn) == ends:
            return position, learned(position.preset, len(state.sheets))


def replies_in(position: Position, know: Learned) -> Replies:
    return foresee_replies(position.sheets, position.turn, know, EVERYBODY)


@pytest.mark.parametrize("seed", range(60))
def test_a_turn_that_may_not_end_the_game_never_does(seed: int) -> None:
    random = Random(seed)
    position, _ = positions(seed, ends=False)
    seats = range(len(position.sheets.rows))
    chosen = np.array([random.choice(plans_of(position, seat).tolist()) for seat in seats])
    assert not take_turn(position.sheets, position.turn, chosen)


@pytest.mark.parametrize("seed", range(10))
def test_where_no_end_is_near_each_does_what_is_best_alone(seed: int) -> None:
    position, know = positions(seed, ends=False)
    players = len(position.sheets.rows)
    replies = replies_in(position, know)
    assert replies.counts.tolist() == [1] * players
    assert replies.likely[:, 0].tolist() == [1] * players
    plans, foreseen = np.zeros((MOST_PLANS, 3), np.int64), np.zeros((MOST_PLANS, 3))
    seat = position.turn.player
    count = appraise(position.sheets, position.turn, seat, know, no_replies(players), plans, foreseen)
    assert replies.plans[seat, 0].tolist() == plans[best_of(foreseen, count)].tolist()


@pytest.mark.parametrize("seed", range(10))
def test_where_the_end_may_come_the_likely_replies_make_one(seed: int) -> None:
    position, know = positions(seed, ends=True)
    players = len(position.sheets.rows)
    replies = replies_in(position, know)
    for seat in range(players):
        count, likely = replies.counts[seat], replies.likely[seat]
        assert 1 <= count <= REPLIES[players]
        assert likely[:count].sum() == pytest.approx(1)
        assert likely[:count].tolist() == sorted(likely[:count], reverse=True)
        legal = plans_of(position, seat).tolist()
        assert all(plan in legal for plan in replies.plans[seat, :count].tolist())


def replies_of(counts: list[int]) -> Replies:
    """So many equally likely replies of each, told apart by what they mark."""
    replies = no_replies(len(counts))
    for seat, count in enumerate(counts):
        replies.counts[seat] = count
        replies.likely[seat, :count] = 1 / count
        replies.plans[seat, :count, 0] = range(count)
    return replies


def test_all_that_the_others_may_do_together_is_gone_through_once() -> None:
    replies = replies_of([2, 3, 1, 2])
    picked, together = np.zeros(4, np.int64), np.full((4, 3), NO_MARK)
    seen: list[tuple[int, ...]] = []
    likely, total = pick(replies, 1, picked, together), 0.0
    while likely > 0:
        seen.append(tuple(together[:, 0].tolist()))
        total += likely
        likely = pick_next(replies, 1, picked, together)
    assert sorted(seen) == [(first, NO_MARK, 0, last) for first in range(2) for last in range(2)]
    assert total == pytest.approx(1)


def against(position: Position, know: Learned, viewer: int, reply: Integers) -> list[float]:
    """The chances of a player's plans if the only other one does this for certain."""
    replies = no_replies(2)
    replies.plans[1 - viewer, 0] = reply
    plans, foreseen = np.zeros((MOST_PLANS, 3), np.int64), np.zeros((MOST_PLANS, 3))
    count = appraise(position.sheets, position.turn, viewer, know, replies, plans, foreseen)
    chances: list[float] = foreseen[:count, CHANCE].tolist()
    return chances


def test_a_chance_is_the_mean_over_what_the_other_may_do() -> None:
    seed = 0
    while True:
        position, know = positions(seed, ends=True)
        replies, viewer = replies_in(position, know), 0
        if len(position.sheets.rows) == 2 and replies.counts[1] > 1:
            break
        seed += 1
    plans, foreseen = np.zeros((MOST_PLANS, 3), np.int64), np.zeros((MOST_PLANS, 3))
    count = appraise(position.sheets, position.turn, viewer, know, replies, plans, foreseen)
    likely = replies.likely[1, : replies.counts[1]]
    each = [against(position, know, viewer, reply) for reply in replies.plans[1, : replies.counts[1]]]
    assert foreseen[:count, CHANCE].tolist() == pytest.approx((likely @ np.array(each)).tolist())


def test_nobody_does_anything_where_nothing_is_known_of_the_others() -> None:
    replies = no_replies(3)
    assert replies.counts.tolist() == [1, 1, 1]
    assert (replies.plans[:, :, :COLOUR_FIRST] == NO_MARK).all()
