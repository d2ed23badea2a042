"""Who plays Qwixx in the arena, and how a game goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count
from time import process_time

import numpy as np

from engine.qwixx import chances
from engine.qwixx.chances import Position, appraised
from engine.qwixx.contest import (
    COLOUR_FIRST,
    COLOUR_THEN_WHITE,
    EITHER_ORDER,
    NO_MARK,
    ONLY_COLOUR,
    ONLY_WHITE,
    WHITE_THEN_COLOUR,
    Sheets,
    Turn,
    empty_sheets,
    finish_turn,
    new_turn,
    take_colour_action,
    take_white_action,
)
from engine.qwixx.events import Preset
from engine.qwixx.expectation import Floats, Integers
from engine.qwixx.foresight import CHANCE, best_of
from engine.qwixx.game import ROWS_TO_END
from engine.qwixx.playing import closed_rows
from engine.qwixx.states import ROWS
from engine.qwixx.winning import Learned, learned
from tests.benchmarks.arena.matches import Played

PLAYERS = {
    "adviser": "what hints suggest",
    "net": "a small net that learned from its own games what a sheet is worth, with end-of-game rules",
    "linear": "four tuned weights for a sheet, with end-of-game rules",
    "solitaire-rules": "the most points by the exact solution of the game alone, with end-of-game rules",
    "solitaire": "the most points by the exact solution of the game alone",
    "skip": "marks what passes over few numbers: at most as many as the number says, as in skip:2",
    "greedy": "the most points at once, then the fewest numbers passed over",
    "random": "anything",
}


@cache
def _kinds() -> dict[str, tuple[int, int]]:
    """Kind of player and whether it keeps end-of-game rules, by name."""
    from tests.benchmarks.arena import qwixx_field as field

    return {
        "net": (field.SMALL_NET, 1),
        "linear": (field.LINEAR, 1),
        "solitaire-rules": (field.SOLITAIRE, 1),
        "solitaire": (field.SOLITAIRE, 0),
        "skip": (field.SKIP, 0),
        "greedy": (field.GREEDY, 0),
        "random": (field.RANDOM, 0),
    }


class Player:
    """Somebody at the table.

    Args:
        name: see `PLAYERS`.
        seat: where.
        preset: the reading of the rules.
        players: how many play.
        seed: of what is left to chance.
    """

    def __init__(self, name: str, seat: int, preset: Preset, players: int, seed: int) -> None:
        self.seat = seat
        self.seconds: list[float] = []
        self._preset = preset
        self._learned: Learned = learned(preset, players)
        self._random = np.random.default_rng([seed, seat])
        kind, _, number = name.partition(":")
        self._advised = kind == "adviser"
        if not self._advised:
            kinds = _kinds()[kind]
            self._who = np.array([kinds[0], int(number or 0), kinds[1]])
            self._weights = weights().get(kind, np.zeros(1))

    def decide(self, sheets: Sheets, turn: Turn) -> Integers:
        """What to do in the rest of the turn."""
        begin = process_time()
        plan = self._by_advice(sheets, turn) if self._advised else self._by_habit(sheets, turn)
        self.seconds.append(process_time() - begin)
        return plan

    def _by_habit(self, sheets: Sheets, turn: Turn) -> Integers:
        from tests.benchmarks.arena.qwixx_field import decide_compiled

        plan, luck = np.zeros(3, np.int64), int(self._random.integers(1 << 30))
        decide_compiled(self._who, self._weights, sheets, turn, self.seat, luck, self._learned, plan)
        return plan

    def _by_advice(self, sheets: Sheets, turn: Turn) -> Integers:
        """The adviser sees the table from its own seat."""
        seen = Sheets(*(np.roll(part, -self.seat, axis=0) for part in sheets))
        players = len(sheets.rows)
        position = Position(seen, turn._replace(player=(turn.player - self.seat) % players), self._preset)
        plans, foreseen = appraised(position)
        best = best_of(foreseen, len(plans))
        self.chosen(position, plans[best], float(foreseen[best, CHANCE]))
        plan: Integers = plans[best]
        return plan

    def chosen(self, position: Position, plan: Integers, chance: float) -> None:
        """Hears what the adviser chose in which position, and what chance to win it told, for who wants to know."""


@cache
def weights() -> dict[str, Floats]:
    """The weights of the tuned players, as `qwixx_tuning` found them."""
    from tests.benchmarks.arena.qwixx_field import FILE

    with np.load(FILE, allow_pickle=False) as arrays:
        return {name: arrays[name] for name in arrays.files}


def warm() -> None:
    """Loads and compiles what the players need."""
    chances.warm()
    for name in ("adviser", "linear"):
        play((name, name), 0, None)


def play(names: tuple[str, ...], seed: int, rules: str | None) -> Played:
    """Plays one game; the first at the table begins.

    Args:
        names: of the players, by seat.
        seed: of the dice and of who plays at random.
        rules: the reading of the rules; None for the usual one.
    """
    preset = Preset(rules or Preset.GAMERULES)
    players = [Player(name, seat, preset, len(names), seed) for seat, name in enumerate(names)]
    points = play_with(players, seed, preset)
    return Played(tuple(points.tolist()), tuple(tuple(player.seconds) for player in players))


def play_with(players: Sequence[Player], seed: int, preset: Preset) -> Integers:
    """Plays one game with these at the table; returns the totals by seat."""
    sheets = empty_sheets(len(players))
    for number, roll in zip(count(), _rolls(seed)):
        if _take_turn(sheets, new_turn(number % len(players), roll, preset == Preset.PUBLISHER), players):
            break
    return sheets.points


def _rolls(seed: int) -> Iterator[Integers]:
    dice = np.random.default_rng(seed)
    while True:
        yield dice.integers(1, 7, 2 + ROWS)


def _take_turn(sheets: Sheets, turn: Turn, players: Sequence[Player]) -> bool:
    """Lets everybody decide, nobody seeing what others do in the same action. Returns whether the game is over."""
    active = players[turn.player]
    if turn.due == EITHER_ORDER:
        colour_first = active.decide(sheets, turn)[COLOUR_FIRST]
        turn = turn._replace(due=COLOUR_THEN_WHITE if colour_first else WHITE_THEN_COLOUR)
    order = (ONLY_COLOUR, ONLY_WHITE) if turn.due == COLOUR_THEN_WHITE else (ONLY_WHITE, ONLY_COLOUR)
    for action, due in zip(order, (turn.due, order[1]), strict=True):
        turn = turn._replace(due=due)
        plans = np.full((len(players), 3), NO_MARK)
        if action == ONLY_COLOUR:
            plans[turn.player] = active.decide(sheets, turn)
            made = take_colour_action(sheets, turn.player, plans)
        else:
            plans[:] = [player.decide(sheets, turn) for player in players]
            made = take_white_action(sheets, turn.player, plans)
            if turn.publisher and closed_rows(sheets.rows[0]) >= ROWS_TO_END:
                return True
        turn = turn._replace(marked=turn.marked or made)
    return finish_turn(sheets, turn.player, turn.marked)
