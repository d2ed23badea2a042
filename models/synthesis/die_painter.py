"""Paints dice: rays from the camera meet a rounded body with its pips, and take the light of lamp, room and table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.synthesis.camera import Camera
from models.synthesis.canvas import Canvas, Region
from models.synthesis.die import Die, Pips
from models.synthesis.die_form import Vectors, dots, steepest, through_cube, unit
from models.synthesis.lettering import GLYPH, glyph
from models.synthesis.lighting import Lighting
from models.synthesis.sky import Sky

Floats = NDArray[np.float64]
Light = NDArray[np.float32]
Grey = NDArray[np.float32]

_GLASS = 1.49
"""The refractive index of acrylic."""
_SQUARED = np.float32(((_GLASS - 1) / (_GLASS + 1)) ** 2)
"""What acrylic mirrors of light that falls straight on it."""


@dataclass(frozen=True)
class Rendering:
    """How finely dice are drawn and how roughly their light is reckoned.

    Args:
        fine: samples a die's side should have; small dice get more for each pixel.
        most: samples a pixel along each side, at most.
        lowest_light: how low the lamp stands at most, as a sine: lower, and lit sides would outshine all else.
        crease: height above the table over which the crease's darkness fades, in sides.
        near: how far apart dice still take each other's light, in sides.
        bowl: how much darker a hollow pip is at most.
        ring: (inner, outer) radius of the writing around a one, in sides.
        emblem: half the side of an emblem on the one, in sides.
    """

    fine: float = 80.0
    most: int = 4
    lowest_light: float = 0.35
    crease: float = 0.16
    near: float = 2.2
    bowl: float = 0.35
    ring: tuple[float, float] = (0.22, 0.33)
    emblem: float = 0.36


class DicePainter:
    """Paints the dice of one picture.

    Args:
        canvas: what is painted on.
        camera: who looks.
        light: where the light comes from.
        sky: what the dice mirror.
        dice: all dice, which shade each other.
        rendering: how fine.
    """

    def __init__(
        self,
        canvas: Canvas,
        camera: Camera,
        light: Lighting,
        sky: Sky,
        dice: Sequence[Die],
        rendering: Rendering = Rendering(),
    ) -> None:
        self.canvas, self.camera, self.light, self.sky, self.dice = canvas, camera, light, sky, dice
        self.rendering = rendering
        self._unproject = np.linalg.inv(camera.matrix[:, :3])
        lamp = np.array([*(-light.cast), 1.0])
        self._lamp = (lamp / np.linalg.norm(lamp)).astype(np.float32)

    def paint(self, die: Die, number: int) -> None:
        """Paints a die; its pixels are marked as owned by ``number``."""
        region = self.canvas.region(die.outline(self.camera))
        if region.empty:
            return
        colour, cover = self.seen(die, region)
        self.canvas.paint(region, cover, colour, number)

    def seen(self, die: Die, region: Region) -> tuple[Light, Grey]:
        """The light (h, w, 3) of a die in a region, and how much of each pixel (h, w) it covers."""
        size = die.side * self.camera.focal / self.camera.distance_to(*die.centre.tolist())
        fine = int(np.clip(math.ceil(self.rendering.fine / size), 2, self.rendering.most))
        width, height = region.size
        rays = self._rays(region, fine)
        turned = die.turned.astype(np.float32)
        origin = ((self.camera.position - die.centre) @ die.turned / die.side).astype(np.float32)[:, None]
        local = turned.T @ rays
        index, points = die.look.form.hits(origin, local)
        samples = np.zeros((height * fine * width * fine, 4), np.float32)
        if len(index):
            samples[index, :3] = self._shaded(die, points, local[:, index], 1 / size).T
            samples[index, 3] = 1
        grid = samples.reshape(height * fine, width * fine, 4)
        mean = np.asarray(cv2.resize(grid, (width, height), interpolation=cv2.INTER_AREA), np.float32)
        cover = mean[..., 3]
        return np.asarray(mean[..., :3] / np.maximum(cover, np.float32(1e-3))[..., None], np.float32), cover

    def _rays(self, region: Region, fine: int) -> Vectors:
        """(3, N) the directions from the camera to every sample of a region, row by row."""
        width, height = region.size
        x = region.left + (np.arange(width * fine) + 0.5) / fine - 0.5
        y = region.top + (np.arange(height * fine) + 0.5) / fine - 0.5
        matrix = self._unproject
        across, down = matrix[:, :1] * x, matrix[:, 1:2] * y + matrix[:, 2:]
        return unit((across[:, None, :] + down[:, :, None]).reshape(3, -1).astype(np.float32))

    def _shaded(self, die: Die, points: Vectors, rays: Vectors, pixel: float) -> Vectors:
        """(3, N) the light that comes back along rays that meet a die at points, all in its own axes."""
        material, turned = die.look.material, die.turned.astype(np.float32)
        normals = die.look.form.normals(points)
        marks = _Marks(die, points, pixel, self.rendering)
        worn = marks.ink * np.float32(1) if not material.wear else marks.ink * _rubbed(points, die)
        bent = marks.hollowed(normals)
        world = turned @ bent
        body = _pattern(die, points)
        ink = material.ink[:, None]
        falling = self._falling(
            die, turned @ points * np.float32(die.side) + die.centre[:, None].astype(np.float32), world
        )
        falling *= 1 - marks.depth * np.float32(self.rendering.bowl * die.look.pips.hollow)
        toward = -rays
        facing = np.clip(dots(bent, toward), 0.02, 1)
        mirrored = turned @ (2 * facing * bent - toward)
        fresnel = _SQUARED + (1 - _SQUARED) * (1 - facing) ** 5
        rough = material.rough
        reflected = self.sky.along(unit(mirrored), rough)
        if material.metal:
            shine = body + (1 - body) * fresnel
            lit = reflected * shine * np.float32(0.85) + body * falling * np.float32(0.15)
        else:
            lit = body * falling
            if material.clear:
                through = self._through(die, points, rays, normals, facing, body, falling)
                lit += (through - lit) * np.float32(material.clear)
        lit += (ink * falling - lit) * worn
        if not material.metal:
            # Paint is duller than the body around it.
            lit += reflected * fresnel * np.float32(material.gloss) * (1 - np.float32(0.5) * worn)
        return np.asarray(lit, np.float32)

    def _falling(self, die: Die, places: Vectors, normals: Vectors) -> Vectors:
        """(3, N) the light that falls on places of a die with normals, both in the table's space."""
        light = self.light
        towards = np.maximum(self._lamp @ normals, 0) / max(float(self._lamp[2]), self.rendering.lowest_light)
        upwards = normals[2] * np.float32(0.5) + np.float32(0.5)
        height = np.maximum(places[2], 0) / np.float32(die.side)
        crease = np.exp(-height / np.float32(self.rendering.crease)) * (1 - np.maximum(normals[2], 0))
        open_sky = 1 - np.float32(0.8 * light.contact) * crease
        reached = np.ones_like(towards)
        for other in self.dice:
            gap = other.centre - die.centre
            distance = float(np.linalg.norm(gap)) / die.side
            if other is die or distance > self.rendering.near + self.light.slope:
                continue
            reached *= self._shadow(other, places)
            if distance < self.rendering.near:
                away = other.centre.astype(np.float32)[:, None] - places
                far = np.sqrt(dots(away, away)) / np.float32(other.side)
                open_sky *= 1 - np.float32(0.4) * np.clip(dots(away, normals) / far / np.maximum(far, 0.5) ** 2, 0, 1)
        shade = np.array(light.shade_colour, np.float32)[:, None] * np.float32(0.4) + np.float32(0.6)
        ambient = shade * (upwards * open_sky) + self.sky.table[:, None] * ((1 - upwards) * open_sky * np.float32(0.7))
        return np.asarray(
            np.float32(1 - light.shadow) * ambient + np.float32(light.shadow) * (towards * reached), np.float32
        )

    def _shadow(self, other: Die, places: Vectors) -> Grey:
        """How much of the lamp's light another die lets through to places (3, N): (N,), 0 to 1."""
        turned = other.turned.T.astype(np.float32) / np.float32(other.side * 0.94)
        origins = turned @ (places - other.centre.astype(np.float32)[:, None])
        enter, leave = through_cube(origins, (turned @ self._lamp)[:, None])
        inside = np.where(leave > 0, leave - np.maximum(enter, 0), -1) / np.float32(0.05 + self.light.softness)
        return np.asarray(1 - np.clip(inside, 0, 1), np.float32)

    def _through(
        self, die: Die, points: Vectors, rays: Vectors, normals: Vectors, facing: Grey, body: Vectors, falling: Vectors
    ) -> Vectors:
        """(3, N) the light that comes through a clear body: of the far pips, the table and the room."""
        ratio = np.float32(1 / _GLASS)
        facing = np.clip(-dots(normals, rays), 0.02, 1)
        inner = ratio * rays + (ratio * facing - np.sqrt(1 - ratio**2 * (1 - facing**2))) * normals
        turned = die.turned.astype(np.float32)
        light = np.zeros_like(points)
        length = np.zeros(points.shape[1], np.float32)
        waiting = np.ones(points.shape[1], np.float32)
        here = points * np.float32(0.999)
        for last in (False, True):
            _, leave = through_cube(here, inner)
            leave = np.maximum(leave, 0)
            here = here + leave * inner
            length += leave
            axis = steepest(here)
            steep = np.abs(np.take_along_axis(inner, axis[None], 0)[0])
            ink = _Marks(die, here, 0.03, self.rendering).ink * waiting
            outside = self.sky.along(unit(turned @ inner), 0.5)
            absorbed = np.clip(body, 0.004, 1) ** (length * np.float32(0.9))
            light += absorbed * die.look.material.ink[:, None] * (ink * np.float32(0.6))
            waiting = waiting - ink
            # Beyond the critical angle the far side mirrors.
            leaves = 1.0 if last else np.where((1 - steep**2) * np.float32(_GLASS**2) < 1, 0.9, 0.0)
            light += absorbed * outside * (waiting * leaves).astype(np.float32)
            waiting = np.asarray(waiting * (1 - leaves), np.float32)
            np.put_along_axis(inner, axis[None], -np.take_along_axis(inner, axis[None], 0), 0)
            here *= np.float32(0.999)
        return np.asarray(light * (np.float32(0.4) + np.float32(0.6) * falling.mean(axis=0)), np.float32)


