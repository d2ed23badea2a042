"""Trains the network that judges one field of a score sheet, and writes ``models/mark_classifier.onnx``.

    python -m models.training.mark_classifier

The sheets are rendered on the way and only the crops of their fields kept; ``--crops`` keeps those for another run.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
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
from models.mark_classifier import ALIKE, BOX_SPAN, CLASSES, CROP, DOUBT, NUMBERS, SPAN, STATES, cut_out, outlines
from models.pyramid import pyramid
from models.synthesis.pens import Mark
from models.synthesis.random_table import TableRanges
from models.synthesis.score_sheet import Edition
from models.synthesis.sheet_scene import Ink, RenderedSheet, SheetRanges, random_sheet_scene
from models.training.augmentation import Motion, coarsened, relit, uniform
from models.training.course import Course
from models.training.crops import (
    ChancesNetwork,
    Crops,
    LogitsAlone,
    MapReader,
    Prepared,
    convolution,
    gathered,
    said_of,
    ship,
    train_classifier,
)
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
INK_STRIDE = 2
"""Pixels of a crop to a cell of the map of its ink."""
INK_CELLS = CROP // INK_STRIDE
NUMBER_WEIGHT = 0.3
INK_WEIGHT = 5.0
"""Of the printed number and of the ink in the loss; ink covers little of its map."""
SHADED = 0.4
"""Share of crops over which a shadow's edge is laid: it looks like a stroke, and there are never enough of them."""
COARSEST = 1.6
"""So many pixels of a crop become one at the most: with more a thin stroke is lost."""
RATE, RATE_ON = 2e-3, 1.2e-3
"""The highest learning rate from the start, and when going on from earlier weights."""
LIKES = (0.5, 0.25, 0.25)
"""How often a field is shown beside each of its likes, see `models.mark_classifier.ALIKE`."""
NOT_ASKED = -1
"""A number that isn't asked for, because the mark hides it."""
RANGES = SheetRanges(
    editions=((Edition.STANDARD, 0.85), (Edition.MIXED_NUMBERS, 0.15)),
    counts=(0.0, 0.6, 0.4),
    forms=0.0,
    doubts=0.7,
    table=TableRanges(steep=0.4, oblique=0.25, oblique_tilt=(40.0, 60.0), dim=0.05, shaken=0.05),
)
SAMPLE = np.dtype([("state", "i1"), ("number", "i1"), ("inked", "?"), ("ink", "u1", (INK_CELLS, INK_CELLS))])
"""What a field shows, and how much of it is covered with ink, 0 to 255, unless something hides it."""


@dataclass(frozen=True, eq=False)
class Misplacement:
    """How far fields lie from where they are: all moved, turned and scaled alike, and each moved a little by itself.

    Args:
        shift: (N, 2) float64, along the axes of each.
        turn: (2, 2) float64, which turns and scales axes.
    """

    shift: NDArray[np.float64]
    turn: NDArray[np.float64]

    @classmethod
    def random(cls, count: int, rng: np.random.Generator) -> Misplacement:
        """One such as the fitted sheet has."""
        spread = rng.choice([0.4, 1.0, 1.7])
        shift = rng.normal(0, 0.035 * spread, 2) + rng.normal(0, 0.025 * spread, (count, 2))
        turn, scale = rng.normal(0, 0.02 * spread), np.exp(rng.normal(0, 0.03 * spread, 2))
        rotation = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        return cls(shift, rotation * scale[:, None])

    def outlines(
        self, places: NDArray[np.float64], axes: NDArray[np.float64], span: tuple[float, float]
    ) -> NDArray[np.float64]:
        """(N, 4, 2) what the pictures of fields show, given their middles (N, 2) and axes (N, 2, 2) or (2, 2)."""
        axes = np.broadcast_to(axes, (len(places), 2, 2))
        return outlines(places + np.einsum("ns,nsd->nd", self.shift, axes), self.turn @ axes, span)


