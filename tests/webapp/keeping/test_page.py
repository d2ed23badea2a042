"""On the page: nothing is kept before a person has said yes, once, and what is kept can be seen and ended."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, expect

from engine.qwirkle.board import Board
from engine.qwirkle.tile import Tile
from engine.qwixx.sheet import Row
from models.synthesis.demo import demo_roll, demo_table
from tests.vision.rolls import Dice, Filled, Lying, Sheets, roll
from tests.vision.test_sheet import scene as sheet_scene
from webapp.cli import main

from ..browser import House, choose
from ..live.test_page import Houses, fixed, photographs, sat_down
from ..rendered import Truth, jpeg, laid, reader, tile_seen
from ..test_accessible import faults, schemes

GREY = jpeg(np.full((800, 800, 3), 128, np.uint8))
BOARD = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0")


def kept(house: House) -> list[dict[str, Any]]:
    photos: list[dict[str, Any]] = house.app.test_client().get("/api/v1/photos").get_json()["photos"]
    return photos


def names(photo: dict[str, Any]) -> list[str]:
    return sorted(label["name"] for label in photo["labels"])


def corrects(page: Page, number: int, piece: str) -> None:
    page.locator("#photo .piece.board").nth(number).click()
    page.get_by_role("dialog").get_by_role("button", name=piece, exact=True).first.click()


def corrected(houses: Houses, number: int = 1, piece: str = "red star") -> tuple[House, Page]:
    """A photo on the first page, of which one tile is put right."""
    lying = [*laid(BOARD), tile_seen(Tile.parse("Gb"), np.array([[10, 600], [70, 600], [70, 660], [10, 660]]))]
    house = houses(reader(Truth(lying)))
    page = house.visit("/")
    choose(page, GREY)
    corrects(page, number, piece)
    return house, page


def test_nothing_is_kept_before_a_person_agrees_and_nobody_is_asked_twice(houses: Houses) -> None:
    house, page = corrected(houses)
    expect(page.locator("#keep")).to_contain_text("May photos that you put right be kept")
    assert kept(house) == []
    page.locator("#keep").get_by_role("button", name="No").click()
    expect(page.locator("#keep")).to_be_hidden()
    corrects(page, 1, "red clover")
    expect(page.locator("#photo .piece.board")).to_have_count(3)
    expect(page.locator("#keep")).to_be_hidden()
    assert kept(house) == []


def test_who_agrees_has_the_photo_kept_with_what_was_put_right(houses: Houses) -> None:
    house, page = corrected(houses)
    with page.expect_response("**/api/v1/photos"):
        page.get_by_role("button", name="Keep them").click()
    expect(page.locator("#keep")).to_contain_text("This photo is kept")
    (photo,) = kept(house)
    assert names(photo) == ["green starburst", "red circle", "red diamond", "red star"]
    # What is put right later belongs to the same photo.
    with page.expect_response("**/api/v1/photos/*"):
        corrects(page, 1, "red clover")
    assert [names(one)[2:] for one in kept(house)] == [["red clover", "red diamond"]]
    with page.expect_response("**/api/v1/photos/*"):
        corrects(page, 0, "No tile lies here")
    assert [names(one) for one in kept(house)] == [["green starburst", "red clover", "red diamond"]]


def test_a_tile_that_was_not_found_is_kept_where_it_must_lie(houses: Houses) -> None:
    house, page = corrected(houses)
    with page.expect_response("**/api/v1/photos"):
        page.get_by_role("button", name="Keep them").click()
    page.get_by_text("Board", exact=True).click()
    with page.expect_response("**/api/v1/photos/*"):
        page.locator("#board").get_by_role("button", name="free cell, column 3, row 0").click()
        page.get_by_role("dialog").get_by_role("button", name="red starburst", exact=True).first.click()
    (photo,) = kept(house)
    boxes = {label["name"]: label["box"] for label in photo["labels"]}
    assert boxes["red starburst"] == pytest.approx([380 + 0, 200 - 0, 60, 60], abs=35)


def test_a_photo_of_a_table_is_kept_as_well(houses: Houses) -> None:
    house, table = sat_down(houses, laid(BOARD))
    page = house.visit(table)
    photographs(page)
    page.locator("#live-view .found").nth(1).click()
    fixed(page, "red star")
    with page.expect_response("**/api/v1/photos"):
        page.get_by_role("button", name="Keep them").click()
    assert names(kept(house)[0]) == ["red circle", "red diamond", "red star"]
    page.locator("#live-view .found").nth(0).click()
    with page.expect_response("**/api/v1/photos/*"):
        fixed(page, "No tile lies here")
    assert names(kept(house)[0]) == ["red diamond", "red star"]


def test_a_photo_of_dice_is_kept_by_their_values(houses: Houses) -> None:
    house = houses(reader(dice=Dice(roll("W3 W4 R5 Y4 G1 B6"))))
    page = house.visit("/")
    page.get_by_role("button", name="Qwixx").click()
    choose(page, GREY)
    expect(page.locator("#dice-photo .die-piece.board")).to_have_count(6)
    page.locator("#dice .tile").first.click()
    page.locator("#chooser-palette").get_by_role("button", name="white 2", exact=True).click()
    with page.expect_response("**/api/v1/photos"):
        page.get_by_role("button", name="Keep them").click()
    assert names(kept(house)[0]) == ["1", "2", "4", "4", "5", "6"]


def marks_on(photo: dict[str, Any]) -> list[str]:
    return [label["marks"] for label in photo["labels"] if label["name"] == "sheet"]


def at_qwixx(houses: Houses, *photos: Sequence[Lying | Filled]) -> tuple[House, Page]:
    """The first page, with a game of Qwixx, of a device that keeps photos."""
    dice = [[one for one in photo if isinstance(one, Lying)] for photo in photos]
    sheets = [[one for one in photo if isinstance(one, Filled)] for photo in photos]
    house = houses(reader(dice=Dice(*dice), sheets=Sheets(*sheets)))
    page = house.visit("/")
    page.evaluate("localStorage.setItem('kibitz-keep', 'yes')")
    page.get_by_role("button", name="Qwixx").click()
    return house, page


def test_a_sheet_is_kept_with_its_marks_once_nothing_on_it_is_doubtful(houses: Houses) -> None:
    doubtful = Filled("R:2,3 Y:3 G:12 B:", doubted=[(Row.YELLOW, 7)])
    house, page = at_qwixx(houses, [*roll("W1 W3 R5 Y4 G1 B6", y=300), doubtful])
    choose(page, GREY)
    expect(page.locator("#sheet-grid .on-photo")).to_be_visible()
    with page.expect_response("**/api/v1/photos"):
        page.locator("#sheet-grid").get_by_role("button", name="green 12, marked").click()
    with page.expect_response("**/api/v1/photos/*"):
        page.locator("#dice-doubts").get_by_role("button", name="yellow 7 is not marked").click()
    (photo,) = kept(house)
    assert marks_on(photo) == ["R:2,3 Y:3 G: B: P:0"]
    assert names(photo) == ["1", "1", "3", "4", "5", "6", "sheet"]


def test_what_the_dice_allow_may_have_been_played_and_puts_no_photo_right(houses: Houses) -> None:
    house, page = at_qwixx(houses, [*roll("W1 W3 R5 Y4 G1 B6", y=300), Filled("R:2,3")])
    choose(page, GREY)
    expect(page.locator("#choices-list .move").first).to_be_visible()
    page.locator("[data-key=R4]").click()
    page.locator("[data-key=R12]").click()
    expect(page.locator("#sheet-total")).to_have_text("15 points")
    assert kept(house) == []


def test_a_sheet_of_the_others_is_kept_as_it_was_before_they_played_on(houses: Houses) -> None:
    house, page = at_qwixx(houses, [Filled("R:2,3")], roll("W1 W3 R5 Y4 G1 B6"))
    choose(page, GREY, "Photos of their sheets")
    page.locator("#others-list summary").click()
    with page.expect_response("**/api/v1/photos"):
        page.locator("[data-key=other-0-R3]").click()
    choose(page, GREY)
    expect(page.locator("#dice-photo .die-piece")).to_have_count(6)
    page.locator("[data-key=other-0-Y5]").click()
    expect(page.locator("[data-key=other-0-Y5]")).to_have_attribute("aria-pressed", "true")
    assert [marks_on(photo) for photo in kept(house)] == [["R:2 Y: G: B: P:0"]]


def qwixx_table(houses: Houses, *photos: Sequence[Lying | Filled], **start: Any) -> tuple[House, str, Page]:
    """A phone at a table of Qwixx that keeps photos, with Ann's view."""
    house, _ = at_qwixx(houses, *photos)
    code = house.begins("qwixx", "Ann", "Ben", turn=0, rules="publisher", **start)
    page = house.visit(f"/t/{code}")
    page.evaluate("localStorage.setItem('kibitz-keep', 'yes')")
    page.locator("#sitting-seats").get_by_role("button", name="Ann", exact=True).click()
    return house, code, page


