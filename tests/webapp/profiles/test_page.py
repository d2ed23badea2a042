"""The page on which cameras are calibrated, as people use it: profiles chosen, learned, shown and deleted."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from calibration.fit import BoardView
from calibration.profile import Profile
from calibration.shelf import Shelf
from engine.qwirkle.tile import Colour, Tile
from models.srgb import LIGHT_OF_BYTE
from models.synthesis.demo import demo_roll, demo_table
from models.synthesis.scene import Scene
from tests.calibration.views import AROUND, LENSES, view
from tests.webapp.browser import SMALL, House, choose
from tests.webapp.rendered import Truth, jpeg, reader, tile_seen, truth_of, upright
from tests.webapp.test_accessible import faults, schemes
from vision.read import Reader

WIDE = LENSES["wide"]
LOW = """
    [...document.querySelectorAll("main :is(button, .button, select, input[type=text])")]
        .filter((control) => control.offsetParent && control.getBoundingClientRect().height < 44).map(({ id }) => id)
"""
"""The controls that are too low for a finger."""
GREY = jpeg(np.full((WIDE.height, WIDE.width, 3), 128, np.uint8))


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "profiles")


@pytest.fixture
def house(houses: Callable[..., House], shelf: Shelf) -> House:
    """A server that sees nothing, and has profiles of its own."""
    house = houses(reader())
    house.app.extensions["profiles"] = shelf
    return house


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[BoardView]:
    """What the next pictures show of the board."""
    rng = np.random.default_rng(3)
    views = [view(WIDE, slant, rng) for slant in AROUND]
    monkeypatch.setattr("webapp.profiles.routes.find_board", lambda _: views.pop(0) if views else BoardView.none())
    return views


def takes(page: Page, *photos: bytes) -> None:
    files = [{"name": f"{at}.jpg", "mimeType": "image/jpeg", "buffer": photo} for at, photo in enumerate(photos)]
    page.locator("#lens-choose").set_input_files(files)  # type: ignore[arg-type]


@schemes
def test_a_lens_is_learned_from_photos(
    house: House, shelf: Shelf, seen: list[BoardView], scheme: str, screen: dict[str, int]
) -> None:
    page = house.visit("/calibrate#lens", screen, scheme)
    expect(page.get_by_role("link", name="A4 (PDF)")).to_be_visible()
    takes(page, *[GREY] * 4)
    expect(page.locator("#lens-count")).to_have_text("Pictures: 4 of 10 or more")
    expect(page.locator("#lens-missing")).to_contain_text("the bottom")
    expect(page.locator("#lens-save")).to_be_hidden()
    assert faults(page) == []
    page.reload()  # as a phone does whose camera was open for long
    expect(page.locator("#lens-count")).to_have_text("Pictures: 4 of 10 or more")
    takes(page, *[GREY] * (len(AROUND) - 4))
    expect(page.locator("#lens-result")).to_contain_text(f"from {len(AROUND)} pictures")
    assert page.locator(".lens-drawing .errors").count() == 1
    assert faults(page) == []
    page.locator("#lens-name").fill("desk")
    page.locator("#lens-save").get_by_role("button", name="Keep").click()
    expect(page.locator("#lens-kept")).to_contain_text("Kept as “desk”")
    lens = shelf.read("desk").lens
    assert lens is not None
    assert abs(lens.focal[0] / WIDE.focal[0] - 1) < 0.01
    page.get_by_role("link", name="Kibitz").click()
    expect(page.get_by_label("Photos of this device are read with")).to_have_value("desk")


def test_pictures_that_tell_nothing_are_said_and_change_nothing(house: House, seen: list[BoardView]) -> None:
    page = house.visit("/calibrate#lens")
    takes(page, GREY)
    expect(page.locator("#lens-count")).to_have_text("Pictures: 1 of 10 or more")
    takes(page, jpeg(np.full((WIDE.width, WIDE.height, 3), 128, np.uint8)))
    expect(page.locator("#lens-error")).to_contain_text("take all of them with one camera")
    seen.clear()
    takes(page, GREY)
    expect(page.locator("#lens-error")).to_contain_text("the calibration board is not seen")
    expect(page.locator("#lens-count")).to_have_text("Pictures: 1 of 10 or more")
    page.get_by_role("button", name="Begin anew").click()
    expect(page.locator("#lens-figure")).to_be_hidden()


def test_a_profile_of_a_newer_kibitz_is_neither_offered_nor_written_over(
    house: House, shelf: Shelf, seen: list[BoardView]
) -> None:
    shelf.write("desk", Profile(lens=WIDE))
    newer = shelf.folder / "newer.json"
    newer.write_text('{"kibitz_profile": 99}')
    page = house.visit("/calibrate#lens")
    takes(page, *[GREY] * len(AROUND))
    expect(page.locator("#lens-save")).to_be_visible()
    expect(page.locator("#names option")).to_have_count(1)
    page.locator("#lens-name").fill("newer")
    expect(page.locator("#lens-save .name-note")).to_contain_text("was written by a newer Kibitz")
    keep = page.locator("#lens-save").get_by_role("button", name="Keep")
    keep.click()
    expect(page.locator("#lens-error")).to_contain_text("was written by a newer Kibitz")
    assert newer.read_text() == '{"kibitz_profile": 99}'
    page.locator("#lens-name").fill("fresh")
    keep.click()
    expect(page.locator("#lens-kept")).to_contain_text("Kept as “fresh”")
    page.locator("fieldset").get_by_text("Profiles").click()
    expect(page.get_by_label("Photos of this device are read with")).to_have_value("fresh")


@schemes
def test_profiles_are_shown_and_deleted_once_asked(
    house: House, shelf: Shelf, scheme: str, screen: dict[str, int]
) -> None:
    shelf.write("desk", Profile(lens=WIDE))
    (shelf.folder / "torn.json").write_text('{"kibitz_profile": 1, "lens"')
    page = house.visit("/calibrate#shelf", screen, scheme)
    expect(page.locator("#shelf-list > li")).to_have_count(2)
    expect(page.locator("#shelf-list")).to_contain_text("960 x 720 pixels")
    expect(page.locator("#shelf-list")).to_contain_text("is damaged")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("img", name="Straight lines, as this camera shows them")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name="Delete “desk”").click()
    assert faults(page) == []
    page.get_by_role("button", name="Keep it").click()
    assert shelf.names() == ("desk", "torn")
    for name in ("desk", "torn"):
        page.get_by_role("button", name=f"Delete “{name}”").click()
        page.get_by_role("button", name="Delete", exact=True).last.click()
        expect(page.get_by_role("heading", name=name, exact=True)).to_have_count(0)
    expect(page.locator("#shelf-none")).to_be_visible()
    assert shelf.names() == ()


def test_a_profile_is_chosen_for_this_device_and_sent_with_its_photos(house: House, shelf: Shelf) -> None:
    shelf.write("desk", Profile(lens=WIDE))
    page = house.visit("/")
    page.get_by_label("Photos of this device are read with").select_option("desk")
    code = house.begins("qwirkle", "Ann", "Ben", turn=0, draws=False)
    page.goto(f"{house.home}/t/{code}")
    page.get_by_role("button", name=f"Table {code}").click()
    expect(page.get_by_label("Photos of this device are read with")).to_have_value("desk")
    page.get_by_role("button", name="Close", exact=True).click()
    with page.expect_request("**/live/photo") as sent:
        page.locator("#live-choose").set_input_files({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": GREY})
    assert b'name="profile"\r\n\r\ndesk' in (sent.value.post_data_buffer or b"")
    shelf.delete("desk")
    page.goto(house.home)
    expect(page.locator("#profile-note")).to_contain_text("There is no profile “desk” any more")
    expect(page.locator("#profile-row")).to_be_hidden()


def test_of_a_profile_whose_file_is_a_newer_one_that_is_said(house: House, shelf: Shelf) -> None:
    path = shelf.write("desk", Profile(lens=WIDE))
    page = house.visit("/")
    page.get_by_label("Photos of this device are read with").select_option("desk")
    path.write_text('{"kibitz_profile": 99}', encoding="utf-8")
    page.reload()
    expect(page.locator("#profile-note")).to_contain_text("written by a newer Kibitz")
    expect(page.locator("#profile-note")).to_contain_text("Photos are read without it.")
    assert page.evaluate("localStorage.getItem('kibitz-profile')") is None


def test_a_profile_that_is_deleted_while_a_page_is_open_stands_in_no_photo_s_way(house: House, shelf: Shelf) -> None:
    for name in ("desk", "lamp"):
        shelf.write(name, Profile(lens=WIDE))
    code = house.begins("qwirkle", "Ann", "Ben", turn=0, draws=False)
    page = house.visit(f"/t/{code}")
    choice = page.get_by_label("Photos of this device are read with")
    with page.expect_response("**/api/v1/profiles"):  # or it may come once the profile is deleted
        page.get_by_role("button", name=f"Table {code}").click()
    choice.select_option("desk")
    page.get_by_role("button", name="Close", exact=True).click()
    shelf.delete("desk")
    with page.expect_response("**/api/v1/profiles"):
        choose(page, GREY)
    expect(page.locator("#live-error")).to_contain_text("no profile “desk”")
    expect(choice.locator("option")).to_have_count(2)
    with page.expect_request("**/live/photo") as sent:
        choose(page, GREY)
    assert b'name="profile"' not in (sent.value.post_data_buffer or b"")
    # Whoever opens the settings is offered those that there are by then.
    shelf.delete("lamp")
    page.get_by_role("button", name=f"Table {code}").click()
    expect(page.locator("#profile-row")).to_be_hidden()


def lamp_lit(scene: Scene) -> bytes:
    """A rendered table as a phone takes it that leaves a lamp's yellow in the picture."""
    light = LIGHT_OF_BYTE[scene.image] * (0.35, 0.8, 1.15)
    return jpeg(np.clip(255 * np.clip(light, 0, 1) ** (1 / 2.2), 0, 255).astype(np.uint8))


