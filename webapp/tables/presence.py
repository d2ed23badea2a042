"""When the phones that hold seats were last here: who takes a seat over shall know whether its phone is really gone."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from threading import Lock

REMEMBERED = 10_000
"""So many seats are remembered: more than six phones at each table that a server keeps."""


@dataclass(frozen=True)
class Presence:
    """When a phone was here.

    Args:
        ago: so many seconds.
        together: the hashes of all seats that it held then.
    """

    ago: float
    together: frozenset[str]


class Presences:
    """The phones that were here since the server was started; pages that somebody looks at tell so again and again.

    An open stream tells less: one whose phone has no power stays open for minutes.

    Args:
        clock: gives the time in seconds, from any beginning.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._here: OrderedDict[str, tuple[float, frozenset[str]]] = OrderedDict()

    def see(self, hashes: Collection[str]) -> None:
        """A phone is here that holds the seats of these hashes."""
        with self._lock:
            for one in hashes:
                self._here[one] = self._clock(), frozenset(hashes)
                self._here.move_to_end(one)
            while len(self._here) > REMEMBERED:
                self._here.popitem(last=False)

    def of(self, token_hash: str) -> Presence | None:
        """When the phone was here that holds a seat; None if it was not since the server was started."""
        with self._lock:
            known = self._here.get(token_hash)
            return Presence(self._clock() - known[0], known[1]) if known else None
