"""`kibitz hint`: the best moves on a photographed table."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import click

from calibration.profile import Profile
from engine.game import Refusal
from engine.qwirkle import generator, weighing
from engine.qwirkle.game import PLAYERS as QWIRKLE_PLAYERS
from engine.qwirkle.tile import Tile
from engine.qwixx.events import Preset
from engine.qwixx.game import PLAYERS as QWIXX_PLAYERS
from engine.qwixx.settle import SheetTable
from engine.qwixx.sheet import Row, Sheet
from vision.overlay import Annotator, overlay
from vision.photo import Photo
from vision.read import Reader
from webapp.answer import refused
from webapp.assistant import qwirkle, qwixx
from webapp.commands import values
from webapp.look import QWIRKLE, QWIXX, Look, look
from webapp.qwirkle.hints import Hint as QwirkleHint
from webapp.qwixx.hints import Hint as QwixxHint
from webapp.terminal import DONE, NOTHING_READ, Unread, blaming, complain, is_picture, save, spare, working

OPTIONS = {
    QWIRKLE: ("hand", "hand_photo", "scores", "bag"),
    QWIXX: ("roll", "sheet", "sheet_photo", "others", "active", "waits", "rules"),
}
"""The options that only one game has: they tell which game it is."""
FEWEST = 2
"""So many play if nobody tells."""


class Hint(Protocol):
    """What is said about a table, whichever game it shows."""

    @property
    def seen(self) -> Look | None:
        """The photo of it, if there is one."""

    @property
    def legend(self) -> str:
        """What the letters of its text mean."""

    def as_json(self, top: int) -> dict[str, Any]:
        """The first `top` moves and what they are moves on."""

    def as_text(self, top: int) -> str:
        """The same for people."""

    def annotators(self, top: int) -> Sequence[Sequence[Annotator]]:
        """What is drawn on the photo to show each of the first moves."""


@click.command()
@click.argument("photo", metavar="PHOTO", required=False)
@values.game
@values.profile
@click.option("--players", type=click.IntRange(1, max(QWIRKLE_PLAYERS)), help="How many play; 2 if not told.")
@click.option("--top", type=click.IntRange(1), default=5, show_default=True, help="How many moves to show.")
@click.option("--hand", type=values.tiles, help="Qwirkle: your tiles, such as “Rc Ox Bb” or “red circle, blue star”.")
@click.option("--hand-photo", type=values.path, metavar="PHOTO", help="Qwirkle: a photo of your tiles alone.")
@click.option("--scores", type=values.points, help="Qwirkle: the totals, yours first, then clockwise, such as 34,51.")
@click.option("--bag", type=click.IntRange(0), help="Qwirkle: how many tiles the bag holds, if some are missing.")
@click.option("--roll", type=values.roll, help="Qwixx: the dice, such as “W6 W6 R5 Y4 G1 B6”, instead of a photo.")
@click.option("--sheet", type=values.sheet, help="Qwixx: your sheet, such as “R:3,4 Y: G:12 B: P:1”.")
@click.option("--sheet-photo", type=values.path, metavar="PHOTO", help="Qwixx: a photo of your sheet.")
@click.option("--others", type=values.sheet, multiple=True, metavar="SHEET", help="Qwixx: another player's sheet.")
@click.option("--active/--passive", default=None, help="Qwixx: whether it is your turn; it is if not told.")
@click.option(
    "--waits",
    type=click.IntRange(1),
    help="Qwixx: with --passive, how many turns of others, this one among them, come before your next.",
)
@click.option(
    "--rules",
    type=click.Choice([preset.value for preset in Preset]),
    help="Qwixx: whose reading of the rules; gamerules if not told.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--overlay",
    "out",
    type=values.path,
    metavar="OUT",
    help="Draw the best move into a file, or each move into a folder.",
)
def hint(
    photo: str | None,
    game: str,
    profile: Profile,
    players: int | None,
    top: int,
    as_json: bool,
    out: str | None,
    **told: Any,
) -> int:
    """Say what to play: the best moves on the table in PHOTO.

    Qwirkle: without --hand and --hand-photo, the hand is what lies apart from the board. Qwixx: PHOTO shows the dice,
    and your sheet too where neither --sheet nor --sheet-photo tells it; --roll takes the place of PHOTO.
    """
    game = game_told(game, told)
    check(photo, players, told, out)
    try:
        found = hinted(photo, game, players, told, profile)
    except Unread as unread:
        complain(unread.line)
        if as_json:
            click.echo(json.dumps(refused(unread.photo, unread.error)))
        return NOTHING_READ
    if photo and found.seen and out:
        draw(Path(photo), found.seen.photo, found, top, Path(out))
    click.echo(json.dumps({"photo": photo, **found.as_json(top)}) if as_json else found.as_text(top))
    return DONE


def game_told(game: str, told: Mapping[str, Any]) -> str:
    """The game that is asked for, or which the options tell; ``auto`` if nothing does.

    Raises:
        click.UsageError: if the options are those of different games.
    """
    given = {
        name: [option for option in options if told[option] not in (None, ())] for name, options in OPTIONS.items()
    }
    for name, options in given.items():
        others = [option for other in given if other != name for option in given[other]]
        if options and (others or game not in (name, "auto")):
            foreign = f"--{others[0]} is not" if others else f"--game {game} does not go with it"
            raise click.UsageError(f"--{options[0].replace('_', '-')} is for {name.capitalize()}, {foreign}")
    return next((name for name, options in given.items() if options), game)


def check(photo: str | None, players: int | None, told: Mapping[str, Any], out: str | None) -> None:
    """Makes sure that the options go together.

    Raises:
        click.UsageError: if they don't.
    """
    scores, others = told["scores"], told["others"]
    if told["hand"] and told["hand_photo"]:
        raise click.UsageError("name the hand either by --hand or by --hand-photo")
    if told["sheet"] and told["sheet_photo"]:
        raise click.UsageError("name the sheet either by --sheet or by --sheet-photo")
    if scores and players not in (None, len(scores)):
        raise click.UsageError(f"{len(scores)} scores don't go with {players} players")
    if scores and len(scores) not in QWIRKLE_PLAYERS:
        raise click.UsageError(f"--scores takes {span(QWIRKLE_PLAYERS)} numbers, one a player")
    if others and players is not None and players <= len(others):
        raise click.UsageError(f"{len(others)} sheets of others don't go with {players} players")
    check_turn(qwixx_players(players, others), told)
    if photo is None and not told["roll"]:
        raise click.UsageError("name a photo, or for Qwixx the dice by --roll")
    if photo is None and out:
        raise click.UsageError("there is no photo to draw on: name one")
    if photo and told["roll"]:
        raise click.UsageError(
            "the dice are told by --roll or by a photo, not by both: show the sheet by --sheet-photo"
        )


def qwixx_players(players: int | None, others: Sequence[Sheet]) -> int:
    """How many play Qwixx, if that wasn't told: as many as there are sheets."""
    return players or max(len(others) + 1, FEWEST)


