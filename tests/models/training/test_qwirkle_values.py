"""The values of Qwirkle are learned as they shall be, from games that are written down as they were played."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from tests.models.training.trials import WHY, is_missing

if is_missing("tqdm"):
    pytest.skip(WHY, allow_module_level=True)

from engine.qwirkle.playout import FEATURES, NOTHING
from engine.qwirkle.values import DOUBLES, SIZES, SUITS_OF
from models.training import qwirkle_values
from models.training.qwirkle_values import Fit, Lesson, foresighted, learn, lessons
from tests.engine.qwirkle.test_values import table


def test_a_sum_of_features_is_found_again() -> None:
    random = np.random.default_rng(1)
    wanted = random.normal(size=5)
    fit = Fit(5)
    for _ in range(40):
        features = random.normal(size=(30, 5))
        fit.add(Lesson(features, features @ wanted))
    assert fit.solved() == pytest.approx(wanted, abs=0.01)


def test_the_leads_of_a_game_add_up() -> None:
    for kept, held in lessons(np.zeros(6 * FEATURES), False, range(3)):
        assert len(held.gained) >= len(kept.gained) > 20
        assert np.isfinite(held.features).all()
        sizes = kept.features[:, SIZES : SIZES + 7]
        assert (sizes.sum(axis=1) == 1).all()
        assert (kept.features[:, DOUBLES] < 6).all()


def test_a_move_is_valued_without_being_made() -> None:
    game = table("Rc Rs Rd", "Rf Rx Of Of Bs")
    cells, hands = game.cells.copy(), game.hands.copy()
    record = foresighted(game, 0)
    assert record >= 0
    assert np.array_equal(game.cells, cells)
    assert np.array_equal(game.hands, hands)
    assert foresighted(table("Rc Rs Rd", "Bx"), 0) == NOTHING


def test_tiles_that_go_together_are_learned_to_be_worth_something() -> None:
    weights, explained = learn(np.zeros(6 * FEATURES), False, range(200))
    assert weights.shape == (6 * FEATURES,)
    assert weights[SUITS_OF + 1] + weights[FEATURES + SUITS_OF + 1] / 2 > 0.5  # three of a suit kept, the bag half full
    assert 0 < explained[0] < explained[1] < 1


def test_the_command_writes_what_hints_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "values.npz"
    result = CliRunner().invoke(
        qwirkle_values.main, ["--games", "10", "--rounds", "2", "--out", str(out)], catch_exceptions=False
    )
    assert result.exit_code == 0
    monkeypatch.setattr("engine.qwirkle.values.FILE", out)
    from engine.qwirkle.values import weights

    weights.cache_clear()
    try:
        assert weights().shape == (6 * FEATURES,)
        assert weights().any()
    finally:
        weights.cache_clear()
