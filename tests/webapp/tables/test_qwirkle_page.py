"""Qwirkle at the table, in real browsers: moves by tapping, what no camera sees, hands and hints that stay private."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from engine.qwirkle.board import EMPTY_BOARD
from engine.qwirkle.moves import Move
from engine.qwirkle.tile import Tile

from ..browser import SMALL, House, choose
from ..rendered import Truth, jpeg, laid, reader

GREY = jpeg(np.full((600, 900, 3), 128, np.uint8))
FIRST = "Rc@0,0 Rs@1,0 Rd@2,0"
HAND = "Gd Bd Od Rf Yx Pb"

Houses = Callable[..., House]


def begun(house: House, *moves: str, **more: Any) -> str:
    """The code of a table at which Ann has begun, and these moves were made in turn."""
    code = house.begins("qwirkle", "Ann", "Bob", draws=False)
    if more:
        writes(house, code, "correct", at=0, event={**state_of(house, code)["start"], **more})
    happens(house, code, event="open", player=0)
    for index, move in enumerate(moves):
        happens(house, code, event="play", player=index % 2, move=move)
    return code


def state_of(house: House, code: str) -> dict[str, Any]:
    state: dict[str, Any] = house.app.test_client().get(f"/api/v1/tables/{code}").get_json()
    return state


def writes(house: House, code: str, way: str, **fields: Any) -> None:
    """What others have told the server."""
    wish = {"version": state_of(house, code)["version"], **fields}
    response = house.app.test_client().post(f"/api/v1/tables/{code}/{way}", json=wish)
    assert response.status_code == 200, response.get_data(as_text=True)


def happens(house: House, code: str, **event: Any) -> None:
    writes(house, code, "events", event=event)


def at_table(house: House, code: str, player: int | None = None, **how: Any) -> Page:
    """A phone at a table, perhaps with a player's seat."""
    page = house.visit(f"/t/{code}", **how)
    if player is not None:
        taken = house.app.test_client().post(f"/api/v1/tables/{code}/seats", json={"player": player}).get_json()
        page.evaluate(f"localStorage.setItem('kibitz-seats-{code}', JSON.stringify({{{player}: '{taken['token']}'}}))")
        page.reload()
        expect(page.locator("#own")).to_be_visible()
    return page


def cell(page: Page, col: int, row: int) -> Any:
    return page.locator(f'#table-board [data-cell="{col},{row}"]')


def lays(page: Page, move: str) -> None:
    """Taps places on the board and names the tile that lies there."""
    for placement in Move.parse(move).placements:
        cell(page, *placement.cell).click()
        page.locator("#chooser-palette").get_by_role("button", name=placement.tile.words, exact=True).click()


def plays(page: Page, move: str, points: str) -> None:
    lays(page, move)
    expect(page.locator("#making-points")).to_have_text(points)
    page.locator("#play").click()
    expect(page.locator("#making")).to_be_hidden()


def holds(page: Page, hand: str) -> None:
    """Types a hand."""
    page.locator("#own-taking").evaluate("details => details.open = true")
    page.locator("#own-text").fill(hand)
    page.locator("#own-text").press("Enter")
    expect(page.locator("#own-slots .tile")).to_have_count(len(hand.split()))


def held(page: Page) -> list[str]:
    labels = [str(tile.get_attribute("aria-label")) for tile in page.locator("#own-slots .tile").all()]
    return [str(Tile.parse(label.removeprefix("Pick up "))) for label in labels]


