"""What to mark: all that the rules allow in the turn, best first, each with its expected score and its reasons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from engine.game import UNLIMITED, Budget, IllegalMove, Reason
from engine.qwixx.chances import Marks, Position, Prospect, prospects
from engine.qwixx.events import Preset
from engine.qwixx.game import PLAYERS, ROWS_TO_END, State
from engine.qwixx.marks import Action, LegalMarks, Mark
from engine.qwixx.roll import Roll
from engine.qwixx.sheet import MARKS_BEFORE_LAST, PENALTIES, PENALTY, Row, Sheet
from engine.qwixx.states import CLOSED, row_state
from engine.qwixx.values import shipped

Order = tuple[Action, ...]
"""The actions in which a player may still mark in a turn, one after the other."""
WHITE_FIRST: Order = (Action.WHITE, Action.COLOUR)
COLOUR_FIRST: Order = (Action.COLOUR, Action.WHITE)

EVEN = 0.5
"""A chance above it is a win rather than none."""


@dataclass(frozen=True)
class View:
    """A game as a player sees it who has to decide: all that advice may know.

    Args:
        sheet: the player's own.
        roll: the dice on the table; those of closed rows may lie there still.
        others: the other players' sheets, the next player's first; nothing if unknown.
        active: whether it is the player's own turn.
        players: how many play; more if there are more sheets.
        preset: the reading of the rules.
        waits: how many turns of others, this one among them, come before the next own one; None if unknown.
        actions: those of this turn that are still to come, in their order; none if nothing is settled yet.
        marked: whether the player has marked anything in this turn.

    Raises:
        IllegalMove: if so many can't play, the own turn can't be that far away, nothing is left to decide, or the game
            is over.
    """

    sheet: Sheet
    roll: Roll
    others: tuple[Sheet, ...] = ()
    active: bool = True
    players: int = 2
    preset: Preset = Preset.GAMERULES
    waits: int | None = None
    actions: Order = ()
    marked: bool = False

    def __post_init__(self) -> None:
        for players in (self.players, max(self.players, 1 + len(self.others))):
            if players not in PLAYERS:
                raise IllegalMove("start_players", count=players, least=PLAYERS[0], most=PLAYERS[-1])
            object.__setattr__(self, "players", players)
        possible = range(1) if self.active else range(1, self.players)
        if (self.waits or possible.start) not in possible:
            raise IllegalMove("turns_away", players=self.players, last=self.players - 1)
        # By `gamerules` the turn in which the end comes is finished: one action may still be due.
        finishing = self.preset == Preset.GAMERULES and not (self.active and len(self.actions) != 1)
        last_penalty = any(sheet.penalties == PENALTIES for sheet in (self.sheet, *self.others))
        if last_penalty or (_is_over(self, self.sheet) and not finishing):
            raise IllegalMove("game_over")
        if not self.active and Action.WHITE not in (self.actions or WHITE_FIRST):
            raise IllegalMove("nothing_to_decide")

    @classmethod
    def of_state(cls, state: State, player: int) -> View:
        """The view of a player in a game whose dice are rolled.

        Raises:
            IllegalMove: if there is nothing that the player may decide in this turn.
        """
        if state.over:
            raise IllegalMove("game_over")
        if state.turn is None or state.roll is None:
            raise IllegalMove("nothing_to_decide")
        players = len(state.sheets)
        waits = (player - state.turn) % players
        return cls(
            state.sheets[player],
            state.roll,
            state.sheets[player + 1 :] + state.sheets[:player],
            active=waits == 0,
            players=players,
            preset=state.start.preset,
            waits=waits,
            actions=state.actions,
            marked=state.marked and waits == 0,
        )

    @cached_property
    def dice(self) -> Roll:
        """The dice that are in play: without those of rows that a sheet shows closed."""
        closed = [row for row in Row for sheet in (self.sheet, *self.others) if row_state(sheet, row) == CLOSED]
        return self.roll.without(closed)

    @cached_property
    def states(self) -> tuple[int, ...]:
        """The row states as the values take them: closed for every row whose die has left the game."""
        return tuple(CLOSED if self.dice.coloured[row] is None else row_state(self.sheet, row) for row in Row)

    @property
    def orders(self) -> tuple[Order, ...]:
        """In which orders the player may still mark in this turn."""
        if not self.active:
            return ((Action.WHITE,),)
        if self.actions:
            return (self.actions,)
        return (WHITE_FIRST, COLOUR_FIRST) if self.preset == Preset.GAMERULES else (WHITE_FIRST,)

    @property
    def turns_away(self) -> int:
        """How many turns of others, this one among them, come before the next own one; about as many if unknown."""
        return (0 if self.active else self.players // 2) if self.waits is None else self.waits

    @property
    def position(self) -> Position | None:
        """The turn as numbers, the player being the first; None unless there are others and all sheets are known."""
        if not self.others or len(self.others) < self.players - 1:
            return None
        return Position.of(
            (self.sheet, *self.others),
            self.dice,
            turn=-self.turns_away % self.players,
            actions=self.actions,
            # Who rolled may have marked in a colour action that came first; nobody told, and most have.
            marked=self.marked or (not self.active and self.actions == (Action.WHITE,)),
            preset=self.preset,
        )

    @property
    def turns_after(self) -> int:
        """How many turns of others come after this one before the next own one; about as many if unknown."""
        return (self.players if self.active else self.turns_away) - 1


@dataclass(frozen=True)
class Suggestion:
    """Something that a player may do in the rest of a turn.

    Args:
        white: the mark in the white action, if any.
        colour: the mark in the colour action, if any.
        first: which action comes first; None where that is not the player's to say.
        sheet: the player's sheet then.
        score: what it earns at once, less than 0 for a penalty.
        value: the final score to be expected if nobody else closes a row or ends the game; what ranks suggestions
            where not all sheets are known.
        reasons: what speaks for and against it.
        chance: to win, a shared win counting in part; what ranks suggestions where all sheets are known, else None.
        final: the final score to be expected with the others in it; None where not all sheets are known.
    """

    white: Mark | None
    colour: Mark | None
    first: Action | None
    sheet: Sheet
    score: int
    value: float
    reasons: tuple[Reason, ...]
    chance: float | None = None
    final: float | None = None

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks that are made, in their order."""
        in_order = (self.colour, self.white) if self.first is Action.COLOUR else (self.white, self.colour)
        return tuple(mark for mark in in_order if mark is not None)

    @property
    def penalty(self) -> bool:
        """Whether it takes a penalty."""
        return self.score < 0


