"""From a trained PyTorch network to a checked ONNX file that says what it is."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from models.loader import PIXEL_FORMAT

OPSET = 17
VERSION = "1"
"""Of what the networks take and give: the loader's side changes with it."""
MANY = 256
"""Smaller arrays of weights are left whole: that saves nothing."""


def commit() -> str:
    """The commit of the sources that trained the network, or ``unknown`` outside a checkout."""
    answer = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)  # noqa: S607
    return answer.stdout.strip() or "unknown"


def described(classes: Sequence[str], data_hash: str, scores: Mapping[str, object]) -> dict[str, str]:
    """The metadata of a network: what its outputs are called, what it learned from, and how it does."""
    return {
        "version": VERSION,
        "classes": ",".join(classes),
        "data_hash": data_hash,
        "scores": json.dumps(scores),
    }


def export(
    network: torch.nn.Module,
    example: torch.Tensor,
    path: Path,
    *,
    outputs: Sequence[str],
    dynamic: Sequence[int],
    metadata: Mapping[str, str],
    compact: bool = False,
) -> None:
    """Writes ``network`` as ONNX with its metadata.

    Args:
        network: takes (N, H, W, 3) uint8 BGR pictures.
        example: such a batch.
        path: where the file goes.
        outputs: the names of what the network returns.
        dynamic: the axes of the input that may have any length.
        metadata: what the loader and the reader of the card must know.
        compact: whether its weights are kept as bytes: good enough for chances, not for places.
    """
    network.eval()
    axes = {"images": {axis: f"axis{axis}" for axis in dynamic}}
    torch.onnx.export(
        network,
        (example,),
        str(path),
        input_names=["images"],
        output_names=list(outputs),
        dynamic_axes=axes,
        opset_version=OPSET,
        dynamo=False,
    )
    model = onnx.load(path)
    if compact:
        in_bytes(model)
    onnx.checker.check_model(model)
    standard = {
        "Image.BitmapPixelFormat": PIXEL_FORMAT,
        "Image.ColorSpaceGamma": "SRGB",
        "Image.NominalPixelRange": "NominalRange_0_255",
        "trained_on": commit(),
    }
    onnx.helper.set_model_props(model, {**standard, **metadata})
    onnx.save(model, path)


def in_bytes(model: onnx.ModelProto) -> None:
    """Keeps the weights as bytes: a quarter of the file, made float32 again as it is loaded, so that it runs as fast.

    The weights of each output have a scale of their own, by which the largest of them becomes 127.
    """
    graph, steps = model.graph, []
    for weights in list(graph.initializer):
        if weights.data_type != onnx.TensorProto.FLOAT or np.prod(weights.dims) < MANY:
            continue
        name, values = weights.name, numpy_helper.to_array(weights)
        largest = abs(values).max(axis=tuple(range(1, values.ndim)), keepdims=True)
        scales = np.where(largest > 0, largest / 127, 1).astype(np.float32)
        for array, suffix in ((np.rint(values / scales).astype(np.int8), "bytes"), (scales, "scales")):
            graph.initializer.append(numpy_helper.from_array(array, f"{name}_{suffix}"))
        graph.initializer.remove(weights)
        whole = onnx.helper.make_node("Cast", [f"{name}_bytes"], [f"{name}_whole"], to=onnx.TensorProto.FLOAT)
        steps += [whole, onnx.helper.make_node("Mul", [f"{name}_whole", f"{name}_scales"], [name])]
    for step in reversed(steps):
        graph.node.insert(0, step)
