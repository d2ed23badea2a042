"""The score sheet of a Qwirkle game told by photos: as JSON, on which other programs rely, and as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.game import Outcome, Refusal
from engine.qwirkle.board import Board
from webapp.assistant.qwirkle import Position, Turn, told
from webapp.look import Look
from webapp.qwirkle.hints import kind_of, line_json, placement_json, problem_json
from webapp.reasons import Phrase, points_text, reason_json


@dataclass(frozen=True)
class Entry:
    """A line of the score sheet.

    Args:
        photo: the photo's name.
        turn: what the photo tells.
        player: whose turn it was; None where it is none or nobody is named.
        totals: everybody's points after it; of one number where nobody is named.
    """

    photo: str
    turn: Turn
    player: int | None
    totals: tuple[int, ...]


@dataclass(frozen=True)
class ScoreSheet:
    """A game, turn by turn.

    Args:
        entries: one a photo, in order.
        names: of the players in the order in which they play; nothing if they are not named.
    """

    entries: tuple[Entry, ...]
    names: tuple[str, ...] = ()

    @classmethod
    def of(cls, photos: Sequence[str], turns: Sequence[Turn], names: Sequence[str] = ()) -> ScoreSheet:
        """The sheet of these photos' turns; the players take turns in their order."""
        totals = [0] * max(1, len(names))
        taken = 0
        entries = []
        for photo, turn in zip(photos, turns, strict=True):
            seat = taken % len(totals)
            totals[seat] += turn.score.points
            entries.append(Entry(photo, turn, seat if names and not turn.begins else None, tuple(totals)))
            taken += not turn.begins
        return cls(tuple(entries), tuple(names))

    @property
    def leaders(self) -> tuple[str, ...]:
        """Who has the most points; several if they are equal."""
        return tuple(self.names[seat] for seat in Outcome.of(self.entries[-1].totals).winners) if self.names else ()

    @property
    def complaints(self) -> tuple[str, ...]:
        """What is wrong with photos, one sentence each."""
        return tuple(
            f"{entry.photo}: too little on it lies as on the photos before, so its turn is unknown: take it again"
            for entry in self.entries
            if not entry.turn.aligned
        )

    def as_json(self) -> dict[str, Any]:
        """All of it, ready for `json.dumps`."""
        last = self.entries[-1]
        return {
            "game": "qwirkle",
            "names": list(self.names),
            "turns": [self._entry_json(entry) for entry in self.entries],
            "totals": list(last.totals),
            "leaders": list(self.leaders),
            "board": str(last.turn.board),
        }

    def _entry_json(self, entry: Entry) -> dict[str, Any]:
        player = None if entry.player is None else self.names[entry.player]
        return {"photo": entry.photo, "player": player, **turn_json(entry.turn), "totals": list(entry.totals)}

    def __str__(self) -> str:
        """The sheet for people."""
        return "\n".join([*(line for entry in self.entries for line in self._lines(entry)), self._result()])

    def _lines(self, entry: Entry) -> Iterator[str]:
        turn = entry.turn
        who = "" if entry.player is None else f"{self.names[entry.player]}: "
        if turn.begins:
            yield f"{entry.photo}  {beginning_text(turn.board)}"
        else:
            move = "no tiles" if turn.move.is_pass else str(turn.move)
            totals = totals_text(self.names, entry.totals)
            yield f"{entry.photo}  {who}{move}, {points_text(turn.score.points)} ({totals})"
        yield from (f"    {line}: {points_text(line.points)}" for line in turn.score.lines)
        if turn.illegal:
            yield f"    not legal: {turn.illegal}"
        yield from (f"    note: {note}" for note in turn.notes)

    def _result(self) -> str:
        totals = self.entries[-1].totals
        if not self.names:
            return f"{points_text(totals[0])} in all"
        verb = "leads" if len(self.leaders) == 1 else "lead"
        return f"{' and '.join(self.leaders)} {verb} with {points_text(max(totals))}"


def totals_text(names: Sequence[str], totals: Sequence[int]) -> str:
    """Everybody's points in a line; the one total where nobody is named."""
    if not names:
        return f"{totals[0]} in all"
    return ", ".join(f"{name} {total}" for name, total in zip(names, totals, strict=True))


def beginning_text(board: Board) -> str:
    """What a photo or a frame tells that begins a game."""
    return f"the game goes on from {len(board)} tiles"


class ScoreKeeper:
    """Keeps the score of a game of which there is a photo after each turn.

    Args:
        names: of the players in the order in which they play; nothing if they are not named.
    """

    def __init__(self, names: Sequence[str] = ()) -> None:
        self._names = names
        self._photos: list[str] = []
        self._positions: list[Position] = []

    @property
    def known(self) -> Board | None:
        """The board after the photos so far."""
        return told(self._positions)[-1].board if self._positions else None

    def add(self, photo: str, seen: Look) -> None:
        """Adds the next photo.

        Raises:
            Refusal: if it shows no board.
        """
        position = Position.of(seen.reading, seen.table)
        if not position.tiles:
            raise Refusal("no_board_found", count=len(seen.reading.tiles))
        self._photos.append(photo)
        self._positions.append(position)

    def result(self) -> ScoreSheet:
        """The score sheet of all photos."""
        return ScoreSheet.of(self._photos, told(self._positions), self._names)


def turn_json(turn: Turn, phrase: Phrase = str) -> dict[str, Any]:
    """What a photo adds to those before it; ``kind`` is ``start`` where it is no turn but where the photos begin."""
    return {
        "move": str(turn.move),
        "kind": "start" if turn.begins else kind_of(turn.move),
        "legal": turn.illegal is None,
        "reason": reason_json(turn.illegal, phrase) if turn.illegal else None,
        "points": turn.score.points,
        "tiles": [placement_json(placement) for placement in turn.move.placements],
        "lines": [line_json(line) for line in turn.score.lines],
        "notes": [reason_json(note, phrase) for note in turn.notes],
        "problems": [problem_json(problem, phrase) for problem in turn.board.status()],
    }
