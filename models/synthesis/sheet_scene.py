"""Tables with Qwixx score sheets as they come: printing, pens, hands, paper, light and camera by chance."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.synthesis import colour, surface
from models.synthesis.arrangement import Arrangement, somewhere
from models.synthesis.belongings import Disorder, add_solids, random_hand
from models.synthesis.camera import Camera
from models.synthesis.clutter import Hand as Limbs
from models.synthesis.clutter import Sheet, Solid, rectangle
from models.synthesis.forms import random_form
from models.synthesis.layout import Flat, Layout, Surface
from models.synthesis.look import Look
from models.synthesis.paper import Bend, Paper, Shade, worn
from models.synthesis.pens import CLEAR, UNCLEAR, Hand, Mark, PenKind, draw, written
from models.synthesis.pens import random_hand as random_writer
from models.synthesis.random_table import TableRanges, random_camera, random_lighting
from models.synthesis.score_sheet import (
    AMERICAN,
    COLUMNS,
    EUROPEAN,
    Edition,
    Print,
    Printing,
    Typeface,
    printed,
    random_dress,
)
from models.synthesis.table import render

Floats = NDArray[np.float64]
Light = NDArray[np.float32]
Marks = NDArray[np.int8]
Range = tuple[float, float]
SurfaceMaker = Callable[[np.random.Generator], Light]
ShadeMaker = Callable[[np.random.Generator, Floats, float], tuple[Floats, ...]]


@dataclass(frozen=True, eq=False)
class Ink:
    """What is written on a sheet, apart from its print, as it lies flat; places in pixels of that picture.

    Args:
        picture: (H, W) uint8, how much of the paper the ink covers, 0 to 255.
        cells: (4, 12, 2) float64, the middles of each row's cells and its lock.
        boxes: (4, 2) float64, those of the boxes for penalties.
        axes: (2, 2) float64, the way to the next cell of a row, and to the next row.
    """

    picture: NDArray[np.uint8]
    cells: Floats
    boxes: Floats
    axes: Floats


@dataclass(frozen=True, eq=False)
class RenderedSheet:
    """A sheet in the picture, exactly; places in pixels, the middle of the first is 0, 0.

    Args:
        edition: which Qwixx it is for; all but the standard one are to be refused.
        corners: (4, 2) float64 of the coloured block, from its printed top left clockwise.
        cells: (4, 12, 2) float64, the middles of each row's eleven cells and its lock.
        cell_axes: (4, 12, 2, 2) float64, at each of them the way to the next cell of the row and to the next row.
        boxes: (4, 2) float64, the middles of the boxes for penalties.
        box_axes: (4, 2, 2) float64, the same for these.
        bonus: (B, 2) float64, the middles of bonus fields, which only Big Points has.
        bonus_axes: (B, 2, 2) float64.
        marks: (4, 12) int8, a `Mark` for each cell and lock.
        penalties: (4,) int8, a `Mark` for each box.
        shown: (4, 12) float64, the share of each cell and lock that is in the picture and not covered, by five probes.
        boxes_shown: (4,) float64.
        bonus_shown: (B,) float64.
        contrast: by how much the faintest pen used on it darkens white paper in the picture, 0 to 1.
        ink: what is written on it, before it was laid on the table.
    """

    edition: Edition
    corners: Floats
    cells: Floats
    cell_axes: Floats
    boxes: Floats
    box_axes: Floats
    bonus: Floats
    bonus_axes: Floats
    marks: Marks
    penalties: Marks
    shown: Floats
    boxes_shown: Floats
    bonus_shown: Floats
    contrast: float
    ink: Ink

    @property
    def visible(self) -> NDArray[np.bool_]:
        """(4, 12) bool: which cells and locks show wholly."""
        return np.asarray(self.shown == 1)

    @property
    def boxes_visible(self) -> NDArray[np.bool_]:
        """(4,) bool: which boxes for penalties do."""
        return np.asarray(self.boxes_shown == 1)

    @property
    def bonus_visible(self) -> NDArray[np.bool_]:
        """(B,) bool: which bonus fields do."""
        return np.asarray(self.bonus_shown == 1)

    @property
    def whole(self) -> bool:
        """Whether every cell, lock and box shows."""
        return bool(self.visible.all() and self.boxes_visible.all())

    @property
    def pitch(self) -> float:
        """The mean distance from one cell to the next in its row, in pixels."""
        return float(np.linalg.norm(self.cell_axes[:, :, 0], axis=-1).mean())


@dataclass(frozen=True, eq=False)
class SheetScene:
    """A rendered table: (H, W, 3) uint8 BGR, and the sheets on it, other editions included."""

    image: NDArray[np.uint8]
    sheets: tuple[RenderedSheet, ...]


def half_plane(rng: np.random.Generator, at: Floats, reach: float) -> tuple[Floats, ...]:
    """The shadow of something large: all on one side of a line near a place."""
    turn = rng.uniform(0, 2 * np.pi)
    along = np.array([np.cos(turn), np.sin(turn)])
    x, y = (at + along * reach * (1 + rng.normal(0, 0.25))).tolist()
    return (rectangle(x, y, 2 * reach, 4 * reach, turn),)


def patch(rng: np.random.Generator, at: Floats, reach: float) -> tuple[Floats, ...]:
    """The shadow of a head, a cup or a box."""
    angles = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(5, 12))))
    radius = reach * rng.uniform(0.2, 0.7)
    middle = at + rng.normal(0, 0.4, 2) * reach
    return (middle + radius * np.stack([np.cos(angles), np.sin(angles)], axis=1),)


def blinds(rng: np.random.Generator, at: Floats, reach: float) -> tuple[Floats, ...]:
    """The shadows of a window's bars."""
    turn, pitch = rng.uniform(0, 2 * np.pi), reach * rng.uniform(0.25, 0.6)
    along = np.array([np.cos(turn), np.sin(turn)])
    share = rng.uniform(0.2, 0.6)
    middles = [at + along * pitch * (index + rng.normal(0, 0.05)) for index in range(-4, 5)]
    return tuple(rectangle(x, y, pitch * share, 4 * reach, turn) for x, y in (m.tolist() for m in middles))


