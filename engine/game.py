"""What every game promises: its rules, its log, and the words in which the engine speaks (reasons and errors)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import Any, Generic, TypeVar

ENGLISH: dict[str, str] = {
    # Texts that can't be read.
    "invalid_tile": "“{text}” is not a tile: write a colour and a shape, such as Rc or red circle",
    "invalid_tile_at": "“{text}” (at character {position}) is not a tile: write such as Rc or red circle",
    "invalid_placement": "“{text}” (at character {position}) is not a placement: write such as Rc@3,-1",
    "invalid_move": "“{text}” (at character {position}) can't be part of a move: write placements, a swap or --",
    "hand_too_large": "a hand holds at most {limit} tiles, “{text}” are {count}",
    "too_many_equal": "a box holds only {limit} of {tile}, “{text}” are {count}",
    "invalid_roll": "“{text}” is not a roll: write two white dice and one for each open row, such as W6 W6 R5 Y4 G1 B6",
    "too_many_dice": "“{text}” has too many {colour} dice: there are two white ones and one of each other colour",
    "invalid_mark": "“{text}” is not a mark: write a row and a number, such as R7 or red 7",
    "invalid_sheet": "“{text}” (at character {position}) is no part of a sheet: write each row once, its numbers "
    "from 2 to 12, and at most four penalties, such as R:3,4 Y: G:12,10 B: P:1",
    # What is wrong with a Qwirkle position.
    "duplicate_in_line": "{tile} twice in one line",
    "mixed_line": "{tiles} in one line share neither colour nor shape",
    "both_sixth_colours": "purple and white tiles never come in one box",
    "too_many_of_a_kind": "{count} times {tile} on the table, but a box holds only {limit}",
    "apart": "{count} groups of tiles that don't touch each other",
    # What a photo of a Qwirkle table leaves open.
    "which_board": "{count} groups of tiles could be the board: say which it is",
    "which_hand": "{count} groups of tiles could be the hand: say which it is",
    # Why a Qwirkle move is not legal.
    "no_placement": "“{text}” places no tile",
    "cell_taken": "“{text}” can't go there: {tile} lies there already",
    "cell_twice": "“{text}” puts two tiles into one cell",
    "not_one_line": "the tiles of “{text}” don't lie in one row or column",
    "gap": "“{text}” leaves a gap at {cell[0]},{cell[1]}",
    "not_touching": "“{text}” touches no tile on the table",
    "duplicate_made": "“{text}” makes a line with {tile} twice",
    "mixed_made": "“{text}” makes a line, {tiles}, that shares neither colour nor shape",
    "both_sixth_made": "“{text}” joins purple and white, which never come in one box",
    "not_in_hand": "“{text}” needs {tile}, which the hand doesn't hold",
    # What is wrong with a Qwixx sheet, and why a mark is not legal.
    "too_few_before_last": "{row} {number} is marked, but of the {needed} marks that it takes only {count} stand there",
    "lock_missing": "{row} {number} is marked, but not the lock beside it, which would count as one more mark",
    "row_closed": "the {row} row is closed",
    "not_rolled": "{row} {number} can't be marked: the dice {roll} give {given} in this action",
    "passed_over": "{row} {number} can't be marked any more: the row is marked up to {last} already",
    "lock_too_early": "{row} {number} takes {needed} marks before it, of which the row has {count}",
    # What is wrong with the dice on a table, and what is taken for granted.
    "no_dice": "no dice are seen that lie whole on the table: take the photo with all dice in it",
    "die_missing": "too few {colour} dice are seen, {count} of {limit}: take the photo with all dice in it",
    "die_cut": "the picture's edge cuts the {colour} die: take the photo with all of it in the picture",
    "too_many_seen": "{count} {colour} dice are seen, but a roll has only {limit}: take away what doesn't belong",
    "closed_die": "the {colour} row is closed: its die doesn't count",
    "taken_closed": "no {colour} die is seen: the {colour} row is taken to be closed",
    # What the game of Qwirkle refuses.
    "hand_unknown": "nobody has told what {player} holds, so the moves can't be listed",
    "not_your_turn": "{player} can't do that now",
    "draw_first": "tiles have still to be drawn by {player}",
    "game_over": "the game is over",
    "whole_set": "“{text}” adds {count} tiles: who opens must add a largest set of the hand, {size}",
    "no_swap_at_opening": "who opens the game can't swap",
    "must_swap": "{player} can't pass while the bag holds tiles: add tiles or swap",
    "can_add": "{player} can still add tiles, such as {move}",
    "swap_count": "{count} tiles can't be swapped: {player} holds {hand} and the bag {bag}",
    "bag_not_empty": "the game can't end like that while the bag holds tiles ({bag})",
    "draw_count": "{player} can't draw {count} tiles: {owed} are due",
    "not_in_box": "this game's box has no {tile}: its sixth colour is {sixth}",
    "none_left": "there is no {tile} left: all of them are on the table or in known hands",
    "not_the_opener": "{player} doesn't open: {opener} has a larger set, or as large a one and is older",
    "opener_known": "nobody needs to say who opens: it is {player}'s turn",
    "hand_told_otherwise": "{player} can't hold “{text}”: the hand has {count} tiles, “{known}” among them",
    "start_players": "a game has {least} to {most} players, not {count}",
    "start_values": "with {count} players, {field} must hold {count} values that are not negative",
    "start_turn": "say whose turn it is, as a number from 0 to {last}",
    "start_sixth": "the sixth colour is purple or white, not {colour}",
    "start_apart": "a game can't start from tiles that don't all touch each other",
    "start_tiles": "a box with {sixth} tiles doesn't hold {count} {tile}",
    "start_hands": "the box has too few tiles left ({left}) for these hands: say how many tiles each hand holds",
    "start_again": "a game begins only once",
    "bag_count": "the bag can't hold {bag} tiles: only {left} are neither on the table nor in the hand",
    # What the game of Qwixx refuses.
    "open_first": "nobody has said who begins: it is the first player to roll a 6",
    "throw_first": "{player} has to roll the dice first",
    "thrown_already": "{player} has rolled the dice already",
    "declare_first": "{player} has to say first whether the white or the colour action comes first",
    "declared_already": "it is settled already which action comes next",
    "wrong_dice": "the roll must have two white dice and those of the open rows ({rows}), and no others",
    "act_count": "{count} decisions are due in this action, not {given}",
    "start_sheets": "with {count} players there are {count} sheets, not {given}",
    "start_preset": "the rules are gamerules or publisher, not {preset}",
    # Why a Qwirkle move is worth considering.
    "makes_line": "makes a line of {length} ({line}): {points} points",
    "makes_qwirkle": "completes a qwirkle ({line}): {points} points",
    "first_tile": "the first tile on the table: 1 point",
    "goes_out": "plays the last tile and ends the game: {points} points more",
    "opens_five": "leaves a line of five ({line}): the next player holds {tiles} with a chance of {chance:.0%}",
    "uses_up": "uses up the last {tile}",
    "keeps": "keeps {tiles}, to which {count} tiles of those still to come fit",
    "no_move": "none of these tiles can be added",
    "swaps_instead": "adds nothing, for the sake of better tiles",
    "still_out": "{tile}: {count} still to come",
    "none_out": "{tile}: none is still to come",
    "looks_ahead": "with what is likely to follow, {points:+z.1f} points of lead",
    "best_play": "with best play of both to the end, {points:+z.0f} points of lead",
    "best_play_at_most": "with best play of both to the end, {points:+z.0f} points of lead at most",
    "worth_later": "with what it leaves to either, about {points:+z.1f} points of lead",
    # Why marks on a Qwixx sheet are worth considering, and what can't be advised on.
    "marks": "{mark}: {points:+} at once",
    "locks_row": "{mark} locks the row: {points:+} at once, the lock counted",
    "passes_over": "passes over {numbers} in the {row} row",
    "ready_to_lock": "{row} {number} can be marked from now on",
    "saves_penalty": "saves a penalty of {points} points",
    "takes_penalty": "marks nothing in the own turn: penalty {number}, {points} points less",
    "marks_nothing": "marks nothing, which costs nothing now",
    "ends_game": "ends the game",
    "ends_game_winning": "ends the game, and most likely wins it by {points}",
    "ends_game_shared": "ends the game, and most likely shares the win",
    "ends_game_losing": "ends the game, and most likely loses it by {points}",
    "closes_to_others": "closes the {row} row, in which another player has {count} marks",
    "still_to_come": "{points:+z.1f} to be expected later",
    "to_come_undisturbed": "{points:+z.1f} to be expected later, if nobody else closes a row or ends the game",
    "turns_away": "the next own turn can't be so far away: with {players} players it comes at once, if this one is the "
    "player's, or else after 1 to {last} turns of others",
    "nothing_to_decide": "there is nothing to decide for this player now",
    # What is wrong with a log of events.
    "invalid_log": "a log is a list of events, not {text}",
    "invalid_event": "event {position} can't be read: {text}",
    "nothing_to_undo": "there is nothing to undo",
    "nothing_to_redo": "there is nothing to redo",
    "no_such_event": "there is no event {at} to correct",
    "correction_breaks": "with that correction, what came later is no longer possible: {why}",
    "start_missing": "a log must begin with the start of the game",
    "not_deciding": "decisions are due from players {due}, not from {given}",
    "unknown_event": "the event “{text}” is none of this game's",
}
"""The English sentence of every code; the page phrases the same codes through gettext."""


@dataclass(frozen=True)
class Reason:
    """Something to say to a player, as a code and its parameters; ``str()`` gives English."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "params", MappingProxyType(dict(self.params)))

    def __str__(self) -> str:
        return ENGLISH[self.code].format(**self.params)