def fields(
    levels: list[NDArray[np.uint8]], sheet: RenderedSheet, rng: np.random.Generator
) -> tuple[NDArray[np.uint8], NDArray[np.void]]:
    """The crops of some fields of a sheet, (N, CROP, 2 CROP, 3), and an array of `SAMPLE`."""
    size = np.array([levels[0].shape[1], levels[0].shape[0]])
    amiss, boxes_amiss = (Misplacement.random(count, rng) for count in (sheet.shown.size, len(sheet.boxes)))
    cells = amiss.outlines(sheet.cells.reshape(-1, 2), sheet.cell_axes.reshape(-1, 2, 2), SPAN)
    boxes = boxes_amiss.outlines(sheet.boxes, sheet.box_axes, BOX_SPAN)
    flat = np.concatenate(
        [
            amiss.outlines(sheet.ink.cells.reshape(-1, 2), sheet.ink.axes, SPAN),
            boxes_amiss.outlines(sheet.ink.boxes, sheet.ink.axes, BOX_SPAN),
        ]
    )
    corners = np.concatenate([cells, boxes])
    others = corners[ALIKE[np.arange(len(ALIKE)), rng.choice(len(LIKES), len(ALIKE), p=LIKES)]]
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
    samples["inked"], samples["ink"] = ~hidden[chosen], inked(sheet.ink, flat[chosen])
    return crops, samples


