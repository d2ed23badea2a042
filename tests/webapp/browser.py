"""A real browser for the page: Debian's Chromium, driven by Playwright, on the screen of a phone.

Where there is no Chromium the tests that need it are skipped, unless KIBITZ_REQUIRE_BROWSER=1 says that there must be.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

import pytest
from cheroot.wsgi import Server
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect, sync_playwright

from webapp.serving.servers import THREADS

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
HERE = "127.0.0.1"
PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 568}
DESK = {"width": 1280, "height": 800}

PATIENCE = 60_000
"""Milliseconds after which what a page should do is taken for never done: the slowest machine is quicker."""

CAMERA_RATE = 30
"""Pictures a second, at which Chromium plays a film of JPEGs to a camera of its own."""

Opens = Callable[..., Page]
Item = TypeVar("Item")


@contextmanager
def launched(*flags: str) -> Iterator[Browser]:
    """Chromium, with further flags; skips the test where there is none, if that may be."""
    if not CHROMIUM.exists():
        if os.environ.get("KIBITZ_REQUIRE_BROWSER") == "1":
            pytest.fail(f"the page must be tested, but there is no {CHROMIUM}")
        pytest.skip(f"the page is not tested: there is no {CHROMIUM}")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *flags])
        yield browser
        browser.close()


def filming(played: Path, *flags: str) -> AbstractContextManager[Browser]:
    """Chromium whose camera shows a film of JPEGs, from its beginning whenever it is opened."""
    camera = f"--use-file-for-fake-video-capture={played}"
    return launched("--use-fake-device-for-media-stream", camera, *flags)


class House:
    """A server of an app, and the pages that visit it, each on a phone of its own.

    Args:
        browser: that opens them.
        build: makes the app.
    """

    def __init__(self, browser: Browser, build: Callable[[], Flask]) -> None:
        self.told: list[str] = []
        """What no page should have done or said."""
        self._browser, self._build = browser, build
        self._contexts: list[BrowserContext] = []
        # A port that is named, not taken as it comes, can be taken again at once after a stop.
        with socket.socket() as free:
            free.bind((HERE, 0))
            self._port = free.getsockname()[1]
        self.home = f"http://{HERE}:{self._port}"
        self.restart()

    def restart(self) -> None:
        """Starts the server, where it was if it was stopped."""
        self.app = self._build()
        self._server = Server((HERE, self._port), self.app, numthreads=THREADS)
        self._server.prepare()
        self._thread = Thread(target=self._server.serve, daemon=True)
        self._thread.start()

    def begins(self, game: str, *players: str, **more: Any) -> str:
        """The code of a new table."""
        fields = {"game": game, "players": list(players), **more}
        response = self.app.test_client().post("/api/v1/tables", json=fields)
        assert response.status_code == 201, response.get_data(as_text=True)
        return str(response.get_json()["code"])

    def happens(self, code: str, **event: Any) -> None:
        """Another phone writes what happens at a table, whatever has happened there meanwhile."""
        client, address = self.app.test_client(), f"/api/v1/tables/{code}"
        wish = {"version": client.get(address).get_json()["version"], "event": event}
        response = client.post(f"{address}/events", json=wish)
        assert response.status_code == 200, response.get_data(as_text=True)

    def visit(self, path: str = "/", viewport: dict[str, int] = PHONE, scheme: str = "light", **more: Any) -> Page:
        """A page on a new phone, which remembers nothing."""
        context = self._browser.new_context(viewport=viewport, color_scheme=scheme, **more)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        return self.another(context, path)

    def another(self, context: BrowserContext, path: str) -> Page:
        """Another page on the same phone."""
        page = context.new_page()
        page.route("**/*", self._only_home)
        page.on("pageerror", lambda error: self.told.append(str(error)))
        page.on("console", lambda message: self.told.append(message.text) if message.type == "warning" else None)
        page.goto(self.home + path)
        wired(page)
        return page

    def stop(self) -> None:
        """Stops the server as if somebody had ended it, while the pages stay open."""
        tables = self.app.extensions["tables"]
        tables.streams.bell.close()  # streams end before the database is closed: none may be asking it then
        self._server.stop()
        self._thread.join()
        tables.close()

    def close(self) -> None:
        """Ends the visits, and the server if it still runs."""
        for context in self._contexts:
            context.close()
        self.stop()

    def _only_home(self, route: Route) -> None:
        if route.request.url.startswith((self.home, "blob:")):
            route.continue_()
        else:
            self.told.append(f"asked for {route.request.url}")
            route.abort()


def wired(page: Page) -> None:
    """Waits until the page takes what a person does."""
    expect(page.locator("#page[inert]")).to_have_count(0)


def held(page: Page, address: str) -> list[Route]:
    """The requests to an address that have come, none of which goes on by itself."""
    waiting: list[Route] = []
    page.route(address, lambda route: waiting.append(route))  # noqa: PLW0108 - it takes no builtin
    return waiting


def arrived(page: Page, held: list[Item]) -> Item:
    """The first of what is held, once it is there."""
    while not held:
        page.wait_for_timeout(20)
    return held[0]


def choose(page: Page | Locator, photo: bytes, control: str = "Choose a photo", name: str = "photo.jpg") -> None:
    wired(page if isinstance(page, Page) else page.page)
    page.get_by_label(control).set_input_files({"name": name, "mimeType": "image/jpeg", "buffer": photo})
