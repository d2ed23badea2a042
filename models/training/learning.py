"""How every network learns: along a course, with its weights averaged, and saved on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar, cast

import click
import torch
from torch import Tensor, nn

from models.training.averaging import averaged
from models.training.course import Course
from models.training.resuming import go_on

SAVED_EVERY = 500
"""Steps from one saving of the weights to the next."""

Network = TypeVar("Network", bound=nn.Module)
Command = TypeVar("Command", bound=Callable[..., Any])


def learn(
    build: Callable[[], Network],
    batches: Iterable[Sequence[Tensor]],
    losses: Callable[..., Mapping[str, Tensor]],
    course: Course,
    *,
    seed: int,
    decay: float,
    gradient: float | None = None,
    start: Path | None = None,
    save: Path | None = None,
) -> Network:
    """Trains a network along a course, from given weights where there are some.

    Args:
        build: makes the network; its first weights follow from ``seed``.
        batches: the pictures of each batch and what is wanted of them.
        losses: of what the network says, and what is wanted; their sum is lowered.
        course: how long, and how fast.
        seed: of every chance in the network.
        decay: how strongly the weights are drawn to zero.
        gradient: a longer gradient is cut to this, if it is given.
        start: the weights to go on from, see `models.training.resuming`.
        save: where the averaged weights are kept, now and then and at the end.

    Returns:
        The network with its averaged weights.
    """
    torch.manual_seed(seed)
    network = build().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    batches = iter(batches)
    if start is not None:
        first = next(batches)
        go_on(network, start, first[0])
        batches = chain([first], batches)
    average = averaged(network)
    optimiser = torch.optim.AdamW(network.parameters(), weight_decay=decay)
    for (images, *wanted), progress in course.run(batches, optimiser):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            said = network(images)
        errors = losses(said, *wanted)
        optimiser.zero_grad()
        torch.stack(list(errors.values())).sum().backward()
        if gradient is not None:
            nn.utils.clip_grad_norm_(network.parameters(), gradient)
        optimiser.step()
        average.update_parameters(network)
        progress.report(**errors)
        if save is not None and progress.step % SAVED_EVERY == SAVED_EVERY - 1:
            torch.save(average.module.state_dict(), save)
    if save is not None:
        torch.save(average.module.state_dict(), save)
    return cast("Network", average.module)


def trainer_options(name: str, *, minutes: float, batch: int) -> Callable[[Command], Command]:
    """The options of every trainer: how long and how it trains, from which weights, and where the ONNX file goes."""
    out = Path("models") / f"{name}.onnx"
    return _with(
        click.option("--minutes", default=minutes, show_default=True, help="How long to train."),
        click.option("--steps", type=int, help="Train for so many steps instead."),
        click.option("--batch", default=batch, show_default=True),
        click.option("--seed", default=1, show_default=True),
        click.option(
            "--start", type=click.Path(path_type=Path), help="Weights to go on from: saved ones, or an ONNX file."
        ),
        click.option("--out", type=click.Path(path_type=Path), default=out, show_default=True),
    )


def scene_options(name: str, *, held_back: int = 3) -> Callable[[Command], Command]:
    """The options of a trainer that learns from a set of rendered scenes."""
    folder = Path("work/scenes") / name
    return _with(
        click.option("--scenes", "folder", type=click.Path(path_type=Path), default=folder, show_default=True),
        click.option(
            "--held-back", default=held_back, show_default=True, help="So many shards are kept for measuring."
        ),
    )


def _with(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate
