"""How long Kibitz thinks about a hint while a person waits. The engine has no clock: here is the one it is told by."""

from __future__ import annotations

import time

from engine.game import Budget

THOROUGH = 1000
"""Milliseconds that a person waits gladly for the best answer, and the longest that anybody may ask for."""
RESERVE = 25
"""Milliseconds of those asked for that are left to notice that the time is over, and to put the answer into words."""


def within(milliseconds: int) -> Budget:
    """As many samples as can be taken in so long from now on, the answer included."""
    end = time.monotonic() + (milliseconds - RESERVE) / 1000
    return Budget(stopped=lambda: time.monotonic() >= end)
