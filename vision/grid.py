"""Chains neighbouring tiles into grids and straightens their axes.

The recipe: undo the perspective, as the tiles' own shapes tell it; look one side further along each tile's axes for a
neighbour; chain the tiles step by step, the clearest steps first; turn each group upright and number its cells.

No rigid lattice is laid over the table: hands lay tiles a little crooked, and along a line the errors add up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.qwirkle.settle import Place
from vision.reading import Floats, TileSeen

Ints = NDArray[np.int64]
QUARTER = np.pi / 2
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""To the right, down, left and up: each a quarter turn clockwise, as the photo is seen, from the last."""
TURNS: Floats = np.array([[[1, 0], [0, 1]], [[0, -1], [1, 0]], [[-1, 0], [0, -1]], [[0, 1], [-1, 0]]], dtype=np.float64)
"""The clockwise quarter turns; axes (sides as columns) are turned by multiplying from the right."""
SQUARE: Floats = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
"""The corners of a tile from its centre, in its axes."""

NEAREST = 0.05
"""No point is taken to be nearer to the camera, relative to the tiles' midst: a stray corner may lie behind it."""


@dataclass(frozen=True)
class GridConfig:
    """Thresholds of chaining tiles. Lengths are in sides of a tile, angles in radians.

    Args:
        reach: tiles whose centres are closer than this help to find each other's axes: neighbours, also diagonal ones.
        gap: touching tiles lie less than this apart. The cells of printed boards are up to 13 % larger than the
            tiles, and the corners are off by some per cent.
        overlap: so much two neighbours may seem to overlap, where their corners were seen too far out.
        shift: so far a neighbour may have slipped along the common edge; at a half, its cell would be another.
        turn: touching tiles are turned against each other by less than this.
        slack: two tiles that seem turned further lie straight all the same, and their axes were seen wrong, where the
            corner of one would reach this deep into the other,
        slack_across: and they have not slipped further than this, so that the corner does meet the other's edge.
        slope: how much the side changes from a tile to the next, as a standard deviation: 0.15 for a camera six
            sides away that looks 60 degrees off.
        side_noise: how far a side is off, as a standard deviation; a tile off by much more hardly counts.
        steep: a view from further off than about 45 degrees sees a circle flatter than this.
        squash: the most by which tiles are stretched along the horizon.
        parallel: groups turned against each other by less than this are numbered in the same direction.
    """

    reach: float = 1.6
    gap: float = 0.25
    overlap: float = 0.25
    shift: float = 0.45
    turn: float = np.radians(20.0)
    slack: float = 0.06
    slack_across: float = 0.25
    slope: float = 0.15
    side_noise: float = 0.03
    steep: float = 0.72
    squash: float = 1.4
    parallel: float = np.radians(22.5)


def place_tiles(tiles: Sequence[TileSeen], config: GridConfig = GridConfig()) -> tuple[Place, ...]:
    """Where each tile lies: its group of touching tiles, and its column and row in it.

    Groups are numbered from the largest; columns grow to the right and rows downwards as the photo is seen, from the
    group's top left. Groups that lie parallel are turned alike, so that the whole photo is right up to a quarter turn.

    Raises:
        ValueError: if a corner is not finite.
    """
    if not tiles:
        return ()
    table = _Table.of(unsquashed(np.stack([tile.corners for tile in tiles]), config), config)
    steps = _steps(table, config)
    return _numbered(_chained(len(tiles), steps), steps, table, config)


def smooth_axes(corners: Floats, config: GridConfig = GridConfig()) -> Floats:
    """Straightens tiles by their neighbours: the axes of each become the median of its own and its neighbours'.

    Args:
        corners: (N, 4, 2) float64, the corners of the tiles in pixels, in the order of `TileSeen`.
        config: the thresholds.

    Returns:
        (N, 4, 2) float64, the new corners in that order. The centres stay, and so does a tile that touches none.

    Raises:
        ValueError: if the corners have another shape or are not finite.
    """
    if not len(corners):
        return corners.copy()
    corners = unsquashed(corners, config)
    table = _Table.of(corners, config)
    touching = np.array([(step.here, step.there) for step in _steps(table, config)], dtype=np.int64).reshape(-1, 2)
    axes = _median_axes(table, touching, touching)
    squares = table.plane.to_picture(table.centres[:, None] + SQUARE @ axes.transpose(0, 2, 1))
    first = _quarters(_angles(_axes(squares)))[:, None]
    squares = np.take_along_axis(squares, ((np.arange(4) - first) % 4)[..., None], axis=1)
    squares += (table.seen - squares.mean(axis=1))[:, None]
    return np.where(np.isin(np.arange(len(corners)), touching)[:, None, None], squares, corners)


