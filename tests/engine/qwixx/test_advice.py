"""What the adviser suggests: all that the rules allow and nothing else, with values and reasons that hold."""

from itertools import product
from random import Random

import pytest

from engine.game import IllegalMove
from engine.qwixx.advice import Suggestion, View, advise
from engine.qwixx.events import Preset, Start, Throw
from engine.qwixx.game import QWIXX, State
from engine.qwixx.marks import Action, Decision, Mark
from engine.qwixx.notation import parse_roll, parse_sheet
from engine.qwixx.sheet import Row, Sheet
from engine.qwixx.states import row_state
from engine.qwixx.values import shipped
from tests.engine.qwixx.positions import next_event, random_start

ROLL = "W3 W4 R5 Y4 G1 B6"
FULL = "R:2,3,4,5,6 Y:2,3,4,5,6 G:12,11,10,9,8 B:12,11,10,9,8"
"""Every row can be locked."""


def view(sheet: str, roll: str = ROLL, *, others: tuple[str, ...] = (), active: bool = True, **told: object) -> View:
    seen = tuple(map(parse_sheet, others))
    return View(parse_sheet(sheet), parse_roll(roll), seen, active, **told)  # type: ignore[arg-type]


def marked(suggestion: Suggestion) -> str:
    return " ".join(map(str, suggestion.marks)) or "--"


def codes(suggestion: Suggestion) -> list[str]:
    return [reason.code for reason in suggestion.reasons]


def find(suggestions: tuple[Suggestion, ...], marks: str) -> Suggestion:
    (found,) = (suggestion for suggestion in suggestions if marked(suggestion) == marks)
    return found


Ends = dict[frozenset[tuple[Action, Mark]], State]


def ends(state: State, player: int, made: frozenset[tuple[Action, Mark]] = frozenset()) -> Ends:
    """Where the rules lead, nobody else marking anything, by what the player marks in the rest of the turn."""
    found: Ends = {}
    if state.over or state.roll is None:
        return {made: state}
    action = state.actions[0] if state.actions else None
    deciders = QWIXX.deciders(state)
    for decision in QWIXX.legal(state, player) if player in deciders else [None]:
        decisions: dict[int, Decision] = dict.fromkeys(deciders)
        if player in deciders:
            decisions[player] = decision
        elif action is None:
            decisions = dict.fromkeys(deciders, Action.WHITE)
        more = made
        if isinstance(decision, Mark) and action is not None:
            more = made | {(action, decision)}
        found.update(ends(QWIXX.apply(state, decisions), player, more))
    return found


@pytest.mark.parametrize("seed", range(60))
def test_all_that_the_rules_allow_is_suggested_with_the_sheet_it_leads_to(seed: int) -> None:
    random = Random(seed)
    state = QWIXX.initial(random_start(random))
    for _ in range(random.randrange(30)):
        event = next_event(state, random)
        state = QWIXX.after(state, event) if event else state
    for player in QWIXX.deciders(state):
        expected = ends(state, player)
        suggestions = advise(View.of_state(state, player))
        found = {marks_of(suggestion): suggestion for suggestion in suggestions}
        assert len(found) == len(suggestions)
        assert found.keys() == expected.keys()
        for marks, after in expected.items():
            assert found[marks].sheet == after.sheets[player]
            assert found[marks].score == after.sheets[player].total - state.sheets[player].total
            own_penalties = after.sheets[player].penalties
            said = any(code.startswith("ends_game") for code in codes(found[marks]))
            assert said == (len(after.closed) >= 2 or own_penalties == 4)


def marks_of(suggestion: Suggestion) -> frozenset[tuple[Action, Mark]]:
    both = [(Action.WHITE, suggestion.white), (Action.COLOUR, suggestion.colour)]
    return frozenset((action, mark) for action, mark in both if mark is not None)


