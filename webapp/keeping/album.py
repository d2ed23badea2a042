"""The album: photos that are kept with what lies on them, in the form of `docs/labels.md`. It knows no Flask.

Each photo is a JPEG without any metadata, and beside it lies what a person says is on it. Both are readable by their
owner alone, and nothing sends them anywhere.
"""

from __future__ import annotations

import io
import json
import re
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Any
from zipfile import ZIP_STORED, ZipFile

import simplejpeg

from engine.game import ENGLISH, Refusal
from vision.labels import IGNORE, Label, kind_of
from vision.photo import Photo
from webapp.serving import private

ENGLISH.update(
    {
        "album_full": "no more than {photos} photos and {megabytes} MB are kept: take some away first",
        "album_closed": "the folder of kept photos can't be read or written: see that its disk is there",
        "photo_not_kept": "this photo is not kept, or no more: reload the page",
    }
)

LABELS = "labels.json"
"""The file in the export that tells what lies on the photos."""
QUALITY = 92
"""Of the JPEGs: at this one nothing that readers look at is lost, and a photo of 12 megapixels has about 4 MB."""
_NAME = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True)
class AlbumLimits:
    """How much is kept, so that nobody fills the disk.

    Args:
        photos: more than anybody puts right in a year of evenings.
        megabytes: of all of them together.
    """

    photos: int = 300
    megabytes: int = 1024


@dataclass(frozen=True)
class Kept:
    """A photo that is kept.

    Args:
        name: under which it is found.
        at: when it was kept, in seconds since 1970.
        width: in pixels.
        height: in pixels.
        scale: how many pixels of the photo as it came make one of it.
        size: in bytes.
        labels: what lies on it, as COCO's annotations without their numbers, in pixels of the kept photo.
    """

    name: str
    at: float
    width: int
    height: int
    scale: float
    size: int
    labels: tuple[dict[str, Any], ...]


class PhotoUnknown(Refusal):
    """A photo that is not in the album."""


class AlbumFull(Refusal):
    """A limit that is reached."""


class AlbumClosed(Refusal):
    """A folder that can't be used."""


class Album:
    """The photos of a folder; any number of threads may use one.

    Args:
        folder: in which they lie; it is made with the first.
        limits: how much is kept.
        clock: gives the time in seconds since 1970.
    """

    def __init__(
        self, folder: Path, limits: AlbumLimits = AlbumLimits(), clock: Callable[[], float] = time.time
    ) -> None:
        self._folder, self._limits, self._clock = folder, limits, clock
        self._lock = Lock()

    @property
    def photos(self) -> list[Kept]:
        """All of them, the newest first.

        Raises:
            AlbumClosed: if the folder can't be read.
        """
        with self._lock, _closing():
            kept = [self._read(path) for path in self._folder.glob("*.json")]
        return sorted((one for one in kept if one), key=lambda one: (one.at, one.name), reverse=True)

    def keep(self, photo: Photo, labels: Sequence[Label]) -> Kept:
        """Keeps a photo, without anything that its file told besides the picture.

        Args:
            photo: as the camera took it.
            labels: what lies on it, in pixels of its full resolution.

        Raises:
            AlbumFull: if a limit is reached.
            AlbumClosed: if it can't be written.
        """
        data = simplejpeg.encode_jpeg(photo.image, QUALITY, "BGR")
        height, width = photo.image.shape[:2]
        told = _labels_json(labels, photo.scale)
        kept = Kept(secrets.token_hex(8), self._clock(), width, height, photo.scale, len(data), told)
        with self._lock, _closing():
            self._check_room(len(data))
            private.private_folder(self._folder)
            private.write(self._picture(kept.name), data)
            self._write(kept)
        return kept

    def put_right(self, name: str, labels: Sequence[Label]) -> Kept:
        """Tells anew what lies on a photo.

        Args:
            name: of the photo.
            labels: what lies on it, in pixels of the photo as it came.

        Raises:
            PhotoUnknown: if it is not there.
            AlbumClosed: if it can't be written.
        """
        with self._lock, _closing():
            before = self._known(name)
            kept = replace(before, labels=_labels_json(labels, before.scale))
            self._write(kept)
        return kept

    def picture(self, name: str) -> bytes:
        """A photo's JPEG.

        Raises:
            PhotoUnknown: if it is not there.
            AlbumClosed: if it can't be read.
        """
        with self._lock, _closing():
            self._known(name)
            return private.read(self._picture(name))

    def remove(self, name: str) -> None:
        """Deletes a photo and what was said of it.

        Raises:
            PhotoUnknown: if it is not there.
            AlbumClosed: if it can't be deleted.
        """
        with self._lock, _closing():
            self._known(name)
            self._drop(name)

    def clear(self) -> None:
        """Deletes all of them.

        Raises:
            AlbumClosed: if they can't be deleted.
        """
        with self._lock, _closing():
            # Whatever bears a photo's name: a server that was killed may have left a picture without its labels.
            for path in self._folder.glob("*"):
                if _NAME.fullmatch(path.name.partition(".")[0]):
                    path.unlink(missing_ok=True)

    def exported(self) -> Iterator[bytes]:
        """All photos and their labels as one zip, piece by piece: no more than one photo is in memory at a time.

        A photo that is deleted meanwhile is left out.
        """
        pieces = _Pieces()
        with ZipFile(pieces, "w", ZIP_STORED) as zipped:
            there: list[Kept] = []
            for kept in reversed(self.photos):
                try:
                    zipped.writestr(_file_name(kept), self.picture(kept.name))
                except PhotoUnknown:
                    continue
                there.append(kept)
                yield pieces.taken()
            zipped.writestr(LABELS, json.dumps(coco(there), indent=1))
        yield pieces.taken()

    def _check_room(self, size: int) -> None:
        """Makes sure that a further picture of so many bytes may be kept; what lies on the others is not read for that.

        Raises:
            AlbumFull: if it may not.
        """
        pictures = [path for path in self._folder.glob("*.jpg") if self._told(path.stem).exists()]
        used = sum(path.stat().st_size for path in pictures) + size
        if len(pictures) >= self._limits.photos or used > self._limits.megabytes << 20:
            raise AlbumFull("album_full", photos=self._limits.photos, megabytes=self._limits.megabytes)

    def _picture(self, name: str) -> Path:
        return self._folder / f"{name}.jpg"

    def _told(self, name: str) -> Path:
        return self._folder / f"{name}.json"

    def _known(self, name: str) -> Kept:
        kept = self._read(self._told(name)) if _NAME.fullmatch(name) else None
        if kept is None:
            raise PhotoUnknown("photo_not_kept")
        return kept

    def _read(self, path: Path) -> Kept | None:
        """What lies there; None if it is no photo of ours, or none that is whole."""
        if not _NAME.fullmatch(path.stem):
            return None
        try:
            told = json.loads(path.read_bytes())
            size = self._picture(path.stem).stat().st_size
            sides = told["width"], told["height"], told["scale"]
            return Kept(path.stem, told["at"], *sides, size, tuple(told["labels"]))
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            return None

    def _write(self, kept: Kept) -> None:
        sides = {"width": kept.width, "height": kept.height, "scale": kept.scale}
        told = {"at": kept.at, **sides, "labels": kept.labels}
        private.write(self._told(kept.name), json.dumps(told).encode())

    def _drop(self, name: str) -> None:
        # The picture first: should the server be killed in between, it is gone, and its labels are passed over.
        self._picture(name).unlink(missing_ok=True)
        self._told(name).unlink(missing_ok=True)


