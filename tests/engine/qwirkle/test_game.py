import json
from dataclasses import replace
from typing import Any

import pytest

from engine.game import Game, GameError, IllegalMove
from engine.qwirkle.board import Board
from engine.qwirkle.events import Draw, Event, Open, Pass, Play, Start, Stuck, Swap, Tell
from engine.qwirkle.game import QWIRKLE, QwirkleGame, State, largest_set
from engine.qwirkle.moves import Move
from engine.qwirkle.notation import parse_hand, parse_tiles
from engine.qwirkle.tile import Colour, Tile, box

TWO = ("Ann", "Bob")
FULL_BOX = [tile for tile in box(Colour.PURPLE) for _ in range(3)]


def begin(start: Start, *events: Event) -> QwirkleGame:
    game: QwirkleGame = Game(QWIRKLE, (start,))
    for event in events:
        game = game.then(event)
    return game


def dealt(*hands: str, start: Start | None = None) -> QwirkleGame:
    """A game with these hands drawn; a hand of question marks stays hidden."""
    tiles = [parse_hand(hand.replace("?", "")) for hand in hands]
    counts = [len(hand.split()) for hand in hands]
    names = ("Ann", "Bob", "Cleo", "Dan")[: len(hands)]
    start = replace(start or Start(names), hands=tuple(counts))
    draws = (Draw(player, count, told) for player, (count, told) in enumerate(zip(counts, tiles, strict=True)) if count)
    return begin(start, *draws)


def refused(game: QwirkleGame, event: Event) -> str:
    with pytest.raises(IllegalMove) as caught:
        game.then(event)
    return caught.value.reason.code


def play(player: int, move: str) -> Play:
    return Play(player, Move.parse(move))


# A table of which nothing is left in the box but what the hands hold, so that the bag is empty.
LAST = Board.parse("Rc@0,0 Rs@1,0 Bs@1,1")


def at_the_end(*hands: str, board: Board = LAST, turn: int = 0) -> QwirkleGame:
    """A game with an empty bag: every tile that is neither on the board nor in a hand is missing from the box."""
    missing = FULL_BOX.copy()
    for tile in [*board.values(), *(tile for hand in hands for tile in parse_hand(hand.replace("?", "")))]:
        missing.remove(tile)
    hidden = sum(hand.count("?") for hand in hands)
    start = Start(("Ann", "Bob", "Cleo")[: len(hands)], board=board, turn=turn, missing=tuple(missing[hidden:]))
    return dealt(*hands, start=start)


@pytest.mark.parametrize(
    ("hand", "size"),
    [("Rc Rs Rd Bb Gx Yf", 3), ("Rc Rc Rc Bb Bb Bb", 1), ("Rc Oc Yc Gc Bc Pc", 6), ("Rc Rs Os Ys Gs Gd", 4), ("", 0)],
)
def test_largest_set_counts_different_tiles_alone(hand: str, size: int) -> None:
    assert largest_set(parse_hand(hand)) == size


def test_the_largest_set_opens() -> None:
    game = dealt("Rc Rs Bd Bd Gx Yf", "Pc Ps Pd Bb Gx Yf")
    assert QWIRKLE.deciders(game.state) == (1,)


@pytest.mark.parametrize(("oldest", "opener"), [((), 0), ((2,), 2), ((1, 2), 1), ((0,), 0)])
def test_a_tie_for_the_opening_goes_to_the_oldest(oldest: tuple[int, ...], opener: int) -> None:
    hands = ("Rc Rs Bd Bd Gx Yf", "Pc Ps Bd Bb Gx Yf", "Oc Os Yd Bb Gx Yx")
    game = dealt(*hands, start=Start(("Ann", "Bob", "Cleo"), oldest=oldest))
    assert game.state.turn == opener


def test_the_oldest_wins_ties_only_among_those_who_tie() -> None:
    hands = ("Rc Rs Rd Bd Gx Yf", "Pc Ps Pd Bb Gx Yf", "Oc Os Yd Bb Gx Yx")
    assert dealt(*hands, start=Start(("Ann", "Bob", "Cleo"), oldest=(2, 1))).state.turn == 1


