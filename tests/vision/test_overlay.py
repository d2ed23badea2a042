"""Overlays: what is drawn where, that it stands out on any ground, and that colour alone tells nothing."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.qwirkle.settle import Place
from engine.qwirkle.tile import Colour, Shape, Tile
from tests.vision.tables import Laid, reading_of, table_of
from vision.cells import Cells
from vision.grid import SQUARE
from vision.icc import Pixels
from vision.overlay import Annotator, Canvas, Faults, overlay
from vision.photo import Photo
from vision.qwirkle_overlay import INKS, Hint, Names, Outlines, Places
from vision.reading import Floats

SIDE = 60.0


def ground(level: int, height: int = 300, width: int = 400) -> Photo:
    return Photo.of(np.full((height, width, 3), level, np.uint8))


def drawn(annotator: Annotator, photo: Photo) -> Pixels:
    """How much each pixel changed."""
    change = np.abs(overlay(photo, [annotator]).astype(int) - photo.image).max(axis=2)
    return np.asarray(change, np.uint8)


def along(corners: Floats) -> Floats:
    """Points on the edge of a four-cornered thing."""
    steps = np.linspace(0, 1, 61)[:, None]
    return np.concatenate(
        [start + steps * (stop - start) for start, stop in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    )


def edge(image: Pixels, laid: Laid) -> Pixels:
    """The pixels along a tile's edge."""
    x, y = np.round(along(np.array([laid.x, laid.y]) + laid.side * SQUARE)).astype(int).T
    return np.asarray(image[y, x])


def outlines(laid: Laid) -> Outlines:
    return Outlines(reading_of([laid]), table_of([laid]))


def names(laid: Laid) -> Names:
    return Names(reading_of([laid]), table_of([laid]))


@pytest.mark.parametrize("level", [0, 70, 128, 190, 255])
@pytest.mark.parametrize("doubted", [False, True])
def test_an_outline_stands_out_on_any_ground(level: int, doubted: bool) -> None:
    laid = Laid("red circle", 200, 150, SIDE, doubted=doubted)
    grey = np.asarray(cv2.cvtColor(overlay(ground(level), [outlines(laid)]), cv2.COLOR_BGR2GRAY), np.uint8)
    line, beside = edge(grey, laid), grey[150 - 36 : 150 + 36, 200 - 36 : 200 + 36]
    assert np.median(line).astype(int) - beside.min() > 90, "light line and dark seam"


def test_the_photo_itself_stays() -> None:
    photo = ground(128)
    before = photo.image.copy()
    assert overlay(photo, [names(Laid("red circle", 200, 150, SIDE))]).shape == photo.image.shape
    np.testing.assert_array_equal(photo.image, before)


def test_a_doubted_tile_has_gaps_in_its_outline_and_a_question_mark() -> None:
    sure, doubted = (Laid("red circle", 200, 150, SIDE, doubted=doubt) for doubt in (False, True))
    assert (edge(drawn(outlines(sure), ground(128)), sure) > 0).all()
    gaps = edge(drawn(outlines(doubted), ground(128)), doubted) == 0
    assert 0.1 < gaps.mean() < 0.5
    plates = [drawn(names(laid), ground(128)) > 0 for laid in (sure, doubted)]
    assert plates[1].any(axis=0).sum() > 1.2 * plates[0].any(axis=0).sum()


def test_a_cut_tile_is_dotted_and_has_no_name() -> None:
    laid = Laid("red circle", 10, 150, SIDE, cut=True)
    assert not drawn(names(laid), ground(128)).any()
    assert drawn(outlines(laid), ground(128)).any()


@pytest.mark.parametrize("colour", Colour)
@pytest.mark.parametrize("shape", Shape)
def test_every_name_looks_different_in_grey_too(colour: Colour, shape: Shape) -> None:
    def plate(tile: Tile) -> Pixels:
        laid = Laid(tile.words, 200, 150, SIDE)
        return np.asarray(cv2.cvtColor(overlay(ground(128), [names(laid)]), cv2.COLOR_BGR2GRAY)).astype(np.int16)

    this = plate(Tile(colour, shape))
    others = [Tile(other, shape) for other in Colour if other != colour]
    others += [Tile(colour, other) for other in Shape if other != shape]
    for other in others:
        assert (np.abs(this - plate(other)) > 40).sum() > 5, other


