"""Measures a reader on labelled photos: what it found, what it named rightly, what it made up, and how long it took."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np

from engine.game import Refusal
from engine.qwirkle.settle import Place, Table
from engine.qwirkle.tile import Tile
from engine.qwixx.settle import DiceTable, SheetTable
from engine.qwixx.sheet import PENALTIES, RISING, Row, Sheet
from vision.grid import SQUARE
from vision.labels import FACE_DOWN, SHEET, Box, Label, LabelledPhoto, kind_of
from vision.overlay import Faults, side_of
from vision.photo import Photo
from vision.reading import Floats, Reading

REACH = 0.6
"""A piece belongs to a label while their centres lie within this share of the label's larger side."""
DIE_REACH = 25.0
"""At least so many pixels for dice: some labels frame nothing but the pips, and a one has a single pip."""
SUREST = 0.8
"""Of so large a share of the pieces found, the surest, it is told how many are right."""
NAMED = 3
"""So many photos are named of which the same is said."""

FIELDS = len(Row) * (len(RISING) + 1) + PENALTIES
"""What can be crossed on a sheet: the numbers, the locks and the boxes for penalties."""

Sort = Literal["face_up", "face_down", "dice", "sheets"]
"""What is counted apart: tiles that show their faces, tiles that lie face down, dice, and score sheets."""
SORTS: dict[Sort, str] = {"face_up": "face up", "face_down": "face down", "dice": "dice", "sheets": "sheets"}
_Named = tuple[int, int, int, str]
"""A group, a column and a row in it, and the name of what lies there."""


class Seen(Protocol):
    """A photo as it was read, and what the rules make of it."""

    @property
    def photo(self) -> Photo:
        """What was looked at."""

    @property
    def reading(self) -> Reading:
        """What is on the photo."""

    @property
    def table(self) -> Table:
        """Its tiles, settled."""

    @property
    def dice(self) -> DiceTable:
        """Its dice, settled."""

    @property
    def sheets(self) -> Sequence[SheetTable]:
        """Its score sheets, settled."""


Read = Callable[[LabelledPhoto], Seen]
"""A reader: what is on a photo of pieces of some kinds; raises `Refusal` where it can't be read."""


@dataclass(frozen=True)
class Piece:
    """A piece as it was read, reduced to what is measured.

    Args:
        name: such as ``red circle``, or ``face-down``; of a die its value; ``sheet``.
        x: of its centre, in pixels.
        y: of its centre, in pixels.
        size: its mean side, in pixels.
        confidence: the probability of its name.
        place: where it lies in its group, if it is a tile.
        spared: whether it counts neither way where it has no label, for the picture's edge cuts it or it is a die that
            is not in play.
        colour: the English name of its colour, if it is a die.
        sheet: what is marked on it, if it is a score sheet.
    """

    name: str
    x: float
    y: float
    size: float
    confidence: float = 1.0
    place: Place | None = None
    spared: bool = False
    colour: str | None = None
    sheet: Sheet | None = None


@dataclass(frozen=True)
class Tally:
    """How many labels there were, how many of them were found and named rightly, and how many pieces were made up."""

    labels: int = 0
    found: int = 0
    right: int = 0
    false: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.labels + other.labels,
            self.found + other.found,
            self.right + other.right,
            self.false + other.false,
        )

    def as_json(self) -> dict[str, int]:
        """Its numbers by name."""
        return {"labels": self.labels, "found": self.found, "right": self.right, "false": self.false}


@dataclass(frozen=True)
class Comparison:
    """Labels and pieces of one photo, put together.

    Args:
        pairs: each label that was found, with its piece.
        missed: labels without a piece.
        false: pieces without a label, but for those that do not count.
        exact: whether the board is the labels'; None where the labels tell no cells.
    """

    pairs: tuple[tuple[Label, Piece], ...]
    missed: tuple[Label, ...]
    false: tuple[Piece, ...]
    exact: bool | None

    @property
    def wrong(self) -> tuple[tuple[Label, Piece], ...]:
        """The pairs that do not agree."""
        return tuple((label, piece) for label, piece in self.pairs if not agree(label, piece))

    def tally(self, sort: Sort | None = None) -> Tally:
        """The numbers of all pieces, or of one sort: of labels by their names, of false pieces by theirs."""
        pairs = [(label, piece) for label, piece in self.pairs if sort in (None, sort_of(label.name))]
        return Tally(
            len(pairs) + sum(sort in (None, sort_of(label.name)) for label in self.missed),
            len(pairs),
            sum(agree(label, piece) for label, piece in pairs),
            sum(sort in (None, sort_of(piece.name)) for piece in self.false),
        )


