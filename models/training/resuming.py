"""Goes on from earlier weights: those that a training saved, or those of an ONNX file as it is shipped.

A shipped file is all that is needed to make a network better. Its convolutions hold the normalisations that followed
them in training, so these are made anew from a batch of pictures, without changing what the network says.
"""

from __future__ import annotations

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

Layer = nn.Conv2d | nn.Linear | nn.BatchNorm2d
WEIGHTED = ("Conv", "Gemm")
"""The operations of an ONNX file that have weights and, last, a bias."""


def go_on(network: nn.Module, start: Path, images: Tensor) -> None:
    """Gives a network earlier weights.

    Args:
        network: with any weights.
        start: a file of weights as trainings save them, or an ONNX file that was exported from such a network.
        images: what the network takes, from which an ONNX file's normalisations are made.

    Raises:
        ValueError: if the ONNX file is of another network.
    """
    if start.suffix == ".onnx":
        from_shipped(network, start, images)
    else:
        network.load_state_dict(torch.load(start, weights_only=True))


def from_shipped(network: nn.Module, path: Path, images: Tensor) -> None:
    """Gives a network the weights of an ONNX file; the arguments as for `go_on`."""
    layers = layers_in_order(network, images)
    weighted = [layer for layer in layers if not isinstance(layer, nn.BatchNorm2d)]
    stored = weights_in_order(path)
    fits = len(weighted) == len(stored) and all(
        layer.weight.shape == weights.shape for layer, (weights, _) in zip(weighted, stored, strict=True)
    )
    if not fits:
        raise ValueError(f"{path} holds another network: train from the start, or with the sources it was made by")
    hooks = []
    following = dict(zip(layers, [*layers[1:], None], strict=True))
    for layer, (weights, bias) in zip(weighted, stored, strict=True):
        norm = following[layer]
        if isinstance(norm, nn.BatchNorm2d):
            length = weights.flatten(1).norm(dim=1).clamp(min=1e-6)
            layer.weight.data.copy_(weights / length.view(-1, *[1] * (weights.ndim - 1)))
            hooks.append(norm.register_forward_pre_hook(_Renewal(length, bias)))
        else:
            layer.load_state_dict({"weight": weights, "bias": bias})
    _run(network, images)
    for hook in hooks:
        hook.remove()


def layers_in_order(network: nn.Module, images: Tensor) -> list[Layer]:
    """The layers that have weights, as pictures pass through them: an ONNX file holds them in the same order."""
    passed: list[Layer] = []
    hooks = [
        layer.register_forward_pre_hook(lambda layer, _: passed.append(layer))
        for layer in network.modules()
        if isinstance(layer, Layer)
    ]
    _run(network, images[:2])
    for hook in hooks:
        hook.remove()
    return passed


def weights_in_order(path: Path) -> list[tuple[Tensor, Tensor]]:
    """Weights and bias of each layer of an ONNX file, made whole again where they were kept as bytes or halves."""
    graph = onnx.load(path).graph
    arrays = {array.name: torch.from_numpy(numpy_helper.to_array(array).copy()).float() for array in graph.initializer}
    for node in graph.node:
        if not all(name in arrays for name in node.input):
            continue
        if node.op_type == "Cast":
            arrays[node.output[0]] = arrays[node.input[0]]
        elif node.op_type == "Mul":
            arrays[node.output[0]] = arrays[node.input[0]] * arrays[node.input[1]]
    named = [node.input for node in graph.node if node.op_type in WEIGHTED]
    return [(arrays[weights], arrays[bias]) for _, weights, bias in named]


class _Renewal:
    """Sets a normalisation, as pictures reach it, to what it is for them, and so that it does not change them.

    Args:
        length: (C,) by which the weights before it were divided,
        bias: and (C,) what is to be added to what they gave.
    """

    def __init__(self, length: Tensor, bias: Tensor) -> None:
        self.length, self.bias = length, bias

    def __call__(self, norm: nn.BatchNorm2d, given: tuple[Tensor]) -> None:
        mean, spread = given[0].mean(dim=(0, 2, 3)), given[0].var(dim=(0, 2, 3))
        norm.running_mean, norm.running_var = mean, spread
        norm.weight.data = self.length * (spread + norm.eps).sqrt()
        norm.bias.data = self.bias + self.length * mean


def _run(network: nn.Module, images: Tensor) -> None:
    network.eval()
    with torch.no_grad():
        network(images)
    network.train()
