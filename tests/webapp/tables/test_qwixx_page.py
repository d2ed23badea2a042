"""Qwixx at the table, in real browsers: rolls, hidden marks, hints, corrections, and paper beside the record."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO

import cv2
import numpy as np
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from engine.qwixx.sheet import Row
from tests.vision.rolls import Dice, Filled, Lying, Sheets, roll

from ..browser import DESK, SMALL, House, choose
from ..rendered import jpeg, reader

GREY = jpeg(np.full((600, 900, 3), 128, np.uint8))
BLACK = jpeg(np.zeros((600, 900, 3), np.uint8))
ROLL = "W3 W4 R5 Y4 G1 B6"
PUBLISHER = {"rules": "publisher", "turn": 0}

Houses = Callable[..., House]


def at_table(house: House, code: str, player: int | None = None, **how: object) -> Page:
    """A phone at a table, perhaps with a player's seat."""
    page = house.visit(f"/t/{code}", **how)  # type: ignore[arg-type]
    if player is not None:
        taken = house.app.test_client().post(f"/api/v1/tables/{code}/seats", json={"player": player}).get_json()
        kept = f"localStorage.setItem('kibitz-seats-{code}', JSON.stringify({{{player}: '{taken['token']}'}}))"
        page.evaluate(kept)
        page.reload()
    expect(page.locator("#own-title")).to_be_visible()
    return page


def happens(house: House, code: str, *events: dict[str, object]) -> None:
    """What others have told the server."""
    client, address = house.app.test_client(), f"/api/v1/tables/{code}"
    for event in events:
        version = client.get(address).get_json()["version"]
        response = client.post(f"{address}/events", json={"version": version, "event": event})
        assert response.status_code == 200, response.get_data(as_text=True)


def throw(text: str = ROLL) -> dict[str, object]:
    return {"event": "throw", "roll": text}


def act(*marks: str) -> dict[str, object]:
    return {"event": "act", "marks": list(marks)}


def rolls(page: Page, text: str) -> None:
    """Taps the dice of a roll."""
    for place, die in enumerate(text.split()):
        page.locator(f"[data-key=roll-{place}-{die[1]}]").click()
    page.get_by_role("button", name="That is the roll").click()


def expect_rolled(page: Page, text: str) -> None:
    expect(page.locator("#rolled .tile")).to_have_text(text.split())


def cell(page: Page, name: str) -> Locator:
    return page.locator(f"#own-sheet [data-key={name}]")


def marks(page: Page, name: str) -> None:
    """Marks a number, or nothing."""
    if name != "--":
        cell(page, name).click()
    page.locator("#mark-done").click()


def expect_offered(page: Page, *names: str) -> None:
    """What may be tapped, from the top."""
    offered = page.locator("#own-sheet button.offered")
    expect(offered).to_have_count(len(names))
    assert [one.get_attribute("data-key") for one in offered.all()] == list(names)


def test_a_whole_game_between_two_phones(house: House) -> None:
    """Red and yellow are locked by the white dice of the sixth turn; in between a page is reloaded."""
    code = house.begins("qwixx", "Ann", "Bob")
    ann, bob = at_table(house, code, 0), at_table(house, code, 1)
    ann.locator("#opening-players").get_by_role("button", name="Ann").click()
    whites = ("W1 W1", "W1 W2", "W1 W3", "W2 W3", "W3 W3", "W6 W6")
    for turn, white in enumerate(whites):
        number = sum(int(die[1]) for die in white.split())
        active, passive = (ann, bob) if turn % 2 == 0 else (bob, ann)
        rolls(active, f"{white} R6 Y6 G6 B6")
        expect(passive.locator("#own-note")).to_contain_text("says which action comes first")
        active.get_by_role("button", name="White dice first").click()
        for page, row in ((ann, "R"), (bob, "Y")):
            expect(page.locator("#own-note")).to_contain_text(f"The white dice give {number}")
            marks(page, f"{row}{number}")
        if turn == 3:
            ann.reload()
        expect(active.locator("#own-note")).to_contain_text("a white and a coloured die")
        if turn == 0:
            expect_offered(active, "R7", "Y7", "G7", "B7")
        expect(active.locator("#mark-done")).to_have_text("Mark nothing")
        marks(active, "B7" if turn == 1 else "--")
    for page in (ann, bob):
        expect(page.locator("#own-note")).to_contain_text("The game is over")
        expect(page.locator("#roll")).to_be_hidden()
    expect(ann.locator("#own-total")).to_have_text("28 points")
    expect(bob.locator("#own-total")).to_have_text("29 points")
    expect(ann.locator("#own-sheet").get_by_label("yellow is closed")).to_be_visible()
    # Back across the end.
    ann.get_by_role("button", name="Undo").click()
    for page in (ann, bob):
        expect(page.locator("#own-note")).to_contain_text(
            "may mark a white and a coloured die" if page is ann else "Tap the sum"
        )
    ann.get_by_role("button", name="Redo").click()
    expect(bob.locator("#own-note")).to_contain_text("The game is over")


