from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.qwirkle.tile import SIXTH_COLOURS, Shape, Tile
from models.synthesis.camera import Camera
from models.synthesis.clutter import Hand, Solid, rectangle
from models.synthesis.layout import Layout, Piece, Surface
from models.synthesis.lighting import Lighting
from models.synthesis.look import Letters, Look
from models.synthesis.random_table import random_scene
from models.synthesis.scene import Kind, RenderedTile, Scene
from models.synthesis.sensor import Sensor
from models.synthesis.table import render

BLACK = Surface(np.zeros((8, 8, 3), np.float32))
FLAT = Lighting(shadow=0, contact=0, falloff=0)
CLEAN = Sensor(blur=0, flare=0, shot=0, read=0, noise_size=0, smear=0, sharpen=0, vignette=0, quality=0)
PLAIN = Look(
    grain=0,
    wear=0,
    edge=0,
    rounding=0,
    misprint=0,
    mistwist=0,
    scratches=0,
    mottle=0,
    haze=0,
    letters=Letters(body=(0.0, 0.0, 1.0), thickness=0.4),
)
ABOVE = Camera(160, 120, 320, 10, sensor=CLEAN)


def shot(*pieces: Piece, camera: Camera = ABOVE, **more: tuple[Solid, ...] | tuple[Hand, ...]) -> Scene:
    return render(Layout(BLACK, pieces, **more), camera, FLAT, PLAIN, np.random.default_rng(0))  # type: ignore[arg-type]


def area(tile: RenderedTile) -> float:
    return float(cv2.contourArea(tile.corners.astype(np.float32)))


@pytest.mark.parametrize(
    "camera",
    [
        ABOVE,
        replace(ABOVE, roll=0.6, shift=(20.0, 10.0)),
        replace(ABOVE, distortion=0.08, shift=(35.0, 20.0)),
        replace(ABOVE, tilt=math.radians(60), azimuth=1.0, distance=8.0),
    ],
)
def test_the_corners_are_where_the_picture_shows_them(camera: Camera) -> None:
    """A white blank on a black table: the brightest pixels, for its sides are darker, are the labelled face."""
    scene = shot(Piece(0.2, -0.1, 0.35, Kind.LETTER), camera=camera)
    (tile,) = scene.tiles
    light = np.asarray(scene.image[..., 1] / 255.0) ** 2.2
    face = light > 0.85 * light.max()
    y, x = np.mgrid[: face.shape[0], : face.shape[1]]
    centre = np.array([(x * face).sum(), (y * face).sum()]) / face.sum()
    moments = cv2.moments(tile.corners.astype(np.float32))
    middle = np.array([moments["m10"], moments["m01"]]) / moments["m00"]
    assert np.abs(centre - middle).max() < 0.2
    assert face.sum() == pytest.approx(area(tile), rel=0.07)
    assert cv2.contourArea(tile.corners.astype(np.float32), True) > 0


def test_the_first_corner_is_the_faces_own_top_left() -> None:
    tiles = [shot(Piece(0, 0, turn, Kind.DOWN)).tiles[0] for turn in (0.0, math.pi / 2)]
    assert tiles[0].corners[0] == pytest.approx(tiles[0].corners.min(axis=0))
    assert tiles[1].corners[0] == pytest.approx([tiles[1].corners[:, 0].max(), tiles[1].corners[:, 1].min()])


@pytest.mark.parametrize("shape", [Shape.CIRCLE, Shape.SQUARE, Shape.DIAMOND])
@pytest.mark.parametrize("sixth", SIXTH_COLOURS)
def test_a_tile_shows_its_colour_on_black(shape: Shape, sixth: int) -> None:
    tile = Tile(SIXTH_COLOURS[sixth == SIXTH_COLOURS[1]], shape)
    scene = shot(Piece(0, 0, 0.2, Kind.UP, tile))
    (seen,) = scene.tiles
    assert (seen.kind, seen.tile, seen.cut) == (Kind.UP, tile, False)
    assert seen.visible > 0.97
    x, y = np.rint(seen.centre).astype(int)
    expected = 255 * np.array(PLAIN.colour(tile.colour)) ** (1 / 2.2)
    assert np.abs(scene.image[y, x] - expected).max() < 12 + 0.15 * expected.max()
    corner = np.rint(0.93 * seen.corners[0] + 0.07 * seen.centre).astype(int)
    assert scene.image[corner[1], corner[0]].max() < 60


