"""Trains the network that finds dice, and writes ``models/dice_finder.onnx``.

python -m models.training.dice_scenes
python -m models.training.dice_finder

Half of what it sees are renders, half are real photos that may be trained on (``--photos``, or ``KIBITZ_PHOTOS``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import click
import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from models import dice_finder
from models.balance import balance
from models.boxes import overlaps
from models.dice_finder import CLASSES, SIZE_UNIT, VALUES
from models.heat import STRIDE
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
from models.training.dice_photos import DicePhoto, dice_photos
from models.training.dice_scenes import DiceShard, data_hash, dice_shards
from models.training.learning import scene_options, trainer_options
from models.training.light import toned
from models.training.shards import parted
from models.training.targets import around

SIDE = 416
"""Of the pictures trained on, in pixels."""
VALUES_HEAT = 0.45
"""The values are learned where the heat is above this, so that a peak one cell off still gives the box."""
KNOWN = (11.0, 72.0)
"""Boxes between these sides in pixels are asked for: other levels of the pyramid show the others."""
UNASKED = (8.0, 100.0)
"""Outside these a die must not be found at all: the pips of a large one look like small ones."""
HIDDEN = 0.35
"""A die of which less than this is visible is neither asked for nor punished."""
PIPS_REACH, PIPS_TO_DIE = 2.6, 1.7
"""Where only the pips of the top face are labelled, the die reaches at most so many of their boxes around them, and is
mostly so many times as large."""
REAL = 0.5
"""The share of real photos among what is shown."""
SHOWN = (12.0, 64.0)
"""A real photo is brought to a size at which one of its dice is so large, in pixels."""
ENLARGED = 1.6
"""But never enlarged more than this."""
PARTS, FILLED = 6, 0.1
"""A picture is put together of so many photos at most, until no more than this share of it is empty."""
IMPORTANCE = torch.tensor([1.0, 1.0, 1.5, 1.5, 1.0, 1.0, 1.0])
"""Of the values in the loss: the box decides what the classifier sees."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Picture:
    """A picture to learn from.

    Args:
        image: (H, W, 3) uint8 BGR.
        boxes: (N, 4) float64 around whole dice.
        tops: (N, 3) float64, the top face's middle and side; NaN where it isn't known.
        visible: (N,) float64, the share of each die that is seen.
        unlabelled: (H, W) bool, where dice may lie that are not among the boxes; None if nowhere.
    """

    image: NDArray[np.uint8]
    boxes: Floats
    tops: Floats
    visible: Floats
    unlabelled: NDArray[np.bool_] | None = None


class Targets:
    """What the network should say of one square picture of ``side`` pixels."""

    def __init__(self, side: int) -> None:
        self.cells = side // STRIDE
        shape = (self.cells, self.cells)
        self.heat = np.zeros((len(CLASSES), *shape), dtype=np.float32)
        self.values = np.zeros((VALUES, *shape), dtype=np.float32)
        self.nearest = np.zeros((VALUES, *shape), dtype=np.float32)
        self.asked = np.ones(shape, dtype=np.float32)

    def forget(self, centre: Floats, reach: Floats) -> None:
        """Nothing is asked within ``reach`` of ``centre``, each x and y in pixels."""
        low, high = ((centre + sign * reach + 0.5) / STRIDE for sign in (-1, 1))
        (x0, y0), (x1, y1) = (np.clip(np.rint(end), 0, self.cells).astype(int) for end in (low, high))
        self.asked[y0:y1, x0:x1] = 0.0

    def add(self, box: Floats, top: Floats, visible: float) -> None:
        """Adds a die with its box; what is not known of its top face is not asked for."""
        size = box[2:]
        centre = box[:2] + size / 2
        side = float(np.sqrt(size.prod()))
        if side > UNASKED[1] or side < UNASKED[0]:
            return
        if visible < HIDDEN or not KNOWN[0] <= side <= KNOWN[1]:
            self.forget(centre, size / 2)
            return
        near = around(centre, np.array([size[0] / 2, 0]), np.array([0, size[1] / 2]), self.cells)
        if near is None:
            return
        rows, cols, heat = near.rows, near.cols, near.heat
        channel = self.heat[0, rows, cols]
        mine = heat > channel
        np.maximum(channel, heat, out=channel)
        numbers = np.array([0, 0, *np.log(size / SIZE_UNIT), *((top[:2] - centre) / size), np.log(top[2] / SIZE_UNIT)])
        known = np.isfinite(numbers)
        values, nearest = self.values[:, rows, cols], self.nearest[:, rows, cols]
        values[:, mine] = np.where(known, numbers, 0)[:, None]
        values[0][mine], values[1][mine] = -near.dx[mine] / STRIDE, -near.dy[mine] / STRIDE
        nearest[:, mine] = (heat[mine] * (heat[mine] > VALUES_HEAT))[None] * known[:, None]


