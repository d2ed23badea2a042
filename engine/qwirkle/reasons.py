"""Why a move is worth considering, or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import itemgetter

from engine.game import Reason
from engine.qwirkle.board import Score
from engine.qwirkle.fives import Five
from engine.qwirkle.lines import Line, fit
from engine.qwirkle.moves import Move
from engine.qwirkle.notation import hand_text
from engine.qwirkle.swapping import sets, supply
from engine.qwirkle.tile import TILES, Tile
from engine.qwirkle.view import View

FEW = 2
"""A set of fewer tiles that stays in the hand is not worth telling."""
NEARLY_WHOLE = 4
"""Of a set of so many it is told which tiles would make it longer, and whether they can still come."""


@dataclass(frozen=True)
class Threat:
    """A line of five that the next player may complete.

    Args:
        line: the five tiles.
        tiles: those that complete it, at either end.
        chance: that the next player holds one of them.
    """

    line: Line
    tiles: tuple[Tile, ...]
    chance: float


def threats(view: View, fives: Iterable[Five]) -> tuple[Threat, ...]:
    """The lines of five that the next player may complete, the likeliest first."""
    completing: dict[Line, set[Tile]] = {}
    for five in fives:
        fitting = {tile for tile in five.fitting if tile.colour not in view.strange}
        completing.setdefault(five.line, set()).update(fitting)
    found = (Threat(line, tuple(sorted(tiles)), view.chance_next_holds(tiles)) for line, tiles in completing.items())
    return tuple(sorted((threat for threat in found if threat.chance), key=lambda threat: -threat.chance))


def reasons(view: View, move: Move, score: Score, left: Iterable[Threat]) -> Iterator[Reason]:
    """All that is to be said of a move.

    Args:
        view: what the player sees.
        move: the move.
        score: what it earns.
        left: the lines of five that it leaves to the next player, the likeliest first; none if nobody looked.
    """
    if not move.placements:
        yield Reason("swaps_instead" if move.is_swap and view.can_add else "no_move")
    yield from _earnings(score)
    if not score.bonus:  # who goes out leaves nothing to the next player
        yield from map(_opens_five, left)
    yield from _last_ones(view, move)
    yield from _keeps(view, move)


def _earnings(score: Score) -> Iterator[Reason]:
    for line in sorted(score.lines, key=lambda line: -line.points):
        if len(line.placements) == 1:
            yield Reason("first_tile")
        else:
            code = "makes_qwirkle" if line.is_qwirkle else "makes_line"
            yield Reason(code, {"line": str(line), "length": len(line.placements), "points": line.points})
    if score.bonus:
        yield Reason("goes_out", {"points": score.bonus})


def _opens_five(threat: Threat) -> Reason:
    tiles = " or ".join(tile.words for tile in threat.tiles)
    return Reason("opens_five", {"line": str(threat.line), "tiles": tiles, "chance": threat.chance})


def _last_ones(view: View, move: Move) -> Iterator[Reason]:
    """The tiles of the move of which no other can still come."""
    for _, _, tile in move.placements if view.unseen else ():
        if not view.counts[tile] and view.hand.count(tile) == 1:
            yield Reason("uses_up", {"tile": tile.words})


def _keeps(view: View, move: Move) -> Iterator[Reason]:
    """The largest set that stays in the hand, and how many tiles that would make it longer are still out."""
    kept = tuple((Counter(view.hand) - Counter(move.tiles)).elements())
    found = [*sets(kept)]
    most = max(map(len, found), default=0)
    if most < (FEW if move.placements else 1):
        return
    count, best = max(((supply(view, tiles), tiles) for tiles in found if len(tiles) == most), key=itemgetter(0))
    yield Reason("keeps", {"tiles": hand_text(best), "count": count})
    if len(best) >= NEARLY_WHOLE:
        for tile in TILES:
            if tile not in best and all(fit(tile, other) for other in best) and tile.colour not in view.strange:
                yield _still_out(view, tile)


def _still_out(view: View, tile: Tile) -> Reason:
    count = view.counts[tile]
    return (
        Reason("still_out", {"tile": tile.words, "count": count}) if count else Reason("none_out", {"tile": tile.words})
    )
