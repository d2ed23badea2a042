"""`kibitz calibrate`: makes and keeps profiles of cameras."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click

from calibration.errors import CalibrationError
from calibration.fit import BoardView, Coverage, LensFit, coverage, fit_lens, usable
from calibration.lens import Lens
from calibration.profile import Profile
from calibration.shelf import Shelf
from engine.game import ENGLISH, Reason, Refusal
from vision.charuco import find_board
from vision.lens_overlay import fit_picture
from vision.photo import read_photo
from webapp.board_page import PAPERS, Paper, board_pdf
from webapp.commands import values
from webapp.commands.light import light, light_text
from webapp.commands.own_set import own_set, set_text
from webapp.commands.view import view, view_text
from webapp.terminal import DONE, NOTHING_READ, complain, progress, save, spare

ENGLISH.update(
    {
        "board_not_seen": "the calibration board is not seen well enough, only {count} of its corners: take the photo "
        "from nearer by and sharp, of the board that kibitz calibrate board prints",
        "no_board_seen": "the calibration board was seen on none of the photos: print it by kibitz calibrate board",
    }
)

name = click.option("--name", required=True, type=values.profile_name, help="What the profile is called.")
as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


@click.group(no_args_is_help=False)
def calibrate() -> None:
    """Make and keep profiles: what is known of a camera, of the light and of the pieces.

    Reading works without; a profile makes it right where a lens bends straight lines, a lamp changes the colours or
    the set is another, and faster where the camera stands still.
    """


@calibrate.command()
@click.option("--out", required=True, type=values.path, metavar="BOARD.pdf", help="Where the page is written.")
@click.option("--paper", type=click.Choice(PAPERS), default="a4", show_default=True, help="What it is printed on.")
def board(out: str, paper: Paper) -> int:
    """Write the calibration board as a PDF, to be printed at 100 %."""
    path = Path(out)
    if path.suffix.lower() != ".pdf":
        raise click.UsageError(f"{out} is not named like a PDF: end it in .pdf")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(board_pdf(paper))
    except OSError as error:
        raise click.UsageError(f"{out} can't be written ({error.strerror})") from error
    click.echo(f"{click.format_filename(out)}: print it at 100 % and glue it onto something flat")
    return DONE


calibrate.add_command(light)
calibrate.add_command(own_set)
calibrate.add_command(view)


@calibrate.command()
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO...")
@name
@click.option("--picture", type=values.path, metavar="OUT", help="Draw where the board was seen, and the errors.")
@as_json
def lens(photos: Sequence[str], name: str, picture: str | None, as_json: bool) -> int:
    """Learn the lens of the camera that took the photos of the calibration board.

    Ten to twenty photos: with the board in every part of the picture, its corners too, and slanted to every side.
    """
    shelf = Shelf()
    profile = shelf.begun(name)
    if picture:
        spare(map(Path, photos), [Path(picture)])
    views, size, unread = collected(photos)
    covered = coverage(views, size)
    try:
        fit = fit_lens(views, size)
    except CalibrationError as error:
        if picture:
            save(Path(picture), fit_picture(views, covered, size))
        complain(str(error))
        if as_json:
            click.echo(json.dumps(refused(name, error, covered)))
        return NOTHING_READ
    if picture:
        save(Path(picture), fit_picture(views, covered, size, fit))
    shelf.write(name, replace(profile, lens=fit.lens))
    click.echo(json.dumps(fitted_json(name, fit, covered)) if as_json else fitted_text(name, fit, covered))
    return NOTHING_READ if unread else DONE


@calibrate.command("list")
@as_json
def list_profiles(as_json: bool) -> int:
    """List the profiles."""
    shelf = Shelf()
    parts: dict[str, Sequence[str]] = {}
    broken: dict[str, str] = {}
    for each in shelf.names():
        try:
            parts[each] = shelf.read(each).parts
        except CalibrationError as error:
            broken[each] = str(error)
    if as_json:
        click.echo(json.dumps({"profiles": [{"name": each, "parts": list(has)} for each, has in parts.items()]}))
    else:
        for each, has in parts.items():
            click.echo(f"{each}: {', '.join(has) or 'nothing yet'}")
        if not parts and not broken:
            click.echo("there is no profile yet: see kibitz calibrate --help")
    for sentence in broken.values():
        complain(sentence)
    return NOTHING_READ if broken else DONE


@calibrate.command()
@name
@as_json
def show(name: str, as_json: bool) -> int:
    """Show what a profile knows."""
    profile = Shelf().read(name)
    if as_json:
        click.echo(json.dumps({"name": name, **asdict(profile)}))
    else:
        click.echo(f"{name}:")
        click.echo("\n".join(known_text(profile)) or "  nothing yet")
    return DONE


@calibrate.command()
@name
def delete(name: str) -> int:
    """Delete a profile."""
    Shelf().delete(name)
    click.echo(f"{name}: deleted")
    return DONE


def collected(photos: Sequence[str]) -> tuple[list[BoardView], tuple[int, int], int]:
    """What photos show of the board.

    Returns:
        A view of each photo, with no corners where none are seen; the photos' width and height; and how many photos
        told nothing, each of which was complained of.

    Raises:
        Refusal: if no photo shows the board.
        CalibrationError: if photos differ in size.
    """
    views: list[BoardView] = []
    sizes: list[tuple[int, int]] = []
    complaints: list[str] = []
    with progress(photos, len(photos), "Looking for the board") as shown:
        for each in shown:
            views.append(BoardView.none())
            try:
                photo = read_photo(each, upright=False)
                views[-1] = find_board(photo)
                sizes += [(photo.width, photo.height)] if len(views[-1]) else []
                if not usable(views[-1]):
                    raise Refusal("board_not_seen", count=len(views[-1]))
            except Refusal as error:
                complaints.append(f"{click.format_filename(each)}: {error}")
            check_size(click.format_filename(each), sizes)
    for sentence in complaints:
        complain(sentence)
    if not sizes:
        raise Refusal("no_board_seen")
    return views, sizes[0], len(complaints)


def check_size(photo: str, sizes: Sequence[tuple[int, int]]) -> None:
    """Makes sure that the last of several photos has the size of the first.

    Raises:
        click.UsageError: if not.
    """
    if sizes and sizes[-1] != sizes[0]:
        (width, height), (other_width, other_height) = sizes[-1], sizes[0]
        reason = Reason(
            "lens_mixed_sizes",
            {"width": width, "height": height, "other_width": other_width, "other_height": other_height},
        )
        raise click.UsageError(f"{photo}: {reason}")


def fitted_text(name: str, fit: LensFit, covered: Coverage) -> str:
    """What a fit tells, for people."""
    known = f"{name}: the lens is known from {len(fit.views)} pictures, with {covered.share:.0%} of the picture covered"
    return f"{known}\n{lens_text(fit.lens)}"


def known_text(profile: Profile) -> Iterator[str]:
    """What a profile knows, for people, a text a part."""
    if profile.lens:
        yield lens_text(profile.lens)
    if profile.light:
        yield light_text(profile.light)
    if profile.set:
        yield set_text(profile.set)
    if profile.view:
        yield view_text(profile.view)


def lens_text(lens: Lens) -> str:
    """A lens for people."""
    (fx, fy), (cx, cy) = lens.focal, lens.middle
    across = math.degrees(2 * math.atan(lens.width / 2 / fx))
    k1, k2, p1, p2, k3 = lens.distortion
    return (
        f"  pictures      {lens.width} x {lens.height} pixels, and others of that form\n"
        f"  focal length  {fx:.1f}, {fy:.1f} pixels: {across:.0f} degrees from left to right\n"
        f"  middle        {cx:.1f}, {cy:.1f}\n"
        f"  distortion    k1 {k1:.4f}, k2 {k2:.4f}, k3 {k3:.4f}, p1 {p1:.5f}, p2 {p2:.5f}\n"
        f"  error         {lens.error:.2f} pixels on average, from {lens.views} pictures"
    )


def fitted_json(name: str, fit: LensFit, covered: Coverage) -> dict[str, Any]:
    """What a fit tells, for programs."""
    return {
        "name": name,
        "lens": asdict(fit.lens),
        "focal_doubt": fit.focal_doubt,
        "errors": [round(error, 4) for error in fit.errors],
        "coverage": covered.share,
        "missing": list(covered.missing),
    }


def refused(name: str, error: CalibrationError, covered: Coverage) -> dict[str, Any]:
    """What is told where the fit is refused, for programs."""
    return {
        "name": name,
        "error": {"code": error.code, "message": str(error)},
        "coverage": covered.share,
        "missing": list(covered.missing),
    }
