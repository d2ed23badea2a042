"""A game of Qwirkle that a phone's camera follows."""

from __future__ import annotations

import pytest

from engine.qwirkle.board import EMPTY_BOARD, Board
from engine.qwirkle.moves import Move
from engine.qwirkle.tile import Tile
from tests.webapp.rendered import laid, tile_seen
from tests.webapp.tables.conftest import Opened
from tests.webapp.tables.phones import refusal

from .tables import Table, codes

FIRST, SECOND = "Wc@0,0 Yc@1,0 Oc@2,0", "Yd@1,1 Yb@1,2 Yx@1,3"
THIRD = "Of@2,-1 Ox@2,-2"


def test_tiles_that_are_laid_become_a_move_by_themselves(table: Table) -> None:
    look = table.lays(FIRST)
    proposal = look["proposal"]
    assert (proposal["player"], proposal["seat"], proposal["text"]) == ("Ann", 0, FIRST)
    assert (proposal["turn"]["points"], proposal["legal"], proposal["reasons"]) == (3, True, [])
    assert 0 < proposal["confirms_in"] <= 3
    assert table.turns == []
    assert table.waits(3)["proposal"] is None
    assert table.turns == [("Ann", FIRST, 3)]
    assert table.lays(SECOND)["proposal"]["player"] == "Ben"
    table.waits(3)
    assert table.turns[1:] == [("Ben", SECOND, 4)]


def test_one_tap_confirms_what_was_seen_and_nothing_else(table: Table) -> None:
    table.lays("Wc@0,0 Yc@1,0")
    version = table.phone.looks()["version"]
    table.lays("Oc@2,0")
    assert refusal(table.asks("/confirm", version=version, text="Wc@0,0 Yc@1,0")) == (409, "proposed_anew")
    table.does("/confirm", version=version, text=FIRST)
    assert table.turns == [("Ann", FIRST, 3)]
    stale = table.asks("/confirm", version=version)
    assert refusal(stale) == (409, "table_stale")
    assert stale.get_json()["state"]["version"] > version
    assert refusal(table.asks("/confirm", version=stale.get_json()["state"]["version"])) == (409, "nothing_proposed")
    assert table.waits(6)["proposal"] is None
    assert len(table.turns) == 1


def test_tiles_tell_which_box_it_is_as_long_as_none_has_told_otherwise(opened: Opened) -> None:
    table = Table(opened())
    table.phone.begins("qwirkle", "Ann", "Ben")
    assert table.photographs(Board.parse(FIRST))["proposal"]["legal"]
    table.confirms(player=1)
    assert table.turns == [("Ben", FIRST, 3)]
    assert table.phone.looks()["sixth"] == "white"
    look = table.photographs(table.board.after(Move.parse("Pc@3,0")))
    assert codes(look["proposal"]["reasons"]) == ["both_sixth_made"]
    look = table.photographs(Board.parse(FIRST).after(Move.parse("Od@2,1 Pd@3,1")))
    assert codes(look["proposal"]["reasons"]) == ["not_in_box"]
    assert table.phone.looks()["sixth"] == "white"


def test_the_next_move_confirms_the_one_before(table: Table) -> None:
    table.lays(FIRST)
    look = table.lays(THIRD)
    assert (look["proposal"]["player"], look["proposal"]["text"]) == ("Ben", "Ox@2,-2 Of@2,-1")
    assert look["proposal"]["legal"]
    assert table.turns == [("Ann", FIRST, 3)]


def test_what_is_dismissed_is_proposed_no_more_until_the_table_changes(table: Table) -> None:
    table.lays("Wc@0,0 Yc@1,0")
    assert table.does("/dismiss")["proposal"] is None
    assert table.stirs(6)["proposal"] is None
    assert refusal(table.asks("/dismiss")) == (409, "nothing_proposed")
    assert table.lays("Oc@2,0")["proposal"]["text"] == FIRST


