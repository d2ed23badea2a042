"""How long Kibitz thinks about a hint while a person waits. The engine has no clock: here is the one it is told by."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable

from flask import Response, after_this_request, current_app, request

from engine.game import Budget

THOROUGH = 1000
"""Milliseconds that a person waits gladly for the best answer, and the longest that anybody may ask for."""
ARRIVED = "kibitz.arrived"
"""Where the environment of a request tells when it came, in seconds of `time.monotonic`; None if that isn't known."""
AROUND = 0.003
"""Seconds of those asked for that are left to the server: to read the request before, and to send the answer behind."""
SLICE = 0.003
"""Seconds for which another program has the processor once it gets in, as one may while the answer is worded."""
UNKNOWN = 0.025
"""Seconds that an answer is taken to need for its words as long as none was given."""
REMEMBERED = 32
"""Answers by which it is known how long words take: the page asks for as many in a game's few minutes."""


class Pace:
    """How long the words of an answer take on this computer, as busy as it is."""

    def __init__(self) -> None:
        self._lately: tuple[float, ...] = ()

    @property
    def words(self) -> float:
        """Seconds that are enough for them, as the last answers tell: the longest but one, for once means nothing."""
        return sorted(self._lately)[-2] if len(self._lately) > 1 else UNKNOWN

    def learn(self, seconds: float) -> None:
        """Remembers how long they took."""
        self._lately = (*self._lately[1 - REMEMBERED :], seconds)


class Paces(defaultdict[int, Pace]):
    """The pace of answers by how many hints they hold at most."""

    def __init__(self) -> None:
        super().__init__(Pace)


class Clock:
    """Tells when to stop thinking, so that the words of the answer are ready in time.

    It goes by what can't be foreseen but seen: the longest time that passed between two looks so far, since another
    look may come as late; and the pace of the words. Before the first look the thinking is prepared, which is done
    once: of that time only what went to other programs may be lost again.

    Args:
        seconds: until the answer has to be there.
        pace: of the words.
        began: when the request came, None for right now.
        now: gives the time in seconds.
        worked: gives for how many seconds this thread had the processor.
    """

    def __init__(
        self,
        seconds: float,
        pace: Pace,
        began: float | None = None,
        now: Callable[[], float] = time.monotonic,
        worked: Callable[[], float] = time.thread_time,
    ) -> None:
        self._pace, self._now, self._worked = pace, now, worked
        self._began, self._worked_before = now() if began is None else began, worked()
        self._end = self._began + seconds - AROUND - SLICE
        self._looked: float | None = None
        self._longest = 0.0
        self._stopped: float | None = None

    def stopped(self) -> bool:
        """Whether another look might come too late."""
        now = self._now()
        if self._stopped is None:
            self._longest = max(self._longest, self._passed(now))
            self._looked = now
            if now + self._longest + self._pace.words > self._end:
                self._stopped = now
        return self._stopped is not None

    def _passed(self, now: float) -> float:
        """The time since the look before; to the first, what of it this thread didn't have."""
        if self._looked is None:
            return now - self._began - (self._worked() - self._worked_before)
        return now - self._looked

    def answered(self) -> None:
        """The words are ready: learns how long they took, if the thinking was stopped for them."""
        if self._stopped is not None:
            self._pace.learn(self._now() - self._stopped)


def within(milliseconds: int, hints: int) -> Budget:
    """As many samples as can be taken until the answer to the present request has to be there.

    Args:
        milliseconds: from the request's coming to the answer.
        hints: how many it holds at most.
    """
    paces: Paces = current_app.extensions["paces"]
    clock = Clock(milliseconds / 1000, paces[hints], request.environ.get(ARRIVED))

    @after_this_request
    def answered(response: Response) -> Response:
        clock.answered()
        return response

    return Budget(stopped=clock.stopped)
