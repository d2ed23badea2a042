"""The game of Qwirkle: from the events at the table to where it stands, whoever knows which hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from random import Random
from typing import TypeAlias, TypeVar

from engine.game import Game, GameError, IllegalMove, Outcome, Rules
from engine.qwirkle.board import Board, Score
from engine.qwirkle.events import (
    FORMS,
    Draw,
    Event,
    Open,
    Pass,
    Play,
    Start,
    Stuck,
    Swap,
    Tell,
)
from engine.qwirkle.moves import Move
from engine.qwirkle.notation import hand_text
from engine.qwirkle.tile import COPIES, HAND_SIZE, SIXTH_COLOURS, Colour, Tile, box

Value = TypeVar("Value")

PLAYERS = range(2, 7)
"""How many may play."""
GOING_OUT_BONUS = 6
"""What the last tile of a hand earns once the bag is empty."""
NO_POINTS = Score()


@dataclass(frozen=True)
class Hand:
    """The tiles of a player, as far as they are known."""

    known: tuple[Tile, ...] = ()
    hidden: int = 0

    def __len__(self) -> int:
        return len(self.known) + self.hidden

    @property
    def is_known(self) -> bool:
        """Whether every tile is known."""
        return self.hidden == 0

    def __str__(self) -> str:
        return " ".join([*map(str, self.known), *"?" * self.hidden])

    def plus(self, tiles: Iterable[Tile], hidden: int = 0) -> Hand:
        """The hand with more tiles, and more of which nobody knows what they are."""
        return Hand(tuple(sorted((*self.known, *tiles))), self.hidden + hidden)

    def minus(self, tiles: Iterable[Tile], hidden: int = 0) -> Hand:
        """The hand without these tiles; those that nobody knew there were among the hidden ones."""
        given = Counter(tiles)
        unknown = (given - Counter(self.known)).total()
        return Hand(tuple(sorted((Counter(self.known) - given).elements())), self.hidden - unknown - hidden)


@dataclass(frozen=True)
class Turn:
    """What a player did in a turn and what it earned; a swap of hidden tiles says only how many."""

    player: int
    move: Move
    score: Score = NO_POINTS
    swapped: int = 0


@dataclass(frozen=True)
class State:
    """Where a game stands.

    Args:
        start: how it began.
        board: the tiles on the table.
        hands: everybody's.
        scores: everybody's total.
        turn: whose turn it is; None until it is known who opens.
        owed: how many tiles each has to draw before the game goes on.
        aside: what was swapped and goes back once its owner has drawn.
        passes: how many have passed in a row.
        turns: all turns so far.
        over: whether the game has ended.
    """

    start: Start
    board: Board
    hands: tuple[Hand, ...]
    scores: tuple[int, ...]
    turn: int | None
    owed: tuple[int, ...]
    aside: Hand = Hand()
    passes: int = 0
    turns: tuple[Turn, ...] = ()
    over: bool = False

    @cached_property
    def bag(self) -> int:
        """How many tiles the bag holds."""
        return box_size(self.start) - len(self.board) - sum(map(len, self.hands)) - len(self.aside)

    @cached_property
    def unseen(self) -> Counter[Tile]:
        """The tiles that are neither on the table nor in what is known of hands: those in the bag among them."""
        seen = Counter(self.board.values())
        for hand in self.hands:
            seen.update(hand.known)
        return box_tiles(self.start) - seen

    @property
    def is_opening(self) -> bool:
        """Whether the first move of the game is still to come."""
        return not self.board

    def name(self, player: int) -> str:
        """A player's name."""
        return self.start.players[player]


def box_tiles(start: Start) -> Counter[Tile]:
    """The tiles that a game is played with, those included that it lacks without anybody knowing which."""
    return _boxed(start.sixth) - Counter(start.missing)


def _boxed(sixth: Colour) -> Counter[Tile]:
    return Counter(dict.fromkeys(box(sixth), COPIES))


def box_size(start: Start) -> int:
    """How many tiles a game is played with."""
    return len(box(start.sixth)) * COPIES - len(start.missing) - start.lost


def largest_set(tiles: Iterable[Tile]) -> int:
    """The size of the largest set of different tiles that share a colour or a shape."""
    different = set(tiles)
    colours, shapes = Counter(tile.colour for tile in different), Counter(tile.shape for tile in different)
    return max([*colours.values(), *shapes.values()], default=0)


