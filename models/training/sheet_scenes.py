"""Renders the score sheets that the sheet finder learns from, shard by shard, so that a stopped run goes on.

    python -m models.training.sheet_scenes --count 4000

Some tables are dice photos that allow training (``--photos``, or ``KIBITZ_PHOTOS``); without them every table is
rendered. Each shard is seeded by its number, so the same command makes the same pictures on any machine.
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

from engine.qwixx.sheet import Row
from models.sheet_finder import BOX, LOCK, OTHER
from models.synthesis.score_sheet import COLUMNS, Edition
from models.synthesis.sheet_scene import RenderedSheet, random_sheet_scene
from models.training.scenes import backgrounds
from models.training.shards import SHARD, hash_of, keep, kept, labels_file, render_all

SIDE = 416
PITCH = (6.0, 42.0)
"""Pixels from cell to cell: the finder meets every sheet so on some level of its pyramid."""
FIELD = np.dtype(
    [("scene", "i4"), ("kind", "i1"), ("place", "f4", (2,)), ("axes", "f4", (2, 2)), ("visible", "?"), ("mark", "i1")]
)
"""One rendered field: ``scene`` counts within the shard, ``kind`` is one of `models.sheet_finder.KINDS`."""
LABELS = "fields"
"""How the files of labels are called."""


@dataclass(frozen=True, eq=False)
class Shard:
    """Rendered scenes: ``images`` is (N, SIDE, SIDE, 3) uint8 BGR, ``fields`` an array of `FIELD`."""

    images: NDArray[np.uint8]
    fields: NDArray[np.void]


def fields(scene: int, sheet: RenderedSheet) -> NDArray[np.void]:
    """The fields of one sheet, as an array of `FIELD`."""
    foreign = sheet.edition in (Edition.BIG_POINTS, Edition.MIXED_COLOURS)
    kinds = np.repeat(np.arange(len(Row))[:, None], COLUMNS + 1, axis=1)
    kinds[:, :COLUMNS] = np.where(foreign, OTHER, kinds[:, :COLUMNS])
    kinds[:, COLUMNS] = LOCK
    bonus = len(sheet.bonus)
    found = np.empty(kinds.size + len(sheet.boxes) + bonus, FIELD)
    found["scene"] = scene
    found["kind"] = np.concatenate([kinds.ravel(), np.full(len(sheet.boxes), BOX), np.full(bonus, OTHER)])
    found["place"] = np.concatenate([sheet.cells.reshape(-1, 2), sheet.boxes, sheet.bonus])
    found["axes"] = np.concatenate([sheet.cell_axes.reshape(-1, 2, 2), sheet.box_axes, sheet.bonus_axes])
    found["visible"] = np.concatenate([sheet.visible.ravel(), sheet.boxes_visible, sheet.bonus_visible])
    found["mark"] = np.concatenate([sheet.marks.ravel(), sheet.penalties, np.zeros(bonus, np.int8)])
    return found


def render_shard(task: tuple[int, int, Path, Path | None]) -> Path:
    """Renders a shard, by its number and the seed, into a folder, unless it is there already."""
    number, seed, folder, photos = task
    fields_path = labels_file(folder, number, LABELS)
    if fields_path.exists():
        return fields_path
    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, number])
    pictures = backgrounds(photos)
    images = np.empty((SHARD, SIDE, SIDE, 3), dtype=np.uint8)
    rows = [np.empty(0, FIELD)]
    for index in range(SHARD):
        scene = random_sheet_scene(rng, SIDE, SIDE, PITCH, pictures)
        images[index] = scene.image
        rows += [fields(index, sheet) for sheet in scene.sheets]
    keep(fields_path, images, np.concatenate(rows))
    return fields_path


def shards(folder: Path) -> list[Shard]:
    """The finished shards."""
    return kept(folder, LABELS, Shard)


def data_hash(folder: Path) -> str:
    """Names the data that a model learned from."""
    return hash_of(folder, LABELS)


@click.command()
@click.option("--count", default=4000, show_default=True, help="How many scenes.")
@click.option("--seed", default=1, show_default=True)
@click.option("--work", type=click.Path(path_type=Path), default=Path("work/scenes/sheets"), show_default=True)
@click.option("--photos", type=click.Path(path_type=Path), envvar="KIBITZ_PHOTOS", help="For backgrounds.")
@click.option("--processes", default=os.cpu_count() or 1, show_default=True)
def main(count: int, seed: int, work: Path, photos: Path | None, processes: int) -> None:
    """Render score sheets."""
    tasks = [(number, seed, work, photos) for number in range(-(-count // SHARD))]
    render_all(render_shard, tasks, work, processes)
    click.echo(json.dumps({"scenes": count, "data_hash": data_hash(work)}))


if __name__ == "__main__":
    main()
