"""What holds in every position of every game, open or hidden, also across its end."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.game import Game
from engine.qwirkle import generator
from engine.qwirkle.events import Draw, Event, Open, Start, Stuck, Swap
from engine.qwirkle.game import QWIRKLE, QwirkleGame, State, box_size, box_tiles, largest_set, turn_event
from engine.qwirkle.moves import Move, Placement
from engine.qwirkle.notation import hand_text, parse_hand, parse_tiles
from engine.qwirkle.tile import SIXTH_COLOURS, TILES, Tile
from tests.engine.replays import assert_undone

from . import brute_force

PLAYED = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)

tiles = st.sampled_from(TILES)
cells = st.integers(-99, 99)
placements = st.builds(Placement, cells, cells, tiles)


@st.composite
def games(draw: st.DrawFn) -> QwirkleGame:
    """A game with open hands after any number of its events, its end included."""
    random = Random(draw(st.integers(0, 2**32)))
    players = draw(st.integers(2, 6))
    missing = tuple(draw(st.lists(st.sampled_from(TILES[:30]), max_size=3, unique=True)))
    start = Start(("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")[:players], draw(st.sampled_from(SIXTH_COLOURS)))
    game: QwirkleGame = Game(QWIRKLE, (replace(start, missing=missing, lost=draw(st.integers(0, 1))),))
    for _ in range(draw(st.integers(1, 200))):
        event = next_event(game.state, random)
        if event is None:
            break
        game = game.then(event)
    return game


def next_event(state: State, random: Random) -> Event | None:
    if QWIRKLE.outcome(state) is not None:
        return None
    deciders = QWIRKLE.deciders(state)
    if not deciders:
        return QWIRKLE.chance(state, random)
    (player,) = deciders
    hand = state.hands[player].known
    adding = list(state.board.legal_moves(hand, largest_set(hand) if state.is_opening else None))
    if state.bag and not state.is_opening and (not adding or random.random() < 0.05):
        return turn_event(player, Move.swapping(random.sample(hand, random.randint(1, min(len(hand), state.bag)))))
    return turn_event(player, random.choice(adding) if adding else Move())


@pytest.fixture(autouse=True)
def quick(compiled_search: Callable[..., int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generator, "_compiled", compiled_search)


@PLAYED
@given(games())
def test_every_position_keeps_its_tiles_its_lines_and_its_scores(game: QwirkleGame) -> None:
    check_no_tile_is_lost_or_made(game.state)
    check_scores_follow_from_lines(game.state)
    assert game.state.board.status() == ()
    replayed: QwirkleGame = Game.from_json(QWIRKLE, json.loads(json.dumps(game.to_json())))
    assert replayed.state == game.state


def check_no_tile_is_lost_or_made(state: State) -> None:
    held: Counter[Tile] = Counter(state.board.values())
    for hand in state.hands:
        held.update(hand.known)
    assert held + state.unseen == box_tiles(state.start)
    assert state.unseen.total() == state.bag + len(state.aside) + state.start.lost
    assert len(state.board) + sum(map(len, state.hands)) + state.bag + len(state.aside) == box_size(state.start)
    assert state.over or any(state.owed) or not state.bag or all(len(hand) == 6 for hand in state.hands)


def check_scores_follow_from_lines(state: State) -> None:
    table: brute_force.Table = {}
    scores = [0] * len(state.hands)
    for turn in state.turns:
        added = frozenset((placement.cell, placement.tile) for placement in turn.move.placements)
        if added:
            assert brute_force.points(table, added) == sum(line.points for line in turn.score.lines)
        table |= dict(added)
        scores[turn.player] += turn.score.points
    assert table == dict(state.board)
    assert tuple(scores) == state.scores
    assert [turn.score.bonus for turn in state.turns if turn.score.bonus] in ([], [6])


@PLAYED
@given(games(), st.integers(1, 12))
def test_undo_equals_not_having_played(game: QwirkleGame, steps: int) -> None:
    assert_undone(game, steps)


def hidden(event: Event) -> Event:
    return replace(event, tiles=()) if isinstance(event, Draw | Swap) else event


@PLAYED
@given(games())
def test_a_game_with_hidden_hands_derives_the_same_from_counts(game: QwirkleGame) -> None:
    veiled: QwirkleGame = Game(QWIRKLE, game.log[:1])
    for event in game.events[1:]:
        if not QWIRKLE.deciders(veiled.state) and not any(veiled.state.owed) and veiled.state.turn is None:
            veiled = veiled.then(Open(event.player if not isinstance(event, Start | Stuck) else 0))
        veiled = veiled.then(hidden(event))
    known, unknown = game.state, veiled.state
    if known.over and not unknown.over:
        unknown = veiled.then(Stuck()).state
    assert (unknown.board, unknown.scores, unknown.bag, unknown.over) == (
        known.board,
        known.scores,
        known.bag,
        known.over,
    )
    assert list(map(len, unknown.hands)) == list(map(len, known.hands))


@given(st.lists(placements, max_size=8, unique=True), st.lists(tiles, max_size=6))
def test_moves_round_trip(added: list[Placement], swapped: list[Tile]) -> None:
    for move in (Move(tuple(added)), Move((), tuple(swapped))):
        assert Move.parse(str(move)) == move


@given(st.lists(tiles, max_size=6, unique=True), st.sampled_from([" ", ", ", ";", "\n"]))
def test_hands_round_trip_in_letters_and_words(hand: list[Tile], between: str) -> None:
    assert list(parse_hand(hand_text(hand))) == hand
    assert list(parse_tiles(between.join(tile.words for tile in hand))) == hand
