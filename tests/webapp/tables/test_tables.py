"""What holds for tables whatever is played: how they begin, are found again, and end."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import create_engine, text

from webapp.app import create_app

from .conftest import Opened
from .phones import TABLES, Phone, refusal


def test_games_are_found_again_the_latest_first(phone: Phone) -> None:
    phone.begins("qwixx", "Ann")
    phone.begins("qwirkle", "Cem", "Dan")
    listed = Phone(phone.app).asks().get_json()["tables"]
    assert [(one["game"], [player["name"] for player in one["players"]]) for one in listed] == [
        ("qwirkle", ["Cem", "Dan"]),
        ("qwixx", ["Ann"]),
    ]
    assert listed[0]["code"] == phone.code
    assert listed[0]["created"].endswith("+00:00")


def test_a_game_outlives_the_server(phone: Phone, opened: Opened) -> None:
    phone.begins("qwirkle", "Ann", "Bob")
    phone.sits(0)
    state = phone.event("draw", player=0, count=6, tiles="Rc Rs Rd Oc Yb Gx")
    phone.app.extensions["tables"].close()
    phone.app = opened()
    assert phone.looks() == state


def test_the_page_opens_no_database_before_a_table_is_asked_for() -> None:
    app = create_app(config={"TESTING": True, "DATABASE": "nonsense"})
    assert app.test_client().get("/").status_code == 200
    assert refusal(app.test_client().get(TABLES)) == (503, "database_address")


def test_an_unknown_code_is_refused_in_words(phone: Phone) -> None:
    for method, way in (("GET", ""), ("GET", "/log"), ("GET", "/scores.csv"), ("POST", "/undo"), ("DELETE", "")):
        fields = {"version": 1} if method != "GET" else {}
        assert refusal(phone.asks(way, method, code="XXXXXX", **fields)) == (404, "table_unknown")


def test_a_table_is_deleted_only_as_it_was_seen(phone: Phone) -> None:
    phone.begins("qwixx", "Ann", "Bob")
    late = phone.other()
    phone.event("open", player=1)
    assert refusal(late.asks("", "DELETE", version=late.version)) == (409, "table_stale")
    assert phone.asks("", "DELETE", version=phone.version).status_code == 200
    assert refusal(phone.asks()) == (404, "table_unknown")


def test_answers_are_kept_by_no_cache(phone: Phone) -> None:
    phone.begins("qwixx", "Ann", "Bob")
    assert phone.asks().headers["Cache-Control"] == "no-store"


def test_a_log_that_cannot_be_replayed_hides_no_other(phone: Phone) -> None:
    phone.begins("qwixx", "Ann")
    engine = create_engine(phone.app.config["DATABASE"])
    with engine.begin() as connection:
        row = {"code": "XXXXXX", "game": "qwixx"}
        columns = "(code, game, created, changed, revision)"
        connection.execute(text(f"INSERT INTO tables {columns} VALUES (:code, :game, 0, 0, 1)"), row)  # noqa: S608
    engine.dispose()
    listed = Phone(phone.app).asks().get_json()["tables"]
    assert [one.get("problem", {}).get("code") for one in listed] == [None, "table_unreadable"]
    assert refusal(phone.asks(code="XXXXXX")) == (422, "table_unreadable")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({}, "wish_not_json"),
        ({"players": ["Ann", "Bob"]}, "wish_malformed"),
        ({"game": "chess", "players": ["Ann", "Bob"]}, "wish_malformed"),
        ({"game": "qwirkle"}, "names_count"),
        ({"game": "qwirkle", "players": ["Ann"]}, "names_count"),
        ({"game": "qwirkle", "players": "Ann"}, "names_count"),
        ({"game": "qwirkle", "players": ["Ann", ""]}, "name_wrong"),
        ({"game": "qwirkle", "players": ["Ann", 7]}, "name_wrong"),
        ({"game": "qwirkle", "players": ["Ann", "B" * 31]}, "name_wrong"),
        ({"game": "qwirkle", "players": ["Ann", "A\u202en"]}, "name_wrong"),
        ({"game": "qwirkle", "players": ["Ann", "\u200d"]}, "name_wrong"),
        ({"game": "qwirkle", "players": ["Ann", "Ann\u200d"]}, "names_alike"),
        ({"game": "qwirkle", "players": ["Ann", " Ann "]}, "names_alike"),
        ({"game": "qwirkle", "players": ["Ann", "Bob"], "sixth": "pink"}, "wish_malformed"),
        ({"game": "qwirkle", "players": ["Ann", "Bob"], "turn": 2}, "wish_malformed"),
        ({"game": "qwirkle", "players": ["Ann", "Bob"], "oldest": [True]}, "wish_malformed"),
        ({"game": "qwirkle", "players": ["Ann", "Bob"], "board": [{"col": 0, "row": 0, "tile": "Rc"}]}, "start_turn"),
        ({"game": "qwirkle", "players": ["Ann", "Bob"], "scores": [1]}, "wish_malformed"),
        ({"game": "qwirkle", "players": ["Ann", "Bob"], "hands": [7, 7]}, "wish_malformed"),
        ({"game": "qwixx", "players": ["Ann", "Bob"], "sheets": ["R:1"]}, "invalid_sheet"),
        ({"game": "qwixx", "players": ["Ann", "Bob"], "sheets": ["R:2"]}, "start_sheets"),
        ({"game": "qwixx", "players": ["Ann", "Bob"], "sheets": [7, 8]}, "wish_malformed"),
        ({"game": "qwixx", "players": ["Ann", "Bob"], "rules": "house"}, "wish_malformed"),
    ],
)
def test_a_game_that_cannot_begin_is_refused_in_words(phone: Phone, fields: dict[str, Any], code: str) -> None:
    assert refusal(Phone(phone.app).asks(method="POST", **fields)) == (422, code)
    assert Phone(phone.app).asks().get_json() == {"tables": []}


def test_a_request_that_is_too_large_is_refused_in_words(phone: Phone) -> None:
    assert refusal(phone.app.test_client().post(TABLES, data=b" " * 40_000))[0] == 413


@pytest.mark.parametrize("name", ["مهین\u200cدخت", "शर्\u200dमा", "👩\u200d👩\u200d👧 Mama"])
def test_names_of_all_scripts_are_kept_with_what_joins_them(phone: Phone, name: str) -> None:
    phone.begins("qwirkle", name, "Ben")
    assert phone.looks()["players"][0]["name"] == name


@pytest.mark.parametrize("version", [None, 0, -1, "1", True, 1.5, 10**9])
def test_a_write_without_a_version_is_refused(phone: Phone, version: Any) -> None:
    phone.begins("qwixx", "Ann", "Bob")
    assert refusal(phone.tries("/events", version=version, event={"event": "open", "player": 0}))[0] == 422
    assert phone.looks()["version"] == 1


def test_a_page_of_another_site_changes_nothing(phone: Phone) -> None:
    phone.begins("qwixx", "Ann", "Bob")
    answer = phone.app.test_client().post(
        f"{TABLES}/{phone.code}/undo", json={"version": 1}, headers={"Origin": "http://elsewhere.example"}
    )
    assert refusal(answer) == (403, "foreign_origin")
