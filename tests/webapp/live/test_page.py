"""What a camera sees of a table, on its page: photos of it, proposals, and a person's word about single pieces."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from engine.qwirkle.board import Board
from engine.qwirkle.tile import Tile
from tests.vision.rolls import Dice, Lying
from vision.reading import TileSeen

from ..browser import DESK, PHONE, SMALL, House, arrived, choose, held
from ..rendered import Truth, jpeg, laid, reader, tile_seen
from ..test_accessible import faults, schemes

Houses = Callable[..., House]

FIRST = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0")
SECOND = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0 Bd@2,1")
BOARD = [{"col": 0, "row": 0, "tile": "Rc"}, {"col": 1, "row": 0, "tile": "Rs"}]
GREY = jpeg(np.full((800, 800, 3), 128, np.uint8))


def sat_down(houses: Houses, *photos: list[TileSeen], **more: object) -> tuple[House, str]:
    """A house with a table of Qwirkle, whose reader sees one photo after the other."""
    house = houses(reader(Truth(*photos)))
    return house, f"/t/{house.begins('qwirkle', 'Ann', 'Ben', sixth='white', **{'turn': 0, **more})}"


def photographs(page: Page) -> None:
    with page.expect_response("**/live/photo"):
        choose(page, GREY)


def makes_a_move(page: Page, then: str) -> None:
    """What the next photo shows is confirmed, and it is the turn of who comes then."""
    photographs(page)
    page.get_by_role("button", name="Yes").click()
    expect(page.locator("#now-text")).to_have_text(f"{then} plays")


def fixed(page: Page, tile: str) -> None:
    with page.expect_response("**/live/fix"):
        page.get_by_role("dialog").get_by_role("button", name=tile, exact=True).first.click()


def answers_held(page: Page, address: str) -> list[tuple[Route, APIResponse]]:
    """The server's answers at an address, none of which reaches the page yet."""
    answers: list[tuple[Route, APIResponse]] = []
    page.route(address, lambda route: answers.append((route, route.fetch())))
    return answers


def test_a_photo_proposes_a_move_that_any_phone_confirms(houses: Houses) -> None:
    house, table = sat_down(houses, laid(FIRST), laid(SECOND))
    by_hand = {"confirm_after": None}  # or a slow browser finds it confirmed by itself
    assert house.app.test_client().post(f"/api/v1/tables{table[2:]}/live/settings", json=by_hand).status_code == 200
    page, other = house.visit(table), house.visit(table)
    photographs(page)
    for phone in (page, other):
        expect(phone.locator("#proposal")).to_contain_text("Did Ann play this?")
        expect(phone.locator("#proposal .laid")).to_contain_text("3 points")
        expect(phone.locator("#proposal .lines li")).to_have_count(1)
    expect(page.locator("#live-view .piece.added")).to_have_count(3)
    expect(other.locator("#live-view")).to_be_hidden()
    other.get_by_role("button", name="Yes").click()
    for phone in (page, other):
        expect(phone.locator("#proposal")).to_be_hidden()
        expect(phone.locator("#now-text")).to_have_text("Ben plays")
    expect(page.locator("#live-view .piece.added")).to_have_count(0)
    photographs(page)
    expect(page.locator("#proposal")).to_contain_text("Did Ben play this?")
    page.get_by_role("button", name="Yes").click()
    expect(page.locator("#now-text")).to_have_text("Ann plays")


def test_a_look_that_comes_late_takes_nothing_away(houses: Houses) -> None:
    house, table = sat_down(houses, laid(FIRST))
    page, other = house.visit(table), house.visit("/")
    answers = answers_held(other, "**/live")  # its first look, at a table that no camera has seen
    other.goto(house.home + table)
    route, answer = arrived(other, answers)
    photographs(page)
    expect(other.locator("#proposal")).to_contain_text("Did Ann play this?")
    with other.expect_response("**/live"):
        route.fulfill(response=answer)
    other.evaluate("new Promise(requestAnimationFrame)")
    expect(other.get_by_role("button", name="Yes")).to_be_visible()


