"""What the tests of the page share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from engine.qwirkle import weighing
from engine.qwixx import chances, foresight
from vision.read import Reader
from webapp.app import create_app
from webapp.sight import Sight

from .browser import PHONE, House, Opens, launched
from .databases import fresh


@pytest.fixture(autouse=True)
def hints_by_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints for Qwirkle go by points, whatever an earlier test warmed, and what a test warms is forgotten behind it."""
    monkeypatch.setattr(weighing, "_machine", None)
    monkeypatch.setattr(chances, "_weigh", foresight.weigh)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with launched() as browser:
        yield browser


@pytest.fixture
def database(tmp_path: Path) -> str:
    """The address of an empty database."""
    return fresh(tmp_path)


@pytest.fixture
def houses(chromium: Browser, tmp_path: Path, database: str) -> Iterator[Callable[..., House]]:
    """Builds servers whose readers see what they are told, and makes sure of what holds for every page."""
    built: list[House] = []

    def houses(reader: Reader | None = None, limit: int = 2**22) -> House:
        sight = Sight(lambda: reader) if reader else None
        photos = tmp_path / f"photos-{len(built)}"
        config = {"MAX_CONTENT_LENGTH": limit, "DATABASE": database, "PHOTOS": photos}
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
