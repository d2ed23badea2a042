"""Where frames come from: a camera of this computer, a stream's address, or a film in a file.

A camera and a stream go on whether anybody looks or not, so only their newest frame is kept: nothing ever queues up. A
film waits: every frame of it comes, in the time in which it was taken.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from threading import Condition, Thread
from types import TracebackType
from typing import Any, Protocol, Self
from urllib.parse import urlsplit

import cv2
import numpy as np

from engine.game import ENGLISH, Refusal
from vision.icc import Pixels

ENGLISH.update(
    {
        "source_unknown": "“{source}” is neither a camera's number, nor a film's file, nor the address of a stream: "
        "give one of them, such as 0",
        "source_scheme": "streams are read by {schemes}, not by {scheme}: give an address that begins so",
        "camera_missing": "camera {number} can't be opened: plug it in, and close other programs that use it",
        "stream_missing": "the stream can't be opened: check its address and that it runs",
        "film_damaged": "no film can be read from this file: give an MP4, WebM or AVI file",
        "source_lost": "no picture has come for {seconds:.0f} seconds: check that the camera is plugged in and start "
        "again",
        "source_too_large": "{width} x {height} pixels are too many, the limit is {limit} million: choose a smaller "
        "picture",
    }
)

SCHEMES = ("rtsp", "rtsps", "rtmp", "http", "https", "udp")
"""What a stream's address may begin with; others, such as a list of files, reach what nobody meant."""


class SourceError(Refusal):
    """A source that gives no frames; `reason` says why and what to do."""


@dataclass(frozen=True)
class SourceLimits:
    """What a source may cost.

    Args:
        width, height: what a camera is asked for, in pixels: tiles are large enough, and a frame is read in time.
        max_pixels: of a frame: more than an 8K film has is an attack or a mistake.
        kept_pixels: a larger frame is halved until it has no more, as it is read many times.
        lost_after: seconds without a frame after which a live source is given up: slow cameras give a frame a second.
        fps: frames a second of a film that doesn't tell: most have about so many.
        mad_fps: a film that tells more is not believed.
    """

    width: int = 1280
    height: int = 720
    max_pixels: int = 34_000_000
    kept_pixels: int = 2_100_000
    lost_after: float = 5.0
    fps: float = 25.0
    mad_fps: float = 1000.0


@dataclass(frozen=True, eq=False)
class Frame:
    """A frame of a source.

    Args:
        image: (H, W, 3) uint8 BGR.
        at: when it was taken, in seconds from any beginning.
    """

    image: Pixels
    at: float


class Capture(Protocol):
    """What takes pictures, such as `cv2.VideoCapture`."""

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's names
        """Whether it can."""

    def read(self) -> tuple[bool, Any]:
        """Whether there is a next picture, and the picture."""

    def get(self, what: int) -> float:
        """A property."""

    def set(self, what: int, value: float) -> bool:
        """Asks for a property."""

    def release(self) -> None:
        """Lets it go."""


