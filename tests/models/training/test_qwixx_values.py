"""The values of Qwixx are fitted as they shall be; solving the game for them has tests of its own."""

from __future__ import annotations

import numpy as np
import pytest

from tests.models.training.trials import WHY, is_missing

if is_missing("tqdm"):
    pytest.skip(WHY, allow_module_level=True)

from engine.qwixx.pairs import NUMBERS
from engine.qwixx.states import PAIRS
from models.training import qwixx_values


def test_a_table_that_is_a_sum_over_pairs_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(qwixx_values, "PENALTIES", 1)
    random = np.random.default_rng(1)
    before = qwixx_values.table(random.uniform(0, 20, (2, 1, NUMBERS)))
    visits = random.integers(0, 3, (1, PAIRS, PAIRS), dtype=np.int32)
    fitted = qwixx_values.table(qwixx_values.fit(before, visits))
    assert qwixx_values.error(before, fitted, np.ones_like(visits)) < 0.01


def test_a_sheet_that_games_come_to_is_fitted_better_than_a_rare_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(qwixx_values, "PENALTIES", 1)
    random = np.random.default_rng(2)
    before = qwixx_values.table(np.zeros((1, 1, NUMBERS)))
    before += random.uniform(0, 20, before.shape).astype(np.float32)  # no sum over pairs comes near
    before += before.swapaxes(2, 3).copy()
    visits = np.zeros((1, PAIRS, PAIRS), np.int32)
    visits[0, 3, 5] = 1000
    fitted = qwixx_values.table(qwixx_values.fit(before, visits))
    assert qwixx_values.error(before, fitted, visits) < 0.2
    assert qwixx_values.error(before, fitted, np.ones_like(visits)) > 2