class Choices(Collection[Move]):
    """What a player may do in a turn: moves that add tiles, swaps, or else a pass.

    Raises:
        GameError: when the moves are listed or counted though the hand is not known; `in` works for any hand.
    """

    def __init__(self, state: State, player: int) -> None:
        self.state, self.player = state, player
        self.hand = state.hands[player]

    def __contains__(self, move: object) -> bool:
        try:
            return isinstance(move, Move) and bool(QWIRKLE.after(self.state, turn_event(self.player, move)))
        except IllegalMove:
            return False

    def __iter__(self) -> Iterator[Move]:
        known = self._known()
        size = largest_set(known) if self.state.is_opening else None
        adds = self.state.board.legal_moves(known, size)
        yield from adds
        if not self.state.is_opening:
            yield from swaps(known, self.state.bag)
        if not self.state.bag and not adds:
            yield Move()

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _known(self) -> tuple[Tile, ...]:
        if not self.hand.is_known:
            raise GameError("hand_unknown", player=self.state.name(self.player))
        return self.hand.known


def swaps(hand: Sequence[Tile], bag: int) -> Iterator[Move]:
    """Every different swap of tiles of a hand, the small ones first."""
    for count in range(1, min(len(hand), bag) + 1):
        yield from dict.fromkeys(Move.swapping(tiles) for tiles in combinations(sorted(hand), count))


def turn_event(player: int, move: Move) -> Event:
    """The event of a player's making a move."""
    if move.is_pass:
        return Pass(player)
    return Swap(player, len(move.swapped), move.swapped) if move.is_swap else Play(player, move)


class QwirkleRules(Rules[State, Event, Move]):
    """Qwirkle, with open or hidden hands, from any position."""

    name = "qwirkle"
    forms = FORMS

    def start(self, players: Sequence[str]) -> Event:
        """The event that begins an ordinary game of these players."""
        return Start(tuple(players))

    def initial(self, start: Event) -> State:
        """The state after the event that begins the game; where draws are told, hands are still to be drawn.

        Raises:
            IllegalMove: if the game can't begin like that.
        """
        if not isinstance(start, Start):
            raise IllegalMove("start_missing")
        _check_start(start)
        nobody = (0,) * len(start.players)
        state = State(
            start,
            start.board,
            hands=tuple(Hand() for _ in start.players),
            scores=start.scores or nobody,
            turn=start.turn,
            owed=start.hands or tuple(HAND_SIZE for _ in start.players),
        )
        return state if start.draws else _refilled(state)

    def after(self, state: State, event: Event) -> State:
        """The state after one more event.

        Raises:
            IllegalMove: if the rules forbid it.
        """
        if isinstance(event, Start):
            raise IllegalMove("start_again")
        if not isinstance(event, Stuck) and not 0 <= event.player < len(state.hands):
            raise IllegalMove("start_turn", last=len(state.hands) - 1)
        if isinstance(event, Tell):
            return _settled(_told(state, event))
        if state.over:
            raise IllegalMove("game_over")
        match event:
            case Draw():
                after = _drawn(state, event)
            case Open():
                after = _opened(state, event)
            case Play():
                after = _played(state, event)
            case Swap():
                after = _swapped(state, event)
            case Pass():
                after = _passed(state, event)
            case Stuck():
                after = _stuck(state)
        return _settled(after if state.start.draws else _refilled(after))

    def deciders(self, state: State) -> tuple[int, ...]:
        """The player whose turn it is; nobody while tiles have to be drawn or nobody knows who opens."""
        return () if state.over or state.turn is None or any(state.owed) else (state.turn,)

    def legal(self, state: State, player: int) -> Choices:
        """What a player may do in this turn."""
        return Choices(state, player)

    def event(self, decisions: Mapping[int, Move]) -> Event:
        """The event of the one player's move."""
        ((player, move),) = decisions.items()
        return turn_event(player, move)

    def chance(self, state: State, random: Random) -> Event | None:
        """The next draw, from all tiles that may be in the bag; with hidden hands also a guess at who opens."""
        if state.over or self.deciders(state):
            return None
        for player, owed in enumerate(state.owed):
            if owed:
                bag = sorted((state.unseen - Counter(state.aside.known)).elements())
                return Draw(player, owed, tuple(random.sample(bag, owed)))
        return Open(random.choice([player for player, hand in enumerate(state.hands) if not hand.is_known]))

    def scores(self, state: State) -> tuple[int, ...]:
        """Everybody's total so far."""
        return state.scores

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return Outcome.of(state.scores) if state.over else None

    def decision_text(self, decision: Move) -> str:
        """The move's text form."""
        return str(decision)

    def read_decision(self, text: str) -> Move:
        """Reads a move.

        Raises:
            InvalidText: if the text is no move.
        """
        return Move.parse(text)


