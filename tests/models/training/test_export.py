"""Weights kept as bytes are what they were, nearly; without the extra ``train`` these tests are skipped."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.models.training.trials import METADATA, WHY, is_missing

if is_missing("torch"):
    pytest.skip(WHY, allow_module_level=True)

import torch
from torch import Tensor, nn

from models.training.crops import Residual, convolution
from models.training.export import export
from models.training.resuming import weights_in_order

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


class Small(nn.Module):
    """A convolution and a dense layer."""

    def __init__(self) -> None:
        super().__init__()
        self.seen, self.said = nn.Conv2d(3, 16, 3, padding=1), nn.Linear(16, 20)

    def forward(self, images: Tensor) -> Tensor:
        said: Tensor = self.said(self.seen(images.permute(0, 3, 1, 2).float()).relu().mean(dim=(2, 3)))
        return said


def test_weights_are_kept_to_half_a_step_of_their_output(tmp_path: Path) -> None:
    torch.manual_seed(1)
    network, sizes = Small().eval(), []
    network.seen.weight.data[3] *= 40  # a loud output must not make the others coarse
    network.said.weight.data[5] = 0
    for compact in (False, True):
        path = tmp_path / f"{compact}.onnx"
        images = torch.zeros((1, 8, 8, 3), dtype=torch.uint8)
        export(network, images, path, outputs=["said"], dynamic=[0], metadata=METADATA, compact=compact)
        sizes.append(path.stat().st_size)
    assert sizes[1] < sizes[0] - 2 * (network.seen.weight.numel() + network.said.weight.numel())
    for layer, (weights, bias) in zip((network.seen, network.said), weights_in_order(path), strict=True):
        whole = layer.state_dict()
        step = whole["weight"].abs().flatten(1).amax(dim=1) / 127
        off = (weights - whole["weight"]).abs().flatten(1).amax(dim=1)
        assert (off <= 0.5 * step + 1e-7).all()
        torch.testing.assert_close(bias, whole["bias"])


def test_what_is_added_to_a_network_that_has_learned_changes_nothing_at_first() -> None:
    torch.manual_seed(1)
    before = convolution(3, 8).eval()
    images = torch.randn(2, 3, 8, 8)
    torch.testing.assert_close(Residual(8).eval()(before(images)), before(images))
