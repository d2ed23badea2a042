"""The order in which a person reads pieces that are laid out in rows: from the top, and each row from the left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.reading import DieSeen, Floats, TileSeen


@dataclass(frozen=True)
class RowConfig:
    """How rows are told.

    Args:
        gap: a row ends where the next piece lies so much lower, in sides.
        turns: degrees by which the picture may be turned: more, and nobody knows where the top is.
        step: between the turns that are tried, in degrees.
        row: what a row costs, in sides of its pieces' spread: a wrong turn takes the rows apart.
        upright: what a degree of turn costs, in the same: where rows are as straight either way, the picture is
            upright.
    """

    gap: float = 0.45
    turns: float = 20.0
    step: float = 1.0
    row: float = 1.0
    upright: float = 0.004


def in_rows(pieces: Sequence[TileSeen | DieSeen], config: RowConfig = RowConfig()) -> tuple[tuple[int, ...], ...]:
    """The indices of pieces row by row, from the top, each row from the left.

    The picture may be turned a little: at the right turn the rows are the straightest.
    """
    if not pieces:
        return ()
    places = np.array([piece.centre for piece in pieces]) / float(np.median([piece.size for piece in pieces]))
    turns = np.radians(np.arange(-config.turns, config.turns + config.step / 2, config.step))
    turned = [places @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) for turn in turns]
    rows = [_rows(at, config.gap) for at in turned]
    costs = [
        _spread(at, split) + config.row * len(split) / len(places) + config.upright * float(np.degrees(abs(turn)))
        for at, split, turn in zip(turned, rows, turns, strict=True)
    ]
    best = int(np.argmin(costs))
    return tuple(tuple(sorted(row, key=lambda index: float(turned[best][index, 0]))) for row in rows[best])


def _rows(places: Floats, gap: float) -> list[list[int]]:
    order = np.argsort(places[:, 1], kind="stable")
    ends = np.flatnonzero(np.diff(places[order, 1]) > gap) + 1
    return [part.tolist() for part in np.split(order, ends)]


def _spread(places: Floats, rows: Sequence[Sequence[int]]) -> float:
    """How high rows are from their lowest to their highest piece, in the mean of all pieces."""
    return float(sum(len(row) * np.ptp(places[list(row), 1]) for row in rows)) / len(places)
