"""Tables as they come: every choice of layout, set, light and camera by chance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from models.synthesis import colour
from models.synthesis.arrangement import Habits, arrange
from models.synthesis.belongings import Disorder, add_sheets, add_solids, random_hand
from models.synthesis.camera import Camera
from models.synthesis.layout import Layout, Room, Surface
from models.synthesis.lighting import Lighting
from models.synthesis.look import LookRanges, random_look
from models.synthesis.scene import Scene
from models.synthesis.sensor import Sensor
from models.synthesis.surface import random_surface
from models.synthesis.table import render

Range = tuple[float, float]


@dataclass(frozen=True)
class TableRanges:
    """How far tables, lights and cameras differ; (low, high), angles in degrees, lengths in tile sides.

    Args:
        steep: share of views from nearly straight above.
        oblique: share of views beyond 40 degrees, more than photos have, for they are the hardest.
        steep_tilt: how far those nearly straight above are off.
        middle_tilt: the tilt of the rest.
        oblique_tilt: the tilt of the oblique ones.
        view: a camera's angle of view; from phones' long lenses to webcams.
        oblique_view: the same for oblique views, smaller, or the horizon would show.
        level: share of pictures in which the table is roughly upright.
        bent: share of lenses that bend lines.
        bend: how much, see `Camera.distortion`.
        room: share of tables whose edge is in view.
        dim: share of photos far too dark.
        dimness: their exposure.
        metered: share of photos whose exposure the camera chose by the picture's mean.
        kelvin: the light's colour left after the white balance.
        mixed: share of tables lit by two lights of different colour.
        lamp: share of tables lit by one near lamp.
        spot: share of tables with a mirrored lamp.
        shaken: share of photos with motion blur.
        jpeg: share of photos compressed once more.
        quality: the quality of that compression.
        photo: chance that a photo serves as the room, where there are some.
    """

    steep: float = 0.35
    oblique: float = 0.35
    steep_tilt: Range = (0.0, 12.0)
    middle_tilt: Range = (0.0, 45.0)
    oblique_tilt: Range = (40.0, 66.0)
    view: Range = (20.0, 70.0)
    oblique_view: Range = (15.0, 45.0)
    level: float = 0.5
    bent: float = 0.25
    bend: Range = (-0.04, 0.08)
    room: float = 0.25
    dim: float = 0.12
    dimness: Range = (0.04, 0.4)
    metered: float = 0.6
    kelvin: Range = (2500.0, 9000.0)
    mixed: float = 0.25
    lamp: float = 0.3
    spot: float = 0.1
    shaken: float = 0.12
    jpeg: float = 0.85
    quality: Range = (25.0, 97.0)
    photo: float = 0.5
    look: LookRanges = field(default_factory=LookRanges)
    habits: Habits = field(default_factory=Habits)
    disorder: Disorder = field(default_factory=Disorder)


def random_scene(
    rng: np.random.Generator,
    width: int,
    height: int,
    tile_size: tuple[float, float],
    backgrounds: Sequence[NDArray[np.uint8]] = (),
    ranges: TableRanges = TableRanges(),
) -> Scene:
    """A table of which everything is left to chance.

    Args:
        rng: the only source of chance.
        width: of the picture in pixels.
        height: of the picture in pixels.
        tile_size: the range of the tiles' mean side in pixels; log-uniform.
        backgrounds: photos, (H, W, 3) uint8 BGR, used as tables and as rooms around them.
        ranges: what is likely, and how far things differ.

    Returns:
        The scene; equal generator states and arguments give equal scenes.
    """
    side = math.exp(rng.uniform(math.log(tile_size[0]), math.log(tile_size[1])))
    look, sixth = random_look(rng, ranges.look)
    camera = random_camera(rng, width, height, side, ranges)
    arrangement = arrange(rng, camera, sixth, ranges.habits)
    add_sheets(arrangement, rng, camera, look, ranges.disorder)
    add_solids(arrangement, rng, camera, ranges.disorder)
    layout = Layout(
        Surface(random_surface(rng, backgrounds), math.exp(rng.uniform(1.5, 3.6)), rng.uniform(0, 2 * math.pi)),
        tuple(arrangement.pieces),
        random_room(rng, camera, backgrounds, ranges),
        tuple(arrangement.sheets),
        tuple(arrangement.solids),
        (random_hand(rng, camera, side),) if rng.random() < ranges.disorder.hand else (),
    )
    return render(layout, camera, random_lighting(rng, ranges), look, rng)


def random_camera(
    rng: np.random.Generator,
    width: int,
    height: int,
    side: float,
    ranges: TableRanges = TableRanges(),
) -> Camera:
    """A camera that shows tiles with a mean side of about ``side`` pixels."""
    chance = rng.random()
    oblique = chance < ranges.oblique
    tilt_range = (
        ranges.oblique_tilt
        if oblique
        else ranges.steep_tilt
        if chance < ranges.oblique + ranges.steep
        else ranges.middle_tilt
    )
    tilt = math.radians(rng.uniform(*tilt_range))
    angle = math.radians(rng.uniform(*(ranges.oblique_view if oblique else ranges.view)))
    focal = width / 2 / math.tan(angle / 2)
    level = rng.random() < ranges.level
    return Camera(
        width=width,
        height=height,
        focal=focal,
        # A tilted square looks as wide as before and lower by the cosine.
        distance=focal / side * (1 + math.cos(tilt)) / 2,
        tilt=tilt,
        azimuth=rng.normal(0, 0.15) if level else rng.uniform(0, 2 * math.pi),
        roll=rng.normal(0, 0.1) if level or rng.random() < 0.6 else rng.uniform(0, 2 * math.pi),
        shift=(rng.normal(0, 0.05) * width, rng.normal(0, 0.05) * height),
        distortion=rng.uniform(*ranges.bend) if rng.random() < ranges.bent else 0.0,
        sensor=random_sensor(rng, side, ranges),
    )


def random_sensor(
    rng: np.random.Generator,
    side: float,
    ranges: TableRanges = TableRanges(),
) -> Sensor:
    """A camera's optics and processing; blur stays small against tiles of ``side`` pixels."""
    dim = rng.random() < ranges.dim
    exposure = math.exp(rng.uniform(*np.log(ranges.dimness))) if dim else math.exp(rng.normal(0.0, 0.4))
    metered = rng.random() < ranges.metered
    blue, green, red = _cast(rng, ranges)
    return Sensor(
        exposure=exposure,
        meter=rng.uniform(0.1, 0.35) if metered else None,
        cast=(blue, green, red),
        blur=min(abs(rng.normal(0.3, 0.5)), 0.09 * side),
        motion=rng.uniform(1, 0.25 * side) if rng.random() < ranges.shaken else 0.0,
        motion_angle=rng.uniform(0, math.pi),
        flare=min(rng.exponential(0.005), 0.03),
        shot=math.exp(rng.uniform(math.log(0.002), math.log(0.05))),
        read=math.exp(rng.uniform(math.log(0.0003), math.log(0.006))) * min(1.0, exposure * 2),
        noise_size=rng.uniform(0.0, 1.0),
        smear=rng.uniform(0.0, 1.3),
        sharpen=max(0.0, rng.normal(0.4, 0.7)),
        vignette=rng.uniform(0, 0.4),
        gamma=math.exp(rng.normal(0, 0.12)),
        contrast=rng.uniform(0, 0.6),
        saturation=math.exp(rng.normal(0.05, 0.15)),
        quality=int(rng.uniform(*ranges.quality)) if rng.random() < ranges.jpeg else 0,
        subsample=bool(rng.random() < 0.7),
    )


