"""What a camera's following needs of a game, whichever it is: its proposals, and what becomes of them at the table."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from engine.game import ENGLISH, Reason, Refusal
from engine.qwirkle.moves import Move
from engine.qwixx.roll import Roll
from vision.reading import Reading
from webapp.assistant.live import Follows, News
from webapp.assistant.qwirkle import Turn
from webapp.live.lessons import Word
from webapp.tables.keeper import AnyGame
from webapp.tables.wishes import TableWish

ENGLISH.update(
    {
        "nothing_proposed": "nothing is proposed any more: somebody was faster, or the table shows something else",
        "proposed_anew": "the table shows something else by now: look at what is proposed, and confirm that",
        "nothing_seen": "the camera has seen no table yet: let it look, or take a photo",
    }
)


class Behind(Refusal):
    """Something that was made on a proposal that is no more."""


@dataclass(frozen=True)
class Laid:
    """One of the moves that tiles may be.

    Args:
        player: who made it then, None while nobody knows who began.
        move: the tiles.
        points: what it earned.
    """

    player: int | None
    move: Move
    points: int


@dataclass(frozen=True)
class Proposal:
    """What the camera takes for meant.

    Args:
        text: the move or the roll in its text form.
        player: whose it is, None while nobody knows who begins.
        reasons: what to say of it.
        legal: whether it can be confirmed.
        confirms_in: in how many seconds it is by itself, None if it isn't.
        turn: the move, in a game of Qwirkle.
        roll: the roll, in a game of Qwixx.
        ways: the moves that the tiles may be, the likeliest first: one where it can be, else several.
    """

    text: str
    player: int | None
    reasons: tuple[Reason, ...]
    legal: bool
    confirms_in: float | None
    turn: Turn | None = None
    roll: Roll | None = None
    ways: tuple[tuple[Laid, ...], ...] = ()


def way_text(way: Iterable[Laid]) -> str:
    """The text form of moves that were made one after the other."""
    return " / ".join(str(laid.move) for laid in way)


class Shown(Protocol):
    """A reading that was shown, and what the game makes of it."""

    @property
    def reading(self) -> Reading:
        """What was read."""


class Proposes(Follows, Protocol):
    """What holds steady readings against the record, and proposes what they show beyond it."""

    @property
    def shown(self) -> Shown | None:
        """The last reading, steady or not."""

    @property
    def proposed(self) -> object | None:
        """What waits to be confirmed."""

    def show(self, reading: Reading) -> Shown:
        """Takes a reading that is only shown."""

    def dismiss(self) -> None:
        """Takes what is proposed for not meant."""


class Following(ABC):
    """A game at a table, and what the camera sees beyond its record.

    Args:
        game: as the table's log tells it.
        live: proposes what the camera sees.
    """

    game: str
    """Its name."""

    def __init__(self, game: AnyGame, live: Proposes) -> None:
        self._game, self._live = game, live
        self.recorded(game)

    @property
    def paused(self) -> Reason | None:
        """Why following pauses."""
        return None

    @property
    def differing(self) -> tuple[Reason, ...]:
        """Where table and record differ while the game goes on."""
        return ()

    @property
    def follows(self) -> Follows:
        """What holds steady readings against the record."""
        return self._live

    @property
    def reading(self) -> Reading | None:
        """The last reading that was shown."""
        return self._live.shown.reading if self._live.shown else None

    @property
    def players(self) -> tuple[str, ...]:
        """Their names."""
        names: tuple[str, ...] = self._game.state.start.players
        return names

    def show(self, reading: Reading) -> None:
        """Takes a reading that is only shown."""
        self._live.show(reading)

    def dismiss(self) -> None:
        """Takes the proposal away until the table shows something else.

        Raises:
            Behind: if there is none.
        """
        if self._live.proposed is None:
            raise Behind("nothing_proposed")
        self._live.dismiss()

    @property
    @abstractmethod
    def patience(self) -> float:
        """After how many seconds a proposal is confirmed by itself; infinity for never."""

    @patience.setter
    @abstractmethod
    def patience(self, seconds: float) -> None: ...

    @property
    def confirm_after(self) -> float | None:
        """The same with None for never, as JSON knows no infinity."""
        return None if math.isinf(self.patience) else self.patience

    @abstractmethod
    def recorded(self, game: AnyGame) -> list[News]:
        """Takes over the record; what is new."""

    @abstractmethod
    def proposal(self, at: float) -> Proposal | None:
        """What waits to be confirmed, at a time in seconds."""

    @abstractmethod
    def after(self, news: News) -> AnyGame:
        """The game once what was confirmed by itself has happened.

        Raises:
            GameError: if the rules forbid it.
        """

    @abstractmethod
    def confirmed(self, opener: int | None, way: str | None) -> AnyGame:
        """The game once a person has confirmed the proposal.

        Args:
            opener: who begins, if that is not known and was told.
            way: which of the proposal's ways it was, in its text form; None for the first.

        Raises:
            Behind: if nothing is proposed, or not in that way.
            GameError: if the rules forbid it.
        """

    def word(self, wish: TableWish) -> Word | None:
        """A person's word about a piece, from which the reading of its colour may learn; None if it can't."""
        return None

    @abstractmethod
    def fixed(self, wish: TableWish) -> AnyGame:
        """The game after a person's word about a piece, which may correct it.

        Raises:
            Refusal: if the word can't be taken.
        """

    @abstractmethod
    def pieces_json(self) -> list[dict[str, Any]]:
        """The pieces that were seen, in pixels of their picture."""
