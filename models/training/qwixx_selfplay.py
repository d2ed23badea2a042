"""Games of Qwixx that the adviser plays against itself, and what they say about the chance to win.

Plain functions on plain arrays, compiled when this is imported.
"""

from __future__ import annotations

import numba
import numpy as np
from numba.extending import register_jitable

from engine.compiling import compiled
from engine.qwixx.compiled_contest import FLAG, INT, INTS, LEARNED, SINGLES_3, TABLE
from engine.qwixx.contest import (
    MOST_PLANS,
    Sheets,
    best_other,
    empty_sheets,
    list_plans,
    new_turn,
    share_of_win,
    take_turn,
)
from engine.qwixx.expectation import Integers
from engine.qwixx.foresight import EVERYBODY, best_of, foresee_replies, weigh_against
from engine.qwixx.states import ROWS
from engine.qwixx.winning import Learned, Singles, chance_of, describe, look_up, new_desk


def columns(players: int) -> int:
    """How many numbers a noted table has: row states, points and penalties of all, and who rolls next."""
    return players * (ROWS + 2) + 1


def note(sheets: Sheets, next_turn: int, noted: Integers) -> None:
    """Notes a table as one line of numbers."""
    for seat in range(len(sheets.rows)):
        at = seat * (ROWS + 2)
        noted[at : at + ROWS] = sheets.rows[seat]
        noted[at + ROWS], noted[at + ROWS + 1] = sheets.points[seat], sheets.penalties[seat]
    noted[-1] = next_turn


def recall(noted: Integers, sheets: Sheets) -> None:
    """Fills sheets with what was noted of them."""
    for seat in range(len(sheets.rows)):
        at = seat * (ROWS + 2)
        sheets.rows[seat] = noted[at : at + ROWS]
        sheets.points[seat], sheets.penalties[seat] = noted[at + ROWS], noted[at + ROWS + 1]


def play_one(
    publisher: bool, exploring: int, chance: float, learned: Learned, noted: Integers, points: Integers
) -> int:
    """Plays a game against itself.

    Args:
        publisher: the reading of the rules.
        exploring: so many turns begin with moves that may be random, and are not noted.
        chance: that a player does something random in such a turn.
        learned: so far.
        noted: (turns, columns) filled with the tables before each roll.
        points: (players,) filled with the final ones.

    Returns:
        How many tables are noted.
    """
    players = len(points)
    sheets = empty_sheets(players)
    chosen = np.zeros((players, 3), np.int64)
    plans, foreseen = np.empty((MOST_PLANS, 3), np.int64), np.empty((MOST_PLANS, 3))
    player, count, played = np.random.randint(players), 0, 0  # noqa: NPY002 - the only generator that numba can seed
    over = False
    while not over:
        if played >= exploring:
            note(sheets, player, noted[count])
            count += 1
        turn = new_turn(player, np.random.randint(1, 7, 2 + ROWS), publisher)  # noqa: NPY002
        replies = foresee_replies(sheets, turn, learned, EVERYBODY)
        for seat in range(players):
            found = weigh_against(sheets, turn, seat, learned, replies, plans, foreseen)
            chosen[seat] = plans[best_of(foreseen, found)]
            if played < exploring and np.random.random() < chance:  # noqa: NPY002
                found = list_plans(sheets.rows[seat].copy(), turn, seat == player, plans)
                chosen[seat] = plans[np.random.randint(found)]  # noqa: NPY002
        over = take_turn(sheets, turn, chosen)
        player = (player + 1) % players
        played += 1
    points[:] = sheets.points
    return count


def play_games(
    publisher: bool,
    most_exploring: int,
    chance: float,
    learned: Learned,
    seed: int,
    noted: Integers,
    lengths: Integers,
    points: Integers,
) -> int:
    """Plays games against itself, half of them with a beginning that explores.

    Args:
        publisher: the reading of the rules.
        most_exploring: explore at most so many turns.
        chance: see `play_one`.
        learned: so far.
        seed: of dice and exploring.
        noted: (many, columns) filled, game after game.
        lengths: (games,) filled with how many tables each game has.
        points: (games, players) filled with the final ones.

    Returns:
        How many tables are noted.
    """
    np.random.seed(seed)  # noqa: NPY002
    count = 0
    for game in range(len(lengths)):
        exploring = np.random.randint(most_exploring + 1) if np.random.random() < 0.5 else 0  # noqa: NPY002
        lengths[game] = play_one(publisher, exploring, chance, learned, noted[count:], points[game])
        count += lengths[game]
    return count


def learn_from(
    noted: Integers,
    lengths: Integers,
    points: Integers,
    publisher: bool,
    trust: float,
    learned: Learned,
    seen: Singles,
    targets: Singles,
) -> None:
    """What the network shall say, for every noted table and every player's view.

    Args:
        noted: (n, columns) tables.
        lengths: (games,) how many tables each game has.
        points: (games, players) final ones.
        publisher: the reading of the rules.
        trust: how much of a target is what the network says about the table a turn later, the rest being what came.
        learned: so far.
        seen: (n, players, numbers) filled with what `describe` says.
        targets: (n, players, 3) filled with the chance to win, the own and the best other final score.
    """
    players = points.shape[1]
    sheets, desk = empty_sheets(players), new_desk(learned.net)
    end = 0
    for game in range(len(lengths)):
        begin, end = end, end + lengths[game]
        for viewer in range(players):
            future = share_of_win(points[game], viewer)
            for at in range(end - 1, begin - 1, -1):
                recall(noted[at], sheets)
                describe(sheets, viewer, noted[at, -1], publisher, learned.numbers, desk.seen)
                seen[at, viewer] = desk.seen
                targets[at, viewer, 0] = future
                targets[at, viewer, 1] = points[game, viewer]
                targets[at, viewer, 2] = best_other(points[game], viewer)
                if trust > 0:
                    look_up(sheets, viewer, learned.net, desk)
                    future = (1 - trust) * future + trust * chance_of(desk.answer[0])


for _helper in (note, recall, play_one):
    register_jitable(_helper)

_CHANCE = numba.float64
play_games_compiled = compiled(play_games, INT(FLAG, INT, _CHANCE, LEARNED, INT, TABLE, INTS, TABLE))
learn_from_compiled = compiled(learn_from, numba.void(TABLE, INTS, TABLE, FLAG, _CHANCE, LEARNED, SINGLES_3, SINGLES_3))
