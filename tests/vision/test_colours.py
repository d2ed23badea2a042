"""Colours measured on rendered pieces, and what a light that was learned from them changes about reading."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.colours import fit_light
from calibration.light import TILE_COLOURS, Bgr, lab
from calibration.profile import UNKNOWN, Profile
from calibration.teaching import taught
from engine.qwirkle.tile import TILES, Colour, Tile
from engine.qwixx.roll import DieColour
from models.balance import balance
from models.srgb import LIGHT_OF_BYTE, to_srgb
from models.synthesis.demo import demo_roll, demo_table
from tests.calibration.swatches import samples
from vision.colours import die_samples, sure_tiles, tile_samples, told_colours
from vision.dice import DiceReader
from vision.icc import Pixels
from vision.photo import Photo
from vision.read import Reader
from vision.reading import Reading, TileSeen
from webapp.look import settled

BLUE = (4.0, 1.0, 0.3)
"""A light in which no shop would sell a lamp: blue, green and red are multiplied by this."""
WORDS = [colour.word for colour in Colour]


def lit(image: Pixels, light: Bgr, share: float = 0.2) -> Pixels:
    """A picture in another light, of which nothing clips."""
    return np.asarray(np.rint(255 * to_srgb(np.clip(LIGHT_OF_BYTE[image] * light * share, 0, 1))), np.uint8)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.fixture(scope="module")
def table() -> tuple[Pixels, list[TileSeen], list[Tile]]:
    """The picture of the demo's table, and its tiles as they truly lie."""
    scene = demo_table().scene
    tiles = [truth for truth in scene.tiles if truth.tile is not None]
    seen = [
        TileSeen(np.asarray(truth.corners, np.float64), 1.0, np.full(7, 1 / 7), np.full(6, 1 / 6)) for truth in tiles
    ]
    return scene.image, seen, [truth.tile for truth in tiles if truth.tile is not None]


@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (0.4, 1.0, 1.6), BLUE])
def test_colours_are_measured_as_they_are_in_any_light(
    light: Bgr, table: tuple[Pixels, list[TileSeen], list[Tile]]
) -> None:
    image, seen, names = table
    found = tile_samples(Photo.of(lit(image, light)), seen, names)
    assert [sample.name for sample in found] == [tile.colour.word for tile in names]
    assert not any(sample.taught for sample in found)
    before = tile_samples(Photo.of(image), seen, names)
    colours = lab(np.array([sample.face for sample in found]) / light)
    expected = lab(np.array([sample.face for sample in before]))
    assert np.median(np.abs(colours - expected)[:, 1:]) < 2
    bodies = np.array([sample.body for sample in found]) / light
    assert (bodies.max(axis=1) < 0.3 * (np.array([sample.face for sample in found]) / light).max(axis=1)).all()


def test_the_smaller_copy_of_a_large_photo_shows_the_same_colours(
    table: tuple[Pixels, list[TileSeen], list[Tile]],
) -> None:
    image, seen, names = table
    height, width = image.shape[:2]
    doubled = [replace(tile, corners=(tile.corners + 0.5) * 2 - 0.5) for tile in seen]
    large = Photo(image, 2.0, 2 * width, 2 * height)
    assert tile_samples(large, doubled, names) == tile_samples(Photo.of(image), seen, names)


def test_a_light_that_is_known_takes_away_what_balancing_can_not(
    reader: Reader, table: tuple[Pixels, list[TileSeen], list[Tile]]
) -> None:
    image, seen, names = table
    blue = lit(image, BLUE)
    light = fit_light(tiles=tile_samples(Photo.of(blue), seen, names))
    left = np.array(light.gains) * BLUE
    assert left.max() / left.min() < 1.2
    known = Photo.of(blue, known=Profile(light=light))
    assert np.array_equal(known.levels[0], balance(blue, known=light.gains))
    true = balance(image).astype(float)
    assert np.abs(known.levels[0] - true).mean() < np.abs(Photo.of(blue).levels[0] - true).mean()
    tiles = reader.read(known, "qwirkle").tiles
    assert sorted(name_of(tile) for tile in tiles if tile.face_up > 0.5) == sorted(names)


