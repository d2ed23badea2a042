"""Trains the network that reads one tile, and writes ``models/tile_classifier.onnx``.

python -m models.training.scenes classifier
python -m models.training.tile_classifier
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click
import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from engine.qwirkle.tile import Colour, Shape
from models import tile_pose
from models.balance import balance
from models.loader import load
from models.pyramid import pyramid
from models.synthesis.scene import Kind
from models.tile_classifier import CLASSES, CROP, KINDS, rectify
from models.tile_finder import CLASSES as FINDER_CLASSES
from models.tile_finder import TileFinder
from models.training import scenes
from models.training.augmentation import relit
from models.training.course import Course
from models.training.crops import (
    ChancesNetwork,
    Crops,
    Prepared,
    convolution,
    gathered,
    said_of,
    ship,
    train_classifier,
)
from models.training.learning import scene_options, trainer_options
from models.training.scenes import data_hash, shards
from models.training.shards import parted

HIDDEN = 0.6
"""A tile of which less than this is visible is not shown."""
VIEWS = 1
"""How often each tile is shown placed at random, besides once as the finder placed it."""
NONE_SHARE = 0.5
"""Crops that are no tile, for each tile of a scene."""
MINED_HEAT = 0.12
"""The finder's peaks above this heat are shown to the classifier: as the tiles that they are, or as none."""
RATE, RATE_ON = 2e-3, 1.5e-3
"""The highest learning rate from the start, and when going on from earlier weights."""
NOTHING = -1
"""A colour or shape that isn't asked for."""
SAMPLE = np.dtype([("kind", "i1"), ("colour", "i1"), ("shape", "i1")])


