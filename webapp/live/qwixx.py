"""A game of Qwixx at a table that a camera follows: it sees the rolls; sheets are marked by their owners."""

from __future__ import annotations

from typing import Any

from engine.game import ENGLISH, Refusal
from engine.qwixx.events import Throw
from engine.qwixx.game import QwixxGame
from engine.qwixx.roll import Roll
from webapp.assistant.live import News
from webapp.assistant.rolls import LiveRolls
from webapp.live.following import Behind, Following, Proposal
from webapp.look import QWIXX
from webapp.qwixx.answer import die_words
from webapp.tables.wishes import TableWish

ENGLISH.update({"fix_rolls": "dice in the picture can't be named: say “not so”, and tap what was rolled"})


class QwixxFollowing(Following):
    """The proposed rolls of a game.

    Args:
        game: as the table's log tells it.
    """

    game = QWIXX

    _game: QwixxGame
    _live: LiveRolls

    def __init__(self, game: QwixxGame) -> None:
        super().__init__(game, LiveRolls())

    @property
    def patience(self) -> float:
        """After how many seconds a roll is confirmed by itself."""
        return self._live.confirm_after

    @patience.setter
    def patience(self, seconds: float) -> None:
        self._live.confirm_after = seconds

    def recorded(self, game: QwixxGame) -> list[News]:
        """Takes over the record."""
        self._game = game
        state = game.state
        due = not state.over and state.turn is not None and state.roll is None
        rolls = [event.roll for event in game.events if isinstance(event, Throw)]
        return self._live.recorded(due, state.open_rows, rolls[-1] if rolls else None)

    def proposal(self, at: float) -> Proposal | None:
        """The proposed roll."""
        roll = self._live.proposed
        if roll is None:
            return None
        return Proposal(
            str(roll), self._game.state.turn, self._live.problems, True, self._live.confirms_in(at), roll=roll
        )

    def after(self, news: News) -> QwixxGame:
        """The game once a roll that was confirmed by itself is taken."""
        assert news.roll is not None  # noqa: S101
        return self._rolled(news.roll)

    def confirmed(self, opener: int | None, way: str | None) -> QwixxGame:
        """The game once the proposed roll is taken."""
        if self._live.proposed is None:
            raise Behind("nothing_proposed")
        return self._rolled(self._live.proposed)

    def fixed(self, wish: TableWish) -> QwixxGame:
        """Rolls are put right on the sheet of the roll itself."""
        raise Refusal("fix_rolls")

    def pieces_json(self) -> list[dict[str, Any]]:
        """The dice that were seen."""
        shown = self._live.shown
        if shown is None:
            return []
        pieces = []
        for seen, die in zip(shown.reading.dice, shown.table.dice, strict=True):
            left, top, width, height = seen.box.round(1).tolist()
            right, bottom = round(left + width, 1), round(top + height, 1)
            pieces.append(
                {
                    "corners": [[left, top], [right, top], [right, bottom], [left, bottom]],
                    "colour": die.colour.word,
                    "value": die.value,
                    "confidence": round(die.confidence, 4),
                    "doubted": die.doubted,
                    "alternatives": [[die_words(*other), round(chance, 4)] for other, chance in die.alternatives],
                    "in_play": die.in_play,
                    "cell": None,
                }
            )
        return pieces

    def _rolled(self, roll: Roll) -> QwixxGame:
        return self._game.then(Throw(roll))
