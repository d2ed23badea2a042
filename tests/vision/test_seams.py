from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.seams import seamed_tiles

SIDE = 50
BODY = 30
SEAM = 14


def block(columns: int, rows: int, angle: float, *, seams: bool = True) -> np.ndarray:
    """A black block of tiles with faint darker seams on a light table, turned."""
    grain = np.random.default_rng(2).normal(BODY, 2, (rows * SIDE, columns * SIDE))
    if seams:
        for line in range(1, columns):
            grain[:, line * SIDE - 1 : line * SIDE + 1] = SEAM
        for line in range(1, rows):
            grain[line * SIDE - 1 : line * SIDE + 1] = SEAM
    matrix = cv2.getRotationMatrix2D((columns * SIDE / 2, rows * SIDE / 2), angle, 1.0)
    matrix[:, 2] += np.array([400 - columns * SIDE / 2, 300 - rows * SIDE / 2])
    table = np.full((600, 800), 210.0)
    cv2.warpAffine(grain, matrix, (800, 600), dst=table, borderMode=cv2.BORDER_TRANSPARENT)
    return np.repeat(np.clip(table, 0, 255).astype(np.uint8)[..., None], 3, axis=2)


@pytest.mark.parametrize(("columns", "rows", "angle"), [(2, 1, 0), (5, 4, 20), (3, 3, -35), (2, 6, 5)])
def test_a_block_alone_is_cut_along_its_seams(columns: int, rows: int, angle: float) -> None:
    found = seamed_tiles(block(columns, rows, angle))
    assert len(found) == columns * rows
    sides = np.linalg.norm(found - np.roll(found, 1, axis=1), axis=2)
    np.testing.assert_allclose(sides, SIDE, rtol=0.1)
    apart = np.linalg.norm(found.mean(axis=1)[:, None] - found.mean(axis=1)[None], axis=2)
    assert apart[~np.eye(len(found), dtype=bool)].min() > 0.9 * SIDE


def test_a_block_seen_from_the_side_is_cut_all_the_same() -> None:
    flat = np.array([[0, 0], [800, 0], [800, 600], [0, 600]], dtype=np.float32)
    slanted = np.array([[150, 100], [650, 100], [800, 480], [0, 480]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(flat, slanted)
    view = cv2.warpPerspective(block(5, 3, 15), matrix, (800, 600), borderValue=(210, 210, 210))
    assert len(seamed_tiles(np.asarray(view, dtype=np.uint8))) == 15


def test_a_black_thing_without_seams_is_left_alone() -> None:
    assert len(seamed_tiles(block(3, 2, 10, seams=False))) == 0


def test_a_single_tile_and_an_empty_table_hold_no_block() -> None:
    assert len(seamed_tiles(block(1, 1, 0))) == 0
    assert len(seamed_tiles(np.full((300, 400, 3), 200, dtype=np.uint8))) == 0
