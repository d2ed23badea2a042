"""Finds where Qwirkle tiles may lie on a photo, face up or face down.

The recipe: search the picture from coarse to fine; make the hits on one tile one; keep what agrees with the others on
how large a tile is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models import tile_pose
from models.tile_finder import CLASSES, Hits, TileFinder
from vision.photo import Photo
from vision.reading import Floats, TileSeen

FAINT = 1e-3
"""The weight of a hit that is no hotter than it must be."""
UP = CLASSES.index("up")


@dataclass(frozen=True)
class SearchConfig:
    """Thresholds of finding tiles.

    Args:
        coarse_sides: the longer sides in pixels of the pictures that are always searched: tiles of 1.5 to 25 % of
            the picture's width show there at a size that the finder knows.
        fine_sides: the finer ones, searched in turn only while tiles look small or none is found.
        small: a tile of fewer pixels than this is worth a finer look.
        heat: a peak of the finder's heat below this is nothing.
        sure_heat: a peak above this is a tile more often than not.
        known_sizes: the tile sides in pixels for which the finder was trained; a hit outside counts less.
        same: two hits closer than this, in half sides of the larger, are one tile: neighbours are 2 apart.
        same_size: hits on one tile agree where the logarithms of their sides differ by less.
        size_tolerance: how far the logarithm of a tile's side may lie from its place's on the table.
        level_pull: how strongly the sizes are held to be all the same: by a tenth, a slanted table hardly notices,
            while three false hits in a corner can't tilt it.
        size_quorum: fewer hits than this say nothing about the size of the others.
        best_side: the tile side in pixels at which the finder is at its best, where the size is known.
        around: so far around the tiles of the frame before, in sides, new ones are looked for: the next move.
        still_there: the share of the tiles of the frame before that must be found again where they were.
        most: of the hits only so many, the hottest, are looked at: a box holds 108 tiles, and each may be hit on every
            size of the picture.
    """

    coarse_sides: tuple[int, ...] = (192, 384, 768)
    fine_sides: tuple[int, ...] = (1536, 3072)
    small: float = 17.0
    heat: float = 0.25
    sure_heat: float = 0.5
    known_sizes: tuple[float, float] = (12.0, 36.0)
    same: float = 1.0
    same_size: float = 0.3
    size_tolerance: float = 0.4
    level_pull: float = 0.1
    size_quorum: int = 5
    best_side: float = 20.0
    around: float = 6.5
    still_there: float = 0.7
    most: int = 1000


@dataclass(frozen=True, eq=False)
class Candidates:
    """Places that may be tiles: poses (N, 7) in pixels of the photo, and the finder's scores (N, 2)."""

    poses: Floats
    scores: Floats

    def __len__(self) -> int:
        return len(self.poses)

    def __getitem__(self, keep: NDArray[np.bool_] | NDArray[np.int64]) -> Candidates:
        return Candidates(self.poses[keep], self.scores[keep])

    @property
    def sides(self) -> Floats:
        """The tiles' sides in pixels, were they seen from straight above."""
        return np.asarray(tile_pose.SIZE_UNIT * np.exp(self.poses[:, 2]))


