"""Finds face-down tiles that lie packed into one black block, where hardly an edge shows between them.

No network can tell where one ends; but the other tiles of the photo tell how large a tile is and how black its body.
The recipe: mask what is as black as the bodies; take the patches that a few tiles would fill; lay squares into each,
those first that touch its outline the most, as one would start a jigsaw from its corners; believe the result only
where the squares fill the patch.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.grid import Plane
from vision.reading import Floats

Mask = NDArray[np.uint8]


@dataclass(frozen=True)
class PackedConfig:
    """Thresholds of finding packed tiles. Lengths are in sides of a tile, areas in tiles.

    Args:
        side: pixels to which a tile's side is brought: enough for 4 % of it.
        around: so far beyond the known tiles blocks are looked for.
        bodies: at least so many tiles must tell what a body looks like.
        spread: a pixel is body where its channels differ from the bodies' median by less than so many times the
            bodies' median deviation, but never less than `least` of 255.
        least: see there; sheen and sensor noise within one body.
        areas: smaller patches are edges and shadows, larger ones dark tables.
        compact: a disc of 0.8 sides must reach so much of a patch: all but the corners of squares.
        covered: so much of a square must be body.
        filled: so much of a patch must be squares: anything else that is black has another outline.
        turns: how many orientations within a quarter turn are tried.
    """

    side: float = 24.0
    around: float = 12.0
    bodies: int = 3
    spread: float = 5.0
    least: float = 22.0
    areas: tuple[float, float] = (0.8, 40.0)
    compact: float = 0.7
    covered: float = 0.9
    filled: float = 0.82
    turns: int = 18


def body_colours(crops: NDArray[np.uint8], face: int) -> NDArray[np.uint8]:
    """The pixels of tiles' bodies: the corners of the face, which no printed shape reaches.

    Args:
        crops: (N, C, C, 3) uint8 BGR, each with an upright face of ``face`` pixels in its middle.
        face: pixels.

    Returns:
        (N, M, 3) uint8 BGR, M pixels of each.
    """
    start = (crops.shape[1] - face) // 2
    near, width = start + face // 12, face // 8
    far = start + face - face // 12 - width
    corners = [crops[:, y : y + width, x : x + width] for y in (near, far) for x in (near, far)]
    return np.concatenate([corner.reshape(len(crops), -1, 3) for corner in corners], axis=1)


def packed_tiles(
    image: NDArray[np.uint8], known: Floats, bodies: NDArray[np.uint8], config: PackedConfig = PackedConfig()
) -> Floats:
    """Places of face-down tiles in black blocks.

    Args:
        image: (H, W, 3) uint8 BGR, balanced.
        known: (N, 4, 2) float64, the corners of the tiles found already, in pixels.
        bodies: (M, 3) uint8 BGR, pixels of tiles' bodies as `body_colours` gives them.
        config: the thresholds.

    Returns:
        (K, 4, 2) float64: corners in pixels, clockwise.
    """
    if len(known) < config.bodies:
        return np.empty((0, 4, 2))
    plane = Plane.through(known)
    view = View.of(plane, known, image.shape, config)
    seen = cv2.warpPerspective(
        image,
        view.to_view,
        view.size,
        flags=cv2.INTER_AREA,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(255, 255, 255),
    )
    mask = body_mask(np.asarray(seen, dtype=np.uint8), bodies, config)
    for quad in cv2.perspectiveTransform(known, view.to_view):
        cv2.fillConvexPoly(mask, np.rint(quad).astype(np.int32), 0)
    squares = [square for patch in patches(mask, config) for square in jigsaw(patch, config)]
    if not squares:
        return np.empty((0, 4, 2))
    return np.asarray(cv2.perspectiveTransform(np.stack(squares), np.linalg.inv(view.to_view)), dtype=np.float64)


@dataclass(frozen=True, eq=False)
class View:
    """The table around the known tiles as seen from straight above.

    Args:
        to_view: (3, 3) float64, from pixels of the picture to pixels of the view.
        size: width and height of the view in pixels.
    """

    to_view: Floats
    size: tuple[int, int]

    @classmethod
    def of(cls, plane: Plane, known: Floats, shape: tuple[int, ...], config: PackedConfig) -> View:
        """The view of a picture of this shape, in which a tile's side is ``config.side`` pixels."""
        height, width = shape[:2]
        there = plane.to_table(known.reshape(-1, 2))
        edges = plane.to_table(np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float64))
        low = np.maximum(there.min(axis=0) - config.around, edges.min(axis=0))
        high = np.minimum(there.max(axis=0) + config.around, edges.max(axis=0))
        across, down = np.maximum(high - low, 1)
        corners = np.array([[0, 0], [across, 0], [across, down], [0, down]])
        picture = plane.to_picture(corners + low)
        to_view = cv2.getPerspectiveTransform(picture.astype(np.float32), (corners * config.side).astype(np.float32))
        return cls(np.asarray(to_view, dtype=np.float64), (int(across * config.side) + 1, int(down * config.side) + 1))


