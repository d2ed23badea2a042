"""What to play: all moves, best first, each with its score and its reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, islice
from math import comb
from typing import overload

import numpy as np

from engine.game import UNLIMITED, Budget, IllegalMove, Reason
from engine.qwirkle.board import Board, Score
from engine.qwirkle.fives import Five, Fives
from engine.qwirkle.game import GOING_OUT_BONUS, NO_POINTS, PLAYERS, State, box_tiles, largest_set, none_left
from engine.qwirkle.generator import find
from engine.qwirkle.lines import Line, fit
from engine.qwirkle.moves import Move
from engine.qwirkle.notation import hand_text
from engine.qwirkle.tile import COPIES, HAND_SIZE, Colour, Tile, box

NOT_LOOKED_AT = 1000
"""More lines of five than any move leaves."""


@dataclass(frozen=True)
class View:
    """A game as the player sees it whose turn it is: all that advice may know.

    Args:
        board: the tiles on the table.
        hand: the player's own tiles.
        unseen: the tiles in the bag and in the others' hands, equal ones repeated; more than those hold if the box may
            lack some.
        others: how many tiles the others hold, clockwise from the next player.
        bag: how many tiles the bag holds.
        scores: the totals, the player's own first, then clockwise.
    """

    board: Board
    hand: tuple[Tile, ...]
    unseen: tuple[Tile, ...]
    others: tuple[int, ...]
    bag: int
    scores: tuple[int, ...]

    @classmethod
    def of_table(
        cls,
        board: Board,
        hand: Sequence[Tile],
        *,
        players: int = 2,
        scores: Sequence[int] = (),
        bag: int | None = None,
        sixth: Colour | None = None,
        missing: Iterable[Tile] = (),
    ) -> View:
        """The view from a table and a hand alone, such as a photo gives.

        Args:
            board: the tiles on the table.
            hand: the player's own tiles.
            players: how many play.
            scores: the totals, the player's own first, then clockwise; nothing if unknown.
            bag: how many tiles the bag holds; None to work it out from full hands.
            sixth: the box's sixth colour; None to go by the tiles.
            missing: tiles that the box lacks.

        Raises:
            IllegalMove: if so many can't play, have such scores or leave so many tiles in the bag.
        """
        if players not in PLAYERS:
            raise IllegalMove("start_players", count=players, least=PLAYERS[0], most=PLAYERS[-1])
        if scores and len(scores) != players:
            raise IllegalMove("start_values", count=players, field="scores")
        if sixth is None:
            colours = Counter(tile.colour for tile in (*board.values(), *hand))
            sixth = max((Colour.PURPLE, Colour.WHITE), key=lambda colour: colours[colour])
        seen = Counter(board.values()) + Counter(hand) + Counter(missing)
        unseen = Counter(dict.fromkeys(box(sixth), COPIES)) - seen
        left = unseen.total()
        if bag is None:
            bag = max(0, left - HAND_SIZE * (players - 1))
        if not 0 <= bag <= left:
            raise IllegalMove("bag_count", bag=bag, left=left)
        # Hands are as equal as can be; the next players hold the tile more.
        others = tuple(min(HAND_SIZE, (left - bag + later) // (players - 1)) for later in reversed(range(players - 1)))
        return cls(board, tuple(hand), tuple(sorted(unseen.elements())), others, bag, tuple(scores) or (0,) * players)

    @classmethod
    def of_state(cls, state: State, player: int, hand: Sequence[Tile] | None = None) -> View:
        """The view of a player in a game; nothing of the other hands is used but their sizes.

        Args:
            state: where the game stands.
            player: who looks.
            hand: the player's tiles; None for those that are known in the game.

        Raises:
            IllegalMove: if the box can't hold that hand besides the tiles on the table.
        """
        seats = [*range(player, len(state.hands)), *range(player)]
        own = state.hands[player].known if hand is None else tuple(hand)
        left = box_tiles(state.start) - Counter(state.board.values())
        for tile in Counter(own) - left:
            raise none_left(state.start, tile)
        return cls(
            state.board,
            own,
            tuple(sorted((left - Counter(own)).elements())),
            tuple(len(state.hands[seat]) for seat in seats[1:]),
            state.bag,
            tuple(state.scores[seat] for seat in seats),
        )

    @cached_property
    def counts(self) -> Counter[Tile]:
        """How many of each tile are unseen."""
        return Counter(self.unseen)

    def chance_next_holds(self, tiles: Iterable[Tile]) -> float:
        """The chance that the next player holds one of these tiles, every unseen tile being as likely as any other."""
        wanted = sum(self.counts[tile] for tile in set(tiles))
        others, hand = len(self.unseen) - wanted, min(self.others[0], len(self.unseen))
        return 1 - comb(others, hand) / comb(len(self.unseen), hand)


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


def advise(view: View, budget: Budget = UNLIMITED) -> Suggestions:
    """All moves that add tiles, by their points; of equal ones those first that leave the fewest lines of five.

    Where nothing can be added, the sensible swaps, else a pass. On an empty table the player opens the game, and of the
    orders in which a set can be laid, which all earn the same, one is given.

    Args:
        view: what the player sees.
        budget: a sample is a move looked at for what it leaves, which happens when a suggestion is asked for. The moves
            with the most points are looked at first; for those that it doesn't allow nothing is said about that, and
            they come last among equals.
    """
    count, equals = _openings(view) if not view.board else _adds(view)
    if not count:
        rest = tuple(_swaps(view)) or (Suggestion(Move(), NO_POINTS, 0, (Reason("no_move"),)),)
        return Suggestions(len(rest), rest)
    return Suggestions(count, _ranked(view, equals, budget))


def _ranked(view: View, equals: Iterable[Iterable[Move]], budget: Budget) -> Iterator[Suggestion]:
    """Suggests moves, given in groups that earn the same: of a group those first that leave the fewest fives."""
    fives = Fives(view.board)
    taken = 0
    for moves in equals:
        later: list[tuple[int, Move, tuple[Threat, ...]]] = []
        for move in moves:
            if not budget.allows(taken):
                later.append((NOT_LOOKED_AT, move, ()))
                continue
            taken += 1
            threats = _threats(view, fives.after(move))
            if threats:
                later.append((len(threats), move, threats))
            else:  # no other of the group can be better, so it need not wait for them
                yield _suggestion(view, move, threats)
        later.sort(key=lambda one: one[0])
        for _, move, threats in later:
            yield _suggestion(view, move, threats)


def _openings(view: View) -> tuple[int, Iterable[Iterable[Move]]]:
    """How many ways there are to open the game, and these as a group: all earn the same."""
    orders = view.board.legal_moves(view.hand, largest_set(view.hand))
    moves = {frozenset(move.tiles): move for move in orders}.values()
    return len(moves), [moves]


def _adds(view: View) -> tuple[int, Iterable[Iterable[Move]]]:
    """How many moves add tiles, and these in groups that earn the same, those with the most points first."""
    found = find(view.board.window, view.hand)
    earned = found.points
    if not view.bag:
        earned = earned + GOING_OUT_BONUS * (found.sizes == len(view.hand))
    best_first = np.argsort(-earned, kind="stable")
    groups = np.split(best_first, np.flatnonzero(np.diff(earned[best_first])) + 1)
    return len(found), ((found[at][0] for at in group.tolist()) for group in groups)


def _goes_out(view: View, move: Move) -> bool:
    return not view.bag and len(move.placements) == len(view.hand)


def _threats(view: View, fives: Iterable[Five]) -> tuple[Threat, ...]:
    """The lines of five that the next player may complete, the likeliest first."""
    completing: dict[Line, set[Tile]] = {}
    for five in fives:
        completing.setdefault(five.line, set()).update(five.fitting)
    threats = (Threat(line, tuple(sorted(tiles)), view.chance_next_holds(tiles)) for line, tiles in completing.items())
    return tuple(sorted((threat for threat in threats if threat.chance), key=lambda threat: -threat.chance))


def _suggestion(view: View, move: Move, threats: Iterable[Threat]) -> Suggestion:
    score = view.board.score(move)
    if _goes_out(view, move):
        score = replace(score, bonus=GOING_OUT_BONUS)
    reasons = (*_earnings(score), *map(_opens_five, threats), *_last_ones(view, move))
    return Suggestion(move, score, score.points, reasons)


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
    for tile in move.tiles if view.unseen else ():
        if not view.counts[tile] and view.hand.count(tile) == 1:
            yield Reason("uses_up", {"tile": tile.words})


def _swaps(view: View) -> Iterator[Suggestion]:
    """Ways to swap: each keeps tiles that go together, the more and the better supplied the earlier it comes."""
    kept = [*_sets(view.hand)] if view.bag else []
    kept.sort(key=lambda tiles: (-len(tiles), -_supply(view, tiles), tiles))
    for tiles in kept:
        given = sorted((Counter(view.hand) - Counter(tiles)).elements(), key=lambda tile: _supply(view, (tile,)))
        if not given:  # the whole hand goes together, but who can't add must swap
            given = [min(tiles, key=lambda tile: _supply(view, (tile,)))]
        rest = tuple(tile for tile in tiles if tile not in given)
        keeps = [Reason("keeps", {"tiles": hand_text(rest), "count": _supply(view, rest)})] if rest else []
        yield Suggestion(Move.swapping(given[: view.bag]), NO_POINTS, 0, (Reason("no_move"), *keeps))


def _sets(hand: Iterable[Tile]) -> Iterator[tuple[Tile, ...]]:
    """The sets of tiles that may lie in one line and to which no other tile of the hand could be added."""
    kinds = sorted(set(hand))
    sets = [
        tiles
        for size in range(1, len(kinds) + 1)
        for tiles in combinations(kinds, size)
        if all(fit(one, other) for one, other in combinations(tiles, 2))
    ]
    return (tiles for tiles in sets if not any(set(tiles) < set(larger) for larger in sets))


def _supply(view: View, tiles: Sequence[Tile]) -> int:
    """How many unseen tiles fit all of these."""
    return sum(count for other, count in view.counts.items() if all(fit(tile, other) for tile in tiles))