def test_a_whole_game_is_played_by_tapping(house: House) -> None:
    """A short game: the box lacks most tiles, so the bag is empty after the first turn."""
    code = house.begins("qwirkle", "Ann", "Bob", draws=False)
    writes(house, code, "correct", at=0, event={**state_of(house, code)["start"], "lost": 94})
    one, other = at_table(house, code), at_table(house, code)
    one.locator("#openers").get_by_role("button", name="Ann").click()
    expect(other.locator("#otherwise")).to_be_hidden()  # who opens the game must add tiles
    plays(one, FIRST, "3 points")
    expect(other.locator("#table-board .cell.added")).to_have_count(3)
    plays(other, "Rf@3,0 Rx@4,0 Rb@5,0", "12 points")
    plays(one, "Gd@2,1 Bd@2,2", "3 points")
    expect(one.locator("#board-facts")).to_have_text("8 laid, 0 in the bag")
    expect(one.locator("#swap")).to_be_hidden()
    one.locator("#pass").click()
    one.reload()
    lays(one, "Od@2,3 Yd@2,4 Pd@2,5")
    expect(one.locator("#making-lines")).to_contain_text("6 points more for the last tile")
    expect(one.locator("#play")).to_contain_text("18 points")
    one.locator("#play").click()
    expect(other.locator("#qwirkles li").first).to_have_text("Ann: 1")
    expect(other.locator("#otherwise")).to_be_hidden()
    state = state_of(house, code)
    assert ([player["score"] for player in state["players"]], state["outcome"]["winners"]) == ([24, 12], [0])
    assert [turn["kind"] for turn in state["turns"]] == ["add", "add", "add", "pass", "add"]
    expect(cell(other, 2, 6)).to_be_hidden()  # nothing more is laid once it is over
    other.get_by_role("button", name="Undo").click()
    expect(one.locator("#table-board .cell.laid")).to_have_count(8)
    one.locator("#stuck").click()
    expect(other.locator("#pass")).to_be_hidden()
    assert state_of(house, code)["outcome"]["scores"] == [6, 12]


def test_a_count_stays_behind_a_name_that_is_written_from_right_to_left(house: House) -> None:
    page = at_table(house, house.begins("qwirkle", "שרה", "Bob"))
    name, count = page.locator("#qwirkles li").first.evaluate(
        """item => [/ש/, /0/].map((sign) => {
            const range = new Range();
            range.setStart(item.firstChild, item.textContent.search(sign));
            range.setEnd(item.firstChild, item.textContent.search(sign) + 1);
            return range.getBoundingClientRect().left;
        })"""
    )
    assert name < count


def test_a_whole_game_is_played_by_photos(houses: Houses) -> None:
    """The same short game: each move is photographed and confirmed by a tap, the pass no camera sees is tapped."""
    moves = [FIRST, "Rf@3,0 Rx@4,0 Rb@5,0", "Gd@2,1 Bd@2,2", "--", "Od@2,3 Yd@2,4 Pd@2,5"]
    board, photos = EMPTY_BOARD, []
    for move in map(Move.parse, moves):
        board = board.after(move)
        photos += [] if move.is_pass else [laid(board)]
    house = houses(reader(Truth(*photos)))
    code = begun(house, lost=94)
    page, other = at_table(house, code), at_table(house, code)
    for turn, text in enumerate(moves):
        if text == "--":
            other.locator("#pass").click()
        else:
            choose(page, GREY)
            page.locator("#proposal-yes").click()
        expect(other.locator("#log-list > li").first).to_contain_text(
            f"{turn + 1}. {'Ann' if turn % 2 == 0 else 'Bob'}"
        )
    expect(other.locator("#now")).to_contain_text("Ann has won with 24 points")
    expect(other.locator("#log-list > li").first).to_contain_text("18 points")
    expect(page.locator("#table-board .cell.laid")).to_have_count(11)
    assert [player["score"] for player in state_of(house, code)["players"]] == [24, 12]


def test_a_move_that_the_rules_forbid_is_told_why_and_not_written(house: House) -> None:
    page = at_table(house, begun(house, FIRST))
    lays(page, "Rf@3,0 Gx@4,0")
    expect(page.locator("#making-points .error")).to_contain_text("shares neither colour nor shape")
    expect(page.locator("#play")).to_be_disabled()
    cell(page, 4, 0).click()
    expect(page.locator("#making-points")).to_have_text("4 points")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#table-board .cell.draft")).to_have_count(0)
    expect(page.locator("#play")).to_be_hidden()


