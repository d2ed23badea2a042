"""The functions of `search`, `lookahead` and the like, compiled. Importing this compiles or loads what was compiled."""

from __future__ import annotations

from inspect import getmembers, isfunction
from typing import Any

import numba
from numba.extending import register_jitable

from engine.compiling import compiled
from engine.qwirkle import endgame, laying, lookahead, playing, search, values
from engine.qwirkle.playout import Playout

INTS = numba.int64[::1]
"""A flat array of integers, as `search.Ints` asks for."""
FLOATS = numba.float64[::1]
NUMBER = numba.int64
PLAYOUT: Any = numba.types.NamedTuple(  # type: ignore[no-untyped-call]
    [*[INTS] * (len(Playout._fields) - 2), FLOATS, FLOATS], Playout
)

for _module in (search, laying, playing, values, lookahead, endgame):
    for _, _function in getmembers(_module, isfunction):
        if _function.__module__ == _module.__name__:
            register_jitable(_function)

find_moves = compiled(
    search.find_moves,
    NUMBER(INTS, NUMBER, NUMBER, INTS, INTS, INTS, NUMBER),
)
lay = compiled(laying.lay, numba.void(PLAYOUT, NUMBER, NUMBER))
estimate = compiled(lookahead.estimate, numba.void(PLAYOUT, INTS, INTS, INTS, FLOATS))
try_out = compiled(
    lookahead.try_out,
    numba.void(PLAYOUT, INTS, INTS, INTS, INTS, INTS, NUMBER, NUMBER, NUMBER, NUMBER, FLOATS),
)
begin = compiled(endgame.begin, numba.void(PLAYOUT, NUMBER, NUMBER, NUMBER, INTS, INTS))
search_end = compiled(endgame.search, NUMBER(PLAYOUT, NUMBER, NUMBER, INTS, INTS))