def test_a_persons_word_about_a_tile_stays_through_later_frames(table: Table) -> None:
    table.lays("Wc@0,0 Yc@1,0 Bc@2,0")
    look = table.does("/fix", cell=[2, 0], tile="Oc")
    assert look["proposal"]["text"] == FIRST
    told = next(piece for piece in look["pieces"] if piece["cell"] == [2, 0])
    assert (told["colour"], told["confidence"], told["doubted"]) == ("orange", 1.0, False)
    assert table.stirs(3)["proposal"]["text"] == FIRST
    table.waits(3)
    assert table.turns == [("Ann", FIRST, 3)]
    assert table.stirs()["differs"] == []
    assert table.lays(SECOND)["proposal"]["legal"]


def test_a_tile_that_is_not_seen_can_be_added_and_one_that_is_none_taken_away(table: Table) -> None:
    table.lays("Wc@0,0 Yc@1,0 Bb@1,1")
    assert not table.looks()["proposal"]["legal"]
    look = table.does("/fix", cell=[1, 1], tile=None)
    assert look["proposal"]["text"] == "Wc@0,0 Yc@1,0"
    assert [1, 1] not in [piece["cell"] for piece in look["pieces"]]
    assert table.does("/fix", cell=[2, 0], tile="orange circle")["proposal"]["text"] == FIRST
    table.confirms()
    assert table.turns == [("Ann", FIRST, 3)]


def test_a_word_about_a_tile_stands_while_a_tile_is_seen_there(table: Table) -> None:
    table.lays("Wc@0,0 Yc@1,0 Bc@2,0")
    table.does("/fix", cell=[2, 0], tile="Oc")
    assert table.takes((2, 0))["proposal"]["text"] == "Wc@0,0 Yc@1,0"
    assert table.lays("Bc@2,0")["proposal"]["text"] == FIRST


def test_a_word_about_a_tile_of_the_record_corrects_the_record(table: Table) -> None:
    table.lays(FIRST)
    table.waits(3)
    table.lays(SECOND)
    table.waits(3)
    assert table.does("/fix", cell=[1, 2], tile="Yf")["paused"] is None
    assert table.turns == [("Ann", FIRST, 3), ("Ben", "Yd@1,1 Yf@1,2 Yx@1,3", 4)]
    assert table.stirs(4)["differs"] == []
    assert refusal(table.asks("/fix", cell=[1, 1], tile=None)) == (422, "correction_breaks")
    assert table.turns == [("Ann", FIRST, 3), ("Ben", "Yd@1,1 Yf@1,2 Yx@1,3", 4)]


def test_what_else_a_tile_of_the_record_may_be_is_told_the_likeliest_first(table: Table) -> None:
    *first, last = laid(Board.parse("Rc@0,0 Rs@1,0 Rd@2,0"))
    table.lies.tiles = (*first, tile_seen(Tile.parse("Rd"), last.corners, colour=0.95, shape=0.9))
    table.stirs(4)
    assert table.turns == [("Ann", "Rc@0,0 Rs@1,0 Rd@2,0", 3)]
    names = [[name for name, _ in piece["alternatives"]] for piece in table.looks()["pieces"]]
    assert [len(others) >= 3 for others in names] == [True] * 3
    assert all(name.endswith("diamond") or name.startswith("red") for name in names[2])
    assert "red diamond" not in names[2]
    chances = [chance for _, chance in table.looks()["pieces"][2]["alternatives"]]
    assert chances == sorted(chances, reverse=True)


def test_a_table_in_play_is_followed_and_its_beginning_can_be_corrected(opened: Opened) -> None:
    table = Table(opened())
    board = [{"col": x, "row": 0, "tile": tile} for x, tile in enumerate(("Wc", "Yc", "Oc"))]
    table.phone.begins("qwirkle", "Ann", "Ben", turn=1, sixth="white", board=board, hands=[6, 6])
    table.board = Board.parse("Wc@0,0 Yc@1,0 Gc@2,0")
    table.lies.board(table.board)
    look = table.waits(4)
    assert codes(look["differs"]) == ["read_otherwise"]
    assert look["differs"][0]["params"]["cell"] == [2, 0]
    assert table.does("/fix", cell=[2, 0], tile="Gc")["differs"] == []
    assert {tile["tile"] for tile in table.phone.looks()["board"]} == {"Wc", "Yc", "Gc"}
    assert table.lays(SECOND)["proposal"]["player"] == "Ben"


