"""From probabilities to a position: the most probable table, with the rules weighed as strong evidence."""

from __future__ import annotations

from typing import NamedTuple


class Place(NamedTuple):
    """Where a piece lies: its group of touching tiles, and the column and row in it (rows grow downwards)."""

    group: int
    col: int
    row: int
