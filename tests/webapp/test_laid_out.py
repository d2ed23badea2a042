from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import InvalidText
from engine.qwirkle.tile import TILES, Colour, Tile
from engine.qwixx.roll import DieColour
from webapp.laid_out import parse_die_rows, parse_own_colours, parse_tile_rows

NO_OWN: dict[str, str] = {}


def tiles(text: str) -> list[list[str]]:
    return [["-" if tile is None else str(tile) for tile in row] for row in parse_tile_rows(text, {"teal": "green"})]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", []),
        (" ; \n", []),
        ("Rc Ob", [["Rc", "Ob"]]),
        ("rC, oB; -", [["Rc", "Ob"], ["-"]]),
        ("red circle, blue starburst", [["Rc", "Bb"]]),
        ("circle red", [["Rc"]]),
        ("red: circle, square -", [["Rc", "Rs", "-"]]),
        ("STAR: red teal -", [["Rx", "Gx", "-"]]),
        ("teal: circle\nteal: square", [["Gc"], ["Gs"]]),
        ("teal circle - Rc", [["Gc", "-", "Rc"]]),
    ],
)
def test_rows_of_tiles_are_read(text: str, told: list[list[str]]) -> None:
    assert tiles(text) == told


@given(st.lists(st.lists(st.sampled_from([None, *TILES]), min_size=1, max_size=6), max_size=6))
def test_any_tiles_are_read_back(rows: list[list[Tile | None]]) -> None:
    lettered = ";".join(" ".join("-" if tile is None else str(tile) for tile in row) for row in rows)
    spelt = "\n".join(", ".join("-" if tile is None else tile.words for tile in row) for row in rows)
    for text in (lettered, spelt):
        assert [list(row) for row in parse_tile_rows(text, NO_OWN)] == rows


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("red", "“red” in row 1 is only half a tile"),
        ("Rc; red circle blue", "“blue” in row 2 is only half a tile"),
        ("red: blue", "“red blue” in row 1 is only half a tile"),
        ("red: heart", "“heart” in row 1 names no colour or shape"),
        ("teal: circle", "“teal” in row 1 names no colour or shape"),
        ("Qc", "“qc” in row 1 names no tile"),
        ("x" * 999 + " circle", "“" + "x" * 40 + "” in row 1"),
    ],
)
def test_what_names_no_tile_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(InvalidText, match=sentence):
        parse_tile_rows(text, NO_OWN)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for parse in (parse_tile_rows, parse_die_rows):
        with suppress(InvalidText):
            parse(text, NO_OWN)


def test_rows_of_dice_are_read() -> None:
    white, red, green = DieColour.WHITE, DieColour.RED, DieColour.GREEN
    assert parse_die_rows("white W; red, teal -", {"teal": "green"}) == ((white, white), (red, green, None))
    assert parse_die_rows("red: 1 - 3; teal: -", {"teal": "green"}) == ((red, None, red), (None,))
    assert parse_die_rows("red: red r 4", NO_OWN) == ((red, red, red),)
    for text in ("red: white blue", "red: 3 white", "red: w", "teal: red"):
        with pytest.raises(InvalidText, match="in row 1 is no value of a die, and all dice of that row are"):
            parse_die_rows(text, {"teal": "green"})
    for text in ("red: purple", "purple", "red: 7", "purple: 1"):
        with pytest.raises(InvalidText, match="” in row 1 names no colour"):
            parse_die_rows(text, NO_OWN)
    with pytest.raises(InvalidText, match=r"“\?” in row 1"):
        parse_die_rows("?", NO_OWN)


def test_own_names_stand_for_the_games() -> None:
    colours = [colour.word for colour in Colour]
    assert parse_own_colours("", colours) == {}
    assert parse_own_colours("Teal=green, pink=red", colours) == {"teal": "green", "pink": "red"}
    for text in ("teal", "teal=", "=green", "te-al=green"):
        with pytest.raises(InvalidText, match="maps no colour: write"):
            parse_own_colours(text, colours)
    with pytest.raises(InvalidText, match="maps to no colour of the game: those are red, orange"):
        parse_own_colours("teal=mauve", colours)
