"""How long Kibitz thinks about a hint while a person waits. The engine has no clock: here is the one it is told by."""

from __future__ import annotations

import time

from engine.game import Budget

QUICK = 50
"""Milliseconds until there is an answer that may be shown at once."""
THOROUGH = 1000
"""Milliseconds that a person waits gladly for the best answer, and the longest that anybody may ask for."""


def within(milliseconds: int) -> Budget:
    """As many samples as can be taken in so long from now on."""
    end = time.monotonic() + milliseconds / 1000
    return Budget(stopped=lambda: time.monotonic() >= end)
