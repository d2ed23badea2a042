"""What the database holds, row by row."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, Double, Float, ForeignKey, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

TIME = Float().with_variant(Double(), "mysql", "mariadb")
"""Seconds since 1970; of 32 bits, which are a float to MariaDB and MySQL, two minutes would be left."""


class Base(DeclarativeBase):
    """What all rows share."""


class TableRow(Base):
    """A game at a table.

    Attributes:
        code: under which people find it.
        game: its name.
        created: when it began, in seconds since 1970 (UTC),
        changed: and when anything was last written to it.
        revision: how many times anything was, entries or not.
    """

    __tablename__ = "tables"

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(String(12), unique=True)
    game: Mapped[str] = mapped_column(String(20))
    created: Mapped[float] = mapped_column(TIME)
    changed: Mapped[float] = mapped_column(TIME)
    revision: Mapped[int]

    entries: Mapped[list[EntryRow]] = relationship(
        order_by="EntryRow.position", cascade="all, delete-orphan", passive_deletes=True
    )
    seats: Mapped[list[SeatRow]] = relationship(cascade="all, delete-orphan", passive_deletes=True)
    decisions: Mapped[list[DecisionRow]] = relationship(cascade="all, delete-orphan", passive_deletes=True)
    veils: Mapped[list[VeilRow]] = relationship(cascade="all, delete-orphan", passive_deletes=True)
    lessons: Mapped[list[LessonRow]] = relationship(
        order_by="LessonRow.number", cascade="all, delete-orphan", passive_deletes=True
    )


class EntryRow(Base):
    """An entry of a table's log; of two writers at the same position, the key lets only one through."""

    __tablename__ = "entries"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    entry: Mapped[dict[str, Any]] = mapped_column(JSON)


class SeatRow(Base):
    """A seat that somebody has taken, with the SHA-256 of their token: who reads the database gets no token."""

    __tablename__ = "seats"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    player: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str] = mapped_column(String(64))


class VeilRow(Base):
    """A player whose seat was taken over: from then on, whoever has the seat is shown nothing of the hand.

    The hash is that of the token which had the seat before: who comes back with it may see the hand again.
    """

    __tablename__ = "veils"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    player: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str | None] = mapped_column(String(64))


class LessonRow(Base):
    """What a person put right at a table, from which the reading of its pictures learns."""

    __tablename__ = "lessons"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    lesson: Mapped[dict[str, Any]] = mapped_column(JSON)


class DecisionRow(Base):
    """What a player has decided while others have still to; gone with the next entry of the log."""

    __tablename__ = "decisions"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    player: Mapped[int] = mapped_column(primary_key=True)
    decision: Mapped[str] = mapped_column(String(200))
