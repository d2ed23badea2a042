"""Trains the network that finds where tiles lie, and writes ``models/tile_finder.onnx``.

python -m models.training.scenes finder
python -m models.training.tile_finder
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from models import tile_finder, tile_pose
from models.balance import balance
from models.heat import STRIDE
from models.synthesis.scene import Kind
from models.tile_finder import CLASSES
from models.training.centre_network import (
    RATE,
    RATE_ON,
    CentreNetwork,
    PeaksNetwork,
    heat_loss,
    ship,
    train_finder,
    values_loss,
)
from models.training.course import Course
from models.training.learning import scene_options, trainer_options
from models.training.light import relit
from models.training.scenes import KINDS, Shard, data_hash, shards
from models.training.shards import parted
from models.training.targets import around

POSE_HEAT = 0.45
"""The pose is learned at the cells whose heat is above this, so that a peak one cell off still gives the pose."""
HIDDEN = 0.5
"""A tile of which less than this is visible is neither asked for nor punished."""
POSE_WEIGHTS = torch.tensor([1.0, 1.0, 2.0, 1.0, 1.0, 1.5, 1.5])
"""Of the pose's parts in the loss: size and skew decide whether a crop fits."""


class Targets:
    """What the network should say of one picture.

    Args:
        side: of the picture, in pixels.
    """

    def __init__(self, side: int) -> None:
        self.cells = side // STRIDE
        self.heat = np.zeros((len(CLASSES), self.cells, self.cells), dtype=np.float32)
        self.pose = np.zeros((tile_pose.PARAMETERS, self.cells, self.cells), dtype=np.float32)
        self.nearest = np.zeros((self.cells, self.cells), dtype=np.float32)
        self.asked = np.ones((self.cells, self.cells), dtype=np.float32)

    def add(self, corners: NDArray[np.float64], kind: Kind, visible: float) -> None:
        """Adds a tile: a heat that falls off in units of its own sides, so that neighbours stay apart at every tilt."""
        pose = tile_pose.encode(corners[None])[0]
        a = (corners[1] + corners[2] - corners[0] - corners[3]) / 4
        b = (corners[2] + corners[3] - corners[0] - corners[1]) / 4
        near = around(pose[:2], a, b, self.cells)
        if near is None:
            return
        rows, cols = near.rows, near.cols
        if kind is Kind.LETTER:
            return
        if visible < HIDDEN:
            self.asked[rows, cols][near.within] = 0.0
            return
        channel = self.heat[CLASSES.index(kind.name.lower()), rows, cols]
        np.maximum(channel, near.heat, out=channel)
        mine = near.heat > self.nearest[rows, cols]
        self.nearest[rows, cols][mine] = near.heat[mine]
        window = self.pose[:, rows, cols]
        window[0][mine], window[1][mine] = -near.dx[mine] / STRIDE, -near.dy[mine] / STRIDE
        window[2:, mine] = pose[2:, None]


def drawn(sets: Sequence[Shard], rng: np.random.Generator) -> tuple[Tensor, ...]:
    """A scene at random: turned, perhaps mirrored, its light changed a little, and balanced."""
    shard = sets[int(rng.integers(len(sets)))]
    return example(shard, int(rng.integers(len(shard.images))), rng)


def example(shard: Shard, index: int, rng: np.random.Generator | None) -> tuple[Tensor, ...]:
    """One picture and its targets: image, heat, pose, nearest, asked; changed at random where ``rng`` is given."""
    image = np.array(shard.images[index])
    tiles = shard.tiles[shard.tiles["scene"] == index]
    corners = tiles["corners"]
    if rng is not None:
        image, corners = turned(image, corners, int(rng.integers(4)), bool(rng.integers(2)))
        image = relit(image, rng)
    image = balance(image)
    targets = Targets(image.shape[0])
    for tile, quad in zip(tiles, corners, strict=True):
        targets.add(quad, KINDS[tile["kind"]], float(tile["visible"]))
    return tuple(map(torch.from_numpy, (image, targets.heat, targets.pose, targets.nearest, targets.asked)))


