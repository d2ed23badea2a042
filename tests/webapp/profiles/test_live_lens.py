"""A lens collected live: Chromium's own camera shows a board that is held still here and there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from tests.webapp.browser import CAMERA_RATE, House, filming
from tests.webapp.rendered import jpeg, reader
from vision.charuco import board_picture
from webapp.app import create_app
from webapp.sight import Sight

SECONDS = 8
"""For so long the board rests: this must hold on slow machines."""


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser before whose camera a board is held, in two places."""
    played = tmp_path_factory.mktemp("film") / "board.mjpeg"
    board = cv2.cvtColor(board_picture(2), cv2.COLOR_GRAY2BGR)
    height, width = board.shape[:2]
    with played.open("wb") as file:
        for left, top in ((30, 60), (500, 150)):
            frame = np.full((720, 960, 3), 160, np.uint8)
            frame[top : top + height, left : left + width] = board
            file.write(jpeg(frame) * CAMERA_RATE * SECONDS)
    with filming(played) as browser:
        yield browser


def test_each_place_is_taken_once_while_the_board_is_held_still(chromium: Browser, tmp_path: Path) -> None:
    config = {"PROFILES": tmp_path, "DATABASE": f"sqlite:///{tmp_path / 'games.sqlite'}"}
    house = House(chromium, lambda: create_app(Sight(reader), config))
    try:
        page = house.visit("/calibrate#lens", permissions=["camera"])
        page.get_by_role("button", name="Collect live").click()
        expect(page.locator("#lens-view video")).to_be_visible()
        expect(page.locator("#lens-count")).to_have_text("Pictures: 2 of 10 or more", timeout=90_000)
        expect(page.locator("#lens-seen")).to_have_text("Move the board elsewhere, or slant it otherwise.")
        expect(page.locator("#lens-count")).to_have_text("Pictures: 2 of 10 or more")
        assert page.locator(".lens-drawing .seen").count() >= 10
        page.get_by_role("button", name="Collect live").click()
        expect(page.locator("#lens-view")).to_be_hidden()
        expect(page.locator("#lens-count")).to_have_text("Pictures: 2 of 10 or more")
    finally:
        house.close()
    assert house.told == []


def test_a_page_that_may_not_open_the_camera_says_so(chromium: Browser, tmp_path: Path) -> None:
    config = {"PROFILES": tmp_path, "DATABASE": f"sqlite:///{tmp_path / 'games.sqlite'}"}
    house = House(chromium, lambda: create_app(Sight(reader), config))
    try:
        page = house.visit("/calibrate#lens")
        page.get_by_role("button", name="Collect live").click()
        expect(page.locator("#lens-error")).to_contain_text("The camera is not allowed")
    finally:
        house.close()