def test_the_opener_plays_a_whole_largest_set_any_of_several_and_does_not_swap() -> None:
    game = dealt("Rc Rs Rd Bd Bx Yf", "Pc Os Yd Bb Gx Yx")
    assert refused(game, play(0, "Rc@0,0 Rs@1,0")) == "whole_set"
    assert refused(game, Swap(0, 2, parse_tiles("Bd Bx"))) == "no_swap_at_opening"
    assert refused(game, Pass(0)) == "must_swap"
    assert game.then(play(0, "Rc@0,0 Rs@0,1 Rd@0,2")).state.scores == (3, 0)
    assert {len(move.placements) for move in QWIRKLE.legal(game.state, 0)} == {3}
    other = dealt("Rc Rs Bd Bx Yf Yf", "Pc Os Yd Bb Gx Yx")
    sets = {frozenset(map(str, move.tiles)) for move in QWIRKLE.legal(other.state, 0)}
    assert sets == {frozenset({"Rc", "Rs"}), frozenset({"Bd", "Bx"})}


def test_a_turn_draws_up_to_six_again_and_the_next_player_waits_for_it() -> None:
    game = dealt("Rc Rs Rd Bd Bx Yf", "Pc Os Yd Bb Gx Yx").then(play(0, "Rc@0,0 Rs@1,0 Rd@2,0"))
    assert game.state.owed == (3, 0)
    assert QWIRKLE.deciders(game.state) == ()
    assert refused(game, play(1, "Yd@2,1")) == "draw_first"
    assert refused(game, Draw(0, 4)) == refused(game, Draw(1, 1)) == refused(game, Draw(0, 0)) == "draw_count"
    game = game.then(Draw(0, 1, parse_tiles("Gb"))).then(Draw(0, 2))
    assert QWIRKLE.deciders(game.state) == (1,)
    assert str(game.state.hands[0]) == "Yf Gb Bd Bx ? ?"
    assert game.state.bag == 108 - 3 - 12


def test_where_nobody_tells_draws_hands_are_filled_as_they_are_due() -> None:
    game = begin(Start(TWO, turn=0, draws=False))
    assert [str(hand) for hand in game.state.hands] == ["? ? ? ? ? ?"] * 2
    assert refused(game, Draw(0, 1)) == "draw_count"
    game = game.then(Tell(0, parse_tiles("Rc Rs Bb"))).then(play(0, "Rc@0,0 Rs@1,0"))
    assert str(game.state.hands[0]) == "Bb ? ? ? ? ?"
    assert (game.state.owed, game.state.bag, QWIRKLE.deciders(game.state)) == ((0, 0), 108 - 2 - 12, (1,))
    game = game.then(Swap(1, 4))
    assert (len(game.state.hands[1]), len(game.state.aside), game.state.bag) == (6, 0, 108 - 2 - 12)


def test_where_nobody_tells_draws_a_correction_may_change_how_many_were_drawn() -> None:
    game = begin(Start(TWO, turn=0, draws=False), play(0, "Rc@0,0 Rs@1,0"), play(1, "Bc@0,1"), play(0, "Bs@1,1"))
    game = game.correct(1, play(0, "Rc@0,0 Rs@1,0 Rd@2,0"))
    assert (game.state.scores, game.state.bag) == ((7, 2), 108 - 5 - 12)
    assert QwirkleGame.from_json(QWIRKLE, json.loads(json.dumps(game.to_json()))).state == game.state


def test_whether_draws_are_told_is_yes_or_no() -> None:
    with pytest.raises(TypeError):
        QWIRKLE.read_event({"event": "start", "players": list(TWO), "draws": 1})


def test_playing_one_of_two_equal_tiles_leaves_the_other() -> None:
    game = dealt("Rc Rs Rd Rd Bx Yf", "Pc Os Yd Bb Gx Yx").then(play(0, "Rc@0,0 Rs@1,0 Rd@2,0"))
    assert Tile.parse("Rd") in game.state.hands[0].known