def test_white_marks_stay_hidden_until_all_have_decided(house: House) -> None:
    code = house.begins("qwixx", "Ann", "Bob", **PUBLISHER)
    happens(house, code, throw())
    ann, bob = at_table(house, code, 0), at_table(house, code, 1)
    expect_offered(ann, "R7", "Y7", "G7", "B7")
    marks(ann, "R7")
    expect(ann.locator("#own-note")).to_have_text("red 7 is marked. Waiting for Bob; until then it can be changed.")
    expect(ann.locator("#mark-done")).to_be_disabled()
    expect(bob.get_by_role("button", name=re.compile("Ann's sheet.*has decided"))).to_be_visible()
    bob.get_by_role("button", name=re.compile("Ann's sheet")).click()
    expect(bob.locator("#own-title")).to_have_text("Ann's sheet")
    expect(bob.locator("#own-sheet .chosen")).to_have_count(0)
    expect(bob.locator("#own-note")).to_contain_text("Decided, and hidden until all have.")
    expect_offered(bob)
    bob.get_by_role("button", name=re.compile("Bob's sheet")).click()
    ann.get_by_role("button", name=re.compile("Bob's sheet")).click()
    expect(ann.locator("#own-note")).to_have_text("Bob decides on another device.")
    expect(ann.locator("#mark-done")).to_be_hidden()
    ann.get_by_role("button", name=re.compile("Ann's sheet")).click()
    marks(ann, "Y7")
    marks(bob, "--")
    for page in (ann, bob):
        page.get_by_role("button", name=re.compile("Ann's sheet")).click()
        expect(cell(page, "Y7")).to_have_accessible_name(re.compile("yellow 7, marked"))
        expect(cell(page, "R7")).not_to_have_accessible_name(re.compile("marked"))


def test_a_phone_that_is_passed_round_shows_who_has_still_to_decide(house: House) -> None:
    code = house.begins("qwixx", "Ann", "Bob", "Cleo", **{**PUBLISHER, "turn": 1})
    happens(house, code, throw())
    page = at_table(house, code)
    for name, mark in (("Bob", "R7"), ("Cleo", "--"), ("Ann", "G7")):
        expect(page.locator("#own-title")).to_have_text(f"{name}'s sheet")
        expect(page.locator("#own-sheet .chosen")).to_have_count(0)
        marks(page, mark)
    expect(page.locator("#own-title")).to_have_text("Bob's sheet")
    expect(page.locator("#own-note")).to_contain_text("Tap the sum of a white and a coloured die")
    expect_offered(page, "R8", "R9", "Y7", "Y8", "G5", "G4", "B10", "B9")
    page.locator("#own-sheet").get_by_role("button", name="blue 9").press("Enter")
    expect(page.locator("#mark-done")).to_have_accessible_name("Mark blue 9")
    page.locator("#mark-done").press("Enter")
    expect(page.locator("#roll-title")).to_have_text("Cleo rolls")


def test_a_phone_with_several_seats_goes_on_with_who_has_still_to_decide(house: House) -> None:
    code = house.begins("qwixx", "Ann", "Bob", turn=0)
    happens(house, code, throw())
    page = at_table(house, code, 0)
    page.get_by_text("Seats here").click()
    page.get_by_role("button", name="Bob plays here too").click()
    expect(page.locator("#sitting-seats [aria-pressed=true]")).to_have_text("Bob")
    page.get_by_role("button", name="White dice first").click()  # which is Ann's to say
    for name, mark in (("Bob", "Y7"), ("Ann", "R7")):
        expect(page.locator("#own-title")).to_have_text(f"{name}'s sheet")
        marks(page, mark)
    expect(page.locator("#own-note")).to_contain_text("Tap the sum of a white and a coloured die")
    expect(page.locator("#own-title")).to_have_text("Ann's sheet")