class Refusal(ValueError):
    """Something from outside that can't be accepted; `reason` says what is wrong with it and what to do."""

    def __init__(self, code: str, **params: object) -> None:
        self.reason = Reason(code, params)
        super().__init__(str(self.reason))


class GameError(Refusal):
    """Something the engine can't accept; `reason` says what and where."""


class InvalidText(GameError):
    """A text that is no tile, hand, move or event."""


class IllegalMove(GameError):
    """A well-formed move that the rules forbid here."""


State = TypeVar("State")
Event = TypeVar("Event")
Decision = TypeVar("Decision")


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the players with the highest total (several share the win), and everybody's total."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]

    @classmethod
    def of(cls, scores: Sequence[int]) -> Outcome:
        """The outcome when the game ends with these totals."""
        best = max(scores)
        return cls(tuple(player for player, score in enumerate(scores) if score == best), tuple(scores))


@dataclass(frozen=True)
class EventForms(Generic[Event]):
    """Events in plain values for JSON: their kind as ``event``, their fields in their text forms, defaults left out.

    Args:
        kinds: the dataclasses of the events; each is named by its class's name in lower case.
        plain: a field's value in plain values, by the field's name,
        value: and back, from data that may be hostile.
    """

    kinds: Sequence[type[Event]]
    plain: Callable[[str, Any], Any]
    value: Callable[[str, Any], Any]

    def to_json(self, event: Event) -> dict[str, Any]:
        """An event in plain values."""
        described = fields(event)  # type: ignore[arg-type]
        values = {one.name: (getattr(event, one.name), one.default) for one in described}
        told = {name: self.plain(name, value) for name, (value, default) in values.items() if value != default}
        return {"event": _kind_name(type(event)), **told}

    def from_json(self, data: Mapping[str, Any]) -> Event:
        """Reads what `to_json` gives.

        Raises:
            GameError, ValueError, KeyError or TypeError: if the data is no event.
        """
        told = dict(data)
        kind = {_kind_name(kind): kind for kind in self.kinds}.get(told.pop("event"))
        if kind is None:
            raise InvalidText("unknown_event", text=str(data["event"]))
        return kind(**{name: self.value(name, value) for name, value in told.items()})


