"""How a reading is counted, and when a board is exact."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Refusal
from engine.qwirkle.settle import Place, Table
from engine.qwixx.notation import parse_sheet
from engine.qwixx.settle import DiceTable, SheetTable, settle_dice
from tests.vision.rolls import Filled, Lying, dice_reading, dice_table, sheet_seen
from tests.vision.tables import Laid, reading_of, table_of
from vision.evaluate import Evaluation, Piece, Tally, compare, dice_of, pieces_of, score_photos
from vision.labels import Box, Label, LabelledPhoto
from vision.photo import Photo, PhotoError
from vision.reading import Reading

HERE = Place(0, 0, 0)


@dataclass(frozen=True, eq=False)
class Read:
    """A photo that was read."""

    reading: Reading
    table: Table
    dice: DiceTable = field(default_factory=lambda: settle_dice(()))
    sheets: tuple[SheetTable, ...] = ()
    photo: Photo = field(default_factory=lambda: Photo.of(np.zeros((480, 640, 3), np.uint8)))


def label(name: str, x: float, y: float, side: float = 40, cell: tuple[int, int] | None = None) -> Label:
    return Label(name, Box(x - side / 2, y - side / 2, side, side), cell)


def piece(name: str, x: float, y: float, place: Place = HERE, cut: bool = False) -> Piece:
    return Piece(name, x, y, 40, 0.9, place, cut)


def die(name: str, x: float, y: float, spared: bool = False, colour: str = "white", confidence: float = 0.9) -> Piece:
    return Piece(name, x, y, 40, confidence, None, spared, colour)


def photo(*labels: Label, ignored: Iterable[Box] = ()) -> LabelledPhoto:
    return LabelledPhoto(Path("a.jpg"), labels, tuple(ignored))


def test_found_right_false_and_missed() -> None:
    labelled = photo(label("red circle", 100, 100), label("blue star", 200, 100), label("face-down", 300, 100))
    pieces = [piece("red circle", 110, 100), piece("blue square", 200, 90), piece("green star", 400, 100)]
    comparison = compare(labelled, pieces)
    assert comparison.tally("face_up") == Tally(labels=2, found=2, right=1, false=1)
    assert comparison.tally("face_down") == Tally(labels=1, found=0, right=0, false=0)
    assert [found.name for found, _ in comparison.wrong] == ["blue star"]
    assert [missed.name for missed in comparison.missed] == ["face-down"]
    assert comparison.exact is None


@pytest.mark.parametrize(("distance", "found"), [(23.9, 1), (24.1, 0)])
def test_a_piece_belongs_within_six_tenths_of_the_larger_side(distance: float, found: int) -> None:
    labelled = photo(Label("red circle", Box(80, 95, 40, 10)))
    tally = compare(labelled, [piece("red circle", 100, 100 + distance)]).tally("face_up")
    assert (tally.found, tally.false) == (found, 1 - found)


def test_pairs_are_made_nearest_first_and_each_once() -> None:
    labelled = photo(label("red circle", 100, 100), label("red star", 120, 100))
    pieces = [piece("red star", 118, 100), piece("red circle", 119, 100)]
    comparison = compare(labelled, pieces)
    assert comparison.pairs == ((labelled.labels[0], pieces[0]), (labelled.labels[1], pieces[1]))


def test_what_is_cut_or_ignored_is_not_false_but_counts_where_it_has_a_label() -> None:
    labelled = photo(label("red circle", 100, 100), label("red star", 250, 250), ignored=[Box(200, 200, 100, 100)])
    pieces = [
        piece("red circle", 100, 100, cut=True),
        piece("blue star", 10, 400, cut=True),
        piece("red star", 250, 250),
        piece("red star", 299, 201),
        piece("red star", 301, 201),
    ]
    assert compare(labelled, pieces).tally("face_up") == Tally(labels=2, found=2, right=2, false=1)


def test_faces_are_told_apart_by_label_and_false_pieces_by_themselves() -> None:
    labelled = photo(label("face-down", 100, 100), label("face-down", 200, 100))
    pieces = [piece("face-down", 100, 100), piece("red star", 200, 100), piece("face-down", 400, 400)]
    comparison = compare(labelled, pieces)
    assert comparison.tally("face_down") == Tally(labels=2, found=2, right=1, false=1)
    assert comparison.tally("face_up") == Tally()


def test_dice_reach_at_least_25_pixels() -> None:
    labelled = photo(Label("1", Box(100, 100, 10, 10)))
    for distance, found in ((24.9, 1), (25.1, 0)):
        assert compare(labelled, [die("1", 105 + distance, 105)]).tally("dice").found == found
    labelled = photo(Label("1", Box(100, 100, 100, 60)))
    for distance, found in ((59.9, 1), (60.1, 0)):
        assert compare(labelled, [die("1", 150, 130 + distance)]).tally("dice").found == found


def test_dice_that_are_not_in_play_or_cut_count_only_where_they_have_a_label() -> None:
    labelled = photo(label("5", 100, 100), label("3", 200, 100))
    pieces = [die("5", 100, 100, spared=True), die("2", 400, 400, spared=True), die("3", 300, 300)]
    assert compare(labelled, pieces).tally() == Tally(labels=2, found=1, right=1, false=1)


def test_only_labelled_kinds_are_counted_and_kinds_are_never_paired_with_each_other() -> None:
    pieces = [die("5", 100, 100), piece("red circle", 300, 100)]
    dice_alone = LabelledPhoto(Path("a.jpg"), (label("5", 100, 100),), kinds=frozenset({"die"}))
    assert compare(dice_alone, pieces).tally() == Tally(1, 1, 1, 0)
    both = photo(label("red circle", 100, 100), label("5", 300, 100))
    assert compare(both, pieces).tally() == Tally(labels=2, found=0, right=0, false=2)


def test_dice_are_named_by_their_values_and_spared_where_not_in_play() -> None:
    lying = [Lying("R5", 100, 100), Lying("W6", 200, 100, in_play=False), Lying("W2", 300, 100, cut=True)]
    first, second, third = dice_of(dice_reading(lying), dice_table(lying))
    assert (first.name, first.colour, first.spared, first.x, first.y) == ("5", "red", False, 100, 100)
    assert (second.spared, third.spared) == (True, True)


L_SHAPE = {(0, 0): "red circle", (1, 0): "red star", (1, 1): "blue star"}
PAIR = {(5, 5): "green star", (5, 6): "green circle"}


def board(*clusters: dict[tuple[int, int], str]) -> LabelledPhoto:
    cells = {cell: name for cluster in clusters for cell, name in cluster.items()}
    return photo(*(label(name, 100 * col, 100 * row, cell=(col, row)) for (col, row), name in cells.items()))


def exactly(labelled: LabelledPhoto, *groups: dict[tuple[int, int], str]) -> bool | None:
    """Whether the board is exact when the same tiles are found, but placed as in the groups."""
    names = [found.name for found in labelled.labels]
    pieces = []
    for group, cells in enumerate(groups):
        for (col, row), name in cells.items():
            x, y = labelled.labels[names.index(name)].box.centre if name in names else (9999, 9999)
            pieces.append(piece(name, x, y, Place(group, col, row)))
    return compare(labelled, pieces).exact


def moved(cells: dict[tuple[int, int], str], move: Callable[[int, int], tuple[int, int]]) -> dict[tuple[int, int], str]:
    return {move(*cell): name for cell, name in cells.items()}


def test_each_cluster_may_be_shifted() -> None:
    assert exactly(board(L_SHAPE, PAIR), moved(L_SHAPE, lambda x, y: (x + 3, y - 2)), PAIR)
    assert exactly(board(L_SHAPE, PAIR), PAIR, L_SHAPE)


def test_clusters_of_one_group_may_be_apart_and_those_of_two_may_not_join() -> None:
    assert exactly(board(L_SHAPE, PAIR), {**L_SHAPE, **PAIR})
    joined = {(0, 0): "red circle", (1, 0): "red star", (2, 0): "blue star"}
    assert not exactly(board(joined), {(0, 0): "red circle", (1, 0): "red star"}, {(2, 0): "blue star"})


def test_all_clusters_turn_together() -> None:
    def turn(x: int, y: int) -> tuple[int, int]:
        return -y, x

    assert exactly(board(L_SHAPE, PAIR), moved(L_SHAPE, turn), moved(PAIR, turn))
    assert not exactly(board(L_SHAPE, PAIR), moved(L_SHAPE, turn), PAIR)


def test_a_mirrored_board_is_wrong() -> None:
    assert not exactly(board(L_SHAPE), moved(L_SHAPE, lambda x, y: (-x, y)))
    assert not exactly(board(L_SHAPE), moved(L_SHAPE, lambda x, y: (y, x)))


def test_a_wrong_a_missed_and_a_false_tile_spoil_a_board() -> None:
    assert not exactly(board(L_SHAPE), {**L_SHAPE, (1, 1): "blue circle"})
    assert not exactly(board(L_SHAPE), {(0, 0): "red circle", (1, 0): "red star"})
    assert not exactly(board(L_SHAPE), {**L_SHAPE, (7, 7): "green circle"})
    assert not exactly(board(L_SHAPE), {})


def test_a_hand_beside_the_board_is_no_part_of_it() -> None:
    labelled = board(L_SHAPE)
    labelled = photo(*labelled.labels, label("green star", 500, 500))
    pieces = [piece(found.name, *found.box.centre, Place(0, *(found.cell or (9, 9)))) for found in labelled.labels]
    assert compare(labelled, pieces).exact


def test_two_tiles_on_one_cell_are_not_one() -> None:
    labelled = board({(0, 0): "red circle"})
    pieces = [piece("red circle", 0, 0), piece("red circle", 100, 0)]
    assert not compare(labelled, pieces).exact


@settings(deadline=None)
@given(st.dictionaries(st.tuples(st.integers(0, 4), st.integers(0, 4)), st.sampled_from(["red star", "blue circle"])))
def test_any_board_equals_itself_after_any_turn_and_shift(cells: dict[tuple[int, int], str]) -> None:
    labelled = board(cells)
    for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        pieces = [
            piece(found.name, *found.box.centre, Place(0, 9 + x * col - y * row, 9 + y * col + x * row))
            for found in labelled.labels
            for col, row in [found.cell or (0, 0)]
        ]
        assert compare(labelled, pieces).exact == (True if cells else None)


def test_pieces_are_named_as_labels_are() -> None:
    laid = [Laid("red circle", 100, 100), Laid("face-down", 300, 100, side=60, place=Place(1, 0, 0), cut=True)]
    assert pieces_of(reading_of(laid), table_of(laid)) == (
        Piece("red circle", 100, 100, 40, 0.9, Place(0, 0, 0)),
        Piece("face-down", 300, 100, 60, 0.9, Place(1, 0, 0), spared=True),
    )


@pytest.fixture
def evaluation() -> Evaluation:
    """Three photos: one right, one with a mistake and a false tile, one that can't be read."""
    right = LabelledPhoto(Path("right.jpg"), (label("red circle", 100, 100, cell=(0, 0)),))
    wrong = LabelledPhoto(Path("wrong.jpg"), (label("red circle", 100, 100), label("face-down", 200, 100)))
    broken = LabelledPhoto(Path("broken.jpg"), (label("blue star", 100, 100, cell=(0, 0)),))
    laid = {
        "right.jpg": [Laid("red circle", 101, 100)],
        "wrong.jpg": [Laid("orange circle", 101, 100), Laid("face-down", 200, 100), Laid("red star", 400, 100)],
    }

    def read(photo: LabelledPhoto) -> Read:
        if photo.path.name not in laid:
            raise PhotoError("photo_damaged")
        return Read(reading_of(laid[photo.path.name]), table_of(laid[photo.path.name]))

    return Evaluation(tuple(score_photos([right, wrong, broken], read)))