@dataclass(frozen=True, eq=False)
class PhotoScore:
    """How one photo was read.

    Args:
        photo: with its labels.
        comparison: of the labels with what was read; with nothing, where the photo could not be read.
        seen: None where the photo could not be read.
        error: why it could not be read.
    """

    photo: LabelledPhoto
    comparison: Comparison
    seen: Seen | None = None
    error: str | None = None

    @property
    def right(self) -> bool:
        """Whether every label is right and nothing false."""
        comparison = self.comparison
        return not (self.error or comparison.missed or comparison.wrong or comparison.false)

    @property
    def perfect(self) -> bool:
        """Whether the photo is right and so is its board, where the labels tell one."""
        return self.right and self.comparison.exact is not False

    @property
    def faults(self) -> Faults:
        """What to draw on the photo to see what went wrong."""
        comparison = self.comparison
        return Faults(
            missed=[(_corners(label.box), _short(label.name)) for label in comparison.missed],
            wrong=[(_corners(label.box), _short(label.name)) for label, _ in comparison.wrong],
            false=[np.array([piece.x, piece.y]) + piece.size * SQUARE for piece in comparison.false],
        )


@dataclass(frozen=True, eq=False)
class Evaluation:
    """How a set of photos was read."""

    scores: tuple[PhotoScore, ...]

    def tally(self, sort: Sort | None = None) -> Tally:
        """The numbers of all pieces, or of one sort."""
        return sum((score.comparison.tally(sort) for score in self.scores), Tally())

    @property
    def _pairs(self) -> list[tuple[Label, Piece]]:
        return [pair for score in self.scores for pair in score.comparison.pairs]

    @property
    def colours(self) -> tuple[int, int]:
        """Of the dice found whose labels tell their colour, how many have the right one, and how many there are."""
        told = [(label.colour, piece.colour) for label, piece in self._pairs if label.colour]
        return sum(label == piece for label, piece in told), len(told)

    @property
    def surest(self) -> tuple[int, int]:
        """How many of the surest pieces found are right, and how many these are."""
        pairs = sorted(self._pairs, key=lambda pair: -pair[1].confidence)
        surest = pairs[: round(SUREST * len(pairs))]
        return sum(agree(label, piece) for label, piece in surest), len(surest)

    @property
    def fields(self) -> tuple[int, int]:
        """How many fields of the sheets found are crossed, or not, as their labels say, and how many there are."""
        sheets = [(label.sheet, piece.sheet) for label, piece in self._pairs if label.sheet and piece.sheet]
        wrong = sum(sum(wrong_fields(told, read)) for told, read in sheets)
        return FIELDS * len(sheets) - wrong, FIELDS * len(sheets)

    @property
    def photos_right(self) -> int:
        """How many photos have every label right and nothing false."""
        return sum(score.right for score in self.scores)

    @property
    def boards(self) -> tuple[int, int]:
        """How many boards are exactly the labels', and how many there are."""
        exact = [score.comparison.exact for score in self.scores if score.comparison.exact is not None]
        return sum(exact), len(exact)

    @property
    def confusions(self) -> list[tuple[str, str, int]]:
        """What was taken for what, and how often; the most frequent first.

        Colours of dice by their names too, and fields of sheets by whether they are crossed.
        """
        names = [(label.name, piece.name) for label, piece in self._pairs]
        colours = [(label.colour, piece.colour) for label, piece in self._pairs if label.colour and piece.colour]
        wrong = Counter((label, piece) for label, piece in (*names, *colours) if label != piece)
        for label, piece in self._pairs:
            if label.sheet and piece.sheet:
                missed, made_up = wrong_fields(label.sheet, piece.sheet)
                wrong += Counter({("crossed", "empty"): missed, ("empty", "crossed"): made_up})
        return [(label, piece, count) for (label, piece), count in sorted(wrong.items(), key=lambda item: -item[1])]

    @property
    def seconds(self) -> dict[str, float]:
        """The median time of every stage."""
        times: dict[str, list[float]] = {}
        for score in self.scores:
            for stage, taken in (score.seen.reading.seconds if score.seen else {}).items():
                times.setdefault(stage, []).append(taken)
        return {stage: statistics.median(taken) for stage, taken in times.items()}

    @property
    def unread(self) -> dict[str, list[Path]]:
        """Why photos could not be read, each reason with those for which it holds."""
        paths: dict[str, list[Path]] = {}
        for score in self.scores:
            if score.error:
                paths.setdefault(score.error, []).append(score.photo.path)
        return paths

    def as_json(self) -> dict[str, Any]:
        """All of it, ready for `json.dumps`."""
        exact, boards = self.boards
        colours_right, colours = self.colours
        fields_right, fields = self.fields
        surest_right, surest = self.surest
        return {
            "photos": len(self.scores),
            "photos_right": self.photos_right,
            **self.tally().as_json(),
            **{sort: self.tally(sort).as_json() for sort in SORTS},
            "boards": boards,
            "boards_exact": exact,
            "colours": colours,
            "colours_right": colours_right,
            "fields": fields,
            "fields_right": fields_right,
            "surest": surest,
            "surest_right": surest_right,
            "confusions": [list(confusion) for confusion in self.confusions],
            "seconds": {stage: round(taken, 4) for stage, taken in self.seconds.items()},
            "failures": [_failure(score) for score in self.scores if not score.perfect],
        }

    def __str__(self) -> str:
        """A table for people."""
        lines = [f"{'':10}{'labels':>8}{'found':>8}{'right':>8}{'':9}{'false':>8}"]
        tallies = {title: self.tally(sort) for sort, title in SORTS.items()}
        shown = {title: tally for title, tally in tallies.items() if tally != Tally()}
        for title, tally in {**shown, "all": self.tally()}.items():
            share = f"{tally.right / tally.labels:.2%}" if tally.labels else "-"
            counts = f"{tally.labels:8}{tally.found:8}{tally.right:8}{share:>9}{tally.false:8}"
            lines.append(f"{title:10}{counts}")
        lines.append(f"photos right  {self.photos_right} of {len(self.scores)}")
        ratios = {
            "boards exact": self.boards,
            "colours right": self.colours,
            "fields right": self.fields,
            f"surest {SUREST:.0%}": self.surest,
        }
        lines += [f"{title:13} {right} of {count}" for title, (right, count) in ratios.items() if count]
        lines += [f"{count} x {label} read as {piece}" for label, piece, count in self.confusions]
        lines += [f"{named([path.name for path in paths])}: {error}" for error, paths in self.unread.items()]
        times = ", ".join(f"{stage} {1000 * taken:.0f}" for stage, taken in self.seconds.items())
        return "\n".join([*lines, f"median milliseconds a photo: {times or 'none was read'}"])


