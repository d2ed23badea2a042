"""Looks for tiles on a table that a standing camera is known to see: straightened, at the one size that tiles have.

The recipe: lay out the part of the table that the picture shows well enough, with tiles at the size at which the finder
is best; search that once; bring the hits back into the picture. Whether the view still holds, the tiles found tell: on
the table they must be squares of side one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from calibration.view import View
from models import tile_pose
from vision.photo import Photo
from vision.reading import Floats, TileSeen
from vision.search import Candidates, TileSearch

Pixels = NDArray[np.uint8]


@dataclass(frozen=True)
class ViewConfig:
    """How a known view is used. Lengths are in sides of a tile.

    Args:
        side: pixels of a tile's side on the straightened table, at which the finder is at its best.
        least: where a tile takes fewer pixels than this in the picture, nothing can be read.
        most: pixels along the longer side of the straightened table.
        points: in so many places along each side of the picture it is asked how large a tile is there.
        size: a hit is no tile where the logarithm of its side lies further off than this.
        judged: so many tiles tell whether the view still holds.
        moved_size: it doesn't where the middle of the tiles' sides is off by more than this, logarithmic,
        moved_form: or where they are so far from square: as the length of the skew of `models.tile_pose`.
    """

    side: float = 20.0
    least: float = 8.0
    most: int = 2048
    points: int = 33
    size: float = 0.25
    judged: int = 4
    moved_size: float = 0.1
    moved_form: float = 0.12


@dataclass(frozen=True, eq=False)
class Sheet:
    """The straightened table.

    Args:
        onto_table: (3, 3) float64, from pixels of the picture to pixels of the sheet.
        size: its width and height in pixels.
        level: of the picture's pyramid, which is just finer.
    """

    onto_table: Floats
    size: tuple[int, int]
    level: int


def find_in_view(
    search: TileSearch, levels: Sequence[Pixels], photo: Photo, config: ViewConfig = ViewConfig()
) -> Candidates | None:
    """The places that may be tiles, or None where no view is known, or it can't be that of this picture.

    Args:
        search: finds tiles on the straightened table.
        levels: of the balanced picture, as `models.pyramid` gives them.
        photo: that it is.
        config: how it is done.
    """
    view = view_of(photo)
    sheet = None if view is None else sheet_of(view, levels[0].shape[1::-1], config)
    if view is None or sheet is None:
        return None
    level = levels[min(sheet.level, len(levels) - 1)]
    finer = np.array(levels[0].shape[1::-1]) / level.shape[1::-1]
    from_level = np.array([[finer[0], 0, finer[0] / 2 - 0.5], [0, finer[1], finer[1] / 2 - 0.5], [0, 0, 1]])
    laid_out = cv2.warpPerspective(
        level, sheet.onto_table @ from_level, sheet.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    hits = search.finder.find(np.asarray(laid_out, np.uint8), search.config.heat)
    found = search.distinct(Candidates(hits.poses, hits.scores))
    sized = abs(found.poses[:, 2] - np.log(config.side / tile_pose.SIZE_UNIT)) < config.size
    corners = cv2.perspectiveTransform(tile_pose.decode(found.poses[sized]), np.linalg.inv(sheet.onto_table))
    poses = tile_pose.encode(np.asarray(corners, np.float64).reshape(-1, 4, 2))
    width, height = levels[0].shape[1::-1]
    inside = ((poses[:, :2] >= -0.5) & (poses[:, :2] <= np.array([width, height]) - 0.5)).all(axis=1)
    return Candidates(poses[inside], found.scores[sized][inside])


def holds(view: View, corners: Floats, config: ViewConfig = ViewConfig()) -> bool:
    """Whether tiles, by their corners (N, 4, 2) in pixels of the view's picture, look as they should in this view.

    Too few of them can't contradict it.
    """
    if len(corners) < config.judged:
        return True
    poses = tile_pose.encode(view.to_table(corners))
    sizes = poses[:, 2] - np.log(1 / tile_pose.SIZE_UNIT)
    skew = np.median(poses[:, 5:], axis=0)
    return bool(abs(np.median(sizes)) < config.moved_size and np.hypot(*skew) < config.moved_form)


def still_holds(photo: Photo, tiles: Sequence[TileSeen]) -> bool:
    """Whether the view that is known of a photo's camera, if any is, still holds by the tiles found on it."""
    view = view_of(photo)
    if photo.known.view is None:
        return True
    whole = [tile.corners for tile in tiles if not tile.cut]
    return view is not None and (not whole or holds(view, np.stack(whole)))


def view_of(photo: Photo) -> View | None:
    """The view that is known of a photo's camera, in pixels of its full resolution; None if it is another form's."""
    if photo.known.view is None:
        return None
    try:
        return photo.known.view.at(photo.width, photo.height)
    except CalibrationError:
        return None


@lru_cache(maxsize=4)
def sheet_of(view: View, size: tuple[int, int], config: ViewConfig) -> Sheet | None:
    """How the table is straightened out of pictures of a width and height; None where they show nothing of it."""
    shrunk = view.at(*size)
    across, down = np.meshgrid(*(np.linspace(-0.5, side - 0.5, config.points) for side in size))
    places = np.stack([across, down], axis=-1)
    sides = shrunk.sides(places)
    seen = sides >= config.least
    if not seen.any():
        return None
    there = shrunk.to_table(places[seen])
    low, high = there.min(axis=0), there.max(axis=0)
    if (high - low).max() * config.side > config.most:
        return None
    scale = np.array([[config.side, 0, -low[0] * config.side], [0, config.side, -low[1] * config.side], [0, 0, 1.0]])
    to_sheet = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1]]) @ scale
    extent = np.maximum(np.ceil((high - low) * config.side), 1).astype(int)
    level = int(max(0, np.floor(np.log2(np.median(sides[seen]) / config.side) + 1e-6)))
    return Sheet(to_sheet @ shrunk.matrix, (int(extent[0]), int(extent[1])), level)
