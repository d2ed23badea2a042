"""From probabilities to a roll and to a sheet: the most probable ones, with the rules weighed as strong evidence.

Dice: the rules speak of colours alone, for every die may show any value. Reading the dice one after the other, all that
has to be kept is how many of each colour there were, so that all ways to name them are weighed, exactly, by a chain of
324 states (the sum and the maximum over paths, forwards and backwards, as in a hidden Markov model).

Sheet: the rules join the cells of one row alone, so all 4,096 ways to mark a row and its lock are weighed one by one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.game import Reason
from engine.qwixx.roll import PIPS, WHITE_DICE, DieColour, Roll
from engine.qwixx.sheet import MARKS_BEFORE_LAST, PENALTIES, PENALTY, RISING, Row, Sheet, row_points

Floats: TypeAlias = NDArray[np.float64]
Cell: TypeAlias = tuple[Row, int]
"""A number of a row."""

LIMITS = (WHITE_DICE, *(1 for _ in Row))
"""How many dice of each colour a roll may have, in the order of `DieColour`, OTHER left out."""
COUNTED = tuple(limit + 2 for limit in LIMITS)
"""So many counts of each colour are told apart: the last means any number beyond the limit."""
COUNTS = np.indices(COUNTED).reshape(len(COUNTED), -1)
"""(5, 324) int: how many dice of each colour there were, in each state of counting."""
ONE_MORE = np.minimum(COUNTS + np.eye(len(COUNTED), dtype=np.intp)[..., None], np.array(COUNTED)[:, None] - 1)
"""(5, 5, 324) int: the same after one more die of each colour."""
NEXT = np.stack([*(np.ravel_multi_index(tuple(more), COUNTED) for more in ONE_MORE), np.arange(COUNTS.shape[1])])
"""(6, 324) int: the state in which a die of each `DieColour` leaves each state; OTHER is not counted."""
DICE = tuple(product(DieColour, PIPS))
"""Every colour with every value, in the order of a (6, 6) array of their probabilities."""
HARMLESS = ("closed_die", "taken_closed")
"""The codes of what is taken for granted: the dice are a roll all the same."""

TOLERANCE = 1e-6
"""By so much rounding may lift a probability above 1."""

WAYS = np.indices((2,) * (len(RISING) + 1)).reshape(len(RISING) + 1, -1).T.astype(bool)
"""(4096, 12) bool: every way to mark the eleven numbers of a row, from left to right, and its lock."""
FULL = WAYS[:, :-2].sum(axis=1) >= MARKS_BEFORE_LAST
"""(4096,) bool: whether there are enough marks before the last number."""
LAST, LOCK = WAYS[:, -2], WAYS[:, -1]
WAY_POINTS = np.array([row_points(int(marks)) for marks in WAYS[:, :-1].sum(axis=1) + (LAST & LOCK)])
"""(4096,) int: the points of a row marked like that."""


@dataclass(frozen=True, eq=False)
class DieObserved:
    """A die as it was seen.

    Args:
        colours: (6,) float64, the probabilities of `DieColour`.
        values: (6,) float64, those of 1 to 6.
        in_play: the probability that, if it is a die, it was rolled: it is none in a hand, leaning on something or
            printed on a box.
        x: where it is in the picture, in pixels, for those who show it,
        y: downwards,
        size: and the side of its top face.
        cut: whether the picture's edge cuts it; it is left out then.
        chance: the probability that it is a die at all.

    Raises:
        ValueError: if probabilities have another shape, are not finite or negative, or are all zero.
    """

    colours: Floats
    values: Floats
    in_play: float = 1.0
    x: float = 0.0
    y: float = 0.0
    size: float = 0.0
    cut: bool = False
    chance: float = 1.0

    def __post_init__(self) -> None:
        for chances in (self.colours, self.values):
            _check(chances, (6,))
            if not chances.sum() > 0:
                raise ValueError("probabilities are not all zero")
        _check(np.array([self.in_play, self.chance]), (2,))


@dataclass(frozen=True)
class DieSettled:
    """What a die is.

    Args:
        colour: of the die.
        value: that it shows.
        confidence: the probability of both, after the rules.
        value_confidence: that of the value alone; the rules say nothing of values.
        alternatives: what else it may be, with the probabilities, the likeliest first.
        in_play: whether it counts.
        doubted: whether it is worth asking a person.
    """

    colour: DieColour
    value: int
    confidence: float
    value_confidence: float
    alternatives: tuple[tuple[tuple[DieColour, int], float], ...]
    in_play: bool
    doubted: bool


@dataclass(frozen=True)
class DiceProblem:
    """Something that is wrong with the dice, or taken for granted, and the numbers of the dice that it is about."""

    reason: Reason
    dice: tuple[int, ...] = ()

    def __str__(self) -> str:
        return str(self.reason)


@dataclass(frozen=True)
class DiceTable:
    """The dice, and the roll that they are.

    Args:
        dice: in the order in which they were observed.
        roll: what they show together; None where the dice are no roll.
        closed: the rows that are closed, as told or as taken from missing dice.
        problems: what is wrong, and what is taken for granted.
    """

    dice: tuple[DieSettled, ...]
    roll: Roll | None
    closed: frozenset[Row]
    problems: tuple[DiceProblem, ...]


@dataclass(frozen=True)
class DiceConfig:
    """How dice are weighed.

    Args:
        too_many: how much less probable dice are for each that is too many: boxes hold no more.
        absent: the same for each that isn't there, though its row is open: it may be hidden or in a hand.
        missing: how probable it is that so many dice have left the game, where nobody told: at the time of a roll at
            most one has, during a turn two may have.
        left_lying: how probable it is that the die of a closed row lies among the others all the same.
        foreign: by so much the only die of none of the game's colours is less likely than it looks, for dice of a game
            are rarely mixed with others, and coloured light makes pink of red and turquoise of green; it is doubted
            all the same. Several such ones may be dice of any kind,
        among: and beside fewer dice so may one be.
        room: a die is taken for something else than what it looks most like only if this is so probable by itself.
        turned: a die that looks rolled is left out, and one that doesn't is counted, only if the rules make that so
            probable. Where either of two may be wrong, a roll would be made up.
        believed: the same of something that is less surely a die than it is rolled, for then it is the rules that know
            better.
        hardly: it is doubted all the same where it is less surely a die than this: a roll may be made up by it.
        sure: a die is doubted if it is less sure than this.
        mention: other names are told from this probability on,
        mentions: and so many at most.
    """

    too_many: float = 1e-3
    absent: float = 0.05
    missing: tuple[float, ...] = (1.0, 0.2, 0.02)
    left_lying: float = 0.1
    foreign: float = 0.05
    among: int = 4
    room: float = 0.02
    turned: float = 0.8
    believed: float = 0.6
    hardly: float = 0.67
    sure: float = 0.9
    mention: float = 0.001
    mentions: int = 5


Told: TypeAlias = tuple[DieColour | None, int | None]
"""What a person said of a die: its colour, its value, or both; OTHER for one that doesn't count."""