@dataclass(frozen=True)
class Family:
    """What training may see, or what it never saw.

    Args:
        faces: typefaces of the print.
        pens: the pens and how often each is taken.
        surfaces: what tables are covered with.
        shades: the shapes of large shadows.
        tremor: of the hands that draw.
        printings: the common proportions.
        spread: how far printings differ from those, in column pitches.
        kelvin: the light's colour left after the white balance.
    """

    faces: tuple[Typeface, ...]
    pens: tuple[tuple[PenKind, float], ...]
    surfaces: tuple[SurfaceMaker, ...]
    shades: tuple[ShadeMaker, ...]
    tremor: Range
    printings: tuple[Printing, ...]
    spread: float
    kelvin: Range


BALLPOINT = PenKind((0.013, 0.05), (0.7, 1.0), (104.0, 122.0), (0.6, 1.0), (0.15, 0.6), (0.0, 0.3))
BLACK_PEN = PenKind((0.012, 0.06), (0.75, 1.0))
RED_PEN = PenKind((0.025, 0.06), (0.7, 1.0), (170.0, 184.0), (0.7, 1.0), (0.4, 0.85))
PENCIL = PenKind((0.02, 0.06), (0.35, 0.8), value=(0.1, 0.4), grain=(0.3, 0.9))
FELT_TIP = PenKind((0.06, 0.18), (0.75, 1.0), (0.0, 180.0), (0.5, 1.0), (0.05, 0.7), glazing=True)
MARKER = PenKind((0.12, 0.24), (0.85, 1.0), (95.0, 125.0), (0.0, 0.9), (0.03, 0.3))
GREEN_GEL = PenKind((0.03, 0.07), (0.8, 1.0), (55.0, 85.0), (0.6, 1.0), (0.2, 0.55))
PURPLE_FINELINER = PenKind((0.02, 0.05), (0.75, 1.0), (128.0, 155.0), (0.5, 1.0), (0.2, 0.6))
SOFT_PENCIL = PenKind((0.04, 0.08), (0.5, 0.9), value=(0.05, 0.3), grain=(0.5, 1.0))
BROWN_FELT_TIP = PenKind((0.07, 0.16), (0.8, 1.0), (6.0, 14.0), (0.5, 0.9), (0.15, 0.5), glazing=True)
WASHABLE_INK = PenKind((0.03, 0.08), (0.55, 0.95), (96.0, 104.0), (0.6, 1.0), (0.25, 0.7), (0.0, 0.2), glazing=True)

