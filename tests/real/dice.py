"""Real dice that no network was trained on: the third of each set that is held back, with the colours of some by eye.

    python -m tests.real.dice --plot models/die_classifier_confidence.svg

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

import numpy as np

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
SIDE, LEFT, TOP = 420, 45, 10
"""Of the plot, and what is left free beside and above it, in pixels."""
INKS = ("#145abe", "#1e8c1e", "#c81e1e", "#962896")


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


def plot(told: dict[str, Sequence[tuple[float, bool]]]) -> str:
    """SVG: how often a value is right, upwards, by how sure it is, to the right; each dot stands for as many dice.

    On the diagonal, confidence is honest.
    """
    parts = [f'<rect x="{LEFT}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="none" stroke="black"/>']
    parts.append(_line([(0, 0), (1, 1)], "#a0a0a0"))
    for tenth in range(0, 11, 2):
        parts.append(_text(f"{tenth / 10}", (tenth / 10 - 0.03, -0.05), "black"))
        parts.append(_text(f"{tenth / 10}", (-0.08, tenth / 10 - 0.01), "black"))
    for row, ((name, pairs), colour) in enumerate(zip(told.items(), INKS, strict=False)):
        bins = np.array_split(np.array(sorted(pairs)), BINS)
        points = [(float(part[:, 0].mean()), float(part[:, 1].mean())) for part in bins]
        parts.append(_line(points, colour))
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>' for x, y in map(_at, points)]
        parts.append(_text(name, (0.05, 0.93 - 0.06 * row), colour))
    size = f'width="{SIDE + LEFT + TOP}" height="{SIDE + LEFT + TOP}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="14">'
    return "\n".join([head, '<rect width="100%" height="100%" fill="white"/>', *parts, "</svg>\n"])


def _at(point: tuple[float, float]) -> tuple[float, float]:
    return LEFT + point[0] * SIDE, TOP + (1 - point[1]) * SIDE


def _line(points: Sequence[tuple[float, float]], colour: str) -> str:
    places = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(_at, points))
    return f'<polyline points="{places}" fill="none" stroke="{colour}"/>'


def _text(text: str, point: tuple[float, float], colour: str) -> str:
    x, y = _at(point)
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}">{text}</text>'


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
        options.plot.write_text(plot(told))


if __name__ == "__main__":
    main()