def test_what_was_undone_waits_for_a_tap_though_its_tiles_lie_there(table: Table) -> None:
    table.lays(FIRST)
    table.waits(3)
    table.phone.looks()
    while table.turns:
        table.phone.does("/undo")
    look = table.stirs(8)
    assert (look["proposal"]["text"], look["proposal"]["confirms_in"]) == (FIRST, None)
    assert table.turns == []
    assert table.takes((2, 0))["proposal"]["confirms_in"] is None
    assert table.shows(EMPTY_BOARD)["proposal"] is None
    assert table.lays(FIRST)["proposal"]["confirms_in"] is not None
    table.confirms()
    assert table.turns == [("Ann", FIRST, 3)]


def test_what_another_phone_writes_reaches_the_camera(table: Table) -> None:
    table.lays(FIRST)
    table.waits(3)
    table.lays(SECOND, seconds=2)
    ben = table.phone.other()
    ben.looks()
    ben.event("draw", player=0, count=3)
    ben.event("play", player=1, move=SECOND)
    assert table.frame()["proposal"] is None
    ben.event("draw", player=1, count=3)
    ben.event("swap", player=0, count=2)
    table.waits(4)
    assert len(table.turns) == 3
    assert table.lays(THIRD)["proposal"]["player"] == "Ben"


def test_what_the_rules_forbid_is_shown_with_its_reason_and_never_written(table: Table) -> None:
    table.lays(FIRST)
    table.waits(3)
    look = table.lays("Bx@3,0", seconds=15)
    proposal = look["proposal"]
    assert (proposal["legal"], proposal["confirms_in"]) == (False, None)
    assert codes(proposal["reasons"]) == ["mixed_made"]
    assert proposal["turn"]["reason"]["code"] == "mixed_made"
    assert refusal(table.asks("/confirm", version=table.phone.looks()["version"])) == (422, "mixed_made")
    assert len(table.turns) == 1


def test_a_first_move_that_the_rules_forbid_is_no_beginning(table: Table) -> None:
    proposal = table.lays("Wc@0,0 Yc@1,0 Ob@1,1")["proposal"]
    assert (proposal["legal"], codes(proposal["reasons"])) == (False, ["not_one_line"])
    assert table.does("/fix", cell=[1, 1], tile=None)["proposal"]["legal"]


def test_two_moves_between_two_looks_are_said_to_be_two_and_written_as_two(table: Table) -> None:
    table.lays(FIRST)
    table.waits(3)
    look = table.lays("Yd@1,1 Of@2,-1 Ox@2,-2", seconds=6)
    assert codes(look["proposal"]["reasons"])[-1] == "two_moves"
    assert len(table.turns) == 1
    table.confirms()
    assert table.turns[1:] == [("Ben", "Yd@1,1", 2), ("Ann", "Ox@2,-2 Of@2,-1", 3)]


def test_who_made_which_of_two_moves_is_told_by_one_tap(table: Table) -> None:
    table.lays(FIRST)
    table.waits(3)
    proposal = table.lays("Yd@1,1 Of@2,-1 Ox@2,-2", seconds=6)["proposal"]
    told = [[(laid["player"], laid["move"], laid["points"]) for laid in way["moves"]] for way in proposal["ways"]]
    assert told[:2] == [
        [("Ben", "Yd@1,1", 2), ("Ann", "Ox@2,-2 Of@2,-1", 3)],
        [("Ben", "Ox@2,-2 Of@2,-1", 3), ("Ann", "Yd@1,1", 2)],
    ]
    assert [len(way) for way in told[2:]] == [3] * 3  # it may also have been three
    version = table.phone.looks()["version"]
    assert refusal(table.asks("/confirm", version=version, way="Yd@1,1")) == (409, "proposed_anew")
    table.does("/confirm", version=version, text=proposal["text"], way=proposal["ways"][1]["text"])
    assert table.turns[1:] == [("Ben", "Ox@2,-2 Of@2,-1", 3), ("Ann", "Yd@1,1", 2)]