def advise(view: View, budget: Budget = UNLIMITED) -> tuple[Suggestion, ...]:
    """Everything that the player may do in the rest of the turn, what wins most first.

    Where the others' sheets are not all known, or the player is alone, the final score to be expected decides. Marks
    that can be made in either order are suggested once, with the white action first unless the other order is better.

    Args:
        view: what the player sees.
        budget: nothing is sampled, for what was learned is looked up. To look a turn further over 64 rolls of the next
            player won no more games.
    """
    position = view.position
    foreseen = prospects(position) if position else {}
    ranked = []
    for marks, ways in _choices(view).items():
        prospect = foreseen.get(marks)
        steps, order = ways[-1 if prospect and prospect.colour_first else 0]
        suggestion = _suggestion(view, steps, order[0], prospect)
        ranked.append((prospect.rank if prospect else suggestion.value, suggestion))
    return tuple(suggestion for _, suggestion in sorted(ranked, key=lambda one: -one[0]))


class Step(NamedTuple):
    """A mark, the action in which it is made, and the player's sheet then."""

    action: Action
    mark: Mark
    sheet: Sheet


Steps = tuple[Step, ...]
Way = tuple[Steps, Order]


def _choices(view: View) -> dict[Marks, list[Way]]:
    """All that the rules allow, each with the orders of the actions that allow it."""
    choices: dict[Marks, list[Way]] = {}
    for order in view.orders:
        for steps in _steps(view, order, view.sheet, view.dice):
            marks = {step.action: step.mark for step in steps}
            choices.setdefault((marks.get(Action.WHITE), marks.get(Action.COLOUR)), []).append((steps, order))
    return choices


