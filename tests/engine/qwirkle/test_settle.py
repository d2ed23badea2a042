from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.qwirkle.board import AXES, Board
from engine.qwirkle.lines import fit
from engine.qwirkle.moves import Cell, Move, Placement
from engine.qwirkle.settle import Observation, Place, Table, settle
from engine.qwirkle.tile import COPIES, SIXTH_COLOURS, TILES, Colour, Tile, box

Floats = NDArray[np.float64]
seeded = settings(max_examples=25, deadline=None, derandomize=True)
seeds = st.integers(0, 2**32)


def names(text: str, rest: float = 0.0) -> Floats:
    """A piece told as ``Rc 0.7 Rs 0.3``, or just as ``Rc``; ``rest`` is shared by all other names."""
    words = text.split()
    told = np.full(len(TILES), rest / len(TILES))
    for tile, chance in zip(words[::2], words[1::2] or ["1"], strict=True):
        told[Tile.parse(tile).number] += float(chance)
    return np.asarray(told / told.sum()).reshape(7, 6)


def row(*pieces: str, group: int = 0, line: int = 0, start: int = 0, middle: float = 0.0) -> list[Observation]:
    """Pieces that lie in a row of a group."""
    return [
        Observation(Place(group, start + col, line), 1.0, names(piece, 1e-5), middle)
        for col, piece in enumerate(pieces)
    ]


def column(*pieces: str, group: int = 0, start: int = 0) -> list[Observation]:
    return [Observation(Place(group, 0, start + line), 1.0, names(piece, 1e-5)) for line, piece in enumerate(pieces)]


def told(table: Table) -> str:
    return " ".join(str(piece.tile) if piece.tile else "--" for piece in table.tiles)


def codes(table: Table) -> list[str]:
    return [problem.reason.code for problem in table.problems]


def roles(table: Table) -> str:
    return " ".join(piece.role for piece in table.tiles)


def board_of(rng: np.random.Generator, count: int) -> Board:
    """A board that a game could reach, adding tile by tile."""
    tiles = box(SIXTH_COLOURS[rng.integers(2)])
    laid: dict[Cell, Tile] = {(0, 0): tiles[rng.integers(36)]}
    while len(laid) < count:
        (x, y), (dx, dy) = list(laid)[rng.integers(len(laid))], AXES[rng.integers(2)]
        sign = 1 if rng.random() < 0.5 else -1
        cell, tile = (x + sign * dx, y + sign * dy), tiles[rng.integers(36)]
        move = Move((Placement(*cell, tile),))
        if cell not in laid and Counter(laid.values())[tile] < COPIES and Board(laid).is_legal(move):
            laid[cell] = tile
    return Board(laid)


def others(board: Board, cell: Cell, axis: Cell) -> list[Tile]:
    """The tiles that share the line along an axis with the tile on a cell."""
    return [placement.tile for placement in board.line(cell, axis).placements if placement.cell != cell]


def seen(board: Mapping[Cell, Tile], names_of: Mapping[Cell, Floats]) -> list[Observation]:
    left, top = min(x for x, _ in board), min(y for _, y in board)
    return [Observation(Place(0, x - left, y - top), 1.0, names_of[x, y]) for x, y in board]


def noisy(rng: np.random.Generator, tile: Tile, noise: float) -> Floats:
    """What an honest reader would say who saw the tile through noise: its probabilities are true."""

    def honest(value: int, count: int) -> Floats:
        picture = np.eye(count)[value] + rng.normal(0, noise, count)
        away = np.square(picture - np.eye(count)).sum(axis=1)
        likely = np.exp((away.min() - away) / (2 * noise**2))
        return np.asarray(likely / likely.sum())

    return np.outer(honest(tile.colour, 7), honest(tile.shape, 6))


@seeded
@given(seed=seeds, count=st.integers(1, 60))
def test_a_sure_legal_position_stays_as_it_was_seen(seed: int, count: int) -> None:
    board = board_of(np.random.default_rng(seed), count)
    table = settle(seen(board, {cell: names(str(tile), 1e-3) for cell, tile in board.items()}))
    assert [piece.tile for piece in table.tiles] == list(board.values())
    assert table.problems == ()
    assert all(piece.role == "board" and not piece.doubted and piece.confidence > 0.99 for piece in table.tiles)
    assert table.sixth in {None, *(tile.colour for tile in board.values())}