def test_a_tile_over_the_edge_is_cut_and_half_visible() -> None:
    side = ABOVE.focal / (ABOVE.distance - PLAIN.thickness)
    (tile,) = shot(Piece(80 / side, 0, 0, Kind.DOWN)).tiles
    assert tile.cut
    assert tile.visible == pytest.approx(0.5, abs=0.06)
    assert not shot(Piece(4, 0, 0, Kind.DOWN)).tiles


def test_a_hand_hides_what_lies_below() -> None:
    skin = np.full(3, 0.5, np.float32)
    hand = Hand(((np.array([79.5, 0.0]), np.array([79.5, 120.0]), 16.0, skin),), np.zeros(2), 0.3)
    (tile,) = shot(Piece(0, 0, 0, Kind.DOWN), hands=(hand,)).tiles
    assert tile.visible == pytest.approx(0.5, abs=0.06)
    assert not tile.cut


def test_a_tall_thing_hides_the_tile_behind_it() -> None:
    camera = replace(ABOVE, tilt=math.radians(55))
    wall = Solid(rectangle(0, 1, 3, 0.5, 0), 1.5, np.ones(3, np.float32), np.ones(3, np.float32))
    (tile,) = shot(Piece(0, 0, 0, Kind.DOWN), camera=camera, solids=(wall,)).tiles
    assert tile.visible < 0.5
    (before,) = shot(Piece(0, 2, 0, Kind.DOWN), camera=camera, solids=(wall,)).tiles
    assert before.visible > 0.95


def test_a_near_tile_hides_the_side_of_a_far_one_and_not_its_top() -> None:
    camera = replace(ABOVE, tilt=math.radians(50))
    scene = shot(Piece(0, -0.5, 0, Kind.DOWN), Piece(0, 0.5, 0, Kind.DOWN), camera=camera)
    assert all(tile.visible > 0.93 for tile in scene.tiles)


@pytest.mark.parametrize("seed", range(6))
def test_random_scenes_tell_the_truth_about_themselves(seed: int) -> None:
    scene = random_scene(np.random.default_rng(seed), 200, 160, (14, 30))
    assert scene.image.shape == (160, 200, 3)
    assert scene.image.dtype == np.uint8
    for tile in scene.tiles:
        assert tile.corners.shape == (4, 2)
        assert 0 <= tile.visible <= 1
        assert (tile.tile is not None) == (tile.kind is Kind.UP)
        assert cv2.contourArea(tile.corners.astype(np.float32), True) > 0
        inside = (tile.corners > -0.5).all() and (tile.corners < [199.5, 159.5]).all()
        assert tile.cut != inside


def test_one_sixth_colour_a_scene() -> None:
    seen = []
    for seed in range(24):
        scene = random_scene(np.random.default_rng(seed), 160, 160, (12, 16))
        colours = {tile.tile.colour for tile in scene.tiles if tile.tile}
        assert not colours.issuperset(SIXTH_COLOURS)
        seen.append(colours)
    assert set().union(*seen).issuperset(SIXTH_COLOURS)


def test_equal_seeds_give_equal_scenes() -> None:
    backgrounds = [np.random.default_rng(9).integers(0, 255, (90, 70, 3), dtype=np.uint8)]

    def made(seed: int) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
        scene = random_scene(np.random.default_rng(seed), 180, 140, (12, 30), backgrounds)
        return scene.image, np.array([tile.corners for tile in scene.tiles])

    first, second, other = made(4), made(4), made(5)
    assert np.array_equal(first[0], second[0])
    assert np.array_equal(first[1], second[1])
    assert not np.array_equal(first[0], other[0])


def test_the_size_asked_for_is_the_size_rendered() -> None:
    sizes = []
    for seed in range(10):
        scene = random_scene(np.random.default_rng(seed), 320, 320, (24, 24))
        sizes += [tile.size for tile in scene.tiles if tile.kind is not Kind.LETTER]
    assert np.median(sizes) == pytest.approx(24, rel=0.15)
