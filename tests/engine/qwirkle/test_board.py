import pytest

from engine.game import IllegalMove, InvalidText
from engine.qwirkle.board import Board
from engine.qwirkle.moves import Move
from engine.qwirkle.notation import parse_hand

TWO_LINES = Board.parse("Rs@5,0 Ys@5,1 Gs@5,2 Bs@5,3 Ps@5,4 Oc@0,5 Od@1,5 Of@2,5 Ox@3,5 Ob@4,5 Yb@4,4 Pb@4,3")


def test_an_orange_square_that_completes_an_orange_and_a_square_line_earns_24() -> None:
    score = TWO_LINES.score(Move.parse("Os@5,5"))
    assert score.points == 24
    assert [(str(line), line.is_qwirkle, line.points) for line in score.lines] == [
        ("Oc Od Of Ox Ob Os", True, 12),
        ("Rs Ys Gs Bs Ps Os", True, 12),
    ]


def test_a_lone_first_tile_earns_one() -> None:
    assert Board().score(Move.parse("Rc@0,0")).points == 1


def test_a_tile_in_two_lines_counts_twice_and_old_tiles_count() -> None:
    board = Board.parse("Rc@0,0 Rs@1,0 Bs@1,1")
    assert board.score(Move.parse("Bc@0,1")).points == 4
    assert board.score(Move.parse("Rd@2,0 Rx@-1,0")).points == 4


@pytest.mark.parametrize(
    ("move", "code", "cell"),
    [
        ("--", "no_placement", None),
        ("Rd@1,0", "cell_taken", (1, 0)),
        ("Rd@2,0 Rx@2,0", "cell_twice", (2, 0)),
        ("Rd@2,0 Bs@1,1", "not_one_line", (2, 0)),
        ("Rd@2,0 Rx@4,0", "gap", (3, 0)),
        ("Rd@4,0", "not_touching", (4, 0)),
        ("Rc@2,0", "duplicate_made", (0, 0)),
        ("Bd@2,0", "mixed_made", (0, 0)),
        ("Ps@1,1 Ws@1,2", "both_sixth_made", (1, 1)),
    ],
)
def test_an_illegal_move_is_refused_with_its_text_and_cell(move: str, code: str, cell: tuple[int, int] | None) -> None:
    with pytest.raises(IllegalMove) as caught:
        Board.parse("Rc@0,0 Rs@1,0").check(Move.parse(move))
    reason = caught.value.reason
    assert (reason.code, reason.params["cell"]) == (code, cell)
    assert str(reason.params["text"]) in str(reason)


def test_tiles_of_a_turn_may_lie_at_both_ends_and_need_not_touch_each_other() -> None:
    board = Board.parse("Rc@0,0 Rs@1,0")
    assert Move.parse("Rd@-1,0 Rx@2,0") in board.legal_moves(parse_hand("Rd Rx"))


def test_equal_tiles_give_one_move() -> None:
    board = Board.parse("Rc@0,0")
    assert len(board.legal_moves(parse_hand("Rs Rs Rs"))) == 4
    assert set(board.legal_moves(parse_hand("Rs"))) == set(board.legal_moves(parse_hand("Rs Rs")))


@pytest.mark.parametrize(
    ("text", "codes", "cells"),
    [
        ("", [], []),
        ("Rc@0,0 Rs@1,0 Bs@1,1", [], []),
        ("Rc@0,0 Rs@1,0 Rc@2,0", ["duplicate_in_line"], [(0, 0), (2, 0)]),
        ("Rc@0,0 Bs@0,1", ["mixed_line"], [(0, 0), (0, 1)]),
        ("Rc@0,0 Bs@2,1", ["apart"], [(2, 1)]),
        ("Rc@0,0 Rc@2,0 Rc@4,0 Rc@6,0", ["too_many_of_a_kind", "apart"], [(0, 0), (2, 0), (4, 0), (6, 0)]),
        ("Pc@0,0 Rc@1,0 Rs@1,1 Ws@2,1", ["both_sixth_colours"], [(0, 0), (2, 1)]),
    ],
)
def test_status_names_all_that_is_wrong_and_where(text: str, codes: list[str], cells: list[tuple[int, int]]) -> None:
    problems = Board.parse(text).status()
    assert [problem.reason.code for problem in problems] == codes
    assert [cell for problem in problems[:1] for cell in problem.cells] == cells


@pytest.mark.parametrize(
    ("text", "position"), [("Rc Ox Zz", 6), ("red circle, blue", 12), ("Rc,Rs;Rd 3", 9), ("red red circle", 0)]
)
def test_a_wrong_hand_is_refused_with_the_place(text: str, position: int) -> None:
    with pytest.raises(InvalidText) as caught:
        parse_hand(text)
    assert caught.value.reason.params["position"] == position


def test_hands_are_read_in_letters_and_words() -> None:
    assert parse_hand("Rc, Ox Bb") == parse_hand("red circle, ORANGE star\nblue starburst") == parse_hand("rc;oX bB")
    for text in ("Rc Rc Rc Rc", "Rc Rs Rd Rf Rx Rb Oc"):
        with pytest.raises(InvalidText):
            parse_hand(text)


@pytest.mark.parametrize("text", ["Rc@3,-1", "Rc@3,-1 Rs@4,-1", "-Rc -Rc -Ox", "--"])
def test_moves_round_trip(text: str) -> None:
    assert str(Move.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["", "Rc", "Rc@1", "Rc@1,x", "Rc@0,0 -Rc", "-Rc Rc@0,0", "-Zz", "Rc@0,0 Rc@0,0", "-- --"]
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(InvalidText):
        Move.parse(text)
