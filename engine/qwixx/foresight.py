"""What each choice in a turn is worth to who wants to win, the others deciding at the same time, unseen.

What the others will do is foreseen. Each of them is taken to do what is best if nobody else marks anything. Where the
turn may end the game that is not enough: who sees the end coming marks what is worth little later but counts now, locks
along, or leaves alone what would end the game into a loss. So there each is foreseen once more, knowing what the others
likely do, and never for certain: what is a little worse is a little less likely, and some overlook the end. Plain
functions on plain arrays, compiled by `compiled_contest`.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from engine.qwixx.contest import (
    COLOUR_FIRST,
    COLOUR_MARK,
    MOST_PLANS,
    NO_MARK,
    ONLY_COLOUR,
    WHITE_MARK,
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
from engine.qwixx.game import ROWS_TO_END
from engine.qwixx.playing import closed_rows
from engine.qwixx.sheet import PENALTIES
from engine.qwixx.states import LAST, POSITIONS, ROWS
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
"""How likely others overlook that the game may end: a guess, low enough that what is told to those who play against
good players stays true, and it says what to do when all else is lost."""

DOUBT, DOUBT_OF_LEAD = 0.15, 10.0
"""How sure a reply is where the turn may end the game: one whose log-odds to win are so much less, or whose lead is so
many points less, is e times less likely. The network is off by about that much in log-odds."""
SURE = 0.999
"""Of chances above it, and below what is left, only the lead tells which is better."""
LEAST = 0.02
"""Of how likely the likeliest reply is: what is less likely isn't reckoned with."""
MOST_REPLIES = 8
"""So many of a player's replies are reckoned with at most."""
REPLIES = np.array([1, 1, MOST_REPLIES, 4, 2, 2])
"""How many are, by the number of players: what several others may do together is a product."""

EVERYBODY = -1
"""No seat: all players' replies are wanted."""

CHANCE, FINAL, LEAD = range(3)
"""The columns of what is foreseen: the chance to win, the own final score, and its lead over the best other one if the
others do what is likeliest."""


class Replies(NamedTuple):
    """What everybody likely does in the rest of a turn.

    Args:
        plans: (players, `MOST_REPLIES`, 3) the likeliest first.
        likely: (players, `MOST_REPLIES`) how likely they are, 1 in all.
        counts: (players,) how many there are.
    """

    plans: Integers
    likely: Floats
    counts: Integers


def no_replies(players: int) -> Replies:
    """That nobody marks anything."""
    plans = np.zeros((players, MOST_REPLIES, 3), np.int64)
    plans[:, :, :COLOUR_FIRST] = NO_MARK
    return Replies(plans, np.ones((players, MOST_REPLIES)), np.ones(players, np.int64))


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
    sheets: Sheets, turn: Turn, viewer: int, learned: Learned, replies: Replies, plans: Integers, foreseen: Floats
) -> int:
    """What is foreseen of all that a player may do, on average over what the others likely do.

    Args:
        sheets: everybody's now.
        turn: in which.
        viewer: the player.
        learned: for this game.
        replies: of the others.
        plans: (`MOST_PLANS`, 3) filled.
        foreseen: (`MOST_PLANS`, 3) filled.

    Returns:
        How many plans there are.
    """
    players = len(sheets.rows)
    after, desk = copy_of(sheets), new_desk(learned.net)
    likeliest, once = np.empty((MOST_PLANS, 3)), np.empty(3)
    next_turn = (turn.player + 1) % players
    count = list_plans(sheets.rows[viewer].copy(), turn, viewer == turn.player, plans)
    together, picked = np.zeros((players, 3), np.int64), np.zeros(players, np.int64)
    likely, begun = pick(replies, viewer, picked, together), False
    while likely > 0:
        for at in range(count):
            copy_to(sheets, after)
            together[viewer] = plans[at]
            over = take_turn(after, turn, together)
            foresee(after, over, viewer, next_turn, turn.publisher, learned, desk, once)
            if not begun:
                likeliest[at], foreseen[at] = once, once
                continue
            # By what is different, so that a win that is sure stays one to the last bit.
            foreseen[at, :LEAD] += likely * (once[:LEAD] - likeliest[at, :LEAD])
        begun = True
        likely = pick_next(replies, viewer, picked, together)
    return count


def pick(replies: Replies, viewer: int, picked: Integers, together: Integers) -> float:
    """Lays down what the others do together.

    Args:
        replies: of the others.
        viewer: who is none of them.
        picked: (players,) which of their replies.
        together: (players, 3) filled with these, but for the viewer.

    Returns:
        How likely that is.
    """
    likely = 1.0
    for seat in range(len(picked)):
        if seat != viewer:
            likely *= replies.likely[seat, picked[seat]]
            together[seat] = replies.plans[seat, picked[seat]]
    return likely


def pick_next(replies: Replies, viewer: int, picked: Integers, together: Integers) -> float:
    """Goes on to the next that the others may do together; for the arguments see `pick`.

    Returns:
        How likely that is; 0 if there is no more.
    """
    for seat in range(len(picked)):
        if seat == viewer:
            continue
        picked[seat] += 1
        if picked[seat] < replies.counts[seat]:
            return pick(replies, viewer, picked, together)
        picked[seat] = 0
    return 0.0


