"""After an upgrade no page mixes old files with new ones: their address tells what is in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from webapp.app import create_app
from webapp.assets import address, fingerprint


@pytest.fixture
def client() -> FlaskClient:
    return create_app().test_client()


def test_every_file_that_is_changed_added_or_renamed_changes_the_address(tmp_path: Path) -> None:
    seen = set()

    def look() -> None:
        fingerprint.cache_clear()
        seen.add(fingerprint(tmp_path))

    look()
    (tmp_path / "a.js").write_text("1")
    look()
    (tmp_path / "a.js").write_text("2")
    look()
    (tmp_path / "a.js").rename(tmp_path / "b.js")
    look()
    (tmp_path / "b.js").rename(tmp_path / "a.js")
    look()
    assert len(seen) == 4


def test_a_page_names_its_files_by_that_address_and_is_looked_at_again(client: FlaskClient) -> None:
    page = client.get("/")
    assert page.headers["Cache-Control"] == "no-cache"
    named = re.findall(r'(?:src|href)="(/static/[^"]+)"', page.get_data(as_text=True))
    assert len(named) > 3
    assert all(one.startswith(f"{address()}/") for one in named)


def test_files_are_kept_for_ever_and_those_of_another_kibitz_are_not_there(client: FlaskClient) -> None:
    with client.get(f"{address()}/main.js") as answer:
        assert "immutable" in answer.headers["Cache-Control"]
    for path in ("/static/main.js", "/static/0123456789ab/main.js", f"{address()}/none.js"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "immutable" not in answer.headers.get("Cache-Control", "")
