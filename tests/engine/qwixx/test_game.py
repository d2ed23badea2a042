import json
from dataclasses import replace
from typing import Any

import pytest

from engine.game import Game, GameError, IllegalMove
from engine.qwixx.events import Act, Declare, Event, Open, Preset, Start, Throw
from engine.qwixx.game import QWIXX, QwixxGame, QwixxRules, State
from engine.qwixx.marks import Action, Mark
from engine.qwixx.notation import parse_mark_or_none, parse_roll, parse_sheet
from engine.qwixx.sheet import Row, Sheet

TWO = ("Ann", "Bob")
NEARLY_RED = "R:2,3,4,5,6"
"""One mark more locks the red row."""
NEARLY_ALL = "R:2,3,4,5,6 Y:2,3,4,5,6 G:12,11,10,9,8 B:12,11,10,9,8"


def begin(*sheets: str, preset: Preset = Preset.GAMERULES, closed: str = "", penalties: int = 0) -> QwixxGame:
    """A game in play, the first player's turn; the first player has these penalties."""
    names = ("Ann", "Bob", "Cleo", "Dan", "Eve")[: len(sheets)]
    first, *others = map(parse_sheet, sheets)
    rows = frozenset(Row("RYGB".index(letter)) for letter in closed)
    start = Start(names, preset, (replace(first, penalties=penalties), *others), rows, 0)
    return Game(QWIXX, (start,))


def throw(roll: str) -> Throw:
    return Throw(parse_roll(roll))


def act(marks: str) -> Act:
    """What all who may mark do, such as ``R7 -- B5``."""
    return Act(tuple(map(parse_mark_or_none, marks.split())))


def after(game: QwixxGame, *events: Event | str) -> QwixxGame:
    """The game after these events; a text is an action, or which comes first."""
    orders = {action.value: Declare(action) for action in Action}
    for event in events:
        game = game.then(orders.get(event) or act(event) if isinstance(event, str) else event)
    return game


def white_first(preset: Preset) -> tuple[str, ...]:
    """What the active player says, if anything, so that white comes first."""
    return ("white",) if preset == Preset.GAMERULES else ()


def refused(game: QwixxGame, event: Event | str) -> str:
    with pytest.raises(IllegalMove) as caught:
        after(game, event)
    assert str(caught.value)
    return caught.value.reason.code


def sheet_texts(state: State) -> list[str]:
    return [str(sheet) for sheet in state.sheets]


@pytest.mark.parametrize("preset", Preset)
def test_somebody_begins_and_the_turn_goes_to_the_left(preset: Preset) -> None:
    game = Game.new(QwixxRules(preset), ["Ann", "Bob", "Cleo"])
    assert QWIXX.deciders(game.state) == ()
    assert refused(game, throw("W1 W1 R1 Y1 G1 B1")) == "open_first"
    assert refused(game, Open(3)) == refused(game, Open(-1)) == "start_turn"
    game = game.then(Open(1))
    assert refused(game, Open(1)) == "opener_known"
    turns = []
    for _ in range(4):
        turns.append(game.state.turn)
        game = game.then(throw("W1 W1 R1 Y1 G1 B1"))
        game = after(game, *white_first(preset), "-- -- --", "--")
    assert turns == [1, 2, 0, 1]


def test_who_plays_alone_begins() -> None:
    game = after(Game.new(QWIXX, ["Ann"]), throw("W2 W3 R1 Y1 G1 B1"), "white", "R5", "B3")
    assert (sheet_texts(game.state), game.state.turn) == (["R:5 Y: G: B:3 P:0"], 0)
    assert after(game, throw("W2 W3 R1 Y1 G1 B1"), "colour", "--", "--").state.sheets[0].penalties == 1


