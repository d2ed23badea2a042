"""Measures dice in odd colours, mapped to the five of Qwixx by one rendered roll.

    python -m tests.benchmarks.odd_dice

A line for each set of dice in each light: of how many dice in other rolls the colour was right before and after.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click
import numpy as np

from calibration.colours import fit_light
from calibration.profile import UNKNOWN, Profile
from engine.qwixx.roll import DieColour, Roll
from models.synthesis.colour import hsv
from models.synthesis.demo import demo_roll
from models.synthesis.dice_scene import DiceScene
from tests.benchmarks.variants import Change, in_light_of, plain
from vision.colours import die_samples
from vision.dice import DiceReader
from vision.photo import Photo
from vision.reading import DieSeen, Floats, parted

Bodies = Mapping[DieColour, tuple[float, float, float]]
"""The hue (in steps of two degrees), saturation and value of the dice that stand for each colour."""

W, R, Y, G, B = (DieColour.WHITE, DieColour.RED, DieColour.YELLOW, DieColour.GREEN, DieColour.BLUE)
SETS: dict[str, Bodies] = {
    "the common ones": {},
    "pastels": {R: (172, 0.4, 0.95), Y: (28, 0.4, 0.95), G: (60, 0.35, 0.9), B: (105, 0.4, 0.95)},
    "changed round": {R: (65, 0.8, 0.5), Y: (108, 0.85, 0.6), G: (177, 0.89, 0.7), B: (27, 0.85, 0.9)},
    "none of the five": {
        W: (0, 0.05, 0.12),
        R: (160, 0.7, 0.85),
        Y: (10, 0.85, 0.95),
        G: (90, 0.7, 0.7),
        B: (138, 0.6, 0.5),
    },
}
LIGHTS: dict[str, Change] = {"daylight": plain, "2200 K": in_light_of(2200)}


def scene_of(bodies: Bodies, seed: int) -> DiceScene:
    """A roll of dice with these bodies; their pips are white but on the lightest."""
    rng = np.random.default_rng(seed)
    values = rng.integers(1, 7, 6).tolist()
    roll = Roll((values[0], values[1]), tuple(values[2:]))
    return demo_roll(roll, seed, {name: hsv(*body) for name, body in bodies.items()}).scene


def seen_there(dice: Sequence[DieSeen], place: Floats) -> DieSeen | None:
    """The die that lies at a place, if one was found there."""
    near = [die for die in dice if np.hypot(*(np.array(die.centre) - place)) < die.size / 2]
    return near[0] if near else None


@click.command()
@click.option("--rolls", default=10, help="How many are read; one more teaches.")
def main(rolls: int) -> None:
    """Measure dice in odd colours before and after calibrating on one roll."""
    reader = DiceReader()
    for name, bodies in SETS.items():
        scenes = [scene_of(bodies, seed) for seed in range(rolls + 1)]
        for light, change in LIGHTS.items():
            shots = [change(scene.image, 100.0, np.random.default_rng(seed)).image for seed, scene in enumerate(scenes)]
            taught = Photo.of(shots[0])
            dice, _ = parted(reader.read(taught)[0])
            named = [(seen_there(dice, middle(die.box)), die.colour) for die in scenes[0].dice]
            found = [(die, true) for die, true in named if die]
            samples = die_samples(taught, [die for die, _ in found], [true for _, true in found])
            known = Profile(light=fit_light(dice=samples))
            counts = []
            for profile in (UNKNOWN, known):
                right = 0
                for shot, scene in zip(shots[1:], scenes[1:], strict=True):
                    dice, _ = parted(reader.read(Photo.of(shot, known=profile))[0])
                    for true in scene.dice:
                        die = seen_there(dice, middle(true.box))
                        right += die is not None and int(die.colours.argmax()) == true.colour
                counts.append(right)
            total = sum(len(scene.dice) for scene in scenes[1:])
            click.echo(f"{name:18}{light:10}{total:4} dice, right before {counts[0]:4}, after {counts[1]:4}")


def middle(box: Floats) -> Floats:
    """The middle of a box: left, top, width, height."""
    return np.asarray(box[:2] + box[2:] / 2)


if __name__ == "__main__":
    main()
