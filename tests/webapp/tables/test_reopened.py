"""A row that was closed by mistake is opened again though rolls were told since, and the other way round."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from ..browser import House
from .phones import Phone, refusal
from .test_page import writes

SHEETS = ["R:2,3,4,5,6 Y: G: B:", "R: Y: G: B:"]
SIX, FIVE = "W6 W6 R5 Y4 G1 B6", "W1 W2 Y4 G5 B6"
NEXT: list[dict[str, Any]] = [
    {"event": "act", "marks": ["--"]},
    {"event": "throw", "roll": FIVE},
    {"event": "act", "marks": ["--", "B3"]},
    {"event": "act", "marks": ["--"]},
]


def locked(phone: Phone) -> None:
    """Ann has locked the red row by a mark that she never made, and a whole turn has been played since."""
    phone.begins("qwixx", "Ann", "Ben", turn=0, rules="publisher", sheets=SHEETS)
    phone.event("throw", roll=SIX)
    phone.event("act", marks=["R12", "--"])
    for event in NEXT:
        phone.does("/events", event=event)


def test_the_dice_of_rolls_since_stay_untold(phone: Phone) -> None:
    locked(phone)
    assert phone.looks()["closed"] == ["red"]
    state = phone.does("/correct", at=2, event={"event": "act", "marks": ["--", "--"]})
    assert (state["closed"], len(state["turns"]), state["turns"][1]["roll"]["red"]) == ([], 2, None)
    assert state["sheets"][1]["sheet"] == "R: Y: G: B:3 P:0"
    entry = phone.asks("/log").get_json()["log"][-1]
    assert entry["more"][-1] == {"event": "throw", "roll": FIVE, "untold": ["red"]}
    # A later correction of the same roll keeps what nobody knows, the next roll has all dice again.
    events = [{"event": "throw", "roll": "W1 W2 Y5 G5 B6"}, {"event": "act", "marks": ["--", "Y3"]}]
    assert phone.does("/correct", at=4, events=events)["sheets"][1]["sheet"] == "R: Y:3 G: B: P:0"
    assert refusal(phone.tries("/events", event={"event": "throw", "roll": FIVE})) == (422, "wrong_dice")
    assert phone.event("throw", roll=SIX)["roll"]["red"] == 5


def test_dice_of_a_row_that_is_closed_after_the_event_do_not_count(phone: Phone) -> None:
    locked(phone)
    phone.does("/undo")
    phone.does("/correct", at=2, event={"event": "act", "marks": ["--", "--"]})
    state = phone.does("/correct", at=2, event={"event": "act", "marks": ["R12", "--"]})
    assert (state["closed"], len(state["turns"])) == (["red"], 2)


def test_undo_brings_the_mistake_back(phone: Phone) -> None:
    locked(phone)
    before = phone.looks()["sheets"]
    phone.does("/correct", at=2, event={"event": "act", "marks": ["--", "--"]})
    assert phone.does("/undo")["sheets"] == before


def test_what_cannot_have_been_is_refused_all_the_same(phone: Phone) -> None:
    locked(phone)
    wrong = {"event": "act", "marks": ["Y3", "--"]}
    assert refusal(phone.tries("/correct", at=2, event=wrong)) == (422, "correction_breaks")
    bad = [{"event": "throw", "roll": FIVE}, {"event": "act", "marks": ["--", "--"]}]
    assert refusal(phone.tries("/correct", at=1, events=bad)) == (422, "correction_breaks")


def test_the_page_opens_a_row_again_in_one_go(house: House) -> None:
    code = house.begins("qwixx", "Ann", "Ben", turn=0, rules="publisher", sheets=SHEETS)
    writes(house, code, {"event": "throw", "roll": SIX}, {"event": "act", "marks": ["R12", "--"]}, *NEXT)
    page = house.visit(f"/t/{code}")
    page.get_by_role("button", name="Correct turn 1, Ann").click()
    page.get_by_role("dialog").get_by_label("Ann").first.select_option("--")
    page.locator("#editor-save").click()
    expect(page.locator("#editor")).to_be_hidden()
    expect(page.locator("#log-list > li")).to_have_count(2)
    expect(page.locator("#log-list > li").last.locator(".die-icon")).to_have_count(6)
    expect(page.locator("#log-list > li").first.locator(".die-icon")).to_have_count(5)
