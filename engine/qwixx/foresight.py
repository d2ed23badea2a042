"""What each choice in a turn is worth to who wants to win, the others deciding at the same time, unseen.

What the others will do is foreseen: each of them is taken to do what is best if nobody else marks anything. Plain
functions on plain arrays, compiled by `compiled_contest`.
"""

from __future__ import annotations

import numpy as np

from engine.qwixx.contest import (
    COLOUR_FIRST,
    MOST_PLANS,
    NO_MARK,
    ONLY_COLOUR,
    Sheets,
    Turn,
    best_other,
    copy_of,
    copy_to,
    list_plans,
    share_of_win,
    take_turn,
)
from engine.qwixx.expectation import Floats, Integers
from engine.qwixx.winning import (
    BEST_TOTAL,
    OWN_POINTS,
    OWN_TO_COME,
    OWN_UNIT,
    SCORE_UNIT,
    TOTAL_UNIT,
    Desk,
    Learned,
    chance_of,
    describe,
    look_up,
    new_desk,
)

MARGIN = 1e-5
"""What a point more is worth beside the chance to win, where that is the same: little."""

OVERLOOKS = 0.05
"""How likely others overlook what ends the game for them: a guess, which only says what to do when all else is lost."""

CHANCE, FINAL, LEAD = range(3)
"""The columns of what is foreseen: the chance to win, the own final score, and its lead over the best other one."""


def ranking(foreseen: Floats) -> float:
    """What choices are ranked by: the chance to win, and where that is the same, the lead."""
    return float(foreseen[CHANCE] + MARGIN * foreseen[LEAD])


def best_of(foreseen: Floats, count: int) -> int:
    """Which of so many plans ranks first."""
    best = 0
    for at in range(1, count):
        if ranking(foreseen[at]) > ranking(foreseen[best]):
            best = at
    return best


def foresee(
    sheets: Sheets,
    over: bool,
    viewer: int,
    next_turn: int,
    publisher: bool,
    learned: Learned,
    desk: Desk,
    foreseen: Floats,
) -> None:
    """What comes of the table after a turn.

    Args:
        sheets: everybody's then.
        over: whether the game is.
        viewer: for whom.
        next_turn: who rolls next.
        publisher: the reading of the rules.
        learned: for this game.
        desk: to work with.
        foreseen: (3,) filled.
    """
    if over:
        foreseen[CHANCE] = share_of_win(sheets.points, viewer)
        foreseen[FINAL] = sheets.points[viewer]
        foreseen[LEAD] = sheets.points[viewer] - best_other(sheets.points, viewer)
        return
    seen, answer = desk.seen, desk.answer
    describe(sheets, viewer, next_turn, publisher, learned.numbers, seen)
    look_up(sheets, viewer, learned.net, desk)
    foreseen[CHANCE] = chance_of(answer[0])
    foreseen[FINAL] = OWN_UNIT * (seen[OWN_POINTS] + seen[OWN_TO_COME]) + SCORE_UNIT * answer[1]
    foreseen[LEAD] = foreseen[FINAL] - TOTAL_UNIT * seen[BEST_TOTAL] - SCORE_UNIT * answer[2]


def appraise(
    sheets: Sheets, turn: Turn, viewer: int, learned: Learned, replies: Integers, plans: Integers, foreseen: Floats
) -> int:
    """What is foreseen of all that a player may do, given what the others will do.

    Args:
        sheets: everybody's now.
        turn: in which.
        viewer: the player.
        learned: for this game.
        replies: (players, 3) the others' plans.
        plans: (`MOST_PLANS`, 3) filled.
        foreseen: (`MOST_PLANS`, 3) filled.

    Returns:
        How many plans there are.
    """
    after, together, desk = copy_of(sheets), replies.copy(), new_desk(learned.net)
    next_turn = (turn.player + 1) % len(replies)
    count = list_plans(sheets.rows[viewer].copy(), turn, viewer == turn.player, plans)
    for at in range(count):
        copy_to(sheets, after)
        together[viewer] = plans[at]
        over = take_turn(after, turn, together)
        foresee(after, over, viewer, next_turn, turn.publisher, learned, desk, foreseen[at])
    return count


def foresee_replies(sheets: Sheets, turn: Turn, learned: Learned, replies: Integers) -> None:
    """What everybody would do if nobody else marked anything.

    Args:
        sheets: everybody's now.
        turn: in which.
        learned: for this game.
        replies: (players, 3) filled.
    """
    players = len(replies)
    plans, foreseen = np.empty((MOST_PLANS, 3), np.int64), np.empty((MOST_PLANS, 3))
    nothing = np.zeros((players, 3), np.int64)
    nothing[:, :COLOUR_FIRST] = NO_MARK
    # Nobody counts on the active player to take a penalty.
    for_others = Turn(turn.player, turn.roll, turn.due, True, turn.publisher)
    replies[:] = nothing
    for seat in range(players):
        if seat == turn.player:
            count = appraise(sheets, turn, seat, learned, nothing, plans, foreseen)
        elif turn.due != ONLY_COLOUR:
            count = appraise(sheets, for_others, seat, learned, nothing, plans, foreseen)
        else:
            continue
        replies[seat] = plans[best_of(foreseen, count)]


def weigh_against(
    sheets: Sheets, turn: Turn, viewer: int, learned: Learned, replies: Integers, plans: Integers, foreseen: Floats
) -> int:
    """What is foreseen of all that a player may do, the others doing what is best for them.

    Where that loses whatever the player does, it counts what they may overlook.

    Args:
        sheets: everybody's now.
        turn: in which.
        viewer: the player.
        learned: for this game.
        replies: (players, 3) what is foreseen of the others.
        plans: (`MOST_PLANS`, 3) filled.
        foreseen: (`MOST_PLANS`, 3) filled.

    Returns:
        How many plans there are.
    """
    count = appraise(sheets, turn, viewer, learned, replies, plans, foreseen)
    if foreseen[:count, CHANCE].max() > 0:
        return count
    nothing, hope = replies.copy(), np.empty((MOST_PLANS, 3))
    nothing[:, :COLOUR_FIRST] = NO_MARK
    appraise(sheets, turn, viewer, learned, nothing, plans, hope)
    foreseen[:count, CHANCE] = OVERLOOKS * hope[:count, CHANCE]
    return count


def weigh(sheets: Sheets, turn: Turn, viewer: int, learned: Learned, plans: Integers, foreseen: Floats) -> int:
    """The same where the others' replies have still to be foreseen; for the arguments see `weigh_against`.

    Args:
        sheets: everybody's now.
        turn: in which.
        viewer: the player.
        learned: for this game.
        plans: (`MOST_PLANS`, 3) filled.
        foreseen: (`MOST_PLANS`, 3) filled.

    Returns:
        How many plans there are.
    """
    replies = np.zeros((len(sheets.rows), 3), np.int64)
    foresee_replies(sheets, turn, learned, replies)
    return weigh_against(sheets, turn, viewer, learned, replies, plans, foreseen)
