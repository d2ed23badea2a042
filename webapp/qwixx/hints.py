"""What Kibitz says about what to mark: as JSON, on which other programs rely, and as text for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.game import Reason
from engine.qwixx.advice import Suggestion
from engine.qwixx.marks import NO_MARK, Action, Mark
from engine.qwixx.settle import SheetTable
from vision.overlay import Annotator
from vision.qwixx_overlay import MarkHint
from webapp.answer import drawn as drawn_reading
from webapp.assistant.qwixx import Advice
from webapp.look import QWIXX, Look
from webapp.qwixx.answer import die_words, roll_json, score_json, sheet_json
from webapp.qwixx.drawing import LEGEND, drawn
from webapp.reasons import Phrase, reason_json


@dataclass(frozen=True, eq=False)
class Hint:
    """What a command says about a roll and a sheet.

    Args:
        seen: the photo of the dice; None if they were told.
        own: the player's sheet.
        advice: what to mark.
    """

    seen: Look | None
    own: SheetTable
    advice: Advice
    legend = LEGEND

    def as_json(self, top: int) -> dict[str, Any]:
        """The first `top` choices and what they are choices of."""
        told = advice_json(self.advice, top)
        problems = [reason_json(problem) for problem in self._problems()]
        seconds = self.seen.reading.seconds if self.seen else {}
        return {
            "game": QWIXX,
            **told,
            "totals": list(self.own.totals),
            "problems": problems,
            "doubted": self._doubts(),
            "seconds": seconds,
        }

    def as_text(self, top: int) -> str:
        """The sheet with the best marks in brackets, the roll, and the choices with their reasons."""
        view, suggestions = self.advice.view, self.advice.suggestions
        shown = suggestions[:top]
        lines = [drawn(view.sheet, shown[0].marks), ""]
        lines += [f"doubted: {doubt}" for doubt in self._doubts()]
        lines += [f"problem: {problem}" for problem in self._problems()]
        lines += [f"roll: {view.roll}{'' if view.active else ', rolled by another player'}", ""]
        lines += [described(number, suggestion) for number, suggestion in enumerate(shown, 1)]
        if len(suggestions) > len(shown):
            lines.append(f"     and {len(suggestions) - len(shown)} more: see --top")
        return "\n".join(lines)

    def annotators(self, top: int) -> list[list[Annotator]]:
        """What is drawn on the photo to show each of the first choices: on the sheet, if it lies there."""
        assert self.seen is not None  # noqa: S101
        sheets = self.seen.reading.sheets[:1] if len(self.seen.sheets) == 1 else ()
        return [
            [*drawn_reading(self.seen), *(MarkHint(sheet, suggestion.marks) for sheet in sheets)]
            for suggestion in self.advice.suggestions[:top]
        ]

    def _doubts(self) -> list[str]:
        """What is worth a look on the photos: dice and marks."""
        doubted = [die for die in self.seen.dice.dice if die.doubted] if self.seen else []
        dice = [die_words(die.colour, die.value) + ("" if die.in_play else " (left out)") for die in doubted]
        locks = [f"the {row.word} lock" for row in self.own.doubted_locks]
        return [*dice, *(Mark(*cell).words for cell in self.own.doubted), *locks]

    def _problems(self) -> list[Reason]:
        """What is wrong with the dice and the sheet."""
        dice = self.seen.dice.problems if self.seen else ()
        return [*(problem.reason for problem in dice), *self.own.problems]


def advice_json(advice: Advice, top: int, phrase: Phrase = str) -> dict[str, Any]:
    """What to mark: the first `top` choices of all."""
    view = advice.view
    return {
        "sheet": sheet_json(view.sheet),
        "score": score_json(view.sheet),
        "roll": roll_json(view.roll),
        "active": view.active,
        "players": view.players,
        "rules": str(view.preset),
        "problems": [reason_json(problem, phrase) for problem in view.sheet.status()],
        "found": len(advice.suggestions),
        "choices": [choice_json(suggestion, phrase) for suggestion in advice.suggestions[:top]],
    }


def choice_json(suggestion: Suggestion, phrase: Phrase = str) -> dict[str, Any]:
    """A choice worth considering: its marks in the order in which they are made, and the sheet after them."""
    return {
        "choice": " ".join(map(str, suggestion.marks)) or NO_MARK,
        "first": str(suggestion.first) if suggestion.first else None,
        "white": suggestion.white and mark_json(suggestion.white),
        "colour": suggestion.colour and mark_json(suggestion.colour),
        "marks": [{**mark_json(mark), "action": str(action)} for action, mark in actions_of(suggestion)],
        "penalty": suggestion.penalty,
        "points": suggestion.score,
        "value": round(suggestion.value, 3),
        "chance": None if suggestion.chance is None else round(suggestion.chance, 4),
        "final": None if suggestion.final is None else round(suggestion.final, 1),
        "reasons": [reason_json(reason, phrase) for reason in suggestion.reasons],
        "after": sheet_json(suggestion.sheet),
    }


def mark_json(mark: Mark) -> dict[str, Any]:
    """A mark, and whether it brings the lock."""
    return {"row": mark.row.word, "number": mark.number, "lock": mark.locks}


def actions_of(suggestion: Suggestion) -> list[tuple[Action, Mark]]:
    """The marks that are made, in their order, each with the action in which it is made."""
    first = suggestion.first or Action.WHITE
    made = {Action.WHITE: suggestion.white, Action.COLOUR: suggestion.colour}
    return [(action, mark) for action in (first, first.other) if (mark := made[action]) is not None]


def described(number: int, suggestion: Suggestion) -> str:
    """A choice for people: its place, what ranks it, what to mark, and its reasons below.

    That is the chance to win, and the final score to expect stands below; without a chance it is that score.
    """
    chance, final = suggestion.chance, suggestion.final
    rank = f"{suggestion.value:>z6.1f}" if chance is None else f"{100 * chance:>4.1f} % to win:"
    below = [*([] if final is None else [f"{final:.1f} points to be expected in the end"]), *suggestion.reasons]
    return "\n".join([f"{number:>3}. {rank}  {choice_words(suggestion)}", *(f"{'':13}{line}" for line in below)])


def choice_words(suggestion: Suggestion) -> str:
    """What to mark, in words."""
    if suggestion.penalty:
        return "nothing, and take a penalty"
    words = [
        f"{mark.words}{' and the lock' if mark.locks else ''} ({action})" for action, mark in actions_of(suggestion)
    ]
    return ", then ".join(words) or "nothing"
