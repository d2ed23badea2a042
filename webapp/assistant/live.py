"""A game of Qwirkle that a camera follows: frames in, proposed moves out.

`LiveGame` holds the record, which is what was confirmed, against each steady reading of the table; `Watcher` brings
frames, the tracker and whoever reads frames together. What people say about single cells stands above what is read.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from engine.game import ENGLISH, IllegalMove, Reason
from engine.qwirkle.board import EMPTY_BOARD, Board
from engine.qwirkle.moves import Cell, Move
from engine.qwirkle.notation import hand_text
from engine.qwirkle.settle import Table
from engine.qwirkle.tile import Tile
from engine.qwixx.roll import Roll
from vision.icc import Pixels
from vision.reading import Reading
from vision.tracker import Activity, Tracker
from webapp.assistant.qwirkle import Lying, Position, Turn, next_turn
from webapp.assistant.split import Way, ways
from webapp.look import settled

ENGLISH.update(
    {
        "last_move_taken": "the tiles of the last move lie there no more: undo it, or put them back",
        "tiles_taken": "{tiles}: no longer where they lay, so following pauses: undo the last move, or put them back",
        "many_taken": "{count} tiles are no longer where they lay, so following pauses: show the whole table",
        "many_new": "{count} tiles lie here that nobody has told yet, too many to tell the moves apart: tell the older "
        "moves by tapping, or bring back by “Redo” what was undone",
        "two_moves": "these tiles can't be one move, but may be two: {tiles}",
        "several_moves": "these tiles can't be one move, but may be {count}, one after the other: {tiles}",
        "in_play": "{count} tiles lie there and none is known yet: begin a new game from a photo of this table",
    }
)

Event = Literal["started", "proposed", "withdrawn", "confirmed", "undone", "paused", "resumed", "differs", "camera"]


@dataclass(frozen=True)
class LiveConfig:
    """When a game goes on by itself. Times are in seconds.

    Args:
        confirm_after: a legal move that has lain for so long is taken for meant: who thinks again does so sooner.
        illegal_after: one that the rules forbid may still be in the making; but it must not hold up the game.
        undo_after: tiles of the last move that are gone for so long were taken back.
        split: of so many tiles at most several moves are made; looking for more takes long and tells little. Where the
            record is not taken up from the table, following pauses at more.
        moves: so many at most are made of them: of more nobody knows any longer who made which.
        takes_up: whether more than a first move on a table without a record is where the game goes on; else following
            pauses.
        named: of more missing tiles nobody reads the names; so many are rather hidden, or on an older picture.
    """

    confirm_after: float = 3.0
    illegal_after: float = 10.0
    undo_after: float = 3.0
    split: int = 10
    moves: int = 4
    takes_up: bool = True
    named: int = 6


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
        roll: the roll that it is about, in a game of Qwixx.
    """

    event: Event
    turn: Turn | None = None
    reasons: tuple[Reason, ...] = ()
    roll: Roll | None = None


@dataclass(frozen=True)
class Word:
    """What a person said about a cell.

    Args:
        tile: that lies there; None for none.
        seen: whether a piece was seen there: then the word is about that piece, and stands while one is.
    """

    tile: Tile | None
    seen: bool


@dataclass(frozen=True, eq=False)
class Seen:
    """A reading, and what it adds to the record.

    Args:
        reading: what was seen.
        table: its most probable position.
        position: the same with what people said about single cells.
        turn: what that adds.
    """

    reading: Reading
    table: Table
    position: Position
    turn: Turn