TRAINING = Family(
    faces=(
        Typeface("pillow", 2),
        Typeface("pillow", 4),
        Typeface("pillow", 5),
        Typeface("sans", 450),
        Typeface("sans", 600),
        Typeface("sans", 700),
        Typeface("uni", 400),
        Typeface("pillow", 2, slant=0.3),
        Typeface("pillow", 5, slant=0.15),
        Typeface("uni", 600, slant=0.25),
    ),
    pens=((BALLPOINT, 0.35), (BLACK_PEN, 0.2), (RED_PEN, 0.05), (PENCIL, 0.2), (FELT_TIP, 0.12), (MARKER, 0.08)),
    surfaces=(surface.plain, surface.plain, surface.wood, surface.wood, surface.cloth, surface.printed),
    shades=(half_plane, patch),
    tremor=(0.0, 0.015),
    printings=(EUROPEAN, AMERICAN),
    spread=0.02,
    kelvin=(2500.0, 9000.0),
)
UNSEEN = Family(
    faces=(Typeface("italic", 550), Typeface("pillow", 3), Typeface("sans", 850)),
    pens=((GREEN_GEL, 0.2), (PURPLE_FINELINER, 0.25), (SOFT_PENCIL, 0.25), (BROWN_FELT_TIP, 0.1), (WASHABLE_INK, 0.2)),
    surfaces=(surface.felt, surface.marble),
    shades=(blinds,),
    tremor=(0.01, 0.025),
    printings=(replace(EUROPEAN, digit=0.52, condensed=0.8), replace(AMERICAN, digit=0.5, condensed=0.78)),
    spread=0.015,
    kelvin=(3000.0, 8000.0),
)
"""Pens, typefaces, tables, shadows and hands that no network was trained on."""


@dataclass(frozen=True)
class SheetRanges:
    """How far sheets and tables differ; lengths in column pitches unless said otherwise.

    Args:
        family: what is drawn from.
        editions: how often a sheet is for each.
        counts: how likely 0, 1, 2, … sheets are.
        whole: whether the first sheet lies wholly in the picture, uncovered.
        level: share of sheets that lie upright as the camera sees the table.
        empty: share of sheets without any mark.
        wild: share of sheets whose marks keep no rule.
        doubts: share of sheets with unclear marks.
        bent: share of bent sheets.
        shaded: share of tables with a large shadow.
        darkness: what such a shadow leaves of the light.
        forms: chance of one more form that is no sheet, again and again.
        disorder: what else lies about.
        table: the camera, the light and the rest.
        inkless: whether the marks leave no ink, all else alike: what differs in the photo is how marks show.
    """

    family: Family = TRAINING
    editions: tuple[tuple[Edition, float], ...] = (
        (Edition.STANDARD, 0.78),
        (Edition.BIG_POINTS, 0.08),
        (Edition.MIXED_COLOURS, 0.08),
        (Edition.MIXED_NUMBERS, 0.06),
    )
    counts: tuple[float, ...] = (0.12, 0.5, 0.22, 0.1, 0.06)
    whole: bool = False
    level: float = 0.5
    empty: float = 0.12
    wild: float = 0.25
    doubts: float = 0.45
    bent: float = 0.5
    shaded: float = 0.4
    darkness: Range = (0.25, 0.75)
    forms: float = 0.35
    disorder: Disorder = field(default_factory=lambda: Disorder(sheets=0.0, solids=0.45, lid=0.0, hand=0.1))
    table: TableRanges = field(
        default_factory=lambda: TableRanges(steep=0.4, oblique=0.25, oblique_tilt=(40.0, 60.0), dim=0.08)
    )
    inkless: bool = False


