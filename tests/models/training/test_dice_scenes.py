from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("tqdm", reason="rendering sets of scenes needs the extra “train”")

from models.synthesis.die import Lie
from models.training import dice_scenes


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two small shards of scenes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dice_scenes, "SHARD", 5)
        patch.setattr(dice_scenes, "SIDE", 160)
        folder = tmp_path_factory.mktemp("dice")
        for number in range(2):
            dice_scenes.render_shard((number, 1, folder, None))
    return folder


def test_a_shard_holds_pictures_and_what_is_true_of_them(folder: Path) -> None:
    first, second = dice_scenes.dice_shards(folder)
    assert first.images.shape == (5, 160, 160, 3)
    assert not np.array_equal(first.images, second.images)
    dice = np.concatenate([first.dice, second.dice])
    assert set(np.unique(dice["value"]).tolist()) <= set(range(1, 7))
    assert dice["scene"].max() < 5
    assert (dice["in_play"] == (dice["lie"] == dice_scenes.LIES.index(Lie.FLAT))).all()
    assert np.allclose(dice["top"][:, :2], dice["corners"].mean(axis=1))
    assert (dice["top"][:, 2] > 0).all()
    assert (dice["box"][:, 2:] > 0).all()


def test_a_stopped_rendering_goes_on_and_makes_the_same_scenes(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = dice_scenes.data_hash(folder)
    dice_scenes.render_shard((0, 1, folder, None))
    assert dice_scenes.data_hash(folder) == before
    monkeypatch.setattr(dice_scenes, "SHARD", 5)
    monkeypatch.setattr(dice_scenes, "SIDE", 160)
    again = dice_scenes.render_shard((1, 1, tmp_path, None))
    assert again.read_bytes() == (folder / again.name).read_bytes()