def soften(foreseen: Floats, count: int, likely: Floats) -> None:
    """How likely a player does what, who sees what comes of it but not to the last point.

    Args:
        foreseen: (`MOST_PLANS`, 3) of the player's plans.
        count: how many there are.
        likely: (`MOST_PLANS`,) filled.
    """
    for at in range(count):
        chance = min(max(foreseen[at, CHANCE], 1 - SURE), SURE)
        likely[at] = math.log(chance / (1 - chance)) / DOUBT + foreseen[at, LEAD] / DOUBT_OF_LEAD
    likely[:count] = np.exp(likely[:count] - likely[:count].max())
    likely[:count] /= likely[:count].sum()


def note_likeliest(plans: Integers, likely: Floats, count: int, seat: int, replies: Replies) -> None:
    """Notes what is likeliest of a player.

    Args:
        plans: (`MOST_PLANS`, 3) what the player may do.
        likely: (`MOST_PLANS`,) how likely each is.
        count: how many there are.
        seat: the player.
        replies: filled for the seat.
    """
    left, noted = likely[:count].copy(), 0
    least = LEAST * left.max()
    while noted < REPLIES[len(replies.counts)]:
        at = int(np.argmax(left))
        if left[at] < least:
            break
        replies.plans[seat, noted], replies.likely[seat, noted] = plans[at], left[at]
        left[at] = 0
        noted += 1
    replies.counts[seat] = noted
    replies.likely[seat, :noted] /= replies.likely[seat, :noted].sum()


def may_end(sheets: Sheets, turn: Turn) -> bool:
    """Whether a turn may end the game."""
    if not turn.marked and sheets.penalties[turn.player] == PENALTIES - 1:
        return True
    plans, closing = np.empty((MOST_PLANS, 3), np.int64), np.zeros(ROWS, np.bool_)
    for seat in range(len(sheets.rows)):
        if seat == turn.player or turn.due != ONLY_COLOUR:
            count = list_plans(sheets.rows[seat].copy(), turn, seat == turn.player, plans)
            for at in range(count):
                for action in (WHITE_MARK, COLOUR_MARK):
                    mark = plans[at, action]
                    if mark >= 0 and mark % POSITIONS == LAST:
                        closing[mark // POSITIONS] = True
    return bool(closed_rows(sheets.rows[0]) + closing.sum() >= ROWS_TO_END)


def foresee_replies(sheets: Sheets, turn: Turn, learned: Learned, viewer: int) -> Replies:
    """What everybody likely does.

    Args:
        sheets: everybody's now.
        turn: in which.
        learned: for this game.
        viewer: the player for whom, whose own replies are not asked for; `EVERYBODY` if all are.
    """
    players = len(sheets.rows)
    deciding = [seat for seat in range(players) if seat == turn.player or turn.due != ONLY_COLOUR]
    plans, foreseen = np.empty((MOST_PLANS, 3), np.int64), np.empty((MOST_PLANS, 3))
    heedless, heeding = np.zeros((players, MOST_PLANS)), np.zeros(MOST_PLANS)
    nothing, first, replies = no_replies(players), no_replies(players), no_replies(players)
    ends = may_end(sheets, turn)
    # Nobody counts on the active player to take a penalty.
    for_others = Turn(turn.player, turn.roll, turn.due, True, turn.publisher)
    for seat in deciding:
        if seat == viewer and not ends:
            continue
        now = turn if seat == turn.player else for_others
        count = appraise(sheets, now, seat, learned, nothing, plans, foreseen)
        if ends:
            soften(foreseen, count, heedless[seat])
        else:
            heedless[seat, best_of(foreseen, count)] = 1
        note_likeliest(plans, heedless[seat], count, seat, first)
    if not ends:
        return first
    for seat in deciding:
        if seat == viewer:
            continue
        count = appraise(sheets, turn, seat, learned, first, plans, foreseen)
        soften(foreseen, count, heeding)
        heeding[:] = (1 - OVERLOOKS) * heeding + OVERLOOKS * heedless[seat]
        note_likeliest(plans, heeding, count, seat, replies)
    return replies


def weigh_against(
    sheets: Sheets, turn: Turn, viewer: int, learned: Learned, replies: Replies, plans: Integers, foreseen: Floats
) -> int:
    """What is foreseen of all that a player may do, the others doing what they likely do.

    Where that loses whatever the player does, it counts what they may overlook.

    Args:
        sheets: everybody's now.
        turn: in which.
        viewer: the player.
        learned: for this game.
        replies: what is foreseen of the others.
        plans: (`MOST_PLANS`, 3) filled.
        foreseen: (`MOST_PLANS`, 3) filled.

    Returns:
        How many plans there are.
    """
    count = appraise(sheets, turn, viewer, learned, replies, plans, foreseen)
    if foreseen[:count, CHANCE].max() > 0:
        return count
    hope = np.empty((MOST_PLANS, 3))
    appraise(sheets, turn, viewer, learned, no_replies(len(sheets.rows)), plans, hope)
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
    replies = foresee_replies(sheets, turn, learned, viewer)
    return weigh_against(sheets, turn, viewer, learned, replies, plans, foreseen)
