"""Upright boxes: (N, 4) float64 arrays of left, top, width and height."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def overlaps(boxes: Floats, others: Floats) -> Floats:
    """(N, M) the area that each two boxes share over the area that they cover together."""
    shared = _shared(boxes, others)
    covered = boxes[:, 2:].prod(axis=1)[:, None] + others[:, 2:].prod(axis=1)[None] - shared
    return np.asarray(shared / np.maximum(covered, 1e-9))


def contained(boxes: Floats, others: Floats) -> Floats:
    """(N, M) the share of each box that lies in each of the others."""
    return np.asarray(_shared(boxes, others) / np.maximum(boxes[:, 2:].prod(axis=1), 1e-9)[:, None])


def _shared(boxes: Floats, others: Floats) -> Floats:
    low = np.maximum(boxes[:, None, :2], others[None, :, :2])
    high = np.minimum((boxes[:, :2] + boxes[:, 2:])[:, None], (others[:, :2] + others[:, 2:])[None])
    return np.asarray(np.maximum(high - low, 0).prod(axis=2))
