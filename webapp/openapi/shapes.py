"""The shapes of what the API takes and gives: those that several routes share have names of their own."""

from __future__ import annotations

from collections.abc import Mapping

from engine.qwirkle.tile import Colour, Shape
from engine.qwixx.events import Preset
from engine.qwixx.marks import Action
from engine.qwixx.roll import DieColour
from engine.qwixx.sheet import Row
from webapp.look import QWIRKLE, QWIXX
from webapp.openapi.forms import (
    CHANCE,
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
    named,
    pair,
    ref,
    thing,
    word,
)

GAME = word(QWIRKLE, QWIXX)
ROW = word(*(row.word for row in Row))
ACTION = word(*map(str, Action))
PRESET = word(*(preset.value for preset in Preset))
POINT = many(NUMBER, 2)
CORNERS = about(many(POINT, 4), "The corners in the picture, in pixels of the upright photo.")
CELL = many(WHOLE, 2)
ALTERNATIVES = about(many(pair(TEXT, CHANCE)), "What else it may be, the likeliest first.")
LOOKS = about(TEXT, "What it looks like by itself, before the rules are weighed in.")
PLAYER = about(WHOLE, "A player's number, from 0 on.")
TOTALS = about(many(WHOLE), "Everybody's points.")
KIND = word("add", "swap", "pass")

REASON = thing(
    code=about(TEXT, "What it is, for programs."),
    params=about(OPEN, "What the sentence is filled with."),
    message=about(TEXT, "The sentence, in the language of the request."),
)
PROBLEM = more(
    thing(type=TEXT, title=TEXT, status=WHOLE, detail=about(TEXT, "A sentence that says what to do."), code=TEXT),
    ["state"],
    state=about(either(ref("QwirkleState"), ref("QwixxState")), "With `table_stale`: the table as it is now."),
)

# Qwirkle.
TILE = thing(tile=about(TEXT, "Two letters, such as Rc."), name=about(TEXT, "In words, such as red circle."))
PLACEMENT = thing(col=WHOLE, row=about(WHOLE, "Rows grow downwards."), tile=TEXT, name=TEXT)
LINE = thing(tiles=many(ref("Placement")), points=WHOLE)
CELLS_PROBLEM = more(REASON, cells=many(CELL))
TURN = about(
    thing(
        move=about(TEXT, "In text form, such as Rc@3,-1."),
        kind=word("start", "add", "swap", "pass"),
        legal=FLAG,
        reason=maybe(ref("Reason")),
        points=WHOLE,
        tiles=many(ref("Placement")),
        lines=many(ref("Line")),
        notes=many(ref("Reason")),
        problems=many(CELLS_PROBLEM),
    ),
    "What leads from one board to the next.",
)
GIVEN_TILE = asked(
    ["col", "row", "tile"],
    col=WHOLE,
    row=WHOLE,
    tile=TEXT,
    sure=about(FLAG, "Whether a person named it."),
    corners=CORNERS,
)
HAND = about(either(TEXT, many(TEXT)), "Tiles in text form, such as Rc Ox.")
QWIRKLE_HINTS = thing(
    board=many(ref("Placement")),
    hand=many(ref("Tile")),
    problems=many(CELLS_PROBLEM),
    found=about(WHOLE, "How many moves there are in all."),
    moves=many(
        thing(
            move=TEXT,
            kind=KIND,
            points=WHOLE,
            value=about(NUMBER, "By which they are ranked."),
            tiles=many(more(PLACEMENT, ["corners"], corners=CORNERS)),
            swapped=many(TEXT),
            lines=many(ref("Line")),
            bonus=WHOLE,
            reasons=many(ref("Reason")),
        )
    ),
)

