"""Measures the reader on labelled photos made harder: seen obliquely, turned, dark, in coloured light, blurred, small.

    python -m tests.benchmarks.variants qwirkle/free-game --every 4

Light is changed in linear values, with a sensor's noise and rounding to 8 bits after it. A view from the side is the
flat picture seen so: side faces, which a real one shows, are not there.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.srgb import LIGHT_OF_BYTE, to_srgb
from models.synthesis.colour import black_body
from tests.real.measure import photos_folder, photos_of
from vision.evaluate import Tally, compare, pieces_of
from vision.grid import SQUARE
from vision.icc import Pixels
from vision.labels import Box, LabelledPhoto
from vision.photo import Photo, read_photo
from vision.read import Reader
from vision.reading import Floats
from webapp.look import settled

Floats32 = NDArray[np.float32]

ELECTRONS = 5000.0
"""What a pixel of a phone's small sensor holds in a photo of full exposure: light comes in grains."""
READ_NOISE = 3.0
"""In electrons: what reading a pixel adds."""
CAMERA_DISTANCE = 1.5
"""Of a camera that looks from the side, in longer sides of the picture."""
LAMP_HEIGHT = 0.6
"""Of the one lamp, above a corner, in the same: the far corner gets an eleventh of the light."""
LUMINANCE = np.array([0.0722, 0.7152, 0.2126])
"""How much blue, green and red add to how bright a colour is."""


@dataclass(frozen=True, eq=False)
class Shot:
    """A picture, (H, W, 3) uint8 BGR, and the homography (3, 3) from the original's pixels to its own."""

    image: Pixels
    onto: Floats


Change = Callable[[Pixels, float, np.random.Generator], Shot]
"""Makes a variant from a picture, the side of its tiles in pixels, and a source of noise."""


def plain(image: Pixels, side: float, chance: np.random.Generator) -> Shot:
    """The picture as it is."""
    return Shot(image, np.eye(3))


def seen_from(degrees: float) -> Change:
    """Seen from so far off straight above."""

    def change(image: Pixels, side: float, chance: np.random.Generator) -> Shot:
        height, width = image.shape[:2]
        distance = CAMERA_DISTANCE * max(height, width)
        sine, cosine = np.sin(np.radians(degrees)), np.cos(np.radians(degrees))
        view = np.array([[1.0, 0.0, 0.0], [0.0, cosine, 0.0], [0.0, -sine / distance, 1.0]])
        return _warped(image, view @ _shift(-width / 2, -height / 2))

    return change


def turned(degrees: float) -> Change:
    """Turned clockwise."""

    def change(image: Pixels, side: float, chance: np.random.Generator) -> Shot:
        sine, cosine = np.sin(np.radians(degrees)), np.cos(np.radians(degrees))
        return _warped(image, np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]]))

    return change


def shrunk(pixels: float) -> Change:
    """Made smaller until a tile is so many pixels wide."""

    def change(image: Pixels, side: float, chance: np.random.Generator) -> Shot:
        height, width = image.shape[:2]
        size = (round(width * pixels / side), round(height * pixels / side))
        small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        across, down = size[0] / width, size[1] / height
        onto = _shift(-0.5, -0.5) @ np.diag([across, down, 1.0]) @ _shift(0.5, 0.5)
        return Shot(np.asarray(small, np.uint8), onto)

    return change


def blurred(share: float) -> Change:
    """Blurred by a Gaussian with this share of a tile's side as its standard deviation."""

    def change(image: Pixels, side: float, chance: np.random.Generator) -> Shot:
        return Shot(np.asarray(cv2.GaussianBlur(image, (0, 0), share * side), np.uint8), np.eye(3))

    return change


def darkened(share: float) -> Change:
    """In this share of the light."""
    return _lit(lambda height, width: np.full((1, 1, 3), share, np.float32))


def in_light_of(kelvin: float) -> Change:
    """In the light of a black body of this temperature, by a camera balanced for 6500 K; grey stays as bright."""
    return _lit(lambda height, width: _gains(kelvin)[None, None].astype(np.float32))


def in_light(gains: Sequence[float] | Floats, share: float = 1.0) -> Change:
    """In this share of a light that multiplies blue, green and red by ``gains``, for which grey stays as bright."""
    light = np.asarray(gains) * share / (np.asarray(gains) @ LUMINANCE)
    return _lit(lambda height, width: light[None, None].astype(np.float32))


def _gains(kelvin: float) -> Floats:
    return np.asarray(np.maximum(black_body(kelvin), 0) / black_body(6500.0))


def under_a_lamp(kelvin: float = 6500.0) -> Change:
    """By one lamp above the upper left corner: the light falls off with the square of its way and slants."""

    def light(height: int, width: int) -> Floats32:
        longer = max(height, width)
        y, x = np.mgrid[:height, :width] / longer
        fall = (LAMP_HEIGHT**2 / (LAMP_HEIGHT**2 + x**2 + y**2)) ** 1.5
        return np.asarray(fall[..., None] * _gains(kelvin), np.float32)

    return _lit(light)


def relabelled(photo: LabelledPhoto, onto: Floats) -> LabelledPhoto:
    """The photo's labels and ignored parts where a homography takes them: their centres, and their sizes there."""
    labels = tuple(replace(label, box=_moved(label.box, onto)) for label in photo.labels)
    return replace(photo, labels=labels, ignored=tuple(_moved(box, onto) for box in photo.ignored))