def test_an_evaluation_adds_up(evaluation: Evaluation) -> None:
    assert evaluation.tally() == Tally(labels=4, found=3, right=2, false=1)
    assert evaluation.tally("face_down") == Tally(labels=1, found=1, right=1)
    assert evaluation.photos_right == 1
    assert evaluation.boards == (1, 2)
    assert evaluation.confusions == [("red circle", "orange circle", 1)]
    assert evaluation.seconds == {"total": 0.1}


def test_an_evaluation_as_json_and_as_a_table(evaluation: Evaluation) -> None:
    told = json.loads(json.dumps(evaluation.as_json()))
    assert (told["photos"], told["labels"], told["right"], told["boards_exact"]) == (3, 4, 2, 1)
    assert told["face_down"] == {"labels": 1, "found": 1, "right": 1, "false": 0}
    assert [failure["photo"] for failure in told["failures"]] == ["wrong.jpg", "broken.jpg"]
    assert told["failures"][0]["wrong"] == [["red circle", "orange circle"]]
    table = str(evaluation)
    for part in ("photos right  1 of 3", "boards exact  1 of 2", "1 x red circle read as orange circle", "50.00%"):
        assert part in table


def test_faults_lie_where_the_labels_and_the_false_pieces_do(evaluation: Evaluation) -> None:
    right, wrong, broken = (score.faults for score in evaluation.scores)
    assert (right.missed, right.wrong, right.false) == ([], [], [])
    assert [(corners.mean(axis=0).tolist(), name) for corners, name in wrong.wrong] == [([100.0, 100.0], "Rc")]
    assert [corners.mean(axis=0).tolist() for corners in wrong.false] == [[400.0, 100.0]]
    assert [name for _, name in broken.missed] == ["Bx"]