def unsquashed(corners: Floats, config: GridConfig = GridConfig()) -> Floats:
    """Mends what a steep view does to tiles found one by one: they come out too short along the horizon.

    Neighbours tell: at the right stretch along the horizon, the steps between touching tiles are one side long in every
    direction. Where the view isn't steep, or no stretch makes the steps fit better, the corners stay.

    Args:
        corners: (N, 4, 2) float64 in pixels.
        config: the thresholds.

    Returns:
        (N, 4, 2) float64, the new corners in the same order; the centres stay.
    """
    table = _Table.of(corners, config)
    _, scales, towards = np.linalg.svd(table.plane.shape)
    if scales[1] / scales[0] > config.steep:
        return corners
    apart = table.centres[None] - table.centres[:, None]
    # Most tiles lie far apart: a look at the distance spares the closer one.
    here, there = np.nonzero((np.abs(apart).max(axis=2) < 2 * config.reach) & ~np.eye(len(corners), dtype=bool))
    apart = apart[here, there]
    own = np.abs(_solved(table.axes[here], apart))
    near = apart[(own.max(axis=-1) > 0.6) & (own.max(axis=-1) < config.reach) & (own.min(axis=-1) < config.shift)]
    if not len(near):
        return corners
    along = near @ towards[0]
    across = (near**2).sum(axis=1) - along**2
    stretches = np.linspace(1.0, config.squash, 41)
    misfits = np.median(np.abs(np.sqrt((along / stretches[:, None]) ** 2 + across) - 1), axis=1)
    best = int(np.argmin(misfits))
    if misfits[best] > misfits[0] - config.side_noise:
        return corners
    stretch = np.eye(2) + (stretches[best] - 1) * np.outer(towards[0], towards[0])
    from_centre = table.plane.to_table(corners) - table.centres[:, None]
    return table.plane.to_picture(table.centres[:, None] + from_centre @ stretch)


@dataclass(frozen=True, eq=False)
class Plane:
    """The map between the picture and the table, on which every tile is a square of side one.

    On a picture of a plane, the cube root of a tile's area is a linear function of its place, and the vanishing line is
    where it would be zero. Dividing by it leaves an affine picture. There all tiles, turned as they may be, have the
    same product of axes and transposed axes, and that gives the affine map, up to a turn.

    Args:
        origin: (2,) float64, a point in the tiles' midst, in pixels.
        scale: the side of a tile there, in pixels.
        slope: (2,) float64, how the side changes, relative to that at the origin, on a way of one side.
        shape: (2, 2) float64, from the table to the affine picture.
    """

    origin: Floats
    scale: float
    slope: Floats
    shape: Floats

    @classmethod
    def through(cls, corners: Floats, config: GridConfig = GridConfig()) -> Plane:
        """The plane on which most of the tiles, (N, 4, 2) in pixels, are equal squares."""
        centres, sides = corners.mean(axis=1), np.sqrt(np.abs(_determinants(_axes(corners))) + 1e-9)
        origin, scale = np.median(centres, axis=0), float(np.median(sides))
        slope = _slope((centres - origin) / scale, np.cbrt((sides / scale) ** 2), config)
        affine = cls(origin, scale, slope, np.eye(2))
        axes = _axes(affine.to_table(corners))
        product = np.median(axes @ axes.transpose(0, 2, 1), axis=0)
        return cls(origin, scale, slope, np.asarray(np.linalg.cholesky(product + 1e-9 * np.eye(2)), dtype=np.float64))

    def to_table(self, points: Floats) -> Floats:
        """(..., 2) points in pixels of the picture, on the table in sides."""
        from_origin = (points - self.origin) / self.scale
        affine = from_origin / np.maximum(1 + from_origin @ self.slope[:, None], NEAREST)
        return np.asarray(affine @ np.linalg.inv(self.shape).T)

    def to_picture(self, points: Floats) -> Floats:
        """(..., 2) points on the table in sides, in pixels of the picture."""
        affine = points @ self.shape.T
        return np.asarray(affine / np.maximum(1 - affine @ self.slope[:, None], NEAREST) * self.scale + self.origin)


