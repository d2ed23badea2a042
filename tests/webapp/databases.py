"""Where tests keep their games: in a file of their own, or in the database that KIBITZ_TEST_DATABASE gives.

That one is emptied before each test, so its name must end in "test": nobody loses games by a slip.
"""

from __future__ import annotations

import os
from pathlib import Path

from sqlalchemy import MetaData, create_engine, make_url

VARIABLE = "KIBITZ_TEST_DATABASE"
ON_SERVER = bool(os.environ.get(VARIABLE))
"""Whether tests keep their games on a server."""


def fresh(folder: Path) -> str:
    """The address of an empty database."""
    address = os.environ.get(VARIABLE)
    return emptied(address) if address else f"sqlite:///{folder / 'games.sqlite'}"


def emptied(address: str) -> str:
    """The address of a database, once nothing is left in it."""
    if not (make_url(address).database or "").endswith("test"):
        raise ValueError(f"{VARIABLE} must name a database whose name ends in test, for all in it is deleted")
    engine, found = create_engine(address), MetaData()
    with engine.begin() as connection:
        found.reflect(connection)
        found.drop_all(connection)
    engine.dispose()
    return address


def cut_off(address: str) -> int:
    """Ends all connections to a database on a server, as a server does that starts anew; gives how many they were."""
    engine = create_engine(address)
    if engine.dialect.name == "postgresql":
        others = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        end = "SELECT pg_terminate_backend({})"
    else:
        others = "SELECT id FROM information_schema.processlist WHERE db = database() AND id <> connection_id()"
        end = "KILL {}"
    with engine.connect() as connection:
        found = connection.exec_driver_sql(others).scalars().all()
        for one in found:
            connection.exec_driver_sql(end.format(one))
    engine.dispose()
    return len(found)