def test_tiles_may_be_laid_before_anybody_says_who_begins_and_a_second_tap_writes_nothing(house: House) -> None:
    code = house.begins("qwirkle", "Ann", "Bob", draws=False)
    page = at_table(house, code)
    lays(page, "Rc@0,0 Rs@1,0")
    expect(page.locator("#making-points")).to_have_text("Say first who begins.")
    expect(page.locator("#play")).to_be_hidden()
    page.locator("#openers").get_by_role("button", name="Bob").click()
    expect(page.locator("#making-points")).to_have_text("2 points")
    page.locator("#play").dblclick()
    expect(page.locator("#now")).to_contain_text("Ann plays")
    expect(page.locator("#table-error")).to_be_hidden()
    assert len(state_of(house, code)["turns"]) == 1


def test_of_two_who_lay_tiles_the_later_keeps_those_that_still_fit(house: House) -> None:
    code = begun(house, FIRST)
    page = at_table(house, code)
    lays(page, "Rf@3,0 Rs@1,1")
    happens(house, code, event="play", player=1, move="Rf@3,0")
    expect(page.locator("#table-board .cell.draft")).to_have_count(1)
    expect(page.locator("#making-title")).to_have_text("Ann's move")
    expect(page.locator("#making-points")).to_contain_text("red square twice")
    writes(house, code, "undo")
    expect(page.locator("#making-title")).to_have_text("Bob's move")


def test_the_board_is_played_by_the_keyboard(house: House) -> None:
    page = at_table(house, begun(house, FIRST))
    page.locator("#table-board [tabindex='0']").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.locator("#chooser-palette").get_by_role("button", name="red star", exact=True).press("Enter")
    expect(page.locator("#table-board .cell:focus")).to_have_attribute(
        "aria-label", "red star, column 3, row 0, not played yet"
    )
    page.locator("#play").press("Enter")
    expect(page.get_by_role("button", name="red star, column 3, row 0, new")).to_be_visible()


def test_a_hand_and_its_hints_stay_on_the_own_phone(house: House) -> None:
    code = begun(house, FIRST, "Rf@3,0")
    ann, bob = at_table(house, code, 0), at_table(house, code, 1)
    told: list[str] = []
    bob.on("response", lambda response: told.append(response.url) if "stream" not in response.url else None)
    expect(ann.locator("#hints-ask")).to_be_disabled()
    for tile in HAND.split():
        ann.get_by_role("button", name=f"Take {Tile.parse(tile).words} into the hand").click()
    expect(ann.locator("#own-taking")).not_to_have_attribute("open", "")
    ann.get_by_role("button", name="Give me a hint").click()
    expect(ann.locator("#hints-list .move")).to_have_count(6)
    expect(ann.locator("#hints-list .move").first).to_contain_text("points")
    assert ann.locator("#table-board .cell.hinted").count() > 0
    ann.get_by_text("One move").click()
    expect(ann.locator("#hints-list .move")).to_have_count(1)
    ann.get_by_text("Where", exact=True).click()
    expect(ann.locator("#hints-list .move")).to_have_count(0)
    expect(ann.locator("#hints-note")).to_contain_text("Look at the marked places")
    expect(ann.locator("#table-board .cell.hinted .ink")).to_have_count(0)
    assert ann.locator("#table-board .cell.hinted").count() > 0
    ann.get_by_text("All", exact=True).click()
    ann.get_by_role("button", name=re.compile("Show .* more")).click()
    expect(ann.locator("#hints-list .move")).to_have_count(18)
    expect(bob.locator("#own-slots .tile")).to_have_count(0)
    assert bob.locator("#table-board .cell.hinted").count() == 0
    log = house.app.test_client().get(f"/api/v1/tables/{code}/log").get_data(as_text=True)
    assert "tell" not in log
    assert all(hand["tiles"] in (None, []) for hand in state_of(house, code)["hands"])
    assert bob.evaluate("Object.keys(localStorage).join()").count("kibitz-hand") == 1
    assert "Gd" not in bob.evaluate("JSON.stringify(localStorage)")