WHOLE = SheetRanges(
    editions=((Edition.STANDARD, 1.0),),
    counts=(0.0, 1.0),
    whole=True,
    forms=0.2,
    disorder=Disorder(sheets=0.0, solids=0.3, lid=0.0, hand=0.0),
    table=TableRanges(steep=0.4, oblique=0.0, middle_tilt=(0.0, 45.0), dim=0.05),
)
"""One whole sheet, slanted up to 45 degrees: what a player photographs to have it counted."""


def random_sheet_scene(
    rng: np.random.Generator,
    width: int,
    height: int,
    pitch: Range,
    backgrounds: Sequence[NDArray[np.uint8]] = (),
    ranges: SheetRanges = SheetRanges(),
) -> SheetScene:
    """A table with sheets, of which everything is left to chance.

    Args:
        rng: the only source of chance.
        width: of the picture in pixels.
        height: of the picture in pixels.
        pitch: the range of the distance from cell to cell in pixels; log-uniform.
        backgrounds: photos, (H, W, 3) uint8 BGR, used as tables.
        ranges: what is likely, and how far things differ.

    Returns:
        The scene; equal generator states and arguments give equal scenes.
    """
    return _Table(rng, width, height, pitch, backgrounds, ranges).scene()


@dataclass(frozen=True, eq=False)
class _Placed:
    """A sheet on the table: its print and its paper, what is marked on it, with how much contrast, and the ink."""

    sheet: Print
    paper: Paper
    marks: Marks
    penalties: Marks
    contrast: float
    ink: Light