def test_a_profile_without_a_light_changes_nothing(
    reader: Reader, table: tuple[Pixels, list[TileSeen], list[Tile]]
) -> None:
    plain, known = (reader.read(Photo.of(table[0], known=profile), "qwirkle") for profile in (UNKNOWN, Profile()))
    for one, other in zip(plain.tiles, known.tiles, strict=True):
        np.testing.assert_array_equal(one.names, other.names)


def test_a_tile_that_was_put_right_is_read_so_from_then_on(
    reader: Reader, table: tuple[Pixels, list[TileSeen], list[Tile]]
) -> None:
    """As if the person were right: the colour that the network is sure of loses."""
    photo = Photo.of(table[0])
    reading = reader.read(photo, "qwirkle")
    position = settled(reading)
    sure = sure_tiles(reading, position)
    number = next(number for number, tile in sure.items() if tile.colour is Colour.ORANGE)
    read = dict(zip(sure, tile_samples(photo, [reading.tiles[n] for n in sure], [*sure.values()]), strict=True))
    lesson = [*(sample for n, sample in read.items() if n != number), replace(read[number], name="red", taught=True)]
    wiser = taught(UNKNOWN, lesson)
    again = reader.read(Photo.of(table[0], known=wiser), "qwirkle")
    assert name_of(at(again, reading.tiles[number])).colour is Colour.RED
    blue = [n for n, t in sure.items() if t.colour is Colour.BLUE]
    assert {name_of(at(again, reading.tiles[n])).colour for n in blue} == {Colour.BLUE}


def test_where_nothing_is_seen_there_is_nothing_to_learn_from() -> None:
    assert sure_tiles(Reading(100, 100), settled(Reading(100, 100))) == {}
    photo = Photo.of(np.full((100, 100, 3), 90, np.uint8))
    assert (tile_samples(photo, [], []), die_samples(photo, [], [])) == ((), ())


def test_odd_dice_go_by_the_names_that_they_were_given() -> None:
    """The demo's red die is declared to be the yellow one, and the other way round."""
    scene = demo_roll().scene
    reader = DiceReader()
    photo = Photo.of(scene.image)
    dice, _ = reader.read(photo)
    odd = {DieColour.RED: DieColour.YELLOW, DieColour.YELLOW: DieColour.RED}
    named = [DieColour(int(die.colours.argmax())) for die in dice]
    light = fit_light(dice=die_samples(photo, dice, [odd.get(name, name) for name in named]))
    again, _ = reader.read(Photo.of(scene.image, known=Profile(light=light)))
    assert [DieColour(int(die.colours.argmax())) for die in again] == [odd.get(name, name) for name in named]
    for one, other in zip(dice, again, strict=True):
        assert int(one.values.argmax()) == int(other.values.argmax())


def test_a_colour_far_from_all_is_left_to_the_network() -> None:
    light = fit_light(tiles=samples([*TILE_COLOURS] * 3))
    assert light.tiles is not None
    network = np.full((1, 7), 0.001)
    network[0, Colour.GREEN] = 0.994
    told = told_colours(light.tiles, light, np.array([[0.9, 0.01, 0.8]]), network, WORDS)
    assert told.sum() == pytest.approx(1)
    assert told.argmax() == Colour.GREEN
    assert told.max() < network.max()
    assert told_colours(light.tiles, light, np.empty((0, 3)), np.empty((0, 7)), WORDS).shape == (0, 7)


def test_a_black_picture_has_an_exposure() -> None:
    assert np.isfinite(Photo.of(np.zeros((64, 64, 3), np.uint8)).exposure)


def name_of(seen: TileSeen) -> Tile:
    return TILES[int(seen.names.argmax())]


def at(reading: Reading, place: TileSeen) -> TileSeen:
    """The tile of a reading that lies where another does."""
    return min(reading.tiles, key=lambda tile: float(np.hypot(*np.subtract(tile.centre, place.centre))))
