"""`kibitz demo`: the whole way from a picture to a hint, without a camera and without files."""

from __future__ import annotations

import json
import time
from pathlib import Path
from random import Random

import click
import cv2

from engine.qwixx.notation import parse_sheet
from engine.qwixx.roll import Roll
from engine.qwixx.settle import SheetTable
from models.synthesis.demo import demo_roll, demo_table
from vision.icc import Pixels
from vision.overlay import overlay
from vision.read import Reader
from webapp.assistant import qwirkle, qwixx
from webapp.commands import values
from webapp.commands.hint import Hint
from webapp.look import QWIRKLE, QWIXX, Look, look
from webapp.qwirkle.hints import Hint as QwirkleHint
from webapp.qwixx.hints import Hint as QwixxHint
from webapp.terminal import DONE, save, working

NAME = "demo"
"""What the rendered table is called where a photo would have its name."""
TOP = 3
"""How many moves are shown."""
SHEET = "R:2,3,5 Y:3,4 G:12,10 B:11 P:1"
"""On what the rendered roll is marked."""


@click.command()
@click.option("--game", type=click.Choice([QWIRKLE, QWIXX]), default=QWIRKLE, show_default=True, help="Which game.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Another seed lays another table.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--overlay", "out", type=values.path, metavar="OUT", help="Draw what was read and the best move into a picture."
)
def demo(game: str, seed: int, as_json: bool, out: str | None) -> int:
    """Render a table, read it, and say what to play. Works without a camera and without files."""
    with working("Rendering a table"):
        _, picture = cv2.imencode(".jpg", rendered(game, seed))
    with working("Opening the models"):
        started = time.perf_counter()
        reader = Reader()
        opened = time.perf_counter() - started
    with working("Reading the table"):
        seen = look(picture.tobytes(), reader, game=game)
    started = time.perf_counter()
    found = hinted(seen)
    drawings = found.annotators(TOP)  # the moves are worked out only now
    advised = time.perf_counter() - started
    if out:
        save(Path(out), overlay(seen.photo, drawings[0]))
    if as_json:
        click.echo(json.dumps({"photo": NAME, **found.as_json(TOP)}))
        return DONE
    height, width = seen.photo.image.shape[:2]
    times = {"open": opened, **seen.reading.seconds, "advise": advised}
    click.echo(f"A rendered table of {width} x {height} pixels, read as a photo would be:")
    click.echo()
    click.echo(found.as_text(TOP))
    click.echo()
    click.echo(found.legend)
    click.echo(f"milliseconds: {', '.join(f'{stage} {1000 * taken:.0f}' for stage, taken in times.items())}")
    click.echo("To show it your own table, run “kibitz serve” and open http://127.0.0.1:8000")
    return DONE


def rendered(game: str, seed: int) -> Pixels:
    """A picture of a table of a game."""
    if game == QWIRKLE:
        return demo_table(seed).scene.image
    roll = Roll.thrown(Random(seed))  # noqa: S311 - a roll is no secret
    return demo_roll(roll, seed).scene.image


def hinted(seen: Look) -> Hint:
    """What to play on it."""
    if seen.game == QWIXX:
        own = SheetTable.told(parse_sheet(SHEET))
        return QwixxHint(seen, own, qwixx.advice(own.sheet, qwixx.roll_of(seen.dice)))
    position = qwirkle.Position.of(seen.reading, seen.table)
    return QwirkleHint(seen, position, qwirkle.advice(position.board, position.held, sixth=position.sixth))
