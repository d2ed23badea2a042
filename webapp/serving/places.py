"""Places that are given out one by one, so many to one device at most."""

from __future__ import annotations

from collections import Counter
from threading import Lock


class Places:
    """Some places.

    Args:
        most: how many there are,
        most_each: and how many one device may have at a time.
    """

    def __init__(self, most: int, most_each: int) -> None:
        self._most, self._most_each = most, most_each
        self._lock = Lock()
        self._taken: Counter[str | None] = Counter()

    def __len__(self) -> int:
        """How many are taken."""
        return self._taken.total()

    def enter(self, device: str | None = None) -> bool:
        """Takes a place, if there is one.

        Args:
            device: who asks; None for this computer itself, which may have all of them.
        """
        with self._lock:
            if len(self) >= self._most or (device is not None and self._taken[device] >= self._most_each):
                return False
            self._taken[device] += 1
            return True

    def leave(self, device: str | None = None) -> None:
        """Gives a place back."""
        with self._lock:
            self._taken[device] -= 1
            self._taken += Counter()  # forgets who has none
