"""A short rendered game, from the picture to the proposed moves, with the models that Kibitz ships."""

from __future__ import annotations

from models.synthesis.film import Film, FilmPlan
from tests.benchmarks.film import Report, watched
from vision.read import Reader

PLAN = FilmPlan(moves=3, width=640, height=360, side=37.0, fps=8.0, begin=2.0, rest=1.6, knocked=2)


def test_every_move_of_a_short_film_is_proposed_right_and_none_invented() -> None:
    film = Film(PLAN, seed=2)
    report = watched(film, film.frames(), Reader())
    assert None not in report.delays
    assert report.invented == []
    # What is told is held against another game as well, or the measure itself would prove nothing.
    other = Report(Film(PLAN, seed=3), report.told)
    assert other.delays == [None, None, None]
    assert other.invented
