"""What the commands share in a terminal: exit statuses, complaints, progress, and pictures written to files."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import click
import cv2

from engine.game import Refusal
from vision.icc import Pixels

Item = TypeVar("Item")

DONE, FAULT, NOTHING_READ = 0, 1, 3
"""Exit statuses beside click's 2 for wrong usage: all is well, a fault of ours, an input that gave nothing."""
PICTURES = (".jpg", ".jpeg", ".png", ".webp")
"""What an overlay can be written as."""


class Unread(Exception):
    """A photo that gave nothing, and why.

    Args:
        photo: where it lies; None if it is no photo but what was typed.
        error: what is wrong.
    """

    def __init__(self, photo: str | None, error: Refusal) -> None:
        super().__init__(photo, error)
        self.photo, self.error = photo, error

    @property
    def line(self) -> str:
        """What to say about it."""
        return str(self.error) if self.photo is None else f"{click.format_filename(self.photo)}: {self.error}"


@contextmanager
def blaming(photo: str | None) -> Iterator[None]:
    """Blames a photo for what is refused meanwhile.

    Raises:
        Unread: if something is.
    """
    try:
        yield
    except Refusal as error:
        raise Unread(photo, error) from error


def complain(sentence: str) -> None:
    """Says in one line what is wrong."""
    click.echo(f"kibitz: {' '.join(sentence.split())}", err=True)


@contextmanager
def progress(items: Iterable[Item], length: int, label: str = "Reading photos") -> Iterator[Iterable[Item]]:
    """The items, with a bar on standard error where a person is watching."""
    if not sys.stderr.isatty():
        yield items
        return
    with click.progressbar(items, length=length, label=label, file=sys.stderr) as bar:
        yield bar


@contextmanager
def working(what: str) -> Iterator[None]:
    """Says on standard error what is being done for as long as it is, where a person is watching."""
    watched = sys.stderr.isatty()
    if watched:
        click.echo(f"{what} …", err=True, nl=False)
    try:
        yield
    finally:
        if watched:
            click.echo("\r\x1b[K", err=True, nl=False)


def is_picture(path: Path) -> bool:
    """Whether something is written to this path as one picture; else it is a folder for several."""
    return path.suffix.lower() in PICTURES and not path.is_dir()


def overlay_paths(photos: Sequence[Path], out: Path) -> list[Path]:
    """Where the overlay of each photo goes: ``out`` itself if it is named like a picture, else files in that folder.

    Raises:
        click.UsageError: if several photos should go into one file, or a photo into itself.
    """
    if is_picture(out):
        if len(photos) > 1:
            raise click.UsageError(f"{len(photos)} photos don't go into one picture, name a folder instead of {out}")
        paths = [out]
    else:
        paths = []
        for photo in photos:
            path, number = out / f"{photo.stem}.jpg", 2
            while path in paths:
                path, number = out / f"{photo.stem}-{number}.jpg", number + 1
            paths.append(path)
    spare(photos, paths)
    return paths


def spare(photos: Iterable[Path], overlays: Iterable[Path]) -> None:
    """Lets no overlay take the place of a photo.

    Raises:
        click.UsageError: if one would.
    """
    taken = {path.resolve() for path in overlays}
    for photo in photos:
        if photo.resolve() in taken:
            raise click.UsageError(f"the overlay would replace {photo}, name another place")


def save(path: Path, picture: Pixels) -> None:
    """Writes a picture, of the kind that the name ends in.

    Raises:
        click.UsageError: if it can't be written there.
    """
    if path.suffix.lower() not in PICTURES:
        raise click.UsageError(f"{path} is not named like a picture: end it in {' or '.join(PICTURES)}")
    _, data = cv2.imencode(path.suffix.lower(), picture)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.tobytes())
    except OSError as error:
        raise click.UsageError(f"{path} can't be written ({error.strerror})") from error
