"""What every game promises, checked by playing each to its end at random, Qwixx by each preset and alone too."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.game import Correct, Game, GameError, IllegalMove, InvalidText, Redo, Rules, Undo
from engine.games import GAMES
from engine.qwixx.events import Preset
from engine.qwixx.game import QwixxRules

LONGEST = 2000
"""More events than a random game of any kind takes."""
NAMES = ["Ann", "Bob", "Cleo", "Dan", "Eve"]

AnyGame = Game[Any, Any, Any]
AnyRules = Rules[Any, Any, Any]

PLAYED: dict[str, tuple[AnyRules, int]] = {
    **{name: (rules, 3) for name, rules in GAMES.items()},
    **{f"qwixx-{preset}-{count}": (QwixxRules(preset), count) for preset in Preset for count in range(1, 6)},
}
"""The rules that are played, with the number of players."""


def play(rules: AnyRules, players: int, random: Random) -> Iterator[AnyGame]:
    """A random game after each of its events, up to its end."""
    game: AnyGame = Game.new(rules, NAMES[:players])
    yield game
    for _ in range(LONGEST):
        event = rules.chance(game.state, random)
        deciders = rules.deciders(game.state)
        assert (event is None) == bool(deciders or rules.outcome(game.state))
        if event is not None:
            game = game.then(event)
        elif deciders:
            game = game.decide({player: random.choice(list(rules.legal(game.state, player))) for player in deciders})
        else:
            return
        yield game
    pytest.fail("the game doesn't end")


@pytest.fixture(params=PLAYED, scope="module")
def played(request: pytest.FixtureRequest) -> tuple[AnyRules, int]:
    return PLAYED[request.param]


@pytest.fixture(scope="module")
def rules(played: tuple[AnyRules, int]) -> AnyRules:
    return played[0]


@pytest.fixture(scope="module")
def steps(played: tuple[AnyRules, int]) -> list[AnyGame]:
    return list(play(*played, Random(2)))


def test_a_game_starts_level_and_ends_with_the_highest_total_winning(rules: AnyRules, steps: list[AnyGame]) -> None:
    assert len(set(rules.scores(steps[0].state))) == 1
    assert all(rules.outcome(game.state) is None for game in steps[:-1])
    outcome = rules.outcome(steps[-1].state)
    assert outcome is not None
    assert outcome.scores == rules.scores(steps[-1].state)
    assert {outcome.scores[player] for player in outcome.winners} == {max(outcome.scores)}
    assert not rules.deciders(steps[-1].state)


def test_what_is_listed_as_legal_is_legal_and_round_trips(rules: AnyRules, steps: list[AnyGame]) -> None:
    for game in steps[:: max(1, len(steps) // 25)]:
        for player in rules.deciders(game.state):
            legal = rules.legal(game.state, player)
            decisions = list(legal)
            assert len(legal) == len(decisions) == len({rules.decision_text(decision) for decision in decisions}) > 0
            for decision in decisions[:: max(1, len(decisions) // 20)]:
                assert decision in legal
                assert rules.read_decision(rules.decision_text(decision)) == decision


def test_a_game_replays_from_json(rules: AnyRules, steps: list[AnyGame]) -> None:
    last = steps[-1]
    for event in last.events:
        assert rules.read_event(rules.event_json(event)) == event
    assert Game.from_json(rules, json.loads(json.dumps(last.to_json()))).state == last.state


def test_undo_is_as_if_never_played_and_redo_as_if_never_undone(rules: AnyRules, steps: list[AnyGame]) -> None:
    before, last = steps[-2], steps[-1]
    assert last.undo().state == before.state
    assert last.undo().redo().state == last.state
    assert (last.can_undo, last.can_redo, last.undo().can_redo) == (True, False, True)
    assert not steps[0].can_undo
    assert last.undo().undo().redo().redo().events == last.events
    back = last
    for _ in range(6):
        back = back.undo()
    assert back.state == steps[-7].state
    with pytest.raises(IllegalMove):
        last.redo()
    with pytest.raises(IllegalMove):
        steps[0].undo()
    with pytest.raises(IllegalMove):
        last.undo().then(last.events[-1]).redo()


def test_a_correction_stands_in_the_place_of_what_it_corrects(rules: AnyRules, steps: list[AnyGame]) -> None:
    last = steps[-1]
    same = last.correct(3, last.events[3])
    assert same.state == last.state
    assert same.undo().events == last.events
    for at in (-1, len(last.events)):
        with pytest.raises(IllegalMove):
            last.correct(at, last.events[3])
    with pytest.raises(IllegalMove) as caught:
        last.correct(3, last.events[0])
    assert caught.value.reason.code == "correction_breaks"


def test_a_correction_may_stand_in_the_place_of_several(rules: AnyRules, steps: list[AnyGame]) -> None:
    last = steps[-1]
    same = last.correct(2, *last.events[2:5])
    assert (same.events, same.state) == (last.events, last.state)
    assert same.undo().events == last.events
    with pytest.raises(IllegalMove) as caught:
        last.correct(len(last.events) - 1, *last.events[2:4])
    assert caught.value.reason.code == "no_such_event"


def test_a_log_with_every_kind_of_entry_round_trips(rules: AnyRules, steps: list[AnyGame]) -> None:
    game = steps[6].undo().undo().redo().correct(2, steps[6].events[2]).correct(1, *steps[6].events[1:3])
    read = Game.from_json(rules, json.loads(json.dumps(game.to_json())))
    assert read.log == game.log
    assert {type(entry) for entry in read.log} >= {Undo, Redo, Correct}
    assert read.state == game.state


def test_only_those_whose_turn_it_is_decide(rules: AnyRules, steps: list[AnyGame]) -> None:
    game = next(game for game in steps if rules.deciders(game.state))
    decisions = {player: next(iter(rules.legal(game.state, player))) for player in rules.deciders(game.state)}
    with pytest.raises(IllegalMove):
        game.decide({})
    with pytest.raises(IllegalMove):
        game.decide({**decisions, 99: next(iter(decisions.values()))})


@pytest.mark.parametrize(
    "data",
    [
        None,
        {"event": "undo"},
        [],
        [1],
        [None],
        ["start"],
        [[]],
        [{}],
        [{"event": None}],
        [{"event": []}],
        [{"event": "dance"}],
        [{"event": "undo"}],
        [{"event": "correct", "at": 0}],
        [{"event": "start"}],
        [{"event": "start", "players": 3}],
        [{"event": "start", "players": []}],
        [{"event": "start", "players": ["Ann", 1]}],
        [{"event": "start", "players": ["Ann", "Bob"], "surprise": 1}],
    ],
)
def test_a_log_that_is_none_is_refused(rules: AnyRules, data: Any) -> None:
    with pytest.raises(GameError):
        Game.from_json(rules, data)


def test_an_entry_that_cannot_be_read_is_named_by_its_place(rules: AnyRules, steps: list[AnyGame]) -> None:
    with pytest.raises(InvalidText) as caught:
        Game.from_json(rules, [*steps[0].to_json(), {"event": "dance"}])
    assert caught.value.reason.params["position"] == 1