def test_an_evaluation_of_dice_tells_colours_and_the_surest() -> None:
    names = ["5", "6", "1", "2", "3"]
    labels = [Label(name, Box(100 * at, 0, 40, 40), colour="red") for at, name in enumerate(names)]
    lying = [
        Lying(f"{'B' if at == 1 else 'R'}{6 if at == 0 else name}", 100 * at + 20, 20) for at, name in enumerate(names)
    ]
    sure = [0.5, 0.9, 0.9, 0.9, 0.9]

    def read(photo: LabelledPhoto) -> Read:
        return Read(dice_reading(lying), table_of([]), dice_table(lying, sure))

    labelled = LabelledPhoto(Path("a.jpg"), tuple(labels), kinds=frozenset({"die"}))
    evaluation = Evaluation(tuple(score_photos([labelled], read)))
    assert evaluation.tally("dice") == evaluation.tally() == Tally(5, 5, 4, 0)
    assert evaluation.colours == (4, 5)
    assert evaluation.surest == (4, 4)
    assert evaluation.confusions == [("5", "6", 1), ("red", "blue", 1)]
    told = json.loads(json.dumps(evaluation.as_json()))
    assert told["dice"] == {"labels": 5, "found": 5, "right": 4, "false": 0}
    assert (told["colours"], told["colours_right"], told["surest"], told["surest_right"]) == (5, 4, 4, 4)
    assert "face up" not in str(evaluation)
    assert "colours right 4 of 5" in str(evaluation)