def test_by_gamerules_the_active_player_says_first_which_action_comes_first() -> None:
    game = after(begin("R:", "R:"), throw("W2 W3 R1 Y1 G1 B1"))
    assert QWIXX.deciders(game.state) == (0,)
    assert list(QWIXX.legal(game.state, 0)) == [Action.WHITE, Action.COLOUR]
    assert refused(game, "R5 --") == refused(game, "--") == "declare_first"
    assert refused(game, throw("W2 W3 R1 Y1 G1 B1")) == "thrown_already"
    with pytest.raises(IllegalMove, match="has to say first"):
        game.decide({0: None})
    white = game.decide({0: Action.WHITE})
    assert QWIXX.deciders(white.state) == (0, 1)
    colour = game.decide({0: Action.COLOUR})
    assert QWIXX.deciders(colour.state) == (0,)
    assert QWIXX.deciders(colour.decide({0: None}).state) == (0, 1)
    assert refused(white, "colour") == "declared_already"


def test_by_the_publisher_white_comes_first() -> None:
    game = after(begin("R:", "R:", preset=Preset.PUBLISHER), throw("W2 W3 R1 Y1 G1 B1"))
    assert QWIXX.deciders(game.state) == (0, 1)
    assert refused(game, "colour") == "declared_already"
    assert QWIXX.deciders(after(game, "-- R5").state) == (0,)


def test_in_the_white_action_all_decide_at_once_and_only_the_active_player_can_get_a_penalty() -> None:
    game = after(begin("R:", "R:3", "R:7"), throw("W2 W3 R1 Y1 G1 B1"), "white")
    assert [sorted(map(str, game.state.legal_marks(player))) for player in range(3)] == [
        ["B5", "G5", "R5", "Y5"],
        ["B5", "G5", "R5", "Y5"],
        ["B5", "G5", "Y5"],
    ]
    assert refused(game, "R5 R5 R5") == "passed_over"
    assert refused(game, "R5 R5") == refused(game, "R5") == "act_count"
    with pytest.raises(IllegalMove, match="decisions are due from players"):
        game.decide({0: None, 1: None})
    game = after(game, "-- -- Y5", "--")
    assert sheet_texts(game.state) == ["R: Y: G: B: P:1", "R:3 Y: G: B: P:0", "R:7 Y:5 G: B: P:0"]


@pytest.mark.parametrize("marks", [("R5 --", "--"), ("-- --", "R3"), ("R5 --", "Y3")])
def test_a_mark_in_either_action_saves_the_active_player_from_the_penalty(marks: tuple[str, str]) -> None:
    game = after(begin("R:", "R:"), throw("W2 W3 R1 Y1 G1 B1"), "white", *marks)
    assert game.state.sheets[0].penalties == 0


@pytest.mark.parametrize("preset", Preset)
def test_in_the_same_row_the_second_mark_lies_right_of_the_first(preset: Preset) -> None:
    game = after(begin("R:", "R:", preset=preset), throw("W2 W3 R1 Y1 G6 B1"))
    white = after(game, *white_first(preset), "R5 --")
    assert refused(white, "R3") == refused(white, "R4") == "passed_over"
    green = after(game, *white_first(preset), "G5 --")
    assert refused(green, "G8") == "passed_over"
    if preset == Preset.GAMERULES:
        colour = after(game, "colour", "R4", "R5 --")
        assert colour.state.sheets[0].marked(Row.RED) == (4, 5)


def test_only_what_the_dice_give_can_be_marked() -> None:
    game = after(begin("R:", "R:"), throw("W2 W3 R1 Y1 G1 B1"), "white")
    assert refused(game, "R6 --") == "not_rolled"
    with pytest.raises(IllegalMove, match=r"red 6 can't be marked: the dice W2 W3 R1 Y1 G1 B1 give 5 in this action"):
        after(game, "R6 --")
    assert refused(after(game, "-- --"), "R5") == "not_rolled"
    with pytest.raises(IllegalMove, match="give 3 or 4"):
        after(game, "-- --", "R5")


