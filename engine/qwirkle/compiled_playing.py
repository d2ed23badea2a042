"""What looks ahead and searches the end, compiled. Importing this compiles it, or loads what was compiled before."""

from __future__ import annotations

from inspect import getmembers, isfunction
from typing import Any

import numba
from numba.extending import register_jitable

from engine.compiling import compiled
from engine.qwirkle import endgame, laying, lookahead, playing, rivalry, values
from engine.qwirkle.compiled import INTS
from engine.qwirkle.playout import Playout

FLOATS = numba.float64[::1]
NUMBER = numba.int64
PLAYOUT: Any = numba.types.NamedTuple(  # type: ignore[no-untyped-call]
    [*[INTS] * (len(Playout._fields) - 2), FLOATS, FLOATS], Playout
)

for _module in (laying, playing, values, lookahead, endgame, rivalry):
    for _, _function in getmembers(_module, isfunction):
        if _function.__module__ == _module.__name__:
            register_jitable(_function)

lay = compiled(laying.lay, numba.void(PLAYOUT, NUMBER, NUMBER))
estimate = compiled(lookahead.estimate, numba.void(PLAYOUT, INTS, INTS, INTS, FLOATS))
try_out = compiled(
    lookahead.try_out,
    numba.void(PLAYOUT, INTS, INTS, INTS, INTS, INTS, NUMBER, NUMBER, NUMBER, FLOATS),
)
begin = compiled(endgame.begin, numba.void(PLAYOUT, NUMBER, NUMBER, NUMBER, INTS, INTS))
search = compiled(endgame.search, NUMBER(PLAYOUT, NUMBER, NUMBER, INTS, INTS))
begin_rivalry = compiled(rivalry.begin, numba.void(PLAYOUT, NUMBER, INTS, INTS))
search_rivalry = compiled(rivalry.search, NUMBER(PLAYOUT, NUMBER, NUMBER, INTS, INTS))