def targets_of(picture: Picture) -> Targets:
    """What the network should say of a square picture."""
    targets = Targets(picture.image.shape[0])
    for box, top, visible in zip(picture.boxes, picture.tops, picture.visible, strict=True):
        targets.add(box, top, float(visible))
    if picture.unlabelled is not None:
        targets.asked[picture.unlabelled[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE]] = 0.0
    return targets


def of_scene(shard: DiceShard, index: int) -> Picture:
    """A rendered picture."""
    dice = shard.dice[shard.dice["scene"] == index]
    return Picture(np.array(shard.images[index]), dice["box"], dice["top"], dice["visible"].astype(np.float64))


def of_photos(photos: Sequence[DicePhoto], rng: np.random.Generator) -> Picture:
    """Parts of real photos beside each other, each brought to a size at which one of its dice can be found."""
    image = np.zeros((SIDE, SIDE, 3), np.uint8)
    empty = np.ones((SIDE, SIDE), np.bool_)
    boxes, visible = [], []
    unlabelled = np.zeros((SIDE, SIDE), np.bool_)
    for _ in range(PARTS):
        if empty.mean() < FILLED:
            break
        photo = photos[int(rng.integers(len(photos)))]
        matrix, sizes = placed(photo, empty, rng)
        part, inside = warped(photo.image, matrix)
        mine = inside & empty
        image[mine] = part[mine]
        empty &= ~mine
        middles = (photo.boxes[:, :2] + photo.boxes[:, 2:] / 2) @ matrix[:, :2].T + matrix[:, 2]
        for box in np.column_stack([middles - sizes / 2, sizes]):
            if not photo.whole:
                unlabelled |= mine & unlabelled_around(box)
            elif share := seen_share(box, mine):
                boxes.append(box)
                visible.append(share)
    image[empty] = rng.integers(256, size=3)
    tops = np.full((len(boxes), 3), np.nan)
    return Picture(image, np.reshape(boxes, (-1, 4)), tops, np.array(visible), unlabelled)


def placed(photo: DicePhoto, empty: NDArray[np.bool_], rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Where a part of a photo goes: the affine map (2, 3) that puts a die of it on an empty place; the boxes' sizes."""
    height, width = photo.image.shape[:2]
    side, centre = SIDE / 4, rng.uniform(0, [width, height])
    if len(photo.boxes):
        left, top, across, down = photo.boxes[rng.integers(len(photo.boxes))]
        side = np.sqrt(across * down) * (1.0 if photo.whole else PIPS_TO_DIE)
        centre = np.array([left + across / 2, top + down / 2])
    scale = min(ENLARGED, np.exp(rng.uniform(*np.log(SHOWN))) / side)
    stretch = np.exp(rng.normal(0, 0.07))
    turn = rng.normal(0, 0.12)
    cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
    flip = -1.0 if rng.random() < 0.5 else 1.0
    linear = np.array([[cos * stretch, -sin], [sin, cos / stretch]]) @ np.diag([flip, 1.0])
    rows, cols = np.nonzero(empty)
    chosen = rng.integers(len(rows))
    place = np.array([cols[chosen], rows[chosen]], np.float64)
    sizes = photo.boxes[:, 2:] * scale * [stretch, 1 / stretch]
    return np.column_stack([linear, place - linear @ centre]), sizes


def warped(image: NDArray[np.uint8], matrix: Floats) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """A photo mapped into a picture, and where it lies there."""
    scale = float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
    smooth = cv2.GaussianBlur(image, (0, 0), 0.4 / scale) if scale < 0.7 else image
    part = cv2.warpAffine(smooth, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR)
    full = np.full(image.shape[:2], 255, np.uint8)
    return np.asarray(part, np.uint8), np.asarray(cv2.warpAffine(full, matrix, (SIDE, SIDE)) == 255)


def seen_share(box: Floats, seen: NDArray[np.bool_]) -> float:
    """The share of a box that lies where ``seen`` is true."""
    low, high = np.rint(box[:2]).astype(int), np.rint(box[:2] + box[2:]).astype(int)
    x0, y0 = np.maximum(low, 0)
    x1, y1 = np.maximum(high, 0)
    return float(seen[y0:y1, x0:x1].sum() / max((high - low).prod(), 1))


def unlabelled_around(box: Floats) -> NDArray[np.bool_]:
    """Where the die may reach of whose top face only the pips are labelled."""
    near = np.zeros((SIDE, SIDE), np.bool_)
    centre, reach = box[:2] + box[2:] / 2, PIPS_REACH * box[2:].max()
    x0, y0 = np.maximum(np.rint(centre - reach), 0).astype(int)
    x1, y1 = np.maximum(np.rint(centre + reach), 0).astype(int)
    near[y0:y1, x0:x1] = True
    return near


def drawn(sets: Sequence[DiceShard], photos: Sequence[DicePhoto], rng: np.random.Generator) -> tuple[Tensor, ...]:
    """A render or parts of photos at random, the light changed a little, and balanced."""
    if photos and rng.random() < (REAL if sets else 1.0):
        picture = of_photos(photos, rng)
    else:
        shard = sets[int(rng.integers(len(sets)))]
        picture = of_scene(shard, int(rng.integers(len(shard.images))))
        if rng.random() < 0.5:
            picture = mirrored(picture)
    return example(replace(picture, image=changed(picture.image, rng)))


def mirrored(picture: Picture) -> Picture:
    """The picture in a mirror: a mirrored die has the same values."""
    width = picture.image.shape[1]
    boxes, tops = picture.boxes.copy(), picture.tops.copy()
    boxes[:, 0] = width - 1 - boxes[:, 0] - boxes[:, 2]
    tops[:, 0] = width - 1 - tops[:, 0]
    return Picture(np.ascontiguousarray(picture.image[:, ::-1]), boxes, tops, picture.visible)


def changed(image: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """The picture with other light, colours, sharpness and noise."""
    out = toned(image, rng.normal(1, 0.1, 3) * rng.uniform(0.6, 1.15), np.exp(rng.normal(0, 0.2)))
    if rng.random() < 0.3:
        hsv = cv2.cvtColor(out, cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (hsv[..., 0].astype(int) + int(rng.integers(180))) % 180
        out = np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), np.uint8)
    if rng.random() < 0.25:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.4)), np.uint8)
    if rng.random() < 0.3:
        noise = rng.normal(0, rng.uniform(2, 12), out.shape)
        out = np.clip(out + noise, 0, 255).astype(np.uint8)
    return out