class _Marks:
    """Which points of a die's surface are painted, and where they lie in their pip.

    Args:
        die: the die.
        points: (3, N) in its own axes.
        pixel: the width of a pixel in sides, over which the paint's edge is softened.
        rendering: sizes of the logo.
    """

    def __init__(self, die: Die, points: Vectors, pixel: float, rendering: Rendering) -> None:
        pips, faces = die.look.pips, die.look.faces
        self.axis, column = steepest(points), np.arange(points.shape[1])
        face = 2 * self.axis + (points[self.axis, column] < 0)
        flat = np.stack([points[(self.axis + 1) % 3, column], points[(self.axis + 2) % 3, column]])
        self.away, squared = flat.copy(), np.zeros(len(face), np.float32)
        for number, value in enumerate(faces):
            chosen = np.flatnonzero(face == number)
            if len(chosen):
                self.away[:, chosen], squared[chosen] = _nearest(pips.places(value), flat[:, chosen])
        self.distance = _from_middle(pips.outline, self.away, squared)
        lone = face == faces.index(1)
        self.radius = np.where(lone, np.float32(pips.radius * pips.lone), np.float32(pips.radius))
        soft = np.float32(max(0.4 * pixel, 0.012))
        ink: Grey = np.asarray(np.clip((self.radius - self.distance) / soft + 0.5, 0, 1), np.float32)
        self.depth = ink
        if pips.ring:
            bare = np.clip((self.distance - self.radius * np.float32(pips.ring)) / soft + 0.5, 0, 1)
            ink = np.asarray(ink * bare, np.float32)
        if pips.halo[1]:
            inner, outer = (self.radius * np.float32(share) for share in pips.halo)
            within = np.clip((outer - self.distance) / soft + 0.5, 0, 1)
            halo = np.minimum(within, np.clip((self.distance - inner) / soft + 0.5, 0, 1))
            ink = np.asarray(np.maximum(ink, halo), np.float32)
        if pips.logo and lone.any():
            ink = np.where(lone, _logo(pips, flat, ink, rendering, die.look.grain_seed), ink)
            self.depth = np.where(lone & (pips.logo == "emblem"), 0, self.depth)
        self.ink = np.asarray(ink, np.float32)
        self.hollow = pips.hollow

    def hollowed(self, normals: Vectors) -> Vectors:
        """The normals, tilted where a pip is hollow: towards its middle."""
        if not self.hollow:
            return normals
        bent = normals.copy()
        column = np.arange(normals.shape[1])
        strength = np.float32(0.8 * self.hollow) * self.depth / self.radius
        bent[(self.axis + 1) % 3, column] -= strength * self.away[0]
        bent[(self.axis + 2) % 3, column] -= strength * self.away[1]
        return unit(bent)


