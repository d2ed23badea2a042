"""Real dice that no network was trained on: the third of each set that is held back, with the colours of some by eye.

    python -m tests.real.dice --plot models/die_classifier_confidence.png

prints how many values are right where the finder is not asked, and plots how often a name is right by how sure it is.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.qwixx.roll import DIE_LETTERS, DieColour
from models.balance import balance
from models.die_classifier import DieClassifier, cut_out
from models.training.dice_photos import CROPS, SETS, held_back
from vision.evaluate import SUREST, score_photos
from vision.labels import Label, LabelledPhoto, read_labels
from vision.photo import read_photo
from vision.read import Reader
from webapp.look import reads

COLOURED = "dice/trays"
COLOURS = Path(__file__).with_name("die_colours.json")
"""The body colours of the dice of 20 photos, named by eye, in the order of their labels: the letters of all names that
a person may give, O for a colour that no die of the game has, ``?`` where none can be told."""
BINS = 8
SIDE = 420
"""Of the plot, in pixels."""


def held(folder: Path, name: str) -> tuple[LabelledPhoto, ...]:
    """The photos of a set that are held back; dice of which the colour is beyond doubt are labelled with it."""
    photos = [photo for index, photo in enumerate(read_labels(folder / name / "labels.json")) if held_back(index)]
    told = json.loads(COLOURS.read_text()) if name == COLOURED else {}
    return tuple(_coloured(photo, told.get(photo.path.name, "").split()) for photo in photos)


def _coloured(photo: LabelledPhoto, letters: Sequence[str]) -> LabelledPhoto:
    if not letters:
        return photo
    labels = (_named(label, text) for label, text in zip(photo.labels, letters, strict=True))
    return replace(photo, labels=tuple(labels))


def _named(label: Label, letters: str) -> Label:
    if len(letters) != 1 or letters == "?":
        return label
    colour = DieColour.OTHER if letters == "O" else DieColour(DIE_LETTERS.index(letters))
    return replace(label, colour=colour.word)


def crops(folder: Path, classifier: DieClassifier) -> tuple[tuple[float, bool], ...]:
    """How sure each single die's value is, and whether it is right, without a finder; of those that are held back."""
    answers = []
    with (folder / CROPS / "labels.csv").open(newline="") as file:
        for index, row in enumerate(csv.DictReader(file)):
            if held_back(index):
                picture = read_photo(folder / CROPS / row["file"]).image
                whole = np.array([[0.0, 0.0, picture.shape[1], picture.shape[0]]])
                values = classifier.classify(cut_out([balance(picture)], whole)).values[0]
                answers.append((float(values.max()), int(values.argmax()) + 1 == int(row["value"])))
    return tuple(answers)


def answers(photos: Sequence[LabelledPhoto], reader: Reader) -> tuple[tuple[float, bool], ...]:
    """How sure the value of each die found is, and whether it is right."""
    pairs = (pair for score in score_photos(photos, reads(reader)) for pair in score.comparison.pairs)
    return tuple((die.confidence, label.name == die.name) for label, die in pairs)


def surest(told: Sequence[tuple[float, bool]], share: float = SUREST) -> float:
    """The part that is right of so large a share of the answers, the surest."""
    ordered = sorted(told, key=lambda answer: -answer[0])[: round(share * len(told))]
    return float(np.mean([right for _, right in ordered]))


def plot(told: dict[str, Sequence[tuple[float, bool]]]) -> NDArray[np.uint8]:
    """How often a value is right, upwards, by how sure it is, to the right; each dot stands for as many dice.

    On the diagonal, confidence is honest.
    """
    image = np.full((SIDE + 60, SIDE + 60, 3), 255, np.uint8)
    colours = ((190, 90, 20), (30, 140, 30), (30, 30, 200), (150, 40, 150))

    def at(x: float, y: float) -> tuple[int, int]:
        return round(45 + x * SIDE), round(10 + (1 - y) * SIDE)

    cv2.rectangle(image, at(0, 0), at(1, 1), (0, 0, 0), 1)
    cv2.line(image, at(0, 0), at(1, 1), (160, 160, 160), 1, cv2.LINE_AA)
    for tenth in range(0, 11, 2):
        for text, place in ((f"{tenth / 10}", at(tenth / 10 - 0.03, -0.06)), (f"{tenth / 10}", at(-0.09, tenth / 10))):
            cv2.putText(image, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.42, (0, 0, 0), 1, cv2.LINE_AA)
    for row, ((name, pairs), colour) in enumerate(zip(told.items(), colours, strict=False)):
        parts = np.array_split(np.array(sorted(pairs)), BINS)
        points = [at(float(part[:, 0].mean()), float(part[:, 1].mean())) for part in parts]
        cv2.polylines(image, [np.array(points)], False, colour, 1, cv2.LINE_AA)
        for point in points:
            cv2.circle(image, point, 4, colour, -1, cv2.LINE_AA)
        cv2.putText(image, name, at(0.05, 0.93 - 0.06 * row), cv2.FONT_HERSHEY_SIMPLEX, 0.5, colour, 1, cv2.LINE_AA)
    return image


def main() -> None:
    """Prints and plots."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=Path, default=os.environ.get("KIBITZ_PHOTOS"), help="the labelled photos")
    parser.add_argument("--plot", type=Path, help="where the plot goes")
    options = parser.parse_args()
    if options.photos is None:
        parser.error("say where the labelled photos lie, by --photos or KIBITZ_PHOTOS")
    reader = Reader()
    told: dict[str, Sequence[tuple[float, bool]]] = {
        name.rpartition("/")[2]: answers(held(options.photos, name), reader) for name in SETS
    }
    told["crops"] = crops(options.photos, DieClassifier())
    for name, pairs in told.items():
        right = sum(right for _, right in pairs)
        print(f"{name:8} {right} of {len(pairs)} values right, {surest(pairs):.2%} of the surest 80 %")
    if options.plot:
        cv2.imwrite(str(options.plot), plot(told))


if __name__ == "__main__":
    main()
