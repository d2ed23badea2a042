"""The server's own camera: its newest picture for the page, and its frames for the table that it looks at."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Condition, Event, Thread

import simplejpeg

from engine.game import ENGLISH, Reason, Refusal
from vision.icc import Pixels
from vision.source import Frame, Source, SourceError
from webapp.live.following import Behind
from webapp.live.table import Camera, LiveTable

ENGLISH.update({"film_ended": "the film has ended"})


@dataclass(frozen=True)
class CameraPace:
    """How the server's camera goes. Times are in seconds.

    Args:
        followed: so long at least between two frames that are followed: hands are slower, and each frame costs time.
        again: after so long a camera that was lost is looked for again.
        quality: of the JPEG for the page, of 100.
    """

    followed: float = 0.09
    again: float = 2.0
    quality: int = 80


class ServerCamera:
    """Takes pictures in a thread, from now until it is closed.

    Args:
        source: the camera, opened.
        reopen: opens it again after it was lost.
        pace: how it goes.
        clock: tells the time in seconds, from any beginning.
    """

    def __init__(
        self,
        source: Source,
        reopen: Callable[[], Source],
        pace: CameraPace = CameraPace(),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.followed: LiveTable | None = None
        """The table at which it looks."""
        self._camera = Camera("server", repeats=not source.live)
        self._reopen, self._pace, self._clock = reopen, pace, clock
        self._changed, self._stopped = Condition(), Event()
        self._number = 0
        self._image: Pixels | None = None
        self._jpeg: tuple[int, bytes] = (0, b"")
        self._thread = Thread(target=self._take, args=(source,), name="server camera", daemon=True)
        self._thread.start()

    def picture(self, after: int, seconds: float) -> tuple[int, bytes] | None:
        """The newest picture and its number.

        Args:
            after: its number must be another.
            seconds: so long is it waited for.

        Returns:
            The number and the JPEG; None if there is none in time.
        """
        with self._changed:
            if not self._changed.wait_for(lambda: self._number not in (0, after), seconds) or self._image is None:
                return None
            if self._jpeg[0] != self._number:
                encoded = simplejpeg.encode_jpeg(self._image, self._pace.quality, "BGR")
                self._jpeg = self._number, encoded
            return self._jpeg

    def close(self) -> None:
        """Lets the camera go."""
        self._stopped.set()
        self._thread.join()

    def _take(self, source: Source) -> None:
        while not self._stopped.is_set():
            try:
                with source:
                    self._play(source)
                ended = Reason("film_ended")
            except SourceError as error:
                ended = error.reason
            self._tell(ended)
            source_or_none = None if not source.live else self._found_again()
            if source_or_none is None:
                return
            source = source_or_none

    def _found_again(self) -> Source | None:
        """The camera once it can be opened again; None if it is closed before."""
        while not self._stopped.wait(self._pace.again):
            try:
                return self._reopen()
            except SourceError as error:
                self._tell(error.reason)
        return None

    def _play(self, source: Source) -> None:
        began: float | None = None
        last = -self._pace.followed
        for frame in source.frames():
            began = self._clock() - frame.at if began is None else began
            # A film is shown as fast as it was taken.
            ahead = 0.0 if source.live else began + frame.at - self._clock()
            if self._stopped.wait(max(0.0, ahead)) if ahead > 0 else self._stopped.is_set():
                return
            with self._changed:
                self._number += 1
                self._image = frame.image
                number = self._number
                self._changed.notify_all()
            if frame.at - last >= self._pace.followed:
                last = frame.at
                self._follow(frame, number)

    def _follow(self, frame: Frame, number: int) -> None:
        table = self.followed
        if table is None:
            return
        try:
            table.see(self._camera, lambda: frame.image, frame.at, number)
        except Behind:
            return  # a phone's camera looks at the table meanwhile
        except Refusal:
            self.followed = None  # the table was deleted

    def _tell(self, reason: Reason) -> None:
        if self.followed is not None:
            self.followed.broken(reason)
