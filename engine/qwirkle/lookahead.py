"""Trying moves out in plain arithmetic: the same dealt hands for each of them, a few turns, then the learned value."""

from __future__ import annotations

from engine.qwirkle.game import GOING_OUT_BONUS
from engine.qwirkle.laying import lay_move, take_back
from engine.qwirkle.playing import PERIOD, exchange, give, greedy_turn, held_by, is_over, make, shuffle_bag
from engine.qwirkle.playout import (
    BESIDES,
    CHANCE,
    COUNT,
    HIGH,
    LOW,
    NOTHING,
    PASSES,
    PLACES,
    POINTS,
    RECORD,
    TURN,
    WENT_OUT,
    WRITTEN,
    Floats,
    Integers,
    Playout,
)
from engine.qwirkle.tile import HAND_SIZE
from engine.qwirkle.values import held_value, kept_value


def deal_unseen(game: Playout, pool: Integers, held: Integers, seed: int) -> None:
    """Deals the unseen tiles to the others and to the bag.

    Args:
        game: the first player's hand is known.
        pool: the unseen tiles.
        held: the tiles of the first player, `HAND_SIZE` places; the numbers of tiles that the others hold; and how many
            tiles the bag holds. The pool may have more tiles than that, where the box lacks some.
        seed: of the deal.
    """
    numbers = game.numbers
    for number in range(len(pool)):
        game.bag[number] = pool[number]
    numbers[LOW] = 0
    numbers[HIGH] = len(pool)
    numbers[CHANCE] = (seed % PERIOD * 16807 + 12345) % (PERIOD - 1) + 1
    shuffle_bag(game)
    for place in range(len(game.hands)):
        player = place // HAND_SIZE
        if player == 0:
            game.hands[place] = held[place]
        elif place % HAND_SIZE < held[HAND_SIZE + player - 1]:
            numbers[HIGH] -= 1
            game.hands[place] = game.bag[numbers[HIGH]]
        else:
            game.hands[place] = NOTHING
    numbers[LOW] = numbers[HIGH] - held[len(held) - 1]


def act(game: Playout, candidates: Integers, first: int) -> None:
    """Lets the first player do what a candidate says: a record as of `laying`, or with a negative number a swap."""
    for number in range(RECORD):
        game.moves[number] = candidates[first + number]
    count = game.moves[COUNT]
    if count > 0:
        make(game, 0, 0)
        return
    room = game.numbers[HIGH] - game.numbers[LOW]
    for tile in range(-count):
        for place in range(HAND_SIZE):
            if game.hands[place] == game.moves[PLACES + tile]:
                exchange(game, 0, place, tile, room)
                break
    shuffle_bag(game)


def lead(game: Playout) -> int:
    """By how much the first player leads the best of the others."""
    return int(game.scores[0] - game.scores[rival(game)])


def rival(game: Playout) -> int:
    """Who of the others has the most points."""
    best = 1
    for player in range(2, len(game.scores)):
        if game.scores[player] > game.scores[best]:
            best = player
    return best


def outlook(game: Playout) -> float:
    """The lead that the first player may expect at the end, both hands being known."""
    value = float(lead(game))
    if is_over(game):
        return value
    if game.numbers[TURN] == 0:
        return value + held_value(game, 0, rival(game))
    return value - held_value(game, game.numbers[TURN], 0)


def go_on(game: Playout, plies: int) -> None:
    """Plays so many greedy turns, or to the end."""
    for _ in range(plies):
        if is_over(game):
            return
        greedy_turn(game)


def try_out(
    game: Playout,
    pool: Integers,
    held: Integers,
    scores: Integers,
    candidates: Integers,
    alive: Integers,
    first: int,
    deals: int,
    plies: int,
    sums: Floats,
) -> None:
    """Tries candidates out, all of them with the same deals.

    Args:
        game: with the table as it is.
        pool: the unseen tiles.
        held: see `deal_unseen`.
        scores: of all players, the adviser's first.
        candidates: a record each, see `act`.
        alive: the candidates to try.
        first: seed of the first deal; the others' follow.
        deals: how many.
        plies: how many turns to play after the candidate.
        sums: (candidates,) the leads that were found are added.
    """
    numbers = game.numbers
    written, besides = numbers[WRITTEN], numbers[BESIDES]
    for deal in range(deals):
        for number in range(len(alive)):
            deal_unseen(game, pool, held, first + deal)
            for player in range(len(scores)):
                game.scores[player] = scores[player]
            numbers[PASSES] = 0
            numbers[WENT_OUT] = 0
            numbers[TURN] = 1
            act(game, candidates, alive[number] * RECORD)
            go_on(game, plies)
            sums[alive[number]] += outlook(game)
            take_back(game, written, besides)


def estimate(game: Playout, pool: Integers, held: Integers, candidates: Integers, values: Floats) -> None:
    """What candidates earn and leave by the learned values alone: (candidates,) `values` are filled."""
    written, besides = game.numbers[WRITTEN], game.numbers[BESIDES]
    for candidate in range(len(values)):
        deal_unseen(game, pool, held, candidate)
        for number in range(RECORD):
            game.moves[number] = candidates[candidate * RECORD + number]
        for tile in range(abs(game.moves[COUNT])):
            step = 2 * tile + 1 if game.moves[COUNT] > 0 else tile
            give(game, 0, game.moves[PLACES + step])
        points = 0
        if game.moves[COUNT] > 0:
            points = game.moves[POINTS]
            lay_move(game, 0)
        values[candidate] = points
        if held_by(game, 0) > 0 or game.numbers[LOW] < game.numbers[HIGH]:
            values[candidate] += kept_value(game, 0)
        elif points:
            values[candidate] += GOING_OUT_BONUS
        take_back(game, written, besides)
