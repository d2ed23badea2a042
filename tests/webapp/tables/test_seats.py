"""Seats that go on without the phone that took them: whoever takes one over plays on, and learns nothing by it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from webapp.tables.offers import LIFE, Offer, Offers, OfferUnknown
from webapp.tables.presence import Presences

from ..browser import SMALL, House
from .phones import TABLES, Phone, refusal
from .test_page import played, plays, shares, sits, writes
from .test_qwirkle import HANDS, told
from .test_qwixx import rolled


def takes_over(phone: Phone, player: int) -> Phone:
    """A phone that takes somebody's seat over."""
    answer = phone.asks("/seats", "POST", player=player, over=True)
    assert answer.status_code == 200
    phone.tokens.append(answer.get_json()["token"])
    return phone


@contextmanager
def streamed(phone: Phone) -> Iterator[Iterator[dict[str, Any]]]:
    """The states that a stream of the phone's tells, from now on."""
    response = phone.app.test_client().get(f"{TABLES}/{phone.code}/stream", headers=phone.headers)
    yield (json.loads(event.decode().partition("data: ")[2]) for event in response.iter_encoded())
    response.close()


def test_a_seat_is_taken_once_and_left_by_who_has_it(phone: Phone) -> None:
    phone.begins("qwirkle", "Ann", "Bob")
    phone.sits(0)
    other = phone.other()
    assert refusal(other.asks("/seats", "POST", player=0)) == (409, "seat_taken")
    assert refusal(other.asks("/seats/0", "DELETE")) == (403, "not_your_seat")
    assert phone.asks("/seats/0", "DELETE").get_json()["players"][0]["seat_taken"] is False
    other.sits(0)
    assert other.looks()["mine"] == [0]


def test_only_its_owner_is_told_what_a_hand_lacks(phone: Phone) -> None:
    bob = told(phone)
    unfit = {"event": "play", "player": 0, "move": "Wb@0,0"}
    assert refusal(bob.tries("/events", event=unfit)) == (422, "hand_forbids")
    assert refusal(phone.tries("/events", event=unfit)) == (422, "not_in_hand")


def test_a_decision_is_gone_when_the_roll_is_corrected(phone: Phone) -> None:
    rolled(phone)
    assert refusal(phone.tries("/decisions", player=1, decision="pink")) == (422, "invalid_mark")
    phone.does("/decisions", player=0, decision="R7")
    state = phone.does("/correct", at=1, event={"event": "throw", "roll": "W3 W3 R5 Y4 G1 B6"})
    assert (state["decided"], state["roll"]["white"]) == ([], [3, 3])


def test_a_seat_whose_phone_is_gone_is_taken_over(phone: Phone) -> None:
    told(phone)
    new = takes_over(phone.other(), 0)
    assert (new.looks()["mine"], phone.looks()["mine"]) == ([0], [])
    assert refusal(phone.asks("/seats/0", "DELETE")) == (403, "not_your_seat")
    assert new.event("play", player=0, move="Rc@0,0 Rs@1,0 Rd@2,0")["turns"][0]["points"] == 3


def test_a_seat_that_is_free_can_be_taken_over_too(phone: Phone) -> None:
    phone.begins("qwirkle", "Ann", "Bob")
    assert takes_over(phone.other(), 0).looks()["mine"] == [0]


def test_no_hand_is_learnt_by_taking_a_seat_over(phone: Phone) -> None:
    bob = told(phone)
    new = takes_over(bob.other(), 0)
    new.tokens += bob.tokens  # a phone that holds both seats
    state = new.looks()
    assert [hand["tiles"] is None for hand in state["hands"]] == [True, False]
    assert sum(tile["count"] for tile in state["unseen"]) == 108 - 6
    assert new.asks("/log").get_json()["log"][1] == {"event": "draw", "player": 0, "count": 6, "told": 6}
    with streamed(new) as states:
        assert next(states)["hands"][0]["tiles"] is None
    assert refusal(new.tries("/hints", player=0)) == (403, "hand_veiled")
    # Neither by trying what fits it, be it right or wrong.
    for tiles in (HANDS[0], "Wb"):
        assert refusal(new.tries("/events", event={"event": "tell", "player": 0, "tiles": tiles})) == (
            403,
            "hand_veiled",
        )
    unfit = {"event": "play", "player": 0, "move": "Rs@1,0 Rd@2,0"}
    assert refusal(new.tries("/events", event=unfit)) == (422, "hand_forbids")


def test_the_phone_that_was_taken_over_comes_back_to_its_hand(phone: Phone) -> None:
    new = takes_over(told(phone).other(), 0)
    takes_over(phone, 0)  # it shows the token that it had
    assert len(phone.looks()["hands"][0]["tiles"]) == 6
    takes_over(new, 0)  # which helps nobody else: this one never knew the hand
    assert new.looks()["hands"][0]["tiles"] is None


