"""How true the adviser's chances to win are: ``python -m tests.benchmarks.arena.qwixx_calibration adviser adviser``.

    python -m tests.benchmarks.arena.qwixx_calibration adviser adviser --games 2000 --rules publisher
    python -m tests.benchmarks.arena.qwixx_calibration adviser linear net skip:2

Every decision of every adviser at the table counts: the chance it told of what it chose, and what it got of the win.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import click
import numpy as np
from tqdm import tqdm

from engine.qwixx.chances import VIEWER, Position
from engine.qwixx.contest import COLOUR_FIRST, NO_MARK, ONLY_COLOUR, copy_of, share_of_win, take_turn
from engine.qwixx.events import Preset
from engine.qwixx.expectation import Floats, Integers
from tests.benchmarks.arena.matches import Match
from tests.benchmarks.arena.qwixx import Player, play_with, warm

CERTAIN = 0.99
"""Chances from here on, and those as near to none, have lines of their own."""


class Told(NamedTuple):
    """What the adviser told of what it chose.

    Args:
        chance: to win.
        ends: whether its own marks, or a last penalty, end the game.
        alone: whether nobody else decided anything any more.
    """

    chance: float
    ends: bool
    alone: bool


class Listener(Player):
    """An adviser whose chances are noted, or anybody else."""

    def __init__(self, name: str, seat: int, preset: Preset, players: int, seed: int) -> None:
        super().__init__(name, seat, preset, players, seed)
        self.told: list[Told] = []

    def chosen(self, position: Position, plan: Integers, chance: float) -> None:
        """Notes the chance."""
        self.told.append(Told(chance, ends_game(position, plan), position.turn.due == ONLY_COLOUR))


def ends_game(position: Position, plan: Integers) -> bool:
    """Whether what the viewer does ends the game if nobody else does anything."""
    plans = np.zeros((len(position.sheets.rows), 3), np.int64)
    plans[:, :COLOUR_FIRST] = NO_MARK
    plans[VIEWER] = plan
    turn = position.turn
    waits = turn._replace(marked=turn.marked or turn.player != VIEWER)
    return take_turn(copy_of(position.sheets), waits, plans)


def listen(match: Match, preset: Preset, deal: int) -> tuple[list[Told], list[float]]:
    """Plays a deal from all seats, or once where all are alike; returns what was told, and what was won each time."""
    told: list[Told] = []
    won: list[float] = []
    alike = len(set(match.players)) == 1
    for seating in match.seatings()[: 1 if alike else None]:
        seed, names = match.deal_seed(deal), [match.players[player] for player in seating]
        players = [Listener(name, seat, preset, len(names), seed) for seat, name in enumerate(names)]
        points = play_with(players, seed, preset)
        for seat, player in enumerate(players):
            told += player.told
            won += [share_of_win(points, seat)] * len(player.told)
    return told, won


def line(name: str, told: Floats, won: Floats) -> str:
    """How many decisions, the mean chance told and the mean win."""
    if not len(told):
        return f"{name:32}  {0:7}"
    return f"{name:32}  {len(told):7}  {100 * told.mean():7.2f} %  {100 * won.mean():7.2f} %"


def table(told: Sequence[Told], won: Sequence[float]) -> str:
    """What was told and what came of it, by what it was about and by tenths."""
    chances, ends, alone = (np.array(column) for column in zip(*told, strict=True))
    chances, shares, unseen = chances.astype(np.float64), np.array(won, np.float64), ends & ~alone
    lines = [f"{'':32}  {'':>7}  {'told':>9}  {'won':>9}"]
    for name, which in (
        ("ends the game, told sure", unseen & (chances >= CERTAIN)),
        ("ends the game, told unsure", unseen & (chances < CERTAIN) & (chances > 1 - CERTAIN)),
        ("ends the game, told lost", unseen & (chances <= 1 - CERTAIN)),
        ("goes on, told sure", ~ends & (chances >= CERTAIN)),
        ("goes on, told lost", ~ends & (chances <= 1 - CERTAIN)),
        *(
            (f"told {10 * tenth} to {10 * (tenth + 1)} %", (10 * chances).astype(int).clip(0, 9) == tenth)
            for tenth in range(10)
        ),
    ):
        lines.append(line(name, chances[which], shares[which]))
    return "\n".join([*lines, f"mean square of what chances are off by: {np.square(chances - shares).mean():.5f}"])


@click.command()
@click.argument("players", nargs=-1, required=True)
@click.option("--games", default=1000, show_default=True, help="How many, rounded up to whole deals.")
@click.option(
    "--rules", default=Preset.GAMERULES.value, show_default=True, type=click.Choice([one.value for one in Preset])
)
@click.option("--seed", default=1, show_default=True, help="Of the deals.")
def main(players: tuple[str, ...], games: int, rules: str, seed: int) -> None:
    """Play games and print how true the adviser's chances were."""
    if len(players) < 2 or "adviser" not in players:
        raise click.UsageError("name two players at least, an adviser among them")
    warm()
    match = Match("qwixx", players, rules, seed)
    each = 1 if len(set(players)) == 1 else len(players)
    told: list[Told] = []
    won: list[float] = []
    for deal in tqdm(range(-(-games // each)), unit="deal"):
        said, came = listen(match, Preset(rules), deal)
        told += said
        won += came
    click.echo(table(told, won))


if __name__ == "__main__":
    main()
