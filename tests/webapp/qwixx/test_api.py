"""The server's API for Qwixx, through Flask's own client."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.qwixx.sheet import Row
from tests.vision.rolls import Dice, Filled, Lying, Sheets, roll
from webapp.app import create_app
from webapp.sight import Sight

from ..rendered import jpeg, reader
from ..test_api import problem, sent

ROLL = "W1 W3 R5 Y4 G1 B6"
SHEET = "R:2,3,5 Y:3,4 G:12,10 B:11 P:1"
PHOTO = jpeg(np.full((600, 900, 3), 128, np.uint8))
DICE = [{"colour": colour, "value": value} for colour, value in (("white", 1), ("white", 3), ("red", 5), ("blue", 6))]


def client_that_sees(dice: list[Lying], sheets: list[Filled]) -> FlaskClient:
    return create_app(Sight(lambda: reader(dice=Dice(dice), sheets=Sheets(sheets))), {"TESTING": True}).test_client()


@pytest.fixture
def client() -> FlaskClient:
    return client_that_sees(roll(ROLL), [Filled(SHEET, doubted=[(Row.YELLOW, 7)])])


def test_a_photo_gives_its_roll_and_its_sheet(client: FlaskClient) -> None:
    for fields in ({}, {"game": "qwixx"}, {"game": "auto"}):
        read = sent(client, PHOTO, **fields).get_json()
        assert (read["game"], read["board"], read["hand"], read["turn"]) == ("qwixx", [], [], None)
        assert read["roll"] == {"white": [1, 3], "red": 5, "yellow": 4, "green": 1, "blue": 6}
        (sheet,) = read["sheets"]
        assert (sheet["sheet"], sheet["doubted"], sheet["totals"]) == (SHEET, [["yellow", 7]], [8, 11])
        assert len(sheet["cells"]["red"]) == 12


def test_a_photo_asked_for_qwirkle_shows_no_dice_game(client: FlaskClient) -> None:
    read = sent(client, PHOTO, game="qwirkle").get_json()
    assert (read["game"], read["dice"], read["tiles"]) == ("qwirkle", [], [])


def test_the_dice_of_closed_rows_do_not_count() -> None:
    client = client_that_sees(roll("W1 W3 R5 Y4 B6"), [])
    assert sent(client, PHOTO, closed="green").get_json()["problems"] == []
    assert [told["code"] for told in sent(client, PHOTO).get_json()["problems"]] == ["taken_closed"]
    read = sent(client, PHOTO, closed="red").get_json()
    assert read["roll"] is None
    assert "die_missing" in [told["code"] for told in read["problems"]]


@pytest.mark.parametrize("fields", [{"game": "chess"}, {"closed": "pink"}, {"closed": "red red red red red"}])
def test_a_form_that_cannot_be_is_refused_in_words(client: FlaskClient, fields: dict[str, str]) -> None:
    assert problem(sent(client, PHOTO, **fields)) == (422, "wish_malformed")


def rolls(client: FlaskClient, dice: Any, **more: Any) -> TestResponse:
    return client.post("/api/v1/rolls", json={"dice": dice, **more})


def chances(**more: Any) -> dict[str, Any]:
    """What a die looks like: red or green, and a five."""
    return {"colours": [0, 0.6, 0, 0.4, 0, 0], "values": [0, 0, 0, 0, 1, 0], "in_play": 0.99, **more}


def test_dice_that_a_person_named_are_settled_again(client: FlaskClient) -> None:
    unsure = {"colour": "red", "value": 5, "chances": chances()}
    told = rolls(client, [*DICE, {"colour": "yellow", "value": 4}, unsure], closed=[]).get_json()
    assert told["text"] == "W1 W3 R5 Y4 G5 B6"
    assert told["dice"][5]["colour"] == "green"
    told = rolls(client, [*DICE, {"colour": "yellow", "value": 4}, {**unsure, "sure": True}]).get_json()
    assert (told["roll"], told["text"]) == (None, None)
    assert told["problems"][0]["code"] == "too_many_seen"
    assert told["problems"][0]["dice"] == [2, 5]


def test_a_reading_can_be_settled_again_as_it_is(client: FlaskClient) -> None:
    read = sent(client, PHOTO).get_json()
    told = rolls(client, read["dice"]).get_json()
    assert (told["roll"], told["problems"]) == (read["roll"], read["problems"])
    for one, other in zip(told["dice"], read["dice"], strict=True):
        assert one.items() <= other.items()


def test_dice_that_do_not_count_are_left_out(client: FlaskClient) -> None:
    out = {"colour": "red", "value": 2, "in_play": False}
    for more in ({}, {"sure": True}):
        told = rolls(client, [*DICE, {**out, **more}], closed=["yellow", "green"]).get_json()
        assert (told["text"], told["closed"], told["problems"]) == ("W1 W3 R5 B6", ["yellow", "green"], [])


@pytest.mark.parametrize(
    "die",
    [
        7,
        {},
        {"colour": "pink", "value": 3},
        {"colour": ["red"], "value": 3},
        {"colour": "red", "value": 7},
        {"colour": "red", "value": True},
        {"colour": "red", "value": 3, "chances": 7},
        {"colour": "red", "value": 3, "chances": {}},
        {"colour": "red", "value": 3, "chances": chances(values=[1])},
        {"colour": "red", "value": 3, "chances": chances(values=[[1] * 6])},
        {"colour": "red", "value": 3, "chances": chances(values=[0] * 6)},
        {"colour": "red", "value": 3, "chances": chances(values=[2, 0, 0, 0, 0, 0])},
        {"colour": "red", "value": 3, "chances": chances(values=[float("nan")] * 6)},
        {"colour": "red", "value": 3, "chances": chances(colours=["red"] * 6)},
        {"colour": "red", "value": 3, "chances": chances(in_play=[1])},
        {"colour": "red", "value": 3, "chances": chances(in_play=10**400)},
    ],
)  # fmt: skip
def test_dice_that_cannot_be_are_refused_in_words(client: FlaskClient, die: Any) -> None:
    assert problem(rolls(client, [die])) == (422, "wish_malformed")
    assert problem(rolls(client, [DICE[0]] * 99)) == (422, "wish_malformed")


def hints(client: FlaskClient, **wish: Any) -> TestResponse:
    return client.post("/api/v1/hints", json={"game": "qwixx", "roll": ROLL, "sheet": SHEET, **wish})


def test_without_the_others_sheets_hints_are_ranked_by_the_score_and_tell_no_chance(client: FlaskClient) -> None:
    choices = hints(client, top=5, players=3).get_json()["choices"]
    values = [choice["value"] for choice in choices]
    assert values == sorted(values, reverse=True)
    assert {(choice["chance"], choice["final"]) for choice in choices} == {(None, None)}


def test_hints_are_ranked_choices_with_reasons(client: FlaskClient) -> None:
    told = hints(client, top=5, players=3, others=["R:2,3", ""[:0] or "Y:"]).get_json()
    assert (len(told["choices"]), told["players"], told["rules"], told["active"]) == (5, 3, "gamerules", True)
    chances = [choice["chance"] for choice in told["choices"]]
    assert chances == sorted(chances, reverse=True)
    best = told["choices"][0]
    assert best["final"] < best["value"]
    assert best.keys() == {
        "choice",
        "first",
        "white",
        "colour",
        "marks",
        "penalty",
        "points",
        "value",
        "chance",
        "final",
        "reasons",
        "after",
    }
    assert all("{" not in reason["message"] for reason in best["reasons"])
    assert best["after"]["sheet"] != SHEET


def test_who_is_not_active_takes_no_penalty(client: FlaskClient) -> None:
    told = hints(client, active=False, rules="publisher").get_json()
    assert not any(choice["penalty"] or choice["colour"] for choice in told["choices"])


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"roll": "W1"}, "invalid_roll"),
        ({"roll": None}, "wish_malformed"),
        ({"roll": "W1 W3 R5 R5"}, "too_many_dice"),
        ({"sheet": "R:13"}, "invalid_sheet"),
        ({"sheet": "R:2" * 99}, "wish_malformed"),
        ({"sheet": 3}, "wish_malformed"),
        ({"sheet": "P:4"}, "game_over"),
        ({"others": "R:2"}, "wish_malformed"),
        ({"others": ["R:"] * 5}, "wish_malformed"),
        ({"others": [None]}, "wish_malformed"),
        ({"active": "yes"}, "wish_malformed"),
        ({"players": 6}, "wish_malformed"),
        ({"rules": "house"}, "wish_malformed"),
        ({"top": 0}, "wish_malformed"),
        ({"game": "chess"}, "wish_malformed"),
    ],
)  # fmt: skip
def test_wishes_that_cannot_be_are_refused_in_words(client: FlaskClient, wish: dict[str, Any], code: str) -> None:
    assert problem(hints(client, **wish)) == (422, code)


def scores(client: FlaskClient, *sheets: Any, **more: Any) -> TestResponse:
    return client.post("/api/v1/scores", json={"game": "qwixx", "sheets": sheets, **more})


def test_scores_tell_every_row_the_doubts_and_who_wins(client: FlaskClient) -> None:
    told = scores(
        client, {"sheet": "R:2,3,4,5,6,12L"}, {"sheet": SHEET, "doubted": ["Y7"]}, names=["Ann", "Ben"]
    ).get_json()
    assert (told["names"], told["totals"], told["winners"]) == (["Ann", "Ben"], [28, 8], [0])
    assert told["sheets"][1]["totals"] == [8, 11]
    assert told["sheets"][0]["score"] == {
        "red": 28, "yellow": 0, "green": 0, "blue": 0, "penalties": 0, "total": 28,
    }  # fmt: skip


def test_scores_name_what_the_rules_do_not_allow(client: FlaskClient) -> None:
    (sheet,) = scores(client, {"sheet": "R:2,12L"}).get_json()["sheets"]
    assert [told["code"] for told in sheet["problems"]] == ["too_few_before_last"]


@pytest.mark.parametrize(
    ("sheets", "code"),
    [
        ([], "wish_malformed"),
        ([7], "wish_malformed"),
        ([{}], "wish_malformed"),
        ([{"sheet": "R:1"}], "invalid_sheet"),
        ([{"sheet": "R:2", "doubted": "Y7"}], "wish_malformed"),
        ([{"sheet": "R:2", "doubted": ["Y1"]}], "invalid_mark"),
        ([{"sheet": "R:2", "doubted": [["yellow", 7]]}], "wish_malformed"),
        ([{"sheet": "R:2"}] * 13, "wish_malformed"),
    ],
)  # fmt: skip
def test_sheets_that_cannot_be_are_refused_in_words(client: FlaskClient, sheets: list[Any], code: str) -> None:
    assert problem(scores(client, *sheets)) == (422, code)
    assert problem(scores(client, {"sheet": "R:2"}, names=["Ann", "Ben"])) == (422, "sheets_for_names")
    assert problem(scores(client, {"sheet": "R:2"}, names=[3])) == (422, "wish_malformed")