class _Table:
    """Lays one table, sheet by sheet."""

    def __init__(
        self,
        rng: np.random.Generator,
        width: int,
        height: int,
        pitch: Range,
        backgrounds: Sequence[NDArray[np.uint8]],
        ranges: SheetRanges,
    ) -> None:
        self.rng, self.ranges, self.backgrounds = rng, ranges, backgrounds
        self.family = ranges.family
        self.pixels = math.exp(rng.uniform(*np.log(pitch)))
        self.pitch = rng.uniform(0.55, 0.75)
        """Of the sheets, in the table's unit, a tile's side: a cell is 15 mm wide and a tile 23."""
        table = replace(ranges.table, kelvin=self.family.kelvin)
        self.camera = random_camera(rng, width, height, self.pixels / self.pitch, table)
        self.light = random_lighting(rng, table)
        self.lamp = rng.normal(0, 0.5, 2)

    def scene(self) -> SheetScene:
        rng, ranges, camera = self.rng, self.ranges, self.camera
        count = int(rng.choice(len(ranges.counts), p=ranges.counts))
        placed: list[_Placed] = [place for index in range(count) if (place := self.place(index)) is not None]
        papers = [sheet.paper for sheet in placed]
        flat: list[Flat] = [*self.forms(papers), *papers]
        if rng.random() < ranges.shaded:
            flat.append(self.shade(papers))
        arrangement = Arrangement()
        add_solids(arrangement, rng, camera, ranges.disorder)
        solids = [solid for solid in arrangement.solids if camera.ahead(solid.foot)]
        if ranges.whole:
            solids = [solid for solid in solids if not self.covers(solid, papers[0])]
        side = self.pixels / self.pitch
        hands = (random_hand(rng, camera, side),) if rng.random() < ranges.disorder.hand else ()
        ground = Surface(self.surface(), math.exp(rng.uniform(1.5, 3.6)), rng.uniform(0, 2 * math.pi))
        layout = Layout(ground, (), None, tuple(flat), tuple(solids), hands)
        image = render(layout, camera, self.light, Look(), rng).image
        sheets = []
        for index, sheet in enumerate(placed):
            sheets.append(_truth(sheet, camera, _covers(camera, papers[index + 1 :], solids, hands)))
        return SheetScene(image, tuple(sheets))

    def surface(self) -> Light:
        makers = self.family.surfaces
        if self.backgrounds and self.rng.random() < 0.3:
            return surface.random_surface(self.rng, self.backgrounds)
        return makers[int(self.rng.integers(len(makers)))](self.rng)

    def place(self, index: int) -> _Placed | None:
        """A sheet with its marks, laid somewhere in view; None where there is no room."""
        rng, ranges = self.rng, self.ranges
        editions, shares = zip(*ranges.editions, strict=True)
        edition = editions[int(rng.choice(len(editions), p=shares))]
        base = self.family.printings[int(rng.integers(len(self.family.printings)))]
        printing = base.varied(rng, self.family.spread * rng.uniform(0, 1))
        sheet = printed(printing, random_dress(rng, self.family.faces), self.detail(), rng, edition)
        picture = colour.decode(sheet.picture)
        marks, penalties, contrast, ink = self.marked(picture, sheet)
        if rng.random() < 0.7:
            picture = worn(picture, rng, rng.uniform(0, 1) ** 2)
        bend = self.bend() if rng.random() < ranges.bent else Bend()
        shine = (float(self.lamp[0]), float(self.lamp[1]))
        paper = Paper(picture, np.eye(3), sheet.pitch, sheet.origin, bend, shine)
        for attempt in range(12):
            laid = self.laid(paper, index, attempt)
            if laid is not None:
                return _Placed(sheet, laid, marks, penalties, contrast, ink)
        return None

    def detail(self) -> float:
        """Pixels to a column pitch of the flat picture: a little more than the photo shows."""
        return float(np.clip(1.15 * self.pixels, 18, 96))

    def laid(self, paper: Paper, index: int, attempt: int) -> Paper | None:
        """The paper at a random place and turn; None where it can't lie there."""
        rng, ranges, camera = self.rng, self.ranges, self.camera
        scale = self.pitch * (0.93**attempt if ranges.whole else 1.0)
        turn = rng.normal(0, 0.15) if rng.random() < ranges.level else rng.uniform(0, 2 * math.pi)
        spread = 0.15 if ranges.whole else 0.7
        at = np.array(somewhere(rng, camera, spread))
        cos, sin = math.cos(turn) * scale, math.sin(turn) * scale
        middle = paper.origin + paper.size / 2
        matrix = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
        matrix[:2, 2] = at - matrix[:2, :2] @ middle
        laid = replace(paper, place=matrix)
        outline = laid.outline() @ matrix[:2, :2].T + matrix[:2, 2]
        if not camera.ahead(outline):
            return None
        if ranges.whole:
            seen = camera.bent(laid.seen(camera, laid.outline()))
            margin = 3.0
            inside = (seen > margin).all() and (seen < [camera.width - margin, camera.height - margin]).all()
            return laid if inside else None
        return laid

    def bend(self) -> Bend:
        rng = self.rng
        curls = rng.random() < 0.4
        return Bend(
            height=min(rng.exponential(0.012), 0.05),
            turn=rng.uniform(0, np.pi),
            waves=rng.uniform(0.3, 1.1),
            phase=rng.uniform(0, 2 * np.pi),
            corner=(int(rng.choice([-1, 1])), int(rng.choice([-1, 1]))),
            curl=min(rng.exponential(0.03), 0.1) if curls else 0.0,
            fold=rng.uniform(0.3, 0.8),
        )

    def forms(self, papers: Sequence[Paper]) -> list[Flat]:
        """Forms that are no sheets, lying under them."""
        rng, camera = self.rng, self.camera
        forms: list[Flat] = []
        while rng.random() < (self.ranges.forms if papers else 0.75) and len(forms) < 5:
            picture = random_form(rng)
            x, y = somewhere(rng, camera, 1.0)
            width = self.pitch * picture.shape[1] / rng.uniform(16, 40)
            height = width * picture.shape[0] / picture.shape[1]
            forms.append(Sheet(picture, rectangle(x, y, width, height, rng.uniform(0, 2 * math.pi))))
        return forms

    def shade(self, papers: Sequence[Paper]) -> Shade:
        rng = self.rng
        if papers and rng.random() < 0.8:
            paper = papers[int(rng.integers(len(papers)))]
            middle = paper.origin + paper.size * rng.uniform(0.2, 0.8, 2)
            at = paper.place[:2, :2] @ middle + paper.place[:2, 2]
        else:
            at = np.array(somewhere(rng, self.camera, 0.8))
        makers = self.family.shades
        outlines = makers[int(rng.integers(len(makers)))](rng, at, 13 * self.pitch)
        left = rng.uniform(*self.ranges.darkness) * np.exp(rng.normal(0, 0.06, 3))
        return Shade(outlines, math.exp(rng.uniform(-4, 0)), np.clip(left, 0.05, 1).astype(np.float32))

    def covers(self, solid: Solid, paper: Paper) -> bool:
        """Whether a solid stands before the paper as the camera sees it, or near it."""
        hull = _hull(self.camera, solid).astype(np.float32)
        page = cv2.convexHull(paper.seen(self.camera, paper.outline()).astype(np.float32)).reshape(-1, 2)
        area, _ = cv2.intersectConvexConvex(hull, page)
        return area > 0

    def marked(self, picture: Light, sheet: Print) -> tuple[Marks, Marks, float, Light]:
        """Draws a player's marks on the picture; what they are, how little contrast they have at least, and the ink."""
        rng = self.rng
        marks, penalties = played(rng, self.ranges)
        kinds, shares = zip(*self.family.pens, strict=True)
        pens = [kinds[int(rng.choice(len(kinds), p=shares))].pen(rng) for _ in range(2)]
        strokes: tuple[list[Floats], list[Floats]] = ([], [])
        second = 0.3 if rng.random() < 0.12 else 0.0
        writer = random_writer(rng, self.family.tremor)
        habit = _habit(rng)
        for row in range(4):
            for col in range(COLUMNS + 1):
                at = sheet.locks[row] if col == COLUMNS else sheet.cells[row, col]
                scale = rng.uniform(0.75, 1.0) if col == COLUMNS else 1.0
                mark = _drawn(rng, writer, habit, Mark(marks[row, col]), at, scale)
                strokes[int(rng.random() < second)].extend(mark)
        for index in range(4):
            strokes[0].extend(
                _drawn(rng, writer, habit, Mark(penalties[index]), sheet.boxes[index], 1.1 * sheet.box_size[0])
            )
        if marks.any() and rng.random() < 0.4:
            strokes[0].extend(self.results(sheet))
        paper = picture.copy() if self.ranges.inkless else picture
        inks = [
            draw(paper, sheet.pitch, sheet.origin, pen, drawn, rng) for pen, drawn in zip(pens, strokes, strict=True)
        ]
        contrasts = [pen.contrast(self.pixels) for pen, drawn in zip(pens, strokes, strict=True) if drawn]
        return marks, penalties, min(contrasts, default=1.0), np.maximum(*inks)

    def results(self, sheet: Print) -> list[Floats]:
        """Numbers in the result row, and a word in the margin."""
        rng = self.rng
        numbers = [int(rng.integers(0, 79)) for _ in range(5)]
        strokes = []
        for place, number in zip(sheet.results, [*numbers, sum(numbers)], strict=True):
            strokes += [line + place for line in written(rng, number, rng.uniform(0.35, 0.6))]
        return strokes


