"""Which tiles to swap: those that don't go with the largest or best supplied sets of the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import and_

from engine.qwirkle.lines import FITS, fit
from engine.qwirkle.moves import Move
from engine.qwirkle.tile import Tile
from engine.qwirkle.view import View


def swaps(view: View) -> Iterator[Move]:
    """Different swaps: each keeps tiles that go together, the more and the better supplied the earlier it comes."""
    kept = [*sets(view.hand)] if view.bag else []
    kept.sort(key=lambda tiles: (-len(tiles), -supply(view, tiles), tiles))
    # Where the bag has only a few tiles left, several sets give the same ones.
    return iter(dict.fromkeys(_given(view, tiles) for tiles in kept))


def _given(view: View, kept: Sequence[Tile]) -> Move:
    """The swap that keeps these tiles, and gives as many of the others as the bag has."""
    given = sorted((Counter(view.hand) - Counter(kept)).elements(), key=lambda tile: supply(view, (tile,)))
    if not given:  # the whole hand goes together, but who can't add must swap
        given = [min(kept, key=lambda tile: supply(view, (tile,)))]
    return Move.swapping(given[: view.bag])


def sets(hand: Iterable[Tile]) -> Iterator[tuple[Tile, ...]]:
    """The sets of tiles that may lie in one line and to which no other tile of the hand could be added."""
    kinds = sorted(set(hand))
    found = [
        tiles
        for size in range(1, len(kinds) + 1)
        for tiles in combinations(kinds, size)
        if all(fit(one, other) for one, other in combinations(tiles, 2))
    ]
    return (tiles for tiles in found if not any(set(tiles) < set(larger) for larger in found))


def supply(view: View, tiles: Sequence[Tile]) -> int:
    """How many unseen tiles fit all of these."""
    fitting = reduce(and_, (FITS[tile.number] for tile in tiles))
    return sum(count for bit, count in view.bits if fitting & bit)
