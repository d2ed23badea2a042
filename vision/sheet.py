"""Finds Qwixx score sheets in a photo and reads what is marked on them.

The recipe: look at the whole photo from afar; where fields of sheets show, look closer; join neighbouring fields to
sheets; lay the printed sheet over each, slanted and bent as it is; cut its fields out and judge each beside its like.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.game import ENGLISH
from engine.qwixx.sheet import PENALTIES, RISING, Row
from models.balance import balance
from models.mark_classifier import (
    ALIKE,
    BOX_SPAN,
    DOUBT,
    EMPTY,
    MARKED,
    NUMBERS,
    SPAN,
    STATES,
    Judgements,
    MarkClassifier,
    cut_out,
    outlines,
)
from models.sheet_finder import BOX, KINDS, LOCK, OTHER, Fields, SheetFinder
from vision.penalty_boxes import PRINTINGS, penalty_boxes
from vision.photo import Photo
from vision.reading import Floats, SheetSeen

ENGLISH.update(
    {
        "other_edition": "this is the sheet of another Qwixx: only the ordinary one, with four plain rows, can be read",
        "sheet_unclear": "the numbers on the sheet can't be read: take a sharper photo from nearer",
        "sheet_cut": "a part of the sheet is outside the photo: take one that shows the whole sheet",
    }
)

Crops = NDArray[np.uint8]

COLUMNS = len(RISING)
PRINTED = np.array([[number - RISING[0] for number in row.numbers] for row in Row])
"""(4, 11) where each field's number stands in `models.mark_classifier.NUMBERS`."""


BLOCK = (-0.85, 11.52, 0.475)
"""Where the coloured block ends: left and right in columns, and above and below the outer rows in rows."""


LOCK_COLUMN = 11.015
"""Where the locks stand, which is nearly the same on both."""
SAMPLES = 3
"""So many pixels across and down are looked at for one of a shrunk picture."""
LOOKS = (((0.03, 0.03), (0,)), ((-0.03, -0.03), (0,)), ((0.0, 0.0), (1, 2)))
"""Each field is looked at shifted by so much of what is seen, to the right and down, beside which of its likes: several
looks err less, and print that is blurred like a stroke is so in all of its likes."""
STIFF = 1e3
"""A pull that leaves no bend."""
LEAST_CHANCE = 1e-4
"""No field is surer than this."""
WAVES = 5
"""How many terms describe a bend."""


@dataclass(frozen=True)
class SheetConfig:
    """Thresholds of reading sheets.

    Args:
        far_side: the longer side in pixels of the picture that is always searched.
        heat: a peak of the finder's heat below this is nothing.
        worth_it: so many fields must show from afar for a closer look,
        joined: and so many of them be neighbours of one another: those of pictures without a sheet lie scattered.
        good_pitch: cells that are so far apart from afar, in pixels, need no other look: what the finder knows well.
        best_pitch: in pixels, at which the finder is at its best.
        most_pixels: a closer look at no more pixels than this, or it would take too long.
        around: a closer look goes so many pitches beyond what showed.
        apart: of peaks nearer to each other than this, in pitches, only the hottest counts.
        step: a field is another's neighbour if it lies within so many pitches of where that expects it.
        alike: and if its own axes differ by less than this share.
        off_plane: a field further than this, in pitches, off the flat sheet fitted first is left out of that fit: more
            would bear with a far end counted one column short, where cells look half as wide as in the middle.
        off_grid: a field further off the fitted sheet than this, in pitches, is none of it.
        quorum: a sheet has at least so many fields of its rows,
        rows: in so many rows.
        many: so many cells in rows, whatever their colours, are the sheet of some edition.
        four_rows: and if this share of them stands in four rows, it may be an ordinary one whose colours can't be told.
        row_colours: and if the rows' colours differ by so many times what those within a row do.
        pull: how strongly the bend is held to none, as a share of the fields.
        foreign: a sheet with more than this share of fields where the ordinary one has none such is of another edition.
        fifth_row: or one that has so many cells in a fifth row.
        sure_number: a number read with less than this probability says nothing.
        numbers: so many numbers must be read, or what was found is no sheet
        certain: unless so many of its fields were found; then it is a sheet that can't be read.
        agreeing: at least this share of the numbers read stands where the ordinary sheet has it.
        doubt: fields are doubted whose state is unclear with more than this probability.
        strokeless: what is half marked or blacked out looks marked, too, with more than this probability,
        blackest: or it is unclear with more than this one; else it is the print that looks strange.
        most_moved: where marks begin is moved by no more than this, in logarithms of odds: what is clear stays so.
        move_cost: the fields that its square is worth, about it.
        crowded: fields count as about it within so much.
    """

    far_side: int = 512
    heat: float = 0.3
    worth_it: int = 6
    joined: int = 6
    good_pitch: tuple[float, float] = (15.0, 24.0)
    best_pitch: float = 20.0
    most_pixels: int = 900_000
    around: float = 3.0
    apart: float = 0.38
    step: float = 0.35
    alike: float = 0.45
    off_plane: float = 0.15
    off_grid: float = 0.33
    quorum: int = 10
    rows: int = 3
    many: int = 20
    four_rows: float = 0.85
    row_colours: float = 3.0
    pull: float = 0.02
    foreign: float = 0.5
    fifth_row: int = 6
    sure_number: float = 0.7
    numbers: int = 8
    certain: int = 28
    agreeing: float = 0.6
    doubt: float = 0.1
    strokeless: float = 0.02
    blackest: float = 0.7
    most_moved: float = 1.0
    move_cost: float = 0.3
    crowded: float = 0.8


