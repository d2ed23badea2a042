import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from models import tile_pose

seeds = st.integers(0, 2**32 - 1)


def random_parallelograms(seed: int, count: int = 20) -> tile_pose.Floats:
    """Tiles as seen under any turn and a strong tilt, clockwise in the picture."""
    rng = np.random.default_rng(seed)
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], dtype=float)
    turn, tilt = rng.uniform(0, 2 * np.pi, (2, count))
    shrink = rng.uniform(0.4, 1, count)
    corners = np.empty((count, 4, 2))
    for i in range(count):
        view = rotation(tilt[i]) @ np.diag([1, shrink[i]]) @ rotation(turn[i])
        corners[i] = square @ view.T * rng.uniform(5, 100) + rng.uniform(0, 1000, 2)
    return corners


def rotation(angle: float) -> tile_pose.Floats:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


@given(seeds)
def test_a_pose_gives_the_corners_back_up_to_a_quarter_turn(seed: int) -> None:
    corners = random_parallelograms(seed)
    back = tile_pose.decode(tile_pose.encode(corners))
    errors = [np.abs(np.roll(back, quarter, axis=1) - corners).max(axis=(1, 2)) for quarter in range(4)]
    assert np.min(errors, axis=0).max() < 1e-6


@given(seeds, st.integers(1, 3))
def test_a_quarter_turn_does_not_change_the_pose(seed: int, quarters: int) -> None:
    corners = random_parallelograms(seed)
    turned = np.roll(corners, quarters, axis=1)
    np.testing.assert_allclose(tile_pose.encode(turned), tile_pose.encode(corners), atol=1e-8)
