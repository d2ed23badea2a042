"""Rebuilds the network by which Qwixx's hints know the chance to win: ``python -m models.training.qwixx_winning``.

Round by round the adviser plays games against itself, by both readings of the rules, and the network learns from every
table of them who won. The first round plays by the points that the exact solution expects alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import click
import numpy as np
import torch
from torch import Tensor, nn
from tqdm import tqdm

from engine.qwixx.events import Preset
from engine.qwixx.states import ROWS, STATES
from engine.qwixx.values import read as read_values
from engine.qwixx.winning import (
    AHEAD,
    BEST_TOTAL,
    FILE,
    NUMBERS_SEEN,
    OUTPUTS,
    OWN_POINTS,
    OWN_TO_COME,
    OWN_UNIT,
    SCORE_UNIT,
    TOTAL_UNIT,
    Learned,
    Net,
    part_name,
)
from engine.qwixx.winning import read as read_net
from models.training.qwixx_selfplay import columns, learn_from_compiled, play_games_compiled

MIRRORS = torch.tensor(
    [[0, 1, 2, 3], [1, 0, 2, 3], [0, 1, 3, 2], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 0, 1], [2, 3, 1, 0], [3, 2, 1, 0]]
)
"""Which rows may stand for which: red and yellow are alike, green and blue are, and all dice may be turned over."""


MEAN_TURNS, TURNS_A_PLAYER = 24, 8
"""Room for so many tables a game, and so many more for each player: games have 29 turns for two, 35 for five."""


@dataclass(frozen=True)
class Course:
    """How the network learns.

    Args:
        hidden: its first layer, small enough that a hint takes milliseconds even where nothing is compiled.
        second: its second layer.
        epochs: over the games of a round and the one before.
        batch: tables a step, each with one player's view.
        rate: of Adam, falling to nothing over each round.
        trust: how much of a target is the network's own word a turn later, which is less noisy than who won in the end.
        exploring: half of the games begin with up to so many turns in which players may do anything.
        chance: that a player does in such a turn.
        score_weight: of the final scores beside the chance to win: they teach the same layers with less noise.
    """

    hidden: int = 64
    second: int = 32
    epochs: int = 2
    batch: int = 4096
    rate: float = 2e-3
    trust: float = 0.1
    exploring: int = 16
    chance: float = 0.15
    score_weight: float = 0.2


class Network(nn.Module):
    """The network of `engine.qwixx.winning` as PyTorch trains it."""

    def __init__(self, course: Course) -> None:
        super().__init__()
        self.rows = nn.EmbeddingBag(2 * ROWS * STATES, course.hidden, mode="sum")
        nn.init.normal_(self.rows.weight, std=0.05)
        self.numbers = nn.Linear(NUMBERS_SEEN, course.hidden)
        self.second = nn.Linear(course.hidden, course.second)
        self.last = nn.Linear(course.second, OUTPUTS)

    def forward(self, rows: Tensor, seen: Tensor) -> Tensor:
        hidden = torch.relu(self.rows(rows) + self.numbers(seen))
        return self.last(torch.relu(self.second(hidden)))

    def arrays(self) -> Net:
        """The network as the engine takes it."""
        with torch.no_grad():
            parts = [
                self.rows.weight.reshape(2, ROWS, STATES, -1),
                self.numbers.weight.T,
                self.numbers.bias,
                self.second.weight.T,
                self.second.bias,
                self.last.weight.T,
                self.last.bias,
            ]
            return tuple(np.ascontiguousarray(part.numpy(), np.float32).copy() for part in parts)  # type: ignore[return-value]


def alone(course: Course) -> Net:
    """A network that knows nothing but the points expected alone: whoever has more of them is likelier to win."""
    network = Network(course)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.zero_()
        for unit, sign in enumerate((1.0, -1.0)):
            network.numbers.weight[unit, AHEAD] = sign
            network.second.weight[unit, unit] = 1.0
            network.last.weight[0, unit] = sign
    return network.arrays()


@dataclass(frozen=True)
class Lesson:
    """Tables from one player's view each, and what the network shall say of them.

    Args:
        states: (n, players, 4) int16, the own sheet first.
        seen: (n, `NUMBERS_SEEN`).
        targets: (n, 3) chance to win, own and others' best final score less what is expected alone.
    """

    states: Tensor
    seen: Tensor
    targets: Tensor

    def __len__(self) -> int:
        return len(self.seen)


def lesson(players: int, preset: Preset, net: Net, course: Course, games: int, trust: float, seed: int) -> Lesson:
    """Plays games and says what they teach."""
    know = Learned(read_values(preset, players).astype(np.float32), net)
    publisher = preset == Preset.PUBLISHER
    noted = np.zeros((games * (MEAN_TURNS + TURNS_A_PLAYER * players), columns(players)), np.int64)
    lengths, points = np.zeros(games, np.int64), np.zeros((games, players), np.int64)
    count = play_games_compiled(publisher, course.exploring, course.chance, know, seed, noted, lengths, points)
    noted = noted[:count]
    seen = np.zeros((count, players, NUMBERS_SEEN), np.float32)
    targets = np.zeros((count, players, OUTPUTS), np.float32)
    learn_from_compiled(noted, lengths, points, publisher, trust, know, seen, targets)
    expected = np.stack(
        [OWN_UNIT * (seen[..., OWN_POINTS] + seen[..., OWN_TO_COME]), TOTAL_UNIT * seen[..., BEST_TOTAL]], axis=-1
    )
    targets[..., 1:] = (targets[..., 1:] - expected) / SCORE_UNIT
    sheets = noted[:, :-1].reshape(count, players, ROWS + 2)[..., :ROWS].astype(np.int16)
    views = np.stack([np.roll(sheets, -viewer, axis=1) for viewer in range(players)], axis=1)
    return Lesson(
        torch.from_numpy(views.reshape(-1, players, ROWS)),
        torch.from_numpy(seen.reshape(-1, NUMBERS_SEEN)),
        torch.from_numpy(targets.reshape(-1, OUTPUTS)),
    )


def places(states: Tensor, mirror: Tensor) -> Tensor:
    """Where the vectors of (n, players, 4) row states stand, the rows exchanged as told."""
    players = states.shape[1]
    whose = torch.ones(players, 1, dtype=torch.int64)
    whose[0] = 0
    return (states.long() + STATES * (mirror + ROWS * whose)).flatten(1)


def learn(network: Network, lessons: list[Lesson], course: Course, generator: torch.Generator) -> float:
    """Trains over lessons; returns the mean loss of the chance to win in the last epoch.

    Raises:
        click.ClickException: if no lesson fills a batch.
    """
    if max(map(len, lessons)) < course.batch:
        raise click.ClickException(f"so few games fill no batch of {course.batch:,} tables: ask for more --games")
    total = sum(map(len, lessons))
    steps = course.epochs * (total // course.batch)
    optimizer = torch.optim.Adam(network.parameters(), course.rate)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps + course.epochs * len(lessons))
    chances, scores = nn.BCEWithLogitsLoss(), nn.HuberLoss()
    for _ in range(course.epochs):
        losses = []
        for one, batch in _batches(lessons, course.batch, generator):
            mirror = MIRRORS[torch.randint(len(MIRRORS), (), generator=generator)]
            said = network(places(one.states[batch], mirror), one.seen[batch])
            wanted = one.targets[batch]
            chance = chances(said[:, 0], wanted[:, 0])
            loss = chance + course.score_weight * scores(said[:, 1:], wanted[:, 1:])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            losses.append(float(chance.detach()))
    return float(np.mean(losses))


def _batches(lessons: list[Lesson], size: int, generator: torch.Generator) -> Iterator[tuple[Lesson, Tensor]]:
    """The batches of an epoch in random order, each of one lesson, for these differ in the number of players."""
    batches = [
        (one, batch)
        for one in lessons
        for batch in torch.randperm(len(one), generator=generator).split(size)
        if len(batch) == size
    ]
    for at in torch.randperm(len(batches), generator=generator).tolist():
        yield batches[at]


@dataclass(frozen=True)
class Kind:
    """Games that a network is for.

    Args:
        sizes: the numbers of players.
        games: of each number and each reading of the rules a round.
        rounds: of play and learning.
    """

    sizes: tuple[int, ...]
    games: int
    rounds: int


KINDS = {"two": Kind((2,), games=40_000, rounds=6), "more": Kind((3, 4, 5), games=5_000, rounds=4)}
"""By the name of the network. More players make longer games with more views each."""


def train(kind: Kind, course: Course, seed: int) -> Net:
    """Trains a network."""
    torch.manual_seed(seed)
    generator = torch.Generator().manual_seed(seed)
    network, net = Network(course), alone(course)
    before: list[Lesson] = []
    for number in range(kind.rounds):
        trust = course.trust if number else 0.0
        now = []
        for at, (players, preset) in enumerate(product(kind.sizes, Preset)):
            now.append(lesson(players, preset, net, course, kind.games, trust, 1000 * (seed + 1) + 10 * number + at))
            tqdm.write(f"round {number}: {len(now[-1]):,} views of {players} players, {preset}")
        loss = learn(network, [*before, *now], course, generator)
        tqdm.write(f"round {number}: loss {loss:.4f}")
        net, before = network.arrays(), now
    return net


def write(nets: dict[str, Net], path: Path) -> None:
    """Writes networks in half precision: what is lost is far below what they are off by."""
    arrays = {part_name(name, part): array for name, net in nets.items() for part, array in enumerate(net)}
    np.savez_compressed(path, **{name: array.astype(np.float16) for name, array in arrays.items()})  # type: ignore[arg-type]


@click.command()
@click.option("--out", type=click.Path(path_type=Path), default=FILE, show_default="the shipped file")
@click.option("--only", type=click.Choice(list(KINDS)), help="Train this network and leave the other as it is.")
@click.option("--games", type=int, help="Of each kind a round, for a quick look; default: as many as were shipped.")
@click.option("--rounds", type=int, help="Of play and learning; default: as many as were shipped.")
@click.option("--seed", default=1, show_default=True)
def main(out: Path, only: str | None, games: int | None, rounds: int | None, seed: int) -> None:
    """Play, learn, and write the networks by which hints know the chance to win."""
    torch.set_num_threads(1)
    nets = {name: read_net(name) for name in KINDS if only and name != only}
    for name, kind in KINDS.items():
        if name not in nets:
            nets[name] = train(replace(kind, games=games or kind.games, rounds=rounds or kind.rounds), Course(), seed)
    write(nets, out)


if __name__ == "__main__":
    main()
