"""`kibitz calibrate set`: learns a set that Kibitz has never seen."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from calibration.light import DIE_COLOURS, TILE_COLOURS
from calibration.profile import Profile
from calibration.shapes import SHAPES, TileSet
from calibration.shelf import Shelf
from engine.game import InvalidText
from engine.qwirkle.tile import Tile
from engine.qwixx.roll import DieColour
from vision.dice import DiceReader
from vision.labels import FACE_DOWN, Label, LabelledPhoto, kind_of, read_labels
from vision.laid_out_overlay import LaidOutPieces, beside
from vision.tiles import TileReader
from webapp.commands import values
from webapp.laid_out import DIE_NAMES, parse_die_rows, parse_own_colours, parse_tile_rows
from webapp.look import QWIRKLE, QWIXX
from webapp.own_set import (
    LaidOut,
    Learned,
    Misnamed,
    Name,
    Seen,
    dice_laid_out,
    learn_dice,
    learn_tiles,
    of_one_set,
    tiles_laid_out,
)
from webapp.terminal import DONE, NOTHING_READ, Unread, blaming, complain, progress, save, spare, working

NUMBERED = "{name}-pieces.jpg"
"""Where the numbered pieces are drawn if their names must be asked for and nobody said where."""

Parse = Callable[[str, Mapping[str, str]], Sequence[Sequence[Name | None]]]
"""Reads rows of names, given the game's name of each of the set's own colours."""


@click.command("set")
@click.argument("photos", nargs=-1, metavar="PHOTO...")
@click.option("--name", required=True, type=values.profile_name, help="What the profile is called.")
@click.option("--game", type=click.Choice((QWIRKLE, QWIXX)), default=QWIRKLE, show_default=True, help="Tiles or dice.")
@click.option(
    "--rows",
    multiple=True,
    metavar="NAMES",
    help="What lies there, row by row from the top, each from the left: “red: circle square; blue: star -”. Once for "
    "each photo; asked for if left out.",
)
@click.option(
    "--labels", type=values.path, metavar="LABELS.json", help="A COCO file that tells what lies there instead."
)
@click.option("--colours", default="", metavar="OWN=NAME...", help="The set's own colours: “teal=green, pink=red”.")
@click.option("--picture", type=values.path, metavar="OUT", help="Draw the pieces, numbered and named.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def own_set(
    photos: Sequence[str],
    name: str,
    game: str,
    rows: Sequence[str],
    labels: str | None,
    colours: str,
    picture: str | None,
    as_json: bool,
) -> int:
    """Learn a set with other colours, shapes or bodies from photos of its pieces.

    Lay out a tile of each shape and some of each colour in rows that stand clearly apart; what is not laid out is
    expected to look as in common boxes. Of dice (--game qwixx) the colours are learned, from six dice or more.
    """
    told = Told(photos, rows, labels, colours, game, picture, NUMBERED.format(name=name))
    shelf = Shelf()
    profile = shelf.begun(name)
    try:
        learned = tiles_learned(told, profile) if game == QWIRKLE else dice_learned(told, profile)
        for wrong in learned.wrong:
            with blaming(told.photos[wrong.photo]):
                raise wrong.refusal
    except Unread as error:
        complain(error.line)
        return NOTHING_READ
    shelf.write(name, learned.profile)
    click.echo(json.dumps(learned_json(name, learned)) if as_json else learned_text(name, learned))
    return DONE


class Told:
    """What a person said about photos of a set.

    Args:
        photos: where they lie; with labels, those of them that are to be used, or none for all.
        rows: the names of each photo's pieces.
        labels: a file of labels instead.
        colours: the set's own names of colours.
        game: whose pieces they are.
        picture: where the pieces are to be drawn, if anywhere,
        asked: and where else if their names must be asked for.

    Raises:
        click.UsageError: if this doesn't go together, or the picture would replace a photo.
        LabelsError: if the labels can't be read.
    """

    def __init__(
        self,
        photos: Sequence[str],
        rows: Sequence[str],
        labels: str | None,
        colours: str,
        game: str,
        picture: str | None,
        asked: str,
    ) -> None:
        if labels and rows:
            raise click.UsageError("--rows and --labels both name the pieces: leave one of them out")
        if not photos and not labels:
            raise click.UsageError("name at least one photo")
        if rows and len(rows) != len(photos):
            raise click.UsageError(f"--rows is given {len(rows)} times for {len(photos)} photos: give it once for each")
        self.labelled = chosen(photos, read_labels(labels)) if labels else ()
        self.photos = [str(photo.path) for photo in self.labelled] or list(photos)
        self.rows = rows
        self.picture = Path(picture) if picture else None
        self.asked = self.picture or Path(asked)
        spare(map(Path, self.photos), [self.asked])
        with wrong_usage():
            self.own = parse_own_colours(colours, TILE_COLOURS if game == QWIRKLE else DIE_COLOURS)

    def names(
        self, laid: Sequence[LaidOut[Seen]], parse: Parse[Name], of_label: Callable[[Label], Name | None]
    ) -> list[dict[int, Name]]:
        """The names of pieces by their indices, photo by photo.

        Args:
            laid: the pieces of each photo.
            parse: reads a text of rows.
            of_label: the name that a label gives; None if it gives none.

        Raises:
            Unread: if a photo shows other pieces than were named.
            click.UsageError: if the text names none.
        """
        if not self.rows and not self.labelled:
            return self._asked(laid, parse)
        names: list[dict[int, Name]] = []
        for number, (photo, one) in enumerate(zip(self.photos, laid, strict=True)):
            if self.rows:
                with wrong_usage():
                    rows = parse(self.rows[number], self.own)
                with blaming(photo):
                    names.append(one.named(rows))
            else:
                with blaming(photo):
                    pairs = [(piece, of_label(label)) for piece, label in one.labelled(self.labelled[number])]
                    names.append({piece: name for piece, name in pairs if name is not None})
        return names

    def _asked(self, laid: Sequence[LaidOut[Seen]], parse: Parse[Name]) -> list[dict[int, Name]]:
        """Asks for the names, row by row, of the pieces that a picture numbers."""
        save(self.asked, beside([(one.photo, LaidOutPieces(one.pieces)) for one in laid]))
        click.echo(
            f"{click.format_filename(self.asked)} shows the pieces; name each row from the left, - for none", err=True
        )
        names: list[dict[int, Name]] = []
        for photo, one in zip(self.photos, laid, strict=True):
            rows = [self._asked_row(photo, one, number, parse) for number in range(len(one.rows))]
            names.append(one.named(rows))
        return names

    def _asked_row(self, photo: str, laid: LaidOut[Seen], number: int, parse: Parse[Name]) -> Sequence[Name | None]:
        first = sum(laid.rows[:number]) + 1
        last = first + laid.rows[number] - 1
        while True:
            text = click.prompt(f"{click.format_filename(photo)}, pieces {first} to {last}", err=True)
            try:
                row = [name for row in parse(text, self.own) for name in row]
            except InvalidText as error:
                complain(str(error))
                continue
            if len(row) == laid.rows[number]:
                return row
            complain(f"these are {len(row)} names for {laid.rows[number]} pieces")


def chosen(photos: Sequence[str], labelled: Sequence[LabelledPhoto]) -> tuple[LabelledPhoto, ...]:
    """The labelled photos of these names, or all if there are none.

    Raises:
        click.UsageError: if one has no labels.
    """
    by_name = {photo.path.name: photo for photo in labelled}
    names = [Path(photo).name for photo in photos] or list(by_name)
    if missing := [name for name in names if name not in by_name]:
        raise click.UsageError(f"the labels name no photo {missing[0]}")
    return tuple(by_name[name] for name in names)


@contextmanager
def wrong_usage() -> Iterator[None]:
    """Takes text that can't be read for wrong usage.

    Raises:
        click.UsageError: if some is.
    """
    try:
        yield
    except InvalidText as error:
        raise click.UsageError(str(error)) from error


def tiles_learned(told: Told, profile: Profile) -> Learned:
    """What photos of tiles teach; they are drawn if that was wished."""
    reader, pairs = TileReader(), []
    with progress(told.photos, len(told.photos), "Looking for tiles") as shown:
        for photo in shown:
            with blaming(photo):
                pairs.append(tiles_laid_out(photo, reader, profile))
    laid = of_one_set(pairs)
    for photo, one in zip(told.photos, laid, strict=True):
        with blaming(photo):
            one.check()
    names = told.names(laid, parse_tile_rows, tile_of)
    draw(told.picture, laid, names)
    with working("Learning the set"):
        learned = learn_tiles(laid, names, reader, profile)
    draw(told.picture, laid, names, learned.wrong)
    return learned


def dice_learned(told: Told, profile: Profile) -> Learned:
    """The same of dice."""
    reader, laid = DiceReader(), []
    with progress(told.photos, len(told.photos), "Looking for dice") as shown:
        for photo in shown:
            with blaming(photo):
                laid.append(dice_laid_out(photo, reader, profile))
                laid[-1].check()
    names = told.names(laid, parse_die_rows, die_of)
    draw(told.picture, laid, names)
    return learn_dice(laid, names, profile)


def draw(
    picture: Path | None,
    laid: Sequence[LaidOut[Seen]],
    names: Sequence[Mapping[int, Name]],
    wrong: Sequence[Misnamed] = (),
) -> None:
    """Draws the pieces of all photos with their numbers and names, and which can't be what they were named."""
    if picture is None:
        return
    misnamed = [{each.piece for each in wrong if each.photo == number} for number in range(len(laid))]
    drawn = [
        (one.photo, LaidOutPieces(one.pieces, named, crossed))
        for one, named, crossed in zip(laid, names, misnamed, strict=True)
    ]
    save(picture, beside(drawn))


