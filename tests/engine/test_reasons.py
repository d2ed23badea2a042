import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from engine.game import ENGLISH, IllegalMove, Reason

SPEAKERS = {"Reason", "InvalidText", "IllegalMove", "GameError", "_illegal"}
"""What is called with a code as its first argument."""


def codes_spoken() -> Iterator[str]:
    for path in Path(engine.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SPEAKERS:
                leaves = [leaf.value for leaf in ast.walk(node.args[0]) if isinstance(leaf, ast.Constant)]
                yield from (leaf for leaf in leaves if isinstance(leaf, str))


def test_every_code_has_its_sentence() -> None:
    assert set(codes_spoken()) <= set(ENGLISH)


def test_a_reason_never_changes_and_speaks_english() -> None:
    reason = Reason("duplicate_in_line", {"tile": "red circle"})
    assert str(reason) == "red circle twice in one line"
    with pytest.raises(TypeError):
        reason.params["tile"] = "blue circle"  # type: ignore[index]


def test_an_error_carries_its_reason() -> None:
    error = IllegalMove("game_over")
    assert (str(error), error.reason.code) == ("the game is over", "game_over")
