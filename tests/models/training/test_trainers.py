"""Each trainer runs a few steps and ships what it trained; without the extra ``train`` these tests are skipped."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
import pytest

from tests.models.training.trials import METADATA, WHY, assert_learns, assert_same, is_missing, trained

if is_missing("torch"):
    pytest.skip(WHY, allow_module_level=True)

import torch

from models import tile_classifier as classifier_model
from models import tile_finder as finder_model
from models.training import scenes, tile_classifier, tile_finder
from models.training.centre_network import PeaksNetwork, train_finder
from models.training.course import Course
from models.training.export import export

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two small shards of rendered scenes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scenes, "SHARD", 6)
        patch.setitem(scenes.SETS, "finder", scenes.SceneSet(128, (12.0, 30.0)))
        folder = tmp_path_factory.mktemp("scenes")
        for number in range(2):
            scenes.render_shard(("finder", number, 1, folder, None))
    return folder


def test_a_stopped_rendering_goes_on_and_makes_the_same_scenes(folder: Path, tmp_path: Path) -> None:
    before = scenes.data_hash(folder)
    scenes.render_shard(("finder", 0, 1, folder, None))
    assert scenes.data_hash(folder) == before


def test_the_finder_learns_and_ships_what_it_learned(folder: Path, tmp_path: Path) -> None:
    sets = scenes.shards(folder)
    course = Course(minutes=0, steps=6, highest=1e-3)
    draw, save = partial(tile_finder.drawn, sets), tmp_path / "finder.pt"
    network = train_finder(tile_finder.build, draw, tile_finder.loss, course, batch=4, seed=1, save=save, workers=0)
    shipped = PeaksNetwork(network).eval()
    images = torch.from_numpy(np.array(sets[0].images[:2]))
    export(shipped, images[:1], tmp_path / "f.onnx", outputs=["maps"], dynamic=[0, 1, 2], metadata=METADATA)
    assert_same(shipped, tmp_path / "f.onnx", images[:, :112, :96])
    assert {"found", "false_per_tile"} <= tile_finder.measure(network, sets[:1]).keys()


def test_a_few_steps_lower_the_finders_loss(folder: Path, tmp_path: Path) -> None:
    shard = scenes.shards(folder)[0]
    examples = [tile_finder.example(shard, index, None) for index in range(4)]
    assert_learns(tile_finder.build, tile_finder.loss, examples)


def test_targets_give_the_tiles_back(folder: Path) -> None:
    shard = scenes.shards(folder)[0]
    _, heat, pose, _, _ = (part.numpy() for part in tile_finder.example(shard, 0, None))
    peaks = heat * (heat == 1)
    hits = finder_model.peaks(np.concatenate([peaks, pose]), 0.5)
    tiles = shard.tiles[(shard.tiles["scene"] == 0) & (shard.tiles["visible"] > 0.99) & (shard.tiles["kind"] < 2)]
    assert len(tiles)
    for tile in tiles:
        middle = tile["corners"].mean(axis=0)
        assert np.hypot(*(hits.poses[:, :2] - middle).T).min() < 0.1


def test_the_classifier_learns_and_ships_what_it_learned(folder: Path, tmp_path: Path) -> None:
    crops, answers = tile_classifier.crops_of((folder, 0, 1))
    assert len(crops) == len(answers)
    assert set(np.unique(answers["kind"])) <= set(range(len(classifier_model.KINDS)))
    network = trained(tile_classifier.ClassifierNetwork, tile_classifier, crops, answers)
    shipped = tile_classifier.shipped(network).eval()
    images = torch.from_numpy(crops[:5])
    export(shipped, images[:1], tmp_path / "c.onnx", outputs=["chances"], dynamic=[0], metadata=METADATA, compact=True)
    assert_same(shipped, tmp_path / "c.onnx", images)
    assert 0 <= tile_classifier.measure(network, crops, answers)["name"] <= 1


def test_no_place_that_shows_a_tile_is_taught_as_none() -> None:
    rng = np.random.default_rng(3)
    tiles = np.array([[[0, 0], [20, 0], [20, 20], [0, 20]], [[20, 0], [40, 0], [40, 20], [20, 20]]], dtype=np.float64)
    places = tile_classifier.elsewhere(tiles, 60, rng, 500)
    kept = places[tile_classifier.apart(places, tiles, np.array([False, False]))]
    centres = kept.mean(axis=1)[:, None] - tiles.mean(axis=1)[None]
    same_size = abs(np.linalg.norm(kept[:, 1] - kept[:, 0], axis=1) / 20 - 1) < 0.3
    assert len(kept) > 100
    assert np.hypot(centres[..., 0], centres[..., 1]).min(axis=1)[same_size].min() > 0.4 * 20 - 1e-6
