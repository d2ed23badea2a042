"""Follows a rendered game and measures whether each move is proposed right, and how soon.

    python -m tests.benchmarks.film
    python -m tests.benchmarks.film --moves 5 --seed 2
    python -m tests.benchmarks.film --page
    python -m tests.benchmarks.film --page --real-time

With ``--page`` a phone sends the frames to a table of a server, as JPEGs, and the table's log must hold all moves in
the end. Otherwise they are followed as by `kibitz watch`. With ``--real-time`` the film is rendered first and then runs
as a camera does: the newest frame is sent once the one before is answered, and readings take the time that they take.

A move is right if the last proposal before the next hand comes is that move with its points; a proposal is invented if
it is none of the film's moves, nor a part of the one that is being laid. Times are the film's: how fast this computer
reads is counted apart, and matters in real time alone. A hand has left the picture up to some tenths of a second before
its way back ends, from which the seconds are counted.
"""

from __future__ import annotations

import argparse
import io
import math
import time
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from tempfile import TemporaryDirectory

import click
import numpy as np
import simplejpeg

from engine.game import Reason
from engine.qwirkle.board import EMPTY_BOARD, Board
from engine.qwirkle.compare import alignment
from engine.qwirkle.moves import Move
from models.synthesis.film import Film, FilmPlan, Laying
from vision.icc import Pixels
from vision.photo import Photo
from vision.read import Reader
from vision.reading import Reading
from vision.tracker import Tracker, TrackerConfig
from webapp.app import create_app
from webapp.assistant.live import LiveGame, News, Watcher, at_once
from webapp.live.lives import Lives
from webapp.sight import Sight

BEGIN = {"game": "qwirkle", "players": ["Ann", "Ben"], "turn": 0, "sixth": "white", "draws": False}
"""The table to which a film's frames are sent."""


@dataclass
class Report:
    """What was told of a film.

    Args:
        film: the film.
        told: the news, each with its time.
        read_in: the seconds that each reading took.
        written: the moves in the table's log with their points, where there is a table.
    """

    film: Film
    told: list[tuple[News, float]] = field(default_factory=list)
    read_in: list[float] = field(default_factory=list)
    written: list[tuple[Move, int]] | None = None

    @property
    def delays(self) -> list[float | None]:
        """For each move, the seconds from the hand's leaving to its right proposal; None if it was not proposed."""
        return [self._delay(number) for number in range(len(self.film.layings))]

    @property
    def invented(self) -> list[str]:
        """Proposed moves that nobody made."""
        return [
            str(news.turn.move)
            for news, at in self.told
            if news.event == "proposed" and news.turn and not self._belongs(news.turn.board, at)
        ]

    @property
    def right_in_log(self) -> int:
        """How many moves of the table's log, from the first on, are the film's with their points."""
        board, right = EMPTY_BOARD, 0
        for number, (move, points) in enumerate(self.written or ()):
            board = board.after(move)
            layings = self.film.layings[: number + 1]
            right += points == layings[-1].points and _same(board, _after(layings))
        return right

    def _delay(self, number: int) -> float | None:
        layings = self.film.layings
        laying, until = layings[number], layings[number + 1].comes if number + 1 < len(layings) else math.inf
        said = [(news.turn, at) for news, at in self.told if news.event == "proposed" and laying.comes <= at < until]
        if not said:
            return None
        turn, at = said[-1]
        right = turn is not None and turn.illegal is None and turn.score.points == laying.points
        return at - laying.gone if right and turn and _same(turn.board, _after(layings[: number + 1])) else None

    def _belongs(self, board: Board, at: float) -> bool:
        """Whether a proposed board is the film's, of which the last move may not be whole yet."""
        begun = [laying for laying in self.film.layings if laying.comes <= at]
        full = _after(begun)
        moved = _moved(board, full)
        return moved is not None and moved.items() <= full.items() and len(moved) > len(_after(begun[:-1]))

    def __str__(self) -> str:
        right = [delay for delay in self.delays if delay is not None]
        lines = [f"moves proposed right  {len(right)} of {len(self.delays)}"]
        lines += [f"moves missed          {[n for n, delay in enumerate(self.delays, 1) if delay is None]}"]
        lines += [f"proposals invented    {len(self.invented)} {self.invented}"]
        if right:
            lines += [f"after the hand left   {np.median(right):.1f} s in the median, {max(right):.1f} s at most"]
        lines += [f"frames read a second  {1 / np.median(self.read_in):.1f} ({len(self.read_in)} were read)"]
        if self.written is not None:
            lines += [f"moves in the log      {self.right_in_log} of {len(self.written)} right"]
        others = [
            f"{at:.1f} s {news.event} {'; '.join(map(str, news.reasons))}"
            for news, at in self.told
            if news.event not in ("proposed", "confirmed")
        ]
        return "\n".join([*lines, *others])


