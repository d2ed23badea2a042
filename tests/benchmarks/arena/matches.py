"""Matches of players against each other: deals, seats, results kept on disk, and what these say.

A deal is all the chance of a game: the order of the bag, or the dice. Each is played once for every way to turn the
players round the table, so that nobody gains by the seat or by luck that came to one seat alone. The games of one deal
hang together, so standard errors are worked out over deals.
"""

from __future__ import annotations

import hashlib
import importlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol, cast

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

ROOT = Path(__file__).parents[3]
CHUNKS_A_PROCESS = 64
"""A process hands in what it has played about so often: enough for a smooth bar, few enough to make the calls cheap."""
MOST_IN_A_CHUNK = 256
"""Of deals, so that little is lost when a long match is stopped."""


@dataclass(frozen=True)
class Played:
    """One game.

    Args:
        scores: the totals, by seat.
        seconds: the processor time of each decision, by seat.
    """

    scores: tuple[int, ...]
    seconds: tuple[tuple[float, ...], ...]


class Game(Protocol):
    """What the module of a game offers the arena."""

    PLAYERS: Mapping[str, str]
    """Who may play, with a line about each; in a match a number may follow a name, as in `adviser:640`."""

    def warm(self) -> None:
        """Loads and compiles what the players need, once a process."""

    def play(self, names: tuple[str, ...], seed: int, rules: str | None) -> Played:
        """Plays one game.

        Args:
            names: of the players, by seat.
            seed: of the deal, which must not hang on who plays, and of what the players themselves leave to chance.
            rules: the reading of the rules, where there are several.
        """


@dataclass(frozen=True)
class Match:
    """Who plays what.

    Args:
        game: the game.
        players: names of the players.
        rules: the reading of the rules; None for the usual one.
        seed: of the deals.
    """

    game: str
    players: tuple[str, ...]
    rules: str | None = None
    seed: int = 1

    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """The players by seat, for each game of a deal."""
        count = len(self.players)
        return tuple(tuple((seat + turn) % count for seat in range(count)) for turn in range(count))

    def deal_seed(self, deal: int) -> int:
        """The seed of a deal, the same whoever plays."""
        return int(np.random.SeedSequence([self.seed, deal]).generate_state(1)[0])


@dataclass(frozen=True)
class Deal:
    """The games of one deal.

    Args:
        number: which.
        scores: of each player in each game.
        milliseconds: of each player, the median and the longest decision of the deal; None for who decided nothing.
    """

    number: int
    scores: tuple[tuple[int, ...], ...]
    milliseconds: tuple[tuple[float, float] | None, ...]


def module_of(game: str) -> Game:
    """The game's players."""
    return cast(Game, importlib.import_module(f"tests.benchmarks.arena.{game}"))


def play_deals(match: Match, numbers: Sequence[int]) -> list[Deal]:
    """Plays some deals."""
    game = module_of(match.game)
    game.warm()
    return [_play_deal(match, game, number) for number in numbers]


def _play_deal(match: Match, game: Game, number: int) -> Deal:
    scores: list[tuple[int, ...]] = []
    seconds: list[list[float]] = [[] for _ in match.players]
    for seating in match.seatings():
        played = game.play(tuple(match.players[player] for player in seating), match.deal_seed(number), match.rules)
        seat_of = {player: seat for seat, player in enumerate(seating)}
        scores.append(tuple(played.scores[seat_of[player]] for player in range(len(seating))))
        for player in seating:
            seconds[player] += played.seconds[seat_of[player]]
    spans = tuple((1000 * float(np.median(spent)), 1000 * max(spent)) if spent else None for spent in seconds)
    return Deal(number, tuple(scores), spans)


