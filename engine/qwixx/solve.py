"""Solves Qwixx exactly, alone or with the white dice of others: ``python -m engine.qwixx.solve --rules publisher``.

What is solved is the most points that a player can expect who plays for points alone, when nobody else closes a row or
ends the game. Every own turn adds a mark or a penalty, so no sheet comes twice, and one pass from the full sheets to
the empty one settles everything. With others, a table for each number of their rolls before the own one is kept.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import click
import numpy as np

from engine.qwixx.events import Preset
from engine.qwixx.expectation import Integers
from engine.qwixx.game import PLAYERS
from engine.qwixx.pairs import OVER
from engine.qwixx.playing import Counts, Table
from engine.qwixx.sheet import PENALTIES
from engine.qwixx.states import FIRST, PAIRS, PASSED, SECOND

CHUNK = 2048
"""Sheets that a thread solves in one go: enough to make the calls cheap, few enough to keep all cores busy."""
SHEETS = PENALTIES * int(np.count_nonzero(np.triu(~OVER)))
"""How many sheets are solved, those with the two directions swapped counted once."""
NO_COUNTS: Counts = np.zeros((0, 0, 0), np.int32)


@dataclass(frozen=True)
class Turn:
    """What the readings of the rules differ in.

    Args:
        either_order: whether the colour action may come first.
        finishes: whether the second action is still taken when the first closes the second row.
    """

    either_order: bool
    finishes: bool


TURNS = {Preset.GAMERULES: Turn(either_order=True, finishes=True), Preset.PUBLISHER: Turn(False, False)}


def solve(
    turn: Turn, players: int = 1, progress: Callable[[int], object] = lambda count: None, least_passed: int = 0
) -> Table:
    """Solves the game.

    Args:
        turn: the reading of the rules.
        players: how many play, each turn of another giving a roll of the white dice.
        progress: told how many more of the `SHEETS` are solved.
        least_passed: leave out the sheets on which fewer positions are passed, in all rows together, for a quick look
            at how games end; of a closed row all 11 are.

    Returns:
        (players, 4, 1653, 1653) the points still to come: before so many rolls of others and then the own one, with so
        many penalties, by the pairs of the rising and of the falling rows.
    """
    from engine.qwixx.compiled import solve_states  # numba takes half a second to import, and to compile some more

    before: Table = np.zeros((players, PENALTIES, PAIRS, PAIRS), np.float32)
    after_penalty = np.zeros((PAIRS, PAIRS))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for penalties in reversed(range(PENALTIES)):
            layer = np.zeros((players, PAIRS, PAIRS))
            for level in _levels(least_passed):
                chunks = [level[:, at : at + CHUNK] for at in range(0, level.shape[1], CHUNK)]
                work = partial(_solve_chunk, solve_states, layer, after_penalty, turn)
                for solved in pool.map(work, chunks):
                    progress(solved)
            before[:, penalties] = layer
            after_penalty = layer[-1]
    return before


def _solve_chunk(
    solve_states: Callable[..., None], layer: object, after_penalty: object, turn: Turn, sheets: Integers
) -> int:
    rising, falling = map(np.ascontiguousarray, sheets)
    solve_states(rising, falling, layer, after_penalty, turn.either_order, turn.finishes)
    return len(rising)


def _levels(least_passed: int) -> Iterator[Integers]:
    """The sheets of a going game as (2, n) pairs, in groups of which each needs only those before it."""
    sheets = np.stack(np.triu_indices(PAIRS))
    passed = (PASSED[FIRST] + PASSED[SECOND])[sheets].sum(axis=0)
    wanted = ~OVER[tuple(sheets)] & (passed >= least_passed)
    sheets, passed = sheets[:, wanted], passed[wanted]
    fullest_first = np.argsort(-passed, kind="stable")
    ends = np.flatnonzero(np.diff(passed[fullest_first])) + 1
    yield from np.split(sheets[:, fullest_first], ends, axis=1)


def play(before: Table, turn: Turn, games: int, waits: int = 0, seed: int = 0, visits: Counts = NO_COUNTS) -> Integers:
    """The final scores of games in which every decision is the best by a table, nobody else ending any.

    Args:
        before: what `solve` returns, or another table of its form.
        turn: the reading of the rules.
        games: how many.
        waits: rolls of others before the first own one.
        seed: of the dice; the same seed gives the same games whatever the number of cores.
        visits: (4, 1653, 1653) int32, adds up the sheets that rolls of any player found; empty to count none.
    """
    from engine.qwixx.compiled import play_games

    scores = np.zeros(games, np.int64)
    play_games(before, waits, turn.either_order, turn.finishes, scores, seed, visits)
    return scores


@click.command()
@click.option(
    "--rules", type=click.Choice([preset.value for preset in Preset]), default=Preset.GAMERULES.value, show_default=True
)
@click.option("--players", type=click.IntRange(PLAYERS[0], PLAYERS[-1]), default=1, show_default=True)
@click.option(
    "--finish-turn", is_flag=True, help="Take the colour action even after the white one closed a second row."
)
@click.option("--games", default=0, help="Play so many games with the table, to confirm it.")
@click.option("--seed", default=0, show_default=True, help="Of the games' dice.")
def main(rules: str, players: int, finish_turn: bool, games: int, seed: int) -> None:
    """Solve Qwixx and print what the empty sheet is worth."""
    from tqdm import tqdm  # comes with the extra `train`, which the engine itself does without

    turn = TURNS[Preset(rules)]
    if finish_turn:
        turn = Turn(turn.either_order, finishes=True)
    with tqdm(total=SHEETS, unit="sheets", unit_scale=True) as bar:
        before = solve(turn, players, bar.update)
    for waits in range(players):
        click.echo(f"{before[waits, 0, 0, 0]:.4f} points from the empty sheet, {waits} turns of others before the own")
        if games:
            scores = play(before, turn, games, waits, seed)
            error = scores.std() / np.sqrt(games)
            click.echo(f"{scores.mean():.4f} points on average of {games} games, standard error {error:.4f}")


if __name__ == "__main__":
    main()
