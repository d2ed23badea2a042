"""`kibitz watch`: a game of Qwirkle, followed live."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from queue import SimpleQueue

import click
import cv2

from calibration.profile import UNKNOWN, Profile
from engine.game import ENGLISH, Reason
from engine.qwirkle.game import PLAYERS
from vision.icc import Pixels
from vision.photo import Photo
from vision.read import Reader
from vision.reading import Reading
from vision.source import SourceError, open_source
from vision.tracker import Tracker, TrackerConfig
from vision.view import KeptView
from webapp.assistant.live import LiveGame, News, Watcher, at_once
from webapp.commands import values
from webapp.look import QWIRKLE
from webapp.qwirkle.news import Commentary
from webapp.terminal import DONE, NOTHING_READ, complain

ENGLISH.update(
    {
        "nothing_followed": "no game was seen: let the camera see the whole table, and nobody reach over it for a "
        "moment",
    }
)

Submit = Callable[[Callable[[], Reading]], Future[Reading]]


@click.command()
@click.argument("source", type=values.path)
@click.option("--names", type=values.names, help="Who plays, in the order of turns, such as Ann,Ben.")
@values.profile
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
def watch(source: str, names: tuple[str, ...] | None, profile: Profile, as_json: bool) -> int:
    """Follow a game of Qwirkle: print each move as it is made, with its points.

    SOURCE is a camera's number, such as 0, the file of a film, or the address of a stream. Ctrl-C ends it.
    """
    if names and len(names) not in PLAYERS:
        raise click.UsageError(f"{min(PLAYERS)} to {max(PLAYERS)} play, not {len(names)}")
    hush()
    told = Teller(Commentary(names or ()), as_json)
    try:
        follow(source, told, profile)
    except SourceError as error:
        if as_json:
            told(News("camera", reasons=(error.reason,)))
        complain(str(error))
        return NOTHING_READ
    if not told.game_seen:
        complain(str(Reason("nothing_followed")))
        return NOTHING_READ
    return DONE


def hush() -> None:
    """Silences OpenCV and the FFmpeg in it: what is wrong is said in one sentence, by us."""
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # FFmpeg's AV_LOG_QUIET


class Teller:
    """Prints news, one a line.

    Args:
        commentary: puts them into words.
        as_json: whether for programs.
    """

    def __init__(self, commentary: Commentary, as_json: bool) -> None:
        self._commentary, self._as_json = commentary, as_json
        self.at = 0.0
        """Seconds since the first frame."""
        self.game_seen = False
        """Whether any news was about a game."""

    def __call__(self, news: News) -> None:
        """Prints the next news."""
        self.game_seen = self.game_seen or news.event != "camera"
        if self._as_json:
            click.echo(json.dumps(self._commentary.as_json(news, self.at)))
        else:
            click.echo(self._commentary.as_text(news, self.at))


def follow(source: str, told: Teller, profile: Profile = UNKNOWN) -> None:
    """Follows a game to the source's end, or until somebody stops it; a legal move that still waits is then taken.

    Raises:
        SourceError: if the source gives no frames, or no more.
        PhotoError: if the profile is for another camera.
    """
    game = LiveGame()
    with open_source(source) as frames:
        eye = Eye(Reader(), profile)
        # The frames of a film may be alike to the last bit, for nothing adds noise to what is encoded as unchanged.
        config = TrackerConfig() if frames.live else TrackerConfig(frozen_after=math.inf)
        with working(frames.live) as submit, stoppable():
            watcher = Watcher(game, eye.read, submit, Tracker(config))
            began: float | None = None
            for frame in frames.frames():
                began = frame.at if began is None else began
                told.at = frame.at - began
                for news in watcher.see(Photo.of(frame.image, profile.lens).image, frame.at):
                    told(news)
                for reason in eye.lost():
                    told(News("camera", reasons=(reason,)))
    if game.proposed and not game.proposed.illegal:
        told(game.confirm())


class Eye:
    """Reads straight frames of a camera, and notices when that has moved.

    Args:
        reader: what reads them.
        profile: what is known of the camera.
    """

    def __init__(self, reader: Reader, profile: Profile) -> None:
        self._reader, self._kept = reader, KeptView(profile)
        self._lost: SimpleQueue[Reason] = SimpleQueue()

    def read(self, image: Pixels) -> Reading:
        """What lies on a frame."""
        reading = self._reader.read(Photo.of(image, known=self._kept.profile), QWIRKLE)
        if (why := self._kept.saw(reading)) is not None:
            self._lost.put(why)
        return reading

    def lost(self) -> Iterator[Reason]:
        """Why views were lost since this was asked last."""
        while not self._lost.empty():
            yield self._lost.get()


@contextmanager
def working(live: bool) -> Iterator[Submit]:
    """What has frames read: beside the picture where it goes on meanwhile, at once where it waits."""
    if not live:
        yield at_once
        return
    with ThreadPoolExecutor(1, thread_name_prefix="reader") as executor:
        yield executor.submit


@contextmanager
def stoppable() -> Iterator[None]:
    """Ends what is done within when somebody presses Ctrl-C."""
    try:
        yield
    except KeyboardInterrupt:
        return
