"""Where on a score sheet the boxes for penalties are.

The recipe: which printing it is, its points table tells, for nobody writes on that; then the boxes are looked for where
that printing has them, by their frames, which show around marks too. All is measured in columns and rows of the sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.qwixx.sheet import PENALTIES
from vision.reading import Floats

TABLE_FIELDS = 12
"""The points table has a field for each count of marks."""


class Printing(NamedTuple):
    """The first box for penalties, the way to the next and their size, and the same of the points table's fields."""

    boxes: tuple[float, float]
    boxes_pitch: float
    box: tuple[float, float]
    table: tuple[float, float]
    table_pitch: float
    field: tuple[float, float]

    @property
    def places(self) -> Floats:
        """(4, 2) the middles of the boxes."""
        return _in_a_row(self.boxes, self.boxes_pitch, PENALTIES)

    @property
    def table_places(self) -> Floats:
        """(12, 2) the middles of the points table's fields."""
        return _in_a_row(self.table, self.table_pitch, TABLE_FIELDS)


PRINTINGS = (
    Printing((9.68, 4.16), 0.543, (0.46, 0.415), (0.46, 3.95), 0.759, (0.759, 0.838)),
    Printing((9.0, 4.07), 0.517, (0.43, 0.375), (0.488, 3.893), 0.702, (0.702, 0.751)),
)
"""Both common printings, measured on their pictures."""


class Pattern(NamedTuple):
    """Where in and around a field to look, (N, 2) in half sides, and how light it is there, (N,), mean 0, spread 1."""

    probes: Floats
    light: Floats


@dataclass(frozen=True)
class BoxConfig:
    """How boxes are looked for; lengths in columns and rows.

    Args:
        pitch: pixels from cell to cell at which patterns are looked for: finer, and their lines are missed.
        shares: other printings' boxes stand alike but are smaller: these shares of the sizes are tried.
        table_reach: so far the points table may lie from where the rows of cells let expect it,
        table_drift: and what each column of that takes from its agreement.
        reach: so far the boxes may lie from where the table lets expect them.
        follow: the share of the table's shift that boxes go along with: bent paper is about as much amiss there.
        drift: boxes are seldom further off than this,
        drift_cost: which takes so much from their agreement: boxes one further along look almost the same.
        haze: a field whose light is spread by no more grey levels than this tells little.
    """

    pitch: float = 24.0
    shares: tuple[float, ...] = (0.84, 1.0)
    table_reach: tuple[float, float] = (0.09, 0.08)
    table_drift: float = 0.5
    reach: tuple[float, float] = (0.24, 0.16)
    follow: float = 0.7
    drift: float = 0.08
    drift_cost: float = 0.1
    haze: float = 5.0


def penalty_boxes(
    levels: Sequence[NDArray[np.uint8]],
    seen: Callable[[Floats], Floats],
    pitch: float,
    config: BoxConfig = BoxConfig(),
) -> Floats:
    """Finds the boxes of a sheet.

    Args:
        levels: the picture, its half, its quarter, …, BGR, as `models.pyramid` gives them.
        seen: where points of the sheet, (..., 2) in columns and rows, are in the picture, in pixels.
        pitch: pixels from cell to cell.
        config: thresholds.

    Returns:
        (4, 2) float64: the middles of the boxes, in columns and rows.
    """
    look = _Look.at(levels, seen, pitch, config)
    tables = [look.table(printing) for printing in PRINTINGS]
    printing, (_, shift) = max(zip(PRINTINGS, tables, strict=True), key=lambda pair: pair[1][0])
    _, shift = max((look.boxes(printing, share, shift) for share in config.shares), key=lambda answer: answer[0])
    return np.asarray(printing.places + shift)


