"""Plays a rendered game to the camera of a real browser, in real time, and measures what its page proposes.

    python -m tests.benchmarks.film_page
    python -m tests.benchmarks.film_page --moves 5 --width 1280 --fps 15

`kibitz serve` is started with its data in a folder of its own. Debian's Chromium opens a table on the screen of a phone
and looks at it with a camera that plays the film, with hands, a shadow that wanders, and the camera knocked once. The
page notes by itself which proposal its card shows when, and how long each of its own frames takes. All share the
computer.

A move is right if the card shows its tiles and points before the next hand comes; any other card is told as strange,
that of a move which is not whole yet among them. Seconds are counted from the end of the hand's way back, of which it
leaves the picture some tenths before. In the end the table's log must hold the film's moves.
"""

from __future__ import annotations

import argparse
import math
import tempfile
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np
import simplejpeg

from engine.qwirkle.moves import Move
from models.synthesis.film import Film, FilmPlan
from tests.benchmarks.film import BEGIN, Report
from tests.benchmarks.started import started
from tests.webapp.browser import CAMERA_RATE, PHONE, filming

ENDS = 7.0
"""Seconds that the page has for the last move: to propose it, and to confirm it by itself."""
WARM_UP = 3.0
"""Seconds before the camera starts, in which the server opens its models."""

NOTES = """
window.cards = []; window.frames = []; window.begun = null;
const media = navigator.mediaDevices, opens = media.getUserMedia.bind(media);
media.getUserMedia = async (wish) => {
    const stream = await opens(wish);
    window.begun ??= performance.now();
    return stream;
};
window.addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
    const laid = document.querySelector("#proposal .laid");
    const tiles = laid?.querySelectorAll("svg").length, points = parseInt(laid?.textContent.match(/\\d+/));
    const card = laid?.offsetParent ? [tiles, points] : null;
    const last = window.cards.at(-1)?.card ?? null;
    if (JSON.stringify(card) !== JSON.stringify(last)) window.cards.push({ at: performance.now(), card });
}).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true }));
let before = performance.now();
(function tick() {
    const now = performance.now();
    window.frames.push(now - before);
    before = now;
    requestAnimationFrame(tick);
})();
"""
"""Has the page note when its camera began, which card it shows when (tiles, points), and how long its frames take."""


@dataclass(frozen=True)
class Seen:
    """What a page showed; times are in seconds since its camera began.

    Args:
        cards: the proposals that came up, each with its time, its number of tiles and its points.
        frames: how long each frame of the page took.
        meter: what the page says of its camera in the end.
        written: the moves in the table's log with their points.
    """

    cards: list[tuple[float, int, int]]
    frames: list[float]
    meter: str
    written: list[tuple[Move, int]]


def looked(home: str, played: Path, seconds: float) -> Seen:
    """What a page shows while its camera plays a film for so many seconds."""
    with filming(played, "--use-fake-ui-for-media-stream") as browser:
        page = browser.new_context(viewport=PHONE, permissions=["camera"]).new_page()  # type: ignore[arg-type]
        page.add_init_script(NOTES)
        table = page.request.post(f"{home}/api/v1/tables", data=BEGIN).json()["code"]
        page.goto(f"{home}/t/{table}")
        page.wait_for_timeout(1000 * WARM_UP)
        page.get_by_text("This camera").click()
        page.get_by_role("button", name="Start the camera").click()
        page.wait_for_timeout(1000 * seconds)
        begun, cards = page.evaluate("[begun, cards]")
        frames, meter = page.evaluate("frames"), page.locator("#live-meter").text_content() or ""
        turns = page.request.get(f"{home}/api/v1/tables/{table}").json()["turns"]
    return Seen(
        [((card["at"] - begun) / 1000, *card["card"]) for card in cards if card["card"]],
        [frame / 1000 for frame in frames],
        meter,
        [(Move.parse(turn["move"]), turn["points"]) for turn in turns],
    )


def told(film: Film, seen: Seen) -> str:
    """What came of the film, in lines."""
    layings = film.layings
    ends = [*(laying.comes for laying in layings[1:]), math.inf]
    delays, right = [], set()
    for laying, until in zip(layings, ends, strict=True):
        card = (len(laying.move.placements), laying.points)
        at = [at for at, *shown in seen.cards if laying.comes <= at < until and tuple(shown) == card]
        right.update(at)
        delays.append(at[0] - laying.gone if at else None)
    proposed = [delay for delay in delays if delay is not None]
    strange = [(round(at, 1), *card) for at, *card in seen.cards if at not in right]
    log = Report(film, written=seen.written)
    lines = [
        f"moves proposed right  {len(proposed)} of {len(delays)}",
        f"moves missed          {[number for number, delay in enumerate(delays, 1) if delay is None]}",
        f"strange cards         {len(strange)} {strange}",
        f"moves in the log      {log.right_in_log} of {len(seen.written)} right",
        f"the camera            {seen.meter}",
        f"a frame of the page   {1000 * np.median(seen.frames):.1f} ms in the median, "
        f"{1000 * np.quantile(seen.frames, 0.99):.1f} at 99 %, {1000 * max(seen.frames):.1f} at most",
    ]
    if proposed:
        delay = f"{np.median(proposed):.2f} s in the median, {max(proposed):.2f} s at most"
        lines.insert(2, f"after the hand left   {delay}")
    return "\n".join(lines)


def main() -> None:
    """Renders a film, plays it, and prints what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--width", type=int, default=FilmPlan.width, help="of a frame in pixels")
    parser.add_argument("--fps", type=float, default=FilmPlan.fps, help="frames a second that the camera films")
    wish = parser.parse_args()
    larger = wish.width / FilmPlan.width
    plan = FilmPlan(
        moves=wish.moves,
        knocked=max(1, wish.moves // 2),
        width=wish.width,
        height=round(FilmPlan.height * larger),
        side=FilmPlan.side * larger,
        fps=wish.fps,
    )
    film = Film(plan, wish.seed)
    with tempfile.TemporaryDirectory() as folder:
        played = Path(folder) / "film.mjpeg"
        length = math.ceil(film.seconds * plan.fps)
        with click.progressbar(film.frames(), length=length, label="Rendering") as frames, played.open("wb") as file:
            for image, _ in frames:
                file.write(simplejpeg.encode_jpeg(image, 88, "BGR") * round(CAMERA_RATE / plan.fps))
        with started() as (home, _):
            print(told(film, looked(home, played, film.layings[-1].gone + ENDS)))


if __name__ == "__main__":
    main()
