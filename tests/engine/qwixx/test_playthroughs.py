"""Whole games as text, each event with what it leads to: a change of the rules shows in the games that it changes.

``python -m tests.engine.qwixx.test_playthroughs`` writes them anew; read the difference before it is kept.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from engine.game import Game
from engine.qwixx.events import Preset, Start
from engine.qwixx.game import QWIXX, QwixxGame, State

from .positions import NAMES, next_event

FOLDER = Path(__file__).parent / "playthroughs"
PLAYED = {
    "alone-the-first-action-ends-it": (Preset.GAMERULES, 1, 12),
    "gamerules-three-rows-closed": (Preset.GAMERULES, 3, 115),
    "gamerules-two-lock-the-same-row": (Preset.GAMERULES, 3, 33),
    "publisher-a-fourth-penalty": (Preset.PUBLISHER, 2, 4),
    "publisher-the-white-action-ends-it": (Preset.PUBLISHER, 5, 21),
}
"""Each game by the name of its file: preset, number of players, seed."""


def lines(game: QwixxGame) -> Iterator[str]:
    """The events of a game, each with the state that it leads to."""
    game_so_far: QwixxGame = Game(QWIXX, game.events[:1])
    for number, event in enumerate(game.events):
        game_so_far = game_so_far.then(event) if number else game_so_far
        yield f"> {json.dumps(QWIXX.event_json(event))}"
        yield from described(game_so_far.state)


def described(state: State) -> Iterator[str]:
    closed = " ".join(row.word for row in sorted(state.closed)) or "none"
    due = " ".join(map(str, state.actions)) or "none"
    yield f"turn {state.turn}, dice {state.roll}, actions {due}, closed {closed}{', over' if state.over else ''}"
    for name, sheet in zip(state.start.players, state.sheets, strict=True):
        yield f"  {name}: {sheet} = {sheet.total}"
    for player in QWIXX.deciders(state):
        yield f"  {state.name(player)} may: {' '.join(map(QWIXX.decision_text, QWIXX.legal(state, player)))}"


def played(preset: Preset, players: int, seed: int) -> QwixxGame:
    random = Random(seed)
    game: QwixxGame = Game(QWIXX, (Start(NAMES[:players], preset),))
    while event := next_event(game.state, random):
        game = game.then(event)
    return game


@pytest.mark.parametrize("name", PLAYED)
def test_a_game_goes_as_it_went(name: str) -> None:
    golden = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    log = [json.loads(line[2:]) for line in golden if line.startswith("> ")]
    game: QwixxGame = Game.from_json(QWIXX, log)
    assert game.state.over
    assert list(lines(game)) == golden


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, recipe in PLAYED.items():
        (FOLDER / f"{name}.txt").write_text("\n".join(lines(played(*recipe))) + "\n", encoding="utf-8")
