"""Following a table: frames drawn by hand, readings made by hand, a clock driven by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.qwirkle.tile import Colour, Shape, Tile
from tests.vision.tables import HERE
from tests.webapp.rendered import laid, tile_seen
from vision.icc import Pixels
from vision.reading import DieSeen, Reading, TileSeen, parted
from vision.tracker import Activity, Glance, Tracker

WIDTH, HEIGHT = 320, 240
STEP = 0.1
TILES = {(0, 0): Tile.parse("Rc"), (1, 0): Tile.parse("Rx")}


class Film:
    """What a camera sees, frame by frame, and a tracker that follows it.

    Args:
        tiles: what a reading finds,
        dice: and these.
    """

    def __init__(self, tiles: Sequence[TileSeen] = tuple(laid(TILES, side=30)), dice: Sequence[DieSeen] = ()) -> None:
        self.rng = np.random.default_rng(5)
        noise = self.rng.integers(0, 256, (HEIGHT + 80, WIDTH + 80, 3), dtype=np.uint8)
        blurred = cv2.GaussianBlur(noise, (0, 0), 6)
        self.table = np.asarray(cv2.normalize(blurred, np.empty(0), 60, 190, cv2.NORM_MINMAX), np.uint8)
        self.noise = [self.rng.normal(0, 3, (HEIGHT, WIDTH, 3)).astype(np.float32) for _ in range(5)]
        self.tiles, self.dice = tuple(tiles), tuple(dice)
        self.tracker = Tracker()
        self.at = 0.0
        self.steady: list[Reading] = []

    def picture(self, x: int = 0, y: int = 0) -> Pixels:
        """The table, seen from so many pixels farther right and down, with a sensor's noise."""
        table = self.table[40 + y : 40 + y + HEIGHT, 40 + x : 40 + x + WIDTH]
        return self.noisy(table.astype(np.float64))

    def noisy(self, picture: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Pixels:
        self.noise.append(self.noise.pop(0))
        return np.clip(picture + self.noise[0], 0, 255).astype(np.uint8)

    def shows(self, seconds: float, picture: Callable[[], Pixels] | None = None) -> list[Glance]:
        """So many seconds of a picture; every frame that is wanted is read at once."""
        return self.plays((picture or self.picture)() for _ in range(round(seconds / STEP)))

    def plays(self, frames: Iterable[Pixels]) -> list[Glance]:
        glances = []
        for frame in frames:
            self.at += STEP
            glance = self.tracker.see(frame, self.at)
            glances.append(glance)
            if glance.wanted:
                dice, unsure = parted(self.dice)
                reading = Reading(WIDTH, HEIGHT, self.tiles, (HERE,) * len(self.tiles), dice, unsure_dice=unsure)
                if found := self.tracker.add(reading, self.at):
                    self.steady.append(found)
        return glances

    def hand(self, seconds: float = 1.0) -> list[Glance]:
        """A hand that comes and goes."""

        def frame(x: int) -> Pixels:
            picture = self.picture()
            cv2.rectangle(picture, (x, 0), (x + 60, 150), (120, 150, 190), -1)
            return picture

        return self.plays(frame(20 * number) for number in range(round(seconds / STEP)))


def activities(glances: Sequence[Glance]) -> set[Activity]:
    return {glance.activity for glance in glances}


def notices(glances: Sequence[Glance]) -> list[str]:
    return [glance.notice.code for glance in glances if glance.notice]


def names(reading: Reading) -> list[Tile]:
    return [Tile(Colour(int(t.colours.argmax())), Shape(int(t.shapes.argmax()))) for t in reading.tiles]


def test_a_still_table_is_read_until_it_reads_alike_and_told_once() -> None:
    film = Film()
    glances = film.shows(4)
    assert glances[0].activity is Activity.SETTLING
    assert glances[-1].activity is Activity.STILL
    assert sum(glance.wanted for glance in glances) == 3
    assert [names(reading) for reading in film.steady] == [list(TILES.values())]
    assert [place.col for place in film.steady[0].places] == [0, 1]
    assert film.tracker.steady is film.steady[0]


def test_a_steady_table_is_looked_at_again_from_time_to_time() -> None:
    film = Film()
    film.shows(3)
    film.tiles = tuple(laid({**TILES, (2, 0): Tile.parse("Rs")}, side=30))
    film.shows(6)
    assert [len(reading.tiles) for reading in film.steady] == [2, 3]


def test_while_a_camera_finds_its_exposure_nothing_is_read() -> None:
    film = Film()
    bright = iter(np.linspace(0.4, 1.0, 30))
    glances = film.shows(3, lambda: film.noisy(film.picture() * next(bright)))
    assert activities(glances) == {Activity.SETTLING}
    assert Activity.STILL in activities(film.shows(2))


def test_a_hand_over_the_table_is_motion_and_the_last_state_holds() -> None:
    film = Film()
    film.shows(3)
    glances = film.hand()
    assert activities(glances) == {Activity.MOVING}
    assert film.tracker.steady is film.steady[0]
    film.tiles = tuple(laid({**TILES, (2, 0): Tile.parse("Rs")}, side=30))
    film.shows(1.5)
    assert [len(reading.tiles) for reading in film.steady] == [2, 3]


def test_a_flickering_lamp_is_no_motion() -> None:
    film = Film()
    film.shows(2)
    lamp = iter(1 + 0.12 * np.sin(np.arange(30)))
    assert activities(film.shows(3, lambda: film.noisy(film.picture() * next(lamp)))) == {Activity.STILL}


def test_a_patch_that_always_flickers_is_no_motion() -> None:
    film = Film()
    light = film.rng.uniform(-12, 12, 200)

    def frame() -> Pixels:
        picture = film.picture().astype(np.float64)
        picture[:60, :60] += light[round(film.at / STEP)]
        return film.noisy(picture)

    film.shows(8, frame)
    assert activities(film.shows(3, frame)) == {Activity.STILL}
    assert Activity.MOVING in activities(film.hand())


def test_compression_is_no_motion() -> None:
    film = Film()

    def frame() -> Pixels:
        data = cv2.imencode(".jpg", film.picture(), [cv2.IMWRITE_JPEG_QUALITY, int(film.rng.integers(20, 60))])[1]
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)

    film.shows(2, frame)
    assert activities(film.shows(3, frame)) == {Activity.STILL}