def test_a_seat_that_was_taken_over_and_left_is_found_again_with_its_hand(phone: Phone) -> None:
    new = takes_over(told(phone).other(), 0)
    new.asks("/seats/0", "DELETE")
    phone.sits(0)
    assert phone.looks()["hands"][0]["tiles"]


def offered(phone: Phone, player: int = 0, hand: Sequence[str] = ()) -> str:
    """The code by which a phone hands a seat on."""
    return str(phone.asks(f"/seats/{player}/offer", "POST", hand=hand).get_json()["offer"])


def test_a_phone_hands_its_seat_on_with_the_hand(phone: Phone) -> None:
    told(phone)
    code = offered(phone, hand=["Gs", "blue star"])
    new = phone.other()
    answer = new.asks("/seats", "POST", offer=f"{code[:3].lower()}-{code[3:]}").get_json()
    assert (answer["player"], answer["hand"], answer["state"]["mine"]) == (0, ["Gs", "Bx"], [0])
    assert len(answer["state"]["hands"][0]["tiles"]) == 6
    assert phone.looks()["mine"] == []
    assert refusal(phone.other().asks("/seats", "POST", offer=code)) == (422, "offer_unknown")  # it holds once


def test_what_was_decided_goes_along_with_a_seat_that_is_handed_on(phone: Phone) -> None:
    rolled(phone)
    phone.sits(1)
    phone.does("/decisions", player=1, decision="B7")
    new = phone.other()
    state = new.asks("/seats", "POST", offer=offered(phone, 1)).get_json()["state"]
    assert (state["decided"], state["decisions"]) == ([1], {"1": "B7"})


def test_only_who_has_a_seat_hands_it_on(phone: Phone) -> None:
    told(phone)
    assert refusal(phone.other().asks("/seats/0/offer", "POST", hand=[])) == (403, "not_your_seat")
    assert refusal(phone.asks("/seats/7/offer", "POST", hand=[])) == (403, "not_your_seat")
    code = offered(phone)
    takes_over(phone.other(), 0)
    assert refusal(phone.other().asks("/seats", "POST", offer=code)) == (409, "seat_moved")


def test_an_offer_holds_for_a_while_at_its_table_and_the_newest_alone() -> None:
    now = 0.0
    offers = Offers(lambda: now)
    old, new = (offers.make(Offer("TABLE", 0, "hash")) for _ in range(2))
    other = offers.make(Offer("TABLE", 1, "hash"))
    for table, code in (("TABLE", old), ("OTHER", new), ("TABLE", "")):
        with pytest.raises(OfferUnknown):
            offers.take(table, code)
    assert offers.take("TABLE", new).player == 0
    now = LIFE
    with pytest.raises(OfferUnknown):
        offers.take("TABLE", other)


def test_codes_of_offers_are_not_tried_one_after_the_other(phone: Phone) -> None:
    told(phone)
    tries = [phone.other().asks("/seats", "POST", offer="AAAAAA") for _ in range(11)]
    assert refusal(tries[9]) == (422, "offer_unknown")
    assert refusal(tries[10]) == (429, "too_fast")


def seats(phone: Phone) -> list[tuple[int, float | None, list[int]]]:
    told = phone.asks("/seats").get_json()["seats"]
    return [(seat["player"], seat["here"], seat["with"]) for seat in told]


def test_all_are_told_when_a_phone_was_here_and_which_seats_it_holds(phone: Phone) -> None:
    now = 0.0
    phone.begins("qwirkle", "Ann", "Bob", "Cid", turn=0)
    phone.app.extensions["tables"].presences = Presences(lambda: now)
    phone.sits(0)
    now = 5.0
    bob = phone.other()
    bob.sits(1)
    assert seats(phone.other()) == [(0, 5.0, []), (1, 0.0, [])]
    now = 300.0
    assert seats(bob) == [(0, 300.0, []), (1, 0.0, [])]
    takes_over(bob, 0)  # whose other seat tells who plays for Ann now
    assert seats(phone) == [(0, 0.0, [1]), (1, 0.0, [0])]
    phone.app.extensions["tables"].presences = Presences(lambda: now)  # the server has been started anew
    assert seats(phone) == [(0, None, []), (1, None, [])]


def test_a_hand_stays_hidden_from_whoever_has_the_seat_later(phone: Phone) -> None:
    new = takes_over(told(phone), 0)
    assert new.asks("/seats/0", "DELETE").status_code == 200
    later = phone.other()
    later.sits(0)
    assert later.looks()["hands"][0]["tiles"] is None


def test_who_took_a_seat_over_has_hints_for_the_hand_in_the_question(phone: Phone) -> None:
    told(phone)
    new = takes_over(phone.other(), 0)
    assert new.tries("/hints", player=0, hand=HANDS[0]).get_json()["moves"]


