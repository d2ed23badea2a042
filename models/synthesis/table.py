"""Renders a table: the surface, what lies on it, the light, and the camera that looks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from models.synthesis import lighting as lights
from models.synthesis import sensor as sensors
from models.synthesis.block import Block, stand
from models.synthesis.camera import Camera
from models.synthesis.canvas import Canvas, Region
from models.synthesis.filters import threefold
from models.synthesis.layout import Layout, Room, Surface
from models.synthesis.lighting import Lighting
from models.synthesis.look import Look
from models.synthesis.painter import TilePainter
from models.synthesis.scene import RenderedTile, Scene

Light = NDArray[np.float32]


def render(layout: Layout, camera: Camera, light: Lighting, look: Look, rng: np.random.Generator) -> Scene:
    """A photo of a table, and the truth about it.

    Args:
        layout: what lies on the table, and what covers it.
        camera: where the camera stands and what it does to the light.
        light: the lamps.
        look: the set of tiles.
        rng: the source of every small chance: the wear of each tile, the noise of each pixel.

    Returns:
        The scene; the same arguments and generator state give the same scene, byte by byte.
    """
    canvas, blocks = painted(layout, camera, light, look, rng)
    for hand in layout.hands:
        hand.shade(canvas)
        hand.paint(canvas)
    image = exposed(canvas, camera, light, rng)
    return Scene(image, _truth(blocks, canvas, camera))


def painted(
    layout: Layout, camera: Camera, light: Lighting, look: Look, rng: np.random.Generator
) -> tuple[Canvas, list[Block]]:
    """All that is on a table, below the hands and before the photo is taken; for the arguments see `render`.

    Returns:
        What is painted, and the pieces on it in the order of the layout.
    """
    canvas = Canvas(ground(layout.surface, camera))
    if layout.room is not None:
        show_room(canvas, layout.room, camera)
    for sheet in layout.sheets:
        sheet.paint(canvas, camera)
    blocks = stand(layout.pieces, camera, look)
    solids = [solid for solid in layout.solids if camera.ahead(solid.foot)]
    feet = [block.foot for block in blocks] + [solid.foot for solid in solids]
    heights = [block.height for block in blocks] + [solid.height for solid in solids]
    canvas.light *= lights.shadows(light, camera, feet, heights)
    painter = TilePainter(canvas, camera, light, look, rng)
    steps: list[tuple[float, Callable[[], None]]] = [
        (solid.depth(camera), partial(solid.paint, canvas, camera)) for solid in solids
    ]
    steps += [(block.depth, partial(painter.paint, block, number)) for number, block in enumerate(blocks, 1)]
    for _, step in sorted(steps, key=lambda step: -step[0]):
        step()
    return canvas, blocks


def exposed(canvas: Canvas, camera: Camera, light: Lighting, rng: np.random.Generator) -> NDArray[np.uint8]:
    """The photo of all that is painted, (H, W, 3) uint8 BGR: in its light, through the lens, on the sensor."""
    canvas.light *= light.field(camera)
    if light.spot > 0:
        canvas.light += threefold(light.glare(camera))
    if camera.bending is not None:
        canvas.bend(*camera.bending)
    return sensors.expose(canvas.light, camera.sensor, rng)


def ground(surface: Surface, camera: Camera) -> Light:
    """The bare table as the camera sees it: (H, W, 3) float32 linear BGR."""
    scale = surface.span / surface.texture.shape[1]
    cos, sin = np.cos(surface.turn) * scale, np.sin(surface.turn) * scale
    to_plane = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
    matrix = camera.plane() @ to_plane
    size = (camera.width, camera.height)
    seen = cv2.warpPerspective(surface.texture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
    return np.asarray(seen, np.float32)


def show_room(canvas: Canvas, room: Room, camera: Camera) -> None:
    """Lays the room over all that is not table; an edge of the table is a straight line in the picture."""
    to_ground = np.linalg.inv(camera.plane())
    beyond = np.full((canvas.height, canvas.width), -np.inf, np.float32)
    for angle, reach in room.edges:
        a, b, c = np.array([np.cos(angle), np.sin(angle), -reach]) @ to_ground
        line = np.array([a, b, c], np.float32) / np.float32(np.hypot(a, b))
        across = np.arange(canvas.width, dtype=np.float32) * line[0]
        down = np.arange(canvas.height, dtype=np.float32) * line[1] + line[2]
        np.maximum(beyond, across[None, :] + down[:, None], out=beyond)
    shown = cv2.boundingRect((beyond > 0).astype(np.uint8))
    region = Region(shown[0], shown[1], shown[0] + shown[2], shown[1] + shown[3])
    if region.empty:
        return
    beyond = beyond[region.slices]
    picture = cv2.resize(room.picture, (canvas.width, canvas.height), interpolation=cv2.INTER_LINEAR)[region.slices]
    canvas.paint(region, np.clip(beyond + np.float32(0.5), 0, 1), room.rim_colour)
    canvas.paint(region, np.clip(beyond - np.float32(room.rim), 0, 1), np.asarray(picture, np.float32))


def _truth(blocks: list[Block], canvas: Canvas, camera: Camera) -> tuple[RenderedTile, ...]:
    shown = np.bincount(canvas.owner.ravel(), minlength=len(blocks) + 1)
    right, bottom = canvas.width - 0.5, canvas.height - 0.5
    frame = np.array([[-0.5, -0.5], [right, -0.5], [right, bottom], [-0.5, bottom]], np.float32)
    tiles = []
    for number, block in enumerate(blocks, 1):
        area = cv2.contourArea(camera.bent(block.top).astype(np.float32))
        corners = camera.bent(block.corners)
        inside, _ = cv2.intersectConvexConvex(corners.astype(np.float32), frame)
        if inside <= 0 or area <= 0:
            continue
        cut = bool((corners < -0.5).any() or (corners > [right, bottom]).any())
        visible = float(min(1.0, shown[number] / area))
        tiles.append(RenderedTile(corners, block.piece.kind, block.piece.tile, visible, cut))
    return tuple(tiles)