def test_an_evaluation_of_sheets_tells_their_fields() -> None:
    marked = ["R:2,3 Y:4 G: B:12,11 P:1", "R: Y: G: B: P:0"]
    read_as = ["R:2 Y:4,5 G: B:12,11L P:2", "R: Y: G: B: P:0"]
    labels = [
        Label("sheet", Box(100, 100 + 200 * at, 360, 120), sheet=parse_sheet(text)) for at, text in enumerate(marked)
    ]
    found = [sheet_seen(Filled(text, 100, 100 + 200 * at)) for at, text in enumerate(read_as)]

    def read(photo: LabelledPhoto) -> Read:
        tables = tuple(SheetTable.told(parse_sheet(text)) for text in read_as)
        return Read(Reading(640, 480, sheets=tuple(found), seconds={"total": 0.1}), table_of([]), sheets=tables)

    labelled = LabelledPhoto(Path("a.jpg"), tuple(labels), kinds=frozenset({"sheet"}))
    evaluation = Evaluation(tuple(score_photos([labelled], read)))
    assert evaluation.tally("sheets") == evaluation.tally() == Tally(2, 2, 1, 0)
    assert evaluation.fields == (100, 104)
    assert evaluation.confusions == [("empty", "crossed", 3), ("crossed", "empty", 1)]
    told = json.loads(json.dumps(evaluation.as_json()))
    assert told["sheets"] == {"labels": 2, "found": 2, "right": 1, "false": 0}
    assert (told["fields"], told["fields_right"]) == (104, 100)
    assert told["failures"][0]["wrong"] == [[marked[0], read_as[0]]]
    assert "fields right  100 of 104" in str(evaluation)
    assert [name for _, name in evaluation.scores[0].faults.wrong] == ["sheet"]


def test_a_fault_of_the_reader_is_not_hidden() -> None:
    def read(photo: LabelledPhoto) -> Read:
        raise KeyError(photo.path)

    with pytest.raises(KeyError):
        list(score_photos([photo()], read))
    assert issubclass(PhotoError, Refusal)


def test_an_evaluation_of_nothing() -> None:
    empty = Evaluation(())
    assert empty.as_json()["labels"] == 0
    assert "none was read" in str(empty)