def test_a_double_tap_does_not_decide_for_the_next_player(house: House) -> None:
    code = house.begins("qwixx", "Ann", "Bob", **PUBLISHER)
    happens(house, code, throw())
    page = at_table(house, code)
    marks(page, "R7")
    expect(page.locator("#own-title")).to_have_text("Bob's sheet")
    page.locator("#mark-done").dispatch_event("click", {"detail": 2})
    marks(page, "Y7")
    expect(page.locator("#own-note")).to_contain_text("a white and a coloured die")
    page.get_by_role("button", name=re.compile("Bob's sheet")).click()
    expect(cell(page, "Y7")).to_have_accessible_name(re.compile("yellow 7, marked"))


def test_a_mark_that_was_tapped_is_taken_back_by_another_tap(house: House) -> None:
    code = house.begins("qwixx", "Ann", **PUBLISHER)
    happens(house, code, throw())
    page = at_table(house, code)
    cell(page, "R7").click()
    expect(page.locator("#mark-done")).to_have_accessible_name("Mark red 7")
    cell(page, "R7").click()
    marks(page, "--")
    expect(page.locator("#mark-done")).to_have_text("Nothing, and a penalty")
    page.locator("#mark-done").click()
    expect(page.locator("#own-total")).to_have_text("\N{MINUS SIGN}5 points")
    expect(page.locator("#own-sheet").get_by_label("penalty 1, crossed")).to_be_visible()


def test_dice_are_read_from_a_photo_and_the_doubtful_one_is_settled_by_a_tap(houses: Houses) -> None:
    dice = [Lying("W3", 100, 100, sure=0.6), *roll("W4 R5 Y4 G1", 200)]
    house = houses(reader(dice=Dice(dice)))
    code = house.begins("qwixx", "Ann", "Bob", **PUBLISHER)
    page = at_table(house, code)
    choose(page, BLACK, "Photograph the dice")
    expect(page.get_by_role("alert")).to_contain_text("No dice were found")
    choose(page, GREY, "Photograph the dice")
    expect(page.locator("#roll-seen .die-piece")).to_have_count(5)
    expect(page.locator("#roll-note")).to_contain_text("check the dice with a question mark")
    done = page.get_by_role("button", name="That is the roll")
    expect(done).to_be_disabled()  # the blue die lies there too, but was not seen
    expect(page.locator(".pips-line.asks .tag")).to_have_text(["W?", "B?"])
    page.get_by_role("group", name="Check white die 1").get_by_role("button", name="white 3").click()
    page.get_by_role("group", name="blue", exact=True).get_by_role("button", name="blue 6").click()
    page.reload()
    expect(page.locator("#roll-note")).to_have_text("All dice are told.")
    done.click()
    expect(page.locator("#roll-title")).to_have_text("Ann has rolled")
    expect_rolled(page, ROLL)
    expect(page.locator("#roll-grid")).to_be_hidden()


def test_dice_are_photographed_in_one_place_and_only_while_they_are_due(houses: Houses) -> None:
    house = houses(reader(dice=Dice(roll(ROLL))))
    code = house.begins("qwixx", "Ann", "Bob", **PUBLISHER)
    page, desk = at_table(house, code), at_table(house, code, viewport=DESK)
    inputs = page.locator("input[type=file]:not(#paper-photo)")
    expect(inputs).to_have_count(2)  # the camera and the album
    choose(page, GREY, "Choose a photo")
    expect(page.locator("#roll-grid [aria-pressed=true]")).to_have_count(6)
    expect(page.locator("#proposal")).to_be_hidden()
    page.get_by_role("button", name="That is the roll").click()
    for phone in (page, desk):
        expect_rolled(phone, ROLL)
        expect(phone.locator("#live")).to_be_hidden()


