"""How a game began is put right on its page, and all that follows is counted anew or the reason told."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from ..browser import SMALL, House
from .phones import Phone
from .test_page import played


def opens(house: House, code: str) -> Page:
    page = house.visit(f"/t/{code}", SMALL)
    page.get_by_role("button", name=f"Table {code}").click()
    page.get_by_text("The beginning of the game").click()
    return page


def saves(page: Page) -> None:
    page.locator("#beginning-form").get_by_role("button", name="Save").click()


def test_the_state_tells_how_the_game_began(phone: Phone) -> None:
    for game in ("qwirkle", "qwixx"):
        state = phone.begins(game, "Ann", "Ben")
        assert (state["start"]["players"], state["opened"]) == (["Ann", "Ben"], None)
    assert phone.event("open", player=1)["opened"] == 1


def test_names_are_put_right_at_any_time(house: House) -> None:
    code = played(house, 3)
    page = opens(house, code)
    expect(page.get_by_text("Then exchange the names")).to_be_visible()
    expect(page.locator("#beginning-turn")).to_be_hidden()
    page.get_by_label("Player 1").fill("Anna")
    saves(page)
    expect(page.locator("#settings")).to_be_hidden()
    expect(page.locator("#scores-list li").first).to_contain_text("Anna")
    expect(page.locator("#log-list > li").first).to_contain_text("3. Anna")


def test_what_cannot_be_so_is_told(house: House) -> None:
    page = opens(house, played(house, 1))
    page.get_by_label("Player 1").fill("Ben")
    saves(page)
    expect(page.locator("#beginning-error")).to_contain_text("two players are called Ben")
    expect(page.locator("#settings")).to_be_visible()


def test_who_begins_is_put_right_before_anybody_has_played(house: House) -> None:
    page = opens(house, house.begins("qwirkle", "Ann", "Ben", turn=0, draws=False))
    page.get_by_label("Who begins?").select_option("Ben")
    saves(page)
    expect(page.locator("#now")).to_contain_text("Ben plays")


def test_who_was_said_at_the_table_to_begin_is_put_right_too(house: House) -> None:
    code = house.begins("qwixx", "Ann", "Ben", rules="publisher")
    house.happens(code, event="open", player=0)
    page = opens(house, code)
    page.get_by_label("Who begins?").select_option("Ben")
    saves(page)
    expect(page.locator("#now")).to_contain_text("Ben plays")


def test_the_hands_of_a_game_that_was_taken_up_are_put_right(house: House) -> None:
    board = [{"col": 0, "row": 0, "tile": "Rc"}]
    code = house.begins("qwirkle", "Ann", "Ben", turn=0, draws=False, board=board, hands=[6, 6])
    page = opens(house, code)
    page.get_by_label("tiles in the hand").first.fill("4")
    saves(page)
    expect(page.locator("#settings")).to_be_hidden()
    expect(page.locator("#board-facts")).to_contain_text("97 in the bag")
