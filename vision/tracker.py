"""Turns the frames of a camera into one steady reading: when nothing moves, and several frames read alike.

The recipe: shrink each frame; tell motion from noise; once the picture has been still for a time, ask for readings;
bring the readings of one stillness together, piece by piece, with what was known of each piece before. It reads no
picture itself, knows no game and has no clock: frames come with their time, readings from whoever was asked for them.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Generic, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.game import ENGLISH, Reason
from vision.grid import place_tiles
from vision.icc import Pixels
from vision.reading import DieSeen, Floats, Reading, TileSeen

ENGLISH.update(
    {
        "camera_black": "the camera's picture is black: uncover it, or make light",
        "camera_frozen": "the camera has given the same picture for {seconds:.0f} seconds: unplug it and plug it in "
        "again",
        "camera_knocked": "the camera was moved: the table was found again, no need to do anything",
    }
)

Grey = NDArray[np.float32]
Piece = TypeVar("Piece", TileSeen, DieSeen)


class Activity(Enum):
    """What goes on in front of the camera."""

    SETTLING = "settling"
    """The camera has just begun and still finds its exposure."""
    MOVING = "moving"
    """Something moves, such as hands over the table, or did a moment ago."""
    STILL = "still"
    """Nothing has moved for a time."""
    BLIND = "blind"
    """The picture is black."""


@dataclass(frozen=True)
class TrackerConfig:
    """Thresholds of following a table. Times are in seconds, lightness is in grey levels of 255.

    Args:
        width: frames are shrunk to so many pixels across: a hand is still large, noise is averaged away.
        compared: a frame is compared with one that is so old: at 30 frames a second, neighbours differ too little.
        gap: after so long without a frame nobody knows what happened meanwhile.
        settle: cameras find their exposure in about this time,
        settle_most: and none needs longer than this.
        exposure: while the lightness changes by more than this share between compared frames, it still settles.
        dark: pixels darker than this tell nothing about the lamp's brightness.
        change: a change of fewer grey levels is noise or a shadow that creeps; the edge of a hand makes dozens.
        over_noise: a change must be so many times a pixel's mean change: one that flickers all the time says nothing.
        loud: a larger change counts as this in a pixel's mean change, so that hands don't make it deaf.
        adapt: a pixel's mean change follows the last so many seconds: longer than a move takes.
        moving: so large a share of the picture must change: a hand covers some hundredths, specks of noise less.
        still: the picture must have been still for so long: fingers that rest between two tiles move again sooner.
        black: a picture is black if hardly a pixel (`black_share`) is lighter than this.
        black_share: this share of the pixels may be lighter: sensors have hot ones.
        black_after: so long must it be black to be told: cameras give a black frame or two when they begin.
        frozen_after: a live picture has noise: one that is the same to the last bit for so long is no live picture.
            Films may be like this; give infinity for them.
        knocked: a picture that lies off the last one by so many pixels, shrunk, was knocked; less moves no piece to
            another's place.
        knock_peak: so clear must the peak of the phase correlation be, of one: other pictures reach a tenth.
        alike: so many readings in a row must come to the same: one alone may be a slip.
        together: so many of the last readings of a stillness are brought together: more only make a change come late.
        again: a steady reading is looked at again after so long, should a change have been too gentle to be seen.
        near: a piece whose middle lies within so many sides of another's, in two readings, is the same one.
        remembered: what was known before the last motion weighs as much as so many readings: fewer than `alike`, so
            that readings that clearly contradict it are believed.
        surest: no reading rules a name out by more than this chance: what one view of a piece gets wrong, the next
            frame gets wrong again.
    """

    width: int = 160
    compared: float = 0.1
    gap: float = 1.0
    settle: float = 1.0
    settle_most: float = 5.0
    exposure: float = 0.015
    dark: float = 16.0
    change: float = 8.0
    over_noise: float = 5.0
    loud: float = 12.0
    adapt: float = 10.0
    moving: float = 0.003
    still: float = 0.5
    black: float = 16.0
    black_share: float = 0.01
    black_after: float = 1.0
    frozen_after: float = 3.0
    knocked: float = 1.0
    knock_peak: float = 0.2
    alike: int = 3
    together: int = 9
    again: float = 5.0
    near: float = 0.4
    remembered: float = 1.5
    surest: float = 0.001


@dataclass(frozen=True)
class Glance:
    """What a frame tells before it is read.

    Args:
        activity: what goes on.
        wanted: whether a reading of this frame is asked for; whoever is busy with an earlier one may let it pass.
        notice: what is wrong with the camera, told for as long as it lasts; a knock is told once.
    """

    activity: Activity
    wanted: bool = False
    notice: Reason | None = None


class Tracker:
    """Follows one camera.

    Args:
        config: its thresholds.
    """

    def __init__(self, config: TrackerConfig = TrackerConfig()) -> None:
        self.config = config
        self.steady: Reading | None = None
        """The last steady reading; it holds while hands are over the table."""
        self._motion = _Motion(config)
        self._identical = _Lasting()
        self._black = _Lasting()
        self._last: Pixels | None = None
        self._still_since: float | None = None
        self._settled = False
        self._tiles = _Together(config, _tile_name, _tiles_together, _tile_shifted)
        self._dice = _Together(config, _die_name, _dice_together, _die_shifted)
        self._same: deque[object] = deque(maxlen=config.alike)
        self._told: object = None
        self._read_at = -math.inf
        self._still_picture: Grey | None = None
        self._steady_picture: Grey | None = None

    def see(self, frame: Pixels, at: float) -> Glance:
        """Takes the next frame.

        Args:
            frame: (H, W, 3) uint8 BGR; nobody may change it afterwards.
            at: its time in seconds; frames come in the order of their times.
        """
        frozen_for = self._identical.lasts(self._last is not None and np.array_equal(frame, self._last), at)
        self._last = frame
        grey = _shrunk(frame, self.config.width)
        black = np.quantile(grey, 1 - self.config.black_share) < self.config.black
        black_for = self._black.lasts(bool(black), at)
        self._settled = self._settled or self._motion.settled(at)
        moves = self._motion.seen(grey, at, learning=not self._settled)
        if black:
            self._begin_again()
            told = Reason("camera_black") if black_for >= self.config.black_after else None
            return Glance(Activity.BLIND, notice=told)
        if not self._settled:
            return Glance(Activity.SETTLING)
        if moves:
            self._begin_again()
            return Glance(Activity.MOVING)
        if self._still_since is None:
            self._still_since = at
        if at - self._still_since < self.config.still:
            return Glance(Activity.MOVING)
        notice = self._found_again(grey, frame.shape[1] / grey.shape[1])
        if frozen_for >= self.config.frozen_after:
            notice = Reason("camera_frozen", {"seconds": frozen_for})
        return Glance(Activity.STILL, self._wants(at), notice)

    def add(self, reading: Reading, at: float) -> Reading | None:
        """Takes the reading of a frame that was asked for.

        Args:
            reading: what is on it.
            at: the frame's time.

        Returns:
            The steady reading, once in every stillness, and again if a later look at it says otherwise. None while
            readings differ, and where something has moved since the frame.
        """
        if self._still_since is None or at - self._still_since < self.config.still or at <= self._read_at:
            return None
        self._read_at = at
        if self.is_steady:
            self._remember()
        tiles, names = self._tiles.add(reading.tiles)
        dice, values = self._dice.add(reading.dice)
        said = (names, values)
        self._same.append(said)
        if not self.is_steady or said == self._told:
            return None
        self._told = said
        self._steady_picture = self._still_picture
        # What other readings were sure of, this one may not be: it is one die all the same.
        lying = [die.centre for die in dice]
        unsure = tuple(die for die in reading.unsure_dice if _nearest(die, lying, self.config.near) is None)
        self.steady = replace(reading, tiles=tiles, places=place_tiles(tiles), dice=dice, unsure_dice=unsure)
        return self.steady

    @property
    def is_steady(self) -> bool:
        """Whether the last readings of this stillness came to the same."""
        return len(self._same) == self.config.alike and all(said == self._same[0] for said in self._same)

    def _wants(self, at: float) -> bool:
        return not self.is_steady or at - self._read_at >= self.config.again

    def _begin_again(self) -> None:
        """Something moved: what is read from now on may be another table."""
        if self._still_since is None:
            return
        self._still_since = self._still_picture = None
        if self._told is not None:
            self._remember()
        self._tiles.forget()
        self._dice.forget()
        self._same.clear()
        self._told = None
        self._read_at = -math.inf

    def _remember(self) -> None:
        self._tiles.remember()
        self._dice.remember()

    def _found_again(self, grey: Grey, scale: float) -> Reason | None:
        """Looks, once in every stillness, whether the camera was knocked; what is known moves with the picture."""
        if self._still_picture is not None:
            return None
        self._still_picture = grey
        before = self._steady_picture
        if before is None or before.shape != grey.shape:
            return None
        window = cv2.createHanningWindow(grey.shape[::-1], cv2.CV_32F)
        # OpenCV multiplies a window given to it into the pictures themselves where their size suits its transform.
        (x, y), peak = cv2.phaseCorrelate(before * window, grey * window)
        if peak < self.config.knock_peak or math.hypot(x, y) < self.config.knocked:
            return None
        self._tiles.shift(x * scale, y * scale)
        self._dice.shift(x * scale, y * scale)
        self._steady_picture = grey
        return Reason("camera_knocked")


def _shrunk(frame: Pixels, width: int) -> Grey:
    """(h, w) float32, 0 to 255; blurred a little, so that neither noise nor a tremble of the camera counts."""
    height = max(2, round(frame.shape[0] * width / frame.shape[1]))
    small = cv2.resize(frame, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.blur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32), (3, 3)), np.float32)


class _Lasting:
    """For how long something has lasted."""

    def __init__(self) -> None:
        self._since: float | None = None

    def lasts(self, is_so: bool, at: float) -> float:
        """In seconds, none while it is not so."""
        if not is_so:
            self._since = None
        elif self._since is None:
            self._since = at
        return at - self._since if self._since is not None else 0.0


class _Motion:
    """Tells motion from noise, flicker and creeping shadows in shrunk frames."""

    def __init__(self, config: TrackerConfig) -> None:
        self._config = config
        self._before: tuple[Grey, float] | None = None
        self._noise: Grey | None = None
        self._last = math.inf
        self._first: float | None = None
        self._exposure_moved = -math.inf

    def settled(self, at: float) -> bool:
        """Whether the camera has found its exposure."""
        if self._first is None:
            return False
        since, calm = at - self._first, at - self._exposure_moved
        return since >= self._config.settle and (calm >= self._config.settle / 2 or since >= self._config.settle_most)

    def seen(self, grey: Grey, at: float, learning: bool) -> bool:
        """Whether something moves; while learning, the noise is learnt faster."""
        config = self._config
        self._first = at if self._first is None else self._first
        step, self._last = at - self._last, at
        if self._before is None or self._before[0].shape != grey.shape or not 0 <= step <= config.gap:
            self._before, self._noise = (grey, at), np.zeros_like(grey)
            return True
        before, then = self._before
        assert self._noise is not None  # noqa: S101
        gain = _gain(before, grey, config.dark)
        if abs(gain - 1) > config.exposure:
            self._exposure_moved = at
        changes = np.abs(grey * np.float32(gain) - before)
        moves = changes > np.maximum(config.change, config.over_noise * self._noise)
        rate = min(1.0, step / (config.settle if learning else config.adapt))
        self._noise += np.float32(rate) * (np.minimum(changes, config.loud) - self._noise)
        if at - then >= config.compared:
            self._before = grey, at
        return bool(moves.mean() > config.moving)


def _gain(before: Grey, now: Grey, dark: float) -> float:
    """By how much a lamp or the exposure changed the whole picture: the middle of all pixels' ratios."""
    lit = (before > dark) & (now > dark)
    return float(np.median(before[lit] / now[lit])) if lit.any() else 1.0


