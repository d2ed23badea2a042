"""Puts a server under the load of a family's evening and measures how soon it answers, and what memory it holds.

    python -m tests.benchmarks.serving
    python -m tests.benchmarks.serving --seconds 3600 --turn 4 --photo 20 --chart docs/serving-memory.svg

`kibitz serve` is started with TLS, with its data in a folder of its own. A dozen pages listen to one table, six phones
write to it in turn, each by a connection of its own, photos of twelve megapixels are sent, and the first page is opened
anew with a fresh handshake. All clients share the computer with the server.
"""

from __future__ import annotations

import argparse
import json
import re
import ssl
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse, HTTPSConnection
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any
from urllib.parse import urlsplit

import cv2
import numpy as np

from models.synthesis.demo import demo_table
from tests.benchmarks.started import started

STREAMS, PHONES = 12, 6
TABLES = "/api/v1/tables"
PHOTO_SIZE = 4080, 3060
LONGEST_LOG = 900
"""Entries after which the phones go to another table: a server keeps no more than a thousand of one."""
MEMORY_EVERY = 5.0
"""Seconds between two looks at the memory."""
WARM_UP = 60.0
"""Seconds at first in which the models open and the search is compiled: memory is compared from then on."""


@dataclass
class Server:
    """A server that was started for this.

    Args:
        port: on this computer.
        trust: in its authority.
    """

    port: int
    trust: ssl.SSLContext

    def connect(self) -> HTTPSConnection:
        """A connection of one's own, not open yet."""
        return HTTPSConnection("127.0.0.1", self.port, context=self.trust, timeout=120)


@contextmanager
def served() -> Iterator[Server]:
    """Starts a server, and stops it."""
    with started("--https", "--metrics", "--door-port", "0") as (address, data):
        trust = ssl.create_default_context(cafile=data / "certificates" / "authority.pem")
        yield Server(urlsplit(address).port or 0, trust)