def _nearest(places: Floats, flat: Light) -> tuple[Light, Grey]:
    """From the nearest of the places (K, 2) to each of the points (2, N): (2, N), and its square (N,)."""
    x, y = flat[0] - np.float32(places[0, 0]), flat[1] - np.float32(places[0, 1])
    least = x * x + y * y
    for place in places[1:].astype(np.float32):
        other_x, other_y = flat[0] - place[0], flat[1] - place[1]
        squared = other_x * other_x + other_y * other_y
        nearer = squared < least
        x, y, least = np.where(nearer, other_x, x), np.where(nearer, other_y, y), np.where(nearer, squared, least)
    return np.stack([x, y]), least


def _from_middle(outline: str, away: Light, squared: Grey) -> Grey:
    """(N,) how far places are from the middle of their pip, as its outline measures that."""
    x, y = np.abs(away)
    if outline == "square":
        return np.asarray(np.maximum(x, y) * np.float32(1.12), np.float32)
    if outline == "diamond":
        return np.asarray((x + y) * np.float32(0.85), np.float32)
    if outline == "oval":
        return np.asarray(np.hypot(x * np.float32(1.35), y * np.float32(0.9)), np.float32)
    return np.asarray(np.sqrt(squared), np.float32)


def _logo(pips: Pips, flat: Light, ink: Grey, rendering: Rendering, seed: int) -> Grey:
    """The paint of a one with a maker's sign, at places (2, N) of its face."""
    if pips.logo == "emblem":
        mask = glyph("GSAKDCMX&@"[seed % 10], 3)
        places = np.clip((flat / np.float32(2 * rendering.emblem) + np.float32(0.5)) * GLYPH, 0, GLYPH - 1)
        return np.asarray(mask[places[1].astype(int), places[0].astype(int)] / np.float32(255), np.float32)
    inner, outer = rendering.ring
    radius = np.hypot(flat[0], flat[1])
    letters = np.sin(np.arctan2(flat[1], flat[0]) * np.float32(9 + seed % 12)) + np.sin(radius * 60 + seed) * 0.7
    return np.asarray(np.maximum(ink, (radius > inner) & (radius < outer) & (letters > 0.2)), np.float32)


