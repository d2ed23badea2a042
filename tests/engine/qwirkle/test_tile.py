import pytest

from engine.game import InvalidText
from engine.qwirkle.tile import Colour, Shape, Tile, box


def test_every_tile_round_trips_through_both_text_forms() -> None:
    tiles = [Tile(colour, shape) for colour in Colour for shape in Shape]
    assert [Tile.parse(str(tile)) for tile in tiles] == tiles
    assert [Tile.parse(tile.words) for tile in tiles] == tiles
    assert len({str(tile) for tile in tiles}) == 42


@pytest.mark.parametrize("text", ["", "R", "Rq", "Qc", "Rcc", "red", "red blue", "red circle blue", "🟥c"])
def test_what_names_no_tile_is_refused_with_the_text(text: str) -> None:
    with pytest.raises(InvalidText) as caught:
        Tile.parse(text)
    assert caught.value.reason.params["text"] == text


def test_a_box_has_36_different_tiles_and_one_sixth_colour() -> None:
    assert len(set(box(Colour.WHITE))) == 36
    assert {tile.colour for tile in box(Colour.PURPLE)} == set(Colour) - {Colour.WHITE}
