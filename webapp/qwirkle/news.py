"""What a watched game of Qwirkle tells: as JSON, on which other programs rely, and as a line for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from webapp.assistant.live import News
from webapp.assistant.qwirkle import Turn
from webapp.qwirkle.scores import beginning_text, totals_text, turn_json
from webapp.reasons import Phrase, points_text, reason_json


class Commentary:
    """Tells the news of one game, in their order, and counts the points.

    Args:
        names: of the players in the order in which they play; nothing if they are not named.
    """

    def __init__(self, names: Sequence[str] = ()) -> None:
        self._names = tuple(names)
        self._turns: list[Turn] = []

    @property
    def totals(self) -> tuple[int, ...]:
        """Everybody's confirmed points; of one number where nobody is named."""
        totals = [0] * max(1, len(self._names))
        for number, turn in enumerate(self._turns):
            totals[number % len(totals)] += turn.score.points
        return tuple(totals)

    def hear(self, news: News) -> str | None:
        """Takes the next news; whose turn it is about, None where it is nobody's or nobody is named."""
        seat = len(self._turns)
        if news.event == "confirmed" and news.turn:
            self._turns.append(news.turn)
        elif news.event == "undone":
            self._turns.pop()
            seat -= 1
        has_seat = news.turn is not None and not news.turn.begins
        return self._names[seat % len(self._names)] if self._names and has_seat else None

    def as_json(self, news: News, at: float, phrase: Phrase = str) -> dict[str, Any]:
        """The JSON object of the next news, which happened so many seconds from the beginning."""
        player = self.hear(news)
        return {
            "at": round(at, 2),
            "event": news.event,
            "player": player,
            "turn": turn_json(news.turn, phrase) if news.turn else None,
            "reasons": [reason_json(reason, phrase) for reason in news.reasons],
            "totals": list(self.totals),
        }

    def as_text(self, news: News, at: float) -> str:
        """The next news in one line."""
        player = self.hear(news)
        parts = [f"{at:7.1f} s  {news.event}"]
        if news.turn and news.turn.begins:
            parts.append(beginning_text(news.turn.board))
        elif news.turn:
            who = f"{player}: " if player else ""
            parts.append(f"{who}{news.turn.move}, {points_text(news.turn.score.points)}")
        if news.event in ("confirmed", "undone"):
            parts.append(totals_text(self._names, self.totals))
        if news.event == "proposed" and news.turn and news.turn.illegal:
            parts.append(f"not legal: {news.turn.illegal}")
        return "; ".join([*parts, *map(str, news.reasons)])
