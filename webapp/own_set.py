"""Learns a set that Kibitz has never seen from photos of its pieces, laid out in rows and named by a person.

The recipe: find the pieces, once as they are and once with light and dark changed round, for nobody said whether the
bodies are the darker part; put them in the order of reading; take the names; fit shapes and colours to them.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import numpy as np

from calibration.colours import fit_light
from calibration.errors import CalibrationError
from calibration.light import ColourSample, Light
from calibration.profile import Profile
from calibration.shapes import ShapeFit, TileSet, fit_shapes
from engine.game import ENGLISH, Reason, Refusal
from engine.qwirkle.tile import Tile
from engine.qwixx.roll import DieColour
from vision.colours import die_samples, tile_samples
from vision.dice import DiceReader
from vision.evaluate import REACH
from vision.labels import Label, LabelledPhoto
from vision.photo import Photo, read_photo
from vision.reading import DieSeen, TileSeen, parted
from vision.rows import in_rows
from vision.symbols import looks_at
from vision.tiles import TileReader, shown

ENGLISH.update(
    {
        "set_nothing_seen": "no piece of the set was found: take the photo from above and from nearer by, with the "
        "pieces on a table of another lightness than theirs",
        "set_nothing_on": "no piece of the set was found on photo {number}: take it from above and from nearer by, "
        "with the pieces on a table of another lightness than theirs, or leave it out",
        "set_rows": "{seen} rows of pieces are seen and {named} are named: name every row, from the top, and lay the "
        "rows clearly apart",
        "set_row": "row {row} shows {seen} pieces and {named} are named: name each, from the left, or write - for one "
        "that isn't to be learned from; without --rows a picture numbers what is seen",
        "set_unseen": "{count} labelled pieces were not found: take the photo from nearer by and from above, or leave "
        "these labels out",
        "set_unnamed": "no piece was named: name those that are to be learned from",
        "set_misnamed": "piece {number} was named {name}, but it looks like a {seems}: check the names",
        "set_one_colour": "all pieces are {colour}, so colours were not learned: name those of other colours, too",
        "set_few_colours": "only {count} pieces were named, too few to learn colours from",
    }
)

Seen = TypeVar("Seen", TileSeen, DieSeen)
Name = TypeVar("Name", Tile, DieColour)


@dataclass(frozen=True, eq=False)
class LaidOut(Generic[Seen]):
    """Pieces that are laid out on a photo.

    Args:
        photo: that shows them.
        pieces: in the order of reading; those that the picture's edge cuts are left out.
        rows: how many there are in each row, from the top.
    """

    photo: Photo
    pieces: tuple[Seen, ...]
    rows: tuple[int, ...]

    @classmethod
    def of(cls, photo: Photo, pieces: Sequence[Seen]) -> LaidOut[Seen]:
        """Pieces in any order."""
        whole = [piece for piece in pieces if not piece.cut]
        rows = in_rows(whole)
        return cls(photo, tuple(whole[index] for row in rows for index in row), tuple(map(len, rows)))

    def check(self) -> None:
        """Makes sure that there are any.

        Raises:
            Refusal: if not.
        """
        if not self.pieces:
            raise Refusal("set_nothing_seen")

    def named(self, rows: Sequence[Sequence[Name | None]]) -> dict[int, Name]:
        """The names by the pieces' indices.

        Args:
            rows: what a person calls the pieces of each row; None for one that isn't named.

        Raises:
            Refusal: if other pieces were named than are seen.
        """
        if len(rows) != len(self.rows):
            raise Refusal("set_rows", seen=len(self.rows), named=len(rows))
        for number, (seen, named) in enumerate(zip(self.rows, rows, strict=True), 1):
            if seen != len(named):
                raise Refusal("set_row", row=number, seen=seen, named=len(named))
        flat = [name for row in rows for name in row]
        return {index: name for index, name in enumerate(flat) if name is not None}

    def labelled(self, photo: LabelledPhoto) -> list[tuple[int, Label]]:
        """The index of the piece that each label of the photo is of, the nearest first.

        Raises:
            Refusal: if a label has no piece.
        """
        labels = photo.straight(self.photo.lens).labels
        places = np.array([piece.centre for piece in self.pieces]).reshape(-1, 2)
        centres = np.array([label.box.centre for label in labels]).reshape(-1, 2)
        reach = np.array([REACH * max(label.box.width, label.box.height) for label in labels])
        far = np.linalg.norm(places[:, None] - centres[None], axis=2)
        far[far > reach] = np.inf
        pairs: list[tuple[int, Label]] = []
        while np.isfinite(far).any():
            piece, label = np.unravel_index(int(far.argmin()), far.shape)
            far[piece], far[:, label] = np.inf, np.inf
            pairs.append((int(piece), labels[int(label)]))
        if len(pairs) < len(labels):
            raise Refusal("set_unseen", count=len(labels) - len(pairs))
        return pairs


@dataclass(frozen=True)
class Misnamed:
    """A piece that can't be what it was named.

    Args:
        photo: the index of the photo that shows it,
        piece: and its own there.
        name: of its shape, as it was named.
        seems: what its shape looks like.
    """

    photo: int
    piece: int
    name: str
    seems: str

    @property
    def refusal(self) -> Refusal:
        """What to say about it."""
        return Refusal("set_misnamed", number=self.piece + 1, name=self.name, seems=self.seems)


@dataclass(frozen=True, eq=False)
class Learned:
    """What was learned of a set.

    Args:
        profile: with the set and, where they were learned, its colours.
        pieces: from how many it was learned.
        counts: how often each word was named: shapes and colours.
        fit: of the shapes; None where dice were learned.
        unlearned: why colours were not learned; None if they were.
        wrong: the pieces that can't be what they were named; with such, nothing should be believed.
    """

    profile: Profile
    pieces: int
    counts: Mapping[str, int]
    fit: ShapeFit | None = None
    unlearned: Reason | None = None
    wrong: tuple[Misnamed, ...] = ()


def tiles_laid_out(
    source: str | os.PathLike[str] | bytes, reader: TileReader, profile: Profile
) -> tuple[LaidOut[TileSeen], LaidOut[TileSeen]]:
    """The tiles of a photo, found as if they had dark bodies, and as if they had light ones.

    Args:
        source: the photo's content, or where it lies.
        reader: finds tiles.
        profile: of which the lens is used.

    Raises:
        PhotoError: if the photo can't be read, or the lens is of another camera.
    """
    dark = read_photo(source, lens=profile.lens, known=Profile(set=TileSet(light_bodies=False)))
    light = replace(dark, known=Profile(set=TileSet(light_bodies=True)))
    return LaidOut.of(dark, reader.read(dark)[0]), LaidOut.of(light, reader.read(light)[0])


def of_one_set(
    pairs: Sequence[tuple[LaidOut[TileSeen], LaidOut[TileSeen]]],
) -> tuple[LaidOut[TileSeen], ...]:
    """Of what `tiles_laid_out` found on each photo, that which shows more tiles, and more surely; none, maybe."""
    dark, light = (
        sum(tile.face_up * float(tile.shapes.max()) for laid in kind for tile in laid.pieces)
        for kind in zip(*pairs, strict=True)
    )
    return tuple(pair[light > dark] for pair in pairs)


def dice_laid_out(source: str | os.PathLike[str] | bytes, reader: DiceReader, profile: Profile) -> LaidOut[DieSeen]:
    """The dice of a photo, none, maybe; for the arguments see `tiles_laid_out`.

    Raises:
        PhotoError: if the photo can't be read, or the lens is of another camera.
    """
    photo = read_photo(source, lens=profile.lens)
    dice, _ = parted(reader.read(photo)[0])
    return LaidOut.of(photo, dice)


def learn_tiles(
    laid: Sequence[LaidOut[TileSeen]], named: Sequence[Mapping[int, Tile]], reader: TileReader, profile: Profile
) -> Learned:
    """Learns a set of tiles.

    Args:
        laid: the tiles of each photo.
        named: of each photo, what tiles are, by their indices.
        reader: whose network takes part in telling shapes.
        profile: in which the set takes the place of another.

    Raises:
        Refusal: if no tile was named.
        CalibrationError: if shapes are missing, or two shapes or two colours can't be told apart.
    """
    if not any(named):
        raise Refusal("set_unnamed")
    looks, samples = [], list[ColourSample]()
    for one, tiles in zip(laid, named, strict=True):
        if not tiles:
            continue
        pieces = [one.pieces[index] for index in tiles]
        corners = np.array([piece.corners for piece in pieces]).reshape(-1, 4, 2)
        looks.append(looks_at(shown(one.photo), one.photo.on_image(corners), reader.classifier))
        samples += tile_samples(one.photo, pieces, list(tiles.values()))
    places = [(number, index) for number, tiles in enumerate(named) for index in tiles]
    names = [named[number][index] for number, index in places]
    fit = fit_shapes(np.concatenate(looks), [name.shape.word for name in names])
    wrong = tuple(Misnamed(*places[tile], names[tile].shape.word, fit.seems[tile]) for tile in fit.contradicted)
    light, unlearned = _light(profile, samples)
    own = TileSet(laid[0].photo.known.light_bodies, fit.shapes)
    counts = Counter(word for name in names for word in (name.shape.word, name.colour.word))
    return Learned(replace(profile, light=light, set=own), len(names), counts, fit, unlearned, wrong)


def learn_dice(laid: Sequence[LaidOut[DieSeen]], named: Sequence[Mapping[int, DieColour]], profile: Profile) -> Learned:
    """Learns the colours of dice; for the arguments see `learn_tiles`.

    Raises:
        CalibrationError: if two colours can't be told apart, or there are too few dice to learn from.
    """
    samples: list[ColourSample] = []
    for one, dice in zip(laid, named, strict=True):
        samples += die_samples(one.photo, [one.pieces[index] for index in dice], list(dice.values()))
    light = fit_light(profile.tile_samples, samples)
    return Learned(replace(profile, light=light), len(samples), Counter(sample.name for sample in samples))


def _light(profile: Profile, tiles: Sequence[ColourSample]) -> tuple[Light | None, Reason | None]:
    """The light with the colours of these tiles, or the old one and why they tell no colours.

    Raises:
        CalibrationError: if two colours can't be told apart.
    """
    colours = {sample.name for sample in tiles}
    if len(colours) == 1:
        return profile.light, Reason("set_one_colour", {"colour": colours.pop()})
    try:
        return fit_light(tiles, profile.die_samples), None
    except CalibrationError as error:
        if error.code != "light_few_tiles":
            raise
        return profile.light, Reason("set_few_colours", {"count": len(tiles)})
