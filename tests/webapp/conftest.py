"""What the tests of the page share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from threading import Thread

import pytest
from cheroot.wsgi import Server
from playwright.sync_api import Browser, Page, Route, sync_playwright

from vision.read import Reader
from webapp.app import create_app
from webapp.sight import Sight

from .browser import CHROMIUM, FLAGS, PHONE, Opens


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        if os.environ.get("KIBITZ_REQUIRE_BROWSER") == "1":
            pytest.fail(f"the page must be tested, but there is no {CHROMIUM}")
        pytest.skip(f"the page is not tested: there is no {CHROMIUM}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def opens(chromium: Browser) -> Iterator[Opens]:
    """Opens the page of a server that sees what it is told, and makes sure of what holds for every page."""
    stops: list[Callable[[], None]] = []
    told: list[str] = []

    def opens(reader: Reader, viewport: dict[str, int] = PHONE, scheme: str = "light", limit: int = 2**22) -> Page:
        app = create_app(Sight(lambda: reader), {"MAX_CONTENT_LENGTH": limit})
        server = Server(("127.0.0.1", 0), app)
        server.prepare()
        thread = Thread(target=server.serve, daemon=True)
        thread.start()
        home = f"http://127.0.0.1:{server.bind_addr[1]}"

        def only_home(route: Route) -> None:
            if route.request.url.startswith((home, "blob:")):
                route.continue_()
            else:
                told.append(f"asked for {route.request.url}")
                route.abort()

        context = chromium.new_context(viewport=viewport, color_scheme=scheme)  # type: ignore[arg-type]
        context.set_default_timeout(60_000)
        page = context.new_page()
        page.route("**/*", only_home)
        page.on("pageerror", lambda error: told.append(str(error)))
        page.on("console", lambda message: told.append(message.text) if message.type == "warning" else None)
        stops.extend([context.close, server.stop, thread.join])
        page.goto(home)
        return page

    yield opens
    for stop in stops:
        stop()
    assert told == []
