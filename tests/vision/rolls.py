"""Dice and sheets made by hand, for tests that need no model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

import vision.sheet  # noqa: F401 - it knows the sentences of what it refuses
from engine.qwixx.notation import parse_sheet
from engine.qwixx.roll import DIE_LETTERS, PIPS, DieColour
from engine.qwixx.settle import DiceTable, DieSettled
from engine.qwixx.sheet import PENALTIES, Row
from models.synthesis.dice_scene import DiceScene
from vision.photo import Photo
from vision.reading import DieSeen, Reading, SheetSeen

Seen = TypeVar("Seen")
SURE = 0.995
"""The probability of what lies there; the rest is shared by all else."""


@dataclass(frozen=True)
class Lying:
    """A die on a photo: its colour's letter and its value, its middle, the side of its top face, and how sure it is."""

    name: str
    x: float
    y: float
    side: float = 40.0
    in_play: bool = True
    cut: bool = False
    sure: float = SURE

    @property
    def colour(self) -> DieColour:
        return DieColour(DIE_LETTERS.index(self.name[0]))

    @property
    def value(self) -> int:
        return int(self.name[1])


def die_seen(lying: Lying) -> DieSeen:
    """A die as a good reader sees it."""
    half = 0.6 * lying.side
    return DieSeen(
        box=np.array([lying.x - half, lying.y - half, 2 * half, 2 * half]),
        top=np.array([lying.x, lying.y, lying.side]),
        colours=_chances(len(DieColour), lying.colour, SURE),
        values=_chances(len(PIPS), lying.value - 1, lying.sure),
        in_play=SURE if lying.in_play else 1 - SURE,
        cut=lying.cut,
    )


def lying_in(scene: DiceScene) -> list[Lying]:
    """The dice of a rendered table."""
    places = [die.top.mean(axis=0) for die in scene.dice]
    return [
        Lying(f"{die.colour.letter}{die.value}", float(x), float(y), float(die.box[2]) / 1.2)
        for die, (x, y) in zip(scene.dice, places, strict=True)
    ]


def dice_reading(dice: Iterable[Lying], width: int = 640, height: int = 480) -> Reading:
    return Reading(width, height, dice=tuple(map(die_seen, dice)), seconds={"total": 0.1})


def dice_table(dice: Sequence[Lying], sure: Sequence[float] = ()) -> DiceTable:
    """The same, settled as it lies."""
    chances = sure or [lying.sure for lying in dice]
    settled = [
        DieSettled(lying.colour, lying.value, chance, chance, (), lying.in_play, False)
        for lying, chance in zip(dice, chances, strict=True)
    ]
    return DiceTable(tuple(settled), None, frozenset(), ())


def roll(text: str, x: float = 100, y: float = 100, side: float = 40.0) -> list[Lying]:
    """The dice of a roll side by side."""
    return [Lying(name, x + 1.6 * side * number, y, side) for number, name in enumerate(text.split())]


@dataclass(frozen=True)
class Filled:
    """A sheet on a photo, upright: what is marked, its top left corner, the distance of its cells, what is doubted."""

    text: str
    x: float = 100.0
    y: float = 100.0
    pitch: float = 30.0
    doubted: Sequence[tuple[Row, int]] = field(default=())
    refused: str = ""


def sheet_seen(filled: Filled) -> SheetSeen:
    """A sheet as a good reader sees it."""
    sheet = parse_sheet(filled.text)
    columns, rows = np.meshgrid(np.arange(12) + 0.5, np.arange(4) + 0.5)
    corner = np.array([filled.x, filled.y])
    doubtful = np.zeros((4, 11), np.bool_)
    for row, number in filled.doubted:
        doubtful[row, row.position(number)] = True
    marks = np.array([[number in sheet.rows[row] for number in row.numbers] for row in Row])
    return SheetSeen(
        corners=corner + filled.pitch * np.array([[0.0, 0], [12, 0], [12, 4], [0, 4]]),
        cells=corner + filled.pitch * np.stack([columns, rows], axis=-1),
        boxes=corner + filled.pitch * np.array([[8.5 + box, 4.5] for box in range(4)]),
        marks=_sure(marks),
        locks=_sure(np.array([row in sheet.locks for row in Row])),
        penalties=_sure(np.arange(PENALTIES) < sheet.penalties),
        doubtful=doubtful,
        refused=filled.refused,
    )


class Dice:
    """Finds the dice that it is told, photo after photo, the last again and again; none on a black photo."""

    def __init__(self, *photos: Iterable[Lying]) -> None:
        self.photos = [tuple(map(die_seen, dice)) for dice in photos]

    def read(self, photo: Photo) -> tuple[tuple[DieSeen, ...], dict[str, float]]:
        return (_next(self.photos) if photo.image.any() else ()), {"find": 0.1}


class Sheets:
    """The same for sheets."""

    def __init__(self, *photos: Iterable[Filled]) -> None:
        self.photos = [tuple(map(sheet_seen, sheets)) for sheets in photos]

    def read(self, photo: Photo) -> tuple[tuple[SheetSeen, ...], dict[str, float]]:
        return (_next(self.photos) if photo.image.any() else ()), {"find": 0.1}


def _next(photos: list[Seen]) -> Seen:
    return photos.pop(0) if len(photos) > 1 else photos[0]


def _chances(count: int, index: int, chance: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    chances = np.full(count, (1 - chance) / (count - 1))
    chances[index] = chance
    return chances


def _sure(marked: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.where(marked, SURE, 1 - SURE)
