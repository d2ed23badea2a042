"""Fits what tells the shapes of a set apart, from what vision measured of symbols of which the names are known.

One linear discriminant: all shapes share the covariance of their numbers, for there is mostly one tile of each. So that
one tile tells how far its numbers wander, vision looks at it several times as if it had been found a little otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError

Floats = NDArray[np.float64]

SHAPES = ("circle", "square", "diamond", "clover", "star", "starburst")
"""The names of shapes, in the network's order."""
SYMBOL_NUMBERS = 37
"""How many numbers tell a symbol; `vision.symbols` says which. Other ones would be another form of the profile."""
NETWORK = len(SHAPES)
"""The last so many numbers of a symbol are the logarithms of the network's chances of `SHAPES`."""
LEAST = 0.01
"""Added to the network's chances before their logarithm is taken."""
SLIP = 0.01
"""This share of tiles is taken to look like any shape: a finger covers a point, a lamp mirrors itself."""


@dataclass(frozen=True)
class ShapeFitConfig:
    """How shapes are fitted, and when the fit is believed.

    Args:
        network_doubt: how far the network's logarithms differ from tile to tile of one shape, as a standard deviation:
            several looks at one tile tell less of it.
        temper: the discriminant's logarithms of chances count so much: a few dozen numbers of one tile aren't
            independent, and the next photo differs more from this one than two looks at it. On rendered sets the mean
            logarithm of the right shape's chance is best near a twentieth.
        trust: the network's own verdict counts as the share of the looks that it names right, to this power: where
            the shapes are common ones it has seen more of them than any person lays out.
        alike: two shapes can't be told apart where one look at the one gives the other more than this chance.
        contradicted: a tile that would get another name with this chance, were it not known, was misnamed.
    """

    network_doubt: float = 0.25
    temper: float = 0.05
    trust: float = 4.0
    alike: float = 0.15
    contradicted: float = 0.9


@dataclass(frozen=True)
class Shapes:
    """What tells the shapes of a set apart.

    Args:
        weights: of each of `SHAPES`, what each number of a symbol counts.
        biases: of each of `SHAPES`, what is added.

    Raises:
        ValueError: if these don't go together, or a number is none.
    """

    weights: tuple[tuple[float, ...], ...]
    biases: tuple[float, ...]

    def __post_init__(self) -> None:
        if len(self.weights) != len(SHAPES) or len(self.biases) != len(SHAPES):
            raise ValueError("every shape has its weights and one bias")
        if any(len(row) != SYMBOL_NUMBERS for row in self.weights):
            raise ValueError(f"a symbol is told by {SYMBOL_NUMBERS} numbers")
        if not np.isfinite([*self.biases, *(weight for row in self.weights for weight in row)]).all():
            raise ValueError("a number is none")

    def chances(self, symbols: Floats) -> Floats:
        """The probabilities of `SHAPES`, (N, 6), of symbols told by their numbers, (N, SYMBOL_NUMBERS)."""
        logs = symbols @ np.array(self.weights).T + np.array(self.biases)
        powers = np.exp(logs - logs.max(axis=1, keepdims=True))
        return np.asarray((1 - SLIP) * powers / powers.sum(axis=1, keepdims=True) + SLIP / len(SHAPES))


@dataclass(frozen=True)
class TileSet:
    """A set of tiles that is not the common one.

    Args:
        light_bodies: whether the bodies are lighter than what is printed on them. The networks know dark bodies alone,
            so that they are shown the picture with light and dark changed round.
        shapes: what tells its shapes apart; None if these are the common ones.
    """

    light_bodies: bool
    shapes: Shapes | None = None


@dataclass(frozen=True, eq=False)
class ShapeFit:
    """A fit, and what the tiles say about it.

    Args:
        shapes: what was fitted.
        own: (N,) of each tile, the chance of its name: as told by the others where there is another of the name.
        seems: what each tile would be called so.
        contradicted: the tiles that are so surely something else that they must have been misnamed.
    """

    shapes: Shapes
    own: Floats
    seems: tuple[str, ...]
    contradicted: tuple[int, ...]


