"""Measures the symbols printed on tiles: numbers that tell one shape from another whatever its colour.

The recipe: unmix each pixel of the face into the body's colour and the symbol's; keep the patch in the middle; take
its outline as a radius by the angle, about its own centre; tell that by its harmonics, which hardly depend on size,
light and sharpness. The sides of the tile give the direction up to quarter turns, so of every fourth harmonic the phase
tells, too: a diamond is a square that stands on its corner. The network's own chances are the last numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.shapes import LEAST, NETWORK, SYMBOL_NUMBERS, Shapes
from models.tile_classifier import CROP, FACE, TileClassifier, rectify
from vision.packed import body_colours
from vision.reading import Floats

Crops = NDArray[np.uint8]


@dataclass(frozen=True)
class SymbolConfig:
    """How symbols are measured; what is learned of a set holds for these values alone.

    Lengths are shares of the face's side.

    Args:
        heart: the radius of the middle, which every shape covers: its colour is the symbol's.
        contrast: colours less than this apart, in CIE Lab, are counted as this: noise is no symbol.
        margin: so much of the face's edge, in pixels of the crop, isn't looked at: the table may show there.
        reach: the longest radius that is looked at: just beyond the points of a star.
        angles: how many radii are taken.
        step: between the points of a radius, in pixels of the crop.
        alone: of these harmonics the strength tells,
        phased: of these the phase, too, for quarter turns don't change it.
        rings: radii, in mean radii of the outline, at which it is told how much of the circle is printed.
        quantiles: of the radii.
    """

    heart: float = 0.1
    contrast: float = 5.0
    margin: float = 0.5
    reach: float = 0.75
    angles: int = 96
    step: float = 0.5
    alone: tuple[int, ...] = (1, 2, 3, 5, 6, 7, 9, 10)
    phased: tuple[int, ...] = (4, 8, 12)
    rings: tuple[float, ...] = (0.4, 0.6, 0.8, 0.9, 1.0, 1.1, 1.2, 1.4, 1.6)
    quantiles: tuple[float, ...] = (0.05, 0.25, 0.75, 0.95)


@dataclass(frozen=True)
class LookConfig:
    """How far several looks at one tile differ; standard deviations unless said otherwise.

    Args:
        looks: beside the first.
        turn: radians.
        size: logarithmic.
        shift: of the whole tile, in its sides,
        corner: and of each corner besides.
        blur: the most, in pixels of the crop.
        gamma: logarithmic.
        noise: in levels.
    """

    looks: int = 12
    turn: float = 0.03
    size: float = 0.03
    shift: float = 0.02
    corner: float = 0.015
    blur: float = 1.2
    gamma: float = 0.25
    noise: float = 4.0


def symbols(crops: Crops, shapes: Floats, config: SymbolConfig = SymbolConfig()) -> Floats:
    """The numbers of symbols.

    Args:
        crops: (N, CROP, CROP, 3) uint8 BGR, as `models.tile_classifier.rectify` makes them.
        shapes: (N, 6) float64, the network's chances of `Shape`.
        config: how they are measured.

    Returns:
        (N, SYMBOL_NUMBERS) float64.
    """
    outlines = [_outline(crop, config) for crop in crops]
    network = np.log(shapes + LEAST)
    return np.hstack([np.array(outlines).reshape(len(crops), SYMBOL_NUMBERS - NETWORK), network])


def told_shapes(known: Shapes, crops: Crops, shapes: Floats) -> Floats:
    """The chances of `Shape`, (N, 6), by what is known of a set; for the arguments see `symbols`."""
    return known.chances(symbols(crops, shapes))


def changed_round(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A picture, (H, W, 3) uint8 BGR, with light and dark changed round and every hue kept."""
    blue, green, red = cv2.split(image)
    lightest = cv2.max(cv2.max(blue, green), red)
    darkest = cv2.min(cv2.min(blue, green), red)
    return np.asarray(cv2.merge([255 - lightest + (part - darkest) for part in (blue, green, red)]), np.uint8)


def looks_at(
    levels: Sequence[NDArray[np.uint8]], corners: Floats, classifier: TileClassifier, config: LookConfig = LookConfig()
) -> Floats:
    """What symbols measure when they are looked at several times, for `calibration.shapes.fit_shapes`.

    Args:
        levels: of a balanced picture, as `models.pyramid` gives them.
        corners: (N, 4, 2) float64, of the tiles in pixels of the first level.
        classifier: the network.
        config: how far the looks differ.

    Returns:
        (N, L, SYMBOL_NUMBERS) float64; the first look is at the tile as it was found. Equal arguments give equal looks.
    """
    chance = np.random.default_rng(0)
    worn = (_worn(rectify(levels, _missed(corners, chance, config)), chance, config) for _ in range(config.looks))
    measured = [symbols(look, classifier.classify(look).shapes) for look in (rectify(levels, corners), *worn)]
    return np.stack(measured, axis=1)


