"""The page for Qwirkle, in a real browser."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, Route, expect

from engine.qwirkle.board import Board
from engine.qwirkle.tile import Tile
from models.synthesis.demo import DemoTable, demo_table

from ..browser import SMALL, Opens, choose
from ..rendered import Truth, jpeg, laid, reader, tile_seen, truth_of

BEFORE = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0")
AFTER = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0 Bd@2,1")
GREY = jpeg(np.full((800, 800, 3), 128, np.uint8))
BLACK = jpeg(np.zeros((800, 800, 3), np.uint8))


@pytest.fixture(scope="module")
def table() -> DemoTable:
    return demo_table()


def take(page: Page, tile: str) -> None:
    page.get_by_role("button", name=f"Take {tile} into the hand").click()


def test_from_a_photo_and_a_tapped_hand_to_a_move_on_the_picture(opens: Opens, table: DemoTable) -> None:
    board_alone = Truth([seen for seen in truth_of(table).photos[0] if seen.centre[1] < 900])
    page = opens(reader(board_alone))
    choose(page, jpeg(table.scene.image))
    expect(page.get_by_text(f"{len(table.board)} tiles on the board, 0 in the hand")).to_be_visible()
    expect(page.locator("#photo .piece.board")).to_have_count(len(table.board))
    assert page.locator("#photo image").count() == 1
    for tile in table.hand:
        take(page, tile.words)
    first = page.locator(".move").first
    expect(first).to_contain_text("17 points")
    expect(page.locator("#list > li").first).to_contain_text("completes a qwirkle")
    expect(page.locator("#photo .hinted")).to_have_count(2)
    expect(page.locator("#photo .gain")).to_have_text("+17")
    expect(page.locator("#photo .hinted .plate")).to_have_count(0)
    expect(page.get_by_text(f"{len(table.board)} tiles on the board, 6 in the hand")).to_be_attached()
    expect(first).to_be_in_viewport(ratio=1)
    page.locator(".move").nth(3).click()
    expect(page.locator("#photo .hinted")).to_have_count(1)
    expect(page.locator(".move").nth(3)).to_have_attribute("aria-pressed", "true")


def test_a_reason_points_at_the_line_that_it_speaks_of(opens: Opens, table: DemoTable) -> None:
    page = opens(reader(truth_of(table)))
    choose(page, jpeg(table.scene.image))
    expect(page.locator("#photo .hinted")).to_have_count(2)
    reason = page.locator("#list .pointer").first
    expect(reason).to_contain_text("completes a qwirkle")
    reason.click()
    expect(reason).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#photo .pointed")).to_have_count(6)
    page.get_by_text("Board", exact=True).click()
    expect(page.locator("#board .pointed")).to_have_count(6)
    reason.click()
    expect(page.locator("#board .pointed")).to_have_count(0)
    page.locator(".move").nth(3).click()
    expect(page.locator("#list li").first.locator(".pointer")).to_have_count(0)


def test_a_reason_keeps_its_line_once_a_better_answer_comes(opens: Opens, table: DemoTable) -> None:
    page = opens(reader(truth_of(table)))
    held: list[Route] = []

    def quick_alone(route: Route) -> None:
        if "within" in (route.request.post_data_json or {}):
            route.continue_()
        else:
            held.append(route)

    page.route("**/api/v1/hints", quick_alone)
    choose(page, jpeg(table.scene.image))
    reason = page.locator("#list .pointer").first
    reason.click()
    expect(page.locator("#photo .pointed")).to_have_count(6)
    expect(page.locator("#moves-note")).to_contain_text("Looking for better ones")
    held.pop().continue_()
    expect(page.locator("#moves-note")).not_to_contain_text("Looking for better ones")
    expect(reason).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#photo .pointed")).to_have_count(6)


def test_the_keyboard_reaches_every_piece_on_the_photo(opens: Opens) -> None:
    lying = [*laid(BEFORE), *laid({(0, 4): Tile.parse("Gb"), (1, 4): Tile.parse("Yf")})]
    page = opens(reader(Truth(lying)))
    choose(page, GREY)
    pieces = page.locator("#photo .found")
    expect(pieces).to_have_count(5)
    expect(page.locator("#photo .found[tabindex='0']")).to_have_count(1)
    page.get_by_role("button", name="Whole photo").focus()
    page.keyboard.press("Tab")
    focused = page.locator("#photo .found:focus")
    expect(focused).to_have_accessible_name("red circle, column 0, row 0, new")
    page.keyboard.press("ArrowRight")
    expect(focused).to_have_accessible_name("red square, column 1, row 0, new")
    page.keyboard.press("ArrowDown")
    expect(focused).to_have_accessible_name("yellow clover, in the hand")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="red star", exact=True).first.press("Enter")
    expect(focused).to_have_accessible_name("red star, column 1, row 0, new")
    expect(page.locator("#moves-note")).to_have_text("2 of 2 moves")
    # The order of the page comes back to where it was left.
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(focused).to_have_accessible_name("red star, column 1, row 0, new")


def test_the_keyboard_takes_a_whole_hand_and_puts_tiles_back(opens: Opens) -> None:
    page = opens(reader(Truth(laid(BEFORE))))
    choose(page, GREY)
    button = page.get_by_role("button", name="Take blue star into the hand")
    for _ in range(3):
        button.press("Enter")
        expect(button).to_be_focused()
    held = page.get_by_role("button", name="Put blue star back")
    for left in (2, 1):
        held.last.press("Enter")
        expect(held).to_have_count(left)
        expect(held.last).to_be_focused()
    for tile in ("green circle", "green star", "red circle", "yellow square", "white circle"):
        page.get_by_role("button", name=f"Take {tile} into the hand").press("Enter")
    expect(page.locator("#taking")).not_to_have_attribute("open", "")
    expect(page.locator("#taking summary")).to_be_focused()
    expect(page.locator(".move").first).to_be_in_viewport()


def test_a_typed_hand_folds_the_palette_and_shows_the_moves(opens: Opens) -> None:
    page = opens(reader(Truth(laid(BEFORE))))
    choose(page, GREY)
    page.locator("#typed-text").fill("Rx Bd Gc")
    page.locator("#typed-text").press("Enter")
    expect(page.locator(".move").first).to_be_in_viewport()
    expect(page.locator("#taking")).not_to_have_attribute("open", "")
    expect(page.locator("#taking summary")).to_be_focused()


def test_the_keyboard_stays_where_it_is_on_the_board(opens: Opens) -> None:
    page = opens(reader(Truth(laid(BEFORE))))
    choose(page, GREY)
    page.get_by_text("Board", exact=True).click()
    page.locator("#board [data-cell='1,0']").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="red star", exact=True).first.press("Enter")
    expect(page.locator("#board .cell:focus")).to_have_accessible_name("red star, column 1, row 0, new")


def test_the_keyboard_stays_where_it_is_in_the_list_of_moves(opens: Opens, table: DemoTable) -> None:
    page = opens(reader(truth_of(table)))
    choose(page, jpeg(table.scene.image))
    for button in (page.locator("#list .move").nth(1), page.locator("#list .pointer").last):
        button.press("Enter")
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(button).to_be_focused()


def test_the_hand_in_the_photo_is_taken(opens: Opens, table: DemoTable) -> None:
    page = opens(reader(truth_of(table)))
    choose(page, jpeg(table.scene.image))
    expect(page.get_by_text("6 in the hand")).to_be_visible()
    expect(page.locator("#photo .piece.hand")).to_have_count(6)
    expect(page.locator("#photo .hinted")).to_have_count(2)


def test_before_the_first_move_a_hand_is_enough(opens: Opens) -> None:
    hand = [Tile.parse(name) for name in ("Rs", "Gc", "Bb", "Yf", "Rx", "Od")]
    page = opens(reader(Truth(laid({(x, 0): tile for x, tile in enumerate(hand)}))))
    choose(page, GREY)
    expect(page.locator(".move").first).to_contain_text("2 points")
    page.get_by_text("Board", exact=True).click()
    expect(page.locator("#board .cell.hinted")).to_have_count(2)


def test_two_photos_give_the_move_between_them(opens: Opens) -> None:
    page = opens(reader(Truth(laid(BEFORE), laid(AFTER))))
    choose(page, GREY)
    expect(page.locator("#turn")).to_contain_text("3 points")
    choose(page, GREY)
    expect(page.locator("#turn")).to_contain_text("2 points")
    expect(page.locator("#photo .piece.added")).to_have_count(1)


def test_a_corrected_tile_changes_the_move_and_the_hints(opens: Opens) -> None:
    doubtful = [*laid(BEFORE), tile_seen(Tile.parse("Gd"), laid(AFTER)[3].corners, colour=0.6)]
    page = opens(reader(Truth(laid(BEFORE), doubtful)))
    choose(page, GREY)
    expect(page.locator("#turn")).to_contain_text("3 points")
    choose(page, GREY)
    expect(page.locator("#photo .piece.doubted .ask")).to_have_text("?")
    take(page, "blue star")
    expect(page.locator(".move").first).to_contain_text("Swap")
    page.get_by_role("button", name="Check green diamond").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Read as green diamond")
    dialog.locator("#chooser-palette").get_by_role("button", name="blue diamond").click()
    expect(page.locator("#checks")).to_be_hidden()
    expect(page.locator("#turn").get_by_role("img", name="blue diamond")).to_be_visible()
    expect(page.locator("#list > li").first).to_contain_text("makes a line of 2")


def test_what_the_rules_say_of_a_tile_is_not_told_as_its_look(opens: Opens) -> None:
    circle, square, diamond = laid(BEFORE)
    like_the_first = replace(square, shapes=0.55 * circle.shapes + 0.45 * square.shapes)
    page = opens(reader(Truth([circle, like_the_first, diamond])))
    choose(page, GREY)
    for cell, told in (
        (1, "It looks like red circle. It is taken for red square, for"),
        (2, "Read as red diamond, 99 %"),
    ):
        page.locator("#photo .piece").nth(cell).click()
        expect(page.locator("#chooser-note")).to_contain_text(told)
        page.keyboard.press("Escape")


def test_a_tile_is_corrected_added_and_removed_by_the_keyboard(opens: Opens) -> None:
    page = opens(reader(Truth(laid(AFTER))))
    choose(page, GREY)
    page.get_by_text("Board", exact=True).click()
    page.locator("#board .cell[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#board .cell:focus")).to_have_attribute("aria-label", "red square, column 1, row 0")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="No tile lies here").press("Enter")
    expect(page.locator("#board .cell.laid")).to_have_count(3)
    page.get_by_role("button", name="free cell, column 1, row 0").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="red star", exact=True).press("Enter")
    expect(page.get_by_role("button", name="red star, column 1, row 0")).to_be_visible()


def test_a_hand_may_be_typed_or_photographed(opens: Opens) -> None:
    page = opens(reader(Truth(laid(BEFORE), laid({(0, 0): Tile.parse("Gc"), (1, 0): Tile.parse("Gx")}))))
    choose(page, GREY)
    typing = page.get_by_label("Or type them")
    typing.fill("Rx Qq")
    typing.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("“Qq” (at character 3) is not a tile")
    expect(page.get_by_role("alert")).to_be_in_viewport(ratio=1)
    typing.fill("red star, Rb")
    typing.press("Enter")
    expect(page.locator("#slots .tile")).to_have_count(2)
    expect(page.get_by_role("alert")).to_be_hidden()
    expect(page.locator(".move").first).to_contain_text("6 points")
    choose(page, GREY, "Photo of the hand")
    expect(page.get_by_role("button", name="Put green star back")).to_be_visible()


def test_every_bad_photo_is_told_in_a_sentence_and_the_table_stays(opens: Opens) -> None:
    page = opens(reader(Truth(laid(BEFORE))))
    choose(page, GREY)
    expect(page.locator("#viewer")).to_be_visible()
    alert = page.get_by_role("alert")
    for photo, words in (
        (b"", "the file is empty"),
        (b"no photo at all", "not a photo that can be read"),
        (GREY[:-900], "damaged or cut short"),
        (BLACK, "No tile was found"),
        (bytes(2**22 + 1), "larger than 4 MB"),
    ):
        choose(page, photo)
        expect(alert).to_contain_text(words)
        expect(page.locator("#photo .piece.board")).to_have_count(len(BEFORE))


def test_a_refused_photo_of_the_hand_is_told_beside_its_button(opens: Opens) -> None:
    page = opens(reader(Truth(laid(BEFORE))), SMALL)
    choose(page, GREY)
    expect(page.locator("#viewer")).to_be_visible()
    choose(page, b"no photo at all", "Photo of the hand")
    expect(page.locator("#hand-error")).to_contain_text("not a photo that can be read")
    expect(page.locator("#hand-error")).to_be_in_viewport(ratio=1)


def test_moves_that_can_not_be_had_are_told_where_they_would_stand(opens: Opens) -> None:
    page = opens(reader(Truth(laid(BEFORE))), SMALL)
    choose(page, GREY)
    page.route("**/api/v1/hints", lambda route: route.abort())
    take(page, "red star")
    expect(page.locator("#moves-error")).to_contain_text("Kibitz does not answer")
    expect(page.locator("#moves-error")).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("Looking for moves")).to_be_hidden()
    page.unroute("**/api/v1/hints")
    take(page, "red clover")
    expect(page.locator("#moves-note")).to_contain_text("moves")
    expect(page.locator("#moves-error")).to_be_hidden()


def test_better_moves_follow_and_leave_what_was_picked(opens: Opens) -> None:
    page = opens(reader(Truth(laid(BEFORE))))
    choose(page, GREY)
    quick: list[dict[str, Any]] = []
    held: list[Route] = []

    def answer(route: Route) -> None:
        if "within" not in (route.request.post_data or ""):
            held.append(route)
            return
        response = route.fetch()
        quick.append(response.json())
        route.fulfill(response=response)

    page.route("**/api/v1/hints", answer)
    with page.expect_request(lambda request: "hints" in request.url and "within" not in (request.post_data or "")):
        take(page, "red star")
    expect(page.locator("#moves-note")).to_have_text("Looking for better ones …")
    second = page.locator(".move").nth(1)
    second.click()
    picked = second.inner_text()
    moves = quick[0]["moves"][::-1]
    held[0].fulfill(json={**quick[0], "moves": moves})
    expect(page.locator("#moves-note")).to_contain_text(f"of {quick[0]['found']} moves")
    expect(page.locator(".move").nth(len(moves) - 2)).to_have_attribute("aria-pressed", "true")
    assert page.locator(".move[aria-pressed=true]").inner_text() == picked


def test_a_fault_of_the_page_is_told(opens: Opens) -> None:
    page = opens(reader(Truth(laid(BEFORE))))
    page.evaluate("window.dispatchEvent(new ErrorEvent('error'))")
    expect(page.get_by_role("alert")).to_contain_text("a fault of Kibitz itself")


def test_tiles_that_lie_on_no_board_are_counted_and_shown(opens: Opens) -> None:
    tiles = Board.parse("Rc@0,0 Gs@4,0 Bd@8,0 Yx@0,4 Of@4,4 Wb@8,4 Gd@0,8 Rs@4,8").placements
    page = opens(reader(Truth(laid({placement.cell: placement.tile for placement in tiles}))))
    choose(page, GREY)
    expect(page.get_by_role("alert")).to_contain_text("8 tiles were found, but none lie together as on a board")
    expect(page.locator("#photo .piece")).to_have_count(8)


@pytest.mark.parametrize("viewport", [SMALL, {"width": 1280, "height": 800}])
def test_nothing_beyond_the_photo_is_shown(opens: Opens, viewport: dict[str, int]) -> None:
    page = opens(reader(Truth(laid(BEFORE, at=(600, 600)))), viewport)
    choose(page, GREY)
    expect(page.locator("#photo image")).to_be_visible()
    left, top, width, height = page.locator("#photo svg").evaluate(
        "svg => [svg.viewBox.baseVal.x, svg.viewBox.baseVal.y, svg.viewBox.baseVal.width, svg.viewBox.baseVal.height]"
    )
    assert min(left, top) >= 0
    assert max(left + width, top + height) <= 800
    assert width / height == pytest.approx(
        page.locator("#photo svg").evaluate("e => e.clientWidth / e.clientHeight"), rel=0.02
    )


def test_the_table_outlives_a_reload(opens: Opens) -> None:
    page = opens(reader(Truth(laid(BEFORE))))
    choose(page, GREY)
    take(page, "red star")
    expect(page.locator(".move").first).to_be_visible()
    page.reload()
    expect(page.locator("#board .cell.laid")).to_have_count(len(BEFORE))
    expect(page.get_by_role("button", name="Put red star back")).to_be_visible()
    expect(page.locator(".move").first).to_be_visible()
    page.get_by_role("button", name="New game").click()
    expect(page.get_by_text("What should I play?")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_small_phone_shows_all_of_it_in_either_scheme(opens: Opens, table: DemoTable, scheme: str) -> None:
    page = opens(reader(truth_of(table)), SMALL, scheme)
    choose(page, jpeg(table.scene.image))
    expect(page.locator(".move").first).to_be_visible()
    page.get_by_text("Choose your tiles").click()
    widest = (
        "Math.max(...[...document.querySelectorAll('body *:not(svg *)')].map(e => e.getBoundingClientRect().right))"
    )
    assert page.evaluate(widest) <= SMALL["width"]
    light = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).every(value => value > 127)")
    assert light is (scheme == "light")
    smallest = page.evaluate(
        "Math.min(...[...document.querySelectorAll('button, .button, .switch span')].filter(e => e.offsetParent)"
        ".map(e => Math.min(e.getBoundingClientRect().width, e.getBoundingClientRect().height)))"
    )
    assert smallest >= 36
