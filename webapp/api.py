"""The JSON API: photos in, readings out; boards and hands in, moves out. It remembers nothing."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, current_app, request

from engine.game import ENGLISH, Budget, Refusal
from webapp.answer import answer
from webapp.assistant import Position, Turn, advice, hand_of, next_turn
from webapp.hints import advice_json, board_json, tile_json
from webapp.problems import phrase
from webapp.scores import turn_json
from webapp.sight import Sight
from webapp.wishes import GivenBoard, Wish, parsed

ENGLISH.update({"upload_missing": "no photo has come: choose one and try again"})

MOST_MOVES = 50
"""More moves nobody looks through."""
FEW_MOVES = 12
JSON_LIMIT = 2**20
"""Bytes of a request without a photo: a whole box of tiles with all their corners takes a tenth."""
PHOTO, BEFORE, SHOWS = "photo", "before", "shows"
"""The fields of a form with a photo."""

blueprint = Blueprint("api", __name__, url_prefix="/api/v1")


@blueprint.post("/readings")
def readings() -> dict[str, Any]:
    """Reads the photo in the form's file ``photo``.

    ``before`` may hold the board so far as JSON, and ``shows`` be ``hand`` where the photo shows a hand alone. The
    answer is that of `kibitz read --json`, with the board, the hand, and the turn since the board before.
    """
    upload = request.files.get(PHOTO)
    if upload is None or not upload.filename:
        raise Refusal("upload_missing")
    before = Wish({BEFORE: parsed(request.form.get(BEFORE) or "[]")}).board(BEFORE)
    sight: Sight = current_app.extensions["sight"]
    seen = sight.look(upload.stream.read(), before.board)
    read = answer(upload.filename, seen.reading, seen.table)
    for told, problem in zip(read["problems"], seen.table.problems, strict=True):
        told["message"] = phrase(problem.reason)
    if request.form.get(SHOWS) == "hand":
        return {**read, "board": [], "hand": [tile_json(tile) for tile in hand_of(seen.table)], "turn": None}
    position = Position.of(seen.reading, seen.table)
    turn = next_turn(Position.known(before.board, before.sure), position)
    hand = [{**tile_json(lying.tile), "piece": lying.piece} for lying in position.hand]
    return {**read, "board": _board_json(turn), "hand": hand, "turn": turn_json(turn, phrase)}


@blueprint.post("/hints")
def hints() -> dict[str, Any]:
    """The best moves for ``hand`` on ``board``; tiles of the board may tell their ``corners``, then moves do too."""
    wish = _wish()
    given, hand, players = wish.board("board"), wish.hand("hand"), wish.players()
    found = advice(
        given.board, hand, players=players, scores=wish.scores(players), bag=wish.bag(), budget=Budget(samples=2000)
    )
    top = wish.number("top", range(1, MOST_MOVES + 1), FEW_MOVES)
    told = advice_json(found, top, phrase)
    laid = [tile for move in told["moves"] for tile in move["tiles"]]
    corners = given.corners({(tile["col"], tile["row"]) for tile in laid})
    for tile in laid:
        if (cell := (tile["col"], tile["row"])) in corners:
            tile["corners"] = [[round(at, 1) for at in corner] for corner in corners[cell].tolist()]
    return told


@blueprint.post("/scores")
def scores() -> dict[str, Any]:
    """The turn from the board ``before`` to the board ``after``: its tiles, whether it is legal, and its points."""
    wish = _wish()
    before, after = wish.board("before"), wish.board("after")
    return turn_json(next_turn(_position(before), _position(after)), phrase)


def _wish() -> Wish:
    request.max_content_length = JSON_LIMIT
    return Wish.of(parsed(request.get_data()))


def _position(given: GivenBoard) -> Position:
    return Position.known(given.board, given.sure)


def _board_json(turn: Turn) -> list[dict[str, Any]]:
    """The tiles of the board, each with the piece of the reading that lies there, if it is seen."""
    return [{**tile, "piece": turn.pieces.get((tile["col"], tile["row"]))} for tile in board_json(turn.board)]