def test_one_move_is_taken_for_one_unless_a_person_says_otherwise(table: Table) -> None:
    table.photographs(Board.parse(FIRST))
    table.confirms()
    proposal = table.photographs(Board.parse(f"{FIRST} Yd@1,1 Yb@1,2"))["proposal"]
    assert (proposal["legal"], proposal["reasons"]) == (True, [])
    assert [way["text"] for way in proposal["ways"]] == ["Yd@1,1 Yb@1,2", "Yd@1,1 / Yb@1,2"]
    version = table.phone.looks()["version"]
    table.does("/confirm", version=version, way=proposal["ways"][1]["text"])
    assert table.turns[1:] == [("Ben", "Yd@1,1", 2), ("Ann", "Yb@1,2", 3)]


def test_no_way_lays_more_tiles_than_a_player_holds(opened: Opened) -> None:
    table = Table(opened())
    laid = [{"col": x, "row": y, "tile": str(tile)} for x, y, tile in Board.parse(FIRST).placements]
    start = table.phone.begins("qwirkle", "Ann", "Ben", sixth="white", turn=0, board=laid, hands=[1, 6])["start"]
    table.phone.does("/correct", at=0, event={**start, "lost": 98})  # there is nothing left to draw
    ways = table.photographs(Board.parse(f"{FIRST} Yd@1,1 Of@2,-1 Ox@2,-2"))["proposal"]["ways"]
    assert ways[0]["text"] == "Yd@1,1 / Ox@2,-2 Of@2,-1"
    assert {len(way["moves"][0]["tiles"]) for way in ways} == {1}


def test_the_ways_tell_nothing_of_a_hand_that_is_known(table: Table) -> None:
    table.lays(FIRST)
    table.waits(3)
    before = table.lays("Yd@1,1 Of@2,-1 Ox@2,-2", seconds=6)["proposal"]["ways"]
    table.phone.looks()
    table.phone.sits(1)
    table.phone.event("tell", player=1, tiles="Rc Rs Rd Rf Rx Rb")
    look = table.stirs(seconds=6)
    assert look["proposal"]["ways"] == before


def test_three_moves_between_two_looks_are_written_as_three(table: Table) -> None:
    table.photographs(Board.parse(FIRST))
    table.confirms()
    look = table.photographs(Board.parse(f"{FIRST} Yd@1,1 Of@2,-1 Ox@2,-2 Wb@0,-1"))
    assert codes(look["proposal"]["reasons"])[-1] == "several_moves"
    assert "Yd, then" in look["proposal"]["reasons"][-1]["message"]
    table.confirms()
    assert [player for player, _, _ in table.turns] == ["Ann", "Ben", "Ann", "Ben"]


def test_nobody_knows_who_begins_until_somebody_says_so(opened: Opened) -> None:
    table = Table(opened())
    table.phone.begins("qwirkle", "Ann", "Ben", sixth="white")
    table.waits(3)
    look = table.lays(FIRST, seconds=6)
    assert (look["proposal"]["player"], look["proposal"]["confirms_in"]) == (None, None)
    assert codes(look["proposal"]["reasons"]) == ["who_opens"]
    version = table.phone.looks()["version"]
    assert refusal(table.asks("/confirm", version=version)) == (422, "who_opens")
    table.does("/confirm", version=version, player=1)
    assert table.turns == [("Ben", FIRST, 3)]


def test_a_hand_that_is_known_forbids_moves_without_being_told(table: Table) -> None:
    table.phone.sits(0)
    table.phone.event("draw", player=0, count=6, tiles="Rc Rs Rd Rf Rx Rb")
    look = table.lays(FIRST)
    assert codes(look["proposal"]["reasons"]) == ["hand_forbids"]
    assert not look["proposal"]["legal"]
    assert refusal(table.asks("/confirm", version=table.phone.looks()["version"])) == (422, "hand_forbids")


def test_a_table_that_was_in_play_before_the_game_began_pauses(table: Table) -> None:
    board = Board(((x, y), Tile.parse("WYOGRB"[x] + "csdfxb"[y])) for x in range(6) for y in range(2))
    look = table.shows(board)
    assert (look["paused"]["code"], look["proposal"]) == ("in_play", None)
    assert look["paused"]["params"] == {"count": 12}
    assert table.shows(EMPTY_BOARD)["paused"] is None