def example(picture: Picture) -> tuple[Tensor, ...]:
    """One picture and its targets: image, heat, values, nearest, asked."""
    targets = targets_of(picture)
    arrays = (balance(picture.image), targets.heat, targets.values, targets.nearest, targets.asked)
    return tuple(map(torch.from_numpy, arrays))


build = partial(CentreNetwork, len(CLASSES), VALUES)
"""Makes the network."""


def loss(maps: Tensor, heat: Tensor, values: Tensor, nearest: Tensor, asked: Tensor) -> tuple[Tensor, Tensor]:
    """The losses of the heat and of the values."""
    heats = len(CLASSES)
    return heat_loss(maps[:, :heats], heat, asked), values_loss(maps[:, heats:], values, nearest, IMPORTANCE)


def measure(network: CentreNetwork, sets: Sequence[DiceShard], threshold: float = 0.35) -> dict[str, float]:
    """Found and false dice and the median overlap of boxes, on held-back scenes."""
    shipped = PeaksNetwork(network).eval()
    asked = found = false = 0
    shares: list[float] = []
    for shard in sets:
        for index in range(len(shard.images)):
            picture = of_scene(shard, index)
            with torch.no_grad():
                maps = shipped(torch.from_numpy(balance(picture.image))[None])[0].numpy()
            hits = dice_finder.peaks(maps, threshold)
            free = np.ones(len(hits), dtype=bool)
            for box, visible in zip(picture.boxes, picture.visible, strict=True):
                side = np.sqrt(box[2] * box[3])
                far = np.hypot(*(hits.centres - box[:2] - box[2:] / 2).T) / side
                near = np.flatnonzero((far < 0.4) & free)
                asks = visible >= 0.7 and KNOWN[0] <= side <= KNOWN[1]
                asked += asks
                found += bool(asks and len(near))
                if len(near):
                    best = near[np.argmin(far[near])]
                    free[best] = False
                    if asks:
                        shares.append(float(overlaps(hits.boxes[[best]], box[None])[0, 0]))
            false += int(free.sum())
    return {
        "found": found / max(asked, 1),
        "false_per_die": false / max(asked, 1),
        "overlap": float(np.median(shares)) if shares else float("nan"),
    }


@click.command()
@trainer_options("dice_finder", minutes=30.0, batch=16)
@scene_options("dice")
@click.option("--photos", type=click.Path(path_type=Path), envvar="KIBITZ_PHOTOS", help="Real photos to learn from.")
def main(
    minutes: float,
    steps: int | None,
    batch: int,
    seed: int,
    folder: Path,
    photos: Path | None,
    held_back: int,
    start: Path | None,
    out: Path,
) -> None:
    """Train the dice finder and write the ONNX file."""
    learned, measured = parted(dice_shards(folder), held_back, folder, "dice_scenes")
    real = [photo for photo in dice_photos(photos) if not photo.held] if photos else []
    course = Course(minutes, steps, RATE if start is None else RATE_ON)
    save = folder.parent / "dice_finder.pt"
    draw = partial(drawn, learned, real)
    network = train_finder(build, draw, loss, course, batch=batch, seed=seed, start=start, save=save)
    scores = measure(network, measured)
    ship(network, SIDE, out, classes=CLASSES, data_hash=data_hash(folder), scores=scores)


if __name__ == "__main__":
    main()