_AWAY = np.arange(CROP) - (CROP - 1) / 2
_FROM_CENTRE = np.hypot(_AWAY[None], _AWAY[:, None])


def printed(crop: NDArray[np.uint8], config: SymbolConfig = SymbolConfig()) -> NDArray[np.float32]:
    """How much of each pixel of a crop is covered by the symbol: (CROP, CROP) float32, 0 to 1."""
    lab = cv2.cvtColor(crop.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    corners = body_colours(crop[None], FACE).astype(np.float32) / 255
    body = np.median(cv2.cvtColor(corners, cv2.COLOR_BGR2LAB)[0], axis=0)
    heart = config.heart * FACE >= _FROM_CENTRE
    way = np.median(lab[heart], axis=0) - body
    face = np.abs(_AWAY) < FACE / 2 - config.margin
    cover = np.clip((lab - body) @ way / max(float(way @ way), config.contrast**2), 0, 1) * np.outer(face, face)
    _, patches = cv2.connectedComponents(np.asarray(cover > 0.5, np.uint8))
    middle = patches[heart]
    if not middle.any():
        return np.asarray(cover, np.float32)
    patch = np.asarray(patches == np.bincount(middle[middle > 0]).argmax(), np.uint8)
    return np.asarray(cover * cv2.dilate(patch, np.ones((3, 3), np.uint8)), np.float32)


def _outline(crop: NDArray[np.uint8], config: SymbolConfig) -> list[float]:
    cover = printed(crop, config)
    area = max(float(cover.sum()), 1.0)
    centre = np.array([(cover.sum(axis=0) * _AWAY).sum(), (cover.sum(axis=1) * _AWAY).sum()]) / area + (CROP - 1) / 2
    angles = np.arange(config.angles) * 2 * np.pi / config.angles
    along = np.arange(config.step / 2, config.reach * FACE, config.step)
    x, y = centre[:, None, None] + along * np.stack([np.cos(angles), np.sin(angles)])[..., None]
    polar = np.asarray(cv2.remap(cover, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR), np.float64)
    radii = polar.sum(axis=1) * config.step
    mean = max(float(radii.mean()), 1.0)
    harmonics = np.fft.rfft(radii / mean) * 2 / config.angles
    outline = cv2.findNonZero(np.asarray(cover > 0.5, np.uint8))
    hull = 1.0 + (cv2.contourArea(cv2.convexHull(outline)) if outline is not None else 0.0)
    return [
        np.log(mean / FACE),
        np.log(area / FACE**2),
        np.log(area / (np.pi * mean**2)),
        np.log(area / hull),
        *np.abs(harmonics[list(config.alone)]),
        *harmonics[list(config.phased)].real,
        *harmonics[list(config.phased)].imag,
        *np.interp(np.array(config.rings) * mean, along, polar.mean(axis=0)),
        *np.quantile(radii / mean, config.quantiles),
    ]


def _missed(corners: Floats, chance: np.random.Generator, config: LookConfig) -> Floats:
    """Corners as if the tiles had been found a little otherwise."""
    count = len(corners)
    turn, size = chance.normal(0, config.turn, count), np.exp(chance.normal(0, config.size, count))
    cos, sin = np.cos(turn) * size, np.sin(turn) * size
    turned = np.stack([np.stack([cos, sin], axis=1), np.stack([-sin, cos], axis=1)], axis=1)
    centres = corners.mean(axis=1, keepdims=True)
    sides = np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1)[:, None, None]
    off = config.shift * chance.normal(size=(count, 1, 2)) + config.corner * chance.normal(size=(count, 4, 2))
    return np.asarray((corners - centres) @ turned + centres + sides * off)


def _worn(crops: Crops, chance: np.random.Generator, config: LookConfig) -> Crops:
    """Crops as if from another photo: less sharp, lighter or darker, noisier."""
    sigma = chance.uniform(0, config.blur)
    if sigma > 0.3:
        crops = np.stack([np.asarray(cv2.GaussianBlur(crop, (0, 0), sigma), np.uint8) for crop in crops])
    light = 255 * (crops / 255) ** np.exp(chance.normal(0, config.gamma)) + chance.normal(0, config.noise, crops.shape)
    return np.asarray(np.clip(light, 0, 255), np.uint8)
