"""The variants of a photo: what is drawn at a label stays under it, and light does what physics says."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from models.synthesis.colour import black_body
from tests.benchmarks.variants import VARIANTS, relabelled, shrunk
from vision.icc import Pixels
from vision.labels import Box, Label, LabelledPhoto

MARKS = [(120, 80), (520, 100), (320, 300), (90, 420), (560, 400)]
SIDE = 40


@pytest.fixture
def image() -> Pixels:
    image = np.full((480, 640, 3), 190, np.uint8)
    for x, y in MARKS:
        cv2.circle(image, (x, y), SIDE // 2, (0, 0, 0), -1, cv2.LINE_AA)
    return image


@pytest.fixture
def photo() -> LabelledPhoto:
    boxes = [Box(x - SIDE / 2, y - SIDE / 2, SIDE, SIDE) for x, y in MARKS]
    return LabelledPhoto(Path("a.jpg"), tuple(Label("red circle", box) for box in boxes), (boxes[0],))


@pytest.mark.parametrize("name", VARIANTS)
def test_labels_follow_what_they_name(name: str, image: Pixels, photo: LabelledPhoto) -> None:
    shot = VARIANTS[name](image, SIDE, np.random.default_rng(1))
    assert shot.image.dtype == np.uint8
    moved = relabelled(photo, shot.onto)
    for label in moved.labels:
        side = label.box.width
        x, y = (round(value) for value in label.box.centre)
        reach = round(0.75 * side)
        window = shot.image[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1].mean(axis=2)
        dark = cv2.moments((window < (window.min() + window.max()) / 2).astype(np.uint8), binaryImage=True)
        middle = np.array([dark["m10"], dark["m01"]]) / dark["m00"]
        assert np.abs(middle - (min(x, reach), min(y, reach))).max() < 0.08 * side
        assert dark["m00"] == pytest.approx(np.pi / 4 * side**2, rel=0.45)  # the mean side stands for an ellipse's two
    assert moved.ignored[0] == moved.labels[0].box


@pytest.mark.parametrize(("name", "share"), [("a third of the light", 1 / 3), ("a twentieth", 1 / 20)])
def test_darkness_is_linear(name: str, share: float, image: Pixels) -> None:
    shot = VARIANTS[name](image, SIDE, np.random.default_rng(1))
    code = shot.image[200:260, 20:80].mean() / 255
    linear = ((190 / 255 + 0.055) / 1.055) ** 2.4 * share
    assert code == pytest.approx(1.055 * linear ** (1 / 2.4) - 0.055, abs=0.01)
    assert shot.image[200:260, 20:80].std() > 1, "a sensor's noise"


def test_warm_light_is_red_and_cold_light_blue() -> None:
    """Against the chromaticities of the tables: 3000 K is near (0.4369, 0.4041), 6500 K near (0.3135, 0.3237)."""
    warm, cold, white = black_body(3000), black_body(8000), black_body(6500)
    assert (warm[2] > warm[1] > warm[0], cold[0] > white[0], cold[2] < white[2]) == (True, True, True)
    np.testing.assert_allclose(white, 1, atol=0.06)
    from_rgb = np.linalg.inv([[3.2406, -1.5372, -0.4986], [-0.9689, 1.8758, 0.0415], [0.0557, -0.2040, 1.0570]])
    xyz = from_rgb @ warm[::-1]
    np.testing.assert_allclose(xyz[:2] / xyz.sum(), (0.4369, 0.4041), atol=0.002)


def test_shrunk_tiles_have_the_size_asked_for(image: Pixels, photo: LabelledPhoto) -> None:
    shot = shrunk(16)(image, SIDE, np.random.default_rng(1))
    assert relabelled(photo, shot.onto).labels[0].box.width == pytest.approx(16, rel=0.01)