def settle_dice(
    observed: Sequence[DieObserved],
    closed: Collection[Row] = (),
    known: Mapping[int, Told] = MappingProxyType({}),
    config: DiceConfig = DiceConfig(),
) -> DiceTable:
    """The most probable roll that Qwixx allows, where the dice leave room for one.

    Args:
        observed: the dice.
        closed: the rows that are closed, all of them. Nothing if that isn't known: then one or two coloured dice may
            be missing, and their rows are taken to be closed.
        known: what a person said of a die, by its number: that stays.
        config: how the dice are weighed.

    Raises:
        ValueError: if a person spoke of a die that is not there, or of a value that no die has.
    """
    if strange := sorted(set(known) - set(range(len(observed)))):
        raise ValueError(f"there is no die {strange[0]} to speak of")
    dice = [_as_told(die, *known.get(number, (None, None))) for number, die in enumerate(observed)]
    looks = np.array([_looks(die) for die in _less_foreign(dice, config)]).reshape(-1, len(DieColour))
    rules = _Counting.of(frozenset(closed), config)
    beliefs = _beliefs(looks, rules)
    least = np.array([config.believed if die.chance < die.in_play else config.turned for die in dice])
    names = _names(looks, beliefs, rules, least, config)
    settled = tuple(
        _die_settled(die, name, chances, rules.closed, config)
        for die, name, chances in zip(dice, names, beliefs, strict=True)
    )
    problems = _dice_problems(names, dice, rules.closed, config)
    if any(problem.reason.code not in HARMLESS for problem in problems):
        return DiceTable(settled, None, rules.closed, problems)
    roll = _roll(settled)
    return DiceTable(settled, roll, frozenset(Row) - set(roll.rows), problems)