def test_nothing_can_be_done_before_the_dice_are_rolled() -> None:
    game = begin("R:", "R:")
    assert refused(game, "white") == refused(game, "R5 --") == "throw_first"
    assert refused(begin("R:", "R:", closed="G"), throw("W1 W1 R1 Y1 G1 B1")) == "wrong_dice"
    assert refused(game, throw("W1 W1 R1 Y1 B1")) == "wrong_dice"
    with pytest.raises(IllegalMove, match="has to roll the dice first"):
        game.state.legal_marks(0)


@pytest.mark.parametrize("preset", Preset)
def test_several_players_lock_a_row_in_the_same_action_each_with_the_lock(preset: Preset) -> None:
    game = after(begin(NEARLY_RED, "R:2,3,4,5,6,7", "R:2", preset=preset), throw("W6 W6 R4 Y1 G1 B1"))
    game = after(game, *white_first(preset), "R12 R12 --")
    assert [sheet.points(Row.RED) for sheet in game.state.sheets] == [28, 36, 1]
    assert game.state.closed == {Row.RED}
    assert str(game.state.roll) == "W6 W6 Y1 G1 B1"
    assert refused(game, "R10") == "row_closed"
    game = after(game, "--")
    assert not game.state.over
    assert refused(game, throw("W6 W6 R4 Y1 G1 B1")) == "wrong_dice"


def test_several_rows_are_locked_in_the_same_action() -> None:
    game = after(begin(NEARLY_ALL, "Y:2,3,4,5,6"), throw("W6 W6 R4 Y1 G1 B1"), "white", "R12 Y12")
    assert game.state.closed == {Row.RED, Row.YELLOW}
    assert str(game.state.roll) == "W6 W6 G1 B1"


@pytest.mark.parametrize("preset", Preset)
def test_a_row_that_closes_in_the_first_action_is_closed_in_the_second(preset: Preset) -> None:
    """The active player would have marked red with the coloured die, but another closes the row before."""
    game = after(begin(NEARLY_RED, NEARLY_RED, preset=preset), throw("W6 W6 R6 Y1 G1 B1"))
    game = after(game, *white_first(preset), "-- R12")
    assert [str(mark) for mark in game.state.legal_marks(0)] == ["Y7", "G7", "B7"]
    assert refused(game, "R12") == "row_closed"
    assert game.state.sheets[0].points(Row.RED) == 15
    assert after(game, "--").state.sheets[0].penalties == 1


def test_a_row_that_the_colour_action_closes_first_is_closed_for_white() -> None:
    game = after(begin(NEARLY_RED, NEARLY_RED), throw("W6 W6 R6 Y1 G1 B1"), "colour", "R12")
    assert [str(mark) for mark in game.state.legal_marks(1)] == ["G12", "B12"]
    assert refused(game, "-- R12") == "row_closed"
    assert after(game, "-- --").state.sheets[0].penalties == 0


