"""Rendered dice that are thrown by a hand, filmed by a phone at a table of Qwixx."""

from __future__ import annotations

from pathlib import Path

from tests.benchmarks.dice_film import DiceFilm, sent
from vision.read import Reader


def test_each_roll_of_a_film_is_proposed_right_and_none_is_invented(tmp_path: Path) -> None:
    film = DiceFilm(rolls=2, seed=3)
    report = sent(film, film.frames(), Reader(), f"sqlite:///{tmp_path / 'games.sqlite'}")
    assert [text for text, _ in report.proposed] == [str(rest.roll) for rest in film.rests]
    assert report.invented == []
    assert {text for text, _ in report.written} <= {str(rest.roll) for rest in film.rests}