def test_more_tiles_than_two_moves_lay_are_no_move(table: Table) -> None:
    rows = [" ".join(f"{colour}{shape}@{x},{y}" for x, colour in enumerate("WYO")) for y, shape in enumerate("cdbxf")]
    table.photographs(Board.parse(rows[0]))
    table.confirms()
    look = table.photographs(Board.parse(" ".join(rows)))
    assert (look["proposal"], look["paused"]["code"], look["paused"]["params"]) == (None, "many_new", {"count": 12})
    look = table.photographs(Board.parse(" ".join(rows[:2])))
    assert (look["paused"], look["proposal"]["text"]) == (None, rows[1])


def test_tiles_taken_away_pause_until_table_and_record_agree_and_nothing_is_undone_by_itself(table: Table) -> None:
    table.lays(FIRST)
    table.waits(3)
    table.lays(SECOND)
    table.waits(3)
    look = table.takes((1, 1), (1, 2), (1, 3), seconds=10)
    assert look["paused"]["code"] == "last_move_taken"
    assert len(table.turns) == 2
    table.phone.looks()
    table.phone.does("/undo")
    while len(table.turns) > 1:
        table.phone.does("/undo")
    assert table.frame()["paused"] is None
    assert table.lays(SECOND)["proposal"]["player"] == "Ben"


def test_one_tile_that_is_missed_is_told_and_the_game_goes_on(table: Table) -> None:
    table.lays(FIRST)
    table.waits(3)
    table.lays(SECOND)
    table.waits(3)
    look = table.takes((0, 0))
    assert codes(look["differs"]) == ["not_seen"]
    assert table.lays(THIRD)["proposal"]["legal"]


def test_by_itself_is_a_setting(table: Table) -> None:
    assert table.does("/settings", confirm_after=None)["confirm_after"] is None
    assert table.lays(FIRST, seconds=20)["proposal"]["confirms_in"] is None
    assert table.turns == []
    assert table.does("/settings", confirm_after=0.5)["confirm_after"] == 0.5
    table.waits(1)
    assert len(table.turns) == 1


@pytest.mark.parametrize("seconds", [-1, 61, "3", True, [3]])
def test_a_setting_that_is_none_is_refused(table: Table, seconds: object) -> None:
    assert refusal(table.asks("/settings", confirm_after=seconds)) == (422, "wish_malformed")


def test_photos_are_proposed_at_once_and_the_next_confirms_the_one_before(opened: Opened) -> None:
    table = Table(opened())
    table.phone.begins("qwirkle", "Ann", "Ben", turn=0, sixth="white")
    first = EMPTY_BOARD.after(Move.parse(FIRST))
    look = table.photographs(first)
    assert (look["proposal"]["text"], look["proposal"]["confirms_in"]) == (FIRST, None)
    assert (look["source"], look["size"], len(look["pieces"])) == (None, [80, 60], 3)
    second = first.after(Move.parse(THIRD))
    look = table.photographs(second)
    assert look["proposal"]["player"] == "Ben"
    assert table.turns == [("Ann", FIRST, 3)]
    assert table.photographs(second)["proposal"] == look["proposal"]
    table.confirms()
    assert table.turns[1:] == [("Ben", "Ox@2,-2 Of@2,-1", 3)]


def test_a_word_needs_something_that_was_seen(opened: Opened) -> None:
    table = Table(opened())
    table.phone.begins("qwirkle", "Ann", "Ben", turn=0)
    assert refusal(table.asks("/fix", cell=[0, 0], tile="Rc")) == (409, "nothing_seen")


@pytest.mark.parametrize(
    "wish",
    [
        {"cell": [0, 0], "tile": "unicorn"},
        {"cell": [0, 0], "tile": 7},
        {"cell": [0], "tile": "Rc"},
        {"cell": [0, 10**9], "tile": "Rc"},
        {"cell": "0,0", "tile": "Rc"},
        {"tile": "Rc"},
    ],
)
def test_a_word_that_is_none_is_refused(table: Table, wish: dict[str, object]) -> None:
    assert refusal(table.asks("/fix", **wish)) == (422, "wish_malformed")