def test_what_the_camera_proposes_is_mended_by_one_tap(houses: Houses) -> None:
    house = houses(reader(dice=Dice(roll(ROLL))))
    code = house.begins("qwixx", "Ann", "Bob", **PUBLISHER)
    page, other = at_table(house, code), at_table(house, code)
    other.locator("[data-key=roll-0-6]").click()
    photo = {"photo": (BytesIO(GREY), "photo.jpg")}
    response = house.app.test_client().post(f"/api/v1/tables/{code}/live/photo", data=photo)
    assert response.get_json()["proposal"]["text"] == ROLL
    chosen = page.locator("#roll-grid [aria-pressed=true]")
    expect(chosen).to_have_count(6)
    page.get_by_role("button", name="Not so").click()
    page.get_by_role("group", name="blue", exact=True).get_by_role("button", name="blue 5").click()
    expect(other.locator("#roll-grid [aria-pressed=true]")).to_have_count(1)  # what a person has told stays
    page.get_by_role("button", name="That is the roll").click()
    for phone in (page, other):
        expect_rolled(phone, "W3 W4 R5 Y4 G1 B5")


def test_dice_of_closed_rows_are_not_asked_for(house: House) -> None:
    code = house.begins("qwixx", "Ann", "Bob", closed=["yellow"], **PUBLISHER)
    page = at_table(house, code)
    expect(page.locator(".pips-line .tag")).to_have_text(["W?", "W?", "R?", "G?", "B?"])
    expect(page.locator("#own-sheet").get_by_label("yellow is closed")).to_be_visible()
    rolls(page, "W3 W4 R5 G1 B6")
    expect_rolled(page, "W3 W4 R5 G1 B6")
    expect_offered(page, "R7", "G7", "B7")


def test_passive_players_get_hints_too_and_nobody_else_sees_them(house: House) -> None:
    code = house.begins("qwixx", "Ann", "Bob", turn=0)
    ann, bob = at_table(house, code, 0), at_table(house, code, 1)
    expect(bob.locator("#own-title")).to_have_text("Bob's sheet")
    expect(bob.get_by_role("button", name="Hint")).to_be_hidden()
    happens(house, code, throw())
    bob.get_by_role("button", name="Hint").click()
    expect(bob.locator("#hints-list .move")).to_have_count(3)
    expect(bob.locator("#hints-note")).to_have_text("Each with the chance to win.")
    expect(bob.locator("#hints-list .gain").first).to_have_text(re.compile(r"^\d\d? %$"))
    expect(bob.locator("#hints-list .reasons").first).to_contain_text("points to be expected in the end")
    bob.get_by_role("button", name="Show 2 more").click()
    expect(bob.locator("#hints-list .move")).to_have_count(5)
    expect(bob.locator("#hint-take")).to_be_hidden()  # Ann has not said yet which action comes first
    expect(ann.locator("#hints")).to_be_hidden()
    ann.get_by_role("button", name="Hint").click()
    expect(ann.locator("#hints-list .move").first).to_have_attribute("aria-pressed", "true")
    ann.locator("#hint-take").click()
    expect(bob.locator("#own-note")).to_contain_text("The white dice give 7")
    bob.get_by_role("button", name="Hint").click()
    bob.get_by_role("button", name="Show 2 more").click()
    bob.locator("#hints-list .move", has_text="R7").click()
    expect(cell(bob, "R7")).to_have_accessible_name(re.compile("mark this"))
    bob.locator("#hint-take").click()
    expect(bob.locator("#mark-done")).to_have_accessible_name("Mark red 7")
    bob.locator("#mark-done").click()
    expect(ann.get_by_role("button", name=re.compile("Bob's sheet.*has decided"))).to_be_visible()


def test_of_two_phones_that_tell_a_roll_at_once_one_is_told_that_it_was_late(house: House) -> None:
    code = house.begins("qwixx", "Ann", "Bob", **PUBLISHER)
    page = at_table(house, code)

    def overtaken(route: Route) -> None:
        happens(house, code, throw())
        route.continue_()

    page.route("**/events", overtaken, times=1)
    rolls(page, "W6 W6 R6 Y6 G6 B6")
    expect(page.get_by_role("alert")).to_be_visible()
    expect_rolled(page, ROLL)
    for name, mark in (("Ann", "R7"), ("Bob", "--")):
        expect(page.locator("#own-title")).to_have_text(f"{name}'s sheet")
        marks(page, mark)
    expect(page.get_by_role("alert")).to_be_hidden()


