"""Random positions and ways to play that lead to locks, penalties and ends of every kind."""

from random import Random

from engine.qwixx.events import Event, Preset, Start
from engine.qwixx.game import QWIXX, State
from engine.qwixx.marks import Decision, Mark
from engine.qwixx.sheet import Row, Sheet

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")


def random_sheet(random: Random) -> Sheet:
    """A sheet that a game can reach, often with rows that are soon full; no row is locked."""
    rows = []
    for row in Row:
        reached = random.choice((0, 3, 6, 9, 10))
        rows.append(frozenset(number for number in row.numbers[:reached] if random.random() < 0.75))
    return Sheet(tuple(rows), frozenset(), random.randrange(4))


def random_start(random: Random, preset: Preset | None = None) -> Start:
    """The start of a game of any number of players, new or in play."""
    names = NAMES[: random.randint(1, 5)]
    preset = preset or random.choice(list(Preset))
    if random.random() < 0.3:
        return Start(names, preset)
    closed = frozenset(random.sample(list(Row), random.randrange(2)))
    return Start(names, preset, tuple(random_sheet(random) for _ in names), closed, random.randrange(len(names)))


def decision(state: State, player: int, random: Random) -> Decision:
    """What a player decides who passes over few numbers, more of them where a penalty threatens, and sometimes errs."""
    choices = list(QWIXX.legal(state, player))
    marks = [mark for mark in choices if isinstance(mark, Mark)]
    if not marks or random.random() < 0.1:
        return random.choice(choices)
    sheet = state.sheets[player]

    def passes_over(mark: Mark) -> int:
        return 0 if mark.locks else mark.row.position(mark.number) - sheet.passed(mark.row)

    best = min(marks, key=passes_over)
    threatened = player == state.turn and not state.marked and len(state.actions) == 1
    return best if passes_over(best) <= (4 if threatened else 1) else None


def next_event(state: State, random: Random) -> Event | None:
    """What happens next, or None once the game is over."""
    deciders = QWIXX.deciders(state)
    if deciders:
        return QWIXX.event({player: decision(state, player, random) for player in deciders})
    return QWIXX.chance(state, random)
