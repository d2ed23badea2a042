from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.profile import UNKNOWN, Profile
from calibration.view import View, view_of_tiles
from engine.game import Reason
from tests.vision.sets import paired
from tests.vision.standing import HEIGHT, WIDTH, Stand
from vision.photo import Photo
from vision.read import Reader
from vision.reading import Reading
from vision.search import TileSearch
from vision.view import KeptView, ViewConfig, find_in_view, laid_flat, sheet_of, still_holds

STANDS = [Stand(), Stand(tilt=0.0, azimuth=0.0), Stand(tilt=45.0, side=60.0), Stand(side=90.0, shift=(60.0, -30.0))]


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.fixture(scope="module")
def search() -> TileSearch:
    return TileSearch()


def true_view(stand: Stand) -> View:
    corners = np.stack([tile.corners for tile in stand.sees(board=7).tiles])
    return view_of_tiles(corners, (WIDTH, HEIGHT))


def seen(reader: Reader, stand: Stand, profile: Profile, tiles: int = 24) -> Reading:
    return reader.read(Photo.of(stand.sees(tiles).image, known=profile), "qwirkle")


def right(reading: Reading, stand: Stand, tiles: int = 24) -> int:
    pairs = paired(stand.sees(tiles), np.array([tile.centre for tile in reading.tiles]))
    found = [(tile, reading.tiles[at]) for tile, at in pairs if at is not None]
    return sum(
        tile.colour == int(read.colours.argmax()) and tile.shape == int(read.shapes.argmax()) for tile, read in found
    )


@pytest.mark.parametrize("stand", STANDS)
def test_another_board_is_read_as_well_in_a_known_view(reader: Reader, search: TileSearch, stand: Stand) -> None:
    profile = Profile(view=true_view(stand))
    known, unknown = (seen(reader, stand, each) for each in (profile, UNKNOWN))
    assert right(known, stand) >= right(unknown, stand)
    assert not known.view_lost
    photo = Photo.of(stand.sees().image, known=profile)
    assert find_in_view(search, photo.levels, photo) is not None


@pytest.mark.parametrize("stand", STANDS)
def test_tiles_laid_flat_are_squares_of_the_side_that_the_finder_likes(stand: Stand) -> None:
    view, config = true_view(stand), ViewConfig()
    sheet = sheet_of(view, (WIDTH, HEIGHT), config)
    assert sheet is not None
    scene = stand.sees()
    corners = np.stack([tile.corners for tile in scene.tiles if not tile.cut])
    there = corners @ sheet.onto_sheet[:, :2].T + sheet.onto_sheet[:, 2]
    flat = there[..., :2] / there[..., 2:]
    sides = np.linalg.norm(flat - np.roll(flat, 1, axis=1), axis=2)
    assert np.abs(sides / config.side - 1).max() < 0.06
    assert (flat > -1).all()
    assert (flat < np.array(sheet.size) + 1).all()
    assert laid_flat(Photo.of(scene.image).levels, sheet).shape == (sheet.size[1], sheet.size[0], 3)


@pytest.mark.parametrize(
    "moved", [Stand(side=64.0), Stand(side=36.0), Stand(tilt=45.0, azimuth=110.0), Stand(tilt=50.0)]
)
def test_a_camera_that_has_moved_is_noticed_and_read_as_if_nothing_were_known(reader: Reader, moved: Stand) -> None:
    reading = seen(reader, moved, Profile(view=true_view(Stand())))
    assert reading.view_lost
    plain = seen(reader, moved, UNKNOWN)
    assert [tile.corners.tolist() for tile in reading.tiles] == [tile.corners.tolist() for tile in plain.tiles]


def test_a_camera_that_slid_over_the_table_still_sees_it_so(reader: Reader) -> None:
    slid = Stand(tilt=0.0, azimuth=0.0, shift=(70.0, 40.0))
    assert not seen(reader, slid, Profile(view=true_view(Stand(tilt=0.0, azimuth=0.0)))).view_lost


@pytest.mark.parametrize("tiles", [1, 3])
def test_a_game_that_has_just_begun_is_read_in_the_view(reader: Reader, tiles: int) -> None:
    reading = seen(reader, Stand(), Profile(view=true_view(Stand())), tiles)
    assert right(reading, Stand(), tiles) == len(reading.tiles) == tiles
    assert not reading.view_lost


def test_an_empty_table_loses_no_view(reader: Reader) -> None:
    blank = Photo.of(np.full((HEIGHT, WIDTH, 3), 150, np.uint8), known=Profile(view=true_view(Stand())))
    reading = reader.read(blank, "qwirkle")
    assert reading.tiles == ()
    assert not reading.view_lost


def test_pictures_of_another_form_are_read_without_the_view(reader: Reader) -> None:
    cut = Photo.of(np.ascontiguousarray(Stand().sees().image[:, 100:]), known=Profile(view=true_view(Stand())))
    reading = reader.read(cut, "qwirkle")
    assert reading.view_lost
    assert len(reading.tiles) > 15


def test_larger_pictures_are_read_in_the_view(search: TileSearch) -> None:
    image = Stand().sees().image
    larger = Photo.of(np.repeat(np.repeat(image, 2, axis=0), 2, axis=1), known=Profile(view=true_view(Stand())))
    found = find_in_view(search, larger.levels, larger)
    assert found is not None
    assert abs(np.median(found.sides) - 96) < 6


def test_the_dice_of_a_photo_ask_for_no_view(reader: Reader) -> None:
    photo = Photo.of(np.full((400, 400, 3), 150, np.uint8), known=Profile(view=true_view(Stand())))
    assert not reader.read(photo, "qwixx").view_lost


def test_a_followed_view_is_dropped_after_some_readings_and_found_again(reader: Reader) -> None:
    kept = KeptView(Profile(view=true_view(Stand())))
    here, moved = Stand(), Stand(tilt=45.0)
    assert kept.saw(seen(reader, here, kept.profile)) is None
    lost = seen(reader, moved, kept.profile)
    told = [kept.saw(lost) for _ in range(3)]
    assert told == [None, None, Reason("view_moved")]
    again = seen(reader, moved, kept.profile)
    assert not again.view_lost
    assert kept.saw(again) is None
    assert kept.profile.view is not None
    assert still_holds(Photo.of(moved.sees().image, known=kept.profile), again.tiles)


def test_one_reading_that_disagrees_is_forgotten() -> None:
    kept = KeptView(Profile(view=true_view(Stand())))
    blank = Reading(WIDTH, HEIGHT)
    for _ in range(5):
        assert kept.saw(replace(blank, view_lost=True)) is None
        assert kept.saw(replace(blank, view_lost=True)) is None
        assert kept.saw(blank) is None


def test_a_view_of_pictures_of_another_form_is_dropped_at_once_and_told_as_that(reader: Reader) -> None:
    kept = KeptView(Profile(view=View(400, 400, true_view(Stand()).onto_table)))
    why = kept.saw(seen(reader, Stand(), kept.profile))
    assert why is not None
    assert why.code == "view_other_shape"
    assert kept.profile.view is not None
    assert (kept.profile.view.width, kept.profile.view.height) == (WIDTH, HEIGHT)
    assert kept.saw(seen(reader, Stand(), kept.profile)) is None


def test_without_a_view_none_is_looked_for(reader: Reader) -> None:
    kept = KeptView(UNKNOWN)
    assert kept.saw(seen(reader, Stand(), UNKNOWN)) is None
    assert kept.profile == UNKNOWN
