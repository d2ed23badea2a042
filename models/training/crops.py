"""What the classifiers of small crops have in common when they learn."""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import click
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional
from tqdm import tqdm

from models.training.course import Course
from models.training.export import described, export
from models.training.learning import Network, learn

Task = TypeVar("Task")
Crops = tuple[NDArray[np.uint8], NDArray[np.void]]
"""Crops, (N, H, W, 3) uint8 BGR, and what each shows, an array of N records."""
Prepared = Callable[[NDArray[np.int64], torch.Generator], Sequence[Tensor]]
"""Gives the crops of these numbers, changed at random, and what is wanted of them."""
AT_ONCE = 512
"""So many crops are looked at in one go when a network is measured."""


def convolution(width_in: int, width_out: int, stride: int = 1) -> nn.Sequential:
    """A 3x3 convolution with its normalisation."""
    return nn.Sequential(
        nn.Conv2d(width_in, width_out, 3, stride=stride, padding=1, bias=False), nn.BatchNorm2d(width_out), nn.ReLU()
    )


class Residual(nn.Module):
    """Two 3x3 convolutions whose outcome is added to what they were given; at first they add nothing.

    A network that has learned goes on as if nothing had changed when one of these is put into it behind a ReLU.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = convolution(width, width)
        norm = nn.BatchNorm2d(width)
        nn.init.zeros_(norm.weight)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, padding=1, bias=False), norm)

    def forward(self, given: Tensor) -> Tensor:
        return functional.relu(given + self.second(self.first(given)))


def batches(count: int, size: int, seed: int) -> Iterator[NDArray[np.int64]]:
    """Indices without end, every crop once an epoch."""
    rng = np.random.default_rng(seed)
    while True:
        order = rng.permutation(count)
        for start in range(0, count - size + 1, size):
            yield order[start : start + size]


def together(parts: Sequence[Crops]) -> Crops:
    """Several sets of crops as one."""
    return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])


def gathered(crops_of: Callable[[Task], Crops], tasks: Sequence[Task], processes: int) -> Crops:
    """The crops of several tasks, in their order, made side by side with a progress bar."""
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        return together(list(tqdm(pool.imap(crops_of, tasks), total=len(tasks), unit="task")))


class ChancesNetwork(nn.Module):
    """A classifier as it is shipped: probabilities, those of each part of its outputs summing to one.

    Args:
        network: gives logits.
        parts: how many outputs each part has.
    """

    def __init__(self, network: nn.Module, parts: Sequence[int]) -> None:
        super().__init__()
        self.network, self.parts = network, tuple(parts)

    def forward(self, images: Tensor) -> Tensor:
        logits = self.network(images)
        return torch.cat([part.softmax(dim=1) for part in logits.split(self.parts, dim=1)], dim=1)


class MapReader(nn.Module):
    """Maps what lies where, from a coarse floor of a network and a fine one, and reads the maps beside the features.

    Takes (N, coarse, h, w) and (N, fine, 2 h, 2 w); gives the maps' logits, (N, maps, 2 h, 2 w), and what it reads from
    them, (N, width * h * w / 4).

    Args:
        coarse: the width of the coarse floor,
        fine: and of the fine one.
        width: of what is made of both.
        maps: how many there are.
    """

    def __init__(self, coarse: int, fine: int, width: int, maps: int) -> None:
        super().__init__()
        self.coarse, self.fine = nn.Conv2d(coarse, width, 1), nn.Conv2d(fine, width, 1)
        self.decoded = nn.Sequential(nn.ReLU(), convolution(width, width))
        self.mapped = nn.Conv2d(width, maps, 1)
        self.read = nn.Sequential(
            convolution(width + maps, width, stride=2), convolution(width, width), nn.AvgPool2d(2), nn.Flatten()
        )

    def forward(self, coarse: Tensor, fine: Tensor) -> tuple[Tensor, Tensor]:
        enlarged = functional.interpolate(self.coarse(coarse), scale_factor=2.0, mode="nearest")
        decoded = self.decoded(enlarged + self.fine(fine))
        maps = self.mapped(decoded)
        return maps, self.read(torch.cat([decoded, maps.sigmoid()], dim=1))


class LogitsAlone(nn.Module):
    """A network that says logits and more, without what it says more: the maps by which it learns are not shipped."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, images: Tensor) -> Tensor:
        logits: Tensor = self.network(images)[0]
        return logits


def train_classifier(
    build: Callable[[], Network],
    prepared: Prepared,
    losses: Callable[..., Mapping[str, Tensor]],
    count: int,
    course: Course,
    *,
    batch: int,
    seed: int,
    start: Path | None = None,
    save: Path | None = None,
) -> Network:
    """Trains a classifier along a course, from given weights where there are some.

    Args:
        build: makes the network.
        prepared: see there.
        losses: from what the network says and what is wanted.
        count: how many crops there are.
        course: how long, and how fast.
        batch: crops to a step.
        seed: of every chance.
        start: the weights to go on from.
        save: where what was reached is kept, now and then.
    """
    generator = torch.Generator().manual_seed(seed)
    lots = (prepared(chosen, generator) for chosen in batches(count, batch, seed))
    return learn(build, lots, losses, course, seed=seed, decay=1e-2, start=start, save=save)


def said_of(network: nn.Module, crops: NDArray[np.uint8]) -> Tensor:
    """What a network says of crops, (N, outputs)."""
    network.eval()
    with torch.no_grad():
        lots = [network(torch.from_numpy(crops[first : first + AT_ONCE])) for first in range(0, len(crops), AT_ONCE)]
    return torch.cat(lots)


def ship(
    shipped: ChancesNetwork,
    example: Tensor,
    out: Path,
    *,
    classes: Sequence[str],
    data_hash: str,
    scores: Mapping[str, object],
) -> None:
    """Says how a classifier does and writes its ONNX file, for any number of crops; the arguments as for finders."""
    click.echo(json.dumps(scores))
    metadata = described(classes, data_hash, scores)
    export(shipped, example, out, outputs=["chances"], dynamic=[0], metadata=metadata, compact=True)