def test_what_is_laid_leaves_the_hand_and_comes_back_when_undone(house: House) -> None:
    code = begun(house, FIRST, "Rf@3,0")
    page = at_table(house, code, 0)
    holds(page, HAND)
    page.get_by_role("button", name="Give me a hint").click()
    page.get_by_role("button", name="Lay these tiles").click()
    laid_now = page.locator("#table-board .cell.draft").count()
    expect(page.locator("#own-slots .tile")).to_have_count(6 - laid_now)
    page.locator("#play").click()
    expect(page.locator("#now")).to_contain_text("Bob plays")
    assert len(held(page)) == 6 - laid_now
    page.reload()
    expect(page.locator("#own-slots .tile")).to_have_count(6 - laid_now)
    expect(page.locator("#own-note")).to_contain_text("not known yet")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#own-slots .tile")).to_have_count(6)
    assert sorted(held(page)) == sorted(HAND.split())


def test_the_hand_goes_by_a_turn_that_was_put_right(house: House) -> None:
    code = begun(house, FIRST, "Rf@3,0")
    page = at_table(house, code, 0)
    holds(page, HAND)
    happens(house, code, event="play", player=0, move="Gd@2,1")
    expect(page.locator("#own-slots .tile")).to_have_count(5)
    at = state_of(house, code)["turns"][2]["at"]
    writes(house, code, "correct", at=at, event={"event": "play", "player": 0, "move": "Bd@2,1 Od@2,2"})
    expect(page.locator("#own-slots .tile")).to_have_count(4)
    assert sorted(held(page)) == sorted(set(HAND.split()) - {"Bd", "Od"})
    page.get_by_role("button", name="Give me a hint").click()
    expect(page.locator("#hints-note")).to_contain_text("if the board stays as it is")


def test_without_a_connection_a_move_is_kept_and_written_later(house: House) -> None:
    code = begun(house, FIRST)
    page = at_table(house, code)
    lays(page, "Rf@3,0")
    expect(page.locator("#making-points")).to_have_text("4 points")
    page.context.set_offline(True)
    lays(page, "Rx@4,0")
    page.locator("#play").click()
    expect(page.locator("#table-error")).to_contain_text("Kibitz does not answer")
    expect(page.locator("#table-board .cell.draft")).to_have_count(2)
    page.context.set_offline(False)
    expect(page.locator("#making-points")).to_have_text("5 points")
    page.locator("#play").click()
    expect(page.locator("#table-board .cell.draft")).to_have_count(0)
    assert state_of(house, code)["turns"][-1]["points"] == 5


def test_a_tile_of_the_hand_is_picked_up_and_laid(house: House) -> None:
    page = at_table(house, begun(house, FIRST, "Rf@3,0"), 0)
    holds(page, HAND)
    page.get_by_role("button", name="Pick up green diamond").click()
    expect(page.locator("#own-note")).to_have_text("Now tap a place on the board.")
    cell(page, 2, 1).click()
    expect(page.locator("#making-points")).to_have_text("2 points")
    cell(page, 2, 2).click()
    expect(page.locator("#chooser-likely").get_by_role("button")).to_have_count(6)  # the own tiles stand first
    page.locator("#chooser-likely").get_by_role("button", name="blue diamond").click()
    expect(page.locator("#making-points")).to_have_text("3 points")
    page.get_by_role("button", name="Pick up yellow star").click()
    page.get_by_role("button", name="Not in my hand").click()
    expect(page.locator("#own-slots .tile")).to_have_count(3)


def test_a_hand_is_told_by_a_photo_or_refused_in_words(houses: Houses) -> None:
    shown = laid({(0, 0): Tile.parse("Gc"), (1, 0): Tile.parse("Gx")})
    house = houses(reader(Truth(shown)))
    page = at_table(house, begun(house, FIRST, "Rf@3,0"), 0)
    page.locator("#own-text").fill("Rx Qq")
    page.locator("#own-text").press("Enter")
    expect(page.locator("#own-error")).to_contain_text("“Qq” (at character 3) is not a tile")
    choose(page, GREY, "Photo of the hand")
    expect(page.locator("#own-slots .tile")).to_have_count(2)
    expect(page.locator("#own-error")).to_be_hidden()
    for _ in range(2):
        page.locator("#own-taking").evaluate("details => details.open = true")
        page.get_by_role("button", name="Take green circle into the hand").click()
    page.get_by_role("button", name="Take green circle into the hand").click()
    expect(page.locator("#own-error")).to_contain_text("only three of each tile")


