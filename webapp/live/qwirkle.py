"""A game of Qwirkle at a table that a camera follows."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import chain, islice
from typing import Any

import numpy as np

from engine.game import ENGLISH, GameError, IllegalMove, InvalidText, Reason, Refusal
from engine.qwirkle.board import Board
from engine.qwirkle.events import Draw, Open, Play, Start
from engine.qwirkle.game import QwirkleGame
from engine.qwirkle.moves import Cell, Move, Placement
from engine.qwirkle.settle import Settled
from engine.qwirkle.tile import SIXTH_COLOURS, Colour, Shape, Tile
from vision.colours import sure_tiles
from vision.reading import TileSeen
from webapp.assistant.live import LiveConfig, LiveGame, News, several_reason
from webapp.assistant.qwirkle import Turn
from webapp.assistant.split import Way
from webapp.live.following import Behind, Following, Laid, Proposal, way_text
from webapp.live.lessons import Word
from webapp.look import QWIRKLE
from webapp.qwirkle.answer import looks
from webapp.qwirkle.wishes import FARTHEST
from webapp.tables.eyes import Eyes
from webapp.tables.wishes import TableWish
from webapp.wishes import is_number, malformed

ENGLISH.update({"who_opens": "nobody has said who begins: say whose move this is"})

MOST_WAYS = 8
"""So many ways in which tiles may have been laid are offered at most. In games played for points the right one is among
them for all pairs of moves, and for 98 of 100 triples: those have six ways at least, for nobody sees who made which."""
LIKELY = 3
"""So many other names of a tile are told at least: a person who puts it right finds its name among them, mostly."""
CONFIG = LiveConfig(illegal_after=math.inf, undo_after=math.inf, takes_up=False)
"""A table's log holds legal moves alone, and what many look at is undone by people."""


