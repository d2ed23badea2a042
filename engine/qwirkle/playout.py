"""A game in plain arithmetic, for thousands of turns a second: looking ahead, learning, the end of a game.

As `search`, everything here is integers in flat arrays and runs both as Python and compiled. What is different: the
board lies in a square window of fixed size, each cell knows what fits there by its row and by its column, and what a
turn changes is written down, so that it can be taken back. Tiles are numbered 0 to 35, the sixth colour being whichever
the box has.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.qwirkle.lines import FITS
from engine.qwirkle.tile import COPIES, HAND_SIZE, LINE_LIMIT

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

KINDS = 36
BOX = KINDS * COPIES
ANY = (1 << KINDS) - 1
SUITS = tuple(fits & ANY for fits in FITS[:KINDS])
"""The tiles that fit each tile, as bits."""
NOTHING = -1
"""A free cell, or a place of a hand without a tile."""

WIDTH = 128
"""Cells along a side of the window: a board of 108 tiles that is nearly a straight line would not fit."""
EDGE = LINE_LIMIT + 2
"""Cells along the window's edge where nothing can be laid."""
MIDDLE = WIDTH * (WIDTH // 2) + WIDTH // 2

CELL = 8
"""Numbers a cell has: one line of a processor's cache."""
TILE, BESIDE, FITTING, LENGTH = 0, 1, 2, 3
"""A cell's tile, whether a tile lies or lay beside it, and for rows: the tiles that fit the tiles before and behind it,
and how many those are; for columns the same two numbers `AXIS` further."""
AXIS = 2

POINTS, COUNT, PLACES = 0, 1, 2
RECORD = PLACES + 2 * LINE_LIMIT
"""A found move: points, number of tiles, then each tile's cell and the tile."""
ROOM = 3000
"""Moves for which there is room; only hands of five or six tiles that go together ever have more."""

AT, LINE, ALLOWED, LONG, CROSSED, CHOICE = range(6)
LEVEL = 6
"""A level of the search, a tile of the move: its cell, what fits the line so far, what may lie on the cell, the line's
length with this cell, the points of the crossing lines, the kind chosen."""

BESIDES, WRITTEN, LOW, HIGH, TURN, CHANCE, PASSES, WENT_OUT, FOUND, SPENT, LEFT_OUT = range(11)
NUMBERS = 16
"""How many cells are or were beside a tile; how many numbers the journal holds; the part of the bag that is left;
whose turn it is; the state of chance; how many passed in a row; whether somebody went out; how many moves were found;
how many a search tried; whether it left any out."""


FEATURES = 32
"""How many numbers say what matters of a hand and a table, see `values`."""


class Playout(NamedTuple):
    """A game under way; what changes lies in flat arrays of int64.

    Args:
        cells: `CELL` numbers for each cell of the window, row after row.
        beside: the cells beside tiles, in the order in which they came to be.
        journal: what was changed, to be taken back: a cell and the numbers it had.
        hands: six places a player.
        bag: the tiles of the bag in the order in which they are drawn. The first player draws from the front, the
            others from the back: so what one draws does not depend on how many another drew.
        scores: of each player.
        numbers: the single ones, see `NUMBERS`.
        kinds: the different tiles of a hand, room to work.
        stack: room for the search.
        moves: room for the found moves.
        left: the tiles that a player doesn't see, by kind, room to work,
        best: the most points that each kind earns alone, likewise,
        features: (`FEATURES`,) float64 what matters of a hand and the table, likewise.
        weights: float64 what the features are worth.
    """

    cells: Integers
    beside: Integers
    journal: Integers
    hands: Integers
    bag: Integers
    scores: Integers
    numbers: Integers
    kinds: Integers
    stack: Integers
    moves: Integers
    left: Integers
    best: Integers
    features: Floats
    weights: Floats


def new_playout(players: int, weights: Floats) -> Playout:
    """An empty table and empty hands."""
    cells = np.zeros((WIDTH, WIDTH, CELL), np.int64)
    cells[:, :, TILE] = NOTHING
    inside = cells[EDGE:-EDGE, EDGE:-EDGE]
    inside[:, :, FITTING] = inside[:, :, FITTING + AXIS] = ANY
    return Playout(
        cells.ravel(),
        np.zeros(BOX * 4, np.int64),
        np.zeros(BOX * 9 * (CELL + 1), np.int64),
        np.full(players * HAND_SIZE, NOTHING, np.int64),
        np.zeros(BOX, np.int64),
        np.zeros(players, np.int64),
        np.zeros(NUMBERS, np.int64),
        np.zeros(HAND_SIZE, np.int64),
        np.zeros(LINE_LIMIT * LEVEL, np.int64),
        np.zeros(ROOM * RECORD, np.int64),
        np.zeros(KINDS, np.int64),
        np.zeros(KINDS, np.int64),
        np.zeros(FEATURES),
        weights,
    )
