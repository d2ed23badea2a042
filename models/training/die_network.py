"""The network that reads one die, and the maps by which it learns where the upper face and its pips are."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.die_classifier import CLASSES, CROP
from models.training.crops import MapReader, Residual, convolution

STRIDE = 2
"""Pixels of a crop to a cell of its maps."""
CELLS = CROP // STRIDE
PIP = 0.8
"""How wide a pip shows on its map: a standard deviation in cells. Pips of a slanted face are two cells apart."""
CORNERS = 4
MAPS = 2
"""The upper face, and its pips."""
_READ, _HIDDEN = 48, 64
_FINE = 6
"""So many of the body's layers come before the floor that is read beside the last one."""


class DieNetwork(nn.Module):
    """Takes (N, 64, 64, 3) uint8 BGR; gives logits of kind, colour and value, (N, 15), and of the maps, (N, 2, 32, 32).

    Whoever counts pips must first know which face is the upper one: the maps say it, learn it from renders, where it is
    known to the pixel, and are part of what the value is read from.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            convolution(3, 32, stride=2),
            convolution(32, 48),
            convolution(48, 64, stride=2),
            convolution(64, 64),
            Residual(64),
            Residual(64),
            convolution(64, 80, stride=2),
            convolution(80, 80),
            Residual(80),
        )
        self.reader = MapReader(80, 64, _READ, MAPS * 4)
        self.head = nn.Sequential(
            nn.Dropout(0.1),
            nn.Linear(80 * 4 + _READ * 16, _HIDDEN),
            nn.ReLU(),
            nn.Dropout(0.1),
            nn.Linear(_HIDDEN, len(CLASSES)),
        )

    def forward(self, images: Tensor) -> tuple[Tensor, Tensor]:
        x = (images.permute(0, 3, 1, 2).float() - 127.5) / 64
        fine = self.body[:_FINE](x)
        coarse = self.body[_FINE:](fine)
        maps, read = self.reader(coarse, fine)
        seen = torch.cat([functional.avg_pool2d(coarse, 4).flatten(1), read], dim=1)
        return self.head(seen), functional.pixel_shuffle(maps, 2)


def maps_of(points: Tensor) -> Tensor:
    """What the maps should say.

    Args:
        points: (N, 4 + 6, 2) the corners of the upper face in their order, then its pips, in pixels of the crop; NaN
            for what there is not.

    Returns:
        (N, 2, 32, 32), 0 to 1: where the upper face is, and, about the middle of each pip, a bell. Nothing where the
        corners aren't known.
    """
    cells = (points + 0.5) / STRIDE - 0.5
    at = torch.arange(CELLS, dtype=points.dtype)
    corners, pips = cells[:, :CORNERS], cells[:, CORNERS:]
    ahead = corners.roll(-1, dims=1) - corners
    length = ahead.norm(dim=2, keepdim=True).clamp(min=1e-3)
    inward = torch.stack([-ahead[..., 1], ahead[..., 0]], dim=2) / length
    inward = inward * _winding(corners)[:, None, None]
    x, y = (corners[..., axis, None, None] for axis in range(2))
    beyond = inward[..., 0, None, None] * (at - x) + inward[..., 1, None, None] * (at[:, None] - y)
    top = (beyond.amin(dim=1) + 0.5).clamp(0, 1)
    squares = (at - pips[..., 0, None, None]) ** 2 + (at[:, None] - pips[..., 1, None, None]) ** 2
    bells = torch.exp(-squares / (2 * PIP**2)).nan_to_num(0.0).amax(dim=1)
    return torch.stack([top, bells], dim=1).nan_to_num(0.0)


def _winding(corners: Tensor) -> Tensor:
    """(N,) 1 for corners that run clockwise as the picture is seen, else -1."""
    ahead = corners.roll(-1, dims=1)
    area = (corners[..., 0] * ahead[..., 1] - corners[..., 1] * ahead[..., 0]).sum(dim=1)
    return torch.where(area < 0, -1.0, 1.0)
