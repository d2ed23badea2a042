"""A game of Qwirkle that a camera follows: frames in, proposed moves out.

`LiveGame` holds the record, which is what was confirmed, against each steady reading of the table; `Watcher` brings
frames, the tracker and whoever reads frames together.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from engine.game import ENGLISH, Reason
from engine.qwirkle.board import EMPTY_BOARD, Board
from engine.qwirkle.moves import Move
from vision.icc import Pixels
from vision.reading import Reading
from vision.tracker import Activity, Tracker
from webapp.assistant.qwirkle import Position, Turn, next_turn
from webapp.look import settled

ENGLISH.update(
    {
        "last_move_taken": "the tiles of the last move lie there no more: undo it, or put them back",
        "tiles_taken": "{tiles}: no longer where they lay, so following pauses: undo the last move, or put them back",
        "two_moves": "these tiles can't be one move, but may be two: {first}, then {second}",
    }
)

Event = Literal["started", "proposed", "withdrawn", "confirmed", "undone", "paused", "resumed", "differs", "camera"]


@dataclass(frozen=True)
class LiveConfig:
    """When a game goes on by itself. Times are in seconds.

    Args:
        confirm_after: a legal move that has lain for so long is taken for meant: who thinks again does so sooner.
        illegal_after: one that the rules forbid may still be in the making; but it must not hold up the game.
        split: of so many tiles at most two moves are made; looking for more takes long and tells little.
    """

    confirm_after: float = 3.0
    illegal_after: float = 10.0
    split: int = 10


@dataclass(frozen=True)
class News:
    """Something that happened at the table.

    Args:
        event: ``started`` (the position from which the game goes on), ``proposed`` (a move, in place of any proposed
            before), ``withdrawn`` (the proposed tiles are gone again), ``confirmed``, ``undone``, ``paused`` (until
            table and record agree), ``resumed``, ``differs`` (table and record, while the game goes on) or ``camera``
            (something is wrong with it, or is no more).
        turn: the move that it is about.
        reasons: what to say.
    """

    event: Event
    turn: Turn | None = None
    reasons: tuple[Reason, ...] = ()


class LiveGame:
    """The record of a game, and what the table shows beyond it.

    Args:
        board: what lies there when the game is taken up; nothing if it begins.
        config: when it goes on by itself.
    """

    def __init__(self, board: Board = EMPTY_BOARD, config: LiveConfig = LiveConfig()) -> None:
        self.config = config
        self._start = board
        self._turns: list[Turn] = []
        self._proposed: Turn | None = None
        self._paused: Reason | None = None
        self._differing: tuple[Reason, ...] = ()
        self._since: float | None = None

    @property
    def board(self) -> Board:
        """The confirmed tiles, in the cells of the first reading."""
        return self._turns[-1].board if self._turns else self._start

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The confirmed turns, with the position from which the game went on if it was no beginning."""
        return tuple(self._turns)

    @property
    def proposed(self) -> Turn | None:
        """The move that waits to be confirmed."""
        return self._proposed

    def see(self, reading: Reading, at: float) -> list[News]:
        """Holds a steady reading against the record.

        Args:
            reading: what lies on the table.
            at: when it was seen, in seconds.

        Returns:
            What is new; nothing if the table shows what it did.
        """
        self._since = at
        position = Position.of(reading, settled(reading, self.board or None))
        turn = _turn(self.board, position)
        news = []
        if follower := self._after_the_proposed(turn, position):
            news.append(self.confirm())
            turn = follower
        pause, differing = self._at_odds(turn)
        if differing != self._differing and differing:
            news.append(News("differs", reasons=differing))
        self._differing = differing
        if pause is not None:
            self._proposed = None
            if pause != self._paused:
                news.append(News("paused", reasons=(pause,)))
            self._paused = pause
            return news
        if self._paused is not None:
            self._paused = None
            news.append(News("resumed"))
        return [*news, *self._propose(turn)]

    def tick(self, at: float) -> list[News]:
        """Takes what has lain for long enough for meant; to be called while nothing moves."""
        if self._since is None:
            return []
        lain = at - self._since
        if self._proposed is not None:
            patience = self.config.illegal_after if self._proposed.illegal else self.config.confirm_after
            return [self.confirm()] if lain >= patience else []
        if self._paused == Reason("last_move_taken") and lain >= self.config.confirm_after:
            return [self.undo()]
        return []

    def wait(self) -> None:
        """Something moves: nothing is taken for meant before the next reading."""
        self._since = None

    def confirm(self) -> News:
        """Takes the proposed move into the record.

        Raises:
            ValueError: if none is proposed.
        """
        if self._proposed is None:
            raise ValueError("no move is proposed")
        turn, self._proposed = self._proposed, None
        self._turns.append(turn)
        return News("confirmed", turn)

    def undo(self) -> News:
        """Takes the last move out of the record; while its tiles lie there, the next reading proposes it again.

        Raises:
            ValueError: if there is none.
        """
        if not self._last:
            raise ValueError("no move was confirmed")
        self._proposed = self._paused = None
        return News("undone", self._turns.pop())

    @property
    def _last(self) -> Turn | None:
        """The last confirmed move."""
        return self._turns[-1] if self._turns and not self._turns[-1].begins else None

    def _propose(self, turn: Turn) -> list[News]:
        if turn.begins and turn.board:
            self._proposed = None
            self._turns.append(turn)
            return [News("started", turn)]
        before, self._proposed = self._proposed, None if turn.move.is_pass else turn
        if self._proposed is None:
            return [News("withdrawn", before)] if before else []
        if before and before.move == turn.move:
            return []
        return [News("proposed", turn, self._as_two(turn))]

    def _after_the_proposed(self, turn: Turn, position: Position) -> Turn | None:
        """The next player's move, where the new tiles are none with those proposed, but one after them."""
        proposed = self._proposed
        if proposed is None or proposed.illegal or not (turn.illegal or turn.begins):
            return None
        follower = _turn(proposed.board, position)
        stays = not any(note.code in ("another_table", "not_seen") for note in follower.notes)
        return follower if stays and not follower.illegal and not follower.move.is_pass else None

    def _at_odds(self, turn: Turn) -> tuple[Reason | None, tuple[Reason, ...]]:
        """Why following pauses, if it must, and where else table and record differ.

        One tile that the camera misses somewhere on the board must not hold up the game.
        """
        for note in turn.notes:
            if note.code == "another_table":
                return note, ()
        missing = {note.params["cell"]: note for note in turn.notes if note.code == "not_seen"}
        last = {placement.cell for placement in self._last.move.placements} if self._last else set()
        if missing and missing.keys() == last and turn.move.is_pass:
            return Reason("last_move_taken"), ()
        words = [note.params["tile"] for note in missing.values()]
        moved = {placement.tile.words for placement in turn.move.placements} & set(words)
        if len(missing) > 1 or moved or missing.keys() & last:
            others = tuple(note for note in turn.notes if note.code != "not_seen")
            return Reason("tiles_taken", {"tiles": ", ".join(map(str, words))}), others
        return None, turn.notes

    def _as_two(self, turn: Turn) -> tuple[Reason, ...]:
        """How the tiles may be two moves, where they can't be one."""
        if not turn.illegal:
            return ()
        placements = turn.move.placements
        if len(placements) > self.config.split:
            return ()
        for count in range(1, len(placements)):
            for some in combinations(placements, count):
                first, second = Move(some), Move(tuple(one for one in placements if one not in some))
                if self.board.is_legal(first) and self.board.after(first).is_legal(second):
                    return (Reason("two_moves", {"first": first, "second": second}),)
        return ()


