"""What the tiles of a hand and of the table are worth later: learned sums, in plain arithmetic.

``python -m models.training.qwirkle_values`` makes them again.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from engine.qwirkle.playing import held_by
from engine.qwirkle.playout import (
    AXIS,
    BESIDES,
    BOX,
    CELL,
    FEATURES,
    FITTING,
    HIGH,
    KINDS,
    LENGTH,
    LOW,
    Floats,
    Playout,
)
from engine.qwirkle.search import line_points
from engine.qwirkle.tile import HAND_SIZE, LINE_LIMIT, SHAPES

FILE = Path(__file__).with_name("values.npz")

SIZES, DOUBLES, SUITS_OF, SUPPLY, FITS_NOW, BEST_NOW, SUM_NOW, COMPLETES = 0, 7, 8, 13, 17, 18, 19, 20
OPEN, OPEN_SUPPLY, ENDS = 21, 26, 31
"""Of the tiles of a hand: how many (as seven choices), doubles, suits of which it holds two to six, the tiles that are
still out for suits of two to five; how many kinds can be laid now, the most that one earns, the sum of that over all,
and how many complete a qwirkle. Of the table: ends of lines of one to five tiles that can be gone on with, how many
tiles that are still out go there, and free cells beside tiles."""


@cache
def weights() -> Floats:
    """What comes with Kibitz, in the order in which `kept_value` and `held_value` take it."""
    with np.load(FILE, allow_pickle=False) as arrays:
        return np.concatenate([arrays[name].astype(np.float64).ravel() for name in ("kept", "held")])


def count_unseen(game: Playout, player: int) -> None:
    """Counts the tiles in the bag and in the others' hands, by kind."""
    left = game.left
    for kind in range(KINDS):
        left[kind] = 0
    for number in range(game.numbers[LOW], game.numbers[HIGH]):
        left[game.bag[number]] += 1
    for place in range(len(game.hands)):
        if game.hands[place] >= 0 and place // HAND_SIZE != player:
            left[game.hands[place]] += 1


def describe(game: Playout, player: int) -> None:
    """Fills the features with what is to be said of a player's hand and of the table."""
    features, left, best = game.features, game.left, game.best
    cells = game.cells
    for feature in range(FEATURES):
        features[feature] = 0.0
    count_unseen(game, player)
    hand = 0
    for place in range(player * HAND_SIZE, (player + 1) * HAND_SIZE):
        tile = game.hands[place]
        if tile >= 0:
            if hand >> tile & 1:
                features[DOUBLES] += 1.0
            hand |= 1 << tile
            best[tile] = 0
    features[SIZES + held_by(game, player)] = 1.0
    for suit in range(2 * SHAPES):
        held = 0
        supply = 0
        for member in range(SHAPES):
            tile = suit * SHAPES + member if suit < SHAPES else member * SHAPES + suit - SHAPES
            if hand >> tile & 1:
                held += 1
            else:
                supply += left[tile]
        if held >= 2:
            features[SUITS_OF + held - 2] += 1.0
            if held < LINE_LIMIT:
                features[SUPPLY + held - 2] += 0.1 * supply
    for number in range(game.numbers[BESIDES]):
        base = game.beside[number] * CELL
        allowed = cells[base + FITTING] & cells[base + FITTING + AXIS]
        if cells[base] >= 0 or allowed == 0:
            continue
        features[ENDS] += 0.1
        row, column = cells[base + LENGTH], cells[base + LENGTH + AXIS]
        longest = row if row > column else column
        supply = 0
        for tile in range(KINDS):
            if allowed >> tile & 1:
                supply += left[tile]
        if supply:
            features[OPEN + longest - 1] += 0.1
            features[OPEN_SUPPLY + longest - 1] += 0.01 * supply
        here = allowed & hand
        if here:
            points = line_points(row + 1) + line_points(column + 1)
            for tile in range(KINDS):
                if here >> tile & 1 and points > best[tile]:
                    best[tile] = points
    most = 0
    for tile in range(KINDS):
        if hand >> tile & 1 and best[tile] > 0:
            features[FITS_NOW] += 1.0
            features[SUM_NOW] += 0.1 * best[tile]
            if best[tile] > most:
                most = best[tile]
            if best[tile] >= 2 * LINE_LIMIT:
                features[COMPLETES] += 1.0
    features[BEST_NOW] = 0.1 * most


def weighed(game: Playout, first: int) -> float:
    """The features by the weights that begin at a place: the second half of these counts by how full the bag is."""
    full = (game.numbers[HIGH] - game.numbers[LOW]) / BOX
    value = 0.0
    for feature in range(FEATURES):
        value += game.features[feature] * (
            game.weights[first + feature] + full * game.weights[first + FEATURES + feature]
        )
    return value


def kept_value(game: Playout, player: int) -> float:
    """The lead that a player may expect to gain after laying tiles and before drawing."""
    describe(game, player)
    return weighed(game, 0)


def held_value(game: Playout, player: int, other: int) -> float:
    """The lead over another that a player may expect to gain whose turn it is, both hands being known."""
    describe(game, player)
    value = weighed(game, 2 * FEATURES)
    describe(game, other)
    return value + weighed(game, 4 * FEATURES)
