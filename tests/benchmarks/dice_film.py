"""Follows rendered rolls of dice at a table of Qwixx, and measures whether each is taken right, and how soon.

    python -m tests.benchmarks.dice_film
    python -m tests.benchmarks.dice_film --rolls 6 --seed 2 --show rolls.avi

A hand comes and gathers the dice, they tumble and blur, and come to rest elsewhere. A phone sends the frames to a table
of a server as JPEGs; once a roll is in the log, everybody marks nothing and the next one is due. A roll is right if the
log holds it before the next hand comes; a proposal is invented if no roll of the film shows those dice. Times are the
film's, from the first frame in which the dice lie still.
"""

from __future__ import annotations

import argparse
import io
import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
import cv2
import numpy as np
import simplejpeg

from engine.qwixx.roll import DieColour, Roll
from engine.qwixx.sheet import Row
from models.synthesis import colour
from models.synthesis.camera import Camera
from models.synthesis.dice_look import NAMED
from models.synthesis.dice_scene import DiceTable, render_dice
from models.synthesis.die import Die, DieLook, Material, Pips, lying, standing
from models.synthesis.die_form import Form
from models.synthesis.layout import Surface
from models.synthesis.lighting import Lighting
from models.synthesis.sensor import Sensor
from models.synthesis.sky import Lamp, Sky
from models.synthesis.surface import Wood, planked
from vision.icc import Pixels
from vision.read import Reader
from webapp.app import create_app
from webapp.assistant.live import at_once
from webapp.live.lives import Lives
from webapp.sight import Sight

FPS = 10.0
WIDTH, HEIGHT, SIDE = 1280, 720, 84.0
"""Of a frame in pixels, and of a die."""
BEGIN, REACH, TUMBLE, REST = 2.0, 0.6, 0.5, 5.5
"""Seconds of the empty table, of the hand over it, of tumbling dice, and until the next hand comes."""
ROOM = 4.6, 2.4
"""How far from the middle dice come to rest, in die sides, across and down."""
APART = 1.7
"""How far dice lie apart at least, from middle to middle."""
SKIN = (120, 150, 205)
PLAYERS = ["Ann", "Ben", "Cleo", "Dan", "Eve"]
MOST = 3 * len(PLAYERS)
"""Rolls of a film: with a fourth penalty the game would end."""


@dataclass(frozen=True)
class Rest:
    """A roll of the film.

    Args:
        roll: what lies there.
        comes: when the hand begins to come, in seconds,
        still: and from when on the dice lie still.
    """

    roll: Roll
    comes: float
    still: float