class LiveGame:
    """The record of a game, and what the table shows beyond it.

    Args:
        board: what lies there when the game is taken up; nothing if it begins.
        config: when it goes on by itself.
        forbids: tells what besides the board forbids a move, such as a hand that is known; None if nothing does.
    """

    def __init__(
        self,
        board: Board = EMPTY_BOARD,
        config: LiveConfig = LiveConfig(),
        forbids: Callable[[Turn], Reason | None] = lambda _: None,
    ) -> None:
        self.config = config
        self.shown: Seen | None = None
        """The last reading, steady or not."""
        self._forbids = forbids
        self._start = board
        self._last_before: Move | None = None
        self._turns: list[Turn] = []
        self._steady: Reading | None = None
        self._said: dict[Cell, Word] = {}
        self._frame = board
        self._proposed: Turn | None = None
        self._ways: tuple[Way, ...] = ()
        self._dismissed: Move | None = None
        self._taken_back: Collection[Cell] = ()
        self._paused: Reason | None = None
        self._differing: tuple[Reason, ...] = ()
        self._since: float | None = None
        self._lain = 0.0
        self._now = 0.0

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

    @property
    def forbidden(self) -> Reason | None:
        """Why the proposed move can't be confirmed by itself; None if it can, or there is none."""
        return (self._proposed.illegal or self._forbids(self._proposed)) if self._proposed else None

    @property
    def ways(self) -> tuple[Way, ...]:
        """The moves that the proposed tiles may be, the likeliest first: one where it can be, else several."""
        return self._ways if self._proposed else ()

    @property
    def paused(self) -> Reason | None:
        """Why following pauses."""
        return self._paused

    @property
    def differing(self) -> tuple[Reason, ...]:
        """Where table and record differ while the game goes on."""
        return self._differing

    @property
    def said(self) -> Mapping[Cell, Word]:
        """What people said about single cells."""
        return self._said

    def confirms_in(self, at: float) -> float | None:
        """In how many seconds the proposed move is taken for meant; None if it waits for a person, or for stillness."""
        if self._proposed is None or self._since is None:
            return None
        if any(placement.cell in self._taken_back for placement in self._proposed.move.placements):
            return None
        patience = self.config.illegal_after if self.forbidden else self.config.confirm_after
        return None if math.isinf(patience) else max(0.0, self._since + patience - self._lain - at)

    def see(self, reading: Reading, at: float) -> list[News]:
        """Holds a steady reading against the record.

        Args:
            reading: what lies on the table.
            at: when it was seen, in seconds.

        Returns:
            What is new; nothing if the table shows what it did.
        """
        self._since = self._now = at
        self._steady = reading
        return self._judge(reading)

    def tick(self, at: float) -> list[News]:
        """Takes what has lain for long enough for meant; to be called while nothing moves."""
        self._now = at
        if self._since is None:
            return []
        if self._proposed is not None:
            return [self.confirm()] if self.confirms_in(at) == 0 else []
        if self._paused == Reason("last_move_taken") and at - self._since >= self.config.undo_after:
            return [self.undo()]
        return []

    def wait(self) -> None:
        """Something moves: nothing is taken for meant before the next reading.

        For how long the proposed tiles have lain counts on if they are there then, as after a knock of the camera.
        """
        if self._since is not None:
            self._lain += self._now - self._since
        self._since = None

    def show(self, reading: Reading) -> Seen:
        """What a reading adds to the record, be it steady or not."""
        table = settled(reading, self.board or None)
        position = self._as_said(Position.of(reading, table))
        self.shown = Seen(reading, table, position, _turn(self.board, position))
        return self.shown

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

    def dismiss(self) -> None:
        """Takes the proposed move for not meant: it is proposed no more until the table shows something else.

        Raises:
            ValueError: if none is proposed.
        """
        if self._proposed is None:
            raise ValueError("no move is proposed")
        self._dismissed, self._proposed = self._proposed.move, None

    def undo(self) -> News:
        """Takes the last move out of the record; while its tiles lie there, the next reading proposes it again.

        Raises:
            ValueError: if there is none.
        """
        if not self._turns or self._last is None:
            raise ValueError("no move was confirmed")
        self._proposed = self._paused = None
        return News("undone", self._turns.pop())

    def say(self, cell: Cell, tile: Tile | None) -> list[News]:
        """Takes a person's word about a cell, which later readings don't change.

        Args:
            cell: in the numbers of what was shown last.
            tile: that lies there; None for none.

        Returns:
            What is new.
        """
        seen = self.shown is not None and cell in self.shown.turn.pieces
        self._said[cell] = Word(tile, seen)
        return self._judge_again()

    def recorded(self, board: Board, last: Move | None) -> list[News]:
        """Takes over the record from where it is kept, as when a person wrote to it or took something back.

        Args:
            board: the confirmed tiles.
            last: the last move, if it may be told by its tiles' being gone.

        Returns:
            What is new.
        """
        if board == self.board and last == self._last:
            return []
        gone = self.board.keys() - board.keys()
        self._said = {cell: word for cell, word in self._said.items() if cell in board and cell not in gone}
        self._taken_back = gone
        self._start, self._last_before, self._turns = board, last, []
        self._proposed = self._dismissed = None
        self._frame = board or self._frame
        return self._judge_again()

    def _judge_again(self) -> list[News]:
        """Judges the last steady reading anew; what it says is taken for meant no sooner than a new one."""
        self._lain = 0.0
        if self._since is not None:
            self._since = self._now
        return self._judge(self._steady) if self._steady else []

    def _judge(self, reading: Reading) -> list[News]:
        seen = self.show(reading)
        turn = seen.turn
        news = []
        if follower := self._after_the_proposed(turn, seen.position):
            news.append(self.confirm())
            turn = follower
        if not self.config.takes_up:
            turn = _as_move(turn)
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
        self._frame = turn.board
        self._taken_back = [cell for cell in self._taken_back if cell in turn.board]
        if self._paused is not None:
            self._paused = None
            news.append(News("resumed"))
        return [*news, *self._propose(turn)]

    @property
    def _last(self) -> Move | None:
        """The last confirmed move."""
        if not self._turns:
            return self._last_before
        return None if self._turns[-1].begins else self._turns[-1].move

    def _as_said(self, position: Position) -> Position:
        """The position with what people said about single cells."""
        if not self._said:
            return position
        turn = _turn(self._frame, position)
        if any(note.code == "another_table" for note in turn.notes):
            return position
        lying = {tile.piece: tile for group in position.groups for tile in group.values()}
        tiles = {cell: lying[piece] for cell, piece in turn.pieces.items()}
        for cell, word in self._said.items():
            before = tiles.pop(cell, None)
            if word.tile is not None and (before or not word.seen):
                tiles[cell] = replace(Lying.of(word.tile, sure=True), piece=before.piece if before else None)
        return replace(position, groups=(tiles,) if tiles else ())

    def _propose(self, turn: Turn) -> list[News]:
        if turn.begins and turn.board:
            self._proposed = None
            self._turns.append(turn)
            return [News("started", turn)]
        before, self._proposed = self._proposed, None if turn.move.is_pass else turn
        if self._dismissed is not None and turn.move == self._dismissed:
            self._proposed = None
        else:
            self._dismissed = None
        if self._proposed is None:
            return [News("withdrawn", before)] if before else []
        if before and before.move == turn.move:
            return []
        self._lain = 0.0
        self._ways = self._split(turn)
        reasons = (several_reason(self._ways[0]),) if turn.illegal and self._ways else ()
        return [News("proposed", turn, reasons)]

    def _after_the_proposed(self, turn: Turn, position: Position) -> Turn | None:
        """The next player's move, where the new tiles are none with those proposed, but one after them."""
        proposed = self._proposed
        if proposed is None or self.forbidden or not (turn.illegal or turn.begins):
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
        if not self.config.takes_up and not self.board and len(turn.board) > self.config.split:
            return Reason("in_play", {"count": len(turn.board)}), ()
        if not self.config.takes_up and len(turn.move.placements) > self.config.split:
            return Reason("many_new", {"count": len(turn.move.placements)}), ()
        missing = {note.params["cell"]: note for note in turn.notes if note.code == "not_seen"}
        last = {placement.cell for placement in self._last.placements} if self._last else set()
        if missing and missing.keys() == last and turn.move.is_pass:
            return Reason("last_move_taken"), ()
        words = [note.params["tile"] for note in missing.values()]
        moved = {placement.tile.words for placement in turn.move.placements} & set(words)
        if len(missing) > 1 or moved or missing.keys() & last:
            others = tuple(note for note in turn.notes if note.code != "not_seen")
            if len(words) > self.config.named:
                return Reason("many_taken", {"count": len(words)}), others
            return Reason("tiles_taken", {"tiles": ", ".join(map(str, words))}), others
        return None, turn.notes

    def _split(self, turn: Turn) -> tuple[Way, ...]:
        if len(turn.move.placements) > self.config.split:
            return ()
        return ways(self.board, turn.move.placements, self.config.moves)


