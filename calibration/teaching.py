"""What a person puts right in a game teaches the profile of that game: samples are added and its light is fitted anew.

Whoever keeps the lessons takes one back by teaching the profile all others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from calibration.colours import light_of
from calibration.light import ColourSample
from calibration.profile import Profile


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
    return replace(profile, light=light_of((*profile.tile_samples, *tiles), (*profile.die_samples, *dice)))
