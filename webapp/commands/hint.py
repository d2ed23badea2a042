"""`kibitz hint`: the best moves for a hand on a photographed table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from engine.game import Refusal
from engine.qwirkle.advice import Suggestion
from engine.qwirkle.game import PLAYERS
from engine.qwirkle.notation import hand_text
from engine.qwirkle.tile import Tile
from vision.overlay import Annotator, Hint, Names, Outlines, overlay
from vision.read import Reader
from webapp.answer import refused
from webapp.assistant import Advice, Position, advice, cells_of, hand_of
from webapp.commands import values
from webapp.drawing import drawn
from webapp.hints import advice_json, described
from webapp.look import Look, look
from webapp.terminal import DONE, NOTHING_READ, complain, is_picture, save, spare, working


@click.command()
@click.argument("photo", metavar="PHOTO")
@click.option("--hand", type=values.tiles, help="Your tiles, such as “Rc Ox Bb” or “red circle, blue starburst”.")
@click.option("--hand-photo", type=values.path, metavar="PHOTO", help="A photo of your tiles and nothing else.")
@click.option("--players", type=click.IntRange(min(PLAYERS), max(PLAYERS)), help="How many play; 2 if not told.")
@click.option("--scores", type=values.points, help="The totals, yours first, then clockwise, such as 34,51.")
@click.option("--bag", type=click.IntRange(0), help="How many tiles the bag holds, if some are missing.")
@click.option("--top", type=click.IntRange(1), default=5, show_default=True, help="How many moves to show.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--overlay",
    "out",
    type=values.path,
    metavar="OUT",
    help="Draw the best move into a file, or each move into a folder.",
)
def hint(
    photo: str,
    hand: tuple[Tile, ...] | None,
    hand_photo: str | None,
    players: int | None,
    scores: tuple[int, ...] | None,
    bag: int | None,
    top: int,
    as_json: bool,
    out: str | None,
) -> int:
    """Say what to play: the best moves for your hand on the table in PHOTO.

    Without --hand and --hand-photo, the hand is what lies apart from the board in the photo.
    """
    if hand and hand_photo:
        raise click.UsageError("name the hand either by --hand or by --hand-photo")
    if scores and players not in (None, len(scores)):
        raise click.UsageError(f"{len(scores)} scores don't go with {players} players")
    if scores and len(scores) not in PLAYERS:
        raise click.UsageError(f"--scores takes {min(PLAYERS)} to {max(PLAYERS)} numbers, one a player")
    reader = Reader()
    held: tuple[Tile, ...] = ()
    if hand_photo:
        try:
            held = hand_of(look(hand_photo, reader).table)
        except Refusal as error:
            return unread(hand_photo, error, as_json)
    try:
        with working("Reading the photo"):
            seen = look(photo, reader)
        if not seen.reading.tiles:
            raise Refusal("no_tile_found")
        position = Position.of(seen.reading, seen.table)
        found = advice(
            position.board,
            hand or held or position.held,
            players=players or len(scores or ()) or min(PLAYERS),
            scores=scores or (),
            bag=bag,
            sixth=position.sixth,
        )
    except Refusal as error:
        return unread(photo, error, as_json)
    if out:
        draw(photo, seen, position, found.suggestions[:top], Path(out))
    click.echo(json.dumps(hint_json(photo, seen, found, top)) if as_json else told(found, top))
    return DONE


def unread(photo: str, error: Refusal, as_json: bool) -> int:
    """Says what is wrong with a photo, and gives the exit status for that."""
    complain(f"{click.format_filename(photo)}: {error}")
    if as_json:
        click.echo(json.dumps(refused(photo, error)))
    return NOTHING_READ


def hint_json(photo: str, seen: Look, found: Advice, top: int) -> dict[str, Any]:
    """The JSON object of `kibitz hint`; fields are only ever added."""
    return {"photo": photo, "game": "qwirkle", **advice_json(found, top), "seconds": seen.reading.seconds}


def told(found: Advice, top: int) -> str:
    """The board with the best move in brackets, the hand, and the moves with their reasons."""
    shown = found.suggestions[:top]
    best = shown[0].move
    lines = [drawn(found.board.after(best), [placement.cell for placement in best.placements]), ""]
    lines += [f"problem: {problem}" for problem in found.problems]
    lines += [f"hand: {hand_text(found.hand)}", ""]
    lines += [described(number, suggestion) for number, suggestion in enumerate(shown, 1)]
    if len(found.suggestions) > len(shown):
        lines.append(f"     and {len(found.suggestions) - len(shown)} more: see --top")
    return "\n".join(lines)


def draw(photo: str, seen: Look, position: Position, suggestions: Sequence[Suggestion], out: Path) -> None:
    """Draws moves on the photo: the best into a file, or each into a file of its own in a folder."""
    folder = [out / f"{Path(photo).stem}-{number}.jpg" for number in range(1, len(suggestions) + 1)]
    paths = [out] if is_picture(out) else folder
    spare([Path(photo)], paths)
    for path, suggestion in zip(paths, suggestions, strict=False):
        save(path, overlay(seen.photo, annotators(seen, position, suggestion)))


def annotators(seen: Look, position: Position, suggestion: Suggestion) -> list[Annotator]:
    """What is drawn on a photo to show a move."""
    drawing: list[Annotator] = [Outlines(seen.reading, seen.table), Names(seen.reading, seen.table)]
    if position.tiles and suggestion.move.placements:
        tiles = {placement.cell: placement.tile for placement in suggestion.move.placements}
        drawing.append(Hint(cells_of(position.tiles, seen.reading), tiles, f"+{suggestion.score.points}"))
    return drawing