def _as_told(die: DieObserved, colour: DieColour | None, value: int | None) -> DieObserved:
    """A die with what a person said of it; who speaks of it says that it counts."""
    if value is not None and value not in PIPS:
        raise ValueError(f"no die shows {value}")
    if colour is not None:
        die = replace(die, colours=np.eye(len(DieColour))[colour])
    if value is not None:
        die = replace(die, values=np.eye(len(PIPS))[PIPS.index(value)])
    return die if colour is value is None else replace(die, in_play=1.0, cut=False, chance=1.0)


def _less_foreign(dice: list[DieObserved], config: DiceConfig) -> list[DieObserved]:
    """The dice, the only one whose colour looks like none of the game's being less surely so."""
    foreign = [_looks_foreign(die) for die in dice]
    if sum(foreign) != 1 or len(dice) <= config.among:
        return dice
    less = np.where(np.arange(len(DieColour)) == DieColour.OTHER, config.foreign, 1.0)
    return [
        replace(die, colours=die.colours * less) if strange else die for die, strange in zip(dice, foreign, strict=True)
    ]


def _looks_foreign(die: DieObserved) -> bool:
    """Whether something is rather a die that was rolled than not, but one of none of the game's colours."""
    return not die.cut and die.chance * die.in_play > 0.5 and bool(die.colours.argmax() == DieColour.OTHER)


def _looks(die: DieObserved) -> Floats:
    """(6,) float64: the probability that a die counts with each colour, and last that it doesn't count."""
    looks: Floats = die.colours / die.colours.sum() * (0.0 if die.cut else min(die.chance * die.in_play, 1.0))
    looks[DieColour.OTHER] = max(0.0, 1 - looks[: DieColour.OTHER].sum())
    return looks


@dataclass(frozen=True, eq=False)
class _Counting:
    """The rules of a roll, as weights of counting its dice.

    Args:
        closed: the rows that are known to be closed.
        steps: (6, 324) float64, the weight of one more die of each colour in each state.
        end: (324,) float64, the weight of there being no more dice in each state.
    """

    closed: frozenset[Row]
    steps: Floats
    end: Floats

    @classmethod
    def of(cls, closed: frozenset[Row], config: DiceConfig) -> _Counting:
        """The rules when these rows are closed; when none is, any may be."""
        full = np.array(LIMITS)[:, None] <= COUNTS
        steps = np.vstack([np.where(full, config.too_many, 1.0), np.ones(COUNTS.shape[1])])
        steps[[DieColour.of(row) for row in closed]] = config.left_lying
        absent = sum((COUNTS[DieColour.of(row)] == 0).astype(int) for row in Row if row not in closed)
        gone = 0 if closed else np.minimum(absent, len(config.missing) - 1)
        hidden = absent - gone + np.maximum(WHITE_DICE - COUNTS[DieColour.WHITE], 0)
        return cls(closed, steps, np.array(config.missing)[gone] * config.absent**hidden)

    def weights(self, looks: Floats, after: Floats) -> Floats:
        """(6, 324) float64: the weight of each name of a die in each state, given the weights of what comes after."""
        weights: Floats = looks[:, None] * self.steps * after[NEXT]
        return weights


