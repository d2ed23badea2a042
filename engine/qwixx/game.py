"""The game of Qwixx: from the events at the table to where it stands, by either of two published readings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TypeAlias

from engine.game import Game, IllegalMove, Outcome, Rules
from engine.qwixx.events import FORMS, Act, Declare, Event, Open, Preset, Start, Throw
from engine.qwixx.marks import Action, Decision, LegalMarks, Mark, decision_text
from engine.qwixx.notation import parse_decision
from engine.qwixx.roll import Roll
from engine.qwixx.sheet import PENALTIES, Row, Sheet

PLAYERS = range(1, 6)
"""How many may play."""
ROWS_TO_END = 2
"""The game ends when so many rows are closed."""


@dataclass(frozen=True)
class State:
    """Where a game stands.

    Args:
        start: how it began.
        sheets: everybody's.
        closed: the rows that are closed for everyone.
        turn: the active player; None until it is known who begins.
        roll: the dice still in play as they were rolled in this turn; None until they are.
        actions: those of this turn that are still to come, in their order; none until that is settled.
        marked: whether the active player has marked anything in this turn.
        over: whether the game has ended.
    """

    start: Start
    sheets: tuple[Sheet, ...]
    closed: frozenset[Row]
    turn: int | None
    roll: Roll | None = None
    actions: tuple[Action, ...] = ()
    marked: bool = False
    over: bool = False

    @property
    def open_rows(self) -> tuple[Row, ...]:
        """The rows that are not closed: their dice are in play."""
        return tuple(row for row in Row if row not in self.closed)

    @property
    def is_declaring(self) -> bool:
        """Whether the active player has to say which action comes first."""
        return self.roll is not None and not self.actions

    @property
    def has_ended(self) -> bool:
        """Whether a player has all penalties, or enough rows are closed, be the turn finished or not."""
        return len(self.closed) >= ROWS_TO_END or any(sheet.penalties == PENALTIES for sheet in self.sheets)

    def name(self, player: int) -> str:
        """A player's name."""
        return self.start.players[player]

    def legal_marks(self, player: int) -> LegalMarks:
        """The marks that a player may make in the action that is due; making none is allowed besides.

        Raises:
            IllegalMove: if no action is due.
        """
        _, roll, action = _acting(self)
        return LegalMarks(self.sheets[player], roll, action)


class Choices(Collection[Decision]):
    """What a player who decides now may decide: no mark or a legal one, or else which action comes first."""

    def __init__(self, state: State, player: int) -> None:
        self.state, self.player = state, player

    def __contains__(self, decision: object) -> bool:
        if self.state.is_declaring or isinstance(decision, Action):
            return self.state.is_declaring and isinstance(decision, Action)
        return decision is None or decision in self.state.legal_marks(self.player)

    def __iter__(self) -> Iterator[Decision]:
        if self.state.is_declaring:
            yield from Action
        else:
            yield None
            yield from self.state.legal_marks(self.player)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class QwixxRules(Rules[State, Event, Decision]):
    """Qwixx, from any position.

    Args:
        preset: the reading of the rules in games that `start` begins. Every log holds its own, which it is played by.
    """

    name = "qwixx"
    forms = FORMS

    def __init__(self, preset: Preset = Preset.GAMERULES) -> None:
        self.preset = preset

    def start(self, players: Sequence[str]) -> Event:
        """The event that begins an ordinary game of these players."""
        return Start(tuple(players), self.preset)

    def initial(self, start: Event) -> State:
        """The state after the event that begins the game.

        Raises:
            IllegalMove: if the game can't begin like that.
        """
        if not isinstance(start, Start):
            raise IllegalMove("start_missing")
        _check_start(start)
        sheets = start.sheets or (Sheet(),) * len(start.players)
        closed = start.closed.union(*map(_closed_on, sheets))
        turn = 0 if len(start.players) == 1 else start.turn
        state = State(start, sheets, closed, turn)
        return replace(state, over=state.has_ended)

    def after(self, state: State, event: Event) -> State:
        """The state after one more event.

        Raises:
            IllegalMove: if the rules forbid it.
        """
        if isinstance(event, Start):
            raise IllegalMove("start_again")
        if state.over:
            raise IllegalMove("game_over")
        match event:
            case Open():
                return _opened(state, event.player)
            case Throw():
                return _rolled(state, event)
            case Declare():
                return _declared(state, event.first)
            case Act():
                return _acted(state, event.marks)

    def deciders(self, state: State) -> tuple[int, ...]:
        """All players in the white action, else the active one; nobody while dice have to be rolled."""
        if state.over or state.turn is None or state.roll is None:
            return ()
        return tuple(range(len(state.sheets))) if state.actions[:1] == (Action.WHITE,) else (state.turn,)

    def legal(self, state: State, player: int) -> Choices:
        """What a player who decides now may decide."""
        return Choices(state, player)

    def event(self, decisions: Mapping[int, Decision]) -> Event:
        """The event of everybody's decision."""
        in_order = [decisions[player] for player in sorted(decisions)]
        if len(in_order) == 1 and isinstance(in_order[0], Action):
            return Declare(in_order[0])
        marks = tuple(decision for decision in in_order if not isinstance(decision, Action))
        return Act(marks)

    def chance(self, state: State, random: Random) -> Event | None:
        """Who begins, or the next roll."""
        if state.over or self.deciders(state):
            return None
        if state.turn is None:
            return Open(random.randrange(len(state.sheets)))
        return Throw(Roll.thrown(random, state.open_rows))

    def scores(self, state: State) -> tuple[int, ...]:
        """Everybody's total so far."""
        return tuple(sheet.total for sheet in state.sheets)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return Outcome.of(self.scores(state)) if state.over else None

    def decision_text(self, decision: Decision) -> str:
        """The decision's text form."""
        return decision_text(decision)

    def read_decision(self, text: str) -> Decision:
        """Reads a decision.

        Raises:
            InvalidText: if the text is none.
        """
        return parse_decision(text)