def test_a_seat_that_was_left_is_handed_on_with_its_hand(phone: Phone) -> None:
    told(phone)
    phone.asks("/seats/0", "DELETE")
    later = phone.other()
    later.sits(0)
    assert later.looks()["hands"][0]["tiles"]


def test_what_was_decided_in_a_seat_is_forgotten_when_it_is_taken_over(phone: Phone) -> None:
    rolled(phone)
    ann, bob = phone.other(), phone.other()
    ann.sits(0)
    bob.sits(1)
    bob.does("/decisions", player=1, decision="B7")
    new = takes_over(phone.other(), 1)
    state = new.looks()
    assert (state["decided"], state["decisions"]) == ([], {})
    assert refusal(bob.tries("/decisions", player=1, decision="B7")) == (403, "not_your_seat")
    new.does("/decisions", player=1, decision="Y7")
    assert "Y7" in json.dumps(ann.does("/decisions", player=0, decision="--")["turns"])


def test_what_was_decided_without_a_seat_is_shown_to_nobody_who_takes_it(phone: Phone) -> None:
    rolled(phone)
    phone.does("/decisions", player=1, decision="B7")
    peeping = phone.other()
    state = peeping.asks("/seats", "POST", player=1).get_json()["state"]
    assert (state["decided"], state["decisions"]) == ([], {})


def test_a_stream_that_is_open_shows_the_hand_no_more_once_the_seat_is_another_s(phone: Phone) -> None:
    bob = told(phone)
    with streamed(phone) as states:
        assert next(states)["hands"][0]["tiles"]
        takes_over(bob, 0)
        state = next(states)
    assert (state["mine"], state["hands"][0]["tiles"]) == ([], None)


def asks_to_play_for(page: Page, name: str) -> Locator:
    """Asks for a seat that another phone has; the question whether that is meant."""
    page.get_by_text("Phone gone?").click()
    page.get_by_role("button", name=f"Play for {name} here").click()
    return page.get_by_role("dialog", name=f"Play for {name} here?")


def two_at_table(house: House) -> tuple[str, Page, Page]:
    """Ben's phone with a tile of his hand, and one that has no seat."""
    code = played(house, 1)
    old, new = house.visit(f"/t/{code}"), house.visit(f"/t/{code}", SMALL)
    sits(old, "Ben")
    chooses(old, "red circle")
    return code, old, new


def keeps_no_hand(page: Page) -> None:
    """Waits until the phone has forgotten every hand: it asks the server first."""
    page.wait_for_function("!Object.keys(localStorage).some(key => key.startsWith('kibitz-hand'))")


def test_a_seat_is_not_taken_over_where_a_person_thinks_again(house: House) -> None:
    _, old, new = two_at_table(house)
    asks_to_play_for(new, "Ben").get_by_role("button", name="Cancel").click()
    expect(new.locator("#sitting-text")).to_have_text("Who are you?")
    expect(old.locator("#sitting-text")).to_have_text("You are Ben.")


def test_the_page_takes_a_seat_over_once_a_person_is_sure_and_the_old_phone_is_told(house: House) -> None:
    code, old, new = two_at_table(house)
    sits(new, "Ann")
    sure = asks_to_play_for(new, "Ben")
    expect(sure).to_contain_text("Ben's phone is here now: ask Ben first. That phone is told")
    expect(sure).to_contain_text("choose it anew")
    sure.get_by_role("button", name="Play here").click()
    expect(new.locator("#sitting-text")).to_have_text("Whose view?")
    expect(new.locator("#own-title")).to_have_text("Ben's hand")
    expect(new.locator("#own-note")).to_contain_text("Choose the 6 tiles")
    told = old.get_by_role("dialog", name="Ann's phone plays for Ben now")
    expect(old.locator("#own")).to_be_hidden()
    told.get_by_role("button", name="Leave it there").click()
    expect(old.locator("#sitting-text")).to_have_text("All seats are taken by other devices: this one looks on.")
    keeps_no_hand(old)
    writes(house, code, plays("Rc@0,0 Rs@1,0 Rd@2,0", "Bs@1,1 Bd@2,1")[1])
    expect(new.locator("#now")).to_contain_text("Ann plays")


def test_a_phone_that_was_taken_over_while_it_slept_takes_its_seat_back_with_the_hand(house: House) -> None:
    code, old, new = two_at_table(house)
    old.close()
    asks_to_play_for(new, "Ben").get_by_role("button", name="Play here").click()
    expect(new.locator("#sitting-text")).to_have_text("You are Ben.")
    chooses(new, "blue star")
    again = house.another(old.context, f"/t/{code}")
    told = again.get_by_role("dialog", name="Another phone plays for Ben now")
    expect(again.locator("#own")).to_be_hidden()
    told.press("Escape")  # which is no answer
    again.reload()
    told.get_by_role("button", name="Take it back").click()
    expect(again.locator("#sitting-text")).to_have_text("You are Ben.")
    expect(again.get_by_role("button", name="Pick up red circle")).to_be_visible()
    new.get_by_role("dialog", name="Another phone plays for Ben now").get_by_role("button", name="Leave it").click()
    keeps_no_hand(new)


