"""A short rendered game, sent frame by frame to a table, with the models that Kibitz ships."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from models.synthesis.film import Film
from tests.benchmarks.film import Running, sent
from tests.webapp.qwirkle.test_film import PLAN
from vision.read import Reader


def test_every_move_of_a_short_film_is_proposed_and_becomes_the_tables(tmp_path: Path) -> None:
    film = Film(replace(PLAN, rest=4.6), seed=2)
    report = sent(film, Running(film.frames(), real=False), Reader(), f"sqlite:///{tmp_path / 'games.sqlite'}")
    assert None not in report.delays
    assert report.invented == []
    assert report.written is not None
    assert (len(report.written), report.right_in_log) == (3, 3)
