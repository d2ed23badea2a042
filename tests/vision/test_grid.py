import json
import os
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import ArrayLike, NDArray

from engine.qwirkle.settle import Place
from vision.grid import place_tiles, smooth_axes
from vision.reading import TileSeen

Floats = NDArray[np.float64]
Cell = tuple[int, int]
SIDES = ((1, 0), (0, 1), (-1, 0), (0, -1))
SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
seeded = settings(max_examples=40, deadline=None, derandomize=True)
views = {"tilt": st.floats(0, 60), "turn": st.floats(0, 360), "seed": st.integers(0, 2**32)}


def turned(points: Floats, degrees: float) -> Floats:
    sine, cosine = np.sin(np.radians(degrees)), np.cos(np.radians(degrees))
    return np.asarray(points @ np.array([[cosine, sine], [-sine, cosine]]))


def squares(centres: Sequence[tuple[float, float]], degrees: ArrayLike = 0.0) -> Floats:
    """Tiles of side one on the table; angles clockwise, as y grows downwards."""
    angles = np.broadcast_to(degrees, len(centres))
    return np.stack([turned(SQUARE, angle) + centre for centre, angle in zip(centres, angles, strict=True)])


def photo(table: Floats, tilt: float = 0.0, turn: float = 0.0, side: float = 80.0) -> Floats:
    """The table turned, then seen by a camera that looks at it askew from twice as far as it reaches."""
    points = turned(table - table.mean(axis=(0, 1)), turn)
    far = max(2.2 * np.abs(points).max(), 6.0)
    depth = far - points[..., 1] * np.sin(np.radians(tilt))
    flat = points * [1, np.cos(np.radians(tilt))]
    return np.asarray(flat / depth[..., None] * far * side + 1500.0)


def upright_first(corners: Floats) -> Floats:
    """The corners of each tile from the top left on, as `TileSeen` wants them."""
    right = (corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]) / 2
    down = (corners[:, 2] + corners[:, 3] - corners[:, 0] - corners[:, 1]) / 2
    quarters = np.rint(np.arctan2(right[:, 1] - down[:, 0], right[:, 0] + down[:, 1]) / (np.pi / 2)).astype(int)
    return np.stack([np.roll(tile, count, axis=0) for tile, count in zip(corners, quarters, strict=True)])


def tiles(corners: Floats) -> list[TileSeen]:
    return [TileSeen(tile, 1.0, np.full(7, 1 / 7), np.full(6, 1 / 6)) for tile in upright_first(corners)]


def grown(rng: np.random.Generator, count: int) -> list[Cell]:
    """Cells of a board that grew line by line, with rings and blocks now and then."""
    cells = [(0, 0)]
    while len(cells) < count:
        (x, y), (dx, dy) = cells[rng.integers(len(cells))], SIDES[rng.integers(4)]
        for step in range(1, int(rng.integers(2, 6))):
            cell = (x + dx * step, y + dy * step)
            if cell in cells or len(cells) == count:
                break
            cells.append(cell)
    return cells


def laid(rng: np.random.Generator, cells: Sequence[Cell], crooked: float = 5.0) -> Floats:
    """Tiles laid by hand: nearly touching, each a little slipped and turned."""
    centres = np.array(cells) * 1.04 + rng.uniform(-0.04, 0.04, (len(cells), 2))
    return squares([(x, y) for x, y in centres], rng.uniform(-crooked, crooked, len(cells)))


def blurred(rng: np.random.Generator, corners: Floats, share: float = 0.02) -> Floats:
    """Corners seen wrong by up to twice this share of a tile's side, about as far as that in the mean."""
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).mean(axis=1)
    return np.asarray(corners + rng.uniform(-1.7, 1.7, corners.shape) * share * sides[:, None, None])


def same(places: Sequence[Place], truth: Sequence[Place]) -> bool:
    """Whether the two agree up to a shift of each group and one quarter turn of all."""
    return any(shapes(places, quarters) == shapes(truth, 0) for quarters in range(4))


