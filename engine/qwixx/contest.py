"""A turn of a game of several players in plain arithmetic: what each may mark, and where it leads all of them.

Plain functions on plain arrays, compiled by `compiled_contest`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.qwixx.expectation import Integers
from engine.qwixx.game import ROWS_TO_END
from engine.qwixx.playing import closed_rows, position_of
from engine.qwixx.sheet import PENALTIES, PENALTY
from engine.qwixx.states import AFTER, CLOSED, EARNED, LAST, POSITIONS, ROWS

NO_MARK = -1
"""A mark is a row times 11 and a position, or this."""

EITHER_ORDER, WHITE_THEN_COLOUR, COLOUR_THEN_WHITE, ONLY_WHITE, ONLY_COLOUR = range(5)
"""Which actions of a turn are due. With the first, the active player has still to say which comes first."""

WHITE_MARK, COLOUR_MARK, COLOUR_FIRST = range(3)
"""The columns of plans: what a player marks in the rest of a turn, and whether the colour action comes first."""
MOST_PLANS = 90
"""No player has more: five choices in the white action, nine in the colour one, in either order."""


class Sheets(NamedTuple):
    """Everybody's sheet.

    Args:
        rows: (players, 4) row states, closed on every sheet as soon as somebody closes the row.
        points: (players,) what each earns so far, penalties included.
        penalties: (players,).
    """

    rows: Integers
    points: Integers
    penalties: Integers


class Turn(NamedTuple):
    """A turn in which something is left to decide.

    Args:
        player: whose it is.
        roll: (6,) the dice, the two white ones first.
        due: the actions that are still to come.
        marked: whether that player has marked anything in it.
        publisher: whether the game ends at once when the white action closes the second row.
    """

    player: int
    roll: Integers
    due: int
    marked: bool
    publisher: bool


def empty_sheets(players: int) -> Sheets:
    """The sheets at the beginning."""
    rows = np.zeros((players, ROWS), np.int64)
    return Sheets(rows, np.zeros(players, np.int64), np.zeros(players, np.int64))


def copy_of(sheets: Sheets) -> Sheets:
    """The same sheets once more."""
    return Sheets(sheets.rows.copy(), sheets.points.copy(), sheets.penalties.copy())


def copy_to(sheets: Sheets, other: Sheets) -> None:
    """Makes other sheets the same."""
    other.rows[:], other.points[:], other.penalties[:] = sheets.rows, sheets.points, sheets.penalties


def new_turn(player: int, roll: Integers, publisher: bool) -> Turn:
    """A turn after its roll."""
    return Turn(player, roll, WHITE_THEN_COLOUR if publisher else EITHER_ORDER, False, publisher)


def add_plan(plans: Integers, count: int, white: int, colour: int, colour_first: int) -> int:
    """Adds a plan and says how many there are then."""
    plans[count, WHITE_MARK], plans[count, COLOUR_MARK], plans[count, COLOUR_FIRST] = white, colour, colour_first
    return count + 1


def white_mark(states: Integers, row: int, roll: Integers) -> int:
    """The mark that the white dice allow in a row, if any."""
    position = position_of(row, roll[0] + roll[1])
    return row * POSITIONS + position if AFTER[states[row], position] >= 0 else NO_MARK


def colour_mark(states: Integers, row: int, roll: Integers, white: int) -> int:
    """The mark that a coloured die and one of the white ones allow in its row, if any; equal white dice count once."""
    if white == 1 and roll[0] == roll[1]:
        return NO_MARK
    position = position_of(row, roll[white] + roll[2 + row])
    return row * POSITIONS + position if AFTER[states[row], position] >= 0 else NO_MARK


def list_plans(states: Integers, turn: Turn, active: bool, plans: Integers) -> int:
    """Lists all that a player may do in the rest of the turn, whatever the others do.

    Plans that lead to the same in either order are listed with the white action first. A colour action that closes a
    row is listed in both: if it comes first, the others can't mark that row any more.

    Args:
        states: (4,) the player's row states.
        turn: in which.
        active: whether it is the player's own turn.
        plans: (`MOST_PLANS`, 3) filled.

    Returns:
        How many plans there are.
    """
    roll, due = turn.roll, turn.due
    count = add_plan(plans, 0, NO_MARK, NO_MARK, int(active and due == COLOUR_THEN_WHITE))
    if not active or due == ONLY_WHITE:
        for row in range(ROWS):
            white = white_mark(states, row, roll)
            if white >= 0:
                count = add_plan(plans, count, white, NO_MARK, 0)
        return count
    if due != COLOUR_THEN_WHITE:
        count = add_colours(states, roll, NO_MARK, plans, count)
    if due in (EITHER_ORDER, WHITE_THEN_COLOUR):
        for row in range(ROWS):
            white = white_mark(states, row, roll)
            if white >= 0:
                state, states[row] = states[row], AFTER[states[row], white % POSITIONS]
                count = add_plan(plans, count, white, NO_MARK, 0)
                if not (turn.publisher and closed_rows(states) >= ROWS_TO_END):
                    count = add_colours(states, roll, white, plans, count)
                states[row] = state
    if due in (EITHER_ORDER, COLOUR_THEN_WHITE):
        count = add_colours_first(states, roll, due == COLOUR_THEN_WHITE, plans, count)
    return count


def add_colours(states: Integers, roll: Integers, white: int, plans: Integers, count: int) -> int:
    """Adds what may be marked in the colour action after a mark in the white one, or none."""
    for row in range(ROWS):
        for die in range(2):
            colour = colour_mark(states, row, roll, die)
            if colour >= 0:
                count = add_plan(plans, count, white, colour, 0)
    return count


def add_colours_first(states: Integers, roll: Integers, declared: bool, plans: Integers, count: int) -> int:
    """Adds what may be marked with the colour action first: everything if that is declared, else what is new by it."""
    for row in range(ROWS):
        for die in range(2):
            colour = colour_mark(states, row, roll, die)
            if colour < 0:
                continue
            locks = colour % POSITIONS == LAST
            state, states[row] = states[row], AFTER[states[row], colour % POSITIONS]
            if declared or locks:
                count = add_plan(plans, count, NO_MARK, colour, 1)
            for other in range(ROWS):
                white = white_mark(states, other, roll)
                if white >= 0 and (declared or locks or other == row):
                    count = add_plan(plans, count, white, colour, 1)
            states[row] = state
    if declared:
        for row in range(ROWS):
            white = white_mark(states, row, roll)
            if white >= 0:
                count = add_plan(plans, count, white, NO_MARK, 1)
    return count


def make_mark(sheets: Sheets, player: int, mark: int) -> int:
    """Makes a mark on a player's sheet, unless the row has been closed or passed meanwhile.

    Returns:
        1 if it was made, 2 if it closes the row, else 0.
    """
    if mark < 0:
        return 0
    row, position = mark // POSITIONS, mark % POSITIONS
    before = sheets.rows[player, row]
    if AFTER[before, position] < 0:
        return 0
    sheets.points[player] += int(EARNED[before, position])
    sheets.rows[player, row] = AFTER[before, position]
    return 2 if position == LAST else 1


def close_row(sheets: Sheets, row: int) -> None:
    """Closes a row for everybody."""
    for player in range(len(sheets.rows)):
        sheets.rows[player, row] = CLOSED


def take_white_action(sheets: Sheets, player: int, plans: Integers) -> bool:
    """Takes the white action: all mark at once, and the rows that somebody closes are closed after it.

    Returns:
        Whether the active player marked anything.
    """
    closing = 0
    marked = False
    for seat in range(len(sheets.rows)):
        made = make_mark(sheets, seat, plans[seat, WHITE_MARK])
        if made == 2:
            closing |= 1 << (plans[seat, WHITE_MARK] // POSITIONS)
        if seat == player and made > 0:
            marked = True
    for row in range(ROWS):
        if closing >> row & 1:
            close_row(sheets, row)
    return marked


def take_colour_action(sheets: Sheets, player: int, plans: Integers) -> bool:
    """Takes the colour action. Returns whether the active player marked anything."""
    made = make_mark(sheets, player, plans[player, COLOUR_MARK])
    if made == 2:
        close_row(sheets, plans[player, COLOUR_MARK] // POSITIONS)
    return made > 0


def finish_turn(sheets: Sheets, player: int, marked: bool) -> bool:
    """Gives the penalty if it is due. Returns whether the game is over."""
    if not marked:
        sheets.penalties[player] += 1
        sheets.points[player] += PENALTY
    return bool(closed_rows(sheets.rows[0]) >= ROWS_TO_END or sheets.penalties.max() >= PENALTIES)


def take_turn(sheets: Sheets, turn: Turn, plans: Integers) -> bool:
    """Takes the rest of a turn.

    Args:
        sheets: changed in place.
        turn: which.
        plans: (players, 3) what everybody does in it.

    Returns:
        Whether the game is over.
    """
    player, due, marked = turn.player, turn.due, turn.marked
    colour_first = due == ONLY_COLOUR or (due != ONLY_WHITE and plans[player, COLOUR_FIRST] != 0)
    if colour_first and take_colour_action(sheets, player, plans):
        marked = True
    if due != ONLY_COLOUR:
        if take_white_action(sheets, player, plans):
            marked = True
        if turn.publisher and closed_rows(sheets.rows[0]) >= ROWS_TO_END:
            return True
    if due != ONLY_WHITE and not colour_first and take_colour_action(sheets, player, plans):
        marked = True
    return finish_turn(sheets, player, marked)


def best_other(points: Integers, player: int) -> int:
    """The most points of the others."""
    most = -1000
    for seat in range(len(points)):
        if seat != player and points[seat] > most:
            most = points[seat]
    return most


def share_of_win(points: Integers, player: int) -> float:
    """What a player gets of the win once the game is over: all of it, an equal share, or nothing."""
    sharing = 0
    for seat in range(len(points)):
        if points[seat] > points[player]:
            return 0.0
        if points[seat] == points[player]:
            sharing += 1
    return 1.0 / sharing
