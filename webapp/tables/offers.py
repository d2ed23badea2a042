"""Seats that their phones hand to another one: by a code that holds for a few minutes and for one phone."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from engine.game import ENGLISH, Refusal
from webapp.storage.codes import as_written, new_code

ENGLISH.update(
    {
        "offer_unknown": "no seat is handed on by this code: let the other phone show a new one",
    }
)

LIFE = 300.0
"""Seconds for which an offer holds: time enough to find the other phone and let it in."""
MOST = 100
"""Offers at a time: of more, the oldest go."""


class OfferUnknown(Refusal):
    """A code by which no seat is handed on, any more."""


@dataclass(frozen=True)
class Offer:
    """A seat that waits for another phone.

    Args:
        table: its code.
        player: whose seat it is.
        token_hash: of the token that shows it until then.
        hand: the tiles that only the phone knew, in their text form. They are nowhere but here, and go with the offer.
    """

    table: str
    player: int
    token_hash: str
    hand: tuple[str, ...] = ()


class Offers:
    """The offers of a server, which are forgotten with it.

    Args:
        clock: gives the time in seconds, from any beginning.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._waiting: dict[str, tuple[float, Offer]] = {}

    def make(self, offer: Offer) -> str:
        """The code of an offer; one of the same seat that still waits is forgotten."""
        with self._lock:
            now, seat = self._clock(), (offer.table, offer.player)
            waiting = [(code, held) for code, held in self._waiting.items() if held[0] > now]
            others = [(code, held) for code, held in waiting if (held[1].table, held[1].player) != seat]
            self._waiting = dict(others[-MOST + 1 :])
            code = next(code for code in iter(new_code, None) if code not in self._waiting)
            self._waiting[code] = now + LIFE, offer
            return code

    def take(self, table: str, code: str) -> Offer:
        """What is offered at a table by a code, however it is written; it is offered no more.

        Raises:
            OfferUnknown: if nothing is.
        """
        with self._lock:
            until, offer = self._waiting.get(as_written(code), (0.0, None))
            if offer is None or until <= self._clock() or offer.table != table:
                raise OfferUnknown("offer_unknown")
            del self._waiting[as_written(code)]
            return offer