class Source(AbstractContextManager["Source"]):
    """Something that gives frames; leaving it as a context lets it go."""

    live: bool
    """Whether it goes on while nobody looks."""

    def frames(self) -> Iterator[Frame]:
        """The frames, in the order of their times.

        Raises:
            SourceError: if a live source gives no more, or the frames are too large.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Lets the source go; frames end."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()


def open_source(source: str, limits: SourceLimits = SourceLimits()) -> Source:
    """Opens what a person named.

    Args:
        source: a camera's number, a film's path, or a stream's address.
        limits: what it may cost.

    Raises:
        SourceError: if it can't be opened.
    """
    if source.isascii() and source.isdigit() and len(source) < 4:
        return Live(_camera(int(source), limits), limits)
    if "://" in source:
        return Live(_stream(source, limits), limits)
    try:
        is_file = Path(source).is_file()
    except (OSError, ValueError):  # a name that is too long, or has a zero byte in it
        is_file = False
    if not is_file:
        raise SourceError("source_unknown", source=source)
    capture = cv2.VideoCapture(source, cv2.CAP_FFMPEG)
    if not capture.isOpened():
        raise SourceError("film_damaged")
    return Film(capture, limits)


def _camera(number: int, limits: SourceLimits) -> Capture:
    capture = cv2.VideoCapture(number)
    if not capture.isOpened():
        raise SourceError("camera_missing", number=number)
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, limits.width)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, limits.height)
    return capture


def _stream(address: str, limits: SourceLimits) -> Capture:
    scheme = address.partition("://")[0].lower()
    if scheme not in SCHEMES or not urlsplit(address).netloc:
        raise SourceError("source_scheme", schemes=", ".join(SCHEMES), scheme=scheme)
    patience = round(1000 * limits.lost_after)
    capture = cv2.VideoCapture(
        address,
        cv2.CAP_FFMPEG,
        [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, patience, cv2.CAP_PROP_READ_TIMEOUT_MSEC, patience],
    )
    if not capture.isOpened():
        raise SourceError("stream_missing")
    return capture


class Film(Source):
    """A film in a file: every frame comes, however long somebody looks at the one before.

    Args:
        capture: what reads it, already opened.
        limits: what it may cost.
    """

    live = False

    def __init__(self, capture: Capture, limits: SourceLimits = SourceLimits()) -> None:
        self._capture, self._limits = capture, limits

    def frames(self) -> Iterator[Frame]:
        """The frames to the film's end.

        Raises:
            SourceError: if they are too large, or there is none.
        """
        told = self._capture.get(cv2.CAP_PROP_FPS)
        step = 1 / (told if 0 < told < self._limits.mad_fps else self._limits.fps)
        at = -step
        while (image := _next(self._capture, self._limits)) is not None:
            stamp = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            at = stamp if stamp > at else at + step
            yield Frame(image, at)
        if at < 0:
            raise SourceError("film_damaged")

    def close(self) -> None:
        """Lets the file go."""
        self._capture.release()


class Live(Source):
    """A camera or a stream: a thread takes its pictures, and keeps the newest alone.

    Args:
        capture: what takes the pictures, already opened.
        limits: what it may cost.
        clock: tells the time in seconds.
    """

    live = True

    def __init__(
        self, capture: Capture, limits: SourceLimits = SourceLimits(), clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._capture, self._limits, self._clock = capture, limits, clock
        self._changed = Condition()
        self._newest: Frame | None = None
        self._ended: SourceError | None = None
        self._closed = False
        self._thread = Thread(target=self._take, name="camera", daemon=True)
        self._thread.start()

    def frames(self) -> Iterator[Frame]:
        """The newest frame whenever somebody asks; those that came while nobody did are gone.

        Raises:
            SourceError: if no more come.
        """
        while (frame := self._wait()) is not None:
            yield frame

    def close(self) -> None:
        """Lets the camera go; a driver that hangs is not waited for."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join(self._limits.lost_after)

    def _wait(self) -> Frame | None:
        with self._changed:
            come = self._changed.wait_for(
                lambda: self._newest is not None or self._ended is not None or self._closed, self._limits.lost_after
            )
            frame, self._newest = self._newest, None
            if self._closed:
                return None
            if frame is None:
                raise self._ended if come and self._ended else self._lost
            return frame

    @property
    def _lost(self) -> SourceError:
        return SourceError("source_lost", seconds=self._limits.lost_after)

    def _take(self) -> None:
        ended = self._lost
        failing_since: float | None = None
        while not self._closed:
            try:
                image = _next(self._capture, self._limits)
            except SourceError as error:
                ended = error
                break
            now = self._clock()
            if image is None:
                # A camera may stumble over a picture; one that is unplugged gives no more.
                failing_since = now if failing_since is None else failing_since
                if now - failing_since >= self._limits.lost_after:
                    break
                time.sleep(0.01)
                continue
            failing_since = None
            with self._changed:
                self._newest = Frame(image, now)
                self._changed.notify_all()
        self._capture.release()
        with self._changed:
            self._ended = ended
            self._changed.notify_all()


def _next(capture: Capture, limits: SourceLimits) -> Pixels | None:
    """The next picture, as small as it needs to be; None if there is none.

    Raises:
        SourceError: if it is too large.
    """
    width, height = (int(capture.get(side)) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
    _check(width, height, limits)
    good, image = capture.read()
    if not good or image is None:
        return None
    height, width = image.shape[:2]
    _check(width, height, limits)
    while image.shape[0] * image.shape[1] > limits.kept_pixels:
        image = cv2.resize(image, (image.shape[1] // 2, image.shape[0] // 2), interpolation=cv2.INTER_AREA)
    return np.asarray(image, np.uint8)


def _check(width: int, height: int, limits: SourceLimits) -> None:
    if width * height > limits.max_pixels:
        raise SourceError("source_too_large", width=width, height=height, limit=limits.max_pixels // 1_000_000)