def _waves(points: Vectors, seed: int, scale: float) -> Grey:
    """(N,) float32 about -1 to 1: a smooth random field in space, of a few warped waves."""
    rng = np.random.default_rng(seed)
    turns = rng.normal(0.0, 1.0, (4, 3)).astype(np.float32)
    turns *= np.float32(scale * 6) / np.linalg.norm(turns, axis=1, keepdims=True)
    phase = rng.uniform(0, 2 * math.pi, (4, 1)).astype(np.float32)
    first = np.sin(turns[:2] @ points + phase[:2])
    second = np.sin(np.float32(1.7) * (turns[2:] @ points) + phase[2:] + np.float32(2.2) * first)
    return np.asarray((first[0] + second[0] + second[1]) / np.float32(2.2), np.float32)


def _along(points: Vectors, seed: int) -> Grey:
    """(N,) how far points are along a random direction."""
    direction = np.random.default_rng(seed).normal(0.0, 1.0, 3)
    return np.asarray((direction / np.linalg.norm(direction)).astype(np.float32) @ points)


def _rubbed(points: Vectors, die: Die) -> Grey:
    """What is left of the pips' paint: (N,), 0 to 1."""
    worn = die.look.material.wear
    field = _waves(points, die.look.grain_seed + 1, 2.6)
    return np.asarray(np.clip((field + np.float32(1 - 2 * worn)) * 3 + np.float32(0.5), 0.1, 1), np.float32)