def _backwards(looks: Floats, rules: _Counting, combine: Any) -> list[Floats]:
    """The weights, (324,) each, of all that comes after each die, and first after none; `combine` is sum or maximum.

    They are scaled, so that any number of dice can be weighed.
    """
    after = [rules.end]
    for look in looks[::-1]:
        weights: Floats = combine.reduce(rules.weights(look, after[-1]), axis=0)
        after.append(weights / weights.max())
    return after[::-1]


def _beliefs(looks: Floats, rules: _Counting) -> Floats:
    """(N, 6) float64: how probable each name of each die is, whatever the others are."""
    beliefs = np.zeros_like(looks)
    before = np.zeros(COUNTS.shape[1])
    before[0] = 1.0
    for number, (look, after) in enumerate(zip(looks, _backwards(looks, rules, np.add)[1:], strict=True)):
        together = (before * rules.weights(look, after)).sum(axis=1)
        beliefs[number] = together / together.sum()
        reached = np.bincount(NEXT.ravel(), (before * look[:, None] * rules.steps).ravel(), len(before))
        before = reached / reached.max()
    return beliefs


def _names(looks: Floats, beliefs: Floats, rules: _Counting, least: Floats, config: DiceConfig) -> list[DieColour]:
    """The most probable names of all dice together, each die being what it looks like or may well be.

    Where that turns what counts into what doesn't, or back, it must be as probable as `least`, (N,), tells.
    """
    first = looks.argmax(axis=1)
    may_be = np.where(looks >= config.room, looks, 0.0)
    np.put_along_axis(may_be, first[:, None], looks.max(axis=1, keepdims=True), axis=1)
    while True:
        names = np.array([*_likeliest(may_be, rules)], dtype=int)
        left_out, looked_out = names == DieColour.OTHER, first == DieColour.OTHER
        chances = np.where(left_out, beliefs[:, DieColour.OTHER], 1 - beliefs[:, DieColour.OTHER])
        rashly = (left_out != looked_out) & (chances < least)
        if not rashly.any():
            return [DieColour(name) for name in names]
        may_be[rashly & left_out, DieColour.OTHER] = 0.0
        may_be[rashly & looked_out, : DieColour.OTHER] = 0.0


def _likeliest(looks: Floats, rules: _Counting) -> Iterator[int]:
    """The names of the dice that are the most probable together."""
    state = 0
    for look, after in zip(looks, _backwards(looks, rules, np.maximum)[1:], strict=True):
        name = int(rules.weights(look, after)[:, state].argmax())
        yield name
        state = NEXT[name, state]


def _die_settled(
    die: DieObserved, name: DieColour, beliefs: Floats, closed: frozenset[Row], config: DiceConfig
) -> DieSettled:
    """A die with its name, and how sure it is."""
    left_out = name == DieColour.OTHER
    colours = die.colours / die.colours.sum() if left_out else np.append(beliefs[: DieColour.OTHER], 0.0)
    chances = np.outer(colours, die.values / die.values.sum())
    by_chance = [DICE[number] for number in np.argsort(-chances, axis=None, kind="stable")]
    colour = DieColour(int(colours.argmax())) if left_out else name
    shown = (colour, PIPS[die.values.argmax()])
    alternatives = [(other, float(chances[other[0], PIPS.index(other[1])])) for other in by_chance if other != shown]
    confidence = float(chances[colour, PIPS.index(shown[1])])
    surely_out = die.cut or beliefs[DieColour.OTHER] >= config.sure
    return DieSettled(
        *shown,
        confidence,
        float(die.values.max() / die.values.sum()),
        tuple((other, chance) for other, chance in alternatives[: config.mentions] if chance >= config.mention),
        in_play=not left_out and name.row not in closed,
        doubted=not surely_out
        if left_out
        else confidence < config.sure or die.chance < config.hardly or _looks_foreign(die),
    )