@pytest.mark.parametrize("preset", Preset)
def test_the_lock_in_the_last_action_ends_the_game(preset: Preset) -> None:
    game = after(begin(NEARLY_RED, "R:", closed="B", preset=preset), throw("W1 W6 R6 Y1 G1"))
    game = after(game, *white_first(preset), "-- R7", "R12")
    assert game.state.over
    assert (game.state.roll, game.state.actions, QWIXX.deciders(game.state)) == (None, (), ())
    outcome = QWIXX.outcome(game.state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((0,), (28, 1))
    assert refused(game, throw("W1 W6 Y1 G1")) == refused(game, "--") == refused(game, Open(0)) == "game_over"


def test_by_gamerules_the_turn_in_which_the_end_comes_is_finished() -> None:
    game = after(begin(NEARLY_ALL, "R:", closed="B"), throw("W6 W6 R4 Y6 G1"), "white", "R12 G12")
    assert game.state.has_ended
    assert not game.state.over
    assert [str(mark) for mark in game.state.legal_marks(0)] == ["Y12", "G7"]
    third = after(game, "Y12")
    assert third.state.over
    assert third.state.closed == {Row.RED, Row.YELLOW, Row.BLUE}
    assert after(game, "--").state.over


def test_by_gamerules_a_turn_that_ends_the_game_may_still_give_a_penalty() -> None:
    game = after(begin("R:", NEARLY_RED, closed="B"), throw("W6 W6 R4 Y6 G1"), "white", "-- R12", "--")
    assert game.state.over
    assert QWIXX.scores(game.state) == (-5, 28)


def test_by_gamerules_the_white_action_after_a_colour_action_that_ends_the_game_is_taken() -> None:
    game = after(begin(NEARLY_RED, "R:", closed="B"), throw("W1 W6 R6 Y6 G1"), "colour", "R12", "-- Y7")
    assert game.state.over
    assert QWIXX.scores(game.state) == (28, 1)


def test_by_the_publisher_the_second_lock_in_the_white_action_ends_the_game_at_once() -> None:
    game = begin(NEARLY_ALL, NEARLY_RED, closed="B", preset=Preset.PUBLISHER, penalties=3)
    game = after(game, throw("W6 W6 R4 Y6 G1"), "-- R12")
    assert game.state.over
    assert game.state.sheets[0].penalties == 3
    assert refused(game, "Y12") == "game_over"


@pytest.mark.parametrize("preset", Preset)
def test_a_fourth_penalty_in_the_turn_of_the_first_lock_ends_the_game(preset: Preset) -> None:
    game = after(begin("R:", NEARLY_RED, preset=preset, penalties=3), throw("W6 W6 R4 Y6 G1 B1"))
    game = after(game, *white_first(preset), "-- R12", "--")
    assert game.state.over
    assert game.state.closed == {Row.RED}
    assert QWIXX.scores(game.state) == (-20, 28)


def test_a_fourth_penalty_in_the_turn_of_the_second_lock_depends_on_the_preset() -> None:
    for preset, scores in ((Preset.GAMERULES, (-20, 28)), (Preset.PUBLISHER, (-15, 28))):
        game = begin("R:", NEARLY_RED, closed="G", preset=preset, penalties=3)
        game = after(game, throw("W6 W6 R4 Y6 B1"))
        game = after(game, *white_first(preset), "-- R12")
        game = game if game.state.over else after(game, "--")
        assert (game.state.over, QWIXX.scores(game.state)) == (True, scores)


def test_equal_totals_share_the_win() -> None:
    game = begin(NEARLY_RED, NEARLY_RED, "R:", closed="B", preset=Preset.PUBLISHER)
    outcome = QWIXX.outcome(after(game, throw("W6 W6 R4 Y6 G1"), "R12 R12 --").state)
    assert outcome is not None
    assert outcome.winners == (0, 1)


def test_a_start_tells_what_follows_from_its_sheets() -> None:
    state = begin("R:2,3,4,5,6,12L", "G:12L", closed="R").state
    assert state.closed == {Row.RED, Row.GREEN}
    assert state.over
    assert begin("R:", penalties=4).state.over
    assert begin("R:2,3,4,5,6,12", "R:").state.closed == {Row.RED}


@pytest.mark.parametrize(
    ("start", "code"),
    [
        (Start(()), "start_players"),
        (Start(tuple("abcdef")), "start_players"),
        (Start(TWO, "house rules"), "start_preset"),  # type: ignore[arg-type]
        (Start(TWO, sheets=(Sheet(),)), "start_sheets"),
        (Start(TWO, turn=2), "start_turn"),
        (Start(TWO, turn=-1), "start_turn"),
    ],
)
def test_a_game_that_can_not_begin_is_refused(start: Start, code: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        QWIXX.initial(start)
    assert caught.value.reason.code == code
    assert str(caught.value)


def test_a_game_begins_once_and_with_its_start() -> None:
    assert refused(begin("R:"), Start(TWO)) == "start_again"
    with pytest.raises(IllegalMove, match="must begin"):
        QWIXX.initial(Open(0))


def test_a_log_is_played_by_its_own_preset_whoever_reads_it() -> None:
    game = after(Game.new(QwixxRules(Preset.PUBLISHER), TWO), Open(0), throw("W2 W3 R1 Y1 G1 B1"), "R5 --")
    plain: list[dict[str, Any]] = json.loads(json.dumps(game.to_json()))
    assert plain == [
        {"event": "start", "players": ["Ann", "Bob"], "preset": "publisher"},
        {"event": "open", "player": 0},
        {"event": "throw", "roll": "W2 W3 R1 Y1 G1 B1"},
        {"event": "act", "marks": ["R5", "--"]},
    ]
    assert Game.from_json(QWIXX, plain).state == game.state


def test_every_kind_of_event_round_trips() -> None:
    events: list[Event] = [
        Start(TWO, Preset.PUBLISHER, (Sheet(), parse_sheet("R:3 P:2")), frozenset({Row.GREEN}), 1),
        Open(1),
        throw("W2 W3 R1 Y1 B1"),
        Declare(Action.COLOUR),
        act("R5 -- B12"),
    ]
    assert [QWIXX.read_event(json.loads(json.dumps(QWIXX.event_json(event)))) for event in events] == events


@pytest.mark.parametrize(
    "data",
    [
        {"event": "throw", "roll": "W1"},
        {"event": "throw", "roll": 3},
        {"event": "act", "marks": ["white"]},
        {"event": "act", "marks": "R5"},
        {"event": "act", "marks": [5]},
        {"event": "declare", "first": "red"},
        {"event": "open", "player": "0"},
        {"event": "open", "player": True},
        {"event": "start", "players": ["Ann"], "preset": "house"},
        {"event": "start", "players": ["Ann"], "sheets": ["R:99"]},
        {"event": "start", "players": ["Ann"], "closed": ["purple"]},
    ],
)
def test_an_event_that_is_none_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(GameError):
        Game.from_json(QWIXX, [{"event": "start", "players": ["Ann"]}, data])


def test_a_mark_misread_before_the_end_can_be_corrected_and_the_end_undone() -> None:
    """The lock that ended the game was misread: corrected, the game goes on."""
    game = begin("R:", NEARLY_RED, closed="B", preset=Preset.PUBLISHER)
    over = after(game, throw("W6 W6 R4 Y6 G1"), "G12 R12")
    assert over.state.over
    assert QWIXX.deciders(over.undo().state) == (0, 1)
    corrected = over.correct(2, act("G12 --"))
    assert not corrected.state.over
    assert corrected.state.actions == (Action.COLOUR,)
    assert corrected.undo().state.over
    again = after(corrected, "--", throw("W6 W6 R4 Y6 G1"))
    assert again.state.turn == 1
    with pytest.raises(IllegalMove, match="no longer possible"):
        again.correct(2, act("G12 R12"))


def test_a_misread_roll_is_corrected_together_with_its_marks() -> None:
    game = after(begin("R:", "R:", preset=Preset.PUBLISHER), throw("W3 W4 R1 Y1 G1 B1"), "R7 --", "--")
    with pytest.raises(IllegalMove, match="no longer possible"):
        game.correct(1, throw("W3 W5 R1 Y1 G1 B1"))
    corrected = game.correct(1, throw("W3 W5 R1 Y1 G1 B1"), act("R8 G8"))
    assert [str(sheet) for sheet in corrected.state.sheets] == ["R:8 Y: G: B: P:0", "R: Y: G:8 B: P:0"]


def test_decisions_of_several_kinds_do_not_mix() -> None:
    game = after(begin("R:", "R:"), throw("W2 W3 R1 Y1 G1 B1"), "white")
    with pytest.raises(IllegalMove):
        game.decide({0: Action.WHITE, 1: None})
    assert Action.WHITE not in QWIXX.legal(game.state, 0)
    assert Mark(Row.RED, 5) in QWIXX.legal(game.state, 0)
    assert None in QWIXX.legal(game.state, 0)
