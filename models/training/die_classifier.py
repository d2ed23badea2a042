"""Trains the network that reads one die, and writes ``models/die_classifier.onnx``.

python -m models.training.dice_scenes
python -m models.training.dice_finder
python -m models.training.die_classifier

What it sees are the finder's own boxes, moved a little, and the finder's mistakes, from renders and from the real
photos that may be trained on (``--photos``, or ``KIBITZ_PHOTOS``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import click
import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from engine.qwixx.roll import DieColour
from models.balance import balance
from models.dice_finder import CLASSES as FINDER_CLASSES
from models.dice_finder import DiceFinder, DiceHits
from models.die_classifier import CLASSES, CROP, FACES, KINDS, cut_out, in_crops
from models.loader import load
from models.pyramid import pyramid
from models.training.augmentation import Motion, coarsened, covered, recoloured, relit, veined
from models.training.course import Course
from models.training.crops import (
    ChancesNetwork,
    Crops,
    LogitsAlone,
    Prepared,
    gathered,
    said_of,
    ship,
    together,
    train_classifier,
)
from models.training.dice_photos import DicePhoto, dice_crops, dice_photos
from models.training.dice_scenes import data_hash, dice_shards
from models.training.die_network import CORNERS, DieNetwork, maps_of
from models.training.learning import scene_options, trainer_options
from models.training.shards import parted

HIDDEN = 0.6
"""A die of which less than this is visible is not shown."""
VIEWS, REAL_VIEWS = 2, 40
"""How often each rendered and each real die is shown: there are far fewer real ones."""
NONE_VIEWS = 10
"""How often each place on a real photo is shown where the finder was wrong."""
MISTAKES = 3
"""So many mistakes of the finder more than dice are shown of a picture."""
MINED_HEAT = 0.08
"""The finder's peaks above this heat are shown: as the dice that they are, or as none."""
FOUND = 0.5
"""A peak is on a die if their middles are nearer than this, in sides of the die, and their sizes alike."""
ALIKE = 0.35
"""Two sizes are alike if their logarithms differ by less."""
CLEAR = 0.7
"""A peak further than this from every die, in sides, is on none."""
RATE, RATE_ON = 2e-3, 1.5e-3
"""The highest learning rate from the start, and when going on from earlier weights."""
COARSEST = 3.0
"""So many pixels of a crop become one at the most: dice of 15 pixels are read too."""
VALUE_WEIGHT = 1.5
"""Of the values in the loss: they are what is hardest to see."""
TOP_WEIGHT, PIPS_WEIGHT = 1.0, 10.0
"""Of the maps in the loss: pips cover little of theirs."""
NOTHING = -1
"""A colour or value that isn't asked for."""
POINTS = CORNERS + FACES
UNKNOWN = np.full((POINTS, 2), np.nan, np.float32)
SAMPLE = np.dtype([("kind", "i1"), ("colour", "i1"), ("value", "i1"), ("points", "f4", (POINTS, 2))])
"""What a crop shows; values count from 0, and the points are those of `maps_of`."""
Answer = tuple[int, int, int, NDArray[np.float32]]
ROLLED, NOT_ROLLED, NONE = range(len(KINDS))
NO_DIE: Answer = (NONE, NOTHING, NOTHING, UNKNOWN)

Floats = NDArray[np.float64]


def misplaced(boxes: Floats, rng: np.random.Generator) -> Floats:
    """Boxes as a finder would place them: shifted, scaled and stretched a little."""
    count = len(boxes)
    spread = rng.choice([0.4, 1.0, 1.8], size=(count, 1))
    sizes = boxes[:, 2:] * np.exp(rng.normal(0, 0.06, (count, 1)) * spread + rng.normal(0, 0.03, (count, 2)) * spread)
    middles = boxes[:, :2] + boxes[:, 2:] / 2 + rng.normal(0, 0.04, (count, 2)) * spread * boxes[:, 2:]
    return np.column_stack([middles - sizes / 2, sizes])