def test_what_a_person_said_of_a_piece_is_shown_though_the_stream_was_faster(houses: Houses) -> None:
    house, table = sat_down(houses, laid(FIRST))
    page = house.visit(table)
    photographs(page)
    expect(page.locator("#live-view .found")).to_have_count(3)
    answers = answers_held(page, "**/live/fix")
    page.locator("#live-view .found").nth(2).click()
    page.get_by_role("dialog").get_by_role("button", name="No tile lies here").click()
    expect(page.locator("#proposal .laid")).to_contain_text("2 points")
    route, answer = arrived(page, answers)
    route.fulfill(response=answer)
    expect(page.locator("#live-view .found")).to_have_count(2)


def test_nothing_is_drawn_to_tap_on_before_it_is_known_who_plays(houses: Houses) -> None:
    house, table = sat_down(houses, laid(FIRST))
    page = house.visit()
    waiting = held(page, "**/stream")
    page.goto(house.home + table)
    photographs(page)
    page.evaluate("fetch(location.href).then((page) => page.text())")  # so much later the answer has been looked at
    expect(page.locator("#live-view .found")).to_have_count(0)
    waiting[0].continue_()
    expect(page.locator("#live-view .found")).to_have_count(3)


def test_what_is_not_so_is_proposed_no_more(houses: Houses) -> None:
    house, table = sat_down(houses, laid(FIRST))
    page = house.visit(table)
    photographs(page)
    page.get_by_role("button", name="Not so").click()
    expect(page.locator("#proposal")).to_be_hidden()
    photographs(page)
    expect(page.locator("#live-view .found")).to_have_count(3)
    expect(page.locator("#proposal")).to_be_hidden()
    expect(page.locator("#now-text")).to_have_text("Ann plays")


def test_a_move_that_the_rules_forbid_is_told_with_the_reason(houses: Houses) -> None:
    house, table = sat_down(houses, laid(FIRST), laid({**FIRST, (3, 0): Tile.parse("Gx")}))
    page = house.visit(table)
    makes_a_move(page, then="Ben")
    photographs(page)
    expect(page.locator("#proposal-reasons")).to_contain_text("This move is not legal")
    expect(page.locator("#proposal-reasons li")).to_have_count(1)
    expect(page.get_by_role("button", name="Yes")).to_be_hidden()
    expect(page.get_by_role("button", name="Not so")).to_be_visible()


def test_of_tiles_that_may_be_several_moves_one_tap_tells_who_made_which(houses: Houses) -> None:
    house, table = sat_down(houses, laid(FIRST), laid({**SECOND, (0, 1): Tile.parse("Gc"), (0, 2): Tile.parse("Oc")}))
    page = house.visit(table, SMALL)
    makes_a_move(page, then="Ben")
    photographs(page)
    expect(page.locator("#proposal")).to_contain_text("Several moves at once: who made which?")
    ways = page.locator("#proposal .order").filter(visible=True)
    expect(ways).to_have_count(2)
    expect(ways.first).to_have_accessible_name(
        "Ben blue diamond 2 points Ann green circle orange circle 3 points"  # or the other way round
    )
    expect(page.get_by_role("button", name="Yes")).to_be_hidden()
    page.get_by_text("Or were there 3 moves?").click()
    expect(ways).to_have_count(5)
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    ways.nth(1).click()
    expect(page.locator("#log-list > li")).to_have_count(3)
    expect(page.locator("#log-list > li").first).to_contain_text("3. Ann")
    expect(page.locator("#log-list > li").first).to_contain_text("2 points")


def test_what_may_be_one_move_may_have_been_two_as_well(houses: Houses) -> None:
    house, table = sat_down(houses, laid(FIRST), laid({**SECOND, (2, 2): Tile.parse("Gd")}))
    page = house.visit(table, SMALL)
    makes_a_move(page, then="Ben")
    photographs(page)
    expect(page.locator("#proposal")).to_contain_text("Did Ben play this?")
    page.get_by_text("Or were there 2 moves?").click()
    page.locator("#proposal .order").filter(visible=True).click()
    expect(page.locator("#log-list > li")).to_have_count(3)
    expect(page.locator("#log-list > li").first).to_contain_text("3. Ann")


def test_who_began_is_told_before_who_made_which_of_several_moves(houses: Houses) -> None:
    house, table = sat_down(houses, laid({**SECOND, (0, 1): Tile.parse("Gc")}), turn=None, draws=False)
    page = house.visit(table)
    photographs(page)
    page.locator("#proposal").get_by_role("button", name="Ben").click()
    expect(page.locator("#proposal .order").first).to_contain_text("Ben")
    page.locator("#proposal .order").first.click()
    expect(page.locator("#log-list > li")).to_have_count(3)


