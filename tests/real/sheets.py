"""Pictures of the two real printings, empty or with real crosses on them, laid on tables and lit like photos.

The crosses come from scanned cells with a pen's cross and without. Neither they nor the printings trained a network.

python -m tests.real.sheets            prints what is reached now
python -m tests.real.sheets --raise    also lifts the floors to it, where it is better
"""

from __future__ import annotations

import json
import math
import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.qwixx.sheet import RISING, Row
from models.synthesis import colour
from models.synthesis.camera import Camera
from models.synthesis.clutter import rectangle
from models.synthesis.layout import Flat, Layout, Surface
from models.synthesis.lighting import Lighting
from models.synthesis.look import Look
from models.synthesis.paper import Bend, Paper, Shade
from models.synthesis.sensor import Sensor
from models.synthesis.surface import wood
from models.synthesis.table import render
from tests.real.measure import photos_folder
from vision.photo import Photo
from vision.sheet import SheetReader

Floats = NDArray[np.float64]
COLUMNS = len(RISING)


@dataclass(frozen=True)
class Scan:
    """Where things are on the picture of a printing, in its pixels.

    Args:
        name: of the file.
        first: the middle of red 2.
        pitch: from one cell to the next.
        row_pitch: from one row to the next.
        lock: x of the locks.
        boxes: the middle of the first box for penalties.
        boxes_pitch: from one to the next.
    """

    name: str
    first: tuple[float, float]
    pitch: float
    row_pitch: float
    lock: float
    boxes: tuple[float, float]
    boxes_pitch: float

    @property
    def cells(self) -> Floats:
        """(4, 12, 2) the middles of the cells and locks."""
        x = np.append(self.first[0] + np.arange(COLUMNS) * self.pitch, self.lock)
        y = self.first[1] + np.arange(len(Row)) * self.row_pitch
        return np.stack(np.meshgrid(x, y), axis=-1)


SCANS = (
    Scan("empty-nsv.jpg", (92.0, 76.0), 78.75, 104.4, 961.0, (855.0, 510.0), 42.7),
    Scan("empty-gamewright.jpg", (84.0, 65.0), 73.8, 96.3, 896.0, (748.0, 457.0), 38.3),
)


@dataclass(frozen=True)
class View:
    """How a sheet is photographed: degrees of slant and turn, pixels from cell to cell, and what is in shadow."""

    slant: float = 0.0
    turn: float = 0.0
    pitch: float = 40.0
    shadow: float | None = None
    bent: bool = False


@dataclass(frozen=True, eq=False)
class Crosses:
    """A scanned pen's cross for each cell: (h, w) float64, how much of the paper shows through, 0 to 1."""

    inks: dict[tuple[Row, int], Floats]

    @classmethod
    def read(cls, folder: Path) -> Crosses:
        """Takes each cell with a cross and the same cell without apart."""
        inks = {}
        for row in Row:
            # The lock is number 13 there.
            for number in (*RISING, RISING[-1] + 1):
                name = f"{row.word[0]}{number}"
                empty, checked = (cv2.imread(str(folder / f"{name}{end}.png")) for end in ("", "_checked"))
                if empty is None or checked is None:
                    raise FileNotFoundError(folder / name)
                share = (checked.astype(np.float64) + 8) / (empty.astype(np.float64) + 8)
                inks[row, number] = np.clip(share.min(axis=2), 0, 1)
        return cls(inks)


