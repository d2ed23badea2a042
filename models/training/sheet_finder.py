"""Trains the network that finds the fields of score sheets, and writes ``models/sheet_finder.onnx``.

python -m models.training.sheet_scenes
python -m models.training.sheet_finder
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

from models import sheet_finder
from models.balance import balance
from models.heat import STRIDE
from models.sheet_finder import AXIS_UNIT, BOX, CLASSES, KINDS, LOCK, VALUES
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
from models.training.shards import parted
from models.training.sheet_scenes import Shard, data_hash, shards
from models.training.targets import around

FLATTEST = 1.0
"""A field whose half axes span fewer square pixels than this is seen from its edge."""
VALUE_HEAT = 0.45
"""The values are learned at the places whose heat is above this, so that a peak one place off still gives them."""
BOX_SHARE = 0.5
"""The boxes for penalties stand so many pitches apart."""
PARTED = 9.0
"""Boxes nearer to each other than this, in pixels, are not asked for: their peaks run into one."""
WINDOW = 256
"""Pixels a side of the part of a scene that is shown at once: most of a scene is bare table."""
AT_SHEETS = 0.85
"""The share of these parts that lie around a field."""
RARE = 4.0
"""Locks and boxes count so much more than cells, of which there are ten times as many."""
IMPORTANCE = torch.tensor([1.0, 1.0, 1.0, 1.0, 1.0, 1.0])
"""Of the values in the loss."""


class Targets:
    """What the network should say of one picture.

    Args:
        side: of the picture, in pixels.
    """

    def __init__(self, side: int) -> None:
        self.cells = side // STRIDE
        self.heat = np.zeros((len(KINDS), self.cells, self.cells), dtype=np.float32)
        self.values = np.zeros((VALUES, self.cells, self.cells), dtype=np.float32)
        self.nearest = np.zeros((self.cells, self.cells), dtype=np.float32)
        self.asked = np.ones((self.cells, self.cells), dtype=np.float32)

    def add(self, kind: int, place: NDArray[np.float64], axes: NDArray[np.float64], visible: bool) -> None:
        """Adds a field: a heat that falls off in units of the sheet's axes."""
        share = BOX_SHARE if kind == BOX else 1.0
        a, b = axes * share / 2
        if a[0] * b[1] - a[1] * b[0] < FLATTEST or (near := around(place, a, b, self.cells)) is None:
            return
        rows, cols = near.rows, near.cols
        if not visible or (kind == BOX and 2 * np.hypot(*a) < PARTED):
            self.asked[rows, cols][near.within] = 0.0
            return
        if kind in (LOCK, BOX):
            self.asked[rows, cols][near.within] *= RARE
        channel = self.heat[kind, rows, cols]
        np.maximum(channel, near.heat, out=channel)
        mine = near.heat > self.nearest[rows, cols]
        self.nearest[rows, cols][mine] = near.heat[mine]
        window = self.values[:, rows, cols]
        window[0][mine], window[1][mine] = -near.dx[mine] / STRIDE, -near.dy[mine] / STRIDE
        window[2:, mine] = (axes.ravel() / AXIS_UNIT)[:, None]


def drawn(sets: Sequence[Shard], rng: np.random.Generator) -> tuple[Tensor, ...]:
    """A part of a scene at random: turned, its light changed a little, and balanced."""
    shard = sets[int(rng.integers(len(sets)))]
    return example(shard, int(rng.integers(len(shard.images))), rng)


def example(shard: Shard, index: int, rng: np.random.Generator | None) -> tuple[Tensor, ...]:
    """One picture and its targets: image, heat, values, nearest, asked; changed at random where ``rng`` is given."""
    image = np.array(shard.images[index])
    fields = shard.fields[shard.fields["scene"] == index]
    places, axes = fields["place"].astype(np.float64), fields["axes"].astype(np.float64)
    if rng is not None:
        image, places, axes = turned(image, places, axes, int(rng.integers(4)))
        image = relit(image, rng)
    image = balance(image)
    if rng is not None:
        image, places = window(image, places, rng)
    targets = Targets(image.shape[0])
    for field, place, both in zip(fields, places, axes, strict=True):
        targets.add(int(field["kind"]), place, both, bool(field["visible"]))
    return tuple(map(torch.from_numpy, (image, targets.heat, targets.values, targets.nearest, targets.asked)))