def body_mask(image: NDArray[np.uint8], bodies: NDArray[np.uint8], config: PackedConfig) -> Mask:
    """255 where a pixel looks like a tile's body, its small holes and hairs mended."""
    middle = np.median(bodies, axis=0)
    reach = np.maximum(config.spread * np.median(abs(bodies - middle), axis=0), config.least)
    mask = np.asarray(cv2.inRange(image, np.zeros(3), middle + reach), dtype=np.uint8)
    kernel = np.ones((3, 3), dtype=np.uint8)
    return np.asarray(
        cv2.morphologyEx(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel), cv2.MORPH_OPEN, kernel), np.uint8
    )


def patches(mask: Mask, config: PackedConfig) -> list[Mask]:
    """Each connected patch that a few tiles would fill, alone on a picture of the mask's size."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    height, width = mask.shape
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round(0.8 * config.side),) * 2)
    found = []
    for label in range(1, count):
        left, top, across, down, area = (int(value) for value in stats[label])
        if not config.areas[0] <= area / config.side**2 <= config.areas[1]:
            continue
        if left == 0 or top == 0 or left + across == width or top + down == height:
            continue  # what runs out of the picture may be anything
        patch = np.where(labels == label, np.uint8(255), np.uint8(0))
        box = patch[top - 1 : top + down + 1, left - 1 : left + across + 1]
        if np.count_nonzero(cv2.morphologyEx(box, cv2.MORPH_OPEN, disc)) >= config.compact * area:
            found.append(patch)
    return found


def jigsaw(patch: Mask, config: PackedConfig) -> list[Floats]:
    """Squares laid into a patch from its corners inwards; none where they do not fill it."""
    ys, xs = np.nonzero(patch)
    margin = int(config.side)
    left, top = max(int(xs.min()) - margin, 0), max(int(ys.min()) - margin, 0)
    rest = patch[top : int(ys.max()) + margin, left : int(xs.max()) + margin].copy()
    area, squares = int(np.count_nonzero(rest)), []
    while (square := best_square(rest, config)) is not None:
        squares.append(square + np.array([left, top]))
        cv2.fillConvexPoly(rest, np.rint(square).astype(np.int32), 0)
    covered = 1 - np.count_nonzero(cv2.morphologyEx(rest, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))) / area
    return squares if covered >= config.filled else []


def best_square(rest: Mask, config: PackedConfig) -> Floats | None:
    """The square within what is left of a patch whose surroundings are the emptiest: (4, 2) corners."""
    side = round(config.side)
    ring = side + 2 * max(2, side // 8)
    height, width = rest.shape
    size = int(np.hypot(height, width)) + ring
    best, corners = -1.0, None
    for turn in range(config.turns):
        angle = 90.0 * turn / config.turns
        matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
        matrix[:, 2] += (size - width) / 2, (size - height) / 2
        turned = cv2.warpAffine(rest, matrix, (size, size), flags=cv2.INTER_LINEAR)
        inside = cv2.boxFilter(turned, cv2.CV_32F, (side, side)) / 255
        around = cv2.boxFilter(turned, cv2.CV_32F, (ring, ring)) / 255
        filled_around = (around * ring**2 - inside * side**2) / (ring**2 - side**2)
        # A square that is a little less black but stands clear beats one in the middle of the block.
        score = np.where(inside >= config.covered, 2 * inside - filled_around, -1)
        y, x = np.unravel_index(int(score.argmax()), score.shape)
        if score[y, x] > best:
            half = (side - 1) / 2
            square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) + np.array([x, y])
            back = np.asarray(cv2.invertAffineTransform(matrix), dtype=np.float64)
            best, corners = float(score[y, x]), square @ back[:, :2].T + back[:, 2]
    if corners is None or best < 0:
        return None
    return np.asarray(corners, dtype=np.float64)
