"""What a sheet is still worth, as shipped: small tables fitted to the exact solution of `solve`.

``python -m models.training.qwixx_values`` makes them again. Like the solution, they are the points that a player can
expect who plays for points, the others' white dice counted in, when nobody else closes a row or ends the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from engine.qwixx.events import Preset
from engine.qwixx.expectation import Floats
from engine.qwixx.pairs import numbers_of

FILE = Path(__file__).with_name("values.npz")
STEP = 1 / 256
"""The unit in points of the numbers in the file, which are int16: fine beside an error of a third of a point."""


def name(preset: Preset, players: int) -> str:
    """The name of an array in the file."""
    return f"{preset.value}_{players}"


class Values:
    """The points still to come by one reading of the rules and for one number of players.

    Args:
        numbers: (players, 4, 3306) points by rolls of others before the own one, penalties, and pair of rows as in
            `pairs`.
    """

    def __init__(self, numbers: Floats) -> None:
        self._numbers: list[list[list[float]]] = numbers.tolist()  # lists are faster one by one

    def to_come(self, states: Sequence[int], penalties: int, waits: int) -> float:
        """The points still to come in a game that goes on.

        Args:
            states: of the four rows, from the top.
            penalties: 0 to 3.
            waits: how many rolls of others come before the next own one.
        """
        numbers = self._numbers[waits][penalties]
        return sum(numbers[at] for at in numbers_of(states))


def read(preset: Preset, players: int) -> Floats:
    """The numbers that come with Kibitz, as `Values` takes them."""
    with np.load(FILE, allow_pickle=False) as arrays:
        numbers: Floats = arrays[name(preset, players)].astype(np.float64) * STEP
    return numbers


@cache
def shipped(preset: Preset, players: int) -> Values:
    """The values that come with Kibitz."""
    return Values(read(preset, players))
