"""The words of the page: none is missing, none is left over, and the engine's are phrased by the server."""

from __future__ import annotations

import re
from pathlib import Path

import webapp
from engine.game import ENGLISH, Reason
from engine.qwirkle.tile import Colour, Shape
from engine.qwixx.events import Preset
from engine.qwixx.marks import Action
from engine.qwixx.roll import DieColour
from webapp.app import create_app
from webapp.look import QWIRKLE, QWIXX
from webapp.problems import phrase
from webapp.words import words

STATIC = Path(webapp.__file__).parent / "static"
SCRIPTS = "\n".join(path.read_text() for path in STATIC.rglob("*.js"))
COMPOSED = {
    *(colour.word for colour in (*Colour, *DieColour)),
    *(shape.word for shape in Shape),
    *(f"is_{state}" for state in ("marked", "doubted", "hinted", "passed", "offered", "chosen")),
    *(f"rules_{preset}" for preset in Preset),
    *(f"take_over_{game}" for game in (QWIRKLE, QWIXX)),
    "joins_lens",
    "joins_light",
    "light_result_tiles",
    "light_result_dice",
    "joins_set",
    "joins_view",
    *(f"live_{activity}" for activity in ("settling", "moving", "still", "lost")),
    *(f"{word}_{action}" for word in ("first", "action") for action in Action),
    "swap",
    "pass",
    *(str(action) for action in Action),
}
"""Keys that no script spells out: the names of colours and shapes, what may be said of a cell, and the like."""


def told() -> dict[str, str]:
    with create_app().test_request_context():
        return words()


def test_every_word_that_a_script_says_is_told() -> None:
    said = set(re.findall(r'\bsay\(\s*"(\w+)"', SCRIPTS))
    assert len(said) > 20
    assert said <= told().keys()


def test_no_word_is_left_over() -> None:
    spelled = set(re.findall(r'"(\w+)"', SCRIPTS)) | COMPOSED
    assert told().keys() <= spelled


def test_no_word_is_told_twice() -> None:
    sources = [path.read_text() for path in Path(webapp.__file__).parent.rglob("words.py")]
    keys = [key for source in sources for key in re.findall(r'^ +"(\w+)": ', source, re.MULTILINE)]
    assert len(keys) > 300
    assert {key for key in keys if keys.count(key) > 1} == set()


def test_a_reason_is_phrased_with_its_parameters() -> None:
    with create_app().test_request_context():
        for code, sentence in ENGLISH.items():
            assert "%(" not in sentence, code
        reason = Reason("opens_five", {"line": "Rc Rs", "tiles": "red star", "chance": 0.163})
        assert phrase(reason) == str(reason)
        assert "16%" in phrase(reason)


def test_numbers_in_reasons_have_a_real_minus_and_none_before_nothing() -> None:
    """What only looks like a number, such as the dashes of a text form, stays as it is."""
    with create_app().test_request_context():
        behind = [phrase(Reason("looks_ahead", {"points": points})) for points in (-2.54, -0.04, 0.26)]
        text = phrase(Reason("not_touching", {"text": "Rc@0,-1"}))
    told = [re.findall(r"likely to follow, (\S+) points", sentence) for sentence in behind]
    assert told == [["\N{MINUS SIGN}2.5"], ["+0.0"], ["+0.3"]]
    assert "Rc@0,-1" in text