def marked(picture: NDArray[np.uint8], scan: Scan, crosses: Crosses, marks: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """The picture of a printing with a real cross in each cell, and on each lock, of ``marks`` (4, 12)."""
    result = picture.astype(np.float64)
    for row in Row:
        for col in np.flatnonzero(marks[row]):
            number = row.numbers[col] if col < COLUMNS else RISING[-1] + 1
            ink = crosses.inks[row, number]
            side = round(scan.pitch)
            ink = np.asarray(cv2.resize(ink, (side, side), interpolation=cv2.INTER_AREA), np.float64)
            left, top = (round(float(value) - side / 2) for value in scan.cells[row, col])
            part = result[top : top + side, left : left + side]
            part *= ink[: part.shape[0], : part.shape[1], None]
    return np.asarray(np.rint(result), np.uint8)


def photographed(
    picture: NDArray[np.uint8], scan: Scan, view: View, seed: int, side: int = 900
) -> tuple[NDArray[np.uint8], Floats]:
    """A photo of a printing on a wooden table, (side, side, 3) uint8 BGR, and where its cells are in it, (4, 12, 2)."""
    rng = np.random.default_rng(seed)
    focal = 1.2 * side
    tilt = math.radians(view.slant)
    sensor = Sensor(exposure=0.85, blur=0.5, shot=0.012, quality=85)
    camera = Camera(side, side, focal, focal / view.pitch, tilt, azimuth=rng.uniform(-0.2, 0.2), sensor=sensor)
    height, width = picture.shape[:2]
    size = np.array([width, height]) / scan.pitch
    turn = math.radians(view.turn)
    place = np.array([[math.cos(turn), -math.sin(turn), 0.0], [math.sin(turn), math.cos(turn), 0.0], [0.0, 0.0, 1.0]])
    bend = Bend(height=0.02, turn=rng.uniform(0, 3), waves=0.8, curl=0.03, fold=0.5) if view.bent else Bend()
    paper = Paper(colour.decode(picture), place, scan.pitch, -size / 2, bend, (0.3, 0.2))
    flat: list[Flat] = [paper]
    if view.shadow is not None:
        across = np.array([math.cos(turn + 0.3), math.sin(turn + 0.3)]) * 12
        dark = rectangle(float(across[0]), float(across[1]), 24, 60, turn + 0.3)
        flat.append(Shade((dark,), 0.15, np.full(3, view.shadow, np.float32)))
    layout = Layout(Surface(wood(rng), 14.0, 0.3), (), None, tuple(flat))
    image = render(layout, camera, Lighting(falloff=0.3, falloff_azimuth=rng.uniform(0, 6)), Look(), rng).image
    points = (scan.cells.reshape(-1, 2) + 0.5) / scan.pitch - size / 2
    return image, camera.bent(paper.seen(camera, points)).reshape(scan.cells.shape)


VIEWS = (
    View(),
    View(slant=30, turn=20, pitch=34),
    View(slant=45, turn=-75, pitch=44),
    View(turn=180, pitch=30, bent=True),
    View(slant=20, turn=95, pitch=48, bent=True),
    View(shadow=0.3, pitch=44),
    View(slant=35, turn=-15, pitch=36, shadow=0.35),
    View(slant=45, turn=160, pitch=34, shadow=0.45, bent=True),
)
"""How each printing is photographed, empty and with crosses."""
KINDS = ("right", "undoubted", "whole")
"""What is counted: fields, those of them that are read without a doubt, and sheets."""
FLOORS = Path(__file__).with_name("sheet_floors.json")


def floors() -> dict[str, int]:
    """What was reached so far."""
    reached: dict[str, int] = json.loads(FLOORS.read_text())
    return reached


def reached(folder: Path, reader: SheetReader) -> dict[str, int]:
    """Fields read right, also without a doubt, and sheets read whole, on both printings in all views."""
    crosses = Crosses.read(folder / "cells")
    counts = dict.fromkeys((f"{kind}_{what}" for kind in ("empty", "crosses") for what in KINDS), 0)
    for scan in SCANS:
        picture = np.asarray(cv2.imread(str(folder / scan.name)), np.uint8)
        for number, view in enumerate(VIEWS):
            marks = np.random.default_rng(number).random((len(Row), COLUMNS + 1)) < 0.4
            for kind, wanted in (("empty", np.zeros_like(marks)), ("crosses", marks)):
                image, cells = photographed(marked(picture, scan, crosses, wanted), scan, view, seed=number)
                right, doubted = fields_read(reader, image, cells, wanted, view)
                counts[f"{kind}_right"] += int(right.sum())
                counts[f"{kind}_undoubted"] += int((right & ~doubted).sum())
                counts[f"{kind}_whole"] += bool(right.all())
    return counts


def fields_read(
    reader: SheetReader, image: NDArray[np.uint8], cells: Floats, wanted: NDArray[np.bool_], view: View
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(52,) which cells, locks and boxes of the sheet in a picture are read as they are, and which cells are doubted.

    None is where the sheet isn't found.
    """
    boxes = np.zeros(4, np.bool_)
    for seen in reader.read(Photo.of(image))[0]:
        if not seen.refused and np.linalg.norm(seen.cells - cells, axis=-1).max() < view.pitch / 2:
            read = np.concatenate([np.column_stack([seen.marks, seen.locks]).ravel(), seen.penalties]) > 0.5
            doubted = np.concatenate([np.column_stack([seen.doubtful, np.zeros(len(Row), np.bool_)]).ravel(), boxes])
            return np.asarray(read == np.concatenate([wanted.ravel(), boxes])), doubted
    none = np.zeros(wanted.size + len(boxes), np.bool_)
    return none, none


def main() -> None:
    """Prints what is reached now; with ``--raise``, also lifts the floors to it."""
    folder = photos_folder()
    if folder is None:
        raise SystemExit("set KIBITZ_PHOTOS to the folder of the photos")
    now = reached(folder / "sheets", SheetReader())
    print(json.dumps(now, indent=2))
    if "--raise" in sys.argv[1:]:
        lifted = {name: max(count, floors().get(name, 0)) for name, count in now.items()}
        FLOORS.write_text(json.dumps(lifted, indent=2) + "\n")


if __name__ == "__main__":
    main()