def _slope(places: Floats, sizes: Floats, config: GridConfig) -> Floats:
    """How sizes, (N,), near one and linear in their places, (N, 2), change: (2,), per unit of place, relative to one.

    Weighted least squares, from a tolerance for everything down to the noise, so that tiles at another height and what
    is no tile fall out.
    """
    design = np.column_stack([np.ones(len(places)), places])
    line = np.array([1.0, 0.0, 0.0])
    for tolerance in config.side_noise * np.array([16, 8, 4, 2, 2]):
        weights = 1 / (1 + ((sizes - design @ line) / tolerance) ** 2) ** 2
        faint = np.diag([1e-9, *[(config.side_noise / config.slope) ** 2] * 2])
        line = np.linalg.solve(design.T @ (design * weights[:, None]) + faint, design.T @ (weights * sizes))
    slope = line[1:] / max(line[0], 0.1)
    # The vanishing line lies beyond all tiles.
    return np.asarray(slope * min(1.0, 0.7 / max(1e-9, -(places @ slope).min())))


@dataclass(frozen=True, eq=False)
class _Table:
    """The tiles as they lie on the table, in sides.

    Args:
        plane: the map between picture and table.
        seen: (N, 2) float64, the centres in pixels of the picture.
        centres: (N, 2) float64.
        axes: (N, 2, 2) float64, the sides of each tile to its right and to its bottom as columns.
    """

    plane: Plane
    seen: Floats
    centres: Floats
    axes: Floats

    @classmethod
    def of(cls, corners: Floats, config: GridConfig) -> _Table:
        """The table whose tiles have these corners, (N, 4, 2) in pixels of the picture."""
        if corners.shape[1:] != (4, 2) or not np.isfinite(corners).all():
            raise ValueError(f"expected finite corners of shape (N, 4, 2), got {corners.shape}")
        plane = Plane.through(corners, config)
        seen = corners.mean(axis=1)
        return cls(plane, seen, plane.to_table(seen), _axes(plane.to_table(corners)))

    @property
    def sides(self) -> Floats:
        """(N,) float64, the mean side of each tile."""
        return np.sqrt(np.abs(_determinants(self.axes)))


class _Step(NamedTuple):
    """From a tile to one that touches it.

    Args:
        trust: how well the two fit, from 0 to 1.
        here: the tile.
        there: its neighbour.
        side: on which side of the tile, an index of `STEPS`, in the tile's own axes.
        turn: how many quarter turns the neighbour's axes are ahead of the tile's.
    """

    trust: float
    here: int
    there: int
    side: int
    turn: int

    @property
    def back(self) -> _Step:
        """The same from the neighbour's point of view."""
        return _Step(self.trust, self.there, self.here, (self.side + 2 - self.turn) % 4, -self.turn % 4)


def _steps(table: _Table, config: GridConfig) -> list[_Step]:
    """Every two tiles that touch each other, the clearest first.

    Two may fit by the axes of the neighbourhood or by their own. A tile whose own axes were seen wrong is helped by
    those around it; two that lie askew beside a board are not judged by the board's.
    """
    ways = table.centres[:, None] - table.centres[None]
    distances = np.triu(np.hypot(ways[..., 0], ways[..., 1]), 1)
    near = np.argwhere((distances > 0) & (distances < config.reach))
    beside = np.argwhere((distances > 1 - config.overlap) & (distances < 1 + config.gap))
    around = _median_axes(table, near, beside)
    best: dict[tuple[int, int], _Step] = {}
    for step in (*_fitting(table, around, near, config), *_fitting(table, table.axes, near, config)):
        best[step.here, step.there] = max(step, best.get((step.here, step.there), step))
    return sorted(best.values(), reverse=True)


def _fitting(table: _Table, axes: Floats, pairs: Ints, config: GridConfig) -> Iterator[_Step]:
    """The pairs, of those in ``pairs`` (M, 2), that touch each other if the tiles have these axes, (N, 2, 2)."""
    here, there = pairs.T
    own, angles = _angles(table.axes), _angles(axes)
    ahead = _quarters(angles[there] - angles[here])
    shared = (axes[here] + axes[there] @ TURNS[-ahead % 4]) / 2
    way = _solved(shared, table.centres[there] - table.centres[here])
    along, across = np.abs(way).max(axis=1), np.abs(way).min(axis=1)
    stretch = (along - 1) / np.where(along > 1, config.gap, config.overlap)
    shift = across / config.shift
    angle = np.abs(_within_quarter(own[there] - own[here]))
    twist = angle / config.turn
    # Half of the tile, and half of the neighbour as far as its corner would reach.
    room = (1 + np.cos(angle) + np.sin(angle)) / 2
    straight = (along < room - config.slack) & (across < config.slack_across)
    fits = (np.abs(stretch) < 1) & (shift < 1) & ((twist < 1) | straight)
    trust = 1 - (stretch**2 + shift**2 + np.minimum(twist, 1) ** 2) / 3
    # The side in the axes given, then both in the tiles' own.
    horizontal = np.abs(way[:, 0]) >= np.abs(way[:, 1])
    side = np.where(horizontal, np.where(way[:, 0] > 0, 0, 2), np.where(way[:, 1] > 0, 1, 3))
    given = _quarters(angles - own)
    side, turn = (side + given[here]) % 4, (ahead + given[here] - given[there]) % 4
    return map(_Step, *(array[fits].tolist() for array in (trust, here, there, side, turn)))


