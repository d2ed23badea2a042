"""The page of a table, whichever game is played: what all phones see, and what each keeps."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Response, expect

from webapp.tables.stream import Streams

from ..browser import SMALL, House

MOVES = ("Rc@0,0 Rs@1,0 Rd@2,0", "Bs@1,1 Bd@2,1", "Gd@2,2", "Rx@3,0 Rb@4,0 Rf@5,0", "Yd@2,3")
"""Moves of two players; the fourth completes a qwirkle."""
ROLL = "W1 W2 R3 Y4 G5 B6"


def writes(house: House, code: str, *events: dict[str, Any]) -> None:
    for event in events:
        house.happens(code, **event)


def plays(*moves: str) -> list[dict[str, Any]]:
    return [{"event": "play", "player": number % 2, "move": move} for number, move in enumerate(moves)]


def played(house: House, moves: int = len(MOVES)) -> str:
    """The code of a table at which so many moves were played."""
    code = house.begins("qwirkle", "Ann", "Ben", turn=0, draws=False)
    writes(house, code, *plays(*MOVES[:moves]))
    return code


def sits(page: Page, name: str) -> None:
    page.locator("#sitting-seats").get_by_role("button", name=name, exact=True).click()
    expect(page.locator("#sitting-text")).to_have_text(f"You are {name}.")


def shares(page: Page, name: str) -> None:
    page.get_by_text("Seats here").click()
    page.get_by_role("button", name=f"{name} plays here too").click()


def test_a_table_shows_whose_turn_it_is_and_the_score(house: House) -> None:
    for game in ("qwirkle", "qwixx"):
        page = house.visit(f"/t/{house.begins(game, 'Ann', 'Ben', turn=1)}", SMALL)
        expect(page.locator("#now")).to_contain_text("Ben plays")
        expect(page.locator("#scores-list li")).to_have_count(2)
        expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]


def test_a_code_may_be_written_in_any_way(house: House) -> None:
    code = house.begins("qwirkle", "Ann", "Ben", turn=0)
    page = house.visit(f"/t/{code[:3].lower()}-{code[3:]}")
    assert page.url == f"{house.home}/t/{code}"


def test_what_one_phone_writes_another_sees_and_may_undo(house: House) -> None:
    code = played(house, 0)
    one, other = house.visit(f"/t/{code}"), house.visit(f"/t/{code}")
    expect(other.locator("#now")).to_contain_text("Ann plays")
    writes(house, code, *plays(*MOVES[:1]))
    for page in (one, other):
        expect(page.locator("#now")).to_contain_text("Ben plays")
    other.get_by_role("button", name="Undo", exact=True).click()
    expect(one.locator("#now")).to_contain_text("Ann plays")
    one.get_by_role("button", name="Redo", exact=True).click()
    expect(other.locator("#scores-list li").first).to_contain_text("3")


def test_who_was_slower_is_told_and_sees_what_the_other_did(house: House) -> None:
    code = played(house, 1)
    page = house.visit(f"/t/{code}")
    expect(page.locator("#now")).to_contain_text("Ben plays")
    # The page does not hear of it: its stream ends and the next is not answered.
    page.route("**/stream", lambda route: route.abort())
    page.evaluate("window.dispatchEvent(new Event('online'))")
    writes(house, code, plays(*MOVES[:2])[1])
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text="somebody else was faster")).to_be_visible()
    expect(page.locator("#now")).to_contain_text("Ann plays")
    expect(page.locator("#log-list > li")).to_have_count(2)


def test_every_turn_shows_the_lines_that_its_points_are_the_sum_of(house: House) -> None:
    page = house.visit(f"/t/{played(house)}")
    last, qwirkle = page.locator("#log-list > li").nth(0), page.locator("#log-list > li").nth(1)
    expect(last).to_contain_text("5. Ann")
    expect(qwirkle.locator(".lines li")).to_have_count(1)
    expect(qwirkle.locator(".lines")).to_contain_text("= 12 points")
    expect(qwirkle.locator(".lines")).to_contain_text("Qwirkle!")
    expect(qwirkle.locator(".lines").get_by_role("img")).to_have_count(6)
    expect(qwirkle).to_contain_text("Ann 6 · Ben 18")
    expect(page.locator("#log-list > li")).to_have_count(4)
    page.get_by_role("button", name="Show all 5 turns").click()
    expect(page.locator("#log-list > li")).to_have_count(5)
    label = page.locator("#chart-drawing svg").get_attribute("aria-label")
    assert label == "Points after 5 turns: Ann 10, Ben 18"


def test_a_turn_of_qwixx_shows_the_roll_and_what_everybody_marked(house: House) -> None:
    code = house.begins("qwixx", "Ann", "Ben", turn=0, rules="publisher")
    page = house.visit(f"/t/{code}")
    writes(house, code, {"event": "throw", "roll": ROLL}, {"event": "act", "marks": ["--", "Y3"]})
    writes(house, code, {"event": "act", "marks": ["--"]})
    turn = page.locator("#log-list > li")
    expect(turn.locator(".die-icon")).to_have_count(6)
    expect(turn).to_contain_text("White dice:")
    expect(turn.get_by_role("img", name="yellow 3")).to_be_visible()
    expect(turn).to_contain_text("Ann takes a penalty: \N{MINUS SIGN}5 points")
    expect(turn).to_contain_text("Ben +1")
    expect(page.locator("#scores-list li").first.locator(".total")).to_contain_text("\N{MINUS SIGN}5 points")


def test_an_earlier_turn_is_put_right_and_all_that_follows_is_counted_anew(house: House) -> None:
    code = played(house, 3)
    page = house.visit(f"/t/{code}")
    page.get_by_role("button", name="Correct turn 3, Ann").click()
    expect(page.locator("#making")).to_be_visible()


def test_the_game_can_be_taken_along(house: House) -> None:
    code = played(house)
    page = house.visit(f"/t/{code}")

    def saved(name: str) -> tuple[str, str]:
        with page.expect_download() as told:
            page.get_by_role("link", name=name).click()
        return told.value.suggested_filename, Path(told.value.path()).read_text()

    name, text = saved("Scores (CSV)")
    rows = list(csv.reader(io.StringIO(text)))
    assert (name, rows[-1][-2:], len(rows)) == (f"{code}.csv", ["10", "18"], 6)
    name, text = saved("All events (JSON)")
    assert (name, len(json.loads(text)["log"])) == (f"{code}.json", 6)
    name, text = saved("One line (text)")
    assert (name, text) == (f"{code}.txt", " / ".join(MOVES) + "\n")


def test_the_end_of_the_game_says_who_has_won(house: House) -> None:
    code = house.begins(
        "qwixx", "Ann", "Ben", turn=0, rules="publisher", sheets=["R: Y: G: B: P:3", "R:2 Y: G: B: P:0"]
    )
    page = house.visit(f"/t/{code}")
    writes(house, code, {"event": "throw", "roll": ROLL}, {"event": "act", "marks": ["--", "--"]})
    writes(house, code, {"event": "act", "marks": ["--"]})
    expect(page.locator("#now")).to_contain_text("Ben has won with 1 point")
    expect(page.locator("#scores-list .wins")).to_contain_text("Ben")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator("#now")).to_contain_text("Ann plays")


def test_a_page_that_was_dropped_comes_back_to_its_seat_and_its_turn(house: House) -> None:
    code = played(house, 1)
    page = house.visit(f"/t/{code}")
    sits(page, "Ben")
    writes(house, code, plays(*MOVES[:2])[1])
    page.close()
    again = house.another(page.context, f"/t/{code}")
    expect(again.locator("#sitting-text")).to_have_text("You are Ben.")
    expect(again.locator("#now")).to_contain_text("Ann plays")
    expect(again.locator("#log-list > li")).to_have_count(2)


def test_a_phone_says_that_the_server_is_gone_and_goes_on_when_it_is_back(house: House) -> None:
    code = played(house, 1)
    page = house.visit(f"/t/{code}")
    expect(page.locator("#now")).to_contain_text("Ben plays")
    house.stop()
    expect(page.locator("#connection")).to_contain_text("No connection to Kibitz")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text="Kibitz does not answer")).to_be_visible()
    house.restart()
    writes(house, code, plays(*MOVES[:2])[1])
    expect(page.locator("#connection")).to_be_hidden()
    expect(page.locator("#now")).to_contain_text("Ann plays")
    expect(page.locator("#table-error")).to_be_hidden()


def test_a_phone_that_wakes_knows_at_once_what_has_happened(house: House) -> None:
    code = played(house, 1)
    page = house.visit(f"/t/{code}")
    expect(page.locator("#now")).to_contain_text("Ben plays")
    sleeps(page, True)
    writes(house, code, plays(*MOVES[:2])[1])
    expect(page.locator("#now")).to_contain_text("Ben plays")
    sleeps(page, False)
    expect(page.locator("#now")).to_contain_text("Ann plays")


def sleeps(page: Page, asleep: bool) -> None:
    """A phone that is put away hides its page, and shows it again when it wakes."""
    page.evaluate(
        """asleep => {
            Object.defineProperty(document, "hidden", { value: asleep, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        asleep,
    )


def test_where_too_many_listen_a_page_says_so_and_still_shows_the_table(house: House) -> None:
    code = played(house, 1)
    house.app.extensions["tables"].streams = Streams(most=0)
    page = house.visit(f"/t/{code}")
    expect(page.locator("#connection")).to_contain_text("too many pages listen to this server")
    expect(page.locator("#now")).to_contain_text("Ben plays")


def test_a_seat_belongs_to_one_phone_until_it_is_left(house: House) -> None:
    code = played(house, 1)
    one, other = house.visit(f"/t/{code}"), house.visit(f"/t/{code}")
    sits(one, "Ann")
    expect(other.locator("#sitting-seats").get_by_role("button")).to_have_text(["Ben"])
    expect(one.locator("#now")).to_contain_text("Ben plays")
    expect(one.get_by_text("your turn")).to_be_hidden()
    sits(other, "Ben")
    expect(other.get_by_text("your turn")).to_be_visible()
    expect(other).to_have_title(re.compile("^Ben plays"))
    third = house.visit(f"/t/{code}")
    expect(third.locator("#sitting-text")).to_contain_text("All seats are taken by other devices")
    for page, name in ((one, "Ann"), (other, "Ben")):
        page.get_by_text("Seats here").click()
        page.get_by_role("button", name=f"Leave {name}'s seat").click()
    expect(third.locator("#sitting-seats").get_by_role("button")).to_have_text(["Ann", "Ben"])


def test_a_phone_whose_seat_is_another_s_by_now_says_so(house: House) -> None:
    code = played(house, 1)
    page = house.visit(f"/t/{code}")
    sits(page, "Ann")
    page.evaluate('code => localStorage.setItem(`kibitz-seats-${code}`, \'{"0": "old"}\')', code)
    page.reload()
    asked = page.get_by_role("dialog", name="Another phone plays for Ann now")
    asked.get_by_role("button", name="Leave it there").click()
    expect(page.locator("#sitting-seats").get_by_role("button")).to_have_text(["Ben"])
    page.reload()
    expect(page.locator("#sitting-text")).to_have_text("Who are you?")
    expect(asked).to_be_hidden()


def test_a_phone_that_is_passed_round_covers_each_view_and_knows_only_the_one_that_is_open(house: House) -> None:
    code = played(house, 0)
    page = house.visit(f"/t/{code}")
    states: list[str] = []

    def told(response: Response) -> None:
        if not response.url.endswith("/seats"):  # which shows all of them, and gets no hand but the one that is open
            states.append(response.request.headers.get("kibitz-seat", ""))

    page.on("response", told)
    sits(page, "Ann")
    shares(page, "Ben")
    views = page.locator("#sitting-seats")
    expect(views.get_by_role("button", pressed=True)).to_have_text("Ben")
    views.get_by_role("button", name="Ann", exact=True).click()
    cover = page.get_by_role("dialog", name="Pass the device to Ann")
    expect(cover).to_be_visible()
    expect(views.get_by_role("button", pressed=True, include_hidden=True)).to_have_text("Table")
    cover.get_by_role("button", name="I am Ann").click()
    expect(views.get_by_role("button", pressed=True)).to_have_text("Ann")
    # The turn passes to Ben: Ann's view closes by itself.
    writes(house, code, *plays(*MOVES[:1]))
    expect(page.get_by_role("dialog", name="Pass the device to Ben")).to_be_visible()
    page.get_by_role("button", name="Show the table alone").click()
    expect(views.get_by_role("button", pressed=True)).to_have_text("Table")
    assert all("," not in tokens for tokens in states)


def test_a_game_is_deleted_only_when_one_is_sure(house: House) -> None:
    code = played(house, 1)
    page, other = house.visit(f"/t/{code}"), house.visit(f"/t/{code}")
    expect(other.locator("#now")).to_contain_text("Ben plays")
    page.get_by_role("button", name=f"Table {code}").click()
    page.get_by_role("button", name="Delete this game").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    page.wait_for_url(f"{house.home}/")
    expect(other.get_by_role("alert").filter(has_text="Somebody has deleted this table")).to_be_visible()


def test_other_phones_are_invited_to_this_table(house: House) -> None:
    code = played(house, 1)
    page = house.visit(f"/t/{code}")
    page.get_by_role("button", name=f"Table {code}").click()
    page.get_by_role("link", name="Invite phones").click()
    expect(page.get_by_role("heading", name="Invite phones")).to_be_visible()
    page.get_by_text("Back").click()
    expect(page.locator("#now")).to_contain_text("Ben plays")


def test_when_the_camera_is_believed_is_set_for_all(house: House) -> None:
    code = played(house, 1)
    page = house.visit(f"/t/{code}")
    page.get_by_role("button", name=f"Table {code}").click()
    with page.expect_response("**/live/settings") as told:
        page.get_by_label("What the camera sees counts").select_option("after 5 s")
    assert told.value.json()["confirm_after"] == 5
