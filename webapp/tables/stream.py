"""What happens at a table as a stream of server-sent events: the whole state first, then again after each change."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Condition
from typing import Any

from webapp.serving.places import Places


@dataclass(frozen=True)
class Pace:
    """How often a stream looks and speaks, in seconds."""

    look: float = 0.4
    """Another process may have written: who waits must know within half a second."""
    heartbeat: float = 10.0
    """A phone that has gone is noticed when it is written to; until then it takes a place."""
    life: float = 600.0
    """Whoever still listens comes back by itself, on a fresh connection."""


STREAMS = 24
"""Streams at a time: each waits in a thread of the server."""
STREAMS_EACH = 8
"""Streams at a time of one device: each of its pages opens one, and nobody looks at so many."""


@dataclass(frozen=True)
class Topic:
    """What a stream tells besides where the game stands.

    Args:
        name: of its events.
        signs: gives something that stays equal for as long as there is nothing new; None while there is nothing at all.
        told: gives what is told.
    """

    name: str
    signs: Callable[[], object]
    told: Callable[[], dict[str, Any]]


class Bell:
    """Wakes the streams of this process as soon as anything was written."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._rings = 0
        self.closed = False

    @property
    def rings(self) -> int:
        """How many times it has rung."""
        return self._rings

    def ring(self) -> None:
        """Wakes all who wait."""
        with self._changed:
            self._rings += 1
            self._changed.notify_all()

    def close(self) -> None:
        """Ends all streams: the server stops."""
        self.closed = True
        self.ring()

    def wait(self, heard: int, seconds: float) -> None:
        """Waits until it has rung more often than was heard, but not for ever."""
        with self._changed:
            self._changed.wait_for(lambda: self._rings != heard, seconds)


class Streams:
    """The streams of a server.

    Args:
        bell: wakes them.
        pace: how often they look and speak.
        most: how many there may be at a time,
        most_each: and of one device.
        clock: gives the time in seconds, from any beginning.
    """

    def __init__(
        self,
        bell: Bell | None = None,
        pace: Pace | None = None,
        most: int = STREAMS,
        most_each: int = STREAMS_EACH,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.bell = bell or Bell()
        self._pace = pace or Pace()
        self.places = Places(most, most_each)
        self._clock = clock

    def events(
        self, revision: Callable[[], int | None], state: Callable[[], dict[str, Any]], topic: Topic | None = None
    ) -> Iterator[str]:
        """The text of a stream, piece by piece.

        Args:
            revision: tells the present revision of the table, None once it is gone.
            state: tells where it stands; its own ``revision`` is that of the moment.
            topic: what is told besides.
        """
        pace, bell = self._pace, self.bell
        end = self._clock() + pace.life
        spoken, told = self._clock(), None
        known: object = None
        while not bell.closed and self._clock() < end:
            heard = bell.rings  # before looking: what is written meanwhile rings again
            present = revision()
            if present is None:
                yield "event: gone\ndata: {}\n\n"
                return
            if present != told:
                now = state()
                told, spoken = now["revision"], self._clock()
                yield f"event: state\nid: {told}\ndata: {json.dumps(now)}\n\n"
            if topic is not None and (signs := topic.signs()) not in (None, known):
                known, spoken = signs, self._clock()
                yield f"event: {topic.name}\ndata: {json.dumps(topic.told())}\n\n"
            if self._clock() - spoken >= pace.heartbeat:
                spoken = self._clock()
                yield ": still here\n\n"
            bell.wait(heard, pace.look)
