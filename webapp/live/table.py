"""One table that is followed: frames and photos in, the look out; what is confirmed becomes the table's events."""

from __future__ import annotations

import itertools
import logging
import math
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from threading import Lock, RLock
from typing import Literal

from calibration.profile import UNKNOWN, Profile
from engine.game import ENGLISH, GameError, Reason
from vision.icc import Pixels
from vision.reading import Reading
from vision.tracker import Activity, Tracker, TrackerConfig
from vision.view import KeptView
from webapp.assistant.live import News, Watcher
from webapp.live.following import Behind, Following, Proposal
from webapp.live.lessons import learned, lesson_of
from webapp.live.qwirkle import QwirkleFollowing
from webapp.live.qwixx import QwixxFollowing
from webapp.look import QWIRKLE, QWIXX
from webapp.sight import Sighting
from webapp.storage.tables import Full, Lesson, Stale, Table
from webapp.tables.keeper import AnyGame, Keeper
from webapp.tables.wishes import TableWish

LOG = logging.getLogger(__name__)
FOLLOWINGS: dict[str, Callable[[AnyGame], Following]] = {QWIRKLE: QwirkleFollowing, QWIXX: QwixxFollowing}

Origin = Literal["phone", "server"]

TOLD_ONCE = ("view_other_shape", "view_moved", "camera_knocked")
"""What is told of a camera once, not for as long as it lasts. Where several are, the first says it all."""

ENGLISH.update(
    {
        "another_films": "another camera looks at this table: stop it there, or wait a moment",
    }
)


@dataclass(frozen=True)
class TableLimits:
    """When a live picture counts. Times are in seconds.

    Args:
        gone: a camera that has sent nothing for so long looks no more: phones send ten frames a second, and one whose
            page is hidden sends none.
        rated: the frame rate is that of the last so many seconds.
        told: what is told once, such as that the camera was knocked, is shown for so long.
    """

    gone: float = 5.0
    rated: float = 3.0
    told: float = 8.0


@dataclass(frozen=True)
class Look:
    """What the camera sees and what follows from it, as it stood at one moment.

    Args:
        order: of two looks the later one has the greater, also when the server was started anew between them.
        source: what looks at the table; None if nothing does.
        frame: the number of the newest frame.
        age: seconds since that; None if there was none.
        rate: frames a second.
        proposal: what waits to be confirmed.
        activity: what goes on in front of the camera.
        notices: what is wrong with it.
    """

    order: int
    source: Origin | None
    frame: int
    age: float | None
    rate: float
    activity: Activity
    proposal: Proposal | None
    notices: tuple[Reason, ...]


@dataclass(frozen=True)
class Camera:
    """What takes the frames.

    Args:
        origin: where it is.
        name: which it is, of several.
        repeats: whether its frames may be alike to the last bit, as those of a film may.
        profile: what is known of it; it stays the same camera if more becomes known.
    """

    origin: Origin
    name: str = ""
    repeats: bool = False
    profile: Profile = field(default=UNKNOWN, compare=False)

    def check(self, image: Pixels) -> None:
        """Makes sure that its profile is for such pictures: (H, W, 3) uint8.

        Raises:
            CalibrationError: if it is for others.
        """
        if self.profile.lens is not None:
            height, width = image.shape[:2]
            self.profile.lens.at(width, height)

    @property
    def tracker(self) -> Tracker:
        """What tells when its picture is still."""
        return Tracker(TrackerConfig(frozen_after=math.inf) if self.repeats else TrackerConfig())


