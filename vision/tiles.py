"""Finds and names the Qwirkle tiles of a photo.

The recipe: balance the light; find tiles on several sizes of the picture; keep what agrees on how large a tile is;
straighten each tile's axes by its neighbours'; cut out and classify; keep what is a tile.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models import tile_pose
from models.balance import balance
from models.tile_classifier import CROP, FACE, KINDS, Names, TileClassifier, pyramid, rectify
from models.tile_finder import Hits, TileFinder
from vision.grid import smooth_axes
from vision.packed import body_colours, packed_tiles
from vision.photo import Photo
from vision.reading import TileSeen
from vision.seams import seamed_tiles

Floats = NDArray[np.float64]
FAINT = 1e-3
"""The weight of a hit that is no hotter than it must be."""
UP, DOWN = KINDS.index("up"), KINDS.index("down")


@dataclass(frozen=True)
class TileConfig:
    """Thresholds of finding and naming tiles.

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
        tile: the least probability of being a tile, face up or down, after finder and classifier are weighed together.
        heat_weight, heat_pivot: finder and classifier err on different things, so their log odds are added: those of
            a heat are `heat_weight` times its distance from `heat_pivot`, where tiles and others are equally many.
        clear: a piece that is less surely a tile of one name is looked at a second time.
        block_heat: the heat that a square is given that fills its place in a black block.
        rare_down: the classifier was shown face-down tiles so many times more rarely than they lie among the finder's
            hits.
        body_share: this share of the pixels of the faces' bodies is darker than what is taken for their lightness: some
            shine.
        body_lightness: a face-down tile is hardly lighter than so many times that.
        sure_down: one that is, for a lamp shines in it, must be so surely one to the classifier.
        shining: and no lamp makes one lighter than so many times the bodies near it.
        black: bodies darker than this, of 255, are counted as this: noise is no light.
        cut: a corner that lies further outside the picture than this, in sides, means that the tile is cut.
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
    tile: float = 0.5
    heat_weight: float = 5.0
    heat_pivot: float = 0.5
    clear: float = 0.9
    block_heat: float = 0.6
    rare_down: float = 4.0
    body_share: float = 0.9
    body_lightness: float = 1.5
    sure_down: float = 0.82
    shining: float = 2.5
    black: float = 20.0
    cut: float = 0.06


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


@dataclass(frozen=True, eq=False)
class Pieces:
    """Places cut out and named.

    Args:
        corners: (N, 4, 2) float64 in pixels.
        crops: (N, C, C, 3) uint8 BGR.
        names: of each crop.
        chances: (N,) float64, the probability that there is a tile, face up or down.
    """

    corners: Floats
    crops: NDArray[np.uint8]
    names: Names
    chances: Floats

    def __getitem__(self, keep: NDArray[np.bool_]) -> Pieces:
        names = self.names
        return Pieces(
            self.corners[keep],
            self.crops[keep],
            Names(names.kinds[keep], names.colours[keep], names.shapes[keep]),
            self.chances[keep],
        )


def clearness(pieces: Pieces) -> Floats:
    """(N,) float64: how surely each piece is a tile of one name."""
    names = pieces.names
    named = np.where(
        names.kinds[:, UP] > names.kinds[:, DOWN], names.colours.max(axis=1) * names.shapes.max(axis=1), 1.0
    )
    return np.asarray(pieces.chances * named)


def together(first: Pieces, second: Pieces) -> Pieces:
    """The pieces of both."""
    one, other = first.names, second.names
    return Pieces(
        np.concatenate([first.corners, second.corners]),
        np.concatenate([first.crops, second.crops]),
        Names(
            np.concatenate([one.kinds, other.kinds]),
            np.concatenate([one.colours, other.colours]),
            np.concatenate([one.shapes, other.shapes]),
        ),
        np.concatenate([first.chances, second.chances]),
    )


