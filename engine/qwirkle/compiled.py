"""The functions of `search`, compiled. Importing this compiles them, or loads what an earlier process compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from numba.extending import register_jitable

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


def _compile(function: Callable[..., int], signature: Any) -> Callable[..., int]:
    """Compiles a function and keeps the machine code on disk: beside the source, else in the user's cache folder.

    numba writes each file whole and renames it, so several processes may do this at once. It compiles anew when the
    source of `search` changes, but doesn't notice when only a table that `search` imports does.
    """
    try:
        compiled: Callable[..., int] = numba.njit(signature, cache=True, nogil=True)(function)
    except RuntimeError:  # no folder to write to: compile for this process alone
        compiled = numba.njit(signature, nogil=True)(function)
    return compiled


find_moves = _compile(
    search.find_moves,
    numba.int64(INTS, numba.int64, numba.int64, INTS, INTS, INTS, numba.int64),
)
