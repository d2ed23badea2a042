"""The page for Qwixx, in a real browser: from a photo of the dice to the marks, and on to the winner."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, Request, expect

from engine.qwixx.notation import parse_roll
from engine.qwixx.sheet import Row
from models.synthesis.demo import DemoRoll, demo_roll
from tests.vision.rolls import Dice, Filled, Lying, Sheets, lying_in, roll
from vision.read import Reader

from ..browser import SMALL, Opens, choose, held
from ..rendered import Truth, jpeg, laid, reader
from ..test_commands import BOARD

GREY = jpeg(np.full((600, 900, 3), 128, np.uint8))
BLACK = jpeg(np.zeros((600, 900, 3), np.uint8))
SHEET = Filled("R:2,3,5 Y:3,4 G:12,10 B:11 P:1", doubted=[(Row.YELLOW, 7)])
ROLL = "W1 W3 R5 Y4 G1 B6"


@pytest.fixture(scope="module")
def rendered() -> DemoRoll:
    return demo_roll(parse_roll("W1 W1 R2 Y5 G6 B4"))


def sees(*photos: Sequence[Lying | Filled]) -> Reader:
    """A reader that finds dice on some photos and sheets on others, in their order."""
    dice = [[one for one in photo if isinstance(one, Lying)] for photo in photos]
    sheets = [[one for one in photo if isinstance(one, Filled)] for photo in photos]
    return reader(dice=Dice(*dice), sheets=Sheets(*sheets))


def cell(page: Page, name: str) -> Locator:
    return page.locator(f"#sheet-grid [data-key={name}]")


def asks(request: Request, **fields: Any) -> bool:
    """Whether hints are asked for with these fields."""
    return request.url.endswith("/hints") and fields.items() <= (request.post_data_json or {}).items()


def names_on(buttons: Locator) -> list[str]:
    return [text.rstrip("?") for text in buttons.all_text_contents()]


def test_from_a_photo_of_the_dice_to_marks_on_the_sheet(opens: Opens, rendered: DemoRoll) -> None:
    page = opens(sees(lying_in(rendered.scene)))
    choose(page, jpeg(rendered.scene.image))
    expect(page.locator("#dice-photo .die-piece.board")).to_have_count(6)
    expect(page.locator("#dice-photo .plate")).to_have_text(["W1", "W1", "R2", "Y5", "G6", "B4"])
    assert page.locator("#dice-photo image").count() == 1
    assert names_on(page.locator("#dice .tile")) == str(rendered.roll).split()
    first = page.locator("#choices-list .move").first
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(first).to_contain_text("to be expected")
    expect(page.locator("#sheet-grid .hinted").first).to_be_visible()
    marked = re.findall(r"[RYGB]\d+", first.locator(".what").inner_text())
    page.get_by_role("button", name="Do it:").click()
    for name in marked:
        expect(cell(page, name)).to_have_attribute("aria-pressed", "true")
    assert marked == ["R2", "R3"]
    expect(page.locator("#sheet-total")).to_have_text("3 points")
    expect(page.locator("#dice-viewer")).to_be_hidden()
    expect(page.locator("#choices-note")).to_contain_text("once the dice are known")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#sheet-total")).to_have_text("0 points")


def test_a_correction_stands_though_an_answer_comes_while_it_is_made(opens: Opens, rendered: DemoRoll) -> None:
    page = opens(sees(lying_in(rendered.scene)))
    choose(page, jpeg(rendered.scene.image))
    expect(page.locator("#dice .tile")).to_have_count(6)
    waiting = held(page, "**/api/v1/rolls")
    for number, name in ((2, "R5"), (3, "Y1")):
        page.locator("#dice .tile").nth(number).click()
        if waiting:  # the answer to the first correction comes while the second die is asked for
            with page.expect_response("**/api/v1/rolls"):
                waiting.pop().continue_()
        page.locator("#chooser-palette .tile", has_text=re.compile(f"^{name}$")).click()
        expect(page.locator("#dice .tile").nth(number)).to_contain_text(name)
    page.unroute("**/api/v1/rolls")
    waiting.pop().continue_()
    expect(page.locator("#dice .tile")).to_have_text(["W1", "W1", "R5", "Y1", "G6", "B4"])


def test_without_a_photo_dice_and_sheet_are_tapped(opens: Opens) -> None:
    page = opens(sees([]), SMALL)
    page.get_by_role("button", name="Qwixx").click()
    for number, name in enumerate(("W1", "W3", "R5", "Y4", "G1", "B6")):
        page.locator("#dice .tile").nth(number).click()
        offered = names_on(page.locator("#chooser-palette .tile"))
        assert offered == [f"{name[0]}{value}" for value in range(1, 7)]
        page.locator("#chooser-palette .tile").nth(int(name[1]) - 1).click()
        expect(page.locator("#dice .tile").nth(number)).to_contain_text(name)
    assert names_on(page.locator("#dice .tile")) == ROLL.split()
    expect(page.locator("#choices-list .move").first).to_be_visible()
    best = page.locator("#choices-list .gain").first.inner_text()
    for name in ("R2", "R3", "Y2", "B12"):
        cell(page, name).click()
    expect(page.locator("#sheet-total")).to_have_text("5 points")
    expect(cell(page, "R12")).to_have_accessible_name("red 12")
    expect(cell(page, "R2")).to_have_accessible_name("red 2, marked")
    expect(page.locator("#choices-list .gain").first).not_to_have_text(best)
    cell(page, "R3").click()
    expect(page.locator("#sheet-total")).to_have_text("3 points")
    cell(page, "P2").click()
    expect(page.locator("#sheet-total")).to_have_text("\N{MINUS SIGN}7 points")
    cell(page, "GL").click()
    expect(page.locator("#dice-problems")).to_contain_text("the green row is closed: its die doesn't count")


def test_the_turn_and_the_rules_change_what_may_be_marked(opens: Opens) -> None:
    page = opens(sees(roll(ROLL)))
    choose(page, GREY)
    expect(page.locator("#choices-note")).to_contain_text("choices")
    page.get_by_text("Another's", exact=True).click()
    expect(page.locator("#choices-note")).to_contain_text("5 choices")
    page.get_by_role("button", name="Show 1 more").click()
    expect(page.locator("#choices-list .move")).to_have_count(5)
    expect(page.locator("#choices-list")).not_to_contain_text("penalty")
    page.locator("#table-rules summary").click()
    with page.expect_request("**/api/v1/hints") as request:
        page.locator("#rules").select_option("publisher")
    assert (request.value.post_data_json or {})["rules"] == "publisher"
    expect(page.locator("#rules-note")).to_contain_text("White first")


def test_of_several_others_it_is_said_who_rolled(opens: Opens) -> None:
    page = opens(sees(roll(ROLL)))
    choose(page, GREY)
    roller = page.get_by_label("Who rolled?")
    page.get_by_text("Another's", exact=True).click()
    expect(page.locator("#choices-note")).to_contain_text("5 choices")
    expect(roller).to_be_hidden()  # there is but one other
    page.locator("#qwixx-players").select_option("4")
    expect(roller.locator("option:checked")).to_have_text("Perhaps Player 3")
    for name, waits in (("Player 4, right before you", 1), ("Player 2, right after you", 3)):
        with page.expect_request(partial(asks, active=False, waits=waits)):
            roller.select_option(name)
    with page.expect_request(partial(asks, active=True, waits=None)):
        page.get_by_text("My turn", exact=True).click()
    expect(roller).to_be_hidden()


def test_a_doubted_die_is_settled_by_one_tap(opens: Opens) -> None:
    page = opens(sees([Lying("W3", 100, 100, sure=0.6), *roll("W6 R5 Y4 G1 B6", 300)]))
    choose(page, GREY)
    expect(page.locator("#dice-photo .die-piece.doubted .ask")).to_have_text("?")
    doubt = page.locator("#dice-doubts .doubt")
    expect(doubt.locator(".glimpse image")).to_have_count(1)
    second = doubt.get_by_role("button").nth(1)
    name = second.inner_text()
    second.click()
    expect(page.locator("#dice-checks")).to_be_hidden()
    assert name in names_on(page.locator("#dice .tile"))
    expect(page.locator("#choices-list .move").first).to_be_visible()


def test_what_the_rules_say_of_a_die_is_not_told_as_its_look(opens: Opens) -> None:
    dice = Dice([*roll(ROLL)])
    white, *others = dice.photos[0]
    dice.photos = [(replace(white, colours=np.array([0.4, 0.55, 0.02, 0.01, 0.01, 0.01])), *others)]
    page = opens(reader(dice=dice))
    choose(page, GREY)
    for number, told in ((0, "It looks like red 1. It is taken for white 1, for"), (1, "Read as white 3, 99 % sure.")):
        page.locator("#dice .tile").nth(number).click()
        expect(page.locator("#chooser-note")).to_contain_text(told)
        page.keyboard.press("Escape")


def test_a_die_is_corrected_taken_out_and_added_on_the_photo(opens: Opens) -> None:
    page = opens(sees([*roll("W1 W3 R5 Y4 G1"), Lying("R6", 500, 400)]))
    choose(page, GREY)
    expect(page.locator("#dice-problems")).to_contain_text("2 red dice are seen")
    expect(page.locator("#choices-note")).to_contain_text("no roll yet")
    page.locator("#dice-photo").get_by_role("button", name="red 6").click()
    page.get_by_role("button", name="It doesn't count").click()
    expect(page.locator("#dice-photo .die-piece.loose")).to_have_count(1)
    expect(page.locator("#dice-problems")).to_contain_text("the blue row is taken to be closed")
    page.locator("#dice-photo svg.drawing").click(position={"x": 20, "y": 20})
    page.locator("#chooser-palette").get_by_role("button", name="blue 2").click()
    expect(page.locator("#dice-photo .die-piece.board")).to_have_count(6)
    expect(page.locator("#dice-checks")).to_be_hidden()
    expect(page.locator("#choices-list .move").first).to_be_visible()
    page.locator("#dice-photo").get_by_role("button", name="white 3").press("Enter")
    page.locator("#chooser-palette").get_by_role("button", name="white 5").press("Enter")
    assert names_on(page.locator("#dice .tile")) == ["W1", "W5", "R5", "Y4", "G1", "B2"]


def test_what_only_the_roll_makes_a_die_is_dismissed_by_one_tap(opens: Opens) -> None:
    finds = Dice(roll(ROLL))
    finds.photos = [
        tuple(replace(die, chance=0.5, unsure=True) if at == 1 else die for at, die in enumerate(finds.photos[0]))
    ]
    page = opens(reader(dice=finds), SMALL)
    choose(page, GREY)
    expect(page.locator("#dice .tile")).to_have_text(["W1", "W3?", "R5", "Y4", "G1", "B6"])
    page.locator("#dice-doubts").get_by_role("button", name="No die").click()
    expect(page.locator("#dice-doubts .doubt")).to_have_count(0)
    expect(page.locator("#dice-problems")).to_contain_text("too few white dice are seen")
    expect(page.locator("#choices-note")).to_contain_text("no roll yet")
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]


def test_who_stays_when_another_sheet_is_taken_away_moves_up(opens: Opens) -> None:
    page = opens(sees(roll(ROLL)))
    page.get_by_role("button", name="Qwixx").click()
    page.locator("#qwixx-players").select_option("4")
    for _ in range(3):
        page.get_by_role("button", name="Tap one").click()
    names = page.locator("#others-list").get_by_role("textbox")
    expect(names).to_have_count(3)
    names.nth(2).fill("Cleo")
    names.nth(2).blur()
    page.get_by_role("button", name="Take this sheet away").first.click()
    assert [name.input_value() for name in names.all()] == ["Player 2", "Cleo"]
    page.get_by_role("button", name="Tap one").click()
    assert [name.input_value() for name in names.all()] == ["Player 2", "Cleo", "Player 4"]


def test_an_answer_leaves_what_is_being_typed(opens: Opens) -> None:
    page = opens(sees(roll(ROLL)))
    page.get_by_role("button", name="Qwixx").click()
    page.get_by_role("button", name="Tap one").click()
    name, total = page.locator("#others-list").get_by_role("textbox"), page.locator("#others-list .total")
    expect(total).to_have_text("0")
    waiting = held(page, "**/api/v1/scores")
    with page.expect_request("**/api/v1/scores"):
        page.locator("#others-list").get_by_role("button", name="red 2", exact=True).click()
    name.fill("")
    name.press_sequentially("Ce")
    name.press("ArrowLeft")
    waiting[0].continue_()
    expect(total).to_have_text("1")
    name.press("l")
    page.locator("#sheet-total").click()
    page.unroute("**/api/v1/scores")
    page.locator("#others-list").get_by_role("button", name="red 3", exact=True).click()
    expect(total).to_have_text("3")
    expect(name).to_have_value("Cle")


def test_a_photographed_sheet_is_taken_and_its_doubt_settled_by_one_tap(opens: Opens) -> None:
    page = opens(sees(roll(ROLL), [SHEET]))
    choose(page, GREY)
    expect(page.locator("#choices-list .move").first).to_be_visible()
    choose(page, GREY, "Photo of my sheet")
    expect(page.locator("#sheet-total")).to_have_text("8 or 11 points")
    expect(cell(page, "Y7")).to_have_accessible_name(re.compile("yellow 7, doubtful"))
    expect(page.locator("#sheet-grid .on-photo .seen")).to_have_count(8)
    page.locator("#dice-doubts").get_by_role("button", name="yellow 7 is marked").click()
    expect(page.locator("#sheet-total")).to_have_text("11 points")
    expect(cell(page, "Y7")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#dice-checks")).to_be_hidden()


def test_dice_and_sheet_on_one_photo_are_both_taken(opens: Opens) -> None:
    page = opens(sees([*roll(ROLL), Filled("R:2,3 Y: G:12", 100, 300)]))
    choose(page, GREY)
    expect(page.locator("#choices-list .move").first).to_be_visible()
    assert names_on(page.locator("#dice .tile")) == ROLL.split()
    expect(page.locator("#sheet-total")).to_have_text("4 points")


def test_several_sheets_beside_dice_are_left_and_told(opens: Opens) -> None:
    page = opens(sees([*roll(ROLL), Filled("R:2", 100, 200), Filled("R:3", 100, 400)]))
    choose(page, GREY)
    expect(page.locator("#dice-problems")).to_contain_text("2 score sheets were found. Photograph yours alone.")
    expect(page.locator("#sheet-total")).to_have_text("0 points")
    expect(page.locator("#finals-list .final")).to_have_count(0)


def hints_asked(page: Page) -> Any:
    """What the next question for hints says."""
    return page.expect_request("**/api/v1/hints")


def test_with_the_others_sheets_the_hints_tell_the_chance_to_win(opens: Opens) -> None:
    page = opens(sees(roll(ROLL), [Filled("R:2,3,4 B:12,11L")]))
    choose(page, GREY)
    note = page.locator("#choices-note")
    expect(note).to_contain_text("the final score to expect if nobody else closes a row")
    expect(page.locator("#others-note")).to_contain_text("One sheet is not known")
    page.get_by_role("button", name="Tell the others' sheets").click()
    expect(page.locator("#others")).to_be_in_viewport()
    with hints_asked(page) as asked:
        choose(page, GREY, "Photos of their sheets")
    expect(page.locator("#others-list .total")).to_have_text("9")
    expect(page.locator("#others-note")).to_contain_text("The hints reckon with them")
    expect(page.get_by_label("Whose is sheet 1?")).to_have_value("Player 2")
    expect(note).to_contain_text("your chance to win")
    expect(page.locator("#choices-list .gain").first).to_have_text(re.compile(r"^\d+ %$"))
    expect(page.locator("#choices-others")).to_be_hidden()
    # A row that they have closed is closed for all.
    expect(page.locator("#dice-problems")).to_contain_text("the blue row is closed")
    assert asked.value.post_data_json["others"] == ["R:2,3,4 Y: G: B:12,11L P:0"]


def test_the_others_sheets_are_tapped_as_well_and_asked_for_as_many_as_play(opens: Opens) -> None:
    page = opens(sees(roll(ROLL), [Filled("R:2"), Filled("R:3", 100, 300)], [Filled("R:4")]))
    choose(page, GREY)
    page.locator("#qwixx-players").select_option("4")
    expect(page.locator("#others-note")).to_contain_text("3 sheets are not known")
    page.get_by_role("button", name="Tap one").click()
    expect(page.locator("#others-list .final summary")).to_be_focused()
    page.locator("[data-key=other-0-R2]").click()
    expect(page.locator("#others-list .total")).to_have_text("1")
    expect(page.locator("#choices-note")).to_contain_text("final score to expect")
    choose(page, GREY, "Photos of their sheets")
    expect(page.locator("#others-list .final")).to_have_count(3)
    expect(page.locator("#choices-note")).to_contain_text("your chance to win")
    # One more is nobody's, unless it is told whose.
    choose(page, GREY, "Photos of their sheets")
    expect(page.locator("#others-error")).to_contain_text("all others of 4 players are known")
    page.locator("#others-list summary").nth(1).click()
    page.locator("[data-key=other-photo-1]").set_input_files(
        {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": GREY}
    )
    expect(page.locator("[data-key=other-1-R4]")).to_have_attribute("aria-pressed", "true")
    page.locator("#qwixx-players").select_option("2")
    expect(page.locator("#others-list .final")).to_have_count(1)
    page.locator("#qwixx-players").select_option("1")
    expect(page.locator("#others-note")).to_have_text("You play alone.")
    expect(page.locator("#choices-note")).to_have_text(
        re.compile(r"^\d+ choices, each with the final score to expect$")
    )


def test_a_turn_later_the_others_sheets_are_said_to_be_old(opens: Opens) -> None:
    page = opens(sees(roll(ROLL), [Filled("R:2,3")], [Filled("R:2,3,4")], roll(ROLL), roll("W2 W6 R5 Y4 G1 B6")))
    choose(page, GREY)
    expect(page.locator("#choices-list .move").first).to_be_visible()
    choose(page, GREY, "Photos of their sheets")
    expect(page.locator("#choices-note")).to_contain_text("your chance to win")
    page.get_by_role("button", name="Do it:").click()
    expect(page.locator("#others-note")).to_contain_text("those of an earlier turn")
    choose(page, GREY, "Photos of their sheets")
    expect(page.locator("#others-list .total")).to_have_text("6")
    expect(page.locator("#others-note")).to_contain_text("The hints reckon with them")
    for said in ("against the others' sheets$", "those of an earlier turn"):
        choose(page, GREY)
        expect(page.locator("#choices-note")).to_have_text(re.compile(said))
    page.reload()
    expect(page.locator("#others-list .total")).to_have_text("6")
    expect(page.locator("#others-note")).to_contain_text("those of an earlier turn")


def test_the_sheet_can_be_marked_by_the_keyboard(opens: Opens) -> None:
    page = opens(sees([]))
    page.get_by_role("button", name="Qwixx").click()
    cell(page, "R2").press("Enter")
    expect(page.locator("#sheet-total")).to_have_text("1 point")
    expect(cell(page, "R2")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.locator("#sheet-total")).to_have_text("3 points")


def test_marks_that_the_rules_do_not_allow_are_told(opens: Opens) -> None:
    page = opens(sees([]))
    page.get_by_role("button", name="Qwixx").click()
    cell(page, "R12").click()
    expect(cell(page, "RL")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#dice-problems")).to_contain_text("red 12 is marked")
    cell(page, "R12").click()
    expect(page.locator("#dice-checks")).to_be_hidden()


def test_the_sheets_at_the_end_tell_every_row_and_the_winner(opens: Opens) -> None:
    winner = Filled("R:2,3,4,5,6,12L Y:5 G:12 B:12,11", 100, 20, 25)
    page = opens(sees([Filled("R:2,3,5 Y:3,4 G:12,10 B:11 P:1", 100, 300, 25, [(Row.YELLOW, 7)]), winner]))
    choose(page, GREY)
    expect(page.locator("#winner")).to_have_text("Sheet 2 wins with 33 points.")
    expect(page.locator("#finals-list .total")).to_have_text(["8 or 11", "33"])
    expect(page.locator("#finals-list .rows").nth(1)).to_have_text(re.compile("R 28.*Y 1.*G 1.*B 3"))
    page.get_by_label("Whose is sheet 2?").fill("Ann")
    page.get_by_label("Whose is sheet 2?").press("Tab")
    expect(page.locator("#winner")).to_have_text("Ann wins with 33 points.")
    page.locator("#finals-list").get_by_role("button", name="yellow 7 is not marked").click()
    expect(page.locator("#finals-list .total")).to_have_text(["8", "33"])
    page.get_by_text("See and correct").nth(1).click()
    page.locator("#finals-list .final").nth(1).locator("[data-key='1-R12']").click()
    expect(page.locator("#finals-list .total").nth(1)).to_have_text("20")
    page.locator("#finals-list .final").nth(1).get_by_role("button", name="Take this sheet away").click()
    expect(page.locator("#finals-list .final")).to_have_count(1)
    expect(page.locator("#winner")).to_be_hidden()


def test_a_doubtful_mark_may_make_another_the_winner(opens: Opens) -> None:
    page = opens(sees([Filled("R:2,3,4 B:12", 100, 20, 25)], [Filled("R:2,3,4", 100, 20, 25, [(Row.YELLOW, 7)])]))
    page.get_by_role("button", name="Qwixx").click()
    for count in (1, 2):  # a photo that is chosen while another is read would take its place
        choose(page, GREY, "Photos of the sheets")
        expect(page.locator("#finals-list .final")).to_have_count(count)
    expect(page.locator("#winner")).to_have_text("Sheet 1 wins with 7 points. But a doubtful mark may make it Sheet 2.")


def test_every_bad_photo_is_told_in_a_sentence_and_the_table_stays(opens: Opens) -> None:
    page = opens(sees(roll(ROLL)))
    choose(page, GREY)
    expect(page.locator("#dice-photo .die-piece")).to_have_count(6)
    for photo, control, words in (
        (b"", "Choose a photo", "the file is empty"),
        (BLACK, "Choose a photo", "Neither dice nor a score sheet were found"),
        (BLACK, "Photo of my sheet", "No score sheet was found"),
        (GREY, "Photos of the sheets", "No score sheet was found"),
    ):
        choose(page, photo, control)
        expect(page.get_by_role("alert")).to_contain_text(words)
        expect(page.get_by_role("alert")).to_be_in_viewport(ratio=1)
        expect(page.locator("#dice-photo .die-piece")).to_have_count(6)


def test_a_sheet_of_another_edition_is_told(opens: Opens) -> None:
    page = opens(sees([Filled("R:", refused="other_edition")]))
    for control in ("Choose a photo", "Photo of my sheet", "Photos of the sheets"):
        choose(page, GREY, control)
        expect(page.get_by_role("alert")).to_contain_text("this is the sheet of another Qwixx")
        if control == "Choose a photo":
            page.get_by_role("button", name="Qwixx").click()


def test_a_photo_of_nothing_names_both_games(opens: Opens) -> None:
    page = opens(sees([]))
    choose(page, BLACK)
    expect(page.get_by_role("alert")).to_contain_text("Neither tiles nor dice nor a score sheet were found")
    expect(page.get_by_text("What should I play?")).to_be_visible()


def test_the_game_is_recognised_by_the_photo_and_can_be_changed(opens: Opens) -> None:
    page = opens(reader(Truth(laid(BOARD), []), Dice([], roll(ROLL))))
    choose(page, GREY)
    expect(page.locator("#photo .piece.board")).to_have_count(len(BOARD))
    expect(page.locator("#qwixx")).to_be_hidden()
    page.get_by_role("button", name="New game").click()
    choose(page, GREY)
    expect(page.locator("#dice-photo .die-piece")).to_have_count(6)
    expect(page.locator("#qwirkle")).to_be_hidden()


def test_the_table_outlives_a_reload(opens: Opens) -> None:
    page = opens(sees(roll(ROLL), [SHEET], [SHEET]))
    choose(page, GREY)
    expect(page.locator("#dice-photo .die-piece")).to_have_count(6)
    choose(page, GREY, "Photo of my sheet")
    expect(page.locator("#sheet-total")).to_have_text("8 or 11 points")
    choose(page, GREY, "Photos of the sheets")
    expect(page.locator("#finals-list .total")).to_have_text("8 or 11")
    page.reload()
    assert names_on(page.locator("#dice .tile")) == ROLL.split()
    expect(page.locator("#choices-list .move").first).to_be_visible()
    expect(page.locator("#sheet-total")).to_have_text("8 or 11 points")
    expect(page.locator("#finals-list .total")).to_have_text("8 or 11")
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="Qwixx").click()
    expect(page.locator("#sheet-total")).to_have_text("0 points")
    expect(page.locator("#finals-list .final")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_small_phone_shows_all_of_it_in_either_scheme(opens: Opens, scheme: str) -> None:
    dice = [Lying("W3", 100, 100, sure=0.6), *roll("W6 R5 Y4 G1 B6", 300)]
    page = opens(sees(dice, [SHEET], [SHEET, Filled("R:2", 100, 300)]), SMALL, scheme)
    choose(page, GREY)
    expect(page.locator("#dice-photo .die-piece")).to_have_count(6)
    choose(page, GREY, "Photo of my sheet")
    expect(page.locator("#sheet-total")).to_have_text("8 or 11 points")
    choose(page, GREY, "Photos of the sheets")
    expect(page.locator("#finals-list .final")).to_have_count(2)
    page.get_by_text("See and correct").first.click()
    widest = (
        "Math.max(...[...document.querySelectorAll('body *:not(svg *)')].map(e => e.getBoundingClientRect().right))"
    )
    assert page.evaluate(widest) <= SMALL["width"]
    smallest = page.evaluate(
        "Math.min(...[...document.querySelectorAll('button, .button, .switch span')].filter(e => e.offsetParent)"
        ".map(e => Math.min(e.getBoundingClientRect().width, e.getBoundingClientRect().height)))"
    )
    assert smallest >= 36
