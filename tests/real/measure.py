"""What the reader reaches on real photos, and the floors under it.

python -m tests.real.measure            prints what is reached now
python -m tests.real.measure --raise    also lifts the floors to it, where it is better
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from pathlib import Path

from models.training.dice_photos import SETS as DICE
from tests.real import dice
from vision.evaluate import SORTS, Evaluation, score_photos
from vision.labels import LabelledPhoto, read_labels
from vision.read import Reader
from webapp.look import reads

SETS = ("qwirkle/overhead", "qwirkle/free-game", "qwirkle/connect-board", *DICE)
FLOORS = Path(__file__).with_name("floors.json")

Reached = dict[str, int]
"""What counts of an evaluation, by name; more is better but for ``false``."""


def photos_folder() -> Path | None:
    """Where the labelled photos lie, if that was said."""
    folder = os.environ.get("KIBITZ_PHOTOS")
    return Path(folder) if folder else None


def photos_of(folder: Path) -> tuple[LabelledPhoto, ...]:
    """The photos of a set; of dice those that no network was trained on."""
    name = f"{folder.parent.name}/{folder.name}"
    return dice.held(folder.parent.parent, name) if name in DICE else read_labels(folder / "labels.json")


def evaluated(folder: Path, reader: Reader) -> Evaluation:
    """Reads a set of photos."""
    return Evaluation(tuple(score_photos(photos_of(folder), reads(reader))))


def reached(evaluation: Evaluation) -> Reached:
    """The numbers on which a floor is kept; of sorts of pieces of which no labels tell, none."""
    tallies = {sort: evaluation.tally(sort) for sort in SORTS}
    labelled = {sort: tally for sort, tally in tallies.items() if tally.labels}
    numbers = {f"{sort}_found": tally.found for sort, tally in labelled.items()}
    numbers |= {f"{sort}_right": tally.right for sort, tally in labelled.items()}
    others = {
        "false": evaluation.tally().false,
        "photos_right": evaluation.photos_right,
        "boards_exact": evaluation.boards[0],
        "colours_right": evaluation.colours[0],
        "surest_right": evaluation.surest[0],
    }
    return numbers | others


def better(now: Reached, floor: Reached) -> Reached:
    """The better of both, number by number."""
    return {name: (min if name == "false" else max)(value, floor.get(name, value)) for name, value in now.items()}


def floors() -> dict[str, Reached]:
    """The floors of every set."""
    return dict(json.loads(FLOORS.read_text())) if FLOORS.exists() else {}


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints what every set reaches."""
    parser = argparse.ArgumentParser(prog="python -m tests.real.measure", description=__doc__)
    parser.add_argument("--raise", dest="lift", action="store_true", help="lift the floors")
    options = parser.parse_args(arguments)
    folder = photos_folder()
    if folder is None:
        parser.error("set KIBITZ_PHOTOS to the folder of the labelled photos")
    reader, kept = Reader(), floors()
    for name in SETS:
        evaluation = evaluated(folder / name, reader)
        print(f"{name}\n{evaluation}\n", flush=True)
        kept[name] = better(reached(evaluation), kept.get(name, {}))
    if options.lift:
        FLOORS.write_text(json.dumps(kept, indent=2) + "\n")


if __name__ == "__main__":
    main()
