"""On the page: nothing is kept before a person has said yes, once, and what is kept can be seen and ended."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from engine.qwirkle.board import Board
from engine.qwirkle.tile import Tile
from tests.vision.rolls import Dice, roll

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


def test_kept_photos_are_shown_taken_along_and_deleted(houses: Houses) -> None:
    house, page = corrected(houses)
    with page.expect_response("**/api/v1/photos"):
        page.get_by_role("button", name="Keep them").click()
    page.get_by_role("link", name="Kept photos").click()
    expect(page.locator("#photos-count")).to_contain_text("One photo")
    expect(page.locator("#photos-list rect")).to_have_count(4)
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
