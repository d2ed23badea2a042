"""The tables: what happened at each, written down so that nothing that was confirmed is ever lost."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, func, select
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import Session, selectinload

from engine.game import ENGLISH, Refusal
from webapp.storage.codes import as_written, new_code
from webapp.storage.database import DatabaseError, writing
from webapp.storage.schema import DecisionRow, EntryRow, LessonRow, SeatRow, TableRow, VeilRow

ENGLISH.update(
    {
        "table_unknown": "there is no table “{name}”: check the code, or begin a new game",
        "table_stale": "somebody else was faster: look at the table as it is now, and try again",
        "tables_full": "this server keeps no more than {limit} tables: take away one that nobody needs",
        "log_full": "a game's log has no more than {limit} entries: begin a new game from this table",
        "entry_too_large": "that is too much for one entry of the log: leave out what doesn't belong",
        "seat_taken": "somebody has taken this seat already: let them leave it, or take it over if their phone is gone",
        "seat_moved": "this seat was taken by another phone meanwhile: let that one hand it on",
    }
)

Lesson = dict[str, Any]
"""What a person put right, in plain values."""
Entry = dict[str, Any]
"""An entry of a log in plain values, as `engine.game.Game.to_json` gives them."""


@dataclass(frozen=True)
class Limits:
    """How much is kept, so that nobody fills the disk."""

    tables: int = 1000
    """A family that begins three games a day needs a year."""
    entries: int = 1000
    """A long game of six has 300, with every draw told."""
    entry_bytes: int = 8192
    """A start from a table with all 108 tiles of a box takes 2000."""
    lessons: int = 40
    """A light in which more has to be put right is better calibrated."""
    lesson_bytes: int = 65_536
    """With the colours of all tiles of a box it takes a third."""


@dataclass(frozen=True)
class Table:
    """A table as it stood when it was read.

    Args:
        code: under which people find it.
        game: its name.
        created: when it began, in seconds since 1970 (UTC),
        changed: and when anything was last written to it.
        revision: how many times anything was, entries or not.
        log: the entries.
        seats: the hash of the token of whoever took a seat, by the player's number.
        decisions: what players have decided while others have still to, by their numbers.
        veiled: the players whose seats were taken over: their hands are shown to nobody.
    """

    code: str
    game: str
    created: float
    changed: float
    revision: int
    log: tuple[Entry, ...]
    seats: Mapping[int, str]
    decisions: Mapping[int, str]
    veiled: frozenset[int] = frozenset()

    @property
    def version(self) -> int:
        """How many entries the log has: what is written must name the version it was made on."""
        return len(self.log)


class TableUnknown(Refusal):
    """A code that no table has."""


class Full(Refusal):
    """A limit that is reached."""


class SeatTaken(Refusal):
    """A seat that another has taken."""


class Stale(Refusal):
    """Something that was made on a version which is not the present one any more.

    Args:
        table: as it is now.
    """

    def __init__(self, table: Table) -> None:
        super().__init__("table_stale")
        self.table = table


class Tables:
    """All tables of a database; any number of threads and processes may use one.

    Args:
        engine: of a database that is up to date.
        limits: how much is kept.
        clock: gives the time in seconds since 1970.
    """

    def __init__(self, engine: Engine, limits: Limits | None = None, clock: Callable[[], float] = time.time) -> None:
        self._engine = engine
        self._limits = limits or Limits()
        self._clock = clock

    def create(self, game: str, log: Sequence[Entry]) -> Table:
        """A new table on which a game begins.

        Raises:
            Full: if there are too many tables, or this log is too long.
        """
        with self._writing() as session:
            if (session.scalar(select(func.count()).select_from(TableRow)) or 0) >= self._limits.tables:
                raise Full("tables_full", limit=self._limits.tables)
            code = next(code for code in iter(new_code, None) if _found(session, code) is None)
            now = self._clock()
            row = TableRow(code=code, game=game, created=now, changed=now, revision=0)
            session.add(row)
            self._add_entries(row, log)
            self._touch(session, row)
            return _table(row)

    def get(self, code: str) -> Table:
        """The table with this code.

        Raises:
            TableUnknown: if there is none.
        """
        with self._reading() as session:
            return _table(_row(session, code))

    def revision(self, code: str) -> int | None:
        """The present revision of a table, None if there is no such table (any more)."""
        with self._reading() as session:
            return session.scalar(select(TableRow.revision).where(TableRow.code == as_written(code)))

    def recent(self, most: int) -> list[Table]:
        """The tables that changed last, the newest first."""
        query = select(TableRow).order_by(TableRow.changed.desc(), TableRow.id.desc()).limit(most)
        related = (TableRow.entries, TableRow.seats, TableRow.decisions, TableRow.veils)
        with self._reading() as session:
            return [_table(row) for row in session.scalars(query.options(*map(selectinload, related)))]

    def append(self, code: str, version: int, entries: Sequence[Entry]) -> Table:
        """The table with more entries in its log, all of them or none.

        Raises:
            TableUnknown: if there is no such table.
            Stale: if the log has another length than `version`.
            Full: if the log or an entry becomes too long.
        """
        return self._change(code, version, lambda row: self._add_entries(row, entries))

    def decide(
        self,
        code: str,
        version: int,
        player: int,
        decision: str,
        settled: Callable[[Mapping[int, str]], Sequence[Entry]],
    ) -> Table:
        """The table with a player's decision, which replaces the player's earlier one.

        Args:
            code: of the table.
            version: that the decision was made on.
            player: who decides.
            decision: in its text form.
            settled: the entries that follow from all decisions, none as long as others have still to decide.

        Raises:
            TableUnknown: if there is no such table.
            Stale: if the log has another length than `version`.
            Full: if the log becomes too long.
        """

        def decided(row: TableRow) -> None:
            others = [one for one in row.decisions if one.player != player]
            mine = next((one for one in row.decisions if one.player == player), DecisionRow(player=player))
            mine.decision = decision
            row.decisions = [*others, mine]
            self._add_entries(row, settled({one.player: one.decision for one in row.decisions}))

        return self._change(code, version, decided)

    def take_seat(self, code: str, player: int, token_hash: str, shown: Collection[str] = ()) -> Table:
        """The table with a seat taken.

        What was decided for it without a seat and is still hidden is forgotten: whoever comes may be another.

        Args:
            code: of the table.
            player: whose seat it is.
            token_hash: of the token that shows it from now on.
            shown: hashes of tokens that the phone had before: who was taken over and comes back sees the hand again.

        Raises:
            TableUnknown: if there is no such table.
            SeatTaken: if it is taken already.
        """

        def taken(row: TableRow) -> None:
            if any(seat.player == player for seat in row.seats):
                raise SeatTaken("seat_taken")
            row.decisions = [one for one in row.decisions if one.player != player]
            row.veils = [veil for veil in row.veils if not _is_back(veil, player, shown)]
            row.seats.append(SeatRow(player=player, token_hash=token_hash))

        return self._change(code, None, taken)

    def take_over(self, code: str, player: int, token_hash: str, shown: Collection[str] = ()) -> Table:
        """The table with a seat taken from whoever had it.

        What they decided and is still hidden is forgotten, and the hand is veiled, so that nobody learns of either but
        the phone that was taken over, if it comes back.

        Args:
            code: of the table.
            player: whose seat it is.
            token_hash: of the token that shows it from now on.
            shown: hashes of tokens that the phone had before.

        Raises:
            TableUnknown: if there is no such table.
        """

        def taken(row: TableRow) -> None:
            before = next((seat.token_hash for seat in row.seats if seat.player == player), None)
            row.seats = [seat for seat in row.seats if seat.player != player]
            row.decisions = [one for one in row.decisions if one.player != player]
            if any(_is_back(veil, player, shown) for veil in row.veils):
                row.veils = [veil for veil in row.veils if veil.player != player]
            elif all(veil.player != player for veil in row.veils):
                row.veils.append(VeilRow(player=player, token_hash=before))
            row.seats.append(SeatRow(player=player, token_hash=token_hash))

        return self._change(code, None, taken)

    def hand_over(self, code: str, player: int, token_hash: str, before: str) -> Table:
        """The table with a seat given to another phone by the one that has it, with what is known and decided there.

        Args:
            code: of the table.
            player: whose seat it is.
            token_hash: of the token that shows it from now on.
            before: the hash of the token that did.

        Raises:
            TableUnknown: if there is no such table.
            SeatTaken: if another phone has the seat by now.
        """

        def handed(row: TableRow) -> None:
            seat = next((seat for seat in row.seats if (seat.player, seat.token_hash) == (player, before)), None)
            if seat is None:
                raise SeatTaken("seat_moved")
            seat.token_hash = token_hash

        return self._change(code, None, handed)

    def leave_seat(self, code: str, player: int) -> Table:
        """The table with a seat free again.

        Raises:
            TableUnknown: if there is no such table.
        """

        def left(row: TableRow) -> None:
            row.seats = [seat for seat in row.seats if seat.player != player]

        return self._change(code, None, left)

    def lessons(self, code: str) -> dict[int, Lesson]:
        """What people put right at a table, by the numbers of the lessons, the oldest first.

        Raises:
            TableUnknown: if there is no such table.
        """
        with self._reading() as session:
            return {one.number: one.lesson for one in _row(session, code).lessons}

    def teach(self, code: str, lesson: Lesson) -> None:
        """Keeps what a person put right; of too many, the oldest lesson goes.

        Raises:
            TableUnknown: if there is no such table.
            Full: if the lesson is too long.
        """
        if len(json.dumps(lesson)) > self._limits.lesson_bytes:
            raise Full("entry_too_large")

        def learned(row: TableRow) -> None:
            number = max((one.number for one in row.lessons), default=0) + 1
            row.lessons = [*row.lessons[1 - self._limits.lessons :], LessonRow(number=number, lesson=lesson)]

        self._change(code, None, learned)

    def forget(self, code: str, number: int) -> None:
        """Takes a lesson back, if it is there.

        Raises:
            TableUnknown: if there is no such table.
        """

        def forgotten(row: TableRow) -> None:
            row.lessons = [one for one in row.lessons if one.number != number]

        self._change(code, None, forgotten)

    def remove(self, code: str) -> None:
        """Takes a table away with all that belongs to it.

        Raises:
            TableUnknown: if there is no such table.
        """
        with self._writing() as session:
            session.delete(_row(session, code, first=True))

    def _change(self, code: str, version: int | None, change: Callable[[TableRow], None]) -> Table:
        try:
            with self._writing() as session:
                row = _row(session, code, first=True)
                if version not in (None, len(row.entries)):
                    raise Stale(_table(row))
                change(row)
                self._touch(session, row)
                return _table(row)
        except IntegrityError as error:
            raise Stale(self.get(code)) from error

    def _touch(self, session: Session, row: TableRow) -> None:
        row.changed = self._clock()
        row.revision += 1
        session.flush()

    def _add_entries(self, row: TableRow, entries: Sequence[Entry]) -> None:
        if len(row.entries) + len(entries) > self._limits.entries:
            raise Full("log_full", limit=self._limits.entries)
        for entry in entries:
            if len(json.dumps(entry)) > self._limits.entry_bytes:
                raise Full("entry_too_large")
            row.entries.append(EntryRow(position=len(row.entries), entry=entry))
            row.decisions = []

    def _reading(self) -> AbstractContextManager[Session]:
        return self._session(self._engine)

    def _writing(self) -> AbstractContextManager[Session]:
        """A session whose changes are kept, all of them, as soon as it is left without an error."""
        return self._session(writing(self._engine))

    @contextmanager
    def _session(self, engine: Engine) -> Iterator[Session]:
        try:
            with Session(engine) as session, session.begin():
                yield session
        except IntegrityError:
            raise
        except (DBAPIError, PoolTimeout) as error:
            raise DatabaseError("database_closed") from error


def _found(session: Session, code: str, first: bool = False) -> TableRow | None:
    query = select(TableRow).where(TableRow.code == as_written(code))
    # Where several may write at a time, who has read the row first goes first.
    return session.scalar(query.with_for_update() if first else query)


def _row(session: Session, code: str, first: bool = False) -> TableRow:
    row = _found(session, code, first)
    if row is None:
        raise TableUnknown("table_unknown", name=code[:20])
    return row


def _is_back(veil: VeilRow, player: int, shown: Collection[str]) -> bool:
    """Whether a phone that shows these had the seat before it was taken over."""
    return veil.player == player and veil.token_hash is not None and veil.token_hash in shown


def _table(row: TableRow) -> Table:
    return Table(
        code=row.code,
        game=row.game,
        created=row.created,
        changed=row.changed,
        revision=row.revision,
        log=tuple(one.entry for one in row.entries),
        seats={one.player: one.token_hash for one in row.seats},
        decisions={one.player: one.decision for one in row.decisions},
        veiled=frozenset(one.player for one in row.veils),
    )
