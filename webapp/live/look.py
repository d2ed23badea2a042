"""What the camera sees of a table, as JSON for the page."""

from __future__ import annotations

from typing import Any

from vision.tracker import Activity
from webapp.live.following import Following, Laid, Proposal, way_text
from webapp.live.lessons import told_of
from webapp.live.table import LiveTable
from webapp.qwirkle.hints import placement_json
from webapp.qwirkle.scores import turn_json
from webapp.qwixx.answer import roll_json
from webapp.reasons import Phrase, reason_json

LOST = "lost"


def look_json(table: LiveTable, phrase: Phrase, *, pieces: bool = True) -> dict[str, Any]:
    """What is seen, and what follows from it.

    Args:
        table: that is looked at.
        phrase: says reasons in the language of whoever asks.
        pieces: whether the pieces are told; whoever shows no picture needs none.
    """
    with table.lock:
        look, following = table.look(), table.following
        reading = following.reading
        told = {
            "order": look.order,
            "source": look.source,
            "frame": look.frame,
            "size": [reading.width, reading.height] if reading else None,
            "age": None if look.age is None else round(look.age, 2),
            "rate": round(look.rate, 1),
            "activity": LOST if look.activity is Activity.BLIND else look.activity.value,
            "proposal": proposal_json(look.proposal, following, phrase) if look.proposal else None,
            "paused": reason_json(following.paused, phrase) if following.paused else None,
            "differs": [reason_json(reason, phrase) for reason in following.differing],
            "notices": [reason_json(reason, phrase) for reason in look.notices],
            "confirm_after": following.confirm_after,
            "lessons": [
                {"number": number, **reason_json(told_of(lesson), phrase)} for number, lesson in table.lessons.items()
            ],
        }
        return {**told, "pieces": following.pieces_json()} if pieces else told


def proposal_json(proposal: Proposal, following: Following, phrase: Phrase) -> dict[str, Any]:
    """What is taken for meant: a turn of Qwirkle, or a roll of Qwixx."""
    names = following.players
    return {
        "player": None if proposal.player is None else names[proposal.player],
        "seat": proposal.player,
        "text": proposal.text,
        "turn": turn_json(proposal.turn, phrase) if proposal.turn else None,
        "roll": roll_json(proposal.roll),
        "ways": [way_json(way, names) for way in proposal.ways],
        "reasons": [reason_json(reason, phrase) for reason in proposal.reasons],
        "legal": proposal.legal,
        "confirms_in": None if proposal.confirms_in is None else round(proposal.confirms_in, 2),
    }


def way_json(way: tuple[Laid, ...], names: tuple[str, ...]) -> dict[str, Any]:
    """Moves that tiles may be, with who made which."""
    return {
        "text": way_text(way),
        "moves": [
            {
                "player": None if laid.player is None else names[laid.player],
                "seat": laid.player,
                "move": str(laid.move),
                "tiles": [placement_json(placement) for placement in laid.move.placements],
                "points": laid.points,
            }
            for laid in way
        ],
    }