def test_a_face_down_tile_has_a_name_of_its_own() -> None:
    up, down = (overlay(ground(128), [names(Laid(name, 200, 150, SIDE))]) for name in ("white square", "face-down"))
    assert (np.abs(up.astype(int) - down) > 60).any()


def test_letters_grow_with_the_tiles_and_stay_legible() -> None:
    heights = [
        (drawn(names(Laid("red circle", 200, 150, side)), ground(128)) > 0).any(axis=1).sum() for side in (16, 60, 120)
    ]
    assert heights[0] >= 11
    assert heights[2] == pytest.approx(2 * heights[1], abs=3)


def test_a_shrunk_photo_is_drawn_on_where_things_lie() -> None:
    laid = Laid("red circle", 400, 300, 2 * SIDE)
    small = Photo(ground(128).image, 2.0, 800, 600)
    whole = drawn(outlines(Laid("red circle", 199.75, 149.75, SIDE)), ground(128))
    np.testing.assert_allclose(drawn(outlines(laid), small), whole, atol=40)


CELLS = Cells(np.stack([np.array([x, 150.0]) + SIDE * SQUARE for x in (100, 160)]), [Place(0, 0, 0), Place(0, 1, 0)])


def test_a_hint_is_drawn_where_its_tiles_would_go() -> None:
    hint = Hint(CELLS, {(2, 0): Tile(Colour.GREEN, Shape.SQUARE), (2, 1): Tile(Colour.RED, Shape.CIRCLE)})
    picture = overlay(ground(128), [hint])
    for middle, colour in (((220, 150), Colour.GREEN), ((220, 210), Colour.RED)):
        assert picture[middle[1], middle[0]].tolist() == list(INKS[colour])
    changed = drawn(hint, ground(128)) > 0
    assert changed[150, 190:250].all()
    assert not changed[:, :180].any()


def test_the_label_of_a_hint_hides_no_tile() -> None:
    cells = {(2, 0): Tile(Colour.GREEN, Shape.SQUARE), (2, 1): Tile(Colour.RED, Shape.CIRCLE)}
    plain, told = (overlay(ground(128), [Hint(CELLS, cells, label)]) for label in ("", "+12"))
    differs = (plain != told).any(axis=2)
    assert differs.any()
    for x, y in ((220, 150), (220, 210), *CELLS.middles.astype(int).tolist()):
        assert not differs[y - 20 : y + 20, x - 20 : x + 20].any()


def test_a_hint_may_lie_outside_the_picture_and_its_label_needs_room() -> None:
    tile = Tile(Colour.RED, Shape.STAR)
    overlay(ground(128), [Hint(CELLS, {(40, 0): tile, (-3, -9): tile})])
    plain, told = (drawn(Hint(CELLS, {(2, 0): tile}, label), ground(128)) for label in ("", "+12"))
    assert (plain != told).any()
    tiny = Cells(np.array([[100.0, 100.0]])[:, None] + 16 * SQUARE[None], [Place(0, 0, 0)])
    plain, told = (drawn(Hint(tiny, {(1, 0): tile}, label), ground(128)) for label in ("", "+12"))
    np.testing.assert_array_equal(plain, told)


def test_faults_are_told_apart_by_their_form() -> None:
    corners = np.array([200.0, 150.0]) + SIDE * SQUARE
    laid = Laid("red circle", 200, 150, SIDE)
    missed = drawn(Faults(missed=[(corners, "red star")]), ground(128))
    wrong = drawn(Faults(wrong=[(corners, "red star")]), ground(128))
    false = drawn(Faults(false=[corners]), ground(128))
    assert 0.05 < (edge(missed, laid) == 0).mean() < 0.5
    assert edge(wrong, laid).all()
    assert false[150, 200]
    assert not false[150, 230]


def test_places_are_written() -> None:
    assert drawn(Places(reading_of([Laid("red circle", 200, 150, SIDE)])), ground(128)).any()


def test_a_filled_polygon_can_let_the_photo_through() -> None:
    canvas = Canvas(ground(200))
    canvas.fill(np.array([100.0, 100.0]) + 40 * SQUARE, (0, 0, 0), opacity=0.75)
    assert canvas.image[100, 100].tolist() == [50, 50, 50]
    canvas.fill(np.array([-500.0, 100.0]) + 40 * SQUARE, (0, 0, 0))
