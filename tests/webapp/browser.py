"""A real browser for the page: Debian's Chromium, driven by Playwright, on the screen of a phone.

Where there is no Chromium the tests that need it are skipped, unless KIBITZ_REQUIRE_BROWSER=1 says that there must be.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 568}

Opens = Callable[..., Page]


def choose(page: Page, photo: bytes, control: str = "Choose a photo", name: str = "photo.jpg") -> None:
    page.get_by_label(control).set_input_files({"name": name, "mimeType": "image/jpeg", "buffer": photo})