def test_a_hand_is_forgotten_with_its_seat(house: House) -> None:
    page = at_table(house, begun(house, FIRST, "Rf@3,0"), 0)
    holds(page, HAND)
    page.get_by_text("Seats here").click()
    page.get_by_role("button", name=re.compile("^Leave")).first.click()
    expect(page.locator("#own")).to_be_hidden()
    assert page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('kibitz-hand'))") == []


def test_a_tile_of_the_past_is_put_right(house: House) -> None:
    code = begun(house, FIRST, "Rf@3,0")
    page = at_table(house, code)
    cell(page, 1, 0).click()
    page.locator("#chooser-palette").get_by_role("button", name="red starburst", exact=True).click()
    expect(cell(page, 1, 0)).to_have_attribute("aria-label", "red starburst, column 1, row 0")
    cell(page, 0, 0).click()
    page.get_by_role("button", name="No tile lies here").click()
    expect(page.locator("#scores-list .total").first).to_contain_text("2 points")
    cell(page, 2, 0).click()
    page.locator("#chooser-palette").get_by_role("button", name="red clover", exact=True).click()
    expect(page.locator("#table-error")).to_contain_text("what came later is no longer possible")
    cell(page, 3, 0).click()
    page.get_by_role("button", name="No tile lies here").click()
    expect(page.locator("#table-error")).to_contain_text("the turn is empty")
    assert len(state_of(house, code)["board"]) == 3


def test_tiles_are_swapped_by_their_number_or_by_name(house: House) -> None:
    code = begun(house, FIRST, "Rf@3,0")
    page = at_table(house, code, 0)
    page.get_by_role("button", name="Swap tiles").click()
    page.get_by_role("button", name="Cancel").last.click()
    page.get_by_role("button", name="Swap tiles").click()
    page.get_by_role("button", name="Swap 2 tiles").click()
    expect(page.locator("#now")).to_contain_text("Bob plays")
    happens(house, code, event="swap", player=1, count=1)
    holds(page, HAND)
    page.get_by_role("button", name="Swap tiles").click()
    for name in ("yellow star", "purple starburst"):
        page.locator("#swap-tiles").get_by_role("button", name=name).click()
    page.locator("#swap-counts").get_by_role("button", name="Swap 2 tiles").click()
    expect(page.locator("#now")).to_contain_text("Bob plays")
    expect(page.locator("#own-slots .tile")).to_have_count(4)
    assert "Yx" not in held(page)
    assert [turn["swapped"] for turn in state_of(house, code)["turns"][2:]] == [2, 1, 2]


def test_what_is_unseen_counts_down_and_a_tile_may_be_missing(house: House) -> None:
    code = begun(house, FIRST)
    page = at_table(house, code)
    expect(page.locator("#unseen-title")).to_have_text("105 tiles still unseen")
    page.locator("#unseen-title").click()
    red_circle = page.locator("#unseen-list li", has=page.get_by_role("img", name="red circle"))
    expect(red_circle).to_have_text(re.compile("2$"))
    page.get_by_role("button", name="A tile is missing from the box").click()
    page.locator("#chooser-palette").get_by_role("button", name="red circle", exact=True).click()
    expect(red_circle).to_have_text(re.compile("1$"))
    expect(page.locator("#missing-tiles")).to_contain_text("The box lacks")
    assert state_of(house, code)["start"]["missing"] == "Rc"


