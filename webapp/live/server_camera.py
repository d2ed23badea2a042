"""The server's own camera: its newest picture for the page, and its frames for the table that it looks at."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Condition, Event, Thread

import simplejpeg

from calibration.errors import CalibrationError
from calibration.profile import UNKNOWN, Profile
from engine.game import ENGLISH, Reason, Refusal
from models.loader import ModelError
from vision.icc import Pixels
from vision.source import Frame, Source, SourceError
from webapp.live.following import Behind
from webapp.live.table import Camera, LiveTable
from webapp.reasons import as_reason

LOG = logging.getLogger(__name__)

ENGLISH.update({"film_ended": "the film has ended"})


@dataclass(frozen=True)
class CameraPace:
    """How the server's camera goes. Times are in seconds.

    Args:
        followed: so long at least between two frames that are followed: hands are slower, and each frame costs time.
        again: after so long a camera that was lost is looked for again.
        closing: for so long it is waited for when it shall end: a driver may hang.
        quality: of the JPEG for the page, of 100.
    """

    followed: float = 0.09
    again: float = 2.0
    closing: float = 5.0
    quality: int = 80


class ServerCamera:
    """Takes pictures in a thread, from now until it is closed.

    Args:
        source: the camera, opened.
        reopen: opens it again after it was lost.
        pace: how it goes.
        clock: tells the time in seconds, from any beginning.
        profile: what is known of it.
    """

    def __init__(
        self,
        source: Source,
        reopen: Callable[[], Source],
        pace: CameraPace = CameraPace(),
        clock: Callable[[], float] = time.monotonic,
        profile: Profile = UNKNOWN,
    ) -> None:
        self._followed: LiveTable | None = None
        self._source = source
        self._lost: Reason | None = None
        self._camera = Camera("server", repeats=not source.live, profile=profile)
        self._reopen, self._pace, self._clock = reopen, pace, clock
        self._changed, self._stopped = Condition(), Event()
        self._number = 0
        self._image: Pixels | None = None
        self._jpeg: tuple[int, bytes] = (0, b"")
        self._thread = Thread(target=self._take, name="server camera", daemon=True)
        self._thread.start()

    def follow(self, table: LiveTable) -> None:
        """Looks at a table from now on, and at no other."""
        if table is self._followed:
            return
        self._followed = table
        if self._lost is not None:
            table.broken(self._camera, self._lost)

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
        if self._source.live:  # it may wait for a picture; of a film the next is there at once
            self._source.close()
        self._thread.join(self._pace.closing)

    def _take(self) -> None:
        again = True
        while again:
            try:
                with self._source as source:
                    self._play(source)
                self._lose(Reason("film_ended"))
            except SourceError as error:
                self._lose(error.reason)
            again = self._source.live and self._found_again()

    def _found_again(self) -> bool:
        """Waits until the camera can be opened again; whether it was before it is closed."""
        while not self._stopped.wait(self._pace.again):
            try:
                self._source = self._reopen()
            except SourceError as error:
                self._lose(error.reason)
            else:
                return True
        return False

    def _play(self, source: Source) -> None:
        began: float | None = None
        last = -self._pace.followed
        for frame in source.frames():
            began = self._clock() - frame.at if began is None else began
            # A film is shown as fast as it was taken.
            ahead = 0.0 if source.live else began + frame.at - self._clock()
            if self._stopped.wait(max(0.0, ahead)):
                return
            self._lost = None
            with self._changed:
                self._number += 1
                self._image = frame.image
                number = self._number
                self._changed.notify_all()
            if frame.at - last >= self._pace.followed:
                last = frame.at
                self._follow(frame, number)

    def _follow(self, frame: Frame, number: int) -> None:
        table = self._followed
        if table is None:
            return
        try:
            table.see(self._camera, lambda: frame.image, frame.at, number)
        except Behind:
            return  # a phone's camera looks at the table meanwhile
        except CalibrationError as error:  # the profile is for another camera
            table.broken(self._camera, as_reason(error))
        except (Refusal, ModelError) as error:
            # The table was deleted, or nothing can be read: whoever looks at the next picture asks for it again.
            LOG.warning("the camera looks at no table any more: %s", error)
            self._followed = None

    def _lose(self, reason: Reason) -> None:
        self._lost = reason
        if self._followed is not None and not self._stopped.is_set():
            self._followed.broken(self._camera, reason)
