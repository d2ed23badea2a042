"""Fits a light to colours of pieces whose names are known; knows no image.

The recipe: what grey and the common colours should look like tells the white balance; in balanced light, the colours
of each name become a Gaussian whose spread all names share, for how much a colour wanders from piece to piece and from
photo to photo hardly depends on which it is. Where a name has few samples or none, it is expected where it commonly
lies, with as much doubt as sets differ.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from calibration.errors import CalibrationError
from calibration.light import (
    DIE_COLOURS,
    LEAST_LIGHT,
    TILE_COLOURS,
    Bgr,
    ColourSample,
    Floats,
    Light,
    Palette,
    as_bgr,
    faces_in_lab,
    lab,
)

COMMON: Mapping[str, Bgr] = {
    "red": (0.03, 0.01, 0.64),
    "orange": (0.011, 0.083, 0.79),
    "yellow": (0.01, 0.70, 0.75),
    "green": (0.026, 0.23, 0.006),
    "blue": (0.64, 0.15, 0.01),
    "purple": (0.39, 0.06, 0.12),
    "white": (0.85, 0.85, 0.82),
}
"""What the colours of common boxes are in neutral light, in linear BGR."""


@dataclass(frozen=True)
class ColourConfig:
    """How colours are fitted, and when a fit is believed. Distances are in the coordinates of `lab`.

    Args:
        pieces: so many at least: fewer tell of chance.
        colours: of so many colours at least.
        white: how far the logarithms of a white face's colour are off grey, one standard deviation,
        body: those of a tile's black body, in which the surroundings mirror themselves,
        common: and those of the other colours off `COMMON`, by which makers and cameras differ.
        bits: so much linear light a camera's file may be off in the dark, where bodies are measured.
        most_gain: no channel is amplified so much more than another: there is hardly anything in it but noise.
        rounds: of weighing again, so that what is far off has little say.
        near: standard deviations of one piece's colour from photo to photo: a lamp changes the lightness most.
        stray: a piece whose a or b is so many of these off the middle of its colour shows a lamp or a thumb.
        sets: the standard deviations of a colour's middle from set to set.
        most: samples of one name that a palette keeps: more tell hardly anything, and would fill the profile's file.
        apart: two colours whose middles are fewer standard deviations apart can't be told apart: one of fourteen
            pieces would be taken for the other.
    """

    pieces: int = 6
    colours: int = 2
    white: float = 0.03
    body: float = 0.12
    common: float = 0.4
    bits: float = 0.0005
    most_gain: float = 30.0
    rounds: int = 10
    near: tuple[float, float, float] = (8.0, 3.0, 3.0)
    stray: float = 8.0
    sets: tuple[float, float, float] = (15.0, 14.0, 14.0)
    most: int = 60
    apart: float = 3.0


def fit_light(
    tiles: Sequence[ColourSample] = (), dice: Sequence[ColourSample] = (), config: ColourConfig = ColourConfig()
) -> Light:
    """The light in which samples of tiles and of dice were taken, and where their colours lie in it.

    Any colours will do: those of a home-made set are mapped onto the names of Qwirkle, those of odd dice onto the five
    of Qwixx, by giving each sample the name that it stands for. Put the light into a profile
    (``replace(profile, light=fit_light(tiles=samples))``): a `vision.photo.Photo` that is read with this profile is
    balanced by the light's gains, and where the light has a palette of a kind of piece, the colours of those are told
    by it; shapes and values stay the networks'.

    Args:
        tiles: samples of tiles, as `vision.colours.tile_samples` gives them, named by `TILE_COLOURS`.
        dice: samples of dice, as `vision.colours.die_samples` gives them, named by `DIE_COLOURS`.
        config: when the fit is believed.

    Raises:
        CalibrationError: if there are too few samples, all of one colour, or two colours that can't be told apart.
        ValueError: if a sample has a name that its kind doesn't have.
    """
    for samples, kind in ((tiles, "tiles"), (dice, "dice")):
        if samples or not (tiles or dice):
            check_samples(samples, kind, config)
    light = light_of(tiles, dice, config)
    for palette in (light.tiles, light.dice):
        if palette is not None:
            check_palette(palette, config)
    return light


def light_of(
    tiles: Sequence[ColourSample] = (), dice: Sequence[ColourSample] = (), config: ColourConfig = ColourConfig()
) -> Light:
    """The same from any samples, however few they are or however alike: what they don't tell stays as is common.

    Raises:
        ValueError: if a sample has a name that its kind doesn't have.
    """
    tiles, dice = kept(tiles, config), kept(dice, config)
    gains = white_balance((*tiles, *dice), config)
    return Light(
        gains,
        palette_of(tiles, TILE_COLOURS, gains, config) if tiles else None,
        palette_of(dice, DIE_COLOURS, gains, config) if dice else None,
    )


def kept(samples: Sequence[ColourSample], config: ColourConfig = ColourConfig()) -> tuple[ColourSample, ...]:
    """The samples without the oldest of a colour that has too many; those that a person put right go last."""
    counts: Counter[str] = Counter()
    chosen: list[int] = []
    for index in sorted(range(len(samples)), key=lambda index: (not samples[index].taught, -index)):
        counts[samples[index].name] += 1
        if counts[samples[index].name] <= config.most:
            chosen.append(index)
    return tuple(samples[index] for index in sorted(chosen))


def check_samples(samples: Sequence[ColourSample], kind: str, config: ColourConfig = ColourConfig()) -> None:
    """Makes sure that samples can tell colours apart.

    Raises:
        CalibrationError: if they are too few, or all of one colour.
    """
    counts = Counter(sample.name for sample in samples)
    if len(samples) < config.pieces:
        raise CalibrationError(f"light_few_{kind}", count=len(samples), needed=config.pieces)
    if len(counts) < config.colours:
        raise CalibrationError(f"light_one_colour_{kind}", colour=next(iter(counts)))


def check_palette(palette: Palette, config: ColourConfig = ColourConfig()) -> None:
    """Makes sure that the sampled colours of a palette can be told apart.

    Raises:
        CalibrationError: if two can't; the two that are most alike are named.
    """
    alike = most_alike(palette)
    if alike is not None and alike[0] < config.apart:
        raise CalibrationError("light_colours_alike", first=alike[1], second=alike[2])


def most_alike(palette: Palette) -> tuple[float, str, str] | None:
    """How far apart the two most alike of the sampled colours are, and which they are; None if there is only one."""
    return min(((apart(palette, *pair), *pair) for pair in combinations(palette.sampled, 2)), default=None)


def apart(palette: Palette, first: str, second: str) -> float:
    """How many standard deviations lie between the middles of two colours of a palette (Mahalanobis' distance)."""
    one, other = palette.names.index(first), palette.names.index(second)
    way = np.subtract(palette.means[one], palette.means[other])
    spread = (np.array(palette.spreads[one]) + np.array(palette.spreads[other])).reshape(3, 3) / 2
    return float(np.sqrt(way @ np.linalg.solve(spread, way)))


def off_middle(palette: Palette, gains: Bgr) -> Floats:
    """How far each sample of a palette is from the middle of its colour, in a and b: (N,) float64."""
    seen = faces_in_lab(palette.samples, gains)
    middles = np.array([palette.means[palette.names.index(sample.name)] for sample in palette.samples]).reshape(-1, 3)
    return np.asarray(np.linalg.norm((seen - middles)[:, 1:], axis=1))


def told_by_others(palette: Palette, gains: Bgr, config: ColourConfig = ColourConfig()) -> int:
    """How many of the samples of a palette are named rightly by a palette of all the others."""
    right = 0
    for number, sample in enumerate(palette.samples):
        others = palette_of(palette.samples[:number] + palette.samples[number + 1 :], palette.names, gains, config)
        likely = int(others.log_likelihoods(np.array([sample.face]), gains).argmax())
        right += others.names[likely] == sample.name
    return right


def white_balance(samples: Sequence[ColourSample], config: ColourConfig = ColourConfig()) -> Bgr:
    """What the channels are to be multiplied by so that grey looks grey; the product is 1, and without samples all are.

    White faces tell it best, then the black bodies; the other colours only together. Each of these is heard once,
    however many pieces it was seen on, and what contradicts the others hardly at all.
    """
    told = defaultdict[str, list[Bgr]](list)
    for sample in samples:
        told[sample.name].append(sample.face)
        if sample.body is not None:
            told["black"].append(sample.body)
    if not told:
        return 1.0, 1.0, 1.0
    casts, doubts = [], []
    for name, colours in told.items():
        level = float(np.mean(colours))
        cast = chroma(np.mean(colours, axis=0)) - chroma(np.array(COMMON.get(name, (1.0, 1.0, 1.0))))
        doubt = {"white": config.white, "black": config.body}.get(name, config.common)
        casts.append(cast)
        doubts.append(np.hypot(doubt, config.bits / max(level, config.bits)))
    seen, sure = np.array(casts), np.array(doubts) ** -2.0
    weights = sure
    for _ in range(config.rounds):
        cast = weights @ seen / weights.sum()
        weights = sure / (1 + ((seen - cast) ** 2).sum(axis=1) * sure / seen.shape[1])
    logs = np.minimum(-cast, np.log(config.most_gain) - cast.max())
    return as_bgr(np.exp(logs - logs.mean()))


def chroma(light: Floats) -> Floats:
    """The natural logarithms of linear light, less their mean: (..., 3) float64."""
    logs = np.log(np.maximum(light, LEAST_LIGHT))
    return np.asarray(logs - logs.mean(axis=-1, keepdims=True))


def palette_of(
    samples: Sequence[ColourSample], names: Sequence[str], gains: Bgr, config: ColourConfig = ColourConfig()
) -> Palette:
    """Where the colours of these names lie in balanced light, given samples of some.

    Raises:
        ValueError: if a sample has another name.
    """
    if strange := {sample.name for sample in samples} - set(names):
        raise ValueError(f"no colour is named {min(strange)}")
    colours = faces_in_lab(samples, gains)
    told = np.array([sample.name for sample in samples])
    seen = {name: without_strays(colours[told == name], config) for name in names}
    within = spread_within([mine for mine in seen.values() if len(mine)], config)
    means, spreads = [], []
    for name, mine in seen.items():
        # What is known of a mean before and after its samples, as for any Gaussian.
        before = np.diag(np.square(config.sets))
        after = np.linalg.inv(np.linalg.inv(before) + len(mine) * np.linalg.inv(within))
        expected = lab(np.array([COMMON[name]]))[0]
        mean = after @ (np.linalg.solve(before, expected) + np.linalg.solve(within, mine.sum(axis=0)))
        spread = within + after
        means.append(tuple(mean.tolist()))
        spreads.append(tuple(((spread + spread.T) / 2).ravel().tolist()))
    return Palette(tuple(names), tuple(means), tuple(spreads), config.near, tuple(samples))


def without_strays(colours: Floats, config: ColourConfig = ColourConfig()) -> Floats:
    """Of colours (N, 3) of one name, those near their middle; all if they are too few to have one."""
    if len(colours) < 3:
        return colours
    off = np.abs(colours - np.median(colours, axis=0))[:, 1:] / config.near[1:]
    return np.asarray(colours[off.max(axis=1) <= config.stray])


def spread_within(groups: Sequence[Floats], config: ColourConfig = ColourConfig()) -> Floats:
    """(3, 3) the covariance of colours about the middle of their name, shrunk towards that of `ColourConfig.near`."""
    from sklearn.covariance import ledoit_wolf  # takes a second to load, which only fitting is worth

    if not groups:
        return np.diag(np.square(config.near))
    off = np.concatenate([colours - colours.mean(axis=0) for colours in groups]) / config.near
    free = len(off) - len(groups)
    shrunk = ledoit_wolf(off, assume_centered=True)[0] * len(off) / free if free > 0 else np.zeros((3, 3))
    return np.asarray((np.eye(3) + shrunk) * np.outer(config.near, config.near))
