"""The trainer of the chance to win: games that it plays, what they teach, and a network that the engine reads alike."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from tests.models.training.trials import WHY, is_missing

if is_missing("torch"):
    pytest.skip(WHY, allow_module_level=True)

import torch

from engine.qwixx import winning
from engine.qwixx.contest import Sheets
from engine.qwixx.events import Preset
from engine.qwixx.winning import AHEAD, NUMBERS_SEEN, Desk, look_up, new_desk
from models.training import qwixx_winning
from models.training.qwixx_winning import MIRRORS, Course, Kind, Lesson, Network, alone, lesson, places, train

QUICK = replace(Course(), batch=64, epochs=1)


@pytest.fixture(scope="module")
def lessons() -> list[Lesson]:
    return [lesson(players, preset, alone(QUICK), QUICK, 20, 0.1, 3) for players in (2, 3) for preset in Preset]


def asked(network: Network, one: Lesson, at: int) -> Desk:
    """What the engine's reading of a network says."""
    net = network.arrays()
    desk = new_desk(net)
    desk.seen[:] = one.seen[at].numpy()
    rows = one.states[at].numpy().astype(np.int64)
    nothing = np.zeros(len(rows), np.int64)
    look_up(Sheets(rows, nothing, nothing), 0, net, desk)
    return desk


def test_every_view_of_a_table_has_its_share_of_the_win(lessons: list[Lesson]) -> None:
    for one in lessons:
        players = one.states.shape[1]
        chances = one.targets[:, 0].reshape(-1, players)
        assert len(one) == len(one.seen) == len(one.targets)
        assert one.targets[:, 0].min() >= 0
        assert one.targets[:, 0].max() <= 1
        assert float(chances.sum(1).mean()) == pytest.approx(1, abs=0.25)


def test_the_engine_reads_the_network_as_it_was_trained(lessons: list[Lesson]) -> None:
    torch.manual_seed(1)
    network = Network(QUICK)
    for one in lessons:
        said = network(places(one.states[:5], MIRRORS[0]), one.seen[:5]).detach().numpy()
        for at in range(5):
            np.testing.assert_allclose(asked(network, one, at).answer, said[at], atol=1e-4)


def test_a_network_that_knows_nothing_goes_by_the_points_expected_alone(lessons: list[Lesson]) -> None:
    net = alone(QUICK)
    desk = new_desk(net)
    for ahead in (-1.5, 0.5):
        desk.seen[:] = np.eye(NUMBERS_SEEN, dtype=np.float32)[AHEAD] * ahead
        nothing = np.zeros(2, np.int64)
        look_up(Sheets(np.zeros((2, 4), np.int64), nothing, nothing), 0, net, desk)
        assert desk.answer[0] == pytest.approx(ahead)


def test_mirrored_rows_keep_their_sheets() -> None:
    states = torch.arange(8).reshape(1, 2, 4)
    for mirror in MIRRORS:
        whose = places(states, mirror) // (4 * 57)
        assert whose.tolist() == [[0] * 4 + [1] * 4]


def test_training_is_the_same_again_and_its_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    once, again = (train(Kind((2,), games=30, rounds=2), QUICK, 5) for _ in range(2))
    for part, other in zip(once, again, strict=True):
        np.testing.assert_array_equal(part, other)
    monkeypatch.setattr(qwixx_winning, "Course", lambda: QUICK)
    out = tmp_path / "winning.npz"
    told = CliRunner().invoke(
        qwixx_winning.main, ["--out", str(out), "--games", "10", "--rounds", "1", "--only", "more"]
    )
    assert told.exit_code == 0, told.output
    monkeypatch.setattr(winning, "FILE", out)
    for name in ("two", "more"):
        assert [part.ndim for part in winning.read(name)] == [4, 2, 1, 2, 1, 2, 1]


def test_too_few_games_to_learn_from_are_refused_and_nothing_is_written(tmp_path: Path) -> None:
    out = tmp_path / "winning.npz"
    told = CliRunner().invoke(qwixx_winning.main, ["--out", str(out), "--games", "2", "--rounds", "1"])
    assert told.exit_code == 1
    assert "so few games fill no batch of 4,096 tables: ask for more --games" in told.output
    assert not out.exists()