def test_a_new_mark_on_paper_is_picked_and_told_by_one_tap(houses: Houses) -> None:
    house = houses(reader(sheets=Sheets([Filled("R:3,7 Y:4")])))
    code = house.begins("qwixx", "Ann", "Bob", sheets=["R:3 Y:4", "R:"], **PUBLISHER)
    happens(house, code, throw())
    page = at_table(house, code, 0)
    choose(page, GREY, "Photo of the sheet")
    expect(page.locator("#mark-done")).to_have_accessible_name("Mark red 7")
    expect(page.locator("#paper-note")).to_have_text("Paper and record agree.")
    page.locator("#mark-done").click()
    expect(page.locator("#own-note")).to_contain_text("red 7 is marked")


def test_paper_and_record_are_held_against_each_other_and_the_turn_is_put_right(houses: Houses) -> None:
    sheet = Filled("R:7 G:5L P:1", doubted=[(Row.GREEN, 5)])
    house = houses(reader(sheets=Sheets([sheet])))
    code = house.begins("qwixx", "Ann", "Bob", **PUBLISHER)
    happens(house, code, throw(), act("--", "--"), act("G4"))
    page = at_table(house, code, 0)
    choose(page, BLACK, "Photo of the sheet")
    expect(page.get_by_role("alert")).to_contain_text("No score sheet was found")
    choose(page, GREY, "Photo of the sheet")
    expect(page.locator("#paper-note")).to_have_text("Paper and record differ:")
    rows = page.locator("#paper-list .difference")
    assert [" ".join(text.split()) for text in rows.all_inner_texts()] == [
        "R7 on paper only Misread Edit turn 1",
        "G5 on paper only (hard to see) Misread",
        "G4 in the record only Misread Edit turn 1",
        "The green lock is crossed on paper, but the row is open in the record. Misread",
        "Penalties: 1 on paper, 0 in the record. Misread",
    ]
    expect(page.locator("#paper-photo-shown .hinted")).to_have_count(3)
    rows.first.get_by_role("button", name="Edit turn 1").click()
    page.locator("#editor").get_by_label("Ann").first.select_option("red 7")
    page.get_by_role("button", name="Save").click()
    expect(rows).to_have_count(4)
    expect(cell(page, "R7")).to_have_accessible_name(re.compile("marked"))
    page.get_by_role("button", name="Done").click()
    expect(page.locator("#paper")).to_be_hidden()


def edits(page: Page, turn: int) -> Locator:
    """Opens the editor of a turn as the page's list of turns does."""
    page.get_by_role("button", name=f"Correct turn {turn + 1},").click()
    return page.locator("#editor")


def test_a_misread_roll_is_mended_together_with_its_marks(house: House) -> None:
    code = house.begins("qwixx", "Ann", "Bob", **PUBLISHER)
    happens(house, code, throw(), act("R7", "--"), act("--"), throw("W1 W1 R2 Y2 G2 B2"), act("--", "Y2"), act("R3"))
    page = at_table(house, code, 0)
    editor = edits(page, 0)
    expect(editor).to_contain_text("Ann's turn")
    editor.locator("[data-key=edited-1-5]").click()
    expect(editor.locator("option:checked")).to_have_text(["red 7 (not rolled)", "Mark nothing", "Mark nothing"])
    editor.get_by_role("button", name="Save").click()
    expect(editor.get_by_role("alert")).to_contain_text("red 7 can't be marked")
    editor.get_by_label("Ann").first.select_option("red 8")
    editor.get_by_label("Bob").select_option("yellow 8")
    editor.get_by_role("button", name="Save").click()
    # What came later must still fit: behind yellow 8 Bob could not have marked yellow 2.
    expect(editor.get_by_role("alert")).to_contain_text("no longer possible: yellow 2 can't be marked any more")
    editor.get_by_label("Bob").select_option("blue 8")
    editor.get_by_role("button", name="Save").click()
    expect(editor).to_be_hidden()
    expect(cell(page, "R8")).to_have_accessible_name(re.compile("marked"))
    page.get_by_role("button", name="Undo").click()
    expect(cell(page, "R7")).to_have_accessible_name(re.compile("marked"))


