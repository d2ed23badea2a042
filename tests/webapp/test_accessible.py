"""Everybody can use the pages: axe finds no serious fault on any of them, light or dark."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from .browser import DESK, PHONE, House

GRAVE = ("serious", "critical")
MOVES = ("Rc@0,0 Rs@1,0 Rd@2,0", "Bs@1,1 Bd@2,1", "Gd@2,2")
ROLL = "W1 W2 R3 Y4 G5 B6"

schemes = pytest.mark.parametrize(("scheme", "screen"), [("light", PHONE), ("dark", DESK)], ids=("light", "dark"))


def faults(page: Page) -> list[str]:
    """The serious faults of a page, and where they are."""
    page.wait_for_function("document.getAnimations().every(({ playState }) => playState !== 'running')")
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['html'][:200]}" for one in found if one["impact"] in GRAVE for node in one["nodes"]]


@schemes
def test_the_first_page(house: House, scheme: str, screen: dict[str, int]) -> None:
    house.begins("qwirkle", "Ann", "Ben", turn=0, draws=False)
    house.begins("qwixx", "Ann", "Ben", turn=0)
    page = house.visit("/", screen, scheme)
    expect(page.locator("#go-on-list li")).to_have_count(2)
    page.get_by_text("New game at a table").click()
    page.get_by_text("The game has begun already").click()
    assert faults(page) == []
    page.locator("#begin").get_by_text("Qwixx").click()
    assert faults(page) == []


@schemes
def test_a_table_of_qwirkle(house: House, scheme: str, screen: dict[str, int]) -> None:
    code = house.begins("qwirkle", "Ann", "Ben", turn=0, draws=False)
    for player, move in enumerate(MOVES):
        house.happens(code, event="play", player=player % 2, move=move)
    page = house.visit(f"/t/{code}", screen, scheme)
    expect(page.locator("#log-list > li")).to_have_count(3)
    assert faults(page) == []
    page.locator("#sitting-seats").get_by_role("button", name="Ben", exact=True).click()
    page.get_by_text("Seats here").click()
    expect(page.locator("#own-title")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name="Correct turn 3, Ann").click()
    assert faults(page) == []


@schemes
def test_the_own_view_of_qwirkle(house: House, scheme: str, screen: dict[str, int]) -> None:
    code = house.begins("qwirkle", "Ann", "Ben", turn=0, draws=False)
    house.happens(code, event="play", player=0, move=MOVES[0])
    page = house.visit(f"/t/{code}", screen, scheme)
    page.locator("#sitting-seats").get_by_role("button", name="Ben", exact=True).click()
    page.locator("#own-text").fill("Gd Gs Bx Yf Pb Oc")
    page.locator("#own-text").press("Enter")
    page.get_by_role("button", name="Give me a hint").click()
    expect(page.locator("#hints-list .move").first).to_be_visible()
    page.locator("#own-taking").evaluate("details => details.open = true")
    page.locator("#unseen-title").click()
    assert faults(page) == []
    page.get_by_role("button", name="Lay these tiles").click()
    expect(page.locator("#making-points")).to_contain_text("points")
    page.get_by_role("button", name="Pick up blue star").click()
    assert faults(page) == []
    page.get_by_role("button", name="Swap tiles").click()
    page.locator("#swap-tiles").get_by_role("button", name="yellow clover").click()
    assert faults(page) == []


@schemes
def test_a_table_of_qwixx(house: House, scheme: str, screen: dict[str, int]) -> None:
    sheets = ["R:2,4,5 Y: G:12,11,9 B:10 P:1", "R: Y:4,7,8 G:10 B:12,11 P:0"]
    code = house.begins("qwixx", "Ann", "Ben", turn=0, rules="publisher", sheets=sheets)
    page = house.visit(f"/t/{code}", screen, scheme)
    page.locator("#sitting-seats").get_by_role("button", name="Ann", exact=True).click()
    expect(page.locator("#sitting-text")).to_have_text("You are Ann.")
    assert faults(page) == []
    house.happens(code, event="throw", roll=ROLL)
    house.happens(code, event="act", marks=["Y3", "--"])
    expect(page.locator("#log-list > li")).to_have_count(1)
    assert faults(page) == []


def test_nothing_is_told_by_its_colour_alone(house: House) -> None:
    """Whoever sees no colours is told them by letters and signs, and whoever sees nothing by names."""
    qwirkle = house.begins("qwirkle", "Ann", "Ben", turn=0, draws=False)
    for player, move in enumerate(MOVES):
        house.happens(qwirkle, event="play", player=player % 2, move=move)
    page = house.visit(f"/t/{qwirkle}")
    page.locator("#sitting-seats").get_by_role("button", name="Ben", exact=True).click()
    for tiles in (
        page.locator("#table-board .laid"),
        page.locator("#own-palette button"),
        page.locator("#log-list .icon"),
    ):
        expect(tiles.first).to_be_visible()
        assert {tile.text_content()[:1] for tile in tiles.all()} <= set("ROYGBP")  # type: ignore[index] # all have text
    labels = [str(tile.get_attribute("aria-label")) for tile in page.locator("#table-board .laid").all()]
    assert len(labels) == 6
    assert all(re.match(r"(red|blue|green) (circle|square|diamond), column", label) for label in labels)
    keys = page.locator(
        "#chart-drawing .course"
    )  # lines of the chart differ in their strokes and marks, and have names
    dashes = keys.locator("polyline").evaluate_all("lines => lines.map(line => getComputedStyle(line).strokeDasharray)")
    assert len(set(dashes)) == 2
    qwixx = house.begins("qwixx", "Ann", "Ben", turn=0, rules="publisher")
    house.happens(qwixx, event="throw", roll=ROLL)
    page = house.visit(f"/t/{qwixx}")
    page.locator("#sitting-seats").get_by_role("button", name="Ann", exact=True).click()
    for letter, row in zip("RYGB", ("red", "yellow", "green", "blue"), strict=True):
        expect(page.locator("#own").get_by_text(f"{letter} · {row}")).to_be_visible()
    expect(page.locator("#rolled .tag")).to_have_text(["W1", "W2", "R3", "Y4", "G5", "B6"])


@schemes
def test_what_is_asked_in_between(house: House, scheme: str, screen: dict[str, int]) -> None:
    code = house.begins("qwirkle", "Ann", "Ben", turn=0, draws=False)
    page = house.visit(f"/t/{code}", screen, scheme)
    page.get_by_role("button", name=f"Table {code}").click()
    page.get_by_role("button", name="Delete this game").click()
    assert faults(page) == []
    page.get_by_role("button", name="Close", exact=True).click()
    page.locator("#sitting-seats").get_by_role("button", name="Ann", exact=True).click()
    page.get_by_text("Seats here").click()
    page.get_by_role("button", name="Ben plays here too").click()
    page.locator("#sitting-seats").get_by_role("button", name="Ann", exact=True).click()
    expect(page.locator("#cover")).to_be_visible()
    assert faults(page) == []
    missing = house.visit("/t/NOPE", screen, scheme)
    assert faults(missing) == []
