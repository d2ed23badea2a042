"""`kibitz serve` as a process: it says where it is, answers, and stops when told to."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from webapp.commands.serve import address

PROGRAM = [sys.executable, "-c", "from webapp.cli import main; main()", "serve"]


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games of the test are nobody's own."""
    monkeypatch.setenv("KIBITZ_DATABASE", f"sqlite:///{tmp_path / 'games.sqlite'}")


@pytest.fixture
def server() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [*PROGRAM, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        yield running
        running.kill()


def test_it_says_where_it_is_answers_there_and_stops(server: subprocess.Popen[str]) -> None:
    assert server.stdout is not None
    line = server.stdout.readline()
    found = re.search(r"http://127\.0\.0\.1:\d+", line)
    assert found, line
    with urlopen(found.group(), timeout=60) as answer:  # noqa: S310 - our own address
        assert answer.status == 200
    server.send_signal(signal.SIGINT)
    _, complaints = server.communicate(timeout=60)
    assert server.returncode == 0
    assert complaints == "stopped\n"


def test_a_database_that_cannot_be_opened_is_wrong_usage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_DATABASE", "nowhere")
    result = subprocess.run([*PROGRAM, "--port", "0"], check=False, capture_output=True, text=True, timeout=60)
    assert result.returncode == 2
    (line,) = result.stderr.splitlines()
    assert "KIBITZ_DATABASE is no address of a database" in line


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


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000"),
        ("0.0.0.0", "http://localhost:8000"),  # noqa: S104 - only its name
        ("::1", "http://[::1]:8000"),
        ("kibitz.local", "http://kibitz.local:8000"),
    ],
)
def test_the_address_is_one_that_a_browser_takes(host: str, expected: str) -> None:
    assert address(host, 8000) == expected
