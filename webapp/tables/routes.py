"""The routes under ``/api/v1/tables``: games that live on the server, for all phones at a table.

Whoever writes names the ``version`` that was looked at. If somebody was faster, the answer is a problem (409) that
carries the state as it is now, and nothing was changed. ``Kibitz-Seat`` holds the tokens of the seats that the asking
phone has taken, with commas between them: they open those players' hands and no others.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any, TypeVar

from flask import Blueprint, Response, current_app, request

from engine.game import ENGLISH, Game, GameError, IllegalMove, InvalidText, Reason, Refusal
from engine.games import GAMES as RULES
from webapp.look import QWIRKLE, QWIXX
from webapp.problems import phrase, problem
from webapp.qwirkle.wishes import QwirkleWish
from webapp.reasons import reason_json
from webapp.safety import SAFE_METHODS
from webapp.serving.codes import drawn
from webapp.serving.machine import device_of
from webapp.serving.rates import this_limiter
from webapp.serving.site import asked_host, this_site
from webapp.storage.database import DatabaseError
from webapp.storage.tables import Entry, Full, SeatTaken, Stale, Table, TableUnknown
from webapp.tables import qwirkle, qwixx
from webapp.tables.eyes import Eyes, NotYourSeat, new_token, token_hash, token_hashes
from webapp.tables.hints import hints
from webapp.tables.keeper import AnyGame, Keeper
from webapp.tables.offers import LIFE, Offer
from webapp.tables.wishes import TableWish
from webapp.wishes import malformed, parsed

ENGLISH.update(
    {
        "table_unreadable": "this game was written by another version of Kibitz and can't be read",
        "streams_full": "too many pages listen to this server: close one that nobody looks at",
    }
)

SEAT = "Kibitz-Seat"
"""The header with the tokens of the seats."""
LISTED = 20
"""More games to go on with nobody looks through, and each has to be replayed once."""
MOST_CORRECTED = 8
"""Events that are corrected at once: those of a turn of Qwixx are four."""
REQUEST_LIMIT = 2**15
"""Bytes of a request: a table in play with all its tiles as objects takes a third."""

GAMES = {QWIRKLE: qwirkle, QWIXX: qwixx}

Result = TypeVar("Result")

blueprint = Blueprint("tables", __name__, url_prefix="/api/v1/tables")


@blueprint.post("")
def create() -> tuple[dict[str, Any], int]:
    """Begins a game: ``game``, ``players`` (names), and what that game can begin with, which may be a table in play."""
    wish = _wish()
    name = wish.choice("game", GAMES, "")
    game = Game(RULES[name], (GAMES[name].start(wish),))
    _ = game.state  # a game that can't begin like that is refused here
    table = _keeper().tables.create(name, game.to_json())
    return _state_json(table, _keeper().remember(table, game), Eyes()), HTTPStatus.CREATED


@blueprint.get("")
def recent() -> dict[str, Any]:
    """The games to go on with, those first at which something happened last."""
    return {"tables": [_summary_json(table) for table in _keeper().tables.recent(LISTED)]}


@blueprint.get("/<code>")
def state(code: str) -> dict[str, Any]:
    """Where a game stands, with every turn."""
    table = _table(code)
    return _state_json(table, _game(table), _eyes(table))


@blueprint.get("/<code>/stream")
def stream(code: str) -> Response:
    """Where a game stands, now and after each change, as server-sent events."""
    tables, streams = _keeper().tables, _keeper().streams
    _table(code)
    shown, kept = request.headers.get(SEAT, ""), current_app._get_current_object()  # type: ignore[attr-defined] # its proxy has it
    device = device_of(request.remote_addr)
    if not streams.places.enter(device):
        return problem(HTTPStatus.SERVICE_UNAVAILABLE, Reason("streams_full"))

    def state() -> dict[str, Any]:
        with kept.app_context():
            table = _table(code)
            # Whose seats the phone holds is looked at each time: somebody may have taken one over.
            return _state_json(table, _game(table), Eyes.of(table, shown))

    topic = current_app.extensions["live"].topic(code, kept.app_context)
    events = streams.events(lambda: tables.revision(code), state, topic)
    response = Response(_while_kept(events), mimetype="text/event-stream")
    response.call_on_close(lambda: streams.places.leave(device))
    return response


@blueprint.delete("/<code>")
def remove(code: str) -> dict[str, Any]:
    """Deletes a game for ever."""
    table = _at_version(code, _wish())
    _keeper().tables.remove(table.code)
    return {}


@blueprint.get("/<code>/seats")
def seats(code: str) -> dict[str, Any]:
    """Which seats are taken, how many seconds ago their phones were ``here``, and what others they hold ``with`` them.

    ``mine`` are those of the asking phone. Who asks is here: pages do so for as long as somebody looks at them.
    """
    table, presences = _table(code), _keeper().presences
    eyes = _eyes(table)
    presences.see([table.seats[player] for player in eyes.players])
    return {"seats": [_seat_json(table, player) for player in sorted(table.seats)], "mine": sorted(eyes.players)}


@blueprint.post("/<code>/seats")
def take_seat(code: str) -> dict[str, Any]:
    """Takes the seat of ``player``; the ``token`` that shows it later is told this once.

    With ``over`` it is taken from a phone that is gone. What is known of the hand then stays hidden, from this phone
    and from whoever has the seat later, unless it is the phone that was taken over which comes back. With an ``offer``
    it is the seat that another phone hands on, and the ``hand`` comes along.
    """
    wish = _wish()
    table = _table(code)
    game, keeper, token = _game(table), _keeper(), new_token()
    shown = token_hashes(request.headers.get(SEAT, ""))
    hand: tuple[str, ...] = ()
    if "offer" in wish.fields:
        this_limiter().check("pairing", request.remote_addr or "")
        offer = keeper.offers.take(table.code, wish.text("offer"))
        player, hand = offer.player, offer.hand
        table = keeper.tables.hand_over(code, player, token_hash(token), offer.token_hash)
    else:
        player = wish.player(len(game.state.start.players))
        take = keeper.tables.take_over if wish.flag("over", False) else keeper.tables.take_seat
        table = take(code, player, token_hash(token), shown)
    keeper.presences.see([table.seats[one] for one in _eyes(table).players | {player}])
    state = _state_json(table, game, Eyes.of(table, token))
    return {"player": player, "token": token, "state": state, "hand": list(hand)}


@blueprint.post("/<code>/seats/<int:player>/offer")
def offer_seat(code: str, player: int) -> dict[str, Any]:
    """Hands a seat on, with the ``hand`` that only this phone knows: tells the code that another one has to tell.

    Where phones are let in there is a QR code as well, which leads another phone in and to this seat.
    """
    wish = _wish()
    table = _table(code)
    game, eyes = _game(table), _eyes(table)
    if player not in eyes.players:
        raise NotYourSeat("not_your_seat", player=_name_of(game, player))
    hand = tuple(map(str, QwirkleWish(wish.fields).hand("hand"))) if wish.fields.get("hand") else ()
    offer = _keeper().offers.make(Offer(table.code, player, table.seats[player], hand))
    site = this_site()
    way_in = f"{site.invitation(asked_host(), table.code)}@{offer}"
    return {"offer": offer, "seconds": LIFE, "drawing": drawn(way_in) if site.pairing else None}


@blueprint.delete("/<code>/seats/<int:player>")
def leave_seat(code: str, player: int) -> dict[str, Any]:
    """Leaves a seat to whoever takes it next, who then sees what is known of its hand."""
    table = _table(code)
    game, eyes = _game(table), _eyes(table)
    if player not in eyes.players:
        raise NotYourSeat("not_your_seat", player=_name_of(game, player))
    return _state_json(_keeper().tables.leave_seat(code, player), game, eyes.without_seat(player))


@blueprint.post("/<code>/events")
def append(code: str) -> dict[str, Any]:
    """Writes that an ``event`` has happened."""
    wish = _wish()

    def happened(game: AnyGame, eyes: Eyes) -> AnyGame:
        event = _read_event(game, wish, game.events)
        eyes.check_telling(game.state, event)
        return _kept_private(game, eyes, event, lambda: game.then(event))

    return _written(code, wish, happened)


@blueprint.post("/<code>/undo")
def undo(code: str) -> dict[str, Any]:
    """Takes back what happened last."""
    return _written(code, _wish(), lambda game, _: game.undo())


@blueprint.post("/<code>/redo")
def redo(code: str) -> dict[str, Any]:
    """Brings back what was taken back last."""
    return _written(code, _wish(), lambda game, _: game.redo())


@blueprint.post("/<code>/correct")
def correct(code: str) -> dict[str, Any]:
    """Puts another ``event`` in the place ``at`` of those that stand; what came later is replayed.

    ``events`` in its stead are several, which take the places from ``at`` on.
    """
    wish = _wish()

    def corrected(game: AnyGame, eyes: Eyes) -> AnyGame:
        at = wish.number("at", range(len(game.events)), -1)
        told = wish.entries("events", MOST_CORRECTED) or [wish.fields.get("event")]
        events = [
            _read_event(game, TableWish({"event": one}), game.events[: at + past]) for past, one in enumerate(told)
        ]
        for event in events:
            eyes.check_telling(game.state, event)
        return _kept_private(game, eyes, None, lambda: GAMES[game.rules.name].corrected(game, at, *events))

    return _written(code, wish, corrected)


@blueprint.post("/<code>/decisions")
def decide(code: str) -> dict[str, Any]:
    """Keeps the ``decision`` of ``player``; once all who decide now have decided, it happens.

    Until then nobody is told what the others decide, and everybody may still decide otherwise.
    """
    wish = _wish()
    table = _at_version(code, wish)
    game, eyes = _game(table), _eyes(table)
    rules, state = game.rules, game.state
    player = wish.player(len(state.start.players))
    decision = rules.read_decision(wish.text("decision"))
    if player in table.seats and player not in eyes.players:
        raise NotYourSeat("not_your_seat", player=state.name(player))
    due = rules.deciders(state)
    if player not in due:
        raise IllegalMove("not_your_turn", player=state.name(player))
    # What others decide at the same time changes nothing: any legal decisions of theirs will do to try this one.
    tried = {one: decision if one == player else next(iter(rules.legal(state, one))) for one in due}
    if len(due) == 1:
        eyes.check_telling(state, rules.event(tried))
    _kept_private(game, eyes, _Acting(player), lambda: rules.apply(state, tried))

    def settled(texts: Mapping[int, str]) -> list[Entry]:
        if not set(due) <= set(texts):
            return []
        return [rules.event_json(rules.event({one: rules.read_decision(texts[one]) for one in due}))]

    after = _keeper().tables.decide(code, table.version, player, rules.decision_text(decision), settled)
    return _state_json(after, _game(after), eyes)


@blueprint.post("/<code>/tries")
def attempt(code: str) -> dict[str, Any]:
    """What a ``move`` of Qwirkle would earn, or would have earned in the place ``at``; writes nothing."""
    wish, table = _wish(), _table(code)
    if table.game != QWIRKLE:
        raise malformed("move", "is none of this game's")
    game = _game(table)
    at = wish.number("at", range(1, len(game.events)), 0) if "at" in wish.fields else len(game.events)
    return qwirkle.trial(game, game.rules.read_decision(wish.text("move")), at)


@blueprint.post("/<code>/hints")
def advise(code: str) -> dict[str, Any]:
    """What ``player`` should do: the best moves or marks, at most ``count``; writes nothing.

    Qwirkle goes by the ``hand`` in the request, else by the one that the table knows, for who holds that seat.
    """
    wish = _wish()
    count = wish.hints("count")
    budget = wish.thinking(count)  # its clock runs while the game is looked up
    table = _table(code)
    return hints(_game(table), _eyes(table), wish, count, budget)


@blueprint.get("/<code>/log")
def log(code: str) -> dict[str, Any]:
    """The log of events; hands that the asking phone may not see are told as numbers."""
    table = _table(code)
    game, eyes = _game(table), _eyes(table)
    entries = [eyes.told(entry, data) for entry, data in zip(game.log, table.log, strict=True)]
    return {"game": table.game, "code": table.code, "log": entries}


@blueprint.get("/<code>/scores.csv")
def scores(code: str) -> Response:
    """The score sheet, a row a turn."""
    table = _table(code)
    game = _game(table)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["turn", "player", "move", "points", *map(_cell, game.state.start.players)])
    writer.writerows([_cell(value) for value in row] for row in GAMES[table.game].score_rows(game))
    return _download(text.getvalue(), "text/csv", f"{table.code}.csv")


@blueprint.get("/<code>/notation")
def notation(code: str) -> Response:
    """The game in one line."""
    table = _table(code)
    return _download(GAMES[table.game].notation(_game(table), _eyes(table)) + "\n", "text/plain", f"{table.code}.txt")


@blueprint.after_request
def unstored(response: Response) -> Response:
    """The answer, which no cache may keep: it may hold a hand. Whatever was written wakes who listens."""
    if request.method not in SAFE_METHODS:
        _keeper().streams.bell.ring()
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.errorhandler(Stale)
def stale(error: Stale) -> Response:
    """The answer to who was too late: the state as it is now, so that nothing is lost."""
    table = error.table
    response = problem(HTTPStatus.CONFLICT, error.reason)
    present = _state_json(table, _game(table), _eyes(table))
    response.set_data(current_app.json.dumps({**current_app.json.loads(response.get_data()), "state": present}))
    return response


@blueprint.errorhandler(SeatTaken)
def seat_taken(error: SeatTaken) -> Response:
    """The answer to who wants the seat of another."""
    return problem(HTTPStatus.CONFLICT, error.reason)


@blueprint.errorhandler(TableUnknown)
def unknown(error: TableUnknown) -> Response:
    """The answer where there is no table."""
    return problem(HTTPStatus.NOT_FOUND, error.reason)


@blueprint.errorhandler(Full)
def full(error: Full) -> Response:
    """The answer where a limit is reached."""
    return problem(HTTPStatus.INSUFFICIENT_STORAGE, error.reason)


@blueprint.errorhandler(DatabaseError)
def closed(error: DatabaseError) -> Response:
    """The answer while nothing can be kept."""
    return problem(HTTPStatus.SERVICE_UNAVAILABLE, error.reason)


class _Acting:
    """Whoever acts, where no event is known yet."""

    def __init__(self, player: int) -> None:
        self.player = player


def _wish() -> TableWish:
    request.max_content_length = REQUEST_LIMIT
    return TableWish.of(parsed(request.get_data()))


def _while_kept(events: Iterator[str]) -> Iterator[str]:
    """The events until the database is gone: who comes back for the next stream is told so."""
    with suppress(DatabaseError):
        yield from events


def _keeper() -> Keeper:
    keeper: Keeper = current_app.extensions["tables"]
    return keeper


def _table(code: str) -> Table:
    return _keeper().tables.get(code)


def _game(table: Table) -> AnyGame:
    try:
        return _keeper().game(table)
    except GameError as error:
        raise Refusal("table_unreadable") from error


def _eyes(table: Table) -> Eyes:
    return Eyes.of(table, request.headers.get(SEAT, ""))


def _at_version(code: str, wish: TableWish) -> Table:
    """The table, if it is still as the writer has seen it.

    Raises:
        Stale: if it isn't.
    """
    version, table = wish.version(), _table(code)
    if version != table.version:
        raise Stale(table)
    return table


def _written(code: str, wish: TableWish, change: Callable[[AnyGame, Eyes], AnyGame]) -> dict[str, Any]:
    """Writes the last entry of a changed game; of two writers on one version the database lets one through."""
    table = _at_version(code, wish)
    eyes = _eyes(table)
    game = change(_game(table), eyes)
    after = _keeper().tables.append(code, table.version, game.to_json()[-1:])
    return _state_json(after, _keeper().remember(after, game), eyes)


def _kept_private(game: AnyGame, eyes: Eyes, event: Any, change: Callable[[], Result]) -> Result:
    """What a change gives; its refusal says nothing of hands that are not shown."""
    try:
        return change()
    except GameError as error:
        raise eyes.refusal(error, game.state, event) from error


def _read_event(game: AnyGame, wish: TableWish, before: tuple[Any, ...]) -> Any:
    """The event in a request, in the engine's own form.

    Raises:
        InvalidText: if it is none.
        Refusal: if it begins the game otherwise than a request to begin one could.
    """
    try:
        event = game.rules.read_event(wish.fields["event"])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        text = f"{type(error).__name__}: {error}"[:200]
        raise InvalidText("invalid_event", position=len(before), text=text) from error
    if isinstance(event, type(game.state.start)):
        # Seats are taken, so there must be as many players as before.
        players = len(game.state.start.players)
        if TableWish({"players": list(event.players)}).names(range(players, players + 1)) != event.players:
            raise malformed("players", "holds names with needless spaces")
        GAMES[game.rules.name].check_start(event)
    return event


def _name_of(game: AnyGame, player: int) -> str:
    names: tuple[str, ...] = game.state.start.players
    return names[player] if player < len(names) else str(player)


def _summary_json(table: Table) -> dict[str, Any]:
    """What people need to find their game again."""
    told = {"code": table.code, "game": table.game, "created": _time(table.created), "changed": _time(table.changed)}
    try:
        game = _game(table)
    except Refusal as error:
        return {**told, "version": table.version, "problem": reason_json(error.reason, phrase)}
    return {**told, **_standing_json(table, game), **GAMES[table.game].glance_json(game)}


def _standing_json(table: Table, game: AnyGame) -> dict[str, Any]:
    state, outcome = game.state, game.rules.outcome(game.state)
    return {
        "version": table.version,
        "players": [
            {"name": name, "score": score, "seat_taken": player in table.seats}
            for player, (name, score) in enumerate(zip(state.start.players, game.rules.scores(state), strict=True))
        ],
        "turn": state.turn,
        "outcome": outcome and {"winners": list(outcome.winners), "scores": list(outcome.scores)},
    }


def _state_json(table: Table, game: AnyGame, eyes: Eyes) -> dict[str, Any]:
    """Where a game stands, as some see it."""
    return {
        "code": table.code,
        "game": table.game,
        "created": _time(table.created),
        "changed": _time(table.changed),
        "revision": table.revision,
        **_standing_json(table, game),
        "deciders": list(game.rules.deciders(game.state)),
        "decided": sorted(table.decisions),
        "decisions": {str(player): table.decisions[player] for player in sorted(eyes.players & set(table.decisions))},
        "mine": sorted(eyes.players),
        "start": game.rules.event_json(game.state.start),
        "opened": next((at for at, event in enumerate(game.events) if _tells_opener(game, event)), None),
        "began": list(game.rules.scores(game.rules.initial(game.events[0]))),
        "events": len(game.events),
        "can_undo": game.can_undo,
        "can_redo": game.can_redo,
        **GAMES[table.game].state_json(game, eyes),
    }


def _seat_json(table: Table, player: int) -> dict[str, Any]:
    """When the phone that holds a seat was here, and with which other seats of the table."""
    presence = _keeper().presences.of(table.seats[player])
    together = presence.together if presence else frozenset()
    return {
        "player": player,
        "here": round(presence.ago, 1) if presence else None,
        "with": [one for one, kept in sorted(table.seats.items()) if one != player and kept in together],
    }


def _tells_opener(game: AnyGame, event: Any) -> bool:
    """Whether an event tells who begins, and nothing else."""
    return bool(game.rules.event_json(event)["event"] == "open")


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _cell(value: Any) -> Any:
    """A cell that no spreadsheet takes for a formula, whatever a player is called."""
    return f"'{value}" if str(value)[:1] in "=+-@" and isinstance(value, str) else value


def _download(text: str, kind: str, name: str) -> Response:
    response = Response(text, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
