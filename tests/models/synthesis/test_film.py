"""A rendered game: legal, true to what it says of itself, and good enough to be followed."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.qwirkle.board import EMPTY_BOARD
from models.synthesis.film import Film, FilmPlan

SMALL = FilmPlan(moves=3, width=320, height=180, side=19.0, fps=5.0, begin=1.0, rest=1.2, knocked=2)


@cache
def film() -> Film:
    return Film(SMALL, seed=2)


@cache
def frames() -> tuple[tuple[NDArray[np.uint8], float], ...]:
    return tuple(film().frames())


def rest_after(number: int) -> NDArray[np.uint8]:
    """The first frame without the hand of a move."""
    return next(image for image, at in frames() if at >= film().layings[number].gone)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_move_is_legal_and_earns_what_is_said(seed: int) -> None:
    board = EMPTY_BOARD
    for laying in Film(FilmPlan(), seed).layings:
        board, score = board.play(laying.move)
        assert score.points == laying.points
    assert all(abs(x) <= 6 and abs(y) <= 3 for x, y in board)


def test_frames_come_at_an_even_rate_to_the_end() -> None:
    times = [at for _, at in frames()]
    assert np.diff(times) == pytest.approx(1 / SMALL.fps)
    assert times[-1] == pytest.approx(film().seconds, abs=1 / SMALL.fps)
    assert {image.shape for image, _ in frames()} == {(SMALL.height, SMALL.width, 3)}


def test_the_same_film_comes_twice_and_no_two_frames_are_alike() -> None:
    again = film().frames()
    for (image, _), (other, _) in zip(frames()[:3], again, strict=False):
        assert np.array_equal(image, other)
    assert not np.array_equal(frames()[0][0], frames()[1][0])


def dark(image: NDArray[np.uint8]) -> int:
    """How many pixels are as dark as the tiles' own black."""
    return int((cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) < 60).sum())


def test_tiles_lie_there_once_the_hand_is_gone() -> None:
    seen = [dark(frames()[0][0]), *(dark(rest_after(number)) for number in range(3))]
    assert seen == sorted(seen)
    assert seen[1] - seen[0] > 100


def test_a_hand_is_over_the_table_while_a_move_is_made() -> None:
    laying = film().layings[0]
    middle = (laying.comes + laying.gone) / 2
    image = next(image for image, at in frames() if at >= middle)
    changed = cv2.absdiff(image, frames()[0][0]).max(axis=2) > 40
    assert changed.mean() > 0.02


def test_the_camera_is_knocked_by_as_much_as_planned() -> None:
    number = next(number for number, (_, at) in enumerate(frames()) if at >= film().knocked_at)
    before, after = (cv2.cvtColor(frames()[at][0], cv2.COLOR_BGR2GRAY) for at in (number - 1, number))
    window = cv2.createHanningWindow(before.shape[::-1], cv2.CV_64F)
    shift, _ = cv2.phaseCorrelate(before * window, after * window)
    assert shift == pytest.approx(SMALL.knock, abs=1.5)


def test_a_film_without_a_knock_keeps_still() -> None:
    assert Film(FilmPlan(moves=2, knocked=None)).knocked_at == float("inf")
