"""Sets of rendered scenes on the disk, shard by shard, so that a stopped rendering goes on."""

from __future__ import annotations

import hashlib
import multiprocessing
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

SHARD = 100
"""Scenes to a shard."""

Task = TypeVar("Task")
Shard = TypeVar("Shard")


def labels_file(folder: Path, number: int, kind: str) -> Path:
    """Where the labels of a shard lie, if it is whole; ``kind`` says of what they are, such as ``tiles``."""
    return folder / f"{number:05d}.{kind}.npy"


def keep(labels_path: Path, images: NDArray[np.uint8], labels: NDArray[np.void]) -> None:
    """Writes a shard: its pictures, and in the file of that name its labels."""
    np.save(_images_file(labels_path), images)
    # Written last and moved into place: a shard whose labels are there is whole.
    partial = labels_path.with_suffix(".partial")
    with partial.open("wb") as file:
        np.save(file, labels)
    partial.rename(labels_path)


def kept(folder: Path, kind: str, shard: Callable[[NDArray[np.uint8], NDArray[np.void]], Shard]) -> list[Shard]:
    """The whole shards of a set, their pictures mapped from the disk rather than read."""
    return [shard(np.load(_images_file(path), mmap_mode="r"), np.load(path)) for path in _labels_files(folder, kind)]


def hash_of(folder: Path, kind: str) -> str:
    """Names the data that a model learned from: the SHA-256 over the labels of all shards, in order."""
    digest = hashlib.sha256()
    for path in _labels_files(folder, kind):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def render_all(render: Callable[[Task], Any], tasks: Sequence[Task], folder: Path, processes: int) -> None:
    """Renders the shards that are missing in a folder, one a task, with a progress bar."""
    folder.mkdir(parents=True, exist_ok=True)
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for _ in tqdm(pool.imap_unordered(render, tasks), total=len(tasks), unit=f" x {SHARD} scenes"):
            pass


def parted(shards: Sequence[Shard], held_back: int, folder: Path, module: str) -> tuple[list[Shard], list[Shard]]:
    """The shards to learn from, and the first ones, which are kept for measuring.

    Raises:
        click.ClickException: if there are too few.
    """
    if len(shards) <= held_back:
        raise click.ClickException(f"{folder} has too few scenes: run python -m models.training.{module} first")
    return list(shards[held_back:]), list(shards[:held_back])


def _images_file(labels_path: Path) -> Path:
    number, _, _ = labels_path.name.split(".")
    return labels_path.with_name(f"{number}.images.npy")


def _labels_files(folder: Path, kind: str) -> list[Path]:
    return sorted(folder.glob(f"*.{kind}.npy"))
