"""`kibitz calibrate view`: learns how a camera that stands still sees the table."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import click
import numpy as np

from calibration.shelf import Shelf
from calibration.view import View
from vision.overlay import overlay
from vision.photo import read_photo
from vision.tiles import TileReader
from vision.view_overlay import Net
from webapp.commands import values
from webapp.terminal import DONE, save, spare, working
from webapp.view import TILE, seen_view


@click.command("view")
@click.argument("photo", metavar="PHOTO")
@click.option("--name", required=True, type=values.profile_name, help="What the profile is called.")
@click.option(
    "--tile",
    type=values.Measure(5, 200),
    default=TILE,
    show_default=True,
    metavar="MM",
    help="The side of a tile in millimetres, where the board tells the table.",
)
@click.option("--picture", type=values.path, metavar="OUT", help="Draw the table as squares of a tile's size.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def view(photo: str, name: str, tile: float, picture: str | None, as_json: bool) -> int:
    """Learn how a camera that stands still sees the table, from a photo that it took.

    At least six tiles must lie over the table, not all in one line; or the calibration board on it.
    """
    shelf = Shelf()
    profile = shelf.begun(name)
    if picture:
        spare([Path(photo)], [Path(picture)])
    with working("Looking at the table"):
        taken = read_photo(photo, lens=profile.lens, known=replace(profile, view=None))
        found = seen_view(taken, TileReader(), tile)
    if picture:
        save(Path(picture), overlay(taken, [Net(found)]))
    shelf.write(name, replace(profile, view=found))
    click.echo(json.dumps({"name": name, "view": asdict(found)}) if as_json else f"{name}:\n{view_text(found)}")
    return DONE


def view_text(view: View) -> str:
    """A view for people."""
    middle = np.array([(view.width - 1) / 2, (view.height - 1) / 2])
    return (
        f"  view          {view.width} x {view.height} pixels, tiles of {view.sides(middle):.0f} in the middle, known "
        f"from {view.seen} tiles or corners of the board, {view.error:.3f} sides of a tile off on average"
    )
