from itertools import pairwise
from random import Random

import pytest

from engine.qwirkle.board import Board
from engine.qwirkle.compare import aligned, alignment, compare
from engine.qwirkle.moves import Move

from .positions import positions


def test_tiles_added_removed_and_changed_are_told_apart() -> None:
    change = compare(Board.parse("Rc@0,0 Rs@1,0 Rd@2,0"), Board.parse("Rc@0,0 Rx@1,0 Oc@0,1"))
    assert change.move == Move.parse("Oc@0,1")
    assert [str(placement) for placement in change.removed] == ["Rd@2,0"]
    assert [(str(placement), str(tile)) for placement, tile in change.changed] == [("Rx@1,0", "Rs")]
    assert not change.only_adds


def test_the_same_board_is_a_turn_without_tiles() -> None:
    board = Board.parse("Rc@0,0 Rs@1,0")
    assert compare(board, board).move.is_pass
    assert compare(board, board).only_adds


@pytest.mark.parametrize("seed", range(4))
def test_a_move_is_found_again_however_the_next_photo_counts_and_turns_its_cells(seed: int) -> None:
    random = Random(seed)
    boards = [board for board, _ in positions(random, greed=0.5)][2:]
    for before, after in pairwise(boards):
        seen = after.turned(random.randrange(4)).shifted(random.randrange(-9, 9), random.randrange(-9, 9))
        change = compare(before, aligned(before, seen))
        assert change.only_adds
        assert before.after(change.move) == after


def test_a_tile_read_wrong_does_not_hinder_alignment() -> None:
    before = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0 Od@2,1")
    after = Board.parse("Yc@5,5 Oc@5,6 Rs@6,5 Rd@7,5 Od@7,6")
    change = compare(before, aligned(before, after))
    assert change.move == Move.parse("Oc@0,1")
    assert [str(placement) for placement, _ in change.changed] == ["Yc@0,0"]


def test_boards_without_a_tile_in_common_stay_as_they_are() -> None:
    after = Board.parse("Rc@3,3")
    assert aligned(Board(), after) == aligned(Board.parse("Bb@0,0"), after) == after


def test_the_frame_tells_every_cell_of_the_later_board_in_the_earlier_one() -> None:
    before = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0")
    frame = alignment(before, before.turned(1).shifted(4, -2))
    assert frame is not None
    assert [frame((4, y)) for y in (-2, -1, 0, 1)] == [(0, 0), (1, 0), (2, 0), (3, 0)]
    assert alignment(before, Board.parse("Bb@0,0")) is None


@pytest.mark.parametrize(
    ("before", "after", "alike"),
    [
        ("Rc@0,0 Rs@1,0 Rd@2,0", "Rc@4,0 Rs@5,0 Rd@6,0 Rx@7,0", True),
        ("Rc@0,0 Rs@1,0 Rd@2,0", "Rc@4,0 Rs@5,0 Bd@6,0 Bx@6,1", True),
        ("Rc@0,0 Rs@1,0 Rd@2,0", "Rc@4,0 Rs@5,0 Bs@5,1 Bx@5,2", False),
        ("Rc@0,0 Rs@1,0 Rd@2,0", "Rc@4,0 Bs@5,0 Bd@6,0", False),
        ("Rc@0,0 Rs@1,0", "Rc@4,0 Bs@5,0 Rd@6,0", False),
        ("Rc@0,0 Rs@1,0 Rd@2,0 Rx@3,0", "Rc@0,0 Rs@1,0 Rd@2,0 Bx@2,1", True),
        ("Rc@0,0 Rs@1,0 Rd@2,0 Rx@3,0", "Rc@0,0 Rs@1,0 Bs@1,1 Bx@1,2", False),
        ("Rc@0,0", "Gs@0,0 Rc@0,1", True),
    ],
)
def test_a_few_tiles_alike_by_chance_make_no_single_table_of_two(before: str, after: str, alike: bool) -> None:
    frame = alignment(Board.parse(before), Board.parse(after))
    assert (frame is not None) is alike