@dataclass(frozen=True, eq=False)
class _Look:
    """A grey picture of a sheet, and how to look at points of the sheet in it.

    Args:
        picture: (H, W) float32.
        seen: as for `penalty_boxes`.
        scale: from pixels of the whole picture to those of this one.
        config: thresholds.
    """

    picture: NDArray[np.float32]
    seen: Callable[[Floats], Floats]
    scale: Floats
    config: BoxConfig

    @classmethod
    def at(
        cls, levels: Sequence[NDArray[np.uint8]], seen: Callable[[Floats], Floats], pitch: float, config: BoxConfig
    ) -> _Look:
        """At the level where the pitch is about as the configuration says."""
        level = int(np.clip(np.log2(max(pitch, 1.0) / config.pitch), 0, len(levels) - 1))
        picture = cv2.cvtColor(levels[level], cv2.COLOR_BGR2GRAY).astype(np.float32)
        return cls(picture, seen, np.array(picture.shape[::-1]) / levels[0].shape[1::-1], config)

    def table(self, printing: Printing) -> tuple[float, Floats]:
        """How much it looks like a printing's points table at best, and (2,) how far off that lies."""
        shifts = _around(self.config.table_reach, (7, 5))
        alike = self.alike(printing.table_places + shifts[:, None], printing.field, TABLE_FIELD).mean(axis=1)
        alike -= self.config.table_drift * np.linalg.norm(shifts, axis=1)
        return float(alike.max()), shifts[int(alike.argmax())]

    def boxes(self, printing: Printing, share: float, shift: Floats) -> tuple[float, Floats]:
        """How much it looks like boxes of a share of a printing's size at best, and (2,) how far off these lie."""
        config = self.config
        shifts = _around(config.reach, (13, 9))
        middles = printing.places + shifts[:, None]
        alike = self.alike(middles, (share * printing.box[0], share * printing.box[1]), BOX_FRAME)
        # A marked box may look like anything, and that must not outweigh the others.
        agreement = np.clip(alike, 0, None).mean(axis=1)
        off = np.linalg.norm(shifts - config.follow * shift, axis=1)
        agreement -= config.drift_cost * (off / config.drift) ** 2
        return float(agreement.max()), shifts[int(agreement.argmax())]

    def alike(self, middles: Floats, size: tuple[float, float], pattern: Pattern) -> Floats:
        """(S, F): how much fields about middles, (S, F, 2), look like a pattern, -1 to 1 (normalised correlation)."""
        points = self.seen(middles[:, :, None] + pattern.probes * (np.array(size) / 2))
        flat = ((points + 0.5) * self.scale - 0.5).astype(np.float32).reshape(len(middles), -1, 2)
        light = cv2.remap(
            self.picture, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        ).reshape(*middles.shape[:2], -1)
        light = light - light.mean(axis=2, keepdims=True)
        return np.asarray((light / (light.std(axis=2, keepdims=True) + self.config.haze) * pattern.light).mean(axis=2))


def _in_a_row(first: tuple[float, float], pitch: float, count: int) -> Floats:
    return np.asarray(np.array(first) + np.outer(np.arange(count), [pitch, 0.0]))


def _around(reach: tuple[float, float], counts: tuple[int, int]) -> Floats:
    """(S, 2) shifts to all sides."""
    across, down = (np.linspace(-most, most, count) for most, count in zip(reach, counts, strict=True))
    return np.stack([part.ravel() for part in np.meshgrid(across, down)], axis=1)


def _pattern(probes: Floats, light: Floats) -> Pattern:
    return Pattern(probes, np.asarray((light - light.mean()) / light.std()))


def _table_field() -> Pattern:
    """White, with a number in its upper and in its lower half."""
    across, down = (part.ravel() for part in np.meshgrid(np.linspace(-0.95, 0.95, 12), np.linspace(-0.8, 0.8, 8)))
    text = (abs(across) < 0.38) & (abs(abs(down) - 0.45) < 0.2)
    return _pattern(np.stack([across, down], axis=1), np.where(text, -1.0, 1.0))


def _box_frame() -> Pattern:
    """White inside a dark frame, on paper that is about as light."""
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    circle = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    # Between an ellipse and a rectangle, as the boxes are.
    outline = np.sign(circle) * abs(circle) ** 0.6
    inside = np.stack(np.meshgrid(np.linspace(-0.6, 0.6, 4), np.linspace(-0.6, 0.6, 4)), axis=-1).reshape(-1, 2)
    light = np.repeat([-1.0, 1.0, 0.2], [len(outline), len(inside), len(outline)])
    return _pattern(np.concatenate([outline * 1.06, inside, outline * 1.35]), light)


TABLE_FIELD = _table_field()
BOX_FRAME = _box_frame()
