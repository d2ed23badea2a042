"""Measures the reader on rendered rolls whose dice, tables and lamps no network was trained on.

    python -m tests.benchmarks.rolls --show rolls.png
    python -m tests.benchmarks.rolls --size 24 --count 500

Six dice a photo, as Qwixx begins with: two white ones and one of each colour. A die is right if it is found where it
lies and settled with its colour and value; a roll is whole if what was settled is the roll. Dice in excess are false.

Light can burn pips out, until nothing on the photo tells them from their die. Each photo is rendered once more with
blank dice, and the dice of which every pip makes a difference are also counted by themselves.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from engine.qwixx.roll import DieColour, Roll
from engine.qwixx.settle import DiceTable
from engine.qwixx.sheet import Row
from models.synthesis.dice_look import UNSEEN
from models.synthesis.dice_scene import DiceScene, RenderedDie
from models.synthesis.random_dice import DiceRanges, random_roll_scene
from tests.benchmarks.visible import difference, shows
from vision.dice import DiceReader
from vision.photo import Photo
from vision.reading import DieSeen, Reading, parted
from webapp.look import settled_dice

SIZE = (800, 600)
SIDES = (18.0, 110.0)
"""The range of the top faces' sides in pixels, unless one side is asked for."""
RANGES = replace(DiceRanges(), families=UNSEEN)
SHOWN = 20
PIP = 0.12
"""The radius of a pip, in sides of its face."""
NEAR = 0.5
"""A die belongs to a rendered one if their middles are nearer than this, in sides of the box."""


@dataclass
class Score:
    """What was counted over all rolls."""

    dice: int = 0
    found: int = 0
    values: int = 0
    colours: int = 0
    right: int = 0
    false: int = 0
    rolls: int = 0
    whole: int = 0
    shown: int = 0
    shown_right: int = 0
    rolls_shown: int = 0
    shown_whole: int = 0
    confusions: Counter[str] = field(default_factory=Counter)

    def add(self, scene: DiceScene, shown: Sequence[bool], seen: tuple[DieSeen, ...], table: DiceTable) -> bool:
        """Counts one roll, of which so many dice show their pips; whether it was read whole."""
        owners = [nearest(die, seen) for die in scene.dice]
        for die, legible, index in zip(scene.dice, shown, owners, strict=True):
            self.dice += 1
            self.shown += legible
            if index is None or not table.dice[index].in_play:
                self.confusions["missed" if index is None else "taken for not rolled"] += 1
                continue
            settled = table.dice[index]
            self.found += 1
            self.values += settled.value == die.value
            self.colours += settled.colour == die.colour
            right = settled.value == die.value and settled.colour == die.colour
            self.right += right
            self.shown_right += right and legible
            if not right:
                said = (die.colour.letter, die.value, settled.colour.letter, settled.value)
                self.confusions["{}{} read as {}{}".format(*said)] += 1
        self.false += sum(
            table.dice[index].in_play and index not in owners and not seen[index].cut for index in range(len(seen))
        )
        self.rolls += 1
        whole = table.roll == roll_of(scene)
        self.whole += whole
        self.rolls_shown += all(shown)
        self.shown_whole += whole and all(shown)
        return whole

    def __str__(self) -> str:
        lines = [
            f"dice right   {self.right} of {self.dice} ({self.right / self.dice:.2%})",
            f"  found      {self.found}",
            f"  values     {self.values}",
            f"  colours    {self.colours}",
            f"false dice   {self.false}",
            f"rolls whole  {self.whole} of {self.rolls} ({self.whole / self.rolls:.2%})",
            f"of those whose pips all show: dice right {self.shown_right} of {self.shown} "
            f"({self.shown_right / max(self.shown, 1):.2%}), rolls whole {self.shown_whole} of {self.rolls_shown} "
            f"({self.shown_whole / max(self.rolls_shown, 1):.2%})",
        ]
        return "\n".join([*lines, *(f"  {count} x {what}" for what, count in self.confusions.most_common(12))])


def roll_of(scene: DiceScene) -> Roll:
    """The roll that was rendered."""
    first, second = (die.value for die in scene.dice if die.colour is DieColour.WHITE)
    values = {die.colour.row: die.value for die in scene.dice}
    return Roll((first, second), tuple(values[row] for row in Row))


