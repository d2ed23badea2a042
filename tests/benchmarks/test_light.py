"""The measure of lights: it writes where it is told, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.benchmarks.light import main


@pytest.mark.parametrize("name", ["qwirkle/../../elsewhere", "..", None])
def test_sets_that_lie_elsewhere_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str | None) -> None:
    monkeypatch.setenv("KIBITZ_PHOTOS", str(tmp_path / "photos"))
    absolute = tmp_path / "photos" / "set"
    absolute.mkdir(parents=True)
    result = CliRunner().invoke(main, [name or str(absolute), "--keep", str(tmp_path / "kept")])
    assert (result.exit_code, "is no set inside the folder of photos" in " ".join(result.output.split())) == (2, True)
    assert not any(absolute.iterdir())
