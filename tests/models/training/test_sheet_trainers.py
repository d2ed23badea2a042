"""The trainers of the score sheets' networks run a few steps and ship what they trained; else as in `test_trainers`."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
import pytest

from tests.models.training.trials import METADATA, WHY, assert_learns, assert_same, is_missing, trained

if is_missing("torch"):
    pytest.skip(WHY, allow_module_level=True)

import torch

from models import mark_classifier as mark_model
from models import sheet_finder as finder_model
from models.training import mark_classifier, sheet_finder, sheet_scenes
from models.training.centre_network import PeaksNetwork, train_finder
from models.training.course import Course
from models.training.crops import Crops
from models.training.export import export

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two small shards of rendered sheets."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sheet_scenes, "SHARD", 5)
        patch.setattr(sheet_scenes, "SIDE", 160)
        patch.setattr(sheet_scenes, "PITCH", (9.0, 13.0))
        folder = tmp_path_factory.mktemp("sheets")
        for number in range(2):
            sheet_scenes.render_shard((number, 1, folder, None))
    return folder


def test_a_stopped_rendering_goes_on_and_makes_the_same_sheets(folder: Path) -> None:
    before = sheet_scenes.data_hash(folder)
    sheet_scenes.render_shard((0, 1, folder, None))
    assert sheet_scenes.data_hash(folder) == before


def test_the_finder_learns_and_ships_what_it_learned(folder: Path, tmp_path: Path) -> None:
    sets = sheet_scenes.shards(folder)
    course = Course(minutes=0, steps=4, highest=1e-3)
    draw, save = partial(sheet_finder.drawn, sets), tmp_path / "finder.pt"
    network = train_finder(sheet_finder.build, draw, sheet_finder.loss, course, batch=4, seed=1, save=save, workers=0)
    shipped = PeaksNetwork(network).eval()
    images = torch.from_numpy(np.array(sets[0].images[:2]))
    export(shipped, images[:1], tmp_path / "f.onnx", outputs=["maps"], dynamic=[0, 1, 2], metadata=METADATA)
    assert_same(shipped, tmp_path / "f.onnx", images[:, :112, :96])
    assert {"found", "false_per_field"} <= sheet_finder.measure(network, sets[:1]).keys()


def test_a_few_steps_lower_the_finders_loss(folder: Path) -> None:
    shard = sheet_scenes.shards(folder)[0]
    examples = [sheet_finder.example(shard, index, None) for index in range(4)]
    assert_learns(sheet_finder.build, sheet_finder.loss, examples)


def test_targets_give_the_fields_back(folder: Path) -> None:
    shard = sheet_scenes.shards(folder)[0]
    seen = 0
    for index in range(5):
        _, heat, values, _, _ = (part.numpy() for part in sheet_finder.example(shard, index, None))
        hits = finder_model.peaks(np.concatenate([heat * (heat == 1), values]), 0.5)
        fields = shard.fields[(shard.fields["scene"] == index) & shard.fields["visible"]]
        for field in fields[fields["kind"] != finder_model.BOX]:
            far = np.linalg.norm(hits.places - field["place"], axis=1)
            best = int(far.argmin())
            assert far[best] < 0.1
            assert hits.axes[best] == pytest.approx(field["axes"], abs=0.1)
            seen += 1
    assert seen > 20


def test_a_quarter_turn_keeps_fields_where_they_are() -> None:
    image = np.zeros((40, 40, 3), np.uint8)
    image[5, 30] = 255
    places, axes = np.array([[30.0, 5.0]]), np.array([[[3.0, 0.0], [0.0, 4.0]]])
    turned, there, ways = sheet_finder.turned(image, places, axes, 1)
    col, row = there[0].astype(int)
    assert turned[row, col].tolist() == [255, 255, 255]
    assert ways[0].tolist() == [[0.0, -3.0], [4.0, 0.0]]


def test_a_window_keeps_fields_where_they_are() -> None:
    image = np.zeros((300, 300, 3), np.uint8)
    image[200, 120] = 255
    part, there = sheet_finder.window(image, np.array([[120.0, 200.0]]), np.random.default_rng(0))
    col, row = there[0].astype(int)
    assert part.shape == (sheet_finder.WINDOW, sheet_finder.WINDOW, 3)
    assert part[row, col].tolist() == [255, 255, 255]


@pytest.fixture(scope="module")
def fields() -> Crops:
    """The crops of a few rendered sheets' fields."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mark_classifier, "SHARD", 4)
        patch.setattr(mark_classifier, "SIDE", 320)
        patch.setattr(mark_classifier, "PITCH", (15.0, 18.0))
        return mark_classifier.crops_of((0, 1, None))


