"""The pages on every screen: nothing sticks out of the narrowest, and pictures of all are kept where they are wanted.

``KIBITZ_SCREENSHOTS`` names the folder to keep them in.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .browser import DESK, SMALL, House

SCREENS = {
    "narrow": SMALL,
    "phone": {"width": 360, "height": 740},
    "desk": DESK,
    "projector": {"width": 1920, "height": 1080},
}
MOVES = ("Rc@0,0 Rs@1,0 Rd@2,0", "Bs@1,1 Bd@2,1", "Gd@2,2", "Rx@3,0 Rb@4,0 Rf@5,0", "Yd@2,3", "Gs@1,2")
SHEETS = ["R:2,4,5 Y:3 G:12,11,9 B:10 P:1", "R: Y:4,7,8 G:10 B:12,11 P:0"]
ROLL = "W3 W3 R4 Y6 G5 B6"


def kept(page: Page, name: str) -> None:
    """Keeps a picture of a page, if pictures are wanted, and makes sure that it fits its screen."""
    if folder := os.environ.get("KIBITZ_SCREENSHOTS"):
        page.screenshot(path=Path(folder) / f"{name}.png")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= page.viewport_size["width"], name  # type: ignore[index] # every page here has one


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
def test_every_page_fits_its_screen(house: House, screen: str, scheme: str) -> None:
    qwirkle = house.begins("qwirkle", "Ann", "Benjamin", "Cleo", turn=0, draws=False)
    for number, move in enumerate(MOVES):
        house.happens(qwirkle, event="play", player=number % 3, move=move)
    qwixx = house.begins("qwixx", "Ann", "Ben", turn=0, rules="publisher", sheets=SHEETS)
    house.happens(qwixx, event="throw", roll=ROLL)
    page = house.visit("/", SCREENS[screen], scheme)
    expect(page.locator("#go-on-list li")).to_have_count(2)
    kept(page, f"first-{screen}-{scheme}")
    page.get_by_text("New game at a table").click()
    kept(page, f"begin-{screen}-{scheme}")
    for game, code in (("qwirkle", qwirkle), ("qwixx", qwixx)):
        page.goto(f"{house.home}/t/{code}")
        page.locator("#sitting-seats").get_by_role("button", name="Ann", exact=True).click()
        expect(page.locator("#sitting-text")).to_have_text("You are Ann.")
        kept(page, f"{game}-{screen}-{scheme}")
    page.get_by_role("button", name=f"Table {qwixx}").click()
    kept(page, f"settings-{screen}-{scheme}")
