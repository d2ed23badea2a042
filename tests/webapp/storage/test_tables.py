"""The tables in the database: what was confirmed stays, and of two writers exactly one wins."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import platformdirs
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, create_engine, inspect
from sqlalchemy.exc import IntegrityError

from webapp.storage.codes import ALPHABET, as_written, new_code
from webapp.storage.database import DatabaseError, bring_up_to_date, open_database, usual_address
from webapp.storage.schema import Base
from webapp.storage.tables import Full, Limits, SeatTaken, Stale, Table, Tables, TableUnknown

from ..databases import ON_SERVER, cut_off

NOW = 1764529283.25
START = {"event": "start", "players": ["Ann", "Ben"]}
PASS = {"event": "pass", "player": 0}


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    engine = open_database(database)
    yield engine
    engine.dispose()


@pytest.fixture
def tables(engine: Engine) -> Tables:
    return Tables(engine, Limits(tables=2, entries=4, entry_bytes=100), clock=lambda: NOW)


def test_the_steps_lead_to_what_the_code_expects(engine: Engine) -> None:
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


def test_a_database_that_is_up_to_date_stays_as_it_is(engine: Engine, tables: Tables) -> None:
    table = tables.create("qwirkle", [START])
    bring_up_to_date(engine)
    assert tables.get(table.code) == table


def test_servers_that_start_together_take_the_steps_once(database: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        engines = list(pool.map(open_database, [database] * 4))
    assert Tables(engines[0]).create("qwirkle", [START]).version == 1
    for engine in engines:
        engine.dispose()


def test_a_start_that_was_ended_in_the_middle_is_gone_on_with(database: str) -> None:
    engine = create_engine(database)
    Base.metadata.create_all(engine, [Base.metadata.tables[name] for name in ("tables", "entries")])
    engine.dispose()
    engine = open_database(database)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    engine.dispose()


def test_sqlite_writes_ahead_and_waits_for_the_disk(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path / 'games.sqlite'}")
    with engine.connect() as connection:
        told = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]
    engine.dispose()
    assert told == ["wal", 2]


def test_a_table_keeps_its_log(tables: Tables) -> None:
    table = tables.create("qwirkle", [START])
    assert table == Table(table.code, "qwirkle", NOW, NOW, 1, (START,), {}, {})
    later = tables.append(table.code.lower(), 1, [PASS, PASS])
    assert (later.log, later.version, later.revision) == ((START, PASS, PASS), 3, 2)
    assert tables.get(table.code) == later
    assert tables.revision(table.code) == 2
    assert tables.recent(5) == [later]


def test_a_stale_version_is_told_the_present_one(tables: Tables) -> None:
    table = tables.create("qwirkle", [START])
    now = tables.append(table.code, 1, [PASS])
    with pytest.raises(Stale) as refused:
        tables.append(table.code, 1, [PASS])
    assert refused.value.table == now == tables.get(table.code)


def test_of_many_writers_on_one_version_exactly_one_wins(tables: Tables) -> None:
    code = tables.create("qwirkle", [START]).code

    def wins(_: int) -> bool:
        try:
            tables.append(code, 1, [PASS])
        except Stale:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(wins, range(8))) == 1
    assert tables.get(code).version == 2


def test_many_begin_at_a_time(engine: Engine) -> None:
    tables = Tables(engine)
    with ThreadPoolExecutor(8) as pool:
        codes = {table.code for table in pool.map(lambda _: tables.create("qwirkle", [START]), range(64))}
    assert len(codes) == 64


def test_who_reads_sees_one_moment(engine: Engine) -> None:
    tables = Tables(engine)
    code = tables.create("qwirkle", [START]).code

    def writes() -> None:
        for version in range(1, 60):
            tables.append(code, version, [PASS])

    with ThreadPoolExecutor(1) as pool:
        written = pool.submit(writes)
        while not written.done():
            for table in (tables.get(code), *tables.recent(1)):
                assert table.revision == table.version
        written.result()


def test_every_script_is_kept(tables: Tables) -> None:
    start = {"event": "start", "players": ["Zoë 🎲", "李雷", "שרה"]}
    assert tables.get(tables.create("qwixx", [start]).code).log == (start,)


def test_long_entries_are_kept(engine: Engine) -> None:
    tables = Tables(engine)
    start = {"event": "start", "board": "Rc@0,0 " * 1000}
    code = tables.create("qwirkle", [start]).code
    tables.teach(code, lesson := {"colours": [0.25] * 10_000})
    assert (tables.get(code).log, list(tables.lessons(code).values())) == ((start,), [lesson])


@pytest.mark.skipif(not ON_SERVER, reason="a file has no connections that end")
def test_a_server_that_has_forgotten_its_connections_is_asked_anew(database: str, tables: Tables) -> None:
    code = tables.create("qwirkle", [START]).code
    assert cut_off(database) > 0
    assert tables.append(code, 1, [PASS]).version == 2


def test_no_position_of_a_log_is_taken_twice(engine: Engine, tables: Tables) -> None:
    tables.create("qwirkle", [START])
    with engine.connect() as connection, pytest.raises(IntegrityError):
        connection.exec_driver_sql("INSERT INTO entries VALUES (1, 0, '{}')")


def test_entries_come_together_or_not_at_all(tables: Tables) -> None:
    table = tables.create("qwirkle", [START])
    refusals: list[tuple[list[dict[str, Any]], str]] = [
        ([PASS, {"event": "x" * 100}], "entry_too_large"),
        ([PASS] * 4, "log_full"),
    ]
    for entries, code in refusals:
        with pytest.raises(Full) as refused:
            tables.append(table.code, 1, entries)
        assert refused.value.reason.code == code
        assert tables.get(table.code) == table


def test_only_so_many_tables_are_kept_until_one_is_taken_away(tables: Tables, engine: Engine) -> None:
    first, _ = tables.create("qwirkle", [START]), tables.create("qwixx", [START])
    with pytest.raises(Full):
        tables.create("qwixx", [START])
    tables.take_seat(first.code, 0, "a" * 64)
    tables.remove(first.code)
    with pytest.raises(TableUnknown):
        tables.get(first.code)
    assert tables.revision(first.code) is None
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM entries").scalar() == 1
        assert connection.exec_driver_sql("SELECT count(*) FROM seats").scalar() == 0


def test_decisions_wait_until_all_have_decided(tables: Tables) -> None:
    code = tables.create("qwixx", [START]).code

    def settled(decisions: object) -> list[dict[str, object]]:
        return [{"event": "act", "all": decisions}] if decisions == {0: "R7", 1: "--"} else []

    assert tables.decide(code, 1, 0, "R5", settled).decisions == {0: "R5"}
    assert tables.decide(code, 1, 0, "R7", settled).decisions == {0: "R7"}
    table = tables.decide(code, 1, 1, "--", settled)
    assert (table.version, table.decisions) == (2, {})
    with pytest.raises(Stale):
        tables.decide(code, 1, 1, "--", settled)


def test_a_decision_does_not_outlast_what_it_was_made_on(tables: Tables) -> None:
    code = tables.create("qwixx", [START]).code
    tables.decide(code, 1, 0, "R5", lambda _: [])
    assert tables.append(code, 1, [PASS]).decisions == {}


def test_a_seat_is_taken_once(tables: Tables) -> None:
    code = tables.create("qwixx", [START]).code
    assert tables.take_seat(code, 1, "a" * 64).seats == {1: "a" * 64}
    with pytest.raises(SeatTaken):
        tables.take_seat(code, 1, "b" * 64)
    assert tables.leave_seat(code, 1).seats == {}


def test_codes_are_told_apart_when_they_are_said() -> None:
    assert not set("0O1IL2Z5S") & set(ALPHABET)
    code = new_code()
    assert as_written(f" {code[:3].lower()}-{code[3:]} ") == code
    assert len({new_code() for _ in range(200)}) == 200


WRITER = """
import sys, time
from webapp.storage.database import open_database
from webapp.storage.tables import Tables
tables = Tables(open_database(sys.argv[1]))
code = tables.create("qwirkle", [{"event": "start"}]).code
for version in range(1, 1000):
    tables.append(code, version, [{"event": "pass", "player": version}])
    print(code, version + 1, flush=True)
