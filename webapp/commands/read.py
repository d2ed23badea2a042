"""`kibitz read`: what is on photos."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from calibration.profile import Profile
from engine.game import Refusal
from vision.overlay import overlay
from vision.read import Reader
from webapp.answer import answer, described, drawn, refused
from webapp.commands import values
from webapp.look import look
from webapp.terminal import DONE, NOTHING_READ, complain, overlay_paths, save


@click.command()
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line, a line a photo.")
@click.option(
    "--overlay",
    "out",
    type=values.path,
    metavar="OUT",
    help="Draw what was read: into a file, or a folder for several photos.",
)
@values.game
@values.profile
def read(photos: Sequence[str], as_json: bool, out: str | None, game: str, profile: Profile) -> int:
    """Say what is on the photos."""
    overlays = overlay_paths([Path(photo) for photo in photos], Path(out)) if out else [None] * len(photos)
    reader = Reader()
    status = DONE
    for photo, path in zip(photos, overlays, strict=True):
        name = click.format_filename(photo)
        try:
            seen = look(photo, reader, game=game, profile=profile)
        except Refusal as error:
            complain(f"{name}: {error}")
            status = NOTHING_READ
            if as_json:
                click.echo(json.dumps(refused(photo, error)))
            continue
        if seen.nothing:
            complain(f"{name}: {seen.nothing}")
            status = NOTHING_READ
        if path:
            save(path, overlay(seen.photo, drawn(seen)))
        if as_json:
            click.echo(json.dumps(answer(photo, seen)))
        else:
            click.echo(f"{name}: {described(seen)}")
    return status