def _after(layings: Sequence[Laying]) -> Board:
    board = EMPTY_BOARD
    for laying in layings:
        board = board.after(laying.move)
    return board


def _moved(board: Board, to: Board) -> Board | None:
    """A board in the cells of another."""
    frame = alignment(to, board)
    return board.turned(frame.quarters).moved(replace(frame, quarters=0)) if frame else None


def _same(board: Board, other: Board) -> bool:
    return _moved(board, other) == other


def watched(film: Film, frames: Iterable[tuple[Pixels, float]], reader: Reader) -> Report:
    """What is told of a film by its frames."""
    report = Report(film)

    def read(image: Pixels) -> Reading:
        started = time.perf_counter()
        reading = reader.read(Photo.of(image), "qwirkle")
        report.read_in.append(time.perf_counter() - started)
        return reading

    watcher = Watcher(LiveGame(), read, at_once, Tracker(TrackerConfig()))
    for image, at in frames:
        report.told += [(news, at) for news in watcher.see(image, at)]
    return report


class Running:
    """A film's frames, and its time: each frame in its turn, or in real time the newest whenever one is asked for.

    Args:
        frames: of the film, each with its time in seconds.
        real: whether the film runs by itself; all frames are rendered before it begins then.
    """

    def __init__(self, frames: Iterable[tuple[Pixels, float]], real: bool) -> None:
        self._frames, self._real, self._now, self._began = frames, real, 0.0, 0.0

    def now(self) -> float:
        """The film's time in seconds."""
        return time.monotonic() - self._began if self._real else self._now

    def frames(self) -> Iterator[tuple[Pixels, float]]:
        """The frames that are seen, each with its time."""
        if not self._real:
            for image, at in self._frames:
                self._now = at
                yield image, at
            return
        rendered = list(self._frames)
        times = [at for _, at in rendered]
        self._began = time.monotonic()
        shown = -1
        while shown < len(rendered) - 1:
            newest = bisect_right(times, self.now()) - 1
            if newest == shown:
                time.sleep(max(0.0, times[shown + 1] - self.now()))
                continue
            shown = newest
            yield rendered[shown]


def sent(
    film: Film, running: Running, reader: Reader, database: str, submit: Callable[..., Future[Reading]] = at_once
) -> Report:
    """What a table of a server takes a film for whose frames a phone sends; `submit` has the readings made."""
    report = Report(film)

    def timed(work: Callable[[], Reading]) -> Future[Reading]:
        def read() -> Reading:
            started = time.perf_counter()
            reading = work()
            report.read_in.append(time.perf_counter() - started)
            return reading

        return submit(read)

    app = create_app(config={"TESTING": True, "DATABASE": database})
    app.extensions["live"] = lives = Lives(app.extensions["tables"], Sight(lambda: reader), timed, running.now)
    client = app.test_client()
    code = client.post("/api/v1/tables", json=BEGIN).get_json()["code"]
    proposed = ""
    notes: tuple[Reason, ...] = ()
    for image, at in running.frames():
        form = {"frame": (io.BytesIO(simplejpeg.encode_jpeg(image, 85, "BGR")), "frame.jpg"), "at": str(at)}
        look = client.post(f"/api/v1/tables/{code}/live/frames", data=form).get_json()
        told = look["proposal"]["text"] if look["proposal"] else ""
        table = lives.known(code)
        if told and told != proposed and table is not None and (proposal := table.look().proposal):
            report.told.append((News("proposed", proposal.turn), running.now()))
        proposed = told
        reasons = tuple(Reason(note["code"], note["params"]) for note in (*look["differs"], look["paused"]) if note)
        if reasons != notes:
            report.told.append((News("differs", reasons=reasons), running.now()))
        notes = reasons
    turns = client.get(f"/api/v1/tables/{code}").get_json()["turns"]
    report.written = [(Move.parse(turn["move"]), turn["points"]) for turn in turns]
    lives.close()
    app.extensions["tables"].close()
    return report


def main() -> None:
    """Renders a film, follows it, and prints what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--real-time", action="store_true")
    asked = parser.parse_args()
    if asked.real_time and not asked.page:
        parser.error("--real-time needs --page")
    plan = FilmPlan(moves=asked.moves, knocked=max(1, asked.moves // 2))
    film = Film(plan, asked.seed)
    with click.progressbar(film.frames(), length=math.ceil(film.seconds * plan.fps), label="Following") as frames:
        if asked.page:
            with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as pool:
                submit = pool.submit if asked.real_time else at_once
                running = Running(frames, asked.real_time)
                report = sent(film, running, Reader(), f"sqlite:///{folder}/games.sqlite", submit)
        else:
            report = watched(film, frames, Reader())
    print(report)


if __name__ == "__main__":
    main()
