from math import comb
from random import Random
from typing import Any

import pytest

from engine.game import Budget, Game, IllegalMove
from engine.qwirkle import advice as adviser
from engine.qwirkle import weighing
from engine.qwirkle.advice import advise
from engine.qwirkle.board import Board
from engine.qwirkle.events import Draw, Start
from engine.qwirkle.fives import Fives
from engine.qwirkle.game import QWIRKLE
from engine.qwirkle.moves import Move
from engine.qwirkle.notation import parse_hand, parse_tiles
from engine.qwirkle.scales import Machine
from engine.qwirkle.suggestions import Suggestion, Suggestions
from engine.qwirkle.tile import TILES, Colour, Tile
from engine.qwirkle.view import View

from .positions import positions

FIVE = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0 Rf@3,0 Rx@4,0")


def codes(suggestion: Suggestion) -> list[str]:
    return [reason.code for reason in suggestion.reasons]


def reason(suggestion: Suggestion, code: str) -> dict[str, object]:
    return dict(next(reason.params for reason in suggestion.reasons if reason.code == code))


@pytest.fixture(autouse=True)
def not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Advice is by points, unless a test asks for more: other tests may have warmed this process."""
    monkeypatch.setattr(weighing, "_machine", None)


@pytest.fixture
def ahead(monkeypatch: pytest.MonkeyPatch, not_compiled: None, compiled_machine: Machine) -> None:
    """Lets advice look ahead."""
    monkeypatch.setattr(weighing, "_machine", compiled_machine)


@pytest.mark.parametrize("seed", range(4))
def test_all_moves_are_ranked_by_points_then_by_fives_left(seed: int) -> None:
    for board, hand in positions(Random(seed), greed=0.8):
        advice = advise(View.of_table(board, hand))
        if board:
            assert {suggestion.move for suggestion in advice} == set(board.legal_moves(hand)) or not advice[
                0
            ].score.points
        ranks = [(-one.value, codes(one).count("opens_five")) for one in advice if one.move.placements]
        assert ranks == sorted(ranks)
        for suggestion in advice:
            assert all(map(str, suggestion.reasons))
            assert suggestion.score.lines == board.score(suggestion.move).lines


def test_a_qwirkle_comes_first_and_says_so() -> None:
    best = advise(View.of_table(FIVE, parse_hand("Rb Oc")))[0]
    assert best.score.points == 12
    assert codes(best) == ["makes_qwirkle"]
    assert reason(best, "makes_qwirkle")["points"] == 12


def test_a_line_of_five_left_for_the_next_player_has_its_chance() -> None:
    view = View.of_table(FIVE, parse_hand("Oc Ys"))
    left = len(view.unseen)
    assert left == 108 - 7
    for suggestion in advise(view):
        five = reason(suggestion, "opens_five")
        assert five["tiles"] == "red starburst"
        assert five["chance"] == pytest.approx(1 - comb(left - 3, 6) / comb(left, 6))


def test_a_five_that_nobody_can_complete_is_no_threat() -> None:
    used_up = View.of_table(FIVE, parse_hand("Oc"), missing=parse_tiles("Rb Rb Rb"))
    assert all("opens_five" not in codes(suggestion) for suggestion in advise(used_up))


def test_of_equal_moves_the_one_that_leaves_no_five_comes_first() -> None:
    board = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0 Rf@3,0 Bc@0,1 Bs@0,2 Bd@0,3 Gd@1,3 Yd@2,3 Od@3,3")
    # Either star makes a line of five; the red one can be followed by a red starburst, of which there are none left.
    advice = advise(View.of_table(board, parse_hand("Rx Pd"), missing=parse_tiles("Rb Rb Rb")))
    best = [
        (suggestion.value, str(suggestion.move), codes(suggestion).count("opens_five")) for suggestion in advice[:3]
    ]
    assert best == [(5, "Rx@-1,0", 0), (5, "Rx@4,0", 0), (5, "Pd@-1,3", 1)]


def test_the_last_of_a_kind_and_going_out_are_told() -> None:
    missing = [tile for tile in View.of_table(FIVE, ()).unseen if str(tile) not in ("Rb", "Oc", "Ys")]
    view = View.of_table(FIVE, parse_hand("Rb Rb Rb"), missing=missing)
    assert (view.bag, view.others) == (0, (6,))
    assert "goes_out" not in codes(advise(view)[0])
    last = advise(View.of_table(FIVE, parse_hand("Rb"), missing=[*missing, *parse_tiles("Rb Rb")]))[0]
    assert (last.score.points, last.score.bonus) == (18, 6)
    assert codes(last) == ["makes_qwirkle", "goes_out", "uses_up"]


def test_who_goes_out_leaves_no_five_to_anybody() -> None:
    advice = advise(View.of_table(FIVE, parse_hand("Rb"), bag=0))
    beside = [one for one in advice if not any(line.is_qwirkle for line in one.score.lines)]
    assert beside
    assert not any("opens_five" in codes(one) for one in beside)


def test_an_opening_is_a_whole_largest_set_in_one_of_its_orders() -> None:
    advice = advise(View.of_table(Board(), parse_hand("Rc Rs Rd Oc Yc Bb")))
    assert {frozenset(map(str, suggestion.move.tiles)) for suggestion in advice} == {
        frozenset({"Rc", "Rs", "Rd"}),
        frozenset({"Rc", "Oc", "Yc"}),
    }
    assert len(advice) == 2
    alone = advise(View.of_table(Board(), parse_hand("Rc Os")))
    assert [codes(suggestion) for suggestion in alone] == [["first_tile"]] * 2


def test_without_a_move_sensible_swaps_are_advised_within_the_bag() -> None:
    board, hand = Board.parse("Rc@0,0 Bc@0,1"), parse_hand("Os Os Yx Yd Gx Gx")
    advice = advise(View.of_table(board, hand))
    assert advice[0].move == Move.parse("-Os -Os -Gx -Gx")
    assert codes(advice[0]) == ["no_move", "keeps"]
    assert all(suggestion.move.is_swap for suggestion in advice)
    scarce = advise(View.of_table(board, hand, bag=2))
    assert {len(suggestion.move.swapped) for suggestion in scarce} == {2}
    for bag in (1, 2, 3):
        swaps = [suggestion.move for suggestion in advise(View.of_table(board, hand, bag=bag))]
        assert len(set(swaps)) == len(swaps)
    assert advise(View.of_table(board, hand, bag=0))[0].move.is_pass


@pytest.mark.parametrize(("hand", "swap", "told"), [("Ox Yx", "-Ox", ["no_move", "keeps"]), ("Ox", "-Ox", ["no_move"])])
def test_a_hand_that_goes_together_is_not_passed_with_while_the_bag_holds_tiles(
    hand: str, swap: str, told: list[str]
) -> None:
    (only,) = advise(View.of_table(Board.parse("Rc@0,0 Bc@0,1"), parse_hand(hand)))
    assert only.move == Move.parse(swap)
    assert codes(only) == told


def test_a_spent_budget_still_ranks_all_moves_by_points() -> None:
    for board, hand in list(positions(Random(5), greed=0.8))[5:25:5]:
        view = View.of_table(board, hand)
        hasty, whole = advise(view, Budget(samples=1)), advise(view)
        assert sorted(str(one.move) for one in hasty) == sorted(str(one.move) for one in whole)
        assert [one.value for one in hasty] == [one.value for one in whole]
        assert sum("opens_five" in codes(one) for one in hasty) <= 1
        assert advise(view, Budget(stopped=lambda: True))[0].value == whole[0].value


def test_of_many_moves_only_those_asked_for_are_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Suggestion] = []

    def counting(*arguments: Any) -> Suggestion:
        made.append(Suggestion(*arguments))
        return made[-1]

    monkeypatch.setattr(adviser, "Suggestion", counting)
    board, hand = Board.parse("Rc@0,0 Rs@1,0"), parse_hand("Rx Rd Rf Rb Rc Rs")
    found = advise(View.of_table(board, hand))
    assert len(found) == len(board.legal_moves(hand)) > 30_000
    assert made == []
    assert list(found[:5]) == made
    assert len(made) == 5
    assert {one.score.points for one in made} == {max(points for _, points in board.legal_moves(hand).scored())}


def test_suggestions_can_be_asked_for_in_any_order() -> None:
    view = View.of_table(FIVE, parse_hand("Rb Oc Ys"))
    found, again = advise(view), tuple(advise(view))
    assert len(again) == len(found) > 3
    assert (found[2], found[0], found[-1], found[1:1]) == (again[2], again[0], again[-1], ())
    assert found[::-1] == again[::-1]
    with pytest.raises(IndexError):
        found[len(found)]


def test_going_out_counts_in_the_ranking() -> None:
    board, hand = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0 Bc@0,1"), parse_hand("Rx Rb")
    found = advise(View.of_table(board, hand, bag=0))
    points = [one.score.points for one in found]
    assert points == sorted(points, reverse=True)
    assert found[0].score.bonus


@pytest.mark.parametrize(
    ("players", "bag", "others", "bag_seen"),
    [(2, None, (6,), 108 - 7 - 6), (4, None, (6, 6, 6), 108 - 7 - 18), (3, 0, (6, 6), 0), (2, 100, (1,), 100)],
)
def test_a_table_alone_tells_the_sizes_of_bag_and_hands(
    players: int, bag: int | None, others: tuple[int, ...], bag_seen: int
) -> None:
    view = View.of_table(FIVE, parse_hand("Rb Oc"), players=players, bag=bag)
    assert (view.others, view.bag) == (others, bag_seen)
    assert view.scores == (0,) * players


def test_the_last_hands_are_as_equal_as_can_be() -> None:
    missing = View.of_table(FIVE, ()).unseen[:-9]
    assert View.of_table(FIVE, (), players=3, missing=missing).others == (5, 4)


def test_a_bag_larger_than_the_box_is_refused() -> None:
    with pytest.raises(IllegalMove, match="102"):
        View.of_table(FIVE, parse_hand("Rb Oc"), bag=102)


def test_a_view_of_too_few_players_or_with_scores_of_others_is_refused() -> None:
    with pytest.raises(IllegalMove, match="players"):
        View.of_table(FIVE, (), players=1)
    with pytest.raises(IllegalMove, match="scores"):
        View.of_table(FIVE, (), players=3, scores=(1, 2))


def test_the_sixth_colour_is_told_by_the_tiles() -> None:
    assert {tile.colour for tile in View.of_table(Board.parse("Wc@0,0"), ()).unseen} >= {Colour.WHITE}
    assert Colour.PURPLE not in {tile.colour for tile in View.of_table(FIVE, parse_hand("Wb")).unseen}


def test_a_view_of_a_game_uses_nothing_that_the_player_does_not_see() -> None:
    start = Start(("Ann", "Bob", "Cleo"), board=FIVE, turn=1, scores=(3, 2, 1))
    game = Game(
        QWIRKLE, (start, Draw(0, 6, parse_hand("Rb Rb Rb Gx Gx Gx")), Draw(1, 6, parse_hand("Oc Os Od Of Ox Ob")))
    )
    view = View.of_state(game.then(Draw(2, 6)).state, 1)
    assert view.scores == (2, 1, 3)
    assert view.others == (6, 6)
    assert view.hand == parse_hand("Oc Os Od Of Ox Ob")
    assert view.counts[parse_tiles("Rb")[0]] == 3
    assert len(view.unseen) == view.bag + 12


@pytest.mark.parametrize("seed", range(3))
def test_fives_after_a_move_are_those_of_the_board_after_it(seed: int) -> None:
    for board, hand in positions(Random(seed), greed=1):
        fives = Fives(board)
        for move in list(board.legal_moves(hand))[::5]:
            assert set(fives.after(move)) == set(Fives(board.after(move)).now())


@pytest.mark.parametrize("seed", range(3))
def test_fives_are_where_a_single_tile_makes_a_qwirkle(seed: int) -> None:
    for board, _ in list(positions(Random(seed), greed=1))[4::4]:
        fives = {(five.cell, tile) for five in Fives(board).now() for tile in five.fitting}
        assert fives == {
            (move.placements[0].cell, tile)
            for tile in TILES
            for move in board.legal_moves((tile,))
            if any(line.is_qwirkle for line in board.score(move).lines)
        }


def test_a_five_may_have_its_free_cell_at_both_ends_or_within() -> None:
    assert [five.cell for five in Fives(FIVE).now()] == [(-1, 0), (5, 0)]
    split = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0 Rx@4,0 Rb@5,0")
    (five,) = Fives(split).now()
    assert (five.cell, five.fitting, str(five.line)) == ((3, 0), parse_tiles("Rf"), "Rc Rs Rd Rx Rb")
    (blocked,) = Fives(Board([*split.items(), ((3, 1), Tile.parse("Bc"))])).now()
    assert blocked.fitting == ()


LOOKING = Budget(samples=120)


@pytest.mark.parametrize("seed", range(3))
def test_looking_ahead_ranks_every_move_once_by_its_value(seed: int, ahead: None) -> None:
    for board, hand in list(positions(Random(seed), greed=0.8))[::4]:
        advice = advise(View.of_table(board, hand), LOOKING)
        adds = [one.move for one in advice if one.move.placements]
        assert len(set(adds)) == len(adds)
        if board and adds:
            assert set(adds) == set(board.legal_moves(hand))
        assert len(tuple(advice)) == len(advice)
        values = [one.value for one in advice]
        assert values == sorted(values, reverse=True)
        assert all(one.score.lines == board.score(one.move).lines for one in advice if one.move.placements)
        assert all(map(str, advice[0].reasons))


def test_looking_ahead_says_what_it_found_and_from_how_much(ahead: None) -> None:
    view = View.of_table(FIVE, parse_hand("Rb Oc Os Od Of Yx"))
    assert reason(advise(view, LOOKING)[0], "looks_ahead")["samples"]
    assert "worth_later" in codes(advise(view, Budget(samples=0))[0])
    end = parse_hand("Rb Ys")
    missing = [tile for tile in View.of_table(FIVE, end).unseen if str(tile) not in ("Gc", "Gs")]
    last = View.of_table(FIVE, end, missing=missing)
    assert last.bag == 0
    assert "best_play" in codes(advise(last)[0])


def test_the_same_seed_gives_the_same_advice(ahead: None) -> None:
    board, hand = list(positions(Random(1), greed=1))[6]
    view = View.of_table(board, hand)
    first, again, other = (advise(view, LOOKING, seed)[:12] for seed in (3, 3, 4))
    assert first == again
    assert first != other


def test_what_is_expected_is_told_before_anything_is_tried_and_lacks_what_lies_ahead_alone(ahead: None) -> None:
    for board, hand in list(positions(Random(23), greed=1))[8::11]:
        looks: list[bool] = []
        drafts: list[Suggestion] = []

        def expect(likely: Suggestions, looks: list[bool] = looks, drafts: list[Suggestion] = drafts) -> None:
            assert not looks
            drafts += likely

        def stopped(looks: list[bool] = looks) -> bool:
            looks.append(len(looks) > 20)
            return looks[-1]

        told = {one.move: one for one in advise(View.of_table(board, hand), Budget(stopped=stopped), expect=expect)}
        assert drafts
        assert looks
        for draft in drafts:
            if draft.move.is_swap and draft.move not in told:
                continue  # few enough other moves turned out to be better
            same = told[draft.move]
            assert draft.score == same.score
            assert (*draft.reasons, same.reasons[-1]) == same.reasons


def test_of_many_moves_only_the_promising_are_weighed(ahead: None) -> None:
    board, hand = Board.parse("Rc@0,0 Rs@1,0"), parse_hand("Rx Rd Rf Rb Rc Rs")
    found = advise(View.of_table(board, hand), LOOKING)
    assert len(found) >= len(board.legal_moves(hand)) > 30_000
    ahead_of = [one for one in found[:200] if {"looks_ahead", "worth_later"} & set(codes(one))]
    assert 12 <= len(ahead_of) <= 100
    assert max(one.score.points for one in found[:200]) == ahead_of[0].score.points


def test_a_swap_is_advised_where_nothing_can_be_added_and_weighed_against_others(ahead: None) -> None:
    board, hand = Board.parse("Rc@0,0 Bc@0,1"), parse_hand("Os Os Yx Yd Gx Gx")
    advice = advise(View.of_table(board, hand), LOOKING)
    assert all(one.move.is_swap for one in advice)
    assert codes(advice[0])[0] == "no_move"
    assert advise(View.of_table(board, hand, bag=0), LOOKING)[0].move.is_pass
    poor = advise(View.of_table(board, parse_hand("Yc Yc Ox Ox Gd Gd")), Budget(samples=600))
    swapping = [one for one in poor if one.move.is_swap]
    assert swapping
    assert codes(swapping[0])[0] == "swaps_instead"


def test_a_swap_leaves_the_fives_that_lie_there(ahead: None) -> None:
    (swap, *_) = [one for one in advise(View.of_table(FIVE, parse_hand("Yc Yc Gx Gx")), LOOKING) if one.move.is_swap]
    assert reason(swap, "opens_five")["tiles"] == "red starburst"


def test_tiles_kept_for_later_are_told_with_what_is_still_to_come() -> None:
    missing = parse_tiles("Of Of Of Ox Ox")
    advice = advise(View.of_table(FIVE, parse_hand("Rb Oc Os Od Ob"), missing=missing))
    alone = next(one for one in advice if str(one.move) == "Rb@-1,0")
    kept = [str(one) for one in alone.reasons if one.code in ("keeps", "still_out", "none_out")]
    assert kept[0].startswith("keeps Oc Os Od Ob, to which ")
    assert kept[1:] == ["orange clover: none is still to come", "orange star: 1 still to come"]


def test_a_tile_of_the_other_box_completes_no_five() -> None:
    board = Board.parse("Rc@0,0 Oc@1,0 Yc@2,0 Gc@3,0 Bc@4,0")
    five = reason(advise(View.of_table(board, parse_hand("Rs")))[0], "opens_five")
    assert five["tiles"] == "purple circle"
