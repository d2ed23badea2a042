"""The page on which cameras are calibrated, as people use it: profiles chosen, learned, shown and deleted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from calibration.fit import BoardView
from calibration.profile import Profile
from calibration.shelf import Shelf
from tests.calibration.views import AROUND, LENSES, view
from tests.webapp.browser import House
from tests.webapp.rendered import jpeg, reader
from tests.webapp.test_accessible import faults, schemes

WIDE = LENSES["wide"]
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
    page = house.visit("/calibrate", screen, scheme)
    expect(page.get_by_role("link", name="A4 (PDF)")).to_be_visible()
    takes(page, *[GREY] * 4)
    expect(page.locator("#lens-count")).to_have_text("4 pictures, 10 are needed")
    expect(page.locator("#lens-missing")).to_contain_text("the bottom")
    expect(page.locator("#lens-save")).to_be_hidden()
    assert faults(page) == []
    page.reload()  # as a phone does whose camera was open for long
    expect(page.locator("#lens-count")).to_have_text("4 pictures, 10 are needed")
    takes(page, *[GREY] * (len(AROUND) - 4))
    expect(page.locator("#lens-result")).to_contain_text(f"from {len(AROUND)} pictures")
    assert page.locator(".lens-drawing .errors").count() == 1
    assert faults(page) == []
    page.get_by_label("Keep it as").fill("desk")
    page.get_by_role("button", name="Keep", exact=True).click()
    expect(page.locator("#lens-kept")).to_contain_text("Kept as “desk”")
    lens = shelf.read("desk").lens
    assert lens is not None
    assert abs(lens.focal[0] / WIDE.focal[0] - 1) < 0.01
    page.get_by_role("link", name="Kibitz").click()
    expect(page.get_by_label("Photos of this device are read with")).to_have_value("desk")


def test_pictures_that_tell_nothing_are_said_and_change_nothing(house: House, seen: list[BoardView]) -> None:
    page = house.visit("/calibrate")
    takes(page, GREY)
    expect(page.locator("#lens-count")).to_have_text("1 pictures, 10 are needed")
    takes(page, jpeg(np.full((WIDE.width, WIDE.height, 3), 128, np.uint8)))
    expect(page.locator("#lens-error")).to_contain_text("take all of them with one camera")
    seen.clear()
    takes(page, GREY)
    expect(page.locator("#lens-error")).to_contain_text("the calibration board is not seen")
    expect(page.locator("#lens-count")).to_have_text("1 pictures, 10 are needed")
    page.get_by_role("button", name="Begin anew").click()
    expect(page.locator("#lens-figure")).to_be_hidden()


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
