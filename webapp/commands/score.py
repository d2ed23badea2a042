"""`kibitz score`: the points of a game, told by photos."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Protocol

import click

from calibration.profile import Profile
from engine.game import Refusal
from engine.qwirkle.board import Board
from engine.qwirkle.game import PLAYERS as QWIRKLE_PLAYERS
from engine.qwixx.game import PLAYERS as QWIXX_PLAYERS
from vision.read import Reader
from webapp.answer import refused
from webapp.commands import values
from webapp.look import QWIXX, Look, look
from webapp.qwirkle.scores import ScoreKeeper as QwirkleKeeper
from webapp.qwixx.scores import ScoreKeeper as QwixxKeeper
from webapp.terminal import DONE, NOTHING_READ, Unread, blaming, complain, progress


class Result(Protocol):
    """The points of a game; ``str()`` gives them for people."""

    @property
    def complaints(self) -> Sequence[str]:
        """What is wrong with photos, one sentence each."""

    def as_json(self) -> dict[str, Any]:
        """All of it, ready for `json.dumps`."""


class ScoreKeeper(Protocol):
    """Makes the points of a game from its photos."""

    @property
    def known(self) -> Board | None:
        """The board so far, of a game that has one."""

    def add(self, photo: str, seen: Look) -> None:
        """Adds the next photo; raises `Refusal` if it tells nothing."""

    def result(self) -> Result:
        """The points after all photos."""


@click.command("score")
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO...")
@click.option("--names", type=values.names, help="Who plays, in the order of turns or sheets, such as Ann,Ben.")
@values.game
@values.profile
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def score_game(photos: Sequence[str], names: tuple[str, ...] | None, game: str, profile: Profile, as_json: bool) -> int:
    """Keep the score.

    Qwirkle: there is a photo after each turn, in the order of the turns; one without new tiles is a turn without tiles.
    A first photo that shows more than a first move is the position from which the game goes on. Qwixx: the photos show
    the players' sheets, one or several each.
    """
    try:
        result = scored(photos, names or (), game, profile)
    except Unread as unread:
        complain(unread.line)
        if as_json:
            click.echo(json.dumps(refused(unread.photo, unread.error)))
        return NOTHING_READ
    click.echo(json.dumps(result.as_json()) if as_json else str(result))
    for complaint in result.complaints:
        complain(complaint)
    return NOTHING_READ if result.complaints else DONE


def scored(photos: Sequence[str], names: Sequence[str], game: str, profile: Profile) -> Result:
    """The points that photos tell; which game they are of, the first says if nobody else did.

    Raises:
        Unread: if a photo tells nothing.
        click.UsageError: if so many can't play the game.
    """
    reader = Reader()
    keeper: ScoreKeeper | None = None
    with progress(photos, len(photos)) as shown:
        for photo in shown:
            with blaming(photo):
                seen = look(photo, reader, keeper.known if keeper else None, game, profile=profile)
                if seen.nothing or seen.game is None:
                    raise Refusal(seen.nothing.code if seen.nothing else "nothing_found")
                keeper, game = keeper or keeper_of(seen.game, names), seen.game
                keeper.add(click.format_filename(photo), seen)
    assert keeper is not None  # noqa: S101 - there is a photo
    return keeper.result()


def keeper_of(game: str, names: Sequence[str]) -> ScoreKeeper:
    """What keeps the score of a game.

    Raises:
        click.UsageError: if so many can't play it.
    """
    players = QWIXX_PLAYERS if game == QWIXX else QWIRKLE_PLAYERS
    if names and len(names) not in players:
        raise click.UsageError(f"{min(players)} to {max(players)} play, not {len(names)}")
    return QwixxKeeper(names) if game == QWIXX else QwirkleKeeper(names)
