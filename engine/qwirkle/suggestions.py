"""Moves worth considering, ranked, and worked out only as far as anybody looks at them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import overload

from engine.game import Reason
from engine.qwirkle.board import Score
from engine.qwirkle.moves import Move


@dataclass(frozen=True)
class Suggestion:
    """A move worth considering.

    Args:
        move: what to do.
        score: what it earns at once.
        value: what it is worth all in all, in points; suggestions are ranked by it.
        reasons: what speaks for and against it.
    """

    move: Move
    score: Score
    value: float
    reasons: tuple[Reason, ...]


class Suggestions(Sequence[Suggestion]):
    """Ranked suggestions, made only as far as they are asked for: a position may have tens of thousands of moves.

    Args:
        count: how many there are.
        ranked: makes them, the best first.
    """

    def __init__(self, count: int, ranked: Iterable[Suggestion]) -> None:
        self._count, self._ranked = count, iter(ranked)
        self._made: list[Suggestion] = []

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Suggestion: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Suggestion, ...]: ...

    def __getitem__(self, index: int | slice) -> Suggestion | tuple[Suggestion, ...]:
        wanted = range(self._count)[index]
        if isinstance(wanted, int):
            self._make(wanted + 1)
            return self._made[wanted]
        self._make(max(wanted, default=-1) + 1)
        return tuple(self._made[at] for at in wanted)

    def _make(self, count: int) -> None:
        self._made += islice(self._ranked, max(0, count - len(self._made)))