def test_who_began_is_asked_where_nobody_knows(houses: Houses) -> None:
    house, table = sat_down(houses, laid(FIRST), turn=None)
    page = house.visit(table)
    photographs(page)
    expect(page.locator("#proposal")).to_contain_text("Who has played this?")
    page.locator("#proposal").get_by_role("button", name="Ben").click()
    expect(page.locator("#now-text")).to_have_text("Ann plays")


def test_a_doubted_tile_is_listed_first_and_changed_with_the_likeliest_first(houses: Houses) -> None:
    doubtful = [*laid(FIRST)[:2], tile_seen(Tile.parse("Od"), laid(FIRST)[2].corners, colour=0.6)]
    house, table = sat_down(houses, doubtful)
    page = house.visit(table)
    photographs(page)
    check = page.locator("#live-doubts").get_by_role("button", name="Check")
    drawn = check.element_handle()
    photographs(page)
    assert drawn.evaluate("button => button.isConnected"), "a finger on it would have missed"
    check.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("#chooser-likely button").first).to_have_attribute("aria-pressed", "true")
    expect(dialog.locator("#chooser-likely button").nth(1)).to_have_attribute(
        "aria-label", re.compile(r"diamond, \d+ %")
    )
    fixed(page, "red diamond")
    expect(page.locator("#live-doubts")).to_be_hidden()
    expect(page.locator("#proposal .laid")).to_contain_text("3 points")


def test_a_tile_of_the_board_is_put_right_with_the_likeliest_first(houses: Houses) -> None:
    third = tile_seen(Tile.parse("Od"), laid(FIRST)[2].corners, colour=0.8)
    house, table = sat_down(houses, [*laid(Board.parse("Oc@0,0 Os@1,0")), third])
    page = house.visit(table)
    makes_a_move(page, then="Ben")
    page.locator("#table-board [aria-label^='orange diamond']").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("#chooser-likely button").first).to_have_attribute("aria-pressed", "true")
    expect(dialog.locator("#chooser-likely button")).to_have_count(4)
    expect(dialog.locator("#chooser-likely button").nth(1)).to_have_attribute(
        "aria-label", re.compile(r" diamond, \d %")
    )
    dialog.get_by_role("button", name="Cancel").click()
    page.goto(f"{house.home}/t/{house.begins('qwirkle', 'Ann', 'Ben', turn=0, board=BOARD, hands=[6, 6])}")
    page.locator("#table-board [aria-label^='red circle']").click()  # at which no camera looks
    expect(dialog.locator("#chooser-likely button")).to_have_count(1)


def test_what_was_learned_from_a_tap_is_told_to_all_and_taken_back(houses: Houses) -> None:
    house, table = sat_down(houses, laid(Board.parse("Oc@0,0 Os@1,0 Od@2,0 Ox@3,0")))
    page, other = house.visit(table), house.visit(table, DESK)
    photographs(page)
    for cell, name in (("0,0", "red circle"), ("1,0", "red square")):
        page.locator(f"#live-view [data-key='{cell}']").click()
        with page.expect_response("**/live/photo"):  # which is read once more
            fixed(page, name)
    for phone in (page, other):
        expect(phone.locator("#lessons-list li")).to_have_count(1)
        expect(phone.locator("#lessons-list")).to_contain_text("Kibitz learned: this is red, not orange")
    other.get_by_role("button", name="All 2 that were learned").click()
    expect(other.locator("#lessons-list li")).to_have_count(2)
    assert faults(other) == []
    other.locator("#lessons-list button").first.click()
    for phone in (page, other):
        expect(phone.locator("#lessons-list li")).to_have_count(1)
        expect(phone.locator("#lessons-all")).to_be_hidden()
    page.locator("#lessons-list button").click()
    for phone in (page, other):
        expect(phone.locator("#lessons")).to_be_hidden()


def test_a_tile_of_the_board_that_the_camera_sees_is_put_right_for_the_camera_too(houses: Houses) -> None:
    house, table = sat_down(houses, laid(Board.parse("Oc@0,0 Os@1,0 Od@2,0")))
    page = house.visit(table)
    makes_a_move(page, then="Ben")
    page.locator("#table-board [aria-label^='orange diamond']").click()
    fixed(page, "orange clover")
    expect(page.locator("#table-board [aria-label^='orange clover']")).to_be_visible()
    expect(page.locator("#lessons")).to_be_hidden()
    page.locator("#table-board [aria-label^='orange clover']").click()
    fixed(page, "red clover")
    expect(page.locator("#table-error")).to_be_visible()  # the rules forbid it