def test_a_creeping_shadow_is_no_hand() -> None:
    film = Film()
    film.shows(2)
    edge = iter(np.linspace(0, WIDTH / 2, 200))
    across = np.arange(WIDTH)

    def frame() -> Pixels:
        shade = 0.6 + 0.4 / (1 + np.exp((next(edge) - across) / 12))
        return film.noisy(film.picture() * shade[None, :, None])

    film.shows(1, frame)
    assert activities(film.shows(10, frame)) == {Activity.STILL}


def test_a_reading_of_a_frame_before_the_last_motion_is_not_taken() -> None:
    film = Film()
    film.shows(1.7)
    asked = film.at
    film.hand(0.5)
    film.shows(0.7)
    for _ in range(5):
        assert film.tracker.add(Reading(WIDTH, HEIGHT), asked) is None
    film.shows(1)
    assert [len(reading.tiles) for reading in film.steady] == [2]


def test_after_a_gap_between_frames_stillness_begins_again() -> None:
    film = Film()
    film.shows(3)
    film.at += 5
    assert film.shows(STEP)[0].activity is Activity.MOVING


def test_a_piece_that_reads_now_so_now_so_gets_its_likeliest_name() -> None:
    film = Film()
    clear, doubtful = (
        tile_seen(Tile.parse("Rc"), laid(TILES)[0].corners),
        tile_seen(Tile.parse("Oc"), laid(TILES)[0].corners, colour=0.55),
    )
    looks = [clear, doubtful, clear, doubtful, clear, doubtful, clear]
    film.shows(1.4)
    for look in looks:
        film.tiles = (look,)
        film.shows(STEP)
    assert [names(reading) for reading in film.steady] == [[Tile.parse("Rc")]]


