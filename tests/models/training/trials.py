"""What the tests of the trainers have in common: whether they can run, and what every network must do."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from models.loader import REQUIRED_METADATA

if TYPE_CHECKING:
    import torch

METADATA = {"version": "test", "classes": "a", "data_hash": "0", "scores": "{}"}


WHY = "the trainers need the extra “train”"


def is_missing(module: str) -> bool:
    """Whether the extra ``train`` is not installed, so that tests are skipped.

    Raises:
        RuntimeError: if it is not, but the trainers are to be tested.
    """
    missing = importlib.util.find_spec(module) is None
    if missing and os.environ.get("KIBITZ_REQUIRE_TRAINERS"):
        raise RuntimeError("the trainers are to be tested, but the extra “train” is not installed")
    return missing


def assert_same(network: torch.nn.Module, path: Path, images: torch.Tensor) -> None:
    """The ONNX file says what the network says, and what it is."""
    import torch

    session = onnxruntime.InferenceSession(str(path))
    assert set(REQUIRED_METADATA) <= session.get_modelmeta().custom_metadata_map.keys()
    (answer,) = session.run(None, {"images": images.numpy()})
    with torch.no_grad():
        np.testing.assert_allclose(answer, network(images).numpy(), rtol=1e-3, atol=2e-3)


def assert_learns(
    build: Callable[[], torch.nn.Module], loss: Callable[..., Any], examples: Sequence[tuple[torch.Tensor, ...]]
) -> None:
    """A few steps on these examples lower a finder's loss by far."""
    import torch

    images, *wanted = (torch.stack(part) for part in zip(*examples, strict=True))
    torch.manual_seed(0)
    network = build()
    optimiser = torch.optim.AdamW(network.parameters(), lr=3e-3)
    values = []
    for _ in range(12):
        value = torch.stack(loss(network(images), *wanted)).sum()
        optimiser.zero_grad()
        value.backward()
        optimiser.step()
        values.append(value.item())
    assert values[-1] < 0.7 * values[0]


def trained(
    build: Callable[[], torch.nn.Module], trainer: Any, crops: NDArray[np.uint8], answers: NDArray[np.void]
) -> torch.nn.Module:
    """What a classifier is after a few steps on these crops, taught as its trainer's module says."""
    from models.training.course import Course
    from models.training.crops import train_classifier

    course = Course(minutes=0, steps=4, highest=1e-3)
    prepared = trainer.preparing(crops, answers)
    return train_classifier(build, prepared, trainer.losses, len(crops), course, batch=16, seed=1)