def test_swapped_tiles_go_back_after_the_new_ones_are_drawn() -> None:
    game = dealt("Rc Rs Rd Bd Bx Yf", "Pc Os Yd Yd Gx Yx")
    game = game.then(play(0, "Rc@0,0 Rs@1,0 Rd@2,0")).then(Draw(0, 3, parse_tiles("Gb Gb Gb")))
    assert refused(game, Swap(1, 0)) == refused(game, Swap(1, 7)) == refused(game, Swap(1, 1, parse_tiles("Pc Os")))
    assert refused(game, Swap(1, 1, parse_tiles("Bb"))) == "not_in_hand"
    bag = game.state.bag
    game = game.then(Swap(1, 2, parse_tiles("Yd Yd")))
    assert game.state.bag == bag
    assert QWIRKLE.deciders(game.state) == ()
    # Of the three yellow diamonds two lie aside: one may be drawn.
    assert refused(game, Draw(1, 2, parse_tiles("Yd Yd"))) == "none_left"
    game = game.then(Draw(1, 2, parse_tiles("Yd Oc")))
    assert game.state.bag == bag
    assert game.state.unseen[Tile.parse("Yd")] == 2
    assert game.state.turn == 0


def test_nobody_swaps_more_than_the_bag_holds_nor_passes_while_it_holds_any() -> None:
    missing = FULL_BOX.copy()
    for name in ("Rc", "Rs", "Bs", "Gx", "Gb", "Yx", "Yb", "Pf"):
        missing.remove(Tile.parse(name))
    game = dealt("Gx Gb", "Yx Yb", start=Start(TWO, board=LAST, turn=0, missing=tuple(missing)))
    assert game.state.bag == 1
    assert refused(game, Swap(0, 2, parse_tiles("Gx Gb"))) == "swap_count"
    assert refused(game, Pass(0)) == "must_swap"
    assert set(QWIRKLE.legal(game.state, 0)) == {Move.parse("-Gx"), Move.parse("-Gb")}


def test_the_last_tile_of_a_hand_earns_six_and_ends_the_game() -> None:
    game = at_the_end("Rd", "Yx Yb").then(play(0, "Rd@2,0"))
    assert game.state.over
    assert game.state.scores == (3 + 6, 0)
    assert game.state.turns[-1].score.bonus == 6
    outcome = QWIRKLE.outcome(game.state)
    assert outcome is not None
    assert outcome.winners == (0,)
    assert refused(game, play(1, "Yx@0,1")) == "game_over"
    assert not game.undo().state.over


def test_the_game_ends_at_once_without_the_six_when_nobody_can_add() -> None:
    game = at_the_end("Rd Yb", "Gx Gb").then(play(0, "Rd@2,0"))
    assert game.state.over
    assert game.state.scores == (3, 0)
    assert at_the_end("Yb", "Gx").state.over


def test_who_cannot_add_passes_once_the_bag_is_empty() -> None:
    game = at_the_end("Gx Gb", "Rd Rf", turn=0)
    assert list(QWIRKLE.legal(game.state, 0)) == [Move()]
    assert refused(game, Swap(0, 1, parse_tiles("Gx"))) == "swap_count"
    game = game.then(Pass(0))
    assert refused(game, Pass(1)) == "can_add"
    assert game.then(play(1, "Rd@2,0 Rf@3,0")).state.scores == (0, 4 + 6)


def test_equal_totals_share_the_win() -> None:
    board = replace_scores(at_the_end("Rd Yb", "Gx Gb"), (0, 3))
    outcome = QWIRKLE.outcome(board.then(play(0, "Rd@2,0")).state)
    assert outcome is not None
    assert outcome.winners == (0, 1)


def replace_scores(game: QwirkleGame, scores: tuple[int, ...]) -> QwirkleGame:
    start = game.events[0]
    assert isinstance(start, Start)
    return game.correct(0, replace(start, scores=scores))


def test_with_hidden_hands_counts_decide_who_goes_out() -> None:
    game = at_the_end("?", "? ?")
    assert (game.state.bag, str(game.state.hands[0])) == (0, "?")
    assert {str(tile) for tile in game.state.unseen} == {"Rc", "Rs"}
    assert refused(game, play(0, "Rd@2,0")) == "none_left"
    ended = game.then(play(0, "Rs@0,1"))
    assert ended.state.over
    assert ended.state.scores == (2 + 2 + 6, 0)


