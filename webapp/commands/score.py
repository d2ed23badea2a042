"""`kibitz score`: the moves of a game and their points, told by its photos."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click

from engine.game import Refusal
from engine.qwirkle.board import Board
from engine.qwirkle.game import PLAYERS
from vision.read import Reader
from webapp.answer import refused
from webapp.assistant import Position, told
from webapp.commands import values
from webapp.look import look
from webapp.scores import ScoreSheet
from webapp.terminal import DONE, NOTHING_READ, complain, progress


@click.command("score")
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO...")
@click.option("--names", type=values.names, help="Who plays, in the order of their turns, such as Ann,Ben.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def score_game(photos: Sequence[str], names: tuple[str, ...] | None, as_json: bool) -> int:
    """Keep the score of a game of which there is a photo after each turn.

    The photos stand in the order of the turns; one without new tiles is a turn without tiles. A first photo that shows
    more than a first move is the position from which the game goes on.
    """
    if names and len(names) not in PLAYERS:
        raise click.UsageError(f"{min(PLAYERS)} to {max(PLAYERS)} play, not {len(names)}")
    reader = Reader()
    positions: list[Position] = []
    with progress(photos, len(photos)) as shown:
        for photo in shown:
            try:
                positions.append(position_on(photo, reader, told(positions)[-1].board if positions else None))
            except Refusal as error:
                complain(f"{click.format_filename(photo)}: {error}")
                if as_json:
                    click.echo(json.dumps(refused(photo, error)))
                return NOTHING_READ
    sheet = ScoreSheet.of(list(map(click.format_filename, photos)), told(positions), names or ())
    click.echo(json.dumps(sheet.as_json()) if as_json else str(sheet))
    lost = [entry.photo for entry in sheet.entries if not entry.turn.aligned]
    for photo in lost:
        complain(f"{photo}: too little on it lies as on the photos before, so its turn is unknown: take it again")
    return NOTHING_READ if lost else DONE


def position_on(photo: str, reader: Reader, known: Board | None) -> Position:
    """The position on a photo.

    Args:
        photo: where it lies.
        reader: what reads it.
        known: the board of the game so far.

    Raises:
        Refusal: if the photo can't be read or shows no board.
    """
    seen = look(photo, reader, known)
    position = Position.of(seen.reading, seen.table)
    if not seen.reading.tiles:
        raise Refusal("no_tile_found")
    if not position.tiles:
        raise Refusal("no_board_found", count=len(seen.reading.tiles))
    return position
