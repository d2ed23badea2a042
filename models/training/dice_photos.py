"""The real photos of dice whose licences allow training: two thirds of each set, the rest is for measuring."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

SETS = ("dice/trays", "dice/clutter", "dice/webcam")
CROPS = "dice/crops"
PIPS_ONLY = ("dice/webcam",)
"""The sets whose boxes go round the pips of the top face alone, not round the die."""
THIRDS = 3
UNKNOWN = -1


def held_back(index: int) -> bool:
    """Whether the photo at this place of its set is never trained on."""
    return index % THIRDS == THIRDS - 1


@dataclass(frozen=True, eq=False)
class DicePhoto:
    """A photo and what lies on it.

    Args:
        image: (H, W, 3) uint8 BGR.
        boxes: (N, 4) float64, left, top, width and height in pixels.
        values: (N,) int64, 1 to 6.
        whole: whether the boxes go round whole dice, or only round the pips of their top faces.
        held: whether the photo is held back.
    """

    image: NDArray[np.uint8]
    boxes: NDArray[np.float64]
    values: NDArray[np.int64]
    whole: bool
    held: bool


def dice_photos(folder: Path) -> Iterator[DicePhoto]:
    """All photos of the sets, in their order."""
    for name in SETS:
        labels = json.loads((folder / name / "labels.json").read_text())
        words = {category["id"]: category["name"] for category in labels["categories"]}
        for index, entry in enumerate(labels["images"]):
            mine = [label for label in labels["annotations"] if label["image_id"] == entry["id"]]
            picture = cv2.imread(str(folder / name / entry["file_name"]))
            boxes = np.array([label["bbox"] for label in mine], np.float64).reshape(-1, 4)
            values = np.array([int(words[label["category_id"]]) for label in mine], np.int64)
            yield DicePhoto(np.asarray(picture, np.uint8), boxes, values, name not in PIPS_ONLY, held_back(index))


def dice_crops(folder: Path) -> Iterator[DicePhoto]:
    """The crops that show one die each, which fills them but for a small margin."""
    with (folder / CROPS / "labels.csv").open(newline="") as file:
        for index, row in enumerate(csv.DictReader(file)):
            picture = np.asarray(cv2.imread(str(folder / CROPS / row["file"])), np.uint8)
            height, width = picture.shape[:2]
            box = np.array([[0.0, 0.0, width, height]])
            yield DicePhoto(picture, box, np.array([int(row["value"])]), True, held_back(index))
