"""What each route of the API takes and gives, by the name of its view; what it does stands with the view itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from webapp.board_page import PAPERS
from webapp.openapi.forms import (
    CHANCE,
    FILE,
    FLAG,
    NUMBER,
    OPEN,
    TEXT,
    WHOLE,
    Schema,
    about,
    asked,
    either,
    many,
    maybe,
    more,
    ref,
    thing,
    word,
)
from webapp.openapi.shapes import (
    ANY_STATE,
    BOARD_VIEW,
    CELL,
    GAME,
    HAND,
    PLAYER,
    PRESET,
    QWIRKLE_HINTS,
    QWIXX_HINTS,
    REASON,
    ROW,
)
from webapp.openapi.shapes import PROFILE as KNOWN

JSON, FORM, EVENTS = "application/json", "multipart/form-data", "text/event-stream"


@dataclass(frozen=True)
class Operation:
    """What a route takes and gives.

    Args:
        gives: what a good answer holds; None where it has nothing in it.
        takes: what the request holds; None where it holds nothing.
        form: whether that is a form with a file; else it is JSON.
        kind: the kind of answer.
        status: of a good answer.
        query: what may stand behind the ? of the address.
        reads_seats: whether `Kibitz-Seat` makes a difference.
        headers: of a good answer.
        empty: whether there may also be nothing to give (204).
        refuses: the statuses of refusals besides those that any such route may have.
    """

    gives: Schema | None
    takes: Schema | None = None
    form: bool = False
    kind: str = JSON
    status: int = 200
    query: Mapping[str, Schema] = field(default_factory=dict)
    reads_seats: bool = False
    headers: Mapping[str, Schema] = field(default_factory=dict)
    empty: bool = False
    refuses: tuple[int, ...] = ()


BOARD = many(ref("GivenTile"))
WITHIN = about(WHOLE, "In how many milliseconds the answer shall be there, 1000 at most and unless told otherwise.")
PROFILE = about(TEXT, "The name of what is known of the camera; nothing where the picture is read without.")
OWN_LENS = about(TEXT, "Of the profile in which the set is kept, whose lens counts.")
VERSION = about(WHOLE, "The version of the table on which this is done.")
SCORES_OF_ALL = about(many(WHOLE), "The totals, the asking player's first.")


def written(takes: Schema) -> Operation:
    """A route that writes to a table, and gives its state."""
    return Operation(ANY_STATE, takes, reads_seats=True, refuses=(409, 507))


def looked(takes: Schema | None = None, form: bool = False, refuses: tuple[int, ...] = (409,)) -> Operation:
    """A route about a camera, that gives what is seen."""
    return Operation(ref("Look"), takes, form=form, refuses=refuses)


OPERATIONS: Mapping[str, Operation] = {
    "api.readings": Operation(
        ref("Reading"),
        asked(
            ["photo"],
            photo=about(FILE, "A photo: JPEG, PNG, WebP, HEIC …"),
            game=about(word("auto", "qwirkle", "qwixx"), "Which game to look for."),
            before=about(TEXT, "The board of Qwirkle so far, as JSON: a list of GivenTile."),
            shows=about(word("hand"), "Told where the photo shows a hand alone."),
            closed=about(TEXT, "The closed rows of Qwixx, with spaces between them."),
            profile=PROFILE,
        ),
        form=True,
        refuses=(422, 503),
    ),
    "api.hints": Operation(
        either(QWIRKLE_HINTS, QWIXX_HINTS),
        asked(
            game=GAME,
            board=BOARD,
            hand=HAND,
            scores=SCORES_OF_ALL,
            bag=maybe(WHOLE),
            roll=about(TEXT, "In text form, such as W6 W6 R5 Y4 G1 B6."),
            sheet=about(TEXT, "In text form."),
            others=about(many(TEXT), "The sheets of the other players."),
            active=about(FLAG, "Whether it is the player's own turn."),
            waits=maybe(about(WHOLE, "How many turns of others, this one among them, come before the next own one.")),
            rules=PRESET,
            players=about(WHOLE, "How many play."),
            top=about(WHOLE, "How many hints to give at most."),
            within=WITHIN,
        ),
        refuses=(422,),
    ),
    "api.scores": Operation(
        either(ref("Turn"), ref("QwixxScores")),
        asked(
            game=GAME,
            before=BOARD,
            after=BOARD,
            sheets=many(asked(["sheet"], sheet=TEXT, doubted=many(TEXT))),
            names=many(TEXT),
        ),
        refuses=(422,),
    ),
    "api.rolls": Operation(ref("RollTable"), asked(dice=many(ref("GivenDie")), closed=many(ROW)), refuses=(422,)),
    "tables.create": Operation(
        ANY_STATE,
        asked(
            ["game", "players"],
            game=GAME,
            players=about(many(TEXT), "Their names."),
            turn=about(maybe(PLAYER), "Who begins."),
            sixth=word("purple", "white"),
            oldest=about(many(PLAYER), "The players from the oldest on."),
            board=BOARD,
            scores=many(WHOLE),
            hands=about(many(WHOLE), "How many tiles each holds."),
            draws=about(FLAG, "Whether every draw is written; if not, tiles come into hands as they are due."),
            rules=PRESET,
            sheets=many(TEXT),
            closed=many(ROW),
        ),
        status=201,
        refuses=(422, 503, 507),
    ),
    "tables.recent": Operation(thing(tables=many(ref("Summary"))), refuses=(503,)),
    "tables.state": Operation(ANY_STATE, reads_seats=True),
    "tables.stream": Operation(
        about(TEXT, "Events named `state` (a state), `live` (a look without pieces) and `gone`."),
        kind=EVENTS,
        reads_seats=True,
    ),
    "tables.remove": Operation(OPEN, asked(["version"], version=VERSION), refuses=(409,)),
    "tables.seats": Operation(
        thing(
            seats=many(
                thing(
                    player=PLAYER,
                    here=about(
                        maybe(NUMBER), "So many seconds ago its phone was; null if not since the server started."
                    ),
                    **{"with": about(many(PLAYER), "The other seats that this phone held then.")},
                )
            ),
            mine=about(many(PLAYER), "Those that the asking phone holds."),
        ),
        reads_seats=True,
    ),
    "tables.take_seat": Operation(
        thing(
            player=PLAYER,
            token=about(TEXT, "For `Kibitz-Seat`; told this once."),
            state=ANY_STATE,
            hand=about(many(TEXT), "The tiles that the other phone has handed on."),
        ),
        asked(
            player=PLAYER,
            over=about(FLAG, "Whether it is taken from a phone that is gone."),
            offer=about(TEXT, "The code by which another phone hands its seat on; then no player is told."),
        ),
        reads_seats=True,
        refuses=(409,),
    ),
    "tables.offer_seat": Operation(
        thing(
            offer=about(TEXT, "The code by which another phone takes the seat."),
            seconds=about(NUMBER, "For so long it holds."),
            drawing=about(maybe(TEXT), "A QR code that leads a phone in and to the seat, as SVG."),
        ),
        asked(hand=HAND),
        reads_seats=True,
    ),
    "tables.leave_seat": Operation(ANY_STATE, reads_seats=True),
    "tables.append": written(asked(["version", "event"], version=VERSION, event=ref("Event"))),
    "tables.undo": written(asked(["version"], version=VERSION)),
    "tables.redo": written(asked(["version"], version=VERSION)),
    "tables.correct": written(
        asked(
            ["version", "at"],
            version=VERSION,
            at=about(WHOLE, "The place of the event."),
            event=ref("Event"),
            events=about(many(ref("Event")), "Several in the place of one and those after it."),
        )
    ),
    "tables.decide": written(
        asked(
            ["version", "player", "decision"],
            version=VERSION,
            player=PLAYER,
            decision=about(TEXT, "A move, a mark such as R7, -- or white and colour."),
        )
    ),
    "tables.attempt": Operation(
        ref("Trial"),
        asked(["move"], move=TEXT, at=about(WHOLE, "The place of its event, if it was made before.")),
    ),
    "tables.advise": Operation(
        either(more(QWIRKLE_HINTS, player=PLAYER), more(QWIXX_HINTS, player=PLAYER)),
        asked(
            ["player"],
            player=PLAYER,
            count=WHOLE,
            within=WITHIN,
            hand=HAND,
            seen=about(BOARD, "Tiles of the board with their corners in a picture."),
        ),
        reads_seats=True,
    ),
    "tables.log": Operation(thing(game=GAME, code=TEXT, log=many(OPEN)), reads_seats=True),
    "tables.scores": Operation(TEXT, kind="text/csv"),
    "tables.notation": Operation(TEXT, kind="text/plain", reads_seats=True),
    "live.look": looked(refuses=()),
    "live.frames": looked(
        asked(
            ["frame", "at"],
            frame=about(FILE, "JPEG or WebP."),
            at=about(TEXT, "Seconds of the phone's clock."),
            profile=PROFILE,
        ),
        form=True,
        refuses=(409,),
    ),
    "live.photo": looked(asked(["photo"], photo=FILE, profile=PROFILE), form=True, refuses=(409,)),
    "live.confirm": looked(
        asked(
            ["version"],
            version=VERSION,
            text=about(TEXT, "What was seen to be proposed."),
            way=about(TEXT, "Which of its ways it was; the first unless told otherwise."),
            player=about(PLAYER, "Who begins, where nobody knows."),
        ),
        refuses=(409, 507),
    ),
    "live.dismiss": looked(refuses=(409,)),
    "live.fix": looked(asked(["cell"], cell=CELL, tile=maybe(TEXT))),
    "live.forget": looked(asked(["lesson"], lesson=about(WHOLE, "The number of a lesson."))),
    "live.settings": looked(asked(confirm_after=maybe(NUMBER))),
    "live.picture": Operation(
        about(FILE, "The picture."),
        kind="image/jpeg",
        query={"after": about(WHOLE, "The number of the last picture that was had.")},
        headers={"Kibitz-Frame": about(WHOLE, "The number of this one.")},
        empty=True,
    ),
    "profiles.listed": Operation(thing(profiles=many(ref("Profile")))),
    "profiles.shown": Operation(
        more(KNOWN, lens=maybe(ref("Lens")), light=maybe(ref("Light")), view=maybe(ref("View"))), refuses=(422,)
    ),
    "profiles.delete": Operation(OPEN, refuses=(422,)),
    "profiles.board": Operation(
        about(FILE, "The page."),
        kind="application/pdf",
        query={"paper": word(*PAPERS)},
        refuses=(422,),
    ),
    "profiles.see_board": Operation(
        thing(width=WHOLE, height=WHOLE, **BOARD_VIEW), asked(["photo"], photo=FILE), form=True, refuses=(422,)
    ),
    "profiles.learn_lens": Operation(
        thing(
            seen=about(many(many(FLAG)), "In which parts of the picture the board was seen, row by row."),
            share=about(CHANCE, "Of the parts."),
            missing=many(TEXT),
            count=about(WHOLE, "Pictures that tell something,"),
            needed=about(WHOLE, "and how many it takes."),
            lens=maybe(ref("Lens")),
            errors=about(many(NUMBER), "Of each of these pictures, in pixels."),
            residuals=about(many(many(many(NUMBER, 4))), "Of each, where corners were seen and how far off they are."),
            problem=about(maybe(ref("Reason")), "What is missing."),
            kept=about(maybe(TEXT), "The profile that holds the lens from now on."),
        ),
        asked(
            ["width", "height"],
            width=WHOLE,
            height=WHOLE,
            views=many(thing(**BOARD_VIEW)),
            name=about(maybe(TEXT), "Of the profile that shall hold the lens."),
        ),
        refuses=(422,),
    ),
    "photos.all_photos": Operation(thing(photos=many(ref("KeptPhoto"))), refuses=(503,)),
    "photos.keep": Operation(
        ref("KeptPhoto"),
        asked(["photo", "labels"], photo=FILE, labels=about(TEXT, "What lies on it, as JSON: a list of PhotoLabel.")),
        form=True,
        status=201,
        refuses=(422, 503, 507),
    ),
    "photos.clear": Operation(OPEN, refuses=(503,)),
    "photos.export": Operation(
        about(FILE, "The photos, and what lies on them in `labels.json`."), kind="application/zip", refuses=(503,)
    ),
    "photos.picture": Operation(about(FILE, "The photo."), kind="image/jpeg", refuses=(404, 503)),
    "photos.put_right": Operation(
        ref("KeptPhoto"), asked(["labels"], labels=many(ref("PhotoLabel"))), refuses=(404, 422, 503)
    ),
    "photos.remove": Operation(OPEN, refuses=(404, 503)),
    "light.sample": Operation(
        thing(tiles=many(ref("Sample")), dice=many(ref("Sample"))),
        asked(
            ["photo"],
            photo=FILE,
            dice=about(TEXT, "JSON: a list of objects with the middle of a `top` face, its `size` and the `colour`."),
            tiles=about(TEXT, "JSON: a list of objects with the `corners` of a face and the `tile` that it is."),
        ),
        form=True,
        refuses=(422,),
    ),
    "light.learn": Operation(
        thing(
            light=maybe(ref("Light")),
            problem=about(maybe(ref("Reason")), "Why the light can't be told."),
            kept=about(maybe(TEXT), "The profile that holds the light from now on."),
        ),
        asked(
            tiles=many(ref("Sample")),
            dice=many(ref("Sample")),
            name=about(maybe(TEXT), "Of the profile that shall hold the light."),
        ),
        refuses=(422,),
    ),
    "views.learn": Operation(
        thing(
            view=maybe(ref("View")),
            problem=about(maybe(ref("Reason")), "Why the view can't be told."),
            kept=about(maybe(TEXT), "The profile that holds the view from now on."),
        ),
        asked(
            ["photo"],
            photo=about(FILE, "Taken by the camera that stands still; with tiles or the calibration board."),
            name=about(TEXT, "Of the profile that shall hold the view, whose lens counts."),
            profile=PROFILE,
        ),
        form=True,
        refuses=(422, 503),
    ),
    "own_set.find": Operation(
        thing(photos=many(ref("LaidOut"))),
        asked(["photo"], photo=about(FILE, "May come up to four times."), name=OWN_LENS),
        form=True,
        refuses=(422, 503),
    ),
    "own_set.learn": Operation(
        thing(
            learned=FLAG,
            pieces=about(WHOLE, "From so many."),
            light=maybe(ref("Light")),
            wrong=about(many(more(REASON, photo=WHOLE, piece=WHOLE)), "Pieces that can't be what they were named."),
            problem=about(maybe(ref("Reason")), "Why the set, or its colours, can't be told."),
            kept=about(maybe(TEXT), "The profile that holds the set from now on."),
        ),
        asked(
            ["photo", "tiles"],
            photo=about(FILE, "The same photos again."),
            tiles=about(TEXT, "JSON: for each photo a list of objects with a `piece` and the `tile` that it is."),
            name=OWN_LENS,
        ),
        form=True,
        refuses=(422, 503),
    ),
    "openapi.description": Operation(OPEN),
}
