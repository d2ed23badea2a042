"""The functions of `expectation`, `playing` and `pairs`, compiled. Importing this compiles them, or loads them kept."""

from __future__ import annotations

import numba
from numba.extending import register_jitable

from engine.compiling import compiled
from engine.qwixx import expectation, pairs, playing

_INT, _FLAG = numba.int64, numba.boolean
_INTS = numba.int64[::1]
_TABLE = numba.float64[:, ::1]
_TABLES = numba.float64[:, :, ::1]

for _helper in (
    expectation.worth,
    expectation.offer_colours,
    expectation.offer_white_after_colour,
    expectation.expected_best,
    expectation.own_turn,
    expectation.others_roll,
    playing.closed_rows,
    playing.position_of,
    playing.consider,
    playing.consider_white,
    playing.consider_colours,
    playing.consider_turn,
):
    register_jitable(_helper)

solve_states = compiled(expectation.solve_states, numba.void(_INTS, _INTS, _TABLES, _TABLE, _FLAG, _FLAG))
play_games = compiled(
    playing.play_games,
    numba.void(numba.float32[:, :, :, ::1], _INT, _FLAG, _FLAG, _INTS, _INT, numba.int32[:, :, ::1]),
)
add_equations = compiled(pairs.add_equations, numba.void(_TABLE, _TABLES, _TABLE, _TABLE))