def check_turn(players: int, told: Mapping[str, Any]) -> None:
    """Makes sure that so many can play, and whose turn it is.

    Raises:
        click.UsageError: if that can't be.
    """
    passive, waits = told["active"] is False, told["waits"]
    if passive and players == 1:
        raise click.UsageError("who plays alone has every turn: leave out --passive, or tell --players")
    if waits and not passive:
        raise click.UsageError("--waits is for turns of others: say --passive as well, or leave it out")
    if waits and waits >= players:
        raise click.UsageError(f"with {players} players, --waits is {span(range(1, players))}, not {waits}")


def span(numbers: range) -> str:
    """From where to where numbers go."""
    return f"{min(numbers)} to {max(numbers)}" if len(numbers) > 1 else str(min(numbers))


def hinted(photo: str | None, game: str, players: int | None, told: Mapping[str, Any], profile: Profile) -> Hint:
    """What is said about a table.

    Raises:
        Unread: if a photo gives nothing.
        click.UsageError: if so many can't play the game that the photo shows.
    """
    reader = Reader()
    hand = told["hand"] or hand_on(told["hand_photo"], reader, profile)
    own = SheetTable.told(told["sheet"]) if told["sheet"] else sheet_on(told["sheet_photo"], reader, profile)
    seen = None
    if photo:
        sheets = [*([own.sheet] if own else []), *told["others"]]
        closed = {row for sheet in sheets for row in sheet.locks}
        seen = look_at(photo, reader, game, closed, profile)
    playing, allowed = (QWIXX, QWIXX_PLAYERS) if not seen or seen.game == QWIXX else (QWIRKLE, QWIRKLE_PLAYERS)
    if players not in (None, *allowed):
        raise click.UsageError(f"{span(allowed)} play {playing.capitalize()}, not {players}")
    with blaming(photo):
        if not seen or seen.game == QWIXX:
            return qwixx_hint(seen, own, players, told)
        return qwirkle_hint(seen, hand, players, told)