def shapes(places: Sequence[Place], quarters: int) -> set[frozenset[tuple[int, complex]]]:
    """Which tiles lie together and how, all turned, whatever the groups' numbers and where each begins."""
    groups: dict[int, list[tuple[int, complex]]] = {}
    for tile, (group, col, row) in enumerate(places):
        groups.setdefault(group, []).append((tile, complex(col, row) * 1j**quarters))
    return {frozenset((tile, cell - group[0][1]) for tile, cell in group) for group in groups.values()}


def one_group(cells: Sequence[Cell]) -> list[Place]:
    return [Place(0, *cell) for cell in cells]


@seeded
@given(**views, count=st.integers(1, 60))
def test_a_board_laid_by_hand_is_right_from_any_side(seed: int, tilt: float, turn: float, count: int) -> None:
    rng = np.random.default_rng(seed)
    cells = grown(rng, count)
    seen = blurred(rng, photo(laid(rng, cells), tilt, turn))
    assert same(place_tiles(tiles(seen)), one_group(cells))


@seeded
@given(**views)
def test_cells_of_a_printed_board_may_be_larger_than_the_tiles(seed: int, tilt: float, turn: float) -> None:
    rng = np.random.default_rng(seed)
    cells = grown(rng, 30)
    table = squares([(x * 1.12, y * 1.12) for x, y in cells], rng.uniform(-4, 4, 30))
    assert same(place_tiles(tiles(blurred(rng, photo(table, tilt, turn), 0.01))), one_group(cells))


@seeded
@given(**views, slip=st.floats(-0.12, 0.12), bend=st.floats(-3, 3))
def test_a_line_that_drifts_off_stays_one_line(seed: int, tilt: float, turn: float, slip: float, bend: float) -> None:
    centres, heading = [(0.0, 0.0)], 0.0
    for _ in range(11):
        dx, dy = turned(np.array([1.02, slip]), heading)
        centres.append((centres[-1][0] + dx, centres[-1][1] + dy))
        heading += bend
    table = squares(centres, np.arange(12) * bend)
    seen = blurred(np.random.default_rng(seed), photo(table, tilt, turn), 0.01)
    assert same(place_tiles(tiles(seen)), one_group([(x, 0) for x in range(12)]))


@seeded
@given(**views)
def test_one_tile_in_twelve_may_have_its_axes_seen_wrong(seed: int, tilt: float, turn: float) -> None:
    rng = np.random.default_rng(seed)
    cells = grown(rng, 24)
    table = laid(rng, cells, crooked=2.0)
    for tile in rng.choice(24, 2, replace=False):
        table[tile] = turned(table[tile] - table[tile].mean(axis=0), rng.uniform(25, 65)) + table[tile].mean(axis=0)
    assert same(place_tiles(tiles(photo(table, tilt / 2, turn))), one_group(cells))


@seeded
@given(**views, gap=st.floats(0.32, 1), askew=st.floats(0, 90))
def test_tiles_near_the_board_do_not_join_it(seed: int, tilt: float, turn: float, gap: float, askew: float) -> None:
    rng = np.random.default_rng(seed)
    board = [(float(x), 0.0) for x in range(6)]
    reach = (abs(np.cos(np.radians(askew))) + abs(np.sin(np.radians(askew)))) / 2
    loose = [(x, 0.5 + gap + reach) for x in (0.3, 3.0)]
    table = np.concatenate([squares(board), squares(loose, askew)])
    places = place_tiles(tiles(blurred(rng, photo(table, tilt, turn), 0.01)))
    assert [place.group for place in places[:6]] == [0] * 6
    assert {place.group for place in places[6:]} == {1, 2}


@pytest.mark.parametrize("askew", [25.0, 45.0, 65.0])
@pytest.mark.parametrize("tilt", [0.0, 45.0, 60.0])
def test_a_tile_turned_away_does_not_join_though_its_corner_touches(askew: float, tilt: float) -> None:
    reach = (abs(np.cos(np.radians(askew))) + abs(np.sin(np.radians(askew)))) / 2
    table = np.concatenate([squares([(0, 0), (1, 0), (2, 0)]), squares([(1.0, 0.5 + reach)], askew)])
    assert [place.group for place in place_tiles(tiles(photo(table, tilt, 20.0)))] == [0, 0, 0, 1]


def test_corners_that_touch_do_not_join() -> None:
    diagonal = squares([(float(x), float(x)) for x in range(5)])
    assert len({place.group for place in place_tiles(tiles(photo(diagonal, 30.0, 10.0)))}) == 5