class _Together(Generic[Piece]):
    """Brings the readings of one stillness together, piece by piece.

    Args:
        config: the thresholds.
        name: what a piece is called.
        combine: the newest look at a piece with the chances of all looks, by their weights.
        shifted: a piece so many pixels away.
    """

    def __init__(
        self,
        config: TrackerConfig,
        name: Callable[[Piece], object],
        combine: Callable[[Piece, Sequence[Piece], Floats, float], Piece],
        shifted: Callable[[Piece, Floats], Piece],
    ) -> None:
        self._config = config
        self._name: Callable[[Piece], object] = name
        self._combine: Callable[[Piece, Sequence[Piece], Floats, float], Piece] = combine
        self._shifted: Callable[[Piece, Floats], Piece] = shifted
        self._known: tuple[Piece, ...] = ()
        self._now: tuple[Piece, ...] = ()
        self._readings: deque[dict[int, Piece]] = deque(maxlen=config.together)
        self._middles: list[tuple[float, float]] = []

    def add(self, pieces: Sequence[Piece]) -> tuple[tuple[Piece, ...], object]:
        """Takes one more reading of this stillness.

        Returns:
            The pieces that most readings show, and what is equal for two readings that come to the same.
        """
        self._readings.append(dict(self._numbered(pieces)))
        shown = {
            number: looks
            for number in range(len(self._middles))
            if 2 * len(looks := [reading[number] for reading in self._readings if number in reading])
            > len(self._readings)
        }
        combined = {number: self._combined(looks) for number, looks in shown.items()}
        self._now = tuple(combined.values())
        return self._now, frozenset((number, self._name(piece)) for number, piece in combined.items())

    def remember(self) -> None:
        """What was read is known from now on, and what is read next is weighed against it."""
        self._known = self._now
        self._readings.clear()

    def forget(self) -> None:
        """Drops the readings of this stillness: something moved."""
        self._readings.clear()
        self._middles.clear()

    def shift(self, x: float, y: float) -> None:
        """Moves what is known by so many pixels."""
        self._known = tuple(self._shifted(piece, np.array([x, y])) for piece in self._known)

    def _numbered(self, pieces: Iterable[Piece]) -> Iterable[tuple[int, Piece]]:
        """Each piece with its number in this stillness, a new one where none lay before."""
        taken: set[int] = set()
        for piece in pieces:
            number = _nearest(piece, self._middles, self._config.near)
            if number is None or number in taken:
                number = len(self._middles)
                self._middles.append(piece.centre)
            taken.add(number)
            yield number, piece

    def _combined(self, looks: Sequence[Piece]) -> Piece:
        newest = looks[-1]
        known = _nearest(newest, [piece.centre for piece in self._known], self._config.near)
        if known is None:
            return self._combine(newest, looks, np.ones(len(looks)), self._config.surest)
        weights = np.array([*np.ones(len(looks)), self._config.remembered])
        witnesses = list(looks)
        witnesses.append(self._known[known])
        return self._combine(newest, witnesses, weights, self._config.surest)


