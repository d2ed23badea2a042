"""The routes of tables are written down, all of them and no others."""

from __future__ import annotations

import re
from pathlib import Path

from webapp.app import create_app
from webapp.tables.routes import blueprint

DOCS = Path(__file__).parents[3] / "docs" / "tables.md"


def test_every_route_is_written_down_and_no_other() -> None:
    prefix = str(blueprint.url_prefix)
    routes = {
        f"{method} {re.sub('<int:', '<', rule.rule.removeprefix(prefix)) or '/'}"
        for rule in create_app().url_map.iter_rules()
        if rule.rule.startswith(prefix)
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert set(re.findall(r"^\| `([A-Z]+ [^`]+)`", DOCS.read_text(), re.MULTILINE)) == routes
