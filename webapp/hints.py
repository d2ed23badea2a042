"""What Kibitz says about moves: as JSON, on which other programs rely, and as text for people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.game import Reason
from engine.qwirkle.advice import Suggestion
from engine.qwirkle.board import Board, Problem
from engine.qwirkle.lines import Line
from engine.qwirkle.moves import Move, Placement
from engine.qwirkle.notation import hand_text
from engine.qwirkle.tile import Tile
from webapp.assistant import Advice

Phrase = Callable[[Reason], str]
"""Says a reason in the language of whoever asks; `str` says it in English."""


def kind_of(move: Move) -> str:
    """What a player does in a move: ``add``, ``swap`` or ``pass``."""
    if move.is_pass:
        return "pass"
    return "swap" if move.is_swap else "add"


def reason_json(reason: Reason, phrase: Phrase = str) -> dict[str, Any]:
    """A reason with its code, its parameters and its sentence."""
    return {"code": reason.code, "params": dict(reason.params), "message": phrase(reason)}


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


def advice_json(advice: Advice, top: int, phrase: Phrase = str) -> dict[str, Any]:
    """What to play: the first `top` moves of all."""
    return {
        "board": board_json(advice.board),
        "hand": [tile_json(tile) for tile in advice.hand],
        "problems": [problem_json(problem, phrase) for problem in advice.problems],
        "found": len(advice.suggestions),
        "moves": [suggestion_json(suggestion, phrase) for suggestion in advice.suggestions[:top]],
    }


def suggestion_json(suggestion: Suggestion, phrase: Phrase = str) -> dict[str, Any]:
    """A move worth considering."""
    move, score = suggestion.move, suggestion.score
    return {
        "move": str(move),
        "kind": kind_of(move),
        "points": score.points,
        "value": round(suggestion.value, 3),
        "tiles": [placement_json(placement) for placement in move.placements],
        "swapped": [str(tile) for tile in move.swapped],
        "lines": [line_json(line) for line in score.lines],
        "bonus": score.bonus,
        "reasons": [reason_json(reason, phrase) for reason in suggestion.reasons],
    }


def described(number: int, suggestion: Suggestion) -> str:
    """A move for people: its place among the moves, what it earns, what to do, and its reasons below."""
    first = f"{number:>3}. {points_text(suggestion.score.points):>9}  {move_text(suggestion.move)}"
    return "\n".join([first, *(f"{'':17}{reason}" for reason in suggestion.reasons)])


def move_text(move: Move) -> str:
    """What a player does, in words where the move adds nothing."""
    if move.is_pass:
        return "pass"
    return f"swap {hand_text(move.swapped)}" if move.is_swap else str(move)


def points_text(points: int) -> str:
    """So many points."""
    return f"{points} point" if points == 1 else f"{points} points"
