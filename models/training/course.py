"""The course of a training: batch after batch, the rate warmed up and then lowered along a cosine."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import torch
from torch import Tensor
from tqdm import tqdm

Batch = TypeVar("Batch")


@dataclass(frozen=True)
class Course:
    """How long a training takes and how fast it learns.

    Args:
        minutes: how long it takes, unless ``steps`` says how many batches.
        steps: see there.
        highest: the learning rate after the warm-up.
        warm_up: the steps until then.
        lowest: the share of the highest rate at the end.
        report: the steps from one report in the progress bar to the next.
    """

    minutes: float
    steps: int | None
    highest: float
    warm_up: int = 200
    lowest: float = 0.01
    report: int = 50

    def run(self, batches: Iterable[Batch], optimiser: torch.optim.Optimizer) -> Iterator[tuple[Batch, Progress]]:
        """The batches of the course, each with the rate set for it and a way to report its loss."""
        began = time.monotonic()
        bar = tqdm(batches, total=self.steps, unit="step")
        for step, batch in enumerate(bar):
            share = step / self.steps if self.steps else (time.monotonic() - began) / (60 * self.minutes)
            if share >= 1:
                return
            cosine = float(np.cos(share * np.pi / 2) ** 2)
            rate = self.highest * min(1, (step + 1) / self.warm_up) * (self.lowest + (1 - self.lowest) * cosine)
            optimiser.param_groups[0]["lr"] = rate
            yield batch, Progress(bar, step, share, step % self.report == 0)


@dataclass(frozen=True, eq=False)
class Progress:
    """Where a course stands, and its bar."""

    bar: tqdm[Any]
    step: int
    share: float
    due: bool

    def report(self, **losses: Tensor) -> None:
        """Shows the losses when a report is due."""
        if self.due:
            shown = {name: f"{loss.item():.3f}" for name, loss in losses.items()}
            self.bar.set_postfix(shown | {"done": f"{self.share:.0%}"})
