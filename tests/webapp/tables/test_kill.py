"""A server that is killed in the middle of a game: the page goes on where the game stood, and nothing is lost."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, expect

from ..browser import HERE

PROGRAM = [sys.executable, "-u", "-c", "from webapp.cli import main; main()", "serve"]
MOVES = ("Rc@0,0 Rs@1,0 Rd@2,0", "Bs@1,1 Bd@2,1", "Gd@2,2")

Runs = Callable[[], subprocess.Popen[str]]


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind((HERE, 0))
        return int(free.getsockname()[1])


@pytest.fixture
def runs(tmp_path: Path, database: str, port: int) -> Iterator[Runs]:
    """Starts a server of its own, always with the same games and at the same place."""
    with ExitStack() as stack:

        def runs() -> subprocess.Popen[str]:
            environment = {**os.environ, "KIBITZ_DATABASE": database, "XDG_DATA_HOME": str(tmp_path)}
            command = [*PROGRAM, "--port", str(port)]
            running = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
            stack.enter_context(running)
            stack.callback(running.kill)
            assert running.stdout is not None
            assert "Kibitz is at" in running.stdout.readline()
            return running

        yield runs


def test_a_kill_in_the_middle_of_a_game_loses_nothing_that_was_written(
    chromium: Browser, runs: Runs, port: int
) -> None:
    home = f"http://{HERE}:{port}"

    def posts(path: str, **fields: Any) -> dict[str, Any]:
        body, kind = json.dumps(fields).encode(), {"Content-Type": "application/json"}
        with urlopen(Request(f"{home}/api/v1/tables{path}", body, kind), timeout=60) as answer:  # noqa: S310 - our own
            told: dict[str, Any] = json.load(answer)
        return told

    server = runs()
    state = posts("", game="qwirkle", players=["Ann", "Ben"], turn=0, draws=False)
    context = chromium.new_context()
    page = context.new_page()
    page.goto(f"{home}/t/{state['code']}")
    page.locator("#sitting-seats").get_by_role("button", name="Ben", exact=True).click()
    expect(page.locator("#sitting-text")).to_have_text("You are Ben.")
    for player, move in enumerate(MOVES):
        event = {"event": "play", "player": player % 2, "move": move}
        state = posts(f"/{state['code']}/events", version=state["version"], event=event)
    server.send_signal(signal.SIGKILL)
    server.wait()
    expect(page.locator("#connection")).to_be_visible()
    runs()
    expect(page.locator("#connection")).to_be_hidden()
    expect(page.locator("#log-list > li")).to_have_count(3)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator("#log-list > li")).to_have_count(2)
    expect(page.locator("#sitting-text")).to_have_text("You are Ben.")
    context.close()