def _kind_name(kind: type) -> str:
    return kind.__name__.lower()


def string(value: Any) -> str:
    """A value from outside that must be a text.

    Raises:
        TypeError: if it is none.
    """
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def flag(value: Any) -> bool:
    """A value from outside that must be true or false.

    Raises:
        TypeError: if it is neither.
    """
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is neither true nor false")
    return value


def whole(value: Any) -> int:
    """A value from outside that must be a whole number.

    Raises:
        TypeError: if it is none.
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{value!r} is no whole number")
    return value


class Rules(ABC, Generic[State, Event, Decision]):
    """The rules of one game. Players are numbered from 0 in the order in which they are named.

    A state follows from the events before it and from nothing else. What players do are decisions; what happens to them
    (draws, rolls) are events of chance, due whenever nobody decides and the game is not over.
    """

    name: str
    forms: EventForms[Event]

    @abstractmethod
    def start(self, players: Sequence[str]) -> Event:
        """The event that begins an ordinary game of these players."""

    @abstractmethod
    def initial(self, start: Event) -> State:
        """The state after the event that begins the game."""

    @abstractmethod
    def after(self, state: State, event: Event) -> State:
        """The state after one more event.

        Raises:
            IllegalMove: if the rules forbid it.
        """

    @abstractmethod
    def deciders(self, state: State) -> tuple[int, ...]:
        """The players who decide now, possibly several at once; none while chance is due or the game is over."""

    @abstractmethod
    def legal(self, state: State, player: int) -> Collection[Decision]:
        """What a player who decides now may decide."""

    @abstractmethod
    def event(self, decisions: Mapping[int, Decision]) -> Event:
        """The event in which all deciders decide as given."""

    @abstractmethod
    def chance(self, state: State, random: Random) -> Event | None:
        """A random event of those that may happen now, for playing without a table; None while players decide."""

    @abstractmethod
    def scores(self, state: State) -> tuple[int, ...]:
        """Everybody's total so far."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def decision_text(self, decision: Decision) -> str:
        """The text form of a decision."""

    @abstractmethod
    def read_decision(self, text: str) -> Decision:
        """Reads what `decision_text` writes.

        Raises:
            InvalidText: if the text is no decision.
        """

    def event_json(self, event: Event) -> dict[str, Any]:
        """An event in plain values for JSON; its ``event`` is the kind."""
        return self.forms.to_json(event)

    def read_event(self, data: Mapping[str, Any]) -> Event:
        """Reads what `event_json` writes, in data that may be hostile.

        Raises:
            GameError, ValueError, KeyError or TypeError: if the data is no event.
        """
        return self.forms.from_json(data)

    def apply(self, state: State, decisions: Mapping[int, Decision]) -> State:
        """The state after all who decide now have decided.

        Raises:
            IllegalMove: if others decide than those whose turn it is, or the rules forbid what they decide.
        """
        if set(decisions) != set(self.deciders(state)):
            raise IllegalMove("not_deciding", due=list(self.deciders(state)), given=sorted(decisions))
        return self.after(state, self.event(decisions))


