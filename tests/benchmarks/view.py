"""What a known view of the table is worth: `python -m tests.benchmarks.view`.

Frames of rendered games while nobody reaches over the table are read both ways, turn about. A frame is right if exactly
its tiles are read; a corner's wander is its standard deviation between the frames of one rest. Then the same on single
pictures of boards from several angles, and how many pictures of a camera that has moved are noticed.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from calibration.profile import UNKNOWN, Profile
from calibration.view import View, view_of_tiles
from engine.qwirkle.tile import Tile
from models.synthesis.film import Film, FilmPlan
from tests.vision.standing import HEIGHT, WIDTH, Stand
from vision.icc import Pixels
from vision.photo import Photo
from vision.read import Reader
from vision.reading import Floats
from vision.view import whole_faces

PLANS = ((FilmPlan(moves=8, knocked=None), 2), (FilmPlan(moves=8, knocked=None, side=40.0), 3))
"""Films, each with its seed."""
EVERY = 0.8
"""Seconds between frames that are read."""
STANDS = (Stand(tilt=0.0), Stand(), Stand(tilt=35.0, side=40.0), Stand(tilt=50.0, side=55.0))
BOARDS, FEW_BOARDS = range(10, 16), range(10, 14)
MOVED = (
    *(Stand(tilt=tilt) for tilt in (20.0, 25.0, 30.0, 35.0, 40.0)),
    *(Stand(side=round(48.0 * nearer, 1)) for nearer in (1.03, 1.06, 1.09, 1.12, 1.15, 1.2)),
    Stand(tilt=35.0, azimuth=120.0),
)
"""Where the second of `STANDS` is moved to,"""
LYING = (1, 2, 4, 8, 24)
"""and how many tiles lie there."""


@dataclass
class Way:
    """How one way of reading did.

    Args:
        right: pictures of which exactly the tiles were read.
        seconds: of the processor for each picture.
        lost: pictures that are told not to be of the view.
        corners: the tiles' corners of each frame, by the rest of which it is.
    """

    right: int = 0
    lost: int = 0
    seconds: list[float] = field(default_factory=list)
    corners: dict[int, list[Floats]] = field(default_factory=dict)

    def read(self, reader: Reader, image: Pixels, profile: Profile, tiles: Counter[Tile], rest: int = 0) -> None:
        """Reads one picture."""
        began = time.process_time()
        reading = reader.read(Photo.of(image, known=profile), "qwirkle")
        self.seconds.append(time.process_time() - began)
        self.right += Counter(tile.likeliest for tile in reading.tiles if not tile.cut) == tiles
        self.lost += reading.view_lost
        self.corners.setdefault(rest, []).append(np.array([tile.corners for tile in reading.tiles]).reshape(-1, 4, 2))

    @property
    def wander(self) -> float:
        """How far corners wander between the frames of a rest, in pixels."""
        spreads = [spread for frames in self.corners.values() for spread in wanders(frames)]
        return float(np.mean(spreads)) if spreads else 0.0

    def __str__(self) -> str:
        milliseconds = 1000 * float(np.median(self.seconds))
        right = f"{self.right:3} of {len(self.seconds)} right"
        return f"{right}, {milliseconds:6.1f} ms, corners wander {self.wander:.2f} pixels"


def wanders(frames: Sequence[Floats]) -> Iterator[float]:
    """Of each tile of the first frame that is found in all others, how far its corners wander."""
    for quad in frames[0]:
        found = [nearest(quad, frame) for frame in frames]
        if all(np.abs(each - quad).max() < 10 for each in found):
            yield float(np.std(found, axis=0).mean())


def nearest(quad: Floats, quads: Floats) -> Floats:
    """The tile of a frame that lies where one of another does."""
    if not len(quads):
        return quad + np.inf
    return np.asarray(quads[np.linalg.norm(quads.mean(axis=1) - quad.mean(axis=0), axis=1).argmin()])


def rests(film: Film) -> Iterator[tuple[Pixels, int]]:
    """Frames while nobody moves, each with how many moves were made."""
    due = 0.0
    for frame, at in film.frames():
        made = sum(laying.gone <= at for laying in film.layings)
        busy = any(laying.comes <= at < laying.gone for laying in film.layings)
        if made and not busy and at >= due:
            due = at + EVERY
            yield frame, made


def films(reader: Reader) -> None:
    """Prints how films are read both ways."""
    for plan, seed in PLANS:
        film = Film(plan, seed)
        frames = list(rests(film))
        tiles = reader.read(Photo.of(frames[-1][0]), "qwirkle").tiles
        known = Profile(view=view_of_tiles(np.stack([tile.corners for tile in tiles]), (plan.width, plan.height)))
        without, within = Way(), Way()
        for frame, made in frames:
            lying = Counter(placement.tile for laying in film.layings[:made] for placement in laying.move.placements)
            without.read(reader, frame, UNKNOWN, lying, made)
            within.read(reader, frame, known, lying, made)
        show(f"film, tiles of {plan.side:g} pixels", without, within)


def view_from(stand: Stand) -> View:
    """The view that a board of its own tells."""
    tiles = Reader().read(Photo.of(stand.sees(board=9).image), "qwirkle").tiles
    return view_of_tiles(whole_faces(tiles), (WIDTH, HEIGHT))


def boards(reader: Reader) -> None:
    """Prints how single pictures are read both ways."""
    for stand in STANDS:
        known, without, within = Profile(view=view_from(stand)), Way(), Way()
        for board in BOARDS:
            scene = stand.sees(board=board)
            lying = Counter(tile.tile for tile in scene.tiles if tile.tile and not tile.cut)
            for number, (way, profile) in enumerate(((without, UNKNOWN), (within, known))):
                way.read(reader, scene.image, profile, lying, 2 * board + number)
        show(f"{stand.tilt:g} degrees, tiles of {stand.side:g}", without, within)


def moved(reader: Reader) -> None:
    """Prints how surely a moved camera is noticed, and whether anything is read wrongly where it isn't."""
    known = Profile(view=view_from(STANDS[1]))
    for stand in (STANDS[1], *MOVED):
        for tiles in LYING:
            within, without = Way(), Way()
            for board in FEW_BOARDS:
                scene = stand.sees(tiles, board)
                lying = Counter(tile.tile for tile in scene.tiles if tile.tile and not tile.cut)
                within.read(reader, scene.image, known, lying)
                without.read(reader, scene.image, UNKNOWN, lying)
            where = f"{stand.tilt:g} degrees, side {stand.side:g}, from {stand.azimuth:g}"
            noticed = f"noticed on {within.lost} of {len(FEW_BOARDS)}"
            print(f"{where:36} {tiles:2} tiles: {noticed}, {within.right} right, {without.right} without", flush=True)


def show(name: str, without: Way, within: Way) -> None:
    """Prints both ways, and how many times as fast the second is."""
    ratio = np.median(without.seconds) / np.median(within.seconds)
    print(f"{name:36} without: {without}\n{'':36} within:  {within}, {ratio:.2f} times as fast", flush=True)


def main() -> None:
    """Prints everything."""
    cv2.setNumThreads(1)
    reader = Reader()
    films(reader)
    boards(reader)
    moved(reader)


if __name__ == "__main__":
    main()
