"""What README and docs name exists: commands and options, words of the page, links, and pictures that are small."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import click
import pytest

from engine.game import ENGLISH
from webapp.cli import main

ROOT = Path(__file__).parents[2]
DOCS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SAYING = [*(ROOT / "webapp").rglob("*.py"), *(ROOT / "webapp" / "templates").rglob("*.html")]
"""Where the page's words stand."""
HEAVIEST = 180_000
"""Bytes of a picture: the history of a repository never forgets one."""
EXAMPLES = ("white", "orange", "Anna")
"""What a quotation may have in the place of something that is filled in, besides numbers."""


def said() -> str:
    """All that the page says, with a sign for what is filled in, each once and in one line."""
    sources = chain((path.read_text(encoding="utf-8") for path in SAYING), map(str, ENGLISH.values()))
    joined = re.sub(r'"\s*\n\s*"', "", "\n".join(sources))
    return re.sub(r"\{\w+\}", "{}", joined)


def pattern(quoted: str) -> str:
    """What a quotation looks like in the sources, where something may be filled in; it may end early."""
    words = re.escape(" ".join(quoted.split()).rstrip(" …,.:"))
    return re.sub("|".join((r"\d+", *EXAMPLES)), r"(?:\g<0>|\\{\\})", words)


def quoted(text: str) -> Iterator[str]:
    """What stands in quotation marks, outside of code."""
    plain = re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL)
    yield from re.findall(r"“([^”]+)”", plain)


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_what_the_docs_quote_is_said_by_the_page(path: Path) -> None:
    words = said()
    assert [quote for quote in quoted(path.read_text(encoding="utf-8")) if not re.search(pattern(quote), words)] == []


def commands(text: str) -> Iterator[list[str]]:
    """The words of every `kibitz` command in code."""
    code = "\n".join(re.findall(r"```.*?```|`[^`]+`", text, flags=re.DOTALL))
    for line in re.findall(r"\bkibitz ([^`\n#|&>]*)", code):
        yield line.split()


def options(command: click.Command) -> set[str]:
    """The names of its options."""
    return {name for one in command.params for name in (*one.opts, *one.secondary_opts)} | {"--help"}


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_every_command_and_option_exists(path: Path) -> None:
    unknown: list[object] = []
    for words in commands(path.read_text(encoding="utf-8")):
        command: click.Command = main
        while isinstance(command, click.Group) and words and words[0] in command.commands:
            command = command.commands[words.pop(0)]
        named = command is not main or not words or words[0] in ("...", "--help", "--version")
        asked = {word.partition("=")[0].rstrip(",.)") for word in words if word.startswith("--")}
        unknown += [words] if not named else sorted(asked - options(command))
    assert unknown == []


def anchors(path: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_every_link_leads_somewhere(path: Path) -> None:
    dead = []
    for link in re.findall(r"\]\(([^)\s]+)\)", path.read_text(encoding="utf-8")):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, anchor = link.partition("#")
        target = path.parent / file if file else path
        dead += [link] if not target.exists() or (anchor and anchor not in anchors(target)) else []
    assert dead == []


def test_pictures_are_small() -> None:
    pictures = [path for kind in ("jpg", "png", "svg") for path in (ROOT / "docs").glob(f"*.{kind}")]
    assert pictures
    assert [path.name for path in pictures if path.stat().st_size > HEAVIEST] == []