QWIXX = QwixxRules()
QwixxGame: TypeAlias = Game[State, Event, Decision]
"""A game of Qwixx as its log; ``Game(QWIXX, (Start(...),))`` begins one."""


def _check_start(start: Start) -> None:
    count = len(start.players)
    if count not in PLAYERS:
        raise IllegalMove("start_players", count=count, least=PLAYERS[0], most=PLAYERS[-1])
    if start.preset not in tuple(Preset):
        raise IllegalMove("start_preset", preset=start.preset)
    if start.sheets and len(start.sheets) != count:
        raise IllegalMove("start_sheets", count=count, given=len(start.sheets))
    if start.turn is not None and start.turn not in range(count):
        raise IllegalMove("start_turn", last=count - 1)


def _closed_on(sheet: Sheet) -> frozenset[Row]:
    """The rows that a sheet shows to be closed, by its owner or by another who then crossed the lock out."""
    return sheet.locks | {row for row in Row if row.last in sheet.rows[row]}


def _opened(state: State, player: int) -> State:
    if state.turn is not None:
        raise IllegalMove("opener_known", player=state.name(state.turn))
    if player not in range(len(state.sheets)):
        raise IllegalMove("start_turn", last=len(state.sheets) - 1)
    return replace(state, turn=player)


def _rolled(state: State, throw: Throw) -> State:
    if state.turn is None:
        raise IllegalMove("open_first")
    if state.roll is not None:
        raise IllegalMove("thrown_already", player=state.name(state.turn))
    if sorted((*throw.roll.rows, *throw.untold)) != list(state.open_rows):
        raise IllegalMove("wrong_dice", rows=", ".join(row.word for row in state.open_rows))
    order = () if state.start.preset == Preset.GAMERULES else (Action.WHITE, Action.COLOUR)
    return replace(state, roll=throw.roll, actions=order)


def _thrown(state: State) -> tuple[int, Roll]:
    """The active player and the roll of this turn."""
    if state.turn is None:
        raise IllegalMove("open_first")
    if state.roll is None:
        raise IllegalMove("throw_first", player=state.name(state.turn))
    return state.turn, state.roll


def _acting(state: State) -> tuple[int, Roll, Action]:
    """The active player, the dice in play and the action that is due."""
    turn, roll = _thrown(state)
    if not state.actions:
        raise IllegalMove("declare_first", player=state.name(turn))
    return turn, roll, state.actions[0]


def _declared(state: State, first: Action) -> State:
    _thrown(state)
    if state.actions:
        raise IllegalMove("declared_already")
    return replace(state, actions=(first, first.other))


def _acted(state: State, marks: Sequence[Mark | None]) -> State:
    """The state once everybody who may mark in an action has decided, none of them seeing what the others do."""
    turn, roll, _ = _acting(state)
    deciders = QWIXX.deciders(state)
    if len(marks) != len(deciders):
        raise IllegalMove("act_count", count=len(deciders), given=len(marks))
    sheets = list(state.sheets)
    for player, mark in zip(deciders, marks, strict=True):
        if mark is not None:
            state.legal_marks(player).check(mark)
            sheets[player] = sheets[player].with_mark(*mark)
    locked = {mark.row for mark in marks if mark is not None and mark.locks}
    after = replace(
        state,
        sheets=tuple(sheets),
        closed=state.closed | locked,
        roll=roll.without(locked),
        actions=state.actions[1:],
        marked=state.marked or marks[deciders.index(turn)] is not None,
    )
    if after.start.preset == Preset.PUBLISHER and after.has_ended:
        return _over(after)
    return after if after.actions else _turn_finished(after, turn)


def _turn_finished(state: State, turn: int) -> State:
    """The state once both actions are taken: the penalty is given if it is due, and the turn goes on to the left."""
    sheets = state.sheets
    if not state.marked:
        sheets = (*sheets[:turn], sheets[turn].with_penalty(), *sheets[turn + 1 :])
    after = replace(state, sheets=sheets, roll=None, marked=False)
    return _over(after) if after.has_ended else replace(after, turn=(turn + 1) % len(sheets))


def _over(state: State) -> State:
    return replace(state, roll=None, actions=(), marked=False, over=True)
