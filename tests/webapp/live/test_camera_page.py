"""A camera in the browser itself: Chromium's own, fed with a film of a game, and one that it may not open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, Page, Request, expect

from models.synthesis.film import Film, FilmPlan
from tests.vision.rolls import Dice, Lying
from vision.read import Reader
from webapp.commands.serve import opened

from ..browser import CAMERA_RATE, filming
from ..rendered import jpeg, reader
from .test_page import Houses

PLAN = FilmPlan(moves=3, width=640, height=360, side=37.0, fps=7.5, begin=4.0, rest=9.0, knocked=1)
"""Long rests: this must hold on slow machines, which read a picture in a second."""

ABLE = """
    MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true, zoom: { min: 1, max: 4, step: 0.5 } });
    MediaStreamTrack.prototype.applyConstraints = async ({ advanced }) => void asked.push(...advanced);
    navigator.mediaDevices.enumerateDevices = async () => ["Front", ""].map((label, number) =>
        ({ kind: "videoinput", deviceId: `id-${number}`, label }));
    window.asked = [];
"""
"""A browser whose camera has a light and zooms, and stands beside another."""


@pytest.fixture(scope="module")
def film() -> Film:
    return Film(PLAN, seed=2)


@pytest.fixture(scope="module")
def chromium(film: Film, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser whose camera shows the film, from its beginning whenever it is opened."""
    played = tmp_path_factory.mktemp("film") / "film.mjpeg"
    with played.open("wb") as file:
        for frame, _ in film.frames():
            file.write(jpeg(frame) * round(CAMERA_RATE / PLAN.fps))
    with filming(played) as browser:
        yield browser


def starts(page: Page) -> None:
    page.get_by_text("This camera").click()
    page.get_by_role("button", name="Start the camera").click()


def hides(page: Page, hidden: bool) -> None:
    """The phone turns to something else, or comes back."""
    page.evaluate(
        "hidden => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')) }",
        hidden,
    )


def test_a_game_before_the_camera_is_kept_by_itself(houses: Houses, film: Film) -> None:
    house = houses(Reader())
    table = f"/t/{house.begins('qwirkle', 'Ann', 'Ben', turn=0, sixth='white')}"
    page, other = house.visit(table, permissions=["camera"]), house.visit(table)
    starts(page)
    points = [0, 0]
    for number, laying in enumerate(film.layings):
        player = number % 2
        points[player] += laying.points
        expect(other.locator("#proposal .laid")).to_contain_text(f"{laying.points} point")
        if number == 0:
            expect(page.locator("#live-view .piece.added")).to_have_count(len(laying.move.placements))
            other.get_by_role("button", name="Yes").click()
        expect(other.locator("#log-list > li")).to_have_count(number + 1, timeout=30_000)
        expect(other.locator("#scores-list li").nth(player)).to_contain_text(str(points[player]))
    expect(page.locator("#live-meter")).to_contain_text("The table lies still")
    expect(page.locator("#live-meter")).to_contain_text(re.compile(r"\d s ago · .*\d"))  # its age, its rate


def test_dice_are_drawn_where_they_lie(houses: Houses) -> None:
    dice = [Lying(name, 100 + 80 * place, 200) for place, name in enumerate(("W6", "W3", "R5", "Y4", "G1", "B2"))]
    house = houses(reader(dice=Dice(dice)))
    page = house.visit(f"/t/{house.begins('qwixx', 'Ann', 'Ben', turn=0)}", permissions=["camera"])
    starts(page)
    expect(page.locator("#live-view .die-piece")).to_have_count(6, timeout=30_000)
    expect(page.locator("#live-view").get_by_role("img", name="red 5")).to_be_attached()


def test_the_servers_own_camera_is_shown_with_what_it_sees(houses: Houses, film: Film, tmp_path: Path) -> None:
    house = houses(Reader())
    path = tmp_path / "film.avi"
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), PLAN.fps, (PLAN.width, PLAN.height))
    for frame, at in film.frames():
        if at < film.layings[1].comes:
            video.write(frame)
    video.release()
    house.app.extensions["live"].camera = opened(str(path))
    page = house.visit(f"/t/{house.begins('qwirkle', 'Ann', 'Ben', turn=0, sixth='white')}")
    page.get_by_text("Server", exact=True).click()
    expect(page.locator("#live-view img")).to_be_visible()
    count = len(film.layings[0].move.placements)
    expect(page.locator("#live-view .found")).to_have_count(count, timeout=30_000)
    expect(page.locator("#proposal .laid")).to_contain_text(f"{film.layings[0].points} point", timeout=30_000)
    page.get_by_text("Photo", exact=True).click()
    expect(page.locator("#live-view")).to_be_hidden()


def test_one_picture_is_sent_at_a_time_and_none_while_nobody_looks(houses: Houses) -> None:
    house = houses(Reader())
    page = house.visit(f"/t/{house.begins('qwirkle', 'Ann', 'Ben', turn=0)}", permissions=["camera"])
    sent: list[int] = []
    under_way: set[Request] = set()

    def begins(request: Request) -> None:
        if request.url.endswith("/live/frames"):
            under_way.add(request)
            sent.append(len(under_way))

    def ends(request: Request) -> None:
        under_way.discard(request)

    page.on("request", begins)
    page.on("requestfinished", ends)
    page.on("requestfailed", ends)
    starts(page)
    while len(sent) < 10:
        page.wait_for_event("requestfinished")
    assert set(sent) == {1}
    hides(page, hidden=True)
    assert page.locator("#live-view video").evaluate("video => video.srcObject") is None
    before = len(sent)
    page.evaluate("new Promise(done => setTimeout(done, 400))")  # in which some would be sent
    assert len(sent) == before
    with page.expect_response("**/live/frames"):
        hides(page, hidden=False)
    with page.expect_response("**/live/frames"):
        page.reload()  # a page that was dropped goes on with the camera
    page.get_by_role("button", name="Stop the camera").click()
    expect(page.get_by_role("button", name="Start the camera")).to_be_visible()


def test_a_camera_is_chosen_lit_and_zoomed_where_the_browser_can(houses: Houses) -> None:
    house = houses(Reader())
    page = house.visit(permissions=["camera"])
    page.add_init_script(ABLE)
    page.goto(f"{house.home}/t/{house.begins('qwirkle', 'Ann', 'Ben', turn=0)}")
    starts(page)
    light = page.get_by_role("button", name="Light")
    light.click()
    expect(light).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Zoom").fill("2.5")
    assert page.evaluate("asked") == [{"torch": True}, {"zoom": 2.5}]
    choice = page.get_by_label("Which camera")
    expect(choice.locator("option")).to_have_text(["Front", "Camera 2"])
    choice.select_option("Camera 2")  # which is there no more: another is taken
    expect(page.get_by_role("button", name="Stop the camera")).to_be_visible()
    with page.expect_response("**/live/frames"):
        pass


def test_a_camera_that_is_not_allowed_is_told(houses: Houses) -> None:
    house = houses(Reader())
    page = house.visit(f"/t/{house.begins('qwirkle', 'Ann', 'Ben', turn=0)}")
    starts(page)
    expect(page.locator("#live-error")).to_contain_text("The camera is not allowed")
    page.get_by_text("Photo", exact=True).click()
    expect(page.locator("#live-error")).to_be_hidden()