def _dice_problems(
    names: Sequence[DieColour], dice: Sequence[DieObserved], closed: frozenset[Row], config: DiceConfig
) -> tuple[DiceProblem, ...]:
    """What is wrong with dice of these names, or else what is taken for granted."""
    if all(name == DieColour.OTHER for name in names):
        return (DiceProblem(Reason("no_dice")),)
    wrong, harmless, absent = [], [], []
    for colour, limit in zip(DieColour, LIMITS, strict=False):
        counted = tuple(number for number, name in enumerate(names) if name == colour)
        cut = tuple(number for number, die in enumerate(dice) if die.cut and die.colours.argmax() == colour)
        told = {"colour": colour.word, "count": len(counted), "limit": limit}
        if colour.row in closed:
            harmless += [DiceProblem(Reason("closed_die", told), counted)] if counted else []
        elif len(counted) > limit:
            wrong.append(DiceProblem(Reason("too_many_seen", told), counted))
        elif len(counted) < limit and cut:
            wrong.append(DiceProblem(Reason("die_cut", told), cut))
        elif len(counted) < limit and (colour == DieColour.WHITE or closed):
            wrong.append(DiceProblem(Reason("die_missing", told), counted))
        elif len(counted) < limit:
            absent.append(told)
    if wrong or len(absent) >= len(config.missing):
        return (*wrong, *(DiceProblem(Reason("die_missing", told)) for told in absent))
    return (*harmless, *(DiceProblem(Reason("taken_closed", told)) for told in absent))


def _roll(dice: Sequence[DieSettled]) -> Roll:
    """The roll of dice that are one."""
    values = {colour: [die.value for die in dice if die.in_play and die.colour == colour] for colour in DieColour}
    first, second = values[DieColour.WHITE]
    return Roll((first, second), tuple(next(iter(values[DieColour.of(row)]), None) for row in Row))


@dataclass(frozen=True, eq=False)
class SheetObserved:
    """A score sheet as it was seen.

    Args:
        marks: (4, 11) float64, the probability that each number is marked, rows as `Row`, from left to right.
        locks: (4,) float64, the same for the locks,
        penalties: (4,) float64, and for the penalty boxes.
        doubtful: (4, 11) bool, where a number is half marked or blacked out, so that a person has to say.

    Raises:
        ValueError: if an array has another shape, or something else than probabilities.
    """

    marks: Floats
    locks: Floats
    penalties: Floats
    doubtful: NDArray[np.bool_]

    def __post_init__(self) -> None:
        cells = (len(Row), len(RISING))
        for chances, shape in ((self.marks, cells), (self.locks, cells[:1]), (self.penalties, (PENALTIES,))):
            _check(chances, shape)
        if self.doubtful.shape != cells:
            raise ValueError(f"expected an array of shape {cells}, got {self.doubtful.shape}")


@dataclass(frozen=True)
class SheetTable:
    """The most probable sheet.

    Args:
        sheet: what is marked.
        doubted: the numbers of which a person has to say whether they are marked.
        confidence: the probability that every mark, lock and penalty is as told.
        totals: the totals that are possible with what is doubted either way, rising.
        problems: what the rules don't allow on this sheet.
        doubted_locks: the locks of which a person has to say whether they are crossed.
    """

    sheet: Sheet
    doubted: tuple[Cell, ...]
    confidence: float
    totals: tuple[int, ...]
    problems: tuple[Reason, ...]
    doubted_locks: tuple[Row, ...] = ()

    @classmethod
    def told(cls, sheet: Sheet) -> SheetTable:
        """A sheet of which a person said what is on it."""
        return cls(sheet, (), 1.0, (sheet.total,), sheet.status())