def test_a_hand_that_lies_askew_is_a_group_of_its_own_in_order() -> None:
    board = squares([(float(x), 0.0) for x in range(8)])
    hand = turned(squares([(x * 1.02, 0.0) for x in range(4)]), 30.0) + np.array([1.5, 2.2])
    places = place_tiles(tiles(photo(np.concatenate([board, hand]), 40.0)))
    assert same(places[8:], one_group([(x, 0) for x in range(4)]))
    assert {place.group for place in places[:8]} == {0}
    assert {place.group for place in places[8:]} == {1}


def test_a_tile_that_was_not_seen_leaves_two_groups_and_shifts_nothing() -> None:
    cells = [(x, 0) for x in range(7) if x != 3] + [(5, y) for y in (1, 2)]
    places = place_tiles(tiles(photo(squares([(float(x), float(y)) for x, y in cells]), 30.0)))
    assert places == (
        *(Place(1, x, 0) for x in range(3)),
        *(Place(0, x, 0) for x in range(3)),
        Place(0, 1, 1),
        Place(0, 1, 2),
    )


def test_columns_grow_to_the_right_and_rows_downwards_from_the_top_left() -> None:
    cells = [(4, 7), (5, 7), (6, 7), (4, 8), (4, 9)]
    table = squares([(float(x), float(y)) for x, y in cells])
    upright = (Place(0, 0, 0), Place(0, 1, 0), Place(0, 2, 0), Place(0, 0, 1), Place(0, 0, 2))
    for turn in (-40.0, 0.0, 40.0):
        assert place_tiles(tiles(photo(table, 20.0, turn))) == upright
    assert place_tiles(tiles(photo(table, 20.0, 90.0))) == tuple(Place(0, 2 - row, col) for _, col, row in upright)


@pytest.mark.parametrize("turn", [43.0, 44.5, 45.0, 45.5, 47.0])
def test_groups_that_lie_parallel_are_turned_alike(turn: float) -> None:
    cells = [(0, 0), (1, 0), (2, 0), (0, 1), (5, 5), (5, 6), (6, 6)]
    table = squares([(float(x), float(y)) for x, y in cells], np.array([0, 1, -1, 0, 2, 3, 2.0]))
    truth = [Place(int(x > 3), x, y) for x, y in cells]
    assert same(place_tiles(tiles(photo(table, 30.0, turn))), truth)


def test_groups_are_numbered_from_the_largest() -> None:
    table = squares([(0, 0), (4, 0), (5, 0), (0, 4), (1, 4), (2, 4)])
    assert [place.group for place in place_tiles(tiles(photo(table)))] == [2, 1, 1, 0, 0, 0]


@seeded
@given(**views, slip=st.floats(0.05, 0.3))
def test_where_a_ring_does_not_close_no_two_tiles_share_a_cell(
    seed: int, tilt: float, turn: float, slip: float
) -> None:
    ring = [(x, 0) for x in range(4)] + [(3, y) for y in (1, 2, 3)] + [(x, 3) for x in (2, 1, 0)] + [(0, 2), (0, 1)]
    # Every tile slips to the left of the way, so that the end comes to lie beside the beginning or upon it.
    centres = [(0.0, 0.0)]
    for (x, y), (u, v) in pairwise(ring):
        centres.append((centres[-1][0] + (u - x) + slip * (v - y), centres[-1][1] + (v - y) - slip * (u - x)))
    seen = blurred(np.random.default_rng(seed), photo(squares(centres), tilt, turn), 0.01)
    places = place_tiles(tiles(seen))
    assert len(set(places)) == len(places)
    steps = [abs(a.col - b.col) + abs(a.row - b.row) == 1 and a.group == b.group for a, b in pairwise(places)]
    assert sum(steps) >= 10


def test_two_finds_of_one_tile_never_share_a_cell() -> None:
    table = squares([(0, 0), (1, 0), (2, 0), (1.1, 0.1), (1, 1)])
    places = place_tiles(tiles(photo(table)))
    assert len(set(places)) == 5
    assert len({places[tile].group for tile in (0, 2, 4)}) == 1