class LiveTable:
    """A table that is followed, from any thread.

    Args:
        code: of the table.
        keeper: keeps the tables.
        read: reads a frame, (H, W, 3) uint8 BGR, of a game, by what is known of the camera.
        submit: has a reading made beside the picture.
        clock: tells the time in seconds, from any beginning.
        limits: when a live picture counts.
    """

    def __init__(
        self,
        code: str,
        keeper: Keeper,
        read: Callable[[Pixels, str, Profile], Sighting],
        submit: Callable[[Callable[[], Reading]], Future[Reading]],
        clock: Callable[[], float],
        limits: TableLimits = TableLimits(),
    ) -> None:
        self.code = code
        """Of the table."""
        self._keeper, self._clock, self._limits = keeper, clock, limits
        self._read, self._submit = read, submit
        self.lock = RLock()
        """Held by whoever looks at several things at once."""
        self._busy = Lock()
        self._table = keeper.tables.get(code)
        self.following = FOLLOWINGS[self._table.game](keeper.game(self._table))
        self._watcher: Watcher | None = None
        self._watched: Camera | None = None
        self._kept = KeptView(UNKNOWN)
        self._sighting: Sighting | None = None
        self._lessons = keeper.tables.lessons(code)
        self._knows = UNKNOWN, UNKNOWN
        self._shown: Reading | None = None
        self._camera: Camera | None = None
        self._at = -math.inf
        self._came: deque[float] = deque(maxlen=60)
        self._told: list[tuple[Reason, float]] = []
        self._broken: Reason | None = None
        # Looks are far fewer than microseconds, so those of a later start are later, too.
        self._orders = itertools.count(time.time_ns() // 1000)
        self.frame = 0
        """The number of the newest frame."""
        self.changes = 0
        """Grows with everything that other phones should know."""

    def see(self, camera: Camera, frame: Callable[[], Pixels], at: float, number: int | None = None) -> None:
        """Takes a frame, unless the one before is still in work: then this one is let pass.

        Args:
            camera: that it comes from.
            frame: gives it, (H, W, 3) uint8 BGR.
            at: its time in seconds, on the camera's own clock.
            number: the camera's own number of it.

        Raises:
            Behind: if another camera looks at the table.
            CalibrationError: if the camera's profile is for other pictures.
            Refusal: as ``frame`` does.
        """
        if not self._busy.acquire(blocking=False):
            return
        try:
            self._check_alone(camera)
            image = frame()
            camera.check(image)
            with self._telling():
                self._seen(camera, image, at, number)
        finally:
            self._busy.release()

    def photo(self, sighting: Sighting) -> None:
        """Takes a photo, which counts as a table that lies still; what it shows waits for a person's word."""
        with self._telling():
            self.update()
            self._sighting, self._shown = sighting, sighting.reading
            self._take(self.following.follows.see(sighting.reading, self._clock()))
            self.following.follows.wait()
            self.changes += 1

    def confirm(self, version: int, text: str | None, opener: int | None, way: str | None) -> None:
        """Takes the proposal into the table's log.

        Args:
            version: of the log on which it was made.
            text: what was seen to be proposed; None if that was not told.
            opener: who begins, if that was told.
            way: which of the proposal's ways it was, in its text form; None for the first.

        Raises:
            Stale: if the log has gone on.
            Behind: if nothing is proposed any more, or something else.
            Refusal: if the rules forbid it.
        """
        with self._telling():
            self.update()
            if version != self._table.version:
                raise Stale(self._table)
            proposal = self.following.proposal(self._at)
            if proposal is not None and text is not None and proposal.text != text:
                raise Behind("proposed_anew")
            self._write(self.following.confirmed(opener, way))

    def dismiss(self) -> None:
        """Takes the proposal away until the table shows something else.

        Raises:
            Behind: if there is none.
        """
        with self._telling():
            self.following.dismiss()
            self.changes += 1

    def fix(self, wish: TableWish) -> None:
        """Takes a person's word about a piece, from which the reading of its colour learns where it was misread.

        Raises:
            Refusal: if it can't be taken.
        """
        with self._telling():
            self.update()
            word = self.following.word(wish)
            self._write(self.following.fixed(wish))
            lesson = lesson_of(word, self._sighting) if word and self._sighting else None
            if lesson is not None:
                self._keeper.tables.teach(self.code, lesson)
                self._taught()
            self.changes += 1

    @property
    def lessons(self) -> Mapping[int, Lesson]:
        """What people have put right here, by the numbers of the lessons, the oldest first."""
        return self._lessons

    def forget(self, number: int) -> None:
        """Takes a lesson back, if it is there: pictures are read as if nobody had given it."""
        with self._telling():
            self._keeper.tables.forget(self.code, number)
            self._taught()

    def learned(self, profile: Profile) -> Profile:
        """What is known of a camera together with what it was taught here."""
        with self.lock:
            before, known = self._knows
            if profile != before or known is before:
                known = learned(profile, self._lessons)
                self._knows = profile, known
            return known

    def _taught(self) -> None:
        """Other lessons: what comes next is read by them, a live picture once something has moved in it."""
        self._lessons = self._keeper.tables.lessons(self.code)
        self._knows = UNKNOWN, UNKNOWN
        self._recorded(self._keeper.tables.get(self.code))

    def patience(self, seconds: float) -> None:
        """After how many seconds a proposal is confirmed by itself; infinity for never."""
        with self._telling():
            self.following.patience = seconds
            self.changes += 1

    def broken(self, camera: Camera, reason: Reason) -> None:
        """Tells that a camera gives no picture, and why; with the next picture that is forgotten."""
        with self._telling():
            if self._camera in (None, camera) or not self._alive(self._clock()):
                self._camera, self._broken = camera, reason

    def look(self) -> Look:
        """What is seen now."""
        with self.lock:
            now = self._clock()
            sees = self._alive(now) and not self._broken
            proposal = self.following.proposal(self._at)
            return Look(
                order=next(self._orders),
                source=self._camera.origin if self._camera and (sees or self._broken) else None,
                frame=self.frame,
                age=now - self._came[-1] if self._came else None,
                rate=sum(now - came < self._limits.rated for came in self._came) / self._limits.rated,
                activity=self._watcher.activity if self._watcher and sees else Activity.BLIND,
                proposal=proposal if sees or not proposal else replace(proposal, confirms_in=None),
                notices=self._notices(now),
            )

    def update(self) -> None:
        """Takes over what others wrote to the table.

        Raises:
            TableUnknown: if it is there no more.
        """
        with self.lock:
            if self._keeper.tables.revision(self.code) != self._table.revision:
                self._recorded(self._keeper.tables.get(self.code))

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Changes something, and wakes those who listen if there is anything to tell them."""
        with self.lock:
            before = self.signs
            try:
                yield
            finally:
                if self.signs != before:
                    self._keeper.streams.bell.ring()

    @property
    def signs(self) -> tuple[object, ...]:
        """Equal for as long as there is nothing that other phones should be told."""
        look = self.look()
        return self.changes, look.source, look.activity, look.notices

    def _alive(self, now: float) -> bool:
        return bool(self._came) and now - self._came[-1] < self._limits.gone

    def _check_alone(self, camera: Camera) -> None:
        """Two cameras would only show each other's pictures as motion: a phone that comes goes before the server's.

        Raises:
            Behind: if the camera has to wait.
        """
        with self.lock:
            before = self._camera
            if before in (None, camera) or not self._alive(self._clock()):
                return
            if before is None or camera.origin == "server" or before.origin == "phone":
                raise Behind("another_films")

    def _seen(self, camera: Camera, image: Pixels, at: float, number: int | None) -> None:
        now = self._clock()
        before = self._watched
        same = camera == before and camera.profile == before.profile
        if not same:
            self._watched, self._kept = camera, KeptView(camera.profile)
        if self._watcher is None or not same or not self._alive(now) or at <= self._at:
            # Another camera, or the same one after a break: its exposure has to settle, and its clock is its own.
            # What was read by another profile lies elsewhere.
            self._watcher = Watcher(self.following.follows, self._reads(self._kept), self._submitted, camera.tracker)
            self.following.follows.wait()
        self._camera, self._at, self._broken = camera, at, None
        self._came.append(now)
        self.frame = self.frame + 1 if number is None else number
        self.update()
        self._told_of(self._watcher, self._watcher.see(image, at))

    def _reads(self, kept: KeptView) -> Callable[[Pixels], Reading]:
        def read(image: Pixels) -> Reading:
            self._sighting = sighting = self._read(image, self.following.game, self.learned(kept.profile))
            if (lost := kept.saw(sighting.straight)) is not None:
                with self._telling():
                    self._told.append((lost, self._clock()))
            return sighting.reading

        return read

    def _submitted(self, work: Callable[[], Reading]) -> Future[Reading]:
        future = self._submit(work)
        future.add_done_callback(self._collect)
        return future

    def _collect(self, future: Future[Reading]) -> None:
        """Takes a reading as soon as it is made, in the thread that made it: settling it takes time, too.

        What went wrong in making it is left to whoever sends the next frame.
        """
        if future.cancelled() or future.exception() is not None:
            return
        with self._telling():
            if self._watcher is not None:
                self._told_of(self._watcher, self._watcher.collect())

    def _told_of(self, watcher: Watcher, news: list[News]) -> None:
        """Keeps what is said of the camera, shows what was read, and takes the rest."""
        now = self._clock()
        self._told += [(reason, now) for one in news if one.event == "camera" for reason in one.reasons]
        if watcher.unsteady is not None and watcher.unsteady is not self._shown:
            self._shown = watcher.unsteady
            self.following.show(watcher.unsteady)
        self._take(news)

    def _take(self, news: list[News]) -> None:
        for one in news:
            if one.event == "confirmed":
                try:
                    self._write(self.following.after(one))
                except (GameError, Stale, Full) as error:
                    LOG.info("what was proposed at %s can't be confirmed: %s", self.code, error)
                    self._recorded(self._keeper.tables.get(self.code))
        if news:
            self.changes += 1

    def _write(self, game: AnyGame) -> None:
        """Writes what a changed game has more in its log; of two writers on one version the database lets one through.

        Raises:
            Stale: if somebody else was faster.
        """
        entries = game.to_json()[self._table.version :]
        if not entries:
            return
        try:
            table = self._keeper.tables.append(self.code, self._table.version, entries)
        except Stale as error:
            self._recorded(error.table)
            raise
        self._keeper.remember(table, game)
        self._recorded(table)

    def _recorded(self, table: Table) -> None:
        self._table = table
        self._take(self.following.recorded(self._keeper.game(table)))
        self.changes += 1

    def _notices(self, now: float) -> tuple[Reason, ...]:
        """What is wrong with the camera, for as long as it lasts, and a while longer for what is told once."""
        lasting = [self._broken] if self._broken else []
        if self._watcher and self._watcher.notice and self._alive(now):
            lasting.append(self._watcher.notice)
        self._told = [(reason, at) for reason, at in self._told if now - at < self._limits.told]
        told = {reason.code: reason for reason, _ in self._told if self._alive(now)}
        once = [told[code] for code in TOLD_ONCE if code in told][:1]
        return tuple({reason.code: reason for reason in [*lasting, *once]}.values())
