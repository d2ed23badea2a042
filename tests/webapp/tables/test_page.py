"""The page of a table, whichever game is played: what all phones see, and what each keeps."""

from __future__ import annotations

from playwright.sync_api import expect

from ..browser import House


def test_a_table_shows_whose_turn_it_is_and_the_score(house: House) -> None:
    for game in ("qwirkle", "qwixx"):
        page = house.visit(f"/t/{house.begins(game, 'Ann', 'Ben', turn=1)}")
        expect(page.locator("#now")).to_contain_text("Ben plays")
        expect(page.locator("#scores-list li")).to_have_count(2)
        expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_a_code_may_be_written_in_any_way(house: House) -> None:
    code = house.begins("qwirkle", "Ann", "Ben", turn=0)
    page = house.visit(f"/t/{code[:3].lower()}-{code[3:]}")
    assert page.url == f"{house.home}/t/{code}"


def test_what_one_phone_writes_another_sees(house: House) -> None:
    code = house.begins("qwixx", "Ann", "Ben")
    one, other = house.visit(f"/t/{code}"), house.visit(f"/t/{code}")
    expect(other.locator("#now")).to_contain_text("Who begins?")
    happens = {"version": 1, "event": {"event": "open", "player": 1}}
    house.app.test_client().post(f"/api/v1/tables/{code}/events", json=happens)
    for page in (one, other):
        expect(page.locator("#now")).to_contain_text("Ben plays")
    other.get_by_role("button", name="Undo").click()
    expect(one.locator("#now")).to_contain_text("Who begins?")
    expect(one.get_by_role("button", name="Redo")).to_be_enabled()