def _median_axes(table: _Table, neighbours: Ints, beside: Ints) -> Floats:
    """The axes of each tile as the median of its own, its neighbours', and the ways to those beside it.

    All are turned to go with the most typical of them first. The ways decide where two tiles alone disagree.

    Args:
        table: the N tiles.
        neighbours: (M, 2) int64, the pairs of tiles that help each other.
        beside: (K, 2) int64, the pairs of tiles that lie side by side.

    Returns:
        (N, 2, 2) float64.
    """
    count = len(table.axes)
    along, down = (table.centres[beside[:, 1]] - table.centres[beside[:, 0]]).T * np.median(table.sides)
    ways = np.stack([np.stack([along, down], axis=-1), np.stack([-down, along], axis=-1)], axis=-1)
    axes = np.concatenate([table.axes, ways / np.hypot(along, down)[:, None, None]])
    itself, way = np.arange(count), count + np.arange(len(beside))
    helpers, valid = _rows(
        np.concatenate([itself, *neighbours.T, *beside.T]),
        np.concatenate([itself, *neighbours.T[::-1], way, way]),
        count,
    )
    angles = _angles(axes)[helpers]
    apart = np.abs(_within_quarter(angles[:, :, None] - angles[:, None, :]))
    total = np.where(valid, (apart * valid[:, None, :]).sum(axis=2), np.inf)
    typical = np.take_along_axis(angles, total.argmin(axis=1)[:, None], axis=1)
    alike = axes[helpers] @ TURNS[_quarters(typical - angles) % 4]
    # numpy's nanmedian does the same, many times slower.
    in_order = np.sort(np.where(valid[..., None, None], alike, np.inf), axis=1)
    upper = valid.sum(axis=1)[:, None, None, None] // 2
    lower = (valid.sum(axis=1)[:, None, None, None] - 1) // 2
    middle = [np.take_along_axis(in_order, index, axis=1)[:, 0] for index in (lower, upper)]
    return np.asarray((middle[0] + middle[1]) / 2)


def _rows(owners: Ints, values: Ints, count: int) -> tuple[Ints, NDArray[np.bool_]]:
    """The values of each of ``count`` owners as the rows of a table, and which of its entries are filled."""
    order = np.argsort(owners, kind="stable")
    sizes = np.bincount(owners, minlength=count)
    filled = np.arange(sizes.max()) < sizes[:, None]
    rows = np.zeros(filled.shape, dtype=np.int64)
    rows[filled] = values[order]
    return rows, filled


class _Pose(NamedTuple):
    """The cell of a tile in its group, and how many quarter turns the tile's axes are ahead of the group's."""

    col: int
    row: int
    turn: int

    def after(self, step: _Step) -> _Pose:
        """Where a step from here leads."""
        dx, dy = STEPS[(self.turn + step.side) % 4]
        return _Pose(self.col + dx, self.row + dy, (self.turn + step.turn) % 4)

    def turned(self, quarters: int) -> _Pose:
        """The pose after the group was turned clockwise about the cell 0, 0."""
        col, row = self.col, self.row
        for _ in range(quarters % 4):
            col, row = -row, col
        return _Pose(col, row, (self.turn + quarters) % 4)

    def carried(self, here: _Pose, there: _Pose) -> _Pose:
        """The pose after the move that carries the pose `here` to `there`."""
        mine, pivot = self.turned(there.turn - here.turn), here.turned(there.turn - here.turn)
        return _Pose(mine.col + there.col - pivot.col, mine.row + there.row - pivot.row, mine.turn)


ORIGIN = _Pose(0, 0, 0)
_Group = dict[int, _Pose]
"""The tiles of a group, and where they lie in it."""


def _chained(count: int, steps: Sequence[_Step]) -> list[_Group]:
    """The groups that the steps, the clearest first, make of ``count`` tiles.

    A step joins two groups, and all steps between these vote on how. A step inside a group adds nothing: where a way
    around a ring ends on another cell than it began on, its vaguest step gives in.
    """
    neighbours: dict[int, list[_Step]] = defaultdict(list)
    for step in steps:
        neighbours[step.here].append(step)
        neighbours[step.there].append(step.back)
    group_of: list[_Group] = [{tile: ORIGIN} for tile in range(count)]
    for step in steps:
        few, many = sorted((group_of[step.here], group_of[step.there]), key=len)
        if few is not many:
            for tile, pose in _joined(few, many, neighbours).items():
                many[tile] = pose
                group_of[tile] = many
    return list({id(group): group for group in group_of}.values())