def _cast(rng: np.random.Generator, ranges: TableRanges) -> tuple[float, float, float]:
    """What a white balance leaves of the light's colour: mostly little, sometimes all."""
    spread = 0.1 if rng.random() < 0.6 else 0.35
    kelvin = float(np.clip(6500 * math.exp(rng.normal(0, spread)), *ranges.kelvin))
    light = colour.white(kelvin) / colour.white(6500)
    light[1] *= math.exp(rng.normal(0, 0.04))
    blue, green, red = light.tolist()
    return blue, green, red


def random_lighting(rng: np.random.Generator, ranges: TableRanges = TableRanges()) -> Lighting:
    """A lamp or a window, hard or soft, near or far, and what the room scatters back."""
    lamp = rng.random() < ranges.lamp
    mixed = rng.random() < ranges.mixed
    shade = np.exp(rng.normal(0, 0.25, 3)).tolist()
    return Lighting(
        azimuth=rng.uniform(0, 2 * math.pi),
        slope=rng.uniform(0.0, 1.4),
        shadow=rng.uniform(0.0, 0.8),
        softness=math.exp(rng.uniform(math.log(0.02), math.log(0.6))),
        contact=rng.uniform(0.2, 0.85),
        colour=_cast(rng, ranges) if mixed else (1.0, 1.0, 1.0),
        far_colour=_cast(rng, ranges) if mixed else (1.0, 1.0, 1.0),
        shade_colour=(shade[0], shade[1], shade[2]),
        falloff=rng.uniform(0.4, 0.92) if lamp else rng.uniform(0, 0.4),
        falloff_azimuth=rng.uniform(0, 2 * math.pi),
        spot=rng.uniform(0.1, 1.2) if rng.random() < ranges.spot else 0.0,
        spot_at=(rng.uniform(0, 1), rng.uniform(0, 1)),
        spot_size=rng.uniform(0.03, 0.3),
    )