@pytest.mark.parametrize(("preset", "players"), [*product(Preset, (1, 2, 5))])
def test_the_value_is_the_total_and_the_points_still_to_come_before_the_next_roll(preset: Preset, players: int) -> None:
    sheet = parse_sheet("R:3,5 Y: G:12 B:11,9 P:1")
    values = shipped(preset, players)
    for active in (True, False)[:players]:
        seen = View(sheet, parse_roll(ROLL), active=active, players=players, preset=preset)
        for suggestion in advise(seen):
            after = suggestion.sheet
            states = [row_state(after, row) for row in Row]
            to_come = values.to_come(states, after.penalties, players - 1 if active else players // 2 - 1)
            assert suggestion.value == pytest.approx(after.total + to_come)


def test_the_best_comes_first() -> None:
    values = [suggestion.value for suggestion in advise(view("R:3,4"))]
    assert values == sorted(values, reverse=True)


def test_a_lock_is_taken_and_what_it_brings_is_said() -> None:
    best = advise(view("R:2,3,4,5,6 Y:11 G:3 B:3 P:3", "W6 W6 R1 Y1 G1 B1"))[0]
    assert Mark(Row.RED, 12) in best.marks
    assert "red 12 locks the row: +15 at once, the lock counted" in map(str, best.reasons)


def test_by_gamerules_the_colour_action_may_come_first_and_the_order_is_said_only_then() -> None:
    free, strict = (advise(view("R:", preset=preset)) for preset in (Preset.GAMERULES, Preset.PUBLISHER))
    assert {suggestion.first for suggestion in strict} == {None}
    assert {marked(one) for one in free} - {marked(one) for one in strict} == {"B10 B7", "B9 B7"}
    assert {marked(one) for one in free if one.first is Action.COLOUR} == {"B10 B7", "B9 B7"}


def test_once_the_order_is_said_only_that_one_is_suggested() -> None:
    colour_first = advise(view("R:", actions=(Action.COLOUR, Action.WHITE)))
    assert not any(marked(one) == "R7 R8" for one in colour_first)
    white_first = advise(view("R:", actions=(Action.WHITE, Action.COLOUR)))
    assert any(marked(one) == "R7 R8" for one in white_first)


def test_by_the_publisher_a_white_second_lock_ends_the_game_before_the_colour_action() -> None:
    roll = "W6 W6 Y4 G1 B6"
    strict = advise(view(FULL, roll, preset=Preset.PUBLISHER))
    locks = [suggestion for suggestion in strict if suggestion.white == Mark(Row.YELLOW, 12)]
    assert [(marked(one), one.value) for one in locks] == [("Y12", locks[0].sheet.total)]
    assert "ends_game" in codes(locks[0])
    free = advise(view(FULL, roll))
    assert any(one.white == Mark(Row.YELLOW, 12) and one.colour for one in free)


def test_an_active_player_who_marks_nothing_takes_a_penalty_and_a_passive_one_does_not() -> None:
    nothing = find(advise(view("R: P:2")), "--")
    assert (nothing.score, nothing.sheet.penalties, nothing.penalty) == (-5, 3, True)
    assert codes(nothing)[0] == "takes_penalty"
    nothing = find(advise(view("R: P:2", active=False)), "--")
    assert (nothing.score, nothing.sheet.penalties, nothing.penalty) == (0, 2, False)
    assert codes(nothing)[0] == "marks_nothing"
    marked_before = advise(view("R:7", actions=(Action.COLOUR,), marked=True))
    assert not find(marked_before, "--").penalty


def test_the_fourth_penalty_ends_the_game() -> None:
    nothing = find(advise(view("R:3 P:3")), "--")
    assert nothing.value == nothing.sheet.total == 1 - 20
    assert "ends_game" in codes(nothing)


def test_what_is_passed_over_and_what_can_be_locked_now_is_said() -> None:
    suggestion = find(advise(view("R:2,3,4,5", active=False)), "R7")
    assert [str(reason) for reason in suggestion.reasons[:3]] == [
        "red 7: +5 at once",
        "passes over 6 in the red row",
        "red 12 can be marked from now on",
    ]


def test_a_row_that_another_sheet_shows_closed_is_closed() -> None:
    suggestions = advise(view("R:", others=("R:2,3,4,5,6,12L",)))
    assert not any(mark.row is Row.RED for suggestion in suggestions for mark in suggestion.marks)


def test_there_are_as_many_players_as_sheets() -> None:
    assert view("R:", others=("R:", "R:", "R:")).players == 4


@pytest.mark.parametrize("waits", range(1, 5))
def test_the_nearer_the_own_turn_the_fewer_points_are_still_to_come(waits: int) -> None:
    nearer, farther = (
        find(advise(view("R:", active=False, players=5, waits=turns)), "--").value
        for turns in (waits, min(4, waits + 1))
    )
    assert nearer <= farther


def test_what_to_expect_says_when_it_takes_the_others_to_end_nothing() -> None:
    alone, unknown, known = view("R:", players=1), view("R:"), view("R:", others=("R:",))
    assert "still_to_come" in codes(advise(alone)[0])
    assert "to_come_undisturbed" in codes(advise(unknown)[0])
    assert "still_to_come" in codes(advise(known)[0])


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"players": 6}, "start_players"),
        ({"players": 0}, "start_players"),
        ({"active": False, "players": 1}, "turns_away"),
        ({"active": False, "waits": 2}, "turns_away"),
        ({"active": True, "waits": 1}, "turns_away"),
        ({"active": False, "actions": (Action.COLOUR,)}, "nothing_to_decide"),
        ({"sheet": "P:4"}, "game_over"),
        ({"others": ("P:4",)}, "game_over"),
        ({"sheet": "R:2,3,4,5,6,12L Y:2,3,4,5,6,12L"}, "game_over"),
    ],
)
def test_what_can_not_be_advised_on_is_refused(told: dict[str, object], code: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        view(str(told.pop("sheet", "R:")), **told)  # type: ignore[arg-type]
    assert refused.value.reason.code == code


def test_a_game_before_its_roll_leaves_nothing_to_decide() -> None:
    state = QWIXX.initial(Start(("Ann", "Bob"), turn=0))
    with pytest.raises(IllegalMove, match="nothing to decide"):
        View.of_state(state, 0)
    assert advise(View.of_state(QWIXX.after(state, Throw(parse_roll(ROLL))), 1))


def test_a_sheet_against_the_rules_is_advised_on_all_the_same() -> None:
    assert advise(View(Sheet.of(red=[12], yellow=range(2, 12)), parse_roll(ROLL)))