class TileSearch:
    """Finds where tiles may lie; opens its model once.

    Raises:
        ModelError: if the model can't be opened.
    """

    def __init__(self, config: SearchConfig = SearchConfig(), finder: TileFinder | None = None) -> None:
        self.config = config
        self.finder = finder or TileFinder()

    def find(self, levels: Sequence[NDArray[np.uint8]]) -> Candidates:
        """The places that may be tiles, from coarse to fine, each once, of a size that fits the others'."""
        height, width = levels[0].shape[:2]
        longer = max(height, width)
        whole = (0, 0, width, height)
        first, *coarse = self.config.coarse_sides
        sides = (first, *(side for side in coarse if side <= 2 * longer))
        hits = [self.search(levels, side / longer, whole) for side in sides]
        for side in self.config.fine_sides:
            if side / 2 >= longer or not self.wants_finer(hits[-1], side / 2 / longer):
                break
            hits.append(self.search(levels, side / longer, whole))
        found = Candidates(np.concatenate([hit.poses for hit in hits]), np.concatenate([hit.scores for hit in hits]))
        return self.of_one_size(self.distinct(found))

    def find_again(
        self, levels: Sequence[NDArray[np.uint8]], photo: Photo, before: Sequence[TileSeen]
    ) -> Candidates | None:
        """The places that may be tiles around those of the frame before, or None where too many of them are gone."""
        corners = photo.on_image(np.stack([tile.corners for tile in before]))
        side = float(np.median([tile.size for tile in before])) / photo.scale
        margin = self.config.around * side
        low, high = corners.min(axis=(0, 1)) - margin, corners.max(axis=(0, 1)) + margin
        limits = np.array([levels[0].shape[1], levels[0].shape[0]])
        left, top, right, bottom = (int(value) for value in np.clip(np.concatenate([low, high]), 0, np.tile(limits, 2)))
        if right - left < side or bottom - top < side:
            return None
        found = self.of_one_size(
            self.distinct(self.search(levels, self.config.best_side / side, (left, top, right, bottom)))
        )
        far = np.linalg.norm(corners.mean(axis=1)[:, None] - found.poses[None, :, :2], axis=2)
        still_there = (far < side / 2).any(axis=1).mean() if len(found) else 0.0
        return found if still_there >= self.config.still_there else None

    def wants_finer(self, hits: Candidates, scale: float) -> bool:
        """Whether a picture searched at ``scale`` shows tiles so small, or none, that a finer one should be tried."""
        return not len(hits) or bool(np.quantile(hits.sides * scale, 0.25) < self.config.small)

    def search(
        self, levels: Sequence[NDArray[np.uint8]], scale: float, region: tuple[int, int, int, int]
    ) -> Candidates:
        """The finder's hits on a part of the picture brought to a scale of at most one.

        Args:
            levels: of the balanced picture, as `models.pyramid` gives them.
            scale: pixels searched to one of the picture.
            region: left, top, right and bottom in pixels of the picture.

        Returns:
            Hits in pixels of the picture; scores are lowered outside the sizes that the finder knows.
        """
        left, top, right, bottom = region
        scale = min(1.0, scale)
        size = (max(1, round((right - left) * scale)), max(1, round((bottom - top) * scale)))
        level = min(int(np.log2(1 / scale) + 1e-6), len(levels) - 1)
        there = np.array([levels[level].shape[1] / levels[0].shape[1], levels[level].shape[0] / levels[0].shape[0]])
        (x0, y0), (x1, y1) = (np.rint(np.array(point) * there).astype(int) for point in ((left, top), (right, bottom)))
        part = levels[level][y0 : max(y1, y0 + 1), x0 : max(x1, x0 + 1)]
        image = part if part.shape[1::-1] == size else cv2.resize(part, size, interpolation=cv2.INTER_AREA)
        hits = self.finder.find(np.asarray(image, dtype=np.uint8), self.config.heat)
        low, high = self.config.known_sizes
        sides = tile_pose.SIZE_UNIT * np.exp(hits.poses[:, 2])
        fit = np.minimum(1, np.minimum(sides / low, high / sides))
        return moved(hits, fit, np.array([right - left, bottom - top]) / size, np.array([left, top]))

    def distinct(self, found: Candidates) -> Candidates:
        """Each place once: the hits on the same tile, from several sizes of the picture, become one.

        The surest gives the place; the poses of those that agree with it in size are averaged. A turn's vector is the
        shorter the less sure it is, so that the average takes it from the sizes at which the tile's edges show best.
        """
        found = found[np.argsort(-found.scores.max(axis=1))[: self.config.most]]
        apart = apartness(tile_pose.decode(found.poses))
        firsts: list[int] = []
        owner = np.empty(len(found), dtype=np.int64)
        for index in range(len(found)):
            near = [first for first in firsts if apart[index, first] < self.config.same]
            owner[index] = near[0] if near else index
            if not near:
                firsts.append(index)
        agreeing = abs(found.poses[:, 2] - found.poses[owner, 2]) < self.config.same_size
        weights = found.scores.max(axis=1) * agreeing
        poses = np.array([np.average(found.poses[owner == k], axis=0, weights=weights[owner == k]) for k in firsts])
        return Candidates(poses.reshape(-1, tile_pose.PARAMETERS), found.scores[np.array(firsts, dtype=np.int64)])

    def of_one_size(self, found: Candidates) -> Candidates:
        """Drops hits at the wrong scale: the logarithm of a tile's side is nearly linear in its place on the photo."""
        if len(found) < self.config.size_quorum:
            return found
        places = found.poses[:, :2]
        design = np.column_stack([np.ones(len(found)), (places - places.mean(axis=0)) / max(places.std(), 1.0)])
        # Counted by what they are above the least heat: forty faint hits must not outvote eight sure ones. Where enough
        # tiles show their faces, these alone tell the size: a black block is hit at any.
        excess = np.maximum(found.scores - self.config.heat, FAINT)
        faces = np.count_nonzero(found.scores[:, UP] >= self.config.sure_heat) >= self.config.size_quorum
        weights = excess[:, UP] if faces else excess.max(axis=1)
        expected = robust_line(design, found.poses[:, 2], weights, self.config.size_tolerance, self.config.level_pull)
        return found[abs(found.poses[:, 2] - expected) <= self.config.size_tolerance]


