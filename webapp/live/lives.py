"""All tables of a server that are followed, and what they share: one reader, one camera of the server's own."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from threading import Lock
from typing import Any

from flask_babel import force_locale, get_locale

from calibration.profile import Profile
from vision.icc import Pixels
from vision.photo import Photo, PhotoLimits, read_photo
from vision.reading import Reading
from webapp.live.look import look_json
from webapp.live.server_camera import ServerCamera
from webapp.live.table import Camera, LiveTable
from webapp.problems import phrase
from webapp.sight import Sight, Sighting
from webapp.tables.keeper import Keeper
from webapp.tables.stream import Topic

MOST = 8
"""Tables followed at a time: each keeps frames in memory, and a server reads no more than some a second."""
REMEMBERED = 1000
"""Tables whose settings are remembered: as many as a server keeps."""
FRAME = PhotoLimits(max_bytes=4 * 2**20, max_pixels=9_000_000, max_pixels_shrunk=9_000_000, kept_pixels=2_100_000)
"""What a live frame may cost: a 4K picture in a good JPEG fits, and is shrunk, for it is read many times."""

Submit = Callable[[Callable[[], Reading]], Future[Reading]]


class Lives:
    """The tables that are followed.

    Args:
        keeper: keeps the tables.
        sight: reads pictures.
        submit: has a reading made beside the picture; in a thread of its own unless told otherwise.
        clock: tells the time in seconds, from any beginning.
    """

    def __init__(
        self,
        keeper: Keeper,
        sight: Sight,
        submit: Submit | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._keeper, self._sight, self._clock = keeper, sight, clock
        # One thread: reading takes all cores anyway. It is started by the first frame.
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="live")
        self._submit: Submit = submit or self._executor.submit
        self._lock = Lock()
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()
        self._patience: OrderedDict[str, float] = OrderedDict()
        self.camera: ServerCamera | None = None
        """The server's own."""

    def known(self, code: str) -> LiveTable | None:
        """The table, if it is followed."""
        with self._lock:
            return self._tables.get(code)

    def look(self, code: str) -> LiveTable:
        """The table; one that is not followed is not from now on, either.

        Raises:
            TableUnknown: if there is none.
        """
        code = self._keeper.tables.get(code).code
        return self.known(code) or self._new(code)

    def follow(self, code: str) -> LiveTable:
        """The table, which is followed from now on; of too many the one at which nothing happened for longest goes.

        Raises:
            TableUnknown: if there is none.
        """
        code = self._keeper.tables.get(code).code
        with self._lock:
            table = self._tables.get(code)
            if table is None:
                table = self._tables[code] = self._new(code)
            self._tables.move_to_end(code)
            while len(self._tables) > MOST:
                self._tables.popitem(last=False)
            return table

    def settle(self, code: str, patience: float) -> LiveTable:
        """The table, at which a proposal is confirmed by itself after so many seconds, also if it is forgotten between.

        Raises:
            TableUnknown: if there is none.
        """
        table = self.follow(code)
        table.patience(patience)
        with self._lock:
            self._patience[table.code] = patience
            while len(self._patience) > REMEMBERED:
                self._patience.popitem(last=False)
        return table

    def watch(self, code: str) -> ServerCamera | None:
        """The server's camera, which follows this table from now on; None if there is no camera."""
        if self.camera is not None:
            self.camera.follow(self.follow(code))
        return self.camera

    def topic(self, code: str, context: Callable[[], AbstractContextManager[object]]) -> Topic:
        """What a table's stream tells of its camera; nothing while it is not followed.

        Args:
            code: of the table, as somebody wrote it.
            context: that of the app, which a stream needs when the request is over. Its language stays that of now.
        """
        code, language = self._keeper.tables.get(code).code, get_locale()

        def signs() -> object:
            table = self.known(code)
            if table is not None:
                table.update()  # somebody may have taken back what it waits for
            return table and table.signs

        def told() -> dict[str, Any]:
            with context(), force_locale(language):
                return look_json(self.look(code), phrase, pieces=False)

        return Topic("live", signs, told)

    def photo(self, table: LiveTable, data: bytes, profile: Profile) -> None:
        """Reads a photo of a table.

        Raises:
            PhotoError: if it can't be read, or the profile is for another camera.
        """
        profile = table.learned(profile)
        table.photo(self._sight.read(read_photo(data, lens=profile.lens, known=profile), table.following.game))

    def frame(self, table: LiveTable, camera: Camera, data: bytes, at: float) -> None:
        """Takes a live frame, unless the one before is still in work.

        Raises:
            PhotoError: if it can't be read.
            Behind: if another camera looks at the table.
            CalibrationError: if its profile is for other pictures.
        """
        table.see(camera, lambda: read_photo(data, FRAME).image, at)

    def close(self) -> None:
        """Lets the camera go, and reads nothing any more."""
        if self.camera is not None:
            self.camera.close()
        self._executor.shutdown(wait=True, cancel_futures=True)

    def _new(self, code: str) -> LiveTable:
        table = LiveTable(code, self._keeper, self._read, self._submit, self._clock)
        if code in self._patience:
            table.patience(self._patience[code])
        return table

    def _read(self, image: Pixels, game: str, profile: Profile) -> Sighting:
        return self._sight.read(Photo.of(image, profile.lens, profile), game)