def several_reason(moves: Way) -> Reason:
    """Says that tiles may be several moves, and which."""
    tiles = ", then ".join(hand_text(move.tiles) for move in moves)
    if len(moves) == 2:
        return Reason("two_moves", {"first": moves[0], "second": moves[1], "tiles": tiles})
    return Reason("several_moves", {"count": len(moves), "moves": moves, "tiles": tiles})


def _turn(board: Board, position: Position) -> Turn:
    """What a position adds to a board that was confirmed, whose tiles keep their names."""
    return next_turn(Position.known(board, board.keys()), position)


def _as_move(turn: Turn) -> Turn:
    """What would begin a game, as the first move that it then must be."""
    if not turn.begins or turn.move.is_pass:
        return turn
    try:
        EMPTY_BOARD.check(turn.move)
    except IllegalMove as error:
        return replace(turn, begins=False, illegal=error.reason, score=EMPTY_BOARD.score(turn.move))
    return replace(turn, begins=False, score=EMPTY_BOARD.score(turn.move))


class Follows(Protocol):
    """A game that holds its record against what a camera sees, such as `LiveGame`."""

    def see(self, reading: Reading, at: float) -> list[News]:
        """Takes a steady reading."""

    def tick(self, at: float) -> list[News]:
        """Takes what has lain for long enough for meant."""

    def wait(self) -> None:
        """Something moves."""


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
        game: Follows,
        read: Callable[[Pixels], Reading],
        submit: Callable[[Callable[[], Reading]], Future[Reading]],
        tracker: Tracker | None = None,
    ) -> None:
        self.game = game
        self._read, self._submit, self._tracker = read, submit, tracker or Tracker()
        self._reading: tuple[Future[Reading], float] | None = None
        self.activity = Activity.SETTLING
        """What goes on in front of the camera."""
        self.notice: Reason | None = None
        """What is wrong with it."""
        self.unsteady: Reading | None = None
        """The last reading while readings still differ, for those who show them."""

    def see(self, frame: Pixels, at: float) -> list[News]:
        """Takes the next frame.

        Args:
            frame: (H, W, 3) uint8 BGR; nobody may change it afterwards.
            at: its time in seconds.

        Returns:
            What is new.
        """
        glance = self._tracker.see(frame, at)
        self.activity = glance.activity
        news = self._noticed(glance.notice)
        if glance.wanted and self._reading is None:
            self._reading = self._submit(lambda: self._read(frame)), at
        if glance.activity is not Activity.STILL:
            self.game.wait()
        news += self.collect()
        if glance.activity is Activity.STILL:
            news += self.game.tick(at)
        return news

    def collect(self) -> list[News]:
        """Takes the reading that was asked for, if it is there by now; what is new."""
        if self._reading is None or not self._reading[0].done():
            return []
        (future, taken), self._reading = self._reading, None
        reading = future.result()
        steady = self._tracker.add(reading, taken)
        self.unsteady = None if self._tracker.is_steady else reading
        return self.game.see(steady, taken) if steady else []

    def _noticed(self, notice: Reason | None) -> list[News]:
        """What is wrong with the camera, once for as long as it lasts."""
        before, self.notice = self.notice, notice
        return [News("camera", reasons=(notice,))] if notice and (not before or notice.code != before.code) else []


def at_once(work: Callable[[], Reading]) -> Future[Reading]:
    """Does something now, for frames that wait, such as a film's."""
    future: Future[Reading] = Future()
    future.set_result(work())
    return future