def named(photos: Sequence[str]) -> str:
    """The names of photos of which the same is said; of many the first ones."""
    left = len(photos) - NAMED
    return ", ".join(photos) if left <= 0 else f"{', '.join(photos[:NAMED])} and {left} more"


def score_photos(photos: Iterable[LabelledPhoto], read: Read) -> Iterator[PhotoScore]:
    """Reads photo after photo and compares each with its labels; what can't be read counts as missed."""
    for photo in photos:
        try:
            seen = read(photo)
        except Refusal as error:
            yield PhotoScore(photo, compare(photo, ()), error=str(error))
        else:
            labelled = photo.straight(seen.photo.lens)
            tiles, dice = pieces_of(seen.reading, seen.table), dice_of(seen.reading, seen.dice)
            pieces = (*tiles, *dice, *sheets_of(seen.reading, seen.sheets))
            yield PhotoScore(labelled, compare(labelled, pieces), seen)


def agree(label: Label, piece: Piece) -> bool:
    """Whether a piece was read as its label says."""
    return label.name == piece.name and label.sheet == piece.sheet


def wrong_fields(told: Sheet, read: Sheet) -> tuple[int, int]:
    """How many fields of a sheet were read as empty though they are crossed, and how many the other way round."""
    missed, made_up = max(told.penalties - read.penalties, 0), max(read.penalties - told.penalties, 0)
    for here, there in (*zip(told.rows, read.rows, strict=True), (told.locks, read.locks)):
        missed, made_up = missed + len(here - there), made_up + len(there - here)
    return missed, made_up


def sort_of(name: str) -> Sort:
    """Among what a piece of this name is counted."""
    match kind_of(name):
        case "die":
            return "dice"
        case "sheet":
            return "sheets"
    return "face_down" if name == FACE_DOWN else "face_up"


def pieces_of(reading: Reading, table: Table) -> tuple[Piece, ...]:
    """The tiles that were read, under the names of the labels."""
    return tuple(
        Piece(
            settled.tile.words if settled.tile else FACE_DOWN,
            *seen.centre,
            seen.size,
            settled.confidence,
            place,
            seen.cut,
        )
        for seen, place, settled in zip(reading.tiles, reading.places, table.tiles, strict=True)
    )


def dice_of(reading: Reading, dice: DiceTable) -> tuple[Piece, ...]:
    """The dice that were read, under the names of the labels."""
    return tuple(
        Piece(
            str(settled.value),
            *seen.centre,
            seen.size,
            settled.value_confidence,
            spared=seen.cut or not settled.in_play,
            colour=settled.colour.word,
        )
        for seen, settled in zip(reading.dice, dice.dice, strict=True)
    )


