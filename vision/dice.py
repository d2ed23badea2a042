"""Finds and names the dice of a photo.

The recipe: balance the light; find where dice may lie on several sizes of the picture; cut each out and classify it;
tell its colour by the light where that is known; weigh finder and classifier together; of places that overlap keep the
surest.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.qwixx.roll import DieColour
from models.boxes import contained, overlaps
from models.dice_finder import DiceFinder, DiceHits
from models.die_classifier import KINDS, DieClassifier, DieNames, cut_out
from vision.colours import die_colours, told_colours
from vision.photo import Photo
from vision.reading import DieSeen, Floats

ENLARGED = 2
"""A picture is enlarged no more than this: there is no more to see."""
ROLLED, NONE = KINDS.index("rolled"), KINDS.index("none")


@dataclass(frozen=True)
class DiceConfig:
    """Thresholds of finding and naming dice.

    Args:
        coarse_sides: the longer sides in pixels of the pictures that are always searched: dice of 2 to 40 % of the
            picture's width show there at a size that the finder knows.
        fine_sides: the finer ones, searched in turn only while dice look small or none is found.
        small: a die of fewer pixels than this is worth a finer look.
        heat: a peak of the finder's heat below this is nothing.
        sure_heat: a peak above this is a die more often than not.
        known_sizes: the sides of boxes in pixels for which the finder was trained; a hit outside counts less.
        same: two places on which boxes share more than this part of what they cover are one die.
        within: a place of which so much lies in a larger one is a part of that die, such as a pip or a side, or
            most of it with something beside it; boxes of dice that touch share less.
        most: of the hits only so many, the hottest, are looked at.
        die: the least probability of being a die, after finder and classifier are weighed together: a made-up die
            spoils a roll as much as a missed one, and is harder to see.
        unsure: a place with less, but so much, is told as unsure,
        alike: if its size and those of most dice besides are as far apart at most (a difference of logarithms): dice of
            a game are of one size, and only slant makes them differ.
        many: among so many sure dice of its size, more than a roll of Qwixx has besides it, what looks like a die
        among_many: is one, from this probability on: nobody's things are all of one size but a heap of dice.
        surely_none: a place that is none with at least this probability isn't asked about again.
        heat_weight, heat_pivot: finder and classifier err on different things, so their log odds are added: those of
            a heat are `heat_weight` times its distance from `heat_pivot`, where dice and others are equally many.
        cut: a top face that reaches further outside the picture than this, in its sides, means that the die is cut.
        shifts: (x, y) in boxes, by which the box of a die is moved for one more look each: a value that hangs on where
            the box lies is no sure one.
    """

    coarse_sides: tuple[int, ...] = (160, 320, 640)
    fine_sides: tuple[int, ...] = (1280, 2560)
    small: float = 22.0
    heat: float = 0.15
    sure_heat: float = 0.5
    known_sizes: tuple[float, float] = (14.0, 64.0)
    same: float = 0.4
    within: float = 0.55
    most: int = 200
    die: float = 0.7
    unsure: float = 0.3
    alike: float = 0.5
    many: int = 6
    among_many: float = 0.4
    surely_none: float = 0.97
    heat_weight: float = 5.0
    heat_pivot: float = 0.45
    cut: float = 0.15
    shifts: tuple[tuple[float, float], ...] = ((-0.05, 0.0), (0.05, 0.0), (0.0, -0.05), (0.0, 0.05))


def coloured(photo: Photo, hits: DiceHits, names: DieNames) -> DieNames:
    """The names of hits, with colours told by what is known of the light, if anything is."""
    light = photo.known.light
    if light is None or light.dice is None:
        return names
    seen = die_colours(photo, hits.scaled(photo.scale).tops)
    colours = told_colours(light.dice, light, seen, names.colours, [colour.word for colour in DieColour])
    return replace(names, colours=colours)


class DiceReader:
    """Finds and names dice; opens its models once.

    Raises:
        ModelError: if a model can't be opened.
    """

    def __init__(
        self,
        config: DiceConfig = DiceConfig(),
        finder: DiceFinder | None = None,
        classifier: DieClassifier | None = None,
    ) -> None:
        self.config = config
        self.finder = finder or DiceFinder()
        self.classifier = classifier or DieClassifier()

    def read(self, photo: Photo) -> tuple[tuple[DieSeen, ...], dict[str, float]]:
        """The dice of a photo, unsure ones among them, and the seconds that finding and classifying took."""
        began = time.perf_counter()
        hits = self.find(photo.levels)
        middle = time.perf_counter()
        names = coloured(photo, hits, self.name(cut_out(photo.levels, hits.boxes)))
        dice = self.keep(photo, hits, names)
        done = time.perf_counter()
        return dice, {"find": middle - began, "classify": done - middle}

    def find(self, levels: Sequence[NDArray[np.uint8]]) -> DiceHits:
        """The places that may be dice, from coarse to fine, hottest first; a die may be hit on several sizes."""
        longer = max(levels[0].shape[:2])
        first, *coarse = self.config.coarse_sides
        found = [
            self.search(levels, side / longer) for side in (first, *(side for side in coarse if side <= 2 * longer))
        ]
        for side in self.config.fine_sides:
            if side > ENLARGED * longer or not self.wants_finer(found, side / 2 / longer):
                break
            found.append(self.search(levels, side / longer))
        hits = DiceHits.together(found)
        return self.distinct(hits[np.argsort(-hits.scores)[: self.config.most]])

    def wants_finer(self, found: Sequence[DiceHits], scale: float) -> bool:
        """Whether the picture searched last, at ``scale``, shows dice so small, or none, that a finer one is due."""
        sure = [part.sides[part.scores >= self.config.sure_heat] for part in found]
        last = sure[-1] * scale
        return not any(map(len, sure)) or bool(len(last) and np.quantile(last, 0.25) < self.config.small)

    def search(self, levels: Sequence[NDArray[np.uint8]], scale: float) -> DiceHits:
        """The finder's hits on the picture brought to a scale, in pixels of the picture."""
        height, width = levels[0].shape[:2]
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        level = levels[int(np.clip(np.log2(1 / scale) + 1e-6, 0, len(levels) - 1))]
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        image = level if level.shape[1::-1] == size else cv2.resize(level, size, interpolation=way)
        hits = self.finder.find(np.asarray(image, dtype=np.uint8), self.config.heat)
        low, high = self.config.known_sizes
        fit = np.clip(np.minimum(hits.sides / low, high / np.maximum(hits.sides, 1e-6)), 0, 1)
        weighted = DiceHits(hits.boxes, hits.tops, hits.scores * fit)
        return weighted.scaled(np.array([width, height]) / size)

    def distinct(self, hits: DiceHits) -> DiceHits:
        """Each place once per size: of hits that are nearly the same box, the hottest."""
        keep: list[int] = []
        shares = overlaps(hits.boxes, hits.boxes)
        for index in np.argsort(-hits.scores).tolist():
            if not keep or shares[index, keep].max() < 0.7:
                keep.append(index)
        return hits[np.array(keep, dtype=np.int64)]

    def name(self, crops: NDArray[np.uint8]) -> DieNames:
        """What the classifier makes of crops: a mirrored die has the same name, so what may be one is asked twice."""
        seen = self.classifier.classify(crops)
        again = np.flatnonzero(seen.kinds[:, NONE] < self.config.surely_none)
        mirrored = self.classifier.classify(np.ascontiguousarray(crops[again, :, ::-1]))
        for first, second in (
            (seen.kinds, mirrored.kinds),
            (seen.colours, mirrored.colours),
            (seen.values, mirrored.values),
        ):
            first[again] = (first[again] + second) / 2
        return seen

    def keep(self, photo: Photo, hits: DiceHits, names: DieNames) -> tuple[DieSeen, ...]:
        """What is or may be a die, each once, in pixels of the full photo, from left to right."""
        chances = self.chances(hits, names)
        kept = self.each_once(hits, chances)
        names = self.steadied(photo, hits[kept], names[kept])
        full = hits[kept].scaled(photo.scale)
        seen = [self._seen(photo, full, names, index, chance) for index, chance in enumerate(chances[kept].tolist())]
        return tuple(self.in_company(seen, full.sides))

    def each_once(self, hits: DiceHits, chances: Floats) -> NDArray[np.int64]:
        """Which hits are or may be a die, each die once, from left to right."""
        shares, inside = overlaps(hits.boxes, hits.boxes), contained(hits.boxes, hits.boxes)
        kept: list[int] = []
        # A pip may look like a die as much as the whole does, so size counts, but not against much better odds: a box
        # about two dice that touch is less surely one than each of them is.
        for index in np.argsort(-chances / (1 - chances) * hits.sides).tolist():
            if chances[index] < self.config.unsure:
                continue
            others = np.array(kept, dtype=np.int64)
            one = shares[index, others] > self.config.same
            part = np.maximum(inside[index, others], inside[others, index]) > self.config.within
            if not (one | part).any():
                kept.append(index)
        kept.sort(key=lambda index: float(hits.boxes[index, 0]))
        return np.array(kept, dtype=np.int64)

    def steadied(self, photo: Photo, hits: DiceHits, names: DieNames) -> DieNames:
        """The names of dice, their values the mean of how they look from a little beside as well."""
        shifts = np.reshape(self.config.shifts, (-1, 1, 2))
        boxes = np.repeat(hits.boxes[None], len(shifts), axis=0)
        boxes[..., :2] += shifts * hits.boxes[:, 2:]
        again = self.name(cut_out(photo.levels, boxes.reshape(-1, 4))).values
        values = np.concatenate([names.values[None], again.reshape(len(shifts), *names.values.shape)])
        return replace(names, values=values.mean(axis=0))

    def in_company(self, seen: Sequence[DieSeen], sides: Floats) -> Iterator[DieSeen]:
        """Of what may be dice those that are, surely or among many alike; as unsure those as large as the others."""
        sure = np.array([die.chance >= self.config.die for die in seen], np.bool_)
        alike = abs(np.log(sides[:, None] / sides[sure])) <= self.config.alike
        for die, is_sure, fellows in zip(seen, sure, alike.sum(axis=1), strict=True):
            if is_sure or (die.chance >= self.config.among_many and fellows >= self.config.many):
                yield die
            elif 2 * fellows > sure.sum():
                yield replace(die, unsure=True)

    def chances(self, hits: DiceHits, names: DieNames) -> Floats:
        """(N,) the probability of each place to be a die, rolled or not."""
        none = names.kinds[:, NONE]
        odds = np.log(np.maximum(1 - none, 1e-9) / np.maximum(none, 1e-9))
        odds += self.config.heat_weight * (hits.scores - self.config.heat_pivot)
        return np.asarray(1 / (1 + np.exp(-odds)))

    def _seen(self, photo: Photo, hits: DiceHits, names: DieNames, index: int, chance: float) -> DieSeen:
        """One of the hits, which are in pixels of the full photo."""
        top, kinds = hits.tops[index], names.kinds[index]
        reach = top[2] * (0.5 - self.config.cut)
        limits = np.array([photo.width, photo.height]) - 0.5
        cut = (top[:2] - reach < -0.5).any() or (top[:2] + reach > limits).any()
        return DieSeen(
            box=hits.boxes[index],
            top=top,
            colours=names.colours[index],
            values=names.values[index],
            in_play=float(kinds[ROLLED] / max(1 - kinds[NONE], 1e-9)),
            cut=bool(cut),
            chance=chance,
        )
