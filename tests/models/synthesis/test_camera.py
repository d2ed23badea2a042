from __future__ import annotations

import math

import numpy as np
import pytest

from models.synthesis.camera import Camera

CAMERA = Camera(640, 480, 700, 20, tilt=0.8, azimuth=0.4, roll=-0.3, shift=(12, -7))


def test_the_ground_is_where_it_is_projected_from() -> None:
    places = np.random.default_rng(1).uniform(-4, 4, (20, 2))
    pixels = CAMERA.project(np.column_stack([places, np.zeros(20)]))
    assert np.allclose(CAMERA.ground(pixels), places)


def test_a_plane_above_the_table_agrees_with_the_projection() -> None:
    places = np.random.default_rng(2).uniform(-4, 4, (20, 2))
    image = np.column_stack([places, np.ones(20)]) @ CAMERA.plane(0.5).T
    assert np.allclose(image[:, :2] / image[:, 2:], CAMERA.project(np.column_stack([places, np.full(20, 0.5)])))


def test_straight_above_a_side_is_focal_over_distance() -> None:
    camera = Camera(101, 101, 500, 10)
    pixels = camera.project(np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]))
    assert np.allclose(pixels, [[50, 50], [100, 50], [50, 100]])


def test_a_tilted_camera_sees_the_far_side_above_and_small() -> None:
    camera = Camera(101, 101, 500, 10, tilt=1.0)
    far, near = camera.project(np.array([[0.0, -1.0, 0.0], [0.0, 1.0, 0.0]]))
    assert far[1] < 50 < near[1]
    assert 50 - far[1] < near[1] - 50
    top = camera.project(np.array([[0.0, 0.0, 0.5]]))[0]
    assert top[1] < 50
    assert camera.distance_to(0, 0, 0) == pytest.approx(10)


@pytest.mark.parametrize("distortion", [-0.04, 0.08])
def test_bent_pixels_are_found_where_the_bending_says(distortion: float) -> None:
    camera = Camera(200, 150, 300, 10, distortion=distortion)
    assert camera.bending is not None
    x, y = camera.bending
    rows, cols = np.array([3, 75, 140]), np.array([5, 110, 190])
    straight = np.column_stack([x[rows, cols], y[rows, cols]]).astype(np.float64)
    assert np.allclose(camera.bent(straight), np.column_stack([cols, rows]), atol=0.01)
    assert x.min() > -1
    assert x.max() < 200
    assert y.min() > -1
    assert y.max() < 150


def test_what_is_behind_the_camera_is_not_ahead() -> None:
    camera = Camera(100, 100, 100, 10, tilt=math.radians(60))
    assert camera.ahead(np.array([[0.0, 0.0], [0.0, -50.0]]))
    assert not camera.ahead(np.array([[0.0, 0.0], [0.0, 30.0]]))
