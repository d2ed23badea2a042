"""What the classifiers of small crops have in common when they learn."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional


def convolution(width_in: int, width_out: int, stride: int = 1) -> nn.Sequential:
    """A 3x3 convolution with its normalisation."""
    return nn.Sequential(
        nn.Conv2d(width_in, width_out, 3, stride=stride, padding=1, bias=False), nn.BatchNorm2d(width_out), nn.ReLU()
    )


def relit(crops: Tensor, generator: torch.Generator) -> Tensor:
    """A batch, (N, H, W, 3) uint8, relit, hazed, softened and made noisy at random."""

    def uniform(low: float, high: float, *shape: int) -> Tensor:
        return low + (high - low) * torch.rand(shape, generator=generator)

    def sometimes(share: float) -> Tensor:
        return (torch.rand((len(crops), 1, 1, 1), generator=generator) < share).float()

    count = len(crops)
    x = crops.float() / 255
    gain = 1 + torch.randn((count, 1, 1, 3), generator=generator) * 0.07
    light = uniform(0.65, 1.25, count, 1, 1, 1)
    gamma = uniform(0.75, 1.35, count, 1, 1, 1)
    x = (x.clamp(min=1e-4) ** gamma) * gain * light
    haze = uniform(0, 0.45, count, 1, 1, 1) * sometimes(0.2)
    x = x * (1 - haze) + haze * uniform(0.6, 1.0, count, 1, 1, 3)
    soft = functional.avg_pool2d(x.permute(0, 3, 1, 2), 3, stride=1, padding=1, count_include_pad=False).permute(
        0, 2, 3, 1
    )
    mix = uniform(0, 1, count, 1, 1, 1) * sometimes(0.3)
    x = x * (1 - mix) + soft * mix
    x = x + torch.randn(x.shape, generator=generator) * uniform(0, 0.05, count, 1, 1, 1) * sometimes(0.5)
    return (x.clamp(0, 1) * 255).to(torch.uint8)


def batches(count: int, size: int, seed: int) -> Iterator[NDArray[np.int64]]:
    """Indices without end, every crop once an epoch."""
    rng = np.random.default_rng(seed)
    while True:
        order = rng.permutation(count)
        for start in range(0, count - size + 1, size):
            yield order[start : start + size]