@seeded
@given(seed=seeds, count=st.integers(2, 30))
def test_what_a_person_confirmed_always_stays(seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    board = board_of(rng, count)
    confirmed = {int(piece): TILES[rng.integers(42)] for piece in rng.choice(count, count // 2, replace=False)}
    table = settle(seen(board, {cell: noisy(rng, tile, 0.35) for cell, tile in board.items()}), confirmed=confirmed)
    for piece, tile in confirmed.items():
        assert table.tiles[piece].tile == tile
        assert (table.tiles[piece].confidence, table.tiles[piece].doubted) == (1.0, False)


def confused(seed: int) -> tuple[Board, int, Tile, Tile]:
    """A board, one of its pieces that lies in a line of three or more, its tile, and one that breaks that line."""
    rng = np.random.default_rng(seed)
    while True:
        board = board_of(rng, 20)
        number = int(rng.integers(20))
        cell, right = list(board.items())[number]
        with_it = max((others(board, cell, axis) for axis in AXES), key=len)
        wrong = TILES[rng.integers(42)]
        if len(with_it) > 1 and not any(fit(wrong, other) for other in with_it):
            return board, number, right, wrong


@seeded
@given(seed=seeds)
def test_a_confused_tile_is_mended_where_its_probability_leaves_room(seed: int) -> None:
    board, number, right, wrong = confused(seed)
    observations = seen(board, {cell: names(str(tile), 1e-4) for cell, tile in board.items()})
    observations[number] = Observation(observations[number].place, 1.0, names(f"{wrong} 0.85 {right} 0.15"))
    table = settle(observations)
    assert [piece.tile for piece in table.tiles] == list(board.values())
    assert table.problems == ()
    assert table.tiles[number].confidence > 0.85
    assert dict(table.tiles[number].alternatives)[wrong] < 0.15


@seeded
@given(seed=seeds)
def test_a_tile_that_surely_lies_wrong_stays_and_is_a_problem(seed: int) -> None:
    board, number, right, wrong = confused(seed)
    observations = seen(board, {cell: names(str(tile), 1e-4) for cell, tile in board.items()})
    observations[number] = Observation(observations[number].place, 1.0, names(f"{wrong} 0.9995 {right} 0.0005"))
    table = settle(observations)
    expected = list(board.values())
    expected[number] = wrong
    assert [piece.tile for piece in table.tiles] == expected
    broken = [problem for problem in table.problems if number in problem.pieces]
    assert {problem.reason.code for problem in broken} & {"duplicate_in_line", "mixed_line", "both_sixth_colours"}


@pytest.mark.parametrize(("noise", "share"), [(0.25, 0.25), (0.3, 0.35), (0.35, 0.5)])
def test_the_rules_mend_most_of_what_was_misread_and_say_how_sure_they_are(noise: float, share: float) -> None:
    before, after, sureness, doubted_right = [], [], [], []
    for seed in range(12):
        rng = np.random.default_rng(seed)
        board = board_of(rng, 50)
        observations = seen(board, {cell: noisy(rng, tile, noise) for cell, tile in board.items()})
        table = settle(observations)
        for tile, piece, settled in zip(board.values(), observations, table.tiles, strict=True):
            before.append(TILES[piece.names.argmax()] == tile)
            after.append(settled.tile == tile)
            sureness.append(settled.confidence)
            doubted_right += [settled.tile == tile] * settled.doubted
    misread, left = 1 - np.mean(before), 1 - np.mean(after)
    assert misread > 0.01
    assert left < share * misread
    assert abs(np.mean(sureness) - np.mean(after)) < 0.02
    assert not doubted_right or np.mean(doubted_right) < 0.95


def test_two_tiles_seen_alike_become_different_ones() -> None:
    table = settle(row("Rc 0.55 Rs 0.45", "Rd", "Rc 0.6 Rs 0.4"))
    assert told(table) == "Rs Rd Rc"
    assert table.problems == ()
    assert all(table.tiles[piece].doubted for piece in (0, 2))


def test_pieces_at_odds_are_asked_in_turn() -> None:
    vague = "Rc 0.34 Rs 0.33 Rd 0.33"
    table = settle([*row(vague, vague, "Rf", vague), *column("Rx", "Rb", start=1)])
    assert sorted(told(table).split()[:4]) == ["Rc", "Rd", "Rf", "Rs"]
    assert codes(table) == []


@pytest.mark.parametrize(
    ("observations", "problem", "pieces"),
    [
        (row("Rc", "Rs", "Rc", "Rd"), "duplicate_in_line", (0, 2)),
        ([*row("Rc", "Rs", "Rd"), *column("Gb", "Gx", start=1)], "mixed_line", (0, 3, 4)),
        ([*row("Rc", "Rs", "Rd", "Rf", "Rx", "Rb"), *row("Rc", start=6)], "duplicate_in_line", (0, 6)),
    ],
)
def test_a_breach_that_stays_is_told(observations: list[Observation], problem: str, pieces: tuple[int, ...]) -> None:
    table = settle(observations)
    assert [TILES[piece.names.argmax()] for piece in observations] == [piece.tile for piece in table.tiles]
    assert [(found.reason.code, found.pieces) for found in table.problems] == [(problem, pieces)]
    assert str(table.problems[0])


def test_four_of_a_kind_are_told_and_the_vague_one_of_them_is_another() -> None:
    alone = [Observation(Place(group, 0, 0), 1.0, names("Rc 0.999 Rs 0.001")) for group in range(4)]
    table = settle(alone)
    assert codes(table) == ["too_many_of_a_kind"]
    assert table.problems[0].pieces == (0, 1, 2, 3)
    assert "4 times red circle" in str(table.problems[0])
    alone[2] = Observation(Place(2, 0, 0), 1.0, names("Rc 0.8 Rs 0.2"))
    assert told(settle(alone)) == "Rc Rc Rs Rc"


def test_a_copy_that_is_cut_or_lies_face_down_is_not_too_many() -> None:
    alone = [Observation(Place(group, 0, 0), 1.0, names("Rc")) for group in range(3)]
    assert codes(settle([*alone, Observation(Place(3, 0, 0), 1.0, names("Rc"), cut=True)])) == []
    down = settle([*alone, *(Observation(Place(group, 0, 0), 0.02, names("Rc")) for group in range(3, 9))])
    assert codes(down) == []
    assert told(down) == "Rc Rc Rc" + " --" * 6


def test_a_tile_face_down_has_no_name_and_parts_no_line() -> None:
    pieces = row("Rc", "Rs 0.6 Gs 0.4")
    pieces.append(Observation(Place(0, 2, 0), 0.1, names("Gd")))
    table = settle(pieces)
    assert told(table) == "Rc Rs --"
    assert (table.tiles[2].face, table.tiles[2].confidence) == ("down", 0.9)
    assert dict(table.tiles[2].alternatives) == pytest.approx({Tile.parse("Gd"): 0.1})


def test_the_sixth_colour_is_voted_by_clean_tiles_and_changes_what_is_vague() -> None:
    table = settle([*row("Pc", "Ps", "Pd 0.9 Bd 0.1"), Observation(Place(1, 0, 0), 1.0, names("Wx 0.7 Yx 0.3"), 0.8)])
    assert table.sixth == Colour.PURPLE
    assert told(table) == "Pc Ps Pd Yx"
    assert codes(table) == []


def test_of_both_sixth_colours_the_rarer_is_told() -> None:
    table = settle([*row("Pc", "Ps", "Pd"), *row("Wx", group=1)])
    assert table.sixth == Colour.PURPLE
    assert told(table) == "Pc Ps Pd Wx"
    assert [(problem.reason.code, problem.pieces) for problem in table.problems] == [("both_sixth_colours", (3,))]


def test_the_sixth_colour_is_unknown_where_no_clean_tile_tells() -> None:
    assert settle(row("Rc", "Rs")).sixth is None
    assert settle(row("Wc 0.5 Yc 0.5", "Ys")).sixth is None
    cut = [Observation(Place(0, 0, 0), 1.0, names("Wc"), cut=True), *row("Rs", group=1)]
    assert settle(cut).sixth is None
    assert told(settle(cut)) == "Wc Rs"


def test_the_sixth_colour_may_be_told() -> None:
    table = settle(row("Wc 0.6 Pc 0.4", "Rc"), sixth=Colour.PURPLE)
    assert (table.sixth, told(table)) == (Colour.PURPLE, "Pc Rc")
    assert settle(row("Wc", "Rc"), known=Board.parse("Rc@0,0 Wc@1,0")).sixth == Colour.WHITE
    assert settle(row("Wc 0.9 Pc 0.1", "Rc"), confirmed={1: Tile.parse("Pc")}).sixth == Colour.PURPLE


def test_a_hand_in_a_row_is_not_forced_into_a_line() -> None:
    board = [*row("Rc", "Rs", "Rd", "Rf"), *column("Gc", "Bc", "Yc", start=1)]
    hand = row("Gb", "Rx 0.6 Gx 0.4", "Yd", "Yd", "Os", "Bf", group=1, middle=0.8)
    table = settle([*board, *hand])
    assert told(table) == "Rc Rs Rd Rf Gc Bc Yc Gb Rx Yd Yd Os Bf"
    assert table.tiles[8].confidence == pytest.approx(0.6, abs=0.05)
    assert roles(table) == "board " * 7 + "hand hand hand hand hand hand"
    assert codes(table) == []


def test_loose_tiles_up_to_six_are_the_hand_and_more_are_a_question() -> None:
    board = [*row("Rc", "Rs", "Rd"), *column("Gc", "Bc", start=1)]
    loose = [Observation(Place(group, 0, 0), 1.0, names(str(TILES[30 - group])), 0.7) for group in range(1, 9)]
    assert roles(settle([*board, *loose[:6]])) == "board " * 5 + "hand " * 5 + "hand"
    table = settle([*board, *loose])
    assert roles(table) == "board " * 5 + "loose " * 7 + "loose"
    assert [(problem.reason.code, problem.pieces) for problem in table.problems] == [
        ("which_hand", tuple(range(5, 13)))
    ]
    down = [*board, *loose[:6], Observation(Place(9, 0, 0), 0.0, names("Rc"))]
    assert roles(settle(down)).endswith("hand loose")


def test_of_two_hands_none_is_chosen() -> None:
    board = [*row("Rc", "Rs", "Rd"), *column("Gc", "Bc", start=1)]
    hands = [*row("Gb", "Yd", "Yd", "Os", group=1), *row("Gb", "Od", "Yx", "Bs", group=2)]
    table = settle([*board, *hands])
    assert roles(table) == "board " * 5 + "loose " * 7 + "loose"
    assert codes(table) == ["which_hand"]


def test_of_two_rows_that_could_be_the_board_the_one_nearer_the_middle_is_and_it_is_asked() -> None:
    table = settle([*row("Rc", "Rs", "Rd", middle=0.8), *row("Gc", "Gs", "Gd", group=1, middle=0.1)])
    assert roles(table) == "hand hand hand board board board"
    assert [(problem.reason.code, problem.pieces) for problem in table.problems] == [("which_board", tuple(range(6)))]


def test_a_short_first_move_is_the_board_beside_a_full_hand() -> None:
    table = settle([*row("Gb", "Rx", "Yd", "Yd", "Os", "Bf", middle=0.8), *row("Rc", "Rs", group=1, middle=0.1)])
    assert roles(table) == "hand hand hand hand hand hand board board"
    assert codes(table) == []


def test_the_board_goes_on_with_the_known_game() -> None:
    known = Board.parse("Gc@4,4 Gs@5,4 Gd@6,4")
    table = settle(
        [*row("Rc", "Rs", "Rd", middle=0.1), *column("Gc", "Gs 0.7 Bs 0.3", "Gd", "Gx", group=1)], known=known
    )
    assert roles(table) == "hand hand hand board board board board"
    assert codes(table) == []
    assert table.tiles[4].confidence > 0.99


def test_a_tile_seldom_changes_on_its_cell_but_what_was_surely_seen_stays() -> None:
    known = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0 Rf@3,0")
    assert told(settle(row("Rc", "Rs", "Rd", "Rb 0.95 Rf 0.05"), known=known)) == "Rc Rs Rd Rf"
    sure = [*row("Rc", "Rs", "Rd"), Observation(Place(0, 3, 0), 1.0, names("Rb 0.99999 Rf 0.00001"))]
    assert told(settle(sure, known=known)) == "Rc Rs Rd Rb"


def test_a_printed_board_holds_several_groups() -> None:
    one = [*row("Rc", "Rs", "Rd"), *column("Gc", "Bc", start=1)]
    other = [*row("Gc", "Gs", "Gd", group=1), *column("Yc", "Oc", group=1, start=1)]
    table = settle([*one, *other, *row("Bf", "Yf", group=2), *row("Wx", group=3)])
    assert roles(table) == "board " * 12 + "loose"
    assert codes(table) == []


def test_the_first_tile_alone_is_the_board_and_a_few_apart_are_a_hand() -> None:
    assert roles(settle(row("Rc"))) == "board"
    apart = [Observation(Place(group, 0, 0), 1.0, names("Rc")) for group in range(3)]
    assert roles(settle(apart)) == "hand hand hand"


def test_an_illegal_block_is_still_the_board_where_it_is_too_large_for_a_hand() -> None:
    rng = np.random.default_rng(3)
    block = [
        Observation(Place(0, col, line), 1.0, names(str(TILES[rng.integers(36)])))
        for col in range(4)
        for line in (0, 1)
    ]
    table = settle(block)
    assert roles(table) == "board " * 7 + "board"
    assert set(codes(table)) <= {"mixed_line", "duplicate_in_line"}
    assert codes(table)


def test_alternatives_are_the_likeliest_others_in_order() -> None:
    table = settle([Observation(Place(0, 0, 0), 0.8, names("Rc 0.7 Rs 0.2 Gb 0.1"))])
    (piece,) = table.tiles
    assert piece.confidence == pytest.approx(0.56)
    assert [str(tile) for tile, _ in piece.alternatives] == ["Rs", "Gb"]
    assert [chance for _, chance in piece.alternatives] == pytest.approx([0.16, 0.08])
    assert piece.doubted
    for settled in settle(row("Rc 0.5 Gc 0.3", "Rs", "Rd")).tiles:
        chances = [settled.confidence, *(chance for _, chance in settled.alternatives)]
        assert all(a >= b for a, b in pairwise(chances[1:]))
        assert sum(chances) <= 1 + 1e-9


def test_nothing_seen_is_an_empty_table() -> None:
    assert settle([]) == Table((), None, ())
    assert settle(iter(()), sixth=Colour.WHITE).sixth == Colour.WHITE


@pytest.mark.parametrize(
    "wrong", [np.ones((6, 7)), np.zeros((7, 6)), -np.ones((7, 6)), np.full((7, 6), np.nan), np.full((7, 6), np.inf)]
)
def test_what_is_no_probability_is_refused(wrong: Floats) -> None:
    with pytest.raises(ValueError, match="probabilities"):
        Observation(Place(0, 0, 0), 1.0, wrong)


def test_a_piece_that_was_not_seen_can_not_be_confirmed() -> None:
    with pytest.raises(ValueError, match="no piece 3"):
        settle(row("Rc"), confirmed={3: Tile.parse("Rc")})


def test_all_numbers_are_plain() -> None:
    """What goes to JSON later holds no numpy types."""
    for piece in settle(row("Rc 0.5 Gc 0.3", "Rs", "Rd")).tiles:
        numbers: Sequence[object] = (piece.confidence, *(chance for _, chance in piece.alternatives))
        assert {type(number) for number in numbers} == {float}
        assert type(piece.doubted) is bool