def turned(
    image: NDArray[np.uint8], corners: NDArray[np.float64], quarters: int, mirrored: bool
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """A square picture and its corners after quarter turns, and perhaps in a mirror; corners stay clockwise."""
    last = image.shape[0] - 1
    for _ in range(quarters):
        image = np.rot90(image)
        corners = np.stack([corners[..., 1], last - corners[..., 0]], axis=-1)
    if mirrored:
        image = image[:, ::-1]
        corners = np.stack([last - corners[..., 0], corners[..., 1]], axis=-1)[:, ::-1]
    return np.ascontiguousarray(image), corners


build = partial(CentreNetwork, len(CLASSES), tile_pose.PARAMETERS)
"""Makes the network."""


def loss(maps: Tensor, heat: Tensor, pose: Tensor, nearest: Tensor, asked: Tensor) -> tuple[Tensor, Tensor]:
    """The losses of the heat and of the pose."""
    weight = (nearest * (nearest > POSE_HEAT)).unsqueeze(1)
    heats = len(CLASSES)
    return heat_loss(maps[:, :heats], heat, asked), values_loss(maps[:, heats:], pose, weight, POSE_WEIGHTS)


def measure(network: CentreNetwork, sets: Sequence[Shard], threshold: float = 0.4) -> dict[str, float]:
    """Found and false tiles and the median error of the corners in sides, on held-back scenes."""
    shipped = PeaksNetwork(network).eval()
    asked = found = false = 0
    errors: list[float] = []
    for shard in sets:
        for index in range(len(shard.images)):
            image = balance(np.array(shard.images[index]))
            with torch.no_grad():
                maps = shipped(torch.from_numpy(image)[None])[0].numpy()
            hits = tile_finder.peaks(maps, threshold)
            tiles = shard.tiles[shard.tiles["scene"] == index]
            tiles = tiles[tiles["kind"] != KINDS.index(Kind.LETTER)]
            free = np.ones(len(hits.poses), dtype=bool)
            for tile in tiles:
                pose = tile_pose.encode(tile["corners"][None])[0]
                side = tile_pose.SIZE_UNIT * np.exp(pose[2])
                far = np.hypot(*(hits.poses[:, :2] - pose[:2]).T) / side if len(hits.poses) else np.empty(0)
                near = np.flatnonzero((far < 0.4) & free)
                if tile["visible"] >= 0.8:
                    asked += 1
                    found += bool(len(near))
                if len(near):
                    best = near[np.argmin(far[near])]
                    free[best] = False
                    if tile["visible"] >= 0.8:
                        quad = tile_pose.decode(hits.poses[best : best + 1])[0]
                        errors.append(
                            min(
                                np.linalg.norm(np.roll(quad, turn, axis=0) - tile["corners"], axis=1).mean() / side
                                for turn in range(4)
                            )
                        )
            false += int(free.sum())
    return {
        "found": found / max(asked, 1),
        "false_per_tile": false / max(asked, 1),
        "corner_error": float(np.median(errors)) if errors else float("nan"),
        "corner_error_95": float(np.quantile(errors, 0.95)) if errors else float("nan"),
    }


@click.command()
@trainer_options("tile_finder", minutes=30.0, batch=16)
@scene_options("finder")
def main(
    minutes: float,
    steps: int | None,
    batch: int,
    seed: int,
    folder: Path,
    held_back: int,
    start: Path | None,
    out: Path,
) -> None:
    """Train the tile finder and write the ONNX file."""
    learned, measured = parted(shards(folder), held_back, folder, "scenes finder")
    course = Course(minutes, steps, RATE if start is None else RATE_ON)
    save = folder.parent / "tile_finder.pt"
    draw = partial(drawn, learned)
    network = train_finder(build, draw, loss, course, batch=batch, seed=seed, start=start, save=save)
    scores = measure(network, measured)
    side = learned[0].images.shape[1]
    ship(network, side, out, classes=CLASSES, data_hash=data_hash(folder), scores=scores)


if __name__ == "__main__":
    main()
