from __future__ import annotations

import math

import numpy as np
import pytest

from calibration.errors import CalibrationError
from calibration.fit import BoardView
from calibration.view import Floats, View, view_of_board, view_of_tiles

SIZE = (960, 540)
SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


def onto_picture(tilt: float, turn: float = 0.3, side: float = 50.0, focal: float = 1000.0) -> Floats:
    """From the table in sides to the pixels of a camera that is tilted by so many degrees."""
    cos, sin = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    turned = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1.0]])
    seen = np.array([[1, 0, 0], [0, cos, 0], [0, -sin, focal / side]])
    camera = np.array([[focal, 0, SIZE[0] / 2], [0, focal, SIZE[1] / 2], [0, 0, 1]])
    return np.asarray(camera @ seen @ turned)


def through(matrix: Floats, points: Floats) -> Floats:
    there = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(there[..., :2] / there[..., 2:])


def tiles(tilt: float, noise: float = 0.01, loose: int = 4, seed: int = 1) -> Floats:
    """A block of 4 x 3 tiles that lies straight on the table, and loose ones, their corners a little off."""
    chance = np.random.default_rng(seed)
    block = np.array([[x - 1.5, y - 1.0] for x in range(4) for y in range(3)]) * 1.03
    quads = [middle + SQUARE for middle in block]
    for middle in chance.uniform(-5, 5, (loose, 2)):
        angle = chance.uniform(0, 6)
        quads.append(middle + SQUARE @ [[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    return through(onto_picture(tilt), np.stack(quads) + chance.normal(0, noise, (len(quads), 4, 2)))


@pytest.mark.parametrize("tilt", [0.0, 20.0, 45.0, 60.0])
def test_tiles_tell_the_table(tilt: float) -> None:
    view = view_of_tiles(tiles(tilt), SIZE)
    assert (view.width, view.height, view.seen) == (*SIZE, 16)
    assert view.error < 0.02
    others = view.to_table(tiles(tilt, noise=0.0, seed=2))
    sides = np.linalg.norm(others - np.roll(others, 1, axis=1), axis=2)
    assert np.abs(sides - 1).max() < 0.08
    right = others[:12, 1] - others[:12, 0]  # the block lies along the axes
    assert np.abs(np.sin(4 * np.arctan2(right[:, 1], right[:, 0]))).max() < 0.1
    where = tiles(tilt).mean(axis=1)
    assert np.allclose(view.to_picture(view.to_table(where)), where)
    across, down = (quads := tiles(tilt, noise=0.0))[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    shown = np.sqrt(np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]) / 2)
    assert np.allclose(view.sides(where), shown, rtol=0.06)


def test_a_view_is_the_same_in_larger_pictures_of_the_form() -> None:
    view = view_of_tiles(tiles(30.0), SIZE)
    larger = view.at(1920, 1080)
    there = tiles(30.0).mean(axis=1)
    assert np.allclose(larger.to_table((there + 0.5) * 2 - 0.5), view.to_table(there))
    with pytest.raises(CalibrationError, match="view is of pictures of 960 x 540 pixels"):
        view.at(960, 720)


def test_beyond_the_horizon_nothing_is_seen() -> None:
    view = view_of_tiles(tiles(60.0), SIZE)
    assert view.sides(np.array([480.0, -2000.0])) == 0


def test_too_few_tiles_and_those_in_a_line_are_refused() -> None:
    with pytest.raises(CalibrationError, match="5 tiles are seen whole, 6 are needed"):
        view_of_tiles(tiles(20.0)[:5], SIZE)
    line = np.stack([np.array([1.03 * x - 4, 0.0]) + SQUARE for x in range(8)])
    with pytest.raises(CalibrationError, match="in one line"):
        view_of_tiles(through(onto_picture(20.0), line), SIZE)


def test_what_is_no_flat_table_is_refused() -> None:
    with pytest.raises(CalibrationError, match="off from any flat table"):
        view_of_tiles(tiles(20.0, noise=0.25), SIZE)


def test_the_board_tells_the_table_where_the_size_of_tiles_is_known() -> None:
    corners = np.array([[x * 30.0, y * 30.0] for x in range(1, 6) for y in range(1, 8)])
    seen = through(onto_picture(35.0), corners / 25 - 4)
    view = view_of_board(BoardView(corners, seen), SIZE, tile=25.0)
    quads = view.to_table(tiles(35.0, noise=0.0))
    assert np.allclose(np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2), 1, atol=1e-6)
    assert view.error < 1e-6
    with pytest.raises(CalibrationError, match="only 4 of its corners"):
        view_of_board(BoardView(corners[:4], seen[:4]), SIZE, tile=25.0)
    bowed = seen + np.random.default_rng(1).normal(0, 8, seen.shape)
    with pytest.raises(CalibrationError, match="off from any flat table"):
        view_of_board(BoardView(corners, bowed), SIZE, tile=25.0)


@pytest.mark.parametrize(
    "told",
    [
        {"width": 4},
        {"error": -1.0},
        {"onto_table": (0.0,) * 9},
        {"onto_table": (1.0,) * 8},
        {"onto_table": (math.nan, *(1.0,) * 8)},
        {"onto_table": (1.0, 0, 0, 0, 1, 0, 0, 0, -1)},
    ],
)
def test_no_camera_sees_a_table_so(told: dict[str, object]) -> None:
    good: dict[str, object] = {"width": 960, "height": 540, "onto_table": (1.0, 0, 0, 0, 1, 0, 0, 0, 1)}
    View(**good)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"sides|nine numbers|no camera"):
        View(**{**good, **told})  # type: ignore[arg-type]
