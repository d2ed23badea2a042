"""Renders the sets of scenes that the networks learn from, shard by shard, so that a stopped run goes on.

    python -m models.training.scenes finder --count 12000
    python -m models.training.scenes classifier --count 4000

Backgrounds come from the dice photos that allow training (``--photos``, or ``KIBITZ_PHOTOS``); without them every
table is rendered. Each shard is seeded by its number, so the same command makes the same pictures on any machine.
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

from models.synthesis.random_table import random_scene
from models.synthesis.scene import Kind
from models.training.shards import SHARD, hash_of, keep, kept, labels_file, render_all

BACKGROUND_SETS = ("dice/trays", "dice/clutter", "dice/webcam")
"""The photos whose licences allow training; the model cards name them."""
TILE = np.dtype(
    [
        ("scene", "i4"),
        ("corners", "f8", (4, 2)),
        ("kind", "i1"),
        ("colour", "i1"),
        ("shape", "i1"),
        ("visible", "f4"),
        ("cut", "?"),
    ]
)
"""One rendered tile: ``scene`` counts within the shard; colour and shape are -1 where there are none."""
KINDS = tuple(Kind)
LABELS = "tiles"
"""How the files of labels are called."""


@dataclass(frozen=True)
class SceneSet:
    """What one set of scenes looks like: pixels a side, and the range of the mean tile side in pixels."""

    side: int
    tile_size: tuple[float, float]


SETS = {
    # The finder meets every tile at 10 to 40 pixels on some level of its pyramid.
    "finder": SceneSet(416, (9.0, 44.0)),
    # The crops of the classifier are 48 pixels; they come from tiles of any size, so small ones are blown up and soft.
    "classifier": SceneSet(512, (14.0, 110.0)),
}


@dataclass(frozen=True, eq=False)
class Shard:
    """Rendered scenes: ``images`` is (N, side, side, 3) uint8 BGR, ``tiles`` an array of `TILE`."""

    images: NDArray[np.uint8]
    tiles: NDArray[np.void]


def backgrounds(photos: Path | None) -> list[NDArray[np.uint8]]:
    """The photos that may serve as tables and clutter, BGR, in the order of their names."""
    if photos is None:
        return []
    paths = [path for name in BACKGROUND_SETS for path in sorted((photos / name).glob("*.jpg"))]
    return [np.asarray(cv2.imread(str(path)), dtype=np.uint8) for path in paths]


def render_shard(task: tuple[str, int, int, Path, Path | None]) -> Path:
    """Renders shard ``number`` of a set into ``folder``, unless it is there already."""
    name, number, seed, folder, photos = task
    tiles_path = labels_file(folder, number, LABELS)
    if tiles_path.exists():
        return tiles_path
    cv2.setNumThreads(1)
    scenes = SETS[name]
    rng = np.random.default_rng([seed, sorted(SETS).index(name), number])
    pictures = backgrounds(photos)
    images = np.empty((SHARD, scenes.side, scenes.side, 3), dtype=np.uint8)
    rows = []
    for index in range(SHARD):
        scene = random_scene(rng, scenes.side, scenes.side, scenes.tile_size, pictures)
        images[index] = scene.image
        for tile in scene.tiles:
            colour, shape = (-1, -1) if tile.tile is None else tile.tile
            rows.append((index, tile.corners, KINDS.index(tile.kind), colour, shape, tile.visible, tile.cut))
    keep(tiles_path, images, np.array(rows, dtype=TILE))
    return tiles_path


def shards(folder: Path) -> list[Shard]:
    """The finished shards of a set."""
    return kept(folder, LABELS, Shard)


def data_hash(folder: Path) -> str:
    """Names the data that a model learned from."""
    return hash_of(folder, LABELS)


@click.command()
@click.argument("name", type=click.Choice(sorted(SETS)))
@click.option("--count", default=10_000, show_default=True, help="How many scenes.")
@click.option("--seed", default=1, show_default=True)
@click.option("--work", type=click.Path(path_type=Path), default=Path("work/scenes"), show_default=True)
@click.option("--photos", type=click.Path(path_type=Path), envvar="KIBITZ_PHOTOS", help="For backgrounds.")
@click.option("--processes", default=os.cpu_count() or 1, show_default=True)
def main(name: str, count: int, seed: int, work: Path, photos: Path | None, processes: int) -> None:
    """Render a set of scenes."""
    tasks = [(name, number, seed, work / name, photos) for number in range(-(-count // SHARD))]
    render_all(render_shard, tasks, work / name, processes)
    click.echo(json.dumps({"set": name, "scenes": count, "data_hash": data_hash(work / name)}))


if __name__ == "__main__":
    main()