@dataclass(frozen=True)
class SheetConfig:
    """How sheets are weighed.

    Args:
        breach: how much less probable a last number is with too few marks before it: people do err.
        forgotten: how probable it is that a last number is marked without its lock. Both together must not outweigh a
            mark that is clearly seen, nor change one so surely that it is not doubted.
        crossed_out: how probable it is that a lock is crossed without its number, since another closed the row.
        sure: what is less sure than this is doubted.
    """

    breach: float = 0.3
    forgotten: float = 0.3
    crossed_out: float = 0.2
    sure: float = 0.9


def settle_sheet(observed: SheetObserved, config: SheetConfig = SheetConfig()) -> SheetTable:
    """The most probable sheet.

    Args:
        observed: what was seen of it.
        config: how it is weighed.
    """
    rules = _row_rules(config)
    rows = {
        row: _row_settled(np.append(observed.marks[row], observed.locks[row]), observed.doubtful[row], rules, config)
        for row in Row
    }
    crossed = observed.penalties > 0.5
    sure = np.maximum(observed.penalties, 1 - observed.penalties)
    least, most = (crossed & (sure >= config.sure)).sum(), (crossed | (sure < config.sure)).sum()
    totals = {PENALTY * count for count in range(int(least), int(most) + 1)}
    for settled in rows.values():
        totals = {total + points for total in totals for points in settled.points}
    sheet = Sheet(
        tuple(frozenset(row.numbers[place] for place in rows[row].marked) for row in Row),
        frozenset(row for row in Row if rows[row].way[-1]),
        int(crossed.sum()),
    )
    return SheetTable(
        sheet,
        tuple((row, row.numbers[place]) for row in Row for place in np.flatnonzero(rows[row].doubted[:-1])),
        float(np.prod([*(settled.confidence for settled in rows.values()), *sure])),
        tuple(sorted(totals)),
        sheet.status(),
        tuple(row for row in Row if rows[row].doubted[-1]),
    )


def _row_rules(config: SheetConfig) -> Floats:
    """(4096,) float64: the weight of every way to mark a row."""
    early = np.where(LAST & ~FULL, config.breach, 1.0)
    beside = np.where(LAST, config.forgotten, 1 - config.crossed_out)
    return early * np.where(LOCK, 1 - beside, beside)


@dataclass(frozen=True, eq=False)
class _RowSettled:
    """The most probable row.

    Args:
        way: (12,) bool, the marks from left to right, and the lock.
        doubted: (12,) bool, of which of them a person has to say.
        confidence: the probability of the whole.
        points: that are possible with what is doubted either way.
    """

    way: NDArray[np.bool_]
    doubted: NDArray[np.bool_]
    confidence: float
    points: frozenset[int]

    @property
    def marked(self) -> Iterator[int]:
        """The places of the marked numbers."""
        return map(int, np.flatnonzero(self.way[:-1]))


def _row_settled(chances: Floats, doubtful: NDArray[np.bool_], rules: Floats, config: SheetConfig) -> _RowSettled:
    """The most probable way to mark a row, given the probability, (12,), that each of its cells is marked."""
    weights = rules * np.where(WAYS, chances, 1 - chances).prod(axis=1)
    weights /= weights.sum()
    best = int(weights.argmax())
    marked = weights @ WAYS
    doubted = np.maximum(marked, 1 - marked) < config.sure
    doubted[:-1] |= doubtful
    free = doubted.copy()
    free[-1] |= doubted[-2]  # who marks the last number crosses the lock with it
    possible = (WAYS[best] == WAYS)[:, ~free].all(axis=1)
    return _RowSettled(WAYS[best], doubted, float(weights[best]), frozenset(WAY_POINTS[possible].tolist()))


def _check(chances: Floats, shape: tuple[int, ...]) -> None:
    """Makes sure that an array holds probabilities, and as many as it must."""
    if chances.shape != shape:
        raise ValueError(f"expected probabilities of shape {shape}, got {chances.shape}")
    if not ((chances >= 0) & (chances <= 1 + TOLERANCE)).all():
        raise ValueError("probabilities lie between 0 and 1")
