"""Renders the score sheets that the sheet finder learns from, shard by shard, so that a stopped run goes on.

    python -m models.training.sheet_scenes --count 4000

Some tables are dice photos that allow training (``--photos``, or ``KIBITZ_PHOTOS``); without them every table is
rendered. Each shard is seeded by its number, so the same command makes the same pictures on any machine.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click
import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from engine.qwixx.sheet import Row
from models.sheet_finder import BOX, LOCK, OTHER
from models.synthesis.score_sheet import COLUMNS, Edition
from models.synthesis.sheet_scene import RenderedSheet, random_sheet_scene
from models.training.scenes import backgrounds

SHARD = 100
SIDE = 416
PITCH = (6.0, 42.0)
"""Pixels from cell to cell: the finder meets every sheet so on some level of its pyramid."""
FIELD = np.dtype(
    [("scene", "i4"), ("kind", "i1"), ("place", "f4", (2,)), ("axes", "f4", (2, 2)), ("visible", "?"), ("mark", "i1")]
)
"""One rendered field: ``scene`` counts within the shard, ``kind`` is one of `models.sheet_finder.KINDS`."""


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
    images_path, fields_path = folder / f"{number:05d}.images.npy", folder / f"{number:05d}.fields.npy"
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
    np.save(images_path, images)
    # Written last and moved into place: a shard whose fields are there is whole.
    partial = fields_path.with_suffix(".partial")
    with partial.open("wb") as file:
        np.save(file, np.concatenate(rows))
    partial.rename(fields_path)
    return fields_path


def shards(folder: Path) -> list[Shard]:
    """The finished shards, their pictures mapped from the disk rather than read."""
    return [
        Shard(np.load(path.with_name(path.name.replace("fields", "images")), mmap_mode="r"), np.load(path))
        for path in sorted(folder.glob("*.fields.npy"))
    ]


def data_hash(folder: Path) -> str:
    """Names the data that a model learned from: the SHA-256 over the labels of all shards, in order."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.fields.npy")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def render(count: int, seed: int, folder: Path, photos: Path | None, processes: int) -> Iterator[Path]:
    """Renders the missing shards; yields each as it is finished."""
    folder.mkdir(parents=True, exist_ok=True)
    tasks = [(number, seed, folder, photos) for number in range(-(-count // SHARD))]
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from pool.imap_unordered(render_shard, tasks)


@click.command()
@click.option("--count", default=4000, show_default=True, help="How many scenes.")
@click.option("--seed", default=1, show_default=True)
@click.option("--work", type=click.Path(path_type=Path), default=Path("work/scenes/sheets"), show_default=True)
@click.option("--photos", type=click.Path(path_type=Path), envvar="KIBITZ_PHOTOS", help="For backgrounds.")
@click.option("--processes", default=os.cpu_count() or 1, show_default=True)
def main(count: int, seed: int, work: Path, photos: Path | None, processes: int) -> None:
    """Render score sheets."""
    for _ in tqdm(render(count, seed, work, photos, processes), total=-(-count // SHARD), unit=f" x {SHARD} scenes"):
        pass
    click.echo(json.dumps({"scenes": count, "data_hash": data_hash(work)}))


if __name__ == "__main__":
    main()
