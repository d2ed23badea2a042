"""A game of Qwirkle as one player sees it: all that advice may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb

from engine.game import IllegalMove
from engine.qwirkle.board import Board
from engine.qwirkle.game import PLAYERS, State, box_tiles, none_left
from engine.qwirkle.tile import COPIES, HAND_SIZE, SIXTH_COLOURS, Colour, Tile, box


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

    @cached_property
    def bits(self) -> tuple[tuple[int, int], ...]:
        """The same, each tile as a bit by its number."""
        return tuple((1 << tile.number, count) for tile, count in self.counts.items())

    @cached_property
    def strange(self) -> frozenset[Colour]:
        """The colours that the box doesn't have, as far as the tiles tell: one of purple and white."""
        seen = {tile.colour for tile in (*self.board.values(), *self.hand, *self.unseen)}
        return frozenset(SIXTH_COLOURS) - seen

    @cached_property
    def can_add(self) -> bool:
        """Whether the player can add any tile."""
        return bool(self.board.legal_moves(self.hand))

    def chance_next_holds(self, tiles: Iterable[Tile]) -> float:
        """The chance that the next player holds one of these tiles, every unseen tile being as likely as any other."""
        wanted = sum(self.counts[tile] for tile in set(tiles))
        others, hand = len(self.unseen) - wanted, min(self.others[0], len(self.unseen))
        return 1 - comb(others, hand) / comb(len(self.unseen), hand)