class TileReader:
    """Finds and names tiles; opens its models once.

    Raises:
        ModelError: if a model can't be opened.
    """

    def __init__(
        self,
        config: TileConfig = TileConfig(),
        finder: TileFinder | None = None,
        classifier: TileClassifier | None = None,
    ) -> None:
        self.config = config
        self.finder = finder or TileFinder()
        self.classifier = classifier or TileClassifier()

    def read(self, photo: Photo, before: Sequence[TileSeen] = ()) -> tuple[tuple[TileSeen, ...], dict[str, float]]:
        """The tiles of a photo, and the seconds that finding and classifying took.

        Args:
            photo: the photo or frame.
            before: the tiles of the frame before, from the same camera: they tell where to look and how large tiles
                are. Where they seem to be gone, the whole frame is searched as if nothing were known.
        """
        began = time.perf_counter()
        levels = pyramid(balance(photo.image))
        found = self.find_again(levels, photo, before) if before else None
        if found is None:
            found = self.find(levels)
        middle = time.perf_counter()
        pieces = self.black_enough(self.look_twice(levels, found))
        # A pile of face-down tiles does not come up between two frames.
        if not before or any(seen.face_up < self.config.tile for seen in before):
            pieces = self.packed(levels, pieces)
        tiles = self.keep(photo, pieces)
        done = time.perf_counter()
        return tiles, {"find": middle - began, "classify": done - middle}

    def find(self, levels: Sequence[NDArray[np.uint8]]) -> Candidates:
        """The places that may be tiles, from coarse to fine, each once, of a size that fits the others'."""
        height, width = levels[0].shape[:2]
        longer = max(height, width)
        whole = (0, 0, width, height)
        hits = [self.search(levels, side / longer, whole) for side in self.config.coarse_sides if side <= 2 * longer]
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
        corners = (np.stack([tile.corners for tile in before]) + 0.5) / photo.scale - 0.5
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
            levels: of the balanced picture, as `pyramid` gives them.
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
        found = found[np.argsort(-found.scores.max(axis=1))]
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

    def name(self, levels: Sequence[NDArray[np.uint8]], corners: Floats, heat: Floats) -> Pieces:
        """What the classifier makes of these places, and, with the finder's heat, whether there is a tile at all."""
        crops = rectify(levels, corners)
        names = self.classifier.classify(crops)
        tile = names.kinds[:, UP] + self.config.rare_down * names.kinds[:, DOWN]
        other = 1 - names.kinds[:, UP] - names.kinds[:, DOWN]
        odds = np.log(np.maximum(tile, 1e-9) / np.maximum(other, 1e-9))
        odds += self.config.heat_weight * (heat - self.config.heat_pivot)
        return Pieces(corners, crops, names, np.asarray(1 / (1 + np.exp(-odds))))

    def look_twice(self, levels: Sequence[NDArray[np.uint8]], found: Candidates) -> Pieces:
        """The candidates with their axes straightened by their neighbours', or as found where that reads clearer.

        A loose tile that touches one turned another way must not be straightened by it.
        """
        as_found, heat = tile_pose.decode(found.poses), found.scores.max(axis=1)
        pieces = self.name(levels, smooth_axes(as_found), heat)
        doubted = np.flatnonzero(clearness(pieces) < self.config.clear)
        again = self.name(levels, as_found[doubted], heat[doubted])
        better = clearness(again) > clearness(pieces)[doubted]
        keep = np.ones(len(found), dtype=np.bool_)
        keep[doubted[better]] = False
        return together(pieces[keep], again[better])

    def name_block(self, levels: Sequence[NDArray[np.uint8]], corners: Floats) -> Pieces:
        """The same for the squares of a black block."""
        return self.name(levels, corners, np.full(len(corners), self.config.block_heat))

    def black_enough(self, pieces: Pieces) -> Pieces:
        """Drops what looks a little like a face-down tile but is lighter than the bodies of the tiles that show faces.

        In the shade at the end of a lamp's light, the empty cells of a printed board look like face-down tiles.
        """
        down = pieces.names.kinds[:, DOWN] > pieces.names.kinds[:, UP]
        faces = pieces[~down & (pieces.chances >= self.config.tile)]
        if len(faces.corners) < self.config.size_quorum:
            return pieces
        bodies = body_colours(faces.crops, FACE).max(axis=2)
        apart = np.linalg.norm(pieces.corners.mean(axis=1)[:, None] - faces.corners.mean(axis=1)[None], axis=2)
        nearest = np.argsort(apart, axis=1)[:, : self.config.size_quorum]
        near_body = np.quantile(bodies[nearest].reshape(len(nearest), -1), self.config.body_share, axis=1)
        margin = CROP // 4
        middles = pieces.crops[:, margin:-margin, margin:-margin].max(axis=3)
        light = np.median(middles.reshape(len(middles), -1), axis=1)
        lighter = light > self.config.body_lightness * np.quantile(bodies, self.config.body_share)
        far_lighter = light > self.config.shining * np.maximum(near_body, self.config.black)
        doubted = pieces.names.kinds[:, DOWN] < self.config.sure_down
        return pieces[~(down & ((lighter & doubted) | far_lighter))]

    def packed(self, levels: Sequence[NDArray[np.uint8]], pieces: Pieces) -> Pieces:
        """The pieces and the face-down tiles of black blocks, told by the size and the bodies of the other tiles.

        Where hardly another tile lies, the blocks themselves must tell.
        """
        sure = pieces[np.asarray(pieces.chances >= self.config.tile)]
        faces = np.count_nonzero(sure.names.kinds[:, UP] > sure.names.kinds[:, DOWN])
        if faces >= self.config.size_quorum:
            blocks = packed_tiles(levels[0], sure.corners, body_colours(sure.crops, FACE).reshape(-1, 3))
            return together(pieces, self.name_block(levels, blocks))
        blocks = seamed_tiles(levels[0])
        if not len(blocks):
            return pieces
        # What the finder took for a tile of the whole block's size, or for a part of it, gives way to its tiles.
        far = np.linalg.norm(pieces.corners.mean(axis=1)[:, None] - blocks.mean(axis=1)[None], axis=2).min(axis=1)
        side = float(np.linalg.norm(blocks[:, 1] - blocks[:, 0], axis=1).mean())
        return together(pieces[far > side], self.name_block(levels, blocks))

    def keep(self, photo: Photo, pieces: Pieces) -> tuple[TileSeen, ...]:
        """What is a tile, in pixels of the full photo."""
        height, width = photo.image.shape[:2]
        names, corners = pieces.names, pieces.corners
        sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).mean(axis=1)
        margin = self.config.cut * sides[:, None, None]
        face_up = names.kinds[:, UP] / np.maximum(names.kinds[:, UP] + names.kinds[:, DOWN], 1e-9)
        outside = (corners < -0.5 - margin) | (corners > np.array([width, height]) - 0.5 + margin)
        return tuple(
            TileSeen(
                corners=(corners[index] + 0.5) * photo.scale - 0.5,
                face_up=float(face_up[index]),
                colours=names.colours[index],
                shapes=names.shapes[index],
                cut=bool(outside[index].any()),
            )
            for index in np.flatnonzero(pieces.chances >= self.config.tile)
        )


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