def test_a_photo_of_a_roll_at_a_table_is_kept(houses: Houses) -> None:
    lying = [*roll("W1 W3 R5 Y4 G1 B6"), Lying("W6", 300, 400, in_play=False)]
    house, _, page = qwixx_table(houses, lying)
    choose(page, GREY, "Choose a photo")
    expect(page.locator("[data-key=roll-5-6]")).to_have_attribute("aria-pressed", "true")
    with page.expect_response("**/api/v1/photos"):
        page.locator("[data-key=roll-3-2]").click()
    (photo,) = kept(house)
    assert names(photo) == ["1", "1", "2", "3", "5", "6", "ignore"]
    # Two values that change places: their colours were mixed up.
    with page.expect_response("**/api/v1/photos/*"):
        page.locator("[data-key=roll-3-4]").click()
    with page.expect_response("**/api/v1/photos/*"):
        page.locator("[data-key=roll-2-6]").click()
    with page.expect_response("**/api/v1/photos/*"):
        page.locator("[data-key=roll-5-5]").click()
    assert names(kept(house)[0]) == ["1", "1", "3", "4", "5", "6", "ignore"]


def test_a_paper_sheet_at_a_table_is_kept_where_it_was_misread(houses: Houses) -> None:
    house, code, page = qwixx_table(
        houses, [Filled("R:3,7 Y:4 G:5L P:1", doubted=[(Row.YELLOW, 4)])], sheets=["R:3 Y:4", "R:"]
    )
    house.happens(code, event="throw", roll="W3 W4 R1 Y1 G1 B1")
    choose(page, GREY, "Photo of the sheet")
    rows = page.locator("#paper-list .difference")
    expect(rows).to_have_count(4)
    for name in (
        "green 5: the photo was misread",
        "green is closed: the photo was misread",
        "Penalties: the photo was misread",
    ):
        page.get_by_role("button", name=name).click()
    expect(rows).to_have_count(0)
    expect(page.locator("#mark-done")).to_have_accessible_name("Mark red 7")
    page.wait_for_function(
        "fetch('/api/v1/photos').then(told => told.json())"
        ".then(({ photos }) => photos[0]?.labels[0].marks === 'R:3,7 Y:4 G: B: P:0')"
    )
    assert len(kept(house)) == 1


