from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from engine.qwirkle.tile import Colour, Shape, Tile
from models.synthesis.demo import demo_table
from models.synthesis.film import Film, FilmPlan
from vision.photo import Photo
from vision.reading import TileSeen
from vision.tiles import TileReader


@pytest.fixture(scope="module")
def reader() -> TileReader:
    return TileReader()


def test_nothing_is_found_on_an_empty_table(reader: TileReader) -> None:
    image = np.full((480, 640, 3), 190, dtype=np.uint8)
    tiles, _ = reader.read(Photo.of(image))
    assert tiles == ()


def test_the_first_tiles_on_a_board_are_no_black_block(reader: TileReader) -> None:
    film = Film(FilmPlan(moves=2, knocked=None), seed=2)
    laying = film.layings[0]
    frames = (frame for frame, at in film.frames() if at > laying.gone)
    for frame in islice(frames, 10):
        tiles, _ = reader.read(Photo.of(frame))
        assert sorted(tile.likeliest for tile in tiles) == sorted(laying.move.tiles)


def test_every_tile_of_the_rendered_demo_is_read(reader: TileReader) -> None:
    scene = demo_table().scene
    tiles, seconds = reader.read(Photo.of(scene.image))
    assert len(tiles) == len(scene.tiles)
    assert set(seconds) == {"find", "classify"}
    for truth in scene.tiles:
        near = min(tiles, key=lambda seen: float(np.hypot(*(np.array(seen.centre) - truth.corners.mean(axis=0)))))
        assert name_of(near) == truth.tile
        assert near.face_up > 0.5
        assert not near.cut


def test_a_frame_is_read_alike_where_the_frame_before_is_known(reader: TileReader) -> None:
    photo = Photo.of(demo_table().scene.image)
    first, _ = reader.read(photo)
    again, _ = reader.read(photo, before=first)
    assert sorted(names_of(again)) == sorted(names_of(first))


def test_where_the_tiles_of_the_frame_before_are_gone_the_whole_frame_is_searched(reader: TileReader) -> None:
    image = demo_table().scene.image
    first, _ = reader.read(Photo.of(image))
    turned, _ = reader.read(Photo.of(np.ascontiguousarray(np.rot90(image, 2))), before=first)
    assert sorted(names_of(turned)) == sorted(names_of(first))


def name_of(seen: TileSeen) -> Tile:
    return Tile(Colour(int(seen.colours.argmax())), Shape(int(seen.shapes.argmax())))


def names_of(tiles: tuple[TileSeen, ...]) -> list[Tile]:
    return [name_of(seen) for seen in tiles]
