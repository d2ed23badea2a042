from __future__ import annotations

import numpy as np

from engine.qwixx.sheet import PENALTIES, Row
from models.mark_classifier import ALIKE


def test_likes_have_the_same_print_and_each_is_another_field() -> None:
    prints = [*(number for row in Row for number in (*row.numbers, "lock")), *["box"] * PENALTIES]
    assert len(ALIKE) == len(prints)
    for field, likes in enumerate(ALIKE):
        assert {prints[like] for like in likes} == {prints[field]}
        assert len({field, *likes.tolist()}) == 1 + len(likes)


def test_the_first_like_of_a_number_stands_in_the_same_column() -> None:
    cells = np.arange(len(ALIKE) - PENALTIES)
    columns = len(cells) // len(Row)
    assert (ALIKE[cells, 0] % columns == cells % columns).all()
    assert (ALIKE[ALIKE[:, 0], 0] == np.arange(len(ALIKE))).all()
