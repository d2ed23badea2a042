"""Opens the database when it is first needed, and replays each log once."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any, TypeAlias

from sqlalchemy import Engine

from engine.game import Game
from engine.games import GAMES
from webapp.storage.database import open_database, usual_address
from webapp.storage.tables import Table, Tables
from webapp.tables.offers import Offers
from webapp.tables.presence import Presences
from webapp.tables.stream import Streams

AnyGame: TypeAlias = Game[Any, Any, Any]

REMEMBERED = 64
"""Games kept replayed: more than are played at a time, and each is small."""


class Keeper:
    """The tables of a server.

    Args:
        address: of the database; the usual one unless told otherwise.
    """

    def __init__(self, address: str | None = None) -> None:
        self.streams = Streams()
        self.presences = Presences()
        self.offers = Offers()
        self._address = address
        self._lock = Lock()
        self._tables: Tables | None = None
        self._engine: Engine | None = None
        self._games: OrderedDict[tuple[str, float, int], AnyGame] = OrderedDict()

    @property
    def tables(self) -> Tables:
        """The tables; asking for them opens the database.

        Raises:
            DatabaseError: if it can't be opened.
        """
        with self._lock:
            if self._tables is None:
                self._engine = open_database(self._address or usual_address())
                self._tables = Tables(self._engine)
            return self._tables

    def close(self) -> None:
        """Ends the streams, and closes the database if it was opened."""
        self.streams.bell.close()
        if self._engine is not None:
            self._engine.dispose()

    def game(self, table: Table) -> AnyGame:
        """The game at a table.

        Raises:
            GameError: if its log can't be replayed.
        """
        with self._lock:
            known = self._games.get(_key(table))
        return known or self.remember(table, Game.from_json(GAMES[table.game], list(table.log)))

    def remember(self, table: Table, game: AnyGame) -> AnyGame:
        """The game, which need not be replayed when it is asked for next."""
        with self._lock:
            self._games[_key(table)] = game
            while len(self._games) > REMEMBERED:
                self._games.popitem(last=False)
        return game


def _key(table: Table) -> tuple[str, float, int]:
    """Entries are never changed, so a version says what the log holds; a code may come again once a table is gone."""
    return table.code, table.created, table.version