@dataclass(frozen=True)
class Undo:
    """Takes back the last event that stands."""


@dataclass(frozen=True)
class Redo:
    """Brings back the event that was undone last."""


@dataclass(frozen=True)
class Correct(Generic[Event]):
    """Puts another event in the place of one that stands, such as a move of which a tile was misread.

    Args:
        at: where it stands.
        event: what happened instead.
        more: what happened instead of those that follow it, such as the marks of a roll that was misread.
    """

    at: int
    event: Event
    more: tuple[Event, ...] = ()


@dataclass(frozen=True)
class Game(Generic[State, Event, Decision]):
    """A game as the immutable log of all that happened, from which everything else is derived.

    Nothing is ever taken out of the log: to undo, redo or correct is one more entry. Each step gives a new game.

    Args:
        rules: of the game.
        log: the entries, the event that begins the game first.

    Raises:
        IllegalMove: as soon as a state is asked for, if the log breaks the rules.
    """

    rules: Rules[State, Event, Decision]
    log: tuple[Event | Undo | Redo | Correct[Event], ...]

    @classmethod
    def new(cls, rules: Rules[State, Event, Decision], players: Sequence[str]) -> Game[State, Event, Decision]:
        """An ordinary new game."""
        return cls(rules, (rules.start(players),))

    @cached_property
    def _versions(self) -> tuple[list[tuple[Event, ...]], list[tuple[Event, ...]]]:
        """What stood after each step that still counts, and what stood before each undo that can be taken back."""
        past: list[tuple[Event, ...]] = []
        undone: list[tuple[Event, ...]] = []
        for entry in self.log:
            if isinstance(entry, Undo):
                if len(past) < 2:
                    raise IllegalMove("nothing_to_undo")
                undone.append(past.pop())
            elif isinstance(entry, Redo):
                if not undone:
                    raise IllegalMove("nothing_to_redo")
                past.append(undone.pop())
            else:
                past.append(_standing_after(past[-1] if past else (), entry))
                undone.clear()
        return past, undone

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The events that stand: neither undone nor replaced by a correction."""
        past, _ = self._versions
        if not past:
            raise IllegalMove("start_missing")
        return past[-1]

    @property
    def can_undo(self) -> bool:
        """Whether anything but the start stands."""
        return len(self._versions[0]) > 1

    @property
    def can_redo(self) -> bool:
        """Whether something was undone since the last event."""
        return bool(self._versions[1])

    @cached_property
    def state(self) -> State:
        """Where the game stands."""
        start, *rest = self.events
        state = self.rules.initial(start)
        for event in rest:
            state = self.rules.after(state, event)
        return state

    def then(self, event: Event) -> Game[State, Event, Decision]:
        """The game after one more event.

        Raises:
            IllegalMove: if the rules forbid it.
        """
        game = Game(self.rules, (*self.log, event))
        # The new state is at hand: replaying the whole log would give the same one.
        game.__dict__["state"] = self.rules.after(self.state, event)
        return game

    def decide(self, decisions: Mapping[int, Decision]) -> Game[State, Event, Decision]:
        """The game after all who decide now have decided.

        Raises:
            IllegalMove: if others decide than those whose turn it is, or the rules forbid what they decide.
        """
        self.rules.apply(self.state, decisions)
        return self.then(self.rules.event(decisions))

    def undo(self) -> Game[State, Event, Decision]:
        """The game with the last event taken back.

        Raises:
            IllegalMove: if only the start is left.
        """
        return self._replayed(Undo())

    def redo(self) -> Game[State, Event, Decision]:
        """The game with the event that was undone last brought back.

        Raises:
            IllegalMove: if nothing was undone since the last event.
        """
        return self._replayed(Redo())

    def correct(self, at: int, event: Event, *more: Event) -> Game[State, Event, Decision]:
        """The game with another event at a place of `events`, and perhaps more at the places behind it.

        Raises:
            IllegalMove: if there are no such places, or the rules forbid the events or what came later.
        """
        try:
            return self._replayed(Correct(at, event, more))
        except IllegalMove as error:
            if error.reason.code == "no_such_event":
                raise
            raise IllegalMove("correction_breaks", why=str(error), at=at) from error

    def _replayed(self, entry: Undo | Redo | Correct[Event]) -> Game[State, Event, Decision]:
        game = Game(self.rules, (*self.log, entry))
        _ = game.state  # what can't be replayed is refused here
        return game

    def to_json(self) -> list[dict[str, Any]]:
        """The log in plain values for JSON."""
        return [self._entry_json(entry) for entry in self.log]

    def _entry_json(self, entry: Event | Undo | Redo | Correct[Event]) -> dict[str, Any]:
        if isinstance(entry, Undo):
            return {"event": "undo"}
        if isinstance(entry, Redo):
            return {"event": "redo"}
        if isinstance(entry, Correct):
            told = {"event": "correct", "at": entry.at, "by": self.rules.event_json(entry.event)}
            return {**told, "more": list(map(self.rules.event_json, entry.more))} if entry.more else told
        return self.rules.event_json(entry)

    @classmethod
    def from_json(cls, rules: Rules[State, Event, Decision], data: Any) -> Game[State, Event, Decision]:
        """Reads what `to_json` gives, in data that may be hostile, and replays it.

        Raises:
            InvalidText: if an entry can't be read; `reason` holds its position.
            IllegalMove: if the rules forbid what the log says.
        """
        if not isinstance(data, list):
            raise InvalidText("invalid_log", text=type(data).__name__)
        game = cls(rules, tuple(_read_entry(rules, entry, position) for position, entry in enumerate(data)))
        _ = game.state
        return game


def _standing_after(standing: tuple[Event, ...], entry: Event | Correct[Event]) -> tuple[Event, ...]:
    if not isinstance(entry, Correct):
        return (*standing, entry)
    end = entry.at + 1 + len(entry.more)
    if entry.at < 0 or end > len(standing):
        raise IllegalMove("no_such_event", at=entry.at)
    return (*standing[: entry.at], entry.event, *entry.more, *standing[end:])


def _read_entry(rules: Rules[State, Event, Decision], data: Any, position: int) -> Event | Undo | Redo | Correct[Event]:
    try:
        kind = data["event"]
        if kind == "undo":
            return Undo()
        if kind == "redo":
            return Redo()
        if kind == "correct":
            more = tuple(map(rules.read_event, data.get("more", ())))
            return Correct(int(data["at"]), rules.read_event(data["by"]), more)
        return rules.read_event(data)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InvalidText("invalid_event", position=position, text=f"{type(error).__name__}: {error}") from error


@dataclass(frozen=True)
class Budget:
    """How much work an adviser may do. The engine knows no clock: who has one gives a `stopped` that looks at it.

    Args:
        samples: the number of samples (games played to the end, or whatever the adviser tries) it may take; None for
            as many as it likes.
        stopped: true as soon as the adviser shall answer with what it knows; asked between samples, from its thread.
    """

    samples: int | None = None
    stopped: Callable[[], bool] = lambda: False

    def allows(self, taken: int) -> bool:
        """Whether another sample may be taken after so many."""
        return (self.samples is None or taken < self.samples) and not self.stopped()


UNLIMITED = Budget()
