"""Paints tiles: their sides, their bodies' grain, the print with its wear, and what they mirror."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.qwirkle.tile import Tile
from models.synthesis import colour
from models.synthesis.block import Block, through
from models.synthesis.camera import Camera
from models.synthesis.canvas import Brush, Canvas, Region
from models.synthesis.filters import blurred, speckle
from models.synthesis.lettering import GLYPH, glyph
from models.synthesis.lighting import Lighting
from models.synthesis.look import Look
from models.synthesis.scene import Kind
from models.synthesis.shapes import outline

Floats = NDArray[np.float64]
Light = NDArray[np.float32]

_TONE = 1
"""The layer of a side's brush that holds how brightly it is lit."""
_INK, _EDGE = 1, 2
"""The layers of a top's brush that hold the print and the worn edges; the first holds the face."""


@dataclass(frozen=True)
class Finishing:
    """How the surfaces of tiles take the light.

    Args:
        grain_visible: pixels of a tile's side from which its grain is seen in full; below, it averages out.
        most_haze: what a face mirrors of the room is never brighter, as a share of white.
        uneven_body: standard deviation of the bodies' brightness between tiles, logarithmic.
        uneven_paint: the same for the print.
        printed_grain: how much of the body's grain shows in the print.
        crease, dark_side, lit_side: brightness of a body's sides, of 255: where it meets the table, away from the
            light, and how much more towards it.
        edge_light: how much light an edge catches at most, as a share of white.
        faint: wear and edges below this are not drawn.
    """

    grain_visible: float = 50
    most_haze: float = 0.3
    uneven_body: float = 0.12
    uneven_paint: float = 0.05
    printed_grain: float = 0.15
    crease: int = 60
    dark_side: int = 80
    lit_side: int = 120
    edge_light: float = 0.4
    faint: float = 0.005


