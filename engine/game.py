"""What every game promises, and the words in which the engine speaks: reasons and errors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

ENGLISH: dict[str, str] = {
    "invalid_tile": "“{text}” is not a tile: write a colour and a shape, such as Rc or red circle",
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


class GameError(ValueError):
    """Something the engine can't accept; `reason` says what and where."""

    def __init__(self, code: str, **params: object) -> None:
        self.reason = Reason(code, params)
        super().__init__(str(self.reason))


class InvalidText(GameError):
    """A text that is no tile, hand, move or event."""


class IllegalMove(GameError):
    """A well-formed move that the rules forbid here."""