QWIRKLE = QwirkleRules()
QwirkleGame: TypeAlias = Game[State, Event, Move]
"""A game of Qwirkle as its log; ``Game(QWIRKLE, (Start(...),))`` begins one."""


def _check_start(start: Start) -> None:
    count = len(start.players)
    if count not in PLAYERS:
        raise IllegalMove("start_players", count=count, least=PLAYERS[0], most=PLAYERS[-1])
    if start.sixth not in SIXTH_COLOURS:
        raise IllegalMove("start_sixth", colour=start.sixth.word)
    for name, values in (("scores", start.scores), ("hands", start.hands), ("lost", (start.lost,) * count)):
        if values and (len(values) != count or min(values) < 0):
            raise IllegalMove("start_values", count=count, field=name)
    if not set(start.oldest) <= set(range(count)):
        raise IllegalMove("start_turn", last=count - 1)
    if start.turn not in range(count) and (start.turn is not None or start.board):
        raise IllegalMove("start_turn", last=count - 1)
    if len(start.board.clusters()) > 1:
        raise IllegalMove("start_apart")
    boxed = _boxed(start.sixth)
    for tile, used in (Counter(start.board.values()) + Counter(start.missing)).items():
        if used > boxed[tile]:
            raise IllegalMove("start_tiles", tile=tile.words, count=used, sixth=start.sixth.word)
    left = box_size(start) - len(start.board)
    if max(start.hands, default=0) > HAND_SIZE or sum(start.hands or (HAND_SIZE,) * count) > left:
        raise IllegalMove("start_hands", left=left)


def _check_turn(state: State, player: int) -> None:
    _check_nothing_owed(state)
    if state.turn != player:
        raise IllegalMove("not_your_turn", player=state.name(player))


def _check_nothing_owed(state: State) -> None:
    for owner, owed in enumerate(state.owed):
        if owed:
            raise IllegalMove("draw_first", player=state.name(owner))


def _check_left(state: State, tiles: Iterable[Tile]) -> None:
    for tile in Counter(tiles) - (state.unseen - Counter(state.aside.known)):
        raise none_left(state.start, tile)


def none_left(start: Start, tile: Tile) -> IllegalMove:
    """The refusal of a tile of which all are elsewhere, or that was never in the box."""
    if tile.colour in SIXTH_COLOURS and tile.colour != start.sixth:
        return IllegalMove("not_in_box", tile=tile.words, sixth=start.sixth.word)
    return IllegalMove("none_left", tile=tile.words)


def _check_cannot_add(state: State, player: int) -> None:
    """Nobody passes who is known to hold a tile that goes somewhere."""
    for move in state.board.legal_moves(state.hands[player].known):
        raise IllegalMove("can_add", player=state.name(player), move=str(move))


def _drawn(state: State, draw: Draw) -> State:
    player, owed = draw.player, state.owed[draw.player]
    if not 1 <= draw.count <= owed or len(draw.tiles) > draw.count:
        raise IllegalMove("draw_count", player=state.name(player), count=max(draw.count, len(draw.tiles)), owed=owed)
    _check_left(state, draw.tiles)
    hand = state.hands[player].plus(draw.tiles, draw.count - len(draw.tiles))
    still_owed = _with(state.owed, player, owed - draw.count)
    return replace(
        state,
        hands=_with(state.hands, player, hand),
        owed=still_owed,
        aside=state.aside if any(still_owed) else Hand(),
    )


def _refilled(state: State) -> State:
    """Everybody has drawn what was due, and nobody has told which tiles."""
    hands = tuple(hand.plus((), owed) for hand, owed in zip(state.hands, state.owed, strict=True))
    return replace(state, hands=hands, owed=(0,) * len(hands), aside=Hand())


def _told(state: State, tell: Tell) -> State:
    hand = state.hands[tell.player]
    known = Counter(hand.known) | Counter(tell.tiles)
    if known.total() > len(hand):
        raise IllegalMove(
            "hand_told_otherwise",
            player=state.name(tell.player),
            text=hand_text(tell.tiles),
            count=len(hand),
            known=hand_text(hand.known),
        )
    news = tuple((known - Counter(hand.known)).elements())
    _check_left(state, news)
    return replace(state, hands=_with(state.hands, tell.player, hand.plus(news, -len(news))))


