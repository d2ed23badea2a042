"""Where frames come from: films written here, and cameras that do as they are told."""

from __future__ import annotations

from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread

import cv2
import numpy as np
import pytest

from vision.icc import Pixels
from vision.source import Film, Live, SourceError, SourceLimits, open_source


class FakeCamera:
    """Gives pictures of one lightness after another, each as soon as it is let; then none."""

    def __init__(self, *pictures: Pixels) -> None:
        self.pictures = list(pictures)
        self.let = Event()
        self.let.set()
        self.taken = Event()
        self.released = Event()
        self.props: dict[int, float] = {}

    def isOpened(self) -> bool:  # noqa: N802
        return True

    def read(self) -> tuple[bool, Pixels | None]:
        self.let.wait()
        if not self.pictures:
            self.taken.set()
            return False, None
        return True, self.pictures.pop(0)

    def get(self, what: int) -> float:
        return self.props.get(what, 0.0)

    def set(self, what: int, value: float) -> bool:
        return True

    def release(self) -> None:
        self.released.set()


class Clock:
    """Goes on by a second whenever it is asked."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


def grey(lightness: int, width: int = 32, height: int = 24) -> Pixels:
    return np.full((height, width, 3), lightness, np.uint8)


def film(path: Path, pictures: list[Pixels], fps: float = 10.0) -> str:
    height, width = pictures[0].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, (width, height))
    for picture in pictures:
        writer.write(picture)
    writer.release()
    return str(path)


def test_a_film_gives_every_frame_in_its_own_time(tmp_path: Path) -> None:
    path = film(tmp_path / "game.avi", [grey(40 * number) for number in range(5)])
    with open_source(path) as source:
        assert not source.live
        frames = list(source.frames())
    assert [round(frame.image.mean() / 40) for frame in frames] == [0, 1, 2, 3, 4]
    assert [frame.at for frame in frames] == pytest.approx([0, 0.1, 0.2, 0.3, 0.4])


def test_a_film_without_times_goes_by_its_frames() -> None:
    frames = list(Film(FakeCamera(*[grey(9)] * 3), SourceLimits(fps=20)).frames())
    assert [frame.at for frame in frames] == pytest.approx([0, 0.05, 0.1])


def test_a_stream_is_watched_by_its_address() -> None:
    """What cameras in a network send over http: pictures one after the other, as JPEG."""
    jpeg = bytes(cv2.imencode(".jpg", grey(200, 64, 48))[1])
    part = b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%b\r\n" % (len(jpeg), jpeg)

    class Camera(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace;boundary=frame")
            self.end_headers()
            with suppress(ConnectionError):
                for _ in range(200):
                    self.wfile.write(part)

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Camera) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        with open_source(f"http://127.0.0.1:{server.server_port}/live.mjpg") as source:
            assert source.live
            frame = next(source.frames())
        server.shutdown()
        thread.join()
    assert frame.image.shape == (48, 64, 3)
    assert abs(int(frame.image.mean()) - 200) < 4


def test_only_the_newest_frame_of_a_camera_is_kept() -> None:
    camera = FakeCamera(*(grey(number) for number in range(50)))
    with Live(camera, SourceLimits(lost_after=30), Clock()) as source:
        assert source.live
        camera.taken.wait(30)
        assert next(source.frames()).image.max() == 49
    assert camera.released.wait(30)


def test_a_camera_that_gives_no_more_is_told_in_one_sentence() -> None:
    camera = FakeCamera(grey(7))
    with Live(camera, clock=Clock()) as source, pytest.raises(SourceError) as caught:
        list(source.frames())
    assert caught.value.reason.code == "source_lost"
    assert camera.released.is_set()


def test_a_driver_that_hangs_is_noticed() -> None:
    camera = FakeCamera()
    camera.let.clear()
    with Live(camera, SourceLimits(lost_after=0.05)) as source, pytest.raises(SourceError) as caught:
        next(source.frames())
    assert caught.value.reason.code == "source_lost"
    camera.let.set()


def test_frames_are_shrunk_and_too_large_ones_refused_before_they_are_decoded() -> None:
    large = FakeCamera(grey(5, 400, 200))
    assert next(Film(large, SourceLimits(kept_pixels=30_000)).frames()).image.shape == (100, 200, 3)
    mad = FakeCamera(grey(5))
    mad.props = {cv2.CAP_PROP_FRAME_WIDTH: 30_000, cv2.CAP_PROP_FRAME_HEIGHT: 30_000}
    with pytest.raises(SourceError) as caught:
        next(Film(mad).frames())
    assert caught.value.reason.code == "source_too_large"
    assert len(mad.pictures) == 1


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("no-such-film.mp4", "source_unknown"),
        ("", "source_unknown"),
        ("a\0b", "source_unknown"),
        ("x" * 5000, "source_unknown"),
        ("file:///etc/passwd", "source_scheme"),
        ("http://", "source_scheme"),
        ("987", "camera_missing"),
    ],
)
def test_what_is_no_source_is_refused(source: str, code: str) -> None:
    with pytest.raises(SourceError) as caught:
        open_source(source)
    assert caught.value.reason.code == code


def test_a_file_that_is_no_film_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.mp4"
    path.write_bytes(b"\0" * 1000)
    with pytest.raises(SourceError) as caught, open_source(str(path)) as source:
        list(source.frames())
    assert caught.value.reason.code == "film_damaged"
