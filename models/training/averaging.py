"""The running average of a network's weights, which reads better than the last weights alone."""

from __future__ import annotations

import torch
from torch import Tensor, nn

DECAY = 0.998
"""Each step the average keeps this share of itself: it looks back over some 500 steps."""


def averaged(network: nn.Module) -> torch.optim.swa_utils.AveragedModel:
    """An average over the steps to come; while they are few it keeps less, so that the first weights are forgotten."""

    def mix(kept: Tensor, new: Tensor, steps: Tensor | int) -> Tensor:
        decay = min(DECAY, (1 + int(steps)) / (10 + int(steps)))
        return kept * decay + new * (1 - decay) if kept.is_floating_point() else new

    return torch.optim.swa_utils.AveragedModel(network, avg_fn=mix, use_buffers=True)
