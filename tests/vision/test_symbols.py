from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest

from calibration.profile import Profile
from calibration.shapes import NETWORK, SHAPES, SYMBOL_NUMBERS, TileSet, fit_shapes
from engine.qwirkle.tile import Shape
from models.tile_classifier import CROP
from tests.vision.sets import SETS, in_play, laid_out, paired
from vision.icc import Pixels
from vision.photo import Photo
from vision.reading import Floats, TileSeen
from vision.symbols import changed_round, looks_at, printed, symbols
from vision.tiles import TileReader, shown

EVEN = np.full((1, len(SHAPES)), 1 / len(SHAPES))


@pytest.fixture(scope="module")
def reader() -> TileReader:
    return TileReader()


def crop(
    sides: int, ink: tuple[int, int, int], body: tuple[int, int, int], turn: float = 0.0, size: float = 13.0
) -> Pixels:
    """A crop with a regular polygon in the middle: (1, CROP, CROP, 3)."""
    angles = 2 * np.pi * np.arange(sides) / sides + turn
    points = (CROP - 1) / 2 + size * np.column_stack([np.cos(angles), np.sin(angles)])
    picture = np.full((8 * CROP, 8 * CROP, 3), body, np.uint8)
    cv2.fillPoly(picture, [np.rint(8 * points + 3.5).astype(np.int32)], ink)
    return np.asarray(cv2.resize(picture, (CROP, CROP), interpolation=cv2.INTER_AREA), np.uint8)[None]


def told(picture: Pixels) -> Floats:
    return symbols(picture, EVEN)[0, :-NETWORK]


def test_the_numbers_of_a_symbol_depend_neither_on_its_colours_nor_on_quarter_turns() -> None:
    first = told(crop(4, (40, 40, 200), (20, 20, 20)))
    assert first.shape == (SYMBOL_NUMBERS - NETWORK,)
    for other in (
        crop(4, (200, 120, 30), (20, 20, 20)),
        crop(4, (20, 90, 20), (230, 235, 240)),
        np.rot90(crop(4, (40, 40, 200), (20, 20, 20)), axes=(1, 2)),
    ):
        assert np.abs(told(other) - first).max() < 0.03


def test_shapes_are_called_as_in_the_game() -> None:
    assert tuple(shape.word for shape in Shape) == SHAPES


def test_nothing_is_told_where_nothing_is() -> None:
    assert symbols(np.empty((0, CROP, CROP, 3), np.uint8), np.empty((0, 6))).shape == (0, SYMBOL_NUMBERS)


def test_a_diamond_is_told_from_a_square_by_how_it_stands() -> None:
    diamond, square = (told(crop(4, (40, 40, 200), (20, 20, 20), turn)) for turn in (0.0, np.pi / 4))
    assert np.abs(diamond - square).max() > 0.2


def test_the_table_around_a_tile_is_no_part_of_its_symbol() -> None:
    picture = crop(6, (40, 40, 200), (20, 20, 20))
    cover = printed(picture[0])
    picture[0, :4] = (40, 40, 200)
    assert np.array_equal(printed(picture[0]), cover)
    assert 0.15 < cover.mean() < 0.25


def test_light_and_dark_change_round_and_hues_stay() -> None:
    colours = np.random.default_rng(1).integers(0, 256, (20, 30, 3)).astype(np.uint8)
    turned = changed_round(colours)
    assert np.array_equal(changed_round(turned), colours)
    assert np.array_equal(turned.max(axis=2), 255 - colours.min(axis=2))
    hues = [cv2.cvtColor((each / 255).astype(np.float32), cv2.COLOR_BGR2HSV)[..., 0] for each in (colours, turned)]
    apart = np.abs(hues[0] - hues[1])
    assert np.minimum(apart, 360 - apart).max() < 0.1


def test_looks_at_a_tile_differ_and_are_always_the_same(reader: TileReader) -> None:
    photo = Photo.of(laid_out("six points").image)
    corners = np.stack([tile.corners for tile in reader.read(photo)[0][:3]])
    looks = looks_at(photo.levels, corners, reader.classifier)
    assert looks.shape[0] == 3
    assert looks.shape[2] == SYMBOL_NUMBERS
    assert all(not np.allclose(one, other) for one, other in pairwise(looks[0]))
    assert np.array_equal(looks, looks_at(photo.levels, corners, reader.classifier))


@pytest.mark.parametrize("name", ["five points", "three points", "white bodies"])
def test_shapes_learned_from_one_photo_are_read_on_another(reader: TileReader, name: str) -> None:
    known = Profile(set=TileSet(SETS[name].light_bodies))
    scene = laid_out(name)
    photo = Photo.of(scene.image, known=known)
    tiles, _ = reader.read(photo)
    named = [(tile.shape.word, tiles[at]) for tile, at in paired(scene, centres(tiles)) if at is not None]
    assert len(named) == 36
    looks = looks_at(shown(photo), np.stack([tile.corners for _, tile in named]), reader.classifier)
    fit = fit_shapes(looks, [name for name, _ in named])
    learned = Profile(set=TileSet(SETS[name].light_bodies, fit.shapes))
    scene = in_play(name, tilt=30.0, side=50.0)
    right = {}
    for profile in (known, learned):
        tiles, _ = reader.read(Photo.of(scene.image, known=profile))
        pairs = paired(scene, centres(tiles))
        found = [(tile.shape, tiles[at].shapes.argmax()) for tile, at in pairs if at is not None]
        right[profile] = sum(true == read for true, read in found) / len(pairs)
    assert right[learned] == 1
    assert name == "white bodies" or right[known] < 0.9  # what would be read without


def centres(tiles: tuple[TileSeen, ...]) -> Floats:
    return np.array([tile.centre for tile in tiles])
