"""The first page's way to tables: beginning a game, going on with one, and joining one by its code."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from playwright.sync_api import Page, expect

from engine.qwirkle.board import Board
from tests.vision.rolls import Dice, Filled, Sheets

from ..browser import SMALL, House
from ..rendered import Truth, jpeg, laid, reader

GREY = jpeg(np.full((800, 800, 3), 128, np.uint8))
LYING = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0 Bd@2,1")


def filled(page: Page, *names: str) -> None:
    page.get_by_text("New game at a table").click()
    for _ in names[2:]:
        page.get_by_role("button", name="Add a player").click()
    for number, name in enumerate(names, 1):
        page.get_by_role("textbox", name=f"Player {number}", exact=True).fill(name)


def begun(page: Page) -> None:
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/t/*")


def test_a_new_game_begins_at_a_table_of_its_own(house: House) -> None:
    page = house.visit("/", SMALL)
    expect(page.locator("#go-on")).to_be_hidden()
    filled(page, "Ann", "Ben", "Cleo")
    page.get_by_label("Who begins?").select_option("Cleo")
    begun(page)
    expect(page.locator("#now")).to_contain_text("Cleo plays")
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]


def test_what_a_game_can_not_begin_with_is_told(house: House) -> None:
    page = house.visit("/")
    filled(page, "Ann", "Ann")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("alert")).to_contain_text("two players are called Ann")


def test_the_game_decides_how_many_may_play(house: House) -> None:
    page = house.visit("/")
    page.get_by_text("New game at a table").click()
    page.locator("#begin").get_by_text("Qwixx").click()
    page.get_by_role("button", name="Take away player 2").click()
    expect(page.get_by_role("textbox", name="Player", exact=False)).to_have_count(1)
    expect(page.get_by_role("button", name="Take away player 1")).to_have_count(0)
    page.locator("#begin").get_by_text("Qwirkle").click()
    expect(page.get_by_role("textbox", name="Player", exact=False)).to_have_count(2)


def test_a_table_in_play_is_taken_up_from_a_photo_and_the_scores(houses: Callable[..., House]) -> None:
    page = houses(reader(Truth(laid(LYING)))).visit("/")
    filled(page, "Ann", "Ben")
    page.get_by_text("The game has begun already").click()
    page.get_by_label("Photo of what lies there").set_input_files(
        {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": GREY}
    )
    expect(page.locator("#begin-board .cell.laid")).to_have_count(len(LYING))
    page.get_by_role("button", name="blue diamond, column 2, row 1").click()
    page.get_by_role("dialog").get_by_role("button", name="orange diamond", exact=True).click()
    expect(page.get_by_role("button", name="orange diamond, column 2, row 1")).to_be_visible()
    page.get_by_label("points").nth(1).fill("12")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("alert")).to_contain_text("who plays next")
    page.get_by_label("Who begins?").select_option("Ben")
    begun(page)
    expect(page.locator("#scores-list li").nth(1)).to_contain_text("12")


def test_a_game_of_qwixx_in_play_is_taken_up_from_photos_of_the_sheets(houses: Callable[..., House]) -> None:
    sheets = Sheets([Filled("R:2,3,5 Y:3,4 G:12,10 B:11 P:1")], [])
    page = houses(reader(dice=Dice([], []), sheets=sheets)).visit("/")
    page.get_by_text("New game at a table").click()
    page.locator("#begin").get_by_text("Qwixx").click()
    for number, name in enumerate(("Ann", "Ben"), 1):
        page.get_by_role("textbox", name=f"Player {number}", exact=True).fill(name)
    page.get_by_text("The game has begun already").click()
    photo = page.get_by_label("Photo of the sheet")
    photo.nth(0).set_input_files({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": GREY})
    ann = page.locator("#begin-standing li").first
    expect(ann).to_contain_text("8 points")
    ann.get_by_role("button", name="red 5").click()  # misread: no mark is there
    expect(ann).to_contain_text("5 points")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    photo.nth(1).set_input_files({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": GREY})
    expect(page.get_by_role("alert")).to_contain_text("No score sheet was found")
    page.get_by_label("Who begins?").select_option("Ben")
    begun(page)
    expect(page.locator("#scores-list .total").first).to_contain_text("5")


def test_a_game_is_gone_on_with_from_the_list_that_shows_it(house: House) -> None:
    code = house.begins("qwirkle", "Ann", "Ben", turn=0, board=[{"col": 0, "row": 0, "tile": "Rc"}], draws=False)
    house.begins("qwixx", "Cleo", sheets=["R:2,3 Y: G: B: P:0"])
    page = house.visit("/")
    games = page.locator("#go-on-list li")
    expect(games).to_have_count(2)
    expect(games.first.locator(".miniature .crossed")).to_have_count(2)
    expect(games.last.locator(".miniature .face")).to_have_count(1)
    games.last.get_by_role("link").click()
    page.wait_for_url(f"**/t/{code}")


def test_points_stay_behind_names_that_are_written_from_right_to_left(house: House) -> None:
    house.begins("qwixx", "שרה", "דוד", sheets=["R:2,3 Y: G: B: P:0", "R: Y: G: B: P:0"])
    page = house.visit("/")
    expect(page.locator("#go-on-list .about")).to_contain_text("שרה 3 · דוד 0")
    expect(page.locator("#go-on-list bdi")).to_have_count(2)
    lefts = page.locator("#go-on-list bdi").evaluate_all(
        "names => names.map((name) => name.getBoundingClientRect().left)"
    )
    assert lefts == sorted(lefts)


def test_a_table_is_joined_by_its_code_however_it_is_written(house: House) -> None:
    code = house.begins("qwixx", "Ann")
    page = house.visit("/")
    page.get_by_label("Code of the table").fill("nope")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("alert")).to_contain_text("there is no table “nope”")
    page.get_by_label("Code of the table").fill(f"{code[:3].lower()} {code[3:]}")
    page.get_by_role("button", name="Join").click()
    page.wait_for_url(f"**/t/{code}")


def test_an_address_without_a_table_says_so_and_leads_back(house: House) -> None:
    page = house.visit("/t/NOPE")
    expect(page.get_by_role("heading", name="No such table")).to_be_visible()
    page.get_by_role("link", name="To the first page").click()
    expect(page.get_by_role("heading", name="Play at a table")).to_be_visible()


def test_a_form_that_was_dropped_for_the_camera_comes_back(houses: Callable[..., House]) -> None:
    page = houses(reader(Truth(laid(LYING)))).visit("/")
    filled(page, "Ann", "Ben", "Cleo")
    page.get_by_text("The game has begun already").click()
    page.locator("#begin-photo").set_input_files({"name": "t.jpg", "mimeType": "image/jpeg", "buffer": GREY})
    expect(page.locator("#begin-board-note")).to_contain_text("4 tiles lie there")
    page.reload()
    expect(page.get_by_role("textbox", name="Player 3", exact=True)).to_have_value("Cleo")
    expect(page.locator("#begin-board-note")).to_contain_text("4 tiles lie there")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#start-error")).to_have_text("Say under “Who begins?” who plays next.")
    page.get_by_label("Who begins?").select_option("Cleo")
    begun(page)
    page.goto(page.url.partition("/t/")[0])
    expect(page.locator("#begin")).to_be_hidden()