"""


def test_what_was_confirmed_outlives_a_kill(database: str) -> None:
    with subprocess.Popen([sys.executable, "-c", WRITER, database], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        for _ in range(5):
            code, confirmed = writer.stdout.readline().split()
        writer.send_signal(signal.SIGKILL)
        # What was confirmed between the last line read and the kill stands in the pipe.
        for line in writer.stdout:
            if line.endswith("\n"):
                code, confirmed = line.split()
    assert writer.returncode == -signal.SIGKILL
    engine = open_database(database)
    table = Tables(engine).get(code)
    assert table.version >= int(confirmed) >= 6
    assert [entry["player"] for entry in table.log[1:]] == list(range(1, table.version))
    assert Tables(engine).append(code, table.version, [PASS]).version == table.version + 1
    engine.dispose()


def test_the_usual_place_is_the_users_own_unless_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert usual_address({"KIBITZ_DATABASE": "sqlite:///here"}) == "sqlite:///here"
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_, **__: str(tmp_path / "data"))
    engine = open_database(usual_address({}))
    assert "entries" in inspect(engine).get_table_names()
    engine.dispose()
    assert (tmp_path / "data" / "games.sqlite").exists()


def test_nobody_else_reads_the_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_, **__: str(tmp_path))
    games = tmp_path / "games.sqlite"
    games.touch(mode=0o644)
    open_database(usual_address({})).dispose()
    assert [oct(path.stat().st_mode & 0o777) for path in tmp_path.glob("games.sqlite*")] == ["0o600"]


@pytest.mark.parametrize(
    ("address", "code"),
    [("no address", "database_address"), ("sqlite:////no/such/folder/x", "database_closed")],
)
def test_a_database_that_cannot_be_used_is_refused_in_words(address: str, code: str) -> None:
    with pytest.raises(DatabaseError) as refused:
        open_database(address)
    assert refused.value.reason.code == code


@pytest.mark.parametrize(
    ("driver", "address"),
    [("psycopg", "postgresql+psycopg://{}/games"), ("pymysql", "mariadb+pymysql://{}/games")],
)
def test_a_server_that_is_away_is_told(driver: str, address: str) -> None:
    pytest.importorskip(driver)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))  # nobody listens there
        with pytest.raises(DatabaseError) as refused:
            open_database(address.format(f"127.0.0.1:{free.getsockname()[1]}"))
    assert refused.value.reason.code == "database_closed"


@pytest.mark.parametrize(
    ("address", "module", "told"),
    [
        ("postgresql+psycopg://there/games", "psycopg", "pip install 'psycopg[binary]' "),
        ("postgresql+psycopg2://there/games", "psycopg2", "with postgresql+psycopg://"),
        ("mariadb+pymysql://there/games", "pymysql", "pip install 'pymysql' "),
        ("mysql://there/games", "MySQLdb", "with mysql+pymysql://"),
        ("oracle+oracledb://there/games", "oracledb", "install oracledb "),
    ],
)
def test_a_driver_that_is_missing_is_told(
    monkeypatch: pytest.MonkeyPatch, address: str, module: str, told: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(DatabaseError, match=re.escape(told)):
        open_database(address)


def test_a_database_that_a_newer_program_has_written_is_left_alone(database: str, engine: Engine) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(DatabaseError) as refused:
        open_database(database)
    assert refused.value.reason.code == "database_newer"
