"""What every game promises, and the words in which the engine speaks: reasons and errors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

ENGLISH: dict[str, str] = {
    # Texts that can't be read.
    "invalid_tile": "“{text}” is not a tile: write a colour and a shape, such as Rc or red circle",
    "invalid_tile_at": "“{text}” (at character {position}) is not a tile: write such as Rc or red circle",
    "invalid_placement": "“{text}” (at character {position}) is not a placement: write such as Rc@3,-1",
    "invalid_move": "“{text}” (at character {position}) can't be part of a move: write placements, a swap or --",
    "hand_too_large": "a hand holds at most {limit} tiles, “{text}” are {count}",
    "too_many_equal": "a box holds only {limit} of {tile}, “{text}” are {count}",
    # What is wrong with a Qwirkle position.
    "duplicate_in_line": "{tile} twice in one line",
    "mixed_line": "{tiles} in one line share neither colour nor shape",
    "both_sixth_colours": "purple and white tiles never come in one box",
    "too_many_of_a_kind": "{count} times {tile} on the table, but a box holds only {limit}",
    "apart": "{count} groups of tiles that don't touch each other",
    # Why a Qwirkle move is not legal.
    "no_placement": "“{text}” places no tile",
    "cell_taken": "“{text}” can't go there: {tile} lies there already",
    "cell_twice": "“{text}” puts two tiles into one cell",
    "not_one_line": "the tiles of “{text}” don't lie in one row or column",
    "gap": "“{text}” leaves a gap at {cell[0]},{cell[1]}",
    "not_touching": "“{text}” touches no tile on the table",
    "duplicate_made": "“{text}” makes a line with {tile} twice",
    "mixed_made": "“{text}” makes a line, {tiles}, that shares neither colour nor shape",
    "both_sixth_made": "“{text}” joins purple and white, which never come in one box",
    "not_in_hand": "“{text}” needs {tile}, which the hand doesn't hold",
}
"""The English sentence of every code; the page phrases the same codes through gettext."""


@dataclass(frozen=True)
class Reason:
    """Something to say to a player, as a code and its parameters; ``str()`` gives English."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "params", MappingProxyType(dict(self.params)))

    def __str__(self) -> str:
        return ENGLISH[self.code].format(**self.params)


class Refusal(ValueError):
    """Something from outside that can't be accepted; `reason` says what is wrong with it and what to do."""

    def __init__(self, code: str, **params: object) -> None:
        self.reason = Reason(code, params)
        super().__init__(str(self.reason))


class GameError(Refusal):
    """Something the engine can't accept; `reason` says what and where."""


class InvalidText(GameError):
    """A text that is no tile, hand, move or event."""


class IllegalMove(GameError):
    """A well-formed move that the rules forbid here."""