def _moved(box: Box, onto: Floats) -> Box:
    corners = np.array(box.centre) + SQUARE * (box.width, box.height)
    moved = cv2.perspectiveTransform(np.concatenate([[box.centre], corners])[None], onto)[0]
    side = float(np.linalg.norm(moved[1:] - np.roll(moved[1:], 1, axis=0), axis=1).mean())
    return Box(float(moved[0, 0]) - side / 2, float(moved[0, 1]) - side / 2, side, side)


def _shift(x: float, y: float) -> Floats:
    return np.array([[1.0, 0.0, x], [0.0, 1.0, y], [0.0, 0.0, 1.0]])


def _warped(image: Pixels, onto: Floats) -> Shot:
    """All of the warped picture; around it, its edge goes on."""
    height, width = image.shape[:2]
    corners = np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]]) - 0.5
    moved = cv2.perspectiveTransform(corners[None], onto)[0]
    low, high = moved.min(axis=0), moved.max(axis=0)
    onto = _shift(-low[0] - 0.5, -low[1] - 0.5) @ onto
    size = tuple(np.ceil(high - low - 1e-6).astype(int).tolist())
    area = cv2.warpPerspective(image, onto, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return Shot(np.asarray(area, np.uint8), onto)


def _lit(light: Callable[[int, int], Floats32]) -> Change:
    """Multiplies a picture's linear values by a light, and takes it anew with a sensor's noise."""

    def change(image: Pixels, side: float, chance: np.random.Generator) -> Shot:
        height, width = image.shape[:2]
        electrons = _LINEAR[image] * light(height, width) * ELECTRONS
        noise = np.sqrt(electrons + READ_NOISE**2) * chance.standard_normal(image.shape, np.float32)
        steps = np.clip((electrons + noise) * ((len(_CODED) - 1) / ELECTRONS), 0, len(_CODED) - 1)
        return Shot(_CODED[steps.astype(np.uint16)], np.eye(3))

    return change


_LINEAR = LIGHT_OF_BYTE.astype(np.float32)
_CODED = np.round(255 * to_srgb(np.linspace(0, 1, 2**14))).astype(np.uint8)
"""The code of each of 16,384 linear values."""


VARIANTS: dict[str, Change] = {
    "as it is": plain,
    "from 30 degrees": seen_from(30),
    "from 45 degrees": seen_from(45),
    "from 60 degrees": seen_from(60),
    "turned by 17": turned(17),
    "turned by 45": turned(45),
    "turned by 90": turned(90),
    "a third of the light": darkened(1 / 3),
    "a twentieth": darkened(1 / 20),
    "warm, 3000 K": in_light_of(3000),
    "cold, 8000 K": in_light_of(8000),
    "one lamp": under_a_lamp(),
    "blurred, a 24th": blurred(1 / 24),
    "blurred, a 12th": blurred(1 / 12),
    "24 pixels": shrunk(24),
    "16 pixels": shrunk(16),
}


def measure(
    reader: Reader, photos: Sequence[LabelledPhoto], change: Change, keep: Path | None
) -> tuple[Tally, list[bool]]:
    """What was read of the photos' variants, and of each board whether it was exact; ``keep`` takes the pictures."""
    total, exact = Tally(), []
    for number, labelled in enumerate(photos):
        image = read_photo(labelled.path).image
        side = float(np.median([label.box.width for label in labelled.labels]))
        shot = change(image, side, np.random.default_rng(number))
        if keep:
            cv2.imwrite(str(keep / f"{labelled.path.stem}.jpg"), shot.image)
        reading = reader.read(Photo.of(shot.image))
        comparison = compare(relabelled(labelled, shot.onto), pieces_of(reading, settled(reading)))
        total = total + comparison.tally()
        if comparison.exact is not None:
            exact.append(comparison.exact)
    return total, exact


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures every variant of a set and prints a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.variants", description=__doc__)
    parser.add_argument("set", help="a folder of photos with labels.json, under KIBITZ_PHOTOS or anywhere")
    parser.add_argument("--every", type=int, default=1, help="take every so many-th photo only")
    parser.add_argument("--only", choices=VARIANTS, help="one variant")
    parser.add_argument("--keep", type=Path, help="a folder for the pictures that were read")
    options = parser.parse_args(arguments)
    photos = photos_of((photos_folder() or Path()) / options.set)[:: options.every]
    reader = Reader()
    print(f"{len(photos)} photos of {options.set}")
    print(f"{'':22}{'labels':>8}{'found':>8}{'right':>8}{'share':>9}{'false':>7}{'exact':>10}")
    for name in [options.only] if options.only else VARIANTS:
        keep = options.keep / name if options.keep else None
        if keep:
            keep.mkdir(parents=True, exist_ok=True)
        tally, exact = measure(reader, photos, VARIANTS[name], keep)
        counts = f"{tally.labels:8}{tally.found:8}{tally.right:8}{tally.right / tally.labels:9.2%}{tally.false:7}"
        boards = f"{sum(exact)} of {len(exact)}" if exact else "-"
        print(f"{name:22}{counts}{boards:>10}", flush=True)


if __name__ == "__main__":
    main()
