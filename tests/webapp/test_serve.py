"""`kibitz serve` as a process: it says where it is, answers, and stops when told to."""

from __future__ import annotations

import hashlib
import os
import re
import signal
import socket
import ssl
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.request import urlopen

import pytest

from webapp.commands.serve import TURN, serve
from webapp.serving.servers import Front
from webapp.sight import Sight
from webapp.storage.codes import ALPHABET, LENGTH

PROGRAM = [sys.executable, "-c", "from webapp.cli import main; main()", "serve"]


Starts = Callable[..., subprocess.Popen[str]]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The games and the secrets of the test are nobody's own."""
    monkeypatch.setenv("KIBITZ_DATABASE", f"sqlite:///{tmp_path / 'games.sqlite'}")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "kibitz"


@pytest.fixture
def starts() -> Iterator[Starts]:
    """Starts a server with further options."""
    with ExitStack() as stack:

        def starts(*options: str) -> subprocess.Popen[str]:
            command = [*PROGRAM, "--port", "0", "--door-port", "0", *options]
            pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "encoding": "utf-8"}
            environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"}
            running = stack.enter_context(subprocess.Popen(command, env=environment, **pipes))  # type: ignore[call-overload]
            stack.callback(running.kill)
            return running  # type: ignore[no-any-return]

        yield starts


def said(server: subprocess.Popen[str], pattern: str) -> str:
    """What the server says next that fits."""
    assert server.stdout is not None
    for line in server.stdout:
        if found := re.search(pattern, line):
            return found.group()
    raise AssertionError(f"it never said {pattern}")


def test_it_says_where_it_is_answers_there_and_stops(starts: Starts) -> None:
    server = starts()
    at = said(server, r"http://127\.0\.0\.1:\d+")
    with urlopen(at, timeout=60) as answer:  # noqa: S310 - our own address
        assert answer.status == 200
    server.send_signal(signal.SIGINT)
    _, complaints = server.communicate(timeout=60)
    assert server.returncode == 0
    assert complaints == "stopped\n"


def test_with_tls_who_has_the_certificate_from_the_door_trusts_the_page(starts: Starts, folder: Path) -> None:
    server = starts("--lan", "--https")
    home = said(server, r"https://localhost:\d+")
    fingerprint = said(server, r"(\w\w:){31}\w\w")
    invitation = said(server, rf"\d+ and type [{ALPHABET}]{{{LENGTH}}}")
    door, code = f"http://127.0.0.1:{invitation.partition(' ')[0]}", invitation[-LENGTH:]
    with urlopen(f"{door}/kibitz.crt", timeout=60) as answer:  # noqa: S310
        authority = answer.read()
    assert hashlib.sha256(authority).digest().hex(":").upper() == fingerprint
    context = ssl.create_default_context(cadata=authority)
    with urlopen(f"{home}/invite", timeout=60, context=context) as answer:  # noqa: S310
        assert code in answer.read().decode()
    with urlopen(home.replace("https", "http"), timeout=60) as answer:  # noqa: S310 - led to the door
        assert answer.url == f"{door}/trust"
    assert stat.S_IMODE((folder / "pairing.key").stat().st_mode) == 0o600
    server.send_signal(signal.SIGINT)
    assert server.wait(60) == 0


def test_without_lan_it_listens_to_this_computer_alone() -> None:
    result = subprocess.run([*PROGRAM, "--host", "0.0.0.0"], check=False, capture_output=True, text=True, timeout=60)  # noqa: S104
    assert result.returncode == 2
    assert "to let phones in, say --lan" in result.stderr


def test_a_database_that_cannot_be_opened_is_wrong_usage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_DATABASE", "nowhere")
    result = subprocess.run([*PROGRAM, "--port", "0"], check=False, capture_output=True, text=True, timeout=60)
    assert result.returncode == 2
    (line,) = result.stderr.splitlines()
    assert "KIBITZ_DATABASE is no address of a database" in line


def test_threads_leave_the_interpreter_to_each_other_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[float] = []
    monkeypatch.setattr(Front, "serve", lambda *_: kept.append(sys.getswitchinterval()))
    monkeypatch.setattr(Sight, "warm", lambda _: None)
    before = sys.getswitchinterval()
    try:
        serve.main(["--port", "0"], standalone_mode=False)
    finally:
        sys.setswitchinterval(before)
    assert kept == pytest.approx([TURN])


def test_a_taken_port_is_wrong_usage() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        result = subprocess.run([*PROGRAM, "--port", port], check=False, capture_output=True, text=True, timeout=60)
    assert result.returncode == 2
    (line,) = result.stderr.splitlines()
    assert line.startswith("kibitz: ")
    assert f"127.0.0.1:{port} is taken, or no address of this computer: give another --host or --port" in line
    assert "Errno" not in line