@schemes
def test_a_light_is_learned_from_tiles_that_a_person_names(
    houses: Callable[..., House], shelf: Shelf, scheme: str, screen: dict[str, int]
) -> None:
    table = demo_table(tiles=12)
    lying = [tile for tile in table.scene.tiles if tile.tile]
    seen = [tile_seen(one.tile, upright(one.corners)) for one in lying if one.tile]
    at = next(at for at, one in enumerate(lying) if one.tile and one.tile.colour is Colour.RED)
    misread = Tile(Colour.ORANGE, lying[at].tile.shape)  # type: ignore[union-attr] # it has one
    seen[at] = tile_seen(misread, seen[at].corners, colour=0.7)
    house = houses(reader(Truth(seen)))
    house.app.extensions["profiles"] = shelf
    page = house.visit("/calibrate", screen, scheme)
    photo = {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": lamp_lit(table.scene)}
    page.locator("#light-choose").set_input_files(photo)  # type: ignore[arg-type]
    expect(page.locator("#light-tiles button")).to_have_count(len(seen))
    doubted = page.locator("#light-tiles button.doubted")
    expect(doubted).to_have_count(1)
    expect(page.locator("#light-tiles button").first).to_have_class(re.compile("doubted"))
    assert faults(page) == []
    doubted.click()
    page.get_by_role("dialog").get_by_role("button", name=f"red {misread.shape.word}", exact=True).first.click()
    expect(doubted).to_have_count(0)
    page.get_by_role("button", name="All of them are right now: learn").click()
    expect(page.locator("#light-result")).to_contain_text(f"from {len(seen)} tiles")
    expect(page.locator(".plane text")).to_have_count(len(seen))
    assert faults(page) == []
    page.locator("#light-name").fill("lamp")
    page.locator("#light-save").get_by_role("button", name="Keep").click()
    expect(page.locator("#light-kept")).to_contain_text("Kept as “lamp”")
    light = shelf.read("lamp").light
    assert light is not None
    assert light.gains[0] > 1.3 > 1 > light.gains[2]
    page.locator("fieldset").get_by_text("Profiles").click()
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".pictures .plane")).to_be_visible()