def window(
    image: NDArray[np.uint8], places: NDArray[np.float64], rng: np.random.Generator
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """A square part of a picture, mostly around one of the places, and the places in it."""
    side = min(WINDOW, image.shape[0])
    middle = rng.uniform(0, image.shape[0], 2)
    if len(places) and rng.random() < AT_SHEETS:
        middle = places[rng.integers(len(places))] + rng.uniform(-0.4, 0.4, 2) * side
    left, top = np.clip(middle - side / 2, 0, image.shape[0] - side).astype(int)
    return np.ascontiguousarray(image[top : top + side, left : left + side]), places - [left, top]


def turned(
    image: NDArray[np.uint8], places: NDArray[np.float64], axes: NDArray[np.float64], quarters: int
) -> tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.float64]]:
    """A square picture, its places and axes after quarter turns; never mirrored, for no sheet is."""
    last = image.shape[0] - 1
    for _ in range(quarters):
        image = np.rot90(image)
        places = np.stack([places[..., 1], last - places[..., 0]], axis=-1)
        axes = np.stack([axes[..., 1], -axes[..., 0]], axis=-1)
    return np.ascontiguousarray(image), places, axes


build = partial(CentreNetwork, len(KINDS), VALUES)
"""Makes the network."""


def loss(maps: Tensor, heat: Tensor, values: Tensor, nearest: Tensor, asked: Tensor) -> tuple[Tensor, Tensor]:
    """The loss of the heat, and that of the values."""
    weight = (nearest * (nearest > VALUE_HEAT) * asked).unsqueeze(1)
    kinds = len(KINDS)
    return heat_loss(maps[:, :kinds], heat, asked), values_loss(maps[:, kinds:], values, weight, IMPORTANCE)


def measure(network: CentreNetwork, sets: Sequence[Shard], threshold: float = 0.3) -> dict[str, float]:
    """Found, misnamed and false fields, and how far off they are, on held-back scenes; in pitches of their sheet.

    Only fields of sheets whose cells are at least 9 pixels apart count, and boxes that the network is asked for.
    """
    shipped = PeaksNetwork(network).eval()
    asked = found = wrong = false = 0
    errors: list[float] = []
    for shard in sets:
        for index in range(len(shard.images)):
            with torch.no_grad():
                maps = shipped(torch.from_numpy(balance(np.array(shard.images[index])))[None])[0].numpy()
            hits = sheet_finder.peaks(maps, threshold)
            fields = shard.fields[shard.fields["scene"] == index]
            free = np.ones(len(hits), dtype=bool)
            for field in fields:
                pitch = float(np.linalg.norm(field["axes"][0]))
                step = pitch * (BOX_SHARE if field["kind"] == BOX else 1.0)
                far = np.linalg.norm(hits.places - field["place"], axis=1) / pitch
                near = np.flatnonzero((far < 0.4 * step / pitch) & free)
                free[near] = False
                if not field["visible"] or step < PARTED:
                    continue
                asked += 1
                if len(near):
                    best = near[np.argmin(far[near])]
                    found += 1
                    wrong += int(hits.kinds[best]) != int(field["kind"])
                    errors.append(float(far[best]))
            false += int(free.sum())
    return {
        "found": found / max(asked, 1),
        "wrong_kind": wrong / max(found, 1),
        "false_per_field": false / max(asked, 1),
        "place_error": float(np.median(errors)) if errors else float("nan"),
        "place_error_95": float(np.quantile(errors, 0.95)) if errors else float("nan"),
    }


@click.command()
@trainer_options("sheet_finder", minutes=15.0, batch=8)
@scene_options("sheets", held_back=2)
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
    """Train the sheet finder and write the ONNX file."""
    learned, measured = parted(shards(folder), held_back, folder, "sheet_scenes")
    course = Course(minutes, steps, RATE if start is None else RATE_ON)
    save = folder.parent / "sheet_finder.pt"
    draw = partial(drawn, learned)
    network = train_finder(build, draw, loss, course, batch=batch, seed=seed, start=start, save=save)
    scores = measure(network, measured)
    side = learned[0].images.shape[1]
    ship(network, side, out, classes=CLASSES, data_hash=data_hash(folder), scores=scores)


if __name__ == "__main__":
    main()