def _opened(state: State, opening: Open) -> State:
    _check_nothing_owed(state)
    if state.turn is not None:
        raise IllegalMove("opener_known", player=state.name(state.turn))
    rivals = [player for player, hand in enumerate(state.hands) if hand.is_known]
    if opening.player in rivals and (opener := _opener(state, rivals)) != opening.player:
        raise IllegalMove("not_the_opener", player=state.name(opening.player), opener=state.name(opener))
    return replace(state, turn=opening.player)


def _opener(state: State, players: Iterable[int]) -> int:
    """Who of these holds the largest set; of several the oldest, as far as ages are known, then the first by seat."""
    ages = {player: age for age, player in reversed([*enumerate(state.start.oldest)])}
    return min(
        players, key=lambda player: (-largest_set(state.hands[player].known), ages.get(player, len(ages)), player)
    )


def _played(state: State, play: Play) -> State:
    player, move, hand = play.player, play.move, state.hands[play.player]
    _check_turn(state, player)
    board, score = state.board.play(move)
    unknown = Counter(move.tiles) - Counter(hand.known)
    if unknown.total() > hand.hidden:
        raise IllegalMove("not_in_hand", text=str(move), cell=None, tile=next(iter(unknown)).words)
    _check_left(state, unknown.elements())
    if state.is_opening:
        _check_opening(state, move, hand)
    rest = hand.minus(move.tiles)
    goes_out = not rest and not state.bag
    if goes_out:
        score = replace(score, bonus=GOING_OUT_BONUS)
    return _next_turn(
        replace(
            state,
            board=board,
            hands=_with(state.hands, player, rest),
            scores=_with(state.scores, player, state.scores[player] + score.points),
            owed=_with(state.owed, player, min(len(move.placements), state.bag)),
            passes=0,
            over=goes_out,
        ),
        Turn(player, move, score),
    )


def _check_opening(state: State, move: Move, hand: Hand) -> None:
    size, count = largest_set(hand.known), len(move.placements)
    if count < size or (hand.is_known and count > size):
        raise IllegalMove("whole_set", text=str(move), count=count, size=size)


def _swapped(state: State, swap: Swap) -> State:
    player, hand = swap.player, state.hands[swap.player]
    _check_turn(state, player)
    if state.is_opening:
        raise IllegalMove("no_swap_at_opening")
    if not max(1, len(swap.tiles)) <= swap.count <= min(len(hand), state.bag):
        raise IllegalMove("swap_count", player=state.name(player), count=swap.count, hand=len(hand), bag=state.bag)
    unknown = Counter(swap.tiles) - Counter(hand.known)
    if unknown.total() > hand.hidden:
        raise IllegalMove("not_in_hand", text=hand_text(swap.tiles), cell=None, tile=next(iter(unknown)).words)
    _check_left(state, unknown.elements())
    untold = swap.count - len(swap.tiles)
    rest = hand.minus(swap.tiles)
    # Once tiles were given back that nobody named, none of the others is sure to be still in the hand.
    rest = Hand((), len(rest) - untold) if untold else rest
    return _next_turn(
        replace(
            state,
            hands=_with(state.hands, player, rest),
            owed=_with(state.owed, player, swap.count),
            aside=Hand(tuple(sorted(swap.tiles)), untold),
            passes=0,
        ),
        Turn(player, Move.swapping(swap.tiles), swapped=swap.count),
    )


def _passed(state: State, event: Pass) -> State:
    _check_turn(state, event.player)
    if state.bag:
        raise IllegalMove("must_swap", player=state.name(event.player))
    _check_cannot_add(state, event.player)
    passes = state.passes + 1
    return _next_turn(replace(state, passes=passes, over=passes == len(state.hands)), Turn(event.player, Move()))


def _stuck(state: State) -> State:
    _check_nothing_owed(state)
    if state.bag:
        raise IllegalMove("bag_not_empty", bag=state.bag)
    for player in range(len(state.hands)):
        _check_cannot_add(state, player)
    return replace(state, over=True)


def _next_turn(state: State, turn: Turn) -> State:
    return replace(state, turn=(turn.player + 1) % len(state.hands), turns=(*state.turns, turn))


def _settled(state: State) -> State:
    """What follows by itself as soon as every hand is known: who opens, and that nobody can add any more."""
    if state.over or any(state.owed) or not all(hand.is_known for hand in state.hands):
        return state
    if state.turn is None:
        return replace(state, turn=_opener(state, range(len(state.hands))))
    if not state.bag and not any(state.board.legal_moves(hand.known) for hand in state.hands):
        return replace(state, over=True)
    return state


def _with(values: tuple[Value, ...], player: int, value: Value) -> tuple[Value, ...]:
    return (*values[:player], value, *values[player + 1 :])
