"""Rebuilds the values that Qwixx's hints use: ``python -m models.training.qwixx_values``, some minutes on two cores.

For both readings of the rules and one to five players: solves the game exactly, plays games with the solution to see
which sheets matter, and fits sums over pairs of rows to the solution there. Needs no PyTorch.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import numpy as np
from tqdm import tqdm

from engine.qwixx.compiled import add_equations
from engine.qwixx.events import Preset
from engine.qwixx.expectation import Floats
from engine.qwixx.game import PLAYERS
from engine.qwixx.pairs import NUMBERS, OVER, expanded
from engine.qwixx.playing import Counts, Table
from engine.qwixx.sheet import PENALTIES
from engine.qwixx.solve import TURNS, play, solve
from engine.qwixx.states import PAIRS
from engine.qwixx.values import FILE, STEP, name

VISITING_GAMES = 50_000
"""Games that tell which sheets matter; four times as many change nothing that play could show."""
RARE = 0.01
"""The weight of a sheet that no game came to, an average one weighing 1: such sheets shall be near, not exact."""
RIDGE = 1e-4
"""Added to the equations' diagonal: the two kinds of pairs can trade constants, and this settles how."""

SEED_OF_VISITS, SEED_OF_MEASURE = 7, 5


def fit(before: Table, visits: Counts) -> Floats:
    """The numbers whose sums over pairs of rows are nearest to a table, by weighted least squares.

    Args:
        before: (players, 4, 1653, 1653) of `solve`.
        visits: (4, 1653, 1653) how often games came to a sheet.

    Returns:
        (players, 4, 3306) the numbers, by rolls of others before the own one and by penalties.
    """
    numbers = np.zeros((len(before), PENALTIES, NUMBERS))
    for penalties in range(PENALTIES):
        normal, right = np.zeros((NUMBERS, NUMBERS)), np.zeros((NUMBERS, len(before)))
        values = np.ascontiguousarray(before[:, penalties], np.float64)
        add_equations(_weights(visits[penalties]), values, normal, right)
        normal[np.diag_indices(NUMBERS)] += RIDGE
        numbers[:, penalties] = np.linalg.solve(normal, right).T
    return numbers


def _weights(visits: Counts) -> Floats:
    """The sheets' weights: by how often they come up, a sheet and its mirror image being one."""
    weights = (visits + visits.T).astype(np.float64)
    weights = weights / max(weights.mean(), 1 / weights.size) + RARE
    weights[OVER] = 0
    return weights


def table(numbers: Floats) -> Table:
    """The table that (players, 4, 3306) numbers stand for, in the form of `solve`."""
    values: Table = np.zeros((*numbers.shape[:2], PAIRS, PAIRS), np.float32)
    for at in np.ndindex(*numbers.shape[:2]):
        values[at] = expanded(numbers[at])
    return values


def error(before: Table, fitted: Table, visits: Counts) -> float:
    """The root mean square difference of two tables over the sheets that games came to."""
    going = visits * ~OVER
    return float(np.sqrt(np.average((before - fitted) ** 2, weights=np.broadcast_to(going, before.shape))))


def _kinds() -> Iterator[tuple[Preset, int]]:
    for preset in Preset:
        for players in PLAYERS:
            yield preset, players


@click.command()
@click.option("--out", type=click.Path(path_type=Path), default=FILE, show_default="the shipped file")
@click.option("--games", default=0, help="Also play so many games with the exact and with the fitted values.")
def main(out: Path, games: int) -> None:
    """Solve Qwixx for all presets and numbers of players, and write the values for hints."""
    shipped = {}
    for preset, players in tqdm([*_kinds()], unit="game"):
        turn, visits = TURNS[preset], np.zeros((PENALTIES, PAIRS, PAIRS), np.int32)
        before = solve(turn, players)
        play(before, turn, VISITING_GAMES, players - 1, SEED_OF_VISITS, visits)
        steps = np.round(fit(before, visits) / STEP).astype(np.int16)
        shipped[name(preset, players)] = steps
        fitted = table(steps.astype(np.float64) * STEP)
        tqdm.write(f"{preset}, {players} players: {error(before, fitted, visits):.3f} points off")
        for waits in {0, players - 1} if games else ():
            exact, lost = (play(values, turn, games, waits, SEED_OF_MEASURE) for values in (before, fitted))
            tqdm.write(
                f"  after {waits} turns of others: {before[waits, 0, 0, 0]:.4f} by the table, {exact.mean():.4f} played"
                f" exactly, {lost.mean():.4f} with what is shipped, standard error {lost.std() / np.sqrt(games):.4f}"
            )
    np.savez_compressed(out, **shipped)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
