"""The command line: one click program, thin over `vision` and `engine`."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from engine.game import Refusal
from engine.qwirkle.settle import Table
from vision.evaluate import Evaluation, PhotoScore, score_photos
from vision.labels import read_labels
from vision.overlay import Annotator, Names, Outlines, Places, overlay
from vision.photo import read_photo
from vision.read import Reader
from vision.reading import Reading
from webapp.answer import NOTHING_FOUND, answer, described, refused
from webapp.commands.demo import demo
from webapp.commands.hint import hint
from webapp.commands.score import score_game
from webapp.commands.serve import serve
from webapp.look import look
from webapp.terminal import DONE, FAULT, NOTHING_READ, complain, overlay_paths, progress, save


class OneLineErrors(click.Group):
    """A group of commands whose every failure is one line on standard error and an exit status."""

    def main(self, *args: Any, **options: Any) -> Any:
        """Runs a command, which returns its exit status, and leaves the program with it."""
        try:
            status = super().main(*args, **{**options, "standalone_mode": False})
        except click.UsageError as error:
            command = error.ctx.command_path if error.ctx else "kibitz"
            complain(f"{error.format_message().rstrip('.')}: see {command} --help")
            status = error.exit_code
        except click.Abort:
            complain("stopped")
            status = FAULT
        except Refusal as error:
            complain(str(error))
            status = NOTHING_READ
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(place.filename).name}, line {place.lineno}"
            complain(f"a fault of Kibitz itself, please report it: {type(error).__name__} in {where}: {error}")
            status = FAULT
        sys.exit(status)


@click.group(cls=OneLineErrors, no_args_is_help=False)
@click.version_option(package_name="kibitz")
def main() -> None:
    """Look at a Qwirkle table: read it, keep the score, suggest the best move."""


@main.command()
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line, a line a photo.")
@click.option(
    "--overlay", "out", metavar="OUT", help="Draw what was read: into a file, or a folder for several photos."
)
@click.option("--game", type=click.Choice(["auto", "qwirkle", "qwixx"]), default="auto", help="What lies on the table.")
def read(photos: Sequence[str], as_json: bool, out: str | None, game: str) -> int:
    """Say what is on the photos."""
    if game == "qwixx":
        raise click.UsageError("Qwixx can't be read yet, only Qwirkle")
    overlays = overlay_paths([Path(photo) for photo in photos], Path(out)) if out else [None] * len(photos)
    reader = Reader()
    status = DONE
    for photo, path in zip(photos, overlays, strict=True):
        name = click.format_filename(photo)
        try:
            seen = look(photo, reader)
        except Refusal as error:
            complain(f"{name}: {error}")
            status = NOTHING_READ
            if as_json:
                click.echo(json.dumps(refused(photo, error)))
            continue
        if not seen.reading.tiles:
            complain(f"{name}: {NOTHING_FOUND}")
            status = NOTHING_READ
        if path:
            save(path, overlay(seen.photo, [Outlines(seen.reading, seen.table), Names(seen.reading, seen.table)]))
        if as_json:
            click.echo(json.dumps(answer(photo, seen.reading, seen.table)))
        else:
            click.echo(f"{name}: {described(seen.reading, seen.table)}")
    return status


@main.command()
@click.argument("labels", metavar="LABELS.json")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
@click.option("--failures", metavar="DIR", type=click.Path(path_type=Path), help="Draw what failed into a folder.")
def evaluate(labels: str, as_json: bool, failures: Path | None) -> int:
    """Measure how well the photos of a COCO file are read."""
    photos = read_labels(labels)
    overlays = overlay_paths([photo.path for photo in photos], failures) if failures else [None] * len(photos)
    reader = Reader()

    def read(path: Path) -> tuple[Reading, Table]:
        seen = look(path, reader)
        return seen.reading, seen.table

    with progress(score_photos(photos, read), len(photos)) as scores:
        evaluation = Evaluation(tuple(scores))
    for score, path in zip(evaluation.scores, overlays, strict=True):
        if path and not score.perfect:
            draw_failure(score, path)
    click.echo(json.dumps(evaluation.as_json()) if as_json else str(evaluation))
    unread = [score for score in evaluation.scores if score.error]
    for score in unread:
        complain(f"{click.format_filename(score.photo.path)}: {score.error}")
    return NOTHING_READ if unread else DONE


def draw_failure(score: PhotoScore, path: Path) -> None:
    """Draws what was read of a photo and what is wrong with that; nothing where it could not be read."""
    if score.reading is None or score.table is None:
        return
    annotators: list[Annotator] = [Outlines(score.reading, score.table), Names(score.reading, score.table)]
    if score.right:  # only the board is wrong
        annotators.append(Places(score.reading))
    save(path, overlay(read_photo(score.photo.path), [*annotators, score.faults]))


main.add_command(demo)
main.add_command(hint)
main.add_command(score_game)
main.add_command(serve)
