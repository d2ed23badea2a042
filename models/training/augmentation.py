"""Crops changed at random: moved, covered, veined, coarsened, recoloured, relit; a network sees none of them twice."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

TURN, SIZE, STRETCH, SHIFT = 0.08, 0.05, 0.04, 0.02
"""How far crops are moved, as standard deviations: radians, two logarithms, and shares of the side."""
COVERED, COVER_FROM, COVER_TO = 0.25, 0.22, 0.5
"""The share of crops that something covers from a side, and how near its edge is to the middle, in sides."""
COARSENED = 0.3
"""The share of crops that lose detail."""
VEINED, VEINS, FAINTEST = 0.35, (0.8, 6.0), 0.35
"""The share of crops with a pattern over all, how many waves of it there are across, and what it covers at the most."""
MIXED, INVERTED = 0.15, 0.15
"""How much of each channel comes from the others, and the share of crops that are shown as negatives."""


def uniform(low: float, high: float, generator: torch.Generator, *shape: int) -> Tensor:
    """Numbers between two."""
    return low + (high - low) * torch.rand(shape, generator=generator)


def sometimes(share: float, count: int, generator: torch.Generator) -> Tensor:
    """(N, 1, 1, 1) one for about a share of a batch, zero for the others."""
    return (torch.rand((count, 1, 1, 1), generator=generator) < share).float()


@dataclass(frozen=True, eq=False)
class Motion:
    """How the crops of a batch are moved: each turned, sized, stretched and shifted, and perhaps mirrored.

    Args:
        back: (N, 2, 2) from places of the new crop to those of the old one, both from their middle,
        shift: and (N, 2) what is added there, in half sides.
    """

    back: Tensor
    shift: Tensor

    @classmethod
    def random(cls, count: int, generator: torch.Generator, mirrored: bool) -> Motion:
        """A little of each; half of the crops are mirrored where they may be."""

        def normal(spread: float, *shape: int) -> Tensor:
            return torch.randn((count, *shape), generator=generator) * spread

        turn, size, stretch = normal(TURN), normal(SIZE), normal(STRETCH)
        mirror = 1 - 2 * (torch.rand(count, generator=generator) < 0.5).float() if mirrored else 1.0
        wide, high = torch.exp(size + stretch) * mirror, torch.exp(size - stretch)
        across = torch.stack([wide * turn.cos(), -high * turn.sin()], dim=1)
        down = torch.stack([wide * turn.sin(), high * turn.cos()], dim=1)
        return cls(torch.stack([across, down], dim=1), normal(2 * SHIFT, 2))

    def of_pictures(self, crops: Tensor) -> Tensor:
        """(N, S, S, C) uint8."""
        return self._of(crops.permute(0, 3, 1, 2).float(), "reflection").permute(0, 2, 3, 1).round().to(torch.uint8)

    def of_maps(self, maps: Tensor) -> Tensor:
        """(N, H, W); there is nothing on what comes in from outside."""
        return self._of(maps[:, None], "zeros")[:, 0]

    def of_points(self, points: Tensor, side: int) -> Tensor:
        """(N, P, 2) in pixels of crops of a side."""
        middle = (side - 1) / 2
        away = points - middle - self.shift[:, None] * side / 2
        return (torch.linalg.inv(self.back)[:, None] @ away[..., None])[..., 0] + middle

    def _of(self, images: Tensor, outside: str) -> Tensor:
        # An affine grid counts from -1 to 1, from edge to edge of the picture.
        theta = torch.cat([self.back, self.shift[:, :, None]], dim=2)
        grid = functional.affine_grid(theta, list(images.shape), align_corners=False)
        return functional.grid_sample(images, grid, padding_mode=outside, align_corners=False)


def covered(crops: Tensor, generator: torch.Generator) -> Tensor:
    """A batch, (N, S, S, 3) uint8, some of it covered from a side by a part of another crop, as by a rim or a hand."""
    count, side = len(crops), crops.shape[1]
    way = uniform(0, 2 * torch.pi, generator, count, 1, 1)
    edge = uniform(COVER_FROM, COVER_TO, generator, count, 1, 1) * side
    at = torch.arange(side, dtype=torch.float32) - (side - 1) / 2
    beyond = (way.cos() * at + way.sin() * at[:, None] - edge).clamp(0, 1)[..., None]
    share = beyond * sometimes(COVERED, count, generator)
    others = crops.roll(1, dims=0)
    return (crops + share * (others.float() - crops.float())).round().to(torch.uint8)


def veined(crops: Tensor, generator: torch.Generator) -> Tensor:
    """A batch, (N, S, S, 3) uint8, some of it with veins, bands or clouds over all, lighter or darker than that.

    Who has seen few patterns of bodies takes the light places of the next one for pips.
    """
    chosen = torch.rand(len(crops), generator=generator) < VEINED
    count, side = int(chosen.sum()), crops.shape[1]
    low, high = VEINS
    waves = 2 * torch.pi * low * (high / low) ** torch.rand((count, 3), generator=generator)
    way, phase = (uniform(0, 2 * torch.pi, generator, count, 3) for _ in range(2))
    at = torch.arange(side, dtype=torch.float32) / side
    across, down = ((waves * turned)[..., None] * at for turned in (way.cos(), way.sin()))
    angle = across[:, :, None] + down[:, :, :, None] + phase[..., None, None]
    warp = uniform(0, 2.5, generator, count, 1, 1)
    first = angle[:, 0].sin()
    field = first + (angle[:, 1] + warp * first).sin() + (0.5 * angle[:, 2] + warp * first).sin()
    edge, steep = uniform(-0.5, 1.5, generator, count, 1, 1), uniform(0.5, 4.0, generator, count, 1, 1)
    share = ((field - edge) * steep).clamp(0, 1) * uniform(0.05, FAINTEST, generator, count, 1, 1)
    paint = 255.0 * (torch.rand((count, 1, 1, 1), generator=generator) < 0.6)
    old = crops[chosen].float()
    new = crops.clone()
    new[chosen] = (old + (paint - old) * share[..., None]).round().to(torch.uint8)
    return new


def coarsened(crops: Tensor, coarsest: float, generator: torch.Generator) -> Tensor:
    """A batch, (N, S, S, C) uint8, some of it as if cut from a picture with fewer pixels: up to so many become one."""
    side = crops.shape[1]
    pixels = max(1, round(side / float(uniform(1.0, coarsest, generator))))
    images = crops.permute(0, 3, 1, 2).float()
    small = functional.interpolate(images, (pixels, pixels), mode="bilinear", antialias=True)
    coarse = functional.interpolate(small, (side, side), mode="bilinear").permute(0, 2, 3, 1)
    chosen = sometimes(COARSENED, len(crops), generator).bool()
    return torch.where(chosen, coarse.round().clamp(0, 255).to(torch.uint8), crops)


def recoloured(crops: Tensor, generator: torch.Generator) -> Tensor:
    """A batch, (N, S, S, 3) uint8, in other colours: the channels of each crop swapped and mixed, some as negatives."""
    count = len(crops)
    order = torch.rand((count, 3), generator=generator).argsort(dim=1)
    mix = torch.eye(3)[order] + uniform(-MIXED, MIXED, generator, count, 3, 3)
    mix = mix / mix.sum(dim=2, keepdim=True)
    images = torch.einsum("nhwc,ndc->nhwd", crops.float(), mix).clamp(0, 255)
    negative = sometimes(INVERTED, count, generator)
    return (negative * (255 - images) + (1 - negative) * images).round().to(torch.uint8)


def relit(crops: Tensor, generator: torch.Generator) -> Tensor:
    """A batch, (N, H, W, 3) uint8, relit, hazed, softened and made noisy at random."""
    count = len(crops)
    gain = 1 + torch.randn((count, 1, 3), generator=generator) * 0.07
    light = uniform(0.65, 1.25, generator, count, 1, 1)
    gamma = uniform(0.75, 1.35, generator, count, 1, 1)
    haze = uniform(0, 0.45, generator, count, 1, 1) * sometimes(0.2, count, generator)[..., 0]
    # What becomes of each of the 256 values, crop by crop and channel by channel: far fewer powers than pixels.
    curves = (torch.arange(256).view(1, 256, 1) / 255).clamp(min=1e-4) ** gamma * gain * light
    curves = curves * (1 - haze) + haze * uniform(0.6, 1.0, generator, count, 1, 3)
    x = curves.gather(1, crops.reshape(count, -1, 3).long()).view(crops.shape)
    soft = torch.rand(count, generator=generator) < 0.3
    mix = uniform(0, 1, generator, int(soft.sum()), 1, 1, 1)
    x[soft] = torch.lerp(x[soft], softened(x[soft]), mix)
    noisy = torch.rand(count, generator=generator) < 0.5
    noise = uniform(0, 0.05, generator, int(noisy.sum()), 1, 1, 1)
    x[noisy] += torch.randn((int(noisy.sum()), *crops.shape[1:]), generator=generator) * noise
    return (x.clamp(0, 1) * 255).to(torch.uint8)


def softened(images: Tensor) -> Tensor:
    """Pictures, (N, H, W, 3), each pixel the mean of those about it."""
    mean = functional.avg_pool2d(images.permute(0, 3, 1, 2), 3, stride=1, padding=1, count_include_pad=False)
    return mean.permute(0, 2, 3, 1)
