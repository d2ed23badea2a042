"""The functions of `search`, compiled. Importing this compiles them, or loads what an earlier process compiled."""

from __future__ import annotations

import numba
from numba.extending import register_jitable

from engine.compiling import compiled
from engine.qwirkle import search

INTS = numba.int64[::1]
"""A flat array of integers, as `search.Ints` asks for."""

for _helper in (
    search.line_points,
    search.run,
    search.joined,
    search.touches,
    search.enter,
    search.next_choice,
    search.record,
    search.moves_from,
):
    register_jitable(_helper)

find_moves = compiled(
    search.find_moves,
    numba.int64(INTS, numba.int64, numba.int64, INTS, INTS, INTS, numba.int64),
)
