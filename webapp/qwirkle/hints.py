"""What Kibitz says about Qwirkle moves: as JSON, on which other programs rely, and as text for people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.qwirkle.board import Board, Problem
from engine.qwirkle.lines import Line
from engine.qwirkle.moves import Move, Placement
from engine.qwirkle.notation import hand_text
from engine.qwirkle.suggestions import Suggestion
from engine.qwirkle.tile import Tile
from vision.overlay import Annotator
from vision.qwirkle_overlay import Hint as DrawnHint
from vision.qwirkle_overlay import Names, Outlines
from webapp.assistant.qwirkle import Advice, Position, cells_of
from webapp.look import QWIRKLE, Look
from webapp.qwirkle.drawing import LEGEND, drawn
from webapp.qwirkle.wishes import GivenBoard
from webapp.reasons import Phrase, points_text, reason_json


def kind_of(move: Move) -> str:
    """What a player does in a move: ``add``, ``swap`` or ``pass``."""
    if move.is_pass:
        return "pass"
    return "swap" if move.is_swap else "add"


def placement_json(placement: Placement) -> dict[str, Any]:
    """A tile on a cell."""
    return {"col": placement.x, "row": placement.y, "tile": str(placement.tile), "name": placement.tile.words}


def line_json(line: Line) -> dict[str, Any]:
    """A line that a move made or grew, with what it earns."""
    return {"tiles": [placement_json(placement) for placement in line.placements], "points": line.points}


def problem_json(problem: Problem, phrase: Phrase = str) -> dict[str, Any]:
    """What is wrong with a position, and on which cells."""
    return {**reason_json(problem.reason, phrase), "cells": [list(cell) for cell in problem.cells]}


def board_json(board: Board) -> list[dict[str, Any]]:
    """The tiles of a board with their cells, row by row."""
    return [placement_json(placement) for placement in sorted(board.placements, key=lambda one: (one.y, one.x))]


def tile_json(tile: Tile) -> dict[str, Any]:
    """A tile that lies on no cell."""
    return {"tile": str(tile), "name": tile.words}


@dataclass(frozen=True, eq=False)
class Hint:
    """What a command says about a table and a hand.

    Args:
        seen: the photo of the table.
        position: what lies there.
        advice: what to play.
    """

    seen: Look
    position: Position
    advice: Advice
    legend = LEGEND

    def as_json(self, top: int) -> dict[str, Any]:
        """The first `top` moves and what they are moves on."""
        return {"game": QWIRKLE, **advice_json(self.advice, top), "seconds": self.seen.reading.seconds}

    def as_text(self, top: int) -> str:
        """The board with the best move in brackets, the hand, and the moves with their reasons."""
        found = self.advice
        shown = self.best(top)
        best = shown[0].move
        lines = [drawn(found.board.after(best), [placement.cell for placement in best.placements]), ""]
        lines += [f"problem: {problem}" for problem in found.problems]
        lines += [f"hand: {hand_text(found.hand)}", ""]
        lines += [described(number, suggestion) for number, suggestion in enumerate(shown, 1)]
        if len(found.suggestions) > len(shown):
            lines.append(f"     and {len(found.suggestions) - len(shown)} more: see --top")
        return "\n".join(lines)

    def best(self, top: int) -> Sequence[Suggestion]:
        """The first moves."""
        return self.advice.suggestions[:top]

    def annotators(self, top: int) -> list[list[Annotator]]:
        """What is drawn on the photo to show each of the first moves."""
        return [self._annotators(suggestion) for suggestion in self.best(top)]

    def _annotators(self, suggestion: Suggestion) -> list[Annotator]:
        reading, table = self.seen.reading, self.seen.table
        drawing: list[Annotator] = [Outlines(reading, table), Names(reading, table)]
        if self.position.tiles and suggestion.move.placements:
            tiles = {placement.cell: placement.tile for placement in suggestion.move.placements}
            drawing.append(DrawnHint(cells_of(self.position.tiles, reading), tiles, f"+{suggestion.score.points}"))
        return drawing


def advice_json(advice: Advice, top: int, phrase: Phrase = str) -> dict[str, Any]:
    """What to play: the first `top` moves of all."""
    return {
        "board": board_json(advice.board),
        "hand": [tile_json(tile) for tile in advice.hand],
        "problems": [problem_json(problem, phrase) for problem in advice.problems],
        "found": len(advice.suggestions),
        "moves": [suggestion_json(suggestion, phrase) for suggestion in advice.suggestions[:top]],
    }


class Wording:
    """Words advice as JSON, most of it before the thinking: then little is left to do once its time is over.

    Args:
        top: how many moves are told.
        phrase: says the reasons.
    """

    def __init__(self, top: int, phrase: Phrase = str) -> None:
        self._top, self._phrase = top, phrase
        self._begun: dict[str, Any] = {}
        self._moves: dict[Move, dict[str, Any]] = {}

    def begin(self, likely: Advice) -> None:
        """Words what the advice will likely be."""
        self._begun = advice_json(likely, self._top, self._phrase)
        moves = (suggestion.move for suggestion in likely.suggestions[: self._top])
        self._moves = dict(zip(moves, self._begun["moves"], strict=True))

    def end(self, advice: Advice) -> dict[str, Any]:
        """The advice in words, as `advice_json` gives it."""
        if not self._begun:
            return advice_json(advice, self._top, self._phrase)
        moves = [self._ended(suggestion) for suggestion in advice.suggestions[: self._top]]
        return {**self._begun, "found": len(advice.suggestions), "moves": moves}

    def _ended(self, suggestion: Suggestion) -> dict[str, Any]:
        begun = self._moves.get(suggestion.move)
        if begun is None:
            return suggestion_json(suggestion, self._phrase)
        ahead = suggestion.reasons[len(begun["reasons"]) :]
        reasons = [*begun["reasons"], *(reason_json(reason, self._phrase) for reason in ahead)]
        return {**begun, "value": _value(suggestion), "reasons": reasons}


def on_picture(advice: dict[str, Any], seen: GivenBoard) -> dict[str, Any]:
    """Advice as JSON whose moves tell where their cells lie in a picture, as far as the tiles seen there tell it."""
    laid = [tile for move in advice["moves"] for tile in move["tiles"]]
    corners = seen.corners({(tile["col"], tile["row"]) for tile in laid})
    for tile in laid:
        if (cell := (tile["col"], tile["row"])) in corners:
            tile["corners"] = [[round(at, 1) for at in corner] for corner in corners[cell].tolist()]
    return advice


def suggestion_json(suggestion: Suggestion, phrase: Phrase = str) -> dict[str, Any]:
    """A move worth considering."""
    move, score = suggestion.move, suggestion.score
    return {
        "move": str(move),
        "kind": kind_of(move),
        "points": score.points,
        "value": _value(suggestion),
        "tiles": [placement_json(placement) for placement in move.placements],
        "swapped": [str(tile) for tile in move.swapped],
        "lines": [line_json(line) for line in score.lines],
        "bonus": score.bonus,
        "reasons": [reason_json(reason, phrase) for reason in suggestion.reasons],
    }


def _value(suggestion: Suggestion) -> float:
    return round(suggestion.value, 3)


def described(number: int, suggestion: Suggestion) -> str:
    """A move for people: its place among the moves, what it earns, what to do, and its reasons below."""
    first = f"{number:>3}. {points_text(suggestion.score.points):>9}  {move_text(suggestion.move)}"
    return "\n".join([first, *(f"{'':17}{reason}" for reason in suggestion.reasons)])


def move_text(move: Move) -> str:
    """What a player does, in words where the move adds nothing."""
    if move.is_pass:
        return "pass"
    return f"swap {hand_text(move.swapped)}" if move.is_swap else str(move)