class DiceFilm:
    """Rendered rolls and what is true of them; equal arguments give equal films.

    Args:
        rolls: how many there are.
        seed: of every chance.
    """

    def __init__(self, rolls: int, seed: int) -> None:
        self._rng = rng = np.random.default_rng(seed)
        grain = Wood(colour.hsv(14, 0.45, 0.62), planks=4, uneven=0.05)
        self._surface = Surface(planked(rng, grain, side=1024), span=13.0, turn=0.05)
        sensor = Sensor(exposure=1.05, blur=0.6, quality=0)
        focal = 1.1 * WIDTH
        self._camera = Camera(WIDTH, HEIGHT, focal, focal / SIDE, tilt=math.radians(12), sensor=sensor)
        begins = [BEGIN + (REACH + TUMBLE + REST) * number for number in range(rolls)]
        self.rests = [Rest(self._roll(), at, at + REACH + TUMBLE) for at in begins]

    @property
    def seconds(self) -> float:
        """How long it takes."""
        return self.rests[-1].still + REST

    def frames(self) -> Iterator[tuple[Pixels, float]]:
        """The frames, (H, W, 3) uint8 BGR, each with its time in seconds."""
        states: list[tuple[float, Pixels]] = [(0.0, self._seen(()))]
        for rest in self.rests:
            tumbling = [self._blurred(self._seen(self._thrown(self._roll()))) for _ in range(3)]
            states = [states[-1], *((rest.comes + REACH + TUMBLE * n / 3, one) for n, one in enumerate(tumbling))]
            states.append((rest.still, self._seen(self._thrown(rest.roll))))
            begin = 0.0 if rest is self.rests[0] else rest.comes
            for number in range(round(begin * FPS), round((rest.still + REST) * FPS)):
                at = number / FPS
                picture = next(one for since, one in reversed(states) if since <= at + 1e-6)
                yield self._filmed(picture, at - rest.comes), at

    def _roll(self) -> Roll:
        first, second, *coloured = self._rng.integers(1, 7, 2 + len(Row)).tolist()
        return Roll((first, second), tuple(coloured))

    def _thrown(self, roll: Roll) -> tuple[Die, ...]:
        """The dice of a roll, fallen anywhere but onto each other."""
        places: list[np.ndarray] = []
        while len(places) < len(roll.white) + len(roll.coloured):
            place = self._rng.uniform(-1, 1, 2) * ROOM
            if all(np.hypot(*(place - other)) > APART for other in places):
                places.append(place)
        values = [(DieColour.WHITE, value) for value in roll.white]
        values += [(DieColour.of(row), value) for row in Row if (value := roll.coloured[row]) is not None]
        return tuple(self._die(name, value, place) for (name, value), place in zip(values, places, strict=True))

    def _die(self, name: DieColour, value: int, place: np.ndarray) -> Die:
        white = colour.hsv(24, 0.05, 0.94)
        hue, saturation, bright = (sum(span) / 2 for span in NAMED[name][0])
        is_white = name is DieColour.WHITE
        body, ink = (white, colour.hsv(0, 0, 0.04)) if is_white else (colour.hsv(hue, saturation, bright), white)
        look = DieLook(name, Form(radius=0.14, ball=0.78), Pips(hollow=0.7), Material(body, body, ink, rough=0.03))
        turn = self._rng.uniform(0, 2 * math.pi)
        return standing(look, float(place[0]), float(place[1]), lying(look.faces.index(value), turn))

    def _seen(self, dice: tuple[Die, ...]) -> Pixels:
        grey, window = np.full(3, 0.45, np.float32), np.array([0.45, -0.35, 0.82], np.float32)
        sky = Sky(grey, grey * np.float32(0.6), colour.hsv(14, 0.45, 0.5), (Lamp(window, "window", 0.25, grey * 9),))
        light = Lighting(azimuth=0.9, slope=0.5, shadow=0.5, softness=0.12, contact=0.55, falloff=0.25)
        return render_dice(DiceTable(self._surface, dice, sky), self._camera, light, self._rng).image

    def _blurred(self, picture: Pixels) -> Pixels:
        """The picture of what moves while the shutter is open; the table itself stays as sharp as it is."""
        way = np.zeros((31, 31), np.float32)
        angle = self._rng.uniform(0, math.pi)
        across, down = round(15 * math.cos(angle)), round(15 * math.sin(angle))
        cv2.line(way, (15 - across, 15 - down), (15 + across, 15 + down), 1.0, 2)
        return np.asarray(cv2.filter2D(picture, -1, way / way.sum()), np.uint8)

    def _filmed(self, picture: Pixels, since: float) -> Pixels:
        """A frame: with the hand if it is there, and the camera's noise."""
        frame = picture.copy()
        if 0 <= since < REACH + TUMBLE:
            into = min(1.0, since / REACH * 2) if since < REACH else max(0.0, 1 - (since - REACH) / TUMBLE * 1.5)
            tip = (WIDTH // 2 - 60, round(HEIGHT * (1.25 - 0.8 * into)))
            cv2.line(frame, tip, (WIDTH // 2 + 120, HEIGHT + 400), SKIN, 190, cv2.LINE_AA)
            for finger in range(-2, 3):
                cv2.line(frame, tip, (tip[0] + 70 * finger, tip[1] - 150 + 18 * abs(finger)), SKIN, 44, cv2.LINE_AA)
        noise = self._rng.normal(0, 2.0, frame.shape)
        return np.clip(frame + noise, 0, 255).astype(np.uint8)


@dataclass
class Report:
    """What a table took a film for.

    Args:
        film: the film.
        proposed: the rolls proposed, each with its time.
        written: those in the log, each with the time at which it came there.
    """

    film: DiceFilm
    proposed: list[tuple[str, float]] = field(default_factory=list)
    written: list[tuple[str, float]] = field(default_factory=list)

    @property
    def invented(self) -> list[str]:
        """Proposed rolls that lay nowhere at that time."""
        told = [(text, at) for text, at in self.proposed if not any(_lies(rest, text, at) for rest in self.film.rests)]
        return [f"{text} at {at:.1f} s" for text, at in told]

    def __str__(self) -> str:
        rests = self.film.rests
        seen = [next((at - rest.still for text, at in self.proposed if _lies(rest, text, at)), None) for rest in rests]
        delays = [delay for delay in seen if delay is not None]
        taken = [any(_lies(rest, text, at) for text, at in self.written) for rest in rests]
        lines = [f"rolls proposed right  {len(delays)} of {len(rests)}"]
        lines += [f"rolls missed          {[n for n, delay in enumerate(seen, 1) if delay is None]}"]
        lines += [f"proposals invented    {len(self.invented)} {self.invented}"]
        lines += [f"rolls in the log      {sum(taken)} right of {len(self.written)} by themselves"]
        lines += [f"rolls left to a tap   {[n for n, one in enumerate(taken, 1) if not one]}"]
        if delays:
            lines += [f"after lying still     {np.median(delays):.1f} s in the median, {max(delays):.1f} s at most"]
        return "\n".join(lines)


def _lies(rest: Rest, text: str, at: float) -> bool:
    return text == str(rest.roll) and rest.still <= at < rest.still + REST + REACH


def sent(film: DiceFilm, frames: Iterator[tuple[Pixels, float]], reader: Reader, database: str) -> Report:
    """What a table of a server takes a film for whose frames a phone sends; readings are made at once."""
    report = Report(film)
    now = 0.0
    app = create_app(config={"TESTING": True, "DATABASE": database})
    app.extensions["live"] = lives = Lives(app.extensions["tables"], Sight(lambda: reader), at_once, lambda: now)
    client = app.test_client()
    begin = {"game": "qwixx", "players": PLAYERS, "turn": 0, "rules": "publisher"}
    address = f"/api/v1/tables/{client.post('/api/v1/tables', json=begin).get_json()['code']}"
    proposed = ""
    for image, now in frames:
        form = {"frame": (io.BytesIO(simplejpeg.encode_jpeg(image, 85, "BGR")), "frame.jpg"), "at": str(now)}
        look = client.post(f"{address}/live/frames", data=form).get_json()
        told = look["proposal"]["text"] if look["proposal"] else ""
        if told and told != proposed:
            report.proposed.append((told, now))
        proposed = told
        state = client.get(address).get_json()
        if state["roll"]:
            report.written.append((_text(state["roll"]), now))
        while state["deciders"]:
            event = {"event": "act", "marks": ["--"] * len(state["deciders"])}
            state = client.post(f"{address}/events", json={"version": state["version"], "event": event}).get_json()
    lives.close()
    app.extensions["tables"].close()
    return report


def _text(roll: dict[str, Any]) -> str:
    return str(Roll(tuple(roll["white"]), tuple(roll[row.word] for row in Row)))


def main() -> None:
    """Renders a film of rolls, follows it, and prints what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rolls", type=int, default=12, choices=range(1, MOST + 1), metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=Path, help="keep the film here")
    asked = parser.parse_args()
    film = DiceFilm(asked.rolls, asked.seed)
    frames = film.frames()
    if asked.show:
        frames, kept = itertools.tee(frames)
        video = cv2.VideoWriter(str(asked.show), cv2.VideoWriter.fourcc(*"MJPG"), FPS, (WIDTH, HEIGHT))
        for image, _ in kept:
            video.write(image)
        video.release()
    length = math.ceil(film.seconds * FPS)
    with click.progressbar(frames, length=length, label="Following") as shown, TemporaryDirectory() as folder:
        print(sent(film, shown, Reader(), f"sqlite:///{folder}/games.sqlite"))


if __name__ == "__main__":
    main()