def test_the_order_of_a_turn_is_turned_round(house: House) -> None:
    code = house.begins("qwixx", "Ann", "Bob", turn=0)
    declared: dict[str, object] = {"event": "declare", "first": "white"}
    happens(house, code, throw(), declared, act("R7", "B7"), act("--"))
    page = at_table(house, code, 0)
    editor = edits(page, 0)
    expect(editor.locator("legend")).to_have_text(["White dice: everybody", "A white and a coloured die"])
    editor.get_by_role("button", name="The other action came first").click()
    expect(editor.locator("legend")).to_have_text(["A white and a coloured die", "White dice: everybody"])
    editor.locator("fieldset").first.get_by_label("Ann").select_option("red 8")
    editor.locator("fieldset").last.get_by_label("Ann").select_option("green 7")
    editor.get_by_role("button", name="Save").click()
    expect(editor).to_be_hidden()
    expect(cell(page, "R8")).to_have_accessible_name(re.compile("marked"))
    expect(cell(page, "G7")).to_have_accessible_name(re.compile("marked"))
    log = house.app.test_client().get(f"/api/v1/tables/{code}/log").get_json()["log"]
    assert log[-1]["more"] == [{"event": "declare", "first": "colour"}, act("R8"), act("G7", "B7")]


def test_marks_of_a_phone_that_is_away_are_told_on_another(house: House) -> None:
    code = house.begins("qwixx", "Ann", "Bob", **PUBLISHER)
    happens(house, code, throw())
    at_table(house, code, 1)
    page = at_table(house, code, 0)
    marks(page, "R7")
    expect(page.locator("#own-note")).to_contain_text("Waiting for Bob")
    page.get_by_role("button", name="A phone is away?").click()
    editor = page.locator("#editor")
    expect(page.locator("#editor-note")).to_be_hidden()  # nothing is put right, nothing came later
    expect(editor.get_by_label("Ann")).to_have_value("R7")
    editor.get_by_label("Bob").select_option("blue 7")
    editor.get_by_role("button", name="Save").click()
    expect(page.locator("#own-note")).to_contain_text("Tap the sum of a white and a coloured die")
    expect(page.get_by_role("button", name=re.compile("Bob's sheet, 1 point"))).to_be_visible()


def test_a_misread_fourth_penalty_is_mended_after_the_end(house: House) -> None:
    code = house.begins("qwixx", "Ann", "Bob", sheets=["P:3", "R:"], **PUBLISHER)
    happens(house, code, throw(), act("--", "--"), act("--"))
    page = at_table(house, code)
    expect(page.locator("#own-note")).to_contain_text("The game is over")
    expect(page.locator("#own-title")).to_have_text("Bob's sheet")  # who has won is shown to who looks on
    editor = edits(page, 0)
    editor.locator("fieldset").last.get_by_label("Ann").select_option("blue 10")
    editor.get_by_role("button", name="Save").click()
    expect(page.locator("#roll-title")).to_have_text("Bob rolls")


def test_a_row_that_was_closed_by_a_misread_mark_is_opened_again(house: House) -> None:
    code = house.begins("qwixx", "Ann", "Bob", sheets=["R:2,3,4,5,6", "R:"], **PUBLISHER)
    happens(house, code, throw("W6 W6 R5 Y4 G1 B6"), act("R12", "--"), act("--"))
    page = at_table(house, code)
    expect(page.locator("#roll-grid .pips-line")).to_have_count(5)
    editor = edits(page, 0)
    editor.get_by_label("Ann").first.select_option("yellow 12")
    editor.get_by_role("button", name="Save").click()
    expect(editor.get_by_role("alert")).to_contain_text("yellow 12 takes 5 marks before it")
    editor.get_by_label("Ann").first.select_option("green 12")
    editor.get_by_role("button", name="Save").click()
    expect(page.locator("#roll-grid .pips-line")).to_have_count(6)
    expect(page.locator("#own-sheet").get_by_label("red is open")).to_be_visible()


def test_an_editor_whose_turn_somebody_else_changes_closes_and_says_so(house: House) -> None:
    code = house.begins("qwixx", "Ann", "Bob", **PUBLISHER)
    happens(house, code, throw(), act("R7", "--"), act("--"))
    one, other = at_table(house, code), at_table(house, code)
    editor = edits(one, 0)
    happens(house, code, throw())  # what comes later is in nobody's way
    expect(other.locator("#roll-title")).to_have_text("Bob has rolled")
    expect(editor).to_be_visible()
    for title in ("Bob rolls", "Ann has rolled"):
        other.get_by_role("button", name="Undo").click()
        expect(other.locator("#roll-title")).to_have_text(title)
    expect(editor).to_be_hidden()
    expect(one.get_by_role("alert")).to_contain_text("Somebody has just changed that")


