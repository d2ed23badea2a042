"""The assistant for Qwirkle: from readings to positions, and from the positions of a game to its turns."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

from engine.game import Refusal
from engine.qwirkle.board import EMPTY_BOARD, Board
from engine.qwirkle.moves import Cell, Move
from engine.qwirkle.settle import Place
from engine.qwirkle.tile import TILES, Colour, Tile
from tests.vision.tables import Laid, reading_of, table_of
from vision.grid import place_tiles
from vision.reading import Reading
from webapp.assistant.qwirkle import APART, Lying, Position, Turn, advice, hand_of, next_turn, told
from webapp.look import settled

from ..rendered import laid

GAME = (
    "Wc@0,0 Yc@1,0 Oc@2,0",
    "Yd@1,1 Yb@1,2 Yx@1,3",
    "Of@2,-1 Ox@2,-2",
    "--",
    "Rx@3,-2 Yx@4,-2",
    "Wx@0,-1",
)
POINTS = [3, 4, 3, 0, 3, 2]


def boards(moves: Sequence[str] = GAME) -> list[Board]:
    after = []
    board = EMPTY_BOARD
    for move in moves:
        board = board.after(Move.parse(move))
        after.append(board)
    return after


def seen(board: Board, misread: dict[Cell, str] | None = None) -> Position:
    """A position as a reading gives it: cells counted from the top left, chances that leave some room."""
    (left, top), _ = board.corners
    names = {cell: Tile.parse(name) for cell, name in (misread or {}).items()}
    return Position(
        (
            {
                (x - left, y - top): Lying(names.get((x, y), tile), {names.get((x, y), tile): 0.95}, piece)
                for piece, ((x, y), tile) in enumerate(board.items())
            },
        )
    )


def points(turns: Sequence[Turn]) -> list[int]:
    return [turn.score.points for turn in turns]


def test_a_game_is_told_by_a_photo_after_each_turn() -> None:
    turns = told([seen(board) for board in boards()])
    assert points(turns) == POINTS
    assert [turn.illegal for turn in turns] == [None] * len(GAME)
    assert [turn.move for turn in turns] == [Move.parse(move) for move in GAME]
    assert turns[-1].board == boards()[-1]
    assert not any(turn.notes or turn.begins for turn in turns)


@pytest.mark.parametrize("seed", range(3))
def test_the_camera_may_be_turned_and_moved_between_photos(seed: int) -> None:
    random = Random(seed)
    turned = [board.turned(random.randrange(4) if number else 0) for number, board in enumerate(boards())]
    turns = told([seen(board) for board in turned])
    assert points(turns) == POINTS
    assert turns[-1].board == boards()[-1]


def test_a_tile_misread_once_keeps_its_name() -> None:
    positions = [seen(board) for board in boards()]
    positions[2] = seen(boards()[2], {(1, 0): "Yx"})
    turns = told(positions)
    assert points(turns) == POINTS
    assert turns[2].board[1, 0] == Tile.parse("Yc")
    assert [note.code for note in turns[2].notes] == ["read_otherwise"]


def test_a_tile_misread_at_first_gets_the_name_that_later_photos_give_it() -> None:
    positions = [seen(board) for board in boards()]
    positions[1] = seen(boards()[1], {(1, 1): "Od"})
    turns = told(positions)
    assert turns[1].board[1, 1] == Tile.parse("Yd")
    assert turns[1].illegal is None


def test_a_tile_missed_once_still_lies_there() -> None:
    positions = [seen(board) for board in boards()]
    without = Board((cell, tile) for cell, tile in boards()[3].items() if cell != (0, 0))
    positions[3] = seen(without)
    turns = told(positions)
    assert points(turns) == POINTS
    assert [(note.code, note.params["cell"]) for note in turns[3].notes] == [("not_seen", (0, 0))]


def test_a_tile_seen_once_but_never_again_was_none() -> None:
    positions = [seen(board) for board in boards()]
    positions[2] = seen(Board({**boards()[2], (3, 0): Tile.parse("Bb")}))
    turns = told(positions)
    assert points(turns) == POINTS
    assert [note.code for note in turns[2].notes] == ["not_believed"]


def test_a_photo_on_which_nothing_is_seen_is_no_witness() -> None:
    positions = [seen(board) for board in boards()]
    positions[3] = Position()
    turns = told(positions)
    assert points(turns) == POINTS
    assert not turns[3].aligned


def test_a_move_against_the_rules_is_scored_and_told_why() -> None:
    turns = told([seen(board) for board in boards(["Rc@0,0 Rs@1,0", "Bd@2,0"])])
    assert turns[1].illegal is not None
    assert turns[1].illegal.code == "mixed_made"
    assert turns[1].score.points == 3


def test_a_first_photo_of_more_than_a_first_move_is_where_the_game_goes_on() -> None:
    turns = told([seen(board) for board in boards()[1:]])
    assert turns[0].begins
    assert points(turns) == [0, *POINTS[2:]]


def test_another_table_is_no_turn() -> None:
    other = seen(Board.parse("Bb@0,0 Gb@1,0"))
    turn = told([seen(boards()[0]), other])[1]
    assert not turn.aligned
    assert [note.code for note in turn.notes] == ["not_aligned"]
    fresh = next_turn(seen(boards()[0]), other)
    assert fresh.board == other.board
    assert [note.code for note in fresh.notes] == ["another_table"]


def test_the_next_turn_goes_on_from_what_is_known() -> None:
    before = Position.known(boards()[1], sure={(0, 0)})
    turn = next_turn(before, seen(boards()[2], {(0, 0): "Wx", (2, 0): "Ob"}))
    assert turn.score.points == 3
    assert turn.board[0, 0] == Tile.parse("Wc")  # what a person says stays
    assert turn.board[2, 0] == Tile.parse("Ob")  # what was read before does not, if this photo is surer


def test_a_photo_that_is_surer_overrules_an_earlier_name_but_never_a_persons() -> None:
    board = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0")
    sure = Position(({cell: Lying(tile, {tile: 0.999}, 0) for cell, tile in board.items()},))
    wrong = Board.parse("Oc@0,0 Rs@1,0 Rd@2,0")
    assert next_turn(Position.known(wrong), sure).board == board
    assert next_turn(Position.known(wrong, sure={(0, 0)}), sure).board == wrong


def test_a_known_board_may_be_empty() -> None:
    assert next_turn(Position.known(EMPTY_BOARD), seen(boards()[0])).score.points == 3


def test_a_position_leaves_out_what_is_cut_and_what_hides_its_face() -> None:
    tiles = [
        Laid("red circle", 100, 100, place=Place(0, 0, 0)),
        Laid("red star", 140, 100, place=Place(0, 1, 0)),
        Laid("face-down", 180, 100, place=Place(0, 2, 0)),
        Laid("red square", 0, 100, place=Place(0, -1, 0), cut=True),
        Laid("blue star", 400, 400, place=Place(1, 1, 0), role="hand"),
        Laid("green star", 360, 400, place=Place(1, 0, 0), role="hand"),
        Laid("green clover", 600, 40, place=Place(2, 0, 0), role="loose"),
    ]
    position = Position.of(reading_of(tiles), table_of(tiles))
    assert position.board == Board.parse("Rc@0,0 Rx@1,0")
    assert position.held == (Tile.parse("Gx"), Tile.parse("Bx"))
    assert position.sixth is Colour.WHITE


def test_groups_on_the_same_cells_are_put_together() -> None:
    tiles = [
        Laid("red circle", 100, 100, place=Place(0, 0, 0)),
        Laid("red star", 140, 100, place=Place(0, 1, 0)),
        Laid("red square", 222, 103, place=Place(1, 0, 0)),
        Laid("red diamond", 262, 102, place=Place(1, 1, 0)),
    ]
    position = Position.of(reading_of(tiles), table_of(tiles))
    assert position.board == Board.parse("Rc@0,0 Rx@1,0 Rs@3,0 Rd@4,0")


def test_groups_that_lie_off_each_others_cells_stay_apart() -> None:
    tiles = [
        Laid("red circle", 100, 100, place=Place(0, 0, 0)),
        Laid("red star", 140, 100, place=Place(0, 1, 0)),
        Laid("red square", 240, 120, place=Place(1, 0, 0)),
    ]
    position = Position.of(reading_of(tiles), table_of(tiles))
    assert [len(group) for group in position.groups] == [2, 1]
    assert position.board == Board.parse(f"Rc@0,0 Rx@1,0 Rs@0,{1 + APART}")
    moves = advice(position.board, [Tile.parse("Rd"), Tile.parse("Rb")]).suggestions
    assert max(len(line.placements) for one in moves for line in one.score.lines) == 4


def test_the_whole_way_from_pixels_with_a_tile_missed() -> None:
    """A missed tile breaks a board into groups; the next photo still finds its place."""
    positions = []
    for number, board in enumerate(boards()):
        tiles = laid({cell: tile for cell, tile in board.items() if (number, cell) != (3, (1, 0))}, at=(400, 400))
        places = place_tiles(tiles)
        read = Reading(1000, 1000, tuple(tiles), places)
        positions.append(Position.of(read, settled(read)))
    assert points(told(positions)) == POINTS


def test_a_hand_photo_shows_a_hand() -> None:
    tiles = [Laid("red circle", 100, 100), Laid("red star", 300, 100, place=Place(1, 0, 0))]
    assert hand_of(table_of(tiles)) == (Tile.parse("Rc"), Tile.parse("Rx"))
    for count, code in ((0, "hand_photo_empty"), (7, "hand_photo_count")):
        many = [Laid("red circle", 100 * n, 100, place=Place(n, 0, 0)) for n in range(count)]
        with pytest.raises(Refusal) as caught:
            hand_of(table_of(many))
        assert caught.value.reason.code == code


def test_advice_needs_a_hand() -> None:
    with pytest.raises(Refusal) as caught:
        advice(boards()[0], ())
    assert caught.value.reason.code == "no_hand"


def test_advice_is_given_on_a_board_against_the_rules_and_says_so() -> None:
    found = advice(Board.parse("Rc@0,0 Rc@1,0"), [Tile.parse("Rs")])
    assert [problem.reason.code for problem in found.problems] == ["duplicate_in_line"]
    assert found.suggestions


def test_every_tile_can_be_told_from_its_chances() -> None:
    rng = np.random.default_rng(0)
    chances = dict(zip(TILES, rng.dirichlet(np.ones(len(TILES))), strict=True))
    lying = Lying(TILES[3], chances, 0)
    turn = next_turn(Position(), Position(({(0, 0): lying},)))
    assert turn.board[0, 0] == max(chances, key=lambda tile: chances[tile])