# Qwixx.
DIE_VALUE = about(WHOLE, "From 1 to 6; null once its row is closed.")
ROLL = thing(white=many(WHOLE, 2), **{row.word: maybe(DIE_VALUE) for row in Row})
SHEET = thing(
    sheet=about(TEXT, "In text form, such as R:3,4 Y: G:12 B: P:1."),
    marks=thing(**{row.word: many(WHOLE) for row in Row}),
    locks=many(ROW),
    penalties=WHOLE,
)
SCORE = thing(**{row.word: WHOLE for row in Row}, penalties=WHOLE, total=WHOLE)
SHEET_TABLE = more(
    SHEET,
    doubted=many(pair(ROW, WHOLE)),
    doubted_locks=many(ROW),
    score=ref("Score"),
    totals=about(many(WHOLE), "Those that are possible with the doubts either way."),
    confidence=CHANCE,
)
DIE = thing(
    colour=word(*(colour.word for colour in DieColour)),
    value=WHOLE,
    confidence=CHANCE,
    name_confidence=CHANCE,
    alternatives=ALTERNATIVES,
    in_play=FLAG,
    doubted=FLAG,
)
MARK = thing(row=ROW, number=WHOLE, lock=FLAG)
QWIXX_HINTS = thing(
    sheet=ref("Sheet"),
    score=ref("Score"),
    roll=ref("Roll"),
    active=FLAG,
    players=WHOLE,
    rules=PRESET,
    problems=many(ref("Reason")),
    found=about(WHOLE, "How many choices there are in all."),
    choices=many(
        thing(
            choice=TEXT,
            first=maybe(ACTION),
            white=maybe(ref("Mark")),
            colour=maybe(ref("Mark")),
            marks=many(more(MARK, action=ACTION)),
            penalty=FLAG,
            points=WHOLE,
            value=about(NUMBER, "The final score to expect if nobody else closes a row or ends the game."),
            chance=about(maybe(CHANCE), "To win, by which they are ranked; null unless all sheets are known."),
            final=about(maybe(NUMBER), "The final score to expect with the others in it; null likewise."),
            reasons=many(ref("Reason")),
            after=ref("Sheet"),
        )
    ),
)
QWIXX_SCORES = thing(
    game=word(QWIXX),
    names=many(TEXT),
    sheets=many(more(SHEET_TABLE, photo=maybe(TEXT), player=maybe(TEXT), problems=many(ref("Reason")))),
    totals=TOTALS,
    winners=many(WHOLE),
    may_win=many(WHOLE),
)

# A photo that was read.
READ_TILE = thing(
    x=NUMBER,
    y=NUMBER,
    size=NUMBER,
    corners=CORNERS,
    face=word("up", "down"),
    colour=maybe(word(*(colour.word for colour in Colour))),
    shape=maybe(word(*(shape.word for shape in Shape))),
    confidence=CHANCE,
    looks=LOOKS,
    alternatives=ALTERNATIVES,
    group=WHOLE,
    role=word("board", "hand", "loose"),
    col=WHOLE,
    row=WHOLE,
    cut=FLAG,
    doubted=FLAG,
)
CHANCES = thing(["die"], colours=many(CHANCE, 6), values=many(CHANCE, 6), in_play=CHANCE, die=CHANCE)
READ_DIE = more(
    DIE, x=NUMBER, y=NUMBER, size=NUMBER, box=many(NUMBER, 4), top=POINT, chances=ref("Chances"), looks=LOOKS, cut=FLAG
)
READ_SHEET = more(
    SHEET_TABLE,
    x=NUMBER,
    y=NUMBER,
    corners=CORNERS,
    cells=thing(**{row.word: many(POINT) for row in Row}),
    boxes=many(POINT),
)
READING = thing(
    photo=about(TEXT, "The file's name."),
    game=maybe(GAME),
    width=WHOLE,
    height=WHOLE,
    sixth=maybe(word("purple", "white")),
    tiles=many(ref("ReadTile")),
    dice=many(ref("ReadDie")),
    roll=maybe(ref("Roll")),
    sheets=many(ref("ReadSheet")),
    problems=many(
        more(
            REASON,
            ["tiles", "dice", "sheet", "corners"],
            tiles=many(WHOLE),
            dice=many(WHOLE),
            sheet=maybe(WHOLE),
            corners=CORNERS,
        )
    ),
    seconds=named(NUMBER),
    board=many(more(PLACEMENT, piece=maybe(WHOLE))),
    hand=many(more(TILE, ["piece"], piece=WHOLE)),
    turn=maybe(ref("Turn")),
)
ROLL_TABLE = thing(
    dice=many(ref("Die")),
    roll=maybe(ref("Roll")),
    text=maybe(TEXT),
    closed=many(ROW),
    problems=many(more(REASON, dice=many(WHOLE))),
)
GIVEN_DIE = asked(
    ["colour", "value"],
    colour=TEXT,
    value=WHOLE,
    chances=maybe(ref("Chances")),
    in_play=FLAG,
    cut=FLAG,
    sure=about(FLAG, "Whether a person named it."),
)