def random_room(
    rng: np.random.Generator, camera: Camera, backgrounds: Sequence[NDArray[np.uint8]], ranges: TableRanges
) -> Room | None:
    """The table's far edge always where the horizon is near, and otherwise sometimes one edge or two."""
    edges = []
    x, y = (-camera.position[:2]).tolist()
    if camera.tilt + math.atan(math.hypot(camera.width, camera.height) / 2 / camera.focal) > math.radians(78):
        edges.append((math.atan2(y, x) + rng.normal(0, 0.15), rng.uniform(0.4, 1.2) * camera.distance))
    elif rng.random() > ranges.room:
        return None
    reach = 0.5 * camera.width / camera.focal * camera.distance
    sides = int(rng.integers(0 if edges else 1, 3))
    edges += [(rng.uniform(0, 2 * math.pi), reach * rng.uniform(0.5, 1.3)) for _ in range(sides)]
    rim_colour = colour.hsv(rng.uniform(0, 180), rng.uniform(0, 0.5), rng.uniform(0.05, 0.9))
    return Room(_surroundings(rng, backgrounds, ranges), tuple(edges), abs(rng.normal(0, 4)), rim_colour)


def _surroundings(
    rng: np.random.Generator, backgrounds: Sequence[NDArray[np.uint8]], ranges: TableRanges
) -> NDArray[np.float32]:
    if backgrounds and rng.random() < ranges.photo:
        photo = backgrounds[int(rng.integers(len(backgrounds)))]
        return colour.decode(np.asarray(cv2.resize(photo, (320, 320), interpolation=cv2.INTER_AREA), np.uint8))
    if rng.random() < 0.4:
        return random_surface(rng)
    patches = rng.random((int(rng.integers(2, 7)), int(rng.integers(2, 7)), 3)).astype(np.float32)
    grey = patches.mean(axis=2, keepdims=True)
    patches = grey + (patches - grey) * np.float32(rng.random())
    style = cv2.INTER_NEAREST if rng.random() < 0.4 else cv2.INTER_CUBIC
    picture = np.clip(cv2.resize(patches**2, (320, 320), interpolation=style), 0, 1)
    return np.asarray(picture * rng.uniform(0.3, 1.0), np.float32)