def test_a_piece_that_few_readings_show_is_none() -> None:
    film = Film()
    film.shows(1.6)
    both = film.tiles
    for tiles in (both, both[:1], both, both, both):
        film.tiles = tiles
        film.shows(STEP)
    assert [len(reading.tiles) for reading in film.steady] == [2]


@pytest.mark.parametrize(("colour", "kept"), [(0.6, True), (0.99, False)])
def test_a_known_piece_keeps_its_name_unless_clearly_contradicted(colour: float, kept: bool) -> None:
    film = Film()
    film.shows(3)
    film.hand()
    corners = film.tiles[0].corners
    chances = np.full(len(Colour), (1 - colour) / 20)
    chances[Colour.ORANGE], chances[Colour.RED] = colour, 1 - colour - 5 * (1 - colour) / 20
    film.tiles = (TileSeen(corners, 1.0, chances, film.tiles[0].shapes), film.tiles[1])
    film.shows(1.5)
    assert names(film.steady[-1])[0] == (Tile.parse("Rc") if kept else Tile.parse("Oc"))


def test_a_frozen_camera_is_noticed_and_runs_again() -> None:
    film = Film()
    film.shows(2)
    same = film.picture()
    assert notices(film.shows(3, lambda: same)) == []
    assert set(notices(film.shows(1, lambda: same))) == {"camera_frozen"}
    assert notices(film.shows(1)) == []


def test_a_black_picture_is_noticed_and_then_read_anew() -> None:
    film = Film()
    film.shows(3)
    glances = film.shows(2, lambda: film.noisy(np.full((HEIGHT, WIDTH, 3), 2.0)))
    assert activities(glances) == {Activity.BLIND}
    assert len(notices(glances)) == pytest.approx(10, abs=1)
    film.shows(2)
    assert len(film.steady) == 2


def test_a_knocked_camera_is_noticed_once_and_pieces_keep_their_names() -> None:
    film = Film()
    film.shows(3)
    film.plays(film.picture(x, x) for x in (9, 3, 27))
    moved = np.array([-24, 12])
    doubtful = tile_seen(Tile.parse("Oc"), film.tiles[0].corners + moved, colour=0.5)
    chances = doubtful.colours.copy()
    chances[Colour.RED], chances[Colour.WHITE] = 0.4, 0.02
    chances /= chances.sum()
    film.tiles = (
        TileSeen(doubtful.corners, 1.0, chances, doubtful.shapes),
        TileSeen(film.tiles[1].corners + moved, 1.0, film.tiles[1].colours, film.tiles[1].shapes),
    )
    glances = film.shows(2, lambda: film.picture(24, -12))
    assert notices(glances) == ["camera_knocked"]
    assert names(film.steady[-1]) == list(TILES.values())


def test_dice_are_followed_as_tiles_are() -> None:
    die = DieSeen(np.array([10.0, 10, 20, 20]), np.array([20.0, 20, 18]), np.eye(6)[1], np.eye(6)[3], 0.9)
    film = Film((), (die,))
    film.shows(2)
    film.hand(0.5)
    film.shows(1.5)
    assert [[int(seen.values.argmax()) for seen in found.dice] for found in film.steady] == [[3], [3]]


def test_a_die_that_the_newest_reading_is_unsure_of_is_one_die() -> None:
    die = DieSeen(np.array([10.0, 10, 20, 20]), np.array([20.0, 20, 18]), np.eye(6)[1], np.eye(6)[3], 0.9)
    unsure = replace(die, box=np.array([11.0, 10, 20, 20]), chance=0.6, unsure=True)
    other = replace(unsure, box=np.array([50.0, 10, 20, 20]))
    film = Film((), (die,))
    film.shows(1.8)
    film.dice = (unsure, other)
    film.shows(STEP)
    (reading,) = film.steady
    assert [seen.centre for seen in reading.dice] == [die.centre]
    assert reading.unsure_dice == (other,)
