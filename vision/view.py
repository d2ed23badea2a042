"""Looks for tiles on a table that a standing camera is known to see: straightened, at the one size that tiles have.

The recipe: lay the part of the table flat that the picture shows well enough, with tiles at the size at which the
finder is best; search that once; take all for squares of one size; bring them back into the picture. Whether the view
still holds, the tiles found tell: as they were found, they must nearly be squares of the size that is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from calibration.profile import Profile
from calibration.view import View, view_of_tiles
from engine.game import ENGLISH, Reason
from models import tile_pose
from vision.photo import Photo
from vision.reading import Floats, Reading, TileSeen
from vision.search import Candidates, TileSearch

ENGLISH.update(
    {
        "view_moved": "the camera has moved: the table is found anew by its tiles, and the profile stays as it is "
        "until its view is calibrated again",
    }
)

Pixels = NDArray[np.uint8]


@dataclass(frozen=True)
class ViewConfig:
    """How a known view is used. Lengths are in sides of a tile.

    Args:
        side: pixels of a tile's side on the straightened table, at which the finder is at its best.
        least: where a tile takes fewer pixels than this in the picture, nothing can be read.
        most: pixels along the longer side of the straightened table.
        points: in so many places along each side of the picture it is asked how large a tile is there.
        size: a hit is no tile where the logarithm of its side lies further off the others' than this.
        judged: so many tiles tell whether the view still holds.
        moved_size: it doesn't where the middle of the tiles' sides is off by more than this, logarithmic: in the right
            view it is off by up to 0.04,
        moved_form: or where they are so far from square, as the length of the skew of `models.tile_pose`: in the right
            view 0.05, where that is known from a dozen small tiles.
        loose: with fewer tiles than `judged` they may be off by so many times that.
        lost: so many readings in a row must say that the view is lost: hands lift tiles.
    """

    side: float = 20.0
    least: float = 8.0
    most: int = 2048
    points: int = 33
    size: float = 0.25
    judged: int = 6
    moved_size: float = 0.06
    moved_form: float = 0.06
    loose: float = 2.0
    lost: int = 3


@dataclass(frozen=True, eq=False)
class Sheet:
    """The straightened table.

    Args:
        onto_sheet: (3, 3) float64, from pixels of the picture to pixels of the sheet.
        size: its width and height in pixels.
        level: of the picture's pyramid, which is just finer.
    """

    onto_sheet: Floats
    size: tuple[int, int]
    level: int


def find_in_view(
    search: TileSearch, levels: Sequence[Pixels], photo: Photo, config: ViewConfig = ViewConfig()
) -> Candidates | None:
    """The places that may be tiles, or None where no view is known, or what is found says that it isn't this picture's.

    Args:
        search: finds tiles on the straightened table.
        levels: of the balanced picture, as `models.pyramid` gives them.
        photo: that it is.
        config: how it is done.
    """
    view = view_of(photo)
    size = levels[0].shape[1], levels[0].shape[0]
    sheet = None if view is None else sheet_of(view, size, config)
    if sheet is None:
        return None
    hits = search.finder.find(laid_flat(levels, sheet), search.config.heat)
    found = search.distinct(Candidates(hits.poses, hits.scores))
    sure = found[np.flatnonzero(found.scores.max(axis=1) >= search.config.sure_heat)]
    if not len(sure) or not are_squares(sure.poses, config.side, config):
        return None
    middle = float(np.median(sure.poses[:, 2]))
    found = found[np.flatnonzero(abs(found.poses[:, 2] - middle) < config.size)]
    flat = found.poses.copy()
    flat[:, 2], flat[:, 5:] = middle, 0.0
    corners = cv2.perspectiveTransform(tile_pose.decode(flat), np.linalg.inv(sheet.onto_sheet))
    poses = tile_pose.encode(np.asarray(corners, np.float64).reshape(-1, 4, 2))
    inside = ((poses[:, :2] >= -0.5) & (poses[:, :2] <= np.array(size) - 0.5)).all(axis=1)
    return Candidates(poses, found.scores)[np.flatnonzero(inside)]


def laid_flat(levels: Sequence[Pixels], sheet: Sheet) -> Pixels:
    """The straightened table, (H, W, 3) uint8 BGR; beyond the picture its edge repeats."""
    level = levels[min(sheet.level, len(levels) - 1)]
    finer = np.array(levels[0].shape[1::-1]) / level.shape[1::-1]
    from_level = np.array([[finer[0], 0, finer[0] / 2 - 0.5], [0, finer[1], finer[1] / 2 - 0.5], [0, 0, 1]])
    way = cv2.INTER_LINEAR
    flat = cv2.warpPerspective(
        level, sheet.onto_sheet @ from_level, sheet.size, flags=way, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(flat, np.uint8)


def are_squares(poses: Floats, side: float, config: ViewConfig = ViewConfig()) -> bool:
    """Whether most of the tiles on a flat table, by their poses (N, 7), are squares of a side.

    Fewer than `ViewConfig.judged` are only asked roughly: one alone may be found badly.
    """
    sizes, skew = poses[:, 2] - np.log(side / tile_pose.SIZE_UNIT), np.median(poses[:, 5:], axis=0)
    loose = 1.0 if len(poses) >= config.judged else config.loose
    return bool(abs(np.median(sizes)) < loose * config.moved_size and np.hypot(*skew) < loose * config.moved_form)


def still_holds(photo: Photo, tiles: Sequence[TileSeen], config: ViewConfig = ViewConfig()) -> bool:
    """Whether the view that is known of a photo's camera, if any is, is that of the tiles found on it."""
    if photo.known.view is None:
        return True
    view, whole = view_of(photo), whole_faces(tiles)
    if view is None or not len(whole):
        return view is not None
    return are_squares(tile_pose.encode(view.to_table(whole)), 1.0, config)


def whole_faces(tiles: Sequence[TileSeen]) -> Floats:
    """(N, 4, 2) the corners of those tiles that the picture's edge doesn't cut: they tell the view."""
    return np.array([tile.corners for tile in tiles if not tile.cut], np.float64).reshape(-1, 4, 2)


class KeptView:
    """What is known of a camera that is followed: its view is dropped once it has moved, and then told by the tiles.

    Args:
        profile: what was known at first; without a view, none is looked for.
        config: when the camera has moved.
    """

    def __init__(self, profile: Profile, config: ViewConfig = ViewConfig()) -> None:
        self.profile = profile
        self._wanted = profile.view is not None
        self._lost, self._most = 0, config.lost

    def saw(self, reading: Reading) -> Reason | None:
        """Takes a reading of the camera's picture by `profile`.

        Returns:
            Why the view that was known is dropped, which is told once; None if nothing is.
        """
        why = self._why_lost(reading)
        if why is not None:
            self._lost = 0
            self.profile = replace(self.profile, view=None)
        if self._wanted and self.profile.view is None:
            with suppress(CalibrationError):
                view = view_of_tiles(whole_faces(reading.tiles), (reading.width, reading.height))
                self.profile = replace(self.profile, view=view)
        return why

    def _why_lost(self, reading: Reading) -> Reason | None:
        if self.profile.view is None or not reading.view_lost:
            self._lost = 0
            return None
        try:
            self.profile.view.at(reading.width, reading.height)
        except CalibrationError as error:
            return Reason(error.code, error.params)
        self._lost += 1
        return Reason("view_moved") if self._lost == self._most else None


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
