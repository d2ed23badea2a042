"""`kibitz calibrate light`: learns what a light does to colours from photos of tiles or dice."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import numpy as np

from calibration.colours import fit_light, most_alike, off_middle, told_by_others
from calibration.errors import CalibrationError
from calibration.light import ColourSample, Light, Palette
from calibration.profile import Profile
from calibration.shelf import Shelf
from engine.game import ENGLISH, Reason, Refusal
from vision.labels import LabelledPhoto, read_labels
from vision.light_overlay import light_picture
from vision.read import Reader
from webapp.commands import values
from webapp.light import corrections, labelled, samples, shown
from webapp.look import QWIXX, Look, look
from webapp.terminal import DONE, NOTHING_READ, Unread, blaming, complain, progress, save, spare

ENGLISH.update(
    {
        "photo_unlabelled": "the labels tell nothing of this photo: give the file that names it",
        "photo_unsure": "nothing was learned from it, for no colour on it is read beyond doubt: leave --yes out, and "
        "say which are wrong",
        "photo_unmatched": "nothing was learned from it, for no piece was read where the labels tell of a colour: "
        "leave --labels out, and say which are wrong",
    }
)

QUESTION = "Which colours are wrong? Such as “3 yellow, 7 -” (- leaves it out), nothing if none"

Names = Callable[[str, Look], Mapping[int, str]]
"""Tells of a photo that was looked at what colours its pieces have, by their places in the reading."""


@click.command()
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO...")
@click.option("--name", required=True, type=values.profile_name, help="What the profile is called.")
@values.game
@click.option("--labels", type=values.path, metavar="LABELS.json", help="A COCO file that tells what lies there.")
@click.option("--yes", is_flag=True, help="Don't ask: learn from what is read beyond doubt.")
@click.option("--picture", type=values.path, metavar="OUT", help="Draw the colours, as they lie in the a/b plane.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def light(
    photos: Sequence[str],
    name: str,
    game: str,
    labels: str | None,
    yes: bool,
    picture: str | None,
    as_json: bool,
) -> int:
    """Learn a light from photos of tiles or dice taken in it.

    One photo is enough, best with all colours on it. What is read is shown row by row; say which colours are wrong.
    """
    shelf = Shelf()
    profile = shelf.begun(name)
    if picture:
        spare(map(Path, photos), [Path(picture)])
    told = labels_of(labels) if labels else None
    skipped: list[str] = []

    def names(photo: str, seen: Look) -> Mapping[int, str]:
        if not told and not yes:
            return asked(photo, seen)
        named = labelled(seen, told(photo)) if told else sure(seen)
        if not named:
            skipped.append(photo)
            complain(f"{click.format_filename(photo)}: {Reason('photo_unmatched' if told else 'photo_unsure')}")
        return named

    try:
        fitted = learned(photos, game, profile, names)
    except Unread as error:
        return refused(name, error.line, error.error.reason.code, as_json)
    except CalibrationError as error:
        return refused(name, str(error), error.code, as_json)
    if picture:
        save(Path(picture), light_picture(fitted))
    shelf.write(name, replace(profile, light=fitted))
    as_object = {"name": name, **light_json(fitted), "skipped": skipped}
    click.echo(json.dumps(as_object) if as_json else f"{name}:\n{light_text(fitted)}")
    return NOTHING_READ if skipped else DONE


def learned(photos: Sequence[str], game: str, profile: Profile, names: Names) -> Light:
    """The light of photos.

    Raises:
        Unread: if a photo can't be read, or shows nothing.
        CalibrationError: if the pieces don't tell a light.
    """
    tiles: list[ColourSample] = []
    dice: list[ColourSample] = []
    for photo, seen in zip(photos, looked_at(photos, game, profile), strict=True):
        with blaming(photo):
            (dice if seen.game == QWIXX else tiles).extend(samples(seen, names(photo, seen)))
    return fit_light(tiles, dice)


def looked_at(photos: Sequence[str], game: str, profile: Profile) -> list[Look]:
    """What is on each photo, without the light that the profile knows so far: it is another.

    Only the colours of a home-made set nobody knows without it.

    Raises:
        Unread: if a photo can't be read, or shows nothing.
    """
    known = profile if profile.set else replace(profile, light=None)
    reader = Reader()
    seen = []
    with progress(photos, len(photos)) as reading:
        for photo in reading:
            with blaming(photo):
                seen.append(look(photo, reader, game=game, profile=known))
                if (nothing := seen[-1].nothing) is not None:
                    raise Refusal(nothing.code, **nothing.params)
    return seen


def refused(name: str, sentence: str, code: str, as_json: bool) -> int:
    """Says why nothing was learned.

    Returns:
        The exit status.
    """
    complain(sentence)
    if as_json:
        click.echo(json.dumps({"name": name, "error": {"code": code, "message": sentence}}))
    return NOTHING_READ


def labels_of(path: str) -> Callable[[str], LabelledPhoto]:
    """Gives the labels of a photo.

    Raises:
        LabelsError: if the file tells none.
    """
    told = {os.path.realpath(photo.path): photo for photo in read_labels(path)}

    def labels(photo: str) -> LabelledPhoto:
        if (path := os.path.realpath(photo)) not in told:
            raise Refusal("photo_unlabelled")
        return told[path]

    return labels


def sure(seen: Look) -> dict[int, str]:
    """The colours that were read beyond doubt."""
    return {piece.index: piece.colour for row in shown(seen) for piece in row if piece.sure and piece.colour}


def asked(photo: str, seen: Look) -> dict[int, str]:
    """The colours as they were read, but for those that a person puts right."""
    rows = shown(seen)
    pieces = [piece for row in rows for piece in row]
    numbers = iter(range(1, len(pieces) + 1))
    click.echo(f"{click.format_filename(photo)}, what is not sure has a question mark:", err=True)
    for row in rows:
        words = (f"{next(numbers)} {piece.words}{'' if piece.sure else '?'}" for piece in row)
        click.echo(f"  {',  '.join(words)}", err=True)

    def right(text: str) -> dict[int, str | None]:
        try:
            return corrections(text, len(pieces), seen.game)
        except Refusal as error:
            raise click.BadParameter(str(error)) from error

    wrong = click.prompt(QUESTION, default="", show_default=False, value_proc=right, err=True)
    named = {piece.index: wrong.get(number, piece.colour) for number, piece in enumerate(pieces, 1)}
    return {index: colour for index, colour in named.items() if colour}


def light_text(light: Light) -> str:
    """A light for people."""
    blue, green, red = light.gains
    lines = [f"  grey          blue times {blue:.2f}, green times {green:.2f}, red times {red:.2f}"]
    for palette, kind in ((light.tiles, "tiles"), (light.dice, "dice")):
        if palette is not None:
            lines += palette_lines(palette, light, kind)
    return "\n".join(lines)


def palette_lines(palette: Palette, light: Light, kind: str) -> list[str]:
    """The colours of a kind of piece for people: how many there are, how far they wander, how well they are told."""
    counts = Counter(sample.name for sample in palette.samples)
    off = float(np.median(off_middle(palette, light.gains)))
    lines = [
        f"  {kind:14}{len(palette.samples)}: {', '.join(f'{counts[name]} {name}' for name in palette.sampled)}",
        f"  off           {off:.1f} from the middle of their colour in a and b, half of them less",
        f"  left out      {told_by_others(palette, light.gains)} would be named rightly by the others",
    ]
    if (alike := most_alike(palette)) is not None:
        lines.append(f"  most alike    {alike[1]} and {alike[2]}, {alike[0]:.1f} standard deviations apart")
    return lines


def light_json(light: Light) -> dict[str, Any]:
    """A light for programs."""
    told: dict[str, Any] = {"gains": list(light.gains)}
    for palette, kind in ((light.tiles, "tiles"), (light.dice, "dice")):
        if palette is None:
            told[kind] = None
            continue
        alike = most_alike(palette)
        told[kind] = {
            "samples": dict(Counter(sample.name for sample in palette.samples)),
            "off": round(float(np.median(off_middle(palette, light.gains))), 3),
            "told_by_others": told_by_others(palette, light.gains),
            "most_alike": None if alike is None else {"colours": list(alike[1:]), "apart": round(alike[0], 3)},
        }
    return told
