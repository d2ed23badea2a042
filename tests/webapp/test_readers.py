"""The photo pages for every reader: by axe, with forced colours, with letters twice as large, and without motion."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from engine.qwirkle.board import Board
from engine.qwixx.sheet import Row
from tests.vision.rolls import Dice, Filled, Sheets, roll

from .browser import House, choose
from .live.test_page import Houses
from .rendered import Truth, jpeg, laid, reader
from .test_accessible import faults, schemes

GREY = jpeg(np.full((800, 800, 3), 128, np.uint8))
BOARD = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0 Bd@2,1 Gd@2,2")
SHEET = Filled("R:2,3,5 Y:3,4 G:12,10 B:11 P:1", doubted=[(Row.YELLOW, 7)])
PHONE = {"width": 360, "height": 740}


def seeing(houses: Houses) -> House:
    return houses(reader(Truth(laid(BOARD)), Dice(roll("W1 W3 R5 Y4 G1 B6")), Sheets([SHEET])))


def qwirkle(page: Page) -> None:
    """A photo, a hand, and hints."""
    page.get_by_role("button", name="Qwirkle").click()
    choose(page, GREY)
    page.locator("#typed-text").fill("Gc Gs Bx Yf Pb Oc")
    page.locator("#typed-text").press("Enter")
    expect(page.locator("#moves-note")).to_contain_text(" of ")
    page.locator("#taking summary").click()


def qwixx(page: Page) -> None:
    """Dice, the own sheet and one of others, all open, and hints."""
    page.get_by_role("button", name="Qwixx").click()
    choose(page, GREY)
    expect(page.locator("#choices-list .move").first).to_be_visible()
    choose(page, GREY, "Photos of their sheets")
    expect(page.locator("#choices-note")).to_contain_text("chance to win")
    page.locator("#others-list summary").click()
    page.locator("#table-rules summary").click()
    choose(page, GREY, "Photos of the sheets")
    expect(page.locator("#finals-list .total")).to_have_text("8 or 11")


Plays = Callable[[Page], None]
both = pytest.mark.parametrize("play", [qwirkle, qwixx])


@both
@schemes
def test_axe_finds_no_serious_fault(houses: Houses, play: Plays, scheme: str, screen: dict[str, int]) -> None:
    page = seeing(houses).visit("/", screen, scheme)
    play(page)
    assert faults(page) == []


@both
def test_letters_may_be_twice_as_large(houses: Houses, play: Plays) -> None:
    page = seeing(houses).visit("/", PHONE, bypass_csp=True)
    page.add_style_tag(content="html { font-size: 200% !important; }")
    play(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def style(page: Page, selector: str, name: str) -> str:
    found: str = page.locator(selector).first.evaluate(f"element => getComputedStyle(element).{name}")
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_tell_by_lines_what_is_chosen(houses: Houses, scheme: str) -> None:
    page = seeing(houses).visit("/", PHONE, scheme, forced_colors="active")
    qwixx(page)
    ground = style(page, "body", "backgroundColor")
    assert style(page, ".line .marked .cross path", "stroke") != ground
    assert style(page, ".line .passed", "opacity") == "1"
    assert style(page, "#sheet-grid .line .hinted", "outlineStyle") == "solid"
    assert style(page, "#choices-list .move[aria-pressed=true]", "borderTopWidth") == "3px"
    assert style(page, "#choices-list .move[aria-pressed=false]", "borderTopWidth") == "1px"
    lines = {
        state: style(page, f"#roll input{state} + span", "borderBottomColor")
        for state in (":checked", ":not(:checked)")
    }
    assert lines[":not(:checked)"] == ground != lines[":checked"]


@both
def test_nothing_moves_for_who_wants_no_motion(houses: Houses, play: Plays) -> None:
    page = seeing(houses).visit("/", PHONE, reduced_motion="reduce")
    play(page)
    assert style(page, "html", "scrollBehavior") == "auto"
    assert page.evaluate("document.getAnimations().filter(({ effect }) => effect.getTiming().duration > 0).length") == 0


def test_tiles_in_a_line_of_text_are_told_apart_without_colours(houses: Houses) -> None:
    page = seeing(houses).visit("/", PHONE)
    qwirkle(page)
    letters = page.locator("#list .reasons .letter, #list .what .letter").all()
    boxes = [box for letter in letters if (box := letter.bounding_box())]
    assert len(boxes) > 5
    assert min(box["height"] for box in boxes) >= 8


def test_letters_of_large_tiles_leave_their_shapes_to_be_seen(houses: Houses) -> None:
    page = seeing(houses).visit("/", PHONE)
    qwirkle(page)
    page.get_by_text("Board", exact=True).click()
    for tile in ("#board .cell.laid", "#slots .tile", "#palette .tile"):
        assert style(page, f"{tile} .letter", "fontSize") == "0.24px"
