"""What colours look like to a camera in a light: its white balance, and where the colour of each name lies.

Colours are linear light (blue, green, red) as the camera took them. The scale doesn't matter but for the lightness, for
which 1 is what the picture is balanced to as white: a lamp gives one end of a table a tenth of the light of the other,
but both ends the same colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Bgr = tuple[float, float, float]
"""Linear light: blue, green, red."""
Lab = tuple[float, float, float]
"""Lightness, and the two coordinates of the colour, a (green to red) and b (blue to yellow)."""

TILE_COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "white")
"""Of the tiles of Qwirkle."""
DIE_COLOURS = ("white", "red", "yellow", "green", "blue")
"""Of the dice of Qwixx."""

LEAST_LIGHT = 1e-5
"""Less linear light than this is none: a byte can't tell a thirtieth of it."""
LIGHTNESS = 60.0
"""To which colours are brought before a and b are told."""
MOST_GAIN = 1000.0
"""No lamp asks for a larger one, nor for a smaller one than its inverse."""
TO_XYZ = np.array(
    [[0.1804375, 0.3575761, 0.4124564], [0.0721750, 0.7151522, 0.2126729], [0.9503041, 0.1191920, 0.0193339]]
) / np.array([[0.95047], [1.0], [1.08883]])
"""(3, 3) float64: from linear BGR of sRGB's primaries (IEC 61966-2-1) to CIE XYZ over that of its white, D65."""
NORMAL = 1.5 * np.log(2 * np.pi)
"""The logarithm by which the integral of a Gaussian of three unit variances exceeds 1."""
TAUGHT_SHARE = 0.5
"""Of a colour's likelihood that comes from near the samples which a person put right, where there are some."""
SCALES = (1.0, 0.25)
"""How near that is, in standard deviations of one piece's colour: the next like it, and the very same piece again."""


@dataclass(frozen=True)
class ColourSample:
    """The colour of one piece of which the name of its colour is known.

    Args:
        name: of the colour, such as ``red``.
        face: the colour of what is printed on a tile, or of a die.
        body: the colour of the black around it; None for a die.
        taught: whether a person put it right after it had been misread.

    Raises:
        ValueError: if a colour is negative or no number.
    """

    name: str
    face: Bgr
    body: Bgr | None = None
    taught: bool = False

    def __post_init__(self) -> None:
        told = np.array([*self.face, *(self.body or ())])
        if not np.isfinite(told).all() or told.min() < 0 or len(self.face) != 3 or len(self.body or (0, 0, 0)) != 3:
            raise ValueError("a colour has three numbers that are not negative")


def lab(light: Floats) -> Floats:
    """The CIE Lab of linear light, but with a and b as they would be at the lightness `LIGHTNESS`.

    So a and b are the same in the shade as in the sun, and lightness is told apart from them.

    Args:
        light: (N, 3) float64: BGR in balanced light.

    Returns:
        (N, 3) float64: lightness, a, b.
    """
    x, y, z = np.cbrt(np.maximum(np.asarray(light, np.float64), LEAST_LIGHT) @ TO_XYZ.T).T
    scale = (LIGHTNESS + 16) / 116 / y
    return np.column_stack([116 * y - 16, 500 * (x - y) * scale, 200 * (y - z) * scale])


def faces_in_lab(samples: Iterable[ColourSample], gains: Bgr) -> Floats:
    """The faces of samples in the light that gains balance, in the coordinates of `lab`: (N, 3) float64."""
    return lab(np.array([sample.face for sample in samples]).reshape(-1, 3) * gains)


