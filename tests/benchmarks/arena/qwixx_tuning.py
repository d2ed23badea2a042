"""Tunes the two strongest players that Qwixx's adviser is measured against.

    python -m tests.benchmarks.arena.qwixx_tuning

Both keep the end-of-game rules. The linear player's weights are searched for by the cross-entropy method: what wins
most against the skippers, the exact solitaire player with rules and the weights found so far. The small net learns from
its own games, by both readings of the rules, the final score of a sheet; the first games are the linear player's. The
strongest round is kept: later ones play for longer games and win less. Nets that learned who wins, or the lead in the
end, played weaker.
"""

from __future__ import annotations

from pathlib import Path

import click
import numpy as np
from tqdm import tqdm, trange

from engine.qwixx.events import Preset
from engine.qwixx.expectation import Floats
from engine.qwixx.winning import learned
from tests.benchmarks.arena.qwixx_field import (
    FILE,
    INPUTS,
    LINEAR,
    NET_SIZE,
    SKIP,
    SMALL_NET,
    SOLITAIRE,
    UNITS,
    WEIGHTS,
    play_alike_compiled,
    play_match_compiled,
)

FIRST_WEIGHTS = np.array([-0.6, 0.08, 3.0, -1.0])
FIRST_SPREAD = np.array([0.5, 0.08, 3.0, 4.0])
GENERATIONS, CANDIDATES, KEPT = 12, 24, 6
DEALS = 150
"""Against each opponent and by each reading of the rules, for each candidate: a standard error of 1 % over all."""

ROUNDS, GAMES, MOST_TURNS = 4, 15_000, 70
EPOCHS, BATCH, RATE = 3, 512, 3e-3
TRUST = 0.1
"""How much of a target is what the net says itself a turn later."""
SEED_OF_CHOICE = 5
"""Of the games by which the best round is chosen."""


def padded(weights: Floats) -> Floats:
    """Weights as long as those of the small net, as games take them."""
    return np.pad(weights, (0, NET_SIZE - len(weights)))


def wins(one: tuple[int, int, int], weights: Floats, other: tuple[int, int, int], others: Floats, seed: int) -> float:
    """The share of two-player games that one player wins against another, by either reading of the rules."""
    shares = []
    for preset in Preset:
        won = np.zeros((DEALS, 2))
        who, both = np.array([one, other]), np.stack([padded(weights), padded(others)])
        play_match_compiled(who, both, preset == Preset.PUBLISHER, learned(preset, 2), seed, won)
        shares.append(won[:, 0].mean())
    return float(np.mean(shares))


def tune_linear(random: np.random.Generator) -> Floats:
    """The weights that win most."""
    mean, spread = FIRST_WEIGHTS.copy(), FIRST_SPREAD.copy()
    nothing = np.zeros(1)
    for _ in trange(GENERATIONS, desc="linear"):
        candidates = mean + spread * random.standard_normal((CANDIDATES, WEIGHTS))
        candidates[0] = mean
        opponents = [((SKIP, skips, 0), nothing) for skips in (2, 3)]
        opponents += [((SOLITAIRE, 0, 1), nothing), ((LINEAR, 0, 1), mean)]
        seed = int(random.integers(1 << 30))
        won = [np.mean([wins((LINEAR, 0, 1), one, *other, seed) for other in opponents]) for one in candidates]
        best = candidates[np.argsort(won)[-KEPT:]]
        mean, spread = best.mean(axis=0), 0.7 * best.std(axis=0) + 0.3 * spread * 0.8
    return mean


