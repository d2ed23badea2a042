"""What the tests of the page share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from vision.read import Reader
from webapp.app import create_app
from webapp.sight import Sight

from .browser import CHROMIUM, FLAGS, PHONE, House, Opens


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
def houses(chromium: Browser, tmp_path: Path) -> Iterator[Callable[..., House]]:
    """Builds servers whose readers see what they are told, and makes sure of what holds for every page."""
    built: list[House] = []

    def houses(reader: Reader | None = None, limit: int = 2**22) -> House:
        database = f"sqlite:///{tmp_path / f'games-{len(built)}.sqlite'}"
        sight = Sight(lambda: reader) if reader else None
        config = {"MAX_CONTENT_LENGTH": limit, "DATABASE": database}
        built.append(House(chromium, lambda: create_app(sight, config)))
        return built[-1]

    yield houses
    for house in built:
        house.close()
    assert [line for house in built for line in house.told] == []


@pytest.fixture
def house(houses: Callable[..., House]) -> House:
    """A server with games of its own, which as many pages as it takes may visit."""
    return houses()


@pytest.fixture
def opens(houses: Callable[..., House]) -> Opens:
    """Opens the first page of a server that sees what it is told."""

    def opens(reader: Reader, viewport: dict[str, int] = PHONE, scheme: str = "light", limit: int = 2**22) -> Page:
        return houses(reader, limit).visit("/", viewport, scheme)

    return opens