def _steps(view: View, actions: Order, sheet: Sheet, dice: Roll) -> Iterator[Steps]:
    """What can be marked in these actions."""
    if not actions:
        yield ()
        return
    action, *later = actions
    yield from _steps(view, tuple(later), sheet, dice)
    for mark in LegalMarks(sheet, dice, action):
        after = sheet.with_mark(*mark)
        left = dice.without([mark.row]) if mark.locks else dice
        ended = view.preset == Preset.PUBLISHER and mark.locks and _is_over(view, after)
        for more in _steps(view, () if ended else tuple(later), after, left):
            yield (Step(action, mark, after), *more)


def _is_over(view: View, sheet: Sheet) -> bool:
    """Whether the game ends once this is the player's sheet."""
    return sheet.penalties == PENALTIES or _states(view, sheet).count(CLOSED) >= ROWS_TO_END


def _states(view: View, sheet: Sheet) -> tuple[int, ...]:
    """The row states once this is the player's sheet."""
    return tuple(
        before if sheet.rows[row] is view.sheet.rows[row] else row_state(sheet, row)
        for row, before in zip(Row, view.states, strict=True)
    )


def _suggestion(view: View, steps: Steps, first: Action, prospect: Prospect | None) -> Suggestion:
    reasons: list[Reason] = []
    sheet = view.sheet
    for step in steps:
        reasons += _about(step.mark, sheet, step.sheet)
        reasons += _takes_from_others(view, step.mark)
        sheet = step.sheet
    if view.active and not view.marked and not steps:
        sheet = sheet.with_penalty()
        reasons.append(Reason("takes_penalty", {"points": -PENALTY, "number": sheet.penalties}))
    elif view.active and not view.marked and len(steps) == 1:
        reasons.append(Reason("saves_penalty", {"points": -PENALTY}))
    elif not steps:
        reasons.append(Reason("marks_nothing"))
    to_come = _to_come(view, sheet)
    if to_come is None:
        reasons.append(_ending(prospect))
    else:
        later = prospect.final - sheet.total if prospect else to_come
        undisturbed = prospect is None and view.players > 1
        reasons.append(Reason("to_come_undisturbed" if undisturbed else "still_to_come", {"points": later}))
    marks = {step.action: step.mark for step in steps}
    return Suggestion(
        white=marks.get(Action.WHITE),
        colour=marks.get(Action.COLOUR),
        first=first if len(view.orders) > 1 else None,
        sheet=sheet,
        score=sheet.total - view.sheet.total,
        value=sheet.total + (to_come or 0.0),
        reasons=tuple(reasons),
        chance=prospect.chance if prospect else None,
        final=prospect.final if prospect else None,
    )


def _ending(prospect: Prospect | None) -> Reason:
    """That the game ends, and for whom if the others do what is likeliest, where that agrees with the chance to win."""
    lead = round(prospect.lead) if prospect else 0
    if prospect is None or lead * (prospect.chance - EVEN) < 0:
        return Reason("ends_game")
    if lead == 0:
        return Reason("ends_game_shared")
    return Reason("ends_game_winning" if lead > 0 else "ends_game_losing", {"points": abs(lead)})


def _takes_from_others(view: View, mark: Mark) -> Iterator[Reason]:
    """That a lock closes a row in which another has some marks and could have had more."""
    if mark.locks:
        most = max((len(sheet.rows[mark.row]) for sheet in view.others), default=0)
        if most > 1:
            yield Reason("closes_to_others", {"row": mark.row.word, "count": most})


def _to_come(view: View, sheet: Sheet) -> float | None:
    """The points to be expected after this turn; None if the game ends with it."""
    if _is_over(view, sheet):
        return None
    values = shipped(view.preset, view.players)
    return values.to_come(_states(view, sheet), sheet.penalties, view.turns_after)


def _about(mark: Mark, before: Sheet, after: Sheet) -> Iterator[Reason]:
    """What a mark brings and costs."""
    row = mark.row
    points = after.points(row) - before.points(row)
    yield Reason("locks_row" if mark.locks else "marks", {"mark": mark.words, "row": row.word, "points": points})
    skipped = row.numbers[before.passed(row) : row.position(mark.number)]
    if skipped:
        numbers = ", ".join(map(str, skipped))
        yield Reason("passes_over", {"row": row.word, "count": len(skipped), "numbers": numbers})
    if len(after.rows[row]) == MARKS_BEFORE_LAST:
        yield Reason("ready_to_lock", {"row": row.word, "number": row.last})
