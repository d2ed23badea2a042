"""From light to a photo: lens blur, noise, the camera's own processing and JPEG."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.synthesis import colour
from models.synthesis.filters import blurred, speckle, threefold

Light = NDArray[np.float32]

_GREY = np.array([[0.114, 0.587, 0.299]], np.float32)
_BURNT = 1.5
"""The linear light to which metering may bring the brightest twentieth of a picture."""
_LEAST_BLUR = 0.25
"""Pixels; a smaller standard deviation changes nothing that can be seen."""


@dataclass(frozen=True)
class Sensor:
    """What a camera does to the light.

    Args:
        exposure: factor on the light; what exceeds 1 is clipped.
        meter: the mean to which the camera first brings the picture, in linear light; None leaves it as it is.
        cast: (blue, green, red) factors that the white balance leaves.
        blur: standard deviation of the lens blur in pixels.
        motion: length of a shake in pixels.
        motion_angle: its direction in radians.
        flare: share of the mean light that is scattered over the whole picture.
        shot: noise that grows with the root of the light, at full light.
        read: noise in the dark.
        noise_size: standard deviation in pixels by which processing smears the noise.
        smear: standard deviation in pixels by which colour is smeared (demosaicing, denoising).
        sharpen: strength of the sharpening.
        vignette: share of light lost in the corners.
        gamma: exponent on the encoded picture.
        contrast: strength of the S-shaped tone curve, 0 for none.
        saturation: factor on the colours.
        quality: of JPEG, 1 to 100; 0 for none.
        subsample: whether JPEG halves the resolution of colour.
    """

    exposure: float = 1.0
    meter: float | None = None
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    blur: float = 0.5
    motion: float = 0.0
    motion_angle: float = 0.0
    flare: float = 0.005
    shot: float = 0.01
    read: float = 0.002
    noise_size: float = 0.5
    smear: float = 0.6
    sharpen: float = 0.3
    vignette: float = 0.1
    gamma: float = 1.0
    contrast: float = 0.0
    saturation: float = 1.0
    quality: int = 92
    subsample: bool = True


def expose(light: Light, sensor: Sensor, rng: np.random.Generator) -> NDArray[np.uint8]:
    """The photo, (H, W, 3) uint8 sRGB in BGR order, of linear light (H, W, 3), whose memory is used up."""
    seen = _focus(light, sensor)
    gain = sensor.exposure * (1.0 if sensor.meter is None else _metered(seen, sensor.meter))
    _weigh(seen, gain, sensor)
    if sensor.flare > 0:
        seen += np.float32(sensor.flare) * np.minimum(seen[::4, ::4], 1).mean(axis=(0, 1))
    _add_noise(seen, sensor, rng)
    seen *= np.float32(4095)
    photo = _processed(_tones(sensor).take(seen.astype(np.intp), mode="clip", out=seen), sensor)
    np.clip(photo, 0, 255, out=photo)
    return _compressed(np.rint(photo, out=photo).astype(np.uint8), sensor)


def _metered(seen: Light, target: float) -> float:
    """The gain of a camera that brings the mean to the target, but burns out no more than a little."""
    sample = seen[::8, ::8].mean(axis=2)
    return min(target / (float(sample.mean()) + 1e-3), _BURNT / (float(np.quantile(sample, 0.95)) + 1e-3))


def _focus(light: Light, sensor: Sensor) -> Light:
    seen = light
    if sensor.motion > 1:
        seen = np.asarray(cv2.filter2D(seen, -1, _shake(sensor.motion, sensor.motion_angle)), np.float32)
    return blurred(seen, sensor.blur) if sensor.blur > _LEAST_BLUR else seen


def _shake(length: float, angle: float) -> Light:
    reach = int(np.ceil(length / 2)) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.uint8)
    half = length / 2 * np.array([np.cos(angle), np.sin(angle)])
    ends = [np.rint((reach + sign * half) * 16).astype(int).tolist() for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 255, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _weigh(seen: Light, gain: float, sensor: Sensor) -> None:
    """Applies gain, colour cast and vignette in place; the vignette as a product of one factor a row and a column."""
    height, width = seen.shape[:2]
    across = 1 - sensor.vignette / 2 * np.linspace(-1, 1, width) ** 2
    down = 1 - sensor.vignette / 2 * np.linspace(-1, 1, height) ** 2
    flat = seen.reshape(height, width * 3)
    flat *= np.outer(across * gain, sensor.cast).astype(np.float32).ravel()
    flat *= down.astype(np.float32)[:, None]


def _add_noise(seen: Light, sensor: Sensor, rng: np.random.Generator) -> None:
    """Adds noise in place: fine in brightness, and coarser in colour, as cameras' denoising leaves it."""
    height, width = seen.shape[:2]
    grey = speckle(rng, (height, width))
    if sensor.noise_size > _LEAST_BLUR:
        grey = blurred(grey, sensor.noise_size) * np.float32(2 * sensor.noise_size + 0.4)
    tint = speckle(rng, ((height + 1) // 2, (width + 1) // 2, 3))
    grains = np.asarray(cv2.resize(tint, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
    grains += threefold(grey)
    variance = seen * np.float32(sensor.shot**2)
    variance += np.float32(sensor.read**2)
    grains *= np.sqrt(variance, out=variance)
    seen += grains


def _tones(sensor: Sensor) -> Light:
    """(4096,) float32: the encoded value, 0 to 255, by linear light from 0 to 1."""
    tone = colour.ENCODED ** np.float32(sensor.gamma)
    curved = tone * tone * (3 - 2 * tone)
    return np.asarray(255 * (tone + np.float32(sensor.contrast) * (curved - tone)), np.float32)


def _processed(photo: Light, sensor: Sensor) -> Light:
    grey = np.asarray(cv2.transform(photo, _GREY), np.float32)
    tint = photo - threefold(grey)
    if sensor.smear > _LEAST_BLUR:
        tint = blurred(tint, sensor.smear)
    if sensor.sharpen > 0:
        grey = grey + np.float32(sensor.sharpen) * (grey - blurred(grey, 1.0))
    tint *= np.float32(sensor.saturation)
    tint += threefold(grey)
    return tint


def _compressed(photo: NDArray[np.uint8], sensor: Sensor) -> NDArray[np.uint8]:
    if not sensor.quality:
        return photo
    sampling = cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420 if sensor.subsample else cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444
    flags = [cv2.IMWRITE_JPEG_QUALITY, sensor.quality, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, sampling]
    _, data = cv2.imencode(".jpg", photo, flags)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
