"""Crops changed at random, so that a network sees none of them twice: moved, covered, coarsened, recoloured, relit."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

TURN, SIZE, STRETCH, SHIFT = 0.08, 0.05, 0.04, 0.02
"""How far crops are moved, as standard deviations: radians, two logarithms, and shares of the side."""
COVERED, COVER_FROM, COVER_TO = 0.25, 0.22, 0.5
"""The share of crops that something covers from a side, and how near its edge is to the middle, in sides."""
COARSENED, COARSEST = 0.3, 3.0
"""The share of crops that lose detail, and how many pixels become one at the most."""
MIXED, INVERTED = 0.15, 0.15
"""How much of each channel comes from the others, and the share of crops that are shown as negatives."""


def uniform(low: float, high: float, generator: torch.Generator, *shape: int) -> Tensor:
    """Numbers between two."""
    return low + (high - low) * torch.rand(shape, generator=generator)


def sometimes(share: float, count: int, generator: torch.Generator) -> Tensor:
    """(N, 1, 1, 1) one for about a share of a batch, zero for the others."""
    return (torch.rand((count, 1, 1, 1), generator=generator) < share).float()


def moved(crops: Tensor, points: Tensor, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """A batch, half of it mirrored, each crop turned, sized, stretched and shifted a little, and its points with it.

    Args:
        crops: (N, S, S, 3) uint8.
        points: (N, P, 2) in pixels of the crops.
        generator: of the changes.
    """
    count, side = len(crops), crops.shape[1]
    middle = (side - 1) / 2

    def normal(spread: float, *shape: int) -> Tensor:
        return torch.randn((count, *shape), generator=generator) * spread

    turn, size, stretch = normal(TURN), normal(SIZE), normal(STRETCH)
    mirror = 1 - 2 * (torch.rand(count, generator=generator) < 0.5).float()
    wide, high = torch.exp(size + stretch) * mirror, torch.exp(size - stretch)
    shift = normal(SHIFT * side, 2)
    # From places of the new crop to those of the old one.
    back = torch.stack(
        [
            torch.stack([wide * turn.cos(), -high * turn.sin()], dim=1),
            torch.stack([wide * turn.sin(), high * turn.cos()], dim=1),
        ],
        dim=1,
    )
    # An affine grid counts from -1 to 1, from edge to edge of the picture.
    theta = torch.cat([back, (shift * 2 / side)[:, :, None]], dim=2)
    grid = functional.affine_grid(theta, [count, 3, side, side], align_corners=False)
    images = functional.grid_sample(
        crops.permute(0, 3, 1, 2).float(), grid, padding_mode="reflection", align_corners=False
    )
    ahead = torch.linalg.inv(back)[:, None]
    after = (ahead @ (points - middle - shift[:, None])[..., None])[..., 0] + middle
    return images.permute(0, 2, 3, 1).round().clamp(0, 255).to(torch.uint8), after


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


def coarsened(crops: Tensor, generator: torch.Generator) -> Tensor:
    """A batch, (N, S, S, 3) uint8, some of it as if cut from a picture with fewer pixels."""
    side = crops.shape[1]
    pixels = max(1, round(side / float(uniform(1.2, COARSEST, generator))))
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
    x = curves.gather(1, crops.view(count, -1, 3).long()).view(crops.shape)
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
