"""Measures what calibrating the light on one photo is worth on others taken in the same light.

    python -m tests.benchmarks.light qwirkle/free-game qwirkle/overhead --every 3

Every set of photos is put into every light. There, a light is learned from the one photo that shows the most colours
and tiles, its names being told by its labels; all others are read without and with it. Where the fit is refused, they
are read without it both times.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import cv2
import numpy as np

from calibration.colours import fit_light
from calibration.errors import CalibrationError
from calibration.light import Light
from calibration.profile import UNKNOWN, Profile
from engine.qwirkle.tile import Tile
from tests.benchmarks.variants import VARIANTS, Change, Shot, in_light, in_light_of, relabelled, under_a_lamp
from tests.real.measure import photos_folder, photos_of
from vision.colours import tile_samples
from vision.evaluate import compare, pieces_of
from vision.labels import FACE_DOWN, LabelledPhoto
from vision.photo import Photo, read_photo
from vision.read import Reader
from webapp.look import settled

ASKED = ("as it is", "a third of the light", "a twentieth", "warm, 3000 K", "cold, 8000 K", "one lamp")
"""The lights that every reader should be at home in,"""
LIGHTS: dict[str, Change] = {
    **{name: VARIANTS[name] for name in ASKED},
    "warm, 2200 K": in_light_of(2200),
    "warm, 1900 K": in_light_of(1900),
    "cold, 20000 K": in_light_of(20000),
    "very blue": in_light((3.5, 1.0, 0.35)),
    "sodium lamp": in_light((0.05, 0.8, 2.2)),
    "green tube": in_light((0.45, 1.0, 0.4)),
    "red lamp": in_light((0.25, 0.35, 2.2)),
    "a fiftieth, warm": in_light((0.3, 1.0, 1.7), share=1 / 50),
    "one lamp, 2200 K": under_a_lamp(2200),
}
"""and harder ones: blue, green and red are multiplied by such numbers."""


@dataclass(frozen=True)
class Errors:
    """Of so many labels, how many are missed or misnamed, and how many tiles are made up."""

    labels: int = 0
    wrong: int = 0

    def __add__(self, other: Errors) -> Errors:
        return Errors(self.labels + other.labels, self.wrong + other.wrong)

    def __str__(self) -> str:
        return f"{self.wrong:6} {self.wrong / max(self.labels, 1):7.2%}"


def telling(photos: Sequence[LabelledPhoto]) -> int:
    """The number of the photo with the most colours, and of these the most tiles."""

    def told(number: int) -> tuple[int, int]:
        names = [label.name for label in photos[number].labels if label.name != FACE_DOWN]
        return len({name.split()[0] for name in names}), len(names)

    return max(range(len(photos)), key=told)


def shot_of(photo: LabelledPhoto, change: Change, number: int) -> Shot:
    """A photo in another light."""
    side = float(np.median([label.box.width for label in photo.labels]))
    return change(read_photo(photo.path).image, side, np.random.default_rng(number))


def learned(reader: Reader, photo: LabelledPhoto, shot: Shot) -> Light:
    """The light of a photo, learned from the tiles that are found where labels tell of one.

    Raises:
        CalibrationError: if they don't tell enough.
    """
    seen = Photo.of(shot.image)
    reading = reader.read(seen, "qwirkle")
    pieces = pieces_of(reading, settled(reading))
    comparison = compare(relabelled(photo, shot.onto), pieces)
    found = [
        (reading.tiles[pieces.index(piece)], Tile.parse(label.name))
        for label, piece in comparison.pairs
        if label.name != FACE_DOWN
    ]
    tiles, names = [tile for tile, _ in found], [name for _, name in found]
    return fit_light(tiles=tile_samples(seen, tiles, names))


def errors_of(reader: Reader, photo: LabelledPhoto, shot: Shot, known: Profile, keep: Path | None = None) -> Errors:
    """What is read wrongly of a photo in another light; ``keep`` takes the picture if anything is."""
    reading = reader.read(Photo.of(shot.image, known=known), "qwirkle")
    comparison = compare(relabelled(photo, shot.onto), pieces_of(reading, settled(reading)))
    tally = comparison.tally()
    errors = Errors(tally.labels, tally.labels - tally.right + tally.false)
    if keep and errors.wrong:
        keep.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(keep / f"{photo.path.stem}.jpg"), shot.image)
        wrong = [f"{label.name} read as {piece.name}" for label, piece in comparison.wrong]
        missed = [f"{label.name} missed at {label.box.centre}" for label in comparison.missed]
        made_up = [f"{piece.name} made up at {piece.x:.0f},{piece.y:.0f}" for piece in comparison.false]
        (keep / f"{photo.path.stem}.txt").write_text("\n".join([*wrong, *missed, *made_up]) + "\n")
    return errors


def set_names(_: click.Context, __: click.Parameter, names: Sequence[str]) -> Sequence[str]:
    """Names of sets inside the folder of photos; with another, ``--keep`` would write beside somebody's photos.

    Raises:
        click.BadParameter: if one lies elsewhere.
    """
    for name in names:
        if Path(name).is_absolute() or ".." in Path(name).parts:
            raise click.BadParameter(f"“{name}” is no set inside the folder of photos: name one like qwirkle/free-game")
    return names


@click.command()
@click.argument("sets", nargs=-1, required=True, metavar="SET...", callback=set_names)
@click.option("--every", default=1, help="Take every so many-th photo only.")
@click.option("--only", multiple=True, type=click.Choice([*LIGHTS]), help="One light; may be given again.")
@click.option("--keep", type=click.Path(path_type=Path), help="A folder for pictures that were read wrongly, and how.")
def main(sets: Sequence[str], every: int, only: Sequence[str], keep: Path | None) -> None:
    """Measure photos in every light before and after calibrating on one of them."""
    reader = Reader()
    wanted = only or tuple(LIGHTS)
    total = {light: (Errors(), Errors()) for light in wanted}
    for name in sets:
        photos = photos_of((photos_folder() or Path()) / name)
        best = telling(photos)
        others = [number for number in range(0, len(photos), every) if number != best]
        click.echo(f"{name}: learned from {photos[best].path.name}, measured on {len(others)} others")
        for light in wanted:
            before = after = Errors()
            try:
                known = Profile(light=learned(reader, photos[best], shot_of(photos[best], LIGHTS[light], best)))
            except CalibrationError as error:
                click.echo(f"  {light}: {error}")
                known = UNKNOWN
            for number in others:
                photo, shot = photos[number], shot_of(photos[number], LIGHTS[light], number)
                folder = keep / name / light if keep else None
                before += errors_of(reader, photo, shot, UNKNOWN, folder and folder / "before")
                after += errors_of(reader, photo, shot, known, folder and folder / "after")
            show(light, before, after)
            total[light] = (total[light][0] + before, total[light][1] + after)
    click.echo("all sets")
    for light, (before, after) in total.items():
        show(light, before, after)
    show("all lights", *(sum((pair[which] for pair in total.values()), Errors()) for which in (0, 1)))
    show(
        "those asked for", *(sum((total[each][which] for each in ASKED if each in total), Errors()) for which in (0, 1))
    )


def show(light: str, before: Errors, after: Errors) -> None:
    """Prints a line of the table."""
    click.echo(f"  {light:20}{before.labels:7} tiles, wrong before{before}, after{after}")


if __name__ == "__main__":
    main()
