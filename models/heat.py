"""How a finder's network is asked: a padded picture in, maps of heat and values out."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.loader import Model

STRIDE = 4
"""Pixels of the picture to one cell of the maps, each way."""
MULTIPLE = 16
"""The networks halve their picture four times, so its sides must be multiples of this."""


def maps_of(model: Model, image: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The maps, (heats + values, h, w), of a balanced picture, (H, W, 3) uint8 BGR, of any size."""
    height, width = image.shape[:2]
    padded = cv2.copyMakeBorder(image, 0, -height % MULTIPLE, 0, -width % MULTIPLE, cv2.BORDER_REPLICATE)
    (maps,) = model.run(np.asarray(padded, dtype=np.uint8)[None])
    return np.asarray(maps[0], np.float32)
