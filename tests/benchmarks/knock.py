"""What a known view is worth at a table that is followed, and what a knock costs: `python -m tests.benchmarks.knock`.

A phone sends the same rendered frames to two tables of a server, turn about: to one with a profile that knows the view,
to the other without. Tiles are laid, the camera is knocked over to another side, and tiles are laid again. A reading
is right if exactly the tiles that lie there were read; seconds are the processor's, for the reading alone.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from calibration.profile import Profile
from calibration.shelf import Shelf
from engine.qwirkle.tile import Tile
from models.synthesis.scene import Scene
from tests.benchmarks.view import view_from
from tests.vision.standing import Stand
from tests.webapp.live.tables import Table
from vision.read import Reader
from vision.reading import Reading
from webapp.app import create_app
from webapp.assistant.live import at_once
from webapp.live.lives import Lives
from webapp.sight import Sight

BEFORE, AFTER = Stand(), Stand(tilt=45.0, azimuth=60.0, side=60.0)
"""Where the camera stands before and after somebody knocks it."""
COUNTS = range(9, 30, 4)
"""Tiles that lie there, rest by rest."""
BOARDS = (2, 3)
NAME = "stand"
REST = 1.25
"""Seconds of each rest, in which three frames are read,"""
STEP = 0.125
"""and between two frames."""


@dataclass
class Part:
    """How a part of the game was read at one table.

    Args:
        right: readings of exactly the tiles that lay there.
        lost: readings of pictures that are told not to be of the view.
        seconds: of the processor, of each reading.
        said: what was told of the camera.
    """

    right: int = 0
    lost: int = 0
    seconds: list[float] = field(default_factory=list)
    said: set[str] = field(default_factory=set)

    @property
    def rate(self) -> float:
        """Readings a second."""
        return 1 / float(np.mean(self.seconds))

    def __str__(self) -> str:
        said = f", said {', '.join(sorted(self.said))}" if self.said else ""
        return f"{self.right:3} of {len(self.seconds):3} right, {self.lost:2} lost, {self.rate:5.1f} a second{said}"


class Followed(Table):
    """A table whose frames are read by the models that Kibitz ships, and which counts what becomes of them."""

    def __init__(self, folder: Path, reader: Reader, profile: str) -> None:
        super().__init__(create_app(config={"TESTING": True, "DATABASE": f"sqlite:///{folder / profile}.sqlite"}))
        self.app.extensions["profiles"] = Shelf(folder)
        self.part, self.there = Part(), Counter[Tile]()
        sight = Sight(lambda: reader)
        self.app.extensions["live"] = Lives(self.app.extensions["tables"], sight, self.timed, lambda: self.now)
        self.profile = profile
        self.phone.begins("qwirkle", "Ann", "Ben", turn=0, sixth="purple")

    def timed(self, work: Callable[[], Reading]) -> Future[Reading]:
        began = time.process_time()
        future = at_once(work)
        self.part.seconds.append(time.process_time() - began)
        reading = future.result()
        self.part.right += Counter(tile.likeliest for tile in reading.tiles if not tile.cut) == self.there
        self.part.lost += reading.view_lost
        return future

    def films(self, scene: Scene, seconds: float, shaken: bool = False) -> None:
        """The camera takes pictures of a scene for a while, which may be shaken so that none is read."""
        self.there = Counter(tile.tile for tile in scene.tiles if tile.tile and not tile.cut)
        for number in range(round(seconds / STEP)):
            self.now += STEP
            image = np.roll(scene.image, 40 * number, axis=1) if shaken else scene.image
            noise = self.rng.integers(0, 5, image.shape, dtype=np.uint8)
            look = self.sends(np.asarray(cv2.add(image, noise), np.uint8)).get_json()
            self.part.said |= {notice["code"] for notice in look["notices"]}


def scenes(stand: Stand) -> Iterator[Scene]:
    """The game as a camera sees it that stands there."""
    for board in BOARDS:
        for count in COUNTS:
            yield stand.sees(count, board)


def main() -> None:
    """Prints both tables' readings, part by part, and how many times as fast one is."""
    cv2.setNumThreads(1)
    reader = Reader()
    with TemporaryDirectory() as name:
        folder = Path(name)
        Shelf(folder).write(NAME, Profile(view=view_from(BEFORE)))
        within, without = (Followed(folder, reader, profile) for profile in (NAME, ""))
        first = next(scenes(BEFORE))
        for table in (within, without):
            table.films(first, 3)  # the camera finds its exposure
        parts = {
            "before the knock": list(scenes(BEFORE)),
            "the knock": [next(scenes(AFTER))],
            "after it": list(scenes(AFTER))[1:],
        }
        for title, rests in parts.items():
            for table in (within, without):
                table.part = Part()
            for scene in rests:
                for table in (within, without):
                    table.films(scene, 0.5, shaken=True)
                    table.films(scene, REST)
            ratio = within.part.rate / without.part.rate
            print(f"{title:18} without: {without.part}\n{'':18} within:  {within.part}, {ratio:.2f} times as fast")


if __name__ == "__main__":
    main()
