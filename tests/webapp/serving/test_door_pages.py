"""The pages at the door in a real browser: from the QR code on the computer to a table on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.webapp.browser import PHONE, SMALL
from tests.webapp.rendered import reader
from tests.webapp.test_accessible import faults
from webapp.app import create_app, create_doorway
from webapp.serving.certificates import Certificates
from webapp.serving.machine import Machine
from webapp.serving.pairing import Pairing
from webapp.serving.servers import Front
from webapp.sight import Sight

HERE = Machine(("laptop", "localhost"), ())
"""A computer that phones find at 127.0.0.1, so that the test needs no network."""
PASSED_ON = {"X-Forwarded-For": "192.168.7.20"}
"""What tells a phone from this computer itself, at whose address it is here."""


@dataclass
class Visited:
    """A server and those who visit it."""

    front: Front
    table: str
    browser: Browser
    contexts: list[BrowserContext]

    def computer(self, path: str, **options: Any) -> Page:
        """A page on the computer itself, which trusts."""
        return self._page(f"{self.front.site.home('127.0.0.1')}{path}", ignore_https_errors=True, **options)

    def phone(self, address: str, **options: Any) -> Page:
        """A page on a phone; it trusts if it ``ignores_https_errors``."""
        return self._page(address, extra_http_headers=PASSED_ON, **options)

    def leave(self) -> None:
        """Closes all pages."""
        for context in self.contexts:
            context.close()

    def _page(self, address: str, **options: Any) -> Page:
        context = self.browser.new_context(**{"viewport": PHONE, **options})
        context.set_default_timeout(60_000)
        self.contexts.append(context)
        page = context.new_page()
        page.goto(address)
        return page


@pytest.fixture
def visited(chromium: Browser, tmp_path: Path) -> Iterator[Callable[..., Visited]]:
    stops: list[Callable[[], None]] = []

    def visited(tls: bool = True) -> Visited:
        certificates = Certificates(tmp_path / "certificates", lambda: HERE) if tls else None
        front = Front.opened("127.0.0.1", (0, 0), Pairing(b"secret" * 6), certificates, lambda: HERE)
        config = {"SITE": front.site, "DATABASE": f"sqlite:///{tmp_path / 'games.sqlite'}"}
        app = create_app(Sight(reader), config)
        begun = app.test_client().post("/api/v1/tables", json={"game": "qwirkle", "players": ["Ann", "Ben"]})
        thread = Thread(target=front.serve, args=(app, create_doorway(config), 2**22), daemon=True)
        thread.start()
        house = Visited(front, begun.get_json()["code"], chromium, [])
        stops.extend([house.leave, app.extensions["tables"].close, front.stop, thread.join])
        return house

    yield visited
    for stop in stops:
        stop()


def scanned(page: Page) -> str:
    """What a phone reads that scans the page; it looks a few times, as the code may just be coming into view."""
    for _ in range(20):
        picture = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
        assert picture is not None
        if text := str(cv2.QRCodeDetector().detectAndDecode(picture)[0]):
            return text
        page.wait_for_timeout(100)
    raise AssertionError("no code is seen")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_scans_the_code_and_is_at_the_table(visited: Callable[..., Visited], scheme: str) -> None:
    house = visited(tls=False)
    page = house.computer(f"invite?table={house.table}", viewport=SMALL, color_scheme=scheme)
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    invitation = scanned(page)
    assert invitation == house.front.site.invitation("127.0.0.1", house.table)
    phone = house.phone(invitation)
    phone.wait_for_url(f"**/t/{house.table}")
    expect(phone.locator("#sitting-seats").get_by_role("button", name="Ann", exact=True)).to_be_visible()
    phone.goto(house.front.site.home("127.0.0.1"))
    expect(phone).to_have_url(house.front.site.home("127.0.0.1"))


@pytest.mark.parametrize("tls", [True, False])
def test_a_phone_that_scans_a_seat_which_is_handed_on_sits_there(visited: Callable[..., Visited], tls: bool) -> None:
    house = visited(tls)
    old = house.computer(f"t/{house.table}")
    old.locator("#sitting-seats").get_by_role("button", name="Ann", exact=True).click()
    old.get_by_role("button", name="Take red circle into the hand").click()
    old.get_by_text("Seats here").click()
    old.get_by_role("button", name="Hand Ann's seat to another phone").click()
    expect(old.locator("#offer-drawing svg")).to_be_visible()
    new = house.phone(scanned(old), ignore_https_errors=True)
    new.wait_for_url(f"**/t/{house.table}")
    expect(new.locator("#sitting-text")).to_have_text("You are Ann.")
    expect(new.get_by_role("button", name="Pick up red circle")).to_be_visible()
    assert new.evaluate("sessionStorage.length") == 0  # which would hold but the code
    expect(old.get_by_text("Ann's seat goes on at the other phone.")).to_be_visible()


def test_a_phone_without_the_code_is_asked_for_it_in_words(visited: Callable[..., Visited]) -> None:
    house = visited(tls=False)
    phone = house.phone(f"{house.front.site.home('127.0.0.1')}t/{house.table}", viewport=SMALL)
    expect(phone).to_have_url(f"{house.front.site.home('127.0.0.1')}pair?table={house.table}")
    field = phone.get_by_label("Code")
    field.fill("AAAAAA")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("alert")).to_contain_text("That is not the code")
    expect(field).to_be_focused()
    assert house.front.site.pairing is not None
    field.fill(house.front.site.pairing.code.lower())
    phone.get_by_role("button", name="Come in").click()
    phone.wait_for_url(f"**/t/{house.table}")


def test_a_phone_that_does_not_trust_yet_is_told_how_to(visited: Callable[..., Visited]) -> None:
    house = visited()
    site = house.front.site
    phone = house.phone(site.invitation("127.0.0.1"), user_agent="Mozilla/5.0 (Linux; Android 14) Chrome/130")
    assert site.certificates is not None
    assert site.pairing is not None
    expect(phone.get_by_text(site.certificates.fingerprint)).to_be_visible()
    expect(phone.get_by_text("Install anyway")).to_be_visible()
    expect(phone.get_by_text("Profile Downloaded")).to_be_hidden()
    expect(phone.get_by_role("link", name="To Kibitz")).to_have_attribute(
        "href", f"{site.home('127.0.0.1')}pair#{site.pairing.code}"
    )
    with phone.expect_download() as download:
        phone.get_by_role("link", name="Get the certificate").click()
    assert download.value.path().read_bytes() == site.certificates.authority
    expect(phone.get_by_text("This phone trusts Kibitz")).to_be_hidden()


def test_a_phone_that_trusts_goes_on_by_itself(visited: Callable[..., Visited]) -> None:
    house = visited()
    phone = house.phone(house.front.site.invitation("127.0.0.1", house.table), ignore_https_errors=True)
    phone.wait_for_url(f"https://127.0.0.1:{house.front.site.port}/t/{house.table}")
    assert phone.evaluate("isSecureContext")
    expect(phone.locator("#sitting-seats").get_by_role("button", name="Ann", exact=True)).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_these_pages(visited: Callable[..., Visited], scheme: str) -> None:
    house = visited()
    site = house.front.site
    assert faults(house.computer(f"invite?table={house.table}", color_scheme=scheme)) == []
    phone = house.phone(f"{site.home('127.0.0.1')}pair", color_scheme=scheme, ignore_https_errors=True)
    phone.get_by_label("Code").fill("AAAAAA")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("alert")).to_be_visible()
    assert faults(phone) == []
    assert faults(house.phone(site.door("127.0.0.1"), color_scheme=scheme)) == []


def test_nothing_sticks_out_of_a_small_screen(visited: Callable[..., Visited]) -> None:
    house = visited()
    pages = [house.computer(path, viewport=SMALL) for path in ("invite?table=ABC346", "pair")]
    pages.append(house.phone(house.front.site.door("127.0.0.1"), viewport=SMALL))
    for page in pages:
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
