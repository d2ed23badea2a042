"""Renders the scenes with dice that the networks learn from, shard by shard, so that a stopped run goes on.

    python -m models.training.dice_scenes --count 8000 --work work/scenes/dice

Backgrounds come from the dice photos that allow training (``--photos``, or ``KIBITZ_PHOTOS``), blurred past knowing;
without them every table is rendered. Each shard is seeded by its number, so the same command makes the same pictures
on any machine.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from models.synthesis.die import Lie
from models.synthesis.random_dice import random_dice_scene
from models.training.scenes import backgrounds
from models.training.shards import SHARD, hash_of, keep, kept, labels_file, render_all

SIDE = 416
"""Pixels a side of a scene."""
DIE_SIZE = (12.0, 110.0)
"""The range of the mean side of an upper face, in pixels."""
DIE = np.dtype(
    [
        ("scene", "i4"),
        ("box", "f8", (4,)),
        ("top", "f8", (3,)),
        ("corners", "f8", (4, 2)),
        ("pips", "f8", (6, 2)),
        ("colour", "i1"),
        ("value", "i1"),
        ("in_play", "?"),
        ("lie", "i1"),
        ("visible", "f4"),
        ("cut", "?"),
    ]
)
"""One rendered die, see `models.synthesis.dice_scene.RenderedDie`: ``scene`` counts within the shard, ``colour`` is a
`DieColour`, ``value`` 1 to 6, ``lie`` an index in `LIES`, ``top`` the middle (x, y) and side of the upper face,
``corners`` its corners and ``pips`` the middles of its pips, NaN from the last one on."""
LIES = tuple(Lie)
LABELS = "dice"
"""How the files of labels are called."""


@dataclass(frozen=True, eq=False)
class DiceShard:
    """Rendered scenes: ``images`` is (N, `SIDE`, `SIDE`, 3) uint8 BGR, ``dice`` an array of `DIE`."""

    images: NDArray[np.uint8]
    dice: NDArray[np.void]


def render_shard(task: tuple[int, int, Path, Path | None]) -> Path:
    """Renders shard ``number`` into ``folder``, unless it is there already."""
    number, seed, folder, photos = task
    dice_path = labels_file(folder, number, LABELS)
    if dice_path.exists():
        return dice_path
    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, number])
    pictures = backgrounds(photos)
    images = np.empty((SHARD, SIDE, SIDE, 3), dtype=np.uint8)
    rows = []
    for index in range(SHARD):
        scene = random_dice_scene(rng, SIDE, SIDE, DIE_SIZE, pictures)
        images[index] = scene.image
        for die in scene.dice:
            lie = LIES.index(die.lie)
            top = (*die.centre, die.size)
            pips = np.full((6, 2), np.nan)
            pips[: len(die.pips)] = die.pips
            labels = (die.colour, die.value, die.in_play, lie, die.visible, die.cut)
            rows.append((index, die.box, top, die.top, pips, *labels))
    keep(dice_path, images, np.array(rows, dtype=DIE))
    return dice_path


def dice_shards(folder: Path) -> list[DiceShard]:
    """The finished shards."""
    return kept(folder, LABELS, DiceShard)


def data_hash(folder: Path) -> str:
    """Names the data that a model learned from."""
    return hash_of(folder, LABELS)


@click.command()
@click.option("--count", default=8_000, show_default=True, help="How many scenes.")
@click.option("--seed", default=1, show_default=True)
@click.option("--work", type=click.Path(path_type=Path), default=Path("work/scenes/dice"), show_default=True)
@click.option("--photos", type=click.Path(path_type=Path), envvar="KIBITZ_PHOTOS", help="For backgrounds.")
@click.option("--processes", default=os.cpu_count() or 1, show_default=True)
def main(count: int, seed: int, work: Path, photos: Path | None, processes: int) -> None:
    """Render scenes with dice."""
    tasks = [(number, seed, work, photos) for number in range(-(-count // SHARD))]
    render_all(render_shard, tasks, work, processes)
    click.echo(json.dumps({"scenes": count, "data_hash": data_hash(work)}))


if __name__ == "__main__":
    main()