def test_the_sheets_are_saved_as_a_picture(house: House) -> None:
    code = house.begins("qwixx", "Ann", "Bob", "Cleo", sheets=["R:2,3 P:1", "R:", "B:12"], **PUBLISHER)
    happens(house, code, throw())
    page = at_table(house, code)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Sheets (PNG)").click()
    assert saved.value.suggested_filename == f"qwixx-{code}.png"
    picture = cv2.imread(str(saved.value.path()))
    assert picture is not None
    for colour in ((38, 42, 198), (56, 122, 38)):  # the red row's and the green one's, in BGR
        assert (np.abs(picture.astype(int) - colour).max(axis=2) < 4).sum() > 1000


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_small_phone_shows_all_of_it_in_either_scheme(houses: Houses, scheme: str) -> None:
    house = houses(reader(dice=Dice(roll(ROLL)), sheets=Sheets([Filled("R:3,7 Y:4")])))
    code = house.begins("qwixx", "Annabella", "Bob", "Cleo", "Dan", "Eve", **PUBLISHER)
    page = at_table(house, code, viewport=SMALL, scheme=scheme)
    choose(page, GREY, "Photograph the dice")
    expect(page.locator("#roll-seen .die-piece")).to_have_count(6)
    expect_to_fit(page, SMALL["width"])
    page.get_by_role("button", name="That is the roll").click()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#hints-list .move")).to_have_count(3)
    hinted = page.locator("#own-sheet .hinted").first
    hinted.evaluate("cell => scrollBy(0, cell.getBoundingClientRect().top - 30)")
    corner = "cell.getBoundingClientRect().left + 9, cell.getBoundingClientRect().top + 9"
    # The dice stay above what is scrolled past.
    assert hinted.evaluate(f"cell => document.elementFromPoint({corner}).closest('#roll') !== null")
    choose(page, GREY, "Photo of the sheet")
    expect(page.locator("#paper-list .difference")).to_have_count(3)
    expect_to_fit(page, SMALL["width"])
    happens(house, code, act("R7", "--", "--", "--", "--"))
    edits(page, 0)
    expect_to_fit(page, SMALL["width"])


def test_a_long_name_stays_on_a_small_phone(house: House) -> None:
    page = at_table(house, house.begins("qwixx", "W" * 30, "Bob", **PUBLISHER), viewport=SMALL)
    expect(page.locator("#own-title")).to_contain_text("W" * 30)
    expect_to_fit(page, SMALL["width"])


def test_a_phone_that_waits_for_others_fits_its_screen(house: House) -> None:
    code = house.begins("qwixx", "Ann", "Bob", **PUBLISHER)
    happens(house, code, throw())
    page, _ = at_table(house, code, 0, viewport=SMALL), at_table(house, code, 1)
    marks(page, "R7")
    expect(page.get_by_role("button", name="A phone is away?")).to_be_visible()
    expect_to_fit(page, SMALL["width"])


def test_a_desk_shows_it_beside_the_score(house: House) -> None:
    code = house.begins("qwixx", "Ann", "Bob", **PUBLISHER)
    happens(house, code, throw())
    page = at_table(house, code, viewport=DESK)
    expect(page.locator("#own-sheet")).to_be_in_viewport()
    expect(page.locator("#scores")).to_be_in_viewport()
    expect_to_fit(page, DESK["width"])


def expect_to_fit(page: Page, width: int) -> None:
    """Nothing goes beyond the screen, and every button of Qwixx is large enough for a thumb."""
    right = "Math.max(...[...document.querySelectorAll('body *:not(svg *)')].map(e => e.getBoundingClientRect().right))"
    assert page.evaluate(right) <= width
    sides = (
        "[...document.querySelectorAll('#table-qwixx button, #bar-actions button')].filter(e => e.offsetParent)"
        ".map(e => [e.getBoundingClientRect().width, e.getBoundingClientRect().height, e.dataset.key ?? e.id])"
    )
    small = [side for side in page.evaluate(sides) if min(side[:2]) < 36]
    assert small == []