# Tables.
STANDING = thing(
    version=about(WHOLE, "The length of the log; whoever writes names it."),
    players=many(thing(name=TEXT, score=WHOLE, seat_taken=FLAG)),
    turn=maybe(PLAYER),
    outcome=maybe(thing(winners=many(PLAYER), scores=TOTALS)),
)
TOLD = thing(code=TEXT, game=GAME, created={**TEXT, "format": "date-time"}, changed={**TEXT, "format": "date-time"})
EVENT = about({**thing(event=TEXT), "additionalProperties": True}, "An event in the engine's own form.")
STATE = more(
    TOLD,
    revision=about(WHOLE, "Counts everything that was written, seats and waiting decisions too."),
    **STANDING["properties"],
    deciders=about(many(PLAYER), "Who has to decide now."),
    decided=about(many(PLAYER), "Who of them has."),
    decisions=about(named(TEXT), "What the own players have decided."),
    mine=about(many(PLAYER), "The players whose seats the asking phone holds."),
    start=about(ref("Event"), "The event that began it."),
    opened=about(maybe(WHOLE), "The place of the event that told who begins, where one did."),
    began=about(many(WHOLE), "The points with which everybody began."),
    events=WHOLE,
    can_undo=FLAG,
    can_redo=FLAG,
)
QWIRKLE_STATE = more(
    STATE,
    game=word(QWIRKLE),
    sixth=word("purple", "white"),
    board=many(ref("Placement")),
    bag=WHOLE,
    hands=many(thing(count=WHOLE, tiles=maybe(many(ref("Tile"))))),
    owed=about(many(WHOLE), "How many tiles each has still to draw."),
    unseen=many(more(TILE, count=WHOLE)),
    turns=many(
        thing(
            at=about(WHOLE, "The place of its event."),
            player=PLAYER,
            kind=KIND,
            move=TEXT,
            tiles=many(ref("Placement")),
            swapped=WHOLE,
            lines=many(ref("Line")),
            bonus=WHOLE,
            points=WHOLE,
            totals=TOTALS,
        )
    ),
)
QWIXX_STATE = more(
    STATE,
    game=word(QWIXX),
    rules=PRESET,
    sheets=many(more(SHEET, score=ref("Score"))),
    closed=many(ROW),
    roll=maybe(ref("Roll")),
    action=maybe(ACTION),
    declaring=FLAG,
    marked=FLAG,
    legal=about(named(many(TEXT)), "What each of those who decide now may decide."),
    turns=many(
        thing(
            at=WHOLE,
            player=PLAYER,
            roll=ref("Roll"),
            actions=many(thing(at=WHOLE, action=ACTION, marks=many(thing(player=PLAYER, mark=TEXT)))),
            penalty=FLAG,
            totals=TOTALS,
        )
    ),
)
ANY_STATE = either(ref("QwirkleState"), ref("QwixxState"))
SUMMARY = more(
    TOLD,
    ["players", "turn", "outcome", "board", "sheets", "problem"],
    **STANDING["properties"],
    board=about(TEXT, "Of Qwirkle, in text form."),
    sheets=about(many(TEXT), "Of Qwixx, in text form."),
    problem=about(ref("Reason"), "Why the game can't be read, where it can't."),
)
TRIAL = thing(tiles=many(ref("Placement")), lines=many(ref("Line")), bonus=WHOLE, points=WHOLE)

# What a camera sees of a table.
PIECE = thing(
    ["shape", "value", "in_play", "looks"],
    corners=CORNERS,
    colour=maybe(TEXT),
    shape=maybe(TEXT),
    value=WHOLE,
    confidence=CHANCE,
    looks=LOOKS,
    doubted=FLAG,
    alternatives=ALTERNATIVES,
    in_play=FLAG,
    cell=maybe(CELL),
)
PROPOSAL = thing(
    player=maybe(TEXT),
    seat=maybe(PLAYER),
    text=TEXT,
    turn=maybe(ref("Turn")),
    roll=maybe(ref("Roll")),
    ways=about(
        many(
            thing(
                text=TEXT,
                moves=many(
                    thing(player=maybe(TEXT), seat=maybe(PLAYER), move=TEXT, tiles=many(ref("Placement")), points=WHOLE)
                ),
            )
        ),
        "The moves that the tiles may be, the likeliest first: one where it can be, else several.",
    ),
    reasons=many(ref("Reason")),
    legal=FLAG,
    confirms_in=maybe(NUMBER),
)
LOOK = thing(
    order=about(WHOLE, "Of two looks the later one has the greater, whichever answer comes first."),
    source=maybe(word("phone", "server", "photo")),
    frame=WHOLE,
    size=maybe(many(WHOLE, 2)),
    age=maybe(NUMBER),
    rate=NUMBER,
    activity=word("settling", "moving", "still", "lost"),
    proposal=maybe(ref("Proposal")),
    paused=maybe(ref("Reason")),
    differs=many(ref("Reason")),
    notices=many(ref("Reason")),
    confirm_after=maybe(NUMBER),
    lessons=about(many(more(REASON, number=WHOLE)), "What was put right, and is read otherwise since."),
    pieces=many(ref("Piece")),
)