def test_nothing_gives_nothing_and_one_tile_its_place() -> None:
    assert place_tiles([]) == ()
    assert place_tiles(tiles(photo(squares([(3, 5)]), 0.0, 33.0))) == (Place(0, 0, 0),)
    assert smooth_axes(np.zeros((0, 4, 2))).shape == (0, 4, 2)


def test_tiles_without_extent_are_placed_somewhere() -> None:
    flat = np.repeat(photo(squares([(0, 0), (1, 0), (1, 1)])).mean(axis=1)[:, None], 4, axis=1)
    assert len(set(place_tiles(tiles(flat)))) == 3
    assert np.isfinite(smooth_axes(flat)).all()
    among_others = photo(squares([(float(x), float(y)) for x in range(4) for y in range(3)]), 60.0, 10.0)
    among_others[5] = among_others[5].mean(axis=0)
    assert len(set(place_tiles(tiles(among_others)))) == 12
    assert np.isfinite(smooth_axes(among_others)).all()


def test_corners_that_are_not_finite_or_of_another_shape_are_refused() -> None:
    corners = photo(squares([(0, 0), (1, 0)]))
    corners[1, 2, 0] = np.nan
    with pytest.raises(ValueError, match="finite corners"):
        smooth_axes(corners)
    with pytest.raises(ValueError, match="finite corners"):
        smooth_axes(np.zeros((3, 5, 2)))


@pytest.mark.parametrize("tilt", [0.0, 45.0, 60.0])
def test_smoothing_straightens_a_tile_by_its_neighbours(tilt: float) -> None:
    table = squares([(float(x), float(y)) for x, y in [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (3, 2)]])
    truth = photo(table, tilt, 25.0)
    seen = truth.copy()
    seen[2] = turned(truth[2] - truth[2].mean(axis=0), 35.0) + truth[2].mean(axis=0)
    seen = upright_first(seen)
    smoothed = smooth_axes(seen)
    assert np.abs(smoothed - upright_first(truth)).max() < 4.0
    assert np.abs(smoothed.mean(axis=1) - seen.mean(axis=1)).max() < 1e-6


def test_smoothing_leaves_a_tile_alone_that_touches_none() -> None:
    table = np.concatenate([squares([(0, 0), (1, 0), (2, 0)]), squares([(1.0, 1.5)], 40.0)])
    seen = upright_first(photo(table, 30.0))
    assert (smooth_axes(seen)[3] == seen[3]).all()


def labelled(folder: str) -> list[tuple[str, Floats, list[Cell]]]:
    """The photos of a set of labels: name, corners of the boxes, and cells with rows growing downwards."""
    root = os.environ.get("KIBITZ_PHOTOS")
    if not root:
        pytest.skip("KIBITZ_PHOTOS is not set: the labels of real photos were not tried")
    labels = json.loads((Path(root) / "qwirkle" / folder / "labels.json").read_text())
    photos = []
    for image in labels["images"]:
        those = [label for label in labels["annotations"] if label["image_id"] == image["id"]]
        boxes = np.array([label["bbox"] for label in those])
        corners = boxes[:, None, :2] + (SQUARE + 0.5) * boxes[:, None, 2:]
        photos.append((image["file_name"], corners, [cell(label["attributes"]["cell"]) for label in those]))
    return photos


def cell(label: str | Sequence[int]) -> Cell:
    if isinstance(label, str):
        return ord(label[-1]), int(label[:-1])
    return label[0], -label[1]


def touching(cells: Sequence[Cell]) -> list[Place]:
    """The cells with the numbers of their clusters."""
    groups: dict[Cell, int] = {}
    for number, start in enumerate(cells):
        edge = [start] if start not in groups else []
        while edge:
            x, y = edge.pop()
            groups[x, y] = number
            beside = [(x + dx, y + dy) for dx, dy in SIDES]
            edge += [cell for cell in beside if cell in cells and cell not in groups]
    return [Place(groups[cell], *cell) for cell in cells]


@pytest.mark.parametrize(("folder", "count"), [("free-game", 20), ("connect-board", 42)])
def test_every_labelled_board_is_exact(folder: str, count: int) -> None:
    photos = labelled(folder)
    wrong = [name for name, corners, cells in photos if not same(place_tiles(tiles(corners)), touching(cells))]
    assert len(photos) == count
    assert wrong == []