def test_tiles_are_removed_and_added_in_the_picture_by_the_keyboard(houses: Houses) -> None:
    house, table = sat_down(houses, laid(FIRST))
    page = house.visit(table)
    photographs(page)
    page.locator("#live-view .found[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#live-view .found:focus")).to_have_attribute("aria-label", "red square, column 1, row 0")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    with page.expect_response("**/live/fix"):
        page.get_by_role("button", name="No tile lies here").press("Enter")
    expect(page.locator("#proposal .laid")).to_contain_text("2 points")
    page.get_by_role("button", name="free cell, column 2, row 0").press("Enter")
    fixed(page, "red star")
    expect(page.locator("#proposal .laid").get_by_role("img", name="red star")).to_be_visible()
    expect(page.locator("#proposal .laid")).to_contain_text("3 points")


def test_tiles_taken_away_stop_the_camera_until_the_move_is_undone(houses: Houses) -> None:
    house, table = sat_down(houses, laid(FIRST), laid(SECOND), laid(FIRST))
    page = house.visit(table)
    for player in ("Ben", "Ann"):
        makes_a_move(page, then=player)
    photographs(page)
    expect(page.locator("#halt")).to_contain_text("the tiles of the last move lie there no more")
    page.get_by_role("button", name="Undo the last move").click()
    expect(page.locator("#now-text")).to_have_text("Ben plays")
    expect(page.locator("#halt")).to_be_hidden()


def test_no_move_is_undone_for_a_picture_of_something_else(houses: Houses) -> None:
    other = laid({(0, 0): Tile.parse("Bb"), (1, 0): Tile.parse("Gb"), (2, 0): Tile.parse("Rb")})
    house, table = sat_down(houses, laid(FIRST), other)
    page = house.visit(table)
    makes_a_move(page, then="Ben")
    photographs(page)
    expect(page.locator("#halt")).to_contain_text("another table")
    expect(page.get_by_role("button", name="Undo the last move")).to_be_hidden()


def test_a_tall_proposal_leaves_the_bar_free(houses: Houses) -> None:
    house, table = sat_down(houses, laid(FIRST), laid({**FIRST, (3, 0): Tile.parse("Gx")}))
    page = house.visit(table, viewport={"width": 320, "height": 640})
    makes_a_move(page, then="Ben")
    photographs(page)
    reason = page.locator("#proposal-reasons li")
    expect(reason).to_contain_text("not legal")
    reason.evaluate("reason => (reason.textContent = reason.textContent.repeat(20))")
    card, bar = page.locator("#proposal").bounding_box(), page.locator(".bar").bounding_box()
    assert card is not None
    assert bar is not None
    assert card["height"] <= bar["y"]
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator("#now-text")).to_have_text("Ann plays")


def test_long_names_stay_on_a_small_phone(houses: Houses) -> None:
    names = ("W" * 30, "Maximiliane-Theodora-Anneliese", "שלום עולם", "สมหญิง ใจดี", "M" * 30, "<b>Bo</b>")
    house = houses(reader(Truth(laid(FIRST))))
    page = house.visit(f"/t/{house.begins('qwirkle', *names, sixth='white')}", viewport={"width": 320, "height": 640})
    photographs(page)
    for name in names:
        box = page.locator("#proposal-openers").get_by_role("button", name=name).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 320
        assert box["width"] >= 60  # no name is broken into single letters
    page.locator("#proposal-openers").get_by_role("button", name=names[0]).click()
    expect(page.locator("#now-text")).to_have_text("Maximiliane-Theodora-Anneliese plays")
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_a_page_that_comes_back_can_still_tell_whose_the_first_move_is(houses: Houses) -> None:
    house, table = sat_down(houses, laid(FIRST), turn=None)
    page = house.visit(table)
    photographs(page)
    waiting = held(page, "**/stream")
    with page.expect_response("**/live"):
        page.reload()
    page.evaluate("fetch(location.href).then((page) => page.text())")  # so much later the answer has been looked at
    waiting[0].continue_()
    page.locator("#proposal-openers").get_by_role("button", name="Ben").click()
    expect(page.locator("#now-text")).to_have_text("Ann plays")


