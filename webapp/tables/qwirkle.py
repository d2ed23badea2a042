"""A game of Qwirkle at a table: how it begins, and where it stands as JSON and as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.game import Budget, Game
from engine.qwirkle.events import Event, Pass, Play, Start, Swap
from engine.qwirkle.game import GOING_OUT_BONUS, PLAYERS, QWIRKLE, QwirkleGame, State, Turn, box_tiles, none_left
from engine.qwirkle.moves import Move
from engine.qwirkle.tile import HAND_SIZE, SIXTH_COLOURS, Colour
from webapp.assistant.qwirkle import advice_in
from webapp.problems import phrasing
from webapp.qwirkle.hints import (
    Wording,
    board_json,
    kind_of,
    line_json,
    on_picture,
    placement_json,
    tile_json,
)
from webapp.qwirkle.wishes import MOST_POINTS, QwirkleWish
from webapp.tables.eyes import Eyes, NotYourSeat
from webapp.tables.wishes import TableWish
from webapp.wishes import Wish, malformed

SIXTH = {colour.word: colour for colour in SIXTH_COLOURS}


def start(wish: Wish) -> Event:
    """The event that begins the game that a request asks for, on an empty table or in its middle.

    Raises:
        Refusal: if the request can't be read.
    """
    asked, qwirkle = TableWish(wish.fields), QwirkleWish(wish.fields)
    names = asked.names(PLAYERS)
    return Start(
        names,
        SIXTH[wish.choice("sixth", SIXTH, Colour.PURPLE.word)],
        oldest=asked.numbers("oldest", range(len(names)), len(names)),
        board=qwirkle.board("board").board if "board" in wish.fields else Start.board,
        scores=qwirkle.scores(len(names)),
        turn=asked.turn(len(names)),
        hands=asked.numbers("hands", range(HAND_SIZE + 1), len(names)),
        draws=asked.flag("draws", True),
    )


def check_start(start: Start) -> None:
    """Makes sure that a beginning in the engine's own form is one that a request could ask for.

    Raises:
        Refusal: if it isn't.
    """
    if max(start.scores, default=0) > MOST_POINTS:
        raise malformed("scores", f"holds something else than numbers from 0 to {MOST_POINTS}")


def corrected(game: QwirkleGame, at: int, *events: Event) -> QwirkleGame:
    """The game with other events in the place of some.

    Raises:
        IllegalMove: if the rules forbid them or what came later.
    """
    return game.correct(at, *events)


@dataclass(frozen=True)
class Told:
    """A turn with where its event stands and everybody's points after it."""

    at: int
    turn: Turn
    totals: tuple[int, ...]


def turns(game: QwirkleGame) -> Iterator[Told]:
    """The turns so far."""
    state = game.state
    totals = list(state.start.scores or (0,) * len(state.hands))
    places = [at for at, event in enumerate(game.events) if isinstance(event, Play | Swap | Pass)]
    for at, turn in zip(places, state.turns, strict=True):
        totals[turn.player] += turn.score.points
        yield Told(at, turn, tuple(totals))


def state_json(game: QwirkleGame, eyes: Eyes) -> dict[str, Any]:
    """Where the game stands, as some see it."""
    state = game.state
    return {
        "sixth": state.start.sixth.word,
        "board": board_json(state.board),
        "bag": state.bag,
        "hands": [_hand_json(state, player, eyes) for player in range(len(state.hands))],
        "owed": list(state.owed),
        "unseen": [{**tile_json(tile), "count": count} for tile, count in sorted(_unseen(state, eyes).items())],
        "turns": [_turn_json(told, eyes) for told in turns(game)],
    }


