"""Plays any players against any others and says who wins: ``python -m tests.benchmarks.arena qwirkle adviser greedy``.

    python -m tests.benchmarks.arena qwirkle                          # who may play
    python -m tests.benchmarks.arena qwirkle adviser greedy greedy --games 3000
    python -m tests.benchmarks.arena qwixx adviser linear net --rules publisher --pairs

A match that was stopped goes on where it was when asked for again with the same words, unless the players have changed.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import click
from tqdm import tqdm

from tests.benchmarks.arena.matches import Deal, Kept, Match, Result, module_of, played, results

GAMES = ("qwirkle", "qwixx")
BETWEEN = 5


def run(match: Match, games: int, folder: Path, jobs: int, backend: str) -> list[Result]:
    """Plays a match with a bar that shows how it stands."""
    deals = -(-games // len(match.players))
    done: list[Deal] = []
    with tqdm(total=deals * len(match.players), unit="game", desc=" : ".join(match.players)) as bar:
        for deal in played(match, deals, Kept(folder, match), jobs, backend):
            done.append(deal)
            bar.update(len(match.players))
            bar.set_postfix_str(" : ".join(f"{100 * one.share:.1f}" for one in results(match, done)), refresh=False)
    # In the order of the deals, so that not even a sum's rounding hangs on how many processes there were.
    return results(match, sorted(done, key=lambda deal: deal.number))


def table(told: Sequence[Result]) -> str:
    """How the players of a match did, a line each."""
    width = max(len(one.name) for one in told)
    lines = [f"{'':{width}}  {'won':>14}  {'points':>15}  {'a decision':>11}  {'longest':>9}"]
    for one in told:
        won = f"{100 * one.share:.2f} ± {100 * one.share_error:.2f} %"
        points = f"{one.score:.2f} ± {one.score_error:.2f}"
        median, longest = ("" if span is None else f"{span:.2f} ms" for span in (one.milliseconds, one.longest))
        lines.append(f"{one.name:{width}}  {won:>14}  {points:>15}  {median:>11}  {longest:>9}")
    return "\n".join(lines)


def grid(players: Sequence[str], shares: dict[tuple[str, str], Result]) -> str:
    """What each player of a line won against each one of a column, in percent."""
    width = max(map(len, players))
    room = max(width, 5)
    lines = [f"{'':{width}}  " + "  ".join(f"{name:>{room}}" for name in players)]
    for name in players:
        cells = [f"{100 * shares[name, other].share:.1f}" if name != other else "" for other in players]
        lines.append(f"{name:{width}}  " + "  ".join(f"{cell:>{room}}" for cell in cells))
    worst = max(one.share_error for one in shares.values())
    return "\n".join([*lines, f"Standard errors up to {100 * worst:.2f} %."])


@click.command()
@click.argument("game", type=click.Choice(GAMES))
@click.argument("players", nargs=-1)
@click.option("--games", default=1000, show_default=True, help="How many, rounded up to whole deals.")
@click.option("--rules", help="The reading of the rules, where there are several.")
@click.option("--seed", default=1, show_default=True, help="Of the deals.")
@click.option("--pairs", is_flag=True, help="Not all at one table, but each against each other.")
@click.option("--jobs", default=os.cpu_count(), show_default="as many as cores", help="Processes.")
@click.option("--backend", default="loky", show_default=True, help="joblib's, by which the work is shared out.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("work/arena"), show_default=True)
def main(
    game: str,
    players: tuple[str, ...],
    games: int,
    rules: str | None,
    seed: int,
    pairs: bool,
    jobs: int,
    backend: str,
    out: Path,
) -> None:
    """Play a match and print what each player won; a shared win counts in part. Without players: who may play."""
    known = module_of(game).PLAYERS
    if not players:
        for name, about in known.items():
            click.echo(f"{name:{BETWEEN + max(map(len, known))}}{about}")
        return
    for name in players:
        if name.partition(":")[0] not in known:
            raise click.UsageError(f"nobody is called {name} here; there are: {', '.join(known)}")
    if len(players) < 2:
        raise click.UsageError("name two players at least")
    if not pairs:
        click.echo(table(run(Match(game, players, rules, seed), games, out, jobs, backend)))
        return
    if len(set(players)) < len(players):
        raise click.UsageError("each against each other needs different players")
    shares: dict[tuple[str, str], Result] = {}
    for pair in combinations(players, 2):
        told = run(Match(game, pair, rules, seed), games, out, jobs, backend)
        shares[pair], shares[pair[1], pair[0]] = told
        click.echo(table(told))
    click.echo(grid(players, shares))


if __name__ == "__main__":
    main()
