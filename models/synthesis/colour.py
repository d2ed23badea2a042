"""Colours as light: between sRGB bytes and linear light, and the colours of light sources."""

from __future__ import annotations

import colorsys

import cv2
import numpy as np
from numpy.typing import NDArray

from models.srgb import LIGHT_OF_BYTE, to_linear, to_srgb

Light = NDArray[np.float32]

TO_LINEAR = LIGHT_OF_BYTE.astype(np.float32)
"""(256,) float32: linear light by sRGB byte."""
ENCODED = to_srgb(np.linspace(0.0, 1.0, 4096)).astype(np.float32)
"""(4096,) float32: sRGB values 0 to 1 by linear light, from 0 to 1 in equal steps."""


def srgb(hue: float, saturation: float, value: float) -> tuple[int, int, int]:
    """The bytes (blue, green, red) of a colour; the hue in OpenCV's steps of two degrees, the others 0 to 1."""
    red, green, blue = colorsys.hsv_to_rgb(hue % 180 / 180, saturation, value)
    return round(255 * blue), round(255 * green), round(255 * red)


def hsv(hue: float, saturation: float, value: float) -> Light:
    """(3,) float32 linear BGR of a colour given as for `srgb`."""
    red, green, blue = colorsys.hsv_to_rgb(hue % 180 / 180, saturation, value)
    return linear((blue, green, red))


def linear(srgb: tuple[float, float, float] | NDArray[np.float32]) -> Light:
    """Linear light of sRGB values 0 to 1, of any shape."""
    return np.asarray(to_linear(np.clip(np.asarray(srgb, np.float64), 0.0, 1.0)), np.float32)


def decode(image: NDArray[np.uint8]) -> Light:
    """Linear light (float32, 0 to 1) of an sRGB picture."""
    return np.asarray(cv2.LUT(image, TO_LINEAR), np.float32)


def black_body(kelvin: float) -> NDArray[np.float64]:
    """(3,) float64: linear sRGB, in the order blue, green, red, of a black body's light; its luminance is 1.

    Its chromaticity is the cubic approximation of the Planckian locus by Kim et al. (US patent 7024034, 2002). A colour
    that sRGB lacks has a channel below zero.
    """
    t = 1000.0 / kelvin
    if kelvin < 4000:
        x = -0.2661239 * t**3 - 0.2343589 * t**2 + 0.8776956 * t + 0.179910
    else:
        x = -3.0258469 * t**3 + 2.1070379 * t**2 + 0.2226347 * t + 0.240390
    if kelvin < 2222:
        y = -1.1063814 * x**3 - 1.34811020 * x**2 + 2.18555832 * x - 0.20219683
    elif kelvin < 4000:
        y = -0.9549476 * x**3 - 1.37418593 * x**2 + 2.09137015 * x - 0.16748867
    else:
        y = 3.0817580 * x**3 - 5.87338670 * x**2 + 3.75112997 * x - 0.37001483
    xyz = np.array([x / y, 1.0, (1 - x - y) / y])
    to_bgr = np.array([[0.0557, -0.2040, 1.0570], [-0.9689, 1.8758, 0.0415], [3.2406, -1.5372, -0.4986]])
    return np.asarray(to_bgr @ xyz)


def white(kelvin: float) -> Light:
    """(3,) float32 linear BGR of a black body's light, scaled to green 1."""
    light = np.maximum(black_body(kelvin), 0.02)
    return np.asarray(light / light[1], np.float32)
