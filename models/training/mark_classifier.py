"""Trains the network that judges one field of a score sheet, and writes ``models/mark_classifier.onnx``.

    python -m models.training.mark_classifier

The sheets are rendered on the way and only the crops of their fields kept; ``--crops`` keeps those for another run.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path

import click
import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from engine.qwixx.sheet import RISING, Row
from models.balance import balance
from models.mark_classifier import BOX_SPAN, CLASSES, CROP, DOUBT, NUMBERS, SPAN, STATES, cut_out, outlines
from models.pyramid import pyramid
from models.synthesis.pens import Mark
from models.synthesis.random_table import TableRanges
from models.synthesis.score_sheet import COLUMNS, Edition
from models.synthesis.sheet_scene import RenderedSheet, SheetRanges, random_sheet_scene
from models.training.course import Course
from models.training.crops import ChancesNetwork, Crops, convolution, gathered, relit, ship, train_classifier
from models.training.learning import trainer_options
from models.training.scenes import backgrounds

SIDE = 480
PITCH = (14.0, 64.0)
"""Pixels from cell to cell: fewer show no mark, and larger ones are shrunk before they are judged."""
CONTRAST = 0.2
"""Marks that darken the paper by less than this can hardly be seen by anybody, and teach nothing."""
SHARD = 20
"""Scenes to one task."""
KEPT = 40
"""So many fields of a sheet are kept, unclear ones, locks and boxes first: its others are hardly different."""
RATE, RATE_ON = 2e-3, 1.2e-3
"""The highest learning rate from the start, and when going on from earlier weights."""
NOT_ASKED = -1
"""A number that isn't asked for, because the mark hides it."""
RANGES = SheetRanges(
    editions=((Edition.STANDARD, 0.85), (Edition.MIXED_NUMBERS, 0.15)),
    counts=(0.0, 0.6, 0.4),
    forms=0.0,
    doubts=0.7,
    table=TableRanges(steep=0.4, oblique=0.25, oblique_tilt=(40.0, 60.0), dim=0.05, shaken=0.05),
)
SAMPLE = np.dtype([("state", "i1"), ("number", "i1")])


def beside(row: int) -> int:
    """The row with the same numbers: red beside yellow, green beside blue."""
    return row ^ 1