def test_a_light_that_few_tiles_tell_is_refused_in_words(houses: Callable[..., House], shelf: Shelf) -> None:
    table = demo_table(tiles=12)
    house = houses(reader(truth_of(table)))
    house.app.extensions["profiles"] = shelf
    page = house.visit("/calibrate")
    photo = {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": lamp_lit(table.scene)}
    page.locator("#light-choose").set_input_files(photo)  # type: ignore[arg-type]
    tiles = page.locator("#light-tiles button")
    expect(tiles).to_have_count(len(table.board) + len(table.hand))
    for left in range(len(table.board) + len(table.hand) - 1, 2, -1):
        tiles.first.click()
        page.get_by_role("dialog").get_by_role("button", name="Leave it out").click()
        expect(tiles).to_have_count(left)
    page.get_by_role("button", name="All of them are right now: learn").click()
    expect(page.locator("#light-error")).to_contain_text("the colours of 3 tiles are known, 6 are needed")
    expect(page.locator("#light-save")).to_be_hidden()


@schemes
def test_odd_dice_are_named_by_the_colours_that_they_stand_for(
    houses: Callable[..., House], shelf: Shelf, scheme: str, screen: dict[str, int]
) -> None:
    house = houses(Reader())
    house.app.extensions["profiles"] = shelf
    page = house.visit("/calibrate", screen, scheme)
    photo = {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": jpeg(demo_roll().scene.image)}
    page.locator("#light-choose").set_input_files(photo)  # type: ignore[arg-type]
    dice = page.locator("#light-tiles button")
    expect(dice).to_have_count(6)
    assert faults(page) == []
    dialog = page.get_by_role("dialog")
    worn = {name: page.locator(f"#light-tiles button[aria-label^='{name}']") for name in ("red", "yellow")}
    keys = {name: button.get_attribute("data-key") for name, button in worn.items()}
    for name, meant in (("red", "yellow"), ("yellow", "red")):
        page.locator(f"#light-tiles [data-key='{keys[name]}']").click()
        expect(dialog.locator("#chooser-palette button")).to_have_count(5)
        dialog.locator(f"#chooser-palette button[aria-label^='{meant}']").click()
    page.get_by_role("button", name="All of them are right now: learn").click()
    expect(page.locator("#light-result")).to_contain_text("from 6 dice")
    expect(page.locator(".plane text")).to_have_count(6)
    page.locator("#light-name").fill("odd")
    page.locator("#light-save").get_by_role("button", name="Keep").click()
    expect(page.locator("#light-kept")).to_contain_text("Kept as “odd”")
    light = shelf.read("odd").light
    assert light is not None
    assert light.dice is not None
    faces = {sample.name: sample.face for sample in light.dice.samples}
    assert faces["yellow"][2] > 3 * faces["yellow"][1]  # the one that looks red


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_part_fits_the_narrowest_screen_and_its_controls_a_finger(
    house: House, shelf: Shelf, seen: list[BoardView], scheme: str
) -> None:
    shelf.write("a-name-that-is-as-long-as-names-may-be", Profile(lens=WIDE))
    page = house.visit("/calibrate#lens", SMALL, scheme)
    takes(page, *[GREY] * len(AROUND))
    expect(page.locator("#lens-save")).to_be_visible()
    for part in ("lens", "light", "set", "view", "shelf"):
        page.locator(f"input[name=part][value={part}]").check(force=True)
        expect(page.locator(f"#part-{part}")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"], part
        assert page.evaluate(LOW) == [], part