def _turn(board: Board, position: Position) -> Turn:
    """What a position adds to a board that was confirmed, whose tiles keep their names."""
    return next_turn(Position.known(board, board.keys()), position)


class Watcher:
    """Follows a game by the frames of a camera.

    Args:
        game: the game.
        read: reads a frame, (H, W, 3) uint8 BGR.
        submit: has something done and answers with its future: an executor's where frames don't wait, or one that is
            done at once.
        tracker: tells when the table is still.
    """

    def __init__(
        self,
        game: LiveGame,
        read: Callable[[Pixels], Reading],
        submit: Callable[[Callable[[], Reading]], Future[Reading]],
        tracker: Tracker | None = None,
    ) -> None:
        self.game = game
        self._read, self._submit, self._tracker = read, submit, tracker or Tracker()
        self._reading: tuple[Future[Reading], float] | None = None
        self._notice: str | None = None

    def see(self, frame: Pixels, at: float) -> list[News]:
        """Takes the next frame.

        Args:
            frame: (H, W, 3) uint8 BGR; nobody may change it afterwards.
            at: its time in seconds.

        Returns:
            What is new.
        """
        glance = self._tracker.see(frame, at)
        news = self._noticed(glance.notice)
        if glance.wanted and self._reading is None:
            self._reading = self._submit(lambda: self._read(frame)), at
        if glance.activity is not Activity.STILL:
            self.game.wait()
        if self._reading and self._reading[0].done():
            (future, taken), self._reading = self._reading, None
            if steady := self._tracker.add(future.result(), taken):
                news += self.game.see(steady, taken)
        if glance.activity is Activity.STILL:
            news += self.game.tick(at)
        return news

    def _noticed(self, notice: Reason | None) -> list[News]:
        """What is wrong with the camera, once for as long as it lasts."""
        before, self._notice = self._notice, notice.code if notice else None
        return [News("camera", reasons=(notice,))] if notice and notice.code != before else []


def at_once(work: Callable[[], Reading]) -> Future[Reading]:
    """Does something now, for frames that wait, such as a film's."""
    future: Future[Reading] = Future()
    future.set_result(work())
    return future
