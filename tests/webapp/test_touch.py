"""Whatever is tapped is as large as a fingertip, on the narrowest phones too."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from models.synthesis.demo import demo_table
from tests.vision.rolls import Dice, roll

from .browser import House, arrived, choose, held
from .rendered import jpeg, reader, truth_of
from .tables.test_page import MOVES, plays, writes

FINGERTIP = 44
TAPPED = "button, a, select, input, summary, [role=button], label.button, .switch label"
ELSEWHERE = "input[type=file], input[type=radio], input[type=checkbox], .piece, .found"
"""Inputs under a label are tapped by that; pieces are as large as a photo shows them, and all are listed beside it."""
SMALLER = """([tapped, elsewhere, least]) => [...document.querySelectorAll(tapped)]
    .filter((one) => one.checkVisibility() && !one.matches(elsewhere))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, { width, height }]) => width && Math.min(width, height) < least - 0.1)
    .map(([one, { width, height }]) => `${one.outerHTML.slice(0, 120)} ${width.toFixed(1)} x ${height.toFixed(1)}`)"""


def smaller(page: Page) -> list[str]:
    found: list[str] = page.evaluate(SMALLER, [TAPPED, ELSEWHERE, FINGERTIP])
    return found


def opened(page: Page) -> Page:
    """The page with all that can be unfolded unfolded."""
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    return page


@pytest.mark.parametrize("width", [320, 360])
def test_whatever_is_tapped_is_as_large_as_a_fingertip(houses: Callable[..., House], width: int) -> None:
    table = demo_table()
    house = houses(reader(truth_of(table), Dice(roll("W3 W4 R5 Y4 G1 B6"))))
    screen, photo = {"width": width, "height": 740}, jpeg(table.scene.image)
    code = house.begins("qwirkle", "Ann", "Ben", turn=0, draws=False)
    writes(house, code, *plays(*MOVES[:4]))
    rolled = house.begins("qwixx", "Ann", "Ben", turn=0, rules="publisher")
    writes(house, rolled, {"event": "throw", "roll": "W1 W2 R3 Y4 G5 B6"})
    page = house.visit("/", screen)
    expect(page.locator("#go-on-list li")).to_have_count(2)
    assert smaller(opened(page)) == []
    page.locator("#begin").get_by_text("Qwixx").click()
    assert smaller(page) == []
    choose(page, photo)
    expect(page.locator("#choices-list .move, #list .move").first).to_be_visible()
    assert smaller(opened(page)) == []
    page = house.visit("/", screen)
    page.get_by_role("button", name="Qwirkle").click()
    choose(page, photo)
    expect(page.locator("#list .pointer").first).to_be_visible()
    page.get_by_text("Board", exact=True).click()
    assert smaller(page) == []
    page.locator("#board .cell.laid").first.click()
    assert smaller(page) == []
    for one in (code, rolled):
        page = house.visit(f"/t/{one}", screen)
        page.locator("#sitting-seats").get_by_role("button", name="Ann", exact=True).click()
        expect(page.locator("#sitting-text")).to_have_text("You are Ann.")
        assert smaller(opened(page)) == []
        page.locator("#open-settings").click()
        assert smaller(page) == []
    page = house.visit("/photos", screen)
    expect(page.get_by_text("No photo is kept.")).to_be_visible()
    assert smaller(page) == []


def test_no_tap_is_lost_while_a_page_loads(house: House) -> None:
    page = house.visit()
    waiting = held(page, "**/keeping/keeping.js")
    page.goto(house.home, wait_until="commit")
    expect(page.get_by_text("Qwixx").first).to_be_visible()
    expect(page.locator("#page[inert]")).to_be_attached()
    arrived(page, waiting).continue_()
    page.get_by_role("button", name="Qwixx").click()  # once the page takes it
    expect(page.locator("#qwixx")).to_be_visible()
    missing = house.visit("/t/NOBODY")  # a page that no module wires
    assert missing.locator("#page").evaluate("page => page.inert") is False