def fit_shapes(looks: Floats, named: Sequence[str], config: ShapeFitConfig | None = None) -> ShapeFit:
    """Fits the shapes of a set.

    Args:
        looks: (N, L, SYMBOL_NUMBERS) float64: the numbers of N symbols, each looked at L times, the
            first time as it was found.
        named: which of `SHAPES` each is.
        config: how it is done.

    Raises:
        CalibrationError: if a shape is missing, or two can't be told apart.
        ValueError: if the arrays don't go together.
    """
    config = config or ShapeFitConfig()
    if (
        looks.shape[::2] != (len(named), SYMBOL_NUMBERS)
        or not np.isfinite(looks).all()
        or not set(named) <= set(SHAPES)
    ):
        raise ValueError(f"expected finite looks (N, L, {SYMBOL_NUMBERS}) and N names, got {looks.shape}, {len(named)}")
    if missing := [name for name in SHAPES if name not in named]:
        raise CalibrationError("set_shapes_missing", shapes=", ".join(missing))
    index = np.array([SHAPES.index(name) for name in named])
    shapes = _fitted(looks, index, config)
    chances = np.stack([_told_by_others(shapes, looks, index, tile, config) for tile in range(len(index))])
    seems = chances.argmax(axis=1)
    wrong = np.flatnonzero((seems != index) & (chances.max(axis=1) > config.contradicted))
    if not len(wrong):  # one that was misnamed makes its two shapes alike
        _check_alike(shapes, looks, index, config)
    return ShapeFit(
        shapes, chances[np.arange(len(index)), index], tuple(SHAPES[best] for best in seems), tuple(wrong.tolist())
    )


def _fitted(looks: Floats, index: NDArray[np.int64], config: ShapeFitConfig) -> Shapes:
    from sklearn.covariance import ledoit_wolf  # takes a second to load, which only fitting is worth

    means = _means(looks, index)
    within = (looks - means[index][:, None]).reshape(-1, looks.shape[2])
    scale = np.maximum(within.std(axis=0), 1e-6)
    covariance = ledoit_wolf(within / scale, assume_centered=True)[0] * np.outer(scale, scale)
    covariance[-NETWORK:, -NETWORK:] += config.network_doubt**2 * np.eye(NETWORK)
    weights = np.linalg.solve(covariance, means.T).T * config.temper
    biases = -0.5 * (weights * means).sum(axis=1)
    right = float((looks[..., -NETWORK:].argmax(axis=2) == index[:, None]).mean())
    weights[:, -NETWORK:] += right**config.trust * np.eye(NETWORK)
    return Shapes(tuple(tuple(row) for row in weights.tolist()), tuple(biases.tolist()))


def _means(looks: Floats, index: NDArray[np.int64]) -> Floats:
    """The mean look at each of `SHAPES`: (6, SYMBOL_NUMBERS)."""
    return np.stack([looks[index == shape].mean(axis=(0, 1)) for shape in range(len(SHAPES))])


def _check_alike(shapes: Shapes, looks: Floats, index: NDArray[np.int64], config: ShapeFitConfig) -> None:
    """Makes sure that no two shapes look the same.

    Raises:
        CalibrationError: if two do; it names those that are the most alike.
    """
    chances = shapes.chances(_means(looks, index))
    pairs = {
        (one, other): max(chances[one, other], chances[other, one])
        for one, other in combinations(range(len(SHAPES)), 2)
    }
    (one, other), most = max(pairs.items(), key=lambda pair: float(pair[1]))
    if most > config.alike:
        raise CalibrationError("set_shapes_alike", one=SHAPES[one], other=SHAPES[other])


def _told_by_others(
    shapes: Shapes, looks: Floats, index: NDArray[np.int64], tile: int, config: ShapeFitConfig
) -> Floats:
    """The chances of `SHAPES` (6,) for a tile as told without it, where its own name has other tiles."""
    if np.count_nonzero(index == index[tile]) > 1:
        others = np.arange(len(index)) != tile
        shapes = _fitted(looks[others], index[others], config)
    return np.asarray(shapes.chances(looks[tile, :1])[0])
