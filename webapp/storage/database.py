"""Opening the database: an SQLite file of the user's own, or whatever address `KIBITZ_DATABASE` gives."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from engine.game import ENGLISH, Refusal
from webapp.storage.folder import data_folder
from webapp.storage.kinds import Kind, alone, patient

ENGLISH.update(
    {
        "database_address": "{variable} is no address of a database: give one such as sqlite:///games.sqlite",
        "database_closed": "the database of games can't be opened or written: see that its disk or server is there, "
        "and lets Kibitz in",
        "database_driver": "the driver for {variable} isn't installed: pip install '{package}' beside Kibitz, and "
        "begin the address with {scheme}://",
        "database_driver_unknown": "the driver for {variable} isn't installed: install {name} beside Kibitz",
        "database_newer": "a newer Kibitz has written the database of games: use that one, or give another {variable}",
    }
)

VARIABLE = "KIBITZ_DATABASE"
FILE = "games.sqlite"
WRITES = "kibitz_writes"
"""The execution option of connections that are going to write."""


class DatabaseError(Refusal):
    """A database that can't be used."""


def usual_address(environment: Mapping[str, str] = os.environ) -> str:
    """The address in `KIBITZ_DATABASE`, or that of a file in the user's data folder, which is made.

    Games hold the hands that players told: nobody else on this computer can read the file.
    """
    if given := environment.get(VARIABLE):
        return given
    folder = data_folder()
    file = folder / FILE
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.touch(mode=0o600)
        file.chmod(0o600)  # also one that was made more open
    except OSError as error:
        raise DatabaseError("database_closed") from error
    return f"sqlite:///{file}"


def open_database(address: str) -> Engine:
    """Opens a database, and brings it up to date.

    Raises:
        DatabaseError: if the address is none or its driver is missing, nothing answers there, or a newer Kibitz has
            written there.
    """
    try:
        url = make_url(address)
        engine = _engine(url)
    except (ArgumentError, NoSuchModuleError) as error:
        raise DatabaseError("database_address", variable=VARIABLE) from error
    except ImportError as error:
        raise _undriven(url, error) from error
    try:
        bring_up_to_date(engine)
    except (DBAPIError, TimeoutError) as error:
        engine.dispose()
        raise DatabaseError("database_closed") from error
    except CommandError as error:
        engine.dispose()
        raise DatabaseError("database_newer", variable=VARIABLE) from error
    return engine


def writing(engine: Engine) -> Engine:
    """The engine for transactions that write: of several at a time, all but one wait for their turn."""
    isolation = Kind.of(engine.url).writes
    return engine.execution_options(**{WRITES: True}, **({"isolation_level": isolation} if isolation else {}))


def bring_up_to_date(engine: Engine) -> None:
    """Takes the steps of `webapp.storage.migrations` that the database has not seen."""
    config = Config()
    config.set_main_option("script_location", "webapp.storage:migrations")
    # Of two servers that start together, the second finds that everything is done.
    with writing(engine).connect() as connection, alone(connection), connection.begin():
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _engine(url: URL) -> Engine:
    sqlite, isolation = url.get_backend_name() == "sqlite", Kind.of(url).reads
    options: dict[str, Any] = {"isolation_level": isolation} if isolation else {}
    # A server that was started anew has forgotten its connections: each is tried before it is used.
    engine = create_engine(url, connect_args=patient(url), pool_pre_ping=not sqlite, **options)
    if sqlite:
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def _undriven(url: URL, error: ImportError) -> DatabaseError:
    """What to say where the driver that an address names is not installed."""
    if (kind := Kind.of(url)).package:
        return DatabaseError("database_driver", variable=VARIABLE, package=kind.package, scheme=kind.scheme)
    return DatabaseError("database_driver_unknown", variable=VARIABLE, name=error.name or url.get_dialect().driver)


def _prepare_sqlite(connection: Any, _record: object) -> None:
    # The driver itself would begin transactions late, and leave out those that only read.
    connection.isolation_level = None
    # WAL: who reads never waits for who writes. FULL: a commit is on the disk before anybody is told.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that begins by reading and then writes could find that another has written in between.
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