def played(rng: np.random.Generator, ranges: SheetRanges) -> tuple[Marks, Marks]:
    """(4, 12) and (4,) int8: what a game leaves in cells, locks and boxes, as `Mark`."""
    marks, penalties = np.zeros((4, COLUMNS + 1), np.int8), np.zeros(4, np.int8)
    if rng.random() < ranges.empty:
        return marks, penalties
    wild = rng.random() < ranges.wild
    progress, density = rng.uniform(0.1, 1.1), rng.uniform(0.3, 0.9)
    for row in range(4):
        if wild:
            marks[row] = rng.random(COLUMNS + 1) < density
            continue
        last = int(np.clip(round(progress * COLUMNS + rng.normal(0, 2)), 0, COLUMNS))
        marks[row, :last] = rng.random(last) < density
        marks[row, COLUMNS - 1] &= marks[row, : COLUMNS - 1].sum() >= 5
        marks[row, COLUMNS] = marks[row, COLUMNS - 1] and rng.random() < 0.9
    if rng.random() < 0.6:
        penalties[: int(rng.integers(0, 5))] = Mark.MARKED
    if rng.random() < ranges.doubts:
        for _ in range(int(rng.integers(1, 6))):
            marks[int(rng.integers(4)), int(rng.integers(COLUMNS + (rng.random() < 0.2)))] = Mark.DOUBT
        if rng.random() < 0.15:
            penalties[int(rng.integers(4))] = Mark.DOUBT
    return marks, penalties


