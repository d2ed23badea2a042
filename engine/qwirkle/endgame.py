"""The end of a game of two, the bag being empty: both hands are known, and the best play is searched for.

In plain arithmetic, as `laying`. The search is depth first with bounds (alpha and beta), and keeps its own stack.
"""

from __future__ import annotations

from engine.qwirkle.laying import find_moves, take_back
from engine.qwirkle.playing import earned, held_by, lay_down
from engine.qwirkle.playout import BESIDES, COUNT, LEFT_OUT, POINTS, RECORD, SPENT, WRITTEN, Integers, Playout
from engine.qwirkle.tile import HAND_SIZE

FAR = 10_000
"""More than any lead."""
DEEPEST = 4 * HAND_SIZE + 2
"""Turns that can be left: one for each tile, a pass before each, and the two that end the game."""
WIDEST = 1024
"""Moves of a turn that are tried at most, those with the most points."""
UNKNOWN = FAR
"""The value of a search that was broken off."""

NEXT, TRIED, GAINED, WAS_WRITTEN, WERE_BESIDE, HAND = range(6)
TRIAL = HAND + HAND_SIZE
"""With that a level of any search of the end begins: the move to try next, how many there are to try, what the move on
trial earned, how to take it back, and the hand before it."""
BEST, ALPHA, BETA, PASSED = range(TRIAL, TRIAL + 4)
DEPTH = TRIAL + 4
"""A level of this one goes on with the best lead found, the bounds, and whether the turn before was a pass."""
STACK = DEEPEST * DEPTH + 1
"""At the stack's end stands which level the search is at."""
MOVES = DEEPEST * WIDEST * RECORD


def list_moves(game: Playout, player: int, width: int, level: int, moves: Integers) -> int:
    """Lists a player's moves at a level, those with the most points first; gives their number, 0 for none.

    Those for which there is no room are left out, and the game's numbers tell so: then the search isn't exact.
    """
    found = find_moves(game, player)
    held = held_by(game, player)
    most = 0
    for move in range(found):
        game.moves[move * RECORD + POINTS] = earned(game, player, move * RECORD, held)
        most = max(most, game.moves[move * RECORD + POINTS])
    room = min(width, WIDEST)
    if found > room:
        game.numbers[LEFT_OUT] = 1
    listed = 0
    for points in range(most, 0, -1):
        for move in range(found):
            if listed < room and game.moves[move * RECORD + POINTS] == points:
                base = (level * WIDEST + listed) * RECORD
                for number in range(RECORD):
                    moves[base + number] = game.moves[move * RECORD + number]
                listed += 1
    return listed


def list_pass(level: int, moves: Integers) -> None:
    """Lists a pass as the one move of a level."""
    moves[level * WIDEST * RECORD + POINTS] = 0
    moves[level * WIDEST * RECORD + COUNT] = 0


def try_next(game: Playout, player: int, level: int, base: int, stack: Integers, moves: Integers) -> int:
    """Makes the next move of a level, whose part of the stack begins at `base`; gives its record among the moves."""
    record = (level * WIDEST + stack[base + NEXT]) * RECORD
    stack[base + NEXT] += 1
    stack[base + GAINED] = moves[record + POINTS]
    stack[base + WAS_WRITTEN] = game.numbers[WRITTEN]
    stack[base + WERE_BESIDE] = game.numbers[BESIDES]
    for place in range(HAND_SIZE):
        stack[base + HAND + place] = game.hands[player * HAND_SIZE + place]
    for number in range(RECORD):
        game.moves[number] = moves[record + number]
    lay_down(game, player, 0)
    return int(record)


def take_up(game: Playout, player: int, base: int, stack: Integers) -> None:
    """Takes the move on trial back into the hand."""
    take_back(game, stack[base + WAS_WRITTEN], stack[base + WERE_BESIDE])
    for place in range(HAND_SIZE):
        game.hands[player * HAND_SIZE + place] = stack[base + HAND + place]


def open_level(
    game: Playout,
    player: int,
    width: int,
    level: int,
    alpha: int,
    beta: int,
    passed: int,
    stack: Integers,
    moves: Integers,
) -> None:
    """Begins the search of a turn."""
    base = level * DEPTH
    count = list_moves(game, player, width, level, moves)
    stack[base + NEXT] = 0
    stack[base + BEST] = -FAR
    stack[base + ALPHA] = alpha
    stack[base + BETA] = beta
    stack[base + PASSED] = passed
    if count == 0 and passed:  # nobody can add any more: the game is over
        stack[base + BEST] = 0
    elif count == 0:
        list_pass(level, moves)
        count = 1
    stack[base + TRIED] = count


def close_move(game: Playout, player: int, value: int, base: int, stack: Integers) -> None:
    """Takes a tried move back and remembers what it leads to."""
    take_up(game, player, base, stack)
    stack[base + BEST] = max(stack[base + BEST], value)
    stack[base + ALPHA] = max(stack[base + ALPHA], value)


def begin(game: Playout, alpha: int, beta: int, width: int, stack: Integers, moves: Integers) -> None:
    """Prepares the search of a position in which the second player is to play.

    Args:
        game: of two players with an empty bag.
        alpha: leads of no interest because a better one is known,
        beta: or because the other won't let it come to that: such leads are only bounded.
        width: how many moves of a turn are tried, those with the most points.
        stack: `STACK` integers to work with.
        moves: `MOVES` integers to work with.
    """
    stack[STACK - 1] = 0
    open_level(game, 1, width, 0, alpha, beta, 0, stack, moves)


def search(game: Playout, width: int, limit: int, stack: Integers, moves: Integers) -> int:
    """Goes on with a search that was begun.

    Args:
        game: as the search left it.
        width: as it began.
        limit: how many moves are tried before this returns.
        stack: as the search left it.
        moves: likewise.

    Returns:
        The lead that the second player still gains if both play best, the game being as it was; or `UNKNOWN`: then
        call this again, or `give_up`.
    """
    level = stack[STACK - 1]
    tried = 0
    while True:
        base = level * DEPTH
        player = (level + 1) % 2
        if stack[base + NEXT] == stack[base + TRIED] or stack[base + ALPHA] >= stack[base + BETA]:
            value = stack[base + BEST]
            if level == 0:
                game.numbers[SPENT] += tried
                return int(value)
            level -= 1
            base = level * DEPTH
            close_move(game, 1 - player, stack[base + GAINED] - value, base, stack)
            continue
        if tried == limit:
            stack[STACK - 1] = level
            game.numbers[SPENT] += tried
            return UNKNOWN
        tried += 1
        record = try_next(game, player, level, base, stack, moves)
        gained = stack[base + GAINED]
        if held_by(game, player) == 0:
            close_move(game, player, gained, base, stack)
            continue
        alpha, beta = gained - stack[base + BETA], gained - stack[base + ALPHA]
        level += 1
        open_level(game, 1 - player, width, level, alpha, beta, 1 if moves[record + COUNT] == 0 else 0, stack, moves)


def give_up(game: Playout, stack: Integers) -> None:
    """Makes the game what it was before a search that has not ended."""
    for level in range(stack[STACK - 1] - 1, -1, -1):
        close_move(game, (level + 1) % 2, 0, level * DEPTH, stack)
