"""What must hold of the log of any game that was played."""

from __future__ import annotations

from typing import Any

from engine.game import Game


def assert_undone(game: Game[Any, Any, Any], steps: int) -> None:
    """To undo is as if it had never been played, and to redo as if it had never been undone."""
    steps = min(steps, len(game.events) - 1)
    back = game
    for _ in range(steps):
        back = back.undo()
    assert back.state == Game(game.rules, game.log[: len(game.log) - steps]).state
    for _ in range(steps):
        back = back.redo()
    assert back.state == game.state