@dataclass(frozen=True)
class Palette:
    """Where the colours of a kind of piece lie: a Gaussian for each name, in the coordinates of `lab`.

    Args:
        names: of the colours; those for which there are no samples are expected where they commonly lie.
        means: the middle of each.
        spreads: the covariance of each, (3, 3) row by row: how far colours wander, and what isn't known of the mean.
        near: the standard deviations of one piece's colour from picture to picture.
        samples: from which this was fitted.

    Raises:
        ValueError: if these don't go together, or are no such numbers.
    """

    names: tuple[str, ...]
    means: tuple[Lab, ...]
    spreads: tuple[tuple[float, ...], ...]
    near: Lab
    samples: tuple[ColourSample, ...]

    def __post_init__(self) -> None:
        count = len(self.names)
        if not count or len(set(self.names)) < count or len(self.means) != count or len(self.spreads) != count:
            raise ValueError("every colour has one name, one mean and one spread")
        if any(len(mean) != 3 for mean in self.means) or any(len(spread) != 9 for spread in self.spreads):
            raise ValueError("a mean has three numbers and a spread nine")
        spreads = np.array(self.spreads).reshape(-1, 3, 3)
        if not (
            np.isfinite(np.array(self.means)).all() and np.isfinite(spreads).all() and np.isfinite(self.near).all()
        ):
            raise ValueError("a number is none")
        if len(self.near) != 3 or min(self.near) <= 0 or not np.allclose(spreads, spreads.transpose(0, 2, 1)):
            raise ValueError("a spread is none")
        if np.linalg.eigvalsh(spreads).min() <= 1e-6:
            raise ValueError("a spread is none")
        if not {sample.name for sample in self.samples} <= set(self.names):
            raise ValueError("a sample has another name")

    @property
    def sampled(self) -> tuple[str, ...]:
        """The names of the colours for which there are samples."""
        told = {sample.name for sample in self.samples}
        return tuple(name for name in self.names if name in told)

    @cached_property
    def _inverses(self) -> tuple[Floats, Floats]:
        spreads = np.array(self.spreads).reshape(-1, 3, 3)
        return np.linalg.inv(spreads), np.linalg.slogdet(spreads)[1]

    def log_likelihoods(self, colours: Floats, gains: Bgr) -> Floats:
        """How well colours (N, 3), as the camera took them, go with each name: (N, K) logarithms of densities."""
        seen = lab(np.asarray(colours, np.float64) * gains)
        inverses, volumes = self._inverses
        off = seen[:, None] - np.array(self.means)
        logs = -0.5 * (np.einsum("nki,kij,nkj->nk", off, inverses, off) + volumes) - NORMAL
        for column, name in enumerate(self.names):
            apart = self._apart(seen, gains, name)
            if apart.shape[1]:
                local = np.logaddexp(*(self._kernel(apart, scale) for scale in SCALES)) - np.log(len(SCALES))
                logs[:, column] = np.logaddexp(logs[:, column] + np.log(1 - TAUGHT_SHARE), local + np.log(TAUGHT_SHARE))
        return np.asarray(logs)

    def put_right(self, colours: Floats, gains: Bgr) -> Floats:
        """How near colours (N, 3) are to one that a person put right: (N,) 1 at its very place, 0 far from all."""
        apart = self._apart(lab(np.asarray(colours, np.float64) * gains), gains)
        return np.asarray(np.exp(-0.5 * apart.min(axis=1, initial=np.inf)))

    def _apart(self, seen: Floats, gains: Bgr, name: str | None = None) -> Floats:
        """(N, M) how far colours are from those that a person put right, of one name or all: squares, in ``near``."""
        taught = (sample for sample in self.samples if sample.taught and name in (None, sample.name))
        places = faces_in_lab(taught, gains)
        return np.asarray(np.square((seen[:, None] - places) / self.near).sum(axis=2))

    def _kernel(self, apart: Floats, scale: float) -> Floats:
        """(N,) the logarithm of the mean of Gaussians with ``scale`` times ``near``, at these distances."""
        volume = np.log(self.near).sum() + 3 * np.log(scale) + NORMAL
        return np.asarray(np.logaddexp.reduce(-0.5 * apart / scale**2, axis=1) - np.log(apart.shape[1]) - volume)


@dataclass(frozen=True)
class Light:
    """A light as a camera sees it.

    Args:
        gains: what blue, green and red are to be multiplied by, so that grey looks grey; their product is 1.
        tiles: the colours of Qwirkle tiles; None where no tile was sampled.
        dice: the colours of dice; None where no die was sampled.

    Raises:
        ValueError: if a gain is none, or a palette has other names than its kind of piece.
    """

    gains: Bgr
    tiles: Palette | None = None
    dice: Palette | None = None

    def __post_init__(self) -> None:
        least, most = 1 / MOST_GAIN, MOST_GAIN
        if len(self.gains) != 3 or not all(np.isfinite(gain) and least <= gain <= most for gain in self.gains):
            raise ValueError("no light asks for such gains")
        for palette, names in ((self.tiles, TILE_COLOURS), (self.dice, DIE_COLOURS)):
            if palette is not None and palette.names != names:
                raise ValueError("a palette has other names than its kind of piece")


def as_bgr(colour: Floats | Sequence[float]) -> Bgr:
    """Three numbers as a colour."""
    blue, green, red = (float(value) for value in colour)
    return blue, green, red
