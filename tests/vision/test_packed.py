from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.packed import PackedConfig, packed_tiles

BODY = (34, 32, 30)
TABLE = (205, 214, 220)
SIDE = 48
KNOWN = np.array(
    [[[x, y], [x + SIDE, y], [x + SIDE, y + SIDE], [x, y + SIDE]] for x, y in [(40, 40), (120, 52), (60, 130)]]
)
BODIES = np.random.default_rng(5).normal(BODY, 3, (300, 3)).clip(0, 255).astype(np.uint8)


def table(blocks: list[np.ndarray], colour: tuple[int, int, int] = BODY) -> np.ndarray:
    """A table with three known tiles and black blocks whose outlines are given."""
    image = np.full((600, 800, 3), TABLE, dtype=np.uint8)
    for quad in KNOWN:
        cv2.fillConvexPoly(image, quad.astype(np.int32), BODY)
    for block in blocks:
        cv2.fillPoly(image, [np.rint(block).astype(np.int32)], colour)
    noise = np.random.default_rng(1).normal(0, 2, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def block(columns: int, rows: int, angle: float, at: tuple[float, float] = (450, 330)) -> np.ndarray:
    corners = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]]) - np.array([columns, rows]) / 2
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(corners @ turn.T * SIDE + at)


@pytest.mark.parametrize(
    ("columns", "rows", "angle"), [(1, 1, 0.3), (2, 1, 0.0), (3, 3, 0.35), (4, 5, 0.1), (5, 2, 0.7)]
)
def test_a_black_block_is_cut_into_its_tiles(columns: int, rows: int, angle: float) -> None:
    found = packed_tiles(table([block(columns, rows, angle)]), KNOWN.astype(np.float64), BODIES)
    wanted = block(columns, rows, angle)
    steps = [(wanted[1] - wanted[0]) / columns, (wanted[3] - wanted[0]) / rows]
    centres = [wanted[0] + steps[0] * (i + 0.5) + steps[1] * (j + 0.5) for i in range(columns) for j in range(rows)]
    assert len(found) == columns * rows
    for centre in centres:
        assert np.linalg.norm(found.mean(axis=1) - centre, axis=1).min() < 0.15 * SIDE


def test_black_things_of_another_outline_are_left_alone() -> None:
    angles = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    disc = np.stack([450 + 1.05 * SIDE * np.cos(angles), 330 + 1.05 * SIDE * np.sin(angles)], axis=1)
    bar = block(6, 1, 0.2) * [1, 0.4] + [0, 200]
    assert len(packed_tiles(table([disc, bar]), KNOWN.astype(np.float64), BODIES)) == 0


def test_a_dark_table_is_no_block() -> None:
    image = table([np.array([[0, 200], [800, 200], [800, 600], [0, 600]])])
    assert len(packed_tiles(image, KNOWN.astype(np.float64), BODIES)) == 0


def test_a_light_block_is_no_tile() -> None:
    image = table([block(2, 2, 0.0)], colour=(120, 120, 120))
    assert len(packed_tiles(image, KNOWN.astype(np.float64), BODIES)) == 0


def test_without_known_tiles_nothing_tells_the_size() -> None:
    few = PackedConfig().bodies - 1
    assert len(packed_tiles(table([block(2, 2, 0.0)]), KNOWN[:few].astype(np.float64), BODIES)) == 0