class Kept:
    """The deals of a match that were played already, a line each in a file.

    The file's name holds a digest of the match and of all that its players are made of, so that what an earlier version
    played is not taken for what this one plays.

    Args:
        folder: where the files are.
        match: whose deals.
    """

    def __init__(self, folder: Path, match: Match) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / f"{match.game}-{_digest(match)}.jsonl"

    def deals(self) -> dict[int, Deal]:
        """What was kept; a line that was cut short counts for nothing."""
        deals: dict[int, Deal] = {}
        for line in self._path.read_text().splitlines() if self._path.exists() else ():
            try:
                told = json.loads(line)
            except ValueError:
                continue
            spans = tuple(None if span is None else (span[0], span[1]) for span in told["milliseconds"])
            deals[told["number"]] = Deal(told["number"], tuple(map(tuple, told["scores"])), spans)
        return deals

    def add(self, deals: Sequence[Deal]) -> None:
        """Keeps some more."""
        with self._path.open("a") as file:
            # After a line that was cut short, the next begins on one of its own.
            file.write("".join(f"\n{json.dumps(asdict(deal))}" for deal in deals))


def _digest(match: Match) -> str:
    digest = hashlib.sha256(repr(match).encode())
    here = [path for path in Path(__file__).parent.iterdir() if path.suffix in {".py", ".npz"}]
    sources = [*(ROOT / "engine").glob("*.py"), *here]
    sources += [path for path in (ROOT / "engine" / match.game).iterdir() if path.suffix in {".py", ".npz"}]
    for path in sorted(sources):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def played(match: Match, deals: int, kept: Kept, jobs: int, backend: str) -> Iterator[Deal]:
    """All deals of a match: those that are kept, then the others as they are played, in any order.

    Args:
        match: who plays.
        deals: how many.
        kept: the deals played earlier; the new ones are added.
        jobs: how many processes play.
        backend: joblib's, be it one for a cluster.
    """
    known = kept.deals()
    yield from (deal for number, deal in known.items() if number < deals)
    left = [number for number in range(deals) if number not in known]
    size = min(MOST_IN_A_CHUNK, 1 + len(left) // (jobs * CHUNKS_A_PROCESS))
    chunks = [left[at : at + size] for at in range(0, len(left), size)]
    work = Parallel(n_jobs=jobs, backend=backend, return_as="generator_unordered")
    for done in work(delayed(play_deals)(match, chunk) for chunk in chunks):
        kept.add(done)
        yield from done


@dataclass(frozen=True)
class Result:
    """How a player of a match did.

    Args:
        name: of the player.
        games: how many.
        share: of the games won; of a shared win each has a part.
        share_error: the standard error of that.
        score: the mean total.
        score_error: the standard error of that.
        milliseconds: a decision in the median; None where nothing was decided.
        longest: the longest decision in milliseconds.
    """

    name: str
    games: int
    share: float
    share_error: float
    score: float
    score_error: float
    milliseconds: float | None
    longest: float | None


def results(match: Match, deals: Sequence[Deal]) -> list[Result]:
    """How the players did in these deals."""
    scores = np.array([deal.scores for deal in deals], np.float64)
    best = scores == scores.max(axis=2, keepdims=True)
    shares = best / best.sum(axis=2, keepdims=True)
    told = []
    for player, name in enumerate(match.players):
        spans = [span for deal in deals if (span := deal.milliseconds[player]) is not None]
        share, share_error = _mean(shares[:, :, player])
        score, score_error = _mean(scores[:, :, player])
        median = float(np.median([span[0] for span in spans])) if spans else None
        longest = max(span[1] for span in spans) if spans else None
        told.append(Result(name, shares[:, :, player].size, share, share_error, score, score_error, median, longest))
    return told


def _mean(values: NDArray[np.float64]) -> tuple[float, float]:
    """The mean of (deals, games) values and its standard error, the games of a deal hanging together."""
    by_deal = values.mean(axis=1)
    error = by_deal.std(ddof=1) / np.sqrt(len(by_deal)) if len(by_deal) > 1 else float("nan")
    return float(by_deal.mean()), float(error)
