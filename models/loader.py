"""The one door to the ONNX files: opens a model, checks what its metadata promises, and runs it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import numpy as np
import onnxruntime
from numpy.typing import NDArray

REQUIRED_METADATA = ("version", "classes", "trained_on", "data_hash", "scores", "Image.BitmapPixelFormat")
PIXEL_FORMAT = "Bgr8"


class ModelError(RuntimeError):
    """A model file that is missing, damaged or not what this version of Kibitz expects."""


@dataclass(frozen=True, eq=False)
class Model:
    """An opened network.

    Args:
        name: the file's name without its ending.
        metadata: what the file says of itself; every key of `REQUIRED_METADATA` is there.
        session: the runtime that evaluates it.
    """

    name: str
    metadata: Mapping[str, str]
    session: onnxruntime.InferenceSession

    def run(self, images: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        """Evaluates a batch: (N, H, W, 3) uint8 BGR in, the network's outputs as float32 out."""
        (name,) = (node.name for node in self.session.get_inputs())
        return [np.asarray(output, dtype=np.float32) for output in self.session.run(None, {name: images})]


@lru_cache
def load(name: str, classes: tuple[str, ...], *, threads: int = 0) -> Model:
    """Opens ``models/NAME.onnx``; a second call gives the same object.

    Args:
        name: the model's name, such as ``tile_finder``.
        classes: the names of the classes that the caller expects, in the order of the outputs.
        threads: how many threads one evaluation may use; 0 leaves it to the runtime.

    Raises:
        ModelError: if the file is missing or damaged, or its metadata lacks something or tells of other classes.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    # Threads that spin while they wait would take the other core from whoever serves the page.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        content = (resources.files("models") / f"{name}.onnx").read_bytes()
        session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's own errors share no public base class
        raise ModelError(f"the model “{name}” can't be opened ({error}); install Kibitz again") from error
    metadata = session.get_modelmeta().custom_metadata_map
    wrong = [key for key in REQUIRED_METADATA if key not in metadata]
    expected = {"Image.BitmapPixelFormat": PIXEL_FORMAT, "classes": ",".join(classes)}
    wrong += [key for key, value in expected.items() if key not in wrong and metadata[key] != value]
    if wrong:
        raise ModelError(f"the model “{name}” is not one of this version's ({', '.join(wrong)}); install Kibitz again")
    return Model(name, metadata, session)