class TilePainter:
    """Paints the tiles of one picture.

    Args:
        canvas: what is painted on.
        camera: who looks.
        light: where the light comes from.
        look: how the set looks.
        rng: the source of chance.
        finishing: how surfaces take the light.
    """

    def __init__(
        self,
        canvas: Canvas,
        camera: Camera,
        light: Lighting,
        look: Look,
        rng: np.random.Generator,
        finishing: Finishing = Finishing(),
    ) -> None:
        self.canvas, self.camera, self.look, self.rng, self.finishing = canvas, camera, look, rng, finishing
        self._body, self._letter_body = colour.hsv(*look.body), colour.hsv(*look.letters.body)
        self._letter_ink = colour.hsv(*look.letters.ink)
        self._inks = {name: look.colour(name) for name in look.paint}
        self._towards_light = -light.cast / (np.linalg.norm(light.cast) + 1e-9)
        # The fields are as fine as the tiles are large, so that a grain is about a pixel.
        self._density = float(np.clip(camera.focal / camera.distance, 10, 128))
        size = int(self._density * 4)
        fine = speckle(rng, (size, size))
        streaks = blurred(fine, self._density / 8, 0.5)
        shown = np.float32(look.grain * min(1.0, self._density / finishing.grain_visible))
        self._grain = shown * (np.float32(0.7) * streaks / streaks.std() + np.float32(0.35) * fine)
        coarse = blurred(speckle(rng, (size, size)), max(0.7, self._density / 28))
        self._blotches = coarse / coarse.std()

    def paint(self, block: Block, number: int) -> None:
        """Paints a block; the pixels of its top are marked as owned by ``number``."""
        body = self._letter_body if block.piece.kind is Kind.LETTER else self._body
        lit = body * np.float32(math.exp(self.rng.normal(0.0, self.finishing.uneven_body)))
        self._paint_sides(block, lit)
        self._paint_top(block, lit, number)

    def _paint_sides(self, block: Block, body: Light) -> None:
        """All sides at once: one mask of where they are, and one of how brightly each is lit."""
        points = np.concatenate([block.corners, block.bottom])
        region = self.canvas.region(points)
        if region.empty:
            return
        hull = cv2.convexHull(points.astype(np.float32))[:, 0].astype(np.float64)
        brush = Brush(region, layers=2)
        brush.fill(hull)
        brush.fill(hull, self.finishing.crease, layer=_TONE)
        toned = self._lit_sides(block)
        for index in np.flatnonzero(_facing(block)).tolist():
            quad = points[[index, (index + 1) % 4, (index + 1) % 4 + 4, index + 4]]
            brush.fill(quad, toned[index], layer=_TONE)
            if self.look.edge > self.finishing.faint:
                rim = self.finishing.dark_side + int(170 * self.look.edge * self.rng.random())
                brush.stroke(quad[:2], 0.6, min(255, rim), layer=_TONE)
        sheen = np.float32(abs(self.rng.normal(0.0, 0.015)))
        mask, tone = brush.covers()
        tone /= np.maximum(mask, np.float32(1e-3))
        self.canvas.paint(region, mask, _mixed([tone], [body + sheen]))

    def _lit_sides(self, block: Block) -> list[int]:
        """The tone of each side, of 255."""
        along = _following(block.foot) - block.foot
        towards = along @ [-self._towards_light[1], self._towards_light[0]] / block.piece.size
        tones = self.finishing.dark_side - self.finishing.lit_side * np.minimum(towards, 0.0)
        return [int(tone) for tone in tones]

    def _paint_top(self, block: Block, body: Light, number: int) -> None:
        """Mixes three colours by a mask each: the body's, the print's and white."""
        region = self.canvas.region(block.corners)
        if region.empty:
            return
        brush = Brush(region, layers=3)
        brush.fill(block.top)
        if block.piece.tile is not None:
            self._draw_shape(brush, block, block.piece.tile)
        if self.look.edge > self.finishing.faint:
            self._draw_edges(brush, block)
        face, ink, edges = brush.covers()
        grain = self._patch(self._grain, region, block)
        paint, density = self._paint(block, region, ink, grain)
        white = self._mirrored(block, region, grain)
        white += edges * np.float32(self.finishing.edge_light * self.look.edge)
        if self.look.outline > 0 and block.piece.tile is not None:
            rim = np.asarray(cv2.dilate(ink, np.ones((3, 3), np.uint8)), np.float32) - ink
            white += rim * np.float32(self.look.outline)
        ground = (1 - ink) * np.maximum(1 + grain, np.float32(0.1))
        self.canvas.paint(region, face, _mixed([ground, density, white], [body, paint, np.ones(3, np.float32)]), number)

    def _draw_shape(self, brush: Brush, block: Block, tile: Tile) -> None:
        look, rng = self.look, self.rng
        turn, (x, y) = rng.normal(0.0, look.mistwist), rng.normal(0.0, look.misprint, 2)
        cos, sin = math.cos(turn), math.sin(turn)
        printed = block.face @ np.array([[cos, -sin, x], [sin, cos, y], [0.0, 0.0, 1.0]])
        for polygon in outline(tile.shape, look.proportions):
            brush.fill(through(printed, polygon), layer=_INK)
        for _ in range(int(rng.poisson(look.scratches))):
            ends = through(block.face, rng.uniform(-0.45, 0.45, 2) + rng.normal(0.0, 0.15, (2, 2)))
            brush.stroke(ends, 0.012 * block.side, 0, layer=_INK)

    def _draw_edges(self, brush: Brush, block: Block) -> None:
        """Light that worn or rounded edges catch, unequally on the four sides."""
        inner = block.corners * 0.99 + block.corners.mean(axis=0) * 0.01
        for index, following in enumerate((1, 2, 3, 0)):
            value = int(255 * self.rng.random() ** 2)
            brush.stroke(inner[[index, following]], max(0.4, 0.02 * block.side), value, layer=_EDGE)

    def _paint(self, block: Block, region: Region, ink: Light, grain: Light) -> tuple[Light, Light]:
        """The print's colour and its density (h, w); wear takes from ``ink`` in place."""
        look, rng = self.look, self.rng
        if block.piece.tile is None:
            if block.piece.text:
                ink += self._letter(block, region)
            return self._letter_ink, ink
        blotches = self._patch(self._blotches, region, block)
        wear = look.wear * rng.uniform(0.2, 1.6)
        if wear > self.finishing.faint:
            ink *= np.maximum(np.minimum(np.float32(5.2 - 24 * wear) - 2 * blotches, 1), np.float32(0.1))
        shade = 1 + np.float32(self.finishing.printed_grain) * grain + np.float32(look.mottle) * blotches
        paint = self._inks[block.piece.tile.colour] * np.float32(math.exp(rng.normal(0.0, self.finishing.uneven_paint)))
        return paint, ink * np.maximum(np.minimum(shade, np.float32(1.3)), np.float32(0.3))

    def _letter(self, block: Block, region: Region) -> Light:
        style = self.look.letters
        to_face = np.array([[1.0, 0.0, -GLYPH / 2], [0.0, 1.0, -GLYPH / 2], [0.0, 0.0, GLYPH / style.scale]])
        mask = glyph(block.piece.text, style.bold) / np.float32(255)
        soft = blurred(np.asarray(mask, np.float32), max(0.3, 0.4 * GLYPH / max(block.side * style.scale, 4.0)))
        return np.asarray(cv2.warpPerspective(soft, region.shift @ block.face @ to_face, region.size), np.float32)

    def _mirrored(self, block: Block, region: Region, grain: Light) -> Light:
        """What the face mirrors of the room (h, w): stronger towards one side, and rough where it is strong."""
        haze = self.look.haze * math.exp(self.rng.normal(0.0, 1.1 * self.look.haze_spread))
        haze = min(haze, self.finishing.most_haze)
        x, y = (self.rng.normal(0.0, 0.5, 2) / max(block.side, 4.0)).tolist()
        middle = block.corners.mean(axis=0).tolist()
        across = np.arange(region.left - middle[0], region.right - middle[0], dtype=np.float32)[: region.size[0]]
        down = np.arange(region.top - middle[1], region.bottom - middle[1], dtype=np.float32)[: region.size[1]]
        ramp = np.float32(haze * x) * across[None, :] + np.float32(haze * y) * down[:, None]
        rough = np.float32(haze * self.rng.uniform(0.05, 0.4) / max(self.look.grain, 0.1))
        return np.asarray(np.maximum(np.float32(haze) + ramp + rough * grain, 0), np.float32)

    def _patch(self, field: Light, region: Region, block: Block) -> Light:
        """A random part of a field, laid on a face: (h, w) float32."""
        reach = 0.55 * self._density
        x, y = self.rng.uniform(reach, field.shape[0] - reach, 2).tolist()
        to_face = np.array([[1.0, 0.0, -x], [0.0, 1.0, -y], [0.0, 0.0, self._density]])
        matrix = region.shift @ block.face @ to_face
        return np.asarray(cv2.warpPerspective(field, matrix, region.size, borderMode=cv2.BORDER_REFLECT), np.float32)


def _mixed(masks: list[Light], colours: list[Light]) -> Light:
    """(h, w, 3): the sum of each colour (3,) times its mask (h, w)."""
    return np.asarray(cv2.transform(cv2.merge(masks), np.stack(colours, axis=1)), np.float32)


def _following(corners: Floats) -> Floats:
    """Each corner's successor."""
    return np.asarray(corners[[1, 2, 3, 0]])


def _facing(block: Block) -> NDArray[np.bool_]:
    """(4,) bool: which sides face the camera: those whose corners run clockwise in the picture.

    Half the cross product of a quadrangle's diagonals is its area, with a sign.
    """
    across, down = _following(block.bottom) - block.corners, block.bottom - _following(block.corners)
    return np.asarray(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0] > 1.0)
