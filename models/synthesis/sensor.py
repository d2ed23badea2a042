"""From light to a photo: lens blur, noise, the camera's own processing and JPEG."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.synthesis import colour
from models.synthesis.filters import blurred

Light = NDArray[np.float32]


@dataclass(frozen=True)
class Sensor:
    """What a camera does to the light.

    Args:
        exposure: factor on the light; what exceeds 1 is clipped.
        cast: (blue, green, red) factors that the white balance leaves.
        blur: standard deviation of the lens blur in pixels.
        motion: length of a shake in pixels.
        motion_angle: its direction in radians.
        shot: noise that grows with the root of the light, at full light.
        read: noise in the dark.
        noise_size: standard deviation in pixels by which processing smears the noise.
        smear: standard deviation in pixels by which colour is smeared (demosaicing, denoising).
        sharpen: strength of the sharpening.
        vignette: share of light lost in the corners.
        gamma: exponent on the encoded picture: contrast.
        saturation: factor on the colours.
        quality: of JPEG, 1 to 100; 0 for none.
        subsample: whether JPEG halves the resolution of colour.
    """

    exposure: float = 1.0
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    blur: float = 0.5
    motion: float = 0.0
    motion_angle: float = 0.0
    shot: float = 0.01
    read: float = 0.002
    noise_size: float = 0.5
    smear: float = 0.6
    sharpen: float = 0.3
    vignette: float = 0.1
    gamma: float = 1.0
    saturation: float = 1.0
    quality: int = 92
    subsample: bool = True


def expose(light: Light, sensor: Sensor, rng: np.random.Generator) -> NDArray[np.uint8]:
    """The photo, (H, W, 3) uint8 sRGB in BGR order, of linear light (H, W, 3)."""
    seen = _focus(light, sensor)
    seen *= np.float32(sensor.exposure) * np.array(sensor.cast, np.float32)
    if sensor.vignette > 0:
        seen *= _vignette(light.shape[0], light.shape[1], sensor.vignette)[..., None]
    seen = _noisy(seen, sensor, rng)
    photo = _processed(colour.encode(seen), sensor)
    return _compressed(np.clip(photo + 0.5, 0, 255).astype(np.uint8), sensor)


def _focus(light: Light, sensor: Sensor) -> Light:
    seen = light
    if sensor.motion > 1:
        seen = np.asarray(cv2.filter2D(seen, -1, _shake(sensor.motion, sensor.motion_angle)), np.float32)
    if sensor.blur > 0.15:
        seen = blurred(seen, sensor.blur)
    return seen.copy() if seen is light else seen


def _shake(length: float, angle: float) -> Light:
    reach = int(np.ceil(length / 2)) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.uint8)
    half = length / 2 * np.array([np.cos(angle), np.sin(angle)])
    ends = [np.rint((reach + sign * half) * 16).astype(int).tolist() for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 255, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _vignette(height: int, width: int, strength: float) -> Light:
    y = (np.linspace(-1, 1, height, dtype=np.float32) ** 2)[:, None]
    x = (np.linspace(-1, 1, width, dtype=np.float32) ** 2)[None, :]
    return np.asarray(1 - np.float32(strength) * (x + y) / 2, np.float32)


def _noisy(seen: Light, sensor: Sensor, rng: np.random.Generator) -> Light:
    grains = rng.standard_normal(seen.shape, np.float32)
    if sensor.noise_size > 0.3:
        grains = blurred(grains, sensor.noise_size) * np.float32(2 * sensor.noise_size + 0.4)
    deviation = np.sqrt(np.maximum(seen, 0) * np.float32(sensor.shot**2) + np.float32(sensor.read**2))
    return np.asarray(seen + grains * deviation)


def _processed(photo: Light, sensor: Sensor) -> Light:
    if sensor.gamma != 1.0:
        photo = np.asarray(cv2.pow(np.maximum(photo, 0) / 255, sensor.gamma) * 255, np.float32)
    grey = photo @ np.array([0.114, 0.587, 0.299], np.float32)
    tint = photo - grey[..., None]
    if sensor.smear > 0.3:
        tint = blurred(tint, sensor.smear)
    if sensor.sharpen > 0:
        grey = grey + np.float32(sensor.sharpen) * (grey - blurred(grey, 1.0))
    return np.asarray(grey[..., None] + tint * np.float32(sensor.saturation))


def _compressed(photo: NDArray[np.uint8], sensor: Sensor) -> NDArray[np.uint8]:
    if not sensor.quality:
        return photo
    sampling = cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420 if sensor.subsample else cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444
    flags = [cv2.IMWRITE_JPEG_QUALITY, sensor.quality, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, sampling]
    _, data = cv2.imencode(".jpg", photo, flags)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