class QwirkleFollowing(Following):
    """The proposed moves of a game.

    Args:
        game: as the table's log tells it.
    """

    game = QWIRKLE

    _game: QwirkleGame
    _live: LiveGame
    _split: tuple[tuple[Way, ...], tuple[tuple[Laid, ...], ...]] | None
    """The ways that were looked through last, and those that the game allows."""

    def __init__(self, game: QwirkleGame) -> None:
        super().__init__(game, LiveGame(game.state.board, CONFIG, self._forbids))

    @property
    def patience(self) -> float:
        """After how many seconds a move is confirmed by itself."""
        return self._live.config.confirm_after

    @patience.setter
    def patience(self, seconds: float) -> None:
        self._live.config = replace(self._live.config, confirm_after=seconds)

    @property
    def paused(self) -> Reason | None:
        """Why following pauses."""
        return self._live.paused

    @property
    def differing(self) -> tuple[Reason, ...]:
        """Where table and record differ."""
        return self._live.differing

    def recorded(self, game: QwirkleGame) -> list[News]:
        """Takes over the record."""
        self._game, self._split = game, None
        state = game.state
        last = state.turns[-1].move if state.turns and state.turns[-1].move.placements else None
        return self._live.recorded(state.board, last)

    def proposal(self, at: float) -> Proposal | None:
        """The proposed move."""
        turn = self._live.proposed
        if turn is None:
            return None
        forbidden, ways = self._live.forbidden, self._ways
        reasons = [forbidden] if forbidden else []
        if ways and len(ways[0]) > 1:
            reasons.append(several_reason(tuple(laid.move for laid in ways[0])))
        return Proposal(
            str(turn.move),
            self._game.state.turn,
            tuple(reasons),
            legal=forbidden is None or forbidden.code == "who_opens",
            confirms_in=None if forbidden else self._live.confirms_in(at),
            turn=turn,
            ways=ways,
        )

    def after(self, news: News) -> QwirkleGame:
        """The game once a move that was confirmed by itself is made."""
        assert news.turn is not None  # noqa: S101
        return played(self._game, news.turn.move)

    def confirmed(self, opener: int | None, way: str | None) -> QwirkleGame:
        """The game once the proposed move is made, or the several that it may be."""
        turn = self._live.proposed
        if turn is None:
            raise Behind("nothing_proposed")
        moves = [tuple(laid.move for laid in one) for one in self._ways if way in (None, way_text(one))]
        if way is not None and not moves:
            raise Behind("proposed_anew")
        return self._made(moves[0] if moves else (turn.move,), opener)

    def word(self, wish: TableWish) -> Word | None:
        """A person's word about a tile that was seen, and what is known of the others."""
        cell, tile, seen = _cell(wish), _tile(wish), self._live.shown
        if tile is None or seen is None or cell not in seen.turn.pieces:
            return None
        known = self._live.board.keys() | self._live.said.keys()
        lying = {piece: seen.turn.board[at] for at, piece in seen.turn.pieces.items() if at in known}
        others = {**sure_tiles(seen.reading, seen.table), **lying}
        piece = seen.turn.pieces[cell]
        places = [(seen.reading.tiles[other].centre, name) for other, name in others.items() if other != piece]
        return Word(tile, seen.reading.tiles[piece].centre, places)

    def fixed(self, wish: TableWish) -> QwirkleGame:
        """Takes the word that a ``tile`` lies on a ``cell``, or none; a move of the record is corrected by it."""
        cell, tile = _cell(wish), _tile(wish)
        if self._live.shown is None:
            raise Behind("nothing_seen")
        board = self._game.state.board
        game = self._game
        if cell in board and board[cell] != tile:
            try:
                game = corrected(game, cell, tile)
            except GameError as error:
                raise Eyes().refusal(error, self._game.state, None) from error
            self.recorded(game)
        self._live.say(cell, tile)
        return game

    def pieces_json(self) -> list[dict[str, Any]]:
        """The tiles that were seen, those of the record by the names that they have there."""
        seen = self._live.shown
        if seen is None:
            return []
        cells = {piece: cell for cell, piece in seen.turn.pieces.items()}
        pieces = []
        for piece, (tile, settled) in enumerate(zip(seen.reading.tiles, seen.table.tiles, strict=True)):
            cell = cells.get(piece)
            said = self._live.said.get(cell) if cell is not None else None
            name = settled.tile if cell is None else seen.turn.board.get(cell, settled.tile)
            sure = said is not None or (cell is not None and cell in self._live.board)
            pieces.append(
                {
                    "corners": [[round(side, 1) for side in corner] for corner in tile.corners.tolist()],
                    "colour": name.colour.word if name else None,
                    "shape": name.shape.word if name else None,
                    "confidence": 1.0 if said is not None else round(_belief(tile, settled, name), 4),
                    "looks": looks(tile).words,
                    "doubted": settled.doubted and not sure,
                    "alternatives": [
                        [other.words, round(chance, 4)] for other, chance in _otherwise(tile, settled, name)
                    ],
                    "cell": list(cell) if cell is not None else None,
                }
            )
        return pieces

    def _forbids(self, turn: Turn) -> Reason | None:
        """What the table's game has against a move besides the board, telling nothing of hands that are hidden."""
        if self._game.state.turn is None and not self._game.state.over:
            return Reason("who_opens")
        try:
            self._privately(self._game, turn.move, None)
        except Refusal as error:
            return error.reason
        return None

    @property
    def _ways(self) -> tuple[tuple[Laid, ...], ...]:
        """The ways in which the proposed tiles may be several moves, as far as the game allows them."""
        ways = self._live.ways
        if self._split is None or self._split[0] is not ways:
            self._split = ways, tuple(islice((self._laid(way) for way in ways if self._may_be(way)), MOST_WAYS))
        return self._split[1]

    def _may_be(self, way: Way) -> bool:
        """Whether players hold as many tiles as a way has them lay; which these are is not looked at."""
        state = self._game.state
        held = [len(hand) + owed for hand, owed in zip(state.hands, state.owed, strict=True)]
        bag = state.bag - sum(state.owed)
        for later, move in enumerate(way):
            player, laid = ((state.turn or 0) + later) % len(held), len(move.placements)
            if laid > held[player]:
                return False
            held[player] -= laid - min(laid, bag)
            bag -= min(laid, bag)
        return True

    def _laid(self, way: Way) -> tuple[Laid, ...]:
        state, board, laid = self._game.state, self._live.board, []
        for later, move in enumerate(way):
            player = None if state.turn is None else (state.turn + later) % len(state.hands)
            laid.append(Laid(player, move, board.score(move).points))
            board = board.after(move)
        return tuple(laid)

    def _made(self, way: Way, opener: int | None) -> QwirkleGame:
        game = self._game
        for move in way:
            game = self._privately(game, move, opener)
        return game

    def _privately(self, game: QwirkleGame, move: Move, opener: int | None) -> QwirkleGame:
        try:
            return played(game, move, opener)
        except GameError as error:
            player = game.state.turn if game.state.turn is not None else 0
            raise Eyes().refusal(error, game.state, Play(player, move)) from error