@dataclass(frozen=True, eq=False)
class Placement:
    """How a printed sheet lies in the picture: seen slanted, and bent.

    Args:
        homography: (3, 3) from columns and rows, (0, 0) the first cell of the top row, to pixels.
        bend: (B, 2) by how much the paper is out of place, in columns and rows, as a sum of `_waves`.
    """

    homography: Floats
    bend: Floats

    def seen(self, points: Floats) -> Floats:
        """Where points of the sheet, (..., 2) in columns and rows, are in the picture."""
        flat = points.reshape(-1, 2)
        bent = flat + _waves(flat) @ self.bend
        return _through(self.homography, bent).reshape(points.shape)

    def moved(self, columns: float) -> Placement:
        """The same place for a sheet whose first column was taken for number ``columns``, its bend left out."""
        shift = np.array([[1.0, 0.0, columns], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
        return Placement(self.homography @ shift, np.zeros_like(self.bend))

    def axes(self, points: Floats) -> Floats:
        """(..., 2, 2): the way to the next column and the next row there."""
        steps = np.eye(2) / 2
        return np.asarray(self.seen(points[..., None, :] + steps) - self.seen(points[..., None, :] - steps))

    def printed(self, pixels: Floats) -> Floats:
        """(N, 2): which points of the sheet, in columns and rows, the pixels show."""
        flat = _through(np.linalg.inv(self.homography), pixels)
        points = flat
        for _ in range(4):
            points = flat - _waves(np.clip(points, -2, 13)) @ self.bend
        return points


def _through(homography: NDArray[np.floating], points: Floats) -> Floats:
    seen = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return np.asarray(seen[:, :2] / seen[:, 2:])


def _waves(points: Floats) -> Floats:
    """(N, WAVES): low-order polynomials over the sheet that no homography makes up for."""
    u, v = (points[:, 0] - 5) / 6, (points[:, 1] - 1.5) / 2
    return np.stack([u**2, u**3 - u, u * v, v**2, u**2 * v], axis=1)


class Step(NamedTuple):
    """Two neighbouring fields, by their numbers, and how many columns and rows lead from the first to the second."""

    first: int
    second: int
    columns: int
    rows: int


@dataclass(frozen=True, eq=False)
class Found:
    """A sheet found: how it lies, and what the finder made of it.

    Args:
        placement: how it lies.
        cells: (4, 12, 2) float64, in pixels.
        fields: how many of its fields were found.
        refusal: the code of the reason why it can't be read; empty where it may be.
        numbers_decide: whether it may be read in spite of that, if its numbers are those of an ordinary sheet.
    """

    placement: Placement
    cells: Floats
    fields: int
    refusal: str = ""
    numbers_decide: bool = False

    @property
    def cell_axes(self) -> Floats:
        """(48, 2, 2): at each cell and lock the way to the next column and to the next row."""
        return self.placement.axes(self.placement.printed(self.cells.reshape(-1, 2)))


class SheetReader:
    """Finds and reads score sheets; opens its models once.

    Raises:
        ModelError: if a model can't be opened.
    """

    def __init__(
        self,
        config: SheetConfig = SheetConfig(),
        finder: SheetFinder | None = None,
        classifier: MarkClassifier | None = None,
    ) -> None:
        self.config = config
        self.finder = finder or SheetFinder()
        self.classifier = classifier or MarkClassifier()

    def read(self, photo: Photo) -> tuple[tuple[SheetSeen, ...], dict[str, float]]:
        """The sheets of a photo, from its top left on, and the seconds that finding and judging took.

        A sheet that can't be read is among them, and its `SheetSeen.refused` says why.
        """
        began = time.perf_counter()
        fields = self.look(photo.image)
        found = self.sheets(fields) if fields is not None else []
        middle = time.perf_counter()
        sheets: list[SheetSeen] = []
        if found:
            sheets = [seen for sheet in found if (seen := self.judged(photo, photo.levels, sheet)) is not None]
        done = time.perf_counter()
        return tuple(sheets), {"find": middle - began, "classify": done - middle}

    def look(self, image: NDArray[np.uint8]) -> Fields | None:
        """The fields of sheets in a picture, in its pixels; None where hardly any show."""
        config = self.config
        height, width = image.shape[:2]
        scale = min(1.0, config.far_side / max(height, width))
        far = balance(_shrunk(image, scale))
        fields = self.distinct(self.finder.find(far, config.heat))
        rows = fields[fields.kinds < len(Row)]
        others = fields[fields.kinds == OTHER]
        if max(len(rows), len(others)) < config.worth_it:
            return None
        if max(map(len, groups(len(fields), self.steps(fields, alike=False)))) < config.joined:
            return None
        fields = _enlarged(fields, far.shape, image.shape, np.zeros(2))
        telling = fields[fields.kinds != BOX]
        pitch = float(np.quantile(np.linalg.norm(telling.axes[:, 0], axis=1), 0.25))
        least, most = config.good_pitch
        if least <= pitch * scale <= most or (scale == 1.0 and pitch < least):
            return fields
        return self.look_closer(image, telling, pitch)

    def look_closer(self, image: NDArray[np.uint8], fields: Fields, pitch: float) -> Fields:
        """The fields of the part of a picture where some were found, at a scale at which the finder is at its best."""
        config = self.config
        # Sheets reach further than what was found of them: by a row or two, and by what stands below.
        margin = config.around * pitch
        limits = np.array(image.shape[1::-1])
        low = np.clip(fields.places.min(axis=0) - margin, 0, limits - 1).astype(int)
        high = np.clip(fields.places.max(axis=0) + margin, low + 1, limits).astype(int)
        part = image[low[1] : high[1], low[0] : high[0]]
        scale = min(1.0, config.best_pitch / pitch, float(np.sqrt(config.most_pixels / np.prod(high - low))))
        near = balance(_shrunk(part, scale))
        found = self.distinct(self.finder.find(near, config.heat))
        return _enlarged(found, near.shape, part.shape, low.astype(np.float64))

    def distinct(self, fields: Fields) -> Fields:
        """Each field once: a large one may have several peaks."""
        fields = fields[np.argsort(-fields.scores.max(axis=1), kind="stable")]
        reach = self.config.apart * np.linalg.norm(fields.axes[:, 0], axis=1)
        near = np.linalg.norm(fields.places[:, None] - fields.places[None], axis=2) < reach[:, None]
        keep = np.ones(len(fields), dtype=np.bool_)
        for index in range(len(fields)):
            if keep[index]:
                keep[index + 1 :] &= ~near[index, index + 1 :]
        return fields[keep]

    def sheets(self, fields: Fields) -> list[Found]:
        """The sheets that fields make up, those with the most fields first; each field belongs to one."""
        found: list[Found] = []
        free = np.ones(len(fields), dtype=np.bool_)
        for least, alike in ((self.config.quorum, True), (self.config.many, False)):
            steps = self.steps(fields, alike)
            for joined in groups(len(fields), steps):
                group = joined[free[joined]]
                if len(group) < least:
                    continue
                sheet, members = (self.fitted if alike else self.strange)(fields, steps, group, free)
                if sheet is not None:
                    found.append(sheet)
                    free[members] = False
        return sorted(found, key=lambda sheet: tuple(sheet.cells.mean(axis=(0, 1))[::-1]))

    def steps(self, fields: Fields, alike: bool) -> list[Step]:
        """The pairs of neighbouring cells: of one colour in a row, and of the next one below, or of any colours."""
        kinds = fields.kinds
        cells = (kinds < len(Row)) | (kinds == OTHER)
        away = fields.places[None] - fields.places[:, None]
        axes = (fields.axes[None] + fields.axes[:, None]) / 2
        pitch = np.linalg.norm(axes[:, :, 0], axis=2)
        turned = np.linalg.norm(fields.axes[:, None] - fields.axes[None], axis=3).max(axis=2)
        fit = cells[:, None] & cells[None] & (turned < self.config.alike * np.linalg.norm(axes, axis=3).max(axis=2))
        found = {}
        for columns, rows in ((1, 0), (0, 1), (2, 0)):
            off = np.linalg.norm(away - columns * axes[:, :, 0] - rows * axes[:, :, 1], axis=2)
            found[columns, rows] = fit & (off < self.config.step * pitch)
            if alike:
                found[columns, rows] &= (kinds[:, None] + rows == kinds[None]) & (kinds < len(Row))[None]
        # Over a missing cell: only where the two have no neighbours that are nearer.
        alone = ~found[1, 0].any(axis=1)[:, None] & ~found[1, 0].any(axis=0)[None]
        found[2, 0] &= alone
        return [
            Step(int(first), int(second), *step) for step, near in found.items() for first, second in np.argwhere(near)
        ]

    def fitted(
        self, fields: Fields, steps: Sequence[Step], group: NDArray[np.int64], free: NDArray[np.bool_]
    ) -> tuple[Found | None, NDArray[np.int64]]:
        """The sheet that a group of fields belongs to, and all free fields on it; None where it is no sheet."""
        grid = on_grid(fields, steps, group)
        grid[:, 1] = fields.kinds[group]
        if len(np.unique(grid[:, 1])) < self.config.rows:
            return None, group
        pitch = float(np.median(np.linalg.norm(fields.axes[group, 0], axis=1)))
        placement = slanted(grid, fields.places[group], self.config.off_plane * pitch)
        if placement is None:
            return None, group
        placement = placement.moved(self.first_column(fields, group, grid, placement))
        settled = self.settled(fields, placement, free)
        if settled is None:
            return None, group
        placement, members = settled
        on_block = np.flatnonzero(self.on_block(placement, fields.places) & free & (fields.kinds != LOCK))
        foreign = 1 - np.isin(on_block, members).mean() if len(on_block) else 0.0
        more = self.fifth_row(fields, placement)
        refusal = "other_edition" if foreign > self.config.foreign or more >= self.config.fifth_row else ""
        sheet = Found(placement, self.cells(fields, placement), len(members), refusal)
        return sheet, np.union1d(members, on_block)

    def settled(
        self, fields: Fields, placement: Placement, free: NDArray[np.bool_], by_colour: bool = True
    ) -> tuple[Placement, NDArray[np.int64]] | None:
        """A placement fitted to the fields that lie on it, and bent with them; None where these are no sheet."""
        # A bend is looked for last, or it would make up for fields that were taken for their neighbours.
        for pull in (STIFF, STIFF, self.config.pull):
            members, grid = self.members(fields, placement, free, by_colour)
            if len(members) < self.config.quorum or len(np.unique(grid[:, 1])) < self.config.rows:
                return None
            placement = bent(grid, fields.places[members], pull)
        return placement, members

    def fifth_row(self, fields: Fields, placement: Placement) -> int:
        """How many cells there are in another red row above the first, or another blue one below the last.

        The bonus rows of Big Points are taken for red and blue ones, and with those between them they make up four.
        """
        columns, rows = placement.printed(fields.places).T
        kinds = fields.kinds
        above = (abs(rows + 1) < self.config.off_grid) & ((kinds == Row.RED) | (kinds == OTHER))
        below = (abs(rows - len(Row)) < self.config.off_grid) & ((kinds == Row.BLUE) | (kinds == OTHER))
        in_column = (abs(columns - np.round(columns)) < self.config.off_grid) & (abs(columns - 5) < COLUMNS / 2)
        return int(max((above & in_column).sum(), (below & in_column).sum()))

    def strange(
        self, fields: Fields, steps: Sequence[Step], group: NDArray[np.int64], free: NDArray[np.bool_]
    ) -> tuple[Found | None, NDArray[np.int64]]:
        """A sheet of another edition, or one that can't be made out: many cells in rows that are not an ordinary one's.

        In haze and coloured light the colours fail before the numbers do, so where there are four rows these decide.
        """
        grid = on_grid(fields, steps, group)
        grid -= [grid[:, 0].min(), self.top_row(grid)]
        pitch = float(np.median(np.linalg.norm(fields.axes[group, 0], axis=1)))
        placement = slanted(grid, fields.places[group], self.config.off_plane * pitch)
        if placement is None:
            return None, group
        inside = set(group.tolist())
        downwards = [step for step in steps if step.rows and step.first in inside and step.second in inside]
        kinds = fields.kinds
        usual = np.mean([kinds[step.second] - kinds[step.first] == step.rows for step in downwards] or [True])
        refusal = "sheet_unclear" if usual > self.config.agreeing else "other_edition"
        plain = np.mean((grid[:, 1] >= 0) & (grid[:, 1] < len(Row))) >= self.config.four_rows
        settled = None
        if plain:
            placement = placement.moved(self.first_column(fields, group, grid, placement))
            settled = self.settled(fields, placement, free, by_colour=False)
        if settled is not None:
            placement, _ = settled
        sheet = Found(placement, self.cells(fields, placement), len(group), refusal, settled is not None)
        return sheet, np.union1d(group, np.flatnonzero(self.on_block(placement, fields.places)))

    def top_row(self, grid: Floats) -> float:
        """The first of the four rows next to one another that hold the most fields."""
        firsts = np.unique(grid[:, 1])
        held = [((grid[:, 1] >= first) & (grid[:, 1] < first + len(Row))).sum() for first in firsts]
        return float(firsts[int(np.argmax(held))])

    def first_column(self, fields: Fields, group: NDArray[np.int64], grid: Floats, placement: Placement) -> float:
        """Which column of a group is the printed first: eleven hold fields, and the locks stand beside the last."""
        locks = fields[fields.kinds == LOCK]
        columns, rows = placement.printed(locks.places).T
        firsts = np.arange(grid[:, 0].min() - COLUMNS + 1, grid[:, 0].max() + 1)
        scores = []
        for first in firsts:
            inside = (grid[:, 0] >= first) & (grid[:, 0] < first + COLUMNS)
            beside = (abs(columns - first - LOCK_COLUMN) < 0.5) & (abs(rows - np.round(rows)) < 0.4)
            beside &= (rows > -0.5) & (rows < len(Row) - 0.5)
            scores.append(fields.scores[group[inside]].max(axis=1).sum() + locks.scores[beside, LOCK].sum())
        # Where nothing tells the end of the rows, several do as well: the middle one errs least.
        best = np.flatnonzero(np.isclose(scores, np.max(scores)))
        return float(firsts[best[len(best) // 2]])

    def members(
        self, fields: Fields, placement: Placement, free: NDArray[np.bool_], by_colour: bool
    ) -> tuple[NDArray[np.int64], Floats]:
        """The free fields that lie where a sheet expects fields of their kind, and where on the sheet that is.

        Cells of any colour will do unless it is ``by_colour``.
        """
        printed, kinds = placement.printed(fields.places), fields.kinds
        columns, rows = np.round(printed).T
        coloured = (
            kinds == rows if by_colour else ((kinds < len(Row)) | (kinds == OTHER)) & (rows >= 0) & (rows < len(Row))
        )
        cell = coloured & (columns >= 0) & (columns < COLUMNS)
        lock = (kinds == LOCK) & (columns == COLUMNS) & (rows >= 0) & (rows < len(Row))
        expected = np.stack([np.where(lock, LOCK_COLUMN, columns), rows], axis=1)
        near = np.linalg.norm(printed - expected, axis=1) < self.config.off_grid
        members = np.flatnonzero((cell | lock) & near & free)
        return members, expected[members]

    def on_block(self, placement: Placement, places: Floats) -> NDArray[np.bool_]:
        """Which of the places (N, 2) in the picture lie on a sheet's coloured block."""
        columns, rows = placement.printed(places).T
        return np.asarray((abs(columns - 5.2) < 6.2) & (abs(rows - 1.5) < 2.0))

    def cells(self, fields: Fields, placement: Placement) -> Floats:
        """(4, 12, 2): the middles of the cells and locks; where a lock was found, it tells better."""
        columns = np.append(np.arange(COLUMNS, dtype=np.float64), LOCK_COLUMN)
        points = np.stack(np.meshgrid(columns, np.arange(len(Row), dtype=np.float64)), axis=-1)
        cells = placement.seen(points)
        locks = fields.places[fields.kinds == LOCK]
        for row, expected in enumerate(points[:, -1]):
            near = np.linalg.norm(placement.printed(locks) - expected, axis=1) < self.config.off_grid
            if near.any():
                cells[row, -1] = locks[np.flatnonzero(near)[0]]
        return cells

    def judged(self, photo: Photo, levels: Sequence[NDArray[np.uint8]], sheet: Found) -> SheetSeen | None:
        """What is marked on a sheet, in pixels of the full photo; or why that can't be said; None for no sheet."""
        if sheet.refusal and not (sheet.numbers_decide and self.coloured_by_rows(levels, sheet)):
            return refused(photo, sheet, sheet.refusal)
        judgements, boxes = self.judgements(levels, sheet)
        off, agreeing, telling = self.shift(judgements)
        if off:
            sheet = self.again(sheet, off)
            judgements, boxes = self.judgements(levels, sheet)
            _, agreeing, telling = self.shift(judgements)
        if telling < self.config.numbers:
            refusal = sheet.refusal or ("sheet_unclear" if sheet.fields >= self.config.certain else "")
            return refused(photo, sheet, refusal) if refusal else None
        if agreeing < self.config.agreeing * telling:
            return refused(photo, sheet, sheet.refusal or "other_edition")
        if is_cut(photo, sheet, boxes):
            return refused(photo, sheet, "sheet_cut")
        states = without_strange_print(judgements.states, self.config)
        marks = set_apart(states[:, MARKED] + states[:, DOUBT] / 2, self.config)
        cells = len(Row) * (COLUMNS + 1)
        on_rows, doubts = marks[:cells].reshape(len(Row), -1), states[:cells, DOUBT].reshape(len(Row), -1)
        return SheetSeen(
            *in_full(photo, sheet, boxes),
            marks=on_rows[:, :COLUMNS],
            locks=on_rows[:, COLUMNS],
            penalties=marks[cells:],
            doubtful=doubts[:, :COLUMNS] > self.config.doubt,
        )

    def coloured_by_rows(self, levels: Sequence[NDArray[np.uint8]], sheet: Found) -> bool:
        """Whether the fields of a row are of one colour, however pale, and those of other rows of others.

        So it is where haze took the colours' names; on the sheets of mixed colours it isn't.
        """
        axes = sheet.cell_axes.reshape(len(Row), -1, 2, 2)[:, :COLUMNS].reshape(-1, 2, 2)
        crops = cut_out(levels, outlines(sheet.cells[:, :COLUMNS].reshape(-1, 2), axes, (1.0, 1.0)))
        lab = cv2.cvtColor(crops.reshape(-1, *crops.shape[2:]).astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
        hues = np.median(lab[..., 1:].reshape(len(Row), COLUMNS, -1, 2), axis=2)
        of_rows = np.median(hues, axis=1)
        within = np.median(np.linalg.norm(hues - of_rows[:, None], axis=2))
        between = np.linalg.norm(of_rows[:, None] - of_rows[None], axis=2)[np.triu_indices(len(Row), 1)]
        return bool(np.median(between) > self.config.row_colours * within)

    def judgements(self, levels: Sequence[NDArray[np.uint8]], sheet: Found) -> tuple[Judgements, Floats]:
        """Of the cells and locks, row by row, and then of the boxes; and (4, 2) where these are."""
        pitch = float(np.linalg.norm(sheet.placement.axes(np.array([5.0, 3.0]))[0]))
        places = penalty_boxes(levels, sheet.placement.seen, pitch)
        boxes, box_axes = sheet.placement.seen(places), sheet.placement.axes(places)
        fields, beside = [], []
        for shift, likes in LOOKS:
            crops = np.concatenate(
                [
                    _cut(levels, sheet.cells.reshape(-1, 2), sheet.cell_axes, SPAN, shift),
                    _cut(levels, boxes, box_axes, BOX_SPAN, shift),
                ]
            )
            fields += [crops for _ in likes]
            beside += [crops[ALIKE[:, like]] for like in likes]
        said = self.classifier.judge(np.concatenate(fields), np.concatenate(beside))
        return Judgements(*(_mean(chances, len(fields)) for chances in (said.states, said.numbers))), boxes

    def shift(self, judgements: Judgements) -> tuple[int, int, int]:
        """By how many columns the sheet lies off, as its numbers tell; how many then agree, and how many tell."""
        cells = len(Row) * (COLUMNS + 1)
        numbers = judgements.numbers[:cells].reshape(len(Row), COLUMNS + 1, -1)[:, :COLUMNS]
        sure = numbers.max(axis=2) > self.config.sure_number
        read = numbers.argmax(axis=2)
        sure &= read < len(NUMBERS) - 1
        agreeing = {}
        for off in (0, -1, 1, -2, 2):
            columns = np.arange(COLUMNS) + off
            printed = PRINTED[:, np.clip(columns, 0, COLUMNS - 1)]
            agreeing[off] = int(((read == printed) & sure & (columns >= 0) & (columns < COLUMNS)).sum())
        best = max(agreeing, key=lambda off: agreeing[off])
        if agreeing[best] < max(self.config.numbers, 2 * agreeing[0]):
            best = 0
        return best, agreeing[best], int(sure.sum())

    def again(self, sheet: Found, off: int) -> Found:
        """The same sheet, moved by so many columns."""
        placement = sheet.placement.moved(-float(off))
        nothing = Fields(np.empty((0, 2)), np.empty((0, 2, 2)), np.empty((0, len(KINDS))))
        return replace(sheet, placement=placement, cells=self.cells(nothing, placement))


def is_cut(photo: Photo, sheet: Found, boxes: Floats) -> bool:
    """Whether a field that counts lies outside the picture."""
    height, width = photo.image.shape[:2]
    fields = np.concatenate([sheet.cells.reshape(-1, 2), boxes])
    return bool(((fields < 0) | (fields > [width - 1, height - 1])).any())


def groups(count: int, steps: Sequence[Step]) -> list[NDArray[np.int64]]:
    """Fields joined with their neighbours, the largest groups first."""
    leader = list(range(count))

    def lead(index: int) -> int:
        while leader[index] != index:
            leader[index] = leader[leader[index]]
            index = leader[index]
        return index

    for step in steps:
        leader[lead(step.first)] = lead(step.second)
    leads = np.array([lead(index) for index in range(count)])
    return sorted((np.flatnonzero(leads == value) for value in np.unique(leads)), key=len, reverse=True)


def on_grid(fields: Fields, steps: Sequence[Step], group: NDArray[np.int64]) -> Floats:
    """(N, 2): the column and the row of each field of a group, from any start."""
    ways: dict[int, list[tuple[int, int, int]]] = {index: [] for index in group.tolist()}
    for step in steps:
        if step.first in ways and step.second in ways:
            ways[step.first].append((step.second, step.columns, step.rows))
            ways[step.second].append((step.first, -step.columns, -step.rows))
    reached: dict[int, tuple[int, int]] = {}
    for start in group[np.argsort(-fields.scores[group].max(axis=1))].tolist():
        if start in reached:
            continue
        # A field whose neighbours belong to another sheet by now stands alone, and the fit leaves it out.
        reached[start] = (0, 0)
        waiting = [start]
        for here in waiting:
            for there, columns, rows in ways[here]:
                if there not in reached:
                    reached[there] = (reached[here][0] + columns, reached[here][1] + rows)
                    waiting.append(there)
    return np.array([reached[index] for index in group.tolist()], dtype=np.float64)


def _cut(
    levels: Sequence[NDArray[np.uint8]],
    places: Floats,
    axes: Floats,
    span: tuple[float, float],
    shift: tuple[float, float],
) -> Crops:
    """(N, CROP, CROP, 3): fields cut out a little elsewhere than they are, by a share of what is shown."""
    away = np.einsum("a,nad->nd", np.multiply(shift, span), axes)
    return cut_out(levels, outlines(places + away, axes, span))


def _mean(chances: Floats, looks: int) -> Floats:
    """(N, C): what all looks, (looks * N, C), come to."""
    return np.asarray(chances.reshape(looks, -1, chances.shape[1]).mean(axis=0))


def without_strange_print(states: Floats, config: SheetConfig) -> Floats:
    """The states (N, 3) of fields, those taken as empty that are unclear by their print alone, in type never seen."""
    print_alone = (states[:, MARKED] <= config.strokeless) & (states[:, DOUBT] <= config.blackest)
    moved = np.where(print_alone, states[:, DOUBT], 0.0)
    return states + np.outer(moved, np.eye(len(STATES))[EMPTY] - np.eye(len(STATES))[DOUBT])


def set_apart(chances: Floats, config: SheetConfig) -> Floats:
    """Chances (N,) of the fields of one sheet being marked, moved so that few lie about one half.

    What blurs or burns a photo out makes all its prints look more like marks, or all its marks less: between the two
    there is a gap even then, and it is looked for about one half, on the logistic scale, where chances are moved alike.
    """
    unsure = np.clip(chances, LEAST_CHANCE, 1 - LEAST_CHANCE)
    odds = np.log(unsure / (1 - unsure))
    middles = np.linspace(-config.most_moved, config.most_moved, 41)
    crowd = np.exp(-(((odds - middles[:, None]) / config.crowded) ** 2) / 2).sum(axis=1)
    middle = middles[int(np.argmin(crowd + config.move_cost * middles**2))]
    return np.asarray(1 / (1 + np.exp(middle - odds)))


def refused(photo: Photo, sheet: Found, code: str) -> SheetSeen:
    """A sheet that can't be read, and the code of the reason."""
    none = np.zeros((len(Row), COLUMNS))
    places = in_full(photo, sheet, sheet.placement.seen(PRINTINGS[0].places))
    return SheetSeen(*places, none, np.zeros(len(Row)), np.zeros(PENALTIES), none > 0, refused=code)


def in_full(photo: Photo, sheet: Found, boxes: Floats) -> tuple[Floats, Floats, Floats]:
    """The corners of the coloured block, the cells and the boxes, in pixels of the full photo."""
    left, right, beyond = BLOCK
    block = np.array([[left, -beyond], [right, -beyond], [right, 3 + beyond], [left, 3 + beyond]])
    corners = sheet.placement.seen(block)
    full = [(points + 0.5) * photo.scale - 0.5 for points in (corners, sheet.cells, boxes)]
    return full[0], full[1], full[2]


def slanted(grid: Floats, places: Floats, tolerance: float) -> Placement | None:
    """The flat sheet whose points of the grid (N, 2) appear best at places, strays apart; None where it is mirrored."""
    if len(grid) < 6 or np.linalg.matrix_rank(grid - grid.mean(axis=0)) < 2:
        return None
    homography, _ = cv2.findHomography(grid, places, cv2.RANSAC, tolerance, maxIters=500)
    if homography is None:
        return None
    placement = Placement(np.asarray(homography, np.float64), np.zeros((WAVES, 2)))
    right, down = placement.axes(grid.mean(axis=0))
    return placement if right[0] * down[1] - right[1] * down[0] > 0 else None


def bent(grid: Floats, places: Floats, pull: float) -> Placement:
    """The sheet, slanted and gently bent, whose points of the grid best appear at places; both (N, 2)."""
    homography = np.asarray(cv2.findHomography(grid, places, 0)[0], np.float64)
    off = _through(np.linalg.inv(homography), places) - grid
    waves = _waves(grid)
    weights = np.ones(len(grid))
    bend: Floats = np.zeros((WAVES, 2))
    for _ in range(3):
        weighted = waves * weights[:, None]
        pulled = waves.T @ weighted + pull * len(grid) * np.eye(WAVES)
        bend = np.asarray(np.linalg.solve(pulled, weighted.T @ off), np.float64)
        left = np.linalg.norm(off - waves @ bend, axis=1)
        weights = 1 / (1 + (left / (2 * np.median(left) + 1e-3)) ** 2)
    return Placement(homography, bend)


def _shrunk(image: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    if scale == 1.0:
        return image
    size = [max(1, round(side * scale)) for side in image.shape[1::-1]]
    # Of a very large picture every third pixel across and down of what makes one is enough, and much faster.
    step = max(1, int(1 / (SAMPLES * scale)))
    image = np.ascontiguousarray(image[::step, ::step])
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _enlarged(fields: Fields, seen: tuple[int, ...], whole: tuple[int, ...], origin: Floats) -> Fields:
    """Fields found in a shrunk part of a picture, brought to the pixels of the picture."""
    scale = np.array([whole[1] / seen[1], whole[0] / seen[0]])
    return Fields((fields.places + 0.5) * scale - 0.5 + origin, fields.axes * scale, fields.scores)