def misplaced(
    places: NDArray[np.float64], axes: NDArray[np.float64], rng: np.random.Generator
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Fields as the fitted sheet would place them: all moved, turned and scaled alike, and each a little by itself."""
    count = len(places)
    spread = rng.choice([0.4, 1.0, 1.7])
    shift = rng.normal(0, 0.035 * spread, 2) + rng.normal(0, 0.025 * spread, (count, 2))
    moved = places + np.einsum("ns,nsd->nd", shift, axes)
    turn, scale = rng.normal(0, 0.02 * spread), np.exp(rng.normal(0, 0.03 * spread, 2))
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return moved, axes @ rotation.T * scale[None, :, None]


def fields(
    levels: list[NDArray[np.uint8]], sheet: RenderedSheet, rng: np.random.Generator
) -> tuple[NDArray[np.uint8], NDArray[np.void]]:
    """The crops of some fields of a sheet, (N, CROP, 2 CROP, 3), and an array of `SAMPLE`."""
    size = np.array([levels[0].shape[1], levels[0].shape[0]])
    places, axes = misplaced(sheet.cells.reshape(-1, 2), sheet.cell_axes.reshape(-1, 2, 2), rng)
    cells = outlines(places, axes, SPAN).reshape(4, COLUMNS + 1, 4, 2)
    box_places, box_axes = misplaced(sheet.boxes, sheet.box_axes, rng)
    boxes = outlines(box_places, box_axes, BOX_SPAN)
    corners = np.concatenate([cells.reshape(-1, 4, 2), boxes])
    others = np.concatenate([cells[[beside(row) for row in Row]].reshape(-1, 4, 2), boxes[[1, 0, 3, 2]]])
    states = np.concatenate([sheet.marks.ravel(), sheet.penalties])
    shown = np.concatenate([sheet.shown.ravel(), sheet.boxes_shown])
    none = len(NUMBERS) - 1
    printed = np.array([[*(number - RISING[0] for number in row.numbers), none] for row in Row])
    numbers = np.concatenate([printed.ravel(), np.full(len(boxes), none)])
    if sheet.edition is not Edition.STANDARD:
        numbers = np.where(numbers == none, none, NOT_ASKED)
    middles = corners.mean(axis=1)
    inside = ((middles > 0) & (middles < size)).all(axis=1)
    # What something covers can't be told; what it covers in part is not shown.
    hidden = (shown == 0) & inside
    states = np.where(hidden, DOUBT, states)
    numbers = np.where(hidden | (states == Mark.DOUBT), NOT_ASKED, numbers)
    order = rng.permutation(np.flatnonzero((shown == 1) | hidden))
    rare = (states == DOUBT) | (numbers == none)
    chosen = order[np.argsort(~rare[order], kind="stable")][:KEPT]
    crops = np.concatenate([cut_out(levels, corners[chosen]), cut_out(levels, others[chosen])], axis=2)
    samples = np.empty(len(chosen), SAMPLE)
    samples["state"], samples["number"] = states[chosen], numbers[chosen]
    return crops, samples


def crops_of(task: tuple[int, int, Path | None]) -> Crops:
    """The crops of the scenes of one task, by its number and the seed."""
    number, seed, photos = task
    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, number])
    pictures = backgrounds(photos) if number % 4 == 0 else []
    parts = []
    for _ in range(SHARD):
        scene = random_sheet_scene(rng, SIDE, SIDE, PITCH, pictures, RANGES)
        levels = pyramid(balance(scene.image))
        parts += [fields(levels, sheet, rng) for sheet in scene.sheets if sheet.contrast > CONTRAST]
    crops = [np.empty((0, CROP, 2 * CROP, 3), np.uint8), *(part[0] for part in parts)]
    return np.concatenate(crops), np.concatenate([np.empty(0, SAMPLE), *(part[1] for part in parts)])


class MarkNetwork(nn.Module):
    """Two pictures as six channels; three floors; one answer for the state and one for the number.

    Takes (N, CROP, 2 CROP, 3) uint8 BGR; gives (N, 3 + 12) logits.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            convolution(6, 24),
            convolution(24, 32, stride=2),
            convolution(32, 32),
            convolution(32, 48, stride=2),
            convolution(48, 48),
            convolution(48, 64, stride=2),
            nn.Flatten(),
        )
        self.head = nn.Sequential(
            nn.Dropout(0.2), nn.Linear(64 * (CROP // 8) ** 2, 64), nn.ReLU(), nn.Linear(64, len(CLASSES))
        )

    def forward(self, images: Tensor) -> Tensor:
        x = (images.permute(0, 3, 1, 2).float() - 127.5) / 64
        x = torch.cat([x[..., :CROP], x[..., CROP:]], dim=1)
        return self.head(self.body(x))


def shipped(network: nn.Module) -> ChancesNetwork:
    """The classifier as it is shipped: probabilities of states and of numbers."""
    return ChancesNetwork(network, (len(STATES), len(NUMBERS)))


def loss(logits: Tensor, states: Tensor, numbers: Tensor) -> Tensor:
    """The cross entropy of the states, and a part of that of the numbers."""
    of_state, of_number = logits.float().split((len(STATES), len(NUMBERS)), dim=1)
    number_loss = functional.cross_entropy(of_number, numbers, ignore_index=NOT_ASKED, reduction="sum")
    asked = (numbers != NOT_ASKED).sum().clamp(min=1)
    return functional.cross_entropy(of_state, states, label_smoothing=0.01) + 0.4 * number_loss / asked


def train(
    crops: NDArray[np.uint8],
    samples: NDArray[np.void],
    course: Course,
    *,
    batch: int,
    seed: int,
    start: Path | None = None,
    save: Path | None = None,
) -> MarkNetwork:
    """Trains along a course, see `train_classifier`."""

    def prepared(chosen: NDArray[np.int64], generator: torch.Generator) -> list[Tensor]:
        rows = np.sort(chosen)  # the crops lie on the disk, in this order
        wanted = [torch.from_numpy(samples[name][rows].astype(np.int64)) for name in ("state", "number")]
        return [relit(torch.from_numpy(crops[rows]), generator), *wanted]

    def losses(logits: Tensor, *wanted: Tensor) -> Mapping[str, Tensor]:
        return {"loss": loss(logits, *wanted)}

    return train_classifier(
        MarkNetwork,
        prepared,
        losses,
        len(crops),
        course,
        batch=batch,
        seed=seed,
        start=start,
        save=save,
    )


def measure(network: MarkNetwork, crops: NDArray[np.uint8], samples: NDArray[np.void]) -> dict[str, float]:
    """How often clear fields are read right, unclear ones are told, and numbers are read, on held-back crops."""
    chances = shipped(network).eval()
    with torch.no_grad():
        parts = [chances(torch.from_numpy(crops[start : start + 500])) for start in range(0, len(crops), 500)]
    states, printed = np.split(torch.cat(parts).numpy(), (len(STATES),), axis=1)
    read, said, numbers = states.argmax(axis=1), printed.argmax(axis=1), samples["number"]
    clear, asked = samples["state"] != DOUBT, numbers != NOT_ASKED
    marked = states[:, 1] + states[:, DOUBT] / 2 > 0.5
    return {
        "clear_right": float((marked == (samples["state"] == Mark.MARKED))[clear].mean()),
        "clear_doubted": float((read == DOUBT)[clear].mean()),
        "unclear_doubted": float((read == DOUBT)[~clear].mean()),
        "number": float((said == numbers)[asked].mean()),
    }


@click.command()
@trainer_options("mark_classifier", minutes=8.0, batch=128)
@click.option("--count", default=1600, show_default=True, help="How many scenes are rendered for it.")
@click.option("--crops", "kept", type=click.Path(path_type=Path), default=Path("work/crops/marks"), show_default=True)
@click.option("--photos", type=click.Path(path_type=Path), envvar="KIBITZ_PHOTOS", help="For backgrounds.")
@click.option("--processes", default=os.cpu_count() or 1, show_default=True)
def main(
    minutes: float,
    steps: int | None,
    batch: int,
    seed: int,
    count: int,
    kept: Path,
    photos: Path | None,
    processes: int,
    start: Path | None,
    out: Path,
) -> None:
    """Train the mark classifier and write the ONNX file."""
    kept.mkdir(parents=True, exist_ok=True)
    images_path, samples_path = kept / f"{seed}-{count}.images.npy", kept / f"{seed}-{count}.samples.npy"
    if not samples_path.exists():
        tasks = [(number, seed, photos) for number in range(-(-count // SHARD))]
        made = gathered(crops_of, tasks, processes)
        np.save(images_path, made[0])
        np.save(samples_path, made[1])
    crops, samples = np.load(images_path, mmap_mode="r"), np.load(samples_path)
    held_back = len(crops) // 20
    course = Course(minutes, steps, RATE if start is None else RATE_ON)
    learned, answers, save = crops[held_back:], samples[held_back:], kept / "mark_classifier.pt"
    network = train(learned, answers, course, batch=batch, seed=seed, start=start, save=save)
    scores = measure(network, np.asarray(crops[:held_back]), samples[:held_back])
    example = torch.zeros((1, CROP, 2 * CROP, 3), dtype=torch.uint8)
    data_hash = hashlib.sha256(samples.tobytes()).hexdigest()[:16]
    ship(shipped(network), example, out, classes=CLASSES, data_hash=data_hash, scores=scores)


if __name__ == "__main__":
    main()