def test_with_hidden_hands_the_players_say_who_opens() -> None:
    game = dealt("? ? ? ? ? ?", "Pc Ps Pd Bb Gx Yf", "Oc Os Yd Bb Gx Yx")
    assert QWIRKLE.deciders(game.state) == ()
    assert refused(game, play(1, "Pc@0,0 Ps@1,0 Pd@2,0")) == "not_your_turn"
    assert refused(game, Open(2)) == "not_the_opener"
    assert game.then(Open(1)).state.turn == 1
    game = game.then(Open(0))
    assert refused(game, Open(0)) == "opener_known"
    game = game.then(play(0, "Rc@0,0 Rs@1,0 Rd@2,0 Rf@3,0")).then(Draw(0, 4))
    assert game.state.scores == (4, 0, 0)
    assert len(game.state.hands[0]) == 6


def test_with_hidden_hands_moves_can_be_checked_but_not_listed() -> None:
    game = dealt("? ? ? ? ? ?", "Pc Ps Pd Bb Gx Yf").then(Open(0))
    legal = QWIRKLE.legal(game.state, 0)
    assert Move.parse("Rc@0,0") in legal
    assert Move.parse("Rc@0,0 Bs@1,0") not in legal
    with pytest.raises(GameError, match="Ann"):
        list(legal)


def test_a_hand_that_was_told_can_not_hold_what_lies_elsewhere() -> None:
    game = dealt("? ? ? ? ? ?", "Pc Pc Pc Bb Gx Yf")
    assert refused(game, Tell(0, parse_tiles("Pc"))) == "none_left"
    assert refused(game, Tell(1, parse_tiles("Rc"))) == "hand_told_otherwise"
    told = game.then(Tell(0, parse_tiles("Rc Rs"))).then(Tell(0, parse_tiles("Rc Rs Rd Rd")))
    assert str(told.state.hands[0]) == "Rc Rs Rd Rd ? ?"
    whole = told.then(Tell(0, parse_tiles("Rc Rs Rd Rd Rf Rx")))
    assert whole.state.turn == 0, "all hands are known now, so it is known who opens"


def test_a_swap_of_tiles_that_nobody_named_leaves_none_of_the_hand_sure() -> None:
    game = dealt("Rc Rs Rd Bd Bx Yf", "Pc Os Yd Yd Gx Yx")
    game = game.then(play(0, "Rc@0,0 Rs@1,0 Rd@2,0")).then(Draw(0, 3)).then(Swap(1, 2, parse_tiles("Pc")))
    assert str(game.state.hands[1]) == "? ? ? ?"
    assert str(game.then(Draw(1, 2)).state.hands[1]) == "? ? ? ? ? ?"


def test_with_hidden_hands_the_players_declare_that_nobody_can_add() -> None:
    game = at_the_end("? ?", "Gx Gb")
    assert not game.state.over
    ended = game.then(Stuck())
    assert ended.state.over
    assert ended.state.scores == (0, 0)
    assert refused(at_the_end("? ?", "Rd Gb"), Stuck()) == "can_add"
    assert refused(dealt("? ? ? ? ? ?", "? ? ? ? ? ?"), Stuck()) == "bag_not_empty"


def test_the_game_also_ends_when_all_have_passed_in_a_row() -> None:
    game = at_the_end("? ?", "? ?").then(Pass(0))
    assert not game.state.over
    assert game.then(Pass(1)).state.over


def test_a_game_starts_from_a_table_with_scores_and_a_box_that_lacks_tiles() -> None:
    start = Start(TWO, Colour.WHITE, (), LAST, (40, 38), 1, missing=parse_tiles("Wc"), lost=1)
    game = begin(start, Draw(0, 6), Draw(1, 6, parse_tiles("Wc Wc Rd Rf Gx Gb")))
    assert game.state.bag == 108 - 2 - 3 - 12
    assert sum(game.state.unseen.values()) == game.state.bag + 6 + 1
    assert refused(game, play(1, "Os@1,2")) == "not_in_hand"
    assert game.then(play(1, "Rd@2,0 Rf@3,0")).state.scores == (40, 42)
    assert refused(begin(start), Draw(0, 6, parse_tiles("Wc Wc Wc"))) == "none_left"


