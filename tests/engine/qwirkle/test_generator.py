import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import pytest

from engine.compiling import compiled

WARM_AND_COUNT = """
from engine.qwirkle import generator
from engine.qwirkle.board import Board
from engine.qwirkle.notation import parse_hand
board, hand = Board.parse("Rc@0,0"), parse_hand("Rs Os Oc")
before = len(board.legal_moves(hand))
assert not generator.is_warm()
generator.warm()
assert generator.is_warm()
print(before, len(board.legal_moves(hand)))
"""


def test_two_processes_may_compile_into_one_folder_at_once(tmp_path: Path) -> None:
    env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    starting = [
        subprocess.Popen([sys.executable, "-c", WARM_AND_COUNT], env=env, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    assert [process.communicate()[0].split() for process in starting] == [["24", "24"]] * 2
    assert [process.returncode for process in starting] == [0, 0]
    assert list(tmp_path.rglob("*.nbi")), "what was compiled is kept"


def test_where_nothing_can_be_written_it_compiles_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    njit: Callable[..., Any] = numba.njit

    def unable_to_keep(*args: Any, cache: bool = False, **options: Any) -> Any:
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return njit(*args, **options)

    monkeypatch.setattr(numba, "njit", unable_to_keep)

    def double(number: int) -> int:
        return 2 * number

    assert compiled(double, numba.int64(numba.int64))(21) == 42
