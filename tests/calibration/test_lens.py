"""A lens and the straight pictures that it makes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.errors import CalibrationError
from calibration.lens import Floats, Lens

from .views import LENSES

UNBENT = Lens(640, 480, (600.0, 600.0), (319.5, 239.5), (0.0, 0.0, 0.0, 0.0, 0.0))


def points(lens: Lens) -> Floats:
    x, y = np.meshgrid(np.linspace(0, lens.width - 1, 9), np.linspace(0, lens.height - 1, 7))
    return np.column_stack([x.ravel(), y.ravel()])


@pytest.fixture(params=LENSES)
def lens(request: pytest.FixtureRequest) -> Lens:
    return LENSES[request.param]


def test_straightening_and_bending_undo_each_other(lens: Lens) -> None:
    assert np.allclose(lens.bend(lens.straighten(points(lens))), points(lens), atol=1e-6)
    assert np.allclose(lens.straighten(lens.bend(points(lens))), points(lens), atol=1e-6)


def test_the_straight_picture_shows_nothing_that_the_photo_does_not(lens: Lens) -> None:
    seen = lens.bend(points(lens))
    assert (seen > -0.05).all()
    assert (seen < np.array([lens.width, lens.height]) - 1 + 0.05).all()
    # … and no more is lost than must be: some side of it reaches the photo's edge.
    edges = [seen[:, 0].min(), seen[:, 1].min(), lens.width - 1 - seen[:, 0].max(), lens.height - 1 - seen[:, 1].max()]
    assert min(edges) < 0.2


def test_a_lens_without_distortion_changes_nothing() -> None:
    assert np.allclose(UNBENT.straighten(points(UNBENT)), points(UNBENT), atol=1e-6)
    picture = np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8)
    assert np.array_equal(UNBENT.undistorted(picture), picture)


def test_pixels_go_where_points_go(lens: Lens) -> None:
    dots = points(lens)[[10, 20, 31, 40, 52]]
    picture = np.zeros((lens.height, lens.width, 3), np.uint8)
    for x, y in dots:
        cv2.circle(picture, (round(x), round(y)), 5, (255, 255, 255), -1)
    straight = lens.undistorted(picture)
    assert straight.shape == picture.shape
    for dot in lens.straighten(np.round(dots)):
        x, y = np.round(dot).astype(int)
        around = straight[y - 12 : y + 13, x - 12 : x + 13, 0].astype(float)
        rows, columns = np.mgrid[-12:13, -12:13]
        found = np.array([(columns * around).sum(), (rows * around).sum()]) / around.sum() + (x, y)
        assert np.allclose(found, dot, atol=0.25)


def test_pictures_of_another_size_are_made_straight_alike(lens: Lens) -> None:
    half = lens.at(lens.width // 2, lens.height // 2)
    assert np.allclose(
        (half.straighten((points(lens) + 0.5) / 2 - 0.5) + 0.5) * 2 - 0.5, lens.straighten(points(lens)), atol=1
    )
    assert half.error == lens.error / 2
    assert lens.at(lens.width, lens.height) == lens
    picture = np.zeros((lens.height * 2, lens.width * 2, 3), np.uint8)
    assert lens.undistorted(picture).shape == picture.shape
    odd = lens.at(lens.width // 2 + 1, lens.height // 2)  # halved in a way that rounds up
    assert odd.width == lens.width // 2 + 1


@pytest.mark.parametrize("size", [(640, 360), (480, 640), (640, 500), (640, 640)])
def test_pictures_of_another_form_are_refused(size: tuple[int, int]) -> None:
    with pytest.raises(CalibrationError, match="choose the same form") as refusal:
        UNBENT.at(*size)
    assert refusal.value.code == "lens_other_shape"
    with pytest.raises(CalibrationError):
        UNBENT.undistorted(np.zeros((size[1], size[0], 3), np.uint8))


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_a_flipped_picture_has_a_flipped_lens(lens: Lens, axis: int) -> None:
    flipped, last = lens.flipped(axis), np.array([lens.width, lens.height]) - 1.0
    mirrored = np.array([axis != 0, axis != 1])
    turned = np.where(mirrored, last - points(lens), points(lens))
    straight = np.where(mirrored, last - lens.straighten(points(lens)), lens.straighten(points(lens)))
    assert np.allclose(flipped.straighten(turned), straight, atol=1e-6)
    assert flipped.flipped(axis) == lens


def test_a_transposed_picture_has_a_transposed_lens(lens: Lens) -> None:
    turned = lens.transposed
    assert (turned.width, turned.height) == (lens.height, lens.width)
    assert np.allclose(turned.straighten(points(lens)[:, ::-1]), lens.straighten(points(lens))[:, ::-1], atol=1e-6)
    assert turned.transposed == lens


@pytest.mark.parametrize(
    "wrong",
    [
        {"width": 0},
        {"height": 10**6},
        {"focal": (0.0, 600.0)},
        {"focal": (float("nan"), 600.0)},
        {"middle": (float("inf"), 1.0)},
        {"error": -1.0},
        {"views": -1},
        {"distortion": (-2.0, 0.0, 0.0, 0.0, 0.0)},
        {"distortion": (1e300, 0.0, 0.0, 0.0, 0.0)},
    ],
)
def test_what_no_lens_can_be_is_refused(wrong: dict[str, object]) -> None:
    fields = {"width": 640, "height": 480, "focal": (600.0, 600.0), "middle": (320.0, 240.0), "distortion": (0.0,) * 5}
    with pytest.raises(ValueError, match=r"no picture|negative|folds"):
        Lens(**{**fields, **wrong})  # type: ignore[arg-type]