def _belief(seen: TileSeen, settled: Settled, name: Tile | None) -> float:
    """How probable the name of a tile is; where the record has another than the picture, as far as that one goes."""
    if name is None or name == settled.tile:
        return settled.confidence
    return dict(settled.alternatives).get(name, float(seen.names[name] / seen.names.sum()))


def _otherwise(seen: TileSeen, settled: Settled, name: Tile | None) -> list[tuple[Tile, float]]:
    """What else than its name a tile may be, the likeliest first: what the rules leave, then what it was read as.

    A person who taps a tile of the record says that it has the wrong name, however surely it was read.
    """
    left = [(settled.tile, settled.confidence)] if settled.tile else []
    read = [(Tile(Colour(colour), Shape(shape)), float(seen.names[colour, shape])) for colour, shape in _ranked(seen)]
    told = dict([*left, *settled.alternatives])
    told |= {tile: chance for tile, chance in read if tile not in told}
    others = [(tile, chance) for tile, chance in told.items() if tile != name]
    return others[: max(LIKELY, len(settled.alternatives))] if name else []


def _ranked(seen: TileSeen) -> list[tuple[int, int]]:
    """Colours and shapes by their numbers, as many as are ever listed, the likeliest first."""
    first = np.argsort(-seen.names, axis=None, kind="stable")[: LIKELY + 1]
    return [divmod(int(index), len(Shape)) for index in first]


def played(game: QwirkleGame, move: Move, opener: int | None = None) -> QwirkleGame:
    """The game after a move of whoever's turn it is; tiles that nobody has told to be drawn by now are hidden ones.

    Raises:
        GameError: if the rules forbid it, or nobody knows who begins.
    """
    game = _with_the_box_of(game, move)
    for player, owed in enumerate(game.state.owed):
        if owed:
            game = game.then(Draw(player, owed))
    if game.state.turn is None and opener is not None:
        game = game.then(Open(opener))
    if game.state.turn is None:
        raise IllegalMove("who_opens")
    return game.then(Play(game.state.turn, move))


def _with_the_box_of(game: QwirkleGame, move: Move) -> QwirkleGame:
    """The game with the box from which the tiles of a move are, where the one that it began with was but a guess.

    Few know by heart whether their box has purple or white tiles: as long as none of the one kind is on the table,
    known to be in a hand or named as missing, tiles of the other kind tell.
    """
    state = game.state
    laid = {tile.colour for tile in move.tiles if tile.colour in SIXTH_COLOURS}
    held = (tile for hand in state.hands for tile in hand.known)
    named = {tile.colour for tile in chain(state.board.values(), held, state.start.missing)}
    if len(laid) != 1 or state.start.sixth in laid | named:
        return game
    return game.correct(0, replace(state.start, sixth=laid.pop()))


def corrected(game: QwirkleGame, cell: Cell, tile: Tile | None) -> QwirkleGame:
    """The game in which another tile, or none, was laid on a cell.

    Raises:
        GameError: if it can't have gone on like that.
    """
    for at, event in enumerate(game.events):
        if isinstance(event, Start) and cell in event.board:
            others = {other: lying for other, lying in event.board.items() if other != cell}
            return game.correct(at, replace(event, board=Board(others | ({cell: tile} if tile else {}))))
        if isinstance(event, Play) and any(placement.cell == cell for placement in event.move.placements):
            rest = [placement for placement in event.move.placements if placement.cell != cell]
            laid = [*rest, Placement(*cell, tile)] if tile else rest
            return game.correct(at, replace(event, move=Move.placing(laid)))
    raise ValueError(f"no tile was laid on {cell}")


def _cell(wish: TableWish) -> Cell:
    value = wish.entries("cell", 2)
    if len(value) != 2 or not all(is_number(at) and abs(at) <= FARTHEST for at in value):
        raise malformed("cell", f"is not a column and a row from {-FARTHEST} to {FARTHEST}")
    return value[0], value[1]


def _tile(wish: TableWish) -> Tile | None:
    if wish.fields.get("tile") is None:
        return None
    try:
        return Tile.parse(wish.text("tile"))
    except InvalidText as error:
        raise malformed("tile", f"is no tile ({error})") from error