def _habit(rng: np.random.Generator) -> int:
    shares = list(CLEAR.values())
    return int(rng.choice(len(shares), p=shares))


def _drawn(rng: np.random.Generator, writer: Hand, habit: int, mark: Mark, at: Floats, scale: float) -> list[Floats]:
    """The strokes of one mark about a place."""
    if mark is Mark.EMPTY:
        return []
    if mark is Mark.DOUBT:
        shape = UNCLEAR[int(rng.integers(len(UNCLEAR)))]
    else:
        shape = list(CLEAR)[habit if rng.random() < 0.93 else _habit(rng)]
    return [line * scale + at + writer.offset for line in shape(rng, writer)]


def _hull(camera: Camera, solid: Solid) -> Floats:
    """(N, 2) the outline of a solid as the camera sees it, in pixels before the lens's bend."""
    points = np.concatenate(
        [np.column_stack([solid.foot, np.full(len(solid.foot), height)]) for height in (0.0, solid.height)]
    )
    return cv2.convexHull(camera.project(points).astype(np.float32)).reshape(-1, 2).astype(np.float64)


def _covers(
    camera: Camera, papers: Sequence[Paper], solids: Sequence[Solid], hands: Sequence[Limbs]
) -> list[tuple[NDArray[np.float32], float]]:
    """What may hide a sheet: outlines or lines (N, 2) in pixels, each with how far around it things are hidden."""
    found = [(paper.seen(camera, paper.outline()).astype(np.float32), 0.0) for paper in papers]
    found += [(_hull(camera, solid).astype(np.float32), 0.0) for solid in solids]
    for hand in hands:
        for start, stop, width, _ in hand.limbs:
            found.append((np.array([start, stop, start], np.float32), width / 2))
    return found


def _truth(
    placed: _Placed,
    camera: Camera,
    covers: Sequence[tuple[NDArray[np.float32], float]],
) -> RenderedSheet:
    sheet, paper = placed.sheet, placed.paper

    def seen(points: Floats) -> Floats:
        return paper.seen(camera, points.reshape(-1, 2)).reshape(points.shape)

    def photo(points: Floats) -> Floats:
        return camera.bent(seen(points).reshape(-1, 2)).reshape(points.shape)

    def axes(points: Floats) -> Floats:
        steps = np.array([[0.5, 0.0], [0.0, sheet.row_pitch / 2]])
        return np.asarray(photo(points[..., None, :] + steps) - photo(points[..., None, :] - steps))

    def share(points: Floats, half: float) -> Floats:
        probes = np.array([[0, 0], [-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
        places = points[..., None, :] + probes
        flat = seen(places).reshape(-1, 2)
        bent = camera.bent(flat)
        free = np.asarray(((bent > -0.5) & (bent < [camera.width - 0.5, camera.height - 0.5])).all(axis=1))
        for outline, reach in covers:
            for index in np.flatnonzero(free):
                x, y = flat[index].tolist()
                free[index] = cv2.pointPolygonTest(outline, (x, y), True) < -reach
        return np.asarray(free.reshape(places.shape[:-1]).mean(axis=-1))

    cells = np.concatenate([sheet.cells, sheet.locks[:, None]], axis=1)
    return RenderedSheet(
        sheet.edition,
        photo(sheet.bars),
        photo(cells),
        axes(cells),
        photo(sheet.boxes),
        axes(sheet.boxes),
        photo(sheet.bonus),
        axes(sheet.bonus),
        placed.marks,
        placed.penalties,
        share(cells, 0.35),
        share(sheet.boxes, 0.15),
        share(sheet.bonus, 0.3),
        placed.contrast,
        _ink(placed),
    )


def _ink(placed: _Placed) -> Ink:
    sheet = placed.sheet
    cells = np.concatenate([sheet.cells, sheet.locks[:, None]], axis=1)
    cells, boxes = ((places - sheet.origin) * sheet.pitch - 0.5 for places in (cells, sheet.boxes))
    return Ink((placed.ink * 255 + 0.5).astype(np.uint8), cells, boxes, np.diag([1.0, sheet.row_pitch]) * sheet.pitch)
