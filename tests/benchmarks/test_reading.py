"""How long reading takes in a warm process, decoding included: ``pytest tests/benchmarks --benchmark-only``."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from models.synthesis.demo import demo_roll, demo_table
from vision.dice import DiceReader
from vision.icc import Pixels
from vision.photo import Photo, read_photo
from vision.read import Reader
from vision.sheet import SheetReader
from vision.tiles import TileReader


@pytest.fixture(scope="module")
def table() -> Pixels:
    """A rendered table of 36 tiles, 1600 x 1200 pixels."""
    return demo_table().scene.image


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def frame_of(table: Pixels) -> Pixels:
    """A frame of a webcam, 1280 x 720, with the whole table in it."""
    small = cv2.resize(table, (960, 720), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.copyMakeBorder(small, 0, 0, 160, 160, cv2.BORDER_REFLECT_101), dtype=np.uint8)


def test_a_photo_of_12_megapixels(benchmark: BenchmarkFixture, table: Pixels, reader: Reader, tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    cv2.imwrite(str(path), cv2.resize(table, (4000, 3000), interpolation=cv2.INTER_CUBIC))
    reading = benchmark(lambda: reader.read(read_photo(path)))
    assert len(reading.tiles) == 36


def test_a_frame(benchmark: BenchmarkFixture, table: Pixels) -> None:
    reader, frame = TileReader(), Photo.of(frame_of(table))
    tiles, _ = benchmark(lambda: reader.read(frame))
    assert len(tiles) >= 36


def test_a_frame_after_another(benchmark: BenchmarkFixture, table: Pixels) -> None:
    reader, frame = TileReader(), Photo.of(frame_of(table))
    before, _ = reader.read(frame)
    tiles, _ = benchmark(lambda: reader.read(frame, before))
    assert len(tiles) >= 36


def test_the_dice_of_a_frame(benchmark: BenchmarkFixture) -> None:
    reader = DiceReader()
    image = cv2.resize(demo_roll().scene.image, (1280, 720), interpolation=cv2.INTER_AREA)
    frame = Photo.of(np.asarray(image, dtype=np.uint8))
    dice, _ = benchmark(lambda: reader.read(frame))
    assert len(dice) >= 6


def test_a_photo_without_sheets(benchmark: BenchmarkFixture, table: Pixels) -> None:
    reader, photo = SheetReader(), Photo.of(table)
    sheets, _ = benchmark(lambda: reader.read(photo))
    assert not sheets
