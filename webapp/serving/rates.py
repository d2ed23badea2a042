"""How often one device may ask, so that none keeps the server from the others."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from threading import Lock

from flask import Response, current_app, request

from engine.game import ENGLISH, Refusal
from webapp.problems import problem
from webapp.serving.machine import device_of

ENGLISH.update({"too_fast": "that was too much at once: wait {seconds} seconds and try again"})


@dataclass(frozen=True)
class Rate:
    """How often something may be done.

    Args:
        at_once: how many times without waiting.
        every: seconds after which it may be done once more.
    """

    at_once: int
    every: float


@dataclass(frozen=True)
class Rates:
    """What each device may do; this computer itself may do everything but try codes at any rate."""

    usual: Rate = Rate(300, 0.05)
    """A page asks for some sixty files when it opens, and tapping fingers for a few things a second."""
    photos: Rate = Rate(20, 2.0)
    """Each is read for up to a second, by all cores; the photos of a whole game are often sent one after the other."""
    boards: Rate = Rate(40, 0.5)
    """Photos of the calibration board, for which it is looked for in a quarter of a second."""
    frames: Rate = Rate(30, 0.05)
    """A live picture is sent or fetched ten times a second or less, the next frame only once the last was answered."""
    thinking: Rate = Rate(20, 1.0)
    """Hints take up to a second of a core."""
    tables: Rate = Rate(20, 60.0)
    """A server keeps a thousand of them."""
    pairing: Rate = Rate(10, 6.0)
    """Nobody mistypes a code so often; whoever tries all of them needs a lifetime. Counted at the door itself."""


KINDS: Mapping[str, str] = {
    "api.readings": "photos",
    "api.hints": "thinking",
    "tables.advise": "thinking",
    "tables.create": "tables",
    "live.frames": "frames",
    "live.picture": "frames",
    "live.photo": "photos",
    "photos.keep": "photos",
    "profiles.board": "thinking",
    "profiles.see_board": "boards",
    "profiles.learn_lens": "thinking",
    "light.sample": "photos",
    "own_set.find": "photos",
    "own_set.learn": "photos",
    "views.learn": "photos",
    "light.learn": "thinking",
}
"""The rate that counts for a route; the usual one for all others."""
UNCOUNTED = frozenset({"static", "door.enter"})
"""Routes that are not counted here: files, and the door, which tells in a page that it was tried too often."""
FORGETS_AT = 10_000
"""So many devices and kinds are remembered before those that may do everything again are forgotten."""


class TooFast(Refusal):
    """Something that was done too often.

    Args:
        seconds: after which it may be done again.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, math.ceil(seconds))
        super().__init__("too_fast", seconds=self.seconds)


class Limiter:
    """Counts what devices do.

    For each it keeps the time at which it will have been quiet for long enough to do everything at once again.

    Args:
        rates: how often things may be done.
        clock: gives the time in seconds, from any beginning.
    """

    def __init__(self, rates: Rates | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._rates, self._clock = rates or Rates(), clock
        self._lock = Lock()
        self._rested: dict[tuple[str, str], float] = {}

    def check(self, kind: str, device: str) -> None:
        """Counts something that a device does.

        Raises:
            TooFast: if it was too often; then it doesn't count.
        """
        rate: Rate = getattr(self._rates, kind)
        with self._lock:
            now = self._clock()
            rested = max(now, self._rested.get((kind, device), now))
            if (early := rested - now - (rate.at_once - 1) * rate.every) > 0:
                raise TooFast(early)
            self._rested[kind, device] = rested + rate.every
            if len(self._rested) > FORGETS_AT:
                self._rested = {key: rested for key, rested in self._rested.items() if rested > now}


def check_rates() -> None:
    """Refuses what a device asks too often; files are not counted, nor what a route counts itself.

    Raises:
        TooFast: if it does.
    """
    device = device_of(request.remote_addr)
    if device is not None and request.endpoint not in UNCOUNTED:
        this_limiter().check(KINDS.get(request.endpoint or "", "usual"), device)


def this_limiter() -> Limiter:
    """Counts for the server that is answering."""
    limiter: Limiter = current_app.extensions["limiter"]
    return limiter


def too_fast(error: TooFast) -> Response:
    """The answer to who asks too often, with the seconds to wait."""
    response = problem(HTTPStatus.TOO_MANY_REQUESTS, error.reason)
    response.headers["Retry-After"] = str(error.seconds)
    return response