def beside(boxes: Floats, rng: np.random.Generator) -> Floats:
    """Places that are no die: beside one, half of one, a single pip, several at once."""
    count = len(boxes)
    way = rng.integers(0, 4, count)
    scale = np.choose(
        way,
        [
            rng.uniform(0.7, 1.3, count),
            rng.uniform(0.35, 0.55, count),
            rng.uniform(0.12, 0.3, count),
            rng.uniform(2.0, 3.5, count),
        ],
    )
    shift = np.choose(
        way,
        [
            rng.uniform(0.9, 1.6, count),
            rng.uniform(0.2, 0.5, count),
            rng.uniform(0, 0.3, count),
            rng.uniform(0.5, 1.2, count),
        ],
    )
    angle = rng.uniform(0, 2 * np.pi, count)
    side = np.sqrt(boxes[:, 2:].prod(axis=1))
    middles = (
        boxes[:, :2] + boxes[:, 2:] / 2 + (shift * side)[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    )
    sizes = (side * scale)[:, None] * np.exp(rng.normal(0, 0.1, (count, 2)))
    return np.column_stack([middles - sizes / 2, sizes])


def matched(hits: DiceHits, boxes: Floats) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """(N,) for each die the hit on it, or -1, and (M,) which hits are far from every die, or of quite another size."""
    if not len(hits) or not len(boxes):
        return np.full(len(boxes), -1), np.ones(len(hits), bool)
    sides = np.sqrt(boxes[:, 2:].prod(axis=1))
    far = np.linalg.norm(hits.centres[None] - (boxes[:, :2] + boxes[:, 2:] / 2)[:, None], axis=2) / sides[:, None]
    alike = abs(np.log(hits.sides[None] / sides[:, None])) < ALIKE
    on = np.where(alike, far, np.inf)
    best = on.argmin(axis=1)
    return np.where(on.min(axis=1) < FOUND, best, -1), ((far > CLEAR) | ~alike).all(axis=0)


def whole_boxes(photo: DicePhoto, hits: DiceHits) -> Floats:
    """(N, 4) boxes round whole dice, as the finder tells, where only pips are labelled; NaN where it does not."""
    boxes = np.full_like(photo.boxes, np.nan)
    for index, pips in enumerate(photo.boxes):
        middle, size = pips[:2] + pips[2:] / 2, pips[2:].max()
        holds = (abs(hits.centres - middle) < 0.45 * hits.boxes[:, 2:]).all(axis=1) & (hits.sides > 1.15 * size)
        if holds.any():
            boxes[index] = hits.boxes[np.flatnonzero(holds)[hits.scores[holds].argmax()]]
    return boxes


def near_pips(photo: DicePhoto, hits: DiceHits) -> NDArray[np.bool_]:
    """(M,) which hits may be on a die of which only the pips are labelled."""
    if not len(photo.boxes):
        return np.zeros(len(hits), bool)
    middles = photo.boxes[:, :2] + photo.boxes[:, 2:] / 2
    far = abs(hits.centres[:, None] - middles[None]).max(axis=2)
    return np.asarray((far < 2.5 * photo.boxes[:, 2:].max(axis=1)).any(axis=1))


def hits_on(finder: DiceFinder, levels: Sequence[NDArray[np.uint8]], enlarged: bool = False) -> DiceHits:
    """What the finder sees on the picture, its half and quarter, and perhaps its double, in pixels of the picture."""
    pictures = list(zip((1.0, 2.0, 4.0), levels, strict=False))
    if enlarged:
        double = cv2.resize(levels[0], None, fx=2, fy=2, interpolation=cv2.INTER_LINEAR)
        pictures.append((0.5, np.asarray(double, np.uint8)))
    return DiceHits.together([finder.find(picture, MINED_HEAT).scaled(scale) for scale, picture in pictures])


def a_finder() -> DiceFinder:
    """The shipped finder on one thread: others work beside it."""
    cv2.setNumThreads(1)
    return DiceFinder(load("dice_finder", FINDER_CLASSES, threads=1))


def of_scenes(task: tuple[Path, int, int]) -> Crops:
    """The crops of one shard and what they show."""
    folder, number, seed = task
    shard, finder = dice_shards(folder)[number], a_finder()
    rng = np.random.default_rng([seed, number])
    crops: list[NDArray[np.uint8]] = []
    answers: list[Answer] = []
    for index in range(len(shard.images)):
        dice = shard.dice[shard.dice["scene"] == index]
        levels = pyramid(balance(np.array(shard.images[index])))
        hits = hits_on(finder, levels)
        on, free = matched(hits, dice["box"])
        for view in range(VIEWS):
            boxes = dice["box"].copy()
            if view == 0 and len(hits):
                boxes[on >= 0] = hits.boxes[on[on >= 0]]
            seen = dice["visible"] >= HIDDEN
            placed, turns = misplaced(boxes, rng)[seen], rng.normal(0, 0.06, int(seen.sum()))
            crops.extend(cut_out(levels, placed, turns))
            points = in_crops(np.concatenate([dice["corners"], dice["pips"]], axis=1)[seen], placed, turns)
            answers.extend(map(answer, dice[seen], points.astype(np.float32)))
        wrong = np.concatenate([hottest(hits, free, len(dice)), clear_of(beside(dice["box"], rng)[::3], dice["box"])])
        crops.extend(cut_out(levels, wrong))
        answers.extend([NO_DIE] * len(wrong))
    return np.stack(crops), np.array(answers, dtype=SAMPLE)


def answer(die: np.void, points: NDArray[np.float32]) -> Answer:
    """What a rendered die shows, and where its upper face and pips are in the crop."""
    if die["in_play"]:
        return ROLLED, die["colour"], die["value"] - 1, points
    return NOT_ROLLED, die["colour"], NOTHING, UNKNOWN


def hottest(hits: DiceHits, wrong: NDArray[np.bool_], dice: int) -> Floats:
    """The boxes of the finder's worst mistakes, about as many as there are dice: more would drown these."""
    mistakes = hits[wrong]
    return mistakes[np.argsort(-mistakes.scores)[: dice + MISTAKES]].boxes


def clear_of(places: Floats, boxes: Floats) -> Floats:
    """Those places that can't be taken for one of the dice."""
    none = DiceHits(places, np.zeros((len(places), 3)), np.zeros(len(places)))
    return places[matched(none, boxes)[1]]


def of_photos(photos: Iterable[DicePhoto], seed: int, views: int, none_views: int) -> Crops:
    """The crops of real photos and what they show."""
    finder = a_finder()
    rng = np.random.default_rng(seed)
    crops: list[NDArray[np.uint8]] = []
    answers: list[Answer] = []
    for photo in photos:
        levels = pyramid(balance(photo.image))
        hits = hits_on(finder, levels, enlarged=True)
        boxes = photo.boxes if photo.whole else whole_boxes(photo, hits)
        known = np.isfinite(boxes).all(axis=1)
        boxes, values = boxes[known], photo.values[known]
        on, free = matched(hits, boxes)
        for view in range(views):
            placed = boxes.copy()
            if view % 2 and len(hits):
                placed[on >= 0] = hits.boxes[on[on >= 0]]
            crops.extend(cut_out(levels, misplaced(placed, rng), rng.normal(0, 0.12, len(placed))))
            answers.extend((ROLLED, NOTHING, value - 1, UNKNOWN) for value in values)
        wrong = hottest(hits, free if photo.whole else free & ~near_pips(photo, hits), len(boxes))
        for _ in range(none_views):
            places = np.concatenate([wrong, clear_of(beside(boxes, rng), boxes)[: len(wrong) + 1]])
            crops.extend(cut_out(levels, misplaced(places, rng), rng.normal(0, 0.12, len(places))))
            answers.extend([NO_DIE] * len(places))
    return np.stack(crops), np.array(answers, dtype=SAMPLE)


def of_crops(photos: Iterable[DicePhoto], seed: int, views: int) -> Crops:
    """Views of crops that show a die each; what lies around it isn't known, so its edge is repeated."""
    rng = np.random.default_rng(seed)
    crops: list[NDArray[np.uint8]] = []
    answers: list[Answer] = []
    for photo in photos:
        boxes = np.repeat(photo.boxes, views, axis=0)
        crops.extend(cut_out([balance(photo.image)], misplaced(boxes, rng), rng.normal(0, 0.12, views)))
        answers.extend([(ROLLED, NOTHING, int(photo.values[0]) - 1, UNKNOWN)] * views)
    return np.stack(crops), np.array(answers, dtype=SAMPLE)


def gather(folder: Path, numbers: Sequence[int], seed: int, processes: int) -> Crops:
    """The crops of several shards."""
    return gathered(of_scenes, [(folder, number, seed) for number in numbers], processes)


def shipped(network: nn.Module) -> ChancesNetwork:
    """The classifier as it is shipped: probabilities of kind, colour and value."""
    return ChancesNetwork(LogitsAlone(network), (len(KINDS), len(DieColour), FACES))


def changed(crops: Tensor, points: Tensor, colours: Tensor, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """A batch and its points, changed at random; in other colours only where the colour isn't asked for."""
    motion = Motion.random(len(crops), generator, mirrored=True)
    images = veined(covered(motion.of_pictures(crops), generator), generator)
    unnamed = colours == NOTHING
    images[unnamed] = recoloured(images[unnamed], generator)
    return relit(coarsened(images, COARSEST, generator), generator), motion.of_points(points, CROP)


def losses(
    said: tuple[Tensor, Tensor], kind: Tensor, colour: Tensor, value: Tensor, maps: Tensor, mapped: Tensor
) -> Mapping[str, Tensor]:
    """The cross entropies of kind, and of colour, value and maps where they are asked for, weighted."""
    kinds, colours, values = said[0].float().split((len(KINDS), len(DieColour), FACES), dim=1)
    each = functional.binary_cross_entropy_with_logits(said[1].float(), maps, reduction="none").mean(dim=(2, 3))
    top, pips = (each * mapped[:, None]).sum(dim=0) / mapped.sum().clamp(min=1)
    return {
        "kind": functional.cross_entropy(kinds, kind, label_smoothing=0.01),
        "colour": some(colours, colour),
        "value": VALUE_WEIGHT * some(values, value),
        "top": TOP_WEIGHT * top,
        "pips": PIPS_WEIGHT * pips,
    }


def some(logits: Tensor, wanted: Tensor) -> Tensor:
    """The cross entropy over those that are asked for, zero where none is."""
    asked = wanted != NOTHING
    total = functional.cross_entropy(logits, wanted, ignore_index=NOTHING, label_smoothing=0.01, reduction="sum")
    return total / asked.sum().clamp(min=1)


def preparing(crops: NDArray[np.uint8], answers: NDArray[np.void]) -> Prepared:
    """Prepares crops and what they show."""

    def prepared(chosen: NDArray[np.int64], generator: torch.Generator) -> list[Tensor]:
        kinds, colours, values = (
            torch.from_numpy(answers[name][chosen].astype(np.int64)) for name in ("kind", "colour", "value")
        )
        points = torch.from_numpy(answers["points"][chosen])
        images, points = changed(torch.from_numpy(crops[chosen]), points, colours, generator)
        return [images, kinds, colours, values, maps_of(points), points[:, 0, 0].isfinite().float()]

    return prepared


def measure(network: nn.Module, crops: NDArray[np.uint8], answers: NDArray[np.void]) -> dict[str, float]:
    """The share of held-back crops whose kind, colour and value are right."""
    parts = said_of(LogitsAlone(network), crops).split((len(KINDS), len(DieColour), FACES), dim=1)
    answered = {name: part.argmax(dim=1).numpy() for name, part in zip(("kind", "colour", "value"), parts, strict=True)}
    scores = {}
    for name, said in answered.items():
        asked = answers[name] != NOTHING
        if asked.any():
            scores[name] = float(np.mean((said == answers[name])[asked]))
    scores["none_taken_for_rolled"] = float(np.mean(answered["kind"][answers["kind"] == NONE] == ROLLED))
    return scores


@click.command()
@trainer_options("die_classifier", minutes=15.0, batch=256)
@scene_options("dice")
@click.option("--photos", type=click.Path(path_type=Path), envvar="KIBITZ_PHOTOS", help="Real photos to learn from.")
@click.option("--processes", default=2, show_default=True)
def main(
    minutes: float,
    steps: int | None,
    batch: int,
    seed: int,
    folder: Path,
    photos: Path | None,
    held_back: int,
    processes: int,
    start: Path | None,
    out: Path,
) -> None:
    """Train the die classifier and write the ONNX file."""
    learned, measured = parted(range(len(dice_shards(folder))), held_back, folder, "dice_scenes")
    parts = [gather(folder, learned, seed, processes)]
    tests = {"rendered": gather(folder, measured, seed, processes)}
    if photos:
        real, single = list(dice_photos(photos)), list(dice_crops(photos))
        parts.append(of_photos((photo for photo in real if not photo.held), seed, REAL_VIEWS, NONE_VIEWS))
        parts.append(of_crops((photo for photo in single if not photo.held), seed, REAL_VIEWS))
        tests["photos"] = of_photos((photo for photo in real if photo.held), seed, 2, 1)
        tests["crops"] = of_crops((photo for photo in single if photo.held), seed, 2)
    crops, answers = together(parts)
    click.echo(f"{len(crops)} crops")
    course = Course(minutes, steps, RATE if start is None else RATE_ON)
    save = folder.parent / "die_classifier.pt"
    prepared = preparing(crops, answers)
    network = train_classifier(
        DieNetwork, prepared, losses, len(crops), course, batch=batch, seed=seed, start=start, save=save
    )
    scores = {name: measure(network, *test) for name, test in tests.items()}
    example = torch.zeros((2, CROP, CROP, 3), dtype=torch.uint8)
    ship(shipped(network), example, out, classes=CLASSES, data_hash=data_hash(folder), scores=scores)


if __name__ == "__main__":
    main()
