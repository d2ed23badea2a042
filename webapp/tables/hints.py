"""What players at a table should do. Each game's own module tells it; here stands who asks, and for how much."""

from __future__ import annotations

from typing import Any

from engine.game import Budget
from webapp.look import QWIXX
from webapp.qwirkle.wishes import QwirkleWish
from webapp.tables import qwirkle, qwixx
from webapp.tables.eyes import Eyes
from webapp.tables.keeper import AnyGame
from webapp.tables.wishes import TableWish


def hints(game: AnyGame, eyes: Eyes, wish: TableWish, count: int, budget: Budget) -> dict[str, Any]:
    """The best that a player can do where the game stands, whether or not it is that player's turn.

    Args:
        game: at the table.
        eyes: what the asking phone may see.
        wish: names the ``player``. For Qwirkle it may hold a ``hand``, which is kept nowhere, and in ``seen`` tiles of
            the board with their ``corners`` in a picture.
        count: so many hints at most.
        budget: how much may be thought about them.

    Raises:
        NotYourSeat: if the hand is the table's, and known to another phone alone.
        Refusal: if the wish can't be read, or there is nothing to say.
    """
    player = wish.player(len(game.state.start.players))
    if game.rules.name == QWIXX:
        return qwixx.hints(game, player, count, budget)
    return qwirkle.hints(game, player, count, eyes, QwirkleWish(wish.fields), budget)