def test_the_classifier_learns_and_ships_what_it_learned(fields: Crops, tmp_path: Path) -> None:
    crops, samples = fields
    assert len(crops) == len(samples) > 20
    assert set(np.unique(samples["state"])) <= set(range(len(mark_model.STATES)))
    assert samples["number"].max() < len(mark_model.NUMBERS)
    network = trained(mark_classifier.MarkNetwork, mark_classifier, crops, samples)
    shipped = mark_classifier.shipped(network).eval()
    images = torch.from_numpy(crops[:5])
    export(shipped, images[:1], tmp_path / "c.onnx", outputs=["chances"], dynamic=[0], metadata=METADATA, compact=True)
    assert_same(shipped, tmp_path / "c.onnx", images)
    assert 0 <= mark_classifier.measure(network, crops, samples)["clear_right"] <= 1


def test_ink_is_told_where_marks_are_drawn(fields: Crops) -> None:
    crops, samples = fields
    told = samples[samples["inked"]]
    marked, empty = (
        told["ink"][told["state"] == state].astype(float) for state in (mark_model.MARKED, mark_model.EMPTY)
    )
    assert len(marked)
    assert len(empty)
    assert (marked.max(axis=(1, 2)) > 40).all()
    assert marked.mean() > 5 * empty.mean()
    # Where ink lies the picture is darker than its like from another row, which has the same print.
    dark = samples["inked"] & (samples["state"] == mark_model.MARKED)
    left, right = (part.mean(axis=3) for part in np.split(crops[dark].astype(float), 2, axis=2))
    ink = samples["ink"][dark].repeat(mark_classifier.INK_STRIDE, axis=1).repeat(mark_classifier.INK_STRIDE, axis=2)
    assert (right - left)[ink > 100].mean() > (right - left)[ink == 0].mean() + 10


def test_shadows_only_darken_and_leave_some_crops_alone() -> None:
    crops = torch.full((64, mark_model.CROP, mark_model.CROP, 3), 200, dtype=torch.uint8)
    shaded = mark_classifier.shaded(crops, torch.Generator().manual_seed(1))
    assert shaded.max() <= 200
    darkest = shaded.amin(dim=(1, 2, 3))
    assert (darkest == 200).any()
    assert (darkest < 150).any()


def test_both_pictures_of_a_pair_and_its_ink_are_moved_alike() -> None:
    side, ink_side = mark_model.CROP, mark_classifier.INK_CELLS
    crops = torch.zeros((64, side, 2 * side, 3), dtype=torch.uint8)
    crops[:, 10:14, 28:32] = crops[:, 10:14, side + 28 : side + 32] = 255
    ink = torch.zeros((64, ink_side, ink_side))
    ink[:, 5:7, 14:16] = 1
    images, moved = mark_classifier.changed(crops, ink, torch.Generator().manual_seed(1))
    left, right = (picture.float().mean(dim=3) - 100 for picture in images.split(side, dim=2))
    here, there, inked = (middle(one.clamp(min=0)) / one.shape[1] for one in (left, right, moved))
    seen = (left.amax(dim=(1, 2)) > 50) & (right.amax(dim=(1, 2)) > 50)
    assert seen.sum() > 32
    assert (here - inked)[seen].abs().median() < 0.03
    assert (there - inked)[seen].abs().median() < 0.03
    assert inked.std(dim=0).min() > 0.01


def middle(weights: torch.Tensor) -> torch.Tensor:
    """(N, 2) the middles of weights, (N, S, S), across and down."""
    at = torch.arange(weights.shape[1], dtype=torch.float32) + 0.5
    mass = weights.sum(dim=(1, 2)).clamp(min=1e-6)
    return (
        torch.stack([(weights.sum(dim=1) * at).sum(dim=1), (weights.sum(dim=2) * at).sum(dim=1)], dim=1) / mass[:, None]
    )