def coco(photos: Sequence[Kept]) -> dict[str, Any]:
    """What lies on photos, in the form that `kibitz evaluate` reads."""
    names = sorted({label["name"] for kept in photos for label in kept.labels})
    numbers = {name: number for number, name in enumerate(names, 1)}
    images = [
        {
            "id": number,
            "file_name": _file_name(kept),
            "width": kept.width,
            "height": kept.height,
            # What else lies there, nobody was asked about.
            "kinds": sorted({kind_of(label["name"]) for label in kept.labels if label["name"] != IGNORE}),
        }
        for number, kept in enumerate(photos, 1)
    ]
    labels = [(number, label) for number, kept in enumerate(photos, 1) for label in kept.labels]
    annotations = [
        {
            "id": at,
            "image_id": image,
            "category_id": numbers[label["name"]],
            "bbox": label["bbox"],
            "area": round(label["bbox"][2] * label["bbox"][3], 1),
            "iscrowd": 0,
            "attributes": label["attributes"],
        }
        for at, (image, label) in enumerate(labels, 1)
    ]
    categories = [{"id": number, "name": name} for name, number in numbers.items()]
    return {"images": images, "categories": categories, "annotations": annotations}


def _file_name(kept: Kept) -> str:
    return f"photos/{kept.name}.jpg"


def _labels_json(labels: Sequence[Label], scale: float) -> tuple[dict[str, Any], ...]:
    """Labels in pixels of a photo in which one is so many of theirs."""
    return tuple(_label_json(label, scale) for label in labels)


def _label_json(label: Label, scale: float) -> dict[str, Any]:
    box = label.box
    left, top = ((side + 0.5) / scale - 0.5 for side in (box.x, box.y))
    attributes: dict[str, Any] = {}
    if label.cell is not None:
        attributes["cell"] = [label.cell[0], -label.cell[1]]  # there rows grow upwards
    if label.colour is not None:
        attributes["colour"] = label.colour
    if label.sheet is not None:
        attributes["marks"] = str(label.sheet)
    bbox = [round(side, 1) for side in (left, top, box.width / scale, box.height / scale)]
    return {"name": label.name, "bbox": bbox, "attributes": attributes}


class _Pieces(io.RawIOBase):
    """A file that is only written, from whose beginning is taken what has been written so far."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, data: Any) -> int:
        """Takes further bytes."""
        self._buffer += data
        return len(data)

    def taken(self) -> bytes:
        """What was written since the last time."""
        data = bytes(self._buffer)
        self._buffer.clear()
        return data


@contextmanager
def _closing() -> Iterator[None]:
    """Tells in words that the folder can't be used."""
    try:
        yield
    except OSError as error:
        raise AlbumClosed("album_closed") from error
