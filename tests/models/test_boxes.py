"""Boxes share what they share."""

from __future__ import annotations

import numpy as np
import pytest

from models.boxes import contained, overlaps


def test_boxes_share_what_they_share() -> None:
    boxes = np.array([[0.0, 0.0, 10.0, 10.0], [5.0, 0.0, 10.0, 10.0], [2.0, 2.0, 5.0, 5.0], [50.0, 50.0, 1.0, 1.0]])
    assert overlaps(boxes, boxes)[0, 1] == pytest.approx(1 / 3)
    assert contained(boxes, boxes)[2, 0] == 1
    assert contained(boxes, boxes)[0, 2] == pytest.approx(0.25)
    assert overlaps(boxes, boxes)[0, 3] == 0
    assert overlaps(np.empty((0, 4)), boxes[:0]).shape == (0, 0)
