"""What kinds of databases need, so that who reads sees one moment, writers take turns, and nobody waits for ever."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import URL, Connection

PATIENCE = 10
"""Seconds that a writer waits for others, each of which writes for a few milliseconds, and for a server to answer."""
HANGS = 15
"""Seconds after which a server that says nothing counts as gone: more than any writer waits there."""

_LIBPQ = {
    "connect_timeout": PATIENCE,
    "tcp_user_timeout": HANGS * 1000,
    "options": f"-c lock_timeout={PATIENCE}s",
}
_PYMYSQL = {
    "connect_timeout": PATIENCE,
    "read_timeout": HANGS,
    "write_timeout": HANGS,
    "init_command": f"SET SESSION innodb_lock_wait_timeout = {PATIENCE}",
}
PATIENT: Mapping[str, Mapping[str, Any]] = {
    "pysqlite": {"timeout": PATIENCE},
    "psycopg": _LIBPQ,
    "psycopg2": _LIBPQ,
    "pymysql": _PYMYSQL,
}
"""How each driver is told to wait, but not for ever."""


@dataclass(frozen=True)
class Kind:
    """What is to be known of one kind of database.

    Args:
        reads: the isolation of transactions that only read, where theirs would not show them one moment.
        writes: that of those that write, where they would not see what was written while they waited for a row.
        enter: how a connection waits to be alone, which gives 0 where that takes too long,
        leave: and how it is alone no more.
        scheme: how addresses begin that name a driver which needs no compiler,
        package: and that driver.
    """

    reads: str | None = None
    writes: str | None = None
    enter: str | None = None
    leave: str = ""
    scheme: str = ""
    package: str = ""

    @classmethod
    def of(cls, url: URL) -> Kind:
        """The kind of the database at an address; of those that nobody has tried, nothing is known."""
        return KINDS.get(url.get_backend_name(), cls())


_POSTGRESQL = Kind(
    reads="REPEATABLE READ",
    writes="READ COMMITTED",
    enter="SELECT pg_advisory_lock(72619)",  # any number that is always the same
    leave="SELECT pg_advisory_unlock(72619)",
    scheme="postgresql+psycopg",
    package="psycopg[binary]",
)
_MARIADB = Kind(
    reads="REPEATABLE READ",
    writes="READ COMMITTED",  # which locks no gaps between rows: two that begin a table would wait for each other
    enter=f"SELECT GET_LOCK('kibitz', {PATIENCE})",
    leave="DO RELEASE_LOCK('kibitz')",
    scheme="mariadb+pymysql",
    package="pymysql",
)
KINDS: Mapping[str, Kind] = {
    "postgresql": _POSTGRESQL,
    "mariadb": _MARIADB,
    "mysql": replace(_MARIADB, scheme="mysql+pymysql"),
}


def patient(url: URL) -> dict[str, Any]:
    """What the driver is told of waiting, as far as the address says nothing of it."""
    told = PATIENT.get(url.get_dialect().driver, {})
    return {name: value for name, value in told.items() if name not in url.query}


@contextmanager
def alone(connection: Connection) -> Iterator[None]:
    """Waits until no other connection does what this one is about to do; SQLite has one writer at a time anyway.

    It belongs around transactions: what is done must be there for the next before it goes on.

    Raises:
        TimeoutError: if others take too long.
    """
    kind = Kind.of(connection.engine.url)
    if kind.enter is None:
        yield
        return
    with connection.begin():
        if connection.exec_driver_sql(kind.enter).scalar() == 0:
            raise TimeoutError
    try:
        yield
    finally:
        with connection.begin():
            connection.exec_driver_sql(kind.leave)
