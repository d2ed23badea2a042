"""`kibitz demo`: the whole way from a picture to a hint, without a camera and without files."""

from __future__ import annotations

import json
import time
from pathlib import Path

import click
import cv2

from models.synthesis.demo import demo_table
from vision.overlay import overlay
from vision.read import Reader
from webapp.assistant import Position, advice
from webapp.commands import values
from webapp.commands.hint import annotators, hint_json, told
from webapp.drawing import LEGEND
from webapp.look import look
from webapp.terminal import DONE, save, working

NAME = "demo"
"""What the rendered table is called where a photo would have its name."""
TOP = 3
"""How many moves are shown."""


@click.command()
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Another seed lays another table.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--overlay", "out", type=values.path, metavar="OUT", help="Draw what was read and the best move into a picture."
)
def demo(seed: int, as_json: bool, out: str | None) -> int:
    """Render a table, read it, and say what to play. Works without a camera and without files."""
    with working("Rendering a table"):
        _, picture = cv2.imencode(".jpg", demo_table(seed).scene.image)
    with working("Opening the models"):
        started = time.perf_counter()
        reader = Reader()
        opened = time.perf_counter() - started
    with working("Reading the table"):
        seen = look(picture.tobytes(), reader)
    position = Position.of(seen.reading, seen.table)
    started = time.perf_counter()
    found = advice(position.board, position.held, sixth=position.sixth)
    best = found.suggestions[:TOP]  # they are worked out only now
    advised = time.perf_counter() - started
    if out:
        save(Path(out), overlay(seen.photo, annotators(seen, position, best[0])))
    if as_json:
        click.echo(json.dumps(hint_json(NAME, seen, found, TOP)))
        return DONE
    height, width = seen.photo.image.shape[:2]
    times = {"open": opened, **seen.reading.seconds, "advise": advised}
    click.echo(f"A rendered table of {width} x {height} pixels, read as a photo would be:")
    click.echo()
    click.echo(told(found, TOP))
    click.echo()
    click.echo(LEGEND)
    click.echo(f"milliseconds: {', '.join(f'{stage} {1000 * taken:.0f}' for stage, taken in times.items())}")
    click.echo("To show it your own table, run “kibitz serve” and open http://127.0.0.1:8000")
    return DONE