def tile_of(label: Label) -> Tile | None:
    """The tile that a label names."""
    return None if label.name == FACE_DOWN or kind_of(label.name) != "tile" else Tile.parse(label.name)


def die_of(label: Label) -> DieColour | None:
    """The colour that a label names."""
    return None if label.colour is None else DIE_NAMES.get(label.colour)


def learned_text(name: str, learned: Learned) -> str:
    """What was learned, for people."""
    lines = [f"{name}: learned from {learned.pieces} pieces"]
    if learned.fit:
        body = "lighter" if learned.profile.light_bodies else "darker"
        lines += [
            "  shapes   " + ", ".join(f"{shape} {learned.counts[shape]}" for shape in SHAPES),
            f"  bodies   {body} than what is printed on them",
        ]
    if learned.unlearned:
        lines += [f"  colours  {learned.unlearned}"]
    else:
        colours = [word for word in learned.counts if word not in SHAPES]
        lines += ["  colours  " + ", ".join(f"{colour} {learned.counts[colour]}" for colour in colours)]
    return "\n".join(lines)


def set_text(own: TileSet) -> str:
    """A set for people."""
    body = "lighter" if own.light_bodies else "darker"
    return f"  set           {'own' if own.shapes else 'common'} shapes, bodies {body} than what is printed on them"


def learned_json(name: str, learned: Learned) -> dict[str, Any]:
    """What was learned, for programs."""
    told: dict[str, Any] = {"name": name, "pieces": learned.pieces, "counts": dict(learned.counts)}
    if learned.fit:
        told |= {"light_bodies": learned.profile.light_bodies, "own_chance": round(float(learned.fit.own.min()), 4)}
    if learned.unlearned:
        told["unlearned"] = {"code": learned.unlearned.code, "message": str(learned.unlearned)}
    return told
