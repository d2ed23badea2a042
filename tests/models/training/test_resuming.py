"""A training goes on from a file as it is shipped; without the extra ``train`` these tests are skipped."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.models.training.trials import WHY, assert_same, is_missing

if is_missing("torch"):
    pytest.skip(WHY, allow_module_level=True)

import torch
from torch import nn

import models
from models.die_classifier import CROP
from models.mark_classifier import CROP as FIELD
from models.training import die_classifier, mark_classifier
from models.training.die_network import DieNetwork
from models.training.mark_classifier import MarkNetwork
from models.training.resuming import go_on

SHIPPED = Path(models.__file__).parent


def noise(*shape: int, seed: int) -> torch.Tensor:
    return torch.randint(0, 256, shape, dtype=torch.uint8, generator=torch.Generator().manual_seed(seed))


def test_a_shipped_file_says_the_same_in_training() -> None:
    network = DieNetwork()
    go_on(network, SHIPPED / "die_classifier.onnx", noise(32, CROP, CROP, 3, seed=1))
    assert_same(
        die_classifier.shipped(network).eval(), SHIPPED / "die_classifier.onnx", noise(16, CROP, CROP, 3, seed=2)
    )
    marks = MarkNetwork()
    go_on(marks, SHIPPED / "mark_classifier.onnx", noise(32, FIELD, 2 * FIELD, 3, seed=3))
    assert_same(
        mark_classifier.shipped(marks).eval(), SHIPPED / "mark_classifier.onnx", noise(16, FIELD, 2 * FIELD, 3, seed=4)
    )


def test_its_normalisations_are_those_of_the_pictures() -> None:
    """In training they are taken from each batch: what the network says must not change by that."""
    network, images = DieNetwork(), noise(64, CROP, CROP, 3, seed=1)
    go_on(network, SHIPPED / "die_classifier.onnx", images)
    for dropout in (layer for layer in network.modules() if isinstance(layer, nn.Dropout)):
        dropout.p = 0.0
    with torch.no_grad():
        said = network.train()(images)[0].softmax(dim=1)
        torch.testing.assert_close(said, network.eval()(images)[0].softmax(dim=1), rtol=0.02, atol=5e-3)


def test_saved_weights_are_taken_as_they_are(tmp_path: Path) -> None:
    saved, network = DieNetwork(), DieNetwork()
    torch.save(saved.state_dict(), tmp_path / "saved.pt")
    go_on(network, tmp_path / "saved.pt", noise(2, CROP, CROP, 3, seed=1))
    assert all(torch.equal(one, other) for one, other in zip(saved.parameters(), network.parameters(), strict=True))


def test_the_file_of_another_network_is_refused() -> None:
    with pytest.raises(ValueError, match="another network"):
        go_on(DieNetwork(), SHIPPED / "mark_classifier.onnx", noise(2, CROP, CROP, 3, seed=1))