def trial(game: QwirkleGame, move: Move, at: int) -> dict[str, Any]:
    """What a move would earn whose event stood in a place; no hand is looked at, so nothing of one is told.

    Args:
        game: at the table.
        move: the tiles to add.
        at: the place among the events; their number for a next one.

    Raises:
        IllegalMove: if it can't be made on the board as it was before that place, or with the tiles of the box.
    """
    state = Game(QWIRKLE, game.events[:at]).state
    _, score = state.board.play(move)
    for tile in Counter(move.tiles) - (box_tiles(state.start) - Counter(state.board.values())):
        raise none_left(state.start, tile)
    goes_out = state.turn is not None and not state.bag and len(state.hands[state.turn]) == len(move.placements)
    score = replace(score, bonus=GOING_OUT_BONUS) if goes_out else score
    return {
        "tiles": [placement_json(placement) for placement in move.placements],
        "lines": [line_json(line) for line in score.lines],
        "bonus": score.bonus,
        "points": score.points,
    }


def hints(game: QwirkleGame, player: int, count: int, eyes: Eyes, wish: QwirkleWish, budget: Budget) -> dict[str, Any]:
    """The best moves of a player, as if it were that player's turn.

    Args:
        game: at the table.
        player: who asks.
        count: so many moves at most.
        eyes: what the asking phone may see: the hand that the table knows is used for nobody else.
        wish: may hold another ``hand``, and in ``seen`` tiles of the board with their corners in a picture.
        budget: how much may be thought about them.

    Raises:
        NotYourSeat: if the wish holds no hand, and the table's is hidden from this phone.
        Refusal: if the game is over, or no hand is known, or the box can't hold that hand.
    """
    state = game.state
    if "hand" in wish.fields:
        hand = wish.hand("hand")
    elif player in eyes.hands:
        hand = state.hands[player].known
    else:
        raise NotYourSeat("hand_veiled" if player in eyes.players else "not_your_seat", player=state.name(player))
    wording = Wording(count, phrasing())
    told = wording.end(advice_in(state, player, hand, budget, wording.begin))
    return {"player": player, **(on_picture(told, wish.board("seen")) if "seen" in wish.fields else told)}


def glance_json(game: QwirkleGame) -> dict[str, Any]:
    """What a small picture of the table needs."""
    return {"board": str(game.state.board)}


def _hand_json(state: State, player: int, eyes: Eyes) -> dict[str, Any]:
    hand = state.hands[player]
    return {"count": len(hand), "tiles": [tile_json(tile) for tile in hand.known] if player in eyes.hands else None}


def _unseen(state: State, eyes: Eyes) -> Counter[Any]:
    """The tiles that are neither on the table nor in a hand that is shown."""
    seen = Counter(state.board.values())
    for player in eyes.hands:
        seen.update(state.hands[player].known)
    return box_tiles(state.start) - seen


def _turn_json(told: Told, eyes: Eyes) -> dict[str, Any]:
    turn = told.turn
    return {
        "at": told.at,
        "player": turn.player,
        "kind": "swap" if turn.swapped else kind_of(turn.move),
        "move": _move_text(turn, eyes),
        "tiles": [placement_json(placement) for placement in turn.move.placements],
        "swapped": turn.swapped,
        "lines": [line_json(line) for line in turn.score.lines],
        "bonus": turn.score.bonus,
        "points": turn.score.points,
        "totals": list(told.totals),
    }


def _move_text(turn: Turn, eyes: Eyes) -> str:
    """The move in its text form; tiles that were given back are their owner's secret."""
    hidden = turn.swapped and (turn.player not in eyes.hands or len(turn.move.swapped) < turn.swapped)
    return " ".join(["-?"] * turn.swapped) if hidden else str(turn.move)


def notation(game: QwirkleGame, eyes: Eyes) -> str:
    """The game in one line: the tiles that it began with, if any, then the moves."""
    begin = [str(game.state.start.board)] if game.state.start.board else []
    return " / ".join([*begin, *(_move_text(told.turn, eyes) for told in turns(game))])


def score_rows(game: QwirkleGame) -> Iterator[list[Any]]:
    """The score sheet: turn, player, what was done, its points, and everybody's total."""
    for number, told in enumerate(turns(game), 1):
        name = game.state.name(told.turn.player)
        yield [number, name, _move_text(told.turn, Eyes()), told.turn.score.points, *told.totals]