def test_the_box_may_turn_out_to_be_the_other_one(house: House) -> None:
    code = begun(house, FIRST)
    page = at_table(house, code)
    page.locator("#unseen-title").click()
    page.get_by_role("button", name="This box has white tiles, not purple ones").click()
    expect(page.get_by_role("button", name="This box has purple tiles, not white ones")).to_be_visible()
    assert state_of(house, code)["sixth"] == "white"
    plays(page, "Wc@0,1", "2 points")
    expect(page.locator("#other-box")).to_be_hidden()


def test_the_board_is_kept_as_a_picture(house: House) -> None:
    page = at_table(house, begun(house, FIRST, "Rf@3,0"))
    with page.expect_download() as download:
        page.get_by_role("button", name="Board (PNG)").click()
    assert download.value.suggested_filename.endswith(".png")
    picture = cv2.imdecode(np.frombuffer(Path(download.value.path()).read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape[1] > picture.shape[0] > 100
    assert np.abs(picture[-10:].astype(int) - (0xEA, 0xF1, 0xF4)).max() < 3
    red = np.abs(picture.astype(int) - (0x3A, 0x41, 0xF0)).max(axis=2) < 12
    assert red.sum() > 4 * 1000  # four red tiles lie there
    assert red[48 + 48, 48 + 3 * 96 + 48]  # the clover has no hole


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_small_phone_shows_all_of_it(house: House, scheme: str) -> None:
    page = at_table(house, begun(house, FIRST, "Rf@3,0 Rx@4,0 Rb@5,0"), 0, viewport=SMALL, scheme=scheme)
    holds(page, HAND)
    page.locator("#own-taking").evaluate("details => details.open = true")
    page.get_by_role("button", name="Give me a hint").click()
    expect(page.locator("#hints-list .move").first).to_be_visible()
    page.locator("#unseen-title").click()
    widest = (
        "Math.max(...[...document.querySelectorAll('body *:not(svg *)')]"
        ".filter(e => !e.closest('#table-board')).map(e => e.getBoundingClientRect().right))"
    )
    assert page.evaluate(widest) <= SMALL["width"]
    smallest = page.evaluate(
        "Math.min(...[...document.querySelectorAll('#table-qwirkle button, #table-board .cell')]"
        ".filter(e => e.getBoundingClientRect().width).map(e => e.getBoundingClientRect().height))"
    )
    assert smallest >= 40
    page.set_viewport_size({"width": 640, "height": 360})
    expect(page.locator("#board-whole")).to_be_visible()
    cell(page, 5, 0).scroll_into_view_if_needed()
    assert page.locator("#table-board").evaluate("pane => pane.scrollWidth <= pane.clientWidth")
    expect(page.locator("#table-error")).to_be_hidden()


def test_a_hint_is_drawn_on_the_photo_too_and_on_no_other_phone(houses: Houses) -> None:
    house = houses(reader(Truth(laid({(x, 0): Tile.parse(tile) for x, tile in enumerate(("Rc", "Rs", "Rd"))}))))
    code = begun(house, FIRST, "Rf@3,0")
    writes(house, code, "undo")
    bob, ann = at_table(house, code, 1), at_table(house, code, 0)
    choose(bob, GREY)
    expect(bob.locator("#live-view .found")).to_have_count(3)
    holds(bob, "Rf Rx")
    bob.get_by_role("button", name="Give me a hint").click()
    expect(bob.locator("#live-view .hinted")).to_have_count(2)
    expect(bob.locator("#live-view .hinted .ink")).to_have_count(2)
    drawn = [str(tile.get_attribute("points")) for tile in bob.locator("#live-view .hinted .ground").all()]
    hinted = [str(one.get_attribute("data-cell")) for one in bob.locator("#table-board .cell.hinted").all()]
    # Tiles of 60 pixels lie with the middle of the first at 200, 200.
    places = [[170 + 60 * int(at) for at in one.split(",")] for one in hinted]
    assert sorted([round(float(at)) for at in re.split("[ ,]", one)[:2]] for one in drawn) == sorted(places)
    bob.get_by_text("Where", exact=True).click()
    expect(bob.locator("#live-view .hinted .ink")).to_have_count(0)
    expect(bob.locator("#live-view .hinted")).to_have_count(2)
    assert ann.locator(".hinted").count() == 0


def test_a_whole_turn_of_the_past_is_put_right(house: House) -> None:
    code = begun(house, FIRST, "Rf@3,0", "Gd@2,1")
    page = at_table(house, code)
    page.get_by_role("button", name="Correct turn 2, Bob").click()
    expect(page.locator("#making-title")).to_have_text("Turn 2, Bob's, put right")
    expect(page.locator("#table-board .cell.draft")).to_have_count(1)
    lays(page, "Rx@4,0")
    expect(page.locator("#making-points")).to_have_text("5 points")
    page.locator("#play").click()
    expect(page.locator("#scores-list .total").nth(1)).to_contain_text("5 points")
    page.get_by_role("button", name="Correct turn 2, Bob").click()
    page.get_by_role("button", name="Leave it as it was").click()
    expect(page.locator("#making")).to_be_hidden()
    page.get_by_role("button", name="Correct turn 2, Bob").click()
    expect(page.locator("#otherwise-title")).to_have_text("Did Bob do something else?")
    page.get_by_role("button", name="Swap tiles").click()
    page.get_by_role("button", name="Swap 3 tiles").click()
    expect(page.locator("#scores-list .total").nth(1)).to_contain_text("0 points")
    assert [turn["kind"] for turn in state_of(house, code)["turns"]] == ["add", "swap", "add"]
    page.get_by_role("button", name="Correct turn 2, Bob").click()
    lays(page, "Gs@1,1")
    expect(page.locator("#making-points")).to_have_text("2 points")
    page.locator("#play").click()
    expect(page.locator("#table-board .cell.laid")).to_have_count(5)


def test_a_turn_that_is_put_right_goes_on_by_what_others_do(house: House) -> None:
    code = begun(house, FIRST, "Rf@3,0")
    page = at_table(house, code)
    page.get_by_role("button", name="Correct turn 2, Bob").click()
    cell(page, 3, 0).click()
    expect(page.locator("#making-points")).to_contain_text("Tap the places")
    writes(house, code, "undo")
    expect(page.locator("#making")).to_be_hidden()


def test_on_a_phone_that_is_passed_round_each_sees_the_own_hand_alone(house: House) -> None:
    page = at_table(house, begun(house, FIRST, "Rf@3,0"), 0)
    page.get_by_text("Seats here").click()
    page.get_by_role("button", name="Bob plays here too").click()
    page.locator("#sitting-seats").get_by_role("button", name="Ann", exact=True).click()
    page.get_by_role("button", name="I am Ann").click()
    holds(page, HAND)
    page.get_by_role("button", name="Pick up green diamond").click()
    cell(page, 2, 1).click()
    page.get_by_role("button", name="Give me a hint").click()
    page.locator("#play").click()
    expect(page.locator("#cover")).to_be_visible()  # before Bob looks, Ann's hand is gone
    expect(page.locator("#own")).to_be_hidden()
    assert page.locator("#table-qwirkle .slots .tile").count() == 0
    page.get_by_role("button", name="I am Bob").click()
    expect(page.locator("#own-title")).to_have_text("Bob's hand")
    assert held(page) == []
    holds(page, "Rs Yx")
    cell(page, 4, 0).click()
    expect(page.locator("#chooser-likely").get_by_role("button")).to_have_count(2)
    page.locator("#chooser-likely").get_by_role("button", name="yellow star").click()
    expect(page.locator("#table-board .cell.draft")).to_have_count(1)
    page.locator("#sitting-seats").get_by_role("button", name="Ann", exact=True).click()
    expect(page.locator("#table-board .cell.draft")).to_have_count(0)  # nor what Bob was thinking of
    page.get_by_role("button", name="I am Ann").click()
    expect(page.locator("#own-slots .tile")).to_have_count(len(HAND.split()) - 1)
    assert sorted(held(page)) == sorted(set(HAND.split()) - {"Gd"})