def hand_on(photo: str | None, reader: Reader, profile: Profile) -> tuple[Tile, ...]:
    """The hand on a photo of nothing else; empty if there is no such photo."""
    if photo is None:
        return ()
    with blaming(photo):
        return qwirkle.hand_of(look(photo, reader, game=QWIRKLE, profile=profile).table)


def sheet_on(photo: str | None, reader: Reader, profile: Profile) -> SheetTable | None:
    """The one sheet on a photo; None if there is no such photo."""
    if photo is None:
        return None
    with blaming(photo):
        seen = look(photo, reader, game=QWIXX, profile=profile)
        return qwixx.only_sheet(seen.sheets, seen.refusals)


def look_at(photo: str, reader: Reader, game: str, closed: Collection[Row], profile: Profile) -> Look:
    """The photo of a table on which something lies."""
    with blaming(photo), working("Reading the photo"):
        seen = look(photo, reader, game=game, closed=closed, profile=profile)
        if seen.nothing:
            raise Refusal(seen.nothing.code)
    if seen.cast:
        complain(f"{click.format_filename(photo)}: {seen.cast}")
    return seen


def qwirkle_hint(seen: Look, hand: Sequence[Tile], players: int | None, told: Mapping[str, Any]) -> QwirkleHint:
    """What is said about a table of Qwirkle."""
    position = qwirkle.Position.of(seen.reading, seen.table)
    with working("Thinking; the first time on a computer this takes up to a minute"):
        generator.warm()
        weighing.warm()
    found = qwirkle.advice(
        position.board,
        hand or position.held,
        players=players or len(told["scores"] or ()) or FEWEST,
        scores=told["scores"] or (),
        bag=told["bag"],
        sixth=position.sixth,
    )
    return QwirkleHint(seen, position, found)


def qwixx_hint(seen: Look | None, own: SheetTable | None, players: int | None, told: Mapping[str, Any]) -> QwixxHint:
    """What is said about a roll of Qwixx."""
    others = told["others"]
    own = own or (qwixx.only_sheet(seen.sheets, seen.refusals) if seen else qwixx.only_sheet(()))
    found = qwixx.advice(
        own.sheet,
        qwixx.roll_of(seen.dice) if seen else told["roll"],
        others=others,
        active=told["active"] is not False,
        players=qwixx_players(players, others),
        preset=Preset(told["rules"] or Preset.GAMERULES),
        waits=told["waits"],
    )
    return QwixxHint(seen, own, found)


def draw(path: Path, photo: Photo, found: Hint, top: int, out: Path) -> None:
    """Draws moves on the photo at a path: the best into a file, or each into a file of its own in a folder."""
    alone = is_picture(out)
    drawings = found.annotators(1 if alone else top)
    paths = [out] if alone else [out / f"{path.stem}-{number}.jpg" for number in range(1, len(drawings) + 1)]
    spare([path], paths)
    for target, annotators in zip(paths, drawings, strict=True):
        save(target, overlay(photo, annotators))
