"""How well sets are read that were learned from photos: `python -m tests.benchmarks.custom_set`.

First the real set of three colours (KIBITZ_PHOTOS): learned from the left tile of each row of all three photos and
measured on the others, and its shapes learned from one photo alone and measured on the two others. Then rendered sets:
learned from one photo of one tile of each kind, or of its first tile of each shape alone, and measured on boards in
other lights, from other angles and smaller; names are the most probable by vision alone, without the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from calibration.errors import CalibrationError
from calibration.profile import UNKNOWN, Profile
from calibration.shapes import SHAPES, TileSet
from engine.qwirkle.tile import Colour, Shape, Tile
from tests.real.measure import photos_folder
from tests.vision.sets import SETS, in_play, laid_out, paired
from vision.photo import Photo, read_photo
from vision.reading import TileSeen
from vision.tiles import TileReader
from webapp.own_set import LaidOut, learn_tiles, of_one_set, tiles_laid_out

REAL: Mapping[str, str] = {
    "blue": "diamond clover starburst circle star square",
    "orange": "square circle starburst diamond star clover",
    "purple": "diamond square star clover starburst circle",
}
"""What lies on each photo of the real set: the shape of each row's three tiles."""
IN_A_ROW = 3
PLAYS = (
    (0.0, 60.0, 0),
    (10.0, 50.0, 1),
    (20.0, 40.0, 0),
    (30.0, 30.0, 1),
    (40.0, 60.0, 0),
    (45.0, 50.0, 1),
    (50.0, 40.0, 0),
)
"""Degrees off straight above, the side of a tile in pixels, and which of the set's tables."""


@dataclass
class Score:
    """How many tiles there are, how many were found, and how many of these have the right colour, the right shape."""

    tiles: int = 0
    found: int = 0
    colours: int = 0
    shapes: int = 0

    def add(self, tile: Tile, seen: TileSeen | None) -> None:
        """Counts one tile."""
        self.tiles += 1
        if seen is not None:
            self.found += 1
            self.colours += int(seen.colours.argmax()) == tile.colour
            self.shapes += int(seen.shapes.argmax()) == tile.shape

    def __str__(self) -> str:
        return f"{self.found:4} of {self.tiles:4} found, {self.colours:4} colours and {self.shapes:4} shapes right"


@dataclass(frozen=True, eq=False)
class RealSet:
    """The photos of the real set.

    Args:
        folder: in which they lie.
        reader: what reads them.
    """

    folder: Path
    reader: TileReader

    def laid(self, colour: str) -> tuple[LaidOut[TileSeen], list[Tile]]:
        """The tiles of a photo as they are found without a profile, and what they are."""
        (laid,) = of_one_set([tiles_laid_out(self.folder / f"{colour}.jpg", self.reader, UNKNOWN)])
        return laid, self.tiles(colour)

    def tiles(self, colour: str) -> list[Tile]:
        """What lies on a photo, row by row."""
        shapes = REAL[colour].split()
        return [Tile(Colour[colour.upper()], Shape[shape.upper()]) for shape in shapes for _ in range(IN_A_ROW)]

    def learned(self, taught: Mapping[str, Sequence[int]]) -> Profile:
        """The profile learned from these tiles of each photo.

        Raises:
            Refusal: if a photo shows other tiles than it should.
        """
        laid, named = [], []
        for colour, indices in taught.items():
            one, tiles = self.laid(colour)
            rows = np.array(tiles, dtype=object).reshape(-1, IN_A_ROW, 2)
            everything = one.named([[Tile(*tile) for tile in row] for row in rows])
            laid.append(one)
            named.append({index: everything[index] for index in indices})
        return learn_tiles(laid, named, self.reader, UNKNOWN).profile

    def score(self, profile: Profile, measured: Mapping[str, Sequence[int]]) -> Score:
        """How these tiles of each photo are read."""
        score = Score()
        for colour, indices in measured.items():
            photo = read_photo(self.folder / f"{colour}.jpg", known=profile)
            laid = LaidOut.of(photo, self.reader.read(photo)[0])
            complete = laid.rows == (IN_A_ROW,) * len(SHAPES)
            for index in indices:
                score.add(self.tiles(colour)[index], laid.pieces[index] if complete else None)
        return score


def real_scores(folder: Path, reader: TileReader) -> dict[str, Score]:
    """Both ways of learning the real set, by name."""
    photos = RealSet(folder / "qwirkle" / "custom-set", reader)
    everything = range(IN_A_ROW * len(SHAPES))
    left = [index for index in everything if index % IN_A_ROW == 0]
    others = [index for index in everything if index % IN_A_ROW]
    learned = photos.learned(dict.fromkeys(REAL, left))
    scores = {
        "without a profile": photos.score(UNKNOWN, dict.fromkeys(REAL, others)),
        "from 18 tiles": photos.score(learned, dict.fromkeys(REAL, others)),
    }
    for colour in REAL:
        learned = photos.learned({colour: everything})
        rest = {other: everything for other in REAL if other != colour}
        scores[f"shapes from {colour} alone"] = photos.score(learned, rest)
    return scores


def rendered_scores(name: str, reader: TileReader) -> dict[str, Score]:
    """The ways of learning a rendered set, by name."""
    scene = laid_out(name)
    chosen = TileSet(SETS[name].light_bodies)
    photo = Photo.of(scene.image, known=Profile(set=chosen))
    laid = LaidOut.of(photo, reader.read(photo)[0])
    centres = np.array([piece.centre for piece in laid.pieces])
    named = {at: tile for tile, at in paired(scene, centres) if at is not None}
    firsts = {next(at for at in sorted(named) if named[at].shape == shape): shape for shape in Shape}
    profiles = {
        "without": UNKNOWN,
        f"from {len(named)} tiles": learn_tiles([laid], [named], reader, UNKNOWN).profile,
    }
    try:
        few = learn_tiles([laid], [{at: named[at] for at in firsts}], reader, UNKNOWN).profile
        profiles["shapes from 6 tiles"] = replace(few, light=None)
    except CalibrationError as error:
        print(f"{name}: from 6 tiles: {error}")
    scores = {way: Score() for way in profiles}
    for tilt, side, table in PLAYS:
        played = in_play(name, tilt, side, table)
        for way, profile in profiles.items():
            tiles, _ = reader.read(Photo.of(played.image, known=profile))
            for tile, at in paired(played, np.array([seen.centre for seen in tiles])):
                scores[way].add(tile, None if at is None else tiles[at])
    return scores


def main() -> None:
    """Prints all scores."""
    cv2.setNumThreads(1)
    reader = TileReader()
    folder = photos_folder()
    for name in ("the real set", *SETS):
        if name in SETS:
            scores = rendered_scores(name, reader)
        elif folder is not None:
            scores = real_scores(folder, reader)
        else:
            print("the real set: not measured, set KIBITZ_PHOTOS to the folder of the labelled photos")
            continue
        for way, score in scores.items():
            print(f"{name:14} {way:26} {score}", flush=True)


if __name__ == "__main__":
    main()