def test_a_cell_on_which_table_and_record_differ_is_shown_and_put_right(houses: Houses) -> None:
    other = laid({**SECOND, (0, 0): Tile.parse("Gb")})
    house, table = sat_down(houses, laid(FIRST), other)
    page = house.visit(table)
    makes_a_move(page, then="Ben")
    photographs(page)
    expect(page.locator("#differs")).to_contain_text("red circle")
    expect(page.locator("#live-view .differing")).to_have_count(1)
    page.locator("#differs").get_by_role("button", name="Check").click()
    expect(page.get_by_role("dialog")).to_contain_text("red circle")
    fixed(page, "red circle")
    expect(page.locator("#differs")).to_be_hidden()


def test_a_photo_that_can_not_be_read_is_told_where_it_was_taken(houses: Houses) -> None:
    house, table = sat_down(houses, laid(FIRST))
    page = house.visit(table, SMALL)
    expect(page.locator("input[name=live-way]:checked")).to_be_attached()
    with page.expect_response("**/live/photo"):
        choose(page, b"no photo at all")
    expect(page.locator("#live-error")).to_contain_text("not a photo that can be read")
    expect(page.locator("#live-error")).to_be_in_viewport(ratio=1)


def test_dice_that_another_phone_shows_are_proposed_as_the_roll(houses: Houses) -> None:
    lying = [Lying(name, 200 + 80 * place, 300) for place, name in enumerate(("W6", "W3", "R5", "Y4", "G1", "B2"))]
    house = houses(reader(dice=Dice(lying)))
    code = house.begins("qwixx", "Ann", "Ben", turn=0)
    page = house.visit(f"/t/{code}")
    photo = {"photo": (io.BytesIO(GREY), "photo.jpg")}
    house.app.test_client().post(f"/api/v1/tables/{code}/live/photo", data=photo)
    expect(page.locator("#proposal")).to_contain_text("Are these the dice?")
    expect(page.locator("#proposal .die-icon")).to_have_count(6)
    page.get_by_role("button", name="Yes").click()
    expect(page.locator("#proposal")).to_be_hidden()
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_enabled()


@schemes
def test_axe_finds_no_serious_fault(houses: Houses, scheme: str, screen: dict[str, int]) -> None:
    house, table = sat_down(houses, laid(FIRST), laid({**SECOND, (0, 0): Tile.parse("Gb")}))
    page = house.visit(table, screen, scheme)
    photographs(page)
    expect(page.locator("#proposal")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name="Yes").click()
    expect(page.locator("#now-text")).to_have_text("Ben plays")
    photographs(page)
    expect(page.locator("#differs")).to_be_visible()
    assert faults(page) == []


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("whole", [False, True], ids=["part", "whole"])
def test_outlines_lie_on_their_tiles(houses: Houses, viewport: dict[str, int], whole: bool) -> None:
    house, table = sat_down(houses, laid(FIRST, at=(500, 420)))
    page = house.visit(table, viewport)
    photographs(page)
    if whole:
        page.get_by_role("button", name="Whole picture").click()
    outline = page.locator("#live-view .outline").first.bounding_box()
    # The picture fills its element but for the margins that keep its shape.
    element = page.locator("#live-view img").bounding_box()
    assert outline
    assert element
    scale = min(element["width"], element["height"]) / 800
    left = element["x"] + element["width"] / 2 + scale * (470 - 400)
    top = element["y"] + element["height"] / 2 + scale * (390 - 400)
    assert (outline["x"], outline["y"]) == pytest.approx((left, top), abs=2)
    assert outline["width"] == pytest.approx(60 * scale, abs=4)


def test_a_page_without_https_says_so_and_offers_the_photo(houses: Houses) -> None:
    house, table = sat_down(houses, laid(FIRST))
    page = house.visit(table)
    # The server's own machine counts as safe; whoever comes from another finds what this finds.
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.reload()
    page.get_by_text("This camera").click()
    expect(page.locator("#live-error")).to_contain_text("only to a page over https")
    expect(page.get_by_role("button", name="Start the camera")).to_be_hidden()
    photographs(page)
    expect(page.locator("#proposal")).to_contain_text("3 points")
    expect(page.get_by_text("Server", exact=True)).to_have_count(0)  # where it has no camera
