"""The JSON API: photos in, readings out; tables and hands in, moves out. It remembers nothing."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, current_app, request

from engine.game import Budget
from engine.qwixx.settle import settle_dice, settle_sheet
from webapp.answer import answer
from webapp.assistant import qwirkle, qwixx
from webapp.look import ASKED, AUTO, QWIRKLE, QWIXX, Look
from webapp.problems import phrase, phrasing
from webapp.profiles.chosen import chosen
from webapp.qwirkle.hints import Wording, board_json, on_picture, tile_json
from webapp.qwirkle.scores import turn_json
from webapp.qwirkle.wishes import GivenBoard, QwirkleWish
from webapp.qwixx.answer import roll_table_json
from webapp.qwixx.hints import advice_json as qwixx_advice
from webapp.qwixx.scores import Scores
from webapp.qwixx.wishes import QwixxWish
from webapp.sight import Sight
from webapp.uploads import uploaded
from webapp.wishes import Wish, parsed

JSON_LIMIT = 2**20
"""Bytes of a request without a photo: a whole box of tiles with all their corners takes a tenth."""
BEFORE, SHOWS, GAME, CLOSED = "before", "shows", "game", "closed"
"""The fields of a form with a photo besides that."""
TOP = "top"
"""How many hints are wanted."""

blueprint = Blueprint("api", __name__, url_prefix="/api/v1")


@blueprint.post("/readings")
def readings() -> dict[str, Any]:
    """Reads the photo in the form's file ``photo``.

    ``game`` may say which game it shows. Qwirkle: ``before`` may hold the board so far as JSON, and ``shows`` be
    ``hand`` where the photo shows a hand alone. Qwixx: ``closed`` may name the closed rows, with spaces between. The
    answer is that of `kibitz read --json`, with the board, the hand, and the turn since the board before. ``profile``
    may name what is known of the camera; places are told in the photo as it was taken all the same.
    """
    photo = uploaded()
    before = QwirkleWish({BEFORE: parsed(request.form.get(BEFORE) or "[]")}).board(BEFORE)
    shows_hand = request.form.get(SHOWS) == "hand"
    game = QWIRKLE if shows_hand else Wish(request.form).choice(GAME, ASKED, AUTO)
    closed = QwixxWish({CLOSED: request.form.get(CLOSED, "").split()}).closed()
    sight: Sight = current_app.extensions["sight"]
    seen = sight.look(photo.data, before.board, game, closed, chosen())
    read = answer(photo.name, seen, phrase)
    if shows_hand:
        hand = [tile_json(tile) for tile in qwirkle.hand_of(seen.table)]
        return {**read, "board": [], "hand": hand, "turn": None}
    if seen.game == QWIXX:
        return {**read, "board": [], "hand": [], "turn": None}
    return {**read, **_table_json(before, seen)}


def _table_json(before: GivenBoard, seen: Look) -> dict[str, Any]:
    """The board, the hand and the turn on a photo of Qwirkle."""
    position = qwirkle.Position.of(seen.reading, seen.table)
    turn = qwirkle.next_turn(_position(before), position)
    hand = [{**tile_json(lying.tile), "piece": lying.piece} for lying in position.hand]
    return {"board": _board_json(turn), "hand": hand, "turn": turn_json(turn, phrase)}


@blueprint.post("/hints")
def hints() -> dict[str, Any]:
    """What to play.

    Qwirkle: the best moves for ``hand`` on ``board``; tiles of the board may tell their ``corners``, then moves do too.
    Qwixx (``"game": "qwixx"``): the best marks for ``roll`` on ``sheet``.
    """
    wish = _wish()
    top = wish.hints(TOP)
    budget = wish.thinking(top)
    if _game(wish) == QWIXX:
        return _qwixx_hints(QwixxWish(wish.fields), top, budget)
    return _qwirkle_hints(QwirkleWish(wish.fields), top, budget)


def _qwirkle_hints(wish: QwirkleWish, top: int, budget: Budget) -> dict[str, Any]:
    given, hand, players = wish.board("board"), wish.hand("hand"), wish.players()
    wording = Wording(top, phrasing())
    found = qwirkle.advice(
        given.board,
        hand,
        players=players,
        scores=wish.scores(players),
        bag=wish.bag(),
        budget=budget,
        expect=wording.begin,
    )
    return on_picture(wording.end(found), given)


def _qwixx_hints(wish: QwixxWish, top: int, budget: Budget) -> dict[str, Any]:
    found = qwixx.advice(
        wish.sheet(),
        wish.roll(),
        others=wish.others(),
        active=wish.active(),
        players=wish.players(),
        preset=wish.preset(),
        waits=wish.waits(),
        budget=budget,
    )
    return qwixx_advice(found, top, phrasing())


@blueprint.post("/scores")
def scores() -> dict[str, Any]:
    """The points.

    Qwirkle: the turn from the board ``before`` to the board ``after``, with its tiles, whether it is legal, and what it
    earns. Qwixx (``"game": "qwixx"``): every row of ``sheets``, their totals, and who wins.
    """
    wish = _wish()
    if _game(wish) == QWIXX:
        of_qwixx = QwixxWish(wish.fields)
        tables = [(None, settle_sheet(observed)) for observed in of_qwixx.sheets()]
        return Scores.of(tables, of_qwixx.names()).as_json(phrase)
    boards = QwirkleWish(wish.fields)
    before, after = boards.board("before"), boards.board("after")
    return turn_json(qwirkle.next_turn(_position(before), _position(after)), phrase)


@blueprint.post("/rolls")
def rolls() -> dict[str, Any]:
    """The roll of Qwixx ``dice`` as a reading lists them, some of which a person may have named since."""
    wish = QwixxWish(_wish().fields)
    dice = wish.dice()
    return roll_table_json(settle_dice(dice.observed, wish.closed(), dice.known), phrase)


def _wish() -> Wish:
    request.max_content_length = JSON_LIMIT
    return Wish.of(parsed(request.get_data()))


def _game(wish: Wish) -> str:
    return wish.choice(GAME, (QWIRKLE, QWIXX), QWIRKLE)


def _position(given: GivenBoard) -> qwirkle.Position:
    return qwirkle.Position.known(given.board, given.sure)


def _board_json(turn: qwirkle.Turn) -> list[dict[str, Any]]:
    """The tiles of the board, each with the piece of the reading that lies there, if it is seen."""
    return [{**tile, "piece": turn.pieces.get((tile["col"], tile["row"]))} for tile in board_json(turn.board)]