def _pattern(die: Die, points: Vectors) -> Vectors:
    """(3, N) the body's own colour at points of it."""
    material, seed = die.look.material, die.look.grain_seed
    if material.pattern == "plain":
        return np.repeat(material.body[:, None], points.shape[1], axis=1)
    if material.pattern == "speckled":
        cells = np.floor(points * np.float32(9 * material.scale)).astype(np.int64) + 1000
        mixed = (cells[0] * 73856093 ^ cells[1] * 19349663 ^ cells[2] * 83492791 ^ seed * 2654435) & 0xFFFF
        share = (mixed < 0xFFFF * 0.4 * material.contrast).astype(np.float32)
    elif material.pattern == "grained":
        bend = _waves(points, seed, 0.4 * material.scale) * np.float32(0.08)
        rings = np.hypot(points[0] + np.float32(0.8), points[1] * np.float32(0.6)) + bend
        share = np.sin(rings * np.float32(45 * material.scale)) * np.float32(0.5) + np.float32(0.5)
        share *= np.float32(material.contrast)
    elif material.pattern == "streaked":
        share = np.clip(_waves(points * np.array([[4], [4], [0.7]], np.float32), seed, material.scale), 0, 1)
        share = share * np.float32(material.contrast)
    elif material.pattern == "banded":
        bend = _waves(points, seed, 0.5) * np.float32(0.8)
        share = np.sin(_along(points, seed) * np.float32(9 * material.scale) + bend) * np.float32(2) + np.float32(0.5)
        share = np.clip(share, 0, 1) * np.float32(material.contrast)
    elif material.pattern == "cracked":
        near = np.abs(_waves(points, seed, 0.6 * material.scale)) / np.float32(0.04 + 0.12 * material.contrast)
        share = np.clip(np.float32(1.5) - near, 0, 1)
    elif material.pattern == "spotted":
        waves = np.sin(points * np.float32(14 * material.scale) + np.float32(seed % 7)).prod(axis=0)
        share = np.clip(np.float32(material.contrast - 0.65) * 6 + waves * 12 - np.float32(3), 0, 1)
    else:
        field = _waves(points, seed, material.scale)
        share = np.clip(field * np.float32(1.3) + np.float32(material.contrast - 0.5) * 2 + np.float32(0.5), 0, 1)
    return np.asarray(material.body[:, None] + (material.second - material.body)[:, None] * share, np.float32)