@pytest.mark.parametrize(
    ("start", "code"),
    [
        (Start(("Ann",)), "start_players"),
        (Start(tuple("abcdefg")), "start_players"),
        (Start(TWO, Colour.RED), "start_sixth"),
        (Start(TWO, scores=(1,)), "start_values"),
        (Start(TWO, scores=(1, -1)), "start_values"),
        (Start(TWO, lost=-1), "start_values"),
        (Start(TWO, hands=(6, 7)), "start_hands"),
        (Start(TWO, oldest=(2,)), "start_turn"),
        (Start(TWO, turn=2), "start_turn"),
        (Start(TWO, board=LAST), "start_turn"),
        (Start(TWO, board=Board.parse("Wc@0,0"), turn=0), "start_tiles"),
        (Start(TWO, board=LAST, turn=0, missing=parse_tiles("Rc Rc Rc")), "start_tiles"),
        (Start(TWO, board=Board.parse("Rc@0,0 Rs@5,0"), turn=0), "start_apart"),
        (Start(TWO, lost=100), "start_hands"),
    ],
)
def test_a_game_that_can_not_begin_is_refused(start: Start, code: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        _ = begin(start).state
    assert caught.value.reason.code == code


def test_a_tile_misread_long_ago_can_be_corrected() -> None:
    game = dealt("? ? ? ? ? ?", "? ? ? ? ? ?").then(Open(0)).then(play(0, "Rc@0,0 Rs@1,0")).then(Draw(0, 2))
    game = game.then(play(1, "Oc@0,1"))
    corrected = game.correct(4, play(0, "Rc@0,0 Rd@1,0"))
    assert corrected.state.board == Board.parse("Rc@0,0 Rd@1,0 Oc@0,1")
    with pytest.raises(IllegalMove, match="no longer possible"):
        game.correct(4, play(0, "Bd@0,0 Bs@1,0"))


def test_an_event_leaves_its_defaults_out_of_json() -> None:
    game = dealt("? ? ? ? ? ?", "Pc Ps Pd Bb Gx Yf").then(Open(1)).then(play(1, "Pc@0,0 Ps@1,0 Pd@2,0"))
    plain: list[dict[str, Any]] = json.loads(json.dumps(game.to_json()))
    assert plain == [
        {"event": "start", "players": ["Ann", "Bob"], "hands": [6, 6]},
        {"event": "draw", "player": 0, "count": 6},
        {"event": "draw", "player": 1, "count": 6, "tiles": "Pc Ps Pd Bb Gx Yf"},
        {"event": "open", "player": 1},
        {"event": "play", "player": 1, "move": "Pc@0,0 Ps@1,0 Pd@2,0"},
    ]


def test_every_kind_of_event_round_trips() -> None:
    events: list[Event] = [
        Start(TWO, Colour.WHITE, (1, 0), LAST, (1, 2), 1, (5, 6), parse_tiles("Wc Wc"), 2),
        Draw(1, 3, parse_tiles("Rc Rc")),
        Tell(0, parse_tiles("Rc")),
        Open(1),
        play(0, "Rc@-3,4 Rs@-2,4"),
        Swap(0, 3, parse_tiles("Rc")),
        Pass(1),
        Stuck(),
    ]
    assert [QWIRKLE.read_event(json.loads(json.dumps(QWIRKLE.event_json(event)))) for event in events] == events


@pytest.mark.parametrize("player", [-1, 2, 99])
def test_a_player_who_is_not_there_is_refused(player: int) -> None:
    game = dealt("? ? ? ? ? ?", "? ? ? ? ? ?")
    for event in (Draw(player, 1), Open(player), play(player, "Rc@0,0"), Swap(player, 1), Pass(player)):
        assert refused(game, event) == "start_turn"


def test_a_state_names_its_players() -> None:
    state: State = dealt("? ? ? ? ? ?", "? ? ? ? ? ?").state
    assert state.name(1) == "Bob"
