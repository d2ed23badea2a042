from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.qwirkle.tile import Shape
from models.synthesis.canvas import Region, cover
from models.synthesis.look import random_look
from models.synthesis.shapes import Proportions, outline

SIDE = 200


def drawn(shape: Shape, proportions: Proportions) -> NDArray[np.float32]:
    """The shape on a face of SIDE pixels."""
    polygons = [(polygon + 0.5) * SIDE - 0.5 for polygon in outline(shape, proportions)]
    return cover(Region(0, 0, SIDE, SIDE), polygons)


@pytest.mark.parametrize("shape", list(Shape))
def test_every_maker_prints_inside_the_face(shape: Shape) -> None:
    for seed in range(50):
        look, _ = random_look(np.random.default_rng(seed))
        points = np.concatenate(outline(shape, look.proportions))
        assert np.abs(points).max() < 0.5
        assert 0.05 < drawn(shape, look.proportions).mean() < 0.75


@pytest.mark.parametrize("shape", list(Shape))
def test_a_quarter_turn_changes_nothing(shape: Shape) -> None:
    face = drawn(shape, Proportions())
    assert np.abs(face - np.rot90(face)).mean() < 0.005


@pytest.mark.parametrize(("shape", "parts"), [(Shape.CLOVER, 4), (Shape.STAR, 4), (Shape.STARBURST, 8)])
def test_lobes_and_points_by_a_circle_through_them(shape: Shape, parts: int) -> None:
    angles = np.linspace(0, 2 * np.pi, 720, endpoint=False)
    x, y = SIDE / 2 + 0.33 * SIDE * np.array([np.cos(angles), np.sin(angles)])
    ring = drawn(shape, Proportions())[np.rint(y).astype(int), np.rint(x).astype(int)] > 0.5
    assert np.count_nonzero(ring & ~np.roll(ring, 1)) == parts


def test_the_diamond_is_no_square() -> None:
    square, diamond = drawn(Shape.SQUARE, Proportions()), drawn(Shape.DIAMOND, Proportions())
    corner = (int(SIDE * 0.22), int(SIDE * 0.22))
    assert square[corner] == 1
    assert diamond[corner] == 0
    assert cv2.countNonZero(diamond) > 0