@dataclass
class Figures:
    """What was measured; times are in seconds.

    Args:
        seen: from a phone's writing to each page's having the new state.
        written: from a phone's writing to its answer.
        read: from a photo's being sent to its reading.
        opened: from a fresh connection to the whole first page.
        memory: the server's resident memory in bytes, each with its time.
        used: the seconds that the server has computed so far, each with its time.
        faults: what went wrong.
    """

    seen: list[float] = field(default_factory=list)
    written: list[float] = field(default_factory=list)
    read: list[float] = field(default_factory=list)
    opened: list[float] = field(default_factory=list)
    memory: list[tuple[float, float]] = field(default_factory=list)
    used: list[tuple[float, float]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        lines = [f"{'':24}{'median':>8}{'95 %':>8}{'most':>8}{'count':>8}"]
        lines += [
            _line("change seen by a page", self.seen),
            _line("change written", self.written),
            _line("photo of 12 MP read", self.read),
            _line("first page opened", self.opened),
        ]
        held = [(at, size / 2**20) for at, size in self.memory]
        if steady := [mb for at, mb in held if at >= WARM_UP] or [mb for _, mb in held]:
            lines.append(
                f"memory {steady[0]:.0f} MB at first, {steady[-1]:.0f} MB at last, {max(steady):.0f} MB at most"
            )
        if len(self.used) > 1:
            (begin, before), (end, after) = self.used[0], self.used[-1]
            lines.append(f"the server computed for {after - before:.0f} of {end - begin:.0f} seconds")
        return "\n".join([*lines, f"faults: {len(self.faults)}", *self.faults[:5]])


def _line(what: str, seconds: Sequence[float]) -> str:
    if not seconds:
        return f"{what:24}{'none':>8}"
    figures = [float(np.median(seconds)), float(np.quantile(seconds, 0.95)), max(seconds)]
    return f"{what:24}{''.join(f'{1000 * one:5.0f} ms' for one in figures)}{len(seconds):8}"


class Evening:
    """A table, its pages and its phones.

    Args:
        server: that keeps it.
    """

    def __init__(self, server: Server) -> None:
        self.server, self.figures = server, Figures()
        self.over = Event()
        self._lock = Lock()
        self._sent: dict[tuple[str, int], float] = {}
        self._began = time.perf_counter()
        self.code, self.version = "", 0

    def begin(self) -> None:
        """Goes to a new table."""
        with closing(self.server.connect()) as connection:
            state = _json(connection, "POST", TABLES, {"game": "qwirkle", "players": ["Ann", "Ben"], "turn": 0})
        self.code, self.version = state["code"], state["version"]

    def listen(self) -> None:
        """A page: listens to the table, and notes when it learns of a change."""
        while not self.over.is_set():
            with closing(self.server.connect()) as connection:
                code = self.code
                connection.request("GET", f"{TABLES}/{code}/stream")
                for number, state in enumerate(_states(connection.getresponse())):
                    if number:  # the first is no news
                        self._note(code, state["version"])
                    if self.over.is_set() or code != self.code:
                        break

    def write(self, phones: Sequence[HTTPSConnection], number: int) -> None:
        """One of the phones draws tiles, takes that back or brings it back."""
        if self.version >= LONGEST_LOG:
            self.begin()
        wish: dict[str, Any] = {"version": self.version}
        way = "events" if self.version == 1 else ("redo", "undo")[self.version % 2 == 0]
        if way == "events":
            wish["event"] = {"event": "draw", "player": 0, "count": 6}
        key = self.code, self.version + 1
        with self._lock:
            self._sent[key] = started = time.perf_counter()
        state = _json(phones[number % len(phones)], "POST", f"{TABLES}/{self.code}/{way}", wish)
        self.figures.written.append(time.perf_counter() - started)
        self.version = state["version"]

    def send(self, connection: HTTPSConnection, photo: bytes) -> None:
        """A phone sends a photo."""
        boundary = uuid.uuid4().hex
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
        body = head.encode() + photo + f"\r\n--{boundary}--\r\n".encode()
        kind = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
        started = time.perf_counter()
        read = json.loads(_asked(connection, "POST", "/api/v1/readings", body, kind))
        self.figures.read.append(time.perf_counter() - started)
        assert read["tiles"]

    def open(self) -> None:
        """Somebody opens the first page."""
        started = time.perf_counter()
        with closing(self.server.connect()) as connection:
            connection.request("GET", "/")
            _whole(connection.getresponse())
        self.figures.opened.append(time.perf_counter() - started)

    def weigh(self, connection: HTTPSConnection) -> None:
        """Asks the server how much memory it holds."""
        told = _asked(connection, "GET", "/metrics").decode()
        for figures, name in (
            (self.figures.memory, "process_resident_memory_bytes"),
            (self.figures.used, "process_cpu_seconds_total"),
        ):
            if found := re.search(rf"^{name} (\S+)", told, re.MULTILINE):
                figures.append((time.perf_counter() - self._began, float(found[1])))

    def repeat(self, every: float, what: Callable[[int], None]) -> None:
        """Does something again and again; what goes wrong is noted."""
        number = 0
        while not self.over.wait(every):
            try:
                what(number)
            except (OSError, HTTPException, AssertionError, ValueError, KeyError) as error:
                self.figures.faults.append(f"{type(error).__name__}: {error}")
            number += 1

    def _note(self, code: str, version: int) -> None:
        with self._lock:
            sent = self._sent.get((code, version))
        if sent is not None:
            self.figures.seen.append(time.perf_counter() - sent)


def _whole(response: HTTPResponse) -> bytes:
    data = response.read()
    if response.status >= 400:
        raise HTTPException(f"{response.status} {data[:200]!r}")
    return data


def _asked(connection: HTTPSConnection, method: str, path: str, body: bytes = b"", kind: Any = None) -> bytes:
    """What the server answers; like a browser, it comes again if the server has closed a connection that was idle."""
    try:
        connection.request(method, path, body, kind or {})
        return _whole(connection.getresponse())
    except OSError:
        connection.close()
        connection.request(method, path, body, kind or {})
        return _whole(connection.getresponse())


def _json(connection: HTTPSConnection, method: str, path: str, wish: dict[str, Any]) -> Any:
    return json.loads(_asked(connection, method, path, json.dumps(wish).encode(), {"Content-Type": "application/json"}))


def _states(response: HTTPResponse) -> Iterator[dict[str, Any]]:
    """The states that a stream tells until it ends; those that are there at first among them."""
    for line in iter(response.readline, b""):
        if line.startswith(b'data: {"code"'):
            yield json.loads(line[6:])


def photo() -> bytes:
    """A rendered table as a phone takes it."""
    picture = cv2.resize(demo_table().scene.image, PHOTO_SIZE, interpolation=cv2.INTER_CUBIC)
    return bytes(cv2.imencode(".jpg", picture)[1])


def chart(memory: Sequence[tuple[float, float]]) -> str:
    """The memory over time as an SVG, light and dark alike."""
    memory = [(at, size / 2**20) for at, size in memory]
    width, height, left, below = 640, 240, 56, 36
    last, most = max(at for at, _ in memory), 1.15 * max(mb for _, mb in memory)
    points = " ".join(
        f"{left + (width - left - 16) * at / last:.1f},{height * (1 - mb / most):.1f}" for at, mb in memory
    )
    marks = [(0.0, "0"), (last / 2, f"{last / 120:.0f}"), (last, f"{last / 60:.0f} min")]
    times = "".join(
        f'<text x="{left + (width - left - 16) * at / last:.0f}" y="{height + 20}" text-anchor="middle">{text}</text>'
        for at, text in marks
    )
    step = 100 * max(1, round(most / 400))
    levels = "".join(
        f'<path d="M{left} {(y := height * (1 - mb / most)):.1f}H{width - 16}" stroke="#999" stroke-width="0.5"/>'
        f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{mb}{" MB" if mb == 0 else ""}</text>'
        for mb in range(0, int(most), step)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -8 {width + 24} {height + below}" font-family="sans-serif"'
        f' font-size="12" fill="#777"><title>Resident memory of kibitz serve over time</title>{levels}{times}'
        f'<polyline points="{points}" fill="none" stroke="#1f8a68" stroke-width="2"/></svg>\n'
    )


def main() -> None:
    """Serves, loads, measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=120.0, help="how long")
    parser.add_argument("--turn", type=float, default=0.5, help="seconds between two changes at the table")
    parser.add_argument("--photo", type=float, default=5.0, help="seconds between two photos")
    parser.add_argument("--chart", type=Path, help="an SVG of the memory over time")
    asked = parser.parse_args()
    picture = photo()
    with served() as server:
        evening = Evening(server)
        evening.begin()
        phones = [server.connect() for _ in range(PHONES)]
        sending, weighing = server.connect(), server.connect()
        tasks: list[Callable[[], None]] = [evening.listen] * STREAMS
        tasks += [
            lambda: evening.repeat(asked.turn, lambda number: evening.write(phones, number)),
            lambda: evening.repeat(asked.photo, lambda _: evening.send(sending, picture)),
            lambda: evening.repeat(asked.photo, lambda _: evening.open()),
            lambda: evening.repeat(MEMORY_EVERY, lambda _: evening.weigh(weighing)),
        ]
        threads = [Thread(target=task, daemon=True) for task in tasks]
        for thread in threads:
            thread.start()
        time.sleep(asked.seconds)
        evening.over.set()
        for thread in threads[STREAMS:]:
            thread.join()
    print(evening.figures)
    if asked.chart and evening.figures.memory:
        asked.chart.write_text(chart(evening.figures.memory))


if __name__ == "__main__":
    main()