def inked(ink: Ink, corners: NDArray[np.float64]) -> NDArray[np.uint8]:
    """(N, INK_CELLS, INK_CELLS) the ink within quadrangles (N, 4, 2) of the flat sheet."""
    cut = cut_out(pyramid(np.dstack([ink.picture] * 3)), corners)[..., 0].astype(np.float32)
    shape = (len(corners), INK_CELLS, INK_STRIDE, INK_CELLS, INK_STRIDE)
    return np.asarray(cut.reshape(shape).mean(axis=(2, 4)).round(), np.uint8)


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
    """Takes (N, CROP, 2 CROP, 3) uint8 BGR; gives (N, 3 + 12) logits of state and number, and (N, 20, 20) of the ink.

    The two pictures are six channels. Whoever judges a mark must first tell ink from print and shadow: the network maps
    the ink, learns that from renders, where it is known to the pixel, and reads the map beside the pictures.
    """

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(convolution(6, 24), convolution(24, 32, stride=2), convolution(32, 32))
        self.middle = nn.Sequential(convolution(32, 48, stride=2), convolution(48, 48))
        self.coarse = nn.Sequential(convolution(48, 64, stride=2), nn.Flatten())
        self.reader, self.spare = MapReader(48, 32, 32, maps=1), nn.Dropout(0.1)
        self.head = nn.Sequential(
            nn.Dropout(0.1),
            nn.Linear((64 + 32) * (CROP // 8) ** 2, 64),
            nn.ReLU(),
            nn.Linear(64, len(CLASSES)),
        )

    def forward(self, images: Tensor) -> tuple[Tensor, Tensor]:
        x = (images.permute(0, 3, 1, 2).float() - 127.5) / 64
        fine = self.fine(torch.cat([x[..., :CROP], x[..., CROP:]], dim=1))
        middle = self.middle(fine)
        ink, read = self.reader(middle, fine)
        return self.head(torch.cat([self.coarse(middle), self.spare(read)], dim=1)), ink[:, 0]


def shipped(network: nn.Module) -> ChancesNetwork:
    """The classifier as it is shipped: probabilities of states and of numbers."""
    return ChancesNetwork(LogitsAlone(network), (len(STATES), len(NUMBERS)))


def changed(crops: Tensor, ink: Tensor, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Pairs, (N, H, 2 H, 3) uint8, and their maps of ink, (N, h, h), changed at random, both of a pair alike."""
    motion = Motion.random(len(crops), generator, mirrored=False)
    both = torch.cat(crops.split(crops.shape[1], dim=2), dim=3)
    pictures = torch.cat(coarsened(motion.of_pictures(both), COARSEST, generator).split(3, dim=3))
    pairs = torch.cat(shaded(pictures, generator).chunk(2), dim=2)
    return relit(pairs, generator), motion.of_maps(ink)


def shaded(pictures: Tensor, generator: torch.Generator) -> Tensor:
    """Pictures, (N, H, H, 3) uint8, on some of which the edge, or the corner, of a shadow falls."""
    count, side = len(pictures), pictures.shape[1]

    at = torch.arange(side) - (side - 1) / 2
    turn, away = (
        uniform(0, 2 * torch.pi, generator, 2, count, 1, 1),
        uniform(-0.6, 0.6, generator, 2, count, 1, 1) * side,
    )
    soft = torch.exp(uniform(-1.2, 2.0, generator, count, 1, 1))
    planes = torch.sigmoid((turn.cos() * at + turn.sin() * at[:, None] - away) / soft)
    corner = (uniform(0, 1, generator, count, 1, 1) < 0.4).float()
    dark = planes[0] * (1 - corner * (1 - planes[1])) * (uniform(0, 1, generator, count, 1, 1) < SHADED)
    # Light is lost, and pictures hold about its 2.2nd root.
    left = (
        uniform(0.2, 0.85, generator, count, 1, 1, 1)
        * torch.exp(0.06 * torch.randn((count, 1, 1, 3), generator=generator))
    ) ** (1 / 2.2)
    return (pictures * (1 - dark[..., None] * (1 - left.clamp(max=1)))).to(torch.uint8)


def losses(
    said: tuple[Tensor, Tensor], states: Tensor, numbers: Tensor, ink: Tensor, inked: Tensor
) -> Mapping[str, Tensor]:
    """The cross entropies of the states, of the numbers and of the ink where they are asked for, weighted."""
    of_state, of_number = said[0].float().split((len(STATES), len(NUMBERS)), dim=1)
    number_loss = functional.cross_entropy(of_number, numbers, ignore_index=NOT_ASKED, reduction="sum")
    asked = (numbers != NOT_ASKED).sum().clamp(min=1)
    of_ink = functional.binary_cross_entropy_with_logits(said[1].float(), ink, reduction="none").mean(dim=(1, 2))
    return {
        "state": functional.cross_entropy(of_state, states, label_smoothing=0.01),
        "number": NUMBER_WEIGHT * number_loss / asked,
        "ink": INK_WEIGHT * (of_ink * inked).sum() / inked.sum().clamp(min=1),
    }


def preparing(crops: NDArray[np.uint8], samples: NDArray[np.void]) -> Prepared:
    """Prepares crops and what they show."""

    def prepared(chosen: NDArray[np.int64], generator: torch.Generator) -> list[Tensor]:
        rows = np.sort(chosen)  # the crops lie on the disk, in this order
        of_rows = samples[rows]
        wanted = [torch.from_numpy(of_rows[name].astype(np.int64)) for name in ("state", "number")]
        ink = [torch.from_numpy(of_rows[name].astype(np.float32)) for name in ("ink", "inked")]
        images, covered = changed(torch.from_numpy(crops[rows]), ink[0] / 255, generator)
        return [images, *wanted, covered, ink[1]]

    return prepared


def measure(network: nn.Module, crops: NDArray[np.uint8], samples: NDArray[np.void]) -> dict[str, float]:
    """How often clear fields are read right, unclear ones are told, and numbers are read, on held-back crops."""
    states, printed = np.split(said_of(shipped(network), crops).numpy(), (len(STATES),), axis=1)
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
    learned, save = len(crops) - held_back, kept / "mark_classifier.pt"
    prepared = preparing(crops[held_back:], samples[held_back:])
    network = train_classifier(
        MarkNetwork, prepared, losses, learned, course, batch=batch, seed=seed, start=start, save=save
    )
    scores = measure(network, np.asarray(crops[:held_back]), samples[:held_back])
    example = torch.zeros((1, CROP, 2 * CROP, 3), dtype=torch.uint8)
    data_hash = hashlib.sha256(samples.tobytes()).hexdigest()[:16]
    ship(shipped(network), example, out, classes=CLASSES, data_hash=data_hash, scores=scores)


if __name__ == "__main__":
    main()