def test_photos_with_which_a_game_comes_to_a_table_are_kept(houses: Houses) -> None:
    house = houses(reader(Truth(laid(BOARD)), sheets=Sheets([Filled("R:2,3")])))
    page = house.visit("/")
    page.evaluate("localStorage.setItem('kibitz-keep', 'yes')")
    page.get_by_text("New game at a table").click()
    page.get_by_text("The game has begun already").click()
    choose(page, GREY, "Photo of what lies there")
    page.locator("#begin-board").get_by_role("button", name="free cell, column 3, row 0").click()
    with page.expect_response("**/api/v1/photos"):
        page.get_by_role("dialog").get_by_role("button", name="red star", exact=True).first.click()
    assert names(kept(house)[0]) == ["red circle", "red diamond", "red square", "red star"]
    page.locator("#begin").get_by_text("Qwixx").click()
    page.locator("[data-key=sheet-1]").set_input_files({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": GREY})
    with page.expect_response("**/api/v1/photos"):
        page.locator("[data-key=sheet-1-R3]").click()
    assert marks_on(kept(house)[0]) == ["R:2 Y: G: B: P:0"]


def test_what_was_put_right_is_measured_as_right_by_evaluate(houses: Houses, tmp_path: Path) -> None:
    house = houses()
    page = house.visit("/")
    page.evaluate("localStorage.setItem('kibitz-keep', 'yes')")
    choose(page, jpeg(demo_table().scene.image))
    piece = page.locator("#photo .found").first
    name = str(piece.get_attribute("aria-label")).partition(",")[0]
    for other in ("green starburst", name):
        piece.click()
        with page.expect_response(re.compile("/api/v1/photos")):
            page.locator("#chooser-palette").get_by_role("button", name=other, exact=True).click()
    page.get_by_role("button", name="New game").click()
    choose(page, jpeg(demo_roll().scene.image))
    page.locator("#dice .tile").first.click()
    with page.expect_response("**/api/v1/photos"):
        page.locator("#chooser-likely .tile").first.click()
    with page.expect_response("**/api/v1/readings"):
        choose(page, jpeg(sheet_scene(3).image), "Photos of their sheets")
    page.locator("#others-list summary").click()
    for way in ("**/api/v1/photos", "**/api/v1/photos/*"):
        with page.expect_response(way):
            page.locator("[data-key=other-0-B2]").click()
    answer = house.app.test_client().get("/api/v1/photos/export.zip")
    with ZipFile(io.BytesIO(answer.get_data())) as zipped:
        zipped.extractall(tmp_path / "out")
    result = CliRunner().invoke(main, ["evaluate", str(tmp_path / "out" / "labels.json"), "--json"])
    told = json.loads(result.output)
    assert (told["photos"], told["photos_right"], told["failures"]) == (3, 3, [])
    assert (told["boards"], told["boards_exact"]) == (1, 1)
    assert (told["dice"]["right"], told["colours_right"], told["fields_right"]) == (6, 6, 52)


def test_kept_photos_are_shown_taken_along_and_deleted(houses: Houses) -> None:
    house, page = corrected(houses)
    with page.expect_response("**/api/v1/photos"):
        page.get_by_role("button", name="Keep them").click()
    page.get_by_role("link", name="Kept photos").click()
    expect(page.locator("#photos-count")).to_contain_text("One photo")
    expect(page.locator("#photos-list rect")).to_have_count(4)
    page.get_by_text("4 pieces", exact=True).click()
    expect(page.locator("#photos-list details")).to_contain_text("red circle, red star, red diamond, green starburst")
    expect(page.get_by_label("Keep photos that I put right")).to_be_checked()
    with page.expect_download() as told:
        page.get_by_role("link", name="Take them along").click()
    with ZipFile(io.BytesIO(Path(told.value.path()).read_bytes())) as zipped:
        assert "labels.json" in zipped.namelist()
    page.get_by_role("button", name="Delete the photo").click()
    expect(page.get_by_text("No photo is kept.")).to_be_visible()
    assert kept(house) == []
    page.get_by_label("Keep photos that I put right").uncheck()
    assert page.evaluate("localStorage.getItem('kibitz-keep')") == "no"


def test_the_keyboard_stays_where_a_photo_was_deleted(house: House) -> None:
    for number in range(3):
        labels = json.dumps([{"name": "red circle", "box": [number, 0, 9, 9]}])
        house.app.test_client().post("/api/v1/photos", data={"photo": (io.BytesIO(GREY), "a.jpg"), "labels": labels})
    page = house.visit("/photos")
    buttons = page.get_by_role("button", name="Delete the photo")
    for at, left, then in ((1, 2, 1), (1, 1, 0)):
        buttons.nth(at).press("Enter")
        expect(buttons).to_have_count(left)
        expect(buttons.nth(then)).to_be_focused()
    buttons.press("Enter")
    expect(page.get_by_label("Keep photos that I put right")).to_be_focused()


def test_all_are_deleted_once_a_person_is_sure(houses: Houses) -> None:
    house, page = corrected(houses)
    with page.expect_response("**/api/v1/photos"):
        page.get_by_role("button", name="Keep them").click()
    page.goto(f"{house.home}/photos")
    page.get_by_role("button", name="Delete all").click()
    page.get_by_role("dialog").get_by_role("button", name="Keep them").click()
    assert len(kept(house)) == 1
    page.get_by_role("button", name="Delete all").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("No photo is kept.")).to_be_visible()
    assert kept(house) == []


@schemes
def test_everybody_can_use_the_page(houses: Houses, scheme: str, screen: dict[str, int]) -> None:
    house, page = corrected(houses)
    with page.expect_response("**/api/v1/photos"):
        page.get_by_role("button", name="Keep them").click()
    page = house.visit("/photos", screen, scheme)
    expect(page.locator("#photos-list img")).to_be_visible()
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