class SmallNet:
    """The small net and what teaches it: plain backpropagation, Adam. Its weights lie in the order that games take."""

    def __init__(self, random: np.random.Generator) -> None:
        self.weights = 0.3 * random.standard_normal(NET_SIZE)
        self._first, self._second, self._steps = np.zeros(NET_SIZE), np.zeros(NET_SIZE), 0

    def _parts(self, weights: Floats) -> tuple[Floats, Floats, Floats]:
        units = weights[:-1].reshape(UNITS, INPUTS + 2)
        return units[:, :INPUTS], units[:, INPUTS], units[:, INPUTS + 1]

    def values(self, inputs: Floats) -> Floats:
        """What it says of (n, `INPUTS`) sheets."""
        weights, bias, last = self._parts(self.weights)
        answer: Floats = np.tanh(inputs @ weights.T + bias) @ last + self.weights[-1]
        return answer

    def step(self, inputs: Floats, targets: Floats, rate: float) -> None:
        """One step down the squared error."""
        weights, bias, last = self._parts(self.weights)
        hidden = np.tanh(inputs @ weights.T + bias)
        error = (hidden @ last + self.weights[-1] - targets) / len(inputs)
        slope = np.empty(NET_SIZE)
        of_weights, of_bias, of_last = self._parts(slope)
        back = error[:, None] * last * (1 - hidden**2)
        of_weights[:], of_bias[:], of_last[:], slope[-1] = back.T @ inputs, back.sum(0), error @ hidden, error.sum()
        self._steps += 1
        self._first = 0.9 * self._first + 0.1 * slope
        self._second = 0.999 * self._second + 0.001 * slope**2
        first, second = self._first / (1 - 0.9**self._steps), self._second / (1 - 0.999**self._steps)
        self.weights -= rate * first / (np.sqrt(second) + 1e-8)


def lesson(
    player: tuple[int, int, int], weights: Floats, net: SmallNet, trust: float, seed: int
) -> tuple[Floats, Floats]:
    """Sheets of games that a player plays against itself, and what comes of them: the final score, in units of 50."""
    inputs, targets = [], []
    for preset in Preset:
        sheets = np.zeros((GAMES, MOST_TURNS, 2, INPUTS))
        turns, points = np.zeros(GAMES, np.int64), np.zeros((GAMES, 2), np.int64)
        who, both = np.array([player] * 2), np.stack([padded(weights)] * 2)
        publisher = preset == Preset.PUBLISHER
        play_alike_compiled(who, both, publisher, learned(preset, 2), seed, sheets, turns, points)
        said = net.values(sheets.reshape(-1, INPUTS)).reshape(sheets.shape[:3])
        final = points / 50
        wanted = np.zeros(sheets.shape[:3])
        future = final
        for at in reversed(range(MOST_TURNS)):
            if at + 1 < MOST_TURNS:
                future = np.where((at + 1 < turns)[:, None], (1 - trust) * future + trust * said[:, at + 1], final)
            wanted[:, at] = future
        played = np.arange(MOST_TURNS) < turns[:, None]
        inputs.append(sheets[played].reshape(-1, INPUTS))
        targets.append(wanted[played].reshape(-1))
    return np.concatenate(inputs), np.concatenate(targets)


def strength(net: Floats, linear: Floats) -> float:
    """What a small net wins against the opponents of the linear player and that player itself, on average."""
    nothing = np.zeros(1)
    opponents = [((SKIP, 2, 0), nothing), ((SOLITAIRE, 0, 1), nothing), ((LINEAR, 0, 1), linear)]
    return float(np.mean([wins((SMALL_NET, 0, 1), net, *other, SEED_OF_CHOICE) for other in opponents]))


def train_small_net(linear: Floats, random: np.random.Generator) -> Floats:
    """The strongest small net of some rounds of its own games."""
    net, best, most = SmallNet(random), np.zeros(NET_SIZE), 0.0
    for number in trange(ROUNDS, desc="small net"):
        player, weights = ((SMALL_NET, 0, 1), net.weights) if number else ((LINEAR, 0, 1), linear)
        inputs, targets = lesson(player, weights, net, TRUST if number else 0.0, int(random.integers(1 << 30)))
        steps = EPOCHS * (len(inputs) // BATCH)
        for step in range(steps):
            batch = random.integers(len(inputs), size=BATCH)
            net.step(inputs[batch], targets[batch], RATE * (1 - step / steps))
        won = strength(net.weights, linear)
        tqdm.write(f"round {number}: {100 * won:.1f} %")
        if won > most:
            best, most = net.weights.copy(), won
    return best


@click.command()
@click.option("--out", type=click.Path(path_type=Path), default=FILE, show_default="the file that the arena takes")
@click.option("--seed", default=1, show_default=True)
def main(out: Path, seed: int) -> None:
    """Tune the linear player, train the small net, and write their weights."""
    random = np.random.default_rng(seed)
    linear = tune_linear(random)
    np.savez(out, linear=linear, net=train_small_net(linear, random))


if __name__ == "__main__":
    main()
