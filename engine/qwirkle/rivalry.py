"""The end of a game of three or four, the bag being empty and all hands known: each player seeks the best standing.

In plain arithmetic, as `laying`. Each player is taken to want the greatest lead over the best of the others, and of
equal ones, as caution bids, the one that leaves the first player least. The search is depth first and keeps its own
stack; with more than two players there are no bounds that would cut it short.
"""

from __future__ import annotations

from engine.qwirkle.endgame import (
    FAR,
    GAINED,
    NEXT,
    TRIAL,
    TRIED,
    UNKNOWN,
    WIDEST,
    list_moves,
    list_pass,
    take_up,
    try_next,
)
from engine.qwirkle.playing import held_by
from engine.qwirkle.playout import COUNT, RECORD, SPENT, Integers, Playout
from engine.qwirkle.tile import HAND_SIZE

SEATS = 4
"""Players for whom there is room."""
DEEPEST = SEATS * (SEATS * HAND_SIZE + 1)
"""Turns that can be left: one for each tile, all others passing before each, and those that end the game."""

KNOWN, PASSES_BEFORE, BEST = range(TRIAL, TRIAL + 3)
DEPTH = BEST + SEATS
"""A level of the search goes on with whether any move was valued, how many passed in the turns before, and everybody's
final score after the best move."""
FINAL = DEEPEST * DEPTH
AT = FINAL + SEATS
STACK = AT + 1
"""At the stack's end stand everybody's final scores after what was searched last, and which level the search is at."""
MOVES = DEEPEST * WIDEST * RECORD


def lead_of(stack: Integers, first: int, player: int, players: int) -> int:
    """By how much a player leads the best of the others, by the scores that begin at a place."""
    best = -FAR
    for other in range(players):
        if other != player:
            best = max(best, stack[first + other])
    return int(stack[first + player] - best)


def is_better(stack: Integers, one: int, other: int, player: int, players: int) -> bool:
    """Whether a player likes the scores that begin at one place better than those at another."""
    gain = lead_of(stack, one, player, players) - lead_of(stack, other, player, players)
    if gain == 0 and player != 0:
        gain = lead_of(stack, other, 0, players) - lead_of(stack, one, 0, players)
    for seat in range(players):  # so that nothing hangs on the order in which moves are tried
        if gain == 0:
            gain = stack[other + seat] - stack[one + seat]
    return bool(gain > 0)


def copy_scores(scores: Integers, first: int, players: int, stack: Integers, at: int) -> None:
    """Copies the scores of all players into the stack."""
    for seat in range(players):
        stack[at + seat] = scores[first + seat]


def open_level(game: Playout, width: int, level: int, passes: int, stack: Integers, moves: Integers) -> None:
    """Begins the search of a turn; in the first it is the second player's."""
    base, players = level * DEPTH, len(game.scores)
    count = list_moves(game, (level + 1) % players, width, level, moves)
    stack[base + NEXT] = 0
    stack[base + KNOWN] = 0
    stack[base + PASSES_BEFORE] = passes
    if count == 0 and passes == players - 1:  # nobody can add any more: the game is over
        stack[base + KNOWN] = 1
        copy_scores(game.scores, 0, players, stack, base + BEST)
    elif count == 0:
        list_pass(level, moves)
        count = 1
    stack[base + TRIED] = count


def close_move(game: Playout, player: int, base: int, stack: Integers) -> None:
    """Takes a tried move back and remembers the final scores if the player likes none better."""
    players = len(game.scores)
    take_up(game, player, base, stack)
    game.scores[player] -= stack[base + GAINED]
    if stack[base + KNOWN] == 0 or is_better(stack, FINAL, base + BEST, player, players):
        stack[base + KNOWN] = 1
        copy_scores(stack, FINAL, players, stack, base + BEST)


def begin(game: Playout, width: int, stack: Integers, moves: Integers) -> None:
    """Prepares the search of a position in which the second player is to play.

    Args:
        game: with an empty bag, and the scores so far.
        width: how many moves of a turn are tried, those with the most points.
        stack: `STACK` integers to work with.
        moves: `MOVES` integers to work with.
    """
    stack[AT] = 0
    open_level(game, width, 0, 0, stack, moves)


def search(game: Playout, width: int, limit: int, stack: Integers, moves: Integers) -> int:
    """Goes on with a search that was begun.

    Args:
        game: as the search left it.
        width: as it began.
        limit: how many moves are tried before this returns.
        stack: as the search left it.
        moves: likewise.

    Returns:
        The lead that the first player has in the end, the game being as it was; or `UNKNOWN`: then call this again,
        or `give_up`.
    """
    players, level = len(game.scores), stack[AT]
    tried = 0
    while True:
        base, player = level * DEPTH, (level + 1) % players
        if stack[base + NEXT] == stack[base + TRIED]:
            copy_scores(stack, base + BEST, players, stack, FINAL)
            if level == 0:
                game.numbers[SPENT] += tried
                return lead_of(stack, FINAL, 0, players)
            level -= 1
            close_move(game, (level + 1) % players, level * DEPTH, stack)
            continue
        if tried == limit:
            stack[AT] = level
            game.numbers[SPENT] += tried
            return UNKNOWN
        tried += 1
        record = try_next(game, player, level, base, stack, moves)
        game.scores[player] += stack[base + GAINED]
        if held_by(game, player) == 0:
            copy_scores(game.scores, 0, players, stack, FINAL)
            close_move(game, player, base, stack)
            continue
        level += 1
        passes = stack[base + PASSES_BEFORE] + 1 if moves[record + COUNT] == 0 else 0
        open_level(game, width, level, passes, stack, moves)


def give_up(game: Playout, stack: Integers) -> None:
    """Makes the game what it was before a search that has not ended."""
    for level in range(stack[AT] - 1, -1, -1):
        close_move(game, (level + 1) % len(game.scores), level * DEPTH, stack)