# Profiles.
PROFILE = thing(
    name=TEXT,
    parts=many(TEXT),
    holds=about(many(ref("Reason")), "What it holds, in words."),
    problem=about(maybe(ref("Reason")), "Why its file can't be read, where it can't."),
)
LENS = thing(
    width=WHOLE,
    height=WHOLE,
    focal=many(NUMBER, 2),
    middle=POINT,
    distortion=about(many(NUMBER, 5), "k1, k2, p1, p2, k3."),
    error=about(NUMBER, "How far off the corners of the board were, in pixels (root mean square)."),
    views=WHOLE,
    lines=about(many(many(POINT)), "Straight lines across and down, as the camera shows them."),
)
PLANE = about(
    many(
        thing(
            name=about(TEXT, "The colour."),
            middle=POINT,
            spread=about(many(POINT, 2), "The covariance."),
            samples=many(POINT),
        )
    ),
    "Where colours lie in the plane of CIE's a and b.",
)
VIEW = thing(
    width=WHOLE,
    height=WHOLE,
    side=about(NUMBER, "Of a tile in the picture's middle, in pixels."),
    error=about(NUMBER, "How far off the corners were, in sides of a tile (root mean square)."),
    seen=about(WHOLE, "From so many tiles or corners of the board."),
    lines=about(many(many(POINT)), "The table as a net of squares as large as tiles, as the camera shows it."),
)
LIGHT = thing(
    gains=about(many(NUMBER, 3), "The white balance: what blue, green and red are multiplied by."),
    tiles=maybe(PLANE),
    dice=maybe(PLANE),
)
COLOUR = about(many(NUMBER, 3), "Linear light: blue, green, red.")
SAMPLE = thing(["body"], name=about(TEXT, "The colour."), face=COLOUR, body=maybe(COLOUR))
LAID_OUT = thing(
    width=WHOLE,
    height=WHOLE,
    tiles=many(
        thing(
            x=NUMBER,
            y=NUMBER,
            size=NUMBER,
            corners=CORNERS,
            shapes=about(many(TEXT), "Which shape it may be, the likeliest first."),
        )
    ),
)
BOARD_VIEW = {
    "board": about(many(POINT), "The places of the corners on the board, in millimetres."),
    "picture": about(many(POINT), "The same on the picture as the camera stored it, in pixels."),
}

# Kept photos.
BOX = about(many(NUMBER, 4), "Left, top, width and height in pixels.")
PHOTO_LABEL = asked(
    ["name", "box"],
    name=about(TEXT, "A tile, the value of a die, `sheet`, `face-down`, or `ignore`."),
    box=BOX,
    col=about(maybe(WHOLE), "Where a tile lies on a board,"),
    row=about(maybe(WHOLE), "with rows that grow downwards."),
    colour=about(maybe(TEXT), "Of a die."),
    marks=about(maybe(TEXT), "Of a sheet: what is crossed on it, in text form."),
)
KEPT_PHOTO = thing(
    name=TEXT,
    kept=about(TEXT, "When, as ISO 8601 tells it."),
    width=WHOLE,
    height=WHOLE,
    size=about(WHOLE, "In bytes."),
    labels=about(many(thing(name=TEXT, box=BOX, marks=maybe(TEXT))), "In pixels of the kept photo."),
)

NAMED: Mapping[str, Schema] = {
    "Problem": PROBLEM,
    "Reason": REASON,
    "Tile": TILE,
    "Placement": PLACEMENT,
    "Line": LINE,
    "Turn": TURN,
    "GivenTile": GIVEN_TILE,
    "QwirkleHints": QWIRKLE_HINTS,
    "Roll": ROLL,
    "Sheet": SHEET,
    "Score": SCORE,
    "Die": DIE,
    "Chances": CHANCES,
    "Mark": MARK,
    "GivenDie": GIVEN_DIE,
    "QwixxHints": QWIXX_HINTS,
    "QwixxScores": QWIXX_SCORES,
    "ReadTile": READ_TILE,
    "ReadDie": READ_DIE,
    "ReadSheet": READ_SHEET,
    "Reading": READING,
    "RollTable": ROLL_TABLE,
    "Event": EVENT,
    "QwirkleState": QWIRKLE_STATE,
    "QwixxState": QWIXX_STATE,
    "Summary": SUMMARY,
    "Trial": TRIAL,
    "Piece": PIECE,
    "Proposal": PROPOSAL,
    "Look": LOOK,
    "Profile": PROFILE,
    "Lens": LENS,
    "Light": LIGHT,
    "View": VIEW,
    "Sample": SAMPLE,
    "LaidOut": LAID_OUT,
    "PhotoLabel": PHOTO_LABEL,
    "KeptPhoto": KEPT_PHOTO,
}
