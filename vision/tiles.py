"""Finds and names the Qwirkle tiles of a photo.

The recipe: balance the light; find where tiles may lie; straighten each one's axes by its neighbours'; cut out and
classify; look for face-down ones in black blocks; tell colours and shapes by the light and the set where these are
known; keep what is a tile.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.qwirkle.tile import SIXTH_COLOURS, Colour
from models import tile_pose
from models.tile_classifier import CROP, FACE, KINDS, Names, TileClassifier, rectify
from vision.colours import tile_colours, told_colours
from vision.grid import smooth_axes
from vision.packed import body_colours, packed_tiles
from vision.photo import Photo
from vision.reading import Floats, TileSeen
from vision.seams import seamed_tiles
from vision.search import Candidates, TileSearch
from vision.symbols import changed_round, told_shapes
from vision.view import find_in_view

STRAY = 0.01
"""Of the tiles that look like a colour which a set doesn't have: some may be another box's."""
UP, DOWN = KINDS.index("up"), KINDS.index("down")


@dataclass(frozen=True)
class TileConfig:
    """Thresholds of naming tiles.

    Args:
        tile: the least probability of being a tile, face up or down, after finder and classifier are weighed together.
        heat_weight, heat_pivot: finder and classifier err on different things, so their log odds are added: those of
            a heat are `heat_weight` times its distance from `heat_pivot`, where tiles and others are equally many.
        clear: a piece that is less surely a tile of one name is looked at a second time.
        block_heat: the heat that a square is given that fills its place in a black block.
        rare_down: the classifier was shown face-down tiles so many times more rarely than they lie among the finder's
            hits.
        faces: so many tiles must show their faces before these tell the size and the bodies of those that don't.
        body_share: this share of the pixels of the faces' bodies is darker than what is taken for their lightness: some
            shine.
        body_lightness: a face-down tile is hardly lighter than so many times that.
        sure_down: one that is, for a lamp shines in it, must be so surely one to the classifier.
        shining: and no lamp makes one lighter than so many times the bodies near it.
        black: bodies darker than this, of 255, are counted as this: noise is no light.
        cut: a corner that lies further outside the picture than this, in sides, means that the tile is cut.
        alike: tiles of one photo differ in size by no more, as a difference of logarithms, however the camera slants,
        beside: and their middles are further apart than this, in sides.
    """

    tile: float = 0.5
    heat_weight: float = 5.0
    heat_pivot: float = 0.5
    clear: float = 0.9
    block_heat: float = 0.6
    rare_down: float = 4.0
    faces: int = 5
    body_share: float = 0.9
    body_lightness: float = 1.5
    sure_down: float = 0.82
    shining: float = 2.5
    black: float = 20.0
    cut: float = 0.06
    alike: float = 0.3
    beside: float = 0.75


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

    @property
    def faces(self) -> NDArray[np.bool_]:
        """(N,) which rather show a face than a back, if they are tiles."""
        return np.asarray(self.names.kinds[:, UP] > self.names.kinds[:, DOWN])

    def __getitem__(self, keep: NDArray[np.bool_]) -> Pieces:
        names = self.names
        return Pieces(
            self.corners[keep],
            self.crops[keep],
            Names(names.kinds[keep], names.colours[keep], names.shapes[keep]),
            self.chances[keep],
        )


def sides_of(corners: Floats) -> Floats:
    """(N,) float64: the mean side of each quadrilateral (N, 4, 2)."""
    return np.asarray(np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).mean(axis=1))


def clearness(pieces: Pieces) -> Floats:
    """(N,) float64: how surely each piece is a tile of one name."""
    names = pieces.names
    named = np.where(pieces.faces, names.colours.max(axis=1) * names.shapes.max(axis=1), 1.0)
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


def coloured(photo: Photo, pieces: Pieces) -> Pieces:
    """The pieces, with colours told by what is known of the light, if anything is."""
    light = photo.known.light
    if light is None or light.tiles is None:
        return pieces
    names = pieces.names
    seen, _ = tile_colours(photo, pieces.corners)
    colours = told_colours(light.tiles, light, seen, names.colours, [colour.word for colour in Colour])
    if photo.known.set is not None:
        colours = of_six(colours, light.tiles.sampled)
    return replace(pieces, names=replace(names, colours=colours))


def of_six(colours: Floats, laid_out: Collection[str]) -> Floats:
    """The probabilities of colours (N, 7) in a set of which these were laid out.

    A set with purple has no white, and one with white no purple.
    """
    lacking = [
        other
        for sixth, other in (SIXTH_COLOURS, SIXTH_COLOURS[::-1])
        if sixth.word in laid_out and other.word not in laid_out
    ]
    left = colours.copy()
    left[:, lacking] *= STRAY
    return np.asarray(left / left.sum(axis=1, keepdims=True))


def shaped(photo: Photo, pieces: Pieces) -> Pieces:
    """The pieces, with shapes told by what is known of the set, if anything is."""
    known = photo.known.set
    if known is None or known.shapes is None:
        return pieces
    names = pieces.names
    shapes = told_shapes(known.shapes, pieces.crops, names.shapes)
    return replace(pieces, names=replace(names, shapes=shapes))


def shown(photo: Photo) -> list[NDArray[np.uint8]]:
    """The levels of a photo as the networks are shown it: they know dark bodies alone."""
    return [changed_round(level) for level in photo.levels] if photo.known.light_bodies else photo.levels


class TileReader:
    """Finds and names tiles; opens its models once.

    Raises:
        ModelError: if a model can't be opened.
    """

    def __init__(
        self,
        config: TileConfig = TileConfig(),
        search: TileSearch | None = None,
        classifier: TileClassifier | None = None,
    ) -> None:
        self.config = config
        self.search = search or TileSearch()
        self.classifier = classifier or TileClassifier()

    def read(self, photo: Photo, before: Sequence[TileSeen] = ()) -> tuple[tuple[TileSeen, ...], dict[str, float]]:
        """The tiles of a photo, and the seconds that finding and classifying took.

        Args:
            photo: the photo or frame.
            before: the tiles of the frame before, from the same camera: they tell where to look and how large tiles
                are. Where they seem to be gone, the whole frame is searched as if nothing were known.
        """
        began = time.perf_counter()
        levels = shown(photo)
        found = self.search.find_again(levels, photo, before) if before else None
        if found is None:
            found = find_in_view(self.search, levels, photo)
        if found is None:
            found = self.search.find(levels)
        middle = time.perf_counter()
        pieces = self.black_enough(self.look_twice(levels, found))
        # A pile of face-down tiles does not come up between two frames.
        if not before or any(seen.face_up < self.config.tile for seen in before):
            pieces = self.packed(levels, pieces)
        tiles = self.keep(photo, shaped(photo, coloured(photo, pieces)))
        done = time.perf_counter()
        return tiles, {"find": middle - began, "classify": done - middle}

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
        if len(faces.corners) < self.config.faces:
            return pieces
        bodies = body_colours(faces.crops, FACE).max(axis=2)
        apart = np.linalg.norm(pieces.corners.mean(axis=1)[:, None] - faces.corners.mean(axis=1)[None], axis=2)
        nearest = np.argsort(apart, axis=1)[:, : self.config.faces]
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
        faces = np.count_nonzero(sure.faces)
        if faces >= self.config.faces:
            blocks = packed_tiles(levels[0], sure.corners, body_colours(sure.crops, FACE).reshape(-1, 3))
            return together(pieces, self.name_block(levels, blocks))
        hidden = self.name_block(levels, seamed_tiles(levels[0]))
        hidden = self.of_one_size(hidden[hidden.chances >= self.config.tile], sure)
        if not len(hidden.corners):
            return pieces
        # What the finder took for a tile of the whole block's size, or for a part of it, gives way to its tiles; what
        # surely shows a face does not: a block ends where it lies.
        apart = np.linalg.norm(pieces.corners.mean(axis=1)[:, None] - hidden.corners.mean(axis=1)[None], axis=2)
        side = sides_of(hidden.corners).mean()
        shows = (pieces.chances >= self.config.tile) & pieces.faces
        gives_way = (apart.min(axis=1) <= side) & ~shows
        clear = (apart[shows] > self.config.beside * side).all(axis=0)
        return together(pieces[~gives_way], hidden[clear])

    def of_one_size(self, hidden: Pieces, sure: Pieces) -> Pieces:
        """The tiles of black blocks, if they are as large as those that show faces: there are no others."""
        faces = sure.corners[sure.faces]
        if not len(faces) or not len(hidden.corners):
            return hidden
        apart = abs(np.log(sides_of(hidden.corners) / np.median(sides_of(faces))))
        return hidden[apart <= self.config.alike]

    def keep(self, photo: Photo, pieces: Pieces) -> tuple[TileSeen, ...]:
        """What is a tile, in pixels of the full photo."""
        height, width = photo.image.shape[:2]
        names, corners = pieces.names, pieces.corners
        margin = self.config.cut * sides_of(corners)[:, None, None]
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