def misplaced(corners: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
    """Tiles as a finder would place them: shifted, scaled, turned and skewed a little; any corner may come first."""
    poses = tile_pose.encode(corners)
    count = len(poses)
    spread = rng.choice([0.35, 1.0, 1.8], size=(count, 1))
    side = tile_pose.SIZE_UNIT * np.exp(poses[:, 2:3])
    poses[:, :2] += rng.normal(0, 0.035, (count, 2)) * spread * side
    poses[:, 2] += rng.normal(0, 0.05, count) * spread[:, 0]
    turn = np.arctan2(poses[:, 4], poses[:, 3]) + 4 * rng.normal(0, np.radians(3.0), count) * spread[:, 0]
    poses[:, 3], poses[:, 4] = np.cos(turn), np.sin(turn)
    poses[:, 5:] += rng.normal(0, 0.02, (count, 2)) * spread
    quads = tile_pose.decode(poses)
    return np.stack(
        [np.roll(quad, quarter, axis=0) for quad, quarter in zip(quads, rng.integers(0, 4, count), strict=True)]
    )


def elsewhere(corners: NDArray[np.float64], side: int, rng: np.random.Generator, count: int) -> NDArray[np.float64]:
    """Places that are no tile: across two, beside one, in the cell next to one, of the wrong size, or anywhere.

    An empty cell among tiles is framed in black by their bodies, and on a wooden table it looks like an orange square.
    """
    chosen = corners[rng.integers(len(corners), size=count)]
    poses = tile_pose.encode(chosen)
    length = tile_pose.SIZE_UNIT * np.exp(poses[:, 2])
    direction, way = rng.uniform(0, 2 * np.pi, count), rng.integers(0, 5, count)
    across, beside, next_cell, wrong_size, anywhere = (way == kind for kind in range(5))
    shift = np.where(across, rng.uniform(0.45, 0.6, count), np.where(beside, rng.uniform(0.9, 1.6, count), 0.1))
    poses[:, 0] += shift * length * np.cos(direction)
    poses[:, 1] += shift * length * np.sin(direction)
    axis = rng.integers(0, 4, count)
    steps = np.roll(chosen, -1, axis=1)[np.arange(count), axis] - chosen[np.arange(count), axis]
    poses[next_cell, :2] += steps[next_cell]
    poses[wrong_size, 2] += np.log(rng.choice([0.45, 0.55, 1.7, 2.1], int(wrong_size.sum())))
    poses[anywhere, :2] = rng.uniform(0, side, (int(anywhere.sum()), 2))
    turn = rng.uniform(-np.pi, np.pi, count)
    poses[anywhere, 3], poses[anywhere, 4] = np.cos(turn[anywhere]), np.sin(turn[anywhere])
    return tile_pose.decode(poses)


def apart(places: NDArray[np.float64], corners: NDArray[np.float64], hidden: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which places can't be taken for a tile: far enough from every tile of like size, and off face-down ones.

    Face-down tiles packed together have no edges: half-way between two of them looks like one.
    """
    there, tiles = tile_pose.encode(places), tile_pose.encode(corners)
    side = tile_pose.SIZE_UNIT * np.exp(tiles[:, 2])
    far = np.hypot(*(there[:, None, :2] - tiles[None, :, :2]).transpose(2, 0, 1)) / side
    other = abs(there[:, None, 2] - tiles[None, :, 2]) > 0.45
    clear = np.where(hidden[None, :], far > 1.1, (far > 0.4) | other)
    return np.asarray(clear.all(axis=1))


def mined_places(finder: TileFinder, levels: list[NDArray[np.uint8]]) -> NDArray[np.float64]:
    """Where the finder sees tiles, rightly or wrongly, on the picture and on its half: (N, 4, 2) corners."""
    found = []
    for scale, level in enumerate(levels[:2]):
        corners = tile_pose.decode(finder.find(level, MINED_HEAT).poses)
        found.append((corners + 0.5) * 2**scale - 0.5)
    return np.concatenate(found)


def as_found(corners: NDArray[np.float64], mined: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
    """Tiles as the finder really placed them; where it did not find one, as it might have."""
    placed = misplaced(corners, rng)
    if not len(mined):
        return placed
    there, tiles = tile_pose.encode(mined), tile_pose.encode(corners)
    side = tile_pose.SIZE_UNIT * np.exp(tiles[:, 2:3])
    far = np.hypot(*(there[None, :, :2] - tiles[:, None, :2]).transpose(2, 0, 1)) / side
    far += 10 * (abs(there[None, :, 2] - tiles[:, None, 2]) > 0.3)
    best = far.argmin(axis=1)
    found = far[np.arange(len(tiles)), best] < 0.25
    placed[found] = mined[best[found]]
    return placed


def crops_of(task: tuple[Path, int, int]) -> Crops:
    """The crops of one shard and what they show."""
    folder, number, seed = task
    cv2.setNumThreads(1)
    shard = shards(folder)[number]
    finder = TileFinder(load("tile_finder", FINDER_CLASSES, threads=1))
    rng = np.random.default_rng([seed, number])
    pictures: list[NDArray[np.uint8]] = []
    answers: list[tuple[int, int, int]] = []
    for index in range(len(shard.images)):
        tiles = shard.tiles[shard.tiles["scene"] == index]
        if not len(tiles):
            continue
        levels = pyramid(balance(np.array(shard.images[index])))
        shown = tiles[(tiles["visible"] >= HIDDEN) & ~tiles["cut"]]
        mined = mined_places(finder, levels)
        if len(shown):
            corners = shown["corners"]
            views = [*(misplaced(corners, rng) for _ in range(VIEWS)), as_found(corners, mined, rng)]
            pictures.extend(np.concatenate([rectify(levels, view) for view in views]))
            kinds = [KINDS.index(scenes.KINDS[kind].name.lower()) for kind in shown["kind"]]
            answers.extend([*zip(kinds, shown["colour"], shown["shape"], strict=True)] * len(views))
        side = shard.images.shape[1]
        random = elsewhere(tiles["corners"], side, rng, int(np.ceil(NONE_SHARE * len(tiles))) + 2)
        places = np.concatenate([random, mined])
        places = places[apart(places, tiles["corners"], tiles["kind"] == scenes.KINDS.index(Kind.DOWN))]
        pictures.extend(rectify(levels, places))
        answers.extend([(KINDS.index("none"), NOTHING, NOTHING)] * len(places))
    return np.stack(pictures), np.array(answers, dtype=SAMPLE)


def gather(folder: Path, numbers: Sequence[int], seed: int, processes: int) -> Crops:
    """The crops of several shards."""
    return gathered(crops_of, [(folder, number, seed) for number in numbers], processes)


class ClassifierNetwork(nn.Module):
    """Takes (N, 48, 48, 3) uint8 BGR; gives (N, 4 + 7 + 6) logits of kind, colour and shape.

    Colour is read from its own short branch as well: it lies in few pixels and needs no depth.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            convolution(3, 24),
            convolution(24, 32, stride=2),
            convolution(32, 48),
            convolution(48, 64, stride=2),
            convolution(64, 64),
            convolution(64, 80, stride=2),
            convolution(80, 80),
        )
        self.head = nn.Sequential(
            nn.Flatten(), nn.Linear(80 * 9, 96), nn.ReLU(), nn.Dropout(0.2), nn.Linear(96, len(CLASSES))
        )

    def forward(self, images: Tensor) -> Tensor:
        x = (images.permute(0, 3, 1, 2).float() - 127.5) / 64
        return self.head(functional.avg_pool2d(self.body(x), 2))


def shipped(network: nn.Module) -> ChancesNetwork:
    """The classifier as it is shipped: probabilities of kind, colour and shape."""
    return ChancesNetwork(network, (len(KINDS), len(Colour), len(Shape)))


def changed(crops: Tensor, generator: torch.Generator) -> Tensor:
    """A batch, (N, 48, 48, 3) uint8, turned, mirrored and relit at random."""
    quarters = int(torch.randint(4, (1,), generator=generator))
    turned = torch.rot90(crops, quarters, (1, 2))
    return relit(turned.flip(2) if torch.rand(1, generator=generator) < 0.5 else turned, generator)


def losses(logits: Tensor, kind: Tensor, colour: Tensor, shape: Tensor) -> Mapping[str, Tensor]:
    """The cross entropies of kind, and of colour and shape where there is a face."""
    kinds, colours, shapes = logits.float().split((len(KINDS), len(Colour), len(Shape)), dim=1)
    return {
        "kind": functional.cross_entropy(kinds, kind, label_smoothing=0.01),
        "colour": functional.cross_entropy(colours, colour, ignore_index=NOTHING, label_smoothing=0.01),
        "shape": functional.cross_entropy(shapes, shape, ignore_index=NOTHING, label_smoothing=0.01),
    }


def preparing(crops: NDArray[np.uint8], answers: NDArray[np.void]) -> Prepared:
    """Prepares crops and what they show."""

    def prepared(chosen: NDArray[np.int64], generator: torch.Generator) -> list[Tensor]:
        wanted = [torch.from_numpy(answers[name][chosen].astype(np.int64)) for name in ("kind", "colour", "shape")]
        return [changed(torch.from_numpy(crops[chosen]), generator), *wanted]

    return prepared


def measure(network: nn.Module, crops: NDArray[np.uint8], answers: NDArray[np.void]) -> dict[str, float]:
    """The share of held-back crops whose kind, colour, shape and whole name are right."""
    parts = said_of(network, crops).split((len(KINDS), len(Colour), len(Shape)), dim=1)
    kinds, colours, shapes = (part.argmax(dim=1).numpy() for part in parts)
    up = answers["kind"] == KINDS.index("up")
    right_colour, right_shape = colours == answers["colour"], shapes == answers["shape"]
    return {
        "kind": float(np.mean(kinds == answers["kind"])),
        "colour": float(np.mean(right_colour[up])),
        "shape": float(np.mean(right_shape[up])),
        "name": float(np.mean((right_colour & right_shape & (kinds == answers["kind"]))[up])),
        "none_taken_for_a_tile": float(np.mean(kinds[answers["kind"] == KINDS.index("none")] <= 1)),
    }


@click.command()
@trainer_options("tile_classifier", minutes=15.0, batch=256)
@scene_options("classifier")
@click.option("--processes", default=2, show_default=True)
def main(
    minutes: float,
    steps: int | None,
    batch: int,
    seed: int,
    folder: Path,
    held_back: int,
    processes: int,
    start: Path | None,
    out: Path,
) -> None:
    """Train the tile classifier and write the ONNX file."""
    learned, measured = parted(range(len(shards(folder))), held_back, folder, "scenes classifier")
    crops, answers = gather(folder, learned, seed, processes)
    click.echo(f"{len(crops)} crops")
    course = Course(minutes, steps, RATE if start is None else RATE_ON)
    save = folder.parent / "tile_classifier.pt"
    prepared = preparing(crops, answers)
    network = train_classifier(
        ClassifierNetwork, prepared, losses, len(crops), course, batch=batch, seed=seed, start=start, save=save
    )
    scores = measure(network, *gather(folder, measured, seed, processes))
    example = torch.zeros((2, CROP, CROP, 3), dtype=torch.uint8)
    ship(shipped(network), example, out, classes=CLASSES, data_hash=data_hash(folder), scores=scores)


if __name__ == "__main__":
    main()