def apartness(corners: Floats) -> Floats:
    """(N, N) float64: how far apart two tiles' centres are in half sides of the larger, along the axis that parts them.

    Args:
        corners: (N, 4, 2) float64 in pixels.
    """
    a = (corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]) / 4
    b = (corners[:, 2] + corners[:, 3] - corners[:, 0] - corners[:, 1]) / 4
    axes = np.linalg.inv(np.stack([a, b], axis=-1))
    centres = corners.mean(axis=1)
    steps = np.einsum("nij,nmj->nmi", axes, centres[None] - centres[:, None])
    far = abs(steps).max(axis=-1)
    return np.asarray(np.minimum(far, far.T))


def moved(hits: Hits, fit: Floats, scale: Floats, origin: Floats) -> Candidates:
    """Hits of a part, brought from its scale to the picture's and to its place; their scores weighted by ``fit``."""
    poses = hits.poses.copy()
    poses[:, :2] = (poses[:, :2] + 0.5) * scale - 0.5 + origin
    poses[:, 2] += np.log(scale.mean())
    return Candidates(poses, hits.scores * fit[:, None])


def robust_line(design: Floats, values: Floats, weights: Floats, tolerance: float, level_pull: float) -> Floats:
    """The values that a linear model expects, fitted by reweighting from the weighted median outwards.

    Args:
        design: (N, K) float64, the first column ones.
        values: (N,) float64.
        weights: (N,) float64, how much each value is trusted.
        tolerance: a value further off than this hardly counts.
        level_pull: how strongly the model is drawn to a level one, as a share of all weights.
    """
    order = np.argsort(values)
    running = np.cumsum(weights[order])
    expected = np.full(len(values), values[order][np.searchsorted(running, running[-1] / 2)])
    for _ in range(10):
        trust = weights / (1 + ((values - expected) / (tolerance / 2)) ** 2) ** 2
        pull = np.diag([0.0, *[level_pull * weights.sum()] * (design.shape[1] - 1)])
        normal = design.T @ (design * trust[:, None]) + pull
        expected = design @ np.linalg.solve(normal + 1e-9 * np.eye(len(normal)), design.T @ (trust * values))
    return np.asarray(expected)