def test_how_long_a_phone_has_been_gone_is_told_before_its_seat_is_taken(house: House) -> None:
    now = 0.0
    house.app.extensions["tables"].presences = Presences(lambda: now)
    _, old, new = two_at_table(house)
    old.close()
    for now, ago in ((80.0, "a minute ago"), (300.0, "5 minutes ago"), (7500.0, "2 hours ago")):  # noqa: B007 # the clock
        sure = asks_to_play_for(new, "Ben")
        expect(sure).to_contain_text(f"Ben's phone was last here {ago}.")
        sure.get_by_role("button", name="Cancel").click()
        new.get_by_text("Phone gone?").click()
    house.app.extensions["tables"].presences = Presences()
    expect(asks_to_play_for(new, "Ben")).to_contain_text("has not been here since Kibitz was started")


def test_a_seat_is_handed_to_another_phone_by_a_code_with_its_hand(house: House) -> None:
    code, old, new = two_at_table(house)
    chooses(old, "blue star", left=4)
    old.get_by_text("Seats here").click()
    old.get_by_role("button", name="Hand Ben's seat to another phone").click()
    offer = old.get_by_role("dialog", name="Ben goes on at another phone")
    expect(offer).to_contain_text(f"Open table {code} on the other phone")
    new.get_by_text("Phone gone?").click()
    new.locator("#gone-code").fill("AAA AAA")
    new.get_by_role("button", name="Go on here").click()
    expect(new.locator("#gone-error")).to_contain_text("let the other phone show a new one")
    new.locator("#gone-code").fill(offer.locator("#offer-code").inner_text().lower())
    new.get_by_role("button", name="Go on here").click()
    expect(new.locator("#sitting-text")).to_have_text("You are Ben.")
    for tile in ("red circle", "blue star"):
        expect(new.get_by_role("button", name=f"Pick up {tile}")).to_be_visible()
    expect(offer).to_be_hidden()
    expect(old.get_by_text("Ben's seat goes on at the other phone.")).to_be_visible()
    expect(old.get_by_role("dialog")).to_have_count(0)  # nobody has to be asked
    keeps_no_hand(old)


def test_an_offer_is_made_anew_when_the_server_was_started_anew(house: House) -> None:
    code = house.begins("qwixx", "Ann", "Ben", turn=0)
    page = house.visit(f"/t/{code}")
    sits(page, "Ann")
    page.get_by_text("Seats here").click()
    page.get_by_role("button", name="Hand Ann's seat to another phone").click()
    shown = page.locator("#offer-code")
    expect(shown).not_to_be_empty()
    before = shown.inner_text()
    house.stop()
    expect(page.locator("#connection")).to_be_visible()
    house.restart()
    expect(shown).not_to_have_text(before)
    phone = Phone(house.app, code)
    assert refusal(phone.asks("/seats", "POST", offer=before)) == (422, "offer_unknown")
    assert phone.asks("/seats", "POST", offer=shown.inner_text()).status_code == 200
    expect(page.locator("#moved")).to_have_text("Ann's seat goes on at the other phone.")


def test_a_notice_is_not_taken_away_when_the_time_of_an_older_one_is_over(house: House) -> None:
    code = house.begins("qwixx", "Ann", "Ben", turn=0)
    page = house.visit(f"/t/{code}")
    sits(page, "Ann")
    shares(page, "Ben")
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    for name in ("Ann", "Ben"):
        page.clock.run_for(8000)
        page.get_by_role("button", name=f"Hand {name}'s seat to another phone").click()
        expect(page.get_by_role("dialog", name=f"{name} goes on at another phone")).to_be_visible()
        offer = page.locator("#offer-code").inner_text()
        assert Phone(house.app, code).asks("/seats", "POST", offer=offer).status_code == 200
        expect(page.locator("#moved")).to_have_text(f"{name}'s seat goes on at the other phone.")
    page.clock.run_for(8000)
    expect(page.locator("#moved")).to_be_visible()
    page.clock.run_for(3000)
    expect(page.locator("#moved")).to_be_hidden()


def chooses(page: Page, tile: str, left: int = 5) -> None:
    page.locator("#own-palette").get_by_role("button", name=f"Take {tile} into the hand").click()
    expect(page.locator("#own-note")).to_contain_text(f"Choose the {left} tiles")
