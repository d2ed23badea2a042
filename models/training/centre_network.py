"""The network behind every finder: a heat of centres for each class, and at each centre what tells the pose."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import click
import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from models.training.course import Course
from models.training.export import described, export
from models.training.learning import learn

RATE, RATE_ON = 2e-3, 1.2e-3
"""The highest learning rate from the start, and when going on from earlier weights."""
GRADIENT = 5.0
"""A longer gradient is cut to this: a scene full of pieces that are missed must not throw the weights about."""


class Block(nn.Module):
    """Two 3x3 convolutions around which the input is passed on."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(width, width, 3, padding=1, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(),
            nn.Conv2d(width, width, 3, padding=1, bias=False),
            nn.BatchNorm2d(width),
        )

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.body(x))


def down(width_in: int, width_out: int) -> nn.Sequential:
    """Halves the picture."""
    return nn.Sequential(
        nn.Conv2d(width_in, width_out, 3, stride=2, padding=1, bias=False), nn.BatchNorm2d(width_out), nn.ReLU()
    )


def across(width_in: int, width_out: int) -> nn.Sequential:
    """Changes the number of channels."""
    return nn.Sequential(nn.Conv2d(width_in, width_out, 1, bias=False), nn.BatchNorm2d(width_out))


def grow(x: Tensor) -> Tensor:
    """Doubles the picture."""
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")


class CentreNetwork(nn.Module):
    """A small U-shaped network: three floors at strides 4, 8 and 16, and one head at stride 4.

    Takes (N, H, W, 3) uint8 BGR; gives (N, heats + values, H / 4, W / 4): heat logits, then values.

    Args:
        heats: how many classes of centres there are.
        values: how many numbers tell the pose of a piece.
    """

    def __init__(self, heats: int, values: int) -> None:
        super().__init__()
        self.heats = heats
        self.stem = nn.Sequential(down(3, 16), down(16, 24))
        self.eighth = nn.Sequential(down(24, 40), Block(40), Block(40))
        self.sixteenth = nn.Sequential(down(40, 64), Block(64), Block(64))
        self.from_sixteenth, self.at_eighth = across(64, 40), Block(40)
        self.from_eighth, self.at_fourth = across(40, 24), Block(24)
        self.head = nn.Conv2d(24, heats + values, 1)
        # Nearly every cell is no centre: start there, or the first steps go into learning just that.
        bias = torch.zeros(heats + values)
        bias[:heats] = -4.0
        self.head.bias = nn.Parameter(bias)

    def forward(self, images: Tensor) -> Tensor:
        x = (images.permute(0, 3, 1, 2).float() - 127.5) / 64
        fourth = self.stem(x)
        eighth = self.eighth(fourth)
        sixteenth = self.sixteenth(eighth)
        eighth = self.at_eighth(functional.relu(eighth + grow(self.from_sixteenth(sixteenth))))
        fourth = self.at_fourth(functional.relu(fourth + grow(self.from_eighth(eighth))))
        return self.head(fourth)


class PeaksNetwork(nn.Module):
    """A finder as it is shipped: heats are probabilities, and zero wherever a neighbour is hotter."""

    def __init__(self, network: CentreNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(self, images: Tensor) -> Tensor:
        maps = self.network(images)
        heat = torch.sigmoid(maps[:, : self.network.heats])
        hottest = heat.amax(dim=1, keepdim=True)
        peak = (functional.max_pool2d(hottest, 3, stride=1, padding=1) == hottest).float()
        return torch.cat([heat * peak, maps[:, self.network.heats :]], dim=1)


def heat_loss(logits: Tensor, heat: Tensor, asked: Tensor) -> Tensor:
    """The focal loss of heats (Zhou et al., Objects as Points, 2019), a mean over the centres.

    Args:
        logits: (N, heats, h, w).
        heat: the same shape: what is wanted, one at a centre and falling off around it.
        asked: (N, h, w): zero where nothing is asked.
    """
    logits = logits.float()
    centre = (heat == 1).float()
    chance = torch.sigmoid(logits)
    hit = functional.logsigmoid(logits) * (1 - chance) ** 2 * centre
    miss = functional.logsigmoid(-logits) * chance**2 * (1 - heat) ** 4 * (1 - centre)
    return -((hit + miss) * asked[:, None]).sum() / centre.sum().clamp(min=1)


def values_loss(values: Tensor, wanted: Tensor, asked: Tensor, importance: Tensor) -> Tensor:
    """The absolute errors of the values, each a mean over where it is asked for, weighted and added up.

    Args:
        values: (N, values, h, w).
        wanted: the same shape.
        asked: (N, 1 or values, h, w): how much each place counts, zero where a value is not known.
        importance: (values,), of each value.
    """
    asked = asked.expand_as(wanted)
    errors = ((values.float() - wanted).abs() * asked).sum(dim=(0, 2, 3)) / asked.sum(dim=(0, 2, 3)).clamp(min=1)
    return (errors * importance).sum()


class Examples(torch.utils.data.IterableDataset[tuple[Tensor, ...]]):
    """Pictures with what is wanted of them, drawn at random without end.

    Args:
        draw: makes one from a source of chance.
        seed: of that source; every worker has its own.
    """

    def __init__(self, draw: Callable[[np.random.Generator], tuple[Tensor, ...]], seed: int) -> None:
        self.draw, self.seed = draw, seed

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        worker = torch.utils.data.get_worker_info()
        cv2.setNumThreads(1)
        rng = np.random.default_rng([self.seed, 0 if worker is None else worker.id])
        while True:
            yield self.draw(rng)


def train_finder(
    build: Callable[[], CentreNetwork],
    draw: Callable[[np.random.Generator], tuple[Tensor, ...]],
    loss: Callable[..., tuple[Tensor, Tensor]],
    course: Course,
    *,
    batch: int,
    seed: int,
    start: Path | None = None,
    save: Path | None = None,
    workers: int = 1,
) -> CentreNetwork:
    """Trains a finder along a course, from given weights where there are some.

    Args:
        build: makes the network.
        draw: see `Examples`.
        loss: of the heat and of the values, from the maps and what is wanted.
        course: how long, and how fast.
        batch: pictures to a step.
        seed: of every chance.
        start: the weights to go on from.
        save: where what was reached is kept, now and then.
        workers: processes that make pictures.
    """

    def losses(maps: Tensor, *wanted: Tensor) -> Mapping[str, Tensor]:
        return dict(zip(("heat", "values"), loss(maps, *wanted), strict=True))

    pictures = torch.utils.data.DataLoader(
        Examples(draw, seed), batch_size=batch, num_workers=workers, prefetch_factor=4 if workers else None
    )
    return learn(build, pictures, losses, course, seed=seed, decay=1e-3, gradient=GRADIENT, start=start, save=save)


def ship(
    network: CentreNetwork,
    side: int,
    out: Path,
    *,
    classes: Sequence[str],
    data_hash: str,
    scores: Mapping[str, float],
) -> None:
    """Says how a finder does and writes its ONNX file, for pictures of any size.

    Args:
        network: the finder.
        side: of a picture to try it with, in pixels.
        out: where the file goes.
        classes: what its heats are called.
        data_hash: of what it learned from.
        scores: what was measured.
    """
    click.echo(json.dumps(scores))
    export(
        PeaksNetwork(network),
        torch.zeros((1, side, side, 3), dtype=torch.uint8),
        out,
        outputs=["maps"],
        dynamic=[1, 2],
        metadata=described(classes, data_hash, scores),
    )