def nearest(die: RenderedDie, seen: tuple[DieSeen, ...]) -> int | None:
    """Which of the dice that were seen is this one."""
    middle, side = die.box[:2] + die.box[2:] / 2, float(np.sqrt(die.box[2:].prod()))
    far = [float(np.hypot(*(np.array(other.centre) - middle))) for other in seen]
    best = int(np.argmin(far)) if far else -1
    return best if far and far[best] < NEAR * side else None


def scene(index: int, seed: int, sides: tuple[float, float]) -> tuple[DiceScene, list[bool]]:
    """One photo of a roll, and of which of its dice every pip shows."""
    cv2.setNumThreads(1)
    made, blank = (
        random_roll_scene(np.random.default_rng([seed, index]), *SIZE, sides, (), replace(RANGES, blank=blank))
        for blank in (False, True)
    )
    apart = difference(made.image, blank.image)
    return made, [bool(shows(apart, die.pips, PIP * die.size).all()) for die in made.dice]


def scenes(count: int, seed: int, sides: tuple[float, float], processes: int) -> Iterator[tuple[DiceScene, list[bool]]]:
    """Photos of rolls, in their order, each with what shows on it."""
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from pool.imap(partial(scene, seed=seed, sides=sides), range(count))


def drawn(made: DiceScene, seen: tuple[DieSeen, ...], table: DiceTable) -> NDArray[np.uint8]:
    """The photo with what was read: green where it is right, red where it is wrong or missed, yellow where false."""
    image = made.image.copy()
    owners = {nearest(die, seen): die for die in made.dice}
    for index, (die, name) in enumerate(zip(seen, table.dice, strict=True)):
        true = owners.get(index)
        right = true is not None and (true.colour, true.value) == (name.colour, name.value) and name.in_play
        colour = (0, 200, 0) if right else (0, 220, 255) if true is None else (0, 0, 255)
        x, y, width, height = np.rint(die.box).astype(int).tolist()
        cv2.rectangle(image, (x, y), (x + width, y + height), colour, 2)
        text = f"{name.colour.letter}{name.value}" + ("" if name.in_play else " out")
        cv2.putText(image, text, (x, y - 4), cv2.FONT_HERSHEY_SIMPLEX, 0.6, colour, 2)
    for missed in made.dice:
        if nearest(missed, seen) is None:
            x, y, width, height = np.rint(missed.box).astype(int).tolist()
            cv2.rectangle(image, (x, y), (x + width, y + height), (0, 0, 255), 2)
    return image


def main() -> None:
    """Renders, reads and counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--size", type=float, help="the side of every die's top face, in pixels")
    parser.add_argument("--processes", type=int, default=2, help="that render")
    parser.add_argument("--show", type=Path, help="where a picture of twenty of them goes, taken at random")
    parser.add_argument("--failures", type=Path, help="a folder for those that were not read whole")
    options = parser.parse_args()
    sides = (options.size, options.size) if options.size else SIDES
    reader, score, seconds, pictures = DiceReader(), Score(), [], []
    shown = set(np.random.default_rng(options.seed).choice(options.count, min(SHOWN, options.count), replace=False))
    made = scenes(options.count, options.seed, sides, options.processes)
    for index, (picture, shown_pips) in enumerate(tqdm(made, total=options.count, unit="roll")):
        found, stages = reader.read(Photo.of(picture.image))
        seconds.append(sum(stages.values()))
        dice, unsure = parted(found)
        reading, table = settled_dice(Reading(*SIZE, dice=dice, unsure_dice=unsure))
        seen = reading.dice
        if not score.add(picture, shown_pips, seen, table) and options.failures:
            options.failures.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(options.failures / f"{index:04d}.png"), drawn(picture, seen, table))
        if index in shown:
            small = cv2.resize(drawn(picture, seen, table), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            pictures.append(small)
    if options.show:
        rows = [cv2.hconcat(pictures[start : start + 4]) for start in range(0, len(pictures) // 4 * 4, 4)]
        cv2.imwrite(str(options.show), cv2.vconcat(rows))
    print(f"{options.count} rolls, seed {options.seed}, {np.median(seconds) * 1000:.0f} ms in the median\n{score}")


if __name__ == "__main__":
    main()