def _nearest(piece: TileSeen | DieSeen, middles: Sequence[tuple[float, float]], near: float) -> int | None:
    """Which of these middles is the piece's; None if it lies off all of them."""
    if not middles:
        return None
    apart = np.linalg.norm(np.array(middles) - piece.centre, axis=1)
    nearest = int(apart.argmin())
    return nearest if apart[nearest] <= near * piece.size else None


def _tile_shifted(tile: TileSeen, by: Floats) -> TileSeen:
    return replace(tile, corners=tile.corners + by)


def _die_shifted(die: DieSeen, by: Floats) -> DieSeen:
    return replace(die, box=die.box + np.pad(by, (0, 2)), top=die.top + np.pad(by, (0, 1)))


def _tile_name(tile: TileSeen) -> object:
    return (int(tile.colours.argmax()), int(tile.shapes.argmax())) if tile.face_up >= 0.5 else "face-down"


def _die_name(die: DieSeen) -> object:
    return int(die.colours.argmax()), int(die.values.argmax()), die.in_play >= 0.5


def _tiles_together(newest: TileSeen, looks: Sequence[TileSeen], weights: Floats, surest: float) -> TileSeen:
    return replace(
        newest,
        face_up=_likelihood([look.face_up for look in looks], weights, surest),
        colours=_pooled([look.colours for look in looks], weights, surest),
        shapes=_pooled([look.shapes for look in looks], weights, surest),
    )


def _dice_together(newest: DieSeen, looks: Sequence[DieSeen], weights: Floats, surest: float) -> DieSeen:
    return replace(
        newest,
        colours=_pooled([look.colours for look in looks], weights, surest),
        values=_pooled([look.values for look in looks], weights, surest),
        in_play=_likelihood([look.in_play for look in looks], weights, surest),
    )


def _pooled(chances: Sequence[Floats], weights: Floats, surest: float) -> Floats:
    """The weighted geometric mean of probability vectors, which sums to one again.

    A mean and no product: the frames of one camera are no independent witnesses, so they make nothing surer.
    """
    logs = np.log(np.maximum(np.stack(chances), surest))
    mean = np.exp(np.average(logs, axis=0, weights=weights))
    return np.asarray(mean / mean.sum())


def _likelihood(chances: Sequence[float], weights: Floats, surest: float) -> float:
    return float(_pooled([np.array([chance, 1 - chance]) for chance in chances], weights, surest)[0])
