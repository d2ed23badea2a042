"""The trainers of the dice networks run a few steps and ship what they trained."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
import pytest

from tests.models.training.trials import METADATA, WHY, assert_learns, assert_same, is_missing, trained

if is_missing("torch"):
    pytest.skip(WHY, allow_module_level=True)

import torch

from models import dice_finder as finder_model
from models.dice_finder import DiceHits
from models.die_classifier import CROP, KINDS, cut_out, in_crops
from models.training import augmentation, dice_finder, dice_scenes, die_classifier
from models.training.centre_network import PeaksNetwork, train_finder
from models.training.course import Course
from models.training.crops import together
from models.training.dice_photos import DicePhoto
from models.training.die_network import STRIDE, DieNetwork, maps_of
from models.training.export import export

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One small shard of rendered scenes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dice_scenes, "SHARD", 8)
        patch.setattr(dice_scenes, "SIDE", 192)
        patch.setattr(dice_scenes, "DIE_SIZE", (14.0, 40.0))
        folder = tmp_path_factory.mktemp("dice")
        dice_scenes.render_shard((0, 1, folder, None))
    return folder


@pytest.fixture
def photo() -> DicePhoto:
    """A photo, as it were, with two dice."""
    image = np.random.default_rng(5).integers(0, 256, (120, 160, 3), dtype=np.uint8)
    boxes = np.array([[20.0, 30.0, 30.0, 34.0], [80.0, 40.0, 28.0, 28.0]])
    return DicePhoto(image, boxes, np.array([3, 6]), whole=True, held=False)


def test_a_few_steps_lower_the_finders_loss(folder: Path) -> None:
    shard = dice_scenes.dice_shards(folder)[0]
    examples = [dice_finder.example(dice_finder.of_scene(shard, index)) for index in range(4)]
    assert_learns(dice_finder.build, dice_finder.loss, examples)


def test_the_finder_learns_from_renders_and_photos_and_ships_it(
    folder: Path, photo: DicePhoto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dice_finder, "SIDE", 192)
    sets = dice_scenes.dice_shards(folder)
    course = Course(minutes=0, steps=4, highest=1e-3)
    draw, save = partial(dice_finder.drawn, sets, [photo]), tmp_path / "finder.pt"
    network = train_finder(dice_finder.build, draw, dice_finder.loss, course, batch=4, seed=1, save=save, workers=0)
    shipped = PeaksNetwork(network).eval()
    images = torch.from_numpy(np.array(sets[0].images[:2]))
    export(shipped, images[:1], tmp_path / "f.onnx", outputs=["maps"], dynamic=[0, 1, 2], metadata=METADATA)
    assert_same(shipped, tmp_path / "f.onnx", images[:, :112, :96])
    assert {"found", "false_per_die", "overlap"} == dice_finder.measure(network, sets).keys()


def test_targets_give_the_dice_back(folder: Path) -> None:
    shard = dice_scenes.dice_shards(folder)[0]
    asked = 0
    for index in range(len(shard.images)):
        picture = dice_finder.of_scene(shard, index)
        targets = dice_finder.targets_of(picture)
        hits = finder_model.peaks(np.concatenate([targets.heat * (targets.heat == 1), targets.values]), 0.5)
        for box, top, visible in zip(picture.boxes, picture.tops, picture.visible, strict=True):
            if visible > 0.99 and dice_finder.KNOWN[0] < np.sqrt(box[2:].prod()) < dice_finder.KNOWN[1]:
                nearest = np.hypot(*(hits.centres - box[:2] - box[2:] / 2).T).argmin()
                np.testing.assert_allclose(hits.boxes[nearest], box, atol=1e-3)
                np.testing.assert_allclose(hits.tops[nearest], top, atol=1e-3)
                asked += 1
    assert asked > 5


def test_what_lies_where_only_pips_are_labelled_is_not_asked_for(photo: DicePhoto) -> None:
    pips = DicePhoto(photo.image, photo.boxes, photo.values, whole=False, held=False)
    picture = dice_finder.of_photos([pips], np.random.default_rng(1))
    targets = dice_finder.targets_of(picture)
    assert len(picture.boxes) == 0
    assert 0 < targets.asked.mean() < 1


def test_real_dice_keep_their_boxes_wherever_a_photo_is_put(photo: DicePhoto) -> None:
    image = np.zeros_like(photo.image)
    for left, top, width, height in photo.boxes.astype(int):
        image[top : top + height, left : left + width] = 255
    bright = DicePhoto(image, photo.boxes, photo.values, whole=True, held=False)
    picture = dice_finder.of_photos([bright], np.random.default_rng(2))
    lit = 0
    for box, visible in zip(picture.boxes, picture.visible, strict=True):
        if visible > 0.99:
            x, y = np.rint(box[:2] + box[2:] / 2).astype(int)
            assert picture.image[y, x].min() > 200
            lit += 1
    assert lit


def test_the_classifier_learns_and_ships_what_it_learned(folder: Path, photo: DicePhoto, tmp_path: Path) -> None:
    parts = [die_classifier.of_scenes((folder, 0, 1)), die_classifier.of_photos([photo], 1, 2, 1)]
    crops, answers = together(parts)
    assert set(np.unique(answers["kind"])) <= set(range(len(KINDS)))
    assert (answers["value"][answers["kind"] != die_classifier.ROLLED] == die_classifier.NOTHING).all()
    network = trained(DieNetwork, die_classifier, crops, answers)
    shipped = die_classifier.shipped(network).eval()
    images = torch.from_numpy(crops[:5])
    export(shipped, images[:1], tmp_path / "c.onnx", outputs=["chances"], dynamic=[0], metadata=METADATA, compact=True)
    assert_same(shipped, tmp_path / "c.onnx", images)
    assert 0 <= die_classifier.measure(network, crops, answers)["value"] <= 1


def test_no_place_on_a_die_is_taught_as_none() -> None:
    rng = np.random.default_rng(3)
    dice = np.array([[0.0, 0.0, 30.0, 30.0], [40.0, 0.0, 30.0, 34.0]])
    kept = die_classifier.clear_of(np.concatenate([die_classifier.beside(dice, rng) for _ in range(200)]), dice)
    assert len(kept) > 50
    hits = DiceHits(kept, np.zeros((len(kept), 3)), np.zeros(len(kept)))
    far = np.linalg.norm(hits.centres[:, None] - (dice[:, :2] + dice[:, 2:] / 2)[None], axis=2)
    alike = abs(np.log(hits.sides / 30)) < 0.2
    assert far[alike].min() > 15


def test_points_are_followed_into_the_crops() -> None:
    image = np.zeros((200, 240, 3), np.uint8)
    spots = np.array([[100.0, 90.0], [125.0, 110.0]])
    boxes, turns = np.array([[80.0, 70.0, 60.0, 50.0], [95.0, 85.0, 40.0, 46.0]]), np.array([0.4, -1.1])
    for spot in spots:
        image[:] = 0
        image[round(spot[1]) - 1 : round(spot[1]) + 2, round(spot[0]) - 1 : round(spot[0]) + 2] = 255
        there = in_crops(np.repeat(spot[None, None], 2, axis=0), boxes, turns)[:, 0]
        for crop, place in zip(cut_out([image], boxes, turns), there, strict=True):
            bright = np.argwhere(crop[..., 0] > 100)[:, ::-1]
            assert bright.mean(axis=0) == pytest.approx(place, abs=0.6)


@pytest.mark.parametrize("winding", [1, -1])
def test_the_maps_show_the_upper_face_and_its_pips(winding: int) -> None:
    points = np.full((2, die_classifier.POINTS, 2), np.nan, np.float32)
    points[0, :4] = np.array([[12, 20], [44, 12], [52, 44], [20, 52]])[::winding]
    points[0, 4:6] = [[24, 26], [40, 38]]
    top, pips = maps_of(torch.from_numpy(points))[0].numpy()
    assert top.sum() * STRIDE**2 == pytest.approx(32**2 + 8**2, rel=0.05)
    assert top[16, 16] == 1
    assert top[2, 2] == top[30, 4] == 0
    for x, y in points[0, 4:6]:
        cell = round(float(y) / STRIDE - 0.25), round(float(x) / STRIDE - 0.25)
        assert pips[cell] == pytest.approx(1, abs=0.1)
    assert pips[4, 4] < 1e-3
    assert maps_of(torch.from_numpy(points))[1].abs().max() == 0


def test_points_stay_where_they_are_seen_in_a_moved_batch() -> None:
    crops = torch.zeros((64, CROP, CROP, 3), dtype=torch.uint8)
    crops[:, 20:23, 40:43] = 255
    points = torch.tensor([41.0, 21.0]).expand(64, 1, 2)
    motion = augmentation.Motion.random(64, torch.Generator().manual_seed(1), mirrored=True)
    images, after = motion.of_pictures(crops), motion.of_points(points, CROP)
    bright = images[..., 0].float()
    at = torch.arange(CROP, dtype=torch.float32)
    mass = bright.sum(dim=(1, 2))
    seen = torch.stack([(bright.sum(dim=1) * at).sum(dim=1) / mass, (bright.sum(dim=2) * at).sum(dim=1) / mass], dim=1)
    assert (seen - after[:, 0]).abs().max() < 0.5
    mirrored = after[:, 0, 0] < CROP / 2
    assert 0 < mirrored.sum() < 64


def test_a_cover_leaves_the_middle_and_most_crops_as_they_are() -> None:
    crops = torch.arange(64, dtype=torch.uint8).view(64, 1, 1, 1).expand(64, CROP, CROP, 3).contiguous()
    after = augmentation.covered(crops, torch.Generator().manual_seed(1))
    assert (after[:, CROP // 2, CROP // 2] == crops[:, CROP // 2, CROP // 2]).all()
    touched = (after != crops).flatten(1).any(dim=1)
    assert 0 < touched.sum() < 32


def test_veins_show_on_some_crops_and_hide_nothing() -> None:
    crops = torch.full((64, CROP, CROP, 3), 128, dtype=torch.uint8)
    crops[:, 20:40, 20:40] = 220
    after = augmentation.veined(crops, torch.Generator().manual_seed(1))
    touched = (after != crops).flatten(1).any(dim=1)
    assert 8 < touched.sum() < 40
    assert ((after.int() - crops.int()).abs() <= augmentation.FAINTEST * 220 + 1).all()
    assert (after[touched] != crops[touched]).float().mean() < 0.95  # not all over


def test_only_dice_of_unknown_colour_are_recoloured() -> None:
    crops = torch.zeros((64, CROP, CROP, 3), dtype=torch.uint8)
    crops[..., 2] = 200
    colours = torch.arange(64) % 2 - 1
    points = torch.full((64, 1, 2), float("nan"))
    images, _ = die_classifier.changed(crops, points, colours, torch.Generator().manual_seed(1))
    reddest = images.float().mean(dim=(1, 2)).argmax(dim=1) == 2
    assert reddest[colours >= 0].float().mean() > 0.9
    assert reddest[colours < 0].float().mean() < 0.6
