"""What a person puts right in a game teaches the profile of that game: samples are added and its light is fitted anew.

A lesson can be taken back: the same samples are taken out again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from calibration.colours import light_of
from calibration.light import ColourSample
from calibration.profile import Profile

Samples = tuple[ColourSample, ...]
MOST_OF_A_COLOUR = 60
"""Samples of one name: the oldest that nobody had to put right give way, so that a long game doesn't fill the file."""


def taught(profile: Profile, tiles: Sequence[ColourSample] = (), dice: Sequence[ColourSample] = ()) -> Profile:
    """The profile that has learned from what a person put right.

    A few samples are enough, for what they don't tell is expected as is common. Better, the lesson also holds pieces of
    that photo that were read rightly.

    Args:
        profile: of the game; it may know nothing.
        tiles: samples of tiles; those that were misread are marked as `ColourSample.taught`.
        dice: the same of dice.

    Raises:
        ValueError: if a sample has a name that its kind doesn't have.
    """
    known_tiles, known_dice = _known(profile)
    return _fitted(profile, kept((*known_tiles, *tiles)), kept((*known_dice, *dice)))


def untaught(profile: Profile, tiles: Sequence[ColourSample] = (), dice: Sequence[ColourSample] = ()) -> Profile:
    """The profile as it would be without these samples; where no others are left, it knows nothing of the light.

    Args:
        profile: that had been `taught` these.
        tiles: the same samples of tiles.
        dice: the same samples of dice.
    """
    known_tiles, known_dice = _known(profile)
    return _fitted(profile, _without(known_tiles, tiles), _without(known_dice, dice))


def kept(samples: Samples) -> Samples:
    """The samples without the oldest of a colour that has too many; those that a person put right go last."""
    counts: Counter[str] = Counter()
    chosen: list[int] = []
    for index in sorted(range(len(samples)), key=lambda index: (not samples[index].taught, -index)):
        counts[samples[index].name] += 1
        if counts[samples[index].name] <= MOST_OF_A_COLOUR:
            chosen.append(index)
    return tuple(samples[index] for index in sorted(chosen))


def _known(profile: Profile) -> tuple[Samples, Samples]:
    """The samples of tiles and of dice from which the profile's light was fitted."""
    light = profile.light
    palettes = (None, None) if light is None else (light.tiles, light.dice)
    tiles, dice = (() if palette is None else palette.samples for palette in palettes)
    return tiles, dice


def _without(samples: Samples, gone: Sequence[ColourSample]) -> Samples:
    left = Counter(gone)
    kept_backwards = []
    for sample in reversed(samples):  # a lesson was added at the end
        if left[sample]:
            left[sample] -= 1
        else:
            kept_backwards.append(sample)
    return tuple(reversed(kept_backwards))


def _fitted(profile: Profile, tiles: Samples, dice: Samples) -> Profile:
    return replace(profile, light=light_of(tiles, dice) if tiles or dice else None)