def _joined(few: _Group, many: _Group, neighbours: Mapping[int, Sequence[_Step]]) -> _Group:
    """The tiles of one group as they lie in another; none if every way puts two tiles on one cell."""
    votes: dict[_Pose, float] = defaultdict(float)
    for tile, pose in few.items():
        for step in neighbours[tile]:
            if step.there in many:
                votes[ORIGIN.carried(pose, many[step.there].after(step.back))] += step.trust
    taken = {(pose.col, pose.row) for pose in many.values()}
    for origin in sorted(votes, key=lambda origin: -votes[origin]):
        moved = {tile: pose.carried(ORIGIN, origin) for tile, pose in few.items()}
        if taken.isdisjoint((pose.col, pose.row) for pose in moved.values()):
            return moved
    return {}


def _numbered(groups: Sequence[_Group], steps: Sequence[_Step], table: _Table, config: GridConfig) -> tuple[Place, ...]:
    """The places of the tiles, once groups are numbered and turned upright, and cells counted from the top left."""

    def rank(group: _Group) -> tuple[float, ...]:
        x, y = table.seen[list(group)].mean(axis=0)
        return -len(group), y, x

    places: dict[int, Place] = {}
    main: float | None = None
    for number, group in enumerate(sorted(groups, key=rank)):
        inside = [step for step in steps if step.here in group and step.there in group] if len(group) > 1 else []
        heading = _heading(group, inside, table.centres)
        quarters = int(_quarters(_heading(group, inside, table.seen)))
        if main is None:
            main = heading - quarters * QUARTER
        elif abs(_within_quarter(heading - main)) < config.parallel:
            quarters = int(_quarters(heading - main))
        upright = {tile: pose.turned(quarters) for tile, pose in group.items()}
        left, top = min(pose.col for pose in upright.values()), min(pose.row for pose in upright.values())
        places |= {tile: Place(number, pose.col - left, pose.row - top) for tile, pose in upright.items()}
    return tuple(places[tile] for tile in range(len(places)))


def _heading(group: _Group, steps: Sequence[_Step], centres: Floats) -> float:
    """The angle at which the columns of a group grow, in the mean of its steps; 0 for a tile alone."""
    ways = np.array([centres[step.there] - centres[step.here] for step in steps]).reshape(-1, 2) @ [1, 1j]
    quarters = np.array([group[step.here].turn + step.side for step in steps])
    return float(np.angle((ways * (-1j) ** quarters).sum()))


def _axes(corners: Floats) -> Floats:
    """The sides of each tile to its right and its bottom, as columns, from its corners (N, 4, 2)."""
    top_left, top_right, bottom_right, bottom_left = np.moveaxis(corners, 1, 0)
    right = (top_right + bottom_right - top_left - bottom_left) / 2
    down = (bottom_left + bottom_right - top_left - top_right) / 2
    return np.stack([right, down], axis=-1)


def _angles(axes: Floats) -> Floats:
    """How far each of the axes, (N, 2, 2), is turned clockwise, in radians, whatever the skew."""
    return np.arctan2(axes[:, 1, 0] - axes[:, 0, 1], axes[:, 0, 0] + axes[:, 1, 1])


def _determinants(matrices: Floats) -> Floats:
    return np.asarray(matrices[:, 0, 0] * matrices[:, 1, 1] - matrices[:, 0, 1] * matrices[:, 1, 0])


def _solved(matrices: Floats, vectors: Floats) -> Floats:
    """The vectors, (N, 2), in the axes given, (N, 2, 2); huge where these are flat."""
    (a, b), (c, d) = matrices.transpose(1, 2, 0)
    x, y = vectors.T
    determinants = np.maximum(np.abs(a * d - b * c), 1e-9)
    return np.asarray(np.stack([d * x - b * y, a * y - c * x], axis=-1) / determinants[:, None])


def _quarters(angles: ArrayLike) -> Ints:
    """The number of quarter turns nearest to each angle in radians."""
    return np.rint(np.asarray(angles) / QUARTER).astype(np.int64)


def _within_quarter(angles: ArrayLike) -> Floats:
    """Each angle up to quarter turns: from -45 to 45 degrees, in radians."""
    return np.asarray(np.asarray(angles) - _quarters(angles) * QUARTER)
