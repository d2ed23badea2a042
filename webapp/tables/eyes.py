"""Who may see what: hands and hidden decisions are told to those alone who show the token of that seat."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, replace
from typing import Any

from engine.game import ENGLISH, GameError, IllegalMove, Refusal
from engine.qwirkle.events import Draw, Swap, Tell
from engine.qwirkle.game import State as QwirkleState
from engine.qwirkle.notation import hand_text
from webapp.safety import Forbidden
from webapp.storage.tables import Table

ENGLISH.update(
    {
        "not_your_seat": "only {player}'s own phone may do that: take the seat, or leave it to them",
        "hand_veiled": "{player}'s seat was taken over, so its hand is told here no more: give it with each question",
        "hand_forbids": "that does not fit what a player is known to hold: leave it to the player whose hand it is",
    }
)

TOKEN_BYTES = 24
"""So many random bytes nobody guesses, so one round of hashing keeps them secret."""
MOST_TOKENS = 6
"""A phone that is passed round holds the tokens of all seats."""
HAND_CODES = frozenset({"hand_told_otherwise", "not_in_hand", "whole_set", "can_add", "not_the_opener"})
"""Refusals that tell something of the hand of the player who acts."""
ANY_HAND_CODES = frozenset({"none_left", "correction_breaks"})
"""Refusals that may tell something of anybody's."""


class NotYourSeat(Forbidden):
    """Something that only the owner of a seat may do."""


@dataclass(frozen=True)
class Eyes:
    """What a phone may see.

    Args:
        players: whose seats it holds: it sees what they decide.
        veiled: those of whose hands it sees nothing all the same, for it may have taken the seat over.
    """

    players: frozenset[int] = frozenset()
    veiled: frozenset[int] = frozenset()

    @property
    def hands(self) -> frozenset[int]:
        """The players whose hands are shown."""
        return self.players - self.veiled

    @classmethod
    def of(cls, table: Table, tokens: str) -> Eyes:
        """What the tokens in a header open, with commas between them."""
        hashes = token_hashes(tokens)
        return cls(
            frozenset(
                player
                for player, kept in table.seats.items()
                if any(secrets.compare_digest(kept, shown) for shown in hashes)
            ),
            table.veiled,
        )

    def without_seat(self, player: int) -> Eyes:
        """These eyes once the phone has left a seat."""
        return replace(self, players=self.players - {player})

    def check_telling(self, state: Any, event: Any) -> None:
        """Makes sure that nobody tells the tiles of another's hand: whoever takes the seat later would see them.

        Nor does anybody tell those of a veiled hand: what is refused and what isn't would tell what it holds.

        Raises:
            NotYourSeat: if the event does.
        """
        if not tells_hand(event) or not 0 <= event.player < len(state.start.players):
            return
        if event.player not in self.players:
            raise NotYourSeat("not_your_seat", player=state.name(event.player))
        if event.player in self.veiled:
            raise NotYourSeat("hand_veiled", player=state.name(event.player))

    def told(self, entry: Any, data: dict[str, Any]) -> dict[str, Any]:
        """An entry of a log as these eyes see it: the tiles of other hands become their number.

        Args:
            entry: of the log.
            data: the same in plain values.
        """
        if "by" in data:
            more = [self.told(one, plain) for one, plain in zip(entry.more, data.get("more", ()), strict=True)]
            return {**data, "by": self.told(entry.event, data["by"]), **({"more": more} if more else {})}
        if not tells_hand(entry) or entry.player in self.hands:
            return data
        return {**{name: value for name, value in data.items() if name != "tiles"}, "told": len(entry.tiles)}

    def refusal(self, error: GameError, state: Any, event: Any) -> Refusal:
        """The refusal of an event, without what it would tell of hands that these eyes don't see.

        Args:
            error: why it is refused.
            state: where the game stands.
            event: what was to happen, None for several.
        """
        player = getattr(event, "player", None)
        hides_hand = error.reason.code in HAND_CODES and player not in self.hands
        hides_any = error.reason.code in ANY_HAND_CODES and not known_hands(state) <= self.hands
        return IllegalMove("hand_forbids") if hides_hand or hides_any else error


def tells_hand(event: Any) -> bool:
    """Whether an event tells tiles that lie in a hand."""
    return isinstance(event, Draw | Tell | Swap) and bool(hand_text(event.tiles))


def known_hands(state: Any) -> frozenset[int]:
    """The players of whose hands something is known."""
    if not isinstance(state, QwirkleState):
        return frozenset()
    return frozenset(player for player, hand in enumerate(state.hands) if hand.known)


def new_token() -> str:
    """A secret that shows whose seat it is."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def token_hashes(tokens: str) -> list[str]:
    """What would be kept of the tokens in a header, with commas between them."""
    return [token_hash(token.strip()) for token in tokens.split(",")[:MOST_TOKENS]]
