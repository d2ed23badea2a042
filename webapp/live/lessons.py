"""What people put right at a table teaches how its next pictures are read: the colours of the table's own light."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from calibration.light import ColourSample, as_bgr
from calibration.profile import Profile
from calibration.teaching import taught
from engine.game import ENGLISH, Reason
from engine.qwirkle.tile import Tile
from webapp.profiles.told import sample_json
from webapp.sight import Sighting
from webapp.storage.tables import Lesson

ENGLISH.update(
    {
        "learned": "Kibitz learned: this is {said}, not {read}",
    }
)

SAID, READ, SAMPLES = "said", "read", "samples"
"""The fields of a lesson: the colour that a person named, the one that was read, and the colours of the pieces."""


@dataclass(frozen=True)
class Word:
    """A person's word about a tile of a picture, and what is known of the others.

    Args:
        tile: what it is.
        place: where it lies, in pixels.
        others: where other tiles lie whose names are sure.
    """

    tile: Tile
    place: tuple[float, float]
    others: Sequence[tuple[tuple[float, float], Tile]]


def lesson_of(word: Word, sighting: Sighting) -> Lesson | None:
    """What a person's word teaches; None if the colour was read rightly."""
    seen = sighting.colour_at(word.place)
    said = word.tile.colour.word
    if seen is None or seen.name == said:
        return None
    samples = [replace(seen, name=said, taught=True)]
    for place, tile in word.others:
        if (colour := sighting.colour_at(place)) is not None:
            samples.append(replace(colour, name=tile.colour.word))
    return {SAID: said, READ: seen.name, SAMPLES: [_plain(sample) for sample in samples]}


def learned(profile: Profile, lessons: Mapping[int, Lesson]) -> Profile:
    """The profile that has learned these lessons."""
    samples = [_sample(told) for lesson in lessons.values() for told in lesson[SAMPLES]]
    return taught(profile, tiles=samples) if samples else profile


def told_of(lesson: Lesson) -> Reason:
    """What to say of a lesson."""
    return Reason("learned", {SAID: lesson[SAID], READ: lesson[READ]})


def _plain(sample: ColourSample) -> dict[str, Any]:
    return {**sample_json(sample), "taught": sample.taught}


def _sample(told: Mapping[str, Any]) -> ColourSample:
    body = told["body"]
    return ColourSample(told["name"], as_bgr(told["face"]), None if body is None else as_bgr(body), told["taught"])
