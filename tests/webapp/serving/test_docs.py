"""What docs/serving.md tells is so: the routes, all of them and no others, the options and the limits."""

from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path

import click

from webapp.app import create_app
from webapp.assets import address
from webapp.commands.serve import serve
from webapp.serving.rates import Rates

DOCS = (Path(__file__).parents[3] / "docs" / "serving.md").read_text(encoding="utf-8")
ELSEWHERE = "/api/v1/tables"
"""The routes that are written down in docs/tables.md."""


def test_every_route_is_written_down_and_no_other() -> None:
    routes = {
        f"{method} {re.sub('<(?:int|path):', '<', rule.rule).replace(address(), '/static/<content>')}"
        for rule in create_app(config={"METRICS": True}).url_map.iter_rules()
        if not rule.rule.startswith(ELSEWHERE)
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert set(re.findall(r"^\| `([A-Z]+ /[^`]*)`", DOCS, re.MULTILINE)) == routes


def test_every_option_is_written_down_and_no_other() -> None:
    options = {name for option in serve.params if isinstance(option, click.Option) for name in option.opts}
    assert set(re.findall(r"--[a-z][a-z-]+", DOCS.partition("\n## ")[0])) == options - {"--help"}


def test_the_rates_are_those_that_count() -> None:
    told = re.findall(r"^\| (\w+) \| (\d+) \| ([\d.]+) s \|$", DOCS, re.MULTILINE)
    assert {name: (int(at_once), float(every)) for name, at_once, every in told} == {
        name: (rate["at_once"], rate["every"]) for name, rate in asdict(Rates()).items()
    }