def sheets_of(reading: Reading, sheets: Sequence[SheetTable]) -> tuple[Piece, ...]:
    """The score sheets that were read."""
    return tuple(
        Piece(SHEET, *seen.centre, side_of(seen.corners), settled.confidence, sheet=settled.sheet)
        for seen, settled in zip(reading.sheets, sheets, strict=True)
    )


def compare(photo: LabelledPhoto, pieces: Sequence[Piece]) -> Comparison:
    """Puts labels and pieces of the labelled kinds together, nearest first, each once.

    A piece without a label is false, unless it is spared or lies in a part of the photo that is ignored: then it counts
    neither way.
    """
    pieces = [piece for piece in pieces if kind_of(piece.name) in photo.kinds]
    found = _paired(photo.labels, pieces)
    false = tuple(
        piece
        for index, piece in enumerate(pieces)
        if index not in found.values()
        and not piece.spared
        and not any(box.holds(piece.x, piece.y) for box in photo.ignored)
    )
    pairs = tuple((photo.labels[label], pieces[piece]) for label, piece in sorted(found.items()))
    missed = tuple(label for index, label in enumerate(photo.labels) if index not in found)
    return Comparison(pairs, missed, false, _exact(photo.labels, pairs, false))


def _paired(labels: Sequence[Label], pieces: Sequence[Piece]) -> dict[int, int]:
    """The index of each found label's piece."""
    ways = []
    for index, label in enumerate(labels):
        x, y = label.box.centre
        near = [which for which, piece in enumerate(pieces) if kind_of(piece.name) == kind_of(label.name)]
        distances = ((float(np.hypot(pieces[which].x - x, pieces[which].y - y)), which) for which in near)
        ways += [(distance, index, which) for distance, which in distances if distance <= _reach(label)]
    found: dict[int, int] = {}
    taken: set[int] = set()
    for _, index, which in sorted(ways):
        if index not in found and which not in taken:
            found[index] = which
            taken.add(which)
    return found


def _reach(label: Label) -> float:
    reach = REACH * max(label.box.width, label.box.height)
    return max(reach, DIE_REACH) if kind_of(label.name) == "die" else reach


def _exact(labels: Sequence[Label], pairs: Sequence[tuple[Label, Piece]], false: Sequence[Piece]) -> bool | None:
    """Whether what lies on cells is the labels', each cluster up to a shift, the whole photo up to a quarter turn.

    A piece whose label has no cell, such as one of a hand, is no part of the board.
    """
    labelled = [(0, *label.cell, label.name) for label in labels if label.cell]
    if not labelled:
        return None
    read = [piece for label, piece in pairs if label.cell] + list(false)
    on_cells = [(*piece.place, piece.name) for piece in read if piece.place]
    placed = Counter(_normal(cluster, 0) for cluster in _clusters(on_cells))
    clusters = _clusters(labelled)
    return any(placed == Counter(_normal(cluster, turn) for cluster in clusters) for turn in range(4))


def _clusters(pieces: Sequence[_Named]) -> list[list[_Named]]:
    """Parts whose cells touch each other along an edge."""
    left = set(range(len(pieces)))
    clusters = []
    while left:
        cluster = [left.pop()]
        for index in cluster:
            group, col, row, _ = pieces[index]
            near = {other for other in left if pieces[other][0] == group}
            near = {other for other in near if abs(pieces[other][1] - col) + abs(pieces[other][2] - row) <= 1}
            left -= near
            cluster += sorted(near)
        clusters.append([pieces[index] for index in cluster])
    return clusters


def _normal(cluster: Sequence[_Named], turn: int) -> tuple[tuple[int, int, str], ...]:
    """The cluster after so many quarter turns, shifted to begin at column and row 0."""
    cells = [(col, row, name) for _, col, row, name in cluster]
    for _ in range(turn):
        cells = [(-row, col, name) for col, row, name in cells]
    left, top = min(col for col, _, _ in cells), min(row for _, row, _ in cells)
    return tuple(sorted((col - left, row - top, name) for col, row, name in cells))


def _corners(box: Box) -> Floats:
    return np.array(box.centre) + SQUARE * (box.width, box.height)


def _short(name: str) -> str:
    if kind_of(name) in ("die", "sheet"):
        return name
    return "down" if name == FACE_DOWN else str(Tile.parse(name))


def _failure(score: PhotoScore) -> dict[str, Any]:
    comparison = score.comparison
    return {
        "photo": score.photo.path.name,
        "error": score.error,
        "missed": [label.name for label in comparison.missed],
        "wrong": [
            [str(label.sheet or label.name), str(piece.sheet or piece.name)] for label, piece in comparison.wrong
        ],
        "false": [piece.name for piece in comparison.false],
        "exact": comparison.exact,
    }
